//! A cap on an open surface: triangles that close it, so that rays can count.
//!
//! The border of a surface is the edges along which more triangles run one way than the other. It is always made of closed
//! loops; triangles that fill a loop, turned the other way, close the surface in the sense of [`crate::mesh::topology`].
//! They may cut through anything: they are only a device, and their own solid angle is taken off again by
//! [`super::winding`].
use super::bvh::Bvh;
use super::dipoles::Dipoles;
use crate::mesh::TriMesh;
use glam::Vec3;
use std::collections::HashMap;

/// The triangles, as a tree and as far pieces.
#[derive(Clone, Debug)]
pub struct Cap {
    pub bvh: Bvh,
    pub dipoles: Dipoles,
    pub area_mm2: f64,
}

impl Cap {
    pub fn new(surface: &Bvh) -> Self {
        let mesh = closing(&border(surface));
        let area_mm2 = (0..mesh.triangles.len()).map(|t| f64::from(mesh.doubled_area_normal(t).length()) / 2.0).sum();
        let bvh = Bvh::new(&mesh);
        Self { dipoles: Dipoles::new(&bvh), bvh, area_mm2 }
    }
}

type Bits = [u32; 3];

/// The same for both zeros.
fn bits(p: Vec3) -> Bits {
    (p + 0.0).to_array().map(f32::to_bits)
}

/// The edge from a corner of a triangle to the next: its ends, that of the smaller bits first, and whether the triangle
/// runs that way.
fn half_edge(surface: &Bvh, half: u32) -> ([Bits; 2], bool) {
    let corners = surface.corners_f32(half as usize / 3);
    let (i, j) = (half as usize % 3, (half as usize + 1) % 3);
    let (a, b) = (bits(corners[i]), bits(corners[j]));
    if a <= b { ([a, b], true) } else { ([b, a], false) }
}

fn key(ends: &[Bits; 2]) -> u64 {
    let mix = |key: u64, x: &u32| (key ^ u64::from(*x)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    ends.as_flattened().iter().fold(0, mix)
}

/// Directed edges without an opposite, as often as they have none.
fn border(surface: &Bvh) -> Vec<[Bits; 2]> {
    let n_halves = 3 * surface.n_triangles() as u32;
    let mut halves: Vec<(u64, u32)> = (0..n_halves).map(|half| (key(&half_edge(surface, half).0), half)).collect();
    halves.sort_unstable();
    let mut border = Vec::new();
    for same_key in halves.chunk_by(|a, b| a.0 == b.0) {
        let mut all: Vec<([Bits; 2], bool)> = same_key.iter().map(|(_, half)| half_edge(surface, *half)).collect();
        if let [(a, forward), (b, back)] = all[..]
            && a == b
            && forward != back
        {
            continue;
        }
        // Seldom two edges have the same key.
        all.sort_unstable();
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            let n_forward = same.iter().filter(|(_, forward)| *forward).count();
            let n_back = same.len() - n_forward;
            let [a, b] = same[0].0;
            let open = if n_forward > n_back { [a, b] } else { [b, a] };
            border.extend(std::iter::repeat_n(open, n_forward.abs_diff(n_back)));
        }
    }
    border
}

/// Closes every loop of a border: every other corner is cut off, again and again. Most of the triangles are as small as
/// the edges, which suits trees and sums over far pieces.
fn closing(border: &[[Bits; 2]]) -> TriMesh {
    let mut ids: HashMap<Bits, u32> = HashMap::new();
    let mut positions: Vec<Vec3> = Vec::new();
    let mut id = |end: Bits| {
        *ids.entry(end).or_insert_with(|| {
            positions.push(Vec3::from_array(end.map(f32::from_bits)));
            positions.len() as u32 - 1
        })
    };
    let edges: Vec<[u32; 2]> = border.iter().map(|ends| ends.map(&mut id)).collect();
    let mut triangles = Vec::with_capacity(edges.len());
    for mut ring in loops(&edges, positions.len()) {
        while ring.len() > 2 {
            for cut in ring.windows(3).step_by(2) {
                triangles.push([cut[0], cut[2], cut[1]]);
            }
            if ring.len() % 2 == 0 && ring.len() > 2 {
                let [before, last] = [ring[ring.len() - 2], ring[ring.len() - 1]];
                triangles.push([before, ring[0], last]);
            }
            ring = ring.into_iter().step_by(2).collect();
        }
    }
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

/// The edges as closed walks, each edge in one. At every vertex as many edges begin as end, so that a walk can only end
/// where it began.
fn loops(edges: &[[u32; 2]], n_vertices: usize) -> Vec<Vec<u32>> {
    let mut onwards: Vec<Vec<u32>> = vec![Vec::new(); n_vertices];
    edges.iter().for_each(|[a, b]| onwards[*a as usize].push(*b));
    let mut loops = Vec::new();
    for start in 0..n_vertices {
        while let Some(mut at) = onwards[start].pop() {
            let mut ring = vec![start as u32];
            while at as usize != start {
                ring.push(at);
                let Some(next) = onwards[at as usize].pop() else { break };
                at = next;
            }
            loops.push(ring);
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::super::rays::{Heading, winding_along};
    use super::super::test_support::{Random, ball, centre, sample};
    use super::*;
    use crate::mesh::{n_open_edges, shapes};
    use glam::DVec3;

    #[test]
    fn with_its_cap_a_surface_without_some_triangles_is_closed() {
        let mut random = Random::new(71);
        let whole = &sample().upper.mesh;
        // Many holes, some of which touch at a corner.
        let mut open = TriMesh::clone(whole);
        open.triangles.retain(|_| random.below(40) > 0);
        let bvh = Bvh::new(&open);
        let cap = Cap::new(&bvh);
        assert!(cap.bvh.n_triangles() > 1000);
        let at = centre(whole);
        let mut n_uneven = 0;
        for _ in 0..300 {
            let p = at + random.vector() * DVec3::new(30.0, 8.0, 25.0);
            let along = |heading| winding_along(&bvh, p, heading) + winding_along(&cap.bvh, p, heading);
            let all = Heading::ALL.map(along);
            assert_eq!(all, [all[0]; 6], "{p}: every way out of a closed surface counts the same");
            let without = Heading::ALL.map(|heading| winding_along(&bvh, p, heading));
            n_uneven += usize::from(without != [without[0]; 6]);
        }
        assert!(n_uneven > 10, "the twin: without the lid they differ");
    }

    #[test]
    fn a_closed_surface_needs_no_cap() {
        assert!(Cap::new(&Bvh::new(&ball(Vec3::ZERO, 3.0, 10))).bvh.is_empty());
        let bowl = shapes::without(&ball(Vec3::ZERO, 3.0, 10), |p| p.z < 0.0);
        let bvh = Bvh::new(&bowl);
        let cap = Cap::new(&bvh);
        assert_eq!(cap.bvh.n_triangles(), n_open_edges(&bowl) - 2);
        // A disc of 28.3 mm², and the teeth of the rim: 19 mm long, 0.45 mm high at most.
        assert!((27.0..28.3 + 19.0 * 0.45).contains(&cap.area_mm2), "{}", cap.area_mm2);
    }
}
