//! What hands put on the jaws and choose there: pins, points of orthodontic figures, teeth. Places are those of the sample's front view.
use super::harness::{Home, OFTEN, Window, wait_for};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use serde_json::Value;

/// The number of the upper left central incisor in the front view.
const NUMBER_21: Place = (683, 365);

fn texts(record: &Value) -> Vec<String> {
    let pins = record["pins"].as_array().cloned().unwrap_or_default();
    pins.iter().map(|pin| pin["text"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Types into the field that has the keyboard.
fn write(window: &Window, words: &str) {
    window.screen.xdotool(&["key", "ctrl+a"]);
    window.screen.xdotool(&["type", "--delay", "20", words]);
    window.wait_until_idle();
}

#[test]
fn a_pin_is_put_written_undone_and_kept_with_the_case() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    let before = window.picture();
    window.key("a");
    // Left by Esc there is none.
    window.click(ON_LOWER_ASIDE);
    write(&window, "nothing");
    window.key("Escape");
    assert!(texts(&window.snapshot()).is_empty());
    window.click(ON_LOWER_ASIDE);
    write(&window, "polish here");
    window.key("Return");
    assert_eq!(texts(&window.snapshot()), ["polish here"]);
    // A click on it writes something else.
    window.click(ON_LOWER_ASIDE);
    write(&window, "x".repeat(450).as_str());
    window.key("Return");
    let long = texts(&window.snapshot());
    assert_eq!((long.len(), long[0].len()), (1, 400), "no longer than a pin holds");
    window.key("ctrl+z");
    assert_eq!(texts(&window.snapshot()), ["polish here"]);
    // It hangs on its jaw, in the jaw's own coordinates.
    let place = window.snapshot()["pins"][0].clone();
    assert_eq!(place["jaw"], "lower");
    window.key("Escape");
    window.key("o");
    assert_eq!(window.snapshot()["pins"][0], place, "moved with the jaw");
    window.key("ctrl+z");
    window.screen.point_at(ASIDE);
    let with_pin = window.picture();
    assert!(differing(&before, &with_pin, CLEAR_PICTURE) > 0.0003, "it is seen");
    window.key("ctrl+s");
    window.enter(&window.home.path("Pictures/pinned.occ").display().to_string());
    let case = window.saved("pinned.occ");
    let bytes = std::fs::read(&case).expect("written");
    assert!(!case.display().to_string().contains("polish") && bytes.len() > 1000);
    let home = window.home.clone();
    drop(window.close());
    let again = Window::open_remembering(&screen, &home, &[&case]);
    again.key("F12");
    let record: Value = serde_json::from_slice(&std::fs::read(again.saved(".json")).expect("written")).expect("JSON");
    assert_eq!(texts(&record), ["polish here"]);
}

#[test]
fn a_tooths_number_in_the_picture_chooses_the_tooth() {
    let screen = Screen::start();
    let window = Window::open_in(&screen, &Home::new(), &[]);
    window.key("F2");
    window.screen.point_at(ASIDE);
    let front = window.picture();
    // Beside all numbers a click leaves the view as it is.
    window.click(ON_NOTHING);
    window.screen.point_at(ASIDE);
    assert!(differing(&front, &window.picture(), CLEAR_PICTURE) < 0.002, "the twin");
    window.click(NUMBER_21);
    window.screen.point_at(ASIDE);
    // On a busy machine the window rests for a moment between the press and the flight.
    wait_for(OFTEN, "it does not fly to the tooth", || {
        (differing(&front, &window.picture(), CLEAR_PICTURE) > 0.1).then_some(())
    });
    assert!(window.close().is_at_home());
}

/// Of a machine so slow that a second lies between the frames of press and release, or of a hand that is.
#[test]
fn a_slow_click_is_a_click_unless_it_ends_elsewhere() {
    let screen = Screen::start();
    let window = Window::open_in(&screen, &Home::new(), &[]);
    window.key("F2");
    window.screen.point_at(ASIDE);
    let front = window.picture();
    let press_slowly = |from: Place, to: Place| {
        window.point_at(from);
        window.screen.xdotool(&["mousedown", "1", "sleep", "1.2"]);
        window.point_at(to);
        window.screen.xdotool(&["mouseup", "1"]);
        window.wait_until_idle();
        window.screen.point_at(ASIDE);
    };
    press_slowly(NUMBER_21, NUMBER_21);
    wait_for(OFTEN, "it does not fly to the tooth", || {
        (differing(&front, &window.picture(), CLEAR_PICTURE) > 0.1).then_some(())
    });
    window.wait_until_idle();
    let at_tooth = window.picture();
    // The twin: a menu does not open by a press that is taken away from its button.
    press_slowly(VIEWS, ASIDE);
    assert!(differing(&at_tooth, &window.picture(), PICTURE) < 0.002, "the twin");
    press_slowly(VIEWS, VIEWS);
    assert!(differing(&at_tooth, &window.picture(), PICTURE) > 0.002, "the menu opens");
    window.key("Escape");
    assert!(window.close().is_at_home());
}

/// In a window of 1920 x 1080: the heading of the orthodontic figures, the second of them ("Overjet 21–31"), and the point of 31 among the lower
/// teeth, and the same where the lower jaw is behind the upper one.
const FIGURES: Place = (1690, 750);
const OVERJET_OF_21: Place = (1720, 793);
const POINT_OF_31: Place = (1320, 504);
const POINT_OF_31_BEHIND: Place = (972, 814);

#[test]
fn a_point_is_dragged_over_its_own_jaw_alone_and_taken_back() {
    let screen = Screen::of_size(1920, 1080);
    let home = Home::new();
    let options = ["--no-restore", "--no-nearby", "--no-views", "--size", "1920x1080", "--layout", "overview"];
    let window = Window::begin(&screen, &home, &[], &options);
    window.wait_until_idle();
    window.key("F2");
    window.click(FIGURES);
    window.click(OVERJET_OF_21);
    let placed = |window: &Window| window.snapshot()["placed"].as_array().map_or(0, Vec::len);
    // A click that trembles, and a drag over the other jaw, which lies before it, place nothing.
    window.drag(POINT_OF_31, (2, 1));
    window.drag(POINT_OF_31_BEHIND, (-12, 20));
    assert_eq!(placed(&window), 0);
    let overbite = |record: &Value| {
        let figures = record["orthodontics"].as_array().expect("figures").clone();
        let is_it = |f: &&Value| f["kind"] == "overbite" && f["teeth"][0] == 21;
        let figure = figures.iter().find(is_it).expect("told").clone();
        (figure["value"].as_f64().expect("mm"), figure["by_hand"].as_bool().unwrap_or(false))
    };
    let before = overbite(&window.snapshot());
    window.drag(POINT_OF_31, (0, -16));
    let after = window.snapshot();
    assert_eq!((after["placed"][0]["tooth"].as_u64(), after["placed"][0]["point"].as_str()), (Some(31), Some("edge")));
    assert!(overbite(&after).1 && !before.1, "it says that a hand has placed it");
    assert!((overbite(&after).0 - before.0).abs() > 1e-6, "{before:?} {:?}", overbite(&after));
    window.key("ctrl+z");
    let undone = window.snapshot();
    assert_eq!((overbite(&undone), undone.get("placed")), (before, None));
    assert!(window.close().is_at_home(), "no jaw was moved");
}
