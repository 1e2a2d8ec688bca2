//! Compare by mouse and keys: bites held against each other, a row flown to, flipped, side by side, saved and asked again; the vertical dimension;
//! an earlier case. Nothing of it changes the case.
use super::dropping::drop_on;
use super::harness::{Home, Window};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use occluscope::base::Rigid;
use occluscope::session::CaseFile;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Tabs of the card.
const VERTICAL: Place = (517, 540);
const BEFORE_AND_AFTER: Place = (412, 540);
/// What is asked of the bites.
const COMPARE: Place = (316, 762);
const SIDE_BY_SIDE: Place = (623, 564);
/// Of a case with one bite.
const SEAT: Place = (686, 616);
/// A and B of the first bite in the list.
const FIRST_IS_B: Place = (473, 564);
/// In the table of pairs.
const FIRST_PAIR: Place = (540, 638);
/// Files of it.
const AS_PDF: Place = (568, 754);
const AS_CSV: Place = (610, 754);
const AS_JSON: Place = (657, 754);
/// The pictures side by side.
const LEFT_PICTURE: ScreenRect = [262, 90, 620, 430];
const RIGHT_PICTURE: ScreenRect = [645, 90, 1000, 430];
/// The button that closes the jaw, a place in its curve, and a file of it.
const CLOSE_JAW: Place = (316, 588);
const IN_CURVE: Place = (760, 680);
const VERTICAL_JSON: Place = (525, 589);
/// Of an earlier case.
const EARLIER_JSON: Place = (409, 637);

/// Files among the pictures, by how their names begin and end.
fn files(window: &Window, begin: &str, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(window.home.path("Pictures")).expect("a folder").flatten().map(|e| e.path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.starts_with(begin) && name.ends_with(end)
    };
    entries.filter(is_it).collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("written")).expect("JSON")
}

/// Where a snapshot of what is seen has the lower jaw.
fn seen(window: &Window) -> [[f64; 4]; 4] {
    files(window, "occluscope-2", "").iter().for_each(|file| std::fs::remove_file(file).expect("removed"));
    window.key("F12");
    let record = files(window, "occluscope-2", ".json");
    serde_json::from_value(json(&record[0])["upper_from_lower"].clone()).expect("a pose")
}

fn away(rows: [[f64; 4]; 4]) -> f64 {
    rows[0][3].hypot(rows[1][3]).hypot(rows[2][3])
}

fn verifies(home: &Home, record: &Path) -> bool {
    home.program().arg("verify").arg(record).output().expect("the program starts").status.success()
}

/// The sample with one bite besides as scanned, in which the jaw is.
fn with_a_bite<'a>(screen: &'a Screen, home: &Home) -> Window<'a> {
    let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
    let window = Window::open_remembering(screen, home, &[&scans[0], &scans[1]]);
    ["o", "o", "r"].iter().for_each(|key| window.key(key));
    window
}

#[test]
fn bites_are_compared_flipped_and_saved_and_the_case_stays_as_it_was() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let window = with_a_bite(&screen, &home);
    let case = home.path("Pictures/kept.occ");
    window.key("ctrl+s");
    window.enter(&case.display().to_string());
    let saved = std::fs::read(&case).expect("a case");
    let in_bite = seen(&window);
    assert!(away(in_bite) > 0.1, "the jaw is opened");
    window.key("j");
    assert_eq!(seen(&window), in_bite, "A is the bite that the jaw is in");
    // Flipped by the key, and back; what moves the jaw is refused meanwhile.
    window.key("space");
    assert!(away(seen(&window)) < 1e-9, "B is as scanned");
    window.key("o");
    assert!(away(seen(&window)) < 1e-9, "a jaw whose bites are compared was moved");
    window.key("space");
    assert_eq!(seen(&window), in_bite);
    window.click(COMPARE);
    window.click(AS_JSON);
    let record = &files(&window, "occluscope-comparison", ".json")[0];
    let found = json(record);
    assert_eq!((&found["schema"], &found["scatter"]["from"]), (&"occluscope/comparison/1".into(), &"published".into()));
    assert_eq!(found["bites"].as_array().map(Vec::len), Some(2));
    assert!(found["pairs"].as_array().is_some_and(|pairs| !pairs.is_empty()) && verifies(&home, record));
    window.click(AS_CSV);
    window.click(AS_PDF);
    let pdf = std::fs::read(&files(&window, "occluscope-comparison", ".pdf")[0]).expect("written");
    assert!(pdf.starts_with(b"%PDF") && files(&window, "occluscope-comparison", ".csv").len() == 1);
    // A row of the table brings its place into the view.
    let before = window.picture();
    window.click(FIRST_PAIR);
    assert!(differing(&before, &window.picture(), LEFT_PICTURE) > 0.05, "the view flies there");
    // Both beside each other are painted alike, and lie where their bites have them.
    window.click(SIDE_BY_SIDE);
    let beside = window.picture();
    window.key("space");
    let flipped = window.picture();
    assert!(differing(&beside, &flipped, LEFT_PICTURE) > 0.001, "the first picture shows the other bite");
    assert!(differing(&beside, &flipped, RIGHT_PICTURE) > 0.001, "and the second one the first");
    // One turns with the other.
    window.drag((440, 300), (60, 20));
    assert!(differing(&flipped, &window.picture(), RIGHT_PICTURE) > 0.05, "the views are linked");
    // Another B is another question: nothing of the old answer is painted as if it were the new one's.
    window.key("j");
    assert_eq!(seen(&window), in_bite, "closed, the jaw is in its bite");
    window.key("ctrl+s");
    let again = CaseFile::read(std::fs::read(&case).expect("a case")).expect("our own").content;
    let then = CaseFile::read(saved).expect("our own").content;
    assert_eq!((again.bites, again.upper_from_lower), (then.bites, then.upper_from_lower));
    let left = window.close();
    assert!(left.stats["message"].as_str().is_none_or(|said| !said.contains("not saved")), "{}", left.stats["message"]);
}

#[test]
fn one_bite_is_no_comparison_and_roles_are_given_by_a_click() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
    let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    window.key("j");
    window.click(COMPARE);
    window.key("space");
    assert!(away(seen(&window)) < 1e-9, "there is nothing to flip to");
    assert!(files(&window, "occluscope-comparison", "").is_empty());
    window.key("j");
    ["o", "o", "r"].iter().for_each(|key| window.key(key));
    window.key("j");
    window.click(FIRST_IS_B);
    let in_bite = seen(&window);
    window.key("space");
    assert!(away(in_bite) > 0.1 && away(seen(&window)) < 1e-9);
    drop(window.close());
}

#[test]
fn with_one_bite_the_card_lets_another_be_found() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
    let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    window.key("j");
    // The card closes, for the jaw stays while it is open; the seat is shown, and kept.
    window.click(SEAT);
    window.click(ACCEPT_FOUND);
    let seated = away(seen(&window));
    window.key("j");
    window.click(FIRST_IS_B);
    window.key("space");
    assert!(seated > 1e-3 && away(seen(&window)) < 1e-9, "flipped to as scanned from {seated} mm");
    window.key("space");
    assert!((away(seen(&window)) - seated).abs() < 1e-9);
    drop(window.close());
}

#[test]
fn the_vertical_dimension_shows_the_jaw_where_one_points() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
    let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    window.key("j");
    window.click(VERTICAL);
    window.point_at(IN_CURVE);
    assert!(away(seen(&window)) < 1e-9, "nothing is known yet");
    window.click(CLOSE_JAW);
    window.point_at(IN_CURVE);
    let opened = away(seen(&window));
    assert!(opened > 0.1, "{opened}");
    window.point_at(ASIDE);
    assert!(away(seen(&window)) < 1e-9, "the twin: pointed elsewhere the jaw is in its bite");
    window.click(VERTICAL_JSON);
    let record = &files(&window, "occluscope-vertical", ".json")[0];
    let found = json(record);
    assert_eq!(found["schema"], "occluscope/vertical/1");
    assert!(found["meetings"].as_array().is_some_and(|pairs| pairs.len() > 3) && verifies(&home, record));
    let rows: [[f64; 4]; 4] = serde_json::from_value(found["start_upper_from_lower"].clone()).expect("a pose");
    assert!(Rigid::from_rows(rows).is_ok_and(|pose| pose == Rigid::IDENTITY));
    drop(window.close());
}

#[test]
fn an_earlier_case_is_dropped_and_held_against_the_open_one() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let window = with_a_bite(&screen, &home);
    // The case as it is now is the earlier one; then the jaw goes on.
    let case = home.path("Pictures/before.occ");
    window.key("ctrl+s");
    window.enter(&case.display().to_string());
    ["b", "o", "o"].iter().for_each(|key| window.key(key));
    window.key("j");
    window.click(BEFORE_AND_AFTER);
    let broken = home.path("broken.occ");
    std::fs::write(&broken, b"no case").expect("written");
    drop_on(&window, &[&broken]);
    window.wait_until_idle();
    window.click(EARLIER_JSON);
    assert!(files(&window, "occluscope-changes", "").is_empty(), "the twin: what is no case is not compared");
    drop_on(&window, &[&case]);
    window.wait_until_idle();
    window.click(EARLIER_JSON);
    let record = &files(&window, "occluscope-changes", ".json")[0];
    let found = json(record);
    assert_eq!((&found["schema"], &found["accepted"]), (&"occluscope/changes/1".into(), &true.into()));
    let moved = found["bite"]["moved_mm"].as_f64().expect("a length");
    assert!(moved > 0.05, "{moved}");
    for jaw in ["upper", "lower"] {
        let jaw = &found["jaws"][jaw];
        assert!(jaw["places"].as_array().is_some_and(Vec::is_empty), "nothing was ground: {jaw}");
    }
    drop(window.close());
}
