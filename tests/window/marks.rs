//! What hands put on the jaws and choose there: pins, points of orthodontic figures, teeth. Places are those of the sample's front view.
use super::harness::{Home, Window};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use serde_json::Value;

/// The number of the upper left central incisor in the front view.
const NUMBER_21: Place = (0, 0);

fn record(window: &Window) -> Value {
    let of_before: Vec<_> = std::fs::read_dir(window.home.path("Pictures")).expect("a folder").flatten().collect();
    of_before.iter().for_each(|entry| std::fs::remove_file(entry.path()).expect("removed"));
    window.key("F12");
    serde_json::from_slice(&std::fs::read(window.saved(".json")).expect("written")).expect("JSON")
}

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
    assert!(texts(&record(&window)).is_empty());
    window.click(ON_LOWER_ASIDE);
    write(&window, "polish here");
    window.key("Return");
    assert_eq!(texts(&record(&window)), ["polish here"]);
    // A click on it writes something else.
    window.click(ON_LOWER_ASIDE);
    write(&window, "x".repeat(450).as_str());
    window.key("Return");
    let long = texts(&record(&window));
    assert_eq!((long.len(), long[0].len()), (1, 400), "no longer than a pin holds");
    window.key("ctrl+z");
    assert_eq!(texts(&record(&window)), ["polish here"]);
    // It hangs on its jaw, in the jaw's own coordinates.
    let place = record(&window)["pins"][0].clone();
    assert_eq!(place["jaw"], "lower");
    window.key("Escape");
    window.key("o");
    assert_eq!(record(&window)["pins"][0], place, "moved with the jaw");
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
    let flown = window.picture();
    assert!(differing(&front, &flown, CLEAR_PICTURE) > 0.1, "it flies to the tooth");
    assert!(window.close().is_at_home());
}
