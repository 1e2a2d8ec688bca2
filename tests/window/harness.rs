//! The program with its window open, in a home of its own.
use super::left::Left;
use super::places::Place;
use super::rest::RestWatch;
use super::screen::Screen;
use occluscope::base::Progress;
use occluscope::engine::Execution;
use occluscope::engine::doctor::Checkup;
use occluscope::export::stl::write_stl;
use occluscope::gpu::{AdapterChoice, AdapterFacts, Context};
use occluscope::jaw::sample::sample_case_of_cells;
use std::cell::Cell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(300);
/// Two clicks that follow each other sooner are a double click.
const BETWEEN_CLICKS: Duration = Duration::from_millis(350);

/// Until `found` has something, looking again every `pause`; otherwise the test fails with what `missing` says.
pub fn wait_for<T>(pause: Duration, missing: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "{missing}");
        std::thread::sleep(pause);
    }
}

/// The key that frees the bite of the case that is open, and locks it.
pub const FREE_BITE: &str = "b";

pub const OFTEN: Duration = Duration::from_millis(100);

/// A person's home: scans, cases, pictures, what the program keeps. It goes with the last that uses it.
#[derive(Clone)]
pub struct Home {
    folder: Rc<tempfile::TempDir>,
    /// How large letters are, as winit reads it: 1, or nothing, which is as the screen says.
    scale: &'static str,
    /// Where the Vulkan loader finds the driver, unless where it looks by itself.
    driver: Option<PathBuf>,
}

impl Home {
    pub fn new() -> Self {
        let home = Self { folder: Rc::new(tempfile::tempdir().expect("a temporary folder")), scale: "1", driver: None };
        // Where snapshots go: without such a folder they would go where the test runs.
        std::fs::create_dir_all(home.path(".config")).expect("made");
        std::fs::create_dir_all(home.path("Pictures")).expect("made");
        std::fs::write(home.path(".config/user-dirs.dirs"), "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n").expect("written");
        home
    }

    /// With the sample case in the folder `case`: `case.occ` as the program writes it, the scans in larger cells, a quarter of the
    /// triangles. They are made once for all homes.
    pub fn with_sample() -> Self {
        static FILES: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
        const CELL_MM: f32 = 0.62;
        let home = Self::new();
        let folder = home.path("case");
        let written = || {
            run(home.program().args(["sample".as_ref(), folder.as_os_str()]));
            let (upper, lower) = sample_case_of_cells(CELL_MM, &Progress::default()).expect("made");
            for (name, mesh) in [("upper.stl", upper), ("lower.stl", lower)] {
                let corners = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
                let mut bytes = Vec::new();
                write_stl(corners, &mut bytes).expect("memory takes it");
                std::fs::write(folder.join(name), bytes).expect("written");
            }
            let entries = std::fs::read_dir(&folder).expect("a folder").map(|e| e.expect("an entry"));
            entries.map(|e| (e.file_name(), std::fs::read(e.path()).expect("a file"))).collect()
        };
        let files = FILES.get_or_init(written);
        std::fs::create_dir_all(&folder).expect("made");
        files.iter().for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes).expect("written"));
        home
    }

    /// Of a person who wants no exact figures at rest. What a hand does, what is saved and what is said of files does not depend on
    /// them; each rest is over in a moment. For windows that keep what they keep for a person.
    pub fn without_exact_figures(self) -> Self {
        let folder = self.path(".config/occluscope");
        std::fs::create_dir_all(&folder).expect("made");
        std::fs::write(folder.join("window.json"), r#"{"exact_at_rest": false}"#).expect("written");
        self
    }

    /// The same of a person whose adapter was looked at before: these executions did not give the exact answers.
    pub fn with_checkup(self, disagree: &[Execution]) -> Self {
        let context = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
        let checkup = Checkup { version: env!("CARGO_PKG_VERSION").into(), disagree: disagree.to_vec() };
        let checkups = std::collections::BTreeMap::from([(AdapterFacts::of(&context).identity(), checkup)]);
        let kept = serde_json::json!({"exact_at_rest": false, "checkups": checkups});
        let home = self.without_exact_figures();
        std::fs::write(home.kept_file(), kept.to_string()).expect("written");
        home
    }

    /// What the window keeps for a person.
    pub fn kept_file(&self) -> PathBuf {
        self.path(".config/occluscope/window.json")
    }

    /// Whose letters are as large as the settings of the screen say.
    pub fn with_scale_of_screen(self) -> Self {
        Self { scale: "", ..self }
    }

    /// Whose driver can go and come: its name is in a file of the home's own.
    pub fn with_driver_named_in(self, name: &str) -> Self {
        let mut entries = std::fs::read_dir("/usr/share/vulkan/icd.d").expect("drivers").flatten().map(|e| e.path());
        let is_software = |path: &PathBuf| path.to_string_lossy().contains("lvp_icd");
        let known = entries.find(is_software).expect("the software driver's file");
        std::fs::copy(known, self.path(name)).expect("copied");
        Self { driver: Some(self.path(name)), ..self }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program at home. Prepared scans are shared by all homes: they depend on nothing but the scans and the program
    /// (`tests/cli/cache.rs`), and to prepare the same sample for every window took as long as most tests.
    pub fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_occluscope"));
        command
            .env("HOME", self.folder.path())
            .env("OCCLUSCOPE_DATA_DIR", self.path("data"))
            .env("OCCLUSCOPE_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/prepared"))
            // So are shaders as the driver has compiled them, which took a fifth of the time of a window.
            .env("MESA_SHADER_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/shaders"))
            .env("WINIT_X11_SCALE_FACTOR", self.scale)
            // Tests read what the window says: English, whatever this computer is set to.
            .env("LC_ALL", "C");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.path("bin")).chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(folders).expect("folders"));
        for driver in self.driver.iter() {
            command.env("VK_DRIVER_FILES", driver).env("VK_ICD_FILENAMES", driver);
        }
        for name in ["WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        command
    }

    /// With a program that is asked to show folders: it writes down which, one a line, into `shown`.
    #[cfg(unix)]
    pub fn with_opener(self) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let folder = self.path("bin");
        std::fs::create_dir_all(&folder).expect("a folder");
        let opener = folder.join("xdg-open");
        let text = format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n", self.path("shown").display());
        std::fs::write(&opener, text).expect("written");
        std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("a program");
        self
    }

    pub fn recovery_files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path("data/recovery")).into_iter().flatten().flatten();
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "occ")).collect()
    }
}

pub struct Window<'a> {
    pub screen: &'a Screen,
    pub home: Home,
    program: Child,
    /// Its number on the screen.
    id: u32,
    clicked: Cell<Option<Instant>>,
}

impl<'a> Window<'a> {
    /// For the first time, in a new home.
    pub fn open(screen: &'a Screen, files: &[&Path]) -> Self {
        Self::open_in(screen, &Home::new(), files)
    }

    /// For the first time, without the exact figures at rest.
    pub fn open_for_hands(screen: &'a Screen) -> Self {
        Self::open_remembering(screen, &Home::new().without_exact_figures(), &[])
    }

    /// In a home that may hold something; what the program has kept there is neither read nor added to. Without the positions
    /// nearby and the maps of several views, which take most of a rest and change no figure but the ranges and their own.
    pub fn open_in(screen: &'a Screen, home: &Home, files: &[&Path]) -> Self {
        Self::start(screen, home, files, &["--no-restore", "--no-nearby", "--no-views"])
    }

    /// For the first time, with the maps of several views at rest.
    pub fn open_with_views(screen: &'a Screen) -> Self {
        Self::start(screen, &Home::new(), &[], &["--no-restore", "--no-nearby"])
    }

    /// The program keeps what it keeps for a person: recent cases, what a killed window has left.
    pub fn open_remembering(screen: &'a Screen, home: &Home, files: &[&Path]) -> Self {
        Self::start(screen, home, files, &["--no-nearby", "--no-views"])
    }

    /// The same as soon as the case is there.
    pub fn open_at_once(screen: &'a Screen, home: &Home, files: &[&Path]) -> Self {
        Self::begin(screen, home, files, &["--no-restore", "--no-nearby", "--no-views"])
    }

    /// As soon as the case is there, with everything still to do.
    pub fn open_busy(screen: &'a Screen, home: &Home, files: &[&Path]) -> Self {
        Self::begin(screen, home, files, &["--no-restore"])
    }

    /// One picture of both jaws, the bite locked.
    pub fn open_locked(screen: &'a Screen) -> Self {
        let window = Self::begin(screen, &Home::new().without_exact_figures(), &[], &["--no-nearby"]);
        window.wait_until_idle();
        window
    }

    /// As a person finds it, but that the bite was freed.
    pub fn open_overview(screen: &'a Screen) -> Self {
        let home = Home::new().without_exact_figures();
        Self::start(screen, &home, &[], &["--no-nearby", "--layout", "overview"])
    }

    /// With the bite freed, which most tests are to move.
    pub fn start(screen: &'a Screen, home: &Home, files: &[&Path], options: &[&str]) -> Self {
        let window = Self::begin(screen, home, files, options);
        screen.xdotool(&["key", FREE_BITE]);
        window.wait_until_idle();
        window
    }

    /// As soon as the case is there, with these options.
    pub fn begin(screen: &'a Screen, home: &Home, files: &[&Path], options: &[&str]) -> Self {
        drop(std::fs::remove_file(home.path("stats.json")));
        // Another program may be open on the same screen.
        let others = windows_called(screen, "Occluscope");
        // One picture of both jaws unless a test wants others.
        let layout = if options.contains(&"--layout") { &[][..] } else { &["--layout", "3d"] };
        let program = home
            .program()
            .args(files)
            .args(options)
            .args(layout)
            .args(if options.contains(&"--adapter") { &[][..] } else { &["--adapter", "cpu"] })
            .args(if options.contains(&"--size") { &[][..] } else { &["--size", "1280x800"] })
            .args(["--stats".as_ref(), home.path("stats.json").as_os_str()])
            .args(["--screenshot".as_ref(), home.path("window.png").as_os_str()])
            .env("DISPLAY", &screen.name)
            .stderr(std::fs::File::create(home.path("stderr")).expect("a file for messages"))
            .spawn()
            .expect("the program is built");
        let mut window = Self { screen, home: home.clone(), program, id: 0, clicked: Cell::new(None) };
        // The title names the case once it is there.
        let id = wait_for(OFTEN, "no window ever showed a case", || {
            let id = windows_called(screen, " - Occluscope$").into_iter().find(|id| !others.contains(id));
            assert!(id.is_some() || window.is_running(), "the program ended before its window showed a case");
            id
        });
        screen.xdotool(&["windowfocus", &id]);
        window.id = id.parse().expect("a window");
        window
    }

    /// The window's number on its screen.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Width and height, pixels.
    pub fn size(&self) -> (u32, u32) {
        let said = self.screen.xdotool(&["getwindowgeometry", "--shell", &self.id.to_string()]);
        let of = |name: &str| said.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
        (of("WIDTH").expect("a width"), of("HEIGHT").expect("a height"))
    }

    /// What is seen now.
    pub fn picture(&self) -> image::RgbaImage {
        self.wait_until_idle();
        self.screen.picture()
    }

    /// Until the title is so; then the window has the keyboard.
    pub fn wait_for_title(&mut self, pattern: &str) {
        let id = wait_for(OFTEN, &format!("the title was never {pattern:?}"), || {
            let id = windows_called(self.screen, pattern).into_iter().next();
            assert!(id.is_some() || self.is_running(), "the program ended before its title was {pattern:?}");
            id
        });
        self.screen.xdotool(&["windowfocus", &id]);
    }

    /// It wakes, and has nothing to do but to look around.
    pub fn nudge(&self) {
        self.rest().ask();
    }

    /// What the program says of its rest.
    pub fn rest(&self) -> RestWatch {
        RestWatch::new(self.screen, self.id, self.program.id())
    }

    /// Until the program has done everything that it was asked to and rests, or has ended. One that works and is hardly let is waited for
    /// longer: some rests take ten seconds of a processor.
    pub fn wait_until_idle(&self) {
        const STARVED: f64 = 0.1;
        const MOST_WAITS: usize = 6;
        for i in 1.. {
            let before = self.ticks();
            let Err(said) = self.rest().wait_for_rest(PATIENCE) else { return };
            let share = (self.ticks() - before) as f64 / (PATIENCE.as_secs_f64() * 100.0);
            if i == MOST_WAITS || share == 0.0 || share > STARVED {
                let seen = self.restless();
                panic!(
                    "the window never comes to rest although nothing happens: {said:?}, of a processor it had {share}; in two seconds: {seen}"
                );
            }
        }
    }

    /// What a window is at that does not rest: what it says, one thing after the other, and how much processor time it takes.
    fn restless(&self) -> String {
        let (watch, before) = (self.rest(), self.ticks());
        let mut said: Vec<String> = (0..100)
            .filter_map(|_| {
                std::thread::sleep(Duration::from_millis(20));
                watch.said().map(|said| format!("{} {}", said.count, said.what))
            })
            .collect();
        said.dedup();
        format!("{said:?}, {} ticks of the processor", self.ticks() - before)
    }

    /// Until the exact work has begun, or was over too soon to be seen.
    pub fn wait_for_exact_work(&self) {
        if let Err(said) = self.rest().wait_for_exact_work(PATIENCE) {
            panic!("no exact work begins: {said:?}");
        }
    }

    /// Processor time used so far, in the kernel's ticks of 10 ms.
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let field = |i: usize| after_name.split_whitespace().nth(i).and_then(|s| s.parse::<u64>().ok()).unwrap_or(0);
        field(11) + field(12)
    }

    /// What it has of the machine's memory now, MiB.
    pub fn memory_mib(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id())).unwrap_or_default();
        let kib =
            status.lines().find_map(|l| l.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        kib.expect("Linux says it") / 1024.0
    }

    /// A key, or several with spaces between them: pressed one after the other, with a rest at the end alone.
    pub fn key(&self, keys: &str) {
        let keys = keys.split(' ');
        self.screen.xdotool(&["key"].into_iter().chain(keys).collect::<Vec<_>>());
        self.wait_until_idle();
    }

    /// Types over what the field that has the keyboard holds, and enters it.
    pub fn enter(&self, text: &str) {
        self.screen.xdotool(&["key", "ctrl+a"]);
        self.screen.xdotool(&["type", "--delay", "20", text]);
        self.screen.xdotool(&["key", "Return"]);
        self.wait_until_idle();
    }

    /// A report with nothing typed for it.
    pub fn make_report(&self) {
        self.key("shift+F12");
        self.key("Return");
    }

    pub fn point_at(&self, at: Place) {
        self.screen.point_at(at);
        self.wait_until_idle();
    }

    pub fn click(&self, at: Place) {
        self.point_at(at);
        self.press_button("1");
    }

    pub fn right_click(&self, at: Place) {
        self.point_at(at);
        self.press_button("3");
    }

    /// A click of its own, however soon the window is at rest.
    fn press_button(&self, button: &str) {
        let since = self.clicked.get().map_or(BETWEEN_CLICKS, |at| at.elapsed());
        std::thread::sleep(BETWEEN_CLICKS.saturating_sub(since));
        // As a hand does it: between press and release there are frames.
        self.screen.xdotool(&["mousedown", button, "sleep", "0.08", "mouseup", button]);
        self.clicked.set(Some(Instant::now()));
        self.wait_until_idle();
    }

    /// Presses, moves in small steps, and leaves the button down.
    pub fn press_and_move(&self, from: Place, by: Place) {
        self.point_at(from);
        self.screen.xdotool(&["mousedown", "1"]);
        let steps = 10;
        for i in 1..=steps {
            self.screen.point_at((from.0 + by.0 * i / steps, from.1 + by.1 * i / steps));
            std::thread::sleep(Duration::from_millis(30));
        }
        self.wait_until_idle();
    }

    pub fn release(&self) {
        self.screen.xdotool(&["mouseup", "1"]);
        self.wait_until_idle();
    }

    pub fn drag(&self, from: Place, by: Place) {
        self.press_and_move(from, by);
        self.release();
    }

    /// A file that the program has saved among the pictures, by how its name ends, once it is whole.
    pub fn saved(&self, ending: &str) -> PathBuf {
        wait_for(OFTEN, &format!("nothing was saved that ends with {ending}"), || {
            let entries = std::fs::read_dir(self.home.path("Pictures")).expect("a folder");
            // What is being written has a name that begins with a dot.
            let is_wanted = |p: &PathBuf| {
                let name = p.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                name.ends_with(ending) && !name.starts_with('.')
            };
            entries.filter_map(|e| Some(e.ok()?.path())).find(is_wanted)
        })
    }

    /// The record of a snapshot of what is seen. Whatever lay among the pictures before is gone.
    pub fn snapshot(&self) -> serde_json::Value {
        let of_before: Vec<_> = std::fs::read_dir(self.home.path("Pictures")).expect("a folder").flatten().collect();
        of_before.iter().for_each(|entry| std::fs::remove_file(entry.path()).expect("removed"));
        self.key("F12");
        serde_json::from_slice(&std::fs::read(self.saved(".json")).expect("written")).expect("JSON")
    }

    /// Until the case has been saved by itself.
    pub fn wait_for_recovery_file(&self) {
        wait_for(OFTEN, "nothing was saved by itself", || (!self.home.recovery_files().is_empty()).then_some(()));
    }

    pub fn is_running(&mut self) -> bool {
        self.program.try_wait().expect("it is ours").is_none()
    }

    /// Until it has ended by itself.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let program = &mut self.program;
        wait_for(Duration::from_millis(50), "the program does not end", || program.try_wait().expect("it is ours"))
    }

    pub fn signal(&self, name: &str) {
        // By the shell's own kill: a bare system has no program of that name.
        let kill = format!("kill -{name} {}", self.program.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }

    /// Asks the program to end, as the system does, and reads what it wrote.
    pub fn close(mut self) -> Left {
        self.signal("TERM");
        let status = self.wait_for_end();
        assert!(status.success(), "SIGTERM is an orderly end, not {status}");
        self.left()
    }

    /// What it wrote when it ended by itself.
    pub fn left(&self) -> Left {
        Left::read(&self.home.path("stats.json"), &self.home.path("window.png"))
    }

    /// As `prlimit` does to a program that runs.
    pub fn limit_address_space(&self, bytes: u64) {
        let limit = format!("--as={bytes}:unlimited");
        let status = Command::new("prlimit").args(["--pid", &self.program.id().to_string(), &limit]).status();
        assert!(status.expect("util-linux").success());
    }

    /// Address space that it has, bytes.
    pub fn address_space(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/statm", self.program.id())).unwrap_or_default();
        status.split_whitespace().next().and_then(|pages| pages.parse::<u64>().ok()).expect("Linux says it") * 4096
    }

    /// What it has said on stderr.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.home.path("stderr")).unwrap_or_default()
    }

    /// As the power goes, or the system kills.
    pub fn kill(mut self) {
        self.program.kill().expect("it is ours");
        self.program.wait().expect("it is ours");
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

/// Numbers of the windows whose titles are so.
fn windows_called(screen: &Screen, pattern: &str) -> Vec<String> {
    screen.xdotool(&["search", "--name", pattern]).lines().map(str::to_owned).collect()
}

/// A run of the program without a window that must end well: what it printed.
pub fn run(command: &mut Command) -> Vec<u8> {
    let out = command.stdin(Stdio::null()).output().expect("the program is built");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    out.stdout
}
