//! Drawing a jaw by compute: one thread a triangle, one workgroup a block of them, and what is too large for that in a second
//! dispatch. The sampling rule is that of `native::raster` (ENGINES.md, "Executions"); what is done with a covered pixel is
//! the pass's own: `touch` in cover_*.wgsl.
//!
//! In: a jaw's corners, the blocks that can matter. Out: words of pixels, lists of layers, or marks of triangles.
use super::{COVER_WGSL, DEPTH_PLANE_WGSL, FACES_WGSL, LAYER_ENTRY_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::{BindGroup, BindGroupLayout, ComputePipeline, Device, ShaderStages};

/// Workgroups of a draw in one direction, and of the draw of large triangles.
pub const MOST_GROUPS: u32 = 65_535;
const LARGE_GROUPS: u32 = 256;

/// Group 0: [`crate::gpu::layout::CoverUniform`], corners, blocks, large triangles.
pub fn jaw_layout(device: &Device) -> BindGroupLayout {
    let kinds = [Kind::Uniform, Kind::Read, Kind::Read, Kind::ReadWrite];
    bindings::layout(device, "cover: jaw", ShaderStages::COMPUTE, &kinds)
}

/// How many workgroups are drawn.
#[derive(Clone, Copy)]
pub enum Extent<'a> {
    Blocks(u32),
    /// As the GPU has planned: buffer and offset.
    Planned(&'a wgpu::Buffer, u64),
}

pub struct Cover {
    pub layout: BindGroupLayout,
    draw: ComputePipeline,
    draw_large: ComputePipeline,
}

impl Cover {
    fn new(device: &Device, label: &str, jaw_layout: &BindGroupLayout, kinds: &[Kind], wgsl: &[&str]) -> Self {
        let layout = bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let build = |entry| bindings::compute_pipeline(device, label, &[jaw_layout, &layout], wgsl, entry);
        Self { draw: build("draw"), draw_large: build("draw_large"), layout }
    }

    /// First and last surface of the upper jaw, and its own faces.
    pub fn upper(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl =
            [DEPTH_PLANE_WGSL, COVER_WGSL, FACES_WGSL, include_str!("../../../shaders/analysis/cover_upper.wgsl")];
        Self::new(device, "cover: upper", jaw, &[Kind::ReadWrite], &wgsl)
    }

    /// The last surface's triangle and the surface before it, after [`Self::upper`].
    pub fn last(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl =
            [DEPTH_PLANE_WGSL, COVER_WGSL, FACES_WGSL, include_str!("../../../shaders/analysis/cover_last.wgsl")];
        Self::new(device, "cover: upper last", jaw, &[Kind::ReadWrite], &wgsl)
    }

    /// First surface and counts of the lower jaw, after both of the upper.
    pub fn lower(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl =
            [DEPTH_PLANE_WGSL, COVER_WGSL, FACES_WGSL, include_str!("../../../shaders/analysis/cover_lower.wgsl")];
        Self::new(device, "cover: lower", jaw, &[Kind::ReadWrite, Kind::Read], &wgsl)
    }

    /// The first surface's triangle, after [`Self::lower`].
    pub fn first(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl =
            [DEPTH_PLANE_WGSL, COVER_WGSL, FACES_WGSL, include_str!("../../../shaders/analysis/cover_first.wgsl")];
        Self::new(device, "cover: lower first", jaw, &[Kind::ReadWrite], &wgsl)
    }

    /// Lists of layers.
    pub fn layers(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl = [
            DEPTH_PLANE_WGSL,
            COVER_WGSL,
            LAYER_ENTRY_WGSL,
            include_str!("../../../shaders/analysis/cover_layers.wgsl"),
        ];
        let kinds = [Kind::Uniform, Kind::Read, Kind::ReadWrite, Kind::ReadWrite];
        Self::new(device, "cover: layers", jaw, &kinds, &wgsl)
    }

    /// Marks of the triangles that a pixel sees.
    pub fn seen(device: &Device, jaw: &BindGroupLayout) -> Self {
        let wgsl = [DEPTH_PLANE_WGSL, COVER_WGSL, include_str!("../../../shaders/analysis/cover_seen.wgsl")];
        Self::new(device, "cover: seen", jaw, &[Kind::ReadWrite], &wgsl)
    }

    /// The jaw's list of large triangles must be empty.
    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, jaw: &BindGroup, group: &BindGroup, extent: Extent<'_>) {
        pass.set_pipeline(&self.draw);
        pass.set_bind_group(0, jaw, &[]);
        pass.set_bind_group(1, group, &[]);
        match extent {
            Extent::Blocks(n) => pass.dispatch_workgroups(n.min(MOST_GROUPS), n.div_ceil(MOST_GROUPS), 1),
            Extent::Planned(arguments, offset) => pass.dispatch_workgroups_indirect(arguments, offset),
        }
        pass.set_pipeline(&self.draw_large);
        pass.dispatch_workgroups(LARGE_GROUPS, 1, 1);
    }
}
