//! A jaw's triangles that are painted whole, each by the colour of its class, on the GPU.
use super::gaps::GapLayouts;
use super::mesh_gpu::MeshGpu;
use crate::gpu::CreateFilled;

/// A triangle with the colour of its class.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct ClassedTriangle {
    /// Vertices of its mesh.
    pub corners: [u32; 3],
    /// sRGB, and instead of an opacity how it is hatched: [`SOLID`], [`RISING`] or [`FALLING`].
    pub color: [u8; 4],
}

/// Without stripes; with stripes from the lower left to the upper right; with those of the other diagonal. As shade.wgsl has them.
pub const SOLID: u8 = 255;
pub const RISING: u8 = 204;
pub const FALLING: u8 = 153;

/// One jaw's.
pub struct ClassesGpu {
    /// [`ClassedTriangle`]s, one an instance.
    pub triangles: wgpu::Buffer,
    pub n_triangles: u32,
    /// The mesh's vertices; samples of gaps, which lie beside them, are none.
    pub bind_group: wgpu::BindGroup,
}

impl ClassesGpu {
    /// `None` of none, of another mesh's, and where the adapter cannot read a mesh so large.
    pub fn new(
        device: &wgpu::Device,
        (layouts, mesh): (&GapLayouts, &MeshGpu),
        triangles: &[ClassedTriangle],
    ) -> Option<Self> {
        let is_known = |t: &ClassedTriangle| t.corners.iter().all(|v| (*v as usize) < mesh.n_vertices);
        let allowed = device.limits().max_storage_buffer_binding_size;
        if triangles.is_empty() || !triangles.iter().all(is_known) || mesh.vertices.size() > allowed {
            return None;
        }
        let buffer = |label, contents, usage| {
            device.create_filled(&wgpu::util::BufferInitDescriptor { label: Some(label), contents, usage })
        };
        let no_samples = buffer("scene: no gaps", bytemuck::bytes_of(&0.0_f32), wgpu::BufferUsages::STORAGE);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("scene: classes"),
            layout: &layouts.fine,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: mesh.vertices.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: no_samples.as_entire_binding() },
            ],
        });
        let n_triangles = triangles.len() as u32;
        let triangles = buffer("scene: classed triangles", bytemuck::cast_slice(triangles), wgpu::BufferUsages::VERTEX);
        Some(Self { triangles, n_triangles, bind_group })
    }
}
