//! Several projections of one pose, whatever the engine: tiles chosen from the principal map, mapped one after the
//! other, and merged into one set of areas.
use super::{Analysis, Engine, EngineError};
use crate::base::Warning;
use crate::field::outline::Outline;
use crate::field::patches::{
    Merged, PosedMeshes, Tile, TileMap, finer_tiles, merge, owners, patches_of, tiles_of, zone_facets,
};
use crate::field::viewing::{JawShape, PosedShapes, Volume};
use crate::field::{GapField, Metrics, Question, Verdict};
use crate::jaw::JawPair;
use std::time::Instant;

/// Pixels of all finer tiles together: about 200 MB.
const MOST_FINE_PIXELS: u64 = 8_000_000;
/// Longer side of a tile, pixels, unless the map itself is larger: every adapter has room for it.
const LARGEST_TILE: u32 = 4096;

/// What a pose looks like along several projections.
#[derive(Clone, Debug, Default)]
pub struct Patched {
    /// One a projection, then the finer ones.
    pub tiles: Vec<TileMap>,
    /// Of each tile, its own pixels alone.
    pub figures: Vec<TileFigures>,
    pub merged: Merged,
    /// Rectangles that would have been drawn finer, were there room.
    pub n_left_coarse: usize,
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

/// Adds what at most `most` projections, the principal one included, say of the pose: true areas, and interference
/// that the principal projection does not show. Unchanged when there is no map or no surface in the contact zone.
///
/// # Errors
/// As [`Engine::analyze`].
pub fn with_patches(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    most: usize,
    mut analysis: Analysis,
) -> Result<Analysis, EngineError> {
    let begun = Instant::now();
    let Some(principal) = &analysis.field else { return Ok(analysis) };
    let tiles = choose_tiles(pair, question, principal, most)?;
    if tiles.is_empty() {
        return Ok(analysis);
    }
    let mut patched = map_tiles_finely(engine, pair, question, &tiles)?;
    patched.took_ms = begun.elapsed().as_secs_f64() * 1e3;
    patched.tell(&mut analysis.metrics);
    analysis.timing.passes.insert("patches".into(), patched.took_ms);
    analysis.patched = Some(patched);
    Ok(analysis)
}

/// Maps tiles, whoever chose them, and merges what they say.
///
/// # Errors
/// As [`Engine::analyze`].
pub fn map_tiles(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    tiles: &[Tile],
) -> Result<Patched, EngineError> {
    let begun = Instant::now();
    let mut patched = Patched::default();
    patched.map(engine, question, tiles)?;
    patched.merge(pair, question);
    patched.took_ms = begun.elapsed().as_secs_f64() * 1e3;
    Ok(patched)
}

/// The same, and then again, finer, wherever a contact is coarser than a threshold.
///
/// # Errors
/// As [`Engine::analyze`].
pub fn map_tiles_finely(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
    tiles: &[Tile],
) -> Result<Patched, EngineError> {
    let begun = Instant::now();
    let mut patched = Patched::default();
    let mut next = tiles.to_vec();
    let mut n_pixels = 0;
    loop {
        let first = patched.tiles.len();
        patched.map(engine, question, &next)?;
        let owners = owners(&patched.tiles, first, &PosedMeshes::of(pair, question.upper_from_lower));
        let finer = |(map, owners): (&TileMap, &Vec<_>)| finer_tiles(map, owners, &question.thresholds_mm);
        let found = patched.tiles[first..].iter().zip(&owners).flat_map(finer);
        // Spots are taken while there is room; what is left out stays as coarse as it is.
        next = found
            .filter(|tile| {
                let pixels = u64::from(tile.projection.cols) * u64::from(tile.projection.rows);
                let fits = n_pixels + pixels <= MOST_FINE_PIXELS && tile.resolution() <= LARGEST_TILE;
                n_pixels += if fits { pixels } else { 0 };
                patched.n_left_coarse += usize::from(!fits);
                fits
            })
            .collect();
        if next.is_empty() {
            patched.merge(pair, question);
            patched.took_ms = begun.elapsed().as_secs_f64() * 1e3;
            return Ok(patched);
        }
    }
}

/// Tiles for the surface in the contact zone that a principal map shows; none without any.
///
/// # Errors
/// [`EngineError::NoSurface`].
pub fn choose_tiles(
    pair: &JawPair,
    question: &Question,
    principal: &GapField,
    most: usize,
) -> Result<Vec<Tile>, EngineError> {
    let facets = zone_facets(principal, &PosedMeshes::of(pair, question.upper_from_lower), &question.thresholds_mm);
    let patches = patches_of(&facets, principal.projection.direction, most);
    let volume = |mesh| Volume::of(mesh).ok_or(EngineError::NoSurface);
    let volumes = [volume(&pair.upper.mesh)?, volume(&pair.lower.mesh)?];
    let outlines = [&pair.upper.mesh, &pair.lower.mesh].map(Outline::of);
    let shapes = PosedShapes {
        upper: JawShape { outline: &outlines[0], volume: &volumes[0] },
        lower: JawShape { outline: &outlines[1], volume: &volumes[1] },
        upper_from_lower: question.upper_from_lower,
    };
    let most_pixels = question.resolution.max(LARGEST_TILE);
    Ok(tiles_of(&patches, &facets, &shapes, principal.projection.u_mm, most_pixels))
}

impl Patched {
    /// Number of directions.
    pub fn n_projections(&self) -> usize {
        let same = |a: &&TileMap, b: &TileMap| a.tile.projection.direction == b.tile.projection.direction;
        self.tiles.iter().enumerate().filter(|(i, t)| !self.tiles[..*i].iter().any(|s| same(t, s))).count()
    }

    fn map(&mut self, engine: &mut dyn Engine, question: &Question, tiles: &[Tile]) -> Result<(), EngineError> {
        for tile in tiles {
            let (field, metrics) = engine.map_tile(question, tile)?;
            self.tiles.push(TileMap { tile: *tile, field });
            self.figures.push(TileFigures { tile: *tile, metrics, owned_area_mm2: 0.0 });
        }
        Ok(())
    }

    fn merge(&mut self, pair: &JawPair, question: &Question) {
        self.merged = merge(&self.tiles, &PosedMeshes::of(pair, question.upper_from_lower), &question.thresholds_mm);
        for (figure, area) in self.figures.iter_mut().zip(&self.merged.owned_area_mm2) {
            figure.owned_area_mm2 = *area;
        }
    }

    /// Areas are the tiles', but for the projected ones, which are the principal projection's.
    fn tell(&self, metrics: &mut Metrics) {
        for (area, merged) in metrics.contact.iter_mut().zip(&self.merged.contact) {
            let projected_area_mm2 = area.projected_area_mm2;
            *area = *merged;
            area.projected_area_mm2 = projected_area_mm2;
        }
        if self.n_left_coarse > 0 {
            metrics.warnings.push(Warning::new(format!(
                "{} places in contact are too large to be drawn as finely as the smallest threshold asks for; areas at small \
                 thresholds are less exact there",
                self.n_left_coarse
            )));
        }
        let seen: u32 = self.figures.iter().map(|f| f.metrics.pixels.interfering).sum();
        if seen > 0 && metrics.verdict != Verdict::Interfering {
            metrics.verdict = Verdict::Interfering;
            metrics.warnings.push(Warning::new(format!(
                "{seen} pixels interfere along other projections than the principal one, whose pixels are too coarse to show it"
            )));
        }
    }
}
