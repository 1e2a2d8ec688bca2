# The column on the left.

case-case = CASE
case-swap-upper-lower = Swap upper and lower
case-other-scan-upper-jaw = The other scan is the upper jaw. Nothing moves; the lower jaw is the one that follows the hand.
case-upper-jaw = Upper jaw
case-lower-jaw = Lower jaw
case-opacity = Opacity
case-triangles-scan = { $n_scanned } triangles of the scan
case-vertices = { $positions } vertices
case-closed = closed
case-open = open
case-triangles = { $n_scanned } triangles, { $state }{ $notes }
case-nothing-was-repaired = Nothing was repaired.
case-triangles-read = triangles read
case-vertices-welded = vertices welded
case-degenerate-triangles-dropped = degenerate triangles dropped
case-duplicate-triangles-dropped = duplicate triangles dropped
case-parts = parts
case-stray-parts-dropped = stray parts dropped
case-triangles-turned-round = triangles turned round
case-non-manifold-edges = non-manifold edges
case-open-edges-file = open edges in the file
case-holes-filled = holes filled
case-rims-extended-base = rims extended to a base
case-triangles-added-never-contact = triangles added (never contact)
case-hide = Hide the { $side ->
    [upper] upper
   *[lower] lower
    } jaw ({ $key })
case-show = Show the { $side ->
    [upper] upper
   *[lower] lower
    } jaw ({ $key })
case-notes = , { $n } { $n ->
    [one] note
   *[other] notes
    }

position-right = right
position-towards-patients-right-mm = Towards the patient's right, mm
position-front = front
position-towards-front-mm = Towards the front, mm
position-up = up
position-along-occlusal-normal-towards = Along the occlusal normal towards the upper jaw, mm
position-pitch = pitch
position-turn-about-axis-left = Turn about the axis from left to right: positive raises the front, degrees
position-roll = roll
position-turn-about-axis-back = Turn about the axis from back to front, degrees
position-yaw = yaw
position-turn-about-occlusal-normal = Turn about the occlusal normal, degrees
position-position-lower-jaw = POSITION OF THE LOWER JAW
position-degrees = degrees
position-where-scans-were-taken = { $hint }, from where the scans were taken. Drag, or click and type.
position-position-typed = Position typed
position-incisors-scanned = Incisors as scanned
position-opened-incisors-mm = Opened at the incisors by { $mm } mm
position-closed-incisors-mm = Closed at the incisors by { $mm } mm
position-how-far-lower-incisal = How far the lower incisal edge lies below where it was scanned, along the occlusal normal.
position-along-patients-directions-coordinates = Along the patient's directions. In the coordinates of the upper scan, mm and degrees, as the command line takes it:{"\u000A"}--pose { $pose }
position-about-hinge-axis-estimated = about the hinge axis estimated from average anatomy (Bonwill 100 mm, Balkwill 22°), 0.2° a step
position-along-occlusal-normal-mm = along the occlusal normal, 0.1 mm a step (Alt + wheel)
position-shift-ten-times-finer = Shift: ten times finer.
position-open-bite = Open bite
position-open-o = Open { $hinge } (O). { $fine }
position-close-bite = Close bite
position-close-c = Close { $hinge } (C). { $fine }
position-move-up = Move up
position-raise-lower-jaw = Raise the lower jaw { $raise }. { $fine }
position-move-down = Move down
position-lower = Lower it { $raise }. { $fine }
position-reset-position = Reset position
position-back-where-scans-were = Back to where the scans were taken (Home)
position-close-along-occlusal-normal = Close along the occlusal normal until the jaws first meet, or open until they come free (F). One step for undo.
position-first-contact = First contact
position-now = {""} Now: { $stage }.
position-give-up-search-first = Give up the search for the first contact; nothing is moved (any key).{ $now }
position-cancel = Cancel

directions-front-up-hinge-axis = Front, up and hinge axis
directions-where-patients-front-up = Where the patient's front and up are, as estimated from the arches. The standard views, the position's numbers, opening and closing go by them.
directions-what-i-see-now = What I see now is the view from
directions-turn-jaws-until-they = Turn the jaws until they are seen as one of these views should show them, then say which.
directions-front = Front
directions-right = Right
directions-left = Left
directions-upper = Upper
directions-lower = Lower
directions-takes-up-front-picture = Takes up and front from the picture as the { $label } view
directions-turn-left = Turn 90° left
directions-front-where-patients-left = The front is where the patient's left was taken to be
directions-turn-right = Turn 90° right
directions-front-where-patients-right = The front is where the patient's right was taken to be
directions-upside-down = Upside down
directions-up-down-right-left = Up is down; right and left change with it
directions-estimate-again = Estimate again
directions-scans-position-they-have = From the scans in the position they have now: bring them into occlusion first
directions-side-bonwills-triangle-condyle = Side of Bonwill's triangle: from condyle to condyle and from either to the lower incisors
directions-balkwills-angle-between-occlusal = Balkwill's angle: between the occlusal plane and the plane from the lower incisors to the condyles
directions-bonwill = Bonwill
directions-balkwill = Balkwill
directions-hinge-axis = Hinge axis

projection-projection-map = Projection of the map
projection-gap-measured-along-this = The gap is measured along this direction. By itself it follows the contact: the mean normal of the surfaces that are within 0.3 mm of each other, chosen again whenever the jaw rests, and during a drag when the contact has faced more than 14° another way for a while.
projection-chosen = Chosen
projection-no-map-too-far = no map: too far apart
projection-nothing-within-range = Nothing is within the range.
projection-hand-locked = by hand, locked
projection-contact = from the contact
projection-jaws-boxes = from the jaws' boxes
projection-too-little-contact-go = There is too little contact to go by: the boxes around both jaws give it.
projection-mean-normal-surfaces-map = Mean normal of the surfaces that the map found in the contact zone, by area.
projection-direction-upper-scans-coordinates = { $why }{"\u000A"}Direction in the upper scan's coordinates: { $x }, { $y }, { $z }
projection-pixel = Pixel
projection-across-projection-tilted-surface = Across the projection; on a tilted surface a pixel is as much longer as the gap is overstated.
projection-contact-tilted = Contact is tilted by
projection-mean = { $tilt_deg }° in the mean
projection-mean-cosine-between-direction = Mean cosine { $cosine } between the direction and the surfaces within 0.3 mm of each other: 1 would be all of them seen squarely. The gap along the projection is about 1 / cosine times the shortest one.
projection-contact-zone = Contact zone
projection-pixels = { $share } % of the pixels
projection-pixels-both-jaws-cover = { $pixels } of { $overlap } pixels that both jaws cover have a gap of at most 0.3 mm.
projection-lock = Lock
projection-follow-contact = Follow contact
projection-keeps-this-direction-whatever = Keeps this direction whatever moves, so that maps of several positions can be compared
projection-direction-chosen-contact-again = The direction is chosen from the contact again
projection-this-view = From this view
projection-map-drawn-along-line = The map is drawn along the line of sight of the picture, and locked

picture-picture = PICTURE
picture-colours = Colours
picture-colours-gap-legend-picture = Colours of the gap; the legend in the picture has the numbers
picture-range = Range
picture-clearance-painted-all-depth = Clearance that is painted at all; depth is never limited
picture-lines-equal-gap-teeth = Lines of equal gap on the teeth, besides those at 0 and at the threshold
picture-iso-lines = Iso-lines
picture-off = off
picture-every-m = every { $mm } µm
picture-paint = Paint
picture-paint-gap-teeth = Paint the gap on the teeth
picture-x-ray = X-ray
picture-both-jaws-translucent-x = Both jaws translucent (X)
picture-show-base-filled-holes = Show the base and the filled holes that closing added to open scans; they are never contact
picture-base = Base
picture-compute-figures-exactly-triangle = Compute the figures exactly, triangle by triangle, whenever the hand rests, and show them beside the live ones; and the contact areas and the paint of several views. Remembered; undo leaves it alone.
picture-exact-figures-rest = Exact figures at rest

teeth-numbers-teeth-fdi-labels = Numbers of the teeth (FDI), from labels beside the scans or from the arches' shape. "?": not sure. The number of the tooth under the cursor stands beside its gap.
teeth-teeth = TEETH
teeth-looking-teeth = Looking for the teeth
teeth-none-told-apart = None told apart
teeth-numbers-stand-beside-teeth = The numbers stand beside the teeth in the pictures (Shift + N).
teeth-numbers-pictures = Numbers in the pictures
teeth-upper = upper
teeth-lower = lower
teeth-click-tooth-opens-field = A click on a tooth opens a field for its number: Enter sets it, Esc leaves it as it was. Undo takes it back.
teeth-name-click = Name by a click
teeth-labels = , from labels
teeth-shape = , by shape
teeth-not-sure = , { $n_unsure } not sure
teeth-hand = , { $n_hand } by hand
teeth-tooth = Tooth
teeth-fdi-number-two-digits = FDI number, two digits; empty: no number. Enter sets it, Esc leaves it.

changes-last-changes = LAST CHANGES
changes-none-yet = None yet

trim-leaves-surface-out-every = Leaves surface out of every figure: flaps of tissue, a retractor, the tongue. It stays in the picture, hatched, and in the case; undo takes it back (T).
trim-trim = trim…
trim-surface-was-left-out = Surface that was left out by hand. It is in no figure by closest gap; what is nearest to it faces nothing.
trim-trimmed = Trimmed: { $words }
trim-trim-2 = TRIM
trim-strokes-bring-back-what = Strokes bring back what was trimmed. Alt does so for one stroke, and the other way round.
trim-bring-back = Bring back
trim-bring-all-back = Bring all back
trim-writes-what-trimmed-file = Writes what is trimmed to a file among your pictures, for "occluscope analyze --trim FILE". The case keeps it by itself.
trim-save-trim = Save trim
trim-done = Done
trim-esc = Esc
trim-nothing = nothing
trim-surfaces-being-made-ready = The surfaces are being made ready …
trim-drag-over-surface-alt = Drag over the surface. Alt: bring back.  Ctrl + drag: turn the view.  Esc: done.
trim-draw-round-what-you = Draw round what you see. Alt: bring back.  Ctrl + drag: turn the view.  Esc: done.
trim-brush = Brush
trim-covers-surface-about-cursor = Covers the surface about the cursor, as far as it hangs together within the radius
trim-lasso = Lasso
trim-covers-what-seen-inside = Covers what is seen inside a line, of both jaws; nothing that lies behind
trim-radius-brush = Radius of the brush
