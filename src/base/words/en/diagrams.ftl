# Diagrams of movements, and their page in the report.
diagram-posselt-sagittal = Incisal point, from the patient’s right (Posselt)
diagram-posselt-frontal = Incisal point, from the front (Posselt)
diagram-condyles-sagittal = Condyles, from the patient’s right
diagram-condyles-horizontal = Condyles, from above
diagram-gothic-arch = Incisal point, from above (Gothic arch)
diagram-contact-areas = Contact area along the path
diagram-right = R
diagram-left = L
diagram-front-mm = to the front, mm
diagram-up-mm = upwards, mm
diagram-to-right-mm = to the patient’s right, mm
diagram-to-left-mm = to the patient’s left, mm
diagram-path-mm = path, mm
diagram-time-s = time, s
diagram-area-mm2 = area, upper jaw, mm²
diagram-movement = this movement
diagram-border-opening = opening
diagram-border-protrusion = protrusion
diagram-border-retrusion = retrusion
diagram-border-right = laterotrusion to the right
diagram-border-left = laterotrusion to the left
diagram-border-protrusion-opens = from protrusion to the widest opening
diagram-border-right-opens = from the right to the widest opening
diagram-border-left-opens = from the left to the widest opening
diagram-borders-by-condyles = border movements (thin) by the condyles alone
diagram-borders-by-table = border movements (thin) by the incisal table
diagram-borders-by-teeth = border movements (thin) by the teeth: as far open as they hold the jaw
diagram-condyle = { $side ->
    [right] right condyle
   *[left] left condyle
    }
diagram-condyle-through = { $side ->
    [right] right condyle, { $movement }
   *[left] left condyle, { $movement }
    }
diagram-area-within = closest gap up to { $threshold_mm } mm
paint-order = Where on the path contact (closest gap up to { $mm } mm) begins
paint-from-to-mm = { $from } to { $to } mm
paint-duration = Share of the path in contact (closest gap up to { $mm } mm)
paint-share = { $from } to { $to } %
paint-gap = Smallest closest gap along the path, up to { $mm } mm
paint-gap-now = Closest gap in this pose, up to { $mm } mm
paint-deeper = overlap deeper than { $mm } mm
paint-deep = overlap { $from } to { $to } mm
paint-open = gap { $from } to { $to } mm
paint-movement = Contact (closest gap up to { $mm } mm) by side of the movement
paint-settings = Contact outside the bite over the range of articulator settings
paint-does-not-depend = with all { $n } settings
paint-compass-unconfirmed = Colours of the occlusal compass: black, blue, green and yellow are usual and not confirmed.
paint-depends = with some settings only
paint-working = working side
paint-balancing = balancing side
paint-protrusive = protrusive or retrusive
paint-intercuspal = in the bite only
paint-recorded = recorded movement
paint-upper = upper jaw, from below
paint-lower = lower jaw, from above
paint-front = both jaws, from the front
report-motion-title = Movement
report-motion-movement = movement
report-motion-articulator = articulator
report-motion-axis = hinge axis
report-motion-guide = teeth as guide
report-motion-recorded = record
report-motion-both = { $right } right, { $left } left
report-motion-pairs = Pairs of teeth within { $mm } mm along the path (closest gap): { $n }
report-motion-teeth = teeth
report-motion-side = side
report-motion-order = order
report-motion-from-mm = from, mm
report-motion-to-mm = to, mm
report-motion-share = of the path
report-motion-deepest-mm = deepest, mm
report-motion-largest-mm2 = largest, mm²
report-motion-working = working
report-motion-balancing = balancing
report-motion-protrusive = protrusive
report-motion-intercuspal = in the bite
report-motion-more = { $n ->
    [one] one more pair
   *[other] { $n } more pairs
    }
report-motion-kind = { $kind ->
    [opening] opening
    [protrusion] protrusion
    [retrusion] retrusion
    [right] laterotrusion to the right
    [left] laterotrusion to the left
    [right-protrusion] lateroprotrusion to the right
    [left-protrusion] lateroprotrusion to the left
   *[other] recorded movement
    }
report-motion-guided = { $guide ->
    [free] guided by the condyles alone
    [incisal] guided by condyles and incisal table
    [teeth] guided by condyles and teeth
   *[other] as recorded
    }
report-motion-placed = { $by ->
    [average] placed by averages from the lower incisors
    [axis] as the articulator’s file gives it
    [points] through the picked condyles
    [facebow] by the facebow’s transform
    [marks] by the record’s marks in the scan
   *[other] no scans
    }
report-motion-settings = { $plane ->
    [camper] to Camper’s plane: condylar inclination { $sci }°, Bennett angle { $bennett }°, immediate side shift { $iss } mm; condyles { $wide } mm apart
    [frankfurt] to Frankfurt’s plane: condylar inclination { $sci }°, Bennett angle { $bennett }°, immediate side shift { $iss } mm; condyles { $wide } mm apart
    [horizontal] to the patient’s horizontal: condylar inclination { $sci }°, Bennett angle { $bennett }°, immediate side shift { $iss } mm; condyles { $wide } mm apart
   *[other] to the occlusal plane: condylar inclination { $sci }°, Bennett angle { $bennett }°, immediate side shift { $iss } mm; condyles { $wide } mm apart
    }
report-motion-guidance = { $start ->
    [seat] bite seated at its first contact ({ $deg }° from the scan); { $holes } holes, { $jumps } leaps
   *[other] begins in the bite as scanned, { $deg }° taken off every step; { $holes } holes, { $jumps } leaps
    }
report-motion-record = { $smoothed ->
    [1] { $format }, { $n } instants; { $residual } mm RMS of the marks; smoothed
   *[other] { $format }, { $n } instants; { $residual } mm RMS of the marks; not smoothed
    }
paint-side-of = { $kind ->
    [protrusion] protrusion
    [retrusion] retrusion
    [opening] { $side }, opening
    [right] { $side }, to the right
    [left] { $side }, to the left
    [right-protrusion] { $side }, to the right and front
   *[other] { $side }, to the left and front
    }
