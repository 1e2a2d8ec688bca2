//! Keeps a jaw's own counts before its stencils are used again.
//!
//! In: the stencils of a jaw's two surfaces. Out: a word per pixel. Paper, sect. 5, line 151 (mask SCA).
use super::RUN_WGSL;
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

pub struct OwnCounts {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl OwnCounts {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        let kinds = [Kind::UintTexture, Kind::UintTexture, Kind::ReadWrite];
        let layout = bindings::layout(device, "own counts", ShaderStages::COMPUTE, &kinds);
        let wgsl = [RUN_WGSL, include_str!("../../../shaders/analysis/own_counts.wgsl")];
        let pipeline =
            bindings::compute_pipeline(device, "own counts", &[run_layout, &layout], &wgsl, "own_counts_main");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, [cols, rows]: [u32; 2]) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(cols.div_ceil(8), rows.div_ceil(8), 1);
    }
}
