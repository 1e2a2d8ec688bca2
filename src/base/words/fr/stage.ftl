# What lies over the pictures.

legend-closest = distance
legend-gap-mm = min., mm
legend-distance-nearest-point-other = La distance au point le plus proche de l’autre arcade, peinte sur les deux ; les valeurs en sont aussi. Hachuré : dans l’autre arcade. La ligne sombre est le seuil de contact. Gris et pâle : ce qui n’est pas considéré.
legend-along = ≈ selon une
legend-line-mm = ligne, mm
legend-while-jaw-moves-gap = Pendant le mouvement : la distance selon une direction de projection. La distance la plus courte suit au repos de la main. Hachuré : dans l’autre arcade. La ligne sombre est le seuil de contact.
legend-projected = projetée
legend-gap-along-direction-map = La distance selon la direction dans laquelle la carte est vue. Hachuré : dans l’autre arcade. La ligne sombre est le seuil de contact.
legend-how-sure = certitude
legend-contact = du contact
legend-how-many-positions-nearby = Dans combien de positions voisines un endroit est en contact : plein, au moins 95 % ; rayé, au moins 5 % ; pointillé, moins. Des lignes sombres bornent le certain et le possible.
legend-inside = dedans
legend-near = proche
legend-clear = libre

glass-gap-mm-inside = distance { $gap } mm (dedans)
glass-gap-mm = distance { $gap } mm
glass-no-gap-within-range = aucune distance à portée

sure-legend-certain = certain
sure-legend-possible = possible
sure-legend-unlikely = improbable

map-panel-map-both-jaws-gap = Deux arcades : distance projetée
map-panel-nothing-within-range-no = Rien n’est à portée : il n’y a pas de carte.
map-panel-upper-jaw-alone = maxillaire seul
map-panel-lower-jaw-alone = mandibule seule
map-panel-rest-pointer-map-every = Laissez le curseur au repos sur la carte : chaque surface que rencontre le rayon de ce pixel, dans l’ordre. Un clic garde le rayon pendant que la mâchoire bouge.
map-panel-upper-jaw-only = maxillaire seul
map-panel-lower-jaw-only = mandibule seule
map-panel-undecided = indécis

over-jaws-upper = haut
over-jaws-lower = bas
over-jaws-trimmed = détouré

overview-upper-teeth = Dents supérieures
overview-lower-teeth = Dents inférieures
overview-drag-turns-view-wheel = Glisser tourne, la molette zoome. Un clic dans la liste vole au contact. B libère l’occlusion.
overview-r = D
overview-l = G

bite-lower-jaw-can-moved = La mandibule peut être déplacée. Un clic verrouille l’occlusion (B).
bite-bite-locked-nothing-moves = L’occlusion est verrouillée : rien ne déplace la mandibule par erreur. Un clic la libère (B).
bite-bite-scanned = Occlusion scannée
bite-bite-2 = Occlusion { $moved }
bite-reset = Réinitialiser
bite-back-where-scans-were = Retour à la position des scans (Origine)
bite-bite-locked-so-dragging = L’occlusion est verrouillée : glisser tourne la vue.
bite-bite-locked-so-nothing = L’occlusion est verrouillée : rien n’a été déplacé.
bite-move-lower-jaw = Déplacer la mandibule
bite-frees-bite-until-you = Libère l’occlusion jusqu’à la verrouiller à nouveau (Entrée)
bite-keep-locked = Laisser verrouillée
bite-esc = Échap

apart-files-place-them = {""}, comme les fichiers les placent
apart-jaws-more-than-mm = Les arcades sont à plus de { $range } mm{ $place }.
apart-no-surfaces-face-each = Aucune surface ne se fait face à moins de { $range } mm{ $place }.
apart-smallest-distance-their-surfaces = Plus petite distance des scans entiers : { $far }
apart-nothing-paint-no-contact = Il n’y a rien à peindre ni de contact à mesurer.
apart-undo = Annuler : { $name }
apart-reset-position = Réinitialiser
apart-show-everything = Tout montrer

layer-card-blended-code-list-agree = Le code et la liste concordent.
layer-card-face-added-closing-scan = {""}* face ajoutée en fermant le scan
layer-card-ray-this-pixel-meets = Le rayon de ce pixel ne rencontre rien.
layer-card-faces-their-order-not = { $n_layers } faces : leur ordre n’est pas connu.
layer-card-touching = {""} (contact)
layer-card-inside-both-mm = Dans les deux : { $length } mm{ $touching }, { $from } à { $to }
layer-card-inside-both-mm-without = Dans les deux : dès { $first } mm, sans fin
layer-card-nowhere-inside-both-jaws = Nulle part dans les deux arcades.
layer-card-more-stretches-none-longer = et { $named } autres, aucune plus longue
layer-card-kept = , gardé
layer-card-layers-pixel = Couches
layer-card-pixel = Pixel
layer-card-upper-jaw-b-lower = A maxillaire, B mandibule ; proches d’abord
layer-card-along-projection = selon la projection
layer-card-both = deux
layer-card-face = face
layer-card-depth-mm = prof. mm
layer-card-triangle = triangle
layer-card-winding = tours
layer-card-more-layers = { $n } couches de plus
layer-card-front = avant
layer-card-back = arrière

projection-arrow-projection = projection

zone-marks-contact = contact { $name }

handles-right = droite
handles-front = avant
handles-up = haut

profile-frame-ms = Image, ms
profile-analysis-ms = Analyse, ms
profile-median = médiane
profile-stage = { $name ->
    [frame] image entière
    [layout] mise en page
    [analysis] analyse
    [jaws] mâchoires
    [map] carte
    [window] fenêtre
    [rest] reste
    [planning] préparation
    [drawing] tracé
   *[other] { $name }
    }
profile-last-frames-line-ms = { $n } dernières images ; ligne : { $budget_ms } ms

lock-moved-less-than-mm = déplacée de moins de 0,01 mm
lock-moved-mm = déplacée de { $mm } mm, { $deg }°

drag-turned = Tournée
drag-moved = Déplacée
drag-mm-right-front-up = { $mm } mm{"\u000A"}droite { $right }   avant { $front }   haut { $up }

palette-red-amber-blue = rouge, ambre, bleu
palette-paper-1995 = article de 1995

layers-no-jaw = aucune arcade
layers-upper-only = maxillaire seul
layers-lower-only = mandibule seule
layers-clear = libre
layers-interfering = interpénétré
layers-unsolved = non résolu
layers-no-overlap = Pas les deux arcades : rien à résoudre.
layers-first-pass = Résolu par les comptes du premier passage.
layers-second-pass = Résolu par les comptes du second passage.
layers-layer-order = Résolu par l’ordre des couches.
layers-unbalanced = Non résolu : le rayon ne quitte jamais une arcade.
layers-too-many = Non résolu : plus de couches que de place.
layers-differ = Non résolu : code et liste diffèrent.

gizmo-f = F
gizmo-b = A
gizmo-back = Depuis la gorge
