//! The process in which a target runs. It ends at the first input that is wrong, with a line on stderr.
use crate::{Args, MOST_MIB, MOST_S, folder};
use occluscope::base::Random;
use occluscope_fuzz::{Target, mutate};
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Times are counted by tenths of a factor of ten, from a microsecond on.
const STEPS: usize = 80;
const STEPS_A_DECADE: f64 = 10.0;
/// Memory is looked at once in so many inputs, or every tenth of a second.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What was seen of inputs.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The input that is under way.
    pub next: u64,
    n: u64,
    taken: u64,
    longest_ms: f64,
    most_mib: u64,
    times: [u64; STEPS],
}

impl Default for Tally {
    fn default() -> Self {
        Self { next: 0, n: 0, taken: 0, longest_ms: 0.0, most_mib: 0, times: [0; STEPS] }
    }
}

impl Tally {
    fn count(&mut self, taken: bool, time: Duration) {
        let us = time.as_secs_f64() * 1e6;
        let step = (us.max(1.0).log10() * STEPS_A_DECADE) as usize;
        self.times[step.min(STEPS - 1)] += 1;
        self.longest_ms = self.longest_ms.max(us * 1e-3);
        self.n += 1;
        self.taken += u64::from(taken);
    }

    pub fn add(&mut self, other: Self) {
        self.n += other.n;
        self.taken += other.taken;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
        self.most_mib = self.most_mib.max(other.most_mib);
        self.times.iter_mut().zip(other.times).for_each(|(all, more)| *all += more);
    }

    /// No more than this share of the inputs took longer, ms.
    fn quantile_ms(&self, share: f64) -> f64 {
        let wanted = (self.n as f64 * share).ceil() as u64;
        let mut n = 0;
        let step = self.times.iter().position(|times| {
            n += times;
            n >= wanted
        });
        10_f64.powf((step.unwrap_or(STEPS) + 1) as f64 / STEPS_A_DECADE) * 1e-3
    }

    fn write(&self, file: &mut File) {
        let Self { next, n, taken, longest_ms, most_mib, times } = self;
        let times = times.map(|n| n.to_string()).join(" ");
        let text = format!("{next} {n} {taken} {longest_ms} {most_mib} {times}\n");
        file.rewind().and_then(|()| file.write_all(text.as_bytes())).expect("the tally is written");
    }

    pub fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut words = text.lines().next().unwrap_or_default().split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or_default();
        let mut tally = Self {
            next: number() as u64,
            n: number() as u64,
            taken: number() as u64,
            longest_ms: number(),
            most_mib: number() as u64,
            times: [0; STEPS],
        };
        tally.times.iter_mut().for_each(|n| *n = number() as u64);
        tally
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (p50, p95) = (self.quantile_ms(0.5), self.quantile_ms(0.95));
        let Self { n, taken, longest_ms, most_mib, .. } = self;
        write!(f, "{n:10} {taken:10} {p50:9.3} {p95:9.3} {longest_ms:9.1} {most_mib:8}")
    }
}

/// The input of a number: it does not depend on those before it.
pub fn input(target: &Target, seed: u64, number: u64) -> Vec<u8> {
    input_of(&(target.seeds)(), target, seed, number)
}

fn input_of(seeds: &[Vec<u8>], target: &Target, seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number.wrapping_mul(0x1000_0000_01b3)));
    mutate::mutated(seeds, target.most_bytes, &mut random)
}

/// Inputs from a number on, until one is wrong, or time or numbers are up.
pub fn run(target: &Target, args: &Args, from: u64) {
    static UNDER_WAY: Mutex<Option<Instant>> = Mutex::new(None);
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(LOOK_EVERY);
            let since = *UNDER_WAY.lock().expect("nobody panics with it");
            if since.is_some_and(|since| since.elapsed().as_secs_f64() > MOST_S) {
                eprintln!("longer than {MOST_S} s");
                std::process::exit(3);
            }
            if peak_mib() > MOST_MIB {
                eprintln!("more than {MOST_MIB} MiB");
                std::process::exit(4);
            }
        }
    });
    let seeds = (target.seeds)();
    let mut file = File::create(folder().join(format!("{}.tally", target.name))).expect("the tally is made");
    let (begun, mut tally) = (Instant::now(), Tally { next: from, ..Tally::default() });
    while tally.next < args.runs && begun.elapsed().as_secs_f64() < args.seconds {
        tally.write(&mut file);
        let bytes = input_of(&seeds, target, args.seed, tally.next);
        let now = Instant::now();
        *UNDER_WAY.lock().expect("nobody panics with it") = Some(now);
        // A panic ends the process: its message stands on stderr.
        let taken = (target.run)(&bytes);
        *UNDER_WAY.lock().expect("nobody panics with it") = None;
        tally.count(taken, now.elapsed());
        tally.next += 1;
    }
    tally.most_mib = peak_mib();
    tally.write(&mut file);
}

/// The most memory that this process had, MiB; 0 where the system does not say.
fn peak_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    peak.unwrap_or(0) / 1024
}
