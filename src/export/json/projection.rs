//! The projections that an analysis comes from.
use super::figures::{Interference, interference};
use crate::engine::TileFigures;
use crate::field::{ChosenBy, PixelCounts, Projection};
use glam::DVec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectionRecord {
    pub direction: [f64; 3],
    pub u: [f64; 3],
    pub v: [f64; 3],
    pub origin: [f64; 3],
    pub u_mm: f64,
    pub v_mm: f64,
    pub cols: u32,
    pub rows: u32,
    pub chosen_by: ChosenBy,
    pub mean_cosine: Option<f64>,
    /// Number of projections that the contact areas come from.
    pub patches: u32,
}

impl ProjectionRecord {
    /// The grid of pixels; `None` unless it is one: finite, axes at right angles, no more pixels a side than `most`.
    pub fn grid(&self, most: u32) -> Option<Projection> {
        let [direction, u, v, origin] = [self.direction, self.u, self.v, self.origin].map(DVec3::from_array);
        let is_axes = [direction, u, v].iter().all(|a| a.is_finite() && a.is_normalized())
            && [direction.dot(u), direction.dot(v), u.dot(v)].iter().all(|cosine| cosine.abs() < 1e-6);
        let is_length = |mm: f64| mm.is_finite() && mm > 0.0;
        let is_count = |n: u32| (1..=most).contains(&n);
        let is_grid = is_axes && origin.is_finite() && is_length(self.u_mm) && is_length(self.v_mm);
        (is_grid && is_count(self.cols) && is_count(self.rows)).then_some(Projection {
            direction,
            u,
            v,
            origin,
            u_mm: self.u_mm,
            v_mm: self.v_mm,
            cols: self.cols,
            rows: self.rows,
            chosen_by: self.chosen_by,
        })
    }
}

/// One of several projections: where its tile lies, and what it alone says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TileRecord {
    #[serde(flatten)]
    pub projection: ProjectionRecord,
    /// Width of its pixels on the tooth, mm, but for the coarsest 5 % of the area.
    pub coarsest_mm: f64,
    /// Surface of both jaws that it speaks for: seen by it more squarely than by any other, at any gap in range.
    pub owned_area_mm2: f64,
    pub pixels: PixelCounts,
    pub interference: Interference,
    /// Smallest gap along this projection, negative when interfering.
    pub min_gap_mm: Option<f64>,
}

pub fn tile_record(figures: &TileFigures) -> TileRecord {
    let (tile, metrics) = (&figures.tile, &figures.metrics);
    TileRecord {
        projection: projection(&tile.projection, Some(tile.cluster.mean_cosine), 1),
        coarsest_mm: tile.coarsest_mm(),
        owned_area_mm2: figures.owned_area_mm2,
        pixels: metrics.pixels,
        interference: interference(metrics),
        min_gap_mm: metrics.min_gap_mm,
    }
}

pub fn projection(p: &Projection, mean_cosine: Option<f64>, n_projections: usize) -> ProjectionRecord {
    ProjectionRecord {
        direction: p.direction.to_array(),
        u: p.u.to_array(),
        v: p.v.to_array(),
        origin: p.origin.to_array(),
        u_mm: p.u_mm,
        v_mm: p.v_mm,
        cols: p.cols,
        rows: p.rows,
        chosen_by: p.chosen_by,
        mean_cosine,
        patches: n_projections.max(1) as u32,
    }
}
