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
            let is_left =
                |triangle: u32| (triangle as usize) < other.n_scanned && !scope.is_trimmed(1 - side, triangle);
            let Some(near) = near.filter(|n| is_left(n.nearest.triangle)) else {
                return NO_GAP;
            };
            let is_judged = is_counted && scope.counts(1 - side, near.nearest.triangle);
            near.signed_mm as f32 + if is_judged { 0.0 } else { BESIDE_MM }
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
        let offset = |own: u32, other: u32| {
            if scope.is_trimmed(1 - side, other) {
                return NO_GAP;
            }
            let is_judged = scope.counts(side, own) && scope.counts(1 - side, other);
            if is_judged { 0.0 } else { BESIDE_MM }
        };
        let twins = self.twins()[side];
        Finer { gap: &gap, jaws: gap.jaws(), side, twins, vertices, reach_mm, offset: &offset }.find(progress)
    }
}
