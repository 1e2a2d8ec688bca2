# Diagramas de movimientos y su página en el informe.
diagram-posselt-sagittal = Punto incisivo, desde la derecha del paciente (Posselt)
diagram-posselt-frontal = Punto incisivo, de frente (Posselt)
diagram-condyles-sagittal = Cóndilos, desde la derecha del paciente
diagram-condyles-horizontal = Cóndilos, desde arriba
diagram-gothic-arch = Punto incisivo, desde arriba (arco gótico)
diagram-contact-areas = Área de contacto a lo largo del trayecto
diagram-right = D
diagram-left = I
diagram-front-mm = hacia delante, mm
diagram-up-mm = hacia arriba, mm
diagram-to-right-mm = hacia la derecha del paciente, mm
diagram-to-left-mm = hacia la izquierda del paciente, mm
diagram-path-mm = trayecto, mm
diagram-area-mm2 = área, maxilar, mm²
diagram-movement = este movimiento
diagram-border-opening = apertura
diagram-border-protrusion = protrusión
diagram-border-retrusion = retrusión
diagram-border-right = laterotrusión derecha
diagram-border-left = laterotrusión izquierda
diagram-border-protrusion-opens = de la protrusión a la apertura máxima
diagram-border-right-opens = de la derecha a la apertura máxima
diagram-border-left-opens = de la izquierda a la apertura máxima
diagram-condyle = { $side ->
    [right] cóndilo derecho
   *[left] cóndilo izquierdo
    }
diagram-condyle-through = { $side ->
    [right] cóndilo derecho, { $movement }
   *[left] cóndilo izquierdo, { $movement }
    }
diagram-area-within = distancia más próxima hasta { $threshold_mm } mm
