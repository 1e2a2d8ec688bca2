//! The projected gap of every pixel that two surfaces decide; slots for those that need their ordered layers.
//!
//! In: surfaces, states. Out: map, triangle map, slots. METHOD.md, "Projected gap".
use super::{DECISION_WGSL, MAP_PIXEL_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT};
use wgpu::ShaderStages;

pub struct GapMap {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl GapMap {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{ReadWrite, StorageTexture, UintTexture};
        let kinds = [
            UintTexture,
            UintTexture,
            UintTexture,
            ReadWrite,
            ReadWrite,
            ReadWrite,
            ReadWrite,
            StorageTexture(MAP_FORMAT),
            StorageTexture(ITEM_FORMAT),
        ];
        let layout = bindings::layout(device, "gap map", ShaderStages::COMPUTE, &kinds);
        let wgsl = [RUN_WGSL, DECISION_WGSL, MAP_PIXEL_WGSL, include_str!("../../../shaders/analysis/gap_map.wgsl")];
        let pipeline = bindings::compute_pipeline(device, "gap map", &[run_layout, &layout], &wgsl, "gap_map");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, [cols, rows]: [u32; 2]) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(cols.div_ceil(8), rows.div_ceil(8), 1);
    }
}
