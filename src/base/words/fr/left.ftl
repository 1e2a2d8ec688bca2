# The column on the left.

case-case = CAS
case-swap-upper-lower = Échanger haut et bas
case-other-scan-upper-jaw = L’autre scan est le maxillaire. Rien ne bouge ; c’est la mandibule qui suit la main.
case-upper-jaw = Maxillaire
case-lower-jaw = Mandibule
case-opacity = Opacité
case-triangles-scan = { $n_scanned } triangles du scan
case-vertices = { $positions } sommets
case-closed = fermé
case-open = ouvert
case-triangles = { $n_scanned } triangles, { $state }{ $notes }
case-nothing-was-repaired = Rien n’a été réparé.
case-triangles-read = triangles lus
case-vertices-welded = sommets soudés
case-degenerate-triangles-dropped = triangles dégénérés ôtés
case-duplicate-triangles-dropped = triangles en double ôtés
case-parts = parties
case-stray-parts-dropped = parties isolées ôtées
case-triangles-turned-round = triangles retournés
case-non-manifold-edges = arêtes non-variété
case-open-edges-file = arêtes ouvertes du fichier
case-holes-filled = trous comblés
case-rims-extended-base = bords prolongés en socle
case-triangles-added-never-contact = triangles ajoutés (jamais en contact)
case-hide = Masquer { $side ->
    [upper] le maxillaire
   *[lower] la mandibule
    } ({ $key })
case-show = Montrer { $side ->
    [upper] le maxillaire
   *[lower] la mandibule
    } ({ $key })
case-notes = , { $n } { $n ->
    [one] note
   *[other] notes
    }

position-right = droite
position-towards-patients-right-mm = Vers la droite du patient, mm
position-front = avant
position-towards-front-mm = Vers l’avant, mm
position-up = haut
position-along-occlusal-normal-towards = Le long de la normale occlusale vers le maxillaire, mm
position-pitch = tangage
position-turn-about-axis-left = Rotation autour de l’axe gauche-droite : positive, elle lève l’avant, degrés
position-roll = roulis
position-turn-about-axis-back = Rotation autour de l’axe arrière-avant, degrés
position-yaw = lacet
position-turn-about-occlusal-normal = Rotation autour de la normale occlusale, degrés
position-position-lower-jaw = POSITION DE LA MANDIBULE
position-degrees = degrés
position-where-scans-were-taken = { $hint }, depuis la position des scans. Glisser, ou cliquer et saisir.
position-position-typed = Position saisie
position-incisors-scanned = Incisives comme scannées
position-opened-incisors-mm = Ouverture incisive { $mm } mm
position-closed-incisors-mm = Incisives fermées de { $mm } mm
position-how-far-lower-incisal = De combien le bord incisif inférieur se trouve sous sa place scannée, le long de la normale occlusale.
position-along-patients-directions-coordinates = Selon les directions du patient. Dans les coordonnées du scan supérieur, mm et degrés, comme la ligne de commande les prend :{"\u000A"}--pose { $pose }
position-about-hinge-axis-estimated = autour de l’axe charnière estimé d’après l’anatomie moyenne (Bonwill 100 mm, Balkwill 22°), 0,2° par pas
position-along-occlusal-normal-mm = le long de la normale occlusale, 0,1 mm par pas (Alt + molette)
position-shift-ten-times-finer = Maj : dix fois plus fin.
position-open-bite = Ouvrir
position-open-o = Ouvrir { $hinge } (O). { $fine }
position-close-bite = Fermer
position-close-c = Fermer { $hinge } (C). { $fine }
position-move-up = Monter
position-raise-lower-jaw = Monter la mandibule { $raise }. { $fine }
position-move-down = Descendre
position-lower = La descendre { $raise }. { $fine }
position-reset-position = Réinitialiser
position-back-where-scans-were = Retour à la position des scans (Origine)
position-close-along-occlusal-normal = Fermer le long de la normale occlusale jusqu’au premier contact, ou ouvrir jusqu’à libérer (F). Un seul pas d’annulation.
position-first-contact = Premier contact
position-now = {""} En cours : { $stage }.
position-give-up-search-first = Abandonner la recherche du premier contact ; rien n’est déplacé (toute touche).{ $now }
position-cancel = Annuler

directions-front-up-hinge-axis = Avant, haut et axe charnière
directions-where-patients-front-up = Où sont l’avant et le haut du patient, estimés d’après les arcades. Les vues standard, les valeurs de position, l’ouverture et la fermeture s’y réfèrent.
directions-what-i-see-now = Ce que je vois est la vue
directions-turn-jaws-until-they = Tournez les arcades jusqu’à les voir comme l’une de ces vues doit les montrer, puis dites laquelle.
directions-front = face
directions-right = droite
directions-left = gauche
directions-upper = haut
directions-lower = bas
directions-takes-up-front-picture = Prend le haut et l’avant de l’image : vue { $label }
directions-turn-left = 90° à gauche
directions-front-where-patients-left = L’avant est là où l’on croyait la gauche du patient
directions-turn-right = 90° à droite
directions-front-where-patients-right = L’avant est là où l’on croyait la droite du patient
directions-upside-down = Renverser
directions-up-down-right-left = Le haut est en bas ; droite et gauche changent aussi
directions-estimate-again = Estimer à nouveau
directions-scans-position-they-have = D’après les scans dans leur position actuelle : les mettre d’abord en occlusion
directions-side-bonwills-triangle-condyle = Côté du triangle de Bonwill : de condyle à condyle et de chacun aux incisives inférieures
directions-balkwills-angle-between-occlusal = Angle de Balkwill : entre le plan d’occlusion et le plan des incisives inférieures aux condyles
directions-bonwill = Bonwill
directions-balkwill = Balkwill
directions-hinge-axis = Axe charnière

projection-projection-map = Projection de la carte
projection-gap-measured-along-this = La distance est mesurée selon cette direction. D’elle-même, elle suit le contact : la normale moyenne des surfaces distantes d’au plus 0,3 mm, choisie à nouveau dès que la mâchoire est au repos, et pendant le glisser quand le contact regarde depuis un moment à plus de 14° d’écart.
projection-chosen = Choisie
projection-no-map-too-far = pas de carte : trop loin
projection-nothing-within-range = Rien n’est à portée.
projection-hand-locked = à la main, verrouillée
projection-contact = d’après le contact
projection-jaws-boxes = d’après les boîtes
projection-too-little-contact-go = Trop peu de contact pour s’y fier : les boîtes autour des arcades la donnent.
projection-mean-normal-surfaces-map = Normale moyenne des surfaces que la carte a trouvées dans la zone de contact, selon leur aire.
projection-direction-upper-scans-coordinates = { $why }{"\u000A"}Direction dans les coordonnées du scan supérieur : { $x } ; { $y } ; { $z }
projection-pixel = Pixel
projection-across-projection-tilted-surface = En travers de la projection ; sur une surface inclinée, un pixel est allongé d’autant que la distance est surestimée.
projection-contact-tilted = Contact incliné de
projection-mean = { $tilt_deg }° en moyenne
projection-mean-cosine-between-direction = Cosinus moyen { $cosine } entre la direction et les surfaces distantes d’au plus 0,3 mm : 1 voudrait dire que toutes sont vues d’aplomb. La distance selon la projection vaut environ 1 / cosinus fois la plus courte.
projection-contact-zone = Zone de contact
projection-pixels = { $share } % des pixels
projection-pixels-both-jaws-cover = { $pixels } des { $overlap } pixels couverts par les deux arcades ont une distance d’au plus 0,3 mm.
projection-lock = Verrouiller
projection-follow-contact = Suivre
projection-keeps-this-direction-whatever = Garde cette direction quoi qu’il bouge, pour comparer les cartes de plusieurs positions
projection-direction-chosen-contact-again = La direction est à nouveau choisie d’après le contact
projection-this-view = Vue actuelle
projection-map-drawn-along-line = La carte est dessinée selon la ligne de vue de l’image, et verrouillée

picture-picture = IMAGE
picture-colours = Couleurs
picture-colours-gap-legend-picture = Couleurs de la distance ; la légende de l’image porte les valeurs
picture-range = Portée
picture-clearance-painted-all-depth = Espace libre qui est peint ; la profondeur n’est jamais limitée
picture-lines-equal-gap-teeth = Lignes d’égale distance sur les dents, outre celles à 0 et au seuil
picture-iso-lines = Isolignes
picture-off = non
picture-every-m = tous les { $mm } µm
picture-paint = Peindre
picture-paint-gap-teeth = Peindre la distance sur les dents
picture-x-ray = Rayons X
picture-both-jaws-translucent-x = Les deux arcades translucides (X)
picture-show-base-filled-holes = Montrer le socle et les trous comblés ajoutés en fermant les scans ouverts ; ils ne sont jamais en contact
picture-base = Socle
picture-compute-figures-exactly-triangle = Calculer exactement les valeurs, triangle par triangle, dès que la main est au repos, et les montrer à côté des valeurs en direct ; de même les aires de contact et la peinture de plusieurs vues. Mémorisé ; annuler n’y touche pas.
picture-exact-figures-rest = Valeurs exactes au repos

teeth-numbers-teeth-fdi-labels = Numéros des dents (FDI), d’après des étiquettes à côté des scans ou la forme des arcades. « ? » : pas sûr. Le numéro de la dent sous le curseur est à côté de sa distance.
teeth-teeth = DENTS
teeth-looking-teeth = Recherche des dents
teeth-none-told-apart = Aucune distinguée
teeth-numbers-stand-beside-teeth = Les numéros sont à côté des dents dans les images (Maj + N).
teeth-numbers-pictures = Numéros dans les images
teeth-upper = haut
teeth-lower = bas
teeth-click-tooth-opens-field = Un clic sur une dent ouvre un champ pour son numéro : Entrée le fixe, Échap le laisse. Annuler revient en arrière.
teeth-name-click = Nommer
teeth-labels = , par étiquettes
teeth-shape = , par la forme
teeth-not-sure = , { $n_unsure } incertaines
teeth-hand = , { $n_hand } à la main
teeth-tooth = Dent
teeth-fdi-number-two-digits = Numéro FDI, deux chiffres ; vide : pas de numéro. Entrée le fixe, Échap le laisse.

changes-last-changes = DERNIERS CHANGEMENTS
changes-none-yet = Aucun encore

trim-leaves-surface-out-every = Écarte de la surface de toute valeur : lambeaux de tissu, écarteur, langue. Elle reste dans l’image, hachurée, et dans le cas ; annuler revient en arrière (T).
trim-trim = détourer…
trim-surface-was-left-out = Surface écartée à la main. Elle n’est dans aucune valeur par distance la plus courte ; ce qui en est le plus proche ne fait face à rien.
trim-trimmed = Détouré : { $words }
trim-trim-2 = DÉTOURER
trim-strokes-bring-back-what = Les traits ramènent ce qui était détouré. Alt le fait pour un trait, et inversement.
trim-bring-back = Ramener
trim-bring-all-back = Tout ramener
trim-writes-what-trimmed-file = Écrit ce qui est détouré dans un fichier parmi vos images, pour « occluscope analyze --trim FICHIER ». Le cas le garde de lui-même.
trim-save-trim = En fichier
trim-done = Terminé
trim-esc = Échap
trim-nothing = rien
trim-surfaces-being-made-ready = Préparation des surfaces…
trim-drag-over-surface-alt = Glissez sur la surface. Alt : ramener.  Ctrl + glisser : tourner la vue.  Échap : terminé.
trim-draw-round-what-you = Entourez ce que vous voyez. Alt : ramener.  Ctrl + glisser : tourner la vue.  Échap : terminé.
trim-brush = Pinceau
trim-covers-surface-about-cursor = Couvre la surface autour du curseur, tant qu’elle se tient dans le rayon
trim-lasso = Lasso
trim-covers-what-seen-inside = Couvre ce qui se voit à l’intérieur d’une ligne, des deux arcades ; rien de ce qui est derrière
trim-radius-brush = Rayon du pinceau
