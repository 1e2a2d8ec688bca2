//! The triangles of a jaw that may cover a pixel whose layers are wanted, so that lists and every round of peeling draw
//! no others.
//!
//! In: slots, a jaw's corners. Out: an index list in the order of the triangles, and how long it is. Paper, sect. 6:
//! "focusing multipass rendering on such areas".
use super::{DEPTH_PLANE_WGSL, JAW_WGSL};
use crate::gpu::bindings::{self, Kind};
use crate::gpu::jaw_pair::JawGpu;
use crate::gpu::layout::selection;
use wgpu::{BufferUsages, Device, ShaderStages};

pub struct SelectTriangles {
    pub layout: wgpu::BindGroupLayout,
    mark: wgpu::ComputePipeline,
    scan: wgpu::ComputePipeline,
    compact: wgpu::ComputePipeline,
}

/// Memory for one jaw's selection.
pub struct Selection {
    /// One bit a triangle, in words; how many come before each word.
    pub words: wgpu::Buffer,
    pub offsets: wgpu::Buffer,
    /// Corners of the selected triangles.
    pub indices: wgpu::Buffer,
}

impl Selection {
    pub fn new(device: &Device, jaw: &JawGpu) -> Self {
        let buffer = |label, n: u64, more| {
            let usage = BufferUsages::STORAGE | more;
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: n * 4,
                usage,
                mapped_at_creation: false,
            })
        };
        // Whole workgroups of 256 triangles, 8 words each.
        let n_words = u64::from(jaw.n_triangles).div_ceil(256) * 8;
        Self {
            words: buffer("select: words", n_words, BufferUsages::empty()),
            offsets: buffer("select: offsets", n_words, BufferUsages::empty()),
            indices: buffer("select: indices", u64::from(jaw.n_triangles) * 3, BufferUsages::INDEX),
        }
    }
}

impl SelectTriangles {
    pub fn new(device: &Device, jaw_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite};
        let kinds = [Read, Read, ReadWrite, ReadWrite, ReadWrite, ReadWrite];
        let layout = bindings::layout(device, "select triangles", ShaderStages::COMPUTE, &kinds);
        let wgsl = [DEPTH_PLANE_WGSL, JAW_WGSL, include_str!("../../../shaders/analysis/select_triangles.wgsl")];
        let build =
            |entry| bindings::compute_pipeline(device, "select triangles", &[jaw_layout, &layout], &wgsl, entry);
        Self { mark: build("mark"), scan: build("scan"), compact: build("compact"), layout }
    }

    /// `idx`: which of the plan's selections this is.
    pub fn run(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        jaw: &wgpu::BindGroup,
        group: &wgpu::BindGroup,
        (arguments, idx): (&wgpu::Buffer, u64),
    ) {
        pass.set_bind_group(0, jaw, &[]);
        pass.set_bind_group(1, group, &[]);
        let steps = [
            (&self.mark, selection::DISPATCH),
            (&self.scan, selection::SCAN_DISPATCH),
            (&self.compact, selection::DISPATCH),
        ];
        for (pipeline, offset) in steps {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups_indirect(arguments, idx * selection::STRIDE + offset);
        }
    }
}
