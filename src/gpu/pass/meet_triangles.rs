//! Which pairs of triangles may meet, or be within the distance asked for: all that no axis parts.
//!
//! In: triangles, relations, a list of pairs of them. Out: the list of those that are left, for the exact test. Gress and
//! Zachmann 2004, sect. 3. ENGINES.md, "Engine bvh-gpu".
use super::descend;
use super::{APPEND_PAIRS_WGSL, CORNERS_WGSL, FOREST_WGSL};
use crate::gpu::bindings;
use wgpu::{BindGroup, BindGroupLayout, Buffer, ComputePass, ComputePipeline, Device};

pub struct MeetTriangles {
    pipeline: ComputePipeline,
}

impl MeetTriangles {
    pub fn new(device: &Device, triangles: &BindGroupLayout, lists: &BindGroupLayout) -> Self {
        let wgsl = [
            FOREST_WGSL,
            CORNERS_WGSL,
            APPEND_PAIRS_WGSL,
            include_str!("../../../shaders/analysis/meet_triangles.wgsl"),
        ];
        let label = "interference: meet triangles";
        let pipeline = bindings::compute_pipeline(device, label, &[triangles, lists], &wgsl, "meet_triangles");
        Self { pipeline }
    }

    pub fn run(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], steps: (&Buffer, u64)) {
        descend::run(pass, &self.pipeline, groups, steps);
    }
}
