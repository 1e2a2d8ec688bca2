//! One jaw on the GPU, with what the processor needs to know to draw as little of it as is seen.
use super::display_mesh::DisplayMesh;
use super::levels::choose;
use super::pass::mesh_gpu::MeshGpu;
use super::scene_view::SceneView;
use crate::gpu::culling::{Limits, NOWHERE, visible_corners};
use crate::jaw::JawSide;
use crate::mesh::clusters::Cluster;
use glam::{DMat4, DVec3, Vec3};
use std::ops::Range;

pub struct JawShown {
    pub mesh: MeshGpu,
    pub closed: bool,
    pub has_colors: bool,
    pub outline: Vec<Vec3>,
    pub box_corners: Vec<Vec3>,
    /// The mesh itself, then its coarser levels.
    levels: Vec<LevelShown>,
}

struct LevelShown {
    error_mm: f32,
    /// Empty where the mesh has no order of its own: everything is drawn.
    clusters: Vec<Cluster>,
    n_indices: u32,
}

impl JawShown {
    pub fn new(device: &wgpu::Device, label: &str, mesh: &DisplayMesh, closed: bool) -> Self {
        let level = |error_mm, clusters: &[Cluster], indices: &[u32]| LevelShown {
            error_mm,
            clusters: clusters.to_vec(),
            n_indices: indices.len() as u32,
        };
        let coarser = mesh.levels.iter().map(|l| level(l.error_mm, &l.clusters, &l.indices));
        Self {
            mesh: MeshGpu::new(device, label, mesh),
            closed,
            has_colors: mesh.has_colors,
            outline: mesh.outline.clone(),
            box_corners: mesh.box_corners.clone(),
            levels: std::iter::once(level(0.0, &mesh.clusters, &mesh.indices)).chain(coarser).collect(),
        }
    }

    /// The coarsest level that is at most so far from the mesh.
    pub fn level_within(&self, most_mm: f64) -> usize {
        choose(self.levels.iter().skip(1).map(|l| l.error_mm), most_mm)
    }

    /// Most that a level is away from the mesh, mm.
    pub fn error_mm(&self, level: usize) -> f32 {
        self.levels.get(level).map_or(0.0, |l| l.error_mm)
    }

    /// Indices of the clusters that can be seen: within the picture, and of a closed jaw those that face the viewer.
    pub fn visible_indices(
        &self,
        level: usize,
        view: &SceneView,
        side: JawSide,
        closed: bool,
        clip_from_world: &DMat4,
        size: [u32; 2],
    ) -> Vec<Range<u32>> {
        let Some(level) = self.levels.get(level) else { return Vec::new() };
        // A perspective view has no one direction, and its pixels no linear map.
        if level.clusters.is_empty() || view.camera.fov_rad.is_some() {
            return std::iter::once(0..level.n_indices).collect();
        }
        let world_from_jaw = view.world_from_jaw(side);
        let half = DVec3::new(f64::from(size[0]) / 2.0, f64::from(size[1]) / 2.0, 1.0);
        let px_from_clip = DMat4::from_translation(half.with_z(0.0)) * DMat4::from_scale(half);
        let px_from_jaw = px_from_clip * *clip_from_world * world_from_jaw.to_dmat4();
        let away = world_from_jaw.inverse().transform_vector(-view.camera.towards_viewer()).as_vec3();
        let limits = Limits { left_along: closed.then_some((away, NOWHERE)), ..Limits::default() };
        visible_corners(&level.clusters, &px_from_jaw, size, limits)
    }
}
