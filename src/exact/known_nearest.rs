//! Which triangle of the other jaw is nearest to each vertex, as somebody else found it in single precision (the walk of engine
//! `bvh-gpu`). Here that triangle is measured in double precision, and the side is told by the same rule as everywhere
//! ([`super::winding_cache`]): a gap differs from a searched one by no more than single precision mistook.
use super::bvh::Bvh;
use super::closest::{Hint, Nearest};
use super::closest_point_triangle::closest_point_triangle;
use super::engine::BvhEngine;
use super::signed::SignedNearest;
use super::winding_cache::WindingCache;
use crate::base::{Rigid, share_out};
use crate::field::contact::Scope;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
use glam::DVec3;

/// Of the vertices of both jaws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownNearest {
    /// Of the upper and the lower jaw's, where the triangle stands among the leaves of the other jaw's tree; [`Hint::NONE`] where
    /// nothing was found.
    pub hints: [Vec<Hint>; 2],
    /// No triangle is nearer than the one that is named by more than this, mm.
    pub error_mm: f64,
}

/// A nearest point, and how far around there is no surface, mm.
pub struct Measured {
    pub nearest: Nearest,
    pub free_mm: f64,
}

impl KnownNearest {
    /// The point of the named triangle that is nearest to a vertex at `p` (the other jaw's coordinates); `None` where none is named.
    pub fn measure(&self, (side, vertex): (usize, usize), p: DVec3, other: &Bvh) -> Option<Measured> {
        let hint = *self.hints[side].get(vertex)?;
        let place = hint.0 as usize;
        if place >= other.n_triangles() {
            return None;
        }
        let point = closest_point_triangle(p, &other.corners(place));
        let distance_mm = point.distance(p);
        let nearest = Nearest { triangle: other.triangle_id(place), point, distance_mm, hint };
        Some(Measured { nearest, free_mm: (distance_mm - self.error_mm).max(0.0) })
    }
}

/// Vertices of what is left out (added by closing, or trimmed): of triangles that hang together with it single precision does not
/// say which is nearest, and the one faces something where the other faces nothing.
pub fn vertices_left_out(mesh: &TriMesh, scope: &Scope, side: usize) -> Vec<bool> {
    let mut left_out = vec![false; mesh.positions.len()];
    let first = if scope.has_trim(side) { 0 } else { mesh.n_scanned.min(mesh.triangles.len()) };
    let is_left_out = |t: &usize| *t >= mesh.n_scanned || scope.is_trimmed(side, *t as u32);
    let corners = (first..mesh.triangles.len()).filter(is_left_out).flat_map(|t| mesh.triangles[t]);
    corners.for_each(|v| left_out[v as usize] = true);
    left_out
}

/// Vertices that one thread measures at a time.
const CHUNK: usize = 1024;

impl BvhEngine {
    /// The closest gap at every vertex of a jaw whose nearest triangle is known; as [`Self::closest_gaps`].
    pub fn closest_gaps_known(&self, of: JawSide, pose: &Rigid, known: &KnownNearest) -> Vec<Option<SignedNearest>> {
        let (upper, lower) = self.meshes();
        let (side, mesh, other_from_own) = match of {
            JawSide::Upper => (0, upper, pose.inverse()),
            JawSide::Lower => (1, lower, *pose),
        };
        let (bvh, sides) = (self.bvh(of.other()), self.sides(of.other()));
        let n = mesh.positions.len();
        let signed = |winding: &mut WindingCache, vertex: usize| {
            let p = other_from_own.transform_point(mesh.positions[vertex].as_dvec3());
            let Measured { nearest, free_mm } = known.measure((side, vertex), p, bvh)?;
            let sign = if winding.is_inside(p, free_mm) { -1.0 } else { 1.0 };
            Some(SignedNearest { nearest, signed_mm: sign * nearest.distance_mm })
        };
        let part = |winding: &mut WindingCache, first: usize| {
            (first..(first + CHUNK).min(n)).map(|vertex| signed(winding, vertex)).collect::<Vec<_>>()
        };
        share_out((0..n).step_by(CHUNK), || WindingCache::new(&sides), part).concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::sample;
    use super::*;

    const WITHIN_MM: f64 = 0.6;

    /// What a search says, as if somebody else had found it.
    fn searched(exact: &BvhEngine, pose: &Rigid) -> KnownNearest {
        let of = |side| {
            let found = exact.closest_gaps(side, pose, WITHIN_MM, &mut Vec::new());
            found.into_iter().map(|near| near.map_or(Hint::NONE, |n| n.nearest.hint)).collect()
        };
        KnownNearest { hints: [of(JawSide::Upper), of(JawSide::Lower)], error_mm: 0.003 }
    }

    #[test]
    fn gaps_to_known_triangles_are_those_of_a_search() {
        let pair = sample();
        let exact = BvhEngine::new(pair);
        let pose = Rigid::from_six([0.05, 0.02, 0.1, 0.2, -0.1, 0.1]);
        let known = searched(&exact, &pose);
        for side in [JawSide::Upper, JawSide::Lower] {
            let truth = exact.closest_gaps(side, &pose, WITHIN_MM, &mut Vec::new());
            let got = exact.closest_gaps_known(side, &pose, &known);
            assert!(got == truth, "side and distance, bit by bit");
            let n_inside = got.iter().flatten().filter(|near| near.signed_mm < 0.0).count();
            assert!(n_inside > 50 && got.iter().flatten().count() > 20 * n_inside.min(50), "{n_inside}");
            // The twin: triangles of another pose.
            let stale = searched(&exact, &(Rigid::from_translation(DVec3::X * 0.3) * pose));
            assert!(exact.closest_gaps_known(side, &pose, &stale) != truth);
        }
    }

    #[test]
    fn a_place_that_no_tree_has_is_none() {
        let pair = sample();
        let exact = BvhEngine::new(pair);
        let n = pair.upper.mesh.positions.len();
        let known = KnownNearest { hints: [vec![Hint(u32::MAX - 1); n], Vec::new()], error_mm: 0.0 };
        for side in [JawSide::Upper, JawSide::Lower] {
            assert!(exact.closest_gaps_known(side, &Rigid::IDENTITY, &known).iter().all(Option::is_none));
        }
    }
}
