//! How far the nearest triangle of another object can be from what each box holds, from the last search's distances: of the
//! vertices, then slot by slot upwards.
//!
//! In: what [`super::nearest_triangles`] left of every vertex. Out: the fourth number of every position, the seventh of every
//! box. ENGINES.md, "Engine bvh-gpu".
use super::FOREST_WGSL;
use crate::gpu::bindings::{self, Kind};
use crate::gpu::layout::forest::THREADS;
use wgpu::{BindGroup, BindGroupLayout, ComputePass, ComputePipeline, Device, ShaderStages};

pub struct Bound {
    /// Group 0: slots, boxes, positions, corners, nearness.
    pub forest_layout: BindGroupLayout,
    /// Group 1: which slot of which object.
    pub run_layout: BindGroupLayout,
    vertices: ComputePipeline,
    leaves: ComputePipeline,
    nodes: ComputePipeline,
}

/// No dispatch may have more workgroups; each does several vertices where there are more.
const MOST_GROUPS: u32 = 65_535;

impl Bound {
    pub fn new(device: &Device) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let forest_layout = compute("bound: forest", &[Read, ReadWrite, ReadWrite, Read, Read]);
        let run_layout = compute("bound: run", &[Uniform]);
        let wgsl = [FOREST_WGSL, include_str!("../../../shaders/analysis/bound.wgsl")];
        let layouts = [&forest_layout, &run_layout];
        let build = |entry| bindings::compute_pipeline(device, "bound", &layouts, &wgsl, entry);
        let [vertices, leaves, nodes] = ["bound_vertices", "bound_leaves", "bound_nodes"].map(build);
        Self { vertices, leaves, nodes, forest_layout, run_layout }
    }

    /// All vertices.
    pub fn run_vertices(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], n_vertices: u32) {
        run(pass, &self.vertices, groups, n_vertices.div_ceil(THREADS).min(MOST_GROUPS));
    }

    /// One slot of `n_nodes` nodes; slot 1 are the leaves, and the slots below it must have been done.
    pub fn run_slot(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], slot: usize, n_nodes: u32) {
        run(pass, if slot == 1 { &self.leaves } else { &self.nodes }, groups, n_nodes.div_ceil(THREADS));
    }
}

fn run(pass: &mut ComputePass<'_>, pipeline: &ComputePipeline, [forest, run]: [&BindGroup; 2], n_groups: u32) {
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, forest, &[]);
    pass.set_bind_group(1, run, &[]);
    pass.dispatch_workgroups(n_groups, 1, 1);
}
