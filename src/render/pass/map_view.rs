//! Draws the flat gap map.
//!
//! In: the map of a frame, paint, where to look. Out: colour (`Rgba8UnormSrgb`).
use super::mesh::COLOR_FORMAT;
use super::{create_shader, create_uniform_buffer, uniform_entry};

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
    pipeline: wgpu::RenderPipeline,
    uniform: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
}

impl MapViewPass {
    pub fn new(device: &wgpu::Device, paint_layout: &wgpu::BindGroupLayout) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("map view: layout"),
            entries: &[uniform_entry(0, wgpu::ShaderStages::FRAGMENT)],
        });
        let uniform = create_uniform_buffer(device, "map view: uniform", size_of::<MapUniform>());
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("map view: bind group"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
        });
        let shader = create_shader(device, "map view", SOURCE);
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("map view"),
            layout: Some(&device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("map view: pipeline layout"),
                bind_group_layouts: &[Some(paint_layout), Some(&layout)],
                immediate_size: 0,
            })),
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("vertex_map"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment_map"),
                compilation_options: Default::default(),
                targets: &[Some(COLOR_FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline, uniform, bind_group }
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
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("map view"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            depth_stencil_attachment: None,
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, paint, &[]);
        pass.set_bind_group(1, &self.bind_group, &[]);
        pass.draw(0..3, 0..1);
    }
}
