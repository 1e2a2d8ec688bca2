//! What stands under "?" beside the keys: what others wrote of the program.
use super::harness::Window;
use super::left::differing;
use super::places::*;
use super::screen::Screen;

#[test]
fn notices_are_shown_and_scrolled() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    let shown = || {
        window.wait_until_idle();
        window.picture()
    };
    window.key("F1");
    window.point_at(BELOW_THE_SHEET);
    let keys = shown();
    assert!(differing(&keys, &shown(), SHEET) < 0.002, "nothing changes by itself");
    window.click(NOTICES);
    window.point_at(BELOW_THE_SHEET);
    let notices = shown();
    assert!(differing(&keys, &notices, SHEET) > 0.03, "{}", differing(&keys, &notices, SHEET));
    window.point_at(ON_THE_SHEET);
    screen.xdotool(&["click", "--repeat", "8", "5"]);
    window.point_at(BELOW_THE_SHEET);
    let further = shown();
    assert!(differing(&notices, &further, SHEET) > 0.03, "{}", differing(&notices, &further, SHEET));
    // Closed and opened again it has the keys.
    window.key("F1");
    window.key("F1");
    window.point_at(BELOW_THE_SHEET);
    assert!(differing(&keys, &shown(), SHEET) < 0.002);
    window.kill();
}
