//! The layers of the pixel under the pointer.
use super::harness::Window;
use super::left::{Left, numbers};
use super::places::*;
use super::screen::Screen;

/// The map alone, the pointer resting on a contact.
fn resting_on_the_map<'a>(screen: &'a Screen, layers: bool) -> Window<'a> {
    let window = Window::open_for_hands(screen);
    ["F2", "m", "m"].iter().for_each(|k| window.key(k));
    if layers {
        // Below the section, for those who want them; they stay when its card is shut.
        window.key("s");
        window.click(LAYERS_SWITCH);
        window.key("s");
    }
    window.point_at(ON_CONTACT);
    window
}

/// Length inside both jaws along the ray read last, mm.
fn inside_both_mm(left: &Left) -> f64 {
    numbers(&left.stats["layers"]["last"]["inside_both_mm"]).iter().sum()
}

#[test]
fn a_resting_pointer_reads_the_layers_of_the_map() {
    let screen = Screen::start();
    let left = resting_on_the_map(&screen, true).close();
    let layers = &left.stats["layers"];
    assert_eq!(layers["count"], 1, "one question for one pixel: {layers}");
    let last = &layers["last"];
    assert_eq!((last["sequence"].as_str(), last["class"].as_str()), (Some("ABAB"), Some("interfering")), "{last}");
    assert_eq!((last["n_layers"].as_u64(), last["confirmed"].as_bool()), (Some(4), Some(true)), "{last}");
    let depths = numbers(&last["depths_mm"]);
    assert!((depths[2] - depths[1] - inside_both_mm(&left)).abs() < 1e-4 && depths[0] == 0.0, "{last}");
    // The jaw of the sample case is 0.073 mm deep in the other where it is deepest.
    assert!(inside_both_mm(&left) > 0.01 && inside_both_mm(&left) < 0.074, "{last}");
    let [r, g, b, _] = left.picture.get_pixel(FIRST_LETTER.0, FIRST_LETTER.1).0;
    assert!(r > 200 && g > 190 && b > 150 && r > b, "the letter A stands on its plate: {r} {g} {b}");

    // The twin: switched off, nothing is asked and no card covers the map.
    let off = resting_on_the_map(&screen, false).close();
    assert_eq!(off.stats["layers"]["count"], 0);
    assert!(off.stats["layers"]["last"].is_null());
    assert!(left.differs_from(&off) > 0.05, "{}", left.differs_from(&off));
}

#[test]
fn a_click_keeps_the_ray_while_the_jaw_moves() {
    let screen = Screen::start();
    let rested = resting_on_the_map(&screen, true).close();
    let window = resting_on_the_map(&screen, true);
    screen.xdotool(&["click", "1"]);
    window.wait_until_idle();
    screen.point_at(AWAY_ON_THE_MAP);
    window.key("Up");
    let kept = window.close();
    assert_eq!(kept.stats["layers"]["count"], 2, "once more for the new pose, and nowhere else");
    // Raised by 0.05 mm in the front view. The ray goes through the middle of a pixel, at most half a diagonal (0.08 mm)
    // from where it was, of surfaces that close at 1 in 3 at most beside a contact.
    let deeper = inside_both_mm(&kept) - inside_both_mm(&rested);
    assert!((deeper - 0.05).abs() < 0.03, "deeper by {deeper} mm");
}
