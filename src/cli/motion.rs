//! `occluscope motion`: a movement of the lower jaw as poses, by an articulator's guides or as it was recorded; with scans what touches
//! when.
mod again;
mod answer;
mod args;
mod fit;
mod found;
mod further;
mod further_args;
mod jaws;
mod movement;
mod one_run;
mod outputs;
mod picture_args;
mod pictures;
mod record;
mod record_args;
mod recorded;
mod sensitivity;
mod settings;
mod text;

pub use again::{Again, again};
pub use args::MotionArgs;
pub use settings::Settings;

use super::progress::Reporter;
use super::{Answer, deadline, load, summary};
use crate::jaw::motion::Guide;
use anyhow::ensure;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &MotionArgs) -> anyhow::Result<Answer> {
    args.notation.take();
    let pose = args.pose.given()?;
    args.out.check(&args.files(), &args.further.files())?;
    args.further.check(args.inputs().is_some(), args.no_contacts, args.movement.file().is_some())?;
    ensure!(
        args.movement.file().is_some() || !args.record.says_anything(),
        "options of a record (--axes, --bite-at, ...) are given, and --movement names no file"
    );
    let mut settings = Settings::of(args.articulator.as_deref(), args.guide.guide())?;
    let loaded = args.inputs().map(|inputs| load::open(&inputs, &args.scans)).transpose()?;
    let case = loaded.as_ref().and_then(|loaded| loaded.case.as_ref()).filter(|_| args.articulator.is_none());
    if let Some(case) = case {
        settings = Settings::of_case(&case.content, args.guide.guide())?;
    }
    ensure!(
        loaded.is_some() || args.guide.guide() != Guide::Teeth,
        "--guide teeth needs the scans whose teeth are to guide; name UPPER and LOWER, or a case"
    );
    ensure!(
        args.out.places_csv.is_none() || (loaded.is_some() && !args.no_contacts),
        "--places-csv lists places in contact; it needs scans, and not --no-contacts"
    );
    ensure!(loaded.is_some() || pose.is_none(), "a pose is that of the lower scan; name UPPER and LOWER, or a case");
    let reporter = Reporter::start("motion");
    let progress = &reporter.progress;
    let jaws = loaded.as_ref().map(|loaded| jaws::Jaws::new(args, loaded, pose, progress)).transpose()?;
    let mut answer = answer::answer(args, &settings, jaws.as_ref(), &progress.part(0.0, 0.6))?;
    answer.record.asked = again::asked(args, jaws.as_ref());
    let further = further::files(args, &settings, &mut answer, jaws.as_ref(), &progress.part(0.6, 1.0))?;
    drop(reporter);
    deadline::is_met();
    answer.record.warnings.splice(0..0, loaded.iter().flat_map(|l| &l.warnings).map(ToString::to_string));
    args.out.write(&answer.record, (&answer.track, answer.incisal), further)?;
    summary::warn(&answer.record.warnings);
    Ok(Answer::Done)
}
