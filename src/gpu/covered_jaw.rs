//! One jaw as compute draws it.
use super::bindings::{self, buffer};
use super::culling::{Limits, visible_corners};
use super::jaw_pair::{JawGpu, JawPairGpu};
use super::layout::CoverUniform;
use crate::base::Rigid;
use crate::field::JawOnMap;
use crate::field::planning::Planned;
use crate::jaw::JawSide;
use crate::mesh::clusters::CLUSTER_TRIANGLES;
use wgpu::{BindGroup, Buffer, BufferUsages, Device};

/// Its uniform and its runs of triangles.
pub struct CoveredJaw {
    uniform: Buffer,
    blocks: Buffer,
    pub group: BindGroup,
}

impl CoveredJaw {
    /// `large` is [`large_list`] of this jaw or of a larger one.
    pub fn new(device: &Device, layout: &wgpu::BindGroupLayout, jaw: &JawGpu, large: &Buffer) -> Self {
        let uniform = buffer(device, "cover: uniform", size_of::<CoverUniform>() as u64, BufferUsages::UNIFORM);
        let blocks = buffer(device, "cover: blocks", jaw.clusters.len() as u64 * 8, BufferUsages::STORAGE);
        let resources = [&uniform, &jaw.corners, &blocks, large].map(Buffer::as_entire_binding);
        let group = bindings::group(device, "cover: jaw", layout, &resources);
        Self { uniform, blocks, group }
    }

    /// Hands pose, projection and what can matter to the GPU; the number of blocks is returned.
    pub fn write(
        &self,
        queue: &wgpu::Queue,
        (jaw, side): (&JawGpu, JawSide),
        upper_from_jaw: &Rigid,
        planned: &Planned,
        limits: Limits,
    ) -> u32 {
        let on_map = JawOnMap::new(upper_from_jaw, &planned.projection, planned.middle_mm());
        let size = [planned.projection.cols, planned.projection.rows];
        // No more blocks than clusters: a range is some of these, and all but its last block are full.
        let blocks: Vec<[u32; 2]> = visible_corners(&jaw.clusters, &on_map.map_from_jaw, size, limits)
            .into_iter()
            .flat_map(|range| {
                let (first, end) = (range.start / 3, range.end / 3);
                (first..end).step_by(CLUSTER_TRIANGLES).map(move |t| [t, (end - t).min(CLUSTER_TRIANGLES as u32)])
            })
            .collect();
        let uniform = CoverUniform {
            map_from_jaw: on_map.axes(),
            centre_in_jaw: on_map.centre.to_array(),
            zero: 0,
            size,
            side: u32::from(side == JawSide::Lower),
            n_blocks: blocks.len() as u32,
            is_closed: u32::from(jaw.closed),
            unused: [0; 3],
        };
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
        queue.write_buffer(&self.blocks, 0, bytemuck::cast_slice(&blocks));
        blocks.len() as u32
    }
}

/// Room for the large triangles of the larger jaw, and their number.
pub fn large_list(device: &Device, pair: &JawPairGpu) -> Buffer {
    let most = u64::from(pair.upper.n_triangles.max(pair.lower.n_triangles));
    buffer(device, "cover: large triangles", 4 + 4 * most, BufferUsages::STORAGE)
}
