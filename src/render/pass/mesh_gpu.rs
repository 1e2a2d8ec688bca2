//! One jaw's mesh on the GPU.
use crate::gpu::CreateFilled;
use crate::render::display_mesh::DisplayMesh;

/// Triangles with a grid of gaps are put together by their shader.
const VERTEX_USES: wgpu::BufferUsages = wgpu::BufferUsages::VERTEX.union(wgpu::BufferUsages::STORAGE);

/// One jaw's buffers.
pub struct MeshGpu {
    pub vertices: wgpu::Buffer,
    pub n_vertices: usize,
    /// The mesh itself, then its coarser levels.
    pub levels: Vec<IndicesGpu>,
}

pub struct IndicesGpu {
    pub buffer: wgpu::Buffer,
    pub n_scanned: u32,
}

impl MeshGpu {
    pub fn new(device: &wgpu::Device, label: &str, mesh: &DisplayMesh) -> Self {
        let buffer = |what: &str, contents: &[u8], usage| {
            let label = format!("scene: {label} {what}");
            device.create_filled(&wgpu::util::BufferInitDescriptor { label: Some(&label), contents, usage })
        };
        let indices = |indices: &[u32], n_scanned| IndicesGpu {
            buffer: buffer("indices", bytemuck::cast_slice(indices), wgpu::BufferUsages::INDEX),
            n_scanned,
        };
        let levels = mesh.levels.iter().map(|level| indices(&level.indices, level.n_scanned_indices));
        Self {
            levels: std::iter::once(indices(&mesh.indices, mesh.n_scanned_indices)).chain(levels).collect(),
            vertices: buffer("vertices", bytemuck::cast_slice(&mesh.vertices), VERTEX_USES),
            n_vertices: mesh.vertices.len(),
        }
    }
}
