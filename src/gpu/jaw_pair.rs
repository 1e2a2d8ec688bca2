//! The meshes of a pair of jaws on the GPU, once per pair.
use super::device::{Context, GpuError};
use super::filled::CreateFilled;
use crate::base::Rigid;
use crate::field::outline::Outline;
use crate::field::projection_choice::{JawShape, PosedShapes, Volume};
use crate::jaw::{Jaw, JawPair, JawSide};
use crate::mesh::clusters::{Cluster, clusters};
use glam::Vec3;

/// One jaw's triangles as the analysis draws them: three corners a triangle, un-indexed, so that
/// `vertex_index / 3` is the triangle's id on every adapter (primitive ids are no core feature).
pub struct JawGpu {
    /// `[f32; 3]` a corner, in the jaw's own coordinates, mm.
    pub corners: wgpu::Buffer,
    pub n_triangles: u32,
    /// Triangles from here on were added by closing.
    pub n_scanned: u32,
    /// What the choice of projection needs on the CPU, in the jaw's own coordinates.
    pub outline: Outline,
    pub volume: Volume,
    pub clusters: Vec<Cluster>,
    /// Closed as a chain of oriented faces: every ray's winding returns to zero and needs no check.
    pub closed: bool,
}

impl JawGpu {
    fn new(context: &Context, side: JawSide, jaw: &Jaw) -> Result<Self, GpuError> {
        let mesh = &jaw.mesh;
        let bytes_needed = mesh.triangles.len() as u64 * 36;
        let allowed = context.device.limits().max_buffer_size;
        if bytes_needed > allowed || mesh.triangles.len() > (u32::MAX / 3) as usize {
            return Err(GpuError::MeshTooLarge {
                adapter: context.adapter_name.to_string(),
                n_triangles: mesh.triangles.len(),
                needed_mib: bytes_needed >> 20,
                allowed_mib: allowed >> 20,
            });
        }
        let corners: Vec<Vec3> = mesh.triangles.iter().flatten().map(|i| mesh.positions[*i as usize]).collect();
        let label = match side {
            JawSide::Upper => "jaw pair: upper corners",
            JawSide::Lower => "jaw pair: lower corners",
        };
        let corners = context.device.create_filled(&wgpu::util::BufferInitDescriptor {
            label: Some(label),
            contents: bytemuck::cast_slice(&corners),
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::STORAGE,
        });
        Ok(Self {
            corners,
            n_triangles: mesh.triangles.len() as u32,
            n_scanned: mesh.n_scanned as u32,
            outline: Outline::of(mesh),
            clusters: clusters(mesh),
            closed: jaw.report.closed,
            volume: Volume::of(mesh).ok_or(GpuError::EmptyMesh)?,
        })
    }
}

/// Both jaws on the GPU.
pub struct JawPairGpu {
    pub upper: JawGpu,
    pub lower: JawGpu,
    /// Differs for every pair made, so that caches know whether they still fit.
    pub generation: u64,
}

impl JawPairGpu {
    /// Uploads both meshes.
    ///
    /// # Errors
    /// [`GpuError::MeshTooLarge`] when a mesh is larger than the adapter's buffers.
    pub fn new(context: &Context, pair: &JawPair) -> Result<Self, GpuError> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static GENERATION: AtomicU64 = AtomicU64::new(1);
        Ok(Self {
            upper: JawGpu::new(context, JawSide::Upper, &pair.upper)?,
            lower: JawGpu::new(context, JawSide::Lower, &pair.lower)?,
            generation: GENERATION.fetch_add(1, Ordering::Relaxed),
        })
    }

    pub fn jaw(&self, side: JawSide) -> &JawGpu {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    /// Largest coordinate of either jaw, mm: the rounding of single precision is a share of it.
    pub fn largest_coordinate_mm(&self) -> f64 {
        let largest =
            |jaw: &JawGpu| jaw.clusters.iter().map(|c| c.lo.abs().max(c.hi.abs()).max_element()).fold(0.0, f32::max);
        f64::from(largest(&self.upper).max(largest(&self.lower)))
    }

    /// Both jaws as the choice of projection sees them.
    pub fn shapes(&self, upper_from_lower: &Rigid) -> PosedShapes<'_> {
        let [upper, lower] =
            [&self.upper, &self.lower].map(|jaw| JawShape { outline: &jaw.outline, volume: &jaw.volume });
        PosedShapes { upper, lower, upper_from_lower: *upper_from_lower }
    }
}
