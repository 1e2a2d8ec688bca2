//! The gap at points of the surface, from the maps of several tiles: each point takes it from the tile that it faces most
//! squarely, of those that show it.
use super::facings::{PosedMeshes, is_between};
use super::merge::TilesByDirection;
use crate::field::contact::{Facing, GapProbe, SurfaceGap, Terrain};
use crate::field::projection_choice::LEAST_COSINE;
use crate::field::{GapField, NO_TRIANGLE};
use glam::{DVec2, DVec3};

/// A surface that faces a projection by less than this is too steep to carry its depth on from a pixel's centre.
const STEEPEST: f64 = 0.05;

/// Tiles may be finer where a pixel counts whole; a triangle that is cut needs no more than this, a fraction of a scan's edges.
const FINEST_MM: f64 = 0.015;

/// The projected gap by tiles. Own depth is the point's own, exactly; the depth opposite is carried on from the centres of the
/// pixels around along the triangle that they show: where both surfaces are flat over some pixels it is exact.
pub struct TileGap<'a> {
    by_direction: TilesByDirection<'a>,
    jaws: &'a PosedMeshes<'a>,
    range_mm: f64,
}

impl<'a> TileGap<'a> {
    /// `maps`: one of the principal projection first, as of the tiles that [`super::merge`] takes.
    pub fn new(maps: &[&'a GapField], jaws: &'a PosedMeshes<'a>, range_mm: f64) -> Self {
        Self { by_direction: TilesByDirection::of(maps.iter().copied()), jaws, range_mm }
    }

    /// Triangles of the upper and of the lower jaw that any tile shows with a gap of at most `within_mm`, ascending.
    pub fn seeds(&self, within_mm: f64) -> [Vec<u32>; 2] {
        let mut seeds = [Vec::new(), Vec::new()];
        self.each_pair(within_mm, |(pair, _)| [0, 1].into_iter().for_each(|side| seeds[side].push(pair[side])));
        for side in &mut seeds {
            side.sort_unstable();
            side.dedup();
        }
        seeds
    }

    /// Pairs of triangles that any tile shows facing each other with a gap of at most `within_mm`, each once.
    pub fn facing(&self, within_mm: f64) -> Vec<Facing> {
        let mut facing = Vec::new();
        self.each_pair(within_mm, |pair| facing.push(pair));
        facing.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        facing.dedup_by_key(|(pair, _)| *pair);
        facing
    }

    fn each_pair(&self, within_mm: f64, mut tell: impl FnMut(Facing)) {
        for (place, map) in self.by_direction.maps.iter().enumerate() {
            for pixel in 0..map.gap_mm.len() {
                let pair = [map.upper_triangle[pixel], map.lower_triangle[pixel]];
                if f64::from(map.gap_mm[pixel]) <= within_mm
                    && !pair.contains(&NO_TRIANGLE)
                    && self.by_direction.shows(place, pixel)
                {
                    tell((pair, f64::from(map.gap_mm[pixel])));
                }
            }
        }
    }

    /// What a tile says at a point, if it shows it.
    fn look(&self, tile: usize, point: &SurfacePoint) -> Option<f64> {
        let map = self.by_direction.maps[tile];
        let p = &map.projection;
        let own_normal = point.facing;
        let cosine = own_normal.dot(p.direction);
        if cosine < STEEPEST {
            return None;
        }
        let pitch = DVec2::new(p.u_mm, p.v_mm);
        let (at, depth_mm) = p.map_from_world(point.place);
        let own_slope = slope(map, own_normal);
        let steepness = (1.0 - cosine * cosine).max(0.0).sqrt() / cosine.max(LEAST_COSINE);
        let base = (at - 0.5).floor();
        let share = at - 0.5 - base;
        let (mut sum, mut weight) = (0.0, 0.0);
        for corner in [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE] {
            let texel = base + corner;
            let Some(pixel) = map.pixel_idx(texel.x as i64, texel.y as i64) else { continue };
            // From the pixel's centre to the point, mm.
            let way = (at - texel - 0.5) * pitch;
            let near = (DVec2::ONE - corner) + (2.0 * corner - 1.0) * share;
            let say = (near.x * near.y).max(1e-9);
            let depths = [map.upper_depth_mm[pixel], map.lower_depth_mm[pixel]].map(f64::from);
            // As in `merge`: a neighbouring facet may be steeper by as much again.
            let tolerance_mm = way.length() * (2.0 * steepness + 0.5) + 0.001;
            let off_mm = (depths[point.side] + own_slope.dot(way) - depth_mm).abs();
            if off_mm.is_nan() || off_mm > tolerance_mm || !self.by_direction.shows(tile, pixel) {
                continue;
            }
            let Some(gap_mm) = self.carried(map, (pixel, way), depths, (point.side, depth_mm)) else { continue };
            sum += say * gap_mm;
            weight += say;
        }
        (weight > 0.0).then(|| sum / weight)
    }

    /// The gap at a point beside a pixel's centre, `way` from it in mm; `None` where it runs to a face that closing added.
    fn carried(
        &self,
        map: &GapField,
        (pixel, way): (usize, DVec2),
        depths: [f64; 2],
        (side, depth_mm): (usize, f64),
    ) -> Option<f64> {
        let gap_mm = f64::from(map.gap_mm[pixel]);
        let opposite = 1 - side;
        let triangle = [map.upper_triangle[pixel], map.lower_triangle[pixel]][opposite];
        let facing = self.jaws.facing(opposite, triangle)?;
        // Inside both solids a gap need not lie between the surfaces that are shown: then it is as at the centre.
        if !is_between(map, pixel) || facing.dot(map.projection.direction) < STEEPEST {
            return Some(gap_mm);
        }
        // No further than the triangle reaches: beyond it the surface turns, and on steep ones a hair's breadth is a deep step.
        let reach = self.jaws.corners(opposite, triangle).map(|corner| map.projection.map_from_world(corner).1);
        let (near_mm, far_mm) =
            (reach.into_iter().fold(depths[opposite], f64::min), reach.into_iter().fold(depths[opposite], f64::max));
        let there_mm = (depths[opposite] + slope(map, facing).dot(way)).clamp(near_mm, far_mm);
        Some(if side == 0 { there_mm - depth_mm } else { depth_mm - there_mm })
    }
}

/// A point of a surface.
struct SurfacePoint {
    side: usize,
    place: DVec3,
    facing: DVec3,
}

/// How depth grows across a map on a plane with this normal, mm per mm along `u` and `v`.
fn slope(map: &GapField, normal: DVec3) -> DVec2 {
    let p = &map.projection;
    -DVec2::new(normal.dot(p.u), normal.dot(p.v)) / normal.dot(p.direction)
}

impl SurfaceGap for TileGap<'_> {
    fn probe(&self, side: usize) -> Box<dyn GapProbe + '_> {
        Box::new(TileProbe { gap: self, side, over: None })
    }
}

/// Looks at one triangle's surroundings in the tiles that may show it, the most square first.
struct TileProbe<'a> {
    gap: &'a TileGap<'a>,
    side: usize,
    /// The triangle's [`PosedMeshes::facing`] and its tiles.
    over: Option<(DVec3, Vec<usize>)>,
}

impl GapProbe for TileProbe<'_> {
    fn turn_to(&mut self, triangle: u32) -> Terrain {
        let TileGap { by_direction, jaws, .. } = self.gap;
        let facing = jaws.facing(self.side, triangle);
        self.over = facing.map(|facing| (facing, by_direction.around(jaws.corners(self.side, triangle), facing)));
        let first = self.over.as_ref().and_then(|(_, tiles)| tiles.first());
        let detail = |tile: &usize| by_direction.maps[*tile].projection.u_mm.max(FINEST_MM);
        // A neighbouring pixel may show another surface: there is no bound to how steep the gap is.
        first.map_or(Terrain::NOTHING, |tile| Terrain { detail_mm: detail(tile), steepest: f64::INFINITY })
    }

    fn gap(&mut self, place: DVec3) -> Option<f64> {
        let (facing, tiles) = self.over.as_ref()?;
        let point = SurfacePoint { side: self.side, place, facing: *facing };
        let found = tiles.iter().find_map(|tile| self.gap.look(*tile, &point));
        found.filter(|gap| *gap <= self.gap.range_mm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rigid;
    use crate::field::{ChosenBy, PixelClass, Projection};
    use crate::mesh::TriMesh;
    use glam::Vec3;

    fn triangle(corners: [Vec3; 3]) -> TriMesh {
        TriMesh { positions: corners.to_vec(), triangles: vec![[0, 1, 2]], n_scanned: 1, colors: None }
    }

    /// The gap of a flat upper surface at z = 0 over a steep lower one, z = -1 + 10 (x - 0.05) within `reach_mm` of x = 0.05, at
    /// that x: one pixel of 0.1 mm, whose centre lies at x = 0.05, shows both.
    fn gap_over_a_flank(reach_mm: f32, x: f64) -> f64 {
        let flat = triangle([Vec3::new(-9.0, -9.0, 0.0), Vec3::new(0.0, 9.0, 0.0), Vec3::new(9.0, -9.0, 0.0)]);
        let at = |dx: f32, y: f32| Vec3::new(0.05 + dx, y, -1.0 + 10.0 * dx);
        let flank = triangle([at(-reach_mm, -0.3), at(reach_mm, -0.05), at(-reach_mm, 0.3)]);
        let jaws = PosedMeshes { meshes: [&flat, &flank], upper_from_lower: Rigid::IDENTITY };
        let projection = Projection {
            direction: DVec3::NEG_Z,
            u: DVec3::X,
            v: DVec3::NEG_Y,
            origin: DVec3::ZERO,
            u_mm: 0.1,
            v_mm: 0.1,
            cols: 1,
            rows: 1,
            chosen_by: ChosenBy::Given,
        };
        let pixel = ([1.0, 0.0, 1.0, 0.0], [0, 0], PixelClass::Clear);
        let map = GapField::of_painted(projection, std::iter::once(pixel));
        let gap = TileGap::new(&[&map], &jaws, 2.0);
        let mut probe = gap.probe(0);
        probe.turn_to(0);
        probe.gap(DVec3::new(x, -0.05, 0.0)).expect("the pixel shows it")
    }

    #[test]
    fn a_steep_surface_is_carried_on_no_further_than_its_triangle_reaches() {
        assert!((gap_over_a_flank(1.0, 0.05) - 1.0).abs() < 1e-6);
        // Where the triangle goes on, its plane does.
        assert!((gap_over_a_flank(1.0, 0.09) - 0.6).abs() < 1e-5);
        assert!((gap_over_a_flank(1.0, 0.01) - 1.4).abs() < 1e-5);
        // Where it ends, the depth of its end is the nearest that is known.
        assert!((gap_over_a_flank(0.02, 0.09) - 0.8).abs() < 1e-5);
        assert!((gap_over_a_flank(0.02, 0.01) - 1.2).abs() < 1e-5);
        assert!((gap_over_a_flank(0.02, 0.06) - 0.9).abs() < 1e-5);
    }
}
