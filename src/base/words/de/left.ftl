# The column on the left.

case-case = FALL
case-swap-upper-lower = Ober- und Unterkiefer tauschen
case-other-scan-upper-jaw = Der andere Scan ist der Oberkiefer. Nichts bewegt sich; der Unterkiefer ist der, welcher der Hand folgt.
case-upper-jaw = Oberkiefer
case-lower-jaw = Unterkiefer
case-opacity = Deckkraft
case-triangles-scan = { $n_scanned } Dreiecke des Scans
case-vertices = { $positions } Eckpunkte
case-closed = geschlossen
case-open = offen
case-triangles = { $n_scanned } Dreiecke, { $state }{ $notes }
case-nothing-was-repaired = Nichts wurde repariert.
case-triangles-read = Dreiecke gelesen
case-vertices-welded = Eckpunkte verschweißt
case-degenerate-triangles-dropped = entartete Dreiecke entfernt
case-duplicate-triangles-dropped = doppelte Dreiecke entfernt
case-parts = Teile
case-stray-parts-dropped = lose Teile entfernt
case-triangles-turned-round = Dreiecke umgedreht
case-non-manifold-edges = Kanten mit mehr als zwei Dreiecken
case-open-edges-file = offene Kanten in der Datei
case-holes-filled = Löcher gefüllt
case-rims-extended-base = Ränder zum Sockel verlängert
case-triangles-added-never-contact = Dreiecke ergänzt (nie Kontakt)
case-hide = { $side ->
    [upper] Oberkiefer
   *[lower] Unterkiefer
    } ausblenden ({ $key })
case-show = { $side ->
    [upper] Oberkiefer
   *[lower] Unterkiefer
    } einblenden ({ $key })
case-notes = , { $n } { $n ->
    [one] Hinweis
   *[other] Hinweise
    }

position-right = rechts
position-towards-patients-right-mm = Zur rechten Seite des Patienten, mm
position-front = vorn
position-towards-front-mm = Nach vorn, mm
position-up = oben
position-along-occlusal-normal-towards = Entlang der Okklusionsnormalen zum Oberkiefer, mm
position-pitch = nicken
position-turn-about-axis-left = Drehung um die Achse von links nach rechts: positiv hebt die Front, Grad
position-roll = rollen
position-turn-about-axis-back = Drehung um die Achse von hinten nach vorn, Grad
position-yaw = gieren
position-turn-about-occlusal-normal = Drehung um die Okklusionsnormale, Grad
position-position-lower-jaw = LAGE DES UNTERKIEFERS
position-degrees = Grad
position-where-scans-were-taken = { $hint }, gemessen von der Lage der Scans. Ziehen, oder klicken und tippen.
position-position-typed = Lage eingegeben
position-incisors-scanned = Schneidezähne wie gescannt
position-opened-incisors-mm = Schneidezahnöffnung { $mm } mm
position-closed-incisors-mm = An den Schneidezähnen { $mm } mm enger
position-how-far-lower-incisal = Wie weit die untere Schneidekante unter ihrer gescannten Stelle liegt, entlang der Okklusionsnormalen.
position-along-patients-directions-coordinates = Entlang der Richtungen des Patienten. In den Koordinaten des oberen Scans, mm und Grad, wie die Befehlszeile sie nimmt:{"\u000A"}--pose { $pose }
position-about-hinge-axis-estimated = um die Scharnierachse, geschätzt aus mittlerer Anatomie (Bonwill 100 mm, Balkwill 22°), 0,2° je Schritt
position-along-occlusal-normal-mm = entlang der Okklusionsnormalen, 0,1 mm je Schritt (Alt + Rad)
position-shift-ten-times-finer = Umschalt: zehnmal feiner.
position-open-bite = Biss öffnen
position-open-o = Öffnen { $hinge } (O). { $fine }
position-close-bite = Biss schließen
position-close-c = Schließen { $hinge } (C). { $fine }
position-move-up = Anheben
position-raise-lower-jaw = Den Unterkiefer { $raise } anheben. { $fine }
position-move-down = Absenken
position-lower = Ihn { $raise } absenken. { $fine }
position-reset-position = Zurücksetzen
position-back-where-scans-were = Zurück zur Lage der Scans (Pos1)
position-close-along-occlusal-normal = Entlang der Okklusionsnormalen schließen, bis die Kiefer sich zuerst treffen, oder öffnen, bis sie frei sind (F). Ein Schritt für „Zurück“.
position-first-contact = Erster Kontakt
position-now = {""} Jetzt: { $stage }.
position-give-up-search-first = Die Suche nach dem ersten Kontakt abbrechen; nichts wird bewegt (beliebige Taste).{ $now }
position-cancel = Abbrechen

directions-front-up-hinge-axis = Vorn, oben und Scharnierachse
directions-where-patients-front-up = Wo beim Patienten vorn und oben ist, geschätzt aus den Zahnbögen. Danach richten sich die Standardansichten, die Zahlen der Lage, Öffnen und Schließen.
directions-what-i-see-now = Was ich jetzt sehe, ist die Ansicht von
directions-turn-jaws-until-they = Die Kiefer drehen, bis man sie so sieht, wie eine dieser Ansichten sie zeigen soll, dann sagen, welche.
directions-front = vorn
directions-right = rechts
directions-left = links
directions-upper = oben
directions-lower = unten
directions-takes-up-front-picture = Nimmt oben und vorn aus dem Bild: Ansicht von { $label }
directions-turn-left = 90° nach links
directions-front-where-patients-left = Vorn ist, wo die linke Seite des Patienten angenommen wurde
directions-turn-right = 90° nach rechts
directions-front-where-patients-right = Vorn ist, wo die rechte Seite des Patienten angenommen wurde
directions-upside-down = Kopfüber
directions-up-down-right-left = Oben ist unten; rechts und links tauschen mit
directions-estimate-again = Neu schätzen
directions-scans-position-they-have = Aus den Scans in ihrer jetzigen Lage: sie vorher in Okklusion bringen
directions-side-bonwills-triangle-condyle = Seite des Bonwill-Dreiecks: von Kondylus zu Kondylus und von beiden zu den unteren Schneidezähnen
directions-balkwills-angle-between-occlusal = Balkwill-Winkel: zwischen der Okklusionsebene und der Ebene von den unteren Schneidezähnen zu den Kondylen
directions-bonwill = Bonwill
directions-balkwill = Balkwill
directions-hinge-axis = Scharnierachse

projection-projection-map = Projektion der Karte
projection-gap-measured-along-this = Der Abstand wird entlang dieser Richtung gemessen. Von selbst folgt sie dem Kontakt: der mittleren Normalen der Flächen, die höchstens 0,3 mm voneinander entfernt sind, neu gewählt, sobald der Kiefer ruht, und beim Ziehen, wenn der Kontakt eine Weile um mehr als 14° anders gerichtet war.
projection-chosen = Gewählt
projection-no-map-too-far = keine Karte: zu weit entfernt
projection-nothing-within-range = Nichts liegt im Bereich.
projection-hand-locked = von Hand, gesperrt
projection-contact = nach dem Kontakt
projection-jaws-boxes = nach den Hüllquadern
projection-too-little-contact-go = Es gibt zu wenig Kontakt, um danach zu gehen: die Quader um beide Kiefer ergeben sie.
projection-mean-normal-surfaces-map = Mittlere Normale der Flächen, welche die Karte in der Kontaktzone fand, nach Fläche gewichtet.
projection-direction-upper-scans-coordinates = { $why }{"\u000A"}Richtung in den Koordinaten des oberen Scans: { $x }; { $y }; { $z }
projection-pixel = Pixel
projection-across-projection-tilted-surface = Quer zur Projektion; auf geneigter Fläche ist ein Pixel um so viel länger, wie der Abstand zu groß angegeben ist.
projection-contact-tilted = Kontakt geneigt um
projection-mean = { $tilt_deg }° im Mittel
projection-mean-cosine-between-direction = Mittlerer Kosinus { $cosine } zwischen der Richtung und den Flächen, die höchstens 0,3 mm entfernt sind: 1 hieße, alle senkrecht gesehen. Der Abstand entlang der Projektion ist etwa 1 / Kosinus mal dem kürzesten.
projection-contact-zone = Kontaktzone
projection-pixels = { $share } % der Pixel
projection-pixels-both-jaws-cover = { $pixels } von { $overlap } Pixeln, die beide Kiefer bedecken, haben höchstens 0,3 mm Abstand.
projection-lock = Sperren
projection-follow-contact = Kontakt folgen
projection-keeps-this-direction-whatever = Behält diese Richtung bei, was sich auch bewegt, damit Karten mehrerer Lagen vergleichbar sind
projection-direction-chosen-contact-again = Die Richtung wird wieder nach dem Kontakt gewählt
projection-this-view = Diese Ansicht
projection-map-drawn-along-line = Die Karte wird entlang der Blickrichtung des Bildes gezeichnet, und gesperrt

picture-picture = BILD
picture-colours = Farben
picture-colours-gap-legend-picture = Farben des Abstands; die Legende im Bild hat die Zahlen
picture-range = Bereich
picture-clearance-painted-all-depth = Freiraum, der überhaupt gemalt wird; Tiefe ist nie begrenzt
picture-lines-equal-gap-teeth = Linien gleichen Abstands auf den Zähnen, neben denen bei 0 und an der Schwelle
picture-iso-lines = Höhenlinien
picture-off = aus
picture-every-m = alle { $mm } µm
picture-paint = Malen
picture-paint-gap-teeth = Den Abstand auf die Zähne malen
picture-x-ray = Röntgen
picture-both-jaws-translucent-x = Beide Kiefer durchscheinend (X)
picture-show-base-filled-holes = Den Sockel und die gefüllten Löcher zeigen, die das Schließen offener Scans ergänzt hat; sie sind nie Kontakt
picture-base = Sockel
picture-compute-figures-exactly-triangle = Die Zahlen exakt rechnen, Dreieck für Dreieck, sobald die Hand ruht, und neben den mitlaufenden zeigen; dazu die Kontaktflächen und Farben mehrerer Ansichten. Wird behalten; „Zurück“ ändert es nicht.
picture-exact-figures-rest = Exakte Zahlen in Ruhe

teeth-numbers-teeth-fdi-labels = Nummern der Zähne (FDI), aus Beschriftungen neben den Scans oder aus der Form der Zahnbögen. „?“: nicht sicher. Die Nummer des Zahns unter dem Zeiger steht neben seinem Abstand.
teeth-teeth = ZÄHNE
teeth-looking-teeth = Die Zähne werden gesucht
teeth-none-told-apart = Keine unterschieden
teeth-numbers-stand-beside-teeth = Die Nummern stehen in den Bildern neben den Zähnen (Umschalt + N).
teeth-numbers-pictures = Nummern in den Bildern
teeth-upper = oben
teeth-lower = unten
teeth-click-tooth-opens-field = Ein Klick auf einen Zahn öffnet ein Feld für seine Nummer: Enter setzt sie, Esc lässt sie. „Zurück“ nimmt es zurück.
teeth-name-click = Benennen
teeth-labels = , aus Beschriftung
teeth-shape = , nach Form
teeth-not-sure = , { $n_unsure } unsicher
teeth-hand = , { $n_hand } von Hand
teeth-tooth = Zahn
teeth-fdi-number-two-digits = FDI-Nummer, zwei Ziffern; leer: keine Nummer. Enter setzt sie, Esc lässt sie.

changes-last-changes = LETZTE ÄNDERUNGEN
changes-none-yet = Noch keine

trim-leaves-surface-out-every = Lässt Fläche aus jeder Zahl aus: Weichgewebe, einen Abhalter, die Zunge. Sie bleibt im Bild, schraffiert, und im Fall; „Zurück“ nimmt es zurück (T).
trim-trim = trimmen…
trim-surface-was-left-out = Fläche, die von Hand ausgelassen wurde. Sie ist in keiner Zahl nach kürzestem Abstand; was ihr am nächsten liegt, hat kein Gegenüber.
trim-trimmed = Getrimmt: { $words }
trim-trim-2 = TRIMMEN
trim-strokes-bring-back-what = Striche holen zurück, was getrimmt war. Alt tut das für einen Strich, und umgekehrt.
trim-bring-back = Zurückholen
trim-bring-all-back = Alles zurückholen
trim-writes-what-trimmed-file = Schreibt das Getrimmte in eine Datei bei Ihren Bildern, für „occluscope analyze --trim DATEI“. Der Fall behält es von selbst.
trim-save-trim = Als Datei
trim-done = Fertig
trim-esc = Esc
trim-nothing = nichts
trim-surfaces-being-made-ready = Die Flächen werden vorbereitet …
trim-drag-over-surface-alt = Über die Fläche ziehen. Alt: zurückholen.  Strg + Ziehen: Ansicht drehen.  Esc: fertig.
trim-draw-round-what-you = Umfahren, was zu sehen ist. Alt: zurückholen.  Strg + Ziehen: Ansicht drehen.  Esc: fertig.
trim-brush = Pinsel
trim-covers-surface-about-cursor = Bedeckt die Fläche um den Zeiger, soweit sie innerhalb des Radius zusammenhängt
trim-lasso = Lasso
trim-covers-what-seen-inside = Bedeckt, was innerhalb einer Linie zu sehen ist, von beiden Kiefern; nichts, was dahinter liegt
trim-radius-brush = Radius des Pinsels
