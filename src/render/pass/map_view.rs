//! Draws the flat gap map.
//!
//! In: the map of a frame, paint, where to look. Out: colour (`Rgba8UnormSrgb`).
use super::gap_paint::{self, create_shader};
use super::parts::{create_full_screen_pipeline, create_uniform_buffer, draw_full_screen, uniform_entry};
use crate::gpu::Context;
use std::sync::Arc;

pub const SOURCE: &str = include_str!("../../../shaders/render/map_view.wgsl");

/// `MapUniform` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct MapUniform {
    pub col_row_per_x: [f32; 2],
    pub col_row_per_y: [f32; 2],
    pub col_row_origin: [f32; 2],
    pub marker: [f32; 2],
    pub background: [f32; 4],
    pub light: [f32; 4],
    pub has_marker: f32,
    pub relief_side: f32,
    pub relief: f32,
    pub padding: f32,
}

/// The pass.
pub struct MapViewPass {
    made: Arc<Made>,
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

/// What the device has once.
struct Made {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
}

impl Made {
    fn new(device: &wgpu::Device) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("map view: layout"),
            entries: &[uniform_entry(0, wgpu::ShaderStages::FRAGMENT)],
        });
        let shader = create_shader(device, "map view", SOURCE);
        let entries = ["vertex_map", "fragment_map"];
        let pipeline =
            create_full_screen_pipeline(device, &shader, &[&gap_paint::create_layout(device), &layout], entries);
        Self { layout, pipeline }
    }
}

impl MapViewPass {
    pub fn new(context: &Context) -> Self {
        let device = &context.device;
        let made: Arc<Made> = context.once(Made::new);
        let uniform = create_uniform_buffer(device, "map view: uniform", size_of::<MapUniform>());
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("map view: bind group"),
            layout: &made.layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        Self { made, uniform, bind_group }
    }

    /// Encodes the drawing into `target`.
    pub fn run(
        &self,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        paint: &wgpu::BindGroup,
        uniform: &MapUniform,
    ) {
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(uniform));
        let load = wgpu::LoadOp::Clear(wgpu::Color::BLACK);
        draw_full_screen(encoder, "map view", target, load, &self.made.pipeline, &[paint, &self.bind_group]);
    }
}
