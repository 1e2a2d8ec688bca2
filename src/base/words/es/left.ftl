# The column on the left.

case-case = CASO
case-swap-upper-lower = Intercambiar arriba y abajo
case-other-scan-upper-jaw = El otro escaneo es el maxilar. Nada se mueve; la mandíbula es la que sigue a la mano.
case-upper-jaw = Maxilar
case-lower-jaw = Mandíbula
case-opacity = Opacidad
case-triangles-scan = { $n_scanned } triángulos del escaneo
case-vertices = { $positions } vértices
case-closed = cerrado
case-open = abierto
case-triangles = { $n_scanned } triángulos, { $state }{ $notes }
case-nothing-was-repaired = No se reparó nada.
case-triangles-read = triángulos leídos
case-vertices-welded = vértices soldados
case-degenerate-triangles-dropped = triángulos degenerados quitados
case-duplicate-triangles-dropped = triángulos duplicados quitados
case-parts = partes
case-stray-parts-dropped = partes sueltas quitadas
case-triangles-turned-round = triángulos volteados
case-non-manifold-edges = aristas no-variedad
case-open-edges-file = aristas abiertas del archivo
case-holes-filled = agujeros rellenados
case-rims-extended-base = bordes prolongados a una base
case-triangles-added-never-contact = triángulos añadidos (nunca contacto)
case-hide = Ocultar { $side ->
    [upper] el maxilar
   *[lower] la mandíbula
    } ({ $key })
case-show = Mostrar { $side ->
    [upper] el maxilar
   *[lower] la mandíbula
    } ({ $key })
case-notes = , { $n } { $n ->
    [one] nota
   *[other] notas
    }

position-right = derecha
position-towards-patients-right-mm = Hacia la derecha del paciente, mm
position-front = frente
position-towards-front-mm = Hacia el frente, mm
position-up = arriba
position-along-occlusal-normal-towards = A lo largo de la normal oclusal hacia el maxilar, mm
position-pitch = cabeceo
position-turn-about-axis-left = Giro sobre el eje de izquierda a derecha: positivo levanta el frente, grados
position-roll = alabeo
position-turn-about-axis-back = Giro sobre el eje de atrás hacia delante, grados
position-yaw = guiñada
position-turn-about-occlusal-normal = Giro sobre la normal oclusal, grados
position-position-lower-jaw = POSICIÓN DE LA MANDÍBULA
position-degrees = grados
position-where-scans-were-taken = { $hint }, desde la posición de los escaneos. Arrastrar, o hacer clic y escribir.
position-position-typed = Posición escrita
position-incisors-scanned = Incisivos como se escanearon
position-opened-incisors-mm = Apertura incisal { $mm } mm
position-closed-incisors-mm = Incisivos cerrados { $mm } mm
position-how-far-lower-incisal = Cuánto queda el borde incisal inferior por debajo de donde se escaneó, a lo largo de la normal oclusal.
position-along-patients-directions-coordinates = Según las direcciones del paciente. En las coordenadas del escaneo superior, mm y grados, como los toma la línea de órdenes:{"\u000A"}--pose { $pose }
position-about-hinge-axis-estimated = alrededor del eje de bisagra estimado según la anatomía media (Bonwill 100 mm, Balkwill 22°), 0,2° por paso
position-along-occlusal-normal-mm = a lo largo de la normal oclusal, 0,1 mm por paso (Alt + rueda)
position-shift-ten-times-finer = Mayús: diez veces más fino.
position-open-bite = Abrir mordida
position-open-o = Abrir { $hinge } (O). { $fine }
position-close-bite = Cerrar mordida
position-close-c = Cerrar { $hinge } (C). { $fine }
position-move-up = Subir
position-raise-lower-jaw = Subir la mandíbula { $raise }. { $fine }
position-move-down = Bajar
position-lower = Bajarla { $raise }. { $fine }
position-reset-position = Restablecer
position-back-where-scans-were = Volver a la posición de los escaneos (Inicio)
position-close-along-occlusal-normal = Cerrar a lo largo de la normal oclusal hasta el primer contacto, o abrir hasta quedar libres (F). Un solo paso para deshacer.
position-first-contact = Primer contacto
position-now = {""} Ahora: { $stage }.
position-give-up-search-first = Abandonar la búsqueda del primer contacto; nada se mueve (cualquier tecla).{ $now }
position-cancel = Cancelar

directions-front-up-hinge-axis = Frente, arriba y eje de bisagra
directions-where-patients-front-up = Dónde están el frente y el arriba del paciente, estimados por las arcadas. Las vistas estándar, los números de la posición, abrir y cerrar se guían por ello.
directions-what-i-see-now = Lo que veo ahora es la vista
directions-turn-jaws-until-they = Gire las arcadas hasta verlas como una de estas vistas debe mostrarlas y diga cuál.
directions-front = frente
directions-right = der.
directions-left = izq.
directions-upper = arriba
directions-lower = abajo
directions-takes-up-front-picture = Toma arriba y frente de la imagen: vista { $label }
directions-turn-left = 90° a la izquierda
directions-front-where-patients-left = El frente está donde se suponía la izquierda del paciente
directions-turn-right = 90° a la derecha
directions-front-where-patients-right = El frente está donde se suponía la derecha del paciente
directions-upside-down = Invertir
directions-up-down-right-left = Arriba es abajo; derecha e izquierda cambian también
directions-estimate-again = Estimar de nuevo
directions-scans-position-they-have = Según los escaneos en su posición actual: llévelos antes a oclusión
directions-side-bonwills-triangle-condyle = Lado del triángulo de Bonwill: de cóndilo a cóndilo y de cada uno a los incisivos inferiores
directions-balkwills-angle-between-occlusal = Ángulo de Balkwill: entre el plano oclusal y el plano de los incisivos inferiores a los cóndilos
directions-bonwill = Bonwill
directions-balkwill = Balkwill
directions-hinge-axis = Eje de bisagra

projection-projection-map = Proyección del mapa
projection-gap-measured-along-this = La distancia se mide en esta dirección. Por sí sola sigue al contacto: la normal media de las superficies a un máximo de 0,3 mm entre sí, elegida de nuevo cuando la mandíbula reposa, y al arrastrar cuando el contacto mira desde hace un rato a más de 14° de diferencia.
projection-chosen = Elegida
projection-no-map-too-far = sin mapa: demasiado lejos
projection-nothing-within-range = No hay nada en el rango.
projection-hand-locked = a mano, bloqueada
projection-contact = según el contacto
projection-jaws-boxes = según las cajas
projection-too-little-contact-go = Hay muy poco contacto para guiarse: la dan las cajas alrededor de ambas arcadas.
projection-mean-normal-surfaces-map = Normal media de las superficies que el mapa halló en la zona de contacto, según su área.
projection-direction-upper-scans-coordinates = { $why }{"\u000A"}Dirección en las coordenadas del escaneo superior: { $x }; { $y }; { $z }
projection-pixel = Píxel
projection-across-projection-tilted-surface = De través a la proyección; en una superficie inclinada un píxel es tanto más largo como se sobrestima la distancia.
projection-contact-tilted = Contacto inclinado
projection-mean = { $tilt_deg }° de media
projection-mean-cosine-between-direction = Coseno medio { $cosine } entre la dirección y las superficies a un máximo de 0,3 mm: 1 sería verlas todas de frente. La distancia en la proyección es unas 1 / coseno veces la más corta.
projection-contact-zone = Zona de contacto
projection-pixels = { $share } % de los píxeles
projection-pixels-both-jaws-cover = { $pixels } de { $overlap } píxeles que cubren ambas arcadas tienen una distancia máxima de 0,3 mm.
projection-lock = Bloquear
projection-follow-contact = Seguir
projection-keeps-this-direction-whatever = Mantiene esta dirección aunque algo se mueva, para comparar mapas de varias posiciones
projection-direction-chosen-contact-again = La dirección se elige de nuevo según el contacto
projection-this-view = Vista actual
projection-map-drawn-along-line = El mapa se dibuja en la línea de visión de la imagen, y queda bloqueado

picture-picture = IMAGEN
picture-colours = Colores
picture-colours-gap-legend-picture = Colores de la distancia; la leyenda de la imagen tiene los números
picture-range = Rango
picture-clearance-painted-all-depth = Espacio libre que llega a pintarse; la profundidad nunca se limita
picture-lines-equal-gap-teeth = Líneas de igual distancia en los dientes, además de las de 0 y del umbral
picture-iso-lines = Isolíneas
picture-off = no
picture-every-m = cada { $mm } µm
picture-paint = Pintar
picture-paint-gap-teeth = Pintar la distancia en los dientes
picture-x-ray = Rayos X
picture-both-jaws-translucent-x = Ambas arcadas translúcidas (X)
picture-show-base-filled-holes = Mostrar la base y los agujeros rellenados que se añadieron al cerrar escaneos abiertos; nunca son contacto
picture-base = Base
picture-compute-figures-exactly-triangle = Calcular los valores exactamente, triángulo a triángulo, cuando la mano reposa, y mostrarlos junto a los en vivo; y las áreas de contacto y la pintura de varias vistas. Se recuerda; deshacer no lo toca.
picture-exact-figures-rest = Valores exactos en reposo

teeth-numbers-teeth-fdi-labels = Números de los dientes (FDI), de etiquetas junto a los escaneos o de la forma de las arcadas. «?»: no seguro. El número del diente bajo el cursor está junto a su distancia.
teeth-teeth = DIENTES
teeth-looking-teeth = Buscando los dientes
teeth-none-told-apart = Ninguno distinguido
teeth-numbers-stand-beside-teeth = Los números están junto a los dientes en las imágenes (Mayús + N).
teeth-numbers-pictures = Números en las imágenes
teeth-upper = sup.
teeth-lower = inf.
teeth-click-tooth-opens-field = Un clic en un diente abre un campo para su número: Intro lo fija, Esc lo deja como estaba. Deshacer lo revierte.
teeth-name-click = Nombrar
teeth-labels = , por etiquetas
teeth-shape = , por la forma
teeth-not-sure = , { $n_unsure } dudosos
teeth-hand = , { $n_hand } a mano
teeth-tooth = Diente
teeth-fdi-number-two-digits = Número FDI, dos cifras; vacío: sin número. Intro lo fija, Esc lo deja.

changes-last-changes = ÚLTIMOS CAMBIOS
changes-none-yet = Ninguno todavía

trim-leaves-surface-out-every = Deja superficie fuera de todos los valores: colgajos de tejido, un retractor, la lengua. Sigue en la imagen, rayada, y en el caso; deshacer lo revierte (T).
trim-trim = recortar…
trim-surface-was-left-out = Superficie dejada fuera a mano. No está en ningún valor por distancia más corta; lo más próximo a ella no tiene nada enfrente.
trim-trimmed = Recortado: { $words }
trim-trim-2 = RECORTAR
trim-strokes-bring-back-what = Los trazos recuperan lo recortado. Alt lo hace para un trazo, y viceversa.
trim-bring-back = Recuperar
trim-bring-all-back = Recuperar todo
trim-writes-what-trimmed-file = Escribe lo recortado en un archivo entre sus imágenes, para «occluscope analyze --trim ARCHIVO». El caso lo conserva por sí mismo.
trim-save-trim = A un archivo
trim-done = Listo
trim-esc = Esc
trim-nothing = nada
trim-surfaces-being-made-ready = Preparando las superficies…
trim-drag-over-surface-alt = Arrastre sobre la superficie. Alt: recuperar.  Ctrl + arrastrar: girar la vista.  Esc: listo.
trim-draw-round-what-you = Rodee lo que ve. Alt: recuperar.  Ctrl + arrastrar: girar la vista.  Esc: listo.
trim-brush = Pincel
trim-covers-surface-about-cursor = Cubre la superficie alrededor del cursor, mientras sea continua dentro del radio
trim-lasso = Lazo
trim-covers-what-seen-inside = Cubre lo que se ve dentro de una línea, de ambas arcadas; nada de lo que hay detrás
trim-radius-brush = Radio del pincel
