//! One figure from several maps: each surface point counts once, in the tile that sees it most squarely.
use super::facings::{Point, PosedMeshes, ends_meet, points_at};
use super::tile::Tile;
use crate::base::{Cancelled, Progress, n_threads, on_threads};
use crate::field::projection_choice::LEAST_COSINE;
use crate::field::{ContactArea, GapField, PixelClass};
use glam::{DVec2, DVec3};
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

/// Merges the maps of all tiles of one pose, on all processors.
///
/// A point belongs to the tile whose direction its triangle faces most squarely, of those that see it there; so
/// no triangle's surface counts in two tiles, and none that any tile sees is left out.
///
/// # Errors
/// [`Cancelled`] within about a row of pixels when it is no longer wanted.
pub fn merge(
    tiles: &[TileMap],
    jaws: &PosedMeshes,
    thresholds_mm: &[f64],
    progress: &Progress,
) -> Result<Merged, Cancelled> {
    let nothing = |t: &f64| ContactArea { threshold_mm: *t, ..ContactArea::default() };
    let nothing: Vec<ContactArea> = thresholds_mm.iter().map(nothing).collect();
    let by_direction = TilesByDirection::of(tiles.iter().map(|t| &t.field));
    let mut merged = Merged { contact: nothing.clone(), ..Merged::default() };
    for share in shares(tiles.len(), |i| by_direction.share(i, jaws, &nothing, progress))? {
        merged.contact.iter_mut().zip(&share.contact).for_each(|(sum, own)| sum.add(own));
        merged.owners.push(share.owners);
        merged.owned_area_mm2.push(share.owned_area_mm2);
    }
    Ok(merged)
}

/// What one tile says of the points that it speaks for.
struct Share {
    contact: Vec<ContactArea>,
    owners: Vec<Owners>,
    owned_area_mm2: f64,
}

/// Every tile's share, in their order.
fn shares(n: usize, share: impl Fn(usize) -> Result<Share, Cancelled> + Sync) -> Result<Vec<Share>, Cancelled> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= n {
                return Ok(done);
            }
            done.push((i, share(i)?));
        }
    };
    let all: Result<Vec<Vec<(usize, Share)>>, Cancelled> = on_threads(n_threads(n), work).into_iter().collect();
    let mut all: Vec<(usize, Share)> = all?.into_iter().flatten().collect();
    all.sort_unstable_by_key(|(i, _)| *i);
    Ok(all.into_iter().map(|(_, share)| share).collect())
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

/// Tiles by their direction: a refined map has hundreds, of a few directions.
pub(super) struct TilesByDirection<'a> {
    pub maps: Vec<&'a GapField>,
    directions: Vec<Direction>,
}

struct Direction {
    direction: DVec3,
    /// Across the projection, world coordinates.
    u: DVec3,
    v: DVec3,
    tiles: Vec<TileOnPlane>,
}

/// A tile with its rectangle along `u` and `v`, from and to, mm; a pixel wider.
struct TileOnPlane {
    tile: usize,
    rectangle: [DVec2; 2],
}

impl<'a> TilesByDirection<'a> {
    pub fn of(maps: impl Iterator<Item = &'a GapField>) -> Self {
        let maps: Vec<&GapField> = maps.collect();
        let mut directions: Vec<Direction> = Vec::new();
        for (i, map) in maps.iter().enumerate() {
            let p = &map.projection;
            let is_along = |d: &Direction| d.direction == p.direction && d.u == p.u && d.v == p.v;
            let place = directions.iter().position(is_along).unwrap_or_else(|| {
                directions.push(Direction { direction: p.direction, u: p.u, v: p.v, tiles: Vec::new() });
                directions.len() - 1
            });
            let corner = DVec2::new(p.origin.dot(p.u), p.origin.dot(p.v));
            let pitch = DVec2::new(p.u_mm, p.v_mm);
            let size = DVec2::new(f64::from(p.cols), f64::from(p.rows)) * pitch;
            let rectangle = [corner - pitch, corner + size + pitch];
            directions[place].tiles.push(TileOnPlane { tile: i, rectangle });
        }
        Self { maps, directions }
    }

    fn share(
        &self,
        i: usize,
        jaws: &PosedMeshes,
        nothing: &[ContactArea],
        progress: &Progress,
    ) -> Result<Share, Cancelled> {
        let field = self.maps[i];
        let mut share = Share { contact: nothing.to_vec(), owners: Vec::new(), owned_area_mm2: 0.0 };
        share.owners.reserve(field.gap_mm.len());
        for pixel in 0..field.gap_mm.len() {
            if pixel.is_multiple_of(field.projection.cols.max(1) as usize) {
                progress.check()?;
            }
            let mut owner = [false; 2];
            let points = points_at(field, jaws, pixel).filter(|_| self.shows(i, pixel));
            for point in points.into_iter().flatten().filter(|p| self.is_owner(i, p)) {
                owner[point.side] = true;
                share.owned_area_mm2 += add(&mut share.contact, field, pixel, &point);
            }
            share.owners.push(owner);
        }
        Ok(share)
    }

    /// Whether no other tile sees the point more squarely, or as squarely and more finely; of equals the first speaks.
    fn is_owner(&self, own: usize, point: &Point) -> bool {
        let pitch_mm = |i: usize| self.maps[i].projection.u_mm;
        let mine = self.maps[own].projection.direction.dot(point.facing);
        let finer = |i: usize| pitch_mm(i) < pitch_mm(own) || pitch_mm(i) == pitch_mm(own) && i < own;
        !self.directions.iter().any(|plane| {
            let cosine = plane.direction.dot(point.facing);
            let at = DVec2::new(point.place.dot(plane.u), point.place.dot(plane.v));
            let may_see = |t: &&TileOnPlane| at.cmpge(t.rectangle[0]).all() && at.cmple(t.rectangle[1]).all();
            let is_better = |i: usize| i != own && (cosine > mine || finer(i));
            cosine >= mine
                && plane.tiles.iter().filter(may_see).any(|t| is_better(t.tile) && self.sees(t.tile, point, cosine))
        })
    }

    /// The tiles over a triangle, those first that it faces most squarely, of one direction the finest first.
    pub fn around(&self, corners: [DVec3; 3], facing: DVec3) -> Vec<usize> {
        let mut tiles: Vec<(f64, f64, usize)> = Vec::new();
        for plane in &self.directions {
            let cosine = plane.direction.dot(facing);
            if cosine <= 0.0 {
                continue;
            }
            let [a, b, c] = corners.map(|p| DVec2::new(p.dot(plane.u), p.dot(plane.v)));
            let (lo, hi) = (a.min(b).min(c), a.max(b).max(c));
            let may_see = |t: &&TileOnPlane| hi.cmpge(t.rectangle[0]).all() && lo.cmple(t.rectangle[1]).all();
            let seen = plane.tiles.iter().filter(may_see);
            tiles.extend(seen.map(|t| (-cosine, self.maps[t.tile].projection.u_mm, t.tile)));
        }
        tiles.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        tiles.into_iter().map(|t| t.2).collect()
    }

    /// Whether what a tile has in a pixel are the surfaces that face each other there.
    pub fn shows(&self, tile: usize, pixel: usize) -> bool {
        let field = self.maps[tile];
        let is_principal = self.directions.first().is_some_and(|d| d.direction == field.projection.direction);
        !field.gap_mm[pixel].is_nan() && (is_principal || ends_meet(field, pixel))
    }

    /// Whether a tile shows the point: one of the four pixels around it has a gap there that ends at its depth, within what
    /// the surface's slope makes of the way to that pixel's centre.
    fn sees(&self, tile: usize, point: &Point, cosine: f64) -> bool {
        let map = self.maps[tile];
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
            let found = map.pixel_idx(pixel.x as i64, pixel.y as i64).filter(|i| self.shows(tile, *i));
            found.is_some_and(|i| (f64::from(depths[i]) - depth_mm).abs() <= tolerance_mm)
        })
    }
}
