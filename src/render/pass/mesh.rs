//! Draws one jaw, shaded and painted, with its depth for picking in a second target.
//!
//! In: display meshes, camera, paint. Out: colour (`Rgba8UnormSrgb`), place (`R32Float`), depth.
//! A translucent jaw is drawn twice: depth alone, then its nearest surface blended, so that its own inside does not
//! shine through.
use super::{create_shader, create_uniform_buffer, uniform_entry};
use crate::render::display_mesh::{DisplayMesh, DisplayVertex};
use wgpu::util::DeviceExt;

pub const SOURCE: &str = include_str!("../../../shaders/render/mesh.wgsl");
/// Colour target; its texture also has an `Rgba8Unorm` view for egui.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Jaw and depth for picking. `R32Float` is renderable and multisampled in core WebGPU.
pub const PLACE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R32Float;
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// `SceneUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct SceneUniform {
    pub clip_from_world: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub camera_right: [f32; 4],
    pub camera_up: [f32; 4],
    pub background_top: [f32; 4],
    pub background_bottom: [f32; 4],
    pub highlight: [f32; 4],
}

/// `JawUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct JawUniform {
    pub world_from_jaw: [[f32; 4]; 4],
    pub tint: [f32; 4],
    pub opacity: f32,
    pub side: f32,
    pub own_colors: f32,
    pub hide_added: f32,
}

/// One jaw's buffers.
pub struct MeshGpu {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    n_scanned: u32,
    n_indices: u32,
}

impl MeshGpu {
    pub fn new(device: &wgpu::Device, label: &str, mesh: &DisplayMesh) -> Self {
        let buffer = |what: &str, contents: &[u8], usage| {
            let label = format!("scene: {label} {what}");
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some(&label), contents, usage })
        };
        Self {
            vertices: buffer("vertices", bytemuck::cast_slice(&mesh.vertices), wgpu::BufferUsages::VERTEX),
            indices: buffer("indices", bytemuck::cast_slice(&mesh.indices), wgpu::BufferUsages::INDEX),
            n_scanned: mesh.n_scanned_indices,
            n_indices: mesh.indices.len() as u32,
        }
    }
}

/// How a jaw is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    Opaque,
    /// Over what is there; `pickable` = it is what the cursor finds.
    Translucent {
        pickable: bool,
    },
}

/// One jaw of a frame.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// 0 = upper, 1 = lower.
    pub slot: usize,
    pub mesh: &'a MeshGpu,
    pub blend: Blend,
    /// The surface is closed as drawn: its far side need not be.
    pub closed: bool,
}

/// The pipelines for one number of samples a pixel.
struct Pipelines {
    opaque_closed: wgpu::RenderPipeline,
    opaque_open: wgpu::RenderPipeline,
    depth_only: wgpu::RenderPipeline,
    blend: wgpu::RenderPipeline,
    blend_pickable: wgpu::RenderPipeline,
    background: wgpu::RenderPipeline,
}

/// One jaw's place and looks in a frame.
pub struct JawSlot {
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

/// The pass.
pub struct MeshPass {
    shader: wgpu::ShaderModule,
    layout: wgpu::PipelineLayout,
    scene_uniform: wgpu::Buffer,
    scene_bind_group: wgpu::BindGroup,
    slots: [JawSlot; 2],
    single: Option<Pipelines>,
    multisampled: Option<Pipelines>,
}

impl MeshPass {
    pub fn new(device: &wgpu::Device, paint_layout: &wgpu::BindGroupLayout) -> Self {
        let stages = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let uniform_layout = |label| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries: &[uniform_entry(0, stages)],
            })
        };
        let (scene_layout, jaw_layout) = (uniform_layout("scene: layout"), uniform_layout("scene: jaw layout"));
        let bound = |label, layout: &wgpu::BindGroupLayout, size| {
            let uniform = create_uniform_buffer(device, label, size);
            let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(label),
                layout,
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
            });
            (uniform, bind_group)
        };
        let (scene_uniform, scene_bind_group) = bound("scene: uniform", &scene_layout, size_of::<SceneUniform>());
        let slot = |label| {
            let (uniform, bind_group) = bound(label, &jaw_layout, size_of::<JawUniform>());
            JawSlot { uniform, bind_group }
        };
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("scene: pipeline layout"),
            bind_group_layouts: &[Some(paint_layout), Some(&scene_layout), Some(&jaw_layout)],
            immediate_size: 0,
        });
        Self {
            shader: create_shader(device, "scene: mesh", SOURCE),
            layout,
            scene_uniform,
            scene_bind_group,
            slots: [slot("scene: upper uniform"), slot("scene: lower uniform")],
            single: None,
            multisampled: None,
        }
    }

    /// Sets the frame's uniforms; slot 0 is the upper jaw.
    pub fn update(&self, queue: &wgpu::Queue, scene: &SceneUniform, jaws: &[JawUniform; 2]) {
        queue.write_buffer(&self.scene_uniform, 0, bytemuck::bytes_of(scene));
        for (slot, jaw) in self.slots.iter().zip(jaws) {
            queue.write_buffer(&slot.uniform, 0, bytemuck::bytes_of(jaw));
        }
    }

    /// Compiles what a frame with so many samples a pixel needs; costs nothing the second time.
    pub fn prepare(&mut self, device: &wgpu::Device, samples: u32) {
        let slot = if samples > 1 { &mut self.multisampled } else { &mut self.single };
        slot.get_or_insert_with(|| Pipelines::new(device, &self.shader, &self.layout, samples));
    }

    /// Draws the opaque of `jaws`, the background, and the translucent ones, in the order given. Nothing without [`Self::prepare`].
    pub fn run(&self, pass: &mut wgpu::RenderPass<'_>, samples: u32, paint: &wgpu::BindGroup, jaws: &[Draw<'_>]) {
        let Some(pipelines) = (if samples > 1 { &self.multisampled } else { &self.single }) else { return };
        pass.set_bind_group(0, paint, &[]);
        pass.set_bind_group(1, &self.scene_bind_group, &[]);
        pass.set_bind_group(2, &self.slots[0].bind_group, &[]);
        // Opaque first: the background then only fills what is left.
        let (opaque, translucent): (Vec<Draw<'_>>, Vec<_>) = jaws.iter().partition(|d| d.blend == Blend::Opaque);
        for jaw in opaque {
            let pipeline = if jaw.closed { &pipelines.opaque_closed } else { &pipelines.opaque_open };
            self.draw(pass, pipeline, &jaw);
        }
        pass.set_pipeline(&pipelines.background);
        pass.draw(0..3, 0..1);
        for jaw in translucent {
            self.draw(pass, &pipelines.depth_only, &jaw);
            let pickable = jaw.blend == Blend::Translucent { pickable: true };
            self.draw(pass, if pickable { &pipelines.blend_pickable } else { &pipelines.blend }, &jaw);
        }
    }

    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, pipeline: &wgpu::RenderPipeline, jaw: &Draw<'_>) {
        let mesh = jaw.mesh;
        if mesh.n_indices == 0 {
            return;
        }
        pass.set_pipeline(pipeline);
        pass.set_bind_group(2, &self.slots[jaw.slot].bind_group, &[]);
        pass.set_vertex_buffer(0, mesh.vertices.slice(..));
        pass.set_index_buffer(mesh.indices.slice(..), wgpu::IndexFormat::Uint32);
        // The instance tells the shader which triangles closing added.
        pass.draw_indexed(0..mesh.n_scanned, 0, 0..1);
        if mesh.n_scanned < mesh.n_indices {
            pass.draw_indexed(mesh.n_scanned..mesh.n_indices, 0, 1..2);
        }
    }
}

/// What differs between the pipelines.
struct Variant {
    label: &'static str,
    vertex: &'static str,
    fragment: &'static str,
    cull: bool,
    blend: bool,
    write_color: bool,
    write_place: bool,
    write_depth: bool,
    compare: wgpu::CompareFunction,
}

const OPAQUE: Variant = Variant {
    label: "scene: opaque",
    vertex: "vertex_mesh",
    fragment: "fragment_mesh",
    cull: false,
    blend: false,
    write_color: true,
    write_place: true,
    write_depth: true,
    compare: wgpu::CompareFunction::Less,
};

impl Pipelines {
    fn new(device: &wgpu::Device, shader: &wgpu::ShaderModule, layout: &wgpu::PipelineLayout, samples: u32) -> Self {
        let create = |variant: Variant| create_pipeline(device, shader, layout, samples, &variant);
        let equal = wgpu::CompareFunction::LessEqual;
        let blend = Variant {
            label: "scene: blend",
            blend: true,
            write_place: false,
            write_depth: false,
            compare: equal,
            ..OPAQUE
        };
        Self {
            opaque_closed: create(Variant { label: "scene: opaque closed", cull: true, ..OPAQUE }),
            opaque_open: create(OPAQUE),
            depth_only: create(Variant {
                label: "scene: depth only",
                fragment: "fragment_depth",
                write_color: false,
                write_place: false,
                ..OPAQUE
            }),
            blend_pickable: create(Variant { label: "scene: blend pickable", write_place: true, ..blend }),
            blend: create(blend),
            background: create(Variant {
                label: "scene: background",
                vertex: "vertex_background",
                fragment: "fragment_background",
                write_place: false,
                write_depth: false,
                compare: equal,
                ..OPAQUE
            }),
        }
    }
}

fn create_pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    samples: u32,
    variant: &Variant,
) -> wgpu::RenderPipeline {
    let writes = |on| if on { wgpu::ColorWrites::ALL } else { wgpu::ColorWrites::empty() };
    // The picture stays opaque: its alpha is never lowered.
    let over = wgpu::BlendState {
        color: wgpu::BlendState::ALPHA_BLENDING.color,
        alpha: wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::Zero,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        },
    };
    let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm16x4, 2 => Unorm8x4];
    let mesh_layout = wgpu::VertexBufferLayout {
        array_stride: size_of::<DisplayVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    };
    let buffers: &[Option<wgpu::VertexBufferLayout<'_>>] =
        if variant.vertex == "vertex_mesh" { &[Some(mesh_layout)] } else { &[] };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(variant.label),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(variant.vertex),
            compilation_options: Default::default(),
            buffers,
        },
        primitive: wgpu::PrimitiveState { cull_mode: variant.cull.then_some(wgpu::Face::Back), ..Default::default() },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(variant.write_depth),
            depth_compare: Some(variant.compare),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState { count: samples, ..Default::default() },
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(variant.fragment),
            compilation_options: Default::default(),
            targets: &[
                Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: variant.blend.then_some(over),
                    write_mask: writes(variant.write_color),
                }),
                Some(wgpu::ColorTargetState {
                    format: PLACE_FORMAT,
                    blend: None,
                    write_mask: writes(variant.write_place),
                }),
            ],
        }),
        multiview_mask: None,
        cache: None,
    })
}
