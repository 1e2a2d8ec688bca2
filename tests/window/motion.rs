//! The Motion mode as a hand uses it: scrubbed, played, changed, undone, saved, recorded, imported; and the bite, which stays.
use super::dropping::drop_on;
use super::harness::{Home, Window, run};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use glam::DVec3;
use occluscope::session::CaseFile;
use occluscope::session::KeptMotion;
use occluscope::session::jaw_motion::record::from_json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The scrub bar, from its left to its right end.
const BAR: [i32; 2] = [324, 992];
const BAR_Y: i32 = 716;
/// On a lane's name, beside the bar.
const BESIDE: Place = (290, 690);
/// Buttons of the card.
const RIGHT: Place = (406, 584);
const BY_CONDYLES: Place = (480, 609);
const RECORD: Place = (594, 739);
/// On the lower jaw in the front view above the card.
const ON_LOWER_HERE: Place = (630, 370);
/// On the slider of the condylar inclination, at 30 degrees.
const SCI: Place = (93, 507);
/// Of the hinge axis in the articulator's card: its heading, and once it is open what places it by points and what clicks the right condyle.
const AXIS: Place = (82, 610);
const BY_POINTS: Place = (80, 664);
const CLICK_RIGHT: Place = (209, 717);
/// Beside both jaws, where the right condyle might be.
const BESIDE_JAWS: Place = (340, 300);
/// The button of the dialog that keeps a record.
const KEEP: Place = (448, 514);

fn on_bar(share: f64) -> Place {
    (BAR[0] + (share * f64::from(BAR[1] - BAR[0])) as i32, BAR_Y)
}

fn sample(home: &Home) -> [PathBuf; 2] {
    ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name))
}

/// The sample in Motion, from the front, moved by the condyles alone.
fn open<'a>(screen: &'a Screen, home: &Home) -> Window<'a> {
    let scans = sample(home);
    let window = Window::open_remembering(screen, home, &[&scans[0], &scans[1]]);
    ["F2", "k"].iter().for_each(|key| window.key(key));
    window.click(BY_CONDYLES);
    window
}

/// Where a snapshot of what is seen has the lower jaw: how far its origin was moved, mm.
fn moved_mm(window: &Window) -> f64 {
    let record = window.snapshot();
    let rows: [[f64; 4]; 4] = serde_json::from_value(record["upper_from_lower"].clone()).expect("a pose");
    rows[0][3].hypot(rows[1][3]).hypot(rows[2][3])
}

/// What a saved case keeps of motion, and its pose.
fn kept(case: &Path) -> (KeptMotion, occluscope::base::Rigid) {
    let file = CaseFile::read(std::fs::read(case).expect("saved")).expect("a case");
    let motion = file.content.motion.as_ref().map(|text| from_json(text).expect("our own"));
    (motion.unwrap_or_default(), file.content.upper_from_lower)
}

fn save_as(window: &mut Window, name: &str) -> PathBuf {
    let path = window.home.path(name);
    window.key("ctrl+s");
    window.enter(&path.display().to_string());
    window.wait_for_title(&format!("^{} - Occluscope$", path.file_stem().expect("a name").to_string_lossy()));
    path
}

#[test]
fn the_scrub_bar_moves_the_jaw_along_its_path_and_leaving_brings_the_bite_back() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let window = open(&screen, &home);
    assert!(moved_mm(&window) < 1e-9, "it begins in the bite");
    let before = window.picture();
    window.press_and_move(on_bar(0.0), (400, 0));
    let held = window.picture();
    assert!(differing(&before, &held, CLEAR_PICTURE) > 0.005, "the jaw follows the held bar");
    window.release();
    // 400 of 668 pixels of 5 mm forward, and as much down as 30 degrees have it; the frame is not the scans' own.
    let expected = 5.0 * 400.0 / 668.0 / 30_f64.to_radians().cos();
    let moved = moved_mm(&window);
    assert!((moved - expected).abs() < 0.15, "{moved} {expected}");
    // A step back by key, and the twin: beside the bar nothing moves.
    window.key("comma");
    let stepped = moved_mm(&window);
    assert!(stepped < moved && moved - stepped < 0.3, "{stepped} {moved}");
    window.drag(BESIDE, (20, 0));
    assert_eq!(moved_mm(&window), stepped);
    // A hand does not move the jaw here, although the bite is free.
    window.drag(ON_LOWER_HERE, (60, 0));
    window.key("o");
    assert!((moved_mm(&window) - stepped).abs() < 1e-12);
    window.key("k");
    assert_eq!(moved_mm(&window), 0.0, "back in the bite");
    assert!(window.close().is_at_home());
}

#[test]
fn it_plays_until_it_is_stopped() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let window = open(&screen, &home);
    screen.xdotool(&["key", "space"]);
    std::thread::sleep(Duration::from_millis(1500));
    let first = screen.picture();
    std::thread::sleep(Duration::from_millis(700));
    let second = screen.picture();
    assert!(differing(&first, &second, CLEAR_PICTURE) > 0.003, "it goes on by itself");
    window.key("space");
    let stopped = window.picture();
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(differing(&stopped, &window.picture(), CLEAR_PICTURE), 0.0, "the twin: stopped it stands");
    window.key("k");
    assert!(window.close().is_at_home());
}

#[test]
fn movement_and_articulator_are_undone_saved_and_open_again() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let mut window = open(&screen, &home);
    window.click(RIGHT);
    window.drag(SCI, (20, 0));
    let case = save_as(&mut window, "moved.occ");
    let (saved, bite) = kept(&case);
    assert_eq!((saved.movement.name().as_str(), saved.guide.name()), ("right", "free"));
    let sci = saved.articulator.guides.right.sagittal_deg;
    assert!((35.0..50.0).contains(&sci) && saved.articulator.guides.left.sagittal_deg == sci, "{sci}");
    assert_eq!(bite, occluscope::base::Rigid::IDENTITY);
    // The drag of the slider is one step, the choice another, the guide the first.
    window.drag(on_bar(0.0), (300, 0));
    window.key("ctrl+z ctrl+z");
    window.key("ctrl+s");
    let (undone, bite) = kept(&case);
    assert_eq!((undone.movement.name().as_str(), undone.guide.name()), ("protrusion", "free"));
    assert_eq!(undone.articulator.guides.right.sagittal_deg, 30.0);
    assert_eq!(bite, occluscope::base::Rigid::IDENTITY, "saved while it was played");
    window.key("ctrl+y ctrl+y");
    window.key("ctrl+s");
    drop(window);
    // Opened again and saved with another threshold, the motion is the same.
    let window = Window::open_remembering(&screen, &home, &[&case]);
    window.key("5");
    window.key("ctrl+s");
    assert_eq!(kept(&case).0, saved);
}

#[test]
fn a_case_is_closed_while_the_teeth_are_still_searched() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = sample(&home);
    let mut window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
    // Teeth guide by themselves: the search has just begun.
    screen.xdotool(&["key", "k"]);
    std::thread::sleep(Duration::from_millis(300));
    window.key("ctrl+w");
    assert!(window.is_running());
    // Another case comes, and so does its own movement.
    super::dropping::drop_on(&window, &[&scans[0], &scans[1]]);
    window.wait_for_title(" - Occluscope$");
    window.key("k");
    window.key("Right");
    assert!(moved_mm(&window) > 0.0, "it is computed anew");
    assert!(!window.said().contains("panicked"), "{}", window.said());
}

#[test]
fn a_drag_is_recorded_and_the_bite_stays() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let mut window = open(&screen, &home);
    window.click(RECORD);
    window.drag(ON_LOWER_HERE, (0, 60));
    let case = save_as(&mut window, "drag.occ");
    let (saved, bite) = kept(&case);
    let record = saved.record().expect("a record that is chosen");
    assert!(record.motions.len() >= 3 && record.times_s.len() == record.motions.len(), "{}", record.motions.len());
    assert!(record.motions.iter().any(|motion| motion.translation.length() > 1.0), "the jaw went along");
    assert_eq!(bite, occluscope::base::Rigid::IDENTITY, "the bite stays");
    // It begins in the bite, and played to its end the jaw is where the hand left it.
    let frame = record.world_from_hinge.expect("a drag has a frame");
    let [begun_at, left_at] = [record.motions.first(), record.motions.last()]
        .map(|motion| (frame * *motion.expect("a pose") * frame.inverse()).translation.length());
    assert!(begun_at < 1e-9, "{begun_at}");
    window.drag(on_bar(0.1), (BAR[1] - BAR[0], 0));
    let moved = moved_mm(&window);
    assert!(left_at > 1.0 && (moved - left_at).abs() < 0.01, "{moved} {left_at}");
    // One step back it is gone.
    window.key("ctrl+z");
    window.key("ctrl+s");
    assert!(kept(&case).0.records.is_empty());
    window.key("k");
    assert!(window.close().is_at_home());
}

#[test]
fn a_record_is_dropped_asked_about_and_kept() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let mut window = open(&screen, &home);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/motion");
    drop_on(&window, &[&folder.join("made_up_axis_orbital.jawMotion")]);
    window.click(KEEP);
    let case = save_as(&mut window, "record.occ");
    let (saved, _) = kept(&case);
    assert_eq!(saved.records.len(), 1);
    assert!(saved.record().is_some_and(|record| record.motions.len() > 10));
    window.drag(on_bar(0.0), (300, 0));
    assert!(moved_mm(&window) > 0.1);
    // The twin: a table that is none is refused with a sentence, and nothing is kept.
    std::fs::write(home.path("bad.csv"), "1,2,x\n").expect("written");
    drop_on(&window, &[&home.path("bad.csv")]);
    window.click(KEEP);
    window.key("ctrl+s");
    assert_eq!(kept(&case).0.records.len(), 1);
}

/// The three points begin where the axis is; a click beside the jaws moves one of them across the view and none of the others.
#[test]
fn the_axis_is_placed_by_points_that_are_clicked() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let mut window = open(&screen, &home);
    window.click(AXIS);
    window.click(BY_POINTS);
    let case = save_as(&mut window, "axis.occ");
    let points = |case: &Path| kept(case).0.facebow.expect("an axis that was placed").points().expect("points");
    // What the jaw opens about from the command line: who chose the axis, and how far it is from the middle of both condyles.
    let asked = |case: &Path, [right, left, _]: [DVec3; 3]| {
        let args = ["first-contact", "--hinge", "auto", "--json", "-"];
        let told = run(home.program().args(args).arg(case));
        let told: serde_json::Value = serde_json::from_slice(&told).expect("JSON");
        let vector =
            |name: &str| DVec3::from_array(serde_json::from_value(told["motion"][name].clone()).expect("three"));
        let across = (0.5 * (right + left) - vector("point")).cross(vector("axis"));
        (told["motion"]["chosen_by"].as_str().expect("who chose it").to_owned(), across.length())
    };
    let begun = points(&case);
    assert!((begun[0].distance(begun[1]) - 110.0).abs() < 1e-6, "where the averages have it");
    window.click(CLICK_RIGHT);
    window.click(BESIDE_JAWS);
    window.key("ctrl+s");
    let placed = points(&case);
    assert_eq!([placed[1], placed[2]], [begun[1], begun[2]], "the others stay");
    let (moved, front) = (placed[0] - begun[0], begun[2] - 0.5 * (begun[0] + begun[1]));
    assert!(moved.length() > 2.0, "{moved}");
    let (by, away_mm) = asked(&case, placed);
    assert!(by == "case" && away_mm < 1e-6, "{by}, {away_mm} mm");
    assert!(moved.dot(front.normalize()).abs() < 0.01, "from the front it keeps its depth: {moved}");
    // The twin: once the tool is put away a click moves nothing.
    window.key("Escape");
    window.click(BESIDE_JAWS);
    window.key("ctrl+s");
    assert_eq!(points(&case), placed);
    window.key("ctrl+z ctrl+z");
    window.key("ctrl+s");
    assert_eq!(kept(&case).0.facebow, None, "by the averages again");
    let (_, away_mm) = asked(&case, begun);
    assert!(away_mm < 1e-6 && asked(&case, placed).1 > 1.0, "the axis of before, not the one that was placed");
    assert!(window.close().is_at_home());
}
