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

/// What lies over the window has the keys: a menu, a list to choose from, the sheet of keys.
#[test]
fn a_key_for_a_list_or_a_sheet_moves_no_jaw() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    for list in [FILE_MENU, ISO_LINES] {
        window.click(list);
        window.key("Down Up Up o");
        window.key("Escape");
    }
    window.key("F1");
    window.click(ABOUT);
    window.key("Up o");
    window.key("F1");
    assert!(window.close().is_at_home(), "a jaw was moved by a key for something else");
    // Its twin: closed again they leave the keys to the jaw.
    let window = Window::open_for_hands(&screen);
    for list in [FILE_MENU, ISO_LINES] {
        window.click(list);
        window.key("Escape");
    }
    window.key("F1");
    window.key("F1");
    window.key("Up");
    assert!(!window.close().is_at_home());
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
