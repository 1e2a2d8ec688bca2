//! How much of everything that looks at layers is drawn and dispatched, decided on the GPU.
//!
//! In: the frame's plan, the selections. Out: arguments of selections, of rounds of peeling and of rounds of lists.
use super::{LAYER_ENTRY_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

pub struct LayerPlan {
    pub layout: wgpu::BindGroupLayout,
    selections: wgpu::ComputePipeline,
    peels: wgpu::ComputePipeline,
    lists: wgpu::ComputePipeline,
}

impl LayerPlan {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite};
        let kinds = [Read, ReadWrite, Read, ReadWrite, ReadWrite];
        let layout = bindings::layout(device, "layer plan", ShaderStages::COMPUTE, &kinds);
        let wgsl = [RUN_WGSL, LAYER_ENTRY_WGSL, include_str!("../../../shaders/analysis/layer_plan.wgsl")];
        let build = |entry| bindings::compute_pipeline(device, "layer plan", &[run_layout, &layout], &wgsl, entry);
        Self { selections: build("plan_selections"), peels: build("plan_peels"), lists: build("plan_lists"), layout }
    }

    /// After all slots are given.
    pub fn run_selections(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup) {
        run(&self.selections, pass, group, 1);
    }

    /// After the triangles for the layer order are selected and their layers counted.
    pub fn run_peels(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup) {
        run(&self.peels, pass, group, 1);
    }

    /// After the triangles of all slots are selected.
    pub fn run_lists(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n_rounds: u32) {
        run(&self.lists, pass, group, n_rounds.div_ceil(64));
    }
}

fn run(pipeline: &wgpu::ComputePipeline, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n: u32) {
    pass.set_pipeline(pipeline);
    pass.set_bind_group(1, group, &[]);
    pass.dispatch_workgroups(n, 1, 1);
}
