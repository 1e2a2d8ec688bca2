//! From file names to raw meshes, and from two of them to a prepared pair of jaws.
use super::args::ScanArgs;
use super::progress::Reporter;
use crate::base::{RawMesh, Warning, files};
use crate::export::json::TimingRecord;
use crate::import::{self, JawGuess};
use crate::jaw::JawPair;
use crate::jaw::prepare::{PairOptions, Scan, prepare_pair};
use anyhow::{Context, ensure};
use std::path::Path;
use std::time::Instant;

/// Fewer than this have no size and direction of their own; no solid has fewer than four.
const FEWEST_TRIANGLES: usize = 3;

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
    let name = path.file_name().map_or_else(|| file.clone(), |n| n.to_string_lossy().into_owned());
    let reporter = Reporter::start(name.as_str());
    let bytes = files::read_file(path)?;
    let blake3 = blake3::hash(&bytes).to_hex().to_string();
    let imported = import::read_mesh(&bytes, &reporter.progress).with_context(|| file.clone())?;
    Ok(ReadScan { file, name, blake3, raw: imported.raw, warnings: imported.warnings })
}

/// The scans of both jaws.
pub struct ReadPair {
    upper: ReadScan,
    lower: ReadScan,
    import_ms: f64,
}

/// Reads the upper and the lower scan; the order of the arguments decides which is which.
///
/// # Errors
/// As [`read_scan`].
pub fn read_pair(upper: &Path, lower: &Path) -> anyhow::Result<ReadPair> {
    let started = Instant::now();
    let (upper, lower) = (read_scan(upper)?, read_scan(lower)?);
    Ok(ReadPair { upper, lower, import_ms: milliseconds(started) })
}

/// The jaws that an engine takes, with everything said on the way.
pub struct LoadedPair {
    pub pair: JawPair,
    pub warnings: Vec<Warning>,
    pub timing_ms: TimingRecord,
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// Welds, orients and closes both scans.
///
/// # Errors
/// When a scan cannot be prepared; the message names it.
pub fn prepare(scans: ReadPair, args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    let (started, doubt) = (Instant::now(), doubt_order(&scans.upper, &scans.lower));
    let reporter = Reporter::start("preparing the scans");
    let options = PairOptions { unit: args.unit.given(), close: !args.no_close, frame: None };
    let scan = |read: ReadScan| Scan { name: read.name, blake3: read.blake3, raw: read.raw, warnings: read.warnings };
    let files = [scans.upper.file.clone(), scans.lower.file.clone()];
    let (pair, warnings) = prepare_pair(scan(scans.upper), scan(scans.lower), &options, &reporter.progress)?;
    for (file, jaw) in files.iter().zip([&pair.upper, &pair.lower]) {
        let n = jaw.mesh.triangles.len();
        ensure!(n >= FEWEST_TRIANGLES, "{file}: its surface has only {n} triangles; that is no scan of a jaw");
    }
    let timing_ms =
        TimingRecord { import: Some(scans.import_ms), prepare: Some(milliseconds(started)), ..TimingRecord::default() };
    Ok(LoadedPair { pair, warnings: doubt.into_iter().chain(warnings).collect(), timing_ms })
}

/// A doubt when the names say the opposite of the order.
fn doubt_order(upper: &ReadScan, lower: &ReadScan) -> Option<Warning> {
    let guess = |scan: &ReadScan| import::side_from_name(&scan.name);
    let doubt = match (guess(upper), guess(lower)) {
        (Some(JawGuess::Lower), Some(JawGuess::Upper)) => format!(
            "By their names \"{}\" is the lower jaw and \"{}\" the upper one; the order given was kept (upper first).",
            upper.name, lower.name
        ),
        (Some(JawGuess::Lower), _) => {
            format!("By its name \"{}\" is the lower jaw; the order given was kept (upper first).", upper.name)
        }
        (_, Some(JawGuess::Upper)) => {
            format!("By its name \"{}\" is the upper jaw; the order given was kept (upper first).", lower.name)
        }
        _ => return None,
    };
    Some(Warning::new(doubt))
}
