//! Layers of the pixels whose gap two surfaces do not decide, or whose class counts do not: listed in rounds of bounded
//! memory, without the CPU knowing how many there are; [`super::layer_resolve`] reads them.
//!
//! In: slots, both jaws. Out: lists. Shinya and Forgue 1991, METHOD.md, "Projected gap".
use super::raster::{DrawnJaw, RasterPipeline};
use super::{DEPTH_PLANE_WGSL, JAW_WGSL, LAYER_ENTRY_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::round;
use crate::gpu::targets::WINDING_FORMAT;
use wgpu::ShaderStages;

/// What a pass that only writes buffers is drawn to: it needs a target, and nothing is written to it.
pub const IDLE_TARGET: wgpu::ColorTargetState =
    wgpu::ColorTargetState { format: WINDING_FORMAT, blend: None, write_mask: wgpu::ColorWrites::empty() };

pub struct LayerList {
    pub layout: wgpu::BindGroupLayout,
    list: wgpu::RenderPipeline,
}

impl LayerList {
    pub fn new(device: &wgpu::Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let layout =
            bindings::layout(device, "layer list", ShaderStages::FRAGMENT, &[Uniform, Read, ReadWrite, ReadWrite]);
        let list = RasterPipeline {
            label: "layer list",
            layouts: &[jaw_layout, &layout],
            wgsl: &[
                DEPTH_PLANE_WGSL,
                JAW_WGSL,
                LAYER_ENTRY_WGSL,
                include_str!("../../../shaders/analysis/layer_list.wgsl"),
            ],
            entry_point: "fragment",
            depth_stencil: None,
            targets: &[Some(IDLE_TARGET)],
        }
        .build(device);
        Self { layout, list }
    }

    /// Lists both jaws' faces over the pixels of one round.
    pub fn run(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        jaws: [DrawnJaw<'_>; 2],
        group: &wgpu::BindGroup,
        idle_target: &wgpu::TextureView,
        size: [u32; 2],
        (arguments, round_idx): (&wgpu::Buffer, u64),
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("layer list"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: idle_target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.list);
        pass.set_bind_group(1, group, &[]);
        for (jaw, offset) in jaws.into_iter().zip(round::DRAWS) {
            jaw.bind(&mut pass, size);
            jaw.draw_selected(&mut pass, arguments, round_idx * round::SIZE + offset);
        }
    }
}
