//! Seeded inputs for every target: the same on every machine, without a special toolchain.
//!
//! Each target runs in a process of its own, so that one that is ended by the system (no memory, no stack) is found as well: which input
//! it was stands in a file. What was found is kept under `target/fuzz/`, and asked again with `--only`.
mod child;

use clap::Parser;
use occluscope_fuzz::{TARGETS, Target};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

#[derive(Parser)]
pub struct Args {
    /// Targets; default: all
    targets: Vec<String>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Inputs of each target at most
    #[arg(long, default_value_t = u64::MAX)]
    runs: u64,
    /// Seconds of each target at most
    #[arg(long, default_value_t = 20.0)]
    seconds: f64,
    /// The input that was found under this number, alone
    #[arg(long)]
    only: Option<u64>,
    /// For the program's own use: the first input of a process that stands under a watch
    #[arg(long, hide = true)]
    from: Option<u64>,
}

/// No input may take longer, s, nor more memory, MiB.
const MOST_S: f64 = 10.0;
const MOST_MIB: u64 = 500;
/// A target at which this many were found has been looked at enough.
const MOST_FOUND: usize = 20;

fn main() -> ExitCode {
    let args = Args::parse();
    let chosen = |t: &&Target| args.targets.is_empty() || args.targets.iter().any(|name| name == t.name);
    if let Some(unknown) = args.targets.iter().find(|name| TARGETS.iter().all(|t| t.name != **name)) {
        let names: Vec<_> = TARGETS.iter().map(|t| t.name).collect();
        eprintln!("there is no target {unknown}; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut targets = TARGETS.iter().filter(chosen);
    if let Some(from) = args.from {
        let target = targets.next().expect("one target");
        child::run(target, &args, from);
        return ExitCode::SUCCESS;
    }
    println!(
        "{:10} {:>10} {:>10} {:>9} {:>9} {:>9} {:>8}",
        "target", "inputs", "taken", "p50 ms", "p95 ms", "max ms", "MiB"
    );
    let mut n_found = 0;
    for target in targets {
        n_found += watch(target, &args);
    }
    if n_found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a target to its end, however often its process is ended on the way. How many inputs were found.
fn watch(target: &Target, args: &Args) -> usize {
    let (begun, first) = (Instant::now(), args.only.unwrap_or(0));
    let (mut from, mut found) = (first, 0);
    let mut all = child::Tally::default();
    let last = if args.only.is_some() { first + 1 } else { args.runs };
    while from < last && found < MOST_FOUND {
        let left = Duration::from_secs_f64(args.seconds).saturating_sub(begun.elapsed());
        if left.is_zero() {
            break;
        }
        let folder = folder();
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.arg(target.name).args(["--seed", &args.seed.to_string(), "--from", &from.to_string()]);
        command.args(["--runs", &last.to_string(), "--seconds", &left.as_secs_f64().to_string()]);
        let status = command.stderr(Stdio::inherit()).status().expect("it starts");
        let tally = child::Tally::read(&folder.join(format!("{}.tally", target.name)));
        let at = tally.next;
        all.add(tally);
        from = at;
        if !status.success() {
            found += 1;
            let input = child::input(target, args.seed, at);
            let file = folder.join(format!("{}-{}-{at}", target.name, args.seed));
            fs::write(&file, input).expect("it is kept");
            let why = status.code().map_or_else(|| "a signal".into(), |code| format!("status {code}"));
            println!("FOUND {} --seed {} --only {at}: ended with {why}; {}", target.name, args.seed, file.display());
            from = at + 1;
        }
    }
    println!("{:10} {all}", target.name);
    found
}

/// Where what was found is kept.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
