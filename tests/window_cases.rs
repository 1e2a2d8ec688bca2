//! Case files as a person uses them: open, move, save, open again; a program that is killed; the question on closing. A real
//! window under Xvfb, real keys; needs xdotool, and fails without them.
#![cfg(all(feature = "app", target_os = "linux"))]
use occluscope::session::case_file::CaseFile;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(180);

/// A virtual screen of its own for each test.
struct Screen {
    server: Child,
    name: String,
}

impl Screen {
    fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed for the tests of the window (Debian, Ubuntu: apt-get install xvfb xdotool)");
        let mut number = String::new();
        let mut byte = [0];
        let out = server.stdout.as_mut().expect("the pipe was asked for");
        while out.read(&mut byte).unwrap_or(0) == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        assert!(!number.is_empty(), "Xvfb did not start");
        Self { server, name: format!(":{number}") }
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let out = Command::new("xdotool").args(args).env("DISPLAY", &self.name).output();
        let out = out.expect("xdotool is needed for the tests of the window (Debian, Ubuntu: apt-get install xdotool)");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// A person's home: scans, cases, what the program keeps.
struct Home(tempfile::TempDir);

impl Home {
    /// With the sample case in the folder `case`.
    fn new() -> Self {
        let home = Self(tempfile::tempdir().expect("a temporary folder"));
        let mut command = home.program();
        let made = command.args(["sample".as_ref(), home.path("case").as_os_str()]).output().expect("it starts");
        assert!(made.status.success());
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_occluscope"));
        command
            .env("HOME", self.0.path())
            .env("OCCLUSCOPE_DATA_DIR", self.path("data"))
            .env("OCCLUSCOPE_CACHE_DIR", self.path("cache"))
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME");
        command
    }

    fn recovery_files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path("data/recovery")).into_iter().flatten().flatten();
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "occ")).collect()
    }
}

/// The program with its window open.
struct Window<'a> {
    screen: &'a Screen,
    home: &'a Home,
    program: Child,
}

impl<'a> Window<'a> {
    fn open(screen: &'a Screen, home: &'a Home, files: &[&Path]) -> Self {
        drop(std::fs::remove_file(home.path("stats.json")));
        let program = home
            .program()
            .args(files)
            .args(["--adapter", "cpu", "--size", "1280x800"])
            .args(["--stats".as_ref(), home.path("stats.json").as_os_str()])
            .args(["--screenshot".as_ref(), home.path("window.png").as_os_str()])
            .env("DISPLAY", &screen.name)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program is built");
        let mut window = Self { screen, home, program };
        window.wait_for_title(" - Occluscope$");
        window.wait_until_idle();
        window
    }

    fn wait_for_title(&mut self, pattern: &str) {
        let since = Instant::now();
        loop {
            if let Some(id) = self.screen.xdotool(&["search", "--name", pattern]).lines().next() {
                self.screen.xdotool(&["windowfocus", id]);
                return;
            }
            let ended = self.program.try_wait().expect("it is ours");
            assert!(ended.is_none(), "the program ended before its title was {pattern:?}");
            assert!(since.elapsed() < PATIENCE, "the title was never {pattern:?}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// No processor time for half a second.
    fn wait_until_idle(&self) {
        let (since, mut still, mut last) = (Instant::now(), Instant::now(), self.ticks());
        while still.elapsed() < Duration::from_millis(600) {
            assert!(since.elapsed() < PATIENCE, "the window never comes to rest");
            std::thread::sleep(Duration::from_millis(100));
            let now = self.ticks();
            if now > last + 1 {
                still = Instant::now();
            }
            last = now;
        }
    }

    /// The kernel's ticks of 10 ms.
    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let field = |i: usize| after_name.split_whitespace().nth(i).and_then(|s| s.parse::<u64>().ok()).unwrap_or(0);
        field(11) + field(12)
    }

    fn key(&self, key: &str) {
        self.screen.xdotool(&["key", key]);
        self.wait_until_idle();
    }

    /// Types over what the field that has the keyboard holds, and enters it.
    fn enter(&self, text: &str) {
        self.screen.xdotool(&["key", "ctrl+a"]);
        self.screen.xdotool(&["type", "--delay", "20", text]);
        self.screen.xdotool(&["key", "Return"]);
        self.wait_until_idle();
    }

    fn click(&self, at: (i32, i32)) {
        self.screen.xdotool(&["mousemove", &at.0.to_string(), &at.1.to_string()]);
        self.wait_until_idle();
        self.screen.xdotool(&["click", "1"]);
        self.wait_until_idle();
    }

    fn is_running(&mut self) -> bool {
        self.program.try_wait().expect("it is ours").is_none()
    }

    fn wait_for_end(mut self) -> ExitStatus {
        let since = Instant::now();
        while self.is_running() {
            assert!(since.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
        self.program.wait().expect("it is ours")
    }

    /// Ends as the system ends programs; gives what `--stats` says.
    fn terminate(self) -> Value {
        let kill = format!("kill -TERM {}", self.program.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        let home = self.home;
        assert!(self.wait_for_end().success(), "SIGTERM is an orderly end");
        serde_json::from_slice(&std::fs::read(home.path("stats.json")).expect("statistics")).expect("JSON")
    }

    /// As the power goes, or the system kills.
    fn kill(mut self) {
        self.program.kill().expect("it is ours");
        self.program.wait().expect("it is ours");
    }

    /// Until the case has been saved by itself.
    fn wait_for_recovery_file(&self) {
        let since = Instant::now();
        while self.home.recovery_files().is_empty() {
            assert!(since.elapsed() < Duration::from_secs(60), "nothing was saved by itself");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

fn pose(stats: &Value) -> Vec<f64> {
    let rows = stats["upper_from_lower"].as_array().expect("a pose");
    rows.iter().flat_map(|r| r.as_array().expect("a row")).filter_map(Value::as_f64).collect()
}

/// JSON's last digits, twice, and the rotation made orthonormal again.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == 16 && b.len() == 16 && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-9)
}

const IDENTITY: [f64; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

#[test]
fn a_moved_and_saved_case_opens_as_it_was_left() {
    let (screen, home) = (Screen::start(), Home::new());
    let case = home.path("case/case.occ");
    let before = std::fs::read(&case).expect("the sample wrote it");
    let mut window = Window::open(&screen, &home, &[&case]);
    window.wait_for_title("^case - Occluscope$");
    (0..3).for_each(|_| window.key("o"));
    window.key("6");
    window.key("5");
    window.wait_for_title("^case\\* - Occluscope$");
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let saved = window.terminate();
    assert!(!same(&pose(&saved), &IDENTITY), "the jaw was opened");
    assert_ne!(before, std::fs::read(&case).expect("it is there"));

    let window = Window::open(&screen, &home, &[&case]);
    let again = window.terminate();
    assert!(same(&pose(&again), &pose(&saved)), "{again}");
    assert_eq!(again["threshold_mm"], 0.05);
    let view = |stats: &Value| stats["view"]["height_mm"].as_f64().expect("a view");
    assert!((view(&again) - view(&saved)).abs() < 1e-9, "seen as it was");
    // The twin: the case as it was first.
    std::fs::write(&case, before).expect("written");
    let first = Window::open(&screen, &home, &[&case]).terminate();
    assert!(same(&pose(&first), &IDENTITY));
    assert_ne!(first["threshold_mm"], 0.05);
}

#[test]
fn scans_become_a_case_and_closing_asks() {
    let (screen, home) = (Screen::start(), Home::new());
    let scans = ["case/upper.stl", "case/lower.stl"].map(|n| home.path(n));
    let paths = [scans[0].as_path(), scans[1].as_path()];
    let mut window = Window::open(&screen, &home, &paths);
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
    let window = Window::open(&screen, &home, &[&case]);
    window.screen.xdotool(&["key", "ctrl+q"]);
    assert!(window.wait_for_end().success());
    // Changed and not wanted: the middle button.
    let mut window = Window::open(&screen, &home, &[&case]);
    let before = std::fs::read(&case).expect("it is there");
    window.key("o");
    window.key("ctrl+q");
    assert!(window.is_running());
    window.click(DO_NOT_SAVE);
    assert!(window.wait_for_end().success());
    assert_eq!(std::fs::read(&case).expect("it is there"), before);
}

/// The button in the middle of the question.
const DO_NOT_SAVE: (i32, i32) = (600, 433);
/// The button of the offer over the picture.
const RECOVER: (i32, i32) = (575, 90);

#[test]
fn a_killed_program_offers_its_case_at_the_next_start() {
    let (screen, home) = (Screen::start(), Home::new());
    let case = home.path("case/case.occ");
    let before = std::fs::read(&case).expect("the sample wrote it");
    let window = Window::open(&screen, &home, &[&case]);
    // At once: what is done in the half minute after it was saved by itself would be in no file yet.
    window.screen.xdotool(&["key", "o", "o", "o"]);
    window.wait_for_recovery_file();
    window.wait_until_idle();
    window.kill();
    assert_eq!(std::fs::read(&case).expect("it is there"), before, "the case itself is as it was");
    assert_eq!(home.recovery_files().len(), 1);

    let mut window = Window::open(&screen, &home, &[]);
    window.click(RECOVER);
    window.wait_for_title("^case\\* - Occluscope$");
    window.wait_until_idle();
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let recovered = window.terminate();
    let turn = recovered["upper_from_lower"][1][1].as_f64().expect("a number");
    // Three steps of 0.2 degrees.
    assert!((turn.acos().to_degrees() - 0.6).abs() < 1e-6, "{recovered}");
    assert!(home.recovery_files().is_empty(), "nothing is left after an orderly end");
    assert_ne!(std::fs::read(&case).expect("it is there"), before, "saved under its own name");
}

/// The menu of views in the bar at the top, while nothing is in it: the button that saves this view, and the first view once there
/// is one.
const VIEWS: (i32, i32) = (886, 19);
const SAVE_VIEW: (i32, i32) = (1030, 80);
const FIRST_VIEW: (i32, i32) = (930, 55);

#[test]
fn notes_and_named_views_are_changes_and_come_back_with_the_case() {
    let (screen, home) = (Screen::start(), Home::new());
    let case = home.path("case/case.occ");
    let content = || CaseFile::read(std::fs::read(&case).expect("it is there")).expect("a case").content;
    let mut window = Window::open(&screen, &home, &[&case]);
    window.key("n");
    // Outside the field each of these letters does something else.
    window.screen.xdotool(&["type", "--delay", "20", "oxu 6"]);
    window.wait_for_title("^case\\* - Occluscope$");
    window.wait_until_idle();
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    assert_eq!(content().notes, "oxu 6");
    window.screen.xdotool(&["type", "--delay", "20", "!"]);
    window.wait_for_title("^case\\* - Occluscope$");
    window.key("Escape");
    window.key("n");
    // All that was typed is one change; taken back and done again.
    window.key("ctrl+z");
    window.key("ctrl+y");
    window.key("F5");
    window.click(VIEWS);
    window.click(SAVE_VIEW);
    window.key("Escape");
    window.key("F2");
    window.key("ctrl+s");
    window.wait_for_title("^case - Occluscope$");
    let seen = window.terminate();
    let saved = content();
    assert_eq!(saved.notes, "oxu 6!");
    assert_eq!(saved.views.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["View 1"]);
    assert!(same(&pose(&seen), &IDENTITY), "letters of the notes moved nothing");
    assert_eq!(seen["threshold_mm"], 0.1);

    let window = Window::open(&screen, &home, &[&case]);
    window.click(VIEWS);
    window.click(FIRST_VIEW);
    let flown = window.terminate();
    let axis = |stats: &Value| -> Vec<f64> {
        let axis = stats["view"]["up"].as_array().expect("an axis");
        axis.iter().filter_map(Value::as_f64).collect()
    };
    let off = |stats: &Value| {
        let up = saved.views[0].camera.up().to_array();
        axis(stats).iter().zip(up).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(off(&flown) < 1e-9, "{flown}");
    assert!(off(&seen) > 0.1, "the twin: it was saved from the front");
    assert_eq!(content(), saved, "flying is no change");
}
