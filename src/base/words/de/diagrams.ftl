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
diagram-condyle = { $side ->
    [right] rechter Kondylus
   *[left] linker Kondylus
    }
diagram-condyle-through = { $side ->
    [right] rechter Kondylus, { $movement }
   *[left] linker Kondylus, { $movement }
    }
diagram-area-within = kleinster Abstand bis { $threshold_mm } mm
