//! All figures of a frame in one row of numbers, so that only that is read back.
//!
//! In: states, map, triangles, both jaws' corners. Out: [`crate::gpu::layout::figure::COUNT`] numbers. METHOD.md,
//! "Figures". The paper's authors were "forced to examine counters in software" (sect. 4); here the GPU adds them up.
use super::{FIGURES_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind, view};
use crate::gpu::jaw_pair::JawPairGpu;
use crate::gpu::targets::{N_REDUCE_GROUPS, Targets};
use wgpu::ShaderStages;

pub struct Reduce {
    pub layout: wgpu::BindGroupLayout,
    pub fold_layout: wgpu::BindGroupLayout,
    reduce: wgpu::ComputePipeline,
    fold: wgpu::ComputePipeline,
}

impl Reduce {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{FloatTexture, Read, ReadWrite, UintTexture};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let layout = compute("reduce", &[Read, FloatTexture, UintTexture, Read, Read, Read, ReadWrite]);
        let fold_layout = compute("fold", &[Read, ReadWrite]);
        let reduce = bindings::compute_pipeline(
            device,
            "reduce",
            &[run_layout, &layout],
            &[RUN_WGSL, FIGURES_WGSL, include_str!("../../../shaders/analysis/reduce.wgsl")],
            "reduce",
        );
        let fold = bindings::compute_pipeline(
            device,
            "fold",
            &[run_layout, &fold_layout],
            &[RUN_WGSL, FIGURES_WGSL, include_str!("../../../shaders/analysis/fold.wgsl")],
            "fold",
        );
        Self { layout, fold_layout, reduce, fold }
    }

    /// What is summed up.
    pub fn group(&self, device: &wgpu::Device, t: &Targets, pair: &JawPairGpu) -> wgpu::BindGroup {
        let resources = [
            t.states.as_entire_binding(),
            view(&t.map_view),
            view(&t.triangles_view),
            pair.upper.corners.as_entire_binding(),
            pair.lower.corners.as_entire_binding(),
            t.slots.as_entire_binding(),
            t.reduce_rows.as_entire_binding(),
        ];
        bindings::group(device, "reduce", &self.layout, &resources)
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, fold_group: &wgpu::BindGroup) {
        pass.set_pipeline(&self.reduce);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(N_REDUCE_GROUPS, 1, 1);
        pass.set_pipeline(&self.fold);
        pass.set_bind_group(1, fold_group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
}
