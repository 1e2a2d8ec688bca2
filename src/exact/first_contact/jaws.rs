//! What moves against what.
use crate::exact::bvh::Bvh;
use crate::exact::nested::Nesting;

/// Two jaws as trees, and how solids lie in each other.
pub struct Jaws<'a> {
    pub upper: &'a Bvh,
    pub lower: &'a Bvh,
    pub nesting: Nesting<'a>,
}
