//! What was seen of a target's inputs: how many, how long, how much memory. Kept in a file, for whoever watches the process.
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::time::Duration;

/// Times are counted by tenths of a factor of ten, from a microsecond on.
const STEPS: usize = 80;
const STEPS_A_DECADE: f64 = 10.0;
/// What was seen of inputs.
#[derive(Clone, Debug)]
pub struct Tally {
    n: u64,
    taken: u64,
    longest_ms: f64,
    /// The number of that one.
    longest: u64,
    pub most_mib: u64,
    times: [u64; STEPS],
}

impl Default for Tally {
    fn default() -> Self {
        Self { n: 0, taken: 0, longest_ms: 0.0, longest: 0, most_mib: 0, times: [0; STEPS] }
    }
}

impl Tally {
    pub fn count(&mut self, number: u64, taken: bool, time: Duration) {
        let us = time.as_secs_f64() * 1e6;
        let step = (us.max(1.0).log10() * STEPS_A_DECADE) as usize;
        self.times[step.min(STEPS - 1)] += 1;
        self.longest(us * 1e-3, number);
        self.n += 1;
        self.taken += u64::from(taken);
    }

    pub fn add(&mut self, other: Self) {
        self.n += other.n;
        self.taken += other.taken;
        self.longest(other.longest_ms, other.longest);
        self.most_mib = self.most_mib.max(other.most_mib);
        self.times.iter_mut().zip(other.times).for_each(|(all, more)| *all += more);
    }

    fn longest(&mut self, ms: f64, number: u64) {
        if ms > self.longest_ms {
            (self.longest_ms, self.longest) = (ms, number);
        }
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

    pub fn write(&self, file: &mut File) {
        let Self { n, taken, longest_ms, longest, most_mib, times } = self;
        let times = times.map(|n| n.to_string()).join(" ");
        let text = format!("{n} {taken} {longest_ms} {longest} {most_mib} {times}\n");
        file.rewind().and_then(|()| file.write_all(text.as_bytes())).expect("the tally is written");
    }

    pub fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut words = text.lines().next().unwrap_or_default().split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or_default();
        let mut tally = Self {
            n: number() as u64,
            taken: number() as u64,
            longest_ms: number(),
            longest: number() as u64,
            most_mib: number() as u64,
            times: [0; STEPS],
        };
        tally.times.iter_mut().for_each(|n| *n = number() as u64);
        tally
    }
}

/// What stands above the rows.
pub const HEAD: &str = "inputs      taken    p50 ms    p95 ms    max ms    MiB    slowest";

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (p50, p95) = (self.quantile_ms(0.5), self.quantile_ms(0.95));
        let Self { n, taken, longest_ms, longest, most_mib, .. } = self;
        write!(f, "{n:10} {taken:10} {p50:9.3} {p95:9.3} {longest_ms:9.1} {most_mib:6} {longest:10}")
    }
}

/// Rows of many runs, one for each target: counts add up, of times and memory the largest is kept.
pub fn sums(rows: &str) -> String {
    let mut all = BTreeMap::<&str, [f64; 6]>::new();
    for row in rows.lines() {
        let mut words = row.split_whitespace();
        let name = words.next().unwrap_or_default();
        let numbers: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
        let Some(numbers) = numbers.first_chunk::<6>() else { continue };
        for (i, (sum, number)) in all.entry(name).or_default().iter_mut().zip(numbers).enumerate() {
            *sum = if i < 2 { *sum + number } else { sum.max(*number) };
        }
    }
    let row = |(name, [n, taken, p50, p95, longest, mib]): (&str, [f64; 6])| {
        format!("{name:16} {n:10.0} {taken:10.0} {p50:9.3} {p95:9.3} {longest:9.1} {mib:6.0}\n")
    };
    all.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_add_up() {
        let (mut one, mut two) = (Tally::default(), Tally::default());
        one.count(0, true, Duration::from_millis(3));
        one.count(1, false, Duration::from_millis(1));
        two.count(0, true, Duration::from_millis(20));
        let rows = format!("target {HEAD}\n{:16} {one}\n{:16} {two}\nFOUND a --seed 1\n{:16} {one}\n", "a", "a", "b");
        let sums = sums(&rows);
        let words: Vec<Vec<_>> = sums.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[0][..3], ["a", "3", "2"]);
        assert_eq!((words[0][5], words[1][5]), ("20.0", "3.0"));
        assert_eq!(words[1][..3], ["b", "2", "1"]);
    }

    #[test]
    fn quantiles_are_upper_bounds_of_their_steps() {
        let mut tally = Tally::default();
        (1..=100).for_each(|ms| tally.count(ms, true, Duration::from_millis(ms)));
        assert!((95.0..=126.0).contains(&tally.quantile_ms(0.95)), "{}", tally.quantile_ms(0.95));
        assert_eq!((tally.longest_ms, tally.longest), (100.0, 100));
    }
}
