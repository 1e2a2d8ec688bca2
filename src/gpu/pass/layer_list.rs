//! Ordered layers of the pixels whose gap two surfaces do not decide, or whose class counts do not: listed and resolved
//! in rounds of bounded memory, without the CPU knowing how many there are.
//!
//! In: slots, both jaws, the code of the layer order. Out: the map at those pixels, and their class. Shinya and Forgue
//! 1991 (lists), METHOD.md, "Projected gap".
use super::raster::{DrawnJaw, RasterPipeline};
use super::{JAW_WGSL, LAYER_CODE_WGSL, LAYER_ENTRY_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::round;
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT, WINDING_FORMAT};
use wgpu::ShaderStages;

/// What a pass that only writes buffers is drawn to: it needs a target, and nothing is written to it.
pub const IDLE_TARGET: wgpu::ColorTargetState =
    wgpu::ColorTargetState { format: WINDING_FORMAT, blend: None, write_mask: wgpu::ColorWrites::empty() };

pub struct LayerList {
    pub list_layout: wgpu::BindGroupLayout,
    pub resolve_layout: wgpu::BindGroupLayout,
    list: wgpu::RenderPipeline,
    resolve: wgpu::ComputePipeline,
}

impl LayerList {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{FloatTexture, Read, ReadWrite, StorageTexture, Uniform};
        let list_layout =
            bindings::layout(device, "layer list", ShaderStages::FRAGMENT, &[Uniform, Read, ReadWrite, ReadWrite]);
        let outputs = [StorageTexture(MAP_FORMAT), StorageTexture(ITEM_FORMAT)];
        let buffers = [Uniform, Read, Read, Read, Read, ReadWrite];
        let resolve_kinds = [&buffers[..], &outputs, &[Read, FloatTexture, FloatTexture]].concat();
        let resolve_layout = bindings::layout(device, "layer resolve", ShaderStages::COMPUTE, &resolve_kinds);
        let list = RasterPipeline {
            label: "layer list",
            layouts: &[jaw_layout, &list_layout],
            wgsl: &[JAW_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/layer_list.wgsl")],
            entry_point: "fragment",
            depth_stencil: None,
            targets: &[Some(IDLE_TARGET)],
        }
        .build(device);
        let resolve = bindings::compute_pipeline(
            device,
            "layer resolve",
            &[run_layout, &resolve_layout],
            &[
                RUN_WGSL,
                LAYER_ENTRY_WGSL,
                LAYER_CODE_WGSL,
                include_str!("../../../shaders/analysis/layer_resolve.wgsl"),
            ],
            "layer_resolve",
        );
        Self { list_layout, resolve_layout, list, resolve }
    }

    /// Lists both jaws' faces over the pixels of one round.
    pub fn run_list(
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

    pub fn run_resolve(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        group: &wgpu::BindGroup,
        (arguments, round_idx): (&wgpu::Buffer, u64),
    ) {
        pass.set_pipeline(&self.resolve);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups_indirect(arguments, round_idx * round::SIZE + round::DISPATCH);
    }
}
