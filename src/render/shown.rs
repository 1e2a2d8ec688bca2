//! One jaw on the GPU, with what the processor needs to know to draw as little of it as is seen.
use super::display_mesh::DisplayMesh;
use super::levels::choose;
use super::openings::Openings;
use super::pass::mesh::Visible;
use super::pass::mesh_gpu::MeshGpu;
use super::scene_view::SceneView;
use crate::gpu::culling::{Limits, NOWHERE, visible_corners};
use crate::jaw::JawSide;
use crate::mesh::clusters::Cluster;
use glam::{DMat4, DVec3, Vec3};

pub struct JawShown {
    pub mesh: MeshGpu,
    closed: bool,
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
    /// By cluster, whether it may be seen from within by who is outside; empty where nobody knows.
    inside_out: Vec<bool>,
    n_indices: u32,
    /// Corners of what closing added.
    added: Vec<[Vec3; 3]>,
}

impl JawShown {
    pub fn new(device: &wgpu::Device, label: &str, mesh: &DisplayMesh, closed: bool) -> Self {
        let corners = |indices: &[u32]| -> Vec<[Vec3; 3]> {
            let place = |i: u32| Vec3::from_array(mesh.vertices[i as usize].position);
            indices.as_chunks().0.iter().map(|t: &[u32; 3]| t.map(place)).collect()
        };
        let level =
            |error_mm, (clusters, inside_out): (&[_], &[_]), indices: &[u32], n_scanned_indices: u32| LevelShown {
                error_mm,
                clusters: clusters.to_vec(),
                inside_out: inside_out.to_vec(),
                n_indices: indices.len() as u32,
                added: corners(&indices[n_scanned_indices as usize..]),
            };
        let finest = level(0.0, (&mesh.clusters, &mesh.inside_out), &mesh.indices, mesh.n_scanned_indices);
        let coarser = mesh
            .levels
            .iter()
            .map(|l| level(l.error_mm, (&l.clusters, &l.inside_out), &l.indices, l.n_scanned_indices));
        Self {
            mesh: MeshGpu::new(device, label, mesh),
            closed,
            has_colors: mesh.has_colors,
            outline: mesh.outline.clone(),
            box_corners: mesh.box_corners.clone(),
            levels: std::iter::once(finest).chain(coarser).collect(),
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

    /// What can be seen within the picture. Who looks at a solid from outside sees no far side: of a surface that is closed but for what
    /// is hidden, far sides are seen only through hidden faces that face the viewer, and where the surface is inside out.
    pub fn visible(
        &self,
        level: usize,
        view: &SceneView,
        side: JawSide,
        clip_from_world: &DMat4,
        size: [u32; 2],
    ) -> Visible {
        let (Some(level), Some(on_gpu)) = (self.levels.get(level), self.mesh.levels.get(level)) else {
            return Visible::default();
        };
        let hides_added = !view.style(side).show_added;
        let n_shown = if hides_added { on_gpu.n_scanned } else { level.n_indices };
        // A perspective view has no one direction, and its pixels no linear map.
        if level.clusters.is_empty() || view.camera.fov_rad.is_some() {
            return Visible { two_sided: std::iter::once(0..n_shown).collect(), ..Visible::default() };
        }
        let world_from_jaw = side.world_from_jaw(&view.upper_from_lower);
        let half = DVec3::new(f64::from(size[0]) / 2.0, f64::from(size[1]) / 2.0, 1.0);
        let px_from_clip = DMat4::from_translation(half.with_z(0.0)) * DMat4::from_scale(half);
        let px_from_jaw = px_from_clip * *clip_from_world * world_from_jaw.to_dmat4();
        let away = world_from_jaw.inverse().transform_vector(-view.camera.towards_viewer()).as_vec3();
        let openings = (self.closed && hides_added).then(|| Openings::through(&level.added, away, &px_from_jaw, size));
        let is_open = |(i, cluster): &(usize, &Cluster)| match &openings {
            Some(openings) => {
                level.inside_out.get(*i).is_none_or(|is| *is) || openings.show(cluster.on_map(&px_from_jaw))
            }
            None => !self.closed,
        };
        let shown = level.clusters.iter().take_while(|c| 3 * c.first < n_shown).enumerate();
        let (open, solid): (Vec<_>, Vec<_>) = shown.partition(is_open);
        let facing = Limits { left_along: Some((away, NOWHERE)), ..Limits::default() };
        Visible {
            one_sided: visible_corners(solid.into_iter().map(|(_, c)| c), &px_from_jaw, size, facing),
            two_sided: visible_corners(open.into_iter().map(|(_, c)| c), &px_from_jaw, size, Limits::default()),
        }
    }
}
