//! Every language has room in the window: a walk through what there is to see, in a small and in a large window, in which no text is
//! cut, broken, overlaid or larger than what it stands on. `stats::texts` notices what is, and has the negative twins.
use super::harness::{Home, Window};
use super::screen::Screen;
use serde_json::Value;

/// The first button of the bar, in every language.
const FILE_MENU: (i32, i32) = (225, 18);
/// Over the pictures, where no menu opens.
const BESIDE: (i32, i32) = (640, 620);
/// The headings that fold on the left.
const DIRECTIONS: (i32, i32) = (60, 516);
const PROJECTION: (i32, i32) = (60, 543);

/// What there is to see, one after the other.
fn walk(window: &Window, width: i32) {
    let rest = |n: u32| (0..n).for_each(|_| window.wait_until_idle());
    rest(1);
    window.click(PROJECTION);
    window.click(DIRECTIONS);
    // All of both columns.
    for x in [width - 140, 120] {
        window.point_at((x, 640));
        for _ in 0..5 {
            window.screen.xdotool(&["click", "--repeat", "5", "5"]);
            rest(1);
        }
    }
    window.click(FILE_MENU);
    rest(1);
    window.key("Escape");
    // Overview, 3D, split, map; the sheet of keys, notes, times; the question of a locked bite; the tool that trims; a movement.
    for key in ["m", "m", "m", "m", "F1", "F1", "n", "n", "F9", "F9", "o", "Escape", "t", "Escape", "k", "k"] {
        window.point_at(BESIDE);
        window.key(key);
        rest(1);
    }
}

fn check(language: &str) {
    // What positions nearby and several views tell has the same room in both, and takes most of a rest.
    let without: &[&str] = &["--no-nearby", "--no-views"];
    for ((width, height), more) in [((1280, 800), &[][..]), ((1920, 1080), without)] {
        let screen = Screen::of_size(width, height);
        let size = format!("{width}x{height}");
        let options =
            ["--no-restore", "--watch-texts", "--language", language, "--size", &size, "--layout", "overview"];
        let window = Window::begin(&screen, &Home::new(), &[], &[&options, more].concat());
        walk(&window, width.into());
        let texts = window.close().stats["texts"].clone();
        assert!(texts["n"].as_u64().is_some_and(|n| n > 100), "{language}: texts were seen: {texts}");
        for fault in ["cut", "broken", "outgrown", "overlaid"] {
            assert_eq!(texts[fault], Value::Array(Vec::new()), "{language}, {size}: {fault}");
        }
    }
}

#[test]
fn english_has_room() {
    check("en");
}

#[test]
fn german_has_room() {
    check("de");
}

#[test]
fn french_has_room() {
    check("fr");
}

#[test]
fn spanish_has_room() {
    check("es");
}

/// What programs read is the same whatever the window speaks.
#[test]
fn files_of_a_german_window_are_english() {
    let screen = Screen::start();
    let window =
        Window::begin(&screen, &Home::new(), &[], &["--no-restore", "--no-nearby", "--no-views", "--language", "de"]);
    window.wait_until_idle();
    window.key("F12");
    let record: Value = serde_json::from_slice(&std::fs::read(window.saved(".json")).expect("a record")).expect("JSON");
    let headline = record["headline"].as_str().expect("a sentence");
    assert!(headline.starts_with("Overlap 0.0"), "{headline}");
    let left = window.close();
    let said = left.stats["said"].as_str().expect("a sentence");
    assert!(said.contains("gespeichert"), "the twin: the window speaks German: {said}");
    let shown = left.exact()["zones"]["headline"].as_str().unwrap_or_default().to_owned();
    assert!(shown.is_empty() || shown.starts_with("Durchdringung 0,0"), "{shown}");
}
