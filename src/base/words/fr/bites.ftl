# Occlusions : positions nommées de la mâchoire inférieure.

bites-as-scanned = Comme numérisé
bites-by-hand = à la main
bites-typed = saisie
bites-from-bite-scan = par scans d’occlusion
bites-first-contact = premier contact
bites-seated = calée
bites-of-movement = d’un mouvement
bites-freed = dégagée
bites-origin-unknown = d’un programme ultérieur
bites-bite-n = Occlusion { $n }
bites-bite-scan-n = Scan d’occlusion { $n }
bites-seated-n = Calée { $n }
bites-first-contact-n = Premier contact { $n }
bites-movement-n = Mouvement { $n }
bites-kept = Occlusion gardée : { $name }
bites-chosen = Occlusion : { $name }
bites-put = Déplacée dans l’occlusion : { $name }
bites-renamed = Occlusion renommée : { $name }
bites-written = Notes de l’occlusion : { $name }
bites-removed = Occlusion retirée : { $name }
bites-left = écartée d’elle de { $mm } mm au plus ({ $how })
bites-found-scans = { $n ->
        [one] 1 scan d’occlusion
       *[other] { $n } scans d’occlusion
    } : { $upper } et { $lower } mm RMS sur { $on_upper } et { $on_lower } % de la surface (maxillaire et mandibule), écart type { $shift } mm et { $turn }°
bites-found-apart = , positions écartées de { $mm } mm au plus
bites-found-seat = contact réparti sur l’arcade { $spread } mm², comme numérisé { $scanned } mm² ; recouvrement { $depth } mm pour { $tolerance } admis ; contact jusqu’à { $threshold } mm
report-bite = Occlusion
report-sure-of-bite = { $runs } positions selon la covariance de cette occlusion, mesurée par ses scans : écart type { $shift_mm } mm et { $turn_deg }° (graine { $seed }) ; plages sans les 5 % les plus bas et les plus hauts.
