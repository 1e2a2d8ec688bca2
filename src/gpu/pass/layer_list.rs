//! Ordered layers of the pixels whose gap two surfaces do not decide: planned, listed and resolved in rounds of bounded
//! memory, without the CPU knowing how many there are.
//!
//! In: slots, both jaws. Out: the map at those pixels. Shinya and Forgue 1991 (lists), METHOD.md, "Projected gap".
use super::raster::{DrawnJaw, RasterPipeline};
use super::{JAW_WGSL, LAYER_ENTRY_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::round;
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT, WINDING_FORMAT};
use wgpu::ShaderStages;

pub struct LayerList {
    pub plan_layout: wgpu::BindGroupLayout,
    pub list_layout: wgpu::BindGroupLayout,
    pub resolve_layout: wgpu::BindGroupLayout,
    plan: wgpu::ComputePipeline,
    list: wgpu::RenderPipeline,
    resolve: wgpu::ComputePipeline,
}

impl LayerList {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, StorageTexture, Uniform};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let plan_layout = compute("layer plan", &[Read, ReadWrite]);
        let list_layout =
            bindings::layout(device, "layer list", ShaderStages::FRAGMENT, &[Uniform, Read, ReadWrite, ReadWrite]);
        let outputs = [StorageTexture(MAP_FORMAT), StorageTexture(ITEM_FORMAT)];
        let resolve_kinds = [Uniform, Read, Read, Read, Read, ReadWrite, outputs[0], outputs[1]];
        let resolve_layout = compute("layer resolve", &resolve_kinds);
        let plan = bindings::compute_pipeline(
            device,
            "layer plan",
            &[run_layout, &plan_layout],
            &[RUN_WGSL, include_str!("../../../shaders/analysis/layer_plan.wgsl")],
            "layer_plan",
        );
        let list = RasterPipeline {
            label: "layer list",
            layouts: &[jaw_layout, &list_layout],
            wgsl: &[JAW_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/layer_list.wgsl")],
            entry_point: "fragment",
            depth_stencil: None,
            // A pass needs a target; nothing is written to it.
            target: wgpu::ColorTargetState {
                format: WINDING_FORMAT,
                blend: None,
                write_mask: wgpu::ColorWrites::empty(),
            },
        }
        .build(device);
        let resolve = bindings::compute_pipeline(
            device,
            "layer resolve",
            &[run_layout, &resolve_layout],
            &[RUN_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/layer_resolve.wgsl")],
            "layer_resolve",
        );
        Self { plan_layout, list_layout, resolve_layout, plan, list, resolve }
    }

    pub fn run_plan(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n_rounds: u32) {
        pass.set_pipeline(&self.plan);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(n_rounds.div_ceil(64), 1, 1);
    }

    /// Lists both jaws' faces over the pixels of one round.
    pub fn run_list(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        [upper, lower]: [DrawnJaw<'_>; 2],
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
        for (jaw, offset) in [(upper, round::DRAW_UPPER), (lower, round::DRAW_LOWER)] {
            jaw.bind(&mut pass, size);
            pass.draw_indirect(arguments, round_idx * round::SIZE + offset);
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
