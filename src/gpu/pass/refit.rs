//! The boxes of a tree from its triangles, slot by slot upwards: when a tree is new, and when vertices have moved.
//!
//! In: positions, corners in the order of the leaves. Out: boxes. Real-Time Rendering, sect. 25.5. ENGINES.md, "Engine
//! bvh-gpu".
use super::{CORNERS_WGSL, FOREST_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::forest::THREADS;
use wgpu::{BindGroup, BindGroupLayout, ComputePass, ComputePipeline, Device, ShaderStages};

pub struct Refit {
    /// Group 0: slots, boxes, positions, corners.
    pub forest_layout: BindGroupLayout,
    /// Group 1: which slot of which object.
    pub run_layout: BindGroupLayout,
    leaves: ComputePipeline,
    nodes: ComputePipeline,
}

impl Refit {
    pub fn new(device: &Device) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let forest_layout = compute("refit: forest", &[Read, ReadWrite, Read, Read]);
        let run_layout = compute("refit: run", &[Uniform]);
        let wgsl = [FOREST_WGSL, CORNERS_WGSL, include_str!("../../../shaders/analysis/refit.wgsl")];
        let layouts = [&forest_layout, &run_layout];
        let build = |entry| bindings::compute_pipeline(device, "refit", &layouts, &wgsl, entry);
        Self { leaves: build("refit_leaves"), nodes: build("refit_nodes"), forest_layout, run_layout }
    }

    /// One slot of `n_nodes` nodes; slot 1 are the leaves, and the slots below it must have been done.
    pub fn run(&self, pass: &mut ComputePass<'_>, [forest, run]: [&BindGroup; 2], slot: usize, n_nodes: u32) {
        pass.set_pipeline(if slot == 1 { &self.leaves } else { &self.nodes });
        pass.set_bind_group(0, forest, &[]);
        pass.set_bind_group(1, run, &[]);
        pass.dispatch_workgroups(n_nodes.div_ceil(THREADS), 1, 1);
    }
}
