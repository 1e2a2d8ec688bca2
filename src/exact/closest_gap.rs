//! The closest gap at points of both surfaces: the distance to the nearest point of the other jaw, negative inside it. No
//! projection, no pixels: what a foil between the teeth would have to be as thin as.
use super::bvh::Bvh;
use super::closest::{Hint, Searcher};
use super::engine::BvhEngine;
use super::winding::Sides;
use super::winding_cache::WindingCache;
use crate::base::{Cancelled, Progress, Rigid, n_threads, on_threads};
use crate::field::contact::{ContactSheet, Facing, GapProbe, SurfaceGap, Terrain};
use crate::field::multi_projection::PosedMeshes;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use crate::mesh::components::Bodies;
use glam::DVec3;
use std::sync::Mutex;

/// Below a third of a scan's edge the nearest point seldom changes to another facet.
const DETAIL_MM: f64 = 0.08;
/// Where areas within a percent are enough.
const COARSE_MM: f64 = 0.16;
/// Triangles that one thread takes at a time.
const SHARE: usize = 512;

/// Both jaws in a pose, each seen from the other.
pub struct ClosestGap<'a> {
    jaws: PosedMeshes<'a>,
    /// Upper and lower jaw.
    sides: [Opposite<'a>; 2],
    detail_mm: f64,
}

/// A jaw as what the other one is near to.
struct Opposite<'a> {
    bvh: &'a Bvh,
    /// Triangles from here on were added by closing.
    n_scanned: usize,
    sides: Sides<'a>,
    own_from_world: Rigid,
}

impl Opposite<'_> {
    fn seeker(&self) -> Seeker<'_> {
        Seeker {
            opposite: self,
            searcher: Searcher::new(self.bvh),
            known: WindingCache::new(&self.sides),
            hint: Hint::NONE,
        }
    }
}

/// Searches one jaw from places that are near to each other.
struct Seeker<'a> {
    opposite: &'a Opposite<'a>,
    searcher: Searcher<'a>,
    known: WindingCache<'a>,
    hint: Hint,
}

impl Seeker<'_> {
    /// The nearest triangle, and the gap to it, at a place in world coordinates.
    fn nearest(&mut self, place: DVec3) -> Option<(u32, f64)> {
        let own = self.opposite.own_from_world.transform_point(place);
        let near = self.searcher.nearest(own, f64::INFINITY, self.hint)?;
        self.hint = near.hint;
        let inside = self.known.is_inside(own, near.distance_mm);
        Some((near.triangle, if inside { -near.distance_mm } else { near.distance_mm }))
    }

    /// The same, but for faces that closing added, which are no anatomy: what is nearest to one faces nothing.
    fn faced(&mut self, place: DVec3) -> Option<(u32, f64)> {
        self.nearest(place).filter(|(triangle, _)| (*triangle as usize) < self.opposite.n_scanned)
    }

    fn is_within(&mut self, place: DVec3, radius_mm: f64) -> bool {
        let own = self.opposite.own_from_world.transform_point(place);
        self.searcher.nearest(own, radius_mm, Hint::NONE).is_some()
    }
}

impl BvhEngine {
    /// The closest gap in a pose.
    pub fn closest_gap(&self, upper_from_lower: &Rigid) -> ClosestGap<'_> {
        let (upper, lower) = self.meshes();
        let opposite = |side: JawSide, mesh: &TriMesh, own_from_world: Rigid| {
            let bvh = self.bvh(side);
            Opposite { bvh, n_scanned: mesh.n_scanned, sides: self.sides(side), own_from_world }
        };
        ClosestGap {
            jaws: PosedMeshes { meshes: [upper, lower], upper_from_lower: *upper_from_lower },
            sides: [
                opposite(JawSide::Upper, upper, Rigid::IDENTITY),
                opposite(JawSide::Lower, lower, upper_from_lower.inverse()),
            ],
            detail_mm: DETAIL_MM,
        }
    }
}

impl<'a> ClosestGap<'a> {
    /// The same, measured at fewer places.
    pub fn coarse(self) -> Self {
        Self { detail_mm: COARSE_MM, ..self }
    }

    pub fn jaws(&self) -> &PosedMeshes<'a> {
        &self.jaws
    }

    /// Triangles of each jaw from which all contact within `within_mm` can be reached over the surface: those that come so
    /// near to the other jaw, and one of every body that lies whole in it.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn seeds(&self, within_mm: f64, progress: &Progress) -> Result<[Vec<u32>; 2], Cancelled> {
        Ok([self.seeds_of(0, within_mm, progress)?, self.seeds_of(1, within_mm, progress)?])
    }

    fn seeds_of(&self, side: usize, within_mm: f64, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
        let mesh = self.jaws.meshes[side];
        let all: Vec<u32> = (0..mesh.n_scanned.min(mesh.triangles.len()) as u32).collect();
        let waiting = Mutex::new(all.chunks(SHARE));
        let found = on_threads(n_threads(all.len().div_ceil(SHARE)), || {
            let mut seeker = self.sides[1 - side].seeker();
            let mut near = Vec::new();
            while let Some(share) = waiting.lock().ok().and_then(|mut shares| shares.next()) {
                progress.check()?;
                near.extend(share.iter().filter(|t| {
                    let (middle, radius_mm) = ball_around(self.jaws.corners(side, **t));
                    seeker.is_within(middle, radius_mm + within_mm)
                }));
            }
            Ok(near)
        });
        let mut seeds = found.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat();
        seeds.extend(self.swallowed(side, &seeds));
        seeds.sort_unstable();
        Ok(seeds)
    }

    /// Of every body without a seed that lies in the other jaw, its first triangle.
    fn swallowed(&self, side: usize, seeds: &[u32]) -> Vec<u32> {
        let mesh = self.jaws.meshes[side];
        let bodies = Bodies::find(mesh);
        let body_of = |t: u32| bodies.of_vertex[mesh.triangles[t as usize][0] as usize] as usize;
        let mut known = vec![false; bodies.len()];
        seeds.iter().for_each(|t| known[body_of(*t)] = true);
        let mut seeker = self.sides[1 - side].seeker();
        let scanned = 0..mesh.n_scanned.min(mesh.triangles.len()) as u32;
        let is_swallowed = |t: &u32| {
            !std::mem::replace(&mut known[body_of(*t)], true)
                && seeker.nearest(self.jaws.corners(side, *t)[0]).is_some_and(|(_, gap)| gap < 0.0)
        };
        scanned.filter(is_swallowed).collect()
    }

    /// Of every triangle in contact the one that it is nearest to.
    pub fn facing(&self, sheet: &ContactSheet) -> Vec<Facing> {
        let mut facing = Vec::new();
        for side in [0, 1] {
            let mut seeker = self.sides[1 - side].seeker();
            for contact in &sheet.sides[side].triangles {
                if let Some((other, gap)) = seeker.faced(contact.lowest) {
                    let pair = if side == 0 { [contact.triangle, other] } else { [other, contact.triangle] };
                    facing.push((pair, gap));
                }
            }
        }
        facing
    }
}

/// A ball that holds a triangle: its middle and radius, mm.
fn ball_around(corners: [DVec3; 3]) -> (DVec3, f64) {
    let middle = corners.iter().sum::<DVec3>() / 3.0;
    (middle, corners.iter().map(|c| c.distance(middle)).fold(0.0, f64::max))
}

impl SurfaceGap for ClosestGap<'_> {
    fn probe(&self, side: usize) -> Box<dyn GapProbe + '_> {
        Box::new(ClosestProbe { seeker: self.sides[1 - side].seeker(), detail_mm: self.detail_mm })
    }
}

struct ClosestProbe<'a> {
    seeker: Seeker<'a>,
    detail_mm: f64,
}

impl GapProbe for ClosestProbe<'_> {
    fn turn_to(&mut self, _triangle: u32) -> Terrain {
        // No nearest distance changes faster than one moves.
        Terrain { detail_mm: self.detail_mm, steepest: 1.0 }
    }

    fn gap(&mut self, place: DVec3) -> Option<f64> {
        self.seeker.faced(place).map(|(_, gap)| gap)
    }
}
