# Bisse: benannte Lagen des Unterkiefers.

bites-as-scanned = Wie gescannt
bites-by-hand = von Hand
bites-typed = eingegeben
bites-from-bite-scan = aus Bissscans
bites-first-contact = erster Kontakt
bites-seated = eingesetzt
bites-of-movement = aus einer Bewegung
bites-freed = gelöst
bites-origin-unknown = aus einem späteren Programm
bites-bite-n = Biss { $n }
bites-bite-scan-n = Bissscan { $n }
bites-seated-n = Eingesetzt { $n }
bites-first-contact-n = Erster Kontakt { $n }
bites-movement-n = Bewegung { $n }
bites-kept = Biss behalten: { $name }
bites-chosen = Biss: { $name }
bites-put = In den Biss übernommen: { $name }
bites-renamed = Biss umbenannt: { $name }
bites-written = Notizen des Bisses: { $name }
bites-removed = Biss entfernt: { $name }
bites-left = von dort bis zu { $mm } mm bewegt ({ $how })
bites-found-scans = { $n ->
        [one] 1 Bissscan
       *[other] { $n } Bissscans
    }: { $upper } und { $lower } mm RMS auf { $on_upper } und { $on_lower } % der Fläche (Ober- und Unterkiefer), Standardabweichung { $shift } mm und { $turn }°
bites-found-apart = , Lagen bis zu { $mm } mm auseinander
bites-found-seat = über den Bogen verteilter Kontakt { $spread } mm², wie gescannt { $scanned } mm²; Überschneidung { $depth } mm, erlaubt sind { $tolerance }; Kontakt bis { $threshold } mm
report-bite = Biss
report-sure-of-bite = { $runs } Lagen nach der Kovarianz dieses Bisses, die seine Bissscans gemessen haben: Standardabweichung { $shift_mm } mm und { $turn_deg }° (Startzahl { $seed }); Bereiche ohne die unteren und die oberen 5 %.
