//! The list of contacts: what is pointed at is lit up, what is clicked is flown to.
use super::harness::{Home, Window, run};
use super::left::{differing, numbers};
use super::places::*;
use super::screen::Screen;
use serde_json::Value;

/// The middles of the sample's contacts by the command line, those with the most surface first, mm.
fn contacts_by_command_line(home: &Home) -> Vec<Vec<f64>> {
    let mut program = home.program();
    program.args(["analyze", "case/upper.stl", "case/lower.stl", "--adapter", "none", "--json", "-"]);
    let found: Value = serde_json::from_slice(&run(program.current_dir(home.path("")))).expect("JSON");
    let mut zones = found["zones"].as_array().expect("contacts").clone();
    let area = |zone: &Value| zone["area_mm2"].as_f64().expect("an area");
    zones.sort_by(|a, b| area(b).total_cmp(&area(a)));
    zones.iter().map(|zone| numbers(&zone["centroid"])).collect()
}

#[test]
fn a_contact_is_lit_up_when_pointed_at_and_a_click_flies_there() {
    let (screen, home) = (Screen::start(), Home::with_sample());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let window = Window::open_in(&screen, &home, &[&scans[0], &scans[1]]);
    window.key("F4");
    let seen_with_pointer = |at| {
        window.point_at(at);
        window.picture()
    };
    let [away, first, third, again] = [ASIDE, FIRST_ROW, THIRD_ROW, ASIDE].map(seen_with_pointer);
    let changed = |a, b| differing(a, b, CLEAR_PICTURE);
    // The border of a contact of a square millimetre or two, and its number: some thousand of 394,000 pixels.
    assert!(changed(&away, &first) > 1e-3 && changed(&away, &third) > 1e-3, "lit up: {}", changed(&away, &first));
    assert!(changed(&first, &third) > 1e-3, "each where it is");
    assert_eq!(changed(&away, &again), 0.0, "and it goes");

    // The view that a case opens with owes nothing to exact figures.
    let other_home = Home::new().without_exact_figures();
    let before = Window::open_remembering(&screen, &other_home, &[&scans[0], &scans[1]]).close();
    window.click(THIRD_ROW);
    let flown = window.close();
    let target = numbers(&flown.stats["view"]["target"]);
    let apart = |to: &[f64]| target.iter().zip(to).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    let contacts = contacts_by_command_line(&home);
    // Of the same contact by the same engine.
    assert!(apart(&contacts[2]) < 1e-6, "{target:?}, not {:?}", contacts[2]);
    assert!(contacts.iter().filter(|c| apart(c) < 0.1).count() == 1, "the twin: no other contact is there");
    assert!(apart(&numbers(&before.stats["view"]["target"])) > 1.0);
    assert!(flown.stats["view"]["height_mm"].as_f64() < before.stats["view"]["height_mm"].as_f64());
    assert!(flown.is_at_home(), "nothing was moved");
}
