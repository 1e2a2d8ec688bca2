//! A movement and what touches in it, without a record: for tables of settings, and for the colours of several movements.
use super::answer::path;
use super::args::MotionArgs;
use super::jaws::Jaws;
use crate::base::Progress;
use crate::engine::{Run, SweptQuestion, swept_contact};
use crate::jaw::motion::{Articulator, Course, HingeFrame, Movement, Step};
use anyhow::bail;

/// By the guide of the command line; contacts at the threshold of zones alone.
///
/// # Errors
/// When the guides do not reach so far, or cancelling.
pub fn one_run(
    args: &MotionArgs,
    (articulator, hinge, movement): (&Articulator, &HingeFrame, Movement),
    jaws: &Jaws,
    progress: &Progress,
) -> anyhow::Result<Run> {
    let course = Course::new(articulator, hinge, movement);
    if let Some(fault) = articulator.fault().or_else(|| course.fault()) {
        bail!("{}: {fault}", movement.name());
    }
    let asked = SweptQuestion {
        thresholds_mm: vec![args.zone_threshold_mm],
        zone_threshold_mm: args.zone_threshold_mm,
        scope: jaws.judged.scope.clone(),
    };
    let found = path(args, &course, Some(jaws), &progress.part(0.0, 0.3))?;
    let steps = &found.path().steps;
    let pose = |step: &Step| Some(hinge.upper_from_lower(&step.motion()?, &jaws.start));
    let poses: Vec<_> = steps.iter().map(pose).collect();
    let at_mm: Vec<f64> = steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
    let told_by = (&jaws.judged.teeth, &jaws.judged.loaded.pair.frame);
    let swept = swept_contact(&jaws.judged.exact, &poses, &at_mm, &asked, told_by, &progress.part(0.3, 1.0))?;
    Ok(Run { swept, at_mm })
}
