# What lies over the pictures.

legend-closest = kürzester
legend-gap-mm = Abst., mm
legend-distance-nearest-point-other = Die Entfernung zum nächsten Punkt des anderen Kiefers, auf beide gemalt; die Zahlen sind von derselben. Schraffiert: im anderen Kiefer. Die dunkle Linie ist die Kontaktschwelle. Grau und blass: was nicht beurteilt wird.
legend-along = ≈ entlang
legend-line-mm = Linie, mm
legend-while-jaw-moves-gap = Während der Kiefer sich bewegt: der Abstand entlang einer Projektionsrichtung. Der kürzeste Abstand folgt, wenn die Hand ruht. Schraffiert: im anderen Kiefer. Die dunkle Linie ist die Kontaktschwelle.
legend-projected = projizierter
legend-gap-along-direction-map = Der Abstand entlang der Richtung, in der die Karte gesehen wird. Schraffiert: im anderen Kiefer. Die dunkle Linie ist die Kontaktschwelle.
legend-how-sure = wie sicher
legend-contact = Kontakt ist
legend-how-many-positions-nearby = In wie vielen der nahen Lagen eine Stelle Kontakt hat: voll, in mindestens 95 %; gestreift, in mindestens 5 %; gepunktet, in weniger. Dunkle Linien begrenzen das Sichere und das Mögliche.
legend-inside = innen
legend-near = nah
legend-clear = frei

glass-gap-mm-inside = Abstand { $gap } mm (innen)
glass-gap-mm = Abstand { $gap } mm
glass-no-gap-within-range = kein Abstand im Bereich

sure-legend-certain = sicher
sure-legend-possible = möglich
sure-legend-unlikely = kaum

map-panel-map-both-jaws-gap = Karte beider Kiefer: projizierter Abstand
map-panel-nothing-within-range-no = Nichts liegt im Bereich: es gibt keine Karte.
map-panel-upper-jaw-alone = nur Oberkiefer
map-panel-lower-jaw-alone = nur Unterkiefer
map-panel-rest-pointer-map-every = Den Zeiger auf der Karte ruhen lassen: jede Fläche, die der Strahl dieses Pixels trifft, der Reihe nach. Ein Klick hält den Strahl fest, während der Kiefer sich bewegt.
map-panel-upper-jaw-only = nur Oberkiefer
map-panel-lower-jaw-only = nur Unterkiefer
map-panel-undecided = unentschieden

over-jaws-upper = oben
over-jaws-lower = unten
over-jaws-trimmed = getrimmt

overview-upper-teeth = Obere Zähne
overview-lower-teeth = Untere Zähne
overview-drag-turns-view-wheel = Ziehen dreht, das Rad zoomt. Ein Klick in der Liste fliegt zum Kontakt. B gibt den Biss frei.
overview-r = R
overview-l = L

bite-lower-jaw-can-moved = Der Unterkiefer lässt sich bewegen. Ein Klick sperrt den Biss (B).
bite-bite-locked-nothing-moves = Der Biss ist gesperrt: nichts bewegt den Unterkiefer aus Versehen. Ein Klick gibt ihn frei (B).
bite-bite-scanned = Biss wie gescannt
bite-bite-2 = Biss { $moved }
bite-reset = Zurücksetzen
bite-back-where-scans-were = Zurück zur Lage der Scans (Pos1)
bite-bite-locked-so-dragging = Der Biss ist gesperrt, darum dreht Ziehen die Ansicht.
bite-bite-locked-so-nothing = Der Biss ist gesperrt, darum wurde nichts bewegt.
bite-move-lower-jaw = Unterkiefer bewegen
bite-frees-bite-until-you = Gibt den Biss frei, bis Sie ihn wieder sperren (Enter)
bite-keep-locked = Gesperrt lassen
bite-esc = Esc

apart-files-place-them = {""}, so wie die Dateien sie legen
apart-jaws-more-than-mm = Die Kiefer sind mehr als { $range } mm auseinander{ $place }.
apart-no-surfaces-face-each = Keine Flächen liegen sich innerhalb { $range } mm gegenüber{ $place }.
apart-smallest-distance-their-surfaces = Kleinste Entfernung der ganzen Scans: { $far }
apart-nothing-paint-no-contact = Es gibt nichts zu malen und keinen Kontakt zu messen.
apart-undo = Rückgängig: { $name }
apart-reset-position = Zurücksetzen
apart-show-everything = Alles zeigen

layer-card-blended-code-list-agree = Code und Liste stimmen überein.
layer-card-face-added-closing-scan = {""}* beim Schließen ergänzte Fläche
layer-card-ray-this-pixel-meets = Der Strahl dieses Pixels trifft keine Fläche.
layer-card-faces-their-order-not = { $n_layers } Flächen: ihre Folge ist nicht bekannt.
layer-card-touching = {""} (Berührung)
layer-card-inside-both-mm = In beiden: { $length } mm{ $touching }, { $from } bis { $to }
layer-card-inside-both-mm-without = In beiden: ab { $first } mm ohne Ende
layer-card-nowhere-inside-both-jaws = Nirgends in beiden Kiefern.
layer-card-more-stretches-none-longer = und { $named } weitere, keine länger
layer-card-kept = , fest
layer-card-layers-pixel = Schichten
layer-card-pixel = Pixel
layer-card-upper-jaw-b-lower = A Oberkiefer, B Unterkiefer; nächste zuerst
layer-card-along-projection = entlang der Projektion
layer-card-both = beide
layer-card-face = Seite
layer-card-depth-mm = Tiefe mm
layer-card-triangle = Dreieck
layer-card-winding = Windung
layer-card-more-layers = { $n } weitere Schichten
layer-card-front = vorn
layer-card-back = hinten

projection-arrow-projection = Projektion

zone-marks-contact = Kontakt { $name }

handles-right = rechts
handles-front = vorn
handles-up = oben

profile-frame-ms = Bild, ms
profile-analysis-ms = Analyse, ms
profile-median = Median
profile-stage = { $name ->
    [frame] ganzes Bild
    [layout] Aufbau
    [analysis] Analyse
    [jaws] Kiefer
    [map] Karte
    [window] Fenster
    [rest] übrige
    [planning] Planung
    [drawing] Zeichnen
   *[other] { $name }
    }
profile-last-frames-line-ms = Letzte { $n } Bilder; Linie: { $budget_ms } ms

lock-moved-less-than-mm = um weniger als 0,01 mm bewegt
lock-moved-mm = um { $mm } mm, { $deg }° bewegt

drag-turned = Gedreht
drag-moved = Bewegt
drag-mm-right-front-up = { $mm } mm{"\u000A"}rechts { $right }   vorn { $front }   oben { $up }

palette-red-amber-blue = rot, gelb, blau
palette-paper-1995 = Paper 1995

layers-no-jaw = kein Kiefer
layers-upper-only = nur Oberkiefer
layers-lower-only = nur Unterkiefer
layers-clear = frei
layers-interfering = durchdringend
layers-unsolved = ungelöst
layers-no-overlap = Nicht beide Kiefer: nichts zu lösen.
layers-first-pass = Gelöst durch die Zählungen des ersten Durchgangs.
layers-second-pass = Gelöst durch die Zählungen des zweiten Durchgangs.
layers-layer-order = Gelöst durch die Folge der Schichten.
layers-unbalanced = Ungelöst: der Strahl verlässt einen Kiefer nie.
layers-too-many = Ungelöst: mehr Schichten, als Platz haben.
layers-differ = Ungelöst: Code und Liste verschieden.

gizmo-f = V
gizmo-b = H
gizmo-back = Vom Rachen aus
