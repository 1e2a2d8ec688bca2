//! What is trimmed, as a file for the command line.
use crate::app::state::Open;
use crate::base::files::write_file;
use crate::export::trim::TrimRecord;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Writes the file into a folder; gives its path.
///
/// # Errors
/// When nothing is trimmed, or the folder cannot be written to.
pub fn save(open: &Open, folder: &Path) -> anyhow::Result<PathBuf> {
    let record = TrimRecord::of(open.session.trim(), open.pair()).context("nothing is trimmed")?;
    // A name without anything about the patient.
    let path = folder.join(format!("occluscope-trim-{}.json", jiff::Zoned::now().strftime("%Y%m%d-%H%M%S")));
    write_file(&path, |out| record.write(out))?;
    Ok(path.canonicalize().unwrap_or(path))
}
