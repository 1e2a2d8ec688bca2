# Messages, what is under way.

messages-close = Cerrar
messages-please-check = Compruebe
messages-leave = Dejarlo como está
messages-millimetres = Milímetros
messages-metres = Metros
messages-inches = Pulgadas
messages-read = { $label } (como se leyó)
messages-unit-chosen = Los dos escaneos se leen en esta unidad. Escaneos en dos unidades deben exportarse en una sola.
messages-right-so = Es correcto
messages-swap-upper-lower = Intercambiar arriba y abajo
messages-figures-beside = , con sus valores ({ $json }) al lado
messages-saved = { $what ->
    [report] Informe guardado
    [snapshot] Imagen guardada
    [page] Página guardada
    [model] Modelo guardado
    [section] Corte guardado
    [movement] Movimiento guardado
    [articulator] Articulador guardado
    [comparison] Comparación guardada
   *[trim] Superficie recortada guardada
    }: { $file }{ $beside }.
messages-show-folder = Mostrar en carpeta

file-opening-was-cancelled = Se canceló la apertura.
file-waits = { $what ->
    [report] El informe
    [page] La página
   *[model] El modelo
    } espera a que se prueben las posiciones cercanas.
file-moved-on = { $what ->
    [report] El informe
    [page] La página
   *[model] El modelo
    } no se hizo: la mandíbula se movió mientras esperaba. Vuelva a pedirlo.
file-go-to = Las imágenes y los informes van a { $folder }.

first-contact-case-has-no-occlusal = El caso no tiene normal oclusal: fije antes el frente y el arriba a mano.
first-contact-search-first-contact-was = Se abandonó la búsqueda del primer contacto: no se movió nada.
first-contact-there = Los maxilares están ya en su primer contacto{ $place }{ $doubt }: no se movió nada.
first-contact-closed = Cerrado { $mm } mm hasta el primer contacto{ $place }, error de { $error } mm como máximo.
first-contact-opened = Abierto { $mm } mm hasta el primer contacto{ $place }, error de { $error } mm como máximo.
first-contact-gave-up-closing = Se abandonó la búsqueda: nada se toca en { $mm } mm de cierre; no se movió nada.
first-contact-gave-up-opening = Se abandonó la búsqueda: no quedan libres antes de { $mm } mm de apertura; no se movió nada.
first-contact-none = No se tocan en { $mm } mm: no se movió nada.
first-contact-not-free = No quedan libres en { $mm } mm: no se movió nada.
first-contact-between = {" "}entre { $upper } y { $lower }
first-contact-at = {" "}en { $tooth }
first-contact-added-face = {" "}(en una cara que el cierre añadió, no en el escaneo)
first-contact-not-proven = {" "}(no se excluye uno anterior)

opening-snapshots-position-settings-view = La posición, los ajustes y la vista de la imagen han vuelto.
opening-sample-case-shown-instead = Se muestra en su lugar el caso de ejemplo.
opening-open-case-was = El caso abierto está como estaba.
opening-scans-were-found-others = Los escaneos hallados no son los de la imagen: su posición no se recupera.
opening-case-was-saved-itself = El caso está como se guardó por sí mismo; aún no está en ningún archivo suyo (Ctrl + S).
opening-case-recovered = el caso que se recupera
opening-sample-case = el caso de ejemplo
opening-names-do-not-say = Los nombres no dicen qué arcada es cuál: { $upper } se tomó como maxilar, { $lower } como mandíbula.

plan-case-file-holds-both = Un archivo de caso ya contiene ambos escaneos; ábralo solo.
plan-no-file-was-given = No se dio ningún archivo; hacen falta dos escaneos, maxilar y mandíbula.
plan-files-were-given-drop = Se dieron { $paths } archivos; suelte los dos escaneos de un caso.

program-figures-clipboard = Los valores están en el portapapeles.
program-fault = un fallo del programa

restore-snapshot-restored = Imagen restablecida

saving-case-cannot-saved-programs = El caso no se puede guardar: el hilo que guarda ha terminado. Tome una imagen.
saving-case-was-not-saved = El caso no se guardó: { $error }.
saving-saved-case-was-open = Guardado { $path }, el caso que estaba abierto antes.
saving-case-was-open-before = El caso abierto antes no se guardó como { $path }: { $error }.

trim-all-trimmed-surface-brought = Todo lo recortado recuperado

recovery-changes-cannot-saved-recovery = Los cambios no se pueden guardar por si hay un fallo: { $error }; se intenta de nuevo.

open-sample-case = Ejemplo

checkups-processors-threads = los hilos del procesador
checkups-raster-passes = pasadas ráster en { $adapter }
checkups-compute-shaders = shaders de cálculo en { $adapter }
checkups-not-used-they-do = No se usan, aquí no dan las respuestas exactas (occluscope doctor): { $names }

contact-search-frame-took-ms-processor = Una imagen tardó { $processor_ms } ms con el procesador solo, { $gpu_ms } ms con la GPU.
contact-search-was-faster-one-when = Era lo más rápido cuando se usó este adaptador por primera vez.
contact-search-software-driver-would-run = Un controlador por software correría en los mismos hilos del procesador.
contact-search-whether-gpu-faster-measured = Si la GPU es más rápida se mide cuando la mandíbula reposa en contacto.

execution-processor-threads = hilos del procesador
execution-raster-passes-graphics-driver = pasadas ráster del controlador gráfico
execution-compute-shaders = sus shaders de cálculo
execution-adapter-gives-shaders-less = El adaptador da a sus shaders menos de lo que necesita el análisis; las imágenes las dibuja igual.
execution-gpu-was-lost-has = Se perdió la GPU: recupera el análisis cuando lleve un rato en marcha.
execution-gpus-memory-does-not = La memoria de la GPU no admite un mapa de este tamaño.
execution-what-was-asked-execution = Lo que se pidió (--execution) no da aquí las respuestas exactas.
execution-gpu-held-against-exact = La GPU se compara con respuestas exactas cuando la mandíbula reposa, y después se usa.
execution-was-asked-execution = Se pidió (--execution).
execution-was-fastest-when-this = Fue lo más rápido cuando se usó este adaptador por primera vez.
execution-fastest-here-frame = Es lo más rápido aquí, por imagen: { $times }.
execution-software-driver-would-run = Un controlador por software correría en los mismos hilos del procesador.
execution-which-fastest-measured-when = Lo más rápido se mide cuando la mandíbula reposa.
execution-stencil-processor-threads-picture = stencil en hilos del procesador, imagen en { $adapter }
execution-stencil = stencil en { $adapter }
execution-stencil-compute = stencil por cálculo en { $adapter }

frame-gpus-memory-does-not = La memoria de la GPU no admite un mapa de { $resolution } píxeles: lo hacen los hilos del procesador, y uno menor vuelve a la GPU.
frame-contacts-not-computed = Los contactos no se calculan: { $error }.

lost-graphics-again = { $name } ha vuelto.
lost-graphics-gpu-was-lost-has = Se perdió la GPU y se ha vuelto a preparar; el caso está como estaba.
lost-graphics-gpu-was-lost-draws = Se perdió la GPU; { $name } dibuja hasta que vuelva, y el caso está como estaba.

progress-few-seconds = quedan unos segundos
progress-seconds = quedan unos { $s } s
progress-minutes = quedan unos { $min } min

stage-looking-along-other-projections = mirando otras proyecciones
stage-refining-contacts = refinando contactos
stage-shooting-rays = lanzando rayos
stage-building-search-trees = construyendo los árboles de búsqueda
stage-opening-until-free = abriendo hasta quedar libre
stage-closing = cerrando
stage-opening = abriendo
stage-deepest-place-upper-jaw = punto más profundo del maxilar
stage-deepest-place-lower-jaw = punto más profundo de la mandíbula
stage-shared-volume = volumen compartido
stage-shared-volume-by-rays = volumen compartido por rayos
stage-reading = leyendo
stage-finding-occlusal-plane = buscando el plano oclusal
stage-telling-gum-from-teeth = distinguiendo encía y dientes
stage-cutting-five-teeth = cortando cinco dientes
stage-making-sample-case = creando el caso de ejemplo
stage-looking-for-teeth = buscando los dientes
stage-welding = soldando
stage-finding-parts = buscando partes
stage-orienting = orientando
stage-prepared = preparado
stage-analysing-pose = analizando la posición
stage-cutting-contacts = cortando los contactos
stage-trying-poses-nearby = probando posiciones cercanas
stage-looking-for-way-out = buscando una salida
stage-making-picture-ready = preparando la imagen
stage-reading-case = leyendo el caso
stage-learning-jaws = aprendiendo la forma de las arcadas
stage-laying-bite-scan = colocando el escaneo de mordida sobre las arcadas
stage-looking-where-cusps-fit = buscando dónde encajan las cúspides
stage-settling = asentando la mandíbula
stage-meeting-exactly = cerrando hasta el primer contacto

snapshot-file-not-beside = El escaneo { $side ->
    [upper] del maxilar
   *[lower] de la mandíbula
    } no está junto a la imagen, que no dice cómo se llama; abra ambos escaneos y suelte la imagen de nuevo
snapshot-file-changed = { $place }: el escaneo { $side ->
    [upper] del maxilar
   *[lower] de la mandíbula
    } ha cambiado desde que se tomó la imagen
snapshot-file-elsewhere = { $place }: el escaneo { $side ->
    [upper] del maxilar
   *[lower] de la mandíbula
    } está en otra máquina o dispositivo, al que no se accede porque un archivo lo pida; abra ambos escaneos y suelte la imagen de nuevo
snapshot-file-gone = { $place }: el escaneo { $side ->
    [upper] del maxilar
   *[lower] de la mandíbula
    } ya no está; abra ambos escaneos y suelte la imagen de nuevo

answers-was-not-saved = { $what ->
    [report] El informe
    [snapshot] La imagen
    [page] La página
    [model] El modelo
    [section] El corte
    [movement] El movimiento
    [articulator] El articulador
    [comparison] La comparación
   *[trim] La superficie recortada
    } no se guardó: { $why }.

effects-being-made = Se está haciendo { $what ->
    [report] el informe
    [page] la página
   *[model] el modelo
    }.
effects-being-made-already = Ya se está haciendo { $what ->
    [report] un informe
    [page] una página
   *[model] un modelo
    }.

ask-report = Informe de esta posición
ask-typed-alone = Escrito solo para este informe, y no se guarda en ningún otro sitio. Lo que quede vacío puede escribirse a mano.
ask-make = Hacer el informe
ask-cancel = Cancelar
ask-with-notes = Con las notas del caso
ask-folder = Carpeta de imágenes e informes
ask-browse = Examinar…
ask-no-folder = No existe esa carpeta.
