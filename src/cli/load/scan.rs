//! One scan as it stands in its file.
use crate::base::{RawMesh, Warning, files};
use crate::cli::progress::Reporter;
use crate::import;
use anyhow::Context;
use std::path::Path;

/// One file as it was read.
pub struct ReadScan {
    /// The file as the user named it.
    pub file: String,
    /// Its name without the folder.
    pub name: String,
    /// BLAKE3 of its bytes, hex.
    pub blake3: String,
    pub raw: RawMesh,
    /// What was odd about the file.
    pub warnings: Vec<Warning>,
}

/// Reads one scan.
///
/// # Errors
/// One sentence that names the file.
pub fn read_scan(path: &Path) -> anyhow::Result<ReadScan> {
    let file = path.display().to_string();
    let name = files::file_name(path);
    let reporter = Reporter::start(name.as_str());
    let bytes = files::read_file(path)?;
    let blake3 = blake3::hash(&bytes).to_hex().to_string();
    let imported = import::read_mesh(&bytes, &reporter.progress).with_context(|| file.clone())?;
    Ok(ReadScan { file, name, blake3, raw: imported.raw, warnings: imported.warnings })
}
