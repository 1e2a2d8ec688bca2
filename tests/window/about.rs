//! What stands under "?" beside the keys: what others wrote of the program.
use super::harness::{Home, OFTEN, Window, wait_for};
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
    // Closed and opened again it has the keys, at the same place.
    window.key("F1");
    wait_for(OFTEN, "the sheet is not closed", || (differing(&further, &window.picture(), SHEET) > 0.03).then_some(()));
    window.key("F1");
    window.point_at(BELOW_THE_SHEET);
    let again = shown();
    assert!(differing(&keys, &again, SHEET) < 0.002, "{}", differing(&keys, &again, SHEET));
    window.kill();
}

/// The other page: what draws, and where the program keeps what.
#[test]
fn what_the_program_is_stands_on_its_own_page() {
    let screen = Screen::start();
    let window = Window::open_for_hands(&screen);
    let shown = || {
        window.point_at(BELOW_THE_SHEET);
        window.wait_until_idle();
        window.picture()
    };
    window.key("F1");
    let keys = shown();
    window.click(ABOUT);
    let about = shown();
    assert!(differing(&keys, &about, SHEET) > 0.03, "{}", differing(&keys, &about, SHEET));
    assert!(differing(&about, &shown(), SHEET) < 0.002, "nothing changes by itself");
    window.kill();
}

/// A report of a fault is offered at the next start and at no later one; the window stays open for whatever else it is for.
#[cfg(unix)]
#[test]
fn a_report_of_a_fault_is_offered_once() {
    let screen = Screen::start();
    let home = Home::new().with_opener();
    let folder = home.path("data/crashes");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("crash-1.new"), "a report").expect("written");
    let window = Window::open_remembering(&screen, &home, &[]);
    window.wait_until_idle();
    let offered = window.picture();
    window.click(SHOW_REPORT);
    window.wait_until_idle();
    let answered = window.picture();
    assert!(differing(&offered, &answered, OFFER) > 0.05, "{}", differing(&offered, &answered, OFFER));
    let shown = std::fs::read_to_string(home.path("shown")).expect("a folder was shown");
    assert_eq!(shown.trim(), folder.display().to_string());
    assert!(folder.join("crash-1.txt").exists() && !folder.join("crash-1.new").exists());
    window.close();
    // The twin: it is known, and not offered again.
    let again = Window::open_remembering(&screen, &home, &[]);
    again.wait_until_idle();
    let without = again.picture();
    assert!(differing(&answered, &without, OFFER) < 0.02, "{}", differing(&answered, &without, OFFER));
    again.kill();
}
