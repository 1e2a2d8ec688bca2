//! What all passes that draw a jaw share: the vertex stage, the viewport, the group of the jaw's uniform.
use crate::gpu::bindings::{self, Kind};
use crate::gpu::jaw_pair::JawGpu;
use std::ops::Range;
use wgpu::{Device, ShaderStages};

/// Group 0 of every pass that sees a jaw: [`crate::gpu::layout::JawUniform`] and the jaw's corners.
pub fn jaw_layout(device: &Device) -> wgpu::BindGroupLayout {
    bindings::layout(device, "jaw", ShaderStages::all(), &[Kind::Uniform, Kind::Read])
}

/// The part of the targets that a frame uses, and where the pass writes its times.
pub struct Canvas<'a> {
    pub size: [u32; 2],
    pub timestamps: Option<wgpu::RenderPassTimestampWrites<'a>>,
}

/// One jaw ready to be drawn: its corners and its uniform.
#[derive(Clone, Copy)]
pub struct DrawnJaw<'a> {
    pub mesh: &'a JawGpu,
    pub group: &'a wgpu::BindGroup,
    /// Ranges of corners that can matter.
    pub ranges: &'a [Range<u32>],
    /// Corners of the triangles that [`super::select_triangles`] has left; `None` where there is no selection.
    pub selected: Option<&'a wgpu::Buffer>,
}

impl DrawnJaw<'_> {
    /// Binds the jaw and restricts drawing to the map's part of the targets.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>, [cols, rows]: [u32; 2]) {
        pass.set_viewport(0.0, 0.0, cols as f32, rows as f32, 0.0, 1.0);
        pass.set_scissor_rect(0, 0, cols, rows);
        pass.set_bind_group(0, self.group, &[]);
        pass.set_vertex_buffer(0, self.mesh.corners.slice(..));
    }

    /// Draws what can matter; the jaw must be bound.
    pub fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        self.ranges.iter().for_each(|range| pass.draw(range.clone(), 0..1));
    }

    /// Draws the selected triangles, as many as the arguments say; the jaw must be bound.
    pub fn draw_selected(&self, pass: &mut wgpu::RenderPass<'_>, arguments: &wgpu::Buffer, offset: u64) {
        if let Some(selected) = self.selected {
            pass.set_index_buffer(selected.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed_indirect(arguments, offset);
        }
    }
}

/// What differs between the pipelines that draw a jaw.
pub struct RasterPipeline<'a> {
    pub label: &'a str,
    pub layouts: &'a [&'a wgpu::BindGroupLayout],
    pub wgsl: &'a [&'a str],
    /// Of the fragment stage.
    pub entry_point: &'a str,
    pub depth_stencil: Option<wgpu::DepthStencilState>,
    pub targets: &'a [Option<wgpu::ColorTargetState>],
}

impl RasterPipeline<'_> {
    pub fn build(self, device: &Device) -> wgpu::RenderPipeline {
        let layouts: Vec<_> = self.layouts.iter().map(|l| Some(*l)).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.label),
            bind_group_layouts: &layouts,
            immediate_size: 0,
        });
        let module = bindings::shader(device, self.label, self.wgsl);
        let attributes = wgpu::vertex_attr_array![0 => Float32x3];
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: Default::default(),
                buffers: &[Some(wgpu::VertexBufferLayout {
                    array_stride: 12,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &attributes,
                })],
            },
            // Counter-clockwise from outside, seen along the projection = entered; nothing is culled: every face counts.
            primitive: wgpu::PrimitiveState { front_face: wgpu::FrontFace::Ccw, cull_mode: None, ..Default::default() },
            depth_stencil: self.depth_stencil,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(self.entry_point),
                compilation_options: Default::default(),
                targets: self.targets,
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// A stencil that counts by the given operations, whatever the depth test says when `always`.
pub fn counting_stencil(
    front: wgpu::StencilOperation,
    back: wgpu::StencilOperation,
    always: bool,
) -> wgpu::StencilState {
    let face = |operation| wgpu::StencilFaceState {
        compare: wgpu::CompareFunction::Always,
        fail_op: wgpu::StencilOperation::Keep,
        depth_fail_op: if always { operation } else { wgpu::StencilOperation::Keep },
        pass_op: operation,
    };
    wgpu::StencilState { front: face(front), back: face(back), read_mask: 0xff, write_mask: 0xff }
}
