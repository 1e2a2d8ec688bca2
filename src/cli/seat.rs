//! `occluscope seat`: the pose of most contact near where the lower jaw is.
use super::args::{self, InputArgs, PoseArgs, ScanArgs, ScopeArg, TeethArgs};
use super::pose::scope;
use super::pose_answer::{Pose, PoseAnswerArgs};
use super::progress::Reporter;
use super::trim::TrimArgs;
use super::{Answer, deadline, load, summary};
use crate::bites::seat::{NoSeat, SeatQuestion, figures, seat, seat_anywhere};
use crate::exact::BvhEngine;
use crate::export::bites::SeatRecord;
use anyhow::ensure;

#[derive(Debug, clap::Args)]
pub struct SeatArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub pose: PoseArgs,
    /// The scans have no relation to each other: the arches are laid on each other by their shapes first
    #[arg(long, conflicts_with_all = ["pose", "pose_file"])]
    pub anywhere: bool,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    /// What is to meet: teeth where those of both jaws are known, else whole scans; or whole scans always [default: teeth]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub trim: TrimArgs,
    /// No place overlaps by more, in mm, from 0 to 0.1
    #[arg(long, value_name = "T", default_value_t = 0.02, allow_negative_numbers = true, value_parser = args::parse_number)]
    pub tolerance_mm: f64,
    /// Surface with at most this closest gap is contact, in mm, from 0.02 to 0.5
    #[arg(long, value_name = "T", default_value_t = 0.1, allow_negative_numbers = true, value_parser = args::parse_number)]
    pub threshold_mm: f64,
    #[command(flatten)]
    pub answer: PoseAnswerArgs,
}

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &SeatArgs) -> anyhow::Result<Answer> {
    ensure!((0.0..=0.1).contains(&args.tolerance_mm), "--tolerance-mm: from 0 to 0.1 mm of overlap can be allowed");
    ensure!((0.02..=0.5).contains(&args.threshold_mm), "--threshold-mm: contact is told from 0.02 to 0.5 mm here");
    let pose = args.pose.given()?;
    let inputs = args.inputs.files().chain(args.pose.pose_file.as_ref()).chain(args.trim.file());
    args.answer.check(inputs)?;
    let loaded = load::open(&args.inputs, &args.scans)?;
    let reporter = Reporter::start("seat");
    let asked = SeatQuestion {
        start: pose.unwrap_or_else(|| loaded.pose()),
        scope: scope(
            args.scope.or(args.anywhere.then_some(ScopeArg::Whole)),
            &args.teeth,
            &loaded,
            args.trim.of(&loaded)?,
            &reporter.progress,
        )?,
        threshold_mm: args.threshold_mm,
        tolerance_mm: args.tolerance_mm,
    };
    let exact = BvhEngine::build(&loaded.pair, &reporter.progress)?;
    let frame = &loaded.pair.frame;
    let found = match args.anywhere {
        true => seat_anywhere(&exact, &asked, &reporter.progress).map(|(seat, _)| seat),
        false => seat(&exact, frame, &asked, &reporter.progress),
    };
    if let Err(NoSeat::Cancelled(cancelled)) = found {
        return Err(cancelled.into());
    }
    let as_scanned = figures(&exact, frame, &asked, &loaded.pose(), &reporter.progress)?;
    drop(reporter);
    let names = loaded.scans.each_ref().map(|path| path.display().to_string());
    let reason = |none: &NoSeat| none.to_string();
    let scope = asked.scope.kind();
    let mut record =
        SeatRecord::new(found.as_ref().map_err(reason), (&asked, scope), Some(&as_scanned), &loaded.pair, names);
    if args.anywhere {
        record.is_from_anywhere();
    }
    record.warnings = loaded.warnings.iter().map(ToString::to_string).collect();
    deadline::is_met();
    let pose = found.as_ref().ok().map(|seat| Pose::new(&seat.upper_from_lower));
    args.answer.write(&record, &record.text(), pose.as_ref())?;
    summary::warn(&record.warnings);
    Ok(if record.found { Answer::Done } else { Answer::No })
}
