# Messages, what is under way.

messages-close = Schließen
messages-please-check = Bitte prüfen
messages-leave = So lassen, wie es ist
messages-millimetres = Millimeter
messages-metres = Meter
messages-inches = Zoll
messages-read = { $label } (wie gelesen)
messages-unit-chosen = Beide Scans sind in dieser Einheit gelesen. Scans in zwei Einheiten müssen in einer exportiert werden.
messages-right-so = So ist es richtig
messages-swap-upper-lower = Ober- und Unterkiefer tauschen
messages-figures-beside = , seine Zahlen ({ $json }) daneben
messages-saved = { $what ->
    [report] Bericht
    [snapshot] Bild
    [page] Seite
    [model] Modell
    [section] Schnitt
    [movement] Bewegung
    [articulator] Artikulator
    [comparison] Vergleich
   *[trim] Getrimmte Fläche
    } gespeichert: { $file }{ $beside }.
messages-show-folder = Im Ordner zeigen

file-opening-was-cancelled = Das Öffnen wurde abgebrochen.
file-waits = { $what ->
    [report] Der Bericht
    [page] Die Seite
   *[model] Das Modell
    } wartet, bis Lagen in der Nähe probiert sind.
file-moved-on = { $what ->
    [report] Der Bericht
    [page] Die Seite
   *[model] Das Modell
    } wurde nicht erstellt: Der Kiefer wurde inzwischen bewegt. Bitte noch einmal anfordern.
file-go-to = Bilder und Berichte kommen nach { $folder }.

first-contact-case-has-no-occlusal = Der Fall hat keine Okklusionsnormale: erst vorn und oben von Hand setzen.
first-contact-search-first-contact-was = Die Suche nach dem ersten Kontakt wurde abgebrochen: nichts wurde bewegt.
first-contact-there = Die Kiefer sind schon am ersten Kontakt{ $place }{ $doubt }: nichts wurde bewegt.
first-contact-closed = Um { $mm } mm geschlossen bis zum ersten Kontakt{ $place }, Fehler höchstens { $error } mm.
first-contact-opened = Um { $mm } mm geöffnet bis zum ersten Kontakt{ $place }, Fehler höchstens { $error } mm.
first-contact-gave-up-closing = Die Suche wurde aufgegeben: bis { $mm } mm Schließen trifft sich nichts; nichts wurde bewegt.
first-contact-gave-up-opening = Die Suche wurde aufgegeben: vor { $mm } mm Öffnen sind sie nicht frei; nichts wurde bewegt.
first-contact-none = Sie treffen sich nicht innerhalb von { $mm } mm: nichts wurde bewegt.
first-contact-not-free = Sie kommen nicht frei innerhalb von { $mm } mm: nichts wurde bewegt.
first-contact-between = {" "}zwischen { $upper } und { $lower }
first-contact-at = {" "}an { $tooth }
first-contact-added-face = {" "}(auf einer Fläche, die das Schließen hinzugefügt hat, nicht auf dem Scan)
first-contact-not-proven = {" "}(ein früherer ist nicht ausgeschlossen)

opening-snapshots-position-settings-view = Lage, Einstellungen und Ansicht des Bildes sind zurück.
opening-sample-case-shown-instead = Stattdessen ist der Beispielfall zu sehen.
opening-open-case-was = Der offene Fall ist, wie er war.
opening-scans-were-found-others = Die gefundenen Scans sind andere als die des Bildes: seine Lage wird nicht geholt.
opening-case-was-saved-itself = Der Fall ist, wie er von selbst gespeichert wurde; er ist noch in keiner Ihrer Dateien (Strg + S).
opening-case-recovered = der wiederherzustellende Fall
opening-sample-case = der Beispielfall
opening-names-do-not-say = Die Namen sagen nicht, welcher Kiefer welcher ist: { $upper } wurde als Oberkiefer genommen, { $lower } als Unterkiefer.

plan-case-file-holds-both = Eine Falldatei enthält schon beide Scans; sie allein öffnen.
plan-no-file-was-given = Keine Datei angegeben; zwei Scans werden gebraucht, Ober- und Unterkiefer.
plan-files-were-given-drop = { $paths } Dateien wurden angegeben; die zwei Scans eines Falls herziehen.

program-figures-clipboard = Die Zahlen sind in der Zwischenablage.
program-fault = ein Fehler im Programm

restore-snapshot-restored = Bild wiederhergestellt

saving-case-cannot-saved-programs = Der Fall kann nicht gespeichert werden: der Thread, der speichert, ist zu Ende. Machen Sie ein Bild.
saving-case-was-not-saved = Der Fall wurde nicht gespeichert: { $error }.
saving-saved-case-was-open = { $path } gespeichert, der Fall, der vorher offen war.
saving-case-was-open-before = Der Fall, der vorher offen war, wurde nicht als { $path } gespeichert: { $error }.

trim-all-trimmed-surface-brought = Alles Getrimmte zurückgeholt

recovery-changes-cannot-saved-recovery = Änderungen können für einen Absturz nicht gesichert werden: { $error }; es wird wieder versucht.

open-sample-case = Beispielfall

checkups-processors-threads = die Threads des Prozessors
checkups-raster-passes = Rasterdurchgänge auf { $adapter }
checkups-compute-shaders = Compute-Shader auf { $adapter }
checkups-not-used-they-do = Nicht benutzt, sie ergeben hier nicht die exakten Antworten (occluscope doctor): { $names }

contact-search-frame-took-ms-processor = Ein Bild brauchte { $processor_ms } ms mit dem Prozessor allein, { $gpu_ms } ms mit der GPU.
contact-search-was-faster-one-when = Es war schneller, als dieser Adapter zuerst benutzt wurde.
contact-search-software-driver-would-run = Ein Softwaretreiber liefe auf denselben Threads des Prozessors.
contact-search-whether-gpu-faster-measured = Ob die GPU schneller ist, wird gemessen, wenn der Kiefer im Kontakt ruht.

execution-processor-threads = Threads des Prozessors
execution-raster-passes-graphics-driver = Rasterdurchgänge des Grafiktreibers
execution-compute-shaders = dessen Compute-Shader
execution-adapter-gives-shaders-less = Der Adapter gibt seinen Shadern weniger, als die Analyse braucht; Bilder zeichnet er trotzdem.
execution-gpu-was-lost-has = Die GPU war verloren: sie bekommt die Analyse wieder, wenn sie eine Weile läuft.
execution-gpus-memory-does-not = Der Speicher der GPU fasst keine Karte dieser Größe.
execution-what-was-asked-execution = Was verlangt war (--execution), ergibt hier nicht die exakten Antworten.
execution-gpu-held-against-exact = Die GPU wird mit exakten Antworten verglichen, wenn der Kiefer ruht, und danach benutzt.
execution-was-asked-execution = Es war verlangt (--execution).
execution-was-fastest-when-this = Es war am schnellsten, als dieser Adapter zuerst benutzt wurde.
execution-fastest-here-frame = Es ist hier am schnellsten, je Bild: { $times }.
execution-software-driver-would-run = Ein Softwaretreiber liefe auf denselben Threads des Prozessors.
execution-which-fastest-measured-when = Was am schnellsten ist, wird gemessen, wenn der Kiefer ruht.
execution-stencil-processor-threads-picture = Stencil auf Threads des Prozessors, Bild auf { $adapter }
execution-stencil = Stencil auf { $adapter }
execution-stencil-compute = Stencil mit Compute auf { $adapter }

frame-gpus-memory-does-not = Der Speicher der GPU fasst keine Karte von { $resolution } Pixeln: die Threads des Prozessors machen sie, und eine kleinere macht wieder die GPU.
frame-contacts-not-computed = Die Kontakte werden nicht gerechnet: { $error }.

lost-graphics-again = { $name } ist wieder da.
lost-graphics-gpu-was-lost-has = Die GPU war verloren und ist wieder eingerichtet; der Fall ist, wie er war.
lost-graphics-gpu-was-lost-draws = Die GPU ist verloren; { $name } zeichnet, bis sie zurück ist, und der Fall ist, wie er war.

progress-few-seconds = noch einige Sekunden
progress-seconds = noch etwa { $s } s
progress-minutes = noch etwa { $min } min

stage-looking-along-other-projections = andere Projektionen werden betrachtet
stage-refining-contacts = Kontakte werden verfeinert
stage-shooting-rays = Strahlen werden geschossen
stage-building-search-trees = Suchbäume werden gebaut
stage-opening-until-free = wird geöffnet, bis frei
stage-closing = wird geschlossen
stage-opening = wird geöffnet
stage-deepest-place-upper-jaw = tiefste Stelle des Oberkiefers
stage-deepest-place-lower-jaw = tiefste Stelle des Unterkiefers
stage-shared-volume = gemeinsames Volumen
stage-shared-volume-by-rays = gemeinsames Volumen durch Strahlen
stage-reading = wird gelesen
stage-finding-occlusal-plane = Okklusionsebene wird gesucht
stage-telling-gum-from-teeth = Zahnfleisch und Zähne werden unterschieden
stage-cutting-five-teeth = fünf Zähne werden geschnitten
stage-making-sample-case = Beispielfall wird gemacht
stage-looking-for-teeth = Zähne werden gesucht
stage-welding = wird verschweißt
stage-finding-parts = Teile werden gesucht
stage-orienting = wird ausgerichtet
stage-prepared = aufbereitet
stage-analysing-pose = Lage wird analysiert
stage-cutting-contacts = Kontakte werden geschnitten
stage-trying-poses-nearby = nahe Lagen werden geprüft
stage-looking-for-way-out = ein Ausweg wird gesucht
stage-making-picture-ready = Bild wird vorbereitet
stage-reading-case = Fall wird gelesen
stage-learning-jaws = die Kiefer werden eingeprägt
stage-laying-bite-scan = der Bissscan wird an die Kiefer gelegt
stage-looking-where-cusps-fit = es wird gesucht, wo die Höcker passen
stage-settling = der Kiefer wird eingepasst
stage-meeting-exactly = es wird bis zum ersten Kontakt geschlossen

snapshot-file-not-beside = Der Scan des { $side ->
    [upper] Oberkiefers
   *[lower] Unterkiefers
    } liegt nicht neben dem Bild, und das sagt nicht, wie er heißt; öffnen Sie beide Scans und ziehen Sie das Bild noch einmal her
snapshot-file-changed = { $place }: der Scan des { $side ->
    [upper] Oberkiefers
   *[lower] Unterkiefers
    } hat sich geändert, seit das Bild gemacht wurde
snapshot-file-elsewhere = { $place }: das Bild hat den Scan des { $side ->
    [upper] Oberkiefers
   *[lower] Unterkiefers
    } auf einem anderen Rechner oder Gerät, das nicht angesprochen wird, weil eine Datei es verlangt; öffnen Sie beide Scans und ziehen Sie das Bild noch einmal her
snapshot-file-gone = { $place }: der Scan des { $side ->
    [upper] Oberkiefers
   *[lower] Unterkiefers
    } ist nicht mehr da; öffnen Sie beide Scans und ziehen Sie das Bild noch einmal her

answers-was-not-saved = { $what ->
    [report] Der Bericht
    [snapshot] Das Bild
    [page] Die Seite
    [model] Das Modell
    [section] Der Schnitt
    [movement] Die Bewegung
    [articulator] Der Artikulator
    [comparison] Der Vergleich
   *[trim] Die getrimmte Fläche
    } wurde nicht gespeichert: { $why }.

effects-being-made = { $what ->
    [report] Der Bericht
    [page] Die Seite
   *[model] Das Modell
    } wird erstellt.
effects-being-made-already = { $what ->
    [report] Ein Bericht
    [page] Eine Seite
   *[model] Ein Modell
    } wird schon erstellt.

ask-report = Bericht über diese Lage
ask-typed-alone = Nur für diesen Bericht getippt und nirgends aufbewahrt. Was leer bleibt, kann von Hand geschrieben werden.
ask-make = Bericht erstellen
ask-cancel = Abbrechen
ask-with-notes = Mit den Notizen zum Fall
ask-folder = Ordner für Bilder und Berichte
ask-browse = Suchen…
ask-no-folder = Diesen Ordner gibt es nicht.
