//! One figure from several maps: each surface point counts once, in the tile that sees it most squarely.
use super::facings::{Point, PosedMeshes, points_at};
use super::tile::Tile;
use crate::field::viewing::LEAST_COSINE;
use crate::field::{ContactArea, GapField, PixelClass};
use glam::DVec2;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A tile with its map.
#[derive(Clone, Debug)]
pub struct TileMap {
    pub tile: Tile,
    pub field: GapField,
}

/// Whether a pixel speaks for the upper and for the lower surface point that it shows.
pub type Owners = [bool; 2];

/// What several maps say together.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// True areas at each threshold; the projected area is not theirs to say and 0.
    pub contact: Vec<ContactArea>,
    /// Of every tile, row-major like its map.
    pub owners: Vec<Vec<Owners>>,
    /// Area of the surface that each tile speaks for, with any gap, both jaws, mm².
    pub owned_area_mm2: Vec<f64>,
}

/// Merges the maps of all tiles of one pose.
///
/// A point belongs to the tile whose direction its triangle faces most squarely, of those that see it there; so
/// no triangle's surface counts in two tiles, and none that any tile sees is left out.
pub fn merge(tiles: &[TileMap], jaws: &PosedMeshes, thresholds_mm: &[f64]) -> Merged {
    let nothing = |t: &f64| ContactArea { threshold_mm: *t, ..ContactArea::default() };
    let mut contact: Vec<ContactArea> = thresholds_mm.iter().map(nothing).collect();
    let mut owned_area_mm2 = vec![0.0; tiles.len()];
    let owners = owners(tiles, 0, jaws);
    for ((tile, owners), owned) in tiles.iter().zip(&owners).zip(&mut owned_area_mm2) {
        for (pixel, owner) in owners.iter().enumerate().filter(|(_, o)| **o != [false; 2]) {
            let points = points_at(&tile.field, jaws, pixel).into_iter().flatten();
            for point in points.filter(|p| owner[p.side]) {
                *owned += add(&mut contact, &tile.field, pixel, &point);
            }
        }
    }
    Merged { contact, owners, owned_area_mm2 }
}

/// What the pixels of each tile from `first` on speak for, with all tiles considered; on all processors.
pub fn owners(tiles: &[TileMap], first: usize, jaws: &PosedMeshes) -> Vec<Vec<Owners>> {
    let next = AtomicUsize::new(first);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= tiles.len() {
                return done;
            }
            done.push((i, owners_of(tiles, i, jaws)));
        }
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(usize, Vec<Owners>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..n_threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        // A panic there is one here as well.
        let others = threads.into_iter().flat_map(|t| t.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        own.into_iter().chain(others).collect()
    });
    all.sort_unstable_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, owners)| owners).collect()
}

fn owners_of(tiles: &[TileMap], i: usize, jaws: &PosedMeshes) -> Vec<Owners> {
    let field = &tiles[i].field;
    let owner = |pixel: usize| {
        points_at(field, jaws, pixel).map_or([false; 2], |points| points.map(|p| is_owner(tiles, i, &p)))
    };
    (0..field.gap_mm.len()).map(owner).collect()
}

/// A map without the pixels that speak for nothing: no class and no gap there.
pub fn only_owned(map: &GapField, owners: &[Owners]) -> GapField {
    let mut own = map.clone();
    for (pixel, _) in owners.iter().enumerate().filter(|(_, o)| **o == [false; 2]) {
        own.class[pixel] = PixelClass::None;
        own.gap_mm[pixel] = f32::NAN;
    }
    own
}

/// Adds a point to the areas of the thresholds that hold its gap; gives the point's area, mm².
fn add(contact: &mut [ContactArea], map: &GapField, pixel: usize, point: &Point) -> f64 {
    let gap_mm = f64::from(map.gap_mm[pixel]);
    let cosine = point.facing.dot(map.projection.direction).abs().max(LEAST_COSINE);
    let area = map.projection.pixel_area_mm2() / cosine;
    for contact in contact.iter_mut().filter(|c| gap_mm <= c.threshold_mm) {
        let penetrating = if gap_mm < 0.0 { area } else { 0.0 };
        if point.side == 0 {
            contact.area_upper_mm2 += area;
            contact.penetrating_area_upper_mm2 += penetrating;
        } else {
            contact.area_lower_mm2 += area;
            contact.penetrating_area_lower_mm2 += penetrating;
        }
    }
    area
}

/// Whether no other tile sees the point more squarely, or as squarely and more finely; of equals the first speaks.
fn is_owner(tiles: &[TileMap], own: usize, point: &Point) -> bool {
    let cosine = |i: usize| tiles[i].field.projection.direction.dot(point.facing);
    let rank = |i: usize| (cosine(i), -tiles[i].field.projection.u_mm);
    let mine = rank(own);
    let better = |i: usize| rank(i) > mine || rank(i) == mine && i < own;
    !(0..tiles.len()).any(|i| i != own && better(i) && sees(&tiles[i].field, point, cosine(i)))
}

/// Whether a map shows the point: one of the four pixels around it has a gap there that ends at its depth, within what
/// the surface's slope makes of the way to that pixel's centre.
fn sees(map: &GapField, point: &Point, cosine: f64) -> bool {
    let p = &map.projection;
    let (at, depth_mm) = p.map_from_world(point.place);
    let slope = (1.0 - cosine * cosine).max(0.0).sqrt() / cosine.max(LEAST_COSINE);
    let depths = if point.side == 0 { &map.upper_depth_mm } else { &map.lower_depth_mm };
    let corner = (at - 0.5).floor();
    [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE].into_iter().any(|step| {
        let pixel = corner + step;
        let away_mm = (at - pixel - 0.5).length() * p.u_mm.max(p.v_mm);
        // A neighbouring facet may be steeper by as much again.
        let tolerance_mm = away_mm * (2.0 * slope + 0.5) + 0.001;
        let found = map.pixel_idx(pixel.x as i64, pixel.y as i64).map(|i| (map.gap_mm[i], depths[i]));
        found.is_some_and(|(gap, d)| !gap.is_nan() && (f64::from(d) - depth_mm).abs() <= tolerance_mm)
    })
}
