//! How deep two posed jaws lie in each other and how much volume they share, in object space: no projection, no pixels.
//!
//! [`depth`]: the largest distance from a point of either surface inside the other solid to that solid's surface.
//! [`volume`]: by the divergence theorem over the parts of each surface that lie inside the other solid, cut exactly
//! where the surfaces cross; where a jaw's own parts overlap there, [`ray_volume`] counts along rays instead.
mod depth;
mod ray_volume;
mod volume;

use super::bvh::Bvh;
use super::winding::Sides;
use crate::jaw::JawSide;
use crate::mesh::TriMesh;
pub use depth::deepest_penetration;
use glam::DVec3;
pub use volume::penetration_volume;

/// One jaw, in its own coordinates.
pub struct Solid<'a> {
    pub mesh: &'a TriMesh,
    pub bvh: &'a Bvh,
    pub closed: bool,
    pub sides: Sides<'a>,
}

impl<'a> Solid<'a> {
    /// `closed`: as the mesh's repair report says.
    pub fn new(mesh: &'a TriMesh, bvh: &'a Bvh, closed: bool) -> Self {
        Self::with_sides(mesh, bvh, Sides::new(bvh, closed))
    }

    pub fn with_sides(mesh: &'a TriMesh, bvh: &'a Bvh, sides: Sides<'a>) -> Self {
        Self { mesh, bvh, closed: sides.cap().is_none(), sides }
    }
}

/// How deep two solids lie in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// `None` when no point of either surface was found inside the other solid.
    pub deepest: Option<DeepestPenetration>,
    /// No point lies deeper, mm. On an open surface the missing cap is taken for part of it.
    pub may_be_mm: f64,
    /// So many points were measured for it.
    pub n_points: u64,
}

/// The deepest point of either surface inside the other solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestPenetration {
    /// Distance of the two points, mm.
    pub depth_mm: f64,
    /// No point lies deeper by more than this, mm. On an open surface the missing cap is taken for part of it.
    pub error_mm: f64,
    /// The jaw whose surface has the deep point; the other point is the nearest one on the other jaw.
    pub of: JawSide,
    /// World coordinates, mm.
    pub upper_point: DVec3,
    pub lower_point: DVec3,
    pub upper_triangle: u32,
    pub lower_triangle: u32,
}

/// How a volume was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeMethod {
    /// The divergence theorem over the cut surfaces: exact but for rounding.
    Surface,
    /// Lengths along a grid of rays, where a jaw's own parts overlap.
    Rays,
}

/// What two solids share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenetrationVolume {
    pub volume_mm3: f64,
    /// By rays the difference to half as many rays either way; else a bound of the rounding.
    pub error_mm3: f64,
    /// True surface area inside the other solid, mm²; not known by rays.
    pub upper_area_mm2: Option<f64>,
    pub lower_area_mm2: Option<f64>,
    pub method: VolumeMethod,
}

impl PenetrationVolume {
    const NONE: Self = Self {
        volume_mm3: 0.0,
        error_mm3: 0.0,
        upper_area_mm2: Some(0.0),
        lower_area_mm2: Some(0.0),
        method: VolumeMethod::Surface,
    };
}

#[cfg(test)]
mod tests;
