//! Flaps: tongues of surface between open rims, such as cheek, tissue and stray edges of a scan, that stand up beside the teeth or hang
//! over them. What is read along the arch would take them for crowns.
//!
//! A morphological opening on the surface: what is no farther than [`HALF_MM`] from a place that far from every rim belongs to the jaw;
//! the rest is narrow, and a flap where it rises above the teeth. A jaw that was cut off straight keeps all up to the cut.
use super::arch_curve::local;
use crate::jaw::{JawSide, OcclusalFrame};
use crate::mesh::TriMesh;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Half of the width of the broadest flap, mm: a molar's crown alone is broader, from gum to gum over its top.
const HALF_MM: f32 = 5.0;
/// A flap reaches farther than this beyond the occlusal plane, mm; tips of teeth seldom do.
pub const RISES_MM: f64 = 3.0;

/// Of each scanned triangle whether it is part of a flap; `None` where there is none. Mesh and frame as of
/// [`split`](super::split); `rim`: [`tissue_rim_vertices`](crate::mesh::border::tissue_rim_vertices).
pub fn flaps(mesh: &TriMesh, rim: &[u32], frame: &OcclusalFrame, side: JawSide) -> Option<Vec<bool>> {
    let scanned = &mesh.triangles[..mesh.n_scanned.min(mesh.triangles.len())];
    let rises = |v: u32| local(frame, side, mesh.positions[v as usize].as_dvec3()).z > RISES_MM;
    if !scanned.iter().flatten().any(|v| rises(*v)) {
        return None;
    }
    if rim.is_empty() {
        return None;
    }
    let edges = Neighbours::new(scanned, mesh.positions.len());
    let near_rim = edges.reached(mesh, rim, HALF_MM);
    let core: Vec<u32> = scanned.iter().flatten().copied().filter(|v| !near_rim[*v as usize]).collect();
    // Where nothing is broad (crowns scanned one by one) nothing can be told.
    if core.is_empty() {
        return None;
    }
    // The core begins at vertices: up to an edge deeper than it would. Some more lets bends of the rim be edges as well.
    let mut is_jaw = edges.reached(mesh, &core, 1.2 * HALF_MM + 2.0 * mean_edge_mm(mesh, scanned));
    let is_flap =
        |is_jaw: &[bool]| -> Vec<bool> { scanned.iter().map(|t| t.iter().any(|v| !is_jaw[*v as usize])).collect() };
    // Narrow surface that does not rise is an edge of the jaw like any other.
    let narrow = |v: &u32| !is_jaw[*v as usize];
    let rising: Vec<u32> = scanned.iter().flatten().copied().filter(|v| narrow(v) && rises(*v)).collect();
    if rising.is_empty() {
        return None;
    }
    let of_flaps = edges.hanging_together(&rising, |v| !is_jaw[v as usize]);
    is_jaw.iter_mut().zip(of_flaps).for_each(|(jaw, flap)| *jaw |= !flap);
    Some(is_flap(&is_jaw))
}

fn mean_edge_mm(mesh: &TriMesh, triangles: &[[u32; 3]]) -> f32 {
    let length = |a: u32, b: u32| f64::from(mesh.positions[a as usize].distance(mesh.positions[b as usize]));
    let sum: f64 = triangles.iter().map(|[a, b, c]| length(*a, *b) + length(*b, *c) + length(*c, *a)).sum();
    (sum / (3 * triangles.len()).max(1) as f64) as f32
}

/// Vertices that edges of triangles join.
struct Neighbours {
    first: Vec<u32>,
    of: Vec<u32>,
}

impl Neighbours {
    fn new(triangles: &[[u32; 3]], n_vertices: usize) -> Self {
        let mut first = vec![0_u32; n_vertices + 1];
        triangles.iter().flatten().for_each(|v| first[*v as usize + 1] += 2);
        (1..first.len()).for_each(|i| first[i] += first[i - 1]);
        let (mut next, mut of) = (first.clone(), vec![0; triangles.len() * 6]);
        for t in triangles {
            for k in 0..3 {
                let at = &mut next[t[k] as usize];
                (of[*at as usize], of[*at as usize + 1]) = (t[(k + 1) % 3], t[(k + 2) % 3]);
                *at += 2;
            }
        }
        Self { first, of }
    }

    fn beside(&self, vertex: u32) -> &[u32] {
        let [from, to] = [0, 1].map(|k| self.first[vertex as usize + k] as usize);
        &self.of[from..to]
    }

    /// Which vertices lie within a distance of some, along edges (Dijkstra).
    fn reached(&self, mesh: &TriMesh, from: &[u32], within_mm: f32) -> Vec<bool> {
        let mut distance = vec![f32::INFINITY; mesh.positions.len()];
        from.iter().for_each(|v| distance[*v as usize] = 0.0);
        // Distances are positive: their bits are in their order.
        let mut open: BinaryHeap<Reverse<(u32, u32)>> = from.iter().map(|v| Reverse((0, *v))).collect();
        while let Some(Reverse((bits, vertex))) = open.pop() {
            let so_far = f32::from_bits(bits);
            if so_far > distance[vertex as usize] {
                continue;
            }
            for next in self.beside(vertex) {
                let there = so_far + mesh.positions[vertex as usize].distance(mesh.positions[*next as usize]);
                if there <= within_mm && there < distance[*next as usize] {
                    distance[*next as usize] = there;
                    open.push(Reverse((there.to_bits(), *next)));
                }
            }
        }
        distance.iter().map(|d| d.is_finite()).collect()
    }

    /// Which vertices hang together with some through those that are wanted.
    fn hanging_together(&self, from: &[u32], is_wanted: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.first.len() - 1];
        let mut open = from.to_vec();
        while let Some(vertex) = open.pop() {
            if !std::mem::replace(&mut found[vertex as usize], true) {
                open.extend(self.beside(vertex).iter().filter(|v| is_wanted(**v)));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::border::tissue_rim_vertices;
    use crate::mesh::topology::twins;
    use glam::{DVec3, Vec3};

    fn flaps_of(mesh: &TriMesh) -> Option<Vec<bool>> {
        let rim = tissue_rim_vertices(mesh, &twins(&mesh.triangles, mesh.positions.len()));
        flaps(mesh, &rim, &frame(), JawSide::Lower)
    }

    /// A jaw of 40 by 40 mm with a tongue of a width and height on its rim, in steps of 1 mm; and how many triangles the jaw has.
    fn jaw_with_tongue(width: u32, height: f32) -> (TriMesh, usize) {
        let mut mesh = TriMesh::default();
        let sheet = |n: u32, m: u32, at: &dyn Fn(u32, u32) -> Vec3, mesh: &mut TriMesh| {
            for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
                for t in [[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]] {
                    mesh.triangles.push(t.map(|(a, b)| {
                        let p = at(i + a, j + b);
                        let known = mesh.positions.iter().position(|q| *q == p);
                        known.unwrap_or_else(|| {
                            mesh.positions.push(p);
                            mesh.positions.len() - 1
                        }) as u32
                    }));
                }
            }
        };
        sheet(40, 40, &|i, j| Vec3::new(i as f32, j as f32, -2.0), &mut mesh);
        let n = mesh.triangles.len();
        let rise = height + 2.0;
        sheet(width, 20, &|i, j| Vec3::new(10.0 + i as f32, 0.0, -2.0 + rise * j as f32 / 20.0), &mut mesh);
        mesh.n_scanned = mesh.triangles.len();
        (mesh, n)
    }

    fn frame() -> OcclusalFrame {
        OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame")
    }

    #[test]
    fn a_tongue_that_rises_is_a_flap_and_the_jaw_is_none() {
        let (mesh, n) = jaw_with_tongue(6, 20.0);
        let found = flaps_of(&mesh).expect("a flap");
        let n_flap = found[n..].iter().filter(|f| **f).count();
        assert!(found[..n].iter().all(|f| !f), "the jaw is none");
        // But for its foot, which is as near to the jaw as any edge.
        assert!(n_flap * 2 > mesh.triangles.len() - n, "{n_flap} of {}", mesh.triangles.len() - n);
    }

    #[test]
    fn broad_low_and_closed_surface_is_none() {
        let (low, _) = jaw_with_tongue(6, 2.0);
        assert_eq!(flaps_of(&low), None);
        // Of a broad one the corners alone are narrow.
        let (broad, n) = jaw_with_tongue(26, 20.0);
        let found = flaps_of(&broad).unwrap_or_default();
        let n_flap = found.iter().filter(|f| **f).count();
        assert!(n_flap * 20 < broad.triangles.len() - n, "{n_flap}");
        let ball = crate::mesh::shapes::sphere(12, 20.0);
        assert_eq!(flaps_of(&ball), None);
    }
}
