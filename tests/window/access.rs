//! Everything is reached by the keyboard alone, and every control has a name that can be read aloud.
use super::harness::{FREE_BITE, Home, Window};
use super::left::differing;
use super::places::*;
use super::screen::Screen;
use serde_json::Value;
use std::collections::BTreeSet;

const WATCHED: [&str; 4] = ["--no-nearby", "--no-views", "--no-restore", "--watch-texts"];

/// Of all frames that a window has shown: how many controls there were at most, their names, and those without one.
fn controls(stats: &Value) -> (u64, BTreeSet<String>, BTreeSet<String>) {
    let of = &stats["controls"];
    let list = |name: &str| serde_json::from_value(of[name].clone()).expect("a list");
    (of["n"].as_u64().expect("a count"), list("names"), list("unnamed"))
}

#[test]
fn every_control_of_every_screen_has_a_name() {
    let screen = Screen::start();
    let home = Home::with_sample().without_exact_figures();
    let case = home.path("case/case.occ");
    let options = [&WATCHED[..], &["--layout", "overview", "--notation", "palmer"]].concat();
    let window = Window::begin(&screen, &home, &[&case], &options);
    // Cards and tools one after the other; each is left again.
    for keys in ["F1", "Escape", "s", "p", "s", "d", "Escape", "a", "Escape", "t", "Escape", "m", "m", "m", "m"] {
        window.key(keys);
    }
    for keys in [
        "n",
        "n",
        "F9",
        "F9",
        "F10",
        "F10",
        "F11",
        "F11",
        "shift+F12",
        "Escape",
        "ctrl+shift+s",
        "Escape",
        "k",
        "k",
        "j",
        "j",
    ] {
        window.key(keys);
    }
    window.key(FREE_BITE);
    window.key("o");
    window.key("ctrl+w");
    let left = window.close();
    let (n, names, unnamed) = controls(&left.stats);
    assert!(n > 80, "{n} controls");
    assert!(unnamed.is_empty(), "{unnamed:#?}");
    for name in ["Snapshot", "Picture of both jaws", "Opacity, Upper jaw", "Section", "Upper teeth", "Keys and mouse"] {
        assert!(names.contains(name), "{name} is none of {names:#?}");
    }
    // Records have FDI numbers whatever the window says.
    assert_eq!(left.stats["teeth"][0][0], "17");
}

/// The main job without a mouse: both scans, the views, the contacts one after the other, a section with its figures, saved, reported.
#[test]
fn the_main_job_is_done_by_the_keyboard_alone() {
    let screen = Screen::start();
    let home = Home::with_sample();
    let scans = [home.path("case/upper.stl"), home.path("case/lower.stl")];
    let window = Window::begin(&screen, &home, &[&scans[0], &scans[1]], &WATCHED);
    screen.point_at(ASIDE);
    let seen = |keys: &[&str]| {
        keys.iter().for_each(|key| window.key(key));
        window.picture()
    };
    // Front, turned, nearer, and back to everything.
    let front = seen(&["F2"]);
    let turned = seen(&["ctrl+Right", "ctrl+Up"]);
    assert!(differing(&front, &turned, CLEAR_PICTURE) > 0.05, "turned");
    assert!(differing(&front, &seen(&["ctrl+Down", "ctrl+Left"]), CLEAR_PICTURE) < 0.01, "and turned back");
    assert!(differing(&front, &seen(&["plus", "plus"]), CLEAR_PICTURE) > 0.05, "nearer");
    assert!(differing(&front, &seen(&["minus", "minus"]), CLEAR_PICTURE) < 0.01, "and as it was");
    // From contact to contact, and back to the first.
    let first = seen(&["period"]);
    let second = seen(&["period"]);
    assert!(differing(&first, &second, CLEAR_PICTURE) > 0.02, "another contact");
    assert!(differing(&first, &seen(&["comma"]), CLEAR_PICTURE) < 0.005, "the first again");
    // A section through the contact that was chosen, moved along the arch; the snapshot says where.
    let at_mm = |record: &Value| record["section"]["at_mm"].as_f64().expect("it stands");
    seen(&["F7", "s", "p"]);
    let there = at_mm(&window.snapshot());
    assert!(there.abs() > 20.0, "at a molar: {there}");
    seen(&["h", "h", "h"]);
    let record = window.snapshot();
    assert!((at_mm(&record) - there - 3.0).abs() < 1e-9, "{there} {}", record["section"]);
    assert!(record["headline"].as_str().is_some_and(|said| said.contains(" at ")), "{}", record["headline"]);
    // Saved under a name, and a report.
    window.key("ctrl+s");
    window.enter(&home.path("Pictures/by-keys.occ").display().to_string());
    assert!(window.saved("by-keys.occ").is_file());
    window.make_report();
    assert!(window.saved(".pdf").is_file());
    let left = window.close();
    assert!(left.is_at_home(), "no jaw was moved");
    // Whoever does not see the window hears it: the sentence about the contact, each contact that was gone to, pictures and reports that were saved.
    let told: BTreeSet<String> = serde_json::from_value(left.stats["controls"]["told"].clone()).expect("a list");
    let is_told = |begin: &str, end: &str| told.iter().any(|words| words.starts_with(begin) && words.contains(end));
    assert!(is_told("Overlap ", "mm at "), "{told:#?}");
    assert!(is_told("Contact 1, ", " mm²") && is_told("Contact 2, ", " mm²"), "{told:#?}");
    assert!(is_told("Snapshot saved: ", ".png") && is_told("Report saved: ", ".pdf"), "{told:#?}");
    assert!(
        !is_told("Contact 3, ", "") && !is_told("≈", ""),
        "nor what nobody went to, nor a figure of a jaw that moves: {told:#?}"
    );
}
