//! Contact as surface: not pixels and not whole triangles, but the part of every triangle whose gap is at most a threshold.
//!
//! ```text
//! gap at a point of the surface (SurfaceGap) -> triangles parted until the gap runs straight across each part (parts.rs)
//!   -> parts cut along the iso-lines of the gap (levels.rs) -> areas at every threshold, the curve (sheet.rs)
//!   -> connected contacts of both jaws (zones.rs) -> told by the teeth that they lie on (by_tooth.rs)
//! ```
//! Whose gap it is, projected or closest, is the giver's business: nothing here knows engines or maps.
mod by_tooth;
mod levels;
mod parts;
mod sheet;
mod zones;

#[cfg(test)]
mod tests;

pub use by_tooth::{Balance, ByTooth, ToothPair, by_tooth};
pub use levels::Levels;
pub use sheet::{ContactSheet, SideContact, TriangleContact, contact_sheet};
pub use zones::{Zone, zones};

use glam::DVec3;

/// A signed gap at points of both surfaces: positive = clearance, negative = interpenetration, mm.
pub trait SurfaceGap: Sync {
    /// The gap over a triangle of the upper (0) or the lower jaw (1).
    fn over(&self, side: usize, triangle: u32) -> TriangleGap<'_>;
}

/// The gap over one triangle.
pub struct TriangleGap<'a> {
    /// At a place on it (world coordinates), mm; `None` where nothing faces it within the range.
    pub at: Box<dyn Fn(DVec3) -> Option<f64> + 'a>,
    /// Length below which the gap tells nothing new here, mm.
    pub detail_mm: f64,
}
