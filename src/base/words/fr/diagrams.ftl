# Diagrammes des mouvements, et leur page dans le rapport.
diagram-posselt-sagittal = Point incisif, vu de la droite du patient (Posselt)
diagram-posselt-frontal = Point incisif, vu de face (Posselt)
diagram-condyles-sagittal = Condyles, vus de la droite du patient
diagram-condyles-horizontal = Condyles, vus d’en haut
diagram-gothic-arch = Point incisif, vu d’en haut (arc gothique)
diagram-contact-areas = Aire de contact le long du trajet
diagram-right = D
diagram-left = G
diagram-front-mm = vers l’avant, mm
diagram-up-mm = vers le haut, mm
diagram-to-right-mm = vers la droite du patient, mm
diagram-to-left-mm = vers la gauche du patient, mm
diagram-path-mm = trajet, mm
diagram-area-mm2 = aire, maxillaire, mm²
diagram-movement = ce mouvement
diagram-border-opening = ouverture
diagram-border-protrusion = propulsion
diagram-border-retrusion = rétrusion
diagram-border-right = latérotrusion droite
diagram-border-left = latérotrusion gauche
diagram-border-protrusion-opens = de la propulsion à l’ouverture maximale
diagram-border-right-opens = de la droite à l’ouverture maximale
diagram-border-left-opens = de la gauche à l’ouverture maximale
diagram-condyle = { $side ->
    [right] condyle droit
   *[left] condyle gauche
    }
diagram-condyle-through = { $side ->
    [right] condyle droit, { $movement }
   *[left] condyle gauche, { $movement }
    }
diagram-area-within = distance la plus proche jusqu’à { $threshold_mm } mm
