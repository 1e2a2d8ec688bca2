//! Two by two pixels into one: smooth edges without several samples a pixel in the passes before.
//!
//! In: a colour target of twice the size. Out: the picture.
use super::parts::{create_full_screen_pipeline, create_plain_shader, draw_full_screen, texture_entry};

pub const SOURCE: &str = include_str!("../../../shaders/render/downsample.wgsl");

/// The pass.
pub struct DownsamplePass {
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
}

impl DownsamplePass {
    pub fn new(device: &wgpu::Device) -> Self {
        let shader = create_plain_shader(device, "downsample", SOURCE);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("downsample: layout"),
            entries: &[texture_entry(0, wgpu::ShaderStages::FRAGMENT)],
        });
        let entries = ["vertex_downsample", "fragment_downsample"];
        let pipeline = create_full_screen_pipeline(device, &shader, &[&layout], entries);
        Self { layout, pipeline }
    }

    /// Encodes `large` into `target`, half its size.
    pub fn run(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        large: &wgpu::TextureView,
        target: &wgpu::TextureView,
    ) {
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("downsample: bind group"),
            layout: &self.layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(large) }],
        });
        let load = wgpu::LoadOp::Clear(wgpu::Color::BLACK);
        draw_full_screen(encoder, "downsample", target, load, &self.pipeline, &[&group]);
    }
}
