# Mordidas: posiciones de la mandíbula con nombre.

bites-as-scanned = Como se escaneó
bites-by-hand = a mano
bites-typed = escrita
bites-from-bite-scan = de escaneos de mordida
bites-first-contact = primer contacto
bites-seated = asentada
bites-of-movement = de un movimiento
bites-freed = liberada
bites-origin-unknown = de un programa posterior
bites-bite-n = Mordida { $n }
bites-bite-scan-n = Escaneo de mordida { $n }
bites-seated-n = Asentada { $n }
bites-first-contact-n = Primer contacto { $n }
bites-movement-n = Movimiento { $n }
bites-kept = Mordida guardada: { $name }
bites-chosen = Mordida: { $name }
bites-put = Movida a la mordida: { $name }
bites-renamed = Mordida renombrada: { $name }
bites-written = Notas de la mordida: { $name }
bites-removed = Mordida quitada: { $name }
bites-left = movida de ella hasta { $mm } mm ({ $how })
bites-found-scans = { $n ->
        [one] 1 escaneo de mordida
       *[other] { $n } escaneos de mordida
    }: { $upper } y { $lower } mm RMS en { $on_upper } y { $on_lower } % de la superficie (maxilar y mandíbula), desviación típica { $shift } mm y { $turn }°
bites-found-apart = , posiciones separadas hasta { $mm } mm
bites-found-seat = contacto repartido por la arcada { $spread } mm², como se escaneó { $scanned } mm²; solapamiento { $depth } mm de { $tolerance } permitidos; contacto hasta { $threshold } mm
report-bite = Mordida
report-sure-of-bite = { $runs } posiciones según la covarianza de esta mordida, medida por sus escaneos: desviación típica { $shift_mm } mm y { $turn_deg }° (semilla { $seed }); intervalos sin el 5 % más bajo y el más alto.
