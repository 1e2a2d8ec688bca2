//! The process in which a target runs. It ends at the first input that is wrong, with a line on stderr.
use crate::tally::Tally;
use crate::{Args, folder};
use occluscope::base::Random;
use occluscope_fuzz::{Target, mutate};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often time and memory are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How often it is written down where the process is.
const MARK_EVERY: Duration = Duration::from_millis(1);

/// Since when an input has been under way.
static UNDER_WAY: Mutex<Option<Spent>> = Mutex::new(None);

/// The input of a number: it does not depend on those before it.
pub fn input(target: &Target, seed: u64, number: u64) -> Vec<u8> {
    input_of(&(target.seeds)(), target, seed, number)
}

fn input_of(seeds: &[Vec<u8>], target: &Target, seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number.wrapping_mul(0x1000_0000_01b3)));
    mutate::mutated(seeds, target.most_bytes, &mut random)
}

/// What an input costs: processor time of all threads where the system says it, so that it does not depend on who else works there;
/// with less than a millisecond of those before it.
#[derive(Clone, Copy)]
struct Spent {
    at: Instant,
    processor: Option<Duration>,
}

impl Spent {
    /// `processor`: what was spent a moment ago. To ask for it takes longer than many an input.
    fn until_now(processor: Option<Duration>) -> Self {
        Self { at: Instant::now(), processor }
    }

    fn since(self) -> Duration {
        let wall = self.at.elapsed();
        if wall < MARK_EVERY {
            return wall;
        }
        let processor = processor_time().zip(self.processor).map(|(now, then)| now.saturating_sub(then));
        processor.unwrap_or(wall)
    }
}

/// What waits this many times as long as it may work waits for something that does not come.
const STILL: f64 = 12.0;

#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime).try_into().ok()
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<Duration> {
    None
}

/// Inputs from a number on, until one is wrong, or time or numbers are up.
pub fn run(target: &Target, args: &Args, from: u64) {
    watch_bounds(args.most_seconds, args.most_mib);
    let seeds = (target.seeds)();
    let mut marks = Marks::new((target.name, args.seed), from, if args.careful { Duration::ZERO } else { MARK_EVERY });
    let (mut tally, mut next) = (Tally::default(), from);
    while next < args.runs && marks.begun.elapsed().as_secs_f64() < args.seconds {
        let bytes = input_of(&seeds, target, args.seed, next);
        let now = Spent::until_now(marks.processor);
        *UNDER_WAY.lock().expect("nobody panics with it") = Some(now);
        // A panic ends the process: its message stands on stderr.
        let taken = (target.run)(&bytes);
        *UNDER_WAY.lock().expect("nobody panics with it") = None;
        tally.count(next, taken, now.since());
        next += 1;
        marks.at(next, &tally);
    }
    tally.most_mib = peak_mib();
    marks.set(next, &tally);
}

/// Ends the process when an input takes too long or too much. What stands still is known by how often it was looked at: a process that
/// somebody stops does not look.
fn watch_bounds(most_s: f64, most_mib: u64) {
    let most_looks = (STILL * most_s / LOOK_EVERY.as_secs_f64()) as u64;
    std::thread::spawn(move || {
        let (mut looked_at, mut looks) = (None, 0);
        loop {
            std::thread::sleep(LOOK_EVERY);
            let begun = *UNDER_WAY.lock().expect("nobody panics with it");
            let at = begun.map(|begun| begun.at);
            looks = if at == looked_at { looks + 1 } else { 0 };
            looked_at = at;
            let stands_still = begun.is_some() && looks > most_looks;
            if stands_still || begun.is_some_and(|begun| begun.since().as_secs_f64() > most_s) {
                eprintln!("longer than {most_s} s");
                std::process::exit(3);
            }
            if peak_mib() > most_mib {
                eprintln!("more than {most_mib} MiB");
                std::process::exit(4);
            }
        }
    });
}

/// What was seen, and the first input of which nothing is known yet, in files: whoever watches reads them when the process was ended
/// by the system. Written now and then, for it takes longer than many an input.
struct Marks {
    place: File,
    tally: File,
    every: Duration,
    begun: Instant,
    last: Instant,
    processor: Option<Duration>,
}

impl Marks {
    fn new((target, seed): (&str, u64), from: u64, every: Duration) -> Self {
        let (place, tally, now) = (made(place_path(target, seed)), made(tally_path(target, seed)), Instant::now());
        let mut marks = Self { place, tally, every, begun: now, last: now, processor: processor_time() };
        marks.set(from, &Tally::default());
        marks
    }

    fn at(&mut self, number: u64, tally: &Tally) {
        if self.last.elapsed() >= self.every {
            self.set(number, tally);
        }
    }

    fn set(&mut self, number: u64, tally: &Tally) {
        tally.write(&mut self.tally);
        let text = format!("{number:20}");
        self.place.rewind().and_then(|()| self.place.write_all(text.as_bytes())).expect("the place is written");
        (self.last, self.processor) = (Instant::now(), processor_time());
    }
}

/// The first input that a process has said nothing of.
pub fn place(target: &str, seed: u64) -> u64 {
    let text = fs::read_to_string(place_path(target, seed)).unwrap_or_default();
    text.trim().parse().unwrap_or(0)
}

fn place_path(target: &str, seed: u64) -> PathBuf {
    folder().join(format!("{target}-{seed}.place"))
}

pub fn tally_path(target: &str, seed: u64) -> PathBuf {
    folder().join(format!("{target}-{seed}.tally"))
}

fn made(path: PathBuf) -> File {
    File::create(path).expect("the file is made")
}

/// The most memory that this process had, MiB; 0 where the system does not say.
fn peak_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.unwrap_or(0) / 1024
}
