//! The closest gap at points of both surfaces: the distance to the nearest point of the other jaw, negative inside it. No
//! projection, no pixels: what a foil between the teeth would have to be as thin as.
use super::bvh::Bvh;
use super::closest::{Hint, Nearest, Searcher};
use super::engine::BvhEngine;
use super::known_nearest::{KnownNearest, Measured, vertices_left_out};
use super::near_triangles::NearTriangles;
use super::winding::Sides;
use super::winding_cache::WindingCache;
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::field::contact::{GapProbe, Reading, Scope, SurfaceGap, Terrain};
use crate::field::multi_projection::PosedMeshes;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use crate::mesh::components::Bodies;
use glam::DVec3;

/// Below a third of a scan's edge the nearest point seldom changes to another facet.
const DETAIL_MM: f64 = 0.12;
/// Where areas within a percent are enough.
const COARSE_MM: f64 = 0.48;

/// Both jaws in a pose, each seen from the other.
pub struct ClosestGap<'a> {
    jaws: PosedMeshes<'a>,
    /// Upper and lower jaw.
    sides: [Opposite<'a>; 2],
    detail_mm: f64,
    part: Part<'a>,
    known: Option<Known<'a>>,
}

/// The nearest triangles of vertices, as far as they leave no doubt.
struct Known<'a> {
    nearest: &'a KnownNearest,
    /// Of the upper and the lower jaw's vertices those of what faces nothing ([`vertices_left_out`]).
    left_out: [Vec<bool>; 2],
}

impl Known<'_> {
    /// What is nearest to a vertex of a jaw at `p` (the other jaw's coordinates); `None` where it must be searched.
    fn measure(&self, (side, vertex): (usize, usize), p: DVec3, other: &Opposite, mesh: &TriMesh) -> Option<Measured> {
        let found = self.nearest.measure((side, vertex), p, other.bvh)?;
        let corners = mesh.triangles[found.nearest.triangle as usize];
        let is_doubtful = corners.iter().any(|v| self.left_out[1 - side][*v as usize]);
        (!is_doubtful).then_some(found)
    }
}

/// Which gaps are meant: from what counts to what counts, or all the others but those of trimmed surface.
#[derive(Clone, Copy)]
struct Part<'a> {
    scope: &'a Scope,
    counted: bool,
}

impl Part<'_> {
    const WHOLE: Self = Self { scope: &Scope::WHOLE, counted: true };

    /// Whether the gap from a triangle of a jaw to one of the other is meant.
    fn holds(&self, side: usize, own: u32, other: u32) -> bool {
        let is_there = !self.scope.is_trimmed(side, own) && !self.scope.is_trimmed(1 - side, other);
        is_there && (self.scope.counts(side, own) && self.scope.counts(1 - side, other)) == self.counted
    }

    /// Whether any gap from a triangle may be.
    fn may_hold(&self, side: usize, own: u32) -> bool {
        if self.counted { self.scope.counts(side, own) } else { !self.scope.is_trimmed(side, own) }
    }
}

/// A jaw as what the other one is near to.
struct Opposite<'a> {
    bvh: &'a Bvh,
    /// Triangles from here on were added by closing.
    n_scanned: usize,
    sides: Sides<'a>,
    bodies: &'a Bodies,
    own_from_world: Rigid,
}

impl Opposite<'_> {
    fn seeker(&self) -> Seeker<'_> {
        Seeker {
            opposite: self,
            world_from_own: self.own_from_world.inverse(),
            searcher: Searcher::new(self.bvh),
            known: WindingCache::new(&self.sides),
            hint: Hint::NONE,
        }
    }
}

/// Searches one jaw from places that are near to each other.
struct Seeker<'a> {
    opposite: &'a Opposite<'a>,
    world_from_own: Rigid,
    searcher: Searcher<'a>,
    known: WindingCache<'a>,
    hint: Hint,
}

/// Triangles that one thread takes at a time.
const SEEDS_A_SHARE: usize = 512;

/// Two distances that differ by less are the same, mm: far more than rounding, far less than anything that is scanned.
const TIE_MM: f64 = 1e-9;
/// Nearer to the surface than this the way to it says nothing of its slope, mm.
const ON_SURFACE_MM: f64 = 1e-7;

impl Seeker<'_> {
    /// The triangle that is nearest to a place in world coordinates.
    fn nearest_triangle(&mut self, place: DVec3) -> Option<u32> {
        let own = self.opposite.own_from_world.transform_point(place);
        let near = self.searcher.nearest(own, f64::INFINITY, self.hint)?;
        self.hint = near.hint;
        Some(near.triangle)
    }

    /// What is nearest to a place in world coordinates.
    fn nearest(&mut self, place: DVec3) -> Option<Reading> {
        let own = self.opposite.own_from_world.transform_point(place);
        let near = self.searcher.nearest(own, f64::INFINITY, self.hint)?;
        Some(self.reading(own, &near, near.distance_mm))
    }

    /// The nearest point as a reading. `free_mm`: no surface is nearer to the place.
    fn reading(&mut self, own: DVec3, near: &Nearest, free_mm: f64) -> Reading {
        self.hint = near.hint;
        // What lies on the other surface but for rounding is not inside.
        let is_inside = near.distance_mm > TIE_MM && self.known.is_inside(own, free_mm);
        let sign = if is_inside { -1.0 } else { 1.0 };
        let slope = if near.distance_mm > ON_SURFACE_MM {
            (own - near.point) * (sign / near.distance_mm)
        } else {
            let [a, b, c] = self.opposite.bvh.corners(near.hint.0 as usize);
            (b - a).cross(c - a).normalize_or_zero()
        };
        let slope = Some(self.world_from_own.transform_vector(slope));
        Reading { gap_mm: sign * near.distance_mm, slope, opposite: Some(near.triangle) }
    }

    /// The same, but for faces that closing added, which are no anatomy, and for trimmed ones: what is nearest to one faces nothing.
    /// The border belongs to the scan that is left, although those faces have it as well.
    fn faced(&mut self, place: DVec3, is_trimmed: impl Fn(u32) -> bool) -> Option<Reading> {
        let found = self.nearest(place)?;
        let is_left = |triangle: u32| (triangle as usize) < self.opposite.n_scanned && !is_trimmed(triangle);
        if found.opposite.is_some_and(is_left) {
            return Some(found);
        }
        let own = self.opposite.own_from_world.transform_point(place);
        let shared = self.searcher.any_within(own, found.gap_mm.abs() + TIE_MM, Hint::NONE, is_left)?;
        Some(Reading { opposite: Some(self.opposite.bvh.triangle_id(shared.0 as usize)), ..found })
    }
}

impl BvhEngine {
    /// The closest gap in a pose.
    pub fn closest_gap(&self, upper_from_lower: &Rigid) -> ClosestGap<'_> {
        let (upper, lower) = self.meshes();
        let opposite = |side: JawSide, mesh: &TriMesh, own_from_world: Rigid| {
            let bvh = self.bvh(side);
            let (sides, bodies) = (self.sides(side), self.bodies(side));
            Opposite { bvh, n_scanned: mesh.n_scanned, sides, bodies, own_from_world }
        };
        ClosestGap {
            jaws: PosedMeshes { meshes: [upper, lower], upper_from_lower: *upper_from_lower },
            sides: [
                opposite(JawSide::Upper, upper, Rigid::IDENTITY),
                opposite(JawSide::Lower, lower, upper_from_lower.inverse()),
            ],
            detail_mm: DETAIL_MM,
            part: Part::WHOLE,
            known: None,
        }
    }
}

/// Of each vertex whether a triangle that counts has it.
pub(super) fn counted_vertices(mesh: &TriMesh, counts: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut counted = vec![false; mesh.positions.len()];
    let triangles = mesh.triangles.iter().zip(0..).filter(|(_, triangle)| counts(*triangle));
    triangles.flat_map(|(corners, _)| corners).for_each(|v| counted[*v as usize] = true);
    counted
}

impl<'a> ClosestGap<'a> {
    /// The same, measured at fewer places.
    pub fn coarse(self) -> Self {
        Self { detail_mm: COARSE_MM, ..self }
    }

    /// The gaps between what counts alone: elsewhere nothing faces anything.
    pub fn of(self, scope: &'a Scope) -> Self {
        Self { part: Part { scope, counted: true }, ..self }
    }

    /// All the other gaps: of what does not count, and of what faces such.
    pub fn beside(self, scope: &'a Scope) -> Self {
        Self { part: Part { scope, counted: false }, ..self }
    }

    /// The same gaps, with what is known of vertices in the same pose instead of searching; after [`Self::of`].
    pub fn knowing(self, nearest: &'a KnownNearest) -> Self {
        let left_out = [0, 1].map(|side| vertices_left_out(self.jaws.meshes[side], self.part.scope, side));
        Self { known: Some(Known { nearest, left_out }), ..self }
    }

    pub fn jaws(&self) -> &PosedMeshes<'a> {
        &self.jaws
    }

    /// Triangles of each jaw from which all contact within `within_mm` can be reached over the surface: those that come so
    /// near to the other jaw, and one of every body that lies whole in it; as far as their gaps are meant.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn seeds(&self, within_mm: f64, progress: &Progress) -> Result<[Vec<u32>; 2], Cancelled> {
        Ok([self.seeds_of(0, within_mm, progress)?, self.seeds_of(1, within_mm, progress)?])
    }

    fn seeds_of(&self, side: usize, within_mm: f64, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
        let [own, other] = [&self.sides[side], &self.sides[1 - side]];
        let world_from_own = own.own_from_world.inverse();
        let near = NearTriangles {
            own: own.bvh,
            n_scanned: own.n_scanned,
            other: other.bvh,
            other_from_own: other.own_from_world * world_from_own,
            within_mm,
        };
        let mut seeds = near.find(progress)?;
        self.keep_meant(side, &mut seeds);
        seeds.extend(self.swallowed(side, &seeds));
        Ok(seeds)
    }

    /// Of every body without a seed that lies in the other jaw, its first triangle.
    fn swallowed(&self, side: usize, seeds: &[u32]) -> Vec<u32> {
        let mesh = self.jaws.meshes[side];
        let bodies = self.sides[side].bodies;
        let body_of = |t: u32| bodies.of_vertex[mesh.triangles[t as usize][0] as usize] as usize;
        let mut known = vec![false; bodies.len()];
        seeds.iter().for_each(|t| known[body_of(*t)] = true);
        let mut seeker = self.sides[1 - side].seeker();
        let scanned = 0..mesh.n_scanned.min(mesh.triangles.len()) as u32;
        let is_swallowed = |t: &u32| {
            self.part.may_hold(side, *t)
                && !std::mem::replace(&mut known[body_of(*t)], true)
                && seeker.nearest(self.jaws.corners(side, *t)[0]).is_some_and(|found| found.gap_mm < 0.0)
        };
        scanned.filter(is_swallowed).collect()
    }

    /// Leaves out triangles whose gaps are not meant: of what does not count, or, beside it, those that count and face such.
    fn keep_meant(&self, side: usize, seeds: &mut Vec<u32>) {
        if self.part.counted {
            return seeds.retain(|t| self.part.may_hold(side, *t));
        }
        let seeker = || self.sides[1 - side].seeker();
        let meant =
            share_out(seeds.chunks(SEEDS_A_SHARE), seeker, |seeker, chunk| self.facing_meant(side, chunk, seeker));
        *seeds = meant.concat();
    }

    /// Those of which the gap from the middle is meant. What does not count itself is not looked at further.
    fn facing_meant(&self, side: usize, triangles: &[u32], seeker: &mut Seeker) -> Vec<u32> {
        let mut faces_meant = |t: u32| {
            let middle = self.jaws.corners(side, t).iter().sum::<DVec3>() / 3.0;
            seeker.nearest_triangle(middle).is_some_and(|other| self.part.holds(side, t, other))
        };
        triangles.iter().copied().filter(|t| !self.part.scope.counts(side, *t) || faces_meant(*t)).collect()
    }
}

impl SurfaceGap for ClosestGap<'_> {
    fn probe(&self, side: usize) -> Box<dyn GapProbe + '_> {
        let seeker = self.sides[1 - side].seeker();
        // Not a number is no place.
        let known = vec![(DVec3::NAN, None); REMEMBERED];
        let mesh = self.jaws.meshes[side];
        let corners = Corners { places: vec![0; mesh.positions.len()], readings: Vec::new() };
        let (gap, triangle) = (self, 0);
        Box::new(ClosestProbe { gap, seeker, mesh, side, triangle, corners, known })
    }
}

/// Places that are asked for again are mostly asked for soon: the edges of a triangle are its neighbours' as well.
const REMEMBERED: usize = 1 << 9;

/// What was found at vertices.
struct Corners {
    /// Of every vertex one more than its place among the readings; 0 where nobody looked.
    places: Vec<u32>,
    readings: Vec<Option<Reading>>,
}

struct ClosestProbe<'a> {
    gap: &'a ClosestGap<'a>,
    seeker: Seeker<'a>,
    mesh: &'a TriMesh,
    /// What is measured from.
    side: usize,
    triangle: u32,
    corners: Corners,
    /// What was found at the last places besides, each where its bits say.
    known: Vec<(DVec3, Option<Reading>)>,
}

impl ClosestProbe<'_> {
    fn slot(place: DVec3) -> usize {
        // Minus nothing is nothing.
        let bits = (place + 0.0).to_array().map(f64::to_bits);
        let mixed = bits.iter().fold(0_u64, |mixed, b| (mixed ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
        mixed as usize % REMEMBERED
    }

    /// What faces a place, whatever it is.
    fn faced(&mut self, place: DVec3) -> Option<Reading> {
        let (scope, other) = (self.gap.part.scope, 1 - self.side);
        self.seeker.faced(place, |triangle| scope.is_trimmed(other, triangle))
    }

    /// What faces a vertex: by what is known of it, else by a search.
    fn faced_by_vertex(&mut self, vertex: usize, place: DVec3) -> Option<Reading> {
        let opposite = self.seeker.opposite;
        let own = opposite.own_from_world.transform_point(place);
        let mesh = self.gap.jaws.meshes[1 - self.side];
        let known = self.gap.known.as_ref().and_then(|k| k.measure((self.side, vertex), own, opposite, mesh));
        match known {
            Some(Measured { nearest, free_mm }) => Some(self.seeker.reading(own, &nearest, free_mm)),
            None => self.faced(place),
        }
    }

    /// What faces the triangle, if that is meant.
    fn meant(&self, found: Option<Reading>) -> Option<Reading> {
        found.filter(|found| found.opposite.is_none_or(|other| self.gap.part.holds(self.side, self.triangle, other)))
    }
}

impl GapProbe for ClosestProbe<'_> {
    fn turn_to(&mut self, triangle: u32) -> Terrain {
        self.triangle = triangle;
        if !self.gap.part.may_hold(self.side, triangle) {
            return Terrain::NOTHING;
        }
        // No nearest distance changes faster than one moves.
        Terrain { detail_mm: self.gap.detail_mm, steepest: 1.0 }
    }

    fn read(&mut self, place: DVec3) -> Option<Reading> {
        let slot = Self::slot(place);
        if self.known[slot].0 != place {
            self.known[slot] = (place, self.faced(place));
        }
        self.meant(self.known[slot].1)
    }

    fn read_corners(&mut self, places: [DVec3; 3]) -> [Option<Reading>; 3] {
        let vertices = self.mesh.triangles[self.triangle as usize];
        [0, 1, 2].map(|i| {
            let at = vertices[i] as usize;
            if self.corners.places[at] == 0 {
                let found = self.faced_by_vertex(at, places[i]);
                self.corners.readings.push(found);
                self.corners.places[at] = self.corners.readings.len() as u32;
            }
            self.meant(self.corners.readings[self.corners.places[at] as usize - 1])
        })
    }

    fn gap(&mut self, place: DVec3) -> Option<f64> {
        self.read(place).map(|found| found.gap_mm)
    }
}
