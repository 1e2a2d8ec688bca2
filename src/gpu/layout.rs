//! Every struct that CPU and GPU share, and the order of the reduced figures. `tests/shaders.rs` compares them with
//! the WGSL by name, offset and size.
use bytemuck::{Pod, Zeroable};

/// `Run` in shaders/common/run.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct RunUniform {
    pub direction_in_upper: [f32; 4],
    pub direction_in_lower: [f32; 4],
    pub size: [u32; 2],
    pub n_scanned: [u32; 2],
    pub n_vertices: [u32; 2],
    pub counting: u32,
    pub swapped: u32,
    pub range_mm: f32,
    pub depth_epsilon_mm: f32,
    pub zone_mm: f32,
    pub pixel_area_mm2: f32,
    pub n_thresholds: u32,
    pub slots_per_round: u32,
    pub n_rounds: u32,
    pub n_reduce_groups: u32,
    pub is_closed: [u32; 2],
    pub n_blocks: [u32; 2],
    pub thresholds_mm: [[f32; 4]; 4],
}

/// `JawRun` in shaders/common/jaw.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct JawUniform {
    pub map_from_jaw: [[f32; 4]; 3],
    pub centre_in_jaw: [f32; 3],
    pub zero: u32,
    pub size: [u32; 2],
    pub side: u32,
    pub depth_per_mm: f32,
}

/// `CoverRun` in shaders/common/cover.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct CoverUniform {
    pub map_from_jaw: [[f32; 4]; 3],
    pub centre_in_jaw: [f32; 3],
    pub zero: u32,
    pub size: [u32; 2],
    pub side: u32,
    pub n_blocks: u32,
    pub is_closed: u32,
    pub unused: [u32; 3],
}

/// `RoundUniform` in shaders/common/layer_entry.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct RoundUniform {
    pub cols: u32,
    pub first_slot: u32,
    pub n_slots: u32,
}

/// `ZList` in shaders/common/z_list.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct ZListUniform {
    pub map_from_upper: [[f32; 4]; 3],
    pub map_from_lower: [[f32; 4]; 3],
    pub cols: u32,
    pub n_pixels: u32,
    pub capacity: u32,
    pub n_pairs: u32,
}

/// `ZWindow` in shaders/common/z_list.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct ZWindow {
    pub first_pixel: u32,
    pub end_pixel: u32,
    pub first_entry: u32,
    pub n_entries: u32,
}

/// `Plan` and the windows of z_list_plan.wgsl.
pub mod z_plan {
    /// Rounds that are planned at once, and the bytes from one to the next: what a uniform binding's offset must be a
    /// multiple of.
    pub const ROUNDS_AT_ONCE: u64 = 128;
    pub const STRIDE: u64 = 256;
    /// Next pixel, rounds planned, entries of all lists, lists that are too long.
    pub const HEADER: u64 = 16;
    /// Entries of all lists when they are more than can be numbered.
    pub const TOO_MANY: u32 = u32::MAX;
}

/// `Slot` in shaders/common/forest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct TreeSlot {
    pub first: u32,
    pub count: u32,
}

/// `Relation` in shaders/common/forest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct RelationUniform {
    pub a_from_b: [[f32; 4]; 3],
    pub b_from_a: [[f32; 4]; 3],
    pub objects: [u32; 2],
    pub margin: f32,
    pub distance: f32,
    pub reach: f32,
    pub grown: f32,
    pub unused_b: f32,
    pub unused_c: f32,
}

/// `ListStep` in shaders/common/forest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct StepRecord {
    pub groups: u32,
    pub y: u32,
    pub z: u32,
    pub n_pairs: u32,
    pub n_tested: u32,
    pub unused_a: u32,
    pub unused_b: u32,
    pub unused_c: u32,
}

/// `StepRun` in shaders/common/forest.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct StepRun {
    pub slot: u32,
    pub room: u32,
}

/// `RefitRun` in shaders/analysis/refit.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct RefitRun {
    pub object: u32,
    pub slot: u32,
}

/// `NearestRun` in shaders/analysis/nearest_triangles.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct NearestRun {
    pub room: u32,
    pub turn: u32,
}

/// What shaders/common/forest.wgsl knows of trees and pairs of their nodes.
pub mod forest {
    /// Of each object, triangles first and the root last or before.
    pub const N_SLOTS: usize = 16;
    pub const NODE_BITS: u32 = 24;
    pub const NODE_MASK: u32 = 0xff_ffff;
    pub const RELATION_BITS: u32 = 8;
    /// As in shaders/common/corners.wgsl.
    pub const FIRST_OF_VERTEX: u32 = 0x8000_0000;
    /// Threads of a workgroup.
    pub const THREADS: u32 = 64;
}

/// Words before the triangles' bits in the buffer `found` of z_list_scan.wgsl.
pub mod z_found {
    pub const LONGEST: usize = 0;
    pub const NOT_WHOLE: usize = 1;
    pub const FIRST_BITS: usize = 4;
}

/// `Plan` in shaders/analysis/classify.wgsl: byte offsets of its parts.
pub mod plan {
    pub const SECOND_DRAW: u64 = 0;
    pub const SECOND_DISPATCH: u64 = 16;
    pub const SIZE: u64 = 48;
}

/// `Wanted` and `Selected` in shaders/analysis/layer_plan.wgsl: byte offsets of their parts.
pub mod selection {
    pub const DISPATCH: u64 = 0;
    pub const SCAN_DISPATCH: u64 = 16;
    /// From one to the next: what bindings must be aligned to.
    pub const STRIDE: u64 = 256;
}

/// `Round` in shaders/analysis/layer_plan.wgsl, and `rounds` in decide.wgsl: byte offsets of its parts.
pub mod round {
    /// Upper and lower jaw.
    pub const DRAWS: [u64; 2] = [0, 20];
    pub const DISPATCH: u64 = 40;
    pub const SIZE: u64 = 64;
}

/// `Peel` in shaders/analysis/layer_plan.wgsl: byte offsets of its parts.
pub mod peel {
    /// Upper and lower jaw.
    pub const DRAWS: [u64; 2] = [0, 20];
    pub const MAKE_READY: u64 = 40;
    pub const BLEND: u64 = 56;
    pub const SIZE: u64 = 80;
}

/// Words a pixel of each jaw, as FACE_WORDS in shaders/common/faces.wgsl.
pub const FACE_WORDS: u64 = 5;

/// Most layers of both jaws that a pixel's list and its code hold; the same number stands in layer_entry.wgsl.
pub const LIST_CAPACITY: u64 = crate::field::LayerCode::CAPACITY as u64;

pub use crate::field::figures::figure;
