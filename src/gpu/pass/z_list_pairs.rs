//! Pairs of faces that may cross between a pixel's centre and its neighbours', for the exact test.
//!
//! In: the sorted lists of one round, both jaws' corners. Out: a bounded buffer of pairs and how many were offered.
//! Shinya and Forgue 1991, "Introduction": "an efficient culling algorithm". METHOD.md, "Engine zlist".
use super::z_list_scan::workgroups;
use super::{LAYER_ENTRY_WGSL, RUN_WGSL, Z_LIST_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

pub struct ZListPairs {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl ZListPairs {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let kinds = [Uniform, Uniform, Read, Read, Read, Read, Read, ReadWrite];
        let layout = bindings::layout(device, "z-list: pairs", ShaderStages::COMPUTE, &kinds);
        let wgsl =
            [RUN_WGSL, LAYER_ENTRY_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_pairs.wgsl")];
        let pipeline =
            bindings::compute_pipeline(device, "z-list: pairs", &[run_layout, &layout], &wgsl, "z_list_pairs");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n_pixels: u32) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        let [x, y] = workgroups(n_pixels);
        pass.dispatch_workgroups(x, y, 1);
    }
}
