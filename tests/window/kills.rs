//! The real window, killed at any moment while it saves by hand and by itself: the case is whole and no older than what was said to be
//! saved, what was saved by itself is offered, and the next start leaves nothing unfinished behind.
//!
//! `OCCLUSCOPE_KILLS` is how many, `OCCLUSCOPE_SEED` at which moments.
use super::harness::{FREE_BITE, Home, Window, wait_for};
use super::monkey::asked;
use super::places::RECOVER;
use super::screen::Screen;
use crate::shapes;
use occluscope::base::files::own::left_over;
use occluscope::base::{Random, Rigid};
use occluscope::jaw::JawSide;
use occluscope::session::case_file::{CaseContent, CaseFile, PackedScan};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const KILLS: u64 = 6;
/// What an arrow key moves the jaw by.
const STEP_MM: f64 = 0.05;
/// How the names of files that are not finished begin.
const UNFINISHED: &str = ".occluscope-";

/// Two small bodies, some hundred triangles: a window with them opens and saves in no time.
fn scans() -> [Vec<u8>; 2] {
    let (upper, lower) = (shapes::sphere([0.0, 0.0, 5.0], 4.9, 8), shapes::cuboid([-6.0, -5.0, -4.0], [6.0, 5.0, 0.0]));
    [shapes::stl(&upper), shapes::stl(&lower)]
}

/// A case of them.
pub fn small_case(content: CaseContent) -> CaseFile {
    let packed = |bytes: Vec<u8>| PackedScan::pack(&bytes, blake3::hash(&bytes).to_hex().to_string()).expect("packed");
    CaseFile::embedding(content, scans().map(packed))
}

fn case_in(position: u64) -> CaseFile {
    let upper_from_lower = Rigid::from_translation(glam::DVec3::X * (position as f64 * STEP_MM));
    small_case(CaseContent { upper_from_lower, ..CaseContent::default() })
}

/// How many steps the jaw had been moved when this case was saved; what is wrong with it otherwise.
pub fn position_in(path: &Path) -> Result<u64, String> {
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let case = CaseFile::read(bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    for ((scan, side), bytes) in case.scans.iter().zip([JawSide::Upper, JawSide::Lower]).zip(scans()) {
        let read = scan.read(side, Path::new(""), &|_| Err("nothing is beside it".into()));
        if read.map_err(|e| e.to_string())? != bytes {
            return Err(format!("a scan of {} is another", path.display()));
        }
    }
    let steps = case.content.upper_from_lower.transform_point(glam::DVec3::ZERO).length() / STEP_MM;
    let whole = steps.round();
    // What JSON and the steps' sum round.
    if (steps - whole).abs() < 1e-6 { Ok(whole as u64) } else { Err(format!("{steps} steps are none that was saved")) }
}

/// What a case that is looked for after a kill may be: the jaw had been moved by `done` steps, and so many of them were in a file.
#[derive(Clone, Copy, Debug)]
struct Promised {
    /// The window said so: the case has them.
    said: u64,
    /// They were seen in the file for recovery: it has them, or the case has by now.
    by_itself: Option<u64>,
    done: u64,
}

/// How many steps would be brought back after a kill, if any; or what was lost.
fn found(home: &Path, promised: Promised) -> Result<Option<u64>, String> {
    let Promised { said, by_itself, done } = promised;
    let within = |what: &str, k: u64, from: u64| {
        let is_so = (from..=done).contains(&k);
        is_so.then_some(k).ok_or(format!("{what} has {k} steps: {promised:?}"))
    };
    let saved = within("the case", position_in(&home.join("case.occ"))?, said)?;
    let left = left_over(&home.join("data/recovery"));
    let left = match left.as_slice() {
        [] => None,
        [one] => Some(within("what would be recovered", position_in(&one.path)?, 0)?),
        more => return Err(format!("{} cases would be recovered of one", more.len())),
    };
    let kept = saved.max(left.unwrap_or(0));
    within("what is left in all", kept, by_itself.unwrap_or(0)).map(|_| left)
}

/// All files below a folder whose names say that they are not finished.
fn unfinished(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let below = |path: PathBuf| {
        let is_unfinished = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED));
        if path.is_dir() { unfinished(&path) } else { Vec::from_iter(is_unfinished.then_some(path)) }
    };
    entries.flat_map(below).collect()
}

#[derive(Debug, Default)]
struct Tally {
    /// Kills in the middle of writing: an unfinished file was there.
    while_writing: u64,
    /// The case had what was said to be saved, or more by then.
    as_said: u64,
    newer: u64,
    /// Something was there to be recovered; it was brought back in the window, and saved.
    to_be_recovered: u64,
    recovered: u64,
}

/// One home, one window after the other.
struct Victim<'a> {
    screen: &'a Screen,
    home: Home,
    random: Random,
    tally: Tally,
}

impl Victim<'_> {
    fn pause(&mut self, most_us: u64) {
        std::thread::sleep(Duration::from_micros(self.random.below(most_us)));
    }

    fn press(&self, keys: impl IntoIterator<Item = &'static str>) {
        self.screen.xdotool(&["key", "--delay", "2"].into_iter().chain(keys).collect::<Vec<_>>());
    }

    /// Opens, recovers what `left` names, saves some steps that are said to be saved, goes on, and is killed. Gives what is to be
    /// recovered.
    fn live_and_die(&mut self, left: Option<u64>) -> Option<u64> {
        let case = self.home.path("case.occ");
        case_in(0).save(&case).expect("written");
        let mut window = Window::open_remembering(self.screen, &self.home, &[&case]);
        assert_eq!(unfinished(&self.home.path("")), [] as [PathBuf; 0], "left by the kill before");
        let before = left.map_or(0, |steps| self.recover(&mut window, steps));
        let said = before + 1 + self.random.below(3);
        self.press((before..said).map(|_| "Right"));
        window.key("ctrl+s");
        window.wait_for_title("^case - Occluscope$");
        let done = match self.random.below(10) {
            0..=5 => self.by_hand(said),
            6..=8 => self.as_the_system_ends_it(&window, said),
            _ => self.by_itself(said),
        };
        let by_itself = self.home.recovery_files().first().and_then(|path| position_in(path).ok());
        window.kill();
        self.look(Promised { said, by_itself, done })
    }

    /// Brings back what is offered, and saves it: the case has as many steps then.
    fn recover(&mut self, window: &mut Window, steps: u64) -> u64 {
        window.click(RECOVER);
        window.wait_for_title("^case\\* - Occluscope$");
        window.key("ctrl+s");
        window.wait_for_title("^case - Occluscope$");
        assert_eq!(position_in(&self.home.path("case.occ")), Ok(steps), "what was offered is what was left");
        assert_eq!(self.home.recovery_files(), [] as [PathBuf; 0], "it is in a file of the person's");
        window.key(FREE_BITE);
        self.tally.recovered += 1;
        steps
    }

    /// A person saves after each step, faster than files are written.
    fn by_hand(&mut self, said: u64) -> u64 {
        let n = 1 + self.random.below(6);
        self.press(["Right", "ctrl+s"].into_iter().cycle().take(2 * n as usize));
        self.pause(60_000);
        said + n
    }

    /// The system asks the program to end, and does not wait until it has.
    fn as_the_system_ends_it(&mut self, window: &Window, said: u64) -> u64 {
        self.press(["Right"]);
        window.wait_until_idle();
        window.signal("TERM");
        self.wait_for_recovery();
        self.pause(8_000);
        said + 1
    }

    /// The case is saved by itself, three seconds after the last step; in the same moment by hand as well.
    fn by_itself(&mut self, said: u64) -> u64 {
        self.press(["Right"]);
        self.wait_for_recovery();
        if self.random.below(2) == 0 {
            self.press(["ctrl+s"]);
        }
        self.pause(20_000);
        said + 1
    }

    /// Until the window has a place of its own for recovery, which it makes right before it writes there.
    fn wait_for_recovery(&self) {
        let is_there =
            || fs::read_dir(self.home.path("data/recovery")).is_ok_and(|mut entries| entries.next().is_some());
        wait_for(Duration::from_micros(300), "nothing was saved by itself", || is_there().then_some(()));
    }

    /// Looks at what is there, and leaves either nothing or what is to be recovered by the next window.
    fn look(&mut self, promised: Promised) -> Option<u64> {
        let home = self.home.path("");
        self.tally.while_writing += u64::from(!unfinished(&home).is_empty());
        let left = found(&home, promised).unwrap_or_else(|lost| panic!("lost: {lost}"));
        let saved = position_in(&home.join("case.occ")).expect("it was whole");
        *(if saved == promised.said { &mut self.tally.as_said } else { &mut self.tally.newer }) += 1;
        self.tally.to_be_recovered += u64::from(left.is_some());
        let is_wanted = self.random.below(3) == 0;
        if !is_wanted {
            left_over(&home.join("data/recovery")).into_iter().for_each(|left| left.remove());
        }
        // A lock without a case goes at the first start a minute later; here the next window's is to be the only one.
        for entry in fs::read_dir(home.join("data/recovery")).into_iter().flatten().flatten() {
            if !is_wanted || left.is_none() {
                fs::remove_file(entry.path()).expect("it is ours");
            }
        }
        left.filter(|_| is_wanted)
    }
}

#[test]
fn a_window_killed_while_it_saves_loses_nothing_and_leaves_nothing_behind() {
    let (screen, n, begun) = (Screen::start(), asked("OCCLUSCOPE_KILLS", KILLS), Instant::now());
    let random = Random::new(asked("OCCLUSCOPE_SEED", 1));
    let home = Home::new().without_exact_figures();
    let mut victim = Victim { screen: &screen, home, random, tally: Tally::default() };
    let mut left = None;
    for _ in 0..n {
        left = victim.live_and_die(left);
    }
    println!("{n} kills in {:.0} s: {:?}", begun.elapsed().as_secs_f64(), victim.tally);
    assert_eq!(victim.tally.as_said + victim.tally.newer, n);
    // An orderly end of the last one.
    let home = victim.home.clone();
    Window::open_remembering(&screen, &home, &[&home.path("case.occ")]).close();
    assert_eq!(unfinished(&home.path("")), [] as [PathBuf; 0]);
}

/// The twins: each thing that a kill may do to a case is seen.
#[test]
fn a_case_that_was_lost_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, case) = (folder.path(), folder.path().join("case.occ"));
    let write = |position: u64| case_in(position).save(&case).expect("written");
    let promised = Promised { said: 2, by_itself: None, done: 4 };
    for (position, is_kept) in [(1, false), (2, true), (4, true), (5, false)] {
        write(position);
        assert_eq!(found(home, promised).is_ok(), is_kept, "{position}");
    }
    write(3);
    assert!(found(home, Promised { by_itself: Some(3), ..promised }).is_ok(), "the case has it by now");
    assert!(found(home, Promised { by_itself: Some(4), ..promised }).is_err(), "it was seen, and is nowhere");
    let whole = fs::read(&case).expect("it is there");
    for cut in [0, whole.len() / 2, whole.len() - 1] {
        fs::write(&case, &whole[..cut]).expect("written");
        assert!(found(home, promised).is_err(), "{cut} of {} bytes", whole.len());
    }
    assert_eq!(unfinished(home), [] as [PathBuf; 0]);
    fs::create_dir_all(home.join("data/recovery")).expect("made");
    let half = home.join("data/recovery/.occluscope-writing-a");
    fs::write(&half, "half").expect("written");
    assert_eq!(unfinished(home), [half]);
}
