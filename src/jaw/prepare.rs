//! From two scans as read to a prepared pair: unit, welding, occlusal frame, orientation, closing.
//!
//! The frame comes between welding and closing: it needs the surfaces in millimetres but not their orientation, and
//! it says which way is away from the teeth, which orientation and closing need.
use super::{Jaw, JawPair, OcclusalFrame};
use crate::base::{Cancelled, LengthUnit, Progress, RawMesh, Warning};
use crate::mesh::{GumSide, MeshError, Welded, finish, gum_side, weld_only};
use glam::DVec3;

/// One scan as it was read.
#[derive(Clone, Debug)]
pub struct Scan {
    /// File name for people (no folder), or "sample".
    pub name: String,
    /// BLAKE3 of the file's bytes, hex.
    pub blake3: String,
    pub raw: RawMesh,
    /// What was odd about the file.
    pub warnings: Vec<Warning>,
}

/// How a pair is prepared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOptions {
    /// `None`: metres if both scans span less than 1, otherwise millimetres.
    pub unit: Option<LengthUnit>,
    /// Fill holes and add bases to open scans.
    pub close: bool,
    /// `None`: estimated from the geometry.
    pub frame: Option<OcclusalFrame>,
}

impl Default for PairOptions {
    fn default() -> Self {
        Self { unit: None, close: true, frame: None }
    }
}

/// Why there is no pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    #[error("{name}: {source}")]
    Mesh { name: String, source: MeshError },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Prepares both scans, each on its own thread, and says everything that the user should know about them. Both must
/// be in the pose of their files, in one coordinate system: the frame is estimated there.
///
/// # Errors
/// A scan without a surface or with impossible numbers, named; or cancelling.
pub fn prepare_pair(
    upper: Scan,
    lower: Scan,
    options: &PairOptions,
    progress: &Progress,
) -> Result<(JawPair, Vec<Warning>), PrepareError> {
    let (unit, mut warnings) = unit_of(&upper.raw, &lower.raw, options.unit);
    let weld = |scan: &Scan| named(&scan.name, weld_only(&scan.raw, unit, progress));
    let (welded_upper, welded_lower) = both(|| weld(&upper), || weld(&lower));
    let (welded_upper, welded_lower) = (welded_upper?, welded_lower?);
    progress.enter("finding the occlusal plane", 0.2)?;
    let frame = match options.frame {
        Some(frame) => frame,
        None => {
            let (frame, doubts) = OcclusalFrame::estimate(&welded_upper.mesh, &welded_lower.mesh);
            warnings.extend(doubts);
            frame
        }
    };
    let finish = |scan: Scan, welded, away| finish_jaw(scan, welded, away, unit, options.close, progress);
    let (upper, lower) = both(|| finish(upper, welded_upper, frame.up), || finish(lower, welded_lower, -frame.up));
    let ((upper, upper_warnings), (lower, lower_warnings)) = (upper?, lower?);
    warnings.extend(upper_warnings);
    warnings.extend(lower_warnings);
    Ok((JawPair { upper, lower, frame }, warnings))
}

fn finish_jaw(
    scan: Scan,
    welded: Welded,
    away_by_frame: DVec3,
    unit: LengthUnit,
    close: bool,
    progress: &Progress,
) -> Result<(Jaw, Vec<Warning>), PrepareError> {
    let mut warnings = scan.warnings;
    let (away, doubt) = settle_away(away_by_frame, gum_side(&welded.mesh));
    warnings.extend(doubt);
    let (mesh, report) = named(&scan.name, finish(welded, close, away, progress))?;
    warnings.extend(report.warnings.iter().cloned());
    let warnings = warnings.into_iter().map(|w| Warning::new(format!("{}: {w}", scan.name))).collect();
    Ok((Jaw { name: scan.name, blake3: scan.blake3, unit, mesh, report }, warnings))
}

/// The frame's word counts, unless the scan is plainly open to the other side: then the two jaws do not face each
/// other in their files, and the scan's own rim is the better guide for its base.
fn settle_away(by_frame: DVec3, by_rim: GumSide) -> (DVec3, Option<Warning>) {
    if !by_rim.is_certain || by_rim.away.dot(by_frame) > 0.0 {
        return (by_frame, None);
    }
    let warning = "The open side of this scan faces the other jaw: the scans may be swapped, or not in one coordinate system.";
    (by_rim.away, Some(Warning::new(warning)))
}

fn unit_of(upper: &RawMesh, lower: &RawMesh, wish: Option<LengthUnit>) -> (LengthUnit, Vec<Warning>) {
    if let Some(unit) = wish {
        return (unit, Vec::new());
    }
    let (unit, warning) = crate::import::pair_unit(upper, lower);
    (unit, warning.into_iter().collect())
}

fn named<T>(name: &str, result: Result<T, MeshError>) -> Result<T, PrepareError> {
    result.map_err(|source| match source {
        MeshError::Cancelled(cancelled) => PrepareError::Cancelled(cancelled),
        source => PrepareError::Mesh { name: name.to_owned(), source },
    })
}

/// Runs two jobs, the second on a thread of its own.
fn both<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let b = scope.spawn(b);
        let a = a();
        (a, b.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
