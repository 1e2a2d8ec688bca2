//! The two geometry passes of the z-lists: counting the faces of every pixel, and appending them where the counts' sums
//! gave them a place.
//!
//! In: both jaws. Out: counts, then entries (depth; jaw, facing, triangle). Shinya and Forgue 1991, "Algorithm":
//! `draw_id_and_z`, `append_id_and_z`.
use super::raster::{Canvas, DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL, Z_LIST_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::WINDING_FORMAT;
use std::ops::Range;
use wgpu::ShaderStages;

pub struct ZList {
    pub count_layout: wgpu::BindGroupLayout,
    pub append_layout: wgpu::BindGroupLayout,
    count: wgpu::RenderPipeline,
    append: wgpu::RenderPipeline,
}

impl ZList {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let fragment = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::FRAGMENT, kinds);
        let count_layout = fragment("z-list: count", &[Uniform, ReadWrite]);
        let append_layout = fragment("z-list: append", &[Uniform, Uniform, Read, ReadWrite, ReadWrite]);
        let build = |label, layout, wgsl: &[&str]| {
            RasterPipeline {
                label,
                layouts: &[jaw_layout, layout],
                wgsl,
                entry_point: "fragment",
                depth_stencil: None,
                // A pass needs a target; nothing is written to it.
                targets: &[Some(wgpu::ColorTargetState {
                    format: WINDING_FORMAT,
                    blend: None,
                    write_mask: wgpu::ColorWrites::empty(),
                })],
            }
            .build(device)
        };
        let count = build(
            "z-list: count",
            &count_layout,
            &[DEPTH_PLANE_WGSL, JAW_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_count.wgsl")],
        );
        let append = build(
            "z-list: append",
            &append_layout,
            &[
                DEPTH_PLANE_WGSL,
                JAW_WGSL,
                LAYER_ENTRY_WGSL,
                Z_LIST_WGSL,
                include_str!("../../../shaders/analysis/z_list_append.wgsl"),
            ],
        );
        Self { count_layout, append_layout, count, append }
    }

    /// Counts the faces of both jaws in every pixel.
    pub fn run_count(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        jaws: [DrawnJaw<'_>; 2],
        group: &wgpu::BindGroup,
        idle_target: &wgpu::TextureView,
        canvas: Canvas<'_>,
    ) {
        let rows = 0..canvas.size[1];
        draw(encoder, &self.count, jaws, group, idle_target, (canvas, rows));
    }

    /// Appends the faces of both jaws to the lists of one round, whose pixels lie in `rows`.
    pub fn run_append(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        jaws: [DrawnJaw<'_>; 2],
        group: &wgpu::BindGroup,
        idle_target: &wgpu::TextureView,
        (canvas, rows): (Canvas<'_>, Range<u32>),
    ) {
        draw(encoder, &self.append, jaws, group, idle_target, (canvas, rows));
    }
}

fn draw(
    encoder: &mut wgpu::CommandEncoder,
    pipeline: &wgpu::RenderPipeline,
    jaws: [DrawnJaw<'_>; 2],
    group: &wgpu::BindGroup,
    idle_target: &wgpu::TextureView,
    (canvas, rows): (Canvas<'_>, Range<u32>),
) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("z-list"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: idle_target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
        })],
        timestamp_writes: canvas.timestamps,
        ..Default::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(1, group, &[]);
    for jaw in jaws {
        jaw.bind(&mut pass, canvas.size);
        pass.set_scissor_rect(0, rows.start, canvas.size[0], rows.end - rows.start);
        jaw.draw(&mut pass);
    }
}
