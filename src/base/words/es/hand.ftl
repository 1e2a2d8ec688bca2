# Notaciones de los dientes.

top-notation = Números de los dientes
top-notation-hint = En imágenes, listas, informes y páginas. Los registros (JSON, CSV) tienen siempre números FDI.
top-notation-fdi = FDI (16)
top-notation-universal = Universal (3)
top-notation-palmer = Palmer (UR6)
teeth-universal-number = Número universal, 1 a 32, A a T en dientes de leche; vacío: sin número. Intro lo pone, Esc lo deja.
teeth-palmer-number = Número de Palmer: UR, UL, LL o LR y 1 a 8, A a E en dientes de leche; vacío: sin número. Intro lo pone, Esc lo deja.
zones-row = Contacto { $name }, { $teeth }, { $area } mm², { $depth }

# Puntos de los dientes que pone una mano.

ortho-by-hand = * de puntos puestos a mano
ortho-by-hand-hint = Hay puntos puestos a mano. Deshacer, o el botón de abajo, trae los de los dientes.
ortho-drag = Arrastre un anillo en una imagen para poner su punto; Esc termina.
ortho-reset = Puntos otra vez de los dientes
placed-put = Punto en { $tooth } puesto a mano
placed-reset = Puntos otra vez de los dientes
placed-restored = Puntos del registro restablecidos

# Alfileres: notas que cuelgan de los maxilares.

pins-pin = Alfiler
pins-pin-hint = Pone notas en lugares de los maxilares (A)
pins-title = ALFILERES
pins-hint = Notas que cuelgan de los maxilares y se mueven con ellos. Un clic lleva allí.
pins-all = Los { $n } alfileres
pins-remove = Quitar este alfiler
pins-write = Escribir otra cosa
pins-plate = Alfileres
pins-next = Clic en un maxilar para poner un alfiler, en un alfiler para escribir otra cosa.
pins-done-hint = Guarda la herramienta (Esc)
pins-type = Nota
pins-put = Alfiler puesto
pins-written = Alfiler { $n } escrito
pins-removed = Alfiler { $n } quitado
pins-restored = Alfileres del registro restablecidos
ask-with-motion = Con una página del movimiento: { $name }
ask-with-motion-hint = Ajustes con su plano, arcadas coloreadas, diagramas, qué dientes se tocan cuándo. El color es el elegido en el movimiento.
ask-with-pins = Imprimir los alfileres ({ $n })
report-pins = Alfileres
report-pins-note = Notas en lugares de los maxilares; sus números están en las imágenes.
report-pins-more = y { $n } más
keys-pin = pone alfileres: notas que cuelgan de un maxilar

# Lo que se lee de los controles sin palabras.

access-opacity = Opacidad, { $jaw }
access-view-name = Nombre de la vista
access-shift = Desplazamiento mayor
access-turn = Giro mayor
access-runs = Cuántas posiciones
access-curve = Área según el umbral: un clic fija el umbral
access-section = Imagen de la sección
access-map = Mapa
access-jaws = Imagen de ambos maxilares
top-less-motion = Menos movimiento
top-less-motion-hint = Nada se funde ni se desliza. Las vistas cambian de todos modos al instante.

keys-step-section = mueve la sección por su línea, 1 mm por paso; allí se queda
keys-step-contact = al contacto anterior, al siguiente de la lista
keys-ctrl-arrows = Ctrl + flechas
keys-turn-view = giran la vista, 10° por paso
keys-zoom-view = más cerca, más lejos
access-motion-bar = Dónde del movimiento está la mandíbula
access-plate = Placa sobre la imagen
ask-with-motion-soon = Con una página del movimiento: aún se está calculando
