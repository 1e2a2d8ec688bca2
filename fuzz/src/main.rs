//! Seeded inputs for every target: the same on every machine, without a special toolchain.
//!
//! Each target runs in a process of its own, so that one that is ended by the system (no memory, no stack) is found as well: which input
//! it was stands in a file. What was found is kept under `target/fuzz/`, and asked again with `--only`.
mod child;
mod tally;

use clap::Parser;
use occluscope_fuzz::{PLANTED, TARGETS, Target};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tally::{HEAD, Tally};

#[derive(Clone, Parser)]
pub struct Args {
    /// Targets; default: all
    targets: Vec<String>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// So many seeds of each target, from that one on, each in a process of its own
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Inputs of each target at most
    #[arg(long, default_value_t = u64::MAX)]
    runs: u64,
    /// Seconds of each target at most
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// The input that was found under this number, alone
    #[arg(long)]
    only: Option<u64>,
    /// No input may take longer
    #[arg(long, default_value_t = 10.0)]
    most_seconds: f64,
    /// Nor more memory
    #[arg(long, default_value_t = 500)]
    most_mib: u64,
    /// A target at which this many were found has been looked at enough
    #[arg(long, default_value_t = 20)]
    most_found: usize,
    /// Names the targets
    #[arg(long)]
    list: bool,
    /// Adds up the rows in a file
    #[arg(long)]
    sum: Option<PathBuf>,
    /// For the program's own use: the first input of a process that stands under a watch
    #[arg(long, hide = true)]
    from: Option<u64>,
    /// Likewise: it says after every input where it is
    #[arg(long, hide = true)]
    careful: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.list {
        TARGETS.iter().for_each(|target| println!("{}", target.name));
        return ExitCode::SUCCESS;
    }
    if let Some(file) = &args.sum {
        println!("{:16} {HEAD:>71}", "target");
        print!("{}", tally::sums(&fs::read_to_string(file).expect("a file of rows")));
        return ExitCode::SUCCESS;
    }
    let targets: Vec<_> = match args.targets.iter().map(|name| target(name)).collect() {
        Ok(targets) if args.targets.is_empty() => TARGETS.iter().chain(targets).collect(),
        Ok(targets) => targets,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    if let Some(from) = args.from {
        targets.iter().for_each(|target| child::run(target, &args, from));
        return ExitCode::SUCCESS;
    }
    println!("{:16} {HEAD:>71}", "target");
    if watch_all(&targets, &args) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn target(name: &str) -> Result<&'static Target, String> {
    let names = || TARGETS.map(|t| t.name).join(", ");
    let all = TARGETS.iter().chain(&PLANTED);
    all.clone()
        .find(|target| target.name == name)
        .ok_or_else(|| format!("there is no target {name}; there are {}", names()))
}

/// All targets with all seeds, as many at a time as there are processors. How many inputs were found.
fn watch_all(targets: &[&'static Target], args: &Args) -> usize {
    let seeds = || args.seed..args.seed + args.seeds;
    let runs: Vec<_> = targets.iter().flat_map(|target| seeds().map(move |seed| (*target, seed))).collect();
    let (next, n_found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // Of targets whose seeds are not all done yet.
    let tallies = Mutex::new(BTreeMap::<_, (u64, Tally)>::new());
    let add = |target: &Target, tally: Tally| {
        let mut tallies = tallies.lock().expect("nobody panics with it");
        let (n_seeds, all) = tallies.entry(target.name).or_default();
        *n_seeds += 1;
        all.add(tally);
        if *n_seeds == args.seeds {
            println!("{:16} {all}", target.name);
        }
    };
    let n_threads = available_parallelism().map_or(1, usize::from).min(runs.len());
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                while let Some(&(target, seed)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (found, tally) = watch(target, &Args { seed, ..args.clone() });
                    n_found.fetch_add(found, Ordering::Relaxed);
                    add(target, tally);
                }
            });
        }
    });
    n_found.into_inner()
}

/// Runs a target to its end, however often its process is ended on the way. How many inputs were found, and what was seen of all.
fn watch(target: &Target, args: &Args) -> (usize, Tally) {
    let begun = Instant::now();
    let (mut from, mut found) = (args.only.unwrap_or(0), 0);
    let mut all = Tally::default();
    let last = args.only.map_or(args.runs, |only| only + 1);
    // Where a process ended somewhere: which input it was a careful one tells.
    let mut ended_after = None;
    while from < last && found < args.most_found {
        let left = Duration::from_secs_f64(args.seconds).saturating_sub(begun.elapsed());
        if left.is_zero() {
            break;
        }
        let mut child = child_of(target, args, [from, last], left);
        let status = child.args(ended_after.map(|_| "--careful")).status().expect("it starts");
        all.add(Tally::read(&child::tally_path(target.name, args.seed)));
        from = child::place(target.name, args.seed);
        match (status.success(), ended_after) {
            (true, None) => {}
            (false, None) => ended_after = Some(from),
            (false, Some(_)) => {
                found += 1;
                tell(target, args.seed, from, status);
                from += 1;
                ended_after = None;
            }
            (true, Some(number)) => {
                found += 1;
                println!("FOUND {} --seed {}: it ended behind {number}, and not again", target.name, args.seed);
                ended_after = None;
            }
        }
    }
    if let Some(number) = ended_after {
        found += 1;
        println!(
            "FOUND {} --seed {}: it ended behind {number}; time was up before it was looked at",
            target.name, args.seed
        );
    }
    (found, all)
}

/// A process for the inputs of these numbers.
fn child_of(target: &Target, args: &Args, [from, last]: [u64; 2], left: Duration) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg(target.name).args(["--seed", &args.seed.to_string(), "--from", &from.to_string()]);
    command.args(["--runs", &last.to_string(), "--seconds", &left.as_secs_f64().to_string()]);
    command.args(["--most-seconds", &args.most_seconds.to_string(), "--most-mib", &args.most_mib.to_string()]);
    command
}

/// Keeps an input that was found and says how to ask it again.
fn tell(target: &Target, seed: u64, number: u64, status: ExitStatus) {
    let file = folder().join(format!("{}-{seed}-{number}", target.name));
    fs::write(&file, child::input(target, seed, number)).expect("it is kept");
    let why = status.code().map_or_else(|| "a signal".into(), |code| format!("status {code}"));
    println!("FOUND {} --seed {seed} --only {number}: ended with {why}; {}", target.name, file.display());
}

/// Where what was found is kept.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
