//! The decision rule of every pixel, after the first pass and, for what is left, after the second.
//!
//! In: surfaces, counts. Out: a state word per pixel, the plan of the second pass, slots for the layer order. Paper, sect. 4 (lines 08 to 20)
//! and sect. 5 (extensions #1, #2 and #1', #2'), in decision.wgsl. METHOD.md, "Decision per pixel".
use super::{DECISION_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::plan;
use wgpu::ShaderStages;

pub struct Classify {
    pub layout: wgpu::BindGroupLayout,
    first: wgpu::ComputePipeline,
    second: wgpu::ComputePipeline,
}

impl Classify {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{FloatTexture, Read, ReadWrite, UintTexture};
        let textures = [UintTexture, UintTexture, UintTexture, FloatTexture];
        let buffers = [Read, Read, ReadWrite, ReadWrite, ReadWrite, ReadWrite, ReadWrite];
        let kinds = [&textures[..], &buffers].concat();
        let layout = bindings::layout(device, "classify", ShaderStages::COMPUTE, &kinds);
        let wgsl = [RUN_WGSL, DECISION_WGSL, include_str!("../../../shaders/analysis/classify.wgsl")];
        let build = |entry| bindings::compute_pipeline(device, "classify", &[run_layout, &layout], &wgsl, entry);
        Self { first: build("first"), second: build("second"), layout }
    }

    pub fn run_first(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, [cols, rows]: [u32; 2]) {
        pass.set_pipeline(&self.first);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(cols.div_ceil(8), rows.div_ceil(8), 1);
    }

    /// Runs only when the first classification planned it.
    pub fn run_second(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, plan_arguments: &wgpu::Buffer) {
        pass.set_pipeline(&self.second);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups_indirect(plan_arguments, plan::SECOND_DISPATCH);
    }
}
