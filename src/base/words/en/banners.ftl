# Messages, what is under way.

messages-close = Close
messages-please-check = Please check
messages-leave = Leave it as it is
messages-millimetres = Millimetres
messages-metres = Metres
messages-inches = Inches
messages-read = { $label } (as read)
messages-unit-chosen = Both scans are read in this unit. Scans that are in two units must be exported in one.
messages-right-so = This is right
messages-swap-upper-lower = Swap upper and lower
messages-figures-beside = , its figures ({ $json }) beside it
messages-saved = { $what ->
    [report] Report
    [snapshot] Snapshot
    [page] Page
    [model] Model
    [section] Section
    [movement] Movement
    [articulator] Articulator
    [comparison] Comparison
   *[trim] Trimmed surface
    } saved: { $file }{ $beside }.
messages-show-folder = Show in folder

file-opening-was-cancelled = Opening was cancelled.
file-waits = The { $what ->
    [report] report
    [page] page
   *[model] model
    } waits until positions nearby are tried.
file-moved-on = The { $what ->
    [report] report
    [page] page
   *[model] model
    } was not made: the jaw was moved while it waited. Ask for it again.
file-go-to = Pictures and reports go to { $folder }.

first-contact-case-has-no-occlusal = The case has no occlusal normal: set the front and up by hand first.
first-contact-search-first-contact-was = The search for the first contact was given up: nothing was moved.
first-contact-there = The jaws are at their first contact already{ $place }{ $doubt }: nothing was moved.
first-contact-closed = Closed by { $mm } mm to the first contact{ $place }, error at most { $error } mm.
first-contact-opened = Opened by { $mm } mm to the first contact{ $place }, error at most { $error } mm.
first-contact-gave-up-closing = The search gave up: nothing meets within { $mm } mm of closing; nothing was moved.
first-contact-gave-up-opening = The search gave up: they are not free before { $mm } mm of opening; nothing was moved.
first-contact-none = They do not meet within { $mm } mm: nothing was moved.
first-contact-not-free = They do not come free within { $mm } mm: nothing was moved.
first-contact-between = {" "}between { $upper } and { $lower }
first-contact-at = {" "}at { $tooth }
first-contact-added-face = {" "}(on a face that closing added, not on the scan)
first-contact-not-proven = {" "}(an earlier one cannot be excluded)

opening-snapshots-position-settings-view = The snapshot's position, settings and view are back.
opening-sample-case-shown-instead = The sample case is shown instead.
opening-open-case-was = The open case is as it was.
opening-scans-were-found-others = The scans that were found are others than the snapshot's: its position is not brought back.
opening-case-was-saved-itself = The case is as it was saved by itself; it is in no file of yours yet (Ctrl + S).
opening-case-recovered = the case to be recovered
opening-sample-case = the sample case
opening-names-do-not-say = The names do not say which jaw is which: { $upper } was taken as the upper, { $lower } as the lower jaw.

plan-case-file-holds-both = A case file holds both scans already; open it alone.
plan-no-file-was-given = No file was given; two scans are needed, upper and lower.
plan-files-were-given-drop = { $paths } files were given; drop the two scans of one case.

program-figures-clipboard = The figures are on the clipboard.
program-fault = a fault in the program

restore-snapshot-restored = Snapshot restored

saving-case-cannot-saved-programs = The case cannot be saved: the program's saving thread has ended. Take a snapshot.
saving-case-was-not-saved = The case was not saved: { $error }.
saving-saved-case-was-open = Saved { $path }, the case that was open before.
saving-case-was-open-before = The case that was open before was not saved as { $path }: { $error }.

trim-all-trimmed-surface-brought = All trimmed surface brought back

recovery-changes-cannot-saved-recovery = Changes cannot be saved for recovery after a crash: { $error }; it is tried again.

open-sample-case = Sample case

checkups-processors-threads = the processor's threads
checkups-raster-passes = raster passes on { $adapter }
checkups-compute-shaders = compute shaders on { $adapter }
checkups-not-used-they-do = Not used, they do not give the exact answers here (occluscope doctor): { $names }

contact-search-frame-took-ms-processor = A frame took { $processor_ms } ms by the processor alone, { $gpu_ms } ms with the GPU.
contact-search-was-faster-one-when = It was the faster one when this adapter was first used.
contact-search-software-driver-would-run = A software driver would run on the same processor threads.
contact-search-whether-gpu-faster-measured = Whether the GPU is faster is measured when the jaw rests in contact.

execution-processor-threads = processor threads
execution-raster-passes-graphics-driver = raster passes of the graphics driver
execution-compute-shaders = its compute shaders
execution-adapter-gives-shaders-less = The adapter gives its shaders less than the analysis needs; pictures it draws all the same.
execution-gpu-was-lost-has = The GPU was lost: it has the analysis back once it has been up for a while.
execution-gpus-memory-does-not = The GPU's memory does not hold a map of this size.
execution-what-was-asked-execution = What was asked for (--execution) does not give the exact answers here.
execution-gpu-held-against-exact = The GPU is held against exact answers when the jaw rests, and used after that.
execution-was-asked-execution = It was asked for (--execution).
execution-was-fastest-when-this = It was the fastest when this adapter was first used.
execution-fastest-here-frame = It is the fastest here, a frame: { $times }.
execution-software-driver-would-run = A software driver would run on the same processor threads.
execution-which-fastest-measured-when = Which is fastest is measured when the jaw rests.
execution-stencil-processor-threads-picture = stencil on processor threads, picture on { $adapter }
execution-stencil = stencil on { $adapter }
execution-stencil-compute = stencil by compute on { $adapter }

frame-gpus-memory-does-not = The GPU's memory does not hold a map of { $resolution } pixels: the processor's threads make it, and a smaller one is the GPU's again.
frame-contacts-not-computed = The contacts are not computed: { $error }.

lost-graphics-again = { $name } is there again.
lost-graphics-gpu-was-lost-has = The GPU was lost and has been set up again; the case is as it was.
lost-graphics-gpu-was-lost-draws = The GPU was lost; { $name } draws until it is back, and the case is as it was.

progress-few-seconds = a few seconds left
progress-seconds = about { $s } s left
progress-minutes = about { $min } min left

stage-looking-along-other-projections = looking along other projections
stage-refining-contacts = refining contacts
stage-shooting-rays = shooting rays
stage-building-search-trees = building the search trees
stage-opening-until-free = opening until free
stage-closing = closing
stage-opening = opening
stage-deepest-place-upper-jaw = deepest place of the upper jaw
stage-deepest-place-lower-jaw = deepest place of the lower jaw
stage-shared-volume = shared volume
stage-shared-volume-by-rays = shared volume by rays
stage-reading = reading
stage-finding-occlusal-plane = finding the occlusal plane
stage-telling-gum-from-teeth = telling the gum from the teeth
stage-cutting-five-teeth = cutting five teeth
stage-making-sample-case = making the sample case
stage-looking-for-teeth = looking for the teeth
stage-welding = welding
stage-finding-parts = finding parts
stage-orienting = orienting
stage-prepared = prepared
stage-analysing-pose = analysing the pose
stage-cutting-contacts = cutting the contacts
stage-trying-poses-nearby = trying poses nearby
stage-looking-for-way-out = looking for a way out
stage-making-picture-ready = making the picture ready
stage-reading-case = reading the case
stage-learning-jaws = learning what the jaws look like
stage-laying-bite-scan = laying the bite scan on the jaws
stage-looking-where-cusps-fit = looking where the cusps fit
stage-settling = settling the jaw
stage-meeting-exactly = closing to the first contact

snapshot-file-not-beside = The scan of the { $side ->
    [upper] upper
   *[lower] lower
    } jaw is not beside the picture, which does not say what it is called; open both scans and drop the picture again
snapshot-file-changed = { $place }: the scan of the { $side ->
    [upper] upper
   *[lower] lower
    } jaw has changed since the snapshot was taken
snapshot-file-elsewhere = { $place }: the snapshot has the scan of the { $side ->
    [upper] upper
   *[lower] lower
    } jaw on another machine or a device, which is not contacted because a file asks for it; open both scans and drop the snapshot again
snapshot-file-gone = { $place }: the scan of the { $side ->
    [upper] upper
   *[lower] lower
    } jaw is not there any more; open both scans and drop the snapshot again

answers-was-not-saved = The { $what ->
    [report] report
    [snapshot] snapshot
    [page] page
    [model] model
    [section] section
    [movement] movement
    [articulator] articulator
    [comparison] comparison
   *[trim] trimmed surface
    } was not saved: { $why }.

effects-being-made = The { $what ->
    [report] report
    [page] page
   *[model] model
    } is being made.
effects-being-made-already = A { $what ->
    [report] report
    [page] page
   *[model] model
    } is being made already.

ask-report = Report of this position
ask-typed-alone = Typed for this report alone, and kept nowhere else. What is left empty can be written by hand.
ask-make = Make the report
ask-cancel = Cancel
ask-with-notes = With the notes of the case
ask-folder = Folder for pictures and reports
ask-browse = Browse…
ask-no-folder = There is no such folder.
