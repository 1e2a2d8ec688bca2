# Headline, pictures in files, the report.

report-report-occlusal-contacts = Contacts occlusaux
report-report-en = fr
report-report-no-views-arches-was = Pas de vues des arcades : aucun adaptateur graphique pour les dessiner.
report-report-made = établi le { $date }
report-report-patient = Patient
report-report-date-birth = Date de naissance
report-report-case = Cas
report-report-examiner = Examinateur
report-report-closest-gap-distance-nearest = par distance la plus courte : la distance au point le plus proche de l’autre arcade
report-report-projected-gap-along-one = par distance projetée, selon une direction
report-report-projected-gap-along-directions = par distance projetée, selon { $n } directions, chacune pour la surface qui lui fait face
report-report-both-scans-were-welded = Les deux scans ont été soudés et fermés ; les faces ajoutées pour cela ne sont pas des contacts.
report-report-both-scans-were-welded-2 = Les deux scans ont été soudés et non fermés : là où ils sont ouverts, dedans et dehors ne sont pas connus.
report-report-limits-scan-bite-together = Limites. Scan et mordu ensemble sont incertains de 50 à 100 µm, autant qu’un seuil habituel : une aire à un seuil n’est pas une norme, et des mordus répétés diffèrent. Les dents cèdent dans leurs alvéoles, pas les scans. Les contacts latéraux d’un mordu statique sont les moins fiables. Seule la géométrie est montrée : ni charges ni prématurité d’un contact ne peuvent s’y lire.
report-report-method-limits = Méthode et limites
report-report-more-json = {""} Et { $n } de plus, dans le JSON.
report-report-what-was-noted = Ce qui a été noté.{ $words }
report-report-page = page { $page } sur { $n_pages }
report-report-map-gap-seen-along = Carte de la distance, vue le long de la projection.
report-report-how-was-measured-positive = Comment on a mesuré. { $prepared } Les distances positives sont de l’espace libre, les négatives de l’interpénétration. Le contact à un seuil est la surface dont la distance est d’au plus autant ; il a une part interpénétrée et une part proche. Ses aires sont mesurées { $gap } ; ce sont de vraies surfaces, découpées dans les triangles. Les contacts de cette page se tiennent à moins de { $zones_mm } mm. { $pictures }
report-report-arches-by-closest = Les arcades sont peintes { $by_closest } ; la carte montre les scans entiers selon la projection.
report-report-arches-by-projection = Carte et arcades montrent la distance selon la projection.
report-report-upper-jaw-below-patients = Maxillaire vu d’en bas.
report-report-lower-jaw-above-patients = Mandibule vue d’en haut.

report-headline-to = 0,05 à 0,1
report-headline-overlap-mm = Interpénétration { $depth_mm } mm
report-headline-contact = Contact
report-headline-apart = Séparées
report-headline-nearest-mm = plus proche { $mm } mm
report-headline-at = en { $upper }–{ $lower }
report-headline-at-2 = en { $one }
report-headline-up-mm-deep = , jusqu’à { $depth_mm } mm de profondeur
report-headline-beyond = au-delà de l’erreur de scan ({ $error })
report-headline-within = dans l’erreur de scan ({ $error })
report-headline-specks = { $n } { $n ->
    [one] point
   *[other] points
    }
report-headline-places = { $n } { $n ->
    [one] endroit
   *[other] endroits
    }
report-headline-not-teeth = hors des dents : { $places }
report-headline-none = aucun

report-overlay-contact = Contact
report-overlay-judged = Considéré
report-overlay-colours = Couleurs
report-overlay-how-sure-contact-mm = certitude du contact ≤ { $threshold_mm } mm, en positions voisines
report-overlay-verdict = Verdict
report-overlay-depth-gap = Profondeur ou distance
report-overlay-interference = Interpénétration
report-overlay-unsolved = Non résolu
report-overlay-pose-lower-jaw = Position mandibule
report-overlay-projection = Projection
report-overlay-map = Carte
report-overlay-date = Date
report-overlay-program = Programme
report-overlay-colours-closest = distance la plus courte en mm, contact ≤ { $threshold_mm } mm
report-overlay-colours-projected = distance projetée en mm, contact ≤ { $threshold_mm } mm
report-overlay-upper = Haut, distance { $gap ->
    [closest] la plus courte
   *[projected] projetée
    } ≤ { $mm } mm
report-overlay-lower = Bas, distance { $gap ->
    [closest] la plus courte
   *[projected] projetée
    } ≤ { $mm } mm
report-overlay-contacts = Contacts par distance { $gap ->
    [closest] la plus courte
   *[projected] projetée
    }

report-sure-legend-certain = certain
report-sure-legend-possible = possible
report-sure-legend-unlikely = improbable

report-text-apart = séparé
report-text-touching = en contact
report-text-interfering = interpénétré
report-text-undecided = indécis
report-text-deepest-mm-along-projection = au plus { $depth } mm de profondeur selon la projection
report-text-mm-deep-where-no = { $depth } mm de profondeur où aucun pixel ne le montre
report-text-smallest-projected-gap-mm = plus petite distance projetée { $gap } mm
report-text-nothing-faces-each-other = rien ne se fait face à portée
report-text-mm-projected-mm-each = { $area_mm2 } mm² projetés, { $volume_mm3 } mm³ par le plus long trajet de chaque pixel
report-text-mm-penetrating-near = { $area_mm2 } mm² = { $penetrating_mm2 } interpénétré + { $penetrating_mm2_2 } proche
report-text-shared-volume-unknown-jaw = volume commun inconnu : une arcade est ouverte
report-text-mm-shared = { $v } mm³ en commun
report-text-mm-deep-shortest-way = { $max_depth_mm } mm de profondeur, par le plus court chemin ; { $volume }
report-text-file-axes = axes du fichier
report-text-given = donnée
report-text-bounding-volumes = d’après les boîtes
report-text-contact-zone = d’après la zone de contact
report-text-m-per-pixel-x = { $v_mm } µm par pixel, { $cols } x { $rows }
report-text-pixels-unsolved-overlap = { $unsolved } pixels non résolus ({ $share } % du recouvrement)

report-uncertainty-gap-mm = ≤ mm
report-uncertainty-upper = haut de
report-uncertainty-to = à
report-uncertainty-lower = bas de
report-uncertainty-positions-nearby-were-not = Positions voisines non essayées.
report-uncertainty-contacts-certain-positions-more = Contacts : { $certain } certains (dans 95 % des positions et plus), { $possible } possibles (dans 5 % et plus)
report-uncertainty-hardly-ever = , { $n } presque jamais
report-uncertainty-positions-each-shifted-up = { $runs } positions, chacune décalée au hasard jusqu’à { $shift_mm } mm et tournée jusqu’à { $turn_deg }° selon chaque axe (graine { $seed }) ; plages sans les 5 % les plus bas et les plus hauts.
report-uncertainty-how-sure-area-closest = Certitude : le même en positions voisines, mm²

report-contacts-contacts-within-mm-gap = Contacts à moins de { $threshold_mm } mm, distance { $gap ->
    [closest] la plus courte
   *[projected] projetée
    }
report-contacts-no = n°
report-contacts-teeth = dents
report-contacts-upper-mm = haut mm²
report-contacts-lower-mm = bas mm²
report-contacts-penetr-mm = dedans mm²
report-contacts-least-gap-mm = dist. mm
report-contacts-there = présent
report-contacts-not-known-these-figures = Non connu de ces valeurs.
report-contacts-smaller-ones-mm-upper = et { $most_zones } plus petits, { $rest } mm² du maxillaire ensemble
report-contacts-certain = certain
report-contacts-contacts = contacts
report-contacts-pairs-teeth = Paires de dents
report-contacts-teeth-not-known = Les dents ne sont pas connues.
report-contacts-smaller-ones-mm-together = et { $most_pairs } plus petites, { $rest } mm² ensemble
report-contacts-mm-not-between-two = { $rest } mm² hors de deux dents numérotées
report-contacts-right = droite
report-contacts-left = gauche
report-contacts-front = avant
report-contacts-back = arrière
report-contacts-how-many-positions-nearby = « Présent » : dans combien de positions voisines ; certain veut dire 95 % et plus.
report-contacts-less-than-contact-lies = ~ : moins de 80 % du contact est entre ces deux dents.
report-contacts-parts-contacts-lie-mostly = + : parts de contacts surtout situés entre d’autres dents.
report-contacts-number-not-sure = ? : un numéro qui n’est pas sûr.
report-contacts-areas-pairs-sides-mean = Les aires des paires et des côtés sont la moyenne des deux arcades ; chaque paire a sa part d’un contact qui en couvre plusieurs. Droite et gauche sont celles du patient ; avant : incisives et canines.
report-contacts-mm2 = mm²

report-curve-contact-area-against-threshold = Aire de contact selon le seuil, distance { $contact_gap ->
    [closest] la plus courte
   *[projected] projetée
    }
report-curve-not-known-these-figures = Non connu de ces valeurs.
report-curve-threshold-m-foils-papers = seuil en µm (feuilles et papiers usuels ; l’axe est étiré là où ils sont fins)
report-curve-upper-jaw = maxillaire
report-curve-lower-jaw = mandibule

report-figures-not-known = non connu
report-figures-judged = Considéré
report-figures-deepest-place = Endroit le plus profond
report-figures-smallest-gap-contact = Plus petite distance au contact
report-figures-shared-volume = Volume commun
report-figures-contacts = Contacts
report-figures-not-teeth = Hors des dents
report-figures-nothing = rien
report-figures-whole-scans-map = scans entiers, par la carte
report-figures-gap-mm = ≤ mm
report-figures-upper = haut
report-figures-penetr = dedans
report-figures-lower = bas
report-figures-more-thresholds-json = et { $left_out } autres seuils, dans le JSON
report-figures-where-figures-come = D’où viennent les valeurs
report-figures-json-this-analysis-scans = Avec le JSON de cette analyse et les scans, « occluscope verify » recalcule chaque valeur.
report-figures-pose-lower-jaw = Position mandibule
report-figures-given = donnée
report-figures-bounding-volumes = d’après les boîtes
report-figures-contact-zone = d’après la zone de contact
report-figures-projection = Projection
report-figures-all = { $dx } { $dy } { $dz } ({ $chosen }), { $patches } en tout
report-figures-map = Carte
report-figures-x-pixels-m = { $cols } x { $rows } pixels de { $v_mm } µm
report-figures-upper-scan = Scan supérieur
report-figures-lower-scan = Scan inférieur
report-figures-triangles-blake = { $triangles } triangles, BLAKE3 { $blake3 }
report-figures-teeth = Dents
report-figures-no-pixel-unsolved = aucun pixel non résolu
report-figures-pixels-unsolved = { $n } pixels sur { $overlap } non résolus
report-figures-engine = Moteur
report-figures-on = { $engine } sur { $adapter }, { $unsolved }
report-figures-processor = le processeur
report-figures-contact-area-gap-mm = Contact (distance { $contact_gap ->
    [closest] la plus courte
   *[projected] projetée
    }), mm², dont dedans

report-legend-closest = Distance la plus courte en mm (dans la carte, selon la projection)
report-legend-projected = Distance projetée en mm
report-legend-note = { $gap } ; contact jusqu’à { $threshold_mm } mm, montrée jusqu’à { $range_mm } mm. La ligne est le bord du contact.

report-disclaimer = Pas un dispositif médical. Géométrie seule, autant que les scans et le mordu sont fiables.

report-trimmed = détouré : { $mm2 } mm²
report-trimmed-of-jaw = { $mm2 } mm² { $side ->
    [upper] en haut
   *[lower] en bas
    }

report-teeth-found = { $side ->
    [upper] haut
   *[lower] bas
    } { $n }{ $from ->
    [labels] {" par étiquettes"}
    [shape] {" par la forme"}
   *[none] {""}
    }
report-teeth-not-sure = , dont { $n } incertaines
report-teeth-right = droite
report-teeth-left = gauche
report-teeth-front = avant
report-teeth-back = arrière
report-teeth-sides = côtés
report-teeth-front-and-back = avant et arrière
report-teeth-no-number = {""} ; { $mm2 } mm² sur aucune dent numérotée
report-teeth-contacts = { $n } { $n ->
    [one] contact
   *[other] contacts
    }
report-teeth-no-contact = pas de contact
report-teeth-parts-alone = { $n ->
    [one] part d’un contact
   *[other] parts de { $n } contacts
    }
report-teeth-whole-and-parts = { $whole } et { $n ->
    [one] une part d’un autre
   *[other] des parts de { $n } autres
    }
report-teeth-deepest = au plus { $mm } mm de profondeur
report-teeth-smallest-gap = plus petite distance { $mm } mm

scope-teeth = dents
scope-whole-scans = scans entiers

map-upper-only = maxillaire seul
map-lower-only = mandibule seule
map-clear-beyond = libre au-delà de la portée
map-border = bord du contact
map-unsolved = non résolu

report-notes-more = Et plus, dans le cas.
report-compare-title = Occlusions comparées
report-compare-of = { $n } occlusions ; contact jusqu'à { $mm } mm selon l'écart le plus court ; surfaces en mm², moyenne des deux mâchoires
report-compare-area = surface mm²
report-compare-inside = dedans mm²
report-compare-depth = profondeur mm
report-compare-difference = écart mm²
report-compare-base = référence
report-compare-changed = changé : { $n }
report-compare-changed-whole = changé dans l'ensemble
report-compare-possible = peut-être : { $n }
report-compare-same = dans la dispersion
report-compare-spread = Dispersion de { $names } : écarts types vers la droite { $right }, l'avant { $front }, le haut { $up } mm ; autour de ces axes { $pitch }, { $roll }, { $yaw }° ; au plus { $mm } mm entre deux aux dents.
report-compare-repeats = Plus petit changement décelable de l'ensemble (95 %) : { $sdc } mm² = { $factor } × √2 × { $s } mm² ; { $all } mm² quand toutes les paires sont considérées ensemble (SDC95*), d'après des répétitions avec { $n } degrés de liberté.
report-compare-published = Plus petit changement décelable de l'ensemble (95 %) : { $sdc } mm² = { $factor } × √2 × { $s } mm² ; { $all } mm² quand toutes les paires sont considérées ensemble (SDC95*). Aucune occlusion n'a été répétée : des positions jusqu'à { $mm } mm et { $deg }° en tiennent lieu, comme publié.
report-compare-pairs = Paires de dents : { $n }
report-compare-there = présent
report-compare-marks = + plus, − moins de contact que dans la référence, au-delà du plus petit changement décelable (SDC95) de la paire ; ++ et −− aussi au-delà de celui de toutes les paires considérées ensemble (SDC95*). Une paire sur 20 le dépasse par hasard. s : écart type des répétitions.
snapshot-pin = Note { $n }
snapshot-movement = Mouvement
