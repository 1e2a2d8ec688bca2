//! The decision rule and the gap map in one pass, where compute has made all counts at once.
//!
//! In: both jaws' words of each pixel. Out: states, map, triangles, slots, and the arguments of what lists and reads layers.
//! METHOD.md, "Decision per pixel" and "Projected gap".
use super::{DECISION_WGSL, FACES_WGSL, LAYER_ENTRY_WGSL, MAP_PIXEL_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT};
use wgpu::ShaderStages;

pub struct Decide {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl Decide {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, StorageTexture};
        let buffers = [Read, Read, ReadWrite, ReadWrite, ReadWrite, ReadWrite, ReadWrite];
        let kinds = [&buffers[..], &[StorageTexture(MAP_FORMAT), StorageTexture(ITEM_FORMAT)]].concat();
        let layout = bindings::layout(device, "decide", ShaderStages::COMPUTE, &kinds);
        let wgsl = [
            RUN_WGSL,
            DECISION_WGSL,
            MAP_PIXEL_WGSL,
            FACES_WGSL,
            LAYER_ENTRY_WGSL,
            include_str!("../../../shaders/analysis/decide.wgsl"),
        ];
        let pipeline = bindings::compute_pipeline(device, "decide", &[run_layout, &layout], &wgsl, "decide");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, [cols, rows]: [u32; 2]) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups(cols.div_ceil(8), rows.div_ceil(8), 1);
    }
}
