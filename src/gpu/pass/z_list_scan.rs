//! Sorts and reads the lists of one round.
//!
//! In: offsets, entries. Out: states, map, triangle map, and a bit for each face that bounds what is inside both solids.
//! Shinya and Forgue 1991, "Algorithm": `sort_z`, `overlap`, `append_id_to_list`. METHOD.md, "Projected gap".
use super::{LAYER_ENTRY_WGSL, LAYER_WGSL, MAP_PIXEL_WGSL, RUN_WGSL, Z_LIST_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT};
use wgpu::ShaderStages;

pub struct ZListScan {
    pub layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl ZListScan {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, StorageTexture, Uniform};
        let outputs = [StorageTexture(MAP_FORMAT), StorageTexture(ITEM_FORMAT)];
        let kinds = [Uniform, Uniform, Read, Read, ReadWrite, ReadWrite, ReadWrite, outputs[0], outputs[1]];
        let layout = bindings::layout(device, "z-list: scan", ShaderStages::COMPUTE, &kinds);
        let wgsl = [
            RUN_WGSL,
            LAYER_ENTRY_WGSL,
            LAYER_WGSL,
            MAP_PIXEL_WGSL,
            Z_LIST_WGSL,
            include_str!("../../../shaders/analysis/z_list_scan.wgsl"),
        ];
        let pipeline = bindings::compute_pipeline(device, "z-list: scan", &[run_layout, &layout], &wgsl, "z_list_scan");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, group: &wgpu::BindGroup, n_pixels: u32) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        let [x, y] = workgroups(n_pixels);
        pass.dispatch_workgroups(x, y, 1);
    }
}

/// Workgroups of 64 threads for so many pixels: a row of them may have no more than 65,535.
pub fn workgroups(n_pixels: u32) -> [u32; 2] {
    let groups = n_pixels.div_ceil(64);
    let x = groups.min(1 << 15);
    [x, groups.div_ceil(x.max(1))]
}
