# Notations of the teeth.

top-notation = Numbers of teeth
top-notation-hint = In pictures, lists, reports and pages. Records (JSON, CSV) have FDI numbers always.
top-notation-fdi = FDI (16)
top-notation-universal = Universal (3)
top-notation-palmer = Palmer (UR6)
teeth-universal-number = Universal number, 1 to 32, of milk teeth A to T; empty: no number. Enter sets it, Esc leaves it.
teeth-palmer-number = Palmer's number: UR, UL, LL or LR and 1 to 8, of milk teeth A to E; empty: no number. Enter sets it, Esc leaves it.
zones-row = Contact { $name }, { $teeth }, { $area } mm², { $depth }

# Points of teeth that a hand places.

ortho-by-hand = * from points placed by hand
ortho-by-hand-hint = Points were placed by hand. Undo, or the button below, brings the teeth's own back.
ortho-drag = Drag a ring in a picture to place its point; Esc ends it.
ortho-reset = Points from the teeth again
placed-put = Point on { $tooth } placed by hand
placed-reset = Points from the teeth again
placed-restored = Points of the record restored

# Pins: notes that hang on the jaws.

pins-pin = Pin
pins-pin-hint = Puts notes on places of the jaws (A)
pins-title = PINS
pins-hint = Notes that hang on the jaws and move with them. A click flies there.
pins-all = All { $n } pins
pins-remove = Remove this pin
pins-write = Write something else
pins-plate = Pins
pins-next = Click on a jaw to put a pin, on a pin to write something else.
pins-done-hint = Puts the tool away (Esc)
pins-type = Note
pins-put = Pin put
pins-written = Pin { $n } written
pins-removed = Pin { $n } removed
pins-restored = Pins of the record restored
ask-with-motion = With a page of the movement: { $name }
ask-with-motion-hint = Settings with their plane, painted arches, diagrams, which teeth touch when. The paint is the one chosen in Motion.
ask-with-pins = Print the pins ({ $n })
report-pins = Pins
report-pins-note = Notes at places of the jaws; their numbers stand in the pictures.
report-pins-more = and { $n } more
keys-pin = puts pins: notes that hang on a jaw

# What is read aloud of controls without words.

access-opacity = Opacity, { $jaw }
access-view-name = Name of the view
access-shift = Largest shift
access-turn = Largest turn
access-runs = How many positions
access-curve = Area against threshold: a click sets the threshold
access-section = Picture of the section
access-map = Map
access-jaws = Picture of both jaws
top-less-motion = Less motion
top-less-motion-hint = Nothing fades or slides. Views change at once in any case.

keys-step-section = moves the section along its line, 1 mm a step; it stands there then
keys-step-contact = to the contact before, to the next one of the list
keys-ctrl-arrows = Ctrl + arrow keys
keys-turn-view = turn the view, 10° a step
keys-zoom-view = nearer, farther
access-motion-bar = Where on the movement the jaw is
access-plate = Plate over the picture
ask-with-motion-soon = With a page of the movement: it is still being computed
