//! What the teeth are painted by: the closest gap at every vertex, and within the triangles whose corners do not tell it.
use super::closest_gap::counted_vertices;
use super::engine::BvhEngine;
use super::signed::SignedNearest;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::contact::{CURVE_TO_MM, Finer, Scope};
use crate::field::{BESIDE_MM, FineGaps, NO_GAP, SurfaceGaps};
use crate::jaw::JawSide;

/// How far gaps are painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintReach {
    /// Largest gap that has a colour, mm.
    pub range_mm: f64,
    /// Largest gap that an area may end at, mm.
    pub cut_mm: f64,
}

impl PaintReach {
    /// Up to the range, and cut at any threshold that is asked for or that the curve offers.
    pub fn of(range_mm: f64, thresholds_mm: &[f64]) -> Self {
        Self { range_mm, cut_mm: thresholds_mm.iter().copied().fold(CURVE_TO_MM, f64::max) }
    }
}

impl BvhEngine {
    /// The closest gap over both jaws, as far as it is painted.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn surface_gaps(
        &self,
        scope: &Scope,
        pose: &Rigid,
        reach: PaintReach,
        progress: &Progress,
    ) -> Result<SurfaceGaps, Cancelled> {
        let vertices = [0, 1].map(|side| self.vertex_gaps(scope, pose, reach.range_mm, side));
        progress.check()?;
        let of = |side: usize| self.fine_gaps((scope, pose), reach.cut_mm, side, &vertices[side], progress);
        Ok(SurfaceGaps { fine: [of(0)?, of(1)?], vertices })
    }

    fn vertex_gaps(&self, scope: &Scope, pose: &Rigid, range_mm: f64, side: usize) -> Vec<f32> {
        let (upper, lower) = self.meshes();
        let (mesh, other, own) =
            if side == 0 { (upper, lower, JawSide::Upper) } else { (lower, upper, JawSide::Lower) };
        let counted = counted_vertices(mesh, |triangle| scope.counts(side, triangle));
        let found = self.closest_gaps(own, pose, range_mm, &mut Vec::new());
        let gap = |(near, is_counted): (Option<SignedNearest>, bool)| {
            near.filter(|n| (n.nearest.triangle as usize) < other.n_scanned)
                .map_or(NO_GAP, |n| n.signed_mm as f32 + offset_mm(scope, is_counted, (1 - side, n.nearest.triangle)))
        };
        found.into_iter().zip(counted).map(gap).collect()
    }

    fn fine_gaps(
        &self,
        (scope, pose): (&Scope, &Rigid),
        reach_mm: f64,
        side: usize,
        vertices: &[f32],
        progress: &Progress,
    ) -> Result<FineGaps, Cancelled> {
        let gap = self.closest_gap(pose);
        let offset = |own: u32, other: u32| offset_mm(scope, scope.counts(side, own), (1 - side, other));
        let twins = self.twins()[side];
        Finer { gap: &gap, jaws: gap.jaws(), side, twins, vertices, reach_mm, offset: &offset }.find(progress)
    }
}

/// What is added to a gap from surface that counts or does not to a triangle of the other jaw; beside [`NO_GAP`] a gap is nothing.
fn offset_mm(scope: &Scope, is_counted: bool, (side, triangle): (usize, u32)) -> f32 {
    if scope.is_trimmed(side, triangle) {
        NO_GAP
    } else if is_counted && scope.counts(side, triangle) {
        0.0
    } else {
        BESIDE_MM
    }
}
