//! Draws jaws into a surface target: place, normal and how hollow it is, one value a pixel.
//!
//! In: display meshes, camera. Out: place and closest gap (`Rg32Float`), normal (`Rgba16Float`), the scan's colour where it is wanted.
//! Shading is left to the shade pass: a scan's triangles are so small that a shader here runs many times a pixel.
use super::classes::{ClassedTriangle, ClassesGpu};
use super::gaps::{FineGapsGpu, GapLayouts, GapsGpu};
use super::mesh_gpu::MeshGpu;
use super::parts::{Pipelines, create_plain_shader, create_uniform_buffer, uniform_entry};
use crate::field::FineTriangle;
use crate::gpu::{Context, CreateFilled};
use crate::render::display_vertex::DisplayVertex;
use crate::render::formats::{DEPTH_FORMAT, Extra, PLACE_FORMAT, SURFACE_FORMAT};
use crate::render::targets::SurfaceTarget;
use std::ops::Range;
use std::sync::Arc;

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
    pub lift_mm: f32,
    pub padding_b: f32,
    pub padding_c: f32,
}

/// Trimmed triangles of one jaw, on the GPU.
pub struct TrimmedGpu {
    indices: wgpu::Buffer,
    n: u32,
}

impl TrimmedGpu {
    /// By their corners, numbers of the mesh's vertices; `None` of none.
    pub fn new(device: &wgpu::Device, corners: &[[u32; 3]]) -> Option<Self> {
        let indices = device.create_filled(&wgpu::util::BufferInitDescriptor {
            label: Some("scene: trimmed"),
            contents: bytemuck::cast_slice(corners),
            usage: wgpu::BufferUsages::INDEX,
        });
        (!corners.is_empty()).then_some(Self { indices, n: 3 * corners.len() as u32 })
    }
}

/// What of a jaw can be seen: ranges of indices.
#[derive(Clone, Default)]
pub struct Visible {
    /// Of these, nobody sees the far side.
    pub one_sided: Vec<Range<u32>>,
    /// The far side may be seen through an opening.
    pub two_sided: Vec<Range<u32>>,
}

impl Visible {
    pub fn n_indices(&self) -> usize {
        self.one_sided.iter().chain(&self.two_sided).map(ExactSizeIterator::len).sum()
    }
}

/// One jaw of a frame.
#[derive(Clone)]
pub struct Draw<'a> {
    /// 0 = upper, 1 = lower.
    pub slot: usize,
    pub mesh: &'a MeshGpu,
    /// Its closest gaps.
    pub gaps: &'a GapsGpu,
    /// What of it is trimmed.
    pub trimmed: Option<&'a TrimmedGpu>,
    /// What of it is painted by classes, where they are drawn.
    pub classes: Option<&'a ClassesGpu>,
    /// 0 = the mesh itself.
    pub level: usize,
    pub visible: Visible,
}

/// One jaw's place in a frame.
struct JawSlot {
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

/// The pass.
pub struct MeshPass {
    made: Arc<Made>,
    slots: [JawSlot; 2],
}

/// What the device has once.
struct Made {
    shader: wgpu::ShaderModule,
    /// Of a [`JawSlot`].
    layout: wgpu::BindGroupLayout,
    gap_layouts: GapLayouts,
    pipelines: Pipelines<{ 4 * Extra::ALL.len() }>,
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("scene: jaw layout"),
            entries: &[uniform_entry(0, wgpu::ShaderStages::VERTEX_FRAGMENT)],
        });
        let shader = create_plain_shader(device, "scene: mesh", SOURCE);
        Self { shader, gap_layouts: GapLayouts::new(device), pipelines: Pipelines::default(), layout }
    }

    fn pipeline(&self, device: &wgpu::Device, kind: Kind) -> &wgpu::RenderPipeline {
        self.pipelines.get(kind.idx(), || {
            let groups = [Some(&self.layout), Some(&self.gap_layouts.fine), Some(&self.gap_layouts.spread)];
            let n_groups = if kind.fine { 2 + usize::from(kind.extra == Extra::Spread) } else { 1 };
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("scene: pipeline layout"),
                bind_group_layouts: &groups[..n_groups],
                immediate_size: 0,
            });
            create_pipeline(device, &self.shader, &layout, kind)
        })
    }
}

impl JawSlot {
    fn new(device: &wgpu::Device, label: &str, layout: &wgpu::BindGroupLayout) -> Self {
        let uniform = create_uniform_buffer(device, label, size_of::<JawUniform>());
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        Self { uniform, bind_group }
    }
}

impl MeshPass {
    pub fn new(context: &Context) -> Self {
        let made: Arc<Made> = context.once(Made::new);
        let slot = |label| JawSlot::new(&context.device, label, &made.layout);
        Self { slots: [slot("scene: upper uniform"), slot("scene: lower uniform")], made }
    }

    pub fn gap_layouts(&self) -> &GapLayouts {
        &self.made.gap_layouts
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
        device: &wgpu::Device,
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
        attachments.extend(surface.extra.as_ref().map(attachment));
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
        let pipeline = |kind| self.made.pipeline(device, kind);
        for jaw in jaws.iter().filter(|jaw| jaw.visible.n_indices() > 0) {
            let Some(indices) = jaw.mesh.levels.get(jaw.level) else { continue };
            let plain = Kind { closed: jaw.visible.two_sided.is_empty(), extra: surface.kind, fine: false };
            let fine = Kind { fine: true, ..plain };
            pass.set_bind_group(0, &self.slots[jaw.slot].bind_group, &[]);
            if let Some(trimmed) = jaw.trimmed {
                pass.set_pipeline(pipeline(plain));
                draw_trimmed(&mut pass, jaw, (surface.kind, trimmed));
            }
            match (surface.kind, jaw.classes, &jaw.gaps.fine) {
                (Extra::Classes, Some(classes), _) => {
                    pass.set_pipeline(pipeline(fine));
                    draw_classes(&mut pass, classes);
                }
                (Extra::None | Extra::Colors | Extra::Spread, _, Some(grid)) if jaw.level == 0 => {
                    pass.set_pipeline(pipeline(fine));
                    draw_fine(&mut pass, jaw, grid);
                }
                _ => {}
            }
            set_vertices(&mut pass, jaw, surface.kind);
            pass.set_index_buffer(indices.buffer.slice(..), wgpu::IndexFormat::Uint32);
            for (closed, ranges) in [(true, &jaw.visible.one_sided), (false, &jaw.visible.two_sided)] {
                if !ranges.is_empty() {
                    pass.set_pipeline(pipeline(Kind { closed, ..plain }));
                }
                ranges.iter().for_each(|range| draw_range(&mut pass, range, indices.n_scanned));
            }
        }
    }
}

fn draw_range(pass: &mut wgpu::RenderPass<'_>, range: &Range<u32>, n_scanned: u32) {
    let border = n_scanned.clamp(range.start, range.end);
    // The instance tells the shader which triangles closing added.
    for (part, instance) in [(range.start..border, 0), (border..range.end, 1)] {
        if !part.is_empty() {
            pass.draw_indexed(part, 0, instance..instance + 1);
        }
    }
}

/// Of a pipeline.
#[derive(Clone, Copy)]
struct Kind {
    closed: bool,
    extra: Extra,
    /// Triangles with a grid of gaps, or with the colour of a class.
    fine: bool,
}

impl Kind {
    fn idx(self) -> usize {
        usize::from(self.closed) + 2 * (usize::from(self.fine) + 2 * self.extra as usize)
    }

    /// Of the vertex and of the fragment shader.
    fn entry_points(self) -> [&'static str; 2] {
        match (self.fine, self.extra) {
            (false, Extra::None) => ["vertex_mesh", "fragment_mesh"],
            (false, Extra::Colors) => ["vertex_colored", "fragment_colored"],
            (false, Extra::Spread) => ["vertex_spread", "fragment_spread"],
            (false, Extra::Classes) => ["vertex_mesh", "fragment_unclassed"],
            (true, Extra::None) => ["vertex_fine", "fragment_fine"],
            (true, Extra::Colors) => ["vertex_fine_colored", "fragment_fine_colored"],
            (true, Extra::Spread) => ["vertex_fine_spread", "fragment_fine_spread"],
            (true, Extra::Classes) => ["vertex_classed", "fragment_colored"],
        }
    }
}

fn set_vertices(pass: &mut wgpu::RenderPass<'_>, jaw: &Draw<'_>, extra: Extra) {
    pass.set_vertex_buffer(0, jaw.mesh.vertices.slice(..));
    pass.set_vertex_buffer(1, jaw.gaps.vertices.slice(..));
    if let (Extra::Spread, Some(spread)) = (extra, &jaw.gaps.spread) {
        pass.set_vertex_buffer(2, spread.vertices.slice(..));
    }
}

/// What is trimmed, in front of all else: whatever is drawn later at the same depth is hidden.
fn draw_trimmed(pass: &mut wgpu::RenderPass<'_>, jaw: &Draw<'_>, (extra, trimmed): (Extra, &TrimmedGpu)) {
    set_vertices(pass, jaw, extra);
    pass.set_index_buffer(trimmed.indices.slice(..), wgpu::IndexFormat::Uint32);
    pass.draw_indexed(0..trimmed.n, 0, TRIMMED..TRIMMED + 1);
}

/// Triangles with a class, in front of the same ones without, on every level of the mesh.
fn draw_classes(pass: &mut wgpu::RenderPass<'_>, classes: &ClassesGpu) {
    pass.set_bind_group(1, &classes.bind_group, &[]);
    pass.set_vertex_buffer(0, classes.triangles.slice(..));
    pass.draw(0..3, 0..classes.n_triangles);
}

/// Triangles with a grid of gaps, of the mesh itself alone: in front of the same ones with a gap at each corner.
fn draw_fine(pass: &mut wgpu::RenderPass<'_>, jaw: &Draw<'_>, grid: &FineGapsGpu) {
    pass.set_bind_group(1, &grid.bind_group, &[]);
    if let Some(spread) = &jaw.gaps.spread {
        pass.set_bind_group(2, &spread.bind_group, &[]);
    }
    pass.set_vertex_buffer(0, grid.triangles.slice(..));
    pass.draw(0..3, 0..grid.n_triangles);
}

fn create_pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    kind: Kind,
) -> wgpu::RenderPipeline {
    let Kind { closed, extra, fine } = kind;
    let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x4, 2 => Unorm8x4];
    let buffer = |array_stride: usize, step_mode, attributes| {
        Some(wgpu::VertexBufferLayout { array_stride: array_stride as u64, step_mode, attributes })
    };
    let of_vertex = wgpu::VertexStepMode::Vertex;
    let used = if extra == Extra::Colors { &attributes[..] } else { &attributes[..2] };
    let gap = wgpu::vertex_attr_array![3 => Float32];
    let spread = wgpu::vertex_attr_array![4 => Snorm16x4];
    let triangle = wgpu::vertex_attr_array![0 => Uint32x3, 1 => Uint32];
    let classed = wgpu::vertex_attr_array![0 => Uint32x3, 1 => Unorm8x4];
    let of_instance = wgpu::VertexStepMode::Instance;
    let mut buffers = match (fine, extra) {
        (true, Extra::Classes) => vec![buffer(size_of::<ClassedTriangle>(), of_instance, &classed)],
        (true, _) => vec![buffer(size_of::<FineTriangle>(), of_instance, &triangle)],
        (false, _) => {
            vec![buffer(size_of::<DisplayVertex>(), of_vertex, used), buffer(size_of::<f32>(), of_vertex, &gap)]
        }
    };
    if extra == Extra::Spread && !fine {
        buffers.push(buffer(size_of::<[i16; 4]>(), of_vertex, &spread));
    }
    let [vertex, fragment] = kind.entry_points();
    let mut targets = vec![Some(PLACE_FORMAT.into()), Some(SURFACE_FORMAT.into())];
    targets.extend(extra.format().map(|format| Some(format.into())));
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &buffers,
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
            targets: &targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::test_scene;

    #[test]
    fn triangles_of_every_kind_have_a_pipeline_of_their_own() {
        let context = test_scene::context();
        let made = Made::new(&context.device);
        let of = |extra| {
            let plain = Kind { closed: false, extra, fine: false };
            let closed = Kind { closed: true, ..plain };
            [plain, closed, Kind { fine: true, ..plain }, Kind { fine: true, ..closed }]
        };
        let kinds = Extra::ALL.map(of).concat();
        test_scene::each_is_made_once(&context, &kinds, |kind| made.pipeline(&context.device, *kind));
        // The twin: without what its shader reads a kind is refused.
        let layout = context.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor::default());
        create_pipeline(&context.device, &made.shader, &layout, kinds[0]);
        assert!(context.check().is_err());
    }
}
