//! A click must not move a bite: it is locked on opening, and asked about once. Without exact figures.
use super::harness::Window;
use super::places::*;
use super::screen::Screen;

#[test]
fn a_locked_bite_stays_where_it_was_scanned_until_it_is_freed() {
    let screen = Screen::start();
    // Whatever reaches for the jaw: a drag turns the view, keys and buttons ask, and "keep it locked" is an answer.
    let window = Window::open_locked(&screen);
    window.key("F2");
    window.drag(ON_LOWER, (30, 60));
    window.key("o Up Escape");
    window.click(FIRST_CONTACT);
    window.key("Escape");
    let locked = window.close();
    assert!(locked.is_at_home(), "a locked bite was moved");

    // The answer "move it" does what was asked for, once, and from then on nothing is asked.
    let window = Window::open_locked(&screen);
    window.key("F2");
    window.key("o");
    window.key("Return");
    window.key("o");
    let freed = window.close();
    assert!((freed.angle_deg() - 0.4).abs() < 1e-6, "opened by {} degrees", freed.angle_deg());
}

#[test]
fn a_hand_that_trembles_moves_nothing() {
    let screen = Screen::start();
    let moved = |by| {
        let window = Window::open_for_hands(&screen);
        window.key("F2");
        window.drag(ON_LOWER, by);
        window.close()
    };
    assert!(moved((4, 4)).is_at_home(), "under 6 pixels it is a click");
    // Its twin: a little more is a drag.
    assert!(!moved((8, 8)).is_at_home());
}
