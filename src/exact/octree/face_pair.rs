//! What the octree answers.
use crate::exact::pairs::TrianglePair;

/// Two faces of different objects that have a point in common. Sorted by objects, then by triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacePair {
    /// The smaller number first.
    pub objects: [u32; 2],
    /// A triangle of each.
    pub triangles: TrianglePair,
}
