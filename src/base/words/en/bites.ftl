# Bites: named poses of the lower jaw.

bites-as-scanned = As scanned
bites-by-hand = by hand
bites-typed = typed
bites-from-bite-scan = from bite scans
bites-first-contact = first contact
bites-seated = seated
bites-of-movement = of a movement
bites-freed = freed
bites-origin-unknown = of a later program
bites-bite-n = Bite { $n }
bites-bite-scan-n = Bite scan { $n }
bites-seated-n = Seated { $n }
bites-first-contact-n = First contact { $n }
bites-movement-n = Movement { $n }
bites-kept = Bite kept: { $name }
bites-chosen = Bite: { $name }
bites-put = Moved into bite: { $name }
bites-renamed = Bite renamed: { $name }
bites-written = Notes of bite: { $name }
bites-removed = Bite removed: { $name }
bites-left = moved from it by up to { $mm } mm ({ $how })
bites-found-scans = { $n ->
        [one] 1 bite scan
       *[other] { $n } bite scans
    }: { $upper } and { $lower } mm RMS on { $on_upper } and { $on_lower } % of the surface (upper and lower jaw), standard deviation { $shift } mm and { $turn }°
bites-found-apart = , poses up to { $mm } mm apart
bites-found-seat = contact spread over the arch { $spread } mm², as scanned { $scanned } mm²; overlap { $depth } mm where { $tolerance } is allowed; contact within { $threshold } mm
report-bite = Bite
report-sure-of-bite = { $runs } positions by the covariance of this bite, which its bite scans have measured: standard deviation { $shift_mm } mm and { $turn_deg }° (seed { $seed }); ranges without the lowest and the highest 5 %.
