//! What the window finds out about an adapter when it is first opened on it (`occluscope doctor`), and what follows from it.
use super::harness::{Home, OFTEN, Window, wait_for};
use super::kills::small_case;
use super::left::Left;
use super::screen::Screen;
use occluscope::engine::Execution;
use occluscope::session::case_file::CaseContent;
use serde_json::Value;
use std::time::Duration;

const RASTER: [&str; 3] = ["--no-nearby", "--execution", "raster"];

fn rested(screen: &Screen, home: &Home) -> Left {
    let case = home.path("small.occ");
    small_case(CaseContent::default()).save(&case).expect("written");
    let window = Window::start(screen, home, &[&case], &RASTER);
    window.key("Right Right");
    window.close()
}

fn checkups(home: &Home) -> Value {
    let kept = std::fs::read(home.kept_file()).expect("it keeps something");
    serde_json::from_slice::<Value>(&kept).expect("JSON")["checkups"].clone()
}

fn by(left: &Left, pass: &str) -> bool {
    left.stats["passes_ms"][pass].is_object()
}

#[test]
fn an_adapter_is_looked_at_once_and_what_agrees_is_used() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let left = rested(&screen, &home);
    assert!(by(&left, "classify") && left.stats["not_used"].is_null(), "{}", left.stats["passes_ms"]);
    let found = checkups(&home);
    let of_adapter = found.as_object().and_then(|all| all.values().next()).expect("one adapter").clone();
    assert_eq!(of_adapter["disagree"], serde_json::json!([]));
    // Once: what is remembered is believed, also where it is another thing than would be found.
    let home = Home::new().with_checkup(&[Execution::Raster]);
    let before = checkups(&home);
    let left = rested(&screen, &home);
    assert_eq!(checkups(&home), before);
    assert!(!by(&left, "classify") && by(&left, "drawing"), "{}", left.stats["passes_ms"]);
    let sentence = left.stats["not_used"].as_str().unwrap_or_default();
    assert!(sentence.contains("raster passes on") && sentence.contains("exact answers"), "{sentence}");
}

#[test]
fn closing_does_not_wait_for_it() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let case = home.path("small.occ");
    small_case(CaseContent::default()).save(&case).expect("written");
    let mut window = Window::begin(&screen, &home, &[&case], &RASTER);
    let watch = window.rest();
    wait_for(OFTEN / 10, "nothing is looked at", || watch.said()?.what.contains("executions").then_some(()));
    let begun = std::time::Instant::now();
    window.signal("TERM");
    assert!(window.wait_for_end().success());
    // An engine's shaders are compiled to the end.
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    assert_eq!(checkups(&home), serde_json::json!({}), "what was not finished is not remembered");
}
