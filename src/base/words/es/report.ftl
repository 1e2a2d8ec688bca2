# Headline, pictures in files, the report.

report-report-occlusal-contacts = Contactos oclusales
report-report-en = es
report-report-no-views-arches-was = Sin vistas de las arcadas: no había adaptador gráfico para dibujarlas.
report-report-made = hecho el { $date }
report-report-patient = Paciente
report-report-date-birth = Fecha de nacimiento
report-report-case = Caso
report-report-examiner = Examinador
report-report-closest-gap-distance-nearest = por distancia más corta: la distancia al punto más próximo de la otra arcada
report-report-projected-gap-along-one = por distancia proyectada, en una dirección
report-report-projected-gap-along-directions = por distancia proyectada, en { $n } direcciones, cada una para la superficie que la mira
report-report-both-scans-were-welded = Ambos escaneos se soldaron y cerraron; las caras añadidas para ello no son contacto.
report-report-both-scans-were-welded-2 = Ambos escaneos se soldaron y no se cerraron: donde están abiertos no se conoce dentro y fuera.
report-report-limits-scan-bite-together = Límites. Escaneo y mordida juntos tienen una incertidumbre de 50 a 100 µm, tanto como un umbral habitual: un área a un umbral no es una norma, y mordidas repetidas difieren. Los dientes ceden en sus alvéolos y los escaneos no. Los contactos laterales de una mordida estática son los menos fiables. Solo se muestra geometría: ni cargas ni si un contacto es prematuro puede leerse de ella.
report-report-method-limits = Método y límites
report-report-more-json = {""} Y { $n } más, en el JSON.
report-report-what-was-noted = Lo que se anotó.{ $words }
report-report-page = página { $page } de { $n_pages }
report-report-map-gap-seen-along = Mapa de la distancia, visto en la proyección.
report-report-how-was-measured-positive = Cómo se midió. { $prepared } Las distancias positivas son espacio libre, las negativas interpenetración. Contacto a un umbral es la superficie con una distancia de como máximo eso; tiene una parte interpenetrada y una cercana. Sus áreas se miden { $gap }; son superficie real, cortada dentro de los triángulos. Los contactos de esta página se mantienen unidos a menos de { $zones_mm } mm. { $pictures }
report-report-arches-by-closest = Las arcadas están pintadas { $by_closest }; el mapa muestra escaneos completos en la proyección.
report-report-arches-by-projection = El mapa y las arcadas muestran la distancia en la proyección.
report-report-upper-jaw-below-patients = Maxilar desde abajo.
report-report-lower-jaw-above-patients = Mandíbula desde arriba.

report-headline-to = 0,05 a 0,1
report-headline-overlap-mm = Interpenetración { $depth_mm } mm
report-headline-contact = Contacto
report-headline-apart = Separadas
report-headline-nearest-mm = más cerca { $mm } mm
report-headline-at = en { $upper }–{ $lower }
report-headline-at-2 = en { $one }
report-headline-up-mm-deep = , hasta { $depth_mm } mm de profundidad
report-headline-beyond = por encima del error de escaneo ({ $error })
report-headline-within = dentro del error de escaneo ({ $error })
report-headline-specks = { $n } { $n ->
    [one] punto
   *[other] puntos
    }
report-headline-places = { $n } { $n ->
    [one] lugar
   *[other] lugares
    }
report-headline-not-teeth = fuera de los dientes: { $places }
report-headline-none = ninguno

report-overlay-contact = Contacto
report-overlay-judged = Evaluado
report-overlay-colours = Colores
report-overlay-how-sure-contact-mm = seguridad del contacto ≤ { $threshold_mm } mm, en posiciones cercanas
report-overlay-verdict = Resultado
report-overlay-depth-gap = Profundidad o distancia
report-overlay-interference = Interpenetración
report-overlay-unsolved = Sin resolver
report-overlay-pose-lower-jaw = Posición mandíbula
report-overlay-projection = Proyección
report-overlay-map = Mapa
report-overlay-date = Fecha
report-overlay-program = Programa
report-overlay-colours-closest = distancia más corta en mm, contacto ≤ { $threshold_mm } mm
report-overlay-colours-projected = distancia proyectada en mm, contacto ≤ { $threshold_mm } mm
report-overlay-upper = Sup., distancia { $gap ->
    [closest] más corta
   *[projected] proyectada
    } ≤ { $mm } mm
report-overlay-lower = Inf., distancia { $gap ->
    [closest] más corta
   *[projected] proyectada
    } ≤ { $mm } mm
report-overlay-contacts = Contactos por distancia { $gap ->
    [closest] más corta
   *[projected] proyectada
    }

report-sure-legend-certain = seguro
report-sure-legend-possible = posible
report-sure-legend-unlikely = improbable

report-text-apart = separado
report-text-touching = en contacto
report-text-interfering = interpenetrado
report-text-undecided = indeciso
report-text-deepest-mm-along-projection = como máximo { $depth } mm de profundidad en la proyección
report-text-mm-deep-where-no = { $depth } mm de profundidad donde ningún píxel lo muestra
report-text-smallest-projected-gap-mm = menor distancia proyectada { $gap } mm
report-text-nothing-faces-each-other = nada se enfrenta en el rango
report-text-mm-projected-mm-each = { $area_mm2 } mm² proyectados, { $volume_mm3 } mm³ por el tramo más largo de cada píxel
report-text-mm-penetrating-near = { $area_mm2 } mm² = { $penetrating_mm2 } interpenetrado + { $penetrating_mm2_2 } cercano
report-text-shared-volume-unknown-jaw = volumen compartido desconocido: una arcada está abierta
report-text-mm-shared = { $v } mm³ compartidos
report-text-mm-deep-shortest-way = { $max_depth_mm } mm de profundidad, por el camino más corto; { $volume }
report-text-file-axes = ejes del archivo
report-text-given = dada
report-text-bounding-volumes = según las cajas
report-text-contact-zone = según la zona de contacto
report-text-m-per-pixel-x = { $v_mm } µm por píxel, { $cols } x { $rows }
report-text-pixels-unsolved-overlap = { $unsolved } píxeles sin resolver ({ $share } % de la superposición)

report-uncertainty-gap-mm = ≤ mm
report-uncertainty-upper = sup. de
report-uncertainty-to = a
report-uncertainty-lower = inf. de
report-uncertainty-positions-nearby-were-not = No se probaron posiciones cercanas.
report-uncertainty-contacts-certain-positions-more = Contactos: { $certain } seguros (en el 95 % de las posiciones y más), { $possible } posibles (en el 5 % y más)
report-uncertainty-hardly-ever = , { $n } casi nunca
report-uncertainty-positions-each-shifted-up = { $runs } posiciones, cada una desplazada al azar hasta { $shift_mm } mm y girada hasta { $turn_deg }° en cada eje (semilla { $seed }); intervalos sin el 5 % más bajo y más alto.
report-uncertainty-how-sure-area-closest = Seguridad: lo mismo en posiciones cercanas, mm²

report-contacts-contacts-within-mm-gap = Contactos a menos de { $threshold_mm } mm, distancia { $gap ->
    [closest] más corta
   *[projected] proyectada
    }
report-contacts-no = n.º
report-contacts-teeth = dientes
report-contacts-upper-mm = sup. mm²
report-contacts-lower-mm = inf. mm²
report-contacts-penetr-mm = dentro mm²
report-contacts-least-gap-mm = dist. mm
report-contacts-there = está
report-contacts-not-known-these-figures = No se conoce de estos valores.
report-contacts-smaller-ones-mm-upper = y { $most_zones } menores, { $rest } mm² del maxilar en total
report-contacts-certain = seguro
report-contacts-contacts = contactos
report-contacts-pairs-teeth = Pares de dientes
report-contacts-teeth-not-known = Los dientes no se conocen.
report-contacts-smaller-ones-mm-together = y { $most_pairs } menores, { $rest } mm² en total
report-contacts-mm-not-between-two = { $rest } mm² no entre dos dientes numerados
report-contacts-right = derecha
report-contacts-left = izquierda
report-contacts-front = anterior
report-contacts-back = posterior
report-contacts-how-many-positions-nearby = «Está»: en cuántas de las posiciones cercanas; seguro es el 95 % y más.
report-contacts-less-than-contact-lies = ~: menos del 80 % del contacto está entre estos dos dientes.
report-contacts-parts-contacts-lie-mostly = +: partes de contactos que están sobre todo entre otros dientes.
report-contacts-number-not-sure = ?: un número que no es seguro.
report-contacts-areas-pairs-sides-mean = Las áreas de pares y lados son la media de ambas arcadas; cada par tiene su parte de un contacto que abarca varios. Derecha e izquierda son las del paciente; anterior: incisivos y caninos.
report-contacts-mm2 = mm²

report-curve-contact-area-against-threshold = Área de contacto según el umbral, distancia { $contact_gap ->
    [closest] más corta
   *[projected] proyectada
    }
report-curve-not-known-these-figures = No se conoce de estos valores.
report-curve-threshold-m-foils-papers = umbral en µm (láminas y papeles en uso; el eje se estira donde son finos)
report-curve-upper-jaw = maxilar
report-curve-lower-jaw = mandíbula

report-figures-not-known = no se conoce
report-figures-judged = Evaluado
report-figures-deepest-place = Punto más profundo
report-figures-smallest-gap-contact = Menor distancia en contacto
report-figures-shared-volume = Volumen compartido
report-figures-contacts = Contactos
report-figures-not-teeth = Fuera de los dientes
report-figures-nothing = nada
report-figures-whole-scans-map = escaneos completos, por el mapa
report-figures-gap-mm = ≤ mm
report-figures-upper = sup.
report-figures-penetr = dentro
report-figures-lower = inf.
report-figures-more-thresholds-json = y { $left_out } umbrales más, en el JSON
report-figures-where-figures-come = De dónde vienen los valores
report-figures-json-this-analysis-scans = Con el JSON de este análisis y los escaneos, «occluscope verify» recalcula cada valor.
report-figures-pose-lower-jaw = Posición mandíbula
report-figures-given = dada
report-figures-bounding-volumes = según las cajas
report-figures-contact-zone = según la zona de contacto
report-figures-projection = Proyección
report-figures-all = { $dx } { $dy } { $dz } ({ $chosen }), { $patches } en total
report-figures-map = Mapa
report-figures-x-pixels-m = { $cols } x { $rows } píxeles de { $v_mm } µm
report-figures-upper-scan = Escaneo superior
report-figures-lower-scan = Escaneo inferior
report-figures-triangles-blake = { $triangles } triángulos, BLAKE3 { $blake3 }
report-figures-teeth = Dientes
report-figures-no-pixel-unsolved = ningún píxel sin resolver
report-figures-pixels-unsolved = { $n } de { $overlap } píxeles sin resolver
report-figures-engine = Motor
report-figures-on = { $engine } en { $adapter }, { $unsolved }
report-figures-processor = el procesador
report-figures-contact-area-gap-mm = Contacto (distancia { $contact_gap ->
    [closest] más corta
   *[projected] proyectada
    }), mm², de ello dentro

report-legend-closest = Distancia más corta en mm (en el mapa, en la proyección)
report-legend-projected = Distancia proyectada en mm
report-legend-note = { $gap }; contacto hasta { $threshold_mm } mm, mostrada hasta { $range_mm } mm. La línea es el borde del contacto.

report-disclaimer = No es un producto sanitario. Solo geometría, hasta donde son fiables los escaneos y la mordida.

report-trimmed = recortado: { $mm2 } mm²
report-trimmed-of-jaw = { $mm2 } mm² { $side ->
    [upper] arriba
   *[lower] abajo
    }

report-teeth-found = { $side ->
    [upper] sup.
   *[lower] inf.
    } { $n }{ $from ->
    [labels] {" por etiquetas"}
    [shape] {" por la forma"}
   *[none] {""}
    }
report-teeth-not-sure = , { $n } dudosos
report-teeth-right = derecha
report-teeth-left = izquierda
report-teeth-front = anterior
report-teeth-back = posterior
report-teeth-sides = lados
report-teeth-front-and-back = anterior y posterior
report-teeth-no-number = ; { $mm2 } mm² en ningún diente numerado
report-teeth-contacts = { $n } { $n ->
    [one] contacto
   *[other] contactos
    }
report-teeth-no-contact = sin contacto
report-teeth-parts-alone = { $n ->
    [one] parte de un contacto
   *[other] partes de { $n } contactos
    }
report-teeth-whole-and-parts = { $whole } y { $n ->
    [one] una parte de otro
   *[other] partes de { $n } otros
    }
report-teeth-deepest = como máximo { $mm } mm de profundidad
report-teeth-smallest-gap = menor distancia { $mm } mm

scope-teeth = dientes
scope-whole-scans = escaneos completos

map-upper-only = solo maxilar
map-lower-only = solo mandíbula
map-clear-beyond = libre más allá del rango
map-border = borde del contacto
map-unsolved = sin resolver

report-notes-more = Y más, en el caso.
report-compare-title = Mordidas comparadas
report-compare-of = { $n } mordidas; contacto hasta { $mm } mm según la distancia más corta; áreas en mm², media de ambos maxilares
report-compare-area = área mm²
report-compare-inside = dentro mm²
report-compare-depth = profundidad mm
report-compare-difference = cambio mm²
report-compare-base = referencia
report-compare-changed = cambiado: { $n }
report-compare-changed-whole = cambiado en conjunto
report-compare-possible = quizá: { $n }
report-compare-same = en la dispersión
report-compare-spread = Dispersión de { $names }: desviaciones típicas a la derecha { $right }, adelante { $front }, arriba { $up } mm; alrededor de ellas { $pitch }, { $roll }, { $yaw }°; como máximo { $mm } mm de separación en los dientes.
report-compare-repeats = Cambio mínimo detectable del conjunto (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm² al considerar todos los pares juntos (SDC95*), de repeticiones con { $n } grados de libertad.
report-compare-published = Cambio mínimo detectable del conjunto (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm² al considerar todos los pares juntos (SDC95*). Ninguna mordida se repitió: en su lugar hay posiciones hasta { $mm } mm y { $deg }°, como está publicado.
report-compare-pairs = Pares de dientes: { $n }
report-compare-there = presente
report-compare-marks = + más, − menos contacto que en la referencia, más allá del cambio mínimo detectable (SDC95) del par; ++ y −− también más allá del que vale al considerar todos los pares juntos (SDC95*). Uno de cada 20 pares lo supera por azar. s: desviación típica de las repeticiones.
snapshot-pin = Nota { $n }
snapshot-movement = Movimiento
