//! Marks every triangle of a jaw that some pixel's ray hits: one bit a triangle, whatever lies before it. What leaves no
//! mark is handed to the exact test (ENGINES.md, "Between the pixels").
//!
//! In: one jaw. Out: bits. Shinya and Forgue 1991 have the same identifiers in their lists; Myszkowski et al. 1995,
//! sect. 7, calls them an item buffer.
use super::raster::{Canvas, DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::WINDING_FORMAT;
use wgpu::ShaderStages;

pub struct MarkTriangles {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::RenderPipeline,
}

impl MarkTriangles {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        let layout = bindings::layout(device, "mark triangles", ShaderStages::FRAGMENT, &[Kind::ReadWrite]);
        let pipeline = RasterPipeline {
            label: "mark triangles",
            layouts: &[jaw_layout, &layout],
            wgsl: &[DEPTH_PLANE_WGSL, JAW_WGSL, include_str!("../../../shaders/analysis/mark_triangles.wgsl")],
            entry_point: "fragment",
            depth_stencil: None,
            // A pass needs a target; nothing is written to it.
            targets: &[Some(wgpu::ColorTargetState {
                format: WINDING_FORMAT,
                blend: None,
                write_mask: wgpu::ColorWrites::empty(),
            })],
        }
        .build(device);
        Self { layout, pipeline }
    }

    /// `group` holds the jaw's bits.
    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        jaw: DrawnJaw<'_>,
        group: &wgpu::BindGroup,
        idle_target: &wgpu::TextureView,
        canvas: Canvas<'_>,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mark triangles"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: idle_target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            timestamp_writes: canvas.timestamps,
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        jaw.bind(&mut pass, canvas.size);
        jaw.draw(&mut pass);
    }
}
