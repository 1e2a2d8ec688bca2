# Headline, pictures in files, the report.

report-report-occlusal-contacts = Okklusionskontakte
report-report-en = de
report-report-no-views-arches-was = Keine Ansichten der Bögen: es gab keinen Grafikadapter, sie zu zeichnen.
report-report-made = erstellt am { $date }
report-report-patient = Patient
report-report-date-birth = Geburtsdatum
report-report-case = Fall
report-report-examiner = Untersucher
report-report-closest-gap-distance-nearest = nach kürzestem Abstand: der Entfernung zum nächsten Punkt des anderen Kiefers
report-report-projected-gap-along-one = nach projiziertem Abstand, entlang einer Richtung
report-report-projected-gap-along-directions = nach projiziertem Abstand, entlang { $n } Richtungen, jede für die Fläche, die ihr gegenübersteht
report-report-both-scans-were-welded = Beide Scans wurden verschweißt und geschlossen; dabei ergänzte Flächen sind kein Kontakt.
report-report-both-scans-were-welded-2 = Beide Scans wurden verschweißt und nicht geschlossen: wo sie offen sind, ist innen und außen nicht bekannt.
report-report-limits-scan-bite-together = Grenzen. Scan und Biss zusammen sind auf 50 bis 100 µm unsicher, so viel wie eine übliche Schwelle: eine Fläche an einer Schwelle ist keine Norm, und wiederholte Bisse unterscheiden sich. Zähne geben in ihren Fächern nach, Scans nicht. Seitliche Kontakte aus einem statischen Biss sind am wenigsten verlässlich. Gezeigt ist allein Geometrie: weder Belastung noch ob ein Kontakt verfrüht ist, lässt sich daraus lesen.
report-report-method-limits = Verfahren und Grenzen
report-report-more-json = {""} Und { $n } mehr, im JSON.
report-report-what-was-noted = Was vermerkt wurde.{ $words }
report-report-page = Seite { $page } von { $n_pages }
report-report-map-gap-seen-along = Karte des Abstands, entlang der Projektion gesehen.
report-report-how-was-measured-positive = Wie gemessen wurde. { $prepared } Positive Abstände sind Freiraum, negative Durchdringung. Kontakt an einer Schwelle ist die Fläche mit einem Abstand von höchstens so viel; er hat einen durchdringenden und einen nahen Teil. Seine Flächen sind gemessen { $gap }; sie sind wahre Oberfläche, innerhalb der Dreiecke geschnitten. Kontakte dieser Seite hängen innerhalb { $zones_mm } mm zusammen. { $pictures }
report-report-arches-by-closest = Die Bögen sind gemalt { $by_closest }; die Karte zeigt ganze Scans entlang der Projektion.
report-report-arches-by-projection = Karte und Bögen zeigen den Abstand entlang der Projektion.
report-report-upper-jaw-below-patients = Oberkiefer von unten.
report-report-lower-jaw-above-patients = Unterkiefer von oben.

report-headline-to = 0,05 bis 0,1
report-headline-overlap-mm = Durchdringung { $depth_mm } mm
report-headline-contact = Kontakt
report-headline-apart = Getrennt
report-headline-nearest-mm = nächste Stelle { $mm } mm
report-headline-at = bei { $upper }–{ $lower }
report-headline-at-2 = bei { $one }
report-headline-up-mm-deep = , bis { $depth_mm } mm tief
report-headline-beyond = über dem Scanfehler ({ $error })
report-headline-within = im Scanfehler ({ $error })
report-headline-specks = { $n } { $n ->
    [one] Punkt
   *[other] Punkte
    }
report-headline-places = { $n } { $n ->
    [one] Stelle
   *[other] Stellen
    }
report-headline-not-teeth = nicht auf Zähnen: { $places }
report-headline-none = keine

report-overlay-contact = Kontakt
report-overlay-judged = Beurteilt
report-overlay-colours = Farben
report-overlay-how-sure-contact-mm = wie sicher Kontakt ≤ { $threshold_mm } mm ist, in nahen Lagen
report-overlay-verdict = Befund
report-overlay-depth-gap = Tiefe oder Abstand
report-overlay-interference = Durchdringung
report-overlay-unsolved = Ungelöst
report-overlay-pose-lower-jaw = Lage des Unterkiefers
report-overlay-projection = Projektion
report-overlay-map = Karte
report-overlay-date = Datum
report-overlay-program = Programm
report-overlay-colours-closest = kürzester Abstand in mm, Kontakt ≤ { $threshold_mm } mm
report-overlay-colours-projected = projizierter Abstand in mm, Kontakt ≤ { $threshold_mm } mm
report-overlay-upper = Oben, { $gap ->
    [closest] kürzester
   *[projected] projizierter
    } Abstand ≤ { $mm } mm
report-overlay-lower = Unten, { $gap ->
    [closest] kürzester
   *[projected] projizierter
    } Abstand ≤ { $mm } mm
report-overlay-contacts = Kontakte nach { $gap ->
    [closest] kürzestem
   *[projected] projiziertem
    } Abstand

report-sure-legend-certain = sicher
report-sure-legend-possible = möglich
report-sure-legend-unlikely = kaum

report-text-apart = getrennt
report-text-touching = berührend
report-text-interfering = durchdringend
report-text-undecided = unentschieden
report-text-deepest-mm-along-projection = entlang der Projektion höchstens { $depth } mm tief
report-text-mm-deep-where-no = { $depth } mm tief, wo kein Pixel es zeigt
report-text-smallest-projected-gap-mm = kleinster projizierter Abstand { $gap } mm
report-text-nothing-faces-each-other = nichts liegt sich im Bereich gegenüber
report-text-mm-projected-mm-each = { $area_mm2 } mm² projiziert, { $volume_mm3 } mm³ nach der längsten Strecke je Pixel
report-text-mm-penetrating-near = { $area_mm2 } mm² = { $penetrating_mm2 } durchdringend + { $penetrating_mm2_2 } nah
report-text-shared-volume-unknown-jaw = gemeinsames Volumen unbekannt: ein Kiefer ist offen
report-text-mm-shared = { $v } mm³ gemeinsam
report-text-mm-deep-shortest-way = { $max_depth_mm } mm tief, auf kürzestem Weg hinaus; { $volume }
report-text-file-axes = Achsen der Datei
report-text-given = vorgegeben
report-text-bounding-volumes = nach den Hüllkörpern
report-text-contact-zone = nach der Kontaktzone
report-text-m-per-pixel-x = { $v_mm } µm je Pixel, { $cols } x { $rows }
report-text-pixels-unsolved-overlap = { $unsolved } Pixel ungelöst ({ $share } % der Überdeckung)

report-uncertainty-gap-mm = ≤ mm
report-uncertainty-upper = oben von
report-uncertainty-to = bis
report-uncertainty-lower = unten von
report-uncertainty-positions-nearby-were-not = Nahe Lagen wurden nicht geprüft.
report-uncertainty-contacts-certain-positions-more = Kontakte: { $certain } sicher (in 95 % der Lagen und mehr), { $possible } möglich (in 5 % und mehr)
report-uncertainty-hardly-ever = , { $n } kaum je
report-uncertainty-positions-each-shifted-up = { $runs } Lagen, jede zufällig um bis zu { $shift_mm } mm entlang jeder Achse verschoben und um bis zu { $turn_deg }° gedreht (Startwert { $seed }); Bereiche ohne die unteren und oberen 5 %.
report-uncertainty-how-sure-area-closest = Wie sicher: dasselbe in nahen Lagen, in mm²

report-contacts-contacts-within-mm-gap = Kontakte innerhalb { $threshold_mm } mm, { $gap ->
    [closest] kürzester
   *[projected] projizierter
    } Abstand
report-contacts-no = Nr.
report-contacts-teeth = Zähne
report-contacts-upper-mm = oben mm²
report-contacts-lower-mm = unten mm²
report-contacts-penetr-mm = innen mm²
report-contacts-least-gap-mm = Abst. mm
report-contacts-there = da
report-contacts-not-known-these-figures = Von diesen Zahlen nicht bekannt.
report-contacts-smaller-ones-mm-upper = und { $most_zones } kleinere, zusammen { $rest } mm² des Oberkiefers
report-contacts-certain = sicher
report-contacts-contacts = Kontakte
report-contacts-pairs-teeth = Zahnpaare
report-contacts-teeth-not-known = Die Zähne sind nicht bekannt.
report-contacts-smaller-ones-mm-together = und { $most_pairs } kleinere, zusammen { $rest } mm²
report-contacts-mm-not-between-two = { $rest } mm² nicht zwischen zwei nummerierten Zähnen
report-contacts-right = rechts
report-contacts-left = links
report-contacts-front = Front
report-contacts-back = Seite
report-contacts-how-many-positions-nearby = „Da“: in wie vielen der nahen Lagen; sicher heißt 95 % und mehr.
report-contacts-less-than-contact-lies = ~: weniger als 80 % des Kontakts liegen zwischen diesen zwei Zähnen.
report-contacts-parts-contacts-lie-mostly = +: Teile von Kontakten, die vor allem zwischen anderen Zähnen liegen.
report-contacts-number-not-sure = ?: eine Nummer, die nicht sicher ist.
report-contacts-areas-pairs-sides-mean = Flächen von Paaren und Seiten sind das Mittel beider Bögen; jedes Paar hat seinen Teil eines Kontakts, der über mehrere reicht. Rechts und links sind die des Patienten; Front: Schneide- und Eckzähne.
report-contacts-mm2 = mm²

report-curve-contact-area-against-threshold = Kontaktfläche über der Schwelle, { $contact_gap ->
    [closest] kürzester
   *[projected] projizierter
    } Abstand
report-curve-not-known-these-figures = Von diesen Zahlen nicht bekannt.
report-curve-threshold-m-foils-papers = Schwelle in µm (übliche Folien und Papiere; die Achse ist gedehnt, wo sie dünn sind)
report-curve-upper-jaw = Oberkiefer
report-curve-lower-jaw = Unterkiefer

report-figures-not-known = nicht bekannt
report-figures-judged = Beurteilt
report-figures-deepest-place = Tiefste Stelle
report-figures-smallest-gap-contact = Kleinster Abstand im Kontakt
report-figures-shared-volume = Gemeinsames Volumen
report-figures-contacts = Kontakte
report-figures-not-teeth = Nicht auf Zähnen
report-figures-nothing = nichts
report-figures-whole-scans-map = ganze Scans, nach der Karte
report-figures-gap-mm = ≤ mm
report-figures-upper = oben
report-figures-penetr = innen
report-figures-lower = unten
report-figures-more-thresholds-json = und { $left_out } weitere Schwellen, im JSON
report-figures-where-figures-come = Woher die Zahlen kommen
report-figures-json-this-analysis-scans = Mit dem JSON dieser Analyse und den Scans rechnet „occluscope verify“ jede Zahl nach.
report-figures-pose-lower-jaw = Lage des Unterkiefers
report-figures-given = vorgegeben
report-figures-bounding-volumes = nach den Hüllkörpern
report-figures-contact-zone = nach der Kontaktzone
report-figures-projection = Projektion
report-figures-all = { $dx } { $dy } { $dz } ({ $chosen }), { $patches } insgesamt
report-figures-map = Karte
report-figures-x-pixels-m = { $cols } x { $rows } Pixel von { $v_mm } µm
report-figures-upper-scan = Oberer Scan
report-figures-lower-scan = Unterer Scan
report-figures-triangles-blake = { $triangles } Dreiecke, BLAKE3 { $blake3 }
report-figures-teeth = Zähne
report-figures-no-pixel-unsolved = kein Pixel ungelöst
report-figures-pixels-unsolved = { $n } von { $overlap } Pixeln ungelöst
report-figures-engine = Rechenwerk
report-figures-on = { $engine } auf { $adapter }, { $unsolved }
report-figures-processor = dem Prozessor
report-figures-contact-area-gap-mm = Kontakt ({ $contact_gap ->
    [closest] kürzester
   *[projected] projizierter
    } Abstand) in mm², davon innen

report-legend-closest = Kürzester Abstand in mm (in der Karte entlang der Projektion)
report-legend-projected = Projizierter Abstand in mm
report-legend-note = { $gap }; Kontakt bis { $threshold_mm } mm, gezeigt bis { $range_mm } mm. Die Linie ist der Rand des Kontakts.

report-disclaimer = Kein Medizinprodukt. Nur Geometrie, so weit Scans und Biss zu trauen ist.

report-trimmed = getrimmt: { $mm2 } mm²
report-trimmed-of-jaw = { $mm2 } mm² { $side ->
    [upper] oben
   *[lower] unten
    }

report-teeth-found = { $side ->
    [upper] oben
   *[lower] unten
    } { $n }{ $from ->
    [labels] {" aus Beschriftung"}
    [shape] {" nach Form"}
   *[none] {""}
    }
report-teeth-not-sure = , { $n } davon unsicher
report-teeth-right = rechts
report-teeth-left = links
report-teeth-front = Front
report-teeth-back = Seite
report-teeth-sides = Seiten
report-teeth-front-and-back = Front und Seite
report-teeth-no-number = ; { $mm2 } mm² auf keinem nummerierten Zahn
report-teeth-contacts = { $n } { $n ->
    [one] Kontakt
   *[other] Kontakte
    }
report-teeth-no-contact = kein Kontakt
report-teeth-parts-alone = { $n ->
    [one] Teil eines Kontakts
   *[other] Teile von { $n } Kontakten
    }
report-teeth-whole-and-parts = { $whole } und { $n ->
    [one] ein Teil eines anderen
   *[other] Teile von { $n } anderen
    }
report-teeth-deepest = höchstens { $mm } mm tief
report-teeth-smallest-gap = kleinster Abstand { $mm } mm

scope-teeth = Zähne
scope-whole-scans = ganze Scans

map-upper-only = nur Oberkiefer
map-lower-only = nur Unterkiefer
map-clear-beyond = frei jenseits des Bereichs
map-border = Rand des Kontakts
map-unsolved = ungelöst

report-notes-more = Und mehr, im Fall.
report-compare-title = Bisse im Vergleich
report-compare-of = { $n } Bisse; Kontakt bis { $mm } mm nach kürzestem Abstand; Flächen in mm², Mittel beider Kiefer
report-compare-area = Fläche mm²
report-compare-inside = innen mm²
report-compare-depth = Tiefe mm
report-compare-difference = Änderung mm²
report-compare-base = Bezug
report-compare-changed = geändert: { $n }
report-compare-changed-whole = im Ganzen geändert
report-compare-possible = vielleicht: { $n }
report-compare-same = in der Streuung
report-compare-spread = Streuung von { $names }: Standardabweichungen nach rechts { $right }, vorn { $front }, oben { $up } mm; um diese { $pitch }, { $roll }, { $yaw }°; höchstens { $mm } mm auseinander an den Zähnen.
report-compare-repeats = Kleinste feststellbare Änderung des Ganzen (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm², wenn alle Paare zusammen betrachtet werden (SDC95*), aus Wiederholungen mit { $n } Freiheitsgraden.
report-compare-published = Kleinste feststellbare Änderung des Ganzen (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm², wenn alle Paare zusammen betrachtet werden (SDC95*). Kein Biss wurde wiederholt: an ihrer Stelle stehen Lagen bis { $mm } mm und { $deg }° daneben, wie es von Bissen veröffentlicht ist.
report-compare-pairs = Zahnpaare: { $n }
report-compare-there = da
report-compare-marks = + mehr, − weniger Kontakt als im Bezug, über die kleinste feststellbare Änderung (SDC95) des Paars hinaus; ++ und −− auch über die, die gilt, wenn alle Paare zusammen betrachtet werden (SDC95*). Eines von 20 Paaren liegt zufällig darüber. s: Standardabweichung der Wiederholungen.
snapshot-pin = Notiz { $n }
snapshot-movement = Bewegung
