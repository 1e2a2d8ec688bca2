//! Where things are in a window of 1280 x 800, in logical points = pixels, with the panels as they are when the program is
//! opened for the first time.

/// A place to point at.
pub type Place = (i32, i32);
/// Left, top, right, bottom of a part of the window.
pub type ScreenRect = [u32; 4];

/// Where the picture of the jaws is.
pub const PICTURE: ScreenRect = [252, 38, 1016, 776];
/// The upper part of it, over which neither the badge of the bite, nor messages, nor the legend, nor hints of the contacts' list stand.
pub const CLEAR_PICTURE: ScreenRect = [252, 90, 1006, 560];
/// The panel on the left as far as the settings of the picture.
pub const LEFT_PANEL: ScreenRect = [0, 38, 250, 730];
/// On the lower jaw in the front view.
pub const ON_LOWER: Place = (634, 520);
/// The same where a click shows the handles and no handle is.
pub const ON_LOWER_ASIDE: Place = (740, 500);
/// The upright arrow of the handles, over the lower incisors in the front view.
pub const UP_HANDLE: Place = (630, 430);
/// In the overview: the pictures of the arches, a place beside the upper one, and one on the lower left first molar.
pub const UPPER_ARCH: ScreenRect = [252, 80, 628, 370];
pub const LOWER_ARCH: ScreenRect = [632, 80, 1006, 370];
pub const BESIDE_UPPER_ARCH: Place = (290, 350);
pub const ON_LOWER_ARCH: Place = (905, 220);
/// Beside both jaws.
pub const ON_NOTHING: Place = (300, 140);
/// Where nothing is pointed at: in the bar above the picture.
pub const ASIDE: Place = (723, 18);
/// On the upper left central incisor of the sample, in the view that a case opens with.
pub const ON_21: Place = (470, 325);

/// The button "Swap upper and lower".
pub const SWAP_JAWS: Place = (82, 250);
/// The button beside "Reset position".
pub const FIRST_CONTACT: Place = (184, 489);
/// The heading "Front, up and hinge axis" and, once it is open, its first row and its third.
pub const DIRECTIONS: Place = (60, 516);
pub const SEEN_FROM_FRONT: Place = (30, 560);
pub const ESTIMATE_AGAIN: Place = (180, 614);
/// The switch "Exact figures at rest".
pub const EXACT_SWITCH: Place = (18, 710);
/// The switch beside "TEETH".
pub const NAME_TEETH: Place = (155, 751);

/// The first and the third row of the list of contacts.
pub const FIRST_ROW: Place = (1200, 354);
pub const THIRD_ROW: Place = (1200, 390);

/// Where the figures stand in the list of contacts, or without one in the table of areas.
pub const AREAS: ScreenRect = [1110, 345, 1265, 562];

/// The switch of the layers in the section's card, and a contact of the sample case's first molar on the map alone.
pub const LAYERS_SWITCH: Place = (802, 754);
pub const ON_CONTACT: Place = (364, 555);
/// Elsewhere on that map.
pub const AWAY_ON_THE_MAP: Place = (640, 420);
/// The first letter of the card, which lies in the other half of the map.
pub const FIRST_LETTER: (u32, u32) = (688, 139);

/// The menu of views in the bar at the top of a window that is not wide, the button in it that saves this view while no view has a name, and the first view once
/// one has.
pub const VIEWS: Place = (1172, 19);
pub const SAVE_VIEW: Place = (1134, 255);
pub const FIRST_VIEW: Place = (1000, 218);

/// The badge's words, under which the bites are; in that menu, of a case without other bites, the first bite and the buttons below it.
pub const BITES: Place = (320, 65);
pub const FIRST_BITE: Place = (380, 90);
pub const KEEP_BITE: Place = (613, 129);
pub const FROM_BITE_SCANS: Place = (382, 185);
pub const SEAT: Place = (497, 185);
/// A pose in numbers: its button, the field below it, and what takes a pose that was typed.
pub const NUMBERS: Place = (627, 192);
pub const NUMBERS_FIELD: Place = (480, 240);
pub const NUMBERS_GO: Place = (330, 293);
/// Of a case with one other bite, and the cross of the second of two others.
pub const FROM_BITE_SCANS_BELOW_TWO: Place = (382, 230);
pub const REMOVE_THIRD_BITE: Place = (672, 162);
/// In the plate below the badge, of a seat.
pub const ACCEPT_FOUND: Place = (334, 182);
pub const DISCARD_FOUND: Place = (431, 182);

/// The button "Snapshot", and in its menu the line of pictures twice as wide and high.
pub const SNAPSHOT: Place = (394, 18);
pub const TWICE_AS_LARGE: Place = (468, 63);

/// The button of the message that says what was saved.
pub const SHOW_IN_FOLDER: Place = (840, 675);
/// The folder in the card of a report.
pub const REPORT_FOLDER: Place = (580, 477);
pub const MAKE_REPORT: Place = (489, 512);

/// The button in the middle of the question on closing.
pub const DO_NOT_SAVE: Place = (600, 433);
/// The button of the offer over the picture.
pub const RECOVER: Place = (575, 90);

/// The key sheet, its lines, and what leads to the notices of others.
pub const SHEET: ScreenRect = [240, 90, 1040, 690];
pub const ON_THE_SHEET: Place = (640, 400);
pub const BELOW_THE_SHEET: Place = (640, 787);
pub const NOTICES: Place = (985, 720);
pub const ABOUT: Place = (903, 720);
/// The menu of files, and the list of distances between iso-lines.
pub const FILE_MENU: Place = (220, 19);
pub const ISO_LINES: Place = (129, 656);
/// What is offered at the start, over the upper edge of the pictures.
pub const OFFER: ScreenRect = [400, 52, 858, 138];
pub const SHOW_REPORT: Place = (466, 121);
