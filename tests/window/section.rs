//! The section and the tool that measures, as hands use them.
use super::harness::{Home, Window, run};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use crate::shapes;
use serde_json::Value;
use std::path::PathBuf;

/// In the section's card: the middle of its picture, where the picture is, the buttons that save.
const SECTION_MIDDLE: Place = (518, 621);
const SECTION_PICTURE: ScreenRect = [254, 470, 782, 770];
const SAVE: [(Place, &str); 4] = [((843, 735), "png"), ((886, 735), "svg"), ((929, 735), "csv"), ((971, 735), "dxf")];
/// On upper teeth of the patient's right and left in the front view above the card.
const ON_RIGHT: Place = (570, 232);
const ON_LEFT: Place = (700, 232);
/// The plates are so far from each other, mm.
const GAP: f64 = 0.5;

/// Two plates, as scans.
fn plates(home: &Home) -> [PathBuf; 2] {
    let plates = [("upper.stl", GAP, GAP + 4.0), ("lower.stl", -4.0, 0.0)];
    plates.map(|(name, low, high)| {
        let plate = shapes::cuboid([-15.0, -10.0, low], [15.0, 10.0, high]);
        std::fs::write(home.path(name), shapes::stl(&plate)).expect("written");
        home.path(name)
    })
}

fn open_plates<'a>(screen: &'a Screen, home: &Home) -> Window<'a> {
    let scans = plates(home);
    Window::open_remembering(screen, home, &[&scans[0], &scans[1]])
}

fn at_mm(record: &Value) -> f64 {
    record["section"]["at_mm"].as_f64().unwrap_or_else(|| panic!("no section: {}", record["section"]))
}

#[test]
fn a_section_follows_the_cursor_along_the_arch_and_stands_where_it_was_put() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    ["F2", "s"].iter().for_each(|key| window.key(key));
    window.point_at(ON_RIGHT);
    let on_right = window.picture();
    assert!(window.snapshot().get("section").is_none(), "it follows: nothing stands");
    window.point_at(ON_LEFT);
    let on_left = window.picture();
    assert!(differing(&on_right, &on_left, SECTION_PICTURE) > 0.003, "another section is seen");
    // The key puts it; the cursor leaves it where it is then.
    window.key("p");
    window.point_at(ON_RIGHT);
    let left = window.snapshot();
    assert!((3.0..25.0).contains(&at_mm(&left)), "left of the midline: {}", left["section"]);
    assert_eq!(left["section"]["kind"], "arch");
    window.key("p");
    window.point_at(ON_RIGHT);
    // So does a click on the jaws.
    window.click(ON_RIGHT);
    window.point_at(ON_LEFT);
    let right = window.snapshot();
    assert!((-25.0..-3.0).contains(&at_mm(&right)), "right of the midline: {}", right["section"]);
    // One step back it follows again, one more it stands on the left.
    window.key("ctrl+z");
    assert!(window.snapshot().get("section").is_none());
    window.key("ctrl+z");
    assert_eq!(window.snapshot()["section"], left["section"]);
    assert!(window.close().is_at_home(), "no jaw was moved");
}

#[test]
fn no_section_is_put_where_none_is_shown() {
    let screen = Screen::start();
    let window = Window::open_in(&screen, &Home::new(), &[]);
    window.key("p");
    assert!(window.snapshot().get("section").is_none());
    ["s", "p"].iter().for_each(|key| window.key(key));
    assert!(window.snapshot().get("section").is_some(), "the twin");
    window.close();
}

/// By the keyboard alone, and from the list of contacts.
#[test]
fn a_section_begins_at_the_contact_that_was_chosen_until_the_cursor_moves() {
    let screen = Screen::start();
    let window = Window::open_in(&screen, &Home::new(), &[]);
    window.screen.point_at(ASIDE);
    ["F2", "s", "p"].iter().for_each(|key| window.key(key));
    assert!(at_mm(&window.snapshot()).abs() < 3.0, "the twin: nothing is chosen");
    ["p", "period"].iter().for_each(|key| window.key(key));
    window.key("p");
    let there = at_mm(&window.snapshot());
    assert!(there.abs() > 20.0, "at a molar: {there}");
    window.key("p");
    window.key("F2");
    window.point_at(ON_LEFT);
    window.key("p");
    let with_cursor = at_mm(&window.snapshot());
    assert!((3.0..25.0).contains(&with_cursor), "{with_cursor}");
    assert!(window.close().is_at_home(), "no jaw was moved");
}

#[test]
fn a_ruler_measures_the_gap_of_two_plates_and_follows_the_moving_jaw() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let window = open_plates(&screen, &home);
    ["F2", "s", "p"].iter().for_each(|key| window.key(key));
    // Twelve points from plate to plate: both ends come onto them.
    let (x, y) = SECTION_MIDDLE;
    window.drag((x, y + 11), (0, -22));
    let put = window.snapshot();
    let ends = |record: &Value| {
        serde_json::from_value::<[[f64; 2]; 2]>(record["section"]["ruler_mm"].clone()).expect("a ruler")
    };
    let length = |[a, b]: [[f64; 2]; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    assert!((length(ends(&put)) - GAP).abs() < 0.005, "{}", put["section"]);
    // Every file of it.
    for (at, ending) in SAVE {
        window.click(at);
        assert!(std::fs::metadata(window.saved(ending)).is_ok_and(|file| file.len() > 300), "{ending}");
    }
    let svg = std::fs::read_to_string(window.saved("svg")).expect("text");
    assert!(svg.contains("Gap 0.50 mm occlusal, 0.50 mm closest") && svg.contains(">0.50 mm<"), "{svg}");
    // Raised by 0.05 mm the jaw is nearer; the ruler stays.
    let before = window.picture();
    window.key("Up");
    assert!(differing(&before, &window.picture(), SECTION_PICTURE) > 1e-4);
    std::fs::remove_file(window.saved("svg")).expect("removed");
    window.click(SAVE[1].0);
    let svg = std::fs::read_to_string(window.saved("svg")).expect("text");
    assert!(svg.contains("Gap 0.45 mm occlusal"), "{svg}");
    window.key("ctrl+z");
    // The ruler is a step of its own; what stands below it stays.
    window.key("ctrl+z");
    assert!(window.snapshot()["section"]["ruler_mm"].is_null());
    window.key("ctrl+y");
    assert_eq!(window.snapshot()["section"], put["section"]);
    // A click in the picture takes it away.
    window.click(SECTION_MIDDLE);
    assert!(window.snapshot()["section"]["ruler_mm"].is_null());
}

#[test]
fn the_wheel_zooms_to_a_hundredth_of_a_millimetre() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let window = open_plates(&screen, &home);
    window.key("s");
    window.key("p");
    let (x, y) = SECTION_MIDDLE;
    // Onto the lower plate, as near as it comes; the contour stays under the cursor.
    window.point_at((x, y + 6));
    for _ in 0..60 {
        screen.xdotool(&["click", "4"]);
    }
    window.wait_until_idle();
    // Without coming onto contours: fifty points are a hundredth.
    screen.xdotool(&["keydown", "alt"]);
    window.drag((x - 25, y - 60), (50, 0));
    screen.xdotool(&["keyup", "alt"]);
    let ends =
        serde_json::from_value::<[[f64; 2]; 2]>(window.snapshot()["section"]["ruler_mm"].clone()).expect("a ruler");
    assert!((ends[1][0] - ends[0][0] - 0.01).abs() < 1e-6 && (ends[1][1] - ends[0][1]).abs() < 1e-9, "{ends:?}");
}

#[test]
fn measures_stay_on_their_jaws_are_undone_and_come_back_with_their_case() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let mut window = open_plates(&screen, &home);
    ["F2", "d"].iter().for_each(|key| window.key(key));
    // On the front of the upper plate, and of the lower one below it.
    let (upper, lower) = ((600, 360), (600, 450));
    window.click(upper);
    window.click(lower);
    let measured = window.snapshot();
    let of = |record: &Value| record["measures"][0]["value_mm"].as_f64().expect("a measure");
    let jaws: Vec<_> =
        [0, 1].map(|i| measured["measures"][0]["marks"][i]["jaw"].as_str().unwrap_or_default().to_owned()).into();
    assert_eq!(jaws, ["upper", "lower"]);
    // Both faces are square to the view: as many millimetres as there are pixels between.
    let height = measured["view"]["camera"]["height_mm"].as_f64().expect("a view");
    let seen = 90.0 * height / f64::from(PICTURE[3] - PICTURE[1]);
    assert!((of(&measured) - seen).abs() < 0.02 * seen, "{} {seen}", of(&measured));
    // Lowered by 0.05 mm the lower mark goes along.
    window.key("Escape");
    window.key("Down");
    let moved = window.snapshot();
    assert!((of(&moved) - of(&measured) - 0.05).abs() < 0.005, "{} {}", of(&moved), of(&measured));
    assert_eq!(moved["measures"][0]["marks"], measured["measures"][0]["marks"]);
    window.key("ctrl+z");
    window.key("ctrl+z");
    assert!(window.snapshot().get("measures").is_none());
    window.key("ctrl+y");
    assert_eq!(window.snapshot()["measures"], measured["measures"]);
    // With a section, saved and opened again.
    window.key("s");
    window.key("p");
    let before = window.snapshot();
    window.key("ctrl+s");
    let case = home.path("mine.occ");
    window.enter(&case.display().to_string());
    window.wait_for_title("^mine - Occluscope$");
    drop(window.close());
    let again = Window::open_remembering(&screen, &home, &[&case]);
    let after = again.snapshot();
    assert_eq!((&after["measures"], &after["section"]), (&before["measures"], &before["section"]));
    drop(again.close());
    // The command line has the same section of it, and the same measure.
    let mut program = home.program();
    let found: Value =
        serde_json::from_slice(&run(program.arg("section").arg(&case).args(["--json", "-"]))).expect("JSON");
    assert_eq!(found["section"]["kind"], before["section"]["kind"]);
    let mm = found["measures"][0]["value_mm"].as_f64().expect("a measure");
    assert!((mm - of(&before)).abs() < 1e-9, "{mm} {}", of(&before));
}

#[test]
fn a_point_is_measured_to_the_other_jaw_and_an_angle_between_three() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let window = open_plates(&screen, &home);
    ["F2", "d"].iter().for_each(|key| window.key(key));
    // To the other jaw: from the front of the lower plate straight up to the upper one's edge.
    window.click(POINT_TO_JAW);
    window.click((600, 450));
    let record_now = window.snapshot();
    let found = &record_now["measures"][0];
    assert_eq!(found["kind"], "surface");
    // 0.5 mm and what lies between the mark and the plate's upper edge.
    let z = found["marks"][0]["at_mm"][2].as_f64().expect("a place");
    assert!((found["value_mm"].as_f64().expect("a length") - (GAP - z)).abs() < 1e-6, "{found}");
    window.click(ANGLE);
    // Nearly a right angle in the picture of a face that is nearly square to the view.
    for at in [(540, 350), (600, 350), (600, 375)] {
        window.click(at);
    }
    let angle = &window.snapshot()["measures"][1];
    assert_eq!(angle["kind"], "angle");
    assert!((angle["value_deg"].as_f64().expect("an angle") - 90.0).abs() < 4.0, "{angle}");
}

/// Kinds of measure in the tool's plate.
const POINT_TO_JAW: Place = (480, 70);
const ANGLE: Place = (560, 70);
