//! A movement from a file.
use super::args::MotionArgs;
use super::fit::fit;
use super::found::MotionAnswer;
use super::jaws::{Jaws, contacts};
use super::record::Told;
use super::settings::Settings;
use crate::base::{Progress, Rigid, files};
use crate::export::motion::record::{MovementRecord, RecordedRecord, StepRecord};
use crate::export::motion::track::{Track, TrackPlace};
use crate::import::motion::{MotionFile, Recorded, read_motion};
use crate::jaw::motion::{HingeFrame, RecordedMotion, recorded_motion};
use crate::session::jaw_motion::recorded::{chosen, placed, ways_mm};
use crate::session::jaw_motion::track::known_kind;
use anyhow::{Context, anyhow};
use std::path::Path;
use std::time::Instant;

/// # Errors
/// A bad file, or what must be said of it.
pub fn answer(
    args: &MotionArgs,
    settings: &Settings,
    (path, name): (&Path, Option<&str>),
    jaws: Option<&Jaws>,
    hinge: &HingeFrame,
    progress: &Progress,
) -> anyhow::Result<MotionAnswer> {
    let begun = Instant::now();
    let label = || path.display().to_string();
    let file = read_motion(&files::read_file(path)?, &args.record.table()).with_context(label)?;
    let movement = chosen(&file, name).map_err(|text| anyhow!(text)).with_context(label)?;
    let found =
        recorded_motion(&file, movement, &args.record.reading()).map_err(|text| anyhow!(text)).with_context(label)?;
    let hinge = placed(found.world_from_hinge, found.incisal, hinge);
    let path_ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut told = Told::new(settings, &hinge, jaws, path_ms);
    if let Some(half_width_mm) = found.half_width_mm {
        told.half_width_mm = half_width_mm;
    }
    if found.world_from_hinge.is_some() {
        told.placed_by = "marks";
    }
    let steps = steps(&told, &found);
    let smoothed = args.record.smooth.map(|smoothing| smoothing.words());
    let recorded = recorded(path, (&file, movement), &found, smoothed);
    let mut record = told.record("recorded", MovementRecord::recorded(&movement.kind));
    (record.steps, record.recorded, record.residual_rms_mm) = (steps, Some(recorded), found.residual_rms_mm);
    record.warnings.extend(file.warnings.iter().map(|w| format!("{}: {w}", path.display())));
    record.warnings.extend(doubts(&found));
    record.warnings.extend(args.record.smooth.map(|smoothing| {
        format!("The record was {}: every figure here is of the smoothed poses, and contacts are others than those of the poses as measured.", smoothing.words())
    }));
    if args.record.fit {
        record.fit = Some(fit(args, &file, record.hinge.condyles.right[0], record.plane));
    }
    let swept = contacts(args, &mut record, None, jaws, progress)?;
    let track = track(movement, &record.steps, &found);
    Ok(MotionAnswer { record, track, incisal: hinge.incisal, hinge, movement: None, swept })
}

fn steps(told: &Told, found: &RecordedMotion) -> Vec<StepRecord> {
    let ways = ways_mm(&found.motions, told.hinge.incisal);
    let step = |(i, (motion, way)): (usize, (&Rigid, &f64))| {
        let time_s = found.times_s.get(i).copied();
        StepRecord { incisal_way_mm: *way, time_s, ..told.step(*way, Some(*motion)) }
    };
    found.motions.iter().zip(&ways).enumerate().map(step).collect()
}

fn recorded(
    path: &Path,
    (file, movement): (&MotionFile, &Recorded),
    found: &RecordedMotion,
    smoothed: Option<String>,
) -> RecordedRecord {
    let placed = if found.world_from_hinge.is_some() { "marks in the scan" } else { "the articulator's axis" };
    RecordedRecord {
        file: path.display().to_string(),
        format: file.format,
        name: movement.kind.clone(),
        frequency_hz: movement.frequency,
        read_as: format!("{}; {}", file.read_as, smoothed.as_deref().unwrap_or("not smoothed")),
        smoothed,
        registered_by: format!("bite: {}; axis: {placed}", found.bite),
        residual_worst_mm: found.residual_worst_mm,
    }
}

/// Of marks a jaw's own bend, and what trackers leave, is below this, mm.
const USUAL_RESIDUAL_MM: f64 = 0.2;

fn doubts(found: &RecordedMotion) -> Vec<String> {
    let rough = found.residual_rms_mm.filter(|mm| *mm > USUAL_RESIDUAL_MM);
    let mut doubts: Vec<String> = rough
        .map(|mm| format!("The marks do not keep their distances: {mm:.3} mm RMS are left of them; contacts are no better than that."))
        .into_iter()
        .collect();
    let nearest = found.motions.iter().map(|m| m.translation.length()).fold(f64::INFINITY, f64::min);
    if nearest > 0.3 {
        doubts.push(format!(
            "The record never comes back to its bite: at the nearest the axis is {nearest:.2} mm away from it."
        ));
    }
    doubts
}

/// Under a name that other programs know.
fn track(movement: &Recorded, steps: &[StepRecord], found: &RecordedMotion) -> Track {
    let place =
        |(step, motion): (&StepRecord, &Rigid)| TrackPlace { s_mm: step.s_mm, time_s: step.time_s, motion: *motion };
    Track {
        kind: known_kind(&movement.kind).into(),
        frequency: movement.frequency,
        places: steps.iter().zip(&found.motions).map(place).collect(),
    }
}
