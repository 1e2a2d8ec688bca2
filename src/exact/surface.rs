//! A jaw as rays see it.
use super::bvh::Bvh;
use crate::mesh::TriMesh;

/// One jaw and its tree, in its own coordinates.
#[derive(Clone, Copy)]
pub struct Surface<'a> {
    pub mesh: &'a TriMesh,
    pub bvh: &'a Bvh,
    /// Of the mesh, as [`crate::mesh::topology::twins`] gives them.
    pub twins: &'a [u32],
}
