//! Snapshots and reports: what they say holds, and they bring the window back.
use super::harness::{Home, Window};
use super::screen::Screen;
use serde_json::Value;
use std::path::Path;

/// Status and words of `verify` about a snapshot.
fn verify(home: &Home, snapshot: &Path) -> (Option<i32>, String) {
    let out = home.program().args(["verify", "--no-cache"]).arg(snapshot).output().expect("the program starts");
    (out.status.code(), String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned())
}

#[test]
fn a_snapshot_holds_and_brings_the_window_back() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("o");
    window.key("3");
    window.key("F4");
    window.wait_until_idle();
    window.wait_for_exact_work();
    window.wait_until_idle();
    window.key("F12");
    window.wait_until_idle();
    let snapshot = window.saved(".png");
    let json = snapshot.with_extension("json");
    for path in [&snapshot, &json] {
        let (status, said) = verify(&window.home, path);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("as it was made"), "{said}");
    }
    // The twin: one live figure, and one exact one, off by a little.
    let truth: Value = serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert!(truth["exact"]["gap"].is_object() && truth["view"]["threshold_mm"] == 0.02, "{}", truth["view"]);
    for pointer in ["/contact/5/area_upper_mm2", "/exact/contact/5/area_upper_mm2"] {
        let mut changed = truth.clone();
        let leaf = changed.pointer_mut(pointer).expect("there");
        *leaf = (leaf.as_f64().expect("a number") + 0.001).into();
        let path = window.home.path("changed.json");
        std::fs::write(&path, changed.to_string()).expect("written");
        let (status, said) = verify(&window.home, &path);
        assert_eq!(status, Some(1), "{pointer}: {said}");
    }
    window.key("shift+F12");
    let report = window.saved(".pdf");
    assert!(std::fs::read(&report).expect("written").starts_with(b"%PDF-"));
    let (status, said) = verify(&window.home, &report.with_extension("json"));
    assert_eq!(status, Some(0), "{said}");
    let other_home = Home::new();
    let copy = other_home.path("copy.png");
    std::fs::copy(&snapshot, &copy).expect("copied");
    let before = window.close();
    // Another window, opened with the picture.
    let window = Window::open_in(&screen, &other_home, &[&copy]);
    window.wait_until_idle();
    let after = window.close();
    assert!(!before.is_at_home() && before.same_view(&after), "{:?} and {:?}", before.view(), after.view());
    // Text costs the last bit.
    assert!(before.pose_differs_by(&after) < 1e-12, "{}", before.pose_differs_by(&after));
    assert_eq!(before.stats["threshold_mm"], after.stats["threshold_mm"]);
}
