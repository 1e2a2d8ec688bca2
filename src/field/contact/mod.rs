//! Contact as surface: not pixels and not whole triangles, but the part of every triangle whose gap is at most a threshold.
//!
//! ```text
//! gap at a point of the surface (GapProbe) -> triangles parted until their corners tell the gap (parts.rs, bent.rs, tangents.rs)
//!   -> parts cut along the iso-lines of the gap (levels.rs) -> areas at every threshold, the curve (sheet.rs)
//!   -> connected contacts of both jaws (zones.rs) -> told by the teeth that they lie on (by_tooth.rs)
//! gap over triangles as a picture paints it (finer.rs)
//! ```
//! Whose gap it is, projected or closest, is the giver's business: nothing here knows engines or maps.
mod bent;
mod by_level;
mod by_tooth;
mod curve;
mod finer;
mod levels;
mod parts;
mod scope;
mod sheet;
mod tangents;
mod zones;

#[cfg(test)]
mod tests;

pub use by_level::{PatchRange, Patches};
pub use by_tooth::{Balance, ByTooth, Places, ToothPair, WHOLE_SHARE, ZoneTeeth, by_tooth};
pub use curve::{CURVE_TO_MM, curve_mm_at, curve_place, curve_points_mm};
pub use finer::{Finer, near_triangles};
pub use levels::{CutTriangle, Levels};
pub use parts::ContactPart;
pub use scope::{Scope, ScopeAsked, ScopeKind};
pub use sheet::{Clear, ContactSheet, SideContact, TriangleContact, contact_sheet};
pub use zones::{Facing, Partners, SPECK_MM2, Zone, facing, overlaps, partners, zones};

use glam::DVec3;

/// Which gap the contact uses; always named beside a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GapKind {
    /// Along a projection, or of several the one that the surface faces most squarely.
    Projected,
    /// The distance to the nearest point of the other surface, negative inside.
    #[default]
    Closest,
}

impl GapKind {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Projected => "projected",
            Self::Closest => "closest",
        }
    }
}

/// A signed gap at points of both surfaces: positive = clearance, negative = interpenetration, mm.
pub trait SurfaceGap: Sync {
    /// Somebody who measures it on the upper (0) or the lower jaw (1); each thread has its own.
    fn probe(&self, side: usize) -> Box<dyn GapProbe + '_>;
}

/// Measures the gap, triangle after triangle.
pub trait GapProbe {
    /// Goes to a triangle, and says what is known of the gap over it.
    fn turn_to(&mut self, triangle: u32) -> Terrain;

    /// All that is known at a place on that triangle; the gap alone, where nobody knows more.
    fn read(&mut self, place: DVec3) -> Option<Reading> {
        self.gap(place).map(Reading::without_slope)
    }

    /// The same at that triangle's corners, which its neighbours have as well.
    fn read_corners(&mut self, places: [DVec3; 3]) -> [Option<Reading>; 3] {
        places.map(|place| self.read(place))
    }

    /// The gap at a place on that triangle (world coordinates), mm; `None` where nothing faces it within the range.
    fn gap(&mut self, place: DVec3) -> Option<f64>;
}

/// What is known of the gap at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub gap_mm: f64,
    /// How much larger the gap gets for every mm that the place moves (world), if that is known.
    pub slope: Option<DVec3>,
    /// The other jaw's triangle that the gap is to, if that is known.
    pub opposite: Option<u32>,
}

impl Reading {
    pub fn without_slope(gap_mm: f64) -> Self {
        Self { gap_mm, slope: None, opposite: None }
    }
}

/// What is known of the gap over a triangle before it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terrain {
    /// Length below which the gap tells nothing new here, mm.
    pub detail_mm: f64,
    /// The gap changes by no more than this over a mm of surface.
    pub steepest: f64,
}

impl Terrain {
    /// There is no gap to measure.
    pub const NOTHING: Self = Self { detail_mm: f64::INFINITY, steepest: f64::INFINITY };
}
