//! An articulator's settings from all movements of a record's file.
use super::args::MotionArgs;
use crate::base::Rigid;
use crate::export::motion::fit::FitRecord;
use crate::import::motion::MotionFile;
use crate::jaw::motion::{FitKind, ReferencePlane, fitted_settings, recorded_motion};

/// `half_width_mm`: half the distance of the condyles.
pub fn fit(args: &MotionArgs, file: &MotionFile, half_width_mm: f64, plane: ReferencePlane) -> FitRecord {
    let mut notes = Vec::new();
    let mut movements: Vec<(FitKind, Vec<Rigid>)> = Vec::new();
    for movement in &file.movements {
        let Some(kind) = FitKind::of_name(&movement.kind) else { continue };
        match recorded_motion(file, movement, &args.record.reading()) {
            Ok(recorded) => movements.push((kind, recorded.motions)),
            Err(why) => notes.push(format!("Its \"{}\" was left out: {why}.", movement.kind)),
        }
    }
    let parts: Vec<(FitKind, &[Rigid])> = movements.iter().map(|(kind, motions)| (*kind, &motions[..])).collect();
    if parts.is_empty() {
        notes.push("The file has no opening, protrusion or laterotrusion by name: nothing was fitted.".into());
    }
    let mut fitted = fitted_settings(&parts, half_width_mm);
    fitted.notes.extend(notes);
    FitRecord::new(&fitted, plane)
}
