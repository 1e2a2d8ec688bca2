//! Opening: files that cannot be read, files that are dropped, a window that ends by itself.
use super::dropping::drop_on;
use super::harness::{Home, Window, run};
use super::left::Left;
use super::places::DO_NOT_SAVE;
use super::screen::Screen;
use serde_json::Value;

#[test]
fn a_bad_file_is_named_and_the_sample_is_shown() {
    let screen = Screen::start();
    let home = Home::new();
    let (bad, missing) = (home.path("broken-upper.stl"), home.path("lower.stl"));
    std::fs::write(&bad, b"this is no mesh at all, only words").expect("written");
    let left = Window::open_in(&screen, &home, &[&bad, &missing]).close();
    let message = left.stats["message"].as_str().unwrap_or_default();
    assert!(message.contains("broken-upper.stl"), "{message}");
    assert_eq!(left.stats["case"], "Sample case");
    assert!(left.is_at_home());
}

#[test]
fn so_many_frames_are_presented_although_nothing_happens() {
    let screen = Screen::start();
    let home = Home::new();
    let stats = home.path("stats.json");
    // The sample takes its time: the pointer that the screen puts into a new window is no touch of the case.
    let mut program = home.program();
    program.env("OCCLUSCOPE_CACHE_DIR", home.path("cache"));
    program.args(["--no-restore", "--adapter", "cpu", "--size", "800x600", "--exit-after-frames", "7", "--stats"]);
    run(program.arg(&stats).env("DISPLAY", &screen.name));
    let stats: Value = serde_json::from_slice(&std::fs::read(stats).expect("written")).expect("JSON");
    assert_eq!((stats["frames"].as_u64(), stats["frame_ms"]["count"].as_u64()), (Some(7), Some(7)));
    assert_eq!(stats["latency_ms"]["count"], 0, "nobody touched anything");
    assert_eq!(stats["case"], "Sample case");
}

/// Words on the sentence that the window said last when something went wrong.
fn message(left: &Left) -> &str {
    left.stats["message"].as_str().unwrap_or_default()
}

#[test]
fn two_scans_and_a_case_are_opened_by_dropping_them() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    // Names as people give them.
    let [upper, lower] = ["Zähne 1 upper", "Zähne 1 lower, 100%"].map(|n| home.path("case").join(format!("{n}.stl")));
    std::fs::rename(home.path("case/upper.stl"), &upper).expect("renamed");
    std::fs::rename(home.path("case/lower.stl"), &lower).expect("renamed");
    let mut window = Window::open_remembering(&screen, &home, &[]);
    window.wait_for_title("^Sample case - Occluscope$");
    // One alone waits for the other.
    drop_on(&window, &[&lower]);
    window.wait_for_title("^Sample case - Occluscope$");
    drop_on(&window, &[&upper]);
    // Xdotool reads titles as Latin-1.
    let both = "^Z.+hne 1 upper.stl \\+ Z.+hne 1 lower, 100%.stl - Occluscope$";
    window.wait_for_title(both);
    drop_on(&window, &[&home.path("case/case.occ")]);
    window.wait_for_title("^case - Occluscope$");
    // Both at once; which is which is told by their names.
    drop_on(&window, &[&lower, &upper]);
    window.wait_for_title(both);
    window.wait_until_idle();
    let left = window.close();
    assert!(left.is_at_home() && message(&left).is_empty(), "{}", message(&left));
}

#[test]
fn garbage_that_is_dropped_is_named_and_the_open_case_stays() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    for (names, asks, said) in [
        (&["words.stl", "lower.stl"][..], true, "words.stl"),
        (&["words.occ"], true, "words.occ"),
        (&["words.png"], false, "words.png"),
        (&["words.json"], false, "words.json"),
        (&["a.stl", "b.stl", "c.stl"], false, "3 files were given"),
        (&["words.occ", "lower.stl"], false, "open it alone"),
    ] {
        let window = Window::open_remembering(&screen, &home, &[&scans[0], &scans[1]]);
        window.key("o");
        let files: Vec<_> = names.iter().map(|n| home.path("case").join(n)).collect();
        for file in files.iter().filter(|f| !f.exists()) {
            std::fs::write(file, b"this is nothing at all, only words").expect("written");
        }
        drop_on(&window, &files.iter().map(|f| f.as_path()).collect::<Vec<_>>());
        if asks {
            // The jaw was moved: what looks like another case is not opened without a question.
            window.click(DO_NOT_SAVE);
        }
        let left = window.close();
        assert!(message(&left).contains(said), "{names:?}: {}", message(&left));
        assert_eq!(left.stats["case"], "upper.stl + lower.stl", "{names:?}");
        assert!((left.angle_deg() - 0.2).abs() < 1e-6, "{names:?}: the jaw is where it was");
    }
}

#[test]
fn of_a_good_and_a_bad_scan_the_good_one_waits_and_a_bad_one_alone_is_told_of() {
    let (screen, home) = (Screen::start(), Home::with_sample().without_exact_figures());
    let [upper, lower, bad] = ["upper.stl", "lower.stl", "bad upper.stl"].map(|n| home.path("case").join(n));
    std::fs::write(&bad, b"this is no mesh at all, only words").expect("written");
    let mut window = Window::open_remembering(&screen, &home, &[]);
    window.wait_for_title("^Sample case - Occluscope$");
    drop_on(&window, &[&bad, &lower]);
    window.wait_until_idle();
    // The lower one need not be chosen again.
    drop_on(&window, &[&upper]);
    window.wait_for_title("^upper.stl \\+ lower.stl - Occluscope$");
    window.wait_until_idle();
    // Alone it is read before the other one is asked for.
    drop_on(&window, &[&bad]);
    window.wait_until_idle();
    let left = window.close();
    assert!(message(&left).contains("bad upper.stl"), "{}", message(&left));
    assert_eq!(left.stats["case"], "upper.stl + lower.stl");
}
