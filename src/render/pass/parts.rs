//! What passes are made of: shader modules, layouts, pipelines that cover their target, buffers.
use crate::render::formats::{COLOR_FORMAT, DEPTH_FORMAT};
use std::sync::OnceLock;

pub fn create_plain_shader(device: &wgpu::Device, label: &str, source: &str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

pub fn uniform_entry(binding: u32, visibility: wgpu::ShaderStages) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

/// A buffer that is read.
pub fn storage_entry(binding: u32, visibility: wgpu::ShaderStages) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: true },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

/// A texture that is read texel by texel.
pub fn texture_entry(binding: u32, visibility: wgpu::ShaderStages) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
        count: None,
    }
}

/// A pipeline that covers its one colour target with a triangle.
pub fn create_full_screen_pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layouts: &[&wgpu::BindGroupLayout],
    [vertex, fragment]: [&str; 2],
) -> wgpu::RenderPipeline {
    create_covering_pipeline(device, shader, layouts, [vertex, fragment], &Cover::default())
}

/// Pipelines of one kind each, made when they are first drawn with: a driver keeps some megabytes of each, and few ever come up.
pub struct Pipelines<const N: usize>([OnceLock<wgpu::RenderPipeline>; N]);

impl<const N: usize> Default for Pipelines<N> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| OnceLock::new()))
    }
}

impl<const N: usize> Pipelines<N> {
    pub fn get(&self, idx: usize, make: impl FnOnce() -> wgpu::RenderPipeline) -> &wgpu::RenderPipeline {
        self.0[idx].get_or_init(make)
    }
}

/// What a pipeline that covers its target may want besides.
#[derive(Default)]
pub struct Cover<'a> {
    pub blend: Option<wgpu::BlendState>,
    /// Values of the shader's overrides.
    pub constants: &'a [(&'a str, f64)],
    pub depth_compare: Option<wgpu::CompareFunction>,
}

pub fn create_covering_pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layouts: &[&wgpu::BindGroupLayout],
    [vertex, fragment]: [&str; 2],
    cover: &Cover<'_>,
) -> wgpu::RenderPipeline {
    let options = wgpu::PipelineCompilationOptions { constants: cover.constants, ..Default::default() };
    let depth_stencil = cover.depth_compare.map(|compare| wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(false),
        depth_compare: Some(compare),
        stencil: Default::default(),
        bias: Default::default(),
    });
    let layouts: Vec<_> = layouts.iter().map(|l| Some(*l)).collect();
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: Some(&device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(fragment),
            bind_group_layouts: &layouts,
            immediate_size: 0,
        })),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: options,
            targets: &[Some(wgpu::ColorTargetState {
                format: COLOR_FORMAT,
                blend: cover.blend,
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Draws a triangle over the whole of `target`.
pub fn draw_full_screen(
    encoder: &mut wgpu::CommandEncoder,
    label: &str,
    target: &wgpu::TextureView,
    load: wgpu::LoadOp<wgpu::Color>,
    pipeline: &wgpu::RenderPipeline,
    groups: &[&wgpu::BindGroup],
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
        })],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_pipeline(pipeline);
    for (i, group) in (0..).zip(groups) {
        pass.set_bind_group(i, *group, &[]);
    }
    pass.draw(0..3, 0..1);
}

pub fn create_uniform_buffer(device: &wgpu::Device, label: &str, size: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size as u64,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
