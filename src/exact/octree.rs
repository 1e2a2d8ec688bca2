//! Engine `octree`: which faces of several objects meet, without any tree that would have to be kept.
//!
//! After Smith, Kitamura, Takemura, Kishino: A simple and efficient method for accurate collision detection among
//! deformable polyhedral objects in arbitrary motion, 1995. Every question starts from the vertices where they are now,
//! so that objects may deform as freely as they move. In the order of the work:
//!
//! 1. [`object`]: posed vertices and the box around each object (sect. 3.3), for what has moved.
//! 2. [`sweep`]: pairs of boxes that overlap; what two boxes share is an *overlap region*.
//! 3. [`check_list`]: the faces that truly meet an overlap region of their object (sect. 3.4).
//!    [`octant_map`] drops those in whose coarse octants there is no other object; [`steps`] are the octree's coordinates.
//! 4. [`subdivide`]: the face octree over these, all objects together, of which only octants with faces of two objects
//!    are followed and nothing is stored (sect. 3.5); face pairs of its leaves.
//! 5. The exact test of a face pair (sect. 3.6), the same as engine `bvh` has, on the same posed vertices.
mod check_list;
mod face_pair;
mod jaws;
mod object;
mod octant_map;
mod steps;
mod subdivide;
mod sweep;
#[cfg(test)]
mod tests;

pub use face_pair::FacePair;
pub use jaws::OctreeEngine;
pub use sweep::{Bounds, SweepAndPrune};

use crate::base::Rigid;
use crate::mesh::TriMesh;
use check_list::CheckLists;
use glam::Vec3;
use object::Object;
use steps::MAX_LEVELS;
use subdivide::{FaceOctree, Want};

/// Objects that move and deform, and the question which of their faces meet.
///
/// Faces are closed sets, as in [`super::triangles_meet`]. A face with a corner that is not finite (in the object or
/// under its pose) meets nothing.
#[derive(Debug)]
pub struct OctreeScene {
    objects: Vec<Object>,
    broad: SweepAndPrune,
    lists: CheckLists,
    levels: u32,
}

impl Default for OctreeScene {
    fn default() -> Self {
        Self::new(DEFAULT_LEVELS)
    }
}

/// The finest octants are at most 1/1024 of the root, 0.06 mm in an arch: far below a scan's edges, so that what ends
/// the subdivision is that it no longer spares work. (The paper's resolution is 6 levels of the whole world.)
const DEFAULT_LEVELS: u32 = 10;

impl OctreeScene {
    /// `levels`: resolution of the face octree, the number of subdivisions at most (up to 15 are made). It changes the
    /// time and never the answer.
    pub fn new(levels: u32) -> Self {
        Self {
            objects: Vec::new(),
            broad: SweepAndPrune::default(),
            lists: CheckLists::default(),
            levels: levels.min(MAX_LEVELS),
        }
    }

    /// Adds an object and gives its number; objects are numbered from 0.
    pub fn add(&mut self, mesh: &TriMesh, world_from_object: Rigid) -> usize {
        self.objects.push(Object::new(mesh, world_from_object));
        self.broad.push();
        self.objects.len() - 1
    }

    pub fn n_objects(&self) -> usize {
        self.objects.len()
    }

    /// Moves an object. A pose that is not finite takes it out of the world. `false` when there is no such object.
    pub fn set_pose(&mut self, object: usize, world_from_object: Rigid) -> bool {
        self.objects.get_mut(object).map(|o| o.set_pose(world_from_object)).is_some()
    }

    /// Deforms an object: new places, mm, of the same vertices in its own coordinates. Nothing is rebuilt, because
    /// nothing was built. `false`, and nothing changes, when there is no such object or it has another number of vertices.
    pub fn set_positions(&mut self, object: usize, positions: &[Vec3]) -> bool {
        self.objects.get_mut(object).is_some_and(|o| o.set_positions(positions))
    }

    /// The objects whose boxes overlap, in pairs, sorted.
    pub fn overlapping_boxes(&mut self) -> Vec<[u32; 2]> {
        self.update();
        self.broad.pairs().collect()
    }

    /// Every pair of faces of different objects that have a point in common, each once, sorted.
    pub fn intersecting_pairs(&mut self) -> Vec<FacePair> {
        let mut pairs = self.solve(Want::All);
        pairs.sort_unstable();
        pairs
    }

    /// Whether any faces of different objects meet; stops at the first.
    pub fn surfaces_meet(&mut self) -> bool {
        !self.solve(Want::Any).is_empty()
    }

    fn solve(&mut self, want: Want) -> Vec<FacePair> {
        self.update();
        let regions = self.overlap_regions();
        let items = self.lists.fill(&self.objects, &regions);
        FaceOctree { objects: &self.objects, items, levels: self.levels, want }.pairs()
    }

    /// Poses what has moved and sorts the boxes anew.
    fn update(&mut self) {
        for (i, object) in self.objects.iter_mut().enumerate() {
            if object.update() {
                self.broad.set(i, object.bounds());
            }
        }
        self.broad.update();
    }

    /// For each object what its box shares with the boxes of others.
    fn overlap_regions(&self) -> Vec<Vec<Bounds>> {
        let mut regions = vec![Vec::new(); self.objects.len()];
        for pair in self.broad.pairs() {
            let [i, j] = pair.map(|object| object as usize);
            if let (Some(a), Some(b)) = (self.objects[i].bounds(), self.objects[j].bounds())
                && let Some(common) = a.common(&b)
            {
                regions[i].push(common);
                regions[j].push(common);
            }
        }
        regions
    }
}
