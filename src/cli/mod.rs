//! Floor 9: the command line. One file a command; this one chooses between them and turns errors into exit statuses.
//!
//! Exit status: 0 done; 1 the answer of a check is "no"; 2 bad usage or input, with one line on stderr and nothing
//! written; 3 no usable GPU for what was asked.
mod analyze;
mod answer;
mod args;
mod bench;
mod cache;
mod cohort;
mod compare;
mod deadline;
mod doctor;
mod engines;
mod execution;
mod first_contact;
mod info;
mod judged;
mod labels_out;
mod load;
mod motion;
mod outcome;
mod outputs;
mod pose;
mod pose_answer;
mod progress;
mod register;
mod results;
mod sample;
mod seat;
mod section;
mod stderr;
mod summary;
mod timing;
mod trim;
mod usage;
mod verify;
mod vertical;
mod window;

use crate::base::files::cache::CacheFolder;
use crate::base::files::own::OwnFolder;
use answer::{Answer, exit_code, printable};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::cell::RefCell;
use std::process::ExitCode;
use stderr::complain;
use usage::usage_line;

/// Where two scanned jaws touch, how deep they interpenetrate and how wide the clearance is.
///
/// Without a command a window opens: on UPPER and LOWER, on CASE.occ, or on the built-in sample case.
/// Not a medical device. Nothing is sent anywhere.
#[derive(Debug, Parser)]
#[command(name = "occluscope", version, args_conflicts_with_subcommands = true, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: window::WindowArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Analyse one pose without a window
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Say what was read from each scan and what was repaired
    Info(info::InfoArgs),
    /// Write the built-in sample case: upper.stl, lower.stl and case.occ
    Sample(sample::SampleArgs),
    /// Run every engine that is built on the same pose; print agreement and time of each
    Engines(Box<engines::EnginesArgs>),
    /// Close until the first contact, or open until the jaws are free
    FirstContact(Box<first_contact::FirstContactArgs>),
    /// Find the pose of the lower jaw from bite scans, which show parts of both jaws in occlusion; exit 1 when nothing honest is found
    Register(Box<register::RegisterArgs>),
    /// Seat the lower jaw where most contact is, spread over the arch, near where it is
    Seat(Box<seat::SeatArgs>),
    /// Compare several bites of one pair of jaws by pairs of teeth, with the smallest detectable change; or the jaws of one patient before and
    /// after, exit 1 when they are not of one patient
    Compare(Box<compare::CompareArgs>),
    /// Close the lower jaw about its hinge: contact at each opening, and in which order pairs of teeth meet
    Vertical(Box<vertical::VerticalArgs>),
    /// Move the lower jaw by an articulator's guides, its teeth or a record; say what touches when
    Motion(Box<motion::MotionArgs>),
    /// Cut both jaws with a plane and measure between their contours; JSON, CSV, SVG, DXF, PNG
    Section(Box<section::SectionArgs>),
    /// Analyse many pairs of a table, a process each, and make tables of all; start again to go on
    Cohort(Box<cohort::CohortArgs>),
    /// Time the standard scenes at standard sizes; the program makes them itself
    Bench(bench::BenchArgs),
    /// Say where prepared scans are kept and how much there is, or remove it
    Cache(cache::CacheArgs),
    /// Hold every engine and execution on this adapter against the exact answers; exit 1 when one disagrees
    Doctor(doctor::DoctorArgs),
    /// Recompute a snapshot's figures from its inputs; exit 1 when they differ
    Verify(verify::VerifyArgs),
    /// Print what others wrote of the program, and its licences
    Notices,
}

/// What the command line is, for what is made from it: completions, pages of the manual.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    start_tracing();
    match Cli::try_parse() {
        Ok(cli) => exit_code(run(cli)),
        Err(usage) => {
            if usage.use_stderr() {
                complain(&format!("occluscope: {}", printable(&usage_line(&usage.render().to_string()))));
                return ExitCode::from(2);
            }
            // Nothing is left to tell it to when the terminal is gone.
            let _ = usage.print();
            ExitCode::SUCCESS
        }
    }
}

/// What is wrong with a command line (without the program's name), if anything is; nothing is run.
pub fn usage_error<'a>(arguments: impl Iterator<Item = &'a str>) -> Option<String> {
    // Built once: to build it takes ten times as long as to read a line.
    thread_local!(static COMMAND: RefCell<clap::Command> = RefCell::new(Cli::command()));
    let words = std::iter::once("occluscope").chain(arguments);
    let read = COMMAND.with_borrow_mut(|command| {
        let mut matches = command.try_get_matches_from_mut(words)?;
        Cli::from_arg_matches_mut(&mut matches).map_err(|why| why.format(command))
    });
    let usage = read.err()?;
    usage.use_stderr().then(|| usage_line(&usage.render().to_string()))
}

fn run(cli: Cli) -> anyhow::Result<Answer> {
    CacheFolder::of_user().remove_left_over();
    OwnFolder::of_user().remove_left_over();
    cli.command.as_ref().into_iter().for_each(begin_deadline);
    match cli.command {
        None => window::run(cli.window),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Info(args)) => info::run(&args),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Engines(args)) => engines::run(&args),
        Some(Command::FirstContact(args)) => first_contact::run(&args),
        Some(Command::Register(args)) => register::run(&args),
        Some(Command::Seat(args)) => seat::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Vertical(args)) => vertical::run(&args),
        Some(Command::Motion(args)) => motion::run(&args),
        Some(Command::Section(args)) => section::run(&args),
        Some(Command::Cohort(args)) => cohort::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Cache(args)) => cache::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Notices) => outputs::print(crate::export::NOTICES).map(|()| Answer::Done),
    }
}

/// Who compares engines or times them waits for as long as it takes.
fn begin_deadline(command: &Command) {
    match command {
        Command::Analyze(args) => deadline::begin(args.scans.deadline),
        Command::Info(args) => deadline::begin(args.scans.deadline),
        Command::FirstContact(args) => deadline::begin(args.judged.scans.deadline),
        Command::Register(args) => deadline::begin(args.scans.deadline),
        Command::Seat(args) => deadline::begin(args.scans.deadline),
        Command::Compare(args) => deadline::begin(args.judged.scans.deadline),
        Command::Vertical(args) => deadline::begin(args.judged.scans.deadline),
        Command::Motion(args) => deadline::begin(args.scans.deadline),
        Command::Section(args) => deadline::begin(args.scans.deadline),
        Command::Verify(args) => deadline::begin(args.deadline),
        Command::Engines(args) => {
            if let Some(seconds) = args.analyze.scans.deadline {
                deadline::begin(Some(seconds));
            }
        }
        Command::Cohort(_)
        | Command::Sample(_)
        | Command::Bench(_)
        | Command::Cache(_)
        | Command::Doctor(_)
        | Command::Notices => {}
    }
}

/// Logs to stderr when `OCCLUSCOPE_LOG` asks for it, e.g. `OCCLUSCOPE_LOG=occluscope=debug`.
fn start_tracing() {
    if let Ok(filter) = tracing_subscriber::EnvFilter::try_from_env("OCCLUSCOPE_LOG") {
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn usage_errors_fit_one_line() {
        let said = |args: &[&str]| usage_line(&Cli::try_parse_from(args).unwrap_err().render().to_string());
        for (args, wanted) in [
            (&["occluscope", "analyze"][..], "<UPPER|CASE.occ>"),
            (&["occluscope", "info"], "<MESH>"),
            (&["occluscope", "analyze", "a", "b", "--resolution", "7"], "7 is not in 8..="),
            (&["occluscope", "analyze", "a", "b", "--resolution", "-1"], "-1 is not in 8..="),
            (&["occluscope", "analyze", "a", "b", "--range-mm", "-1"], "above 0"),
            (&["occluscope", "analyze", "a", "b", "--threshold-mm", "-0.1,0.2"], "0 or more"),
            (&["occluscope", "analyze", "a", "b", "--counting", "x"], "parity"),
            (&["occluscope", "analyze", "a", "b", "--bogus"], "--bogus"),
        ] {
            let line = said(args);
            assert!(line.contains(wanted), "{args:?}: {line}");
            assert!(!line.contains('\n') && !line.contains("Usage") && !line.starts_with("error"), "{line}");
        }
        let long = said(&["occluscope", "info", &format!("--bogus{}", "ä".repeat(3000))]);
        assert!(long.contains("--bogus") && long.contains(" … ") && long.len() < 1300, "{} bytes", long.len());
        assert!(!said(&["occluscope", "info", "--bogus"]).contains('…'), "the twin");
    }
}
