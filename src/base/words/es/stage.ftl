# What lies over the pictures.

legend-closest = distancia
legend-gap-mm = mín., mm
legend-distance-nearest-point-other = La distancia al punto más próximo de la otra arcada, pintada en ambas; los valores son de la misma. Rayado: dentro de la otra arcada. La línea oscura es el umbral de contacto. Gris y tenue: lo que no se evalúa.
legend-along = ≈ en una
legend-line-mm = línea, mm
legend-while-jaw-moves-gap = Mientras se mueve: la distancia en una dirección de proyección. La distancia más corta sigue cuando repose la mano. Rayado: dentro de la otra arcada. La línea oscura es el umbral de contacto.
legend-projected = proyectada
legend-gap-along-direction-map = La distancia en la dirección en que se ve el mapa. Rayado: dentro de la otra arcada. La línea oscura es el umbral de contacto.
legend-how-sure = seguridad
legend-contact = del contacto
legend-how-many-positions-nearby = En cuántas de las posiciones cercanas un lugar está en contacto: lleno, al menos el 95 %; a rayas, al menos el 5 %; punteado, menos. Líneas oscuras limitan lo seguro y lo posible.
legend-inside = dentro
legend-near = cerca
legend-clear = libre

glass-gap-mm-inside = distancia { $gap } mm (dentro)
glass-gap-mm = distancia { $gap } mm
glass-no-gap-within-range = ninguna distancia en el rango

sure-legend-certain = seguro
sure-legend-possible = posible
sure-legend-unlikely = improbable

map-panel-map-both-jaws-gap = Ambas arcadas: distancia proyectada
map-panel-nothing-within-range-no = No hay nada en el rango: no hay mapa.
map-panel-upper-jaw-alone = solo maxilar
map-panel-lower-jaw-alone = solo mandíbula
map-panel-rest-pointer-map-every = Deje el cursor en reposo sobre el mapa: cada superficie que encuentra el rayo de este píxel, en orden. Un clic conserva el rayo mientras la mandíbula se mueve.
map-panel-upper-jaw-only = solo maxilar
map-panel-lower-jaw-only = solo mandíbula
map-panel-undecided = indeciso

over-jaws-upper = sup.
over-jaws-lower = inf.
over-jaws-trimmed = recortado

overview-upper-teeth = Dientes superiores
overview-lower-teeth = Dientes inferiores
overview-drag-turns-view-wheel = Arrastrar gira, la rueda acerca. Un clic en la lista vuela al contacto. B libera la mordida.
overview-r = D
overview-l = I

bite-lower-jaw-can-moved = La mandíbula puede moverse. Un clic bloquea la mordida (B).
bite-bite-locked-nothing-moves = La mordida está bloqueada: nada mueve la mandíbula por error. Un clic la libera (B).
bite-bite-scanned = Mordida escaneada
bite-bite-2 = Mordida { $moved }
bite-reset = Restablecer
bite-back-where-scans-were = Volver a la posición de los escaneos (Inicio)
bite-bite-locked-so-dragging = La mordida está bloqueada: arrastrar gira la vista.
bite-bite-locked-so-nothing = La mordida está bloqueada: no se movió nada.
bite-move-lower-jaw = Mover la mandíbula
bite-frees-bite-until-you = Libera la mordida hasta que la bloquee de nuevo (Intro)
bite-keep-locked = Dejar bloqueada
bite-esc = Esc

apart-files-place-them = {""}, según las sitúan los archivos
apart-jaws-more-than-mm = Las arcadas están a más de { $range } mm{ $place }.
apart-no-surfaces-face-each = Ninguna superficie se enfrenta a menos de { $range } mm{ $place }.
apart-smallest-distance-their-surfaces = Menor distancia de los escaneos completos: { $far }
apart-nothing-paint-no-contact = No hay nada que pintar ni contacto que medir.
apart-undo = Deshacer: { $name }
apart-reset-position = Restablecer
apart-show-everything = Mostrar todo

layer-card-blended-code-list-agree = El código y la lista concuerdan.
layer-card-face-added-closing-scan = {""}* cara añadida al cerrar el escaneo
layer-card-ray-this-pixel-meets = El rayo de este píxel no encuentra nada.
layer-card-faces-their-order-not = { $n_layers } caras: no se conoce su orden.
layer-card-touching = {""} (contacto)
layer-card-inside-both-mm = En ambas: { $length } mm{ $touching }, { $from } a { $to }
layer-card-inside-both-mm-without = En ambas: desde { $first } mm sin fin
layer-card-nowhere-inside-both-jaws = En ningún lugar de ambas arcadas.
layer-card-more-stretches-none-longer = y { $named } más, ninguno más largo
layer-card-kept = , fijo
layer-card-layers-pixel = Capas
layer-card-pixel = Píxel
layer-card-upper-jaw-b-lower = A maxilar, B mandíbula; primero lo cercano
layer-card-along-projection = en la proyección
layer-card-both = dos
layer-card-face = cara
layer-card-depth-mm = prof. mm
layer-card-triangle = triáng.
layer-card-winding = vueltas
layer-card-more-layers = { $n } capas más
layer-card-front = frente
layer-card-back = detrás

projection-arrow-projection = proyección

zone-marks-contact = contacto { $name }

handles-right = derecha
handles-front = frente
handles-up = arriba

profile-frame-ms = Imagen, ms
profile-analysis-ms = Análisis, ms
profile-median = mediana
profile-stage = { $name ->
    [frame] imagen entera
    [layout] disposición
    [analysis] análisis
    [jaws] maxilares
    [map] mapa
    [window] ventana
    [rest] resto
    [planning] preparación
    [drawing] dibujo
   *[other] { $name }
    }
profile-last-frames-line-ms = Últimas { $n } imágenes; línea: { $budget_ms } ms

lock-moved-less-than-mm = movida menos de 0,01 mm
lock-moved-mm = movida { $mm } mm, { $deg }°

drag-turned = Girada
drag-moved = Movida
drag-mm-right-front-up = { $mm } mm{"\u000A"}derecha { $right }   frente { $front }   arriba { $up }

palette-red-amber-blue = rojo, ámbar, azul
palette-paper-1995 = artículo de 1995

layers-no-jaw = ninguna arcada
layers-upper-only = solo maxilar
layers-lower-only = solo mandíbula
layers-clear = libre
layers-interfering = interpenetrado
layers-unsolved = sin resolver
layers-no-overlap = No ambas arcadas: nada que resolver.
layers-first-pass = Resuelto por los recuentos de la primera pasada.
layers-second-pass = Resuelto por los recuentos de la segunda pasada.
layers-layer-order = Resuelto por el orden de las capas.
layers-unbalanced = Sin resolver: el rayo nunca sale de una arcada.
layers-too-many = Sin resolver: más capas de las que caben.
layers-differ = Sin resolver: código y lista difieren.

gizmo-f = F
gizmo-b = A
gizmo-back = Desde la garganta
