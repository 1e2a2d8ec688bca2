//! The nearest triangle of another object for every vertex, up to the distance asked for.
//!
//! In: triangles, relations, the list of pairs of triangles whose boxes are near. Out: of every vertex distance and
//! triangle. ENGINES.md, "Engine bvh-gpu".
use super::descend;
use super::{CORNERS_WGSL, FOREST_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::{BindGroup, BindGroupLayout, Buffer, ComputePass, ComputePipeline, Device, ShaderStages};

pub struct NearestTriangles {
    /// Group 1: which turn, the list and its length, what is written.
    pub layout: BindGroupLayout,
    pipeline: ComputePipeline,
}

impl NearestTriangles {
    pub fn new(device: &Device, triangles: &BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, Uniform};
        let label = "interference: nearest triangles";
        let kinds = [Uniform, Read, Read, ReadWrite, ReadWrite];
        let layout = bindings::layout(device, label, ShaderStages::COMPUTE, &kinds);
        let wgsl = [FOREST_WGSL, CORNERS_WGSL, include_str!("../../../shaders/analysis/nearest_triangles.wgsl")];
        let pipeline = bindings::compute_pipeline(device, label, &[triangles, &layout], &wgsl, "nearest_triangles");
        Self { layout, pipeline }
    }

    pub fn run(&self, pass: &mut ComputePass<'_>, groups: [&BindGroup; 2], steps: (&Buffer, u64)) {
        descend::run(pass, &self.pipeline, groups, steps);
    }
}
