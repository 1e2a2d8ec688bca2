//! Light and paint, once a pixel, on the surface that the mesh pass left.
//!
//! In: place, normal and colour of each pixel, paint. Out: colour; a translucent jaw is blended over what is there.
use super::{
    create_full_screen_pipeline, create_shader, create_uniform_buffer, draw_full_screen, texture_entry, uniform_entry,
};
use crate::render::targets::SurfaceTarget;

pub const SOURCE: &str = include_str!("../../../shaders/render/shade.wgsl");

/// `SceneUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct SceneUniform {
    pub world_from_clip: [[f32; 4]; 4],
    pub eye: [f32; 4],
    pub camera_right: [f32; 4],
    pub camera_up: [f32; 4],
    pub background_top: [f32; 4],
    pub background_bottom: [f32; 4],
    pub highlight: [f32; 4],
    pub upper_tint: [f32; 4],
    pub lower_tint: [f32; 4],
    pub size: [f32; 2],
    pub opacity: [f32; 2],
    pub mm_per_px: f32,
    pub padding_a: f32,
    pub padding_b: f32,
    pub padding_c: f32,
}

/// The pass.
pub struct ShadePass {
    layout: wgpu::BindGroupLayout,
    opaque: wgpu::RenderPipeline,
    over: wgpu::RenderPipeline,
    uniform: wgpu::Buffer,
}

impl ShadePass {
    pub fn new(device: &wgpu::Device, paint_layout: &wgpu::BindGroupLayout) -> Self {
        let stage = wgpu::ShaderStages::FRAGMENT;
        let texture = |binding| texture_entry(binding, stage);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("shade: layout"),
            entries: &[uniform_entry(0, stage), texture(1), texture(2), texture(3)],
        });
        let shader = create_shader(device, "shade", SOURCE);
        // The picture stays opaque: its alpha is never lowered.
        let over = wgpu::BlendState {
            color: wgpu::BlendState::ALPHA_BLENDING.color,
            alpha: wgpu::BlendComponent {
                src_factor: wgpu::BlendFactor::Zero,
                dst_factor: wgpu::BlendFactor::One,
                operation: wgpu::BlendOperation::Add,
            },
        };
        let pipeline = |fragment, blend| {
            create_full_screen_pipeline(device, &shader, &[paint_layout, &layout], ["vertex_shade", fragment], blend)
        };
        Self {
            opaque: pipeline("fragment_opaque", None),
            over: pipeline("fragment_over", Some(over)),
            uniform: create_uniform_buffer(device, "shade: uniform", size_of::<SceneUniform>()),
            layout,
        }
    }

    /// Sets the frame's uniform.
    pub fn update(&self, queue: &wgpu::Queue, scene: &SceneUniform) {
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(scene));
    }

    /// Encodes the shading of one surface into `target`: the opaque jaws with the background, or one translucent jaw.
    pub fn run(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        paint: &wgpu::BindGroup,
        surface: &SurfaceTarget,
        target: &wgpu::TextureView,
        translucent: bool,
    ) {
        let texture =
            |binding, view| wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shade: bind group"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.uniform.as_entire_binding() },
                texture(1, &surface.places),
                texture(2, &surface.surfaces),
                texture(3, surface.colors.as_ref().unwrap_or(&surface.surfaces)),
            ],
        });
        let (pipeline, load) = if translucent {
            (&self.over, wgpu::LoadOp::Load)
        } else {
            (&self.opaque, wgpu::LoadOp::Clear(wgpu::Color::BLACK))
        };
        draw_full_screen(encoder, "shade", target, load, pipeline, &[paint, &group]);
    }
}
