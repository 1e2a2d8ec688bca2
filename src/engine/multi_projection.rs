//! Several projections of one pose, whatever the engine: tiles chosen from the principal map, mapped one after the
//! other, and merged into one set of areas.
mod answer;

use super::analysis::Analysis;
use super::contract::Engine;
use super::error::EngineError;
use super::solids::tile_of_solids;
use crate::base::Progress;
use crate::base::words::say;
use crate::field::multi_projection::{
    PosedMeshes, Tile, TileMap, facing_clusters, finer_tiles, merge, tiles_of, wider_tiles, zone_facets,
};
use crate::field::projection_choice::ProjectionAxes;
use crate::field::{GapField, Question};
use crate::jaw::JawPair;
pub use answer::{MultiProjection, TileFigures};
use std::time::Instant;

/// Pixels of all finer tiles together: about 200 MB.
const MOST_FINE_PIXELS: u64 = 8_000_000;
/// Longer side of a tile, pixels, unless the map itself is larger: every adapter has room for it.
const LARGEST_TILE: u32 = 4096;

/// So many times at most the maps of tiles are looked through for surface that nothing looks at yet; each time leads on by
/// the tiles' margin.
const MOST_WIDENINGS: usize = 6;

/// Of the progress: all coarse tiles.
const COARSE_SHARE: f64 = 0.5;

/// How far tiles are refined, who may stop it, and who hears of it.
pub struct Pace<'a> {
    pub progress: &'a Progress,
    /// Asked before each finer tile: true when there is no time left for it.
    pub is_late: &'a mut dyn FnMut() -> bool,
    /// Told what is there before it is refined, and again before it is refined further.
    pub tell: &'a mut dyn FnMut(&MultiProjection),
}

/// Adds what at most `most` projections, the principal one included, say of the pose: true areas, and interference
/// that the principal projection does not show. Unchanged when there is no map or no surface in the contact zone.
///
/// # Errors
/// As [`Engine::analyze`], and cancelling.
pub fn with_multi_projection(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    most: usize,
    mut analysis: Analysis,
    progress: &Progress,
) -> Result<Analysis, EngineError> {
    let Some(principal) = &analysis.field else { return Ok(analysis) };
    let mut pace = Pace { progress, is_late: &mut || false, tell: &mut |_| {} };
    let Some(multi_projection) = map_projections(engine, pair, question, (principal, most), &mut pace)? else {
        return Ok(analysis);
    };
    multi_projection.tell(&mut analysis.metrics);
    analysis.timing.passes.insert("patches".into(), multi_projection.took_ms);
    analysis.multi_projection = Some(multi_projection);
    Ok(analysis)
}

/// The tiles that a principal map calls for and those that come to light by them, at most `most` projections; then again,
/// finer, wherever a contact is coarser than a threshold, as far as there is room and time. `None` without surface in the
/// contact zone.
///
/// # Errors
/// As [`Engine::map_tile`].
pub fn map_projections(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    (principal, most): (&GapField, usize),
    pace: &mut Pace,
) -> Result<Option<MultiProjection>, EngineError> {
    let begun = Instant::now();
    pace.progress.enter(say!("stage-looking-along-other-projections"), 0.0)?;
    let mut multi_projection = MultiProjection::default();
    multi_projection.map_widely(engine, pair, question, (principal, most), &pace.progress.part(0.0, COARSE_SHARE))?;
    if multi_projection.tiles.is_empty() {
        return Ok(None);
    }
    multi_projection.n_coarse = multi_projection.tiles.len();
    multi_projection.merge(pair, question, pace.progress)?;
    multi_projection.map_finely(engine, pair, question, begun, pace)?;
    multi_projection.took_ms = begun.elapsed().as_secs_f64() * 1e3;
    Ok(Some(multi_projection))
}

/// Maps tiles, whoever chose them, and merges what they say.
///
/// # Errors
/// As [`Engine::map_tile`].
pub fn map_tiles(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    tiles: &[Tile],
    progress: &Progress,
) -> Result<MultiProjection, EngineError> {
    let begun = Instant::now();
    let mut multi_projection = MultiProjection::default();
    multi_projection.map(engine, question, tiles, progress, &mut || false)?;
    multi_projection.n_coarse = multi_projection.tiles.len();
    multi_projection.merge(pair, question, progress)?;
    multi_projection.took_ms = begun.elapsed().as_secs_f64() * 1e3;
    Ok(multi_projection)
}

impl MultiProjection {
    /// Adds the maps of tiles until it is late; gives the number of those left out.
    fn map(
        &mut self,
        engine: &mut dyn Engine,
        question: &Question,
        tiles: &[Tile],
        progress: &Progress,
        is_late: &mut dyn FnMut() -> bool,
    ) -> Result<usize, EngineError> {
        let n_pixels = |tiles: &[Tile]| tiles.iter().map(Tile::n_pixels).sum::<u64>() as f64;
        let all = n_pixels(tiles).max(1.0);
        for (i, tile) in tiles.iter().enumerate() {
            if is_late() {
                return Ok(tiles.len() - i);
            }
            let part = progress.part(n_pixels(&tiles[..i]) / all, n_pixels(&tiles[..=i]) / all);
            let (field, metrics, n_taken_back) = tile_of_solids(engine, question, tile, &part)?;
            self.n_taken_back += n_taken_back;
            self.tiles.push(TileMap { tile: *tile, field });
            self.figures.push(TileFigures { tile: *tile, metrics, owned_area_mm2: 0.0 });
        }
        Ok(0)
    }

    /// Tiles for the surface in the contact zone that a principal map shows, and then for what their own maps show beyond.
    fn map_widely(
        &mut self,
        engine: &mut dyn Engine,
        pair: &JawPair,
        question: &Question,
        (principal, most): (&GapField, usize),
        progress: &Progress,
    ) -> Result<(), EngineError> {
        let jaws = PosedMeshes::of(pair, question.upper_from_lower);
        let facets = zone_facets(principal, &jaws, &question.thresholds_mm, true, progress)?;
        let clusters = facing_clusters(&facets, &ProjectionAxes::of(&principal.projection), most);
        let trees = engine.trees(progress)?;
        let shapes = trees.shapes(&question.upper_from_lower).ok_or(EngineError::NoSurface)?;
        let (pitch_mm, most_pixels) = (principal.projection.u_mm, question.resolution.max(LARGEST_TILE));
        let mut next = tiles_of(&clusters, &facets, &shapes, pitch_mm, most_pixels);
        // With one projection there is no other to look along.
        let n_widenings = if most > 1 { MOST_WIDENINGS } else { 0 };
        let mut done = 0.0;
        for widening in 0..=n_widenings {
            let first = self.tiles.len();
            // How often is not known: each time is half of what is left.
            let until = (done + 1.0) / 2.0;
            self.map(engine, question, &next, &progress.part(done, until), &mut || false)?;
            done = until;
            if next.is_empty() || widening == n_widenings {
                break;
            }
            let (found, size) = (first..self.tiles.len(), (pitch_mm, most, most_pixels));
            next = wider_tiles(&self.tiles, found, (&jaws, &shapes), &question.thresholds_mm, size, progress)?;
        }
        Ok(())
    }

    /// Again and finer, until nothing is too coarse any more, or there is no room or time left for it.
    fn map_finely(
        &mut self,
        engine: &mut dyn Engine,
        pair: &JawPair,
        question: &Question,
        begun: Instant,
        pace: &mut Pace,
    ) -> Result<(), EngineError> {
        let (mut first, mut room, mut left) = (0, MOST_FINE_PIXELS, 1.0 - COARSE_SHARE);
        loop {
            let next = self.finer(first, question, &mut room);
            first = self.tiles.len();
            if next.is_empty() {
                return Ok(());
            }
            self.took_ms = begun.elapsed().as_secs_f64() * 1e3;
            (pace.tell)(self);
            pace.progress.enter(say!("stage-refining-contacts"), 1.0 - left)?;
            // How many rounds there will be is not known: each is half of what is left.
            let part = pace.progress.part(1.0 - left, 1.0 - left / 2.0);
            self.n_without_time += self.map(engine, question, &next, &part, pace.is_late)?;
            left /= 2.0;
            if self.tiles.len() == first {
                return Ok(());
            }
            self.merge(pair, question, pace.progress)?;
        }
    }

    /// Tiles to be drawn next: where those from `first` on are too coarse, while there is room for so many more pixels.
    /// What is left out stays as coarse as it is.
    fn finer(&mut self, first: usize, question: &Question, room: &mut u64) -> Vec<Tile> {
        let owned = self.tiles.iter().zip(&self.merged.owners).skip(first);
        let found: Vec<Tile> = owned.flat_map(|(map, own)| finer_tiles(map, own, &question.thresholds_mm)).collect();
        let n_found = found.len();
        let fits = |tile: &Tile| {
            let fits = tile.n_pixels() <= *room && tile.resolution() <= LARGEST_TILE;
            *room -= if fits { tile.n_pixels() } else { 0 };
            fits
        };
        let next: Vec<Tile> = found.into_iter().filter(fits).collect();
        self.n_without_room += n_found - next.len();
        next
    }

    fn merge(&mut self, pair: &JawPair, question: &Question, progress: &Progress) -> Result<(), EngineError> {
        let jaws = PosedMeshes::of(pair, question.upper_from_lower);
        self.merged = merge(&self.tiles, &jaws, &question.thresholds_mm, progress)?;
        for (figure, area) in self.figures.iter_mut().zip(&self.merged.owned_area_mm2) {
            figure.owned_area_mm2 = *area;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
