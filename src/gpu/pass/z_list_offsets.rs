//! Where each pixel's list begins (prefix sums of the counts), and which pixels make a round whose lists fit the entry
//! buffer.
//!
//! In: counts. Out: offsets, windows of pixels, and four numbers that are read back. ENGINES.md, "Engine zlist".
use super::{RUN_WGSL, Z_LIST_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

/// Pixels of one workgroup; the same number stands in z_list_offsets.wgsl.
pub const BLOCK: u32 = 1024;

pub struct ZListOffsets {
    pub layout: wgpu::BindGroupLayout,
    pub plan_layout: wgpu::BindGroupLayout,
    sum_pixels: wgpu::ComputePipeline,
    sum_blocks: wgpu::ComputePipeline,
    add_blocks: wgpu::ComputePipeline,
    plan: wgpu::ComputePipeline,
}

impl ZListOffsets {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let layout = compute("z-list: offsets", &[Uniform, Read, ReadWrite, ReadWrite, ReadWrite]);
        let plan_layout = compute("z-list: plan", &[Uniform, Read, ReadWrite, ReadWrite]);
        let wgsl = [RUN_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_offsets.wgsl")];
        let build = |entry| bindings::compute_pipeline(device, "z-list: offsets", &[run_layout, &layout], &wgsl, entry);
        let plan = bindings::compute_pipeline(
            device,
            "z-list: plan",
            &[run_layout, &plan_layout],
            &[RUN_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_plan.wgsl")],
            "z_list_plan",
        );
        Self {
            sum_pixels: build("sum_pixels"),
            sum_blocks: build("sum_blocks"),
            add_blocks: build("add_blocks"),
            plan,
            layout,
            plan_layout,
        }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n_pixels: u32) {
        pass.set_bind_group(1, group, &[]);
        for (pipeline, groups) in [
            (&self.sum_pixels, n_pixels.div_ceil(BLOCK)),
            (&self.sum_blocks, 1),
            (&self.add_blocks, n_pixels.div_ceil(BLOCK)),
        ] {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(groups, 1, 1);
        }
    }

    /// Plans the next rounds.
    pub fn run_plan(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup) {
        pass.set_pipeline(&self.plan);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
}
