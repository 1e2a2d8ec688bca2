//! Objects whose triangles that meet are looked for on the GPU and decided exactly on the processor: engine `bvh-gpu`
//! (Gress and Zachmann 2004; ENGINES.md, "Engine bvh-gpu").
use super::error::EngineError;
use crate::base::{Rigid, share_out};
use crate::exact::closest_point_triangle::closest_points_triangles;
use crate::exact::{FacePair, triangles_meet};
use crate::gpu::{Candidate, Context, ForestObject, Interference, InterferenceSettings, NearestOnGpu, Traversal};
use crate::mesh::{TriMesh, balanced_order};
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// Candidates that one thread decides at a time.
const CHUNK: usize = 512;

/// Objects, each with a pose `world_from_object`.
pub struct GpuScene {
    gpu: Interference,
    objects: Vec<Object>,
}

struct Object {
    triangles: Arc<TriMesh>,
    positions: Vec<Vec3>,
    pose: Rigid,
}

impl Object {
    /// Corners in the world, by the same operations as in every exact engine.
    fn corners(&self, triangle: u32) -> [DVec3; 3] {
        let corner = |v: u32| self.pose.transform_point(self.positions[v as usize].as_dvec3());
        self.triangles.triangles[triangle as usize].map(corner)
    }
}

impl GpuScene {
    /// # Errors
    /// [`EngineError::Gpu`] when the meshes do not fit the adapter, or none has a triangle.
    pub fn new(
        context: &Context,
        objects: &[(Arc<TriMesh>, Rigid)],
        settings: InterferenceSettings,
    ) -> Result<Self, EngineError> {
        let orders: Vec<Vec<u32>> = objects.iter().map(|(mesh, _)| balanced_order(mesh)).collect();
        Self::with_orders(context, objects, &orders, settings)
    }

    /// With given orders of the triangles ([`balanced_order`]). A triangle that stands in none is not found.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_orders(
        context: &Context,
        objects: &[(Arc<TriMesh>, Rigid)],
        orders: &[Vec<u32>],
        settings: InterferenceSettings,
    ) -> Result<Self, EngineError> {
        let in_forest: Vec<_> =
            objects.iter().zip(orders).map(|((mesh, _), order)| ForestObject { mesh, order }).collect();
        let gpu = Interference::new(context, &in_forest, settings)?;
        let object = |(mesh, pose): &(Arc<TriMesh>, Rigid)| Object {
            triangles: mesh.clone(),
            positions: mesh.positions.clone(),
            pose: *pose,
        };
        Ok(Self { gpu, objects: objects.iter().map(object).collect() })
    }

    /// Moves an object. A pose that is not finite takes it out of the world. `false` when there is no such object.
    pub fn set_pose(&mut self, object: usize, world_from_object: Rigid) -> bool {
        self.objects.get_mut(object).map(|o| o.pose = world_from_object).is_some()
    }

    /// Deforms an object: new places, mm, of the same vertices in its own coordinates. Boxes are refitted on the GPU.
    /// `false`, and nothing changes, when there is no such object, it has another number of vertices, or a place is not
    /// finite.
    pub fn set_positions(&mut self, object: usize, positions: &[Vec3]) -> bool {
        let taken = self.gpu.set_positions(object, positions);
        if taken && let Some(object) = self.objects.get_mut(object) {
            object.positions.copy_from_slice(positions);
        }
        taken
    }

    /// Every pair of faces of different objects that have a point in common, each once, sorted: those of
    /// [`crate::exact::intersecting_pairs`], whatever the GPU.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] when the GPU is lost.
    pub fn intersecting_pairs(&mut self) -> Result<Vec<FacePair>, EngineError> {
        self.pairs(0.0, triangles_meet)
    }

    /// Every pair of faces of different objects that are at most a distance apart, each once, sorted: those of
    /// [`crate::exact::pairs_within`].
    ///
    /// # Errors
    /// [`EngineError::Gpu`] when the GPU is lost.
    pub fn pairs_within(&mut self, distance_mm: f64) -> Result<Vec<FacePair>, EngineError> {
        self.pairs(distance_mm, |a, b| {
            let (p, q) = closest_points_triangles(a, b);
            p.distance(q) <= distance_mm
        })
    }

    fn pairs(
        &mut self,
        distance_mm: f64,
        is_one: impl Fn(&[DVec3; 3], &[DVec3; 3]) -> bool + Sync,
    ) -> Result<Vec<FacePair>, EngineError> {
        let poses: Vec<Rigid> = self.objects.iter().map(|o| o.pose).collect();
        let candidates = self.gpu.candidates(&poses, distance_mm)?;
        let objects = &self.objects;
        let corners = |c: &Candidate, k: usize| objects[c.objects[k] as usize].corners(c.triangles[k]);
        let decided = share_out(
            candidates.chunks(CHUNK),
            || (),
            |(), some| {
                let found = some.iter().filter(|c| is_one(&corners(c, 0), &corners(c, 1)));
                found.map(|c| FacePair { objects: c.objects, triangles: c.triangles }).collect::<Vec<_>>()
            },
        );
        let mut pairs = decided.concat();
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// For every vertex of every object the nearest triangle of another one, up to a distance; by object and vertex. In
    /// single precision, by the GPU alone.
    ///
    /// # Errors
    /// [`EngineError::Gpu`] when the GPU is lost.
    pub fn nearest(&mut self, distance_mm: f64) -> Result<Vec<Vec<Option<NearestOnGpu>>>, EngineError> {
        let poses: Vec<Rigid> = self.objects.iter().map(|o| o.pose).collect();
        Ok(self.gpu.nearest(&poses, distance_mm)?)
    }

    /// What the last question took on the GPU.
    pub fn last_traversal(&self) -> &Traversal {
        self.gpu.last_traversal()
    }

    /// Bytes on the GPU: of the trees, and of the lists.
    pub fn bytes(&self) -> [u64; 2] {
        self.gpu.bytes()
    }

    /// The search itself.
    pub fn gpu(&self) -> &Interference {
        &self.gpu
    }
}
