//! The engine for a pair of jaws.
use super::super::pairs::TrianglePair;
use super::OctreeScene;
use crate::base::Rigid;
use crate::jaw::JawPair;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Both jaws as two objects: the upper one rests, the lower one takes the pose of each question. Same answers as
/// [`super::super::BvhEngine`], without anything prepared.
#[derive(Debug)]
pub struct OctreeEngine {
    /// Locked for the length of a question: the lists keep their memory from one to the next.
    scene: Mutex<OctreeScene>,
}

const LOWER: usize = 1;

impl OctreeEngine {
    pub fn new(pair: &JawPair) -> Self {
        let mut scene = OctreeScene::default();
        scene.add(&pair.upper.mesh, Rigid::IDENTITY);
        scene.add(&pair.lower.mesh, Rigid::IDENTITY);
        Self { scene: Mutex::new(scene) }
    }

    /// Every pair of triangles (upper, lower) that have a point in common, sorted.
    pub fn intersecting_pairs(&self, upper_from_lower: &Rigid) -> Vec<TrianglePair> {
        let pairs = self.in_pose(upper_from_lower).intersecting_pairs();
        pairs.into_iter().map(|pair| pair.triangles).collect()
    }

    /// Whether any triangles meet; stops at the first.
    pub fn surfaces_meet(&self, upper_from_lower: &Rigid) -> bool {
        self.in_pose(upper_from_lower).surfaces_meet()
    }

    fn in_pose(&self, upper_from_lower: &Rigid) -> MutexGuard<'_, OctreeScene> {
        // Every question fills the lists from the start: one that panicked leaves nothing behind.
        let mut scene = self.scene.lock().unwrap_or_else(PoisonError::into_inner);
        scene.set_pose(LOWER, *upper_from_lower);
        scene
    }
}
