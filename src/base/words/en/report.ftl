# Headline, pictures in files, the report.

report-report-occlusal-contacts = Occlusal contacts
report-report-en = en
report-report-no-views-arches-was = No views of the arches: there was no graphics adapter to draw them.
report-report-made = made on { $date }
report-report-patient = Patient
report-report-date-birth = Date of birth
report-report-case = Case
report-report-examiner = Examiner
report-report-closest-gap-distance-nearest = by closest gap: the distance to the nearest point of the other jaw
report-report-projected-gap-along-one = by projected gap, along one direction
report-report-projected-gap-along-directions = by projected gap, along { $n } directions, each for the surface that faces it
report-report-both-scans-were-welded = Both scans were welded and closed; faces added for that are no contact.
report-report-both-scans-were-welded-2 = Both scans were welded and not closed: where they are open, inside and outside are not known.
report-report-limits-scan-bite-together = Limits. Scan and bite together are uncertain by 50 to 100 µm, which is as much as a usual threshold: an area at one threshold is no norm, and repeated bites differ. Teeth give way in their sockets and scans do not. Lateral contacts from a static bite are the least reliable. Shown is geometry alone: neither loads nor whether a contact is too early can be read from it.
report-report-method-limits = Method and limits
report-report-more-json = {""} And { $n } more, in the JSON.
report-report-what-was-noted = What was noted.{ $words }
report-report-page = page { $page } of { $n_pages }
report-report-map-gap-seen-along = Map of the gap, seen along the projection.
report-report-how-was-measured-positive = How it was measured. { $prepared } Positive gaps are clearance, negative ones interpenetration. Contact at a threshold is the surface with a gap of at most that; it has a penetrating and a near part. Its areas are measured { $gap }; they are true surface, cut within triangles. Contacts of this page hang together within { $zones_mm } mm. { $pictures }
report-report-arches-by-closest = The arches are painted { $by_closest }; the map shows whole scans along the projection.
report-report-arches-by-projection = Map and arches show the gap along the projection.
report-report-upper-jaw-below-patients = Upper jaw from below.
report-report-lower-jaw-above-patients = Lower jaw from above.

report-headline-to = 0.05 to 0.1
report-headline-overlap-mm = Overlap { $depth_mm } mm
report-headline-contact = Contact
report-headline-apart = Apart
report-headline-nearest-mm = nearest { $mm } mm
report-headline-at = at { $upper }–{ $lower }
report-headline-at-2 = at { $one }
report-headline-up-mm-deep = , up to { $depth_mm } mm deep
report-headline-beyond = beyond scan error ({ $error })
report-headline-within = within scan error ({ $error })
report-headline-specks = { $n } { $n ->
    [one] speck
   *[other] specks
    }
report-headline-places = { $n } { $n ->
    [one] place
   *[other] places
    }
report-headline-not-teeth = not on teeth: { $places }
report-headline-none = none

report-overlay-contact = Contact
report-overlay-judged = Judged
report-overlay-colours = Colours
report-overlay-how-sure-contact-mm = how sure contact ≤ { $threshold_mm } mm is, in positions nearby
report-overlay-verdict = Verdict
report-overlay-depth-gap = Depth or gap
report-overlay-interference = Interference
report-overlay-unsolved = Unsolved
report-overlay-pose-lower-jaw = Pose of the lower jaw
report-overlay-projection = Projection
report-overlay-map = Map
report-overlay-date = Date
report-overlay-program = Program
report-overlay-colours-closest = closest gap in mm, contact ≤ { $threshold_mm } mm
report-overlay-colours-projected = projected gap in mm, contact ≤ { $threshold_mm } mm
report-overlay-upper = Upper, { $gap ->
    [closest] closest
   *[projected] projected
    } gap ≤ { $mm } mm
report-overlay-lower = Lower, { $gap ->
    [closest] closest
   *[projected] projected
    } gap ≤ { $mm } mm
report-overlay-contacts = Contacts by { $gap ->
    [closest] closest
   *[projected] projected
    } gap

report-sure-legend-certain = certain
report-sure-legend-possible = possible
report-sure-legend-unlikely = unlikely

report-text-apart = apart
report-text-touching = touching
report-text-interfering = interfering
report-text-undecided = undecided
report-text-deepest-mm-along-projection = deepest { $depth } mm along the projection
report-text-mm-deep-where-no = { $depth } mm deep where no pixel shows it
report-text-smallest-projected-gap-mm = smallest projected gap { $gap } mm
report-text-nothing-faces-each-other = nothing faces each other within the range
report-text-mm-projected-mm-each = { $area_mm2 } mm² projected, { $volume_mm3 } mm³ by each pixel's longest stretch
report-text-mm-penetrating-near = { $area_mm2 } mm² = { $penetrating_mm2 } penetrating + { $penetrating_mm2_2 } near
report-text-shared-volume-unknown-jaw = shared volume unknown: a jaw is open
report-text-mm-shared = { $v } mm³ shared
report-text-mm-deep-shortest-way = { $max_depth_mm } mm deep, the shortest way out; { $volume }
report-text-file-axes = axes of the file
report-text-given = given
report-text-bounding-volumes = from the bounding volumes
report-text-contact-zone = from the contact zone
report-text-m-per-pixel-x = { $v_mm } µm per pixel, { $cols } x { $rows }
report-text-pixels-unsolved-overlap = { $unsolved } pixels unsolved ({ $share } % of the overlap)

report-uncertainty-gap-mm = gap ≤ mm
report-uncertainty-upper = upper from
report-uncertainty-to = to
report-uncertainty-lower = lower from
report-uncertainty-positions-nearby-were-not = Positions nearby were not tried.
report-uncertainty-contacts-certain-positions-more = Contacts: { $certain } certain (in 95 % of the positions and more), { $possible } possible (in 5 % and more)
report-uncertainty-hardly-ever = , { $n } hardly ever
report-uncertainty-positions-each-shifted-up = { $runs } positions, each shifted by up to { $shift_mm } mm along and turned by up to { $turn_deg }° about every axis by chance (seed { $seed }); ranges without the lowest and the highest 5 %.
report-uncertainty-how-sure-area-closest = How sure: the same in positions nearby, in mm²

report-contacts-contacts-within-mm-gap = Contacts within { $threshold_mm } mm of { $gap ->
    [closest] closest
   *[projected] projected
    } gap
report-contacts-no = no.
report-contacts-teeth = teeth
report-contacts-upper-mm = upper mm²
report-contacts-lower-mm = lower mm²
report-contacts-penetr-mm = penetr. mm²
report-contacts-least-gap-mm = least gap mm
report-contacts-there = there
report-contacts-not-known-these-figures = Not known of these figures.
report-contacts-smaller-ones-mm-upper = and { $most_zones } smaller ones, { $rest } mm² of the upper jaw together
report-contacts-certain = certain
report-contacts-contacts = contacts
report-contacts-pairs-teeth = Pairs of teeth
report-contacts-teeth-not-known = The teeth are not known.
report-contacts-smaller-ones-mm-together = and { $most_pairs } smaller ones, { $rest } mm² together
report-contacts-mm-not-between-two = { $rest } mm² not between two numbered teeth
report-contacts-right = right
report-contacts-left = left
report-contacts-front = front
report-contacts-back = back
report-contacts-how-many-positions-nearby = "There": in how many of the positions nearby; certain is 95 % and more.
report-contacts-less-than-contact-lies = ~: less than 80 % of the contact lies between these two teeth.
report-contacts-parts-contacts-lie-mostly = +: parts of contacts that lie mostly between other teeth.
report-contacts-number-not-sure = ?: a number that is not sure.
report-contacts-areas-pairs-sides-mean = Areas of pairs and sides are the mean of both arches; each pair has its own part of a contact that spans several. Right and left are the patient's; front: incisors and canines.
report-contacts-mm2 = mm²

report-curve-contact-area-against-threshold = Contact area against threshold, by { $contact_gap ->
    [closest] closest
   *[projected] projected
    } gap
report-curve-not-known-these-figures = Not known of these figures.
report-curve-threshold-m-foils-papers = threshold in µm (foils and papers in use; the axis is stretched where they are thin)
report-curve-upper-jaw = upper jaw
report-curve-lower-jaw = lower jaw

report-figures-not-known = not known
report-figures-judged = Judged
report-figures-deepest-place = Deepest place
report-figures-smallest-gap-contact = Smallest gap in contact
report-figures-shared-volume = Shared volume
report-figures-contacts = Contacts
report-figures-not-teeth = Not on teeth
report-figures-nothing = nothing
report-figures-whole-scans-map = whole scans, by the map
report-figures-gap-mm = gap ≤ mm
report-figures-upper = upper
report-figures-penetr = penetr.
report-figures-lower = lower
report-figures-more-thresholds-json = and { $left_out } more thresholds, in the JSON
report-figures-where-figures-come = Where the figures come from
report-figures-json-this-analysis-scans = With the JSON of this analysis and the scans, "occluscope verify" recomputes every figure.
report-figures-pose-lower-jaw = Pose of the lower jaw
report-figures-given = given
report-figures-bounding-volumes = from the bounding volumes
report-figures-contact-zone = from the contact zone
report-figures-projection = Projection
report-figures-all = { $dx } { $dy } { $dz } ({ $chosen }), { $patches } in all
report-figures-map = Map
report-figures-x-pixels-m = { $cols } x { $rows } pixels of { $v_mm } µm
report-figures-upper-scan = Upper scan
report-figures-lower-scan = Lower scan
report-figures-triangles-blake = { $triangles } triangles, BLAKE3 { $blake3 }
report-figures-teeth = Teeth
report-figures-no-pixel-unsolved = no pixel unsolved
report-figures-pixels-unsolved = { $n } of { $overlap } pixels unsolved
report-figures-engine = Engine
report-figures-on = { $engine } on { $adapter }, { $unsolved }
report-figures-processor = the processor
report-figures-contact-area-gap-mm = Contact by { $contact_gap ->
    [closest] closest
   *[projected] projected
    } gap in mm², and its penetrating part

report-legend-closest = Closest gap in mm (in the map along the projection)
report-legend-projected = Projected gap in mm
report-legend-note = { $gap }; contact up to { $threshold_mm } mm, shown up to { $range_mm } mm. The line is the contact's border.

report-disclaimer = Not a medical device. Geometry only, as far as the scans and the bite can be trusted.

report-trimmed = trimmed: { $mm2 } mm²
report-trimmed-of-jaw = { $mm2 } mm² { $side ->
    [upper] upper
   *[lower] lower
    }

report-teeth-found = { $side ->
    [upper] upper
   *[lower] lower
    } { $n }{ $from ->
    [labels] {" from labels"}
    [shape] {" by shape"}
   *[none] {""}
    }
report-teeth-not-sure = , { $n } of them not sure
report-teeth-right = right
report-teeth-left = left
report-teeth-front = front
report-teeth-back = back
report-teeth-sides = sides
report-teeth-front-and-back = front and back
report-teeth-no-number = ; { $mm2 } mm² on no numbered tooth
report-teeth-contacts = { $n } { $n ->
    [one] contact
   *[other] contacts
    }
report-teeth-no-contact = no contact
report-teeth-parts-alone = { $n ->
    [one] part of a contact
   *[other] parts of { $n } contacts
    }
report-teeth-whole-and-parts = { $whole } and { $n ->
    [one] a part of another
   *[other] parts of { $n } others
    }
report-teeth-deepest = deepest { $mm } mm
report-teeth-smallest-gap = smallest gap { $mm } mm

scope-teeth = teeth
scope-whole-scans = whole scans

map-upper-only = upper only
map-lower-only = lower only
map-clear-beyond = clear beyond the range
map-border = contact border
map-unsolved = unsolved

report-notes-more = And more, in the case.
report-compare-title = Bites compared
report-compare-of = { $n } bites; contact within { $mm } mm by closest gap; areas in mm², the mean of both jaws
report-compare-area = area mm²
report-compare-inside = inside mm²
report-compare-depth = depth mm
report-compare-difference = change mm²
report-compare-base = base
report-compare-changed = changed: { $n }
report-compare-changed-whole = changed as a whole
report-compare-possible = possibly: { $n }
report-compare-same = within scatter
report-compare-spread = Spread of { $names }: standard deviations to the right { $right }, front { $front }, up { $up } mm; about these { $pitch }, { $roll }, { $yaw }°; at most { $mm } mm apart at the teeth.
report-compare-repeats = Smallest detectable change of the whole (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm² with all pairs looked at together (SDC95*), from repeats with { $n } degrees of freedom.
report-compare-published = Smallest detectable change of the whole (95 %): { $sdc } mm² = { $factor } × √2 × { $s } mm²; { $all } mm² with all pairs looked at together (SDC95*). No bite was repeated: poses up to { $mm } mm and { $deg }° away stand in, as is published of bites.
report-compare-pairs = Pairs of teeth: { $n }
report-compare-there = there
report-compare-marks = + more, − less contact than in the base, beyond the smallest detectable change (SDC95) of the pair; ++ and −− also beyond that with all pairs looked at together (SDC95*). One pair in 20 is beyond SDC95 by chance. s: standard deviation within repeats.
snapshot-pin = Note { $n }
snapshot-movement = Movement
