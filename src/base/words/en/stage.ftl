# What lies over the pictures.

legend-closest = closest
legend-gap-mm = gap, mm
legend-distance-nearest-point-other = The distance to the nearest point of the other jaw, painted on both; the figures are of the same. Hatched: inside the other jaw. The dark line is the contact threshold. Grey and faint: what is not judged.
legend-along = ≈ along a
legend-line-mm = line, mm
legend-while-jaw-moves-gap = While the jaw moves: the gap along one direction of projection. The closest gap follows when the hand rests. Hatched: inside the other jaw. The dark line is the contact threshold.
legend-projected = projected
legend-gap-along-direction-map = The gap along the direction that the map is seen along. Hatched: inside the other jaw. The dark line is the contact threshold.
legend-how-sure = how sure
legend-contact = contact is
legend-how-many-positions-nearby = In how many of the positions nearby a place is in contact: full, in at least 95 % of them; striped, in at least 5 %; dotted, in fewer. Dark lines end what is certain and what is possible.
legend-inside = inside
legend-near = near
legend-clear = clear

glass-gap-mm-inside = gap { $gap } mm (inside)
glass-gap-mm = gap { $gap } mm
glass-no-gap-within-range = no gap within the range

sure-legend-certain = certain
sure-legend-possible = possible
sure-legend-unlikely = unlikely

map-panel-map-both-jaws-gap = Map of both jaws: gap along one direction
map-panel-nothing-within-range-no = Nothing is within the range: there is no map.
map-panel-upper-jaw-alone = upper jaw alone
map-panel-lower-jaw-alone = lower jaw alone
map-panel-rest-pointer-map-every = Rest the pointer on the map: every surface that the ray of this pixel meets, in order. A click keeps the ray while the jaw moves.
map-panel-upper-jaw-only = upper jaw only
map-panel-lower-jaw-only = lower jaw only
map-panel-undecided = undecided

over-jaws-upper = upper
over-jaws-lower = lower
over-jaws-trimmed = trimmed

overview-upper-teeth = Upper teeth
overview-lower-teeth = Lower teeth
overview-drag-turns-view-wheel = Drag turns the view, the wheel zooms. A click on a contact in the list flies there. B frees the bite.
overview-r = R
overview-l = L

bite-lower-jaw-can-moved = The lower jaw can be moved. Click to lock the bite (B).
bite-bite-locked-nothing-moves = The bite is locked: nothing moves the lower jaw by mistake. Click to free it (B).
bite-bite-scanned = Bite as scanned
bite-bite-2 = Bite { $moved }
bite-reset = Reset
bite-back-where-scans-were = Back to where the scans were taken (Home)
bite-bite-locked-so-dragging = The bite is locked, so dragging turns the view.
bite-bite-locked-so-nothing = The bite is locked, so nothing was moved.
bite-move-lower-jaw = Move the lower jaw
bite-frees-bite-until-you = Frees the bite until you lock it again (Enter)
bite-keep-locked = Keep it locked
bite-esc = Esc

apart-files-place-them = {""} as the files place them
apart-jaws-more-than-mm = The jaws are more than { $range } mm apart{ $place }.
apart-no-surfaces-face-each = No surfaces face each other within { $range } mm{ $place }.
apart-smallest-distance-their-surfaces = Smallest distance of whole scans: { $far }
apart-nothing-paint-no-contact = There is nothing to paint and no contact to measure.
apart-undo = Undo: { $name }
apart-reset-position = Reset position
apart-show-everything = Show everything

layer-card-blended-code-list-agree = The blended code and the list agree.
layer-card-face-added-closing-scan = {""}* face added by closing the scan
layer-card-ray-this-pixel-meets = The ray of this pixel meets no surface.
layer-card-faces-their-order-not = { $n_layers } faces: their order is not known.
layer-card-touching = {""} (touching)
layer-card-inside-both-mm = Inside both: { $length } mm{ $touching }, { $from } to { $to }
layer-card-inside-both-mm-without = Inside both: from { $first } mm without an end
layer-card-nowhere-inside-both-jaws = Nowhere inside both jaws.
layer-card-more-stretches-none-longer = and { $named } more stretches, none longer
layer-card-kept = , kept
layer-card-layers-pixel = Layers at pixel
layer-card-pixel = Pixel
layer-card-upper-jaw-b-lower = A upper jaw, B lower jaw; nearest first
layer-card-along-projection = along the projection
layer-card-both = both
layer-card-face = face
layer-card-depth-mm = depth mm
layer-card-triangle = triangle
layer-card-winding = winding
layer-card-more-layers = { $n } more layers
layer-card-front = front
layer-card-back = back

projection-arrow-projection = projection

zone-marks-contact = contact { $name }

handles-right = right
handles-front = front
handles-up = up

profile-frame-ms = Frame, ms
profile-analysis-ms = Analysis, ms
profile-median = median
profile-stage = { $name ->
    [frame] frame
    [layout] layout
    [analysis] analysis
    [jaws] jaws
    [map] map
    [window] window
    [rest] rest
    [planning] planning
    [drawing] drawing
   *[other] { $name }
    }
profile-last-frames-line-ms = Last { $n } frames; line: { $budget_ms } ms

lock-moved-less-than-mm = moved by less than 0.01 mm
lock-moved-mm = moved by { $mm } mm, { $deg }°

drag-turned = Turned
drag-moved = Moved
drag-mm-right-front-up = { $mm } mm{"\u000A"}right { $right }   front { $front }   up { $up }

palette-red-amber-blue = red, amber, blue
palette-paper-1995 = paper 1995

layers-no-jaw = no jaw
layers-upper-only = upper jaw only
layers-lower-only = lower jaw only
layers-clear = clear
layers-interfering = interfering
layers-unsolved = unsolved
layers-no-overlap = Not both jaws: nothing to solve.
layers-first-pass = Solved by the counts of the first pass.
layers-second-pass = Solved by the counts of the second pass.
layers-layer-order = Solved by the order of the layers.
layers-unbalanced = Unsolved: the ray never leaves a jaw.
layers-too-many = Unsolved: more layers than can be kept.
layers-differ = Unsolved: code and list differ.

gizmo-f = F
gizmo-b = B
gizmo-back = From the throat
