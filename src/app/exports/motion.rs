//! The movement that is looked at, or the articulator, as a file among the person's pictures.
use crate::app::state::Open;
use crate::app::state::motion::MotionFormat;
use crate::base::files::write_file;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::csv::write_track_csv;
use crate::export::motion::jaw_motion::write_jaw_motion;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Writes the file into a folder; gives its path.
///
/// # Errors
/// When no movement is known, or the folder cannot be written to.
pub fn save(open: &Open, format: MotionFormat, folder: &Path) -> anyhow::Result<PathBuf> {
    // A name without anything about the patient.
    let (now, ending) = (jiff::Zoned::now().strftime("%Y%m%d-%H%M%S"), format.ending());
    let what = if format == MotionFormat::Articulator { "articulator" } else { "movement" };
    let path = folder.join(format!("occluscope-{what}-{now}.{ending}"));
    match format {
        MotionFormat::Articulator => {
            let (articulator, facebow) = (open.session.articulator(), open.session.motion().facebow);
            let record = ArticulatorRecord::new(&articulator, facebow.as_ref());
            let text = serde_json::to_string_pretty(&record).context("the articulator is none that can be written")?;
            write_file(&path, |out| writeln!(out, "{text}"))?;
        }
        MotionFormat::JawMotion | MotionFormat::Csv => {
            let found = open.motion.path().filter(|_| open.motion.is_fresh());
            let found = found.context("the movement is not computed yet")?;
            write_file(&path, |out| match format {
                MotionFormat::JawMotion => write_jaw_motion(&found.track, found.hinge.incisal, out),
                _ => write_track_csv(&found.track, out),
            })?;
        }
    }
    Ok(path.canonicalize().unwrap_or(path))
}
