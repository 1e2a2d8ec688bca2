//! Sorts and reads the lists of one round: gap, depths, triangles, and the class where counts could not tell it.
//!
//! In: lists, slots; by raster passes the code of the peeled layers too. Out: the map at those pixels, and their class.
//! METHOD.md, "Projected gap" and "Layer order".
use super::{LAYER_CODE_WGSL, LAYER_ENTRY_WGSL, LAYER_RESOLVE_WGSL, LAYER_WGSL, MAP_PIXEL_WGSL, RUN_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::round;
use crate::gpu::targets::{ITEM_FORMAT, MAP_FORMAT};
use wgpu::{BindGroupLayout, Device, ShaderStages};

pub struct LayerResolve {
    pub layout: BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
}

impl LayerResolve {
    /// The order is that of a code, and the list must tell of the same layers.
    pub fn coded(device: &Device, run_layout: &BindGroupLayout) -> Self {
        let wgsl = [
            RUN_WGSL,
            LAYER_ENTRY_WGSL,
            LAYER_WGSL,
            MAP_PIXEL_WGSL,
            LAYER_CODE_WGSL,
            LAYER_RESOLVE_WGSL,
            include_str!("../../../shaders/analysis/layer_coded.wgsl"),
        ];
        Self::new(device, run_layout, &[Kind::Read, Kind::FloatTexture, Kind::FloatTexture], &wgsl)
    }

    /// The list is the order itself.
    pub fn listed(device: &Device, run_layout: &BindGroupLayout) -> Self {
        let wgsl = [
            RUN_WGSL,
            LAYER_ENTRY_WGSL,
            LAYER_WGSL,
            MAP_PIXEL_WGSL,
            LAYER_RESOLVE_WGSL,
            include_str!("../../../shaders/analysis/layer_listed.wgsl"),
        ];
        Self::new(device, run_layout, &[], &wgsl)
    }

    fn new(device: &Device, run_layout: &BindGroupLayout, of_order: &[Kind], wgsl: &[&str]) -> Self {
        use Kind::{Read, ReadWrite, StorageTexture, Uniform};
        let lists = [Uniform, Read, Read, Read, Read, ReadWrite];
        let kinds = [&lists[..], &[StorageTexture(MAP_FORMAT), StorageTexture(ITEM_FORMAT)], of_order].concat();
        let layout = bindings::layout(device, "layer resolve", ShaderStages::COMPUTE, &kinds);
        let layouts = [run_layout, &layout];
        let pipeline = bindings::compute_pipeline(device, "layer resolve", &layouts, wgsl, "layer_resolve");
        Self { layout, pipeline }
    }

    pub fn run(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        group: &wgpu::BindGroup,
        (arguments, round_idx): (&wgpu::Buffer, u64),
    ) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(1, group, &[]);
        pass.dispatch_workgroups_indirect(arguments, round_idx * round::SIZE + round::DISPATCH);
    }
}
