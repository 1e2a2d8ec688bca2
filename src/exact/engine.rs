//! Engine `bvh`: a pair of jaws with its trees, asked as a whole.
use super::bvh::Bvh;
use super::closest::Hint;
use super::distance::{SmallestDistance, smallest_distance};
use super::figures;
use super::gap_field::{RayField, Surface, gap_field_along};
use super::lid::Lid;
use super::pairs::{TrianglePair, intersecting_pairs, surfaces_meet};
use super::segments::{Curve, curves, segments};
use super::signed::{SignedNearest, signed_nearest};
use super::viewport::projection_along;
use super::winding::Sides;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::{GapField, Metrics, Projection, Question};
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use glam::DVec3;
use std::sync::{Arc, OnceLock};

/// What the exact engine answers.
#[derive(Clone, Debug)]
pub struct ExactAnalysis {
    pub metrics: Metrics,
    pub field: GapField,
    /// Rays that pass an edge within 1/256 pixel, row-major like the maps.
    pub near_edge: Vec<bool>,
    /// Every pair of triangles that meet, sorted: upper, lower.
    pub pairs: Vec<TrianglePair>,
    /// Where the surfaces cut, world coordinates.
    pub curves: Vec<Curve>,
}

struct OneJaw {
    mesh: TriMesh,
    closed: bool,
    bvh: Bvh,
    /// Of an open jaw, once it has been asked for.
    lid: OnceLock<Arc<Lid>>,
}

impl OneJaw {
    fn sides(&self) -> Sides<'_> {
        if self.closed {
            return Sides::new(&self.bvh, true);
        }
        Sides::with_lid(&self.bvh, self.lid.get_or_init(|| Arc::new(Lid::new(&self.bvh))).clone())
    }
}

/// Both jaws with their trees. The meshes are copied: the engine outlives the pair it was made from.
pub struct BvhEngine {
    upper: OneJaw,
    lower: OneJaw,
}

impl BvhEngine {
    pub fn new(pair: &JawPair) -> Self {
        let jaw = |jaw: &crate::jaw::Jaw| OneJaw {
            mesh: jaw.mesh.clone(),
            closed: jaw.report.closed,
            bvh: Bvh::new(&jaw.mesh),
            lid: OnceLock::new(),
        };
        Self { upper: jaw(&pair.upper), lower: jaw(&pair.lower) }
    }

    /// The tree of a jaw, in its own coordinates.
    pub fn bvh(&self, side: JawSide) -> &Bvh {
        &self.jaw(side).bvh
    }

    fn jaw(&self, side: JawSide) -> &OneJaw {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    /// A pixel grid along a direction for a pose, where no raster engine has chosen one; `None` when the jaws' shadows
    /// do not overlap.
    pub fn projection_along(&self, pose: &Rigid, direction: DVec3, resolution: u32) -> Option<Projection> {
        projection_along(&self.upper.mesh, &self.lower.mesh, pose, direction, resolution)
    }

    /// Maps by rays, figures from them, pairs of triangles and curves, for one pose and one pixel grid.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn analyze(
        &self,
        question: &Question,
        projection: &Projection,
        progress: &Progress,
    ) -> Result<ExactAnalysis, Cancelled> {
        let pairs = self.intersecting_pairs(&question.upper_from_lower);
        let curves = self.curves(&pairs, &question.upper_from_lower);
        let rays = self.gap_field(question, projection, progress)?;
        let metrics = figures::metrics(&rays, &self.upper.mesh, &self.lower.mesh, question);
        Ok(ExactAnalysis { metrics, field: rays.field, near_edge: rays.near_edge, pairs, curves })
    }

    /// The map alone.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn gap_field(
        &self,
        question: &Question,
        projection: &Projection,
        progress: &Progress,
    ) -> Result<RayField, Cancelled> {
        let surface = |jaw| Surface { mesh: &self.jaw(jaw).mesh, bvh: &self.jaw(jaw).bvh };
        gap_field_along(
            surface(JawSide::Upper),
            surface(JawSide::Lower),
            &question.upper_from_lower,
            projection,
            question.range_mm,
            question.counting,
            progress,
        )
    }

    /// Every pair of triangles (upper, lower) that have a point in common.
    pub fn intersecting_pairs(&self, pose: &Rigid) -> Vec<TrianglePair> {
        intersecting_pairs(&self.upper.bvh, &self.lower.bvh, pose)
    }

    /// Whether any triangles meet.
    pub fn surfaces_meet(&self, pose: &Rigid) -> bool {
        surfaces_meet(&self.upper.bvh, &self.lower.bvh, pose)
    }

    /// The pairs' common segments, joined.
    pub fn curves(&self, pairs: &[TrianglePair], pose: &Rigid) -> Vec<Curve> {
        curves(&segments(pairs, &self.upper.mesh, &self.lower.mesh, pose))
    }

    /// The smallest distance between the surfaces; `None` without triangles.
    pub fn smallest_distance(&self, pose: &Rigid, last: Option<&SmallestDistance>) -> Option<SmallestDistance> {
        smallest_distance(&self.upper.bvh, &self.lower.bvh, pose, last.map(|d| d.hint))
    }

    /// The closest gap at every vertex of one jaw: signed distance to the other jaw, `None` beyond `radius_mm`. Nearest
    /// points are in the other jaw's own coordinates. `hints` is kept from frame to frame; its length is set here.
    pub fn closest_gaps(
        &self,
        of: JawSide,
        pose: &Rigid,
        radius_mm: f64,
        hints: &mut Vec<Hint>,
    ) -> Vec<Option<SignedNearest>> {
        let other_from_own = if of == JawSide::Lower { *pose } else { pose.inverse() };
        let moved = |p: &glam::Vec3| other_from_own.transform_point(p.as_dvec3());
        let points: Vec<DVec3> = self.jaw(of).mesh.positions.iter().map(moved).collect();
        hints.resize(points.len(), Hint::NONE);
        let other = self.jaw(of.other());
        signed_nearest(&other.bvh, &other.sides(), &points, radius_mm, hints)
    }
}

#[cfg(test)]
mod tests;
