//! Case files as a person uses them: open, move, save, open again; a program that is killed; the question on closing.
use super::harness::{Home, Window};
use super::kills::small_case;
use super::left::{Left, numbers};
use super::places::*;
use super::screen::Screen;
use occluscope::session::case_file::{CaseContent, CaseFile, RecoveryRecord};
use std::time::Duration;

#[test]
fn a_moved_and_saved_case_opens_as_it_was_left() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let case = home.path("case/case.occ");
    let before = std::fs::read(&case).expect("the sample wrote it");
    let mut window = Window::open_remembering(&screen, &home, &[&case]);
    window.wait_for_title("^case - Occluscope$");
    (0..3).for_each(|_| window.key("o"));
    window.key("6");
    window.key("5");
    window.wait_for_title("^case\\* - Occluscope$");
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let saved = window.close();
    assert!(!saved.is_at_home(), "the jaw was opened");
    assert_ne!(before, std::fs::read(&case).expect("it is there"));

    let window = Window::open_remembering(&screen, &home, &[&case]);
    let again = window.close();
    // JSON's last digits, twice, and the rotation made orthonormal again.
    assert!(again.pose_differs_by(&saved) < 1e-9, "{}", again.stats);
    assert_eq!(again.stats["threshold_mm"], 0.05);
    assert!(again.same_view(&saved), "seen as it was");
    // The twin: the case as it was first.
    std::fs::write(&case, before).expect("written");
    let first = Window::open_remembering(&screen, &home, &[&case]).close();
    assert!(first.is_at_home() && first.pose_differs_by(&saved) > 1e-3);
    assert_ne!(first.stats["threshold_mm"], 0.05);
}

#[test]
fn scans_become_a_case_and_closing_asks() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let paths = [scans[0].as_path(), scans[1].as_path()];
    let mut window = Window::open_remembering(&screen, &home, &paths);
    window.key("o");
    window.key("ctrl+q");
    assert!(window.is_running(), "unsaved changes are asked about");
    window.key("Escape");
    assert!(window.is_running(), "Escape stays");
    window.key("ctrl+q");
    // Return saves; the case has no file yet, so it is asked for.
    window.key("Return");
    let target = home.path("saved/../mine");
    std::fs::create_dir(home.path("saved")).expect("a folder");
    window.enter(&target.display().to_string());
    assert!(window.wait_for_end().success());
    let case = home.path("mine.occ");
    assert!(case.is_file(), "saved with its ending, then ended");
    // An orderly end leaves nothing to recover; the list of recent cases has it, with a picture.
    assert!(home.recovery_files().is_empty());
    let kept = std::fs::read_to_string(home.path(".config/occluscope/window.json")).expect("what is kept");
    assert!(kept.contains("mine.occ"), "{kept}");
    let pictures = std::fs::read_dir(home.path("data/pictures")).expect("pictures").count();
    assert!(pictures >= 1);

    // Nothing was changed: nothing is asked.
    let mut window = Window::open_remembering(&screen, &home, &[&case]);
    window.screen.xdotool(&["key", "ctrl+q"]);
    assert!(window.wait_for_end().success());
    // Changed and not wanted: the middle button.
    let mut window = Window::open_remembering(&screen, &home, &[&case]);
    let before = std::fs::read(&case).expect("it is there");
    window.key("o");
    window.key("ctrl+q");
    assert!(window.is_running());
    window.click(DO_NOT_SAVE);
    assert!(window.wait_for_end().success());
    assert_eq!(std::fs::read(&case).expect("it is there"), before);
}

#[test]
fn a_killed_program_offers_its_case_at_the_next_start() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let case = home.path("case/case.occ");
    let before = std::fs::read(&case).expect("the sample wrote it");
    let window = Window::open_remembering(&screen, &home, &[&case]);
    // At once: what is done in the half minute after it was saved by itself would be in no file yet.
    window.screen.xdotool(&["key", "o", "o", "o"]);
    window.wait_for_recovery_file();
    window.wait_until_idle();
    window.kill();
    assert_eq!(std::fs::read(&case).expect("it is there"), before, "the case itself is as it was");
    assert_eq!(home.recovery_files().len(), 1);

    let mut window = Window::open_remembering(&screen, &home, &[]);
    window.click(RECOVER);
    window.wait_for_title("^case\\* - Occluscope$");
    window.wait_until_idle();
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let recovered = window.close();
    // Three steps of 0.2 degrees.
    assert!((recovered.angle_deg() - 0.6).abs() < 1e-6, "{}", recovered.stats);
    assert!(home.recovery_files().is_empty(), "nothing is left after an orderly end");
    assert_ne!(std::fs::read(&case).expect("it is there"), before, "saved under its own name");
}

#[test]
fn notes_and_named_views_are_changes_and_come_back_with_the_case() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let case = home.path("case/case.occ");
    let content = || CaseFile::read(std::fs::read(&case).expect("it is there")).expect("a case").content;
    let mut window = Window::open_remembering(&screen, &home, &[&case]);
    window.key("n");
    // Outside the field each of these letters does something else.
    window.screen.xdotool(&["type", "--delay", "20", "oxu 6"]);
    window.wait_for_title("^case\\* - Occluscope$");
    window.wait_until_idle();
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    assert_eq!(content().notes, "oxu 6");
    // A function is no letter: what is seen is kept although the field has the keyboard, and nothing is typed by it.
    assert!(window.snapshot().is_object());
    window.screen.xdotool(&["type", "--delay", "20", "!"]);
    window.wait_for_title("^case\\* - Occluscope$");
    window.key("Escape");
    window.key("n");
    // All that was typed is one change: taken back, and done again.
    window.key("ctrl+z");
    window.wait_for_title("^case\\* - Occluscope$");
    window.key("ctrl+y");
    window.key("F5");
    window.click(VIEWS);
    window.click(SAVE_VIEW);
    window.key("Escape");
    window.key("F2");
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let seen = window.close();
    let saved = content();
    assert_eq!(saved.notes, "oxu 6!");
    assert_eq!(saved.views.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["View 1"]);
    assert!(seen.is_at_home(), "letters of the notes moved nothing");
    assert_eq!(seen.stats["threshold_mm"], 0.1);

    let mut window = Window::open_remembering(&screen, &home, &[&case]);
    window.click(VIEWS);
    window.click(FIRST_VIEW);
    window.wait_for_title("^case - Occluscope$");
    let flown = window.close();
    let up = saved.views[0].camera.up().to_array();
    let off =
        |left: &Left| numbers(&left.stats["view"]["up"]).iter().zip(up).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off(&flown) < 1e-9, "{}", flown.stats);
    assert!(off(&seen) > 0.1, "the twin: it was saved from the front");
    assert_eq!(content(), saved, "flying is no change");
}

/// What was due for the case (its teeth were to be looked for) went with it: the start page sleeps.
#[test]
fn a_case_closed_at_once_leaves_nothing_to_do() {
    let screen = Screen::start();
    let mut window = Window::open_busy(&screen, &Home::new(), &[]);
    window.screen.xdotool(&["key", "ctrl+w"]);
    window.wait_for_title("^Occluscope$");
    window.wait_until_idle();
    let count = || window.rest().said().expect("it runs").count;
    let (before, ticks) = (count(), window.ticks());
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(count(), before, "it woke although nothing happened");
    assert!(window.ticks() - ticks <= 2, "it used processor time: {} ticks", window.ticks() - ticks);
    // The twin: whatever wakes it is seen.
    window.point_at((640, 300));
    assert!(count() > before);
}

/// Where a recovered case belongs is believed of the program's own files alone: a case from a stranger that names another file is saved
/// to where it lies.
#[test]
fn a_strangers_case_does_not_say_where_it_is_saved_to() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let (theirs, mine) = (home.path("theirs.occ"), home.path("mine.occ"));
    std::fs::write(&mine, "precious").expect("written");
    let recovery = RecoveryRecord { case: Some(mine.display().to_string()), name: "mine".into(), ..Default::default() };
    let case = small_case(CaseContent { recovery: Some(recovery), ..CaseContent::default() });
    case.save(&theirs).expect("written");
    let before = std::fs::read(&theirs).expect("it is there");
    let mut window = Window::open_remembering(&screen, &home, &[&theirs]);
    window.wait_for_title("^theirs - Occluscope$");
    window.key("Right");
    window.key("ctrl+s");
    window.wait_for_title("^theirs - Occluscope$");
    window.close();
    assert_eq!(std::fs::read(&mine).expect("it is there"), b"precious");
    assert_ne!(std::fs::read(&theirs).expect("it is there"), before);
    // The twin: what lies in the program's own folder, where it was put aside, goes back to where it came from.
    std::fs::create_dir_all(home.path("data/recovery")).expect("made");
    case.save(&home.path("data/recovery/case-1-1.occ")).expect("written");
    std::fs::write(home.path("data/recovery/case-1-1.lock"), "").expect("written");
    let mut window = Window::open_remembering(&screen, &home, &[&theirs]);
    window.click(RECOVER);
    window.wait_for_title("^mine\\* - Occluscope$");
    window.key("ctrl+s");
    window.wait_for_title("^mine - Occluscope$");
    window.close();
    assert!(CaseFile::read(std::fs::read(&mine).expect("it is there")).is_ok());
}
