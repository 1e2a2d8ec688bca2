//! Surface in the contact zone that comes to light only along the clusters' own projections: undercuts and overhangs, of
//! which the principal map shows nothing.
use super::cluster::{best, more_facing_clusters};
use super::facings::{Facet, PosedMeshes, zone_facets};
use super::merge::TileMap;
use super::tile::{Tile, tiles_of};
use crate::base::{Cancelled, Progress};
use crate::field::Projection;
use crate::field::projection_choice::{PosedShapes, ProjectionAxes};
use glam::{DVec2, DVec3};

/// New surface of less than this gets no tile, mm²: a few pixels.
const LEAST_AREA_MM2: f64 = 0.1;

/// Tiles for what the maps of `tiles` show in the contact zone and no tile looks at along the projection that suits it
/// best; empty when there is nothing. `found`: only these of the tiles are new and looked through.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn wider_tiles(
    tiles: &[TileMap],
    found: std::ops::Range<usize>,
    jaws: (&PosedMeshes, &PosedShapes),
    thresholds_mm: &[f64],
    (pitch_mm, most, most_pixels): (f64, usize, u32),
    progress: &Progress,
) -> Result<Vec<Tile>, Cancelled> {
    let mut directions: Vec<DVec3> = Vec::new();
    for tile in tiles {
        if !directions.contains(&tile.field.projection.direction) {
            directions.push(tile.field.projection.direction);
        }
    }
    let Some(principal) = tiles.first().map(|t| ProjectionAxes::of(&t.field.projection)) else { return Ok(Vec::new()) };
    let is_looked_at = |facet: &Facet| {
        let direction = directions[best(&directions, facet.facing).0];
        tiles.iter().any(|t| t.field.projection.direction == direction && holds(&t.field.projection, facet.place))
    };
    let mut new: Vec<Facet> = Vec::new();
    for tile in &tiles[found] {
        let is_principal = tile.field.projection.direction == principal.direction;
        let shown = zone_facets(&tile.field, jaws.0, thresholds_mm, is_principal, progress)?;
        new.extend(shown.into_iter().filter(|f| !is_looked_at(f)));
    }
    if new.iter().map(|f| f.area_mm2).sum::<f64>() < LEAST_AREA_MM2 {
        return Ok(Vec::new());
    }
    let clusters = more_facing_clusters(&new, &directions, &principal, most);
    Ok(tiles_of(&clusters, &new, jaws.1, pitch_mm, most_pixels))
}

/// Whether a place lies within a map's rectangle.
fn holds(projection: &Projection, place: DVec3) -> bool {
    let at = projection.map_from_world(place).0;
    at.cmpge(DVec2::ZERO).all() && at.cmple(DVec2::new(f64::from(projection.cols), f64::from(projection.rows))).all()
}
