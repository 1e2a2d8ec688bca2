//! The same movement with every setting of a grid.
use super::answer::path;
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::Jaws;
use super::settings::Settings;
use crate::base::Progress;
use crate::engine::{Run, Sensitivity, SettingsGrid, SweptQuestion, sensitivity, swept_contact};
use crate::export::motion::sensitivity::SensitivityRecord;
use crate::jaw::motion::Course;
use anyhow::{anyhow, bail};

/// # Errors
/// When a movement is none that settings change, the guides do not reach so far, or cancelling.
pub fn find(
    args: &MotionArgs,
    settings: &Settings,
    answer: &MotionAnswer,
    jaws: &Jaws,
    progress: &Progress,
) -> anyhow::Result<(Sensitivity, SensitivityRecord)> {
    let Some(movement) = answer.movement else {
        bail!("--sensitivity goes through an articulator's settings, and a record has none");
    };
    let (grid, hinge) = (SettingsGrid::default(), answer.hinge);
    let asked = SweptQuestion {
        thresholds_mm: vec![args.zone_threshold_mm],
        zone_threshold_mm: args.zone_threshold_mm,
        scope: jaws.scope.clone(),
    };
    let found = sensitivity(&grid, progress, |cell, progress| {
        let articulator = SettingsGrid::set(&settings.articulator, cell);
        let course = Course::new(&articulator, &hinge, movement);
        if let Some(fault) = articulator.fault().or_else(|| course.fault()) {
            return Err(anyhow!("--sensitivity: {fault}"));
        }
        let found = path(args, &course, Some(jaws), &progress.part(0.0, 0.3))?;
        let steps = &found.path().steps;
        let pose = |step: &crate::jaw::motion::Step| Some(hinge.upper_from_lower(&step.motion()?, &jaws.start));
        let poses: Vec<_> = steps.iter().map(pose).collect();
        let at_mm: Vec<f64> = steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
        let told_by = (&jaws.teeth, &jaws.loaded.pair.frame);
        let swept = swept_contact(&jaws.exact, &poses, &at_mm, &asked, told_by, &progress.part(0.3, 1.0))?;
        Ok(Run { swept, at_mm })
    })?;
    let record = SensitivityRecord::new(&found, &grid, (settings.articulator.plane, args.zone_threshold_mm), &movement);
    Ok((found, record))
}
