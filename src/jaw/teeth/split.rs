//! The automatic split of an arch into teeth, by its shape alone.
//!
//! ```text
//! scanned surface without loose sheets (mesh::components), flaps and curtains -> samples in the occlusal frame
//!   -> the curve along which the crowns stand (arch_curve.rs)
//!   -> cross-section of the crowns along it, notches, the cheapest reading as teeth of known widths (cuts.rs)
//!   -> every triangle, by growing each tooth from its top as far as the creases (grow.rs)
//! ```
use super::arch_curve::{ArchCurve, samples};
use super::curtains::curtains;
use super::cuts::{Row, ToothReading, read_row};
use super::flaps::flaps;
use super::grow::grow;
use super::numbering::fdi_at;
use super::{JawTeeth, ToothRegion, ToothSource};
use crate::base::words::say;
use crate::base::{Cancelled, Progress};
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use crate::mesh::border::rim_vertices;
use crate::mesh::components::loose_sheets;
use crate::mesh::topology::twins;
use std::sync::Arc;

/// A row of fewer teeth is taken for no row of teeth, and so is one whose middle confidence is less, unless its teeth are as clearly parted as
/// this: of part of an arch the numbers may be a guess.
const FEWEST_TEETH: usize = 3;
const LEAST_SURE: f64 = 0.2;
const DEEP: f64 = 0.75;
/// A notch that parts nothing. A tooth has the shallower one of its two, so that of a row with one such boundary two teeth in three may be.
const SHALLOW: f64 = 0.9;

/// Splits one jaw. The mesh and the frame are in the same coordinates: those of the file, in the pose of the files. A jaw that is
/// no arch has no teeth.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn split(mesh: &TriMesh, side: JawSide, frame: &OcclusalFrame, progress: &Progress) -> Result<JawTeeth, Cancelled> {
    progress.enter(say!("stage-looking-for-teeth"), 0.0)?;
    let beside = twins_of(mesh);
    let Some(tissue) = tissue((mesh, &beside), side, frame) else {
        return split_row((mesh, &beside), side, frame, progress);
    };
    drop(beside);
    let rest = mesh.scanned_without(&tissue);
    let found = split_row((&rest, &twins_of(&rest)), side, frame, progress)?;
    if found.is_empty() {
        return Ok(found);
    }
    let mut of_rest = found.of_triangle.iter().copied();
    let of_scanned = tissue.iter().map(|is_tissue| if *is_tissue { 0 } else { of_rest.next().unwrap_or(0) });
    let mut of_triangle: Vec<u8> = of_scanned.collect();
    of_triangle.resize(mesh.triangles.len(), 0);
    Ok(JawTeeth { of_triangle: Arc::new(of_triangle), ..found })
}

/// Of each scanned triangle whether it is tissue beside the jaw: a loose sheet, a flap or a curtain; `None` where there is none.
fn tissue((mesh, twins): (&TriMesh, &[u32]), side: JawSide, frame: &OcclusalFrame) -> Option<Vec<bool>> {
    let rim = rim_vertices(mesh, twins);
    let kinds = [loose_sheets(mesh), flaps(mesh, &rim, frame, side), curtains((mesh, twins), &rim, frame, side)];
    let either = |a: Vec<bool>, b: Vec<bool>| a.into_iter().zip(b).map(|(a, b)| a || b).collect();
    kinds.into_iter().flatten().reduce(either)
}

fn twins_of(mesh: &TriMesh) -> Vec<u32> {
    twins(&mesh.triangles, mesh.positions.len())
}

/// Splits a jaw without tissue beside it.
pub(super) fn split_row(
    (mesh, twins): (&TriMesh, &[u32]),
    side: JawSide,
    frame: &OcclusalFrame,
    progress: &Progress,
) -> Result<JawTeeth, Cancelled> {
    let samples = samples(mesh, frame, side);
    progress.at(0.2)?;
    let Some(curve) = ArchCurve::new(&samples, side) else { return Ok(JawTeeth::default()) };
    progress.at(0.3)?;
    let row = Row::new(&curve, &samples, progress)?;
    let teeth = read_row(&row, side, progress)?;
    progress.at(0.7)?;
    if !is_row(&teeth) {
        return Ok(JawTeeth::default());
    }
    let grown = grow((mesh, twins), (frame, side), &curve, &row, &teeth, progress)?;
    let region = |tooth: &ToothReading| ToothRegion {
        fdi: fdi_at(side, tooth.place),
        confidence: tooth.confidence,
        source: ToothSource::Split,
    };
    // What was read and is gum after all leaves no place empty.
    let mut places = vec![0_u8];
    let mut n_standing = 0;
    places.extend(grown.stands.iter().map(|stands| {
        n_standing += u8::from(*stands);
        if *stands { n_standing } else { 0 }
    }));
    let regions =
        teeth.iter().zip(&grown.stands).filter(|(_, stands)| **stands).map(|(tooth, _)| region(tooth)).collect();
    let of_triangle = grown.of_triangle.iter().map(|r| places[usize::from(*r)]).collect();
    Ok(JawTeeth { of_triangle: Arc::new(of_triangle), regions })
}

/// Whether it is a row of teeth at all: anything can be cut into pieces.
fn is_row(teeth: &[ToothReading]) -> bool {
    let middle = |of: fn(&ToothReading) -> f64| {
        let mut sorted: Vec<f64> = teeth.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    };
    let n_parted = teeth.iter().filter(|t| t.notch < SHALLOW).count();
    let is_clear = middle(|t| t.confidence) >= LEAST_SURE || middle(|t| t.notch) <= DEEP;
    teeth.len() >= FEWEST_TEETH && is_clear && 3 * n_parted >= teeth.len()
}
