//! `--labels-out`: the tooth of every triangle of the scans' files, in the form that `--teeth-upper` reads.
use super::load::raw_scan;
use super::outcome::Outcome;
use crate::base::files::{NewFolder, Staged};
use crate::jaw::JawSide;
use crate::jaw::teeth::labels::labels_of_file;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A label file in the manner of Teeth3DS, with a number for each face.
#[derive(Serialize)]
struct LabelFile {
    jaw: &'static str,
    /// FDI numbers in the order of the file's faces; 0 is gum.
    labels: Vec<u8>,
}

/// Both jaws in one file.
#[derive(Serialize)]
struct BothLabels {
    upper: LabelFile,
    lower: LabelFile,
}

/// Whether one file is meant, and not a folder.
fn is_one_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// The folder that will be made for these labels.
pub fn folder(path: &Path) -> Option<&Path> {
    (!is_one_file(path)).then_some(path)
}

/// The files that will be written.
pub fn files(path: &Path) -> Vec<PathBuf> {
    if is_one_file(path) { vec![path.to_owned()] } else { ["upper.json", "lower.json"].map(|f| path.join(f)).into() }
}

/// Writes them under temporary names.
///
/// # Errors
/// A scan that cannot be read again, or a file that cannot be written.
pub fn stage(path: &Path, outcome: &Outcome, staged: &mut Vec<Staged>) -> anyhow::Result<Option<NewFolder>> {
    let upper = labels(outcome, JawSide::Upper)?;
    let lower = labels(outcome, JawSide::Lower)?;
    if is_one_file(path) {
        staged.push(Staged::write(path, |out| write(&BothLabels { upper, lower }, out))?);
        return Ok(None);
    }
    let folder = NewFolder::make(path)?;
    for (file, labels) in files(path).iter().zip([upper, lower]) {
        staged.push(Staged::write(file, |out| write(&labels, out))?);
    }
    Ok(Some(folder))
}

fn write(labels: &impl Serialize, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, labels)?;
    out.write_all(b"\n")
}

fn labels(outcome: &Outcome, side: JawSide) -> anyhow::Result<LabelFile> {
    let (jaw, scan, name) = match side {
        JawSide::Upper => (&outcome.answer.pair.upper, &outcome.scans[0], "upper"),
        JawSide::Lower => (&outcome.answer.pair.lower, &outcome.scans[1], "lower"),
    };
    let raw = raw_scan(scan, side)?;
    let teeth = outcome.answer.teeth.teeth.jaw(side);
    Ok(LabelFile { jaw: name, labels: labels_of_file(&jaw.mesh, teeth, &raw, jaw.unit) })
}
