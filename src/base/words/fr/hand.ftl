# Notations des dents.

top-notation = Numéros des dents
top-notation-hint = Dans les images, les listes, les rapports et les pages. Les enregistrements (JSON, CSV) ont toujours les numéros FDI.
top-notation-fdi = FDI (16)
top-notation-universal = Universelle (3)
top-notation-palmer = Palmer (UR6)
teeth-universal-number = Numéro universel, 1 à 32, A à T pour les dents de lait ; vide : sans numéro. Entrée le met, Échap l'abandonne.
teeth-palmer-number = Numéro de Palmer : UR, UL, LL ou LR et 1 à 8, A à E pour les dents de lait ; vide : sans numéro. Entrée le met, Échap l'abandonne.
zones-row = Contact { $name }, { $teeth }, { $area } mm², { $depth }

# Points des dents placés à la main.

ortho-by-hand = * d'après des points placés à la main
ortho-by-hand-hint = Des points ont été placés à la main. Annuler, ou le bouton plus bas, remet ceux des dents.
ortho-drag = Faites glisser un anneau dans une image pour placer son point ; Échap termine.
ortho-reset = Points à nouveau d'après les dents
placed-put = Point sur { $tooth } placé à la main
placed-reset = Points à nouveau d'après les dents
placed-restored = Points de l'enregistrement rétablis

# Épingles : des notes accrochées aux maxillaires.

pins-pin = Épingle
pins-pin-hint = Accroche des notes à des endroits des maxillaires (A)
pins-title = ÉPINGLES
pins-hint = Notes accrochées aux maxillaires, qui bougent avec eux. Un clic y mène.
pins-all = Les { $n } épingles
pins-remove = Enlever cette épingle
pins-write = Écrire autre chose
pins-plate = Épingles
pins-next = Cliquez sur un maxillaire pour mettre une épingle, sur une épingle pour écrire autre chose.
pins-done-hint = Range l'outil (Échap)
pins-type = Note
pins-put = Épingle mise
pins-written = Épingle { $n } écrite
pins-removed = Épingle { $n } enlevée
pins-restored = Épingles de l'enregistrement rétablies
ask-with-motion = Avec une page du mouvement : { $name }
ask-with-motion-hint = Réglages avec leur plan, arcades colorées, diagrammes, quelles dents se touchent quand. La couleur est celle choisie dans le mouvement.
ask-with-pins = Imprimer les épingles ({ $n })
report-pins = Épingles
report-pins-note = Notes à des endroits des maxillaires ; leurs numéros sont dans les images.
report-pins-more = et { $n } de plus
keys-pin = met des épingles : des notes accrochées à un maxillaire

# Ce qui est lu des commandes sans mots.

access-opacity = Opacité, { $jaw }
access-view-name = Nom de la vue
access-shift = Plus grand déplacement
access-turn = Plus grande rotation
access-runs = Nombre de positions
access-curve = Surface selon le seuil : un clic fixe le seuil
access-section = Image de la coupe
access-map = Carte
access-jaws = Image des deux maxillaires
top-less-motion = Moins de mouvement
top-less-motion-hint = Rien ne se fond ni ne glisse. Les vues changent de toute façon d'un coup.

keys-step-section = déplace la coupe le long de sa ligne, 1 mm par pas ; elle y reste
keys-step-contact = au contact précédent, au suivant de la liste
keys-ctrl-arrows = Ctrl + flèches
keys-turn-view = tournent la vue, 10° par pas
keys-zoom-view = plus près, plus loin
access-motion-bar = Où la mâchoire est sur le mouvement
access-plate = Panneau sur l'image
ask-with-motion-soon = Avec une page du mouvement : il est encore en cours de calcul
