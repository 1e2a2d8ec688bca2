//! The window as a person uses it: a real window on a virtual screen, a real mouse and real keys. What happened is
//! read from `--stats` and `--screenshot`. Needs Xvfb and xdotool, and fails without them.
#![cfg(all(feature = "app", target_os = "linux"))]
use occluscope::base::{Progress, Rigid};
use occluscope::engine;
use occluscope::field::Question;
use occluscope::field::contact::GapKind;
use occluscope::field::patches::MAX_PATCHES;
use occluscope::jaw::{JawPair, PairOptions, Scan, prepare_pair, sample_case};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A virtual screen of its own for each test.
struct Screen {
    server: Child,
    name: String,
}

impl Screen {
    fn start() -> Self {
        // The server chooses a free number itself and says which on the pipe.
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
        let out = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool is needed for the tests of the window (Debian, Ubuntu: apt-get install xdotool)");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// The program with its window open.
struct Window<'a> {
    screen: &'a Screen,
    program: Child,
    folder: tempfile::TempDir,
}

/// What a run left behind.
struct Left {
    stats: Value,
    picture: image::RgbaImage,
}

const PATIENCE: Duration = Duration::from_secs(180);
/// Where the pictures of the jaws are in a window of 1280 x 800, logical points = pixels.
const VIEW: [f64; 4] = [252.0, 38.0, 1016.0, 776.0];
/// On the lower jaw in the front view.
const ON_LOWER: (i32, i32) = (634, 560);
/// Beside both jaws.
const ON_NOTHING: (i32, i32) = (275, 70);

impl<'a> Window<'a> {
    fn open(screen: &'a Screen, files: &[&Path]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Where snapshots go: without such a folder they would go where the test runs.
        std::fs::create_dir_all(folder.path().join(".config")).expect("made");
        std::fs::create_dir_all(folder.path().join("Pictures")).expect("made");
        let places = "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n";
        std::fs::write(folder.path().join(".config/user-dirs.dirs"), places).expect("written");
        let program = Command::new(env!("CARGO_BIN_EXE_occluscope"))
            .args(files)
            .args(["--no-restore", "--adapter", "cpu", "--size", "1280x800"])
            .args(["--stats".as_ref(), folder.path().join("stats.json").as_os_str()])
            .args(["--screenshot".as_ref(), folder.path().join("window.png").as_os_str()])
            .env("DISPLAY", &screen.name)
            .env("HOME", folder.path())
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_CACHE_HOME")
            .env_remove("OCCLUSCOPE_CACHE_DIR")
            .stderr(std::fs::File::create(folder.path().join("stderr")).expect("a file for messages"))
            .spawn()
            .expect("the program is built");
        let mut window = Self { screen, program, folder };
        window.wait_for_title();
        window
    }

    /// The title names the case once it is there.
    fn wait_for_title(&mut self) {
        let since = Instant::now();
        loop {
            let id = self.screen.xdotool(&["search", "--name", " - Occluscope$"]);
            if let Some(id) = id.lines().next() {
                self.screen.xdotool(&["windowfocus", id]);
                return self.wait_until_idle();
            }
            assert!(
                self.program.try_wait().expect("it is ours").is_none(),
                "the program ended before its window was open"
            );
            assert!(since.elapsed() < PATIENCE, "no case was shown");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Until the program has done everything that it was asked to and rests: no processor time for half a second.
    fn wait_until_idle(&self) {
        let since = Instant::now();
        let (mut last, mut still) = (self.ticks(), Instant::now());
        while still.elapsed() < Duration::from_millis(600) {
            assert!(since.elapsed() < PATIENCE, "the window never comes to rest although nothing happens");
            std::thread::sleep(Duration::from_millis(100));
            let now = self.ticks();
            if now > last + 1 {
                still = Instant::now();
            }
            last = now;
        }
    }

    /// Processor time used so far, in the kernel's ticks of 10 ms.
    fn ticks(&self) -> u64 {
        Self::ticks_of(Path::new(&format!("/proc/{}", self.program.id())))
    }

    /// The same of the thread that computes the exact figures; 0 before there is one.
    fn exact_ticks(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.program.id())).expect("the program runs");
        let named = |task: &Path| std::fs::read_to_string(task.join("comm")).is_ok_and(|n| n.trim() == "exact figures");
        tasks.flatten().map(|t| t.path()).filter(|t| named(t)).map(|t| Self::ticks_of(&t)).sum()
    }

    /// Until the exact work has begun, or it is plain that it was over too soon to be seen.
    fn wait_for_exact_work(&self) {
        let since = Instant::now();
        let before = self.exact_ticks();
        while self.exact_ticks() <= before && since.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn ticks_of(process: &Path) -> u64 {
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let field = |i: usize| after_name.split_whitespace().nth(i).and_then(|s| s.parse::<u64>().ok()).unwrap_or(0);
        field(11) + field(12)
    }

    fn key(&self, key: &str) {
        self.screen.xdotool(&["key", key]);
        self.wait_until_idle();
    }

    /// Presses, moves in small steps, and leaves the button down.
    fn press_and_move(&self, from: (i32, i32), by: (i32, i32)) {
        let text = |n: i32| n.to_string();
        self.screen.xdotool(&["mousemove", &text(from.0), &text(from.1)]);
        self.wait_until_idle();
        self.screen.xdotool(&["mousedown", "1"]);
        let steps = 10;
        for i in 1..=steps {
            let at = (from.0 + by.0 * i / steps, from.1 + by.1 * i / steps);
            self.screen.xdotool(&["mousemove", &text(at.0), &text(at.1)]);
            std::thread::sleep(Duration::from_millis(30));
        }
        self.wait_until_idle();
    }

    fn click(&self, at: (i32, i32)) {
        self.screen.xdotool(&["mousemove", &at.0.to_string(), &at.1.to_string()]);
        self.wait_until_idle();
        self.screen.xdotool(&["click", "1"]);
        self.wait_until_idle();
    }

    fn release(&self) {
        self.screen.xdotool(&["mouseup", "1"]);
        self.wait_until_idle();
    }

    fn drag(&self, from: (i32, i32), by: (i32, i32)) {
        self.press_and_move(from, by);
        self.release();
    }

    /// A file that the program has saved, by how its name ends, once it is whole.
    fn saved(&self, ending: &str) -> PathBuf {
        let since = Instant::now();
        loop {
            let entries = std::fs::read_dir(self.folder.path().join("Pictures")).expect("a folder");
            // What is being written has a name that begins with a dot.
            let is_wanted = |p: &PathBuf| {
                let name = p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                name.ends_with(ending) && !name.starts_with('.')
            };
            let mut paths = entries.filter_map(|e| Some(e.ok()?.path()));
            if let Some(path) = paths.find(is_wanted) {
                return path;
            }
            assert!(since.elapsed() < PATIENCE, "nothing was saved that ends with {ending}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Asks the program to end, as the system does, and reads what it wrote.
    fn close(mut self) -> Left {
        // By the shell's own kill: a bare system has no program of that name.
        let kill = format!("kill -TERM {}", self.program.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        let status = self.program.wait().expect("it is ours");
        assert!(status.success(), "SIGTERM is an orderly end, not {status}");
        let path = |name: &str| -> PathBuf { self.folder.path().join(name) };
        let stats = std::fs::read(path("stats.json")).expect("the statistics were written");
        let picture = image::open(path("window.png")).expect("the screenshot was written").to_rgba8();
        Left { stats: serde_json::from_slice(&stats).expect("JSON"), picture }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|a| a.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

impl Left {
    fn row(&self, i: usize) -> Vec<f64> {
        numbers(&self.stats["upper_from_lower"][i])
    }

    fn translation(&self) -> [f64; 3] {
        [0, 1, 2].map(|i| self.row(i)[3])
    }

    /// Angle of the pose's rotation, degrees.
    fn angle_deg(&self) -> f64 {
        let trace = self.row(0)[0] + self.row(1)[1] + self.row(2)[2];
        ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
    }

    fn is_at_home(&self) -> bool {
        self.translation().iter().all(|t| t.abs() < 1e-9) && self.angle_deg() < 1e-6
    }

    fn view(&self) -> Vec<f64> {
        let v = &self.stats["view"];
        let mut all: Vec<f64> = ["target", "right", "up"].iter().flat_map(|k| numbers(&v[*k])).collect();
        all.extend(v["height_mm"].as_f64());
        all
    }

    fn same_view(&self, other: &Self) -> bool {
        self.view().iter().zip(other.view()).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    /// Part of the pixels of the middle that differ plainly.
    fn differs_from(&self, other: &Self) -> f64 {
        let [left, top, right, bottom] = VIEW.map(|x| x as u32);
        let (mut n, mut differing) = (0_u32, 0_u32);
        for y in top..bottom {
            for x in left..right {
                let (a, b) = (self.picture.get_pixel(x, y).0, other.picture.get_pixel(x, y).0);
                n += 1;
                differing += u32::from((0..3).any(|i| a[i].abs_diff(b[i]) > 12));
            }
        }
        f64::from(differing) / f64::from(n)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[test]
fn a_drag_moves_the_lower_jaw_with_the_mouse_and_not_the_view() {
    let screen = Screen::start();
    let untouched = {
        let window = Window::open(&screen, &[]);
        window.key("F2");
        window.close()
    };
    assert!(untouched.is_at_home());
    assert_eq!(untouched.stats["case"], "Sample case");
    let verdict = untouched.stats["verdict"].as_str().unwrap_or("none").to_owned();
    assert_ne!(verdict, "none", "the sample case was analysed");

    let window = Window::open(&screen, &[]);
    window.key("F2");
    let by = (30, 60);
    window.drag(ON_LOWER, by);
    let moved = window.close();
    assert!(moved.same_view(&untouched), "the view stays where it was");
    assert!(moved.angle_deg() < 1e-6, "a plain drag does not turn the jaw");
    // The point under the cursor stays under the cursor: so many pixels are so many millimetres of the view plane.
    let view = &moved.stats["view"];
    let mm_per_px = view["height_mm"].as_f64().unwrap_or(0.0) / (VIEW[3] - VIEW[1]);
    let step = moved.translation();
    let along = [dot(&step, &numbers(&view["right"])), dot(&step, &numbers(&view["up"]))];
    let wanted = [f64::from(by.0) * mm_per_px, -f64::from(by.1) * mm_per_px];
    for (a, w) in along.iter().zip(wanted) {
        // Half a pixel on either end.
        assert!((a - w).abs() <= mm_per_px, "moved by {along:?} mm instead of {wanted:?}");
    }
    assert!(moved.differs_from(&untouched) > 0.05, "the picture shows it: {}", moved.differs_from(&untouched));
    let frames = moved.stats["analysed_frames"].as_u64().unwrap_or(0);
    assert!(frames >= 3, "the contacts were followed during the drag, not only at its end: {frames}");
    assert!(moved.stats["latency_ms"]["count"].as_u64().unwrap_or(0) >= 1);
    // Where the time of the drag's frames went: all of it is somewhere, and without a drag there is none.
    let drag = &moved.stats["drag"];
    assert!(drag["frame_ms"]["count"].as_u64() >= Some(3), "{drag}");
    for stage in ["layout", "jaws", "window", "rest"] {
        assert_eq!(drag["stages_ms"][stage]["count"], drag["frame_ms"]["count"], "{stage}: {drag}");
    }
    assert!(drag["stages_ms"]["jaws"]["median"].as_f64() > Some(0.0), "{drag}");
    assert!(drag["painting_ms"]["max"].as_f64() <= drag["frame_ms"]["max"].as_f64(), "{drag}");
    assert_eq!(untouched.stats["drag"]["frame_ms"]["count"], 0);
    assert_eq!(moved.stats["verdict"], "apart", "6 mm lower nothing touches any more (was {verdict})");
}

#[test]
fn the_view_turns_the_keys_open_and_undo_takes_back() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("F2");
    // Escape puts a drag back.
    window.press_and_move(ON_LOWER, (0, 40));
    window.key("Escape");
    window.release();
    // Beside the jaws the view turns.
    window.drag(ON_NOTHING, (120, 30));
    let turned = window.close();
    assert!(turned.is_at_home(), "neither a drag that was given up nor an orbit moves the jaw");

    let window = Window::open(&screen, &[]);
    window.key("F2");
    for key in ["o", "o", "o", "ctrl+z", "shift+o"] {
        window.key(key);
    }
    let opened = window.close();
    // Two steps of 0.2 degrees are left of three, and a fine one of 0.02 is added.
    assert!((opened.angle_deg() - 0.42).abs() < 1e-6, "opened by {} degrees", opened.angle_deg());
    assert!(!turned.same_view(&opened), "the orbit has turned the view");
    // Negative twin of the comparison: a view equals itself.
    assert!(opened.same_view(&opened));
}

#[test]
fn a_bad_file_is_named_and_the_sample_is_shown() {
    let screen = Screen::start();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (bad, missing) = (folder.path().join("broken-upper.stl"), folder.path().join("lower.stl"));
    std::fs::write(&bad, b"this is no mesh at all, only words").expect("written");
    let left = Window::open(&screen, &[&bad, &missing]).close();
    let message = left.stats["message"].as_str().unwrap_or_default();
    assert!(message.contains("broken-upper.stl"), "{message}");
    assert_eq!(left.stats["case"], "Sample case");
    assert!(left.is_at_home());
}

/// The panel's heading "Front, up and hinge axis" and, once it is open, its first row and its third.
const DIRECTIONS: (i32, i32) = (60, 492);
const SEEN_FROM_FRONT: (i32, i32) = (30, 536);
const ESTIMATE_AGAIN: (i32, i32) = (180, 590);

#[test]
fn the_front_is_set_by_hand_and_can_be_undone() {
    let screen = Screen::start();
    let corrected = |keys: &[&str], last: Option<(i32, i32)>| {
        let window = Window::open(&screen, &[]);
        window.key("F2");
        window.drag(ON_NOTHING, (150, 0));
        window.click(DIRECTIONS);
        window.click(SEEN_FROM_FRONT);
        keys.iter().for_each(|k| window.key(k));
        last.into_iter().for_each(|at| window.click(at));
        window.close()
    };
    let towards_viewer = |left: &Left| {
        let (r, u) = (numbers(&left.stats["view"]["right"]), numbers(&left.stats["view"]["up"]));
        vec![r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2], r[0] * u[1] - r[1] * u[0]]
    };
    let front = |left: &Left| numbers(&left.stats["view"]["patient_front"]);
    // What was seen is the front now, and the front view and opening go by it.
    let set = corrected(&["F4", "F2", "o"], None);
    assert!(dot(&front(&set), &towards_viewer(&set)) > 1.0 - 1e-9);
    let [x, y, z] = [0, 1, 2].map(|i| set.row(i));
    assert!((set.angle_deg() - 0.2).abs() < 1e-6, "opened by {} degrees", set.angle_deg());
    // The axis of the turn is the patient's right: the front times up.
    let sin = set.angle_deg().to_radians().sin();
    let axis = [z[1] - y[2], x[2] - z[0], y[0] - x[1]].map(|a| a / (2.0 * sin));
    assert!(dot(&axis, &front(&set)).abs() < 1e-6, "opening turns about an axis across the new front");
    // Undone, and (the negative twin) estimated again, it is where the arches put it.
    let undone = corrected(&["ctrl+z"], None);
    assert!(dot(&front(&undone), &front(&set)) < 0.95, "the view was turned before the front was set");
    let estimated = corrected(&[], Some(ESTIMATE_AGAIN));
    assert!(dot(&front(&estimated), &front(&undone)) > 2.0_f64.to_radians().cos());
}

#[test]
fn a_handle_moves_the_jaw_along_one_axis() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("F2");
    // A click shows the handles; the upright arrow stands over the lower incisors.
    window.click((700, 540));
    window.drag((634, 405), (35, -24));
    let left = window.close();
    let view = &left.stats["view"];
    let mm_per_px = view["height_mm"].as_f64().unwrap_or(0.0) / (VIEW[3] - VIEW[1]);
    let step = left.translation();
    let along = [dot(&step, &numbers(&view["right"])), dot(&step, &numbers(&view["up"]))];
    assert!(along[0].abs() < 1e-6 && left.angle_deg() < 1e-6, "sideways motion of the hand does not count: {along:?}");
    assert!((along[1] - 24.0 * mm_per_px).abs() <= mm_per_px, "raised by {} mm", along[1]);
}

/// The switch "Exact figures at rest", and the column of the exact figures with its four lengths and areas.
const EXACT_SWITCH: (i32, i32) = (18, 711);
/// Where the figures at rest stand in the table of areas, and nothing else does.
const REST_COLUMN: [u32; 4] = [1095, 275, 1170, 454];
/// The areas of all views and those of one view, upper and lower jaw, at every threshold.
const VIEWS_COLUMNS: [u32; 4] = [1095, 275, 1178, 454];
const ONE_VIEW_COLUMNS: [u32; 4] = [1184, 275, 1265, 454];

impl Left {
    fn exact(&self) -> &Value {
        &self.stats["exact"]
    }

    /// Most that any figure at the shown threshold differs from the exact one, percent.
    fn largest_difference(&self) -> f64 {
        let percent = self.exact()["fresh"]["difference"]["percent"].as_object().expect("a fresh exact answer");
        let known: Vec<f64> = percent.values().filter_map(Value::as_f64).map(f64::abs).collect();
        assert_eq!(known.len(), percent.len(), "every figure of jaws that overlap can be compared: {percent:?}");
        known.into_iter().fold(0.0, f64::max)
    }

    /// Bright pixels: figures that are not dimmed.
    fn n_bright(&self, [left, top, right, bottom]: [u32; 4]) -> usize {
        let is_bright = |x, y| self.picture.get_pixel(x, y).0[..3].iter().all(|c| *c > 200);
        (top..bottom).map(|y| (left..right).filter(|x| is_bright(*x, y)).count()).sum()
    }
}

/// At 0.1 mm the smallest figure is the penetrating area, some 8 mm² of pixels of 0.014 mm². Gaps agree to 0.0003 mm
/// (METHOD.md), so that only pixels within that of the threshold change sides: (37.0 - 26.8) mm² more area at 0.149 than
/// at 0.1 mm make 0.06 mm², four pixels, 0.8 %; as much again for rays that meet another face beside an edge.
const MOST_DIFFERENCE_PERCENT: f64 = 1.6;

#[test]
fn exact_figures_appear_at_rest_and_can_be_switched_off() {
    let screen = Screen::start();
    let mut rested = Window::open(&screen, &[]).close();
    let exact = rested.exact();
    assert_eq!(
        (exact["state"].as_str(), exact["count"].as_u64(), exact["failed"].as_u64()),
        (Some("done"), Some(1), Some(0))
    );
    assert_eq!(exact["fresh"]["difference"]["same_verdict"], true);
    assert!(exact["fresh"]["triangle_pairs"]["count"].as_u64() > Some(0) && exact["median_ms"].as_f64() > Some(0.0));
    assert!(rested.largest_difference() < MOST_DIFFERENCE_PERCENT, "{exact}");
    assert!(rested.n_bright(REST_COLUMN) > 100, "the figures are in the panel: {}", rested.n_bright(REST_COLUMN));
    // The twin: a figure that is off by 2 % is told.
    rested.stats["exact"]["fresh"]["difference"]["percent"]["area_upper"] = 2.0.into();
    assert!(rested.largest_difference() > MOST_DIFFERENCE_PERCENT);

    let window = Window::open(&screen, &[]);
    window.click(EXACT_SWITCH);
    window.key("Up");
    let off = window.close();
    assert_eq!(
        (off.exact()["state"].as_str(), off.exact()["count"].as_u64()),
        (Some("off"), Some(1)),
        "{}",
        off.exact()
    );
    assert!(off.exact()["fresh"].is_null() && !off.is_at_home());
    assert_eq!(off.n_bright(REST_COLUMN), 0, "nothing is left in the column");
}

#[test]
fn exact_work_follows_the_hand_and_rest_brings_it_back() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    // A nudge in the middle of the work that the nudge before it brought about. Whether one comes in time to cancel
    // depends on the machine (the tests of `session::exact_watch` cancel without a clock); the books must balance.
    for i in 0..8 {
        window.screen.xdotool(&["key", if i % 2 == 0 { "shift+Up" } else { "shift+Down" }]);
        window.wait_for_exact_work();
    }
    // Dragged without a pause: no exact work begins while the button is down.
    window.key("F2");
    window.drag(ON_LOWER, (0, 3));
    let left = window.close();
    let exact = left.exact();
    println!("{} cancelled, {} done", exact["cancelled"], exact["count"]);
    assert!(exact["count"].as_u64() >= Some(2), "{exact}");
    assert_eq!(exact["stop_ms"]["count"], exact["cancelled"], "the worker has heard of each");
    assert_eq!((exact["state"].as_str(), exact["failed"].as_u64()), (Some("done"), Some(0)));
    // What is shown in the end is of the pose in the end: the live verdict and the exact one are of one pose.
    assert!(!left.is_at_home() && exact["fresh"]["difference"]["same_verdict"] == true, "{exact}");
}

/// The sample case as the program prepares it.
fn sample_pair() -> JawPair {
    let progress = Progress::default();
    let (upper, lower) = sample_case(&progress).expect("a sample case");
    let scan = |raw| Scan { name: "sample".into(), blake3: String::new(), raw, warnings: Vec::new() };
    prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &progress).expect("a pair").0
}

/// Upper and lower areas at every threshold of what the window says of several views.
fn areas_in(views: &Value) -> Vec<[f64; 2]> {
    let of = |c: &Value, jaw: &str| c[jaw].as_f64().expect("an area");
    let contact = views["contact"].as_array().expect("areas");
    contact.iter().map(|c| [of(c, "area_upper_mm2"), of(c, "area_lower_mm2")]).collect()
}

/// The same by the library, of a pose with the window's principal direction, and with as many finer tiles as the window
/// had time for.
fn areas_by_library(pair: &JawPair, raised_mm: f64, views: &Value) -> Vec<[f64; 2]> {
    let direction = glam::DVec3::from_slice(&numbers(&views["directions"][0]));
    let upper_from_lower = Rigid::from_translation(-direction * raised_mm);
    let question = Question { upper_from_lower, direction: Some(direction), ..Question::default() };
    let map = engine::open_bvh(pair).expect("a surface").analyze(&question).expect("an answer").field.expect("a map");
    let mut engine = engine::open_native(pair).expect("a surface");
    let n_tiles = |kind: &str| views[kind].as_u64().expect("tiles");
    let n_finer = n_tiles("tiles") - n_tiles("coarse_tiles");
    let (progress, mut drawn) = (Progress::default(), 0);
    let mut is_late = || {
        drawn += 1;
        drawn > n_finer
    };
    let mut pace = engine::Pace { progress: &progress, is_late: &mut is_late, tell: &mut |_| {} };
    let patched = engine::patched(engine.as_mut(), pair, &question, (&map, MAX_PATCHES), &mut pace);
    let patched = patched.expect("not cancelled").expect("a contact zone");
    let maps: Vec<_> = patched.tiles.iter().map(|t| &t.field).collect();
    let exact = occluscope::exact::BvhEngine::new(pair);
    let asked = engine::ContactQuestion::new(GapKind::Projected, vec![0.1]);
    let found = engine::contact_by_maps(pair, exact.twins(), (&question, &asked), &maps, &progress);
    let mut contact = patched.merged.contact.clone();
    found.expect("not cancelled").tell(&mut contact);
    contact.iter().map(|c| [c.area_upper_mm2, c.area_lower_mm2]).collect()
}

#[test]
fn at_rest_the_areas_are_those_of_several_views() {
    let screen = Screen::start();
    let left = Window::open(&screen, &[]).close();
    let (views, live) = (&left.exact()["fresh"]["views"], &left.exact()["fresh"]["contact"]);
    assert_eq!(
        (left.exact()["views_state"].as_str(), views["complete"].as_bool()),
        (Some("done"), Some(true)),
        "{views}"
    );
    assert_eq!(
        (left.exact()["views_ms"]["count"].as_u64(), left.exact()["first_views_ms"]["count"].as_u64()),
        (Some(1), Some(1))
    );
    assert!(views["directions"].as_array().is_some_and(|d| d.len() > 1), "{views}");
    // One pixel of the coarsest kind (0.12 mm on the tooth, 0.014 mm²) where rounding of the grid moves one over a border.
    let differs = |a: &[[f64; 2]], b: &[[f64; 2]]| {
        a.len() != b.len() || a.iter().flatten().zip(b.iter().flatten()).any(|(a, b)| (a - b).abs() > 0.015)
    };
    let (shown, pair) = (areas_in(views), sample_pair());
    let wanted = areas_by_library(&pair, 0.0, views);
    assert!(!differs(&shown, &wanted), "{shown:?}, not {wanted:?}");
    // The twins: another pose, and the one view of the exact figures.
    assert!(differs(&shown, &areas_by_library(&pair, 0.005, views)));
    assert!(differs(&shown, &areas_in(&serde_json::json!({ "contact": live }))));
    // The bright figures are those of all views.
    let bright = [VIEWS_COLUMNS, ONE_VIEW_COLUMNS].map(|c| left.n_bright(c));
    assert!(bright[0] > 200 && bright[1] == 0, "{bright:?}");

    // While a hand holds the jaw the one view counts, and rest brings the others back.
    let window = Window::open(&screen, &[]);
    window.key("F2");
    window.press_and_move(ON_LOWER, (0, -2));
    let held = window.close();
    assert!(held.exact()["fresh"].is_null() && held.exact()["views_state"] == "waiting", "{}", held.exact());
    let bright = [VIEWS_COLUMNS, ONE_VIEW_COLUMNS].map(|c| held.n_bright(c));
    assert!(bright[0] == 0 && bright[1] > 200, "{bright:?}");
}

/// The switch "Layers" on the map alone, and a contact of the sample case's first molar there.
const LAYERS_SWITCH: (i32, i32) = (969, 60);
const ON_CONTACT: (i32, i32) = (364, 555);
/// The first letter of the card, which lies in the other half of the map.
const FIRST_LETTER: (u32, u32) = (688, 139);

/// The map alone, the pointer resting on a contact.
fn resting_on_the_map<'a>(screen: &'a Screen, layers: bool) -> Window<'a> {
    let window = Window::open(screen, &[]);
    ["F2", "m", "m"].iter().for_each(|k| window.key(k));
    if layers {
        window.click(LAYERS_SWITCH);
    }
    screen.xdotool(&["mousemove", &ON_CONTACT.0.to_string(), &ON_CONTACT.1.to_string()]);
    window.wait_until_idle();
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
    screen.xdotool(&["mousemove", "640", "420"]);
    window.key("Up");
    let kept = window.close();
    assert_eq!(kept.stats["layers"]["count"], 2, "once more for the new pose, and nowhere else");
    // Raised by 0.05 mm in the front view. The ray goes through the middle of a pixel, at most half a diagonal (0.08 mm)
    // from where it was, of surfaces that close at 1 in 3 at most beside a contact.
    let deeper = inside_both_mm(&kept) - inside_both_mm(&rested);
    assert!((deeper - 0.05).abs() < 0.03, "deeper by {deeper} mm");
}

/// The button beside "Reset position".
const FIRST_CONTACT: (i32, i32) = (184, 468);

/// What the command line says of the sample case: where the lower jaw is at its first contact.
fn first_contact_by_command_line() -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_occluscope"))
            .args(args)
            .env("OCCLUSCOPE_CACHE_DIR", folder.path())
            .current_dir(folder.path())
            .output();
        let out = out.expect("the program is built");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        out.stdout
    };
    run(&["sample", "."]);
    serde_json::from_slice(&run(&["first-contact", "upper.stl", "lower.stl", "--json", "-"])).expect("JSON")
}

#[test]
fn the_first_contact_is_one_click_and_one_undo() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.click(FIRST_CONTACT);
    let found = window.close();
    let wanted = first_contact_by_command_line();
    // Rounding of the normal and of the welded vertices; the pose keeps 1e-6 mm away from the contact.
    let differs = |row: usize, by: f64| {
        let wanted = numbers(&wanted["pose"]["upper_from_lower"][row]);
        found.row(row).iter().zip(wanted).any(|(a, b)| (a - b).abs() > by)
    };
    assert!(!(0..3).any(|row| differs(row, 2e-6)), "{:?}, not {}", found.stats["upper_from_lower"], wanted["pose"]);
    let travel = wanted["travel_mm"].as_f64().expect("the sample case has a first contact");
    let said = found.stats["said"].as_str().unwrap_or_default();
    assert!(said.starts_with(&format!("Opened by {:.3} mm to the first contact", -travel)), "{said}");
    assert_eq!(found.exact()["first_contact_ms"]["count"], 1);
    assert_ne!(found.stats["verdict"], "interfering");

    // From afar it closes, by key, as one step of five: all undone, the jaw is where the scans were taken.
    let window = Window::open(&screen, &[]);
    for key in ["F2", "o", "o", "o", "o", "f"] {
        window.key(key);
    }
    (0..5).for_each(|_| window.key("ctrl+z"));
    let undone = window.close();
    let said = undone.stats["said"].as_str().unwrap_or_default();
    assert!(said.starts_with("Closed by") && undone.exact()["first_contact_ms"]["count"] == 1, "{said}");
    // The twin of the comparison: that position is not the first contact's.
    assert!(undone.is_at_home() && !found.is_at_home() && travel.abs() > 0.01);
}

/// The switch beside "TEETH".
const NAME_TEETH: (i32, i32) = (155, 752);
/// On the upper left central incisor of the sample, in the view that a case opens with.
const ON_21: (i32, i32) = (470, 260);

#[test]
fn teeth_are_named_by_a_click_and_that_is_undone() {
    const UPPER: [&str; 14] = ["17", "16", "15", "14", "13", "12", "11", "21", "22", "23", "24", "25", "26", "27"];
    let screen = Screen::start();
    let name = |keys: &[&str]| {
        let window = Window::open(&screen, &[]);
        // The teeth are looked for once the hand rests.
        std::thread::sleep(Duration::from_secs(2));
        window.wait_until_idle();
        window.click(NAME_TEETH);
        window.click(ON_21);
        keys.iter().for_each(|key| window.key(key));
        let left = window.close();
        assert!(left.is_at_home(), "a click that names a tooth moves nothing");
        serde_json::from_value::<Vec<String>>(left.stats["teeth"][0].clone()).expect("names")
    };
    let named = name(&["ctrl+a", "1", "8", "Return"]);
    let expected: Vec<&str> = UPPER.iter().map(|n| if *n == "21" { "18" } else { *n }).collect();
    assert_eq!(named, expected);
    // Taken back; left without Enter; and a number of the other jaw, which is not taken.
    assert_eq!(name(&["ctrl+a", "1", "8", "Return", "ctrl+z"]), UPPER);
    assert_eq!(name(&["ctrl+a", "1", "8", "Escape"]), UPPER);
    assert_eq!(name(&["ctrl+a", "4", "1", "Return", "Escape"]), UPPER);
}

/// A live frame of the statistics.
struct LiveFrame {
    pose: Vec<f64>,
    direction: Vec<f64>,
    pixel_mm: f64,
    /// Areas of the upper jaw at 0.1 and 0.2 mm, depth.
    shown: [f64; 3],
}

impl LiveFrame {
    /// `None` where nothing was within the range.
    fn read(frame: &Value) -> Option<Self> {
        let areas = numbers(&frame["area_upper_mm2"]);
        Some(Self {
            pose: numbers(&frame["upper_from_lower"]),
            direction: Some(numbers(&frame["direction"])).filter(|d| d.len() == 3)?,
            pixel_mm: frame["pixel_mm"].as_f64()?,
            shown: [areas[5], areas[7], frame["max_depth_mm"].as_f64().unwrap_or(0.0)],
        })
    }
}

/// The steps of the figures from frame to frame, of one kind.
#[derive(Debug, Default)]
struct FrameSteps {
    n: u32,
    largest: [f64; 3],
    largest_deg: f64,
    /// Areas that stepped by more than 3 % a degree and 0.9 mm² (tests/oracle/drag.rs).
    n_jumps: u32,
}

impl FrameSteps {
    fn add(&mut self, from: &LiveFrame, to: &LiveFrame, deg: f64) {
        self.n += 1;
        self.largest_deg = self.largest_deg.max(deg);
        let steps = [0, 1, 2].map(|i| (to.shown[i] - from.shown[i]).abs());
        let allowed = |i: usize| 0.03 * deg.max(1.0) * from.shown[i].max(to.shown[i]) + 0.9;
        self.n_jumps += u32::from((0..2).any(|i| steps[i] > allowed(i)));
        self.largest = [0, 1, 2].map(|i| self.largest[i].max(steps[i]));
    }
}

/// `scripts/drag-steps`: thirty seconds of dragging, the figures of every frame. Where the projection turns and the jaw rests, the
/// step is the turn's alone; in the drag the hand's is in it (tests/oracle/drag.rs parts them).
#[test]
#[ignore = "takes a minute; scripts/drag-steps runs it"]
fn thirty_seconds_of_dragging_show_no_jump() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("F2");
    let text = |n: i32| n.to_string();
    screen.xdotool(&["mousemove", &text(ON_LOWER.0), &text(ON_LOWER.1)]);
    window.wait_until_idle();
    screen.xdotool(&["mousedown", "1"]);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(30) {
        // To either side and back, a little down and up, as a hand glides along the teeth.
        let t = begun.elapsed().as_secs_f64();
        let at = (ON_LOWER.0 + (24.0 * (0.42 * t).sin()) as i32, ON_LOWER.1 + (3.0 - 3.0 * (0.84 * t).cos()) as i32);
        screen.xdotool(&["mousemove", &text(at.0), &text(at.1)]);
        std::thread::sleep(Duration::from_millis(30));
    }
    window.release();
    let left = window.close();
    let all = left.stats["live_frames"]["frames"].as_array().expect("a log of the live frames");
    let (mut hand, mut both, mut turns) = (FrameSteps::default(), FrameSteps::default(), FrameSteps::default());
    for pair in all.windows(2) {
        let (Some(a), Some(b)) = (LiveFrame::read(&pair[0]), LiveFrame::read(&pair[1])) else { continue };
        let deg = dot(&a.direction, &b.direction).clamp(-1.0, 1.0).acos().to_degrees();
        match (a.pose == b.pose, deg > 1e-4) {
            (true, true) if (a.pixel_mm / b.pixel_mm - 1.0).abs() < 0.3 => turns.add(&a, &b, deg),
            (false, true) => both.add(&a, &b, deg),
            (false, false) => hand.add(&a, &b, deg),
            _ => {}
        }
    }
    println!("{} frames\nhand alone {hand:?}\nhand and turn {both:?}\nturn alone, at rest {turns:?}", all.len());
    assert!(all.len() > 100 && both.n > 10, "hardly anything was drawn, or the projection hardly turned");
    assert!(both.largest_deg < 1.01 && turns.largest_deg < 10.0);
    assert_eq!(turns.n_jumps, 0);
}

#[test]
fn so_many_frames_are_presented_although_nothing_happens() {
    let screen = Screen::start();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stats = folder.path().join("stats.json");
    let status = Command::new(env!("CARGO_BIN_EXE_occluscope"))
        .args(["--no-restore", "--adapter", "cpu", "--size", "800x600", "--exit-after-frames", "7", "--stats"])
        .arg(&stats)
        .env("DISPLAY", &screen.name)
        .env("HOME", folder.path())
        .env_remove("XDG_CACHE_HOME")
        .env_remove("WAYLAND_DISPLAY")
        .stderr(Stdio::null())
        .status()
        .expect("the program is built");
    assert!(status.success());
    let stats: Value = serde_json::from_slice(&std::fs::read(stats).expect("written")).expect("JSON");
    assert_eq!((stats["frames"].as_u64(), stats["frame_ms"]["count"].as_u64()), (Some(7), Some(7)));
    assert_eq!(stats["latency_ms"]["count"], 0, "nobody touched anything");
    assert_eq!(stats["case"], "Sample case");
}

fn verify(snapshot: &Path) -> (Option<i32>, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_occluscope")).args(["verify", "--no-cache"]).arg(snapshot).output();
    let out = out.expect("the program starts");
    (out.status.code(), String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned())
}

#[test]
fn a_snapshot_holds_and_brings_the_window_back() {
    let screen = Screen::start();
    let window = Window::open(&screen, &[]);
    window.key("o");
    window.key("3");
    window.key("F4");
    window.wait_until_idle();
    window.wait_for_exact_work();
    window.wait_until_idle();
    window.key("F12");
    window.wait_until_idle();
    let snapshot = window.saved(".png");
    let json = snapshot.with_extension("json");
    for path in [&snapshot, &json] {
        let (status, said) = verify(path);
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("as it was made"), "{said}");
    }
    // The twin: one live figure, and one exact one, off by a little.
    let truth: Value = serde_json::from_slice(&std::fs::read(&json).expect("written")).expect("JSON");
    assert!(truth["exact"]["gap"].is_object() && truth["view"]["threshold_mm"] == 0.02, "{}", truth["view"]);
    for pointer in ["/contact/5/area_upper_mm2", "/exact/contact/5/area_upper_mm2"] {
        let mut changed = truth.clone();
        let leaf = changed.pointer_mut(pointer).expect("there");
        *leaf = (leaf.as_f64().expect("a number") + 0.001).into();
        let path = window.folder.path().join("changed.json");
        std::fs::write(&path, changed.to_string()).expect("written");
        let (status, said) = verify(&path);
        assert_eq!(status, Some(1), "{pointer}: {said}");
    }
    window.key("shift+F12");
    let report = window.saved(".pdf");
    assert!(std::fs::read(&report).expect("written").starts_with(b"%PDF-"));
    let (status, said) = verify(&report.with_extension("json"));
    assert_eq!(status, Some(0), "{said}");
    let kept = tempfile::tempdir().expect("a folder");
    let copy = kept.path().join("copy.png");
    std::fs::copy(&snapshot, &copy).expect("copied");
    let before = window.close();
    // Another window, opened with the picture.
    let window = Window::open(&screen, &[&copy]);
    window.wait_until_idle();
    let after = window.close();
    assert!(!before.is_at_home() && before.same_view(&after), "{:?} and {:?}", before.view(), after.view());
    for i in 0..3 {
        let apart = before.row(i).iter().zip(after.row(i)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        // Text costs the last bit.
        assert!(apart < 1e-12, "{apart}");
    }
    assert_eq!(before.stats["threshold_mm"], after.stats["threshold_mm"]);
}
