//! One pixel alone is given a slot and left to the layer order, so that its layers can be read back.
//!
//! In: the pixel asked for. Out: slots and plan, as [`super::classify`] leaves them.
use super::{LAYER_ENTRY_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

pub struct Inspect {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl Inspect {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite};
        let kinds = [Read, ReadWrite, ReadWrite, ReadWrite, ReadWrite];
        let layout = bindings::layout(device, "inspect", ShaderStages::COMPUTE, &kinds);
        let wgsl = [RUN_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/inspect.wgsl")];
        let pipeline = bindings::compute_pipeline(device, "inspect", &[run_layout, &layout], &wgsl, "inspect");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, [cols, rows]: [u32; 2]) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(cols.div_ceil(8), rows.div_ceil(8), 1);
    }
}
