//! A GPU that goes away while somebody works: the case, the pose, undo and unsaved work stay, one sentence says what happened, and the
//! window goes on by itself. The device is really destroyed (`--lose-gpu`), the driver really gone, the memory really short.
//!
//! `OCCLUSCOPE_FRAMES` is how many frames lose the GPU every fifty, `OCCLUSCOPE_SEED` what hands do meanwhile.
use super::harness::{FREE_BITE, Home, OFTEN, Window, wait_for};
use super::kills::{position_in, small_case};
use super::left::{Left, differing};
use super::monkey::asked;
use super::places::*;
use super::scale::{Monitor, Settings};
use super::screen::Screen;
use occluscope::base::Random;
use occluscope::session::case_file::CaseContent;
use std::path::PathBuf;
use std::time::Duration;

/// What an arrow key moves the jaw by.
const STEP_MM: f64 = 0.05;
const LOST: &str = "The GPU was lost and has been set up again";
/// Of the pixels, where nothing differs but edges that a driver smooths.
const SAME: f64 = 0.002;

/// A window whose GPU a test takes away.
struct Losing<'a> {
    window: Window<'a>,
    file: PathBuf,
}

impl<'a> Losing<'a> {
    fn open(screen: &'a Screen, home: &Home, options: &[&str]) -> Self {
        let (file, case) = (home.path("lose"), home.path("small.occ"));
        small_case(CaseContent::default()).save(&case).expect("written");
        let file_name = file.display().to_string();
        let options = [&["--no-nearby", "--lose-gpu", &file_name], options].concat();
        let window = Window::start(screen, home, &[&case], &options);
        window.key("F2");
        Self { window, file }
    }

    /// The device is gone before this comes back, and whatever followed is done if it `comes_back`.
    fn lose(&self, comes_back: bool) {
        self.lose_what("", comes_back);
    }

    /// The device, or what else `--lose-gpu` knows.
    fn lose_what(&self, what: &str, comes_back: bool) {
        // Whole or not at all: it is read as soon as it is there.
        let unseen = self.file.with_extension("new");
        std::fs::write(&unseen, what).expect("written");
        std::fs::rename(&unseen, &self.file).expect("moved");
        wait_for(OFTEN, "the GPU was never taken away", || {
            self.window.nudge();
            (!self.file.exists()).then_some(())
        });
        if comes_back {
            self.window.wait_until_idle();
        }
    }

    fn close(self) -> Left {
        self.window.close()
    }
}

fn losses(left: &Left) -> u64 {
    left.stats["gpu_losses"].as_u64().expect("a number")
}

fn said(left: &Left) -> &str {
    left.stats["said"].as_str().unwrap_or_default()
}

fn steps(left: &Left) -> f64 {
    left.translation().iter().map(|t| t * t).sum::<f64>().sqrt() / STEP_MM
}

#[test]
fn a_lost_gpu_takes_nothing_of_the_case() {
    let screen = Screen::start();
    let run = |loses: bool| {
        let home = Home::new().with_checkup(&[]);
        let mut losing = Losing::open(&screen, &home, &["--execution", "raster"]);
        losing.window.key("Right Right Right ctrl+z");
        losing.window.point_at(ASIDE);
        let before = losing.window.picture();
        if loses {
            losing.lose(true);
        }
        let after = losing.window.picture();
        // Undo and redo go on where they were, and so does the question about unsaved work.
        losing.window.key("ctrl+y ctrl+z o o o o");
        let opened = losing.window.picture();
        assert!(differing(&after, &opened, CLEAR_PICTURE) > 2.0 * SAME, "the twin: another position looks otherwise");
        losing.window.key("ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z");
        losing.window.wait_for_title(r"^small\* - Occluscope$");
        (before, after, losing.close())
    };
    let (before, after, left) = run(true);
    assert_eq!((losses(&left), said(&left).starts_with(LOST)), (1, true), "{}", said(&left));
    assert!((steps(&left) - 1.0).abs() < 1e-6, "{} steps", steps(&left));
    for part in [CLEAR_PICTURE, LEFT_PANEL] {
        assert!(differing(&before, &after, part) < SAME, "{}", differing(&before, &after, part));
    }
    // The twin: a GPU that stays is no loss, nothing is said of one, and the jaw is where it is with a loss.
    let (untouched, _, stayed) = run(false);
    assert_eq!((losses(&stayed), said(&stayed).contains("GPU")), (0, false), "{}", said(&stayed));
    assert!(stayed.pose_differs_by(&left) < 1e-9 && differing(&untouched, &after, CLEAR_PICTURE) < SAME);
}

#[test]
fn a_hand_that_drags_goes_on() {
    let screen = Screen::start();
    let dragged = |loses: bool| {
        let losing = Losing::open(&screen, &Home::new().with_checkup(&[]), &["--execution", "compute"]);
        losing.window.press_and_move(ON_LOWER, (20, 30));
        if loses {
            losing.lose(true);
        }
        screen.point_at((ON_LOWER.0 + 30, ON_LOWER.1 + 60));
        losing.window.release();
        losing.window.key("ctrl+z ctrl+y");
        losing.close()
    };
    let (lost, stayed) = (dragged(true), dragged(false));
    assert_eq!((losses(&lost), losses(&stayed)), (1, 0));
    assert!(steps(&stayed) > 10.0, "the hand moved the jaw");
    assert!(lost.pose_differs_by(&stayed) < 1e-9, "it is one drag and one step of undo");
}

/// A window that is minimised, letters of another size as on another monitor, and a device that goes in each of them.
#[test]
fn a_window_that_is_away_or_of_another_scale_comes_back_with_its_letters() {
    let screen = Screen::start();
    let settings = Settings::start(&screen);
    let home = Home::new().with_checkup(&[]).with_scale_of_screen();
    let losing = Losing::open(&screen, &home, &[]);
    let id = losing.window.id().to_string();
    let before = losing.window.picture();
    screen.xdotool(&["windowunmap", "--sync", &id]);
    losing.lose(false);
    screen.xdotool(&["windowmap", "--sync", &id, "windowfocus", &id]);
    let shown = losing.window.picture();
    assert!(differing(&before, &shown, LEFT_PANEL) < SAME, "{}", differing(&before, &shown, LEFT_PANEL));
    settings.scale(1.5);
    let large = wait_for(OFTEN, "the window never grows with its letters", || {
        let large = losing.window.picture();
        (differing(&before, &large, CLEAR_PICTURE) > 10.0 * SAME).then_some(large)
    });
    losing.lose(true);
    let again = losing.window.picture();
    assert!(differing(&large, &again, LEFT_PANEL) < SAME, "{}", differing(&large, &again, LEFT_PANEL));
    assert_eq!(losses(&losing.close()), 2);
}

/// What a driver says of a surface whose window is there: it is made anew, or brought to its size, and the next picture is painted on it. The
/// device stays.
#[test]
fn a_surface_that_is_lost_or_outdated_is_made_anew_under_a_living_window() {
    let screen = Screen::start();
    for (what, lost, outdated) in [("surface lost", 1, 0), ("surface outdated", 0, 1), ("", 0, 0)] {
        let losing = Losing::open(&screen, &Home::new().with_checkup(&[]), &[]);
        losing.window.key("Right Right");
        losing.window.point_at(ASIDE);
        let before = losing.window.picture();
        if !what.is_empty() {
            losing.lose_what(what, true);
        }
        assert!(differing(&before, &losing.window.picture(), CLEAR_PICTURE) < SAME, "{what}");
        // It goes on, in another size as well.
        losing.window.key("Right ctrl+z");
        let id = losing.window.id().to_string();
        screen.xdotool(&["windowsize", "--sync", &id, "1100", "760"]);
        losing.window.wait_until_idle();
        screen.xdotool(&["windowsize", "--sync", &id, "1280", "800"]);
        let again = losing.window.picture();
        assert!(differing(&before, &again, LEFT_PANEL) < SAME, "{what}: {}", differing(&before, &again, LEFT_PANEL));
        let stderr = losing.window.said();
        let left = losing.close();
        let surface = &left.stats["surface"];
        let counted = |name: &str| surface[name].as_u64().expect("a number");
        assert_eq!(counted("lost"), lost, "{what}: {surface}");
        // Sizes that change while a picture is painted may add to the planted ones.
        assert!(counted("outdated") >= outdated && (outdated > 0 || counted("outdated") == 0), "{what}: {surface}");
        assert_eq!((losses(&left), left.stats["message"].is_null()), (0, true), "{what}: {stderr}");
        assert!((steps(&left) - 2.0).abs() < 1e-6, "{what}: {} steps", steps(&left));
    }
}

/// The monitor is unplugged, and another one plugged in (RandR) whose letters are larger (XSETTINGS): the window grows with them, loses its device there, and comes
/// back to the first one as it was.
#[test]
fn another_monitor_takes_window_letters_and_device_with_it() {
    let screen = Screen::start();
    let (settings, monitor) = (Settings::start(&screen), Monitor::of(&screen));
    let home = Home::new().with_checkup(&[]).with_scale_of_screen();
    let losing = Losing::open(&screen, &home, &["--size", "1000x620"]);
    losing.window.key("Right Right");
    let usual = losing.window.size();
    assert_eq!(usual, (1000, 620));
    let before = losing.window.picture();
    let moved_to = |scale: f64, wanted: (u32, u32)| {
        monitor.unplug();
        losing.window.wait_until_idle();
        monitor.plug();
        settings.scale(scale);
        wait_for(OFTEN, "the window never follows the monitor", || (losing.window.size() == wanted).then_some(()));
        losing.window.picture()
    };
    let large = moved_to(1.25, (1250, 775));
    assert!(differing(&before, &large, LEFT_PANEL) > 10.0 * SAME, "the twin: it looks otherwise");
    losing.lose(true);
    let again = losing.window.picture();
    assert!(differing(&large, &again, LEFT_PANEL) < SAME, "{}", differing(&large, &again, LEFT_PANEL));
    let back = moved_to(1.0, usual);
    assert!(differing(&before, &back, LEFT_PANEL) < SAME, "{}", differing(&before, &back, LEFT_PANEL));
    let left = losing.close();
    assert_eq!((losses(&left), left.stats["message"].is_null()), (1, true));
    assert!((steps(&left) - 2.0).abs() < 1e-6, "{} steps", steps(&left));
}

/// The driver itself goes, and comes back: the loader finds none meanwhile.
#[test]
fn a_driver_that_is_gone_for_a_while_is_waited_for() {
    let screen = Screen::start();
    let home = Home::new().with_checkup(&[]).with_driver_named_in("driver.json");
    let (driver, aside) = (home.path("driver.json"), home.path("aside.json"));
    let losing = Losing::open(&screen, &home, &[]);
    losing.window.key("Right Right");
    let before = losing.window.picture();
    std::fs::rename(&driver, &aside).expect("moved");
    losing.lose(false);
    // It hears, and has no picture to show.
    let watch = losing.window.rest();
    wait_for(OFTEN, "it goes on as if there were a driver", || (watch.said()?.what == "start").then_some(()));
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(
        watch.said().map(|said| said.what),
        Some("start".to_owned()),
        "the twin: without a driver there is no window"
    );
    std::fs::rename(&aside, &driver).expect("moved");
    wait_for(OFTEN, "it never comes back", || (watch.said()?.what == "rest").then_some(()));
    let after = losing.window.picture();
    assert!(differing(&before, &after, CLEAR_PICTURE) < SAME);
    losing.window.key("ctrl+z");
    let left = losing.close();
    assert_eq!((losses(&left), said(&left).starts_with(LOST)), (1, true));
    assert!((steps(&left) - 1.0).abs() < 1e-6, "{} steps", steps(&left));
}

/// Without a driver, and without a window: what is unsaved is kept for recovery when the program ends.
#[test]
fn unsaved_work_is_kept_when_there_is_no_driver_or_no_window_any_more() {
    let screen = Screen::start();
    for ends in ["without a driver", "without a window"] {
        let home = Home::new().with_checkup(&[]).with_driver_named_in("driver.json");
        let mut losing = Losing::open(&screen, &home, &[]);
        losing.window.key("Right");
        losing.window.wait_for_recovery_file();
        losing.window.key("Right");
        let kept = || home.recovery_files().iter().map(|file| position_in(file)).collect::<Vec<_>>();
        assert_eq!(kept(), [Ok(1)], "the twin: the second step is in no file");
        if ends == "without a driver" {
            std::fs::remove_file(home.path("driver.json")).expect("there");
            losing.lose(false);
            losing.window.signal("TERM");
        } else {
            screen.xdotool(&["windowclose", &losing.window.id().to_string()]);
        }
        assert!(losing.window.wait_for_end().success(), "{ends}: {}", losing.window.said());
        assert_eq!(kept(), [Ok(2)], "{ends}");
        let stats = std::fs::read_to_string(home.path("stats.json")).expect("written");
        let stats: serde_json::Value = serde_json::from_str(&stats).expect("JSON");
        let squared = (0..3).map(|i| stats["upper_from_lower"][i][3].as_f64().expect("a number").powi(2));
        let moved = squared.sum::<f64>().sqrt() / STEP_MM;
        assert!((moved - 2.0).abs() < 1e-6, "{ends}: {moved} steps");
    }
}

/// Nothing of core WebGPU's limits, and no timestamps: the processor's threads analyse, the pictures are the same.
#[test]
fn the_smallest_adapter_draws_the_same_pictures() {
    let screen = Screen::start();
    let picture = |adapter: &str| {
        let options = ["--adapter", adapter, "--execution", "raster"];
        let losing = Losing::open(&screen, &Home::new().with_checkup(&[]), &options);
        losing.window.key("Right m");
        losing.window.point_at(ASIDE);
        let picture = losing.window.picture();
        (picture, losing.window.said(), losing.close())
    };
    let ((usual, _, had), (small, said_small, left)) = (picture("cpu"), picture("smallest"));
    assert!(differing(&usual, &small, CLEAR_PICTURE) < SAME, "{}", differing(&usual, &small, CLEAR_PICTURE));
    assert!(!said_small.contains("alidation") && left.stats["message"].is_null(), "{said_small}");
    assert!(had.stats["passes_ms"]["classify"].is_object(), "the twin has timestamps and passes");
    assert!(left.stats["passes_ms"]["classify"].is_null(), "{}", left.stats["passes_ms"]);
    assert!(left.pose_differs_by(&had) < 1e-9);
}

/// A machine that has no more memory to give where the map grows: the processor's threads make it, and the GPU has the next one.
#[test]
fn a_map_that_the_memory_does_not_hold_is_made_by_threads() {
    let screen = Screen::start();
    let grown = |room: Option<u64>| {
        let home = Home::with_sample().with_checkup(&[]);
        let file = home.path("lose");
        let case = home.path("case/case.occ");
        let window = Window::start(&screen, &home, &[&case], &["--no-nearby", "--execution", "raster"]);
        let losing = Losing { window, file };
        let window = &losing.window;
        if let Some(room) = room {
            window.limit_address_space(window.address_space() + room);
        }
        // From 512 pixels to 2,048.
        window.key("Prior");
        window.key("Prior");
        let large = window.picture();
        // To 256.
        window.key("Next Next Next");
        (large, window.said(), losing.close())
    };
    let (large, stderr, left) = grown(Some(400 << 20));
    assert!(said(&left).contains("memory does not hold a map of 2048 pixels"), "{}; {stderr}", said(&left));
    assert_eq!((losses(&left), left.stats["message"].is_null()), (0, true), "{stderr}");
    let passes = left.stats["passes_ms"].to_string();
    assert!(passes.contains("drawing") && passes.contains("classify"), "threads and the GPU made maps: {passes}");
    // The twin: with room enough the GPU makes it, of the same look, and nothing is said.
    let (by_gpu, _, had) = grown(None);
    assert_eq!((losses(&had), said(&had).contains("memory")), (0, false));
    // Lines a pixel of the map wide may be drawn a little otherwise.
    let differ = differing(&large, &by_gpu, CLEAR_PICTURE);
    assert!(differ < 5.0 * SAME, "{differ}");
    assert!(!had.stats["passes_ms"].to_string().contains("drawing"));
}

/// Frame after frame, with a hand at work and the GPU lost every fifty: nothing is lost, whoever analyses.
#[test]
fn frames_that_lose_the_gpu_every_fifty_lose_nothing_else() {
    let screen = Screen::start();
    let (n_frames, mut random) = (asked("OCCLUSCOPE_FRAMES", 300), Random::new(asked("OCCLUSCOPE_SEED", 1)));
    let home = Home::new().with_checkup(&[]);
    let case = home.path("small.occ");
    small_case(CaseContent::default()).save(&case).expect("written");
    let frames = n_frames.to_string();
    let options = ["--no-nearby", "--execution", "raster", "--lose-gpu", "50", "--exit-after-frames", &frames];
    let mut window = Window::begin(&screen, &home, &[&case], &options);
    screen.xdotool(&["key", FREE_BITE]);
    let (mut done, mut undone, mut keys) = (0_u64, 0_u64, 0);
    // As many keys as a hand presses in the time.
    while window.is_running() && keys < n_frames / 10 {
        let key = match random.below(4) {
            0 if done > 0 => {
                (done, undone) = (done - 1, undone + 1);
                "ctrl+z"
            }
            1 if undone > 0 => {
                (done, undone) = (done + 1, undone - 1);
                "ctrl+y"
            }
            _ => {
                (done, undone) = (done + 1, 0);
                "Right"
            }
        };
        screen.xdotool(&["key", key]);
        keys += 1;
        std::thread::sleep(Duration::from_millis(40));
    }
    assert!(window.wait_for_end().success(), "{}", window.said());
    let left = window.left();
    let (memory, frames) = (&left.stats["resident_mb"], &left.stats["frames"]);
    println!("{keys} keys, {} losses in {frames} frames, at {done} steps; {memory} MB", losses(&left));
    assert!(left.stats["frames"].as_u64() >= Some(n_frames) && losses(&left) >= n_frames / 50 - 1);
    assert!((steps(&left) - done as f64).abs() < 1e-6, "{} steps instead of {done}", steps(&left));
    assert!(left.stats["message"].is_null(), "{}", left.stats["message"]);
    let stderr = window.said();
    assert!(!["panicked", "alidation"].iter().any(|word| stderr.contains(word)), "{stderr}");
}
