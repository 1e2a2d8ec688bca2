//! Pairs of faces that the exact test begins with: those that may cross between a pixel's centre and its neighbours', and
//! those on both sides of the gap where interference ends.
//!
//! In: the sorted lists of one round and both jaws' corners; the finished map. Out: a bounded buffer of pairs and how many
//! were offered. Shinya and Forgue 1991, "Introduction": "an efficient culling algorithm". ENGINES.md, "Engine zlist".
use super::z_list_scan::workgroups;
use super::{LAYER_ENTRY_WGSL, RUN_WGSL, Z_LIST_WGSL};
use crate::gpu::bindings::{self, Kind};
use wgpu::ShaderStages;

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Neighbours in a list that may cross near the pixel: of one round.
    Near,
    /// Where interference ends: of the whole map.
    Borders,
}

pub struct ZListPairs {
    pub near_layout: wgpu::BindGroupLayout,
    pub borders_layout: wgpu::BindGroupLayout,
    near: wgpu::ComputePipeline,
    borders: wgpu::ComputePipeline,
}

impl ZListPairs {
    pub fn new(device: &wgpu::Device, run_layout: &wgpu::BindGroupLayout) -> Self {
        use Kind::{Read, ReadWrite, UintTexture, Uniform};
        let compute = |label, kinds: &[Kind]| bindings::layout(device, label, ShaderStages::COMPUTE, kinds);
        let near_layout = compute("z-list: pairs", &[Uniform, Uniform, Read, Read, Read, Read, Read, ReadWrite]);
        let borders_layout = compute("z-list: borders", &[Uniform, Uniform, Read, UintTexture, ReadWrite]);
        let near = bindings::compute_pipeline(
            device,
            "z-list: pairs",
            &[run_layout, &near_layout],
            &[RUN_WGSL, LAYER_ENTRY_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_pairs.wgsl")],
            "z_list_pairs",
        );
        let borders = bindings::compute_pipeline(
            device,
            "z-list: borders",
            &[run_layout, &borders_layout],
            &[RUN_WGSL, Z_LIST_WGSL, include_str!("../../../shaders/analysis/z_list_borders.wgsl")],
            "z_list_borders",
        );
        Self { near_layout, borders_layout, near, borders }
    }

    pub fn run(&self, pass: &mut wgpu::ComputePass<'_>, offer: Offer, group: &wgpu::BindGroup, n_pixels: u32) {
        pass.set_pipeline(match offer {
            Offer::Near => &self.near,
            Offer::Borders => &self.borders,
        });
        pass.set_bind_group(1, group, &[]);
        let [x, y] = workgroups(n_pixels);
        pass.dispatch_workgroups(x, y, 1);
    }
}
