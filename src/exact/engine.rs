//! Engine `bvh`: a pair of jaws with its trees, asked as a whole.
use super::bvh::Bvh;
use super::cap::Cap;
use super::closest::Hint;
use super::distance::{SmallestDistance, smallest_distance_of};
use super::first_contact::{FirstContact, Jaws, Motion, first_contact};
use super::gap_field::{RayField, gap_field_along};
use super::nested::Nesting;
use super::pairs::{TrianglePair, intersecting_pairs, surfaces_meet};
use super::penetration::{
    DeepestPenetration, Depth, PenetrationVolume, Solid, deepest_penetration, penetration_volume,
};
use super::segments::{Curve, curves, segments};
use super::signed::{SignedNearest, signed_nearest};
use super::surface::Surface;
use super::winding::Sides;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, both};
use crate::field::contact::{Scope, ScopeAsked};
use crate::field::outline::Outline;
use crate::field::projection_choice::{JawShape, PosedShapes, Volume};
use crate::field::{Penetration, Projection, Question};
use crate::jaw::{Jaw, JawPair, JawSide};
use crate::mesh::TriMesh;
use crate::mesh::border::border;
use crate::mesh::components::Bodies;
use crate::mesh::topology::twins;
use glam::{DVec3, Vec3};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

struct OneJaw {
    mesh: Arc<TriMesh>,
    closed: bool,
    bvh: Bvh,
    twins: Vec<u32>,
    /// `None` without a surface.
    volume: Option<Volume>,
    outline: Outline,
    /// What closes an open surface, once it has been asked for.
    cap: OnceLock<Arc<Cap>>,
    /// Likewise what is border of the scan ([`border`]).
    border: OnceLock<Vec<bool>>,
    /// Likewise the bodies that it is made of.
    bodies: OnceLock<Bodies>,
}

impl OneJaw {
    fn build(jaw: &Jaw, progress: &Progress) -> Result<Self, Cancelled> {
        let (mesh, closed) = (jaw.mesh.clone(), jaw.report.closed);
        let beside = || {
            let twins = twins(&mesh.triangles, mesh.positions.len());
            progress.check()?;
            Ok((twins, Volume::of(&mesh), Outline::of(&mesh)))
        };
        let (bvh, beside) = both(|| Bvh::build(&mesh, progress), beside);
        let (bvh, (twins, volume, outline)) = (bvh?, beside?);
        let (cap, border, bodies) = Default::default();
        Ok(Self { closed, bvh, twins, volume, outline, mesh, cap, border, bodies })
    }

    fn surface(&self) -> Surface<'_> {
        Surface { mesh: &self.mesh, bvh: &self.bvh, twins: &self.twins }
    }

    fn shape(&self) -> Option<JawShape<'_>> {
        Some(JawShape { outline: &self.outline, volume: self.volume.as_ref()? })
    }

    fn sides(&self) -> Sides<'_> {
        if self.closed {
            return Sides::Closed(&self.bvh);
        }
        Sides::Open(&self.bvh, self.cap.get_or_init(|| Arc::new(Cap::new(&self.bvh))).clone())
    }

    /// From one corner of its box to the opposite one, mm.
    fn size_mm(&self) -> f64 {
        if self.bvh.is_empty() { 0.0 } else { 2.0 * f64::from(self.bvh.node_box(0).half.length()) }
    }

    fn solid(&self) -> Solid<'_> {
        Solid::with_sides(&self.mesh, &self.bvh, self.sides())
    }
}

/// To which the deepest penetration is found, mm; of bodies that are larger than jaws a millionth of their size: coordinates of single
/// precision do not have much more.
const DEPTH_TOLERANCE_MM: f64 = 1e-4;
const DEPTH_TOLERANCE_OF_SIZE: f64 = 1e-6;

/// Both jaws with their trees. The meshes are the pair's own.
pub struct BvhEngine {
    upper: OneJaw,
    lower: OneJaw,
    /// The pose whose depth was searched last: who looks for the way out of a bite asks what its figures have asked.
    depth: Mutex<Option<(Rigid, Depth)>>,
}

impl BvhEngine {
    pub fn new(pair: &JawPair) -> Self {
        Self::build(pair, &Progress::default()).expect("nobody else has the handle that cancels")
    }

    /// The same, for a worker.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn build(pair: &JawPair, progress: &Progress) -> Result<Self, Cancelled> {
        progress.enter(say!("stage-building-search-trees"), 0.0)?;
        let upper = OneJaw::build(&pair.upper, progress)?;
        Ok(Self { upper, lower: OneJaw::build(&pair.lower, progress)?, depth: Mutex::default() })
    }

    /// Each jaw's neighbours across its edges, upper and lower ([`crate::mesh::topology::twins`]).
    pub fn twins(&self) -> [&[u32]; 2] {
        [&self.upper.twins, &self.lower.twins]
    }

    /// How a jaw tells inside from outside.
    pub(super) fn sides(&self, side: JawSide) -> Sides<'_> {
        self.jaw(side).sides()
    }

    /// The bodies that a jaw is made of.
    pub(super) fn bodies(&self, side: JawSide) -> &Bodies {
        let jaw = self.jaw(side);
        jaw.bodies.get_or_init(|| Bodies::find(&jaw.mesh))
    }

    /// What of the jaws counts.
    pub fn scope(&self, asked: &ScopeAsked) -> Scope {
        fn of(jaw: &OneJaw) -> &[bool] {
            jaw.border.get_or_init(|| border(&jaw.mesh, &jaw.twins))
        }
        let (upper, lower) = both(|| of(&self.upper), || of(&self.lower));
        Scope::new(asked, [upper, lower])
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

    /// Both jaws as the choice of projection sees them; `None` when one has no surface.
    pub fn shapes(&self, pose: &Rigid) -> Option<PosedShapes<'_>> {
        Some(PosedShapes { upper: self.upper.shape()?, lower: self.lower.shape()?, upper_from_lower: *pose })
    }

    /// The meshes, upper and lower, each in its own coordinates.
    pub fn meshes(&self) -> (&TriMesh, &TriMesh) {
        (&self.upper.mesh, &self.lower.mesh)
    }

    /// A jaw as what it encloses.
    pub(super) fn solid(&self, side: JawSide) -> Solid<'_> {
        self.jaw(side).solid()
    }

    /// A jaw as rays see it.
    pub(super) fn surface(&self, side: JawSide) -> Surface<'_> {
        self.jaw(side).surface()
    }

    /// A pixel grid along a direction for a pose, over all that both jaws cover; `None` when their shadows do not
    /// overlap. [`BvhEngine::projection`] gives the grid that a question asks for.
    pub fn projection_along(&self, pose: &Rigid, direction: DVec3, resolution: u32) -> Option<Projection> {
        self.shapes(pose)?.projection_along(direction, resolution)
    }

    /// The smallest distance between the solids, mm: 0 where the surfaces meet or a part of one jaw lies in the other.
    pub fn distance_of_solids(&self, pose: &Rigid) -> Option<f64> {
        let distance = self.smallest_distance(pose, None)?.distance_mm;
        let is_nested = distance > 0.0 && self.nesting().is_nested(pose);
        Some(if is_nested { 0.0 } else { distance })
    }

    fn nesting(&self) -> Nesting<'_> {
        fn of(jaw: &OneJaw) -> (&TriMesh, Sides<'_>) {
            (&jaw.mesh, jaw.sides())
        }
        Nesting::with_sides(of(&self.upper), of(&self.lower))
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
        gap_field_along(
            self.surface(JawSide::Upper),
            self.surface(JawSide::Lower),
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

    /// Where triangles that count are nearest to each other; [`SmallestDistance::distance_mm`] is 0 where any meet. `last`: of a pose
    /// nearby, to begin with.
    pub fn nearest_of(&self, scope: &Scope, pose: &Rigid, last: Option<&SmallestDistance>) -> Option<SmallestDistance> {
        let (hint, counts) = (last.map(|d| d.hint), |pair| scope.counts_pair(pair));
        smallest_distance_of(&self.upper.bvh, &self.lower.bvh, pose, hint, &counts)
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
        self.nearest_of(&Scope::WHOLE, pose, last)
    }

    /// The deepest point of either surface inside the other solid, to 0.0001 mm, or between flat walls to what it says; `None` when there
    /// is none.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn deepest_penetration(
        &self,
        pose: &Rigid,
        progress: &Progress,
    ) -> Result<Option<DeepestPenetration>, Cancelled> {
        Ok(self.depth(pose, progress)?.deepest)
    }

    /// How deep the jaws lie in each other, and how far that is known.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub(super) fn depth(&self, pose: &Rigid, progress: &Progress) -> Result<Depth, Cancelled> {
        progress.check()?;
        let last = || self.depth.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = last().filter(|(of, _)| of == pose) {
            return Ok(known);
        }
        let (upper, lower) = (self.upper.solid(), self.lower.solid());
        let size_mm = self.upper.size_mm().min(self.lower.size_mm());
        let tolerance_mm = DEPTH_TOLERANCE_MM.max(DEPTH_TOLERANCE_OF_SIZE * size_mm);
        let found = deepest_penetration(&upper, &lower, pose, tolerance_mm, progress)?;
        *last() = Some((*pose, found));
        Ok(found)
    }

    /// The volume inside both solids; `None` unless both jaws are closed.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn penetration_volume(
        &self,
        pose: &Rigid,
        progress: &Progress,
    ) -> Result<Option<PenetrationVolume>, Cancelled> {
        penetration_volume(&self.upper.solid(), &self.lower.solid(), pose, progress)
    }

    /// Depth and volume of the pose.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn penetration(&self, pose: &Rigid, progress: &Progress) -> Result<Penetration, Cancelled> {
        let Depth { deepest, may_be_mm, .. } = self.depth(pose, progress)?;
        let volume = self.penetration_volume(pose, progress)?;
        Ok(Penetration {
            max_depth_mm: deepest.map_or(0.0, |d| d.depth_mm),
            depth_error_mm: deepest.map_or(may_be_mm, |d| d.error_mm),
            volume_mm3: volume.map(|v| v.volume_mm3),
            volume_error_mm3: volume.map(|v| v.error_mm3),
        })
    }

    /// How far the lower jaw can close along a motion before the first contact and how far it can open, or must open to
    /// come free; each by at most `limit` (mm, or radians for a turn).
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn first_contact(
        &self,
        start: &Rigid,
        motion: &Motion,
        limit: f64,
        progress: &Progress,
    ) -> Result<FirstContact, Cancelled> {
        first_contact(&self.jaws(), start, motion, limit, progress)
    }

    /// Both jaws as what moves against what.
    pub(super) fn jaws(&self) -> Jaws<'_> {
        Jaws { upper: &self.upper.bvh, lower: &self.lower.bvh, nesting: self.nesting() }
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
        let positions = &self.jaw(of).mesh.positions;
        self.signed_gaps(of, positions.iter(), pose, radius_mm, hints)
    }

    /// The same at some of the vertices.
    pub fn closest_gaps_at(
        &self,
        (of, vertices): (JawSide, &[u32]),
        pose: &Rigid,
        radius_mm: f64,
        hints: &mut Vec<Hint>,
    ) -> Vec<Option<SignedNearest>> {
        let positions = &self.jaw(of).mesh.positions;
        self.signed_gaps(of, vertices.iter().map(|v| &positions[*v as usize]), pose, radius_mm, hints)
    }

    fn signed_gaps<'a>(
        &self,
        of: JawSide,
        places: impl Iterator<Item = &'a Vec3>,
        pose: &Rigid,
        radius_mm: f64,
        hints: &mut Vec<Hint>,
    ) -> Vec<Option<SignedNearest>> {
        let other_from_own = if of == JawSide::Lower { *pose } else { pose.inverse() };
        let points: Vec<DVec3> = places.map(|p| other_from_own.transform_point(p.as_dvec3())).collect();
        hints.resize(points.len(), Hint::NONE);
        let other = self.jaw(of.other());
        signed_nearest(&other.bvh, &other.sides(), &points, radius_mm, hints)
    }
}

#[cfg(test)]
mod tests;
