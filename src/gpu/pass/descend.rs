//! One step down both trees at once, from a list of pairs of nodes to the list of those of their children that may touch:
//! children that are nodes, or the triangles of leaves.
//!
//! In: trees, relations, a list. Out: the next list, its length, and the workgroups of the next step. Gress and Zachmann
//! 2004, sect. 4.2 to 4.4. ENGINES.md, "Engine bvh-gpu".
use super::{APPEND_PAIRS_WGSL, CORNERS_WGSL, FOREST_WGSL, NODE_BOX_WGSL, TRIANGLE_BOX_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::{BindGroup, BindGroupLayout, Buffer, ComputePass, ComputePipeline, Device, ShaderStages};

/// Group 1 of every step: what it does, the list that it reads with its length, the list that it writes.
pub fn lists_layout(device: &Device) -> BindGroupLayout {
    use Kind::{Read, ReadWrite, Uniform};
    let kinds = [Uniform, Read, Read, ReadWrite, ReadWrite];
    bindings::layout(device, "interference: lists", ShaderStages::COMPUTE, &kinds)
}

/// Group 0 of steps that look at triangles: slots, relations, positions, corners.
pub fn triangles_layout(device: &Device) -> BindGroupLayout {
    bindings::layout(device, "interference: triangles", ShaderStages::COMPUTE, &[Kind::Read; 4])
}

pub struct Descend {
    /// Group 0 of steps that look at boxes: slots, relations, boxes.
    pub nodes_layout: BindGroupLayout,
    nodes: ComputePipeline,
    leaves: ComputePipeline,
}

impl Descend {
    pub fn new(device: &Device, triangles: &BindGroupLayout, lists: &BindGroupLayout) -> Self {
        let nodes_layout = bindings::layout(device, "interference: boxes", ShaderStages::COMPUTE, &[Kind::Read; 3]);
        let nodes = bindings::compute_pipeline(
            device,
            "interference: descend",
            &[&nodes_layout, lists],
            &[FOREST_WGSL, NODE_BOX_WGSL, APPEND_PAIRS_WGSL, include_str!("../../../shaders/analysis/descend.wgsl")],
            "descend",
        );
        let leaves = bindings::compute_pipeline(
            device,
            "interference: descend to triangles",
            &[triangles, lists],
            &[
                FOREST_WGSL,
                CORNERS_WGSL,
                TRIANGLE_BOX_WGSL,
                APPEND_PAIRS_WGSL,
                include_str!("../../../shaders/analysis/descend.wgsl"),
            ],
            "descend",
        );
        Self { nodes_layout, nodes, leaves }
    }

    /// From pairs of nodes to pairs of nodes; `steps` says at `offset` how many workgroups it takes.
    pub fn run_nodes(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], steps: (&Buffer, u64)) {
        run(pass, &self.nodes, groups, steps);
    }

    /// From pairs of leaves to pairs of triangles.
    pub fn run_leaves(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], steps: (&Buffer, u64)) {
        run(pass, &self.leaves, groups, steps);
    }
}

/// One indirect dispatch.
pub fn run(
    pass: &mut ComputePass<'_>,
    pipeline: &ComputePipeline,
    [forest, lists]: [&BindGroup; 2],
    (steps, offset): (&Buffer, u64),
) {
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, forest, &[]);
    pass.set_bind_group(1, lists, &[]);
    pass.dispatch_workgroups_indirect(steps, offset);
}
