//! Draws jaws into a surface target: place, normal and how hollow it is, one value a pixel.
//!
//! In: display meshes, camera. Out: place and closest gap (`Rg32Float`), normal (`Rgba16Float`), the scan's colour where it is wanted.
//! Shading is left to the shade pass: a scan's triangles are so small that a shader here runs many times a pixel.
use super::parts::{create_plain_shader, create_uniform_buffer, uniform_entry};
use crate::field::NO_GAP;
use crate::render::display_mesh::DisplayMesh;
use crate::render::display_vertex::DisplayVertex;
use crate::render::formats::{DEPTH_FORMAT, OWN_COLOR_FORMAT, PLACE_FORMAT, SURFACE_FORMAT};
use crate::render::targets::SurfaceTarget;
use std::ops::Range;
use wgpu::util::DeviceExt;

pub const SOURCE: &str = include_str!("../../../shaders/render/mesh.wgsl");
/// The instance that tells the shader which triangles are trimmed.
const TRIMMED: u32 = 2;

/// `JawUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct JawUniform {
    pub clip_from_jaw: [[f32; 4]; 4],
    pub world_from_jaw: [[f32; 4]; 4],
    pub sign: f32,
    pub hide_added: f32,
    pub lift_mm: f32,
    pub padding_b: f32,
}

/// One jaw's buffers.
pub struct MeshGpu {
    vertices: wgpu::Buffer,
    n_vertices: usize,
    /// The mesh itself, then its coarser levels.
    levels: Vec<IndicesGpu>,
}

struct IndicesGpu {
    buffer: wgpu::Buffer,
    n_scanned: u32,
}

impl MeshGpu {
    pub fn new(device: &wgpu::Device, label: &str, mesh: &DisplayMesh) -> Self {
        let buffer = |what: &str, contents: &[u8], usage| {
            let label = format!("scene: {label} {what}");
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some(&label), contents, usage })
        };
        let indices = |indices: &[u32], n_scanned| IndicesGpu {
            buffer: buffer("indices", bytemuck::cast_slice(indices), wgpu::BufferUsages::INDEX),
            n_scanned,
        };
        let levels = mesh.levels.iter().map(|level| indices(&level.indices, level.n_scanned_indices));
        Self {
            levels: std::iter::once(indices(&mesh.indices, mesh.n_scanned_indices)).chain(levels).collect(),
            vertices: buffer("vertices", bytemuck::cast_slice(&mesh.vertices), wgpu::BufferUsages::VERTEX),
            n_vertices: mesh.vertices.len(),
        }
    }

    /// Room for the closest gap at every vertex, mm; none is known.
    pub fn no_gaps(&self, device: &wgpu::Device) -> wgpu::Buffer {
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("scene: gaps"),
            contents: bytemuck::cast_slice(&vec![NO_GAP; self.n_vertices]),
            usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        })
    }
}

/// Trimmed triangles of one jaw, on the GPU.
pub struct TrimmedGpu {
    indices: wgpu::Buffer,
    n: u32,
}

impl TrimmedGpu {
    /// By their corners, numbers of the mesh's vertices; `None` of none.
    pub fn new(device: &wgpu::Device, corners: &[[u32; 3]]) -> Option<Self> {
        let indices = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("scene: trimmed"),
            contents: bytemuck::cast_slice(corners),
            usage: wgpu::BufferUsages::INDEX,
        });
        (!corners.is_empty()).then_some(Self { indices, n: 3 * corners.len() as u32 })
    }
}

/// One jaw of a frame.
#[derive(Clone)]
pub struct Draw<'a> {
    /// 0 = upper, 1 = lower.
    pub slot: usize,
    pub mesh: &'a MeshGpu,
    /// The closest gap at each of its vertices, mm.
    pub gaps: &'a wgpu::Buffer,
    pub trimmed: Option<&'a TrimmedGpu>,
    /// The surface is closed as drawn: its far side need not be.
    pub closed: bool,
    /// 0 = the mesh itself.
    pub level: usize,
    /// Indices of the clusters that can be seen.
    pub ranges: Vec<Range<u32>>,
}

/// One jaw's place in a frame.
struct JawSlot {
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

/// The pass.
pub struct MeshPass {
    /// By [`pipeline_idx`].
    pipelines: [wgpu::RenderPipeline; 4],
    slots: [JawSlot; 2],
}

fn pipeline_idx(closed: bool, colored: bool) -> usize {
    usize::from(closed) + 2 * usize::from(colored)
}

impl MeshPass {
    pub fn new(device: &wgpu::Device) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("scene: jaw layout"),
            entries: &[uniform_entry(0, wgpu::ShaderStages::VERTEX_FRAGMENT)],
        });
        let slot = |label| {
            let uniform = create_uniform_buffer(device, label, size_of::<JawUniform>());
            let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(label),
                layout: &layout,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
            });
            JawSlot { uniform, bind_group }
        };
        let shader = create_plain_shader(device, "scene: mesh", SOURCE);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("scene: pipeline layout"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |closed, colored| create_pipeline(device, &shader, &pipeline_layout, closed, colored);
        Self {
            pipelines: [pipeline(false, false), pipeline(true, false), pipeline(false, true), pipeline(true, true)],
            slots: [slot("scene: upper uniform"), slot("scene: lower uniform")],
        }
    }

    /// Sets the frame's uniforms; slot 0 is the upper jaw.
    pub fn update(&self, queue: &wgpu::Queue, jaws: &[JawUniform; 2]) {
        for (slot, jaw) in self.slots.iter().zip(jaws) {
            queue.write_buffer(&slot.uniform, 0, bytemuck::bytes_of(jaw));
        }
    }

    /// Encodes `jaws`, in the order given, into `surface`. With `keep_depth` what earlier passes drew stays in front.
    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        surface: &SurfaceTarget,
        depth: &wgpu::TextureView,
        keep_depth: bool,
        jaws: &[Draw<'_>],
    ) {
        let attachment = |view| {
            let ops =
                wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT), store: wgpu::StoreOp::Store };
            Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
        };
        let mut attachments = vec![attachment(&surface.places), attachment(&surface.surfaces)];
        attachments.extend(surface.colors.as_ref().map(attachment));
        let load = if keep_depth { wgpu::LoadOp::Load } else { wgpu::LoadOp::Clear(1.0) };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &attachments,
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                depth_ops: Some(wgpu::Operations { load, store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        for jaw in jaws.iter().filter(|jaw| jaw.ranges.iter().any(|r| !r.is_empty())) {
            let Some(indices) = jaw.mesh.levels.get(jaw.level) else { continue };
            pass.set_pipeline(&self.pipelines[pipeline_idx(jaw.closed, surface.colors.is_some())]);
            pass.set_bind_group(0, &self.slots[jaw.slot].bind_group, &[]);
            pass.set_vertex_buffer(0, jaw.mesh.vertices.slice(..));
            pass.set_vertex_buffer(1, jaw.gaps.slice(..));
            if let Some(trimmed) = jaw.trimmed {
                pass.set_index_buffer(trimmed.indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..trimmed.n, 0, TRIMMED..TRIMMED + 1);
            }
            pass.set_index_buffer(indices.buffer.slice(..), wgpu::IndexFormat::Uint32);
            for range in &jaw.ranges {
                let border = indices.n_scanned.clamp(range.start, range.end);
                // The instance tells the shader which triangles closing added.
                for (part, instance) in [(range.start..border, 0), (border..range.end, 1)] {
                    if !part.is_empty() {
                        pass.draw_indexed(part, 0, instance..instance + 1);
                    }
                }
            }
        }
    }
}

fn create_pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    closed: bool,
    colored: bool,
) -> wgpu::RenderPipeline {
    let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x4, 2 => Unorm8x4];
    let vertices = wgpu::VertexBufferLayout {
        array_stride: size_of::<DisplayVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: if colored { &attributes } else { &attributes[..2] },
    };
    let gaps = wgpu::VertexBufferLayout {
        array_stride: size_of::<f32>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![3 => Float32],
    };
    let (vertex, fragment) =
        if colored { ("vertex_colored", "fragment_colored") } else { ("vertex_mesh", "fragment_mesh") };
    let targets = [PLACE_FORMAT, SURFACE_FORMAT, OWN_COLOR_FORMAT].map(|format| Some(format.into()));
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &[Some(vertices), Some(gaps)],
        },
        primitive: wgpu::PrimitiveState { cull_mode: closed.then_some(wgpu::Face::Back), ..Default::default() },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: Default::default(),
            targets: if colored { &targets } else { &targets[..2] },
        }),
        multiview_mask: None,
        cache: None,
    })
}
