//! What a pose looks like along several projections.
use crate::field::multi_projection::{Merged, MultiProjectionFigures, Tile, TileMap};
use crate::field::{ContactArea, Metrics, Verdict, taken_back};
use glam::DVec3;

/// What a pose looks like along several projections.
#[derive(Clone, Debug, Default)]
pub struct MultiProjection {
    /// Coarse ones, one or a few a projection, then the finer ones.
    pub tiles: Vec<TileMap>,
    /// How many of them are coarse.
    pub n_coarse: usize,
    /// Of each tile, its own pixels alone.
    pub figures: Vec<TileFigures>,
    pub merged: Merged,
    /// Rectangles that would have been drawn finer, were there room.
    pub n_without_room: usize,
    /// Rectangles that would have been drawn finer, were there time.
    pub n_without_time: usize,
    /// Pixels of all tiles whose overlap was taken back, because in object space nothing overlaps.
    pub n_taken_back: u32,
    /// Wall time, all tiles and the merging, ms.
    pub took_ms: f64,
}

/// The figures of one tile.
#[derive(Clone, Debug)]
pub struct TileFigures {
    pub tile: Tile,
    pub metrics: Metrics,
    /// Surface that it speaks for, both jaws, mm².
    pub owned_area_mm2: f64,
}

impl MultiProjection {
    /// Number of directions.
    pub fn n_projections(&self) -> usize {
        self.directions().len()
    }

    /// Each once, the principal one first.
    fn directions(&self) -> Vec<DVec3> {
        let mut all: Vec<DVec3> = Vec::new();
        for tile in &self.tiles {
            let direction = tile.tile.projection.direction;
            if !all.contains(&direction) {
                all.push(direction);
            }
        }
        all
    }

    /// The areas and how they were come by; the projected ones are those of the principal projection.
    pub fn areas(&self, principal: &[ContactArea]) -> MultiProjectionFigures {
        let contact = self
            .merged
            .contact
            .iter()
            .zip(principal)
            .map(|(merged, principal)| ContactArea { projected_area_mm2: principal.projected_area_mm2, ..*merged });
        let coarse = self.tiles.iter().map(|t| t.tile.coarsest_mm());
        let pitches = self.tiles.iter().map(|t| t.tile.projection.u_mm.min(t.tile.projection.v_mm));
        MultiProjectionFigures {
            contact: contact.collect(),
            directions: self.directions(),
            n_coarse: self.n_coarse,
            n_tiles: self.tiles.len(),
            finest_mm: pitches.reduce(f64::min).unwrap_or_default(),
            coarsest_mm: coarse.fold(0.0, f64::max),
            n_without_room: self.n_without_room,
            n_without_time: self.n_without_time,
            n_interfering: self.figures.iter().map(|f| f.metrics.pixels.interfering).sum(),
        }
    }

    /// Areas are the tiles', but for the projected ones, which are the principal projection's.
    pub(super) fn tell(&self, metrics: &mut Metrics) {
        let areas = self.areas(&metrics.contact);
        metrics.warnings.extend(areas.warnings());
        if self.n_taken_back > 0 {
            metrics.warnings.push(taken_back("other projections", self.n_taken_back));
        }
        if metrics.verdict != Verdict::Interfering
            && let Some(warning) = areas.hidden_interference()
        {
            metrics.verdict = Verdict::Interfering;
            metrics.warnings.push(warning);
        }
        metrics.contact = areas.contact;
    }
}
