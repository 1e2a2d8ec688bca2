# Diagrams of movements, and their page in the report.
diagram-posselt-sagittal = Incisal point, from the patient’s right (Posselt)
diagram-posselt-frontal = Incisal point, from the front (Posselt)
diagram-condyles-sagittal = Condyles, from the patient’s right
diagram-condyles-horizontal = Condyles, from above
diagram-gothic-arch = Incisal point, from above (Gothic arch)
diagram-contact-areas = Contact area along the path
diagram-right = R
diagram-left = L
diagram-front-mm = to the front, mm
diagram-up-mm = upwards, mm
diagram-to-right-mm = to the patient’s right, mm
diagram-to-left-mm = to the patient’s left, mm
diagram-path-mm = path, mm
diagram-area-mm2 = area, upper jaw, mm²
diagram-movement = this movement
diagram-border-opening = opening
diagram-border-protrusion = protrusion
diagram-border-retrusion = retrusion
diagram-border-right = laterotrusion to the right
diagram-border-left = laterotrusion to the left
diagram-border-protrusion-opens = from protrusion to the widest opening
diagram-border-right-opens = from the right to the widest opening
diagram-border-left-opens = from the left to the widest opening
diagram-condyle = { $side ->
    [right] right condyle
   *[left] left condyle
    }
diagram-condyle-through = { $side ->
    [right] right condyle, { $movement }
   *[left] left condyle, { $movement }
    }
diagram-area-within = closest gap up to { $threshold_mm } mm
