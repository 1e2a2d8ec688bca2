//! Tree of axis-aligned boxes over a mesh's triangles, in the mesh's own coordinates.
//!
//! Layout: nodes are numbered so that the two children of a node lie side by side and after it; triangles are stored in
//! the order of the leaves. A box is a centre and a half size in single precision. Scans are single precision as well,
//! so that only the conversion from corners to centre and half size rounds, and that is done outwards: a box always
//! holds its triangles. (Half the memory of double precision, and a box test fits one SSE register.)
//!
//! Built by the surface area heuristic in bins (Wald 2007; Real-Time Rendering, sect. 25.2.2), see [`build`].
mod build;
mod collapse;
mod node;
#[cfg(test)]
mod tests;
pub mod wide;

use crate::base::{Cancelled, Progress, n_threads};
use crate::mesh::TriMesh;
use build::Nodes;
use glam::{DVec3, Vec3, Vec3A};
pub use node::{Link, NodeBox};
use wide::WideBvh;

/// The tree. Node 0 is the root; a mesh without triangles has no nodes.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    boxes: Vec<NodeBox>,
    links: Vec<Link>,
    /// Triangle of the mesh, by place in the order of the leaves.
    triangle_ids: Vec<u32>,
    /// The block of the wide tree that holds the same triangle, and its corners.
    blocks: Vec<u32>,
    /// Largest absolute coordinate, mm: the scale of rounding.
    reach_mm: f32,
    /// The same boxes and triangles, four at a time.
    wide: WideBvh,
}

impl Bvh {
    /// Builds the tree on all processors. Coordinates are expected to be finite (reading a scan sees to it).
    pub fn new(mesh: &TriMesh) -> Self {
        Self::build(mesh, &Progress::default()).expect("nobody else has the handle that cancels")
    }

    /// The same, for a worker.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn build(mesh: &TriMesh, progress: &Progress) -> Result<Self, Cancelled> {
        Self::on_threads(mesh, n_threads(usize::MAX), progress)
    }

    fn on_threads(mesh: &TriMesh, threads: usize, progress: &Progress) -> Result<Self, Cancelled> {
        let Nodes { boxes, links, triangle_ids } = build::build(mesh, threads, progress)?;
        let corners: Vec<[Vec3; 3]> = triangle_ids.iter().map(|id| mesh.corners(*id as usize)).collect();
        let reach_mm = corners.iter().flatten().fold(0.0, |m: f32, p| m.max(p.abs().max_element()));
        let wide = WideBvh::new(&boxes, &links, &corners, reach_mm, threads);
        let blocks = wide.block_of_each(corners.len());
        Ok(Self { boxes, links, triangle_ids, blocks, reach_mm, wide })
    }

    /// Takes over moved vertices of the same triangles, without a new structure: boxes are recomputed from the leaves
    /// upwards (Real-Time Rendering, sect. 25.5). The answer stays exact; after large deformations the tree is slower
    /// than a new one.
    ///
    /// Returns `false`, and changes nothing, when the mesh has another number of triangles.
    pub fn refit(&mut self, mesh: &TriMesh) -> bool {
        if mesh.triangles.len() != self.triangle_ids.len() {
            return false;
        }
        let corners: Vec<[Vec3; 3]> = self.triangle_ids.iter().map(|id| mesh.corners(*id as usize)).collect();
        let mut bounds = vec![(Vec3A::ZERO, Vec3A::ZERO); self.links.len()];
        for (i, link) in self.links.iter().enumerate().rev() {
            let first = link.first as usize;
            bounds[i] = if link.is_leaf() {
                bounds_of(&corners[link.triangles()])
            } else {
                let ((lo, hi), (other_lo, other_hi)) = (bounds[first], bounds[first + 1]);
                (lo.min(other_lo), hi.max(other_hi))
            };
            self.boxes[i] = NodeBox::around(bounds[i].0, bounds[i].1);
        }
        self.reach_mm = bounds.first().map_or(0.0, |(lo, hi)| lo.abs().max(hi.abs()).max_element());
        self.wide = WideBvh::new(&self.boxes, &self.links, &corners, self.reach_mm, n_threads(usize::MAX));
        self.blocks = self.wide.block_of_each(corners.len());
        true
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    #[inline]
    pub fn n_triangles(&self) -> usize {
        self.triangle_ids.len()
    }

    pub fn n_nodes(&self) -> usize {
        self.links.len()
    }

    #[inline]
    pub fn node_box(&self, node: u32) -> &NodeBox {
        &self.boxes[node as usize]
    }

    #[inline]
    pub fn link(&self, node: u32) -> Link {
        self.links[node as usize]
    }

    /// Triangle of the mesh at a place in the order of the leaves.
    #[inline]
    pub fn triangle_id(&self, place: usize) -> u32 {
        self.triangle_ids[place]
    }

    /// Of every triangle of the mesh its place in the order of the leaves.
    pub fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.triangle_ids.len()];
        self.triangle_ids.iter().zip(0..).for_each(|(triangle, place)| places[*triangle as usize] = place);
        places
    }

    /// The block of the wide tree that holds the triangle at a place in the order of the leaves.
    #[inline]
    pub fn block_of(&self, place: usize) -> usize {
        self.blocks[place] as usize
    }

    /// Corners of the triangle at a place in the order of the leaves, mm.
    #[inline]
    pub fn corners(&self, place: usize) -> [DVec3; 3] {
        self.corners_f32(place).map(|p| p.as_dvec3())
    }

    /// The same in single precision, as the mesh has them.
    #[inline]
    pub fn corners_f32(&self, place: usize) -> [Vec3; 3] {
        self.wide.block(self.block_of(place)).corners_at(place)
    }

    /// Whether any triangle, by its place, that lies in a leaf whose box meets this one (mm) is wanted.
    pub fn any_near_box(&self, (lo, hi): (DVec3, DVec3), wanted: impl Fn(usize) -> bool) -> bool {
        // A hair more than it is, for its own rounding.
        let (middle, reach) = ((lo + hi) * 0.5, (hi - lo) * 0.5 + 1e-9);
        let mut open = if self.is_empty() { Vec::new() } else { vec![0] };
        while let Some(node) = open.pop() {
            let NodeBox { centre, half } = self.node_box(node);
            if (centre.as_dvec3() - middle).abs().cmpgt(half.as_dvec3() + reach).any() {
                continue;
            }
            let link = self.link(node);
            if !link.is_leaf() {
                open.extend([link.first, link.first + 1]);
            } else if link.triangles().any(&wanted) {
                return true;
            }
        }
        false
    }

    /// The tree to search with many lanes at once.
    #[inline]
    pub fn wide(&self) -> &WideBvh {
        &self.wide
    }

    /// No distance to a box or a triangle measured in single precision is off by more, mm, for points whose largest
    /// coordinate is this.
    #[inline]
    pub fn rounding_mm(&self, reach_mm: f32) -> f32 {
        // Some twenty roundings of numbers of this size, over three coordinates.
        32.0 * f32::EPSILON * (self.reach_mm + reach_mm)
    }

    /// Largest absolute coordinate, mm.
    #[inline]
    pub fn reach_mm(&self) -> f32 {
        self.reach_mm
    }
}

fn bounds_of(triangles: &[[Vec3; 3]]) -> (Vec3A, Vec3A) {
    let all = triangles.iter().flatten().map(|p| Vec3A::from(*p));
    let none = (Vec3A::splat(f32::INFINITY), Vec3A::splat(f32::NEG_INFINITY));
    all.fold(none, |(lo, hi), p| (lo.min(p), hi.max(p)))
}
