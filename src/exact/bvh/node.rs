//! What a tree is made of: boxes, and what is in them.
use glam::Vec3A;

/// A box: `centre ± half`, mm, rounded outwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeBox {
    pub centre: Vec3A,
    pub half: Vec3A,
}

impl NodeBox {
    /// The smallest box in this form that is sure to hold `lo..hi`.
    pub fn around(lo: Vec3A, hi: Vec3A) -> Self {
        let centre = lo * 0.5 + hi * 0.5;
        let half = (hi - centre).max(centre - lo);
        // Each difference is rounded by at most half a unit in the last place of its result.
        Self { centre, half: half + half * f32::EPSILON + Vec3A::splat(f32::MIN_POSITIVE) }
    }

    /// Square of the distance from a point, mm²; not above the true one but for rounding.
    #[inline]
    pub fn distance_squared(&self, p: Vec3A) -> f32 {
        ((p - self.centre).abs() - self.half).max(Vec3A::ZERO).length_squared()
    }
}

/// What a node holds: with `count == 0` the children `first` and `first + 1`, else triangles `first..first + count` in
/// the order of the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub first: u32,
    pub count: u32,
}

impl Link {
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.count > 0
    }

    #[inline]
    pub fn triangles(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}
