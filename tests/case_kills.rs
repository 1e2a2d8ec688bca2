//! A program that is killed at any moment while it saves leaves a whole case: the one before or the one after. The writer
//! is this test program itself, run again; it saves as the window does, by hand and for recovery, as fast as it can.
use occluscope::base::Rigid;
use occluscope::base::files::own::{LeftOver, Recovery, left_over};
use occluscope::base::files::remove_left_over;
use occluscope::jaw::JawSide;
use occluscope::session::case_file::{CaseContent, CaseFile, PackedScan};
use occluscope::session::jaw_motion::record;
use occluscope::session::{KeptMotion, KeptRecord};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const N_KILLS: usize = 500;
/// The naive writer is caught long before.
const MOST_NAIVE_KILLS: usize = 200;
/// A kill comes after so many microseconds of saving at most: some ten savings.
const LATEST_KILL_US: u64 = 12_000;

const FOLDER: &str = "OCCLUSCOPE_TEST_KILLED_IN";
const FIRST: &str = "OCCLUSCOPE_TEST_FIRST";
const NAIVE: &str = "OCCLUSCOPE_TEST_NAIVE";

/// Scan of so many triangles, different in every number: it does not pack to nothing.
fn scan(seed: u64) -> Vec<u8> {
    let mut random = seed;
    let n = 300_u32;
    let mut bytes = vec![0; 80];
    bytes.extend(n.to_le_bytes());
    for _ in 0..n {
        for _ in 0..12 {
            let x = next(&mut random) as f32 / u64::MAX as f32;
            bytes.extend(x.to_le_bytes());
        }
        bytes.extend([0, 0]);
    }
    bytes
}

/// splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The case of the `k`-th saving: everything in it follows from `k`, and its size changes from one to the next.
fn content(k: u64) -> CaseContent {
    let mut random = k;
    let length = (next(&mut random) % 20_000) as usize;
    let notes = std::iter::repeat_with(|| format!("{:x}", next(&mut random)));
    CaseContent {
        upper_from_lower: Rigid::from_translation(glam::DVec3::new(k as f64, 0.5, -0.25)),
        notes: notes.take(length / 16).collect(),
        saved: k.to_string(),
        motion: record::to_json(&motion(&mut random)),
        ..CaseContent::default()
    }
}

/// A recorded movement of up to 200 poses.
fn motion(random: &mut u64) -> KeptMotion {
    let n = 2 + (next(random) % 199) as usize;
    let mut mm = || (next(random) % 10_000) as f64 / 1000.0 - 5.0;
    let kept = KeptRecord {
        name: "drag".into(),
        kind: "custom".into(),
        times_s: (0..n).map(|i| 0.01 * i as f64).collect(),
        motions: (0..n).map(|_| Rigid::from_six([mm(), mm(), mm(), mm(), mm(), mm()])).collect(),
        world_from_hinge: None,
        incisal: None,
        half_width_mm: None,
        residual_rms_mm: None,
        smoothed: None,
        source: "made up".into(),
    };
    KeptMotion { records: Arc::new(vec![Arc::new(kept)]), chosen: Some(0), ..KeptMotion::default() }
}

/// Which saving a file is of; `Err` when it is not whole.
fn saving_of(path: &Path) -> Result<u64, String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let case = CaseFile::read(bytes).map_err(|e| e.to_string())?;
    let k: u64 = case.content.saved.parse().map_err(|_| "no number")?;
    if case.content != content(k) {
        return Err(format!("it is not what was saved as {k}"));
    }
    for (scan_of_case, side, seed) in [(&case.scans[0], JawSide::Upper, 1), (&case.scans[1], JawSide::Lower, 2)] {
        let read = scan_of_case.read(side, Path::new(""), &|_| Err("nothing is beside it".into()));
        if read.map_err(|e| e.to_string())? != scan(seed) {
            return Err("a scan is another".into());
        }
    }
    Ok(k)
}

/// The other program: saves until it is killed. Does nothing in an ordinary run of the tests.
#[test]
#[ignore = "run by the tests below as a program of its own"]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let first: u64 = std::env::var(FIRST).expect("its first number").parse().expect("a number");
    let naive = std::env::var_os(NAIVE).is_some();
    let scans = [1, 2].map(|seed| {
        let bytes = scan(seed);
        PackedScan::pack(&bytes, blake3::hash(&bytes).to_hex().to_string()).expect("packed")
    });
    let recovery = Recovery::begin(&folder.join("recovery")).expect("a place for recovery");
    let path = folder.join("case.occ");
    let mut out = std::io::stdout();
    for k in first.. {
        let case = CaseFile::embedding(content(k), scans.clone());
        if naive {
            write_naively(&path, &case.to_bytes().expect("bytes"));
        } else {
            case.save(&path).expect("saved");
            case.save(recovery.path()).expect("saved");
        }
        // Said once it is saved: from then on nothing older may be found.
        writeln!(out, "saved {k}").and_then(|()| out.flush()).expect("the pipe");
    }
}

/// As files are often written: emptied, then filled.
fn write_naively(path: &Path, bytes: &[u8]) {
    let mut file = std::fs::File::create(path).expect("a file");
    bytes.chunks(4096).for_each(|part| file.write_all(part).expect("written"));
}

struct Writer {
    program: Child,
    said: Receiver<u64>,
}

impl Writer {
    fn start(folder: &Path, first: u64, naive: bool) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "case_kills::writer", "--ignored", "--nocapture", "--test-threads", "1"]);
        command.env(FOLDER, folder).env(FIRST, first.to_string()).stdout(Stdio::piped()).stderr(Stdio::null());
        if naive {
            command.env(NAIVE, "1");
        }
        let mut program = command.spawn().expect("it starts again");
        let out = BufReader::new(program.stdout.take().expect("the pipe was asked for"));
        let (sender, said) = channel();
        std::thread::spawn(move || {
            let number = |line: String| line.split("saved ").nth(1)?.trim().parse().ok();
            out.lines().map_while(Result::ok).filter_map(number).for_each(|k| _ = sender.send(k));
        });
        Self { program, said }
    }

    /// Lets it save for a while, kills it, and gives the last number that it said.
    fn kill_after(mut self, time: Duration) -> u64 {
        let first = self.said.recv_timeout(Duration::from_secs(60)).expect("it saves");
        std::thread::sleep(time);
        self.program.kill().expect("it is ours");
        self.program.wait().expect("it is ours");
        // Ends with the pipe, and so with the program.
        self.said.iter().last().unwrap_or(first)
    }
}

/// What was found after each of so many kills: the last number said, and what the case and the recovery file hold.
fn kill(folder: &Path, n: usize, naive: bool, mut look: impl FnMut(u64)) {
    let mut random = 7;
    let mut first = 1;
    for _ in 0..n {
        let time = Duration::from_micros(next(&mut random) % LATEST_KILL_US);
        let said = Writer::start(folder, first, naive).kill_after(time);
        look(said);
        first = said + 2;
    }
}

#[test]
fn five_hundred_kills_leave_whole_cases() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let (mut n_older, mut n_newer, mut n_unfinished) = (0, 0, 0);
    kill(folder, N_KILLS, false, |said| {
        let k = saving_of(&folder.join("case.occ")).unwrap_or_else(|e| panic!("after saving {said}: {e}"));
        // What was said to be saved is there; the next one may be, said or not.
        assert!(k == said || k == said + 1, "{k} was found after {said} was saved");
        let left = left_over(&folder.join("recovery"));
        assert_eq!(left.len(), 1, "the killed program's recovery file is offered, once");
        let r = saving_of(&left[0].path).unwrap_or_else(|e| panic!("recovery after saving {said}: {e}"));
        assert!(r == said || r == said + 1, "{r} would be recovered after {said} was saved");
        n_older += usize::from(k == said);
        n_newer += usize::from(k == said + 1);
        left.into_iter().for_each(LeftOver::remove);
        // The next start has looked into the program's own folder; the next saving looks into this one.
        let unfinished = |folder: &Path| {
            let names = std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.file_name());
            names.filter(|name| name.to_string_lossy().starts_with(".occluscope-")).count()
        };
        assert_eq!(unfinished(&folder.join("recovery")), 0, "after {said}");
        n_unfinished += unfinished(folder);
        remove_left_over(folder);
        assert_eq!(unfinished(folder), 0, "after {said}");
    });
    // The kills came at many moments: sometimes a case was put in place that nobody had been told of yet.
    println!("{N_KILLS} kills: {n_older} times the case last said to be saved, {n_newer} times the one after it");
    assert_eq!(n_older + n_newer, N_KILLS);
    assert!(n_unfinished > 0, "no kill came while a file was written");
}

#[test]
fn a_naive_writer_is_caught() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("case.occ");
    let (mut n_kills, mut n_broken) = (0, 0);
    while n_broken == 0 && n_kills < MOST_NAIVE_KILLS {
        kill(folder.path(), 10, true, |_| {
            n_kills += 1;
            n_broken += usize::from(saving_of(&path).is_err());
        });
    }
    println!("a naive writer: {n_broken} of {n_kills} cases were not whole");
    assert!(n_broken > 0, "{n_kills} kills and every case was whole: the kills come at the wrong moments");
}
