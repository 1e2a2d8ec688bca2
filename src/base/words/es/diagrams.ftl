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
diagram-time-s = tiempo, s
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
diagram-borders-by-condyles = movimientos límite (finos) por los cóndilos solos
diagram-borders-by-table = movimientos límite (finos) por la mesa incisal
diagram-borders-by-teeth = movimientos límite (finos) por los dientes: tan abiertos como ellos sostienen la mandíbula
diagram-condyle = { $side ->
    [right] cóndilo derecho
   *[left] cóndilo izquierdo
    }
diagram-condyle-through = { $side ->
    [right] cóndilo derecho, { $movement }
   *[left] cóndilo izquierdo, { $movement }
    }
diagram-area-within = distancia más próxima hasta { $threshold_mm } mm
paint-order = Dónde empieza el contacto (distancia más próxima hasta { $mm } mm) en el trayecto
paint-from-to-mm = { $from } a { $to } mm
paint-duration = Parte del trayecto en contacto (distancia más próxima hasta { $mm } mm)
paint-share = { $from } a { $to } %
paint-gap = Distancia más pequeña a lo largo del trayecto, hasta { $mm } mm
paint-gap-now = Distancia más próxima en esta posición, hasta { $mm } mm
paint-deeper = interpenetración de más de { $mm } mm
paint-deep = interpenetración { $from } a { $to } mm
paint-open = distancia { $from } a { $to } mm
paint-movement = Contacto (distancia más próxima hasta { $mm } mm) según el lado del movimiento
paint-settings = Contacto fuera de la mordida en el rango de ajustes del articulador
paint-does-not-depend = con los { $n } ajustes
paint-compass-unconfirmed = Colores de la brújula oclusal: negro, azul, verde y amarillo son habituales y no confirmados.
paint-depends = solo con algunos ajustes
paint-working = lado de trabajo
paint-balancing = lado de balance
paint-protrusive = protrusivo o retrusivo
paint-intercuspal = solo en la mordida
paint-recorded = movimiento registrado
paint-upper = maxilar, desde abajo
paint-lower = mandíbula, desde arriba
paint-front = ambos maxilares, de frente
report-motion-title = Movimiento
report-motion-movement = movimiento
report-motion-articulator = articulador
report-motion-axis = eje de bisagra
report-motion-guide = guía dentaria
report-motion-recorded = registro
report-motion-both = { $right } derecha, { $left } izquierda
report-motion-pairs = Pares de dientes hasta { $mm } mm a lo largo del trayecto (distancia más próxima): { $n }
report-motion-teeth = dientes
report-motion-side = lado
report-motion-order = orden
report-motion-from-mm = desde, mm
report-motion-to-mm = hasta, mm
report-motion-share = del trayecto
report-motion-deepest-mm = máxima, mm
report-motion-largest-mm2 = mayor, mm²
report-motion-working = trabajo
report-motion-balancing = balance
report-motion-protrusive = protrusivo
report-motion-intercuspal = en la mordida
report-motion-more = { $n ->
    [one] un par más
   *[other] { $n } pares más
    }
report-motion-kind = { $kind ->
    [opening] apertura
    [protrusion] protrusión
    [retrusion] retrusión
    [right] laterotrusión derecha
    [left] laterotrusión izquierda
    [right-protrusion] lateroprotrusión derecha
    [left-protrusion] lateroprotrusión izquierda
   *[other] movimiento registrado
    }
report-motion-guided = { $guide ->
    [free] guiado solo por los cóndilos
    [incisal] guiado por los cóndilos y la mesa incisal
    [teeth] guiado por los cóndilos y los dientes
   *[other] como se registró
    }
report-motion-placed = { $by ->
    [average] situado por promedios desde los incisivos inferiores
    [axis] según el archivo del articulador
    [points] por los cóndilos elegidos
    [facebow] según el arco facial
    [marks] según las marcas del registro
   *[other] sin escaneos
    }
report-motion-settings = { $plane ->
    [camper] respecto al plano de Camper: inclinación condílea { $sci }°, ángulo de Bennett { $bennett }°, desplazamiento lateral inmediato { $iss } mm; cóndilos a { $wide } mm
    [frankfurt] respecto al plano de Fráncfort: inclinación condílea { $sci }°, ángulo de Bennett { $bennett }°, desplazamiento lateral inmediato { $iss } mm; cóndilos a { $wide } mm
    [horizontal] respecto a la horizontal del paciente: inclinación condílea { $sci }°, ángulo de Bennett { $bennett }°, desplazamiento lateral inmediato { $iss } mm; cóndilos a { $wide } mm
   *[other] respecto al plano oclusal: inclinación condílea { $sci }°, ángulo de Bennett { $bennett }°, desplazamiento lateral inmediato { $iss } mm; cóndilos a { $wide } mm
    }
report-motion-guidance = { $start ->
    [seat] mordida asentada en su primer contacto ({ $deg }° desde el escaneo); { $holes } huecos, { $jumps } saltos
   *[other] empieza en la mordida escaneada, { $deg }° restados en cada paso; { $holes } huecos, { $jumps } saltos
    }
report-motion-record = { $smoothed ->
    [1] { $format }, { $n } instantes; { $residual } mm RMS de las marcas; suavizado
   *[other] { $format }, { $n } instantes; { $residual } mm RMS de las marcas; sin suavizar
    }
paint-side-of = { $kind ->
    [protrusion] protrusión
    [retrusion] retrusión
    [opening] { $side }, apertura
    [right] { $side }, a la derecha
    [left] { $side }, a la izquierda
    [right-protrusion] { $side }, a la derecha y adelante
   *[other] { $side }, a la izquierda y adelante
    }
