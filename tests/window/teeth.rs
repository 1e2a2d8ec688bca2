//! Names of teeth, given by hand.
use super::harness::Window;
use super::places::*;
use super::screen::Screen;

#[test]
fn teeth_are_named_by_a_click_and_that_is_undone() {
    const UPPER: [&str; 14] = ["17", "16", "15", "14", "13", "12", "11", "21", "22", "23", "24", "25", "26", "27"];
    let screen = Screen::start();
    let name = |keys: &[&str]| {
        let window = Window::open_for_hands(&screen);
        window.click(NAME_TEETH);
        window.click(ON_21);
        keys.iter().for_each(|key| window.key(key));
        let left = window.close();
        assert!(left.is_at_home(), "a click that names a tooth moves nothing");
        serde_json::from_value::<Vec<String>>(left.stats["teeth"][0].clone()).expect("names")
    };
    let named = name(&["ctrl+a", "1", "8", "Return"]);
    let expected: Vec<&str> = UPPER.iter().map(|n| if *n == "21" { "18" } else { *n }).collect();
    assert_eq!(named, expected);
    // Taken back; left without Enter; and a number of the other jaw, which is not taken.
    assert_eq!(name(&["ctrl+a", "1", "8", "Return", "ctrl+z"]), UPPER);
    assert_eq!(name(&["ctrl+a", "1", "8", "Escape"]), UPPER);
    assert_eq!(name(&["ctrl+a", "4", "1", "Return", "Escape"]), UPPER);
    // The whole row along, in one step; one of which a tooth would stand beyond the third molars is not taken along.
    let along = ["16", "15", "14", "13", "12", "11", "21", "22", "23", "24", "25", "26", "27", "28"];
    assert_eq!(name(&["ctrl+a", "2", "2", "shift+Return"]), along);
    assert_eq!(name(&["ctrl+a", "2", "2", "shift+Return", "ctrl+z"]), UPPER);
    assert_eq!(name(&["ctrl+a", "1", "8", "shift+Return"]), expected);
}
