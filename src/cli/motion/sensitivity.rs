//! The same movement with every setting of a grid.
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::Jaws;
use super::one_run::one_run;
use super::settings::Settings;
use crate::base::Progress;
use crate::engine::{Sensitivity, SettingsGrid, sensitivity};
use crate::export::motion::sensitivity::SensitivityRecord;
use anyhow::{Context, bail};

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
    let found = sensitivity(&grid, progress, |cell, progress| {
        let articulator = SettingsGrid::set(&settings.articulator, cell);
        one_run(args, (&articulator, &hinge, movement), jaws, progress).context("--sensitivity")
    })?;
    let record = SensitivityRecord::new(&found, &grid, (settings.articulator.plane, args.zone_threshold_mm), &movement);
    Ok((found, record))
}
