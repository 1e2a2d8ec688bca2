//! Files that were hard for the program, in the window: each is answered or refused with a sentence, none of them swells it, and it
//! hears whoever uses it all the time.
use super::dropping::drop_on;
use super::harness::{Home, Window};
use super::kills::small_case;
use super::screen::Screen;
use crate::project::root;
use occluscope::session::Settings;
use occluscope::session::case_file::CaseContent;
use std::path::PathBuf;
use std::time::Duration;

/// What the window may have, MiB: with the sample case open it has some 330.
const MOST_MIB: f64 = 700.0;

fn hard(name: &str) -> PathBuf {
    root().join("tests/hard").join(name)
}

/// Some answers while the jaw is moved now and then, the longest last.
fn answers(window: &Window, is_moved: bool) -> Vec<Duration> {
    let watch = window.rest();
    let answer = |i: usize| {
        if is_moved && i.is_multiple_of(8) {
            window.screen.xdotool(&["key", "Right"]);
        }
        std::thread::sleep(Duration::from_millis(40));
        watch.time_to_answer()
    };
    let mut answers: Vec<Duration> = (0..32).map(answer).collect();
    answers.sort();
    answers
}

/// A machine that has other things to do may hold some of them up, but not half.
fn median(answers: &[Duration]) -> Duration {
    answers[answers.len() / 2]
}

#[test]
fn shapes_that_were_hard_do_not_hang_the_window() {
    let (screen, home) = (Screen::start(), Home::new());
    // As soon as this machine answers when there is nothing to do.
    let idle = Window::open(&screen, &[]);
    let at_rest = median(&answers(&idle, false));
    idle.close();
    for name in ["slow-deep-2465", "slow-deep-33608", "slow-deep-16813"] {
        let scans = ["u", "l"].map(|jaw| hard(&format!("{name}_{jaw}.ply")));
        let window = Window::open_busy(&screen, &home, &[&scans[0], &scans[1]]);
        let (answers, mib) = (answers(&window, true), window.memory_mib());
        let (middle, longest) = (median(&answers), answers[answers.len() - 1]);
        println!(
            "{name}: answers after {middle:.0?} ({at_rest:.0?} at rest), the longest after {longest:.0?}; {mib:.0} MiB"
        );
        assert!(middle < Duration::from_millis(500) + 10 * at_rest, "{name}: {answers:?}");
        assert!(mib < MOST_MIB, "{name}: {mib} MiB");
        // In the middle of it: what is under way is cancelled.
        window.close();
    }
}

#[test]
fn files_that_would_swell_it_are_named() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let said = |window: Window| {
        let mib = window.memory_mib();
        assert!(mib < MOST_MIB, "{mib} MiB");
        let left = window.close();
        (left.stats["message"].as_str().unwrap_or_default().to_owned(), left.stats["case"].clone())
    };
    let scans = ["u", "l"].map(|jaw| hard(&format!("slow-prep-36022_{jaw}.ply")));
    for (files, wanted) in [
        (&[hard("b15.occ")][..], "unpacks to 15 MiB"),
        (&scans, "that is no scan of a jaw"),
        (&[hard("bomb_obj.png")], "bomb_obj.png"),
    ] {
        let window = Window::open_remembering(&screen, &home, &[]);
        drop_on(&window, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>());
        let (message, case) = said(window);
        assert!(message.contains(wanted), "{wanted}: {message}");
        assert_eq!(case, "Sample case", "what was open stays");
    }
}

/// What a hand can set is 2,048 pixels at most; a map of 8,192 took 8 GB.
#[test]
fn a_case_that_asks_for_a_huge_map_gets_what_a_hand_can_set() {
    let (screen, home) = (Screen::start(), Home::new().without_exact_figures());
    let open = |resolution: u32| {
        let settings = Settings { resolution, ..Settings::default() };
        let case = home.path("case.occ");
        small_case(CaseContent { settings, ..CaseContent::default() }).save(&case).expect("written");
        let window = Window::open_remembering(&screen, &home, &[&case]);
        window.key("Right");
        let mib = window.memory_mib();
        (mib, window.close().stats["said"].as_str().unwrap_or_default().to_owned())
    };
    let (mib, said) = open(8192);
    assert!(mib < MOST_MIB + 500.0, "{mib} MiB");
    assert!(said.contains("2048") || said.contains("2,048"), "{said}");
    // The twin: what a hand can set is taken without a word.
    assert!(!open(512).1.contains("2048"));
}
