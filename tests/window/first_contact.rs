//! The first contact, by the button and by the key.
use super::harness::{Home, Window, run};
use super::left::numbers;
use super::places::*;
use super::screen::Screen;
use serde_json::Value;

/// What the command line says of the sample case: where the lower jaw is at its first contact.
fn first_contact_by_command_line() -> Value {
    let home = Home::new();
    let mut program = home.program();
    program.current_dir(home.path("")).args(["first-contact", "sample", "sample", "--json", "-"]);
    serde_json::from_slice(&run(&mut program)).expect("JSON")
}

#[test]
fn the_first_contact_is_one_click_and_one_undo() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.click(FIRST_CONTACT);
    let found = window.close();
    let wanted = first_contact_by_command_line();
    // Rounding of the normal and of the welded vertices; the pose keeps 1e-6 mm away from the contact.
    let differs = |row: usize, by: f64| {
        let wanted = numbers(&wanted["pose"]["upper_from_lower"][row]);
        found.row(row).iter().zip(wanted).any(|(a, b)| (a - b).abs() > by)
    };
    assert!(!(0..3).any(|row| differs(row, 2e-6)), "{:?}, not {}", found.stats["upper_from_lower"], wanted["pose"]);
    let travel = wanted["travel_mm"].as_f64().expect("the sample case has a first contact");
    let said = found.stats["said"].as_str().unwrap_or_default();
    assert!(said.starts_with(&format!("Opened by {:.3} mm to the first contact", -travel)), "{said}");
    assert_eq!(found.exact()["first_contact_ms"]["count"], 1);
    assert_ne!(found.stats["verdict"], "interfering");

    // From afar it closes, by key, as one step of five: all undone, the jaw is where the scans were taken.
    let window = Window::open(&screen, &[]);
    for keys in ["F2", "o o o o", "f", "ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z"] {
        window.key(keys);
    }
    let undone = window.close();
    let said = undone.stats["said"].as_str().unwrap_or_default();
    assert!(said.starts_with("Closed by") && undone.exact()["first_contact_ms"]["count"] == 1, "{said}");
    // The twin of the comparison: that position is not the first contact's.
    assert!(undone.is_at_home() && !found.is_at_home() && travel.abs() > 0.01);
}
