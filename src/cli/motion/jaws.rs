//! Scans, and what touches in them along a movement.
use super::args::MotionArgs;
use crate::base::{Progress, Rigid};
use crate::cli::judged::Judged;
use crate::cli::load::LoadedPair;
use crate::engine::{SweptContact, SweptQuestion, swept_contact};
use crate::export::motion::record::MotionRecord;
use crate::jaw::motion::{HingeFrame, Movement};
use crate::session::jaw_motion::place;
use glam::DVec3;
use std::time::Instant;

/// Scans with all that is asked of them.
pub struct Jaws<'a> {
    pub judged: Judged<'a>,
    /// `upper_from_lower` at the start.
    pub start: Rigid,
}

impl<'a> Jaws<'a> {
    /// # Errors
    /// Bad input, or cancelling.
    pub fn new(
        args: &MotionArgs,
        loaded: &'a LoadedPair,
        pose: Option<Rigid>,
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let judged = Judged::new(loaded, (&args.teeth, args.scope, args.trim.of(loaded)?), progress)?;
        Ok(Self { judged, start: pose.unwrap_or_else(|| loaded.pose()) })
    }

    /// The lower incisal point at the start, world coordinates.
    pub fn incisal(&self) -> DVec3 {
        self.judged.incisal(self.start)
    }

    /// The middle of the lower first molar of each side at the start, hinge frame; where it is not known a place by the averages.
    pub fn molars(&self, hinge: &HingeFrame) -> [DVec3; 2] {
        place::molars((&self.judged.loaded.pair, &self.judged.teeth), hinge, &self.start)
    }
}

/// What touches in each step; every place of it as CSV, if that is wanted.
///
/// # Errors
/// Cancelling.
pub fn contacts(
    args: &MotionArgs,
    record: &mut MotionRecord,
    movement: Option<&Movement>,
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<Option<SweptContact>> {
    let Some(jaws) = jaws.filter(|_| !args.no_contacts) else { return Ok(None) };
    let pose = |rows: Option<[[f64; 4]; 4]>| rows.and_then(|rows| Rigid::from_rows(rows).ok());
    let poses: Vec<Option<Rigid>> = record.steps.iter().map(|step| pose(step.upper_from_lower)).collect();
    let at_mm: Vec<f64> = record.steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
    let asked = SweptQuestion {
        thresholds_mm: args.threshold_mm.0.clone(),
        zone_threshold_mm: args.zone_threshold_mm,
        scope: jaws.judged.scope.clone(),
    };
    let begun = Instant::now();
    let told_by = (&jaws.judged.teeth, &jaws.judged.loaded.pair.frame);
    let swept = swept_contact(&jaws.judged.exact, &poses, &at_mm, &asked, told_by, progress)?;
    record.timing_ms.contacts = Some(begun.elapsed().as_secs_f64() * 1e3);
    record.add_contact(&swept, movement);
    (record.thresholds_mm, record.zone_threshold_mm) = (Some(asked.thresholds_mm), Some(asked.zone_threshold_mm));
    Ok(Some(swept))
}
