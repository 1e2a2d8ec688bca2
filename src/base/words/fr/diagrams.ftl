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
diagram-time-s = temps, s
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
diagram-borders-by-condyles = mouvements limites (fins) par les condyles seuls
diagram-borders-by-table = mouvements limites (fins) par la table incisive
diagram-borders-by-teeth = mouvements limites (fins) par les dents : aussi ouverts qu’elles tiennent la mâchoire
diagram-condyle = { $side ->
    [right] condyle droit
   *[left] condyle gauche
    }
diagram-condyle-through = { $side ->
    [right] condyle droit, { $movement }
   *[left] condyle gauche, { $movement }
    }
diagram-area-within = distance la plus proche jusqu’à { $threshold_mm } mm
paint-order = Où le contact (distance la plus proche jusqu’à { $mm } mm) commence sur le trajet
paint-from-to-mm = { $from } à { $to } mm
paint-duration = Part du trajet en contact (distance la plus proche jusqu’à { $mm } mm)
paint-share = { $from } à { $to } %
paint-gap = Plus petite distance le long du trajet, jusqu’à { $mm } mm
paint-gap-now = Distance la plus proche dans cette position, jusqu’à { $mm } mm
paint-deeper = interpénétration au-delà de { $mm } mm
paint-deep = interpénétration { $from } à { $to } mm
paint-open = distance { $from } à { $to } mm
paint-movement = Contact (distance la plus proche jusqu’à { $mm } mm) selon le côté du mouvement
paint-settings = Contact hors du mordu sur la plage de réglages de l’articulateur
paint-does-not-depend = avec les { $n } réglages
paint-compass-unconfirmed = Couleurs de la boussole occlusale : noir, bleu, vert et jaune sont usuels et non confirmés.
paint-depends = avec certains réglages seulement
paint-working = côté travaillant
paint-balancing = côté non travaillant
paint-protrusive = en propulsion ou en rétrusion
paint-intercuspal = dans le mordu seulement
paint-recorded = mouvement enregistré
paint-upper = maxillaire, vu d’en bas
paint-lower = mandibule, vue d’en haut
paint-front = les deux mâchoires, de face
report-motion-title = Mouvement
report-motion-movement = mouvement
report-motion-articulator = articulateur
report-motion-axis = axe charnière
report-motion-guide = guidage dentaire
report-motion-recorded = enregistrement
report-motion-both = { $right } à droite, { $left } à gauche
report-motion-pairs = Paires de dents jusqu’à { $mm } mm le long du trajet (distance la plus proche) : { $n }
report-motion-teeth = dents
report-motion-side = côté
report-motion-order = ordre
report-motion-from-mm = de, mm
report-motion-to-mm = à, mm
report-motion-share = du trajet
report-motion-deepest-mm = maximum, mm
report-motion-largest-mm2 = plus grande, mm²
report-motion-working = travaillant
report-motion-balancing = non travaillant
report-motion-protrusive = en propulsion
report-motion-intercuspal = dans le mordu
report-motion-more = { $n ->
    [one] une autre paire
   *[other] { $n } autres paires
    }
report-motion-kind = { $kind ->
    [opening] ouverture
    [protrusion] propulsion
    [retrusion] rétrusion
    [right] latérotrusion droite
    [left] latérotrusion gauche
    [right-protrusion] latéropropulsion droite
    [left-protrusion] latéropropulsion gauche
   *[other] mouvement enregistré
    }
report-motion-guided = { $guide ->
    [free] guidé par les seuls condyles
    [incisal] guidé par les condyles et la table incisive
    [teeth] guidé par les condyles et les dents
   *[other] tel qu’enregistré
    }
report-motion-placed = { $by ->
    [average] placé selon des moyennes depuis les incisives inférieures
    [axis] selon le fichier de l’articulateur
    [points] par les condyles choisis
    [facebow] selon l’arc facial
    [marks] selon les repères de l’enregistrement
   *[other] pas de scans
    }
report-motion-settings = { $plane ->
    [camper] par rapport au plan de Camper: pente condylienne { $sci }°, angle de Bennett { $bennett }°, déplacement latéral immédiat { $iss } mm ; condyles distants de { $wide } mm
    [frankfurt] par rapport au plan de Francfort: pente condylienne { $sci }°, angle de Bennett { $bennett }°, déplacement latéral immédiat { $iss } mm ; condyles distants de { $wide } mm
    [horizontal] par rapport à l’horizontale du patient: pente condylienne { $sci }°, angle de Bennett { $bennett }°, déplacement latéral immédiat { $iss } mm ; condyles distants de { $wide } mm
   *[other] par rapport au plan d’occlusion: pente condylienne { $sci }°, angle de Bennett { $bennett }°, déplacement latéral immédiat { $iss } mm ; condyles distants de { $wide } mm
    }
report-motion-guidance = { $start ->
    [seat] mordu posé sur son premier contact ({ $deg }° depuis le scan); { $holes } trous, { $jumps } sauts
   *[other] commence dans le mordu scanné, { $deg }° ôtés à chaque pas; { $holes } trous, { $jumps } sauts
    }
report-motion-record = { $smoothed ->
    [1] { $format }, { $n } instants ; { $residual } mm RMS des repères ; lissé
   *[other] { $format }, { $n } instants ; { $residual } mm RMS des repères ; non lissé
    }
paint-side-of = { $kind ->
    [protrusion] propulsion
    [retrusion] rétrusion
    [opening] { $side }, ouverture
    [right] { $side }, à droite
    [left] { $side }, à gauche
    [right-protrusion] { $side }, à droite et en avant
   *[other] { $side }, à gauche et en avant
    }
