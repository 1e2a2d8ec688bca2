//! `occluscope motion`: a movement of the lower jaw as poses, by an articulator's guides or as it was recorded; with scans what touches
//! when.
mod answer;
mod args;
mod found;
mod jaws;
mod movement;
mod outputs;
mod record;
mod record_args;
mod recorded;
mod settings;
mod text;

pub use args::MotionArgs;

use super::progress::Reporter;
use super::{Answer, deadline, load, summary};
use crate::jaw::motion::Guide;
use anyhow::ensure;
use settings::Settings;

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &MotionArgs) -> anyhow::Result<Answer> {
    let pose = args.pose.given()?;
    args.out.check(&args.files())?;
    ensure!(
        args.movement.file().is_some() || !args.record.says_anything(),
        "options of a record (--axes, --bite-at, ...) are given, and --movement names no file"
    );
    let mut settings = Settings::of(args.articulator.as_deref(), args.guide.guide())?;
    let loaded = args.inputs().map(|inputs| load::open(&inputs, &args.scans)).transpose()?;
    let case = loaded.as_ref().and_then(|loaded| loaded.case.as_ref()).filter(|_| args.articulator.is_none());
    if let Some(of_case) = case.map(|case| Settings::of_case(&case.content, args.guide.guide())).transpose()?.flatten()
    {
        settings = of_case;
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
    let mut answer = answer::answer(args, settings, loaded.as_ref(), pose, &reporter.progress)?;
    drop(reporter);
    deadline::is_met();
    answer.record.warnings.splice(0..0, loaded.iter().flat_map(|l| &l.warnings).map(ToString::to_string));
    args.out.write(&answer.record, (&answer.track, answer.incisal), answer.places_csv.as_deref())?;
    summary::warn(&answer.record.warnings);
    Ok(Answer::Done)
}
