//! How the closest gap differs in poses nearby: what makes contact certain, possible or unlikely at a place.

/// What is more than any gap differs by, mm: the place is in contact in no pose.
pub const NEVER_MM: f32 = 2.0;

/// Of both jaws' vertices that may be in contact in any pose, by how much the gap there differs from that of the pose in the middle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GapSpread {
    /// Of the upper and the lower jaw's mesh, ascending.
    pub vertices: [Vec<u32>; 2],
    /// For each of them, mm, never more than [`NEVER_MM`]: at most so much larger in so many poses that contact is certain, in so
    /// many that it is possible, and in any at all.
    pub larger_mm: [Vec<[f32; 3]>; 2],
}
