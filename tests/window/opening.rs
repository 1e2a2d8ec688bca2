//! Opening: files that cannot be read, a window that ends by itself.
use super::harness::{Home, Window, run};
use super::screen::Screen;
use serde_json::Value;

#[test]
fn a_bad_file_is_named_and_the_sample_is_shown() {
    let screen = Screen::start();
    let home = Home::new();
    let (bad, missing) = (home.path("broken-upper.stl"), home.path("lower.stl"));
    std::fs::write(&bad, b"this is no mesh at all, only words").expect("written");
    let left = Window::open_in(&screen, &home, &[&bad, &missing]).close();
    let message = left.stats["message"].as_str().unwrap_or_default();
    assert!(message.contains("broken-upper.stl"), "{message}");
    assert_eq!(left.stats["case"], "Sample case");
    assert!(left.is_at_home());
}

#[test]
fn so_many_frames_are_presented_although_nothing_happens() {
    let screen = Screen::start();
    let home = Home::new();
    let stats = home.path("stats.json");
    let mut program = home.program();
    program.args(["--no-restore", "--adapter", "cpu", "--size", "800x600", "--exit-after-frames", "7", "--stats"]);
    run(program.arg(&stats).env("DISPLAY", &screen.name));
    let stats: Value = serde_json::from_slice(&std::fs::read(stats).expect("written")).expect("JSON");
    assert_eq!((stats["frames"].as_u64(), stats["frame_ms"]["count"].as_u64()), (Some(7), Some(7)));
    assert_eq!(stats["latency_ms"]["count"], 0, "nobody touched anything");
    assert_eq!(stats["case"], "Sample case");
}
