//! A jaw's closest gaps on the GPU: at its vertices, and within the triangles whose corners do not tell it.
use super::mesh_gpu::MeshGpu;
use super::parts::storage_entry;
use crate::field::{FineGaps, FineTriangle, NEVER_MM, NO_GAP};
use crate::gpu::CreateFilled;

/// One jaw's.
pub struct GapsGpu {
    /// mm.
    pub vertices: wgpu::Buffer,
    /// `None`: all triangles are painted by their corners.
    pub fine: Option<FineGapsGpu>,
    /// How the gap differs in poses nearby; `None`: nobody has asked.
    pub spread: Option<SpreadGpu>,
}

/// Of every vertex [`crate::field::GapSpread::larger_mm`], as parts of [`NEVER_MM`].
pub struct SpreadGpu {
    pub vertices: wgpu::Buffer,
    /// The same, for triangles that are put together by their shader.
    pub bind_group: wgpu::BindGroup,
}

/// Triangles that are drawn with a grid of gaps each.
pub struct FineGapsGpu {
    /// [`FineTriangle`]s, one an instance.
    pub triangles: wgpu::Buffer,
    pub n_triangles: u32,
    /// The mesh's vertices and the samples.
    pub bind_group: wgpu::BindGroup,
}

/// What the bind groups here are made by.
pub struct GapLayouts {
    pub fine: wgpu::BindGroupLayout,
    pub spread: wgpu::BindGroupLayout,
}

impl GapLayouts {
    pub fn new(device: &wgpu::Device) -> Self {
        let layout = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let [corners, samples] =
            [storage_entry(0, wgpu::ShaderStages::VERTEX), storage_entry(1, wgpu::ShaderStages::FRAGMENT)];
        Self {
            fine: layout("scene: fine gaps layout", &[corners, samples]),
            spread: layout("scene: spread layout", &[corners]),
        }
    }
}

impl GapsGpu {
    /// Room for the gap at every vertex of a mesh; none is known.
    pub fn none(device: &wgpu::Device, mesh: &MeshGpu) -> Self {
        let vertices = device.create_filled(&wgpu::util::BufferInitDescriptor {
            label: Some("scene: gaps"),
            contents: bytemuck::cast_slice(&vec![NO_GAP; mesh.n_vertices]),
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        });
        Self { vertices, fine: None, spread: None }
    }

    /// Takes in those of a pose; those of another mesh are none.
    pub fn write(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        (layouts, mesh): (&GapLayouts, &MeshGpu),
        (vertices, fine): (&[f32], &FineGaps),
    ) {
        if self.vertices.size() == size_of_val(vertices) as u64 {
            queue.write_buffer(&self.vertices, 0, bytemuck::cast_slice(vertices));
            self.fine = FineGapsGpu::new(device, &layouts.fine, mesh, fine);
        }
    }

    /// Takes in how the gap differs at some vertices; at all others it is never small enough.
    pub fn write_spread(
        &mut self,
        device: &wgpu::Device,
        (layouts, mesh): (&GapLayouts, &MeshGpu),
        (vertices, larger_mm): (&[u32], &[[f32; 3]]),
    ) {
        let part = |mm: f32| (mm / NEVER_MM * 32767.0).round() as i16;
        let mut all = vec![[part(NEVER_MM); 4]; mesh.n_vertices];
        for (vertex, [certain, possible, any]) in vertices.iter().zip(larger_mm) {
            if let Some(there) = all.get_mut(*vertex as usize) {
                *there = [part(*certain), part(*possible), part(*any), 0];
            }
        }
        self.spread = Some(SpreadGpu::new(device, &layouts.spread, &all));
    }
}

impl FineGapsGpu {
    fn new(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, mesh: &MeshGpu, fine: &FineGaps) -> Option<Self> {
        let is_known = |t: &FineTriangle| t.corners.iter().all(|v| (*v as usize) < mesh.n_vertices);
        let allowed = device.limits().max_storage_buffer_binding_size;
        if fine.triangles.is_empty() || !fine.triangles.iter().all(is_known) || mesh.vertices.size() > allowed {
            return None;
        }
        let buffer = |label, contents, usage| {
            device.create_filled(&wgpu::util::BufferInitDescriptor { label: Some(label), contents, usage })
        };
        let samples = buffer("scene: fine gaps", bytemuck::cast_slice(&fine.samples), wgpu::BufferUsages::STORAGE);
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("scene: fine gaps"),
            layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: mesh.vertices.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: samples.as_entire_binding() },
            ],
        });
        let triangles =
            buffer("scene: fine triangles", bytemuck::cast_slice(&fine.triangles), wgpu::BufferUsages::VERTEX);
        Some(Self { triangles, n_triangles: fine.triangles.len() as u32, bind_group })
    }
}

impl SpreadGpu {
    fn new(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, all: &[[i16; 4]]) -> Self {
        let vertices = device.create_filled(&wgpu::util::BufferInitDescriptor {
            label: Some("scene: spread"),
            contents: bytemuck::cast_slice(all),
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::STORAGE,
        });
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("scene: spread"),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: vertices.as_entire_binding() }],
        });
        Self { vertices, bind_group }
    }
}
