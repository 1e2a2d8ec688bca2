//! One object: its mesh, where it is, and its vertices in the world.
use super::super::intersect_triangle_triangle::Triangle;
use super::sweep::Bounds;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};

#[derive(Debug)]
pub struct Object {
    positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pose: Rigid,
    /// Vertices in the world, mm.
    pub world: Vec<DVec3>,
    bounds: Option<Bounds>,
    moved: bool,
}

impl Object {
    pub fn new(mesh: &TriMesh, pose: Rigid) -> Self {
        let (positions, triangles) = (mesh.positions.clone(), mesh.triangles.clone());
        Self { positions, triangles, pose, world: Vec::new(), bounds: None, moved: true }
    }

    pub fn set_pose(&mut self, pose: Rigid) {
        self.moved |= pose != self.pose;
        self.pose = pose;
    }

    /// `false` for another number of vertices.
    pub fn set_positions(&mut self, positions: &[Vec3]) -> bool {
        if positions.len() != self.positions.len() {
            return false;
        }
        self.positions.copy_from_slice(positions);
        self.moved = true;
        true
    }

    /// Around the finite vertices in the world; `None` if there is nothing that could meet anything.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// Corners in the world, mm.
    pub fn corners(&self, triangle: u32) -> Triangle {
        self.triangles[triangle as usize].map(|i| self.world[i as usize])
    }

    /// Poses the vertices, by the same operations as every exact engine, if anything moved. Returns whether it did.
    pub fn update(&mut self) -> bool {
        if !std::mem::take(&mut self.moved) {
            return false;
        }
        let (mut lo, mut hi) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        self.world.clear();
        self.world.extend(self.positions.iter().map(|p| {
            let p = self.pose.transform_point(p.as_dvec3());
            // Never true for what is not a number, so that such a vertex does not widen the box.
            if p.abs().cmple(DVec3::MAX).all() {
                (lo, hi) = (lo.min(p), hi.max(p));
            }
            p
        }));
        let is_there = !self.triangles.is_empty() && lo.cmple(hi).all() && self.pose.to_dmat4().is_finite();
        self.bounds = is_there.then_some(Bounds { lo, hi });
        true
    }
}
