# Diagramme von Bewegungen und ihre Seite im Bericht.
diagram-posselt-sagittal = Inzisalpunkt, von der rechten Seite des Patienten (Posselt)
diagram-posselt-frontal = Inzisalpunkt, von vorn (Posselt)
diagram-condyles-sagittal = Kondylen, von der rechten Seite des Patienten
diagram-condyles-horizontal = Kondylen, von oben
diagram-gothic-arch = Inzisalpunkt, von oben (gotischer Bogen)
diagram-contact-areas = Kontaktfläche entlang der Bahn
diagram-right = R
diagram-left = L
diagram-front-mm = nach vorn, mm
diagram-up-mm = nach oben, mm
diagram-to-right-mm = nach rechts (Patient), mm
diagram-to-left-mm = nach links (Patient), mm
diagram-path-mm = Bahn, mm
diagram-time-s = Zeit, s
diagram-area-mm2 = Fläche, Oberkiefer, mm²
diagram-movement = diese Bewegung
diagram-border-opening = Öffnung
diagram-border-protrusion = Protrusion
diagram-border-retrusion = Retrusion
diagram-border-right = Laterotrusion nach rechts
diagram-border-left = Laterotrusion nach links
diagram-border-protrusion-opens = von der Protrusion zur weitesten Öffnung
diagram-border-right-opens = von rechts zur weitesten Öffnung
diagram-border-left-opens = von links zur weitesten Öffnung
diagram-borders-by-condyles = Grenzbewegungen (dünn) durch die Kondylen allein
diagram-borders-by-table = Grenzbewegungen (dünn) durch den Frontzahnteller
diagram-borders-by-teeth = Grenzbewegungen (dünn) durch die Zähne: so weit offen, wie sie den Kiefer halten
diagram-condyle = { $side ->
    [right] rechter Kondylus
   *[left] linker Kondylus
    }
diagram-condyle-through = { $side ->
    [right] rechter Kondylus, { $movement }
   *[left] linker Kondylus, { $movement }
    }
diagram-area-within = kleinster Abstand bis { $threshold_mm } mm
paint-order = Wo auf der Bahn der Kontakt (kleinster Abstand bis { $mm } mm) beginnt
paint-from-to-mm = { $from } bis { $to } mm
paint-duration = Anteil der Bahn mit Kontakt (kleinster Abstand bis { $mm } mm)
paint-share = { $from } bis { $to } %
paint-gap = Kleinster Abstand entlang der Bahn, bis { $mm } mm
paint-gap-now = Kleinster Abstand in dieser Lage, bis { $mm } mm
paint-deeper = Durchdringung tiefer als { $mm } mm
paint-deep = Durchdringung { $from } bis { $to } mm
paint-open = Abstand { $from } bis { $to } mm
paint-movement = Kontakt (kleinster Abstand bis { $mm } mm) nach der Seite der Bewegung
paint-settings = Kontakt außerhalb des Bisses über den Bereich der Artikulatoreinstellungen
paint-does-not-depend = mit allen { $n } Einstellungen
paint-compass-unconfirmed = Farben des okklusalen Kompasses: Schwarz, Blau, Grün und Gelb sind üblich und nicht bestätigt.
paint-depends = nur mit manchen Einstellungen
paint-working = Arbeitsseite
paint-balancing = Balanceseite
paint-protrusive = protrusiv oder retrusiv
paint-intercuspal = nur im Biss
paint-recorded = aufgezeichnete Bewegung
paint-upper = Oberkiefer, von unten
paint-lower = Unterkiefer, von oben
paint-front = beide Kiefer, von vorn
report-motion-title = Bewegung
report-motion-movement = Bewegung
report-motion-articulator = Artikulator
report-motion-axis = Scharnierachse
report-motion-guide = Zähne führen
report-motion-recorded = Aufzeichnung
report-motion-both = { $right } rechts, { $left } links
report-motion-pairs = Zahnpaare bis { $mm } mm entlang der Bahn (kleinster Abstand): { $n }
report-motion-teeth = Zähne
report-motion-side = Seite
report-motion-order = Reihenfolge
report-motion-from-mm = von, mm
report-motion-to-mm = bis, mm
report-motion-share = der Bahn
report-motion-deepest-mm = tiefste, mm
report-motion-largest-mm2 = größte, mm²
report-motion-working = Arbeitsseite
report-motion-balancing = Balance
report-motion-protrusive = protrusiv
report-motion-intercuspal = im Biss
report-motion-more = { $n ->
    [one] ein weiteres Paar
   *[other] { $n } weitere Paare
    }
report-motion-kind = { $kind ->
    [opening] Öffnung
    [protrusion] Protrusion
    [retrusion] Retrusion
    [right] Laterotrusion nach rechts
    [left] Laterotrusion nach links
    [right-protrusion] Lateroprotrusion nach rechts
    [left-protrusion] Lateroprotrusion nach links
   *[other] aufgezeichnete Bewegung
    }
report-motion-guided = { $guide ->
    [free] nur von den Kondylen geführt
    [incisal] von Kondylen und Frontzahnteller geführt
    [teeth] von Kondylen und Zähnen geführt
   *[other] wie aufgezeichnet
    }
report-motion-placed = { $by ->
    [average] nach Mittelwerten von den unteren Schneidezähnen aus
    [axis] wie in der Datei des Artikulators
    [points] durch die gewählten Kondylen
    [facebow] nach der Gesichtsbogenübertragung
    [marks] nach den Marken der Aufzeichnung im Scan
   *[other] keine Scans
    }
report-motion-settings = { $plane ->
    [camper] zur Camper-Ebene: Kondylenbahnneigung { $sci }°, Bennett-Winkel { $bennett }°, Immediate Side Shift { $iss } mm; Kondylen { $wide } mm auseinander
    [frankfurt] zur Frankfurter Horizontalen: Kondylenbahnneigung { $sci }°, Bennett-Winkel { $bennett }°, Immediate Side Shift { $iss } mm; Kondylen { $wide } mm auseinander
    [horizontal] zur Patientenhorizontalen: Kondylenbahnneigung { $sci }°, Bennett-Winkel { $bennett }°, Immediate Side Shift { $iss } mm; Kondylen { $wide } mm auseinander
   *[other] zur Okklusionsebene: Kondylenbahnneigung { $sci }°, Bennett-Winkel { $bennett }°, Immediate Side Shift { $iss } mm; Kondylen { $wide } mm auseinander
    }
report-motion-guidance = { $start ->
    [seat] Biss auf den ersten Kontakt gesetzt ({ $deg }° vom Scan); { $holes } Lücken, { $jumps } Sprünge
   *[other] beginnt im gescannten Biss, { $deg }° von jedem Schritt abgezogen; { $holes } Lücken, { $jumps } Sprünge
    }
report-motion-record = { $smoothed ->
    [1] { $format }, { $n } Zeitpunkte; { $residual } mm RMS der Marken; geglättet
   *[other] { $format }, { $n } Zeitpunkte; { $residual } mm RMS der Marken; nicht geglättet
    }
paint-side-of = { $kind ->
    [protrusion] Protrusion
    [retrusion] Retrusion
    [opening] { $side }, Öffnung
    [right] { $side }, nach rechts
    [left] { $side }, nach links
    [right-protrusion] { $side }, nach rechts vorn
   *[other] { $side }, nach links vorn
    }
