//! The question of a record of `motion`, kept in it and asked once more.
use super::answer::answer;
use super::args::MotionArgs;
use super::jaws::{Jaws, contacts};
use super::record::Told;
use super::settings::Settings;
use crate::base::{Progress, Rigid};
use crate::cli::load::LoadedPair;
use crate::cli::usage::what_is_wrong;
use crate::export::asked_jaws::AskedJaws;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::record::{AskedRecord, MotionRecord, MovementRecord, StepRecord};
use crate::jaw::Trim;
use crate::jaw::motion::HingeFrame;
use anyhow::ensure;
use clap::Parser;
use std::path::Path;

/// What is kept of the command line beside what the record says anyway.
pub fn asked(args: &MotionArgs, jaws: Option<&Jaws>) -> AskedRecord {
    let no_jaws = AskedJaws { close: !args.scans.no_close, ..AskedJaws::default() };
    AskedRecord {
        steps: args.steps.map(|n| n as usize),
        contacts: jaws.is_some() && !args.no_contacts,
        jaws: jaws.map_or(no_jaws, |jaws| jaws.judged.asked(args.scans.no_close)),
    }
}

/// Where on its way, mm, and the motion there; `None` in a hole.
pub type KeptPose = (f64, Option<Rigid>);

/// A record's question.
pub struct Again<'a> {
    /// As on the command line, without files.
    pub options: Vec<String>,
    /// Names the record in errors.
    pub name: &'a Path,
    pub articulator: ArticulatorRecord,
    pub loaded: Option<&'a LoadedPair>,
    pub start: Option<Rigid>,
    pub trim: Trim,
    /// Of a recorded movement the record's own frame and poses: its file is not read again.
    pub recorded: Option<(HingeFrame, Vec<KeptPose>)>,
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: MotionArgs,
}

/// Its answer as of now.
///
/// # Errors
/// When what it says is no question, or cancelling.
pub fn again(question: Again, progress: &Progress) -> anyhow::Result<MotionRecord> {
    let line = std::iter::once("motion".to_owned()).chain(question.options);
    let args = Line::try_parse_from(line).map_err(|error| refused(question.name, &error))?.args;
    ensure!(args.movement.file().is_none(), "{}: it names no movement of an articulator", question.name.display());
    let settings = Settings::of_record(question.articulator, question.name, args.guide.guide())?;
    let mut jaws = question.loaded.map(|loaded| Jaws::new(&args, loaded, question.start, progress)).transpose()?;
    if let Some(jaws) = &mut jaws {
        jaws.judged.leave_out(question.trim);
    }
    let mut record = match question.recorded {
        None => answer(&args, &settings, jaws.as_ref(), progress)?.record,
        Some((hinge, poses)) => of_poses(&args, &settings, (&hinge, &poses), jaws.as_ref(), progress)?,
    };
    record.asked = asked(&args, jaws.as_ref());
    Ok(record)
}

/// What a record asks for is written as on the command line, and refused as there.
fn refused(name: &Path, error: &clap::Error) -> anyhow::Error {
    let why = what_is_wrong(&error.to_string());
    anyhow::anyhow!("{}: it asks for what cannot be asked for: {why}", name.display())
}

/// What touches in poses as they stand in a record.
fn of_poses(
    args: &MotionArgs,
    settings: &Settings,
    (hinge, poses): (&HingeFrame, &[KeptPose]),
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<MotionRecord> {
    let told = Told::new(settings, hinge, jaws, 0.0);
    let steps: Vec<StepRecord> = poses.iter().map(|(s_mm, motion)| told.step(*s_mm, *motion)).collect();
    let movement = MovementRecord { kind: String::new(), amount_mm: None, forward: None, amount_of: "" };
    let mut record = told.record("recorded", movement);
    record.steps = steps;
    contacts(args, &mut record, None, jaws, progress)?;
    Ok(record)
}
