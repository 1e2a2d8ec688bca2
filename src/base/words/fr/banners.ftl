# Messages, what is under way.

messages-close = Fermer
messages-please-check = À vérifier
messages-leave = Laisser tel quel
messages-millimetres = Millimètres
messages-metres = Mètres
messages-inches = Pouces
messages-read = { $label } (tel que lu)
messages-unit-chosen = Les deux scans sont lus dans cette unité. Des scans en deux unités doivent être exportés dans une seule unité.
messages-right-so = C’est juste
messages-swap-upper-lower = Échanger haut et bas
messages-figures-beside = , ses valeurs ({ $json }) à côté
messages-saved = { $what ->
    [report] Rapport enregistré
    [snapshot] Image enregistrée
    [page] Page enregistrée
    [model] Modèle enregistré
    [section] Coupe enregistrée
    [movement] Mouvement enregistré
    [articulator] Articulateur enregistré
    [comparison] Comparaison enregistrée
   *[trim] Surface détourée enregistrée
    } : { $file }{ $beside }.
messages-show-folder = Montrer le dossier

file-opening-was-cancelled = Ouverture annulée.
file-waits = { $what ->
    [report] Le rapport
    [page] La page
   *[model] Le modèle
    } attend que les positions voisines soient essayées.
file-moved-on = { $what ->
    [report] Le rapport n’a pas été établi
    [page] La page n’a pas été établie
   *[model] Le modèle n’a pas été établi
    } : la mâchoire a été déplacée pendant l’attente. Veuillez redemander.
file-go-to = Images et rapports vont dans { $folder }.

first-contact-case-has-no-occlusal = Le cas n’a pas de normale occlusale : fixez d’abord l’avant et le haut à la main.
first-contact-search-first-contact-was = La recherche du premier contact a été abandonnée : rien n’a été déplacé.
first-contact-there = Les mâchoires sont déjà à leur premier contact{ $place }{ $doubt } : rien n’a été déplacé.
first-contact-closed = Fermé de { $mm } mm jusqu’au premier contact{ $place }, erreur d’au plus { $error } mm.
first-contact-opened = Ouvert de { $mm } mm jusqu’au premier contact{ $place }, erreur d’au plus { $error } mm.
first-contact-gave-up-closing = La recherche a été abandonnée : rien ne se touche dans les { $mm } mm de fermeture ; rien n’a été déplacé.
first-contact-gave-up-opening = La recherche a été abandonnée : elles ne sont pas libres avant { $mm } mm d’ouverture ; rien n’a été déplacé.
first-contact-none = Elles ne se touchent pas dans les { $mm } mm : rien n’a été déplacé.
first-contact-not-free = Elles ne se libèrent pas dans les { $mm } mm : rien n’a été déplacé.
first-contact-between = {" "}entre { $upper } et { $lower }
first-contact-at = {" "}à { $tooth }
first-contact-added-face = {" "}(sur une face que la fermeture a ajoutée, pas sur le scan)
first-contact-not-proven = {" "}(un contact antérieur n’est pas exclu)

opening-snapshots-position-settings-view = La position, les réglages et la vue de l’image sont de retour.
opening-sample-case-shown-instead = Le cas d’exemple est montré à la place.
opening-open-case-was = Le cas ouvert est comme il était.
opening-scans-were-found-others = Les scans trouvés ne sont pas ceux de l’image : sa position n’est pas rétablie.
opening-case-was-saved-itself = Le cas est tel qu’il s’est enregistré de lui-même ; il n’est encore dans aucun de vos fichiers (Ctrl + S).
opening-case-recovered = le cas à récupérer
opening-sample-case = le cas d’exemple
opening-names-do-not-say = Les noms ne disent pas quelle arcade est laquelle : { $upper } a été pris pour le maxillaire, { $lower } pour la mandibule.

plan-case-file-holds-both = Un fichier de cas contient déjà les deux scans ; ouvrez-le seul.
plan-no-file-was-given = Aucun fichier ; il faut deux scans, maxillaire et mandibule.
plan-files-were-given-drop = { $paths } fichiers donnés ; déposez les deux scans d’un cas.

program-figures-clipboard = Les valeurs sont dans le presse-papiers.
program-fault = une faute du programme

restore-snapshot-restored = Image rétablie

saving-case-cannot-saved-programs = Le cas ne peut être enregistré : le fil d’enregistrement s’est arrêté. Prenez une image.
saving-case-was-not-saved = Le cas n’a pas été enregistré : { $error }.
saving-saved-case-was-open = { $path } enregistré, le cas ouvert auparavant.
saving-case-was-open-before = Le cas ouvert auparavant n’a pas été enregistré sous { $path } : { $error }.

trim-all-trimmed-surface-brought = Tout le détouré ramené

recovery-changes-cannot-saved-recovery = Les modifications ne peuvent être sauvegardées en cas de panne : { $error } ; nouvel essai ensuite.

open-sample-case = Cas d’exemple

checkups-processors-threads = les fils du processeur
checkups-raster-passes = passages raster sur { $adapter }
checkups-compute-shaders = shaders de calcul sur { $adapter }
checkups-not-used-they-do = Non utilisés, ils ne donnent pas ici les réponses exactes (occluscope doctor) : { $names }

contact-search-frame-took-ms-processor = Une image a pris { $processor_ms } ms avec le processeur seul, { $gpu_ms } ms avec la GPU.
contact-search-was-faster-one-when = C’était le plus rapide à la première utilisation de cet adaptateur.
contact-search-software-driver-would-run = Un pilote logiciel tournerait sur les mêmes fils du processeur.
contact-search-whether-gpu-faster-measured = Si la GPU est plus rapide se mesure quand la mâchoire est au repos en contact.

execution-processor-threads = fils du processeur
execution-raster-passes-graphics-driver = passages raster du pilote graphique
execution-compute-shaders = ses shaders de calcul
execution-adapter-gives-shaders-less = L’adaptateur donne à ses shaders moins qu’il n’en faut à l’analyse ; il dessine tout de même les images.
execution-gpu-was-lost-has = La GPU a été perdue : elle reprend l’analyse après un moment de marche.
execution-gpus-memory-does-not = La mémoire de la GPU ne contient pas une carte de cette taille.
execution-what-was-asked-execution = Ce qui a été demandé (--execution) ne donne pas ici les réponses exactes.
execution-gpu-held-against-exact = La GPU est comparée à des réponses exactes au repos de la mâchoire, puis utilisée.
execution-was-asked-execution = C’était demandé (--execution).
execution-was-fastest-when-this = C’était le plus rapide à la première utilisation de cet adaptateur.
execution-fastest-here-frame = C’est le plus rapide ici, par image : { $times }.
execution-software-driver-would-run = Un pilote logiciel tournerait sur les mêmes fils du processeur.
execution-which-fastest-measured-when = Le plus rapide se mesure au repos de la mâchoire.
execution-stencil-processor-threads-picture = stencil sur les fils du processeur, image sur { $adapter }
execution-stencil = stencil sur { $adapter }
execution-stencil-compute = stencil par calcul sur { $adapter }

frame-gpus-memory-does-not = La mémoire de la GPU ne contient pas une carte de { $resolution } pixels : les fils du processeur la font, et une plus petite revient à la GPU.
frame-contacts-not-computed = Les contacts ne sont pas calculés : { $error }.

lost-graphics-again = { $name } est de retour.
lost-graphics-gpu-was-lost-has = La GPU a été perdue et rétablie ; le cas est comme il était.
lost-graphics-gpu-was-lost-draws = La GPU est perdue ; { $name } dessine jusqu’à son retour, et le cas est comme il était.

progress-few-seconds = encore quelques secondes
progress-seconds = encore { $s } s environ
progress-minutes = encore { $min } min environ

stage-looking-along-other-projections = examen d’autres projections
stage-refining-contacts = affinage des contacts
stage-shooting-rays = lancer de rayons
stage-building-search-trees = construction des arbres de recherche
stage-opening-until-free = ouverture jusqu’à libération
stage-closing = fermeture
stage-opening = ouverture
stage-deepest-place-upper-jaw = endroit le plus profond du maxillaire
stage-deepest-place-lower-jaw = endroit le plus profond de la mandibule
stage-shared-volume = volume commun
stage-shared-volume-by-rays = volume commun par rayons
stage-reading = lecture
stage-finding-occlusal-plane = recherche du plan d’occlusion
stage-telling-gum-from-teeth = distinction de la gencive et des dents
stage-cutting-five-teeth = découpe de cinq dents
stage-making-sample-case = création du cas d’exemple
stage-looking-for-teeth = recherche des dents
stage-welding = soudure
stage-finding-parts = recherche des parties
stage-orienting = orientation
stage-prepared = préparé
stage-analysing-pose = analyse de la position
stage-cutting-contacts = découpe des contacts
stage-trying-poses-nearby = essai de positions voisines
stage-looking-for-way-out = recherche d’une issue
stage-making-picture-ready = préparation de l’image
stage-reading-case = lecture du cas
stage-learning-jaws = apprentissage de la forme des arcades
stage-laying-bite-scan = placement du scan d’occlusion sur les arcades
stage-looking-where-cusps-fit = recherche de l’emboîtement des cuspides
stage-settling = mise en place de la mandibule
stage-meeting-exactly = fermeture jusqu’au premier contact

snapshot-file-not-beside = Le scan { $side ->
    [upper] du maxillaire
   *[lower] de la mandibule
    } n’est pas à côté de l’image, qui ne dit pas comment il s’appelle ; ouvrez les deux scans et déposez à nouveau l’image
snapshot-file-changed = { $place } : le scan { $side ->
    [upper] du maxillaire
   *[lower] de la mandibule
    } a changé depuis que l’image a été prise
snapshot-file-elsewhere = { $place } : le scan { $side ->
    [upper] du maxillaire
   *[lower] de la mandibule
    } est sur une autre machine ou un appareil, qui n’est pas contacté parce qu’un fichier le demande ; ouvrez les deux scans et déposez à nouveau l’image
snapshot-file-gone = { $place } : le scan { $side ->
    [upper] du maxillaire
   *[lower] de la mandibule
    } n’est plus là ; ouvrez les deux scans et déposez à nouveau l’image

answers-was-not-saved = { $what ->
    [report] Le rapport n’a pas été enregistré
    [snapshot] L’image n’a pas été enregistrée
    [page] La page n’a pas été enregistrée
    [model] Le modèle n’a pas été enregistré
    [section] La coupe n’a pas été enregistrée
    [movement] Le mouvement n’a pas été enregistré
    [articulator] L’articulateur n’a pas été enregistré
    [comparison] La comparaison n’a pas été enregistrée
   *[trim] La surface détourée n’a pas été enregistrée
    } : { $why }.

effects-being-made = { $what ->
    [report] Le rapport
    [page] La page
   *[model] Le modèle
    } est en cours.
effects-being-made-already = { $what ->
    [report] Un rapport
    [page] Une page
   *[model] Un modèle
    } est déjà en cours.

ask-report = Rapport de cette position
ask-typed-alone = Saisi pour ce seul rapport, et gardé nulle part ailleurs. Ce qui reste vide peut être écrit à la main.
ask-make = Faire le rapport
ask-cancel = Annuler
ask-with-notes = Avec les notes du cas
ask-folder = Dossier des images et rapports
ask-browse = Parcourir…
ask-no-folder = Ce dossier n’existe pas.
