//! What a map's pixels do not show: the triangles that they say nothing of are handed to the exact test (ENGINES.md,
//! "Between the pixels"; Myszkowski et al. 1995, sect. 8, name spikes as what their raster misses).
//!
//! A place is **shown** when a pixel within one pixel of it interferes, and lacks no more than a pixel's diagonal of the
//! depth found there (surfaces at 45 degrees change by that much from one pixel to the next).
use super::bvh::Bvh;
use super::closest::Hint;
use super::closest_point_triangle::closest_points_triangles;
use super::distance::{SmallestDistance, smallest_distance};
use super::engine::BvhEngine;
use super::intersect_triangle_triangle::Triangle;
use super::pairs::TrianglePair;
use super::penetration::Solid;
use super::segments::{Segment, segment};
use super::signed::signed_nearest;
use crate::base::{Cancelled, Progress, Rigid};
use crate::field::{BetweenPixels, GapField, HiddenPlace, PixelClass, Question, UnseenTriangles};
use crate::jaw::JawSide;
use glam::{DMat4, DVec2, DVec3};
use std::collections::BTreeMap;

/// What lies less deep inside only touches, mm: more than the rounding of scans in single precision.
const TOUCHING_MM: f64 = 1e-4;
/// A triangle narrower than the first and longer than the second, in pixels, may go on where no pixel hits it.
const SLIVER_PX: (f64, f64) = (1.0, 2.0);

impl BvhEngine {
    /// What lies between the pixels of a map of this question. `seen`: for each triangle of the upper and of the lower
    /// jaw whether it holds a pixel's centre.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within a step of the search.
    pub fn between_pixels(
        &self,
        question: &Question,
        field: &GapField,
        seen: &[Vec<bool>; 2],
        progress: &Progress,
    ) -> Result<BetweenPixels, Cancelled> {
        let pairs = self.intersecting_pairs(&question.upper_from_lower);
        progress.check()?;
        let (search, reach_mm) = (BetweenPixelsSearch::new(self, question, field), question.largest_threshold_mm());
        let hidden = search.hidden_pairs(&pairs);
        let unseen_of = |side: usize| {
            progress.check()?;
            let zone = Zone::around(&search.view, &search.jaws[1 - side], reach_mm);
            Ok(search.jaws[side].unseen(&search.view, &zone, &seen[side]))
        };
        let unseen = [unseen_of(0)?, unseen_of(1)?];
        let near_of = |side: usize| {
            progress.check()?;
            Ok(search.jaws[side].near(&unseen[side], reach_mm))
        };
        let near = [near_of(0)?, near_of(1)?];
        progress.check()?;
        let counts = |triangles: &[Vec<u32>; 2]| [0, 1].map(|side| triangles[side].len() as u32);
        Ok(BetweenPixels {
            unseen: Some(UnseenTriangles { n_in_zone: counts(&unseen), n_near: counts(&near) }),
            n_pairs: hidden.pairs.len() as u32,
            smallest: search.deepest(&hidden, &near).or(hidden.touching()).or_else(|| search.nearest(&near, reach_mm)),
        })
    }

    /// The same of pairs that meet alone: all that can overlap where every triangle counts as seen.
    pub(super) fn pairs_between_pixels(
        &self,
        question: &Question,
        field: &GapField,
        pairs: &[TrianglePair],
    ) -> BetweenPixels {
        let search = BetweenPixelsSearch::new(self, question, field);
        let hidden = search.hidden_pairs(pairs);
        BetweenPixels {
            unseen: None,
            n_pairs: hidden.pairs.len() as u32,
            smallest: search.deepest(&hidden, &[vec![], vec![]]).or(hidden.touching()),
        }
    }
}

/// A pair that meets where no pixel interferes.
struct HiddenPair {
    pair: TrianglePair,
    /// Of what both triangles share, world coordinates.
    middle: DVec3,
}

struct HiddenPairs {
    pairs: Vec<HiddenPair>,
}

impl HiddenPairs {
    fn touching(&self) -> Option<HiddenPlace> {
        self.pairs.first().map(|HiddenPair { pair: [upper_triangle, lower_triangle], middle }| HiddenPlace {
            gap_mm: 0.0,
            upper_point: *middle,
            lower_point: *middle,
            upper_triangle: *upper_triangle,
            lower_triangle: *lower_triangle,
        })
    }

    /// The triangles of one jaw, each with the middle of the places where it is cut: a point of the triangle, as that is
    /// convex, and mostly inside the other jaw.
    fn cut_triangles(&self, side: usize) -> BTreeMap<u32, Option<DVec3>> {
        let mut sums: BTreeMap<u32, (DVec3, f64)> = BTreeMap::new();
        for HiddenPair { pair, middle } in &self.pairs {
            let (sum, n) = sums.entry(pair[side]).or_default();
            (*sum, *n) = (*sum + *middle, *n + 1.0);
        }
        sums.into_iter().map(|(triangle, (sum, n))| (triangle, Some(sum / n))).collect()
    }
}

/// The map.
struct MapGeometry<'a> {
    field: &'a GapField,
    map_from_world: DMat4,
    diagonal_mm: f64,
}

impl MapGeometry<'_> {
    /// In pixels and mm.
    fn place(&self, world: DVec3) -> DVec3 {
        self.map_from_world.transform_point3(world)
    }

    /// Whether a pixel at most one pixel away from this box shows a depth, mm.
    fn shows(&self, lo: DVec3, hi: DVec3, depth_mm: f64) -> bool {
        let first = (lo.truncate() - 1.0).floor().max(DVec2::ZERO);
        let size = DVec2::new(f64::from(self.field.projection.cols), f64::from(self.field.projection.rows));
        let last = (hi.truncate() + 1.0).floor().min(size - 1.0);
        let least_gap = self.diagonal_mm - depth_mm;
        (first.y as i64..=last.y as i64).any(|row| {
            (first.x as i64..=last.x as i64).any(|col| {
                let Some(pixel) = self.field.pixel_idx(col, row) else { return false };
                let gap_mm = f64::from(self.field.gap_mm[pixel]);
                // An interference of unknown depth is taken to show any.
                self.field.class[pixel] == PixelClass::Interfering && (gap_mm.is_nan() || gap_mm <= least_gap)
            })
        })
    }
}

/// Where a jaw can be, or be near: the map in tiles, and the depths that the jaw has in each. Whoever is inside the jaw
/// lies between them as well.
struct Zone {
    tile_px: DVec2,
    /// First and last depth, mm, row by row.
    depths_mm: Vec<(f64, f64)>,
    /// In pixels and mm.
    reach: DVec3,
}

impl Zone {
    /// Tiles along each side of a map.
    const TILES: usize = 64;

    fn around(view: &MapGeometry, jaw: &OneJaw, reach_mm: f64) -> Self {
        let p = &view.field.projection;
        let mut zone = Self {
            tile_px: DVec2::new(f64::from(p.cols), f64::from(p.rows)) / Self::TILES as f64,
            depths_mm: vec![(f64::INFINITY, f64::NEG_INFINITY); Self::TILES * Self::TILES],
            reach: DVec3::new(reach_mm / p.u_mm, reach_mm / p.v_mm, reach_mm),
        };
        let map_from_own = jaw.map_from_own(view);
        for t in 0..jaw.own.mesh.triangles.len() as u32 {
            let (lo, hi) = bounds(jaw.corners(t).map(|p| map_from_own.transform_point3(p)));
            for tile in zone.tiles(lo, hi) {
                let (first, last) = zone.depths_mm[tile];
                zone.depths_mm[tile] = (first.min(lo.z), last.max(hi.z));
            }
        }
        zone
    }

    /// Whether a triangle, its corners in pixels and mm, may come within reach.
    fn may_hold(&self, corners: &Triangle) -> bool {
        let (lo, hi) = bounds(*corners);
        let (lo, hi) = (lo - self.reach, hi + self.reach);
        self.tiles(lo, hi).any(|tile| lo.z <= self.depths_mm[tile].1 && hi.z >= self.depths_mm[tile].0)
    }

    /// The tiles that a box touches; none off the map.
    fn tiles(&self, lo: DVec3, hi: DVec3) -> impl Iterator<Item = usize> + use<> {
        let most = Self::TILES as f64 - 1.0;
        let (first, last) = ((lo.truncate() / self.tile_px).floor(), (hi.truncate() / self.tile_px).floor());
        let is_on_map = last.min_element() >= 0.0 && first.max_element() <= most;
        let (first, last) = (first.max(DVec2::ZERO).as_usizevec2(), last.min(DVec2::splat(most)).as_usizevec2());
        let rows = if is_on_map { first.y..last.y + 1 } else { 0..0 };
        rows.flat_map(move |row| (first.x..last.x + 1).map(move |col| row * Self::TILES + col))
    }
}

/// One jaw, and the other one as it is asked about this one's points.
struct OneJaw<'a> {
    own: Solid<'a>,
    other: Solid<'a>,
    world_from_own: Rigid,
    other_from_own: Rigid,
}

impl OneJaw<'_> {
    fn map_from_own(&self, view: &MapGeometry) -> DMat4 {
        view.map_from_world * self.world_from_own.to_dmat4()
    }

    fn corners(&self, triangle: u32) -> Triangle {
        self.own.mesh.corners(triangle as usize).map(|p| p.as_dvec3())
    }

    /// Scanned triangles in the zone of which no pixel says where they go.
    fn unseen(&self, view: &MapGeometry, zone: &Zone, seen: &[bool]) -> Vec<u32> {
        let map_from_own = self.map_from_own(view);
        let is_unseen = |t: &u32| {
            let corners = self.corners(*t).map(|p| map_from_own.transform_point3(p));
            let is_seen = seen.get(*t as usize).is_some_and(|seen| *seen);
            (!is_seen || is_sliver(corners.map(|p| p.truncate()))) && zone.may_hold(&corners)
        };
        (0..self.own.mesh.n_scanned as u32).filter(is_unseen).collect()
    }

    /// Those of the triangles that may come within `reach_mm` of the other jaw, or into it.
    fn near(&self, triangles: &[u32], reach_mm: f64) -> Vec<u32> {
        let middles: Vec<DVec3> = triangles.iter().map(|t| middle(&self.corners(*t))).collect();
        let gaps = self.closest_gaps(&middles);
        let is_near = |(t, m, gap): (&u32, &DVec3, Option<(f64, DVec3, u32)>)| {
            let radius = self.corners(*t).iter().map(|p| p.distance(*m)).fold(0.0, f64::max);
            gap.filter(|(gap_mm, ..)| *gap_mm <= reach_mm + radius).map(|_| *t)
        };
        triangles.iter().zip(&middles).zip(gaps).filter_map(|((t, m), gap)| is_near((t, m, gap))).collect()
    }

    /// Closest gap of points in own coordinates, mm, with the other jaw's nearest point and triangle.
    fn closest_gaps(&self, points: &[DVec3]) -> Vec<Option<(f64, DVec3, u32)>> {
        let points: Vec<DVec3> = points.iter().map(|p| self.other_from_own.transform_point(*p)).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let found = signed_nearest(self.other.bvh, &self.other.sides, &points, f64::INFINITY, &mut hints);
        found.into_iter().map(|s| s.map(|s| (s.signed_mm, s.nearest.point, s.nearest.triangle))).collect()
    }
}

fn middle([a, b, c]: &Triangle) -> DVec3 {
    (*a + *b + *c) / 3.0
}

/// Corners in pixels.
fn is_sliver([a, b, c]: [DVec2; 3]) -> bool {
    let length = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let doubled_area = (b - a).perp_dot(c - a).abs();
    length > SLIVER_PX.1 && doubled_area < SLIVER_PX.0 * length
}

struct BetweenPixelsSearch<'a> {
    view: MapGeometry<'a>,
    pose: Rigid,
    jaws: [OneJaw<'a>; 2],
}

impl<'a> BetweenPixelsSearch<'a> {
    fn new(engine: &'a BvhEngine, question: &Question, field: &'a GapField) -> Self {
        let (pose, p) = (question.upper_from_lower, &field.projection);
        let solid = |side| engine.solid(side);
        let jaw = |side: JawSide, world_from_own, other_from_own| OneJaw {
            own: solid(side),
            other: solid(side.other()),
            world_from_own,
            other_from_own,
        };
        Self {
            view: MapGeometry {
                field,
                map_from_world: p.map_from_world_matrix(),
                diagonal_mm: DVec2::new(p.u_mm, p.v_mm).length(),
            },
            pose,
            jaws: [jaw(JawSide::Upper, Rigid::IDENTITY, pose.inverse()), jaw(JawSide::Lower, pose, pose)],
        }
    }

    /// The pairs where no pixel interferes. Faces added by closing are left out: nobody scanned what lies there.
    fn hidden_pairs(&self, pairs: &[TrianglePair]) -> HiddenPairs {
        let [upper, lower] = [0, 1].map(|side| self.jaws[side].own.mesh);
        let is_scanned = |[u, l]: &&TrianglePair| (*u as usize) < upper.n_scanned && (*l as usize) < lower.n_scanned;
        let hidden = |pair: &TrianglePair| {
            let shared = segment(*pair, upper, lower, &self.pose);
            let (middle, (lo, hi)) = match &shared {
                Some(Segment { ends, .. }) => ((ends[0] + ends[1]) / 2.0, bounds(ends.map(|p| self.view.place(p)))),
                // In one plane, or without area.
                None => (self.common_point(*pair), self.common_bounds(*pair)),
            };
            (!self.view.shows(lo, hi, 0.0)).then_some(HiddenPair { pair: *pair, middle })
        };
        HiddenPairs { pairs: pairs.iter().filter(is_scanned).filter_map(hidden).collect() }
    }

    fn common_point(&self, pair: TrianglePair) -> DVec3 {
        closest_points_triangles(&self.posed(0, pair), &self.posed(1, pair)).0
    }

    /// World coordinates.
    fn posed(&self, side: usize, pair: TrianglePair) -> Triangle {
        let jaw = &self.jaws[side];
        jaw.corners(pair[side]).map(|p| jaw.world_from_own.transform_point(p))
    }

    /// What the boxes around both triangles share.
    fn common_bounds(&self, pair: TrianglePair) -> (DVec3, DVec3) {
        let of = |side: usize| bounds(self.posed(side, pair).map(|p| self.view.place(p)));
        let ((a_lo, a_hi), (b_lo, b_hi)) = (of(0), of(1));
        (a_lo.max(b_lo), a_hi.min(b_hi))
    }

    /// The deepest of the corners, middles and cuts of these triangles inside the other jaw that no pixel shows.
    fn deepest(&self, hidden: &HiddenPairs, near: &[Vec<u32>; 2]) -> Option<HiddenPlace> {
        let found = [0, 1].map(|side| {
            let mut triangles = hidden.cut_triangles(side);
            near[side].iter().for_each(|t| _ = triangles.entry(*t).or_default());
            self.deepest_of(side, &triangles)
        });
        found.into_iter().flatten().min_by(|a, b| a.gap_mm.total_cmp(&b.gap_mm))
    }

    fn deepest_of(&self, side: usize, triangles: &BTreeMap<u32, Option<DVec3>>) -> Option<HiddenPlace> {
        let jaw = &self.jaws[side];
        let own_from_world = jaw.world_from_own.inverse();
        let mut points = Vec::with_capacity(4 * triangles.len());
        for (triangle, cut) in triangles {
            let corners = jaw.corners(*triangle);
            let cut = cut.map(|p| own_from_world.transform_point(p));
            points.extend(corners.into_iter().chain([middle(&corners)]).chain(cut).map(|p| (p, *triangle)));
        }
        let gaps = jaw.closest_gaps(&points.iter().map(|(p, _)| *p).collect::<Vec<_>>());
        let mut best: Option<HiddenPlace> = None;
        for ((point, own), gap) in points.iter().zip(gaps) {
            let Some((gap_mm, nearest, other)) = gap else { continue };
            let world = jaw.world_from_own.transform_point(*point);
            let at = self.view.place(world);
            if gap_mm < best.map_or(-TOUCHING_MM, |b| b.gap_mm) && !self.view.shows(at, at, -gap_mm) {
                // From the other jaw's coordinates.
                let nearest = jaw.world_from_own.transform_point(jaw.other_from_own.inverse().transform_point(nearest));
                let (upper, lower) =
                    if side == 0 { ((world, *own), (nearest, other)) } else { ((nearest, other), (world, *own)) };
                best = Some(HiddenPlace {
                    gap_mm,
                    upper_point: upper.0,
                    lower_point: lower.0,
                    upper_triangle: upper.1,
                    lower_triangle: lower.1,
                });
            }
        }
        best
    }

    /// Where the triangles come nearest to the other jaw, 0 where they meet it; `None` beyond `reach_mm`. Faces added by
    /// closing are no contact.
    fn nearest(&self, near: &[Vec<u32>; 2], reach_mm: f64) -> Option<HiddenPlace> {
        let [upper, lower] = &self.jaws;
        let part = |jaw: &OneJaw, triangles: &[u32]| Bvh::new(&jaw.own.mesh.part(triangles));
        let of_upper = smallest_distance(&part(upper, &near[0]), lower.own.bvh, &self.pose, None)
            .map(|d| SmallestDistance { upper_triangle: near[0][d.upper_triangle as usize], ..d });
        let of_lower = smallest_distance(upper.own.bvh, &part(lower, &near[1]), &self.pose, None)
            .map(|d| SmallestDistance { lower_triangle: near[1][d.lower_triangle as usize], ..d });
        let counts = |d: &SmallestDistance| {
            let [is_upper, is_lower] = [(upper, d.upper_triangle), (lower, d.lower_triangle)]
                .map(|(jaw, triangle)| (triangle as usize) < jaw.own.mesh.n_scanned);
            is_upper && is_lower && d.distance_mm <= reach_mm
        };
        let found = of_upper.into_iter().chain(of_lower).filter(counts);
        found.min_by(|a, b| a.distance_mm.total_cmp(&b.distance_mm)).map(|d| HiddenPlace {
            gap_mm: d.distance_mm,
            upper_point: d.upper_point,
            lower_point: d.lower_point,
            upper_triangle: d.upper_triangle,
            lower_triangle: d.lower_triangle,
        })
    }
}

/// The box around points, in pixels and mm.
fn bounds<const N: usize>(points: [DVec3; N]) -> (DVec3, DVec3) {
    points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(lo, hi), p| (lo.min(*p), hi.max(*p)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{ChosenBy, Projection};

    fn map(interfering: &[(usize, f32)]) -> GapField {
        let projection = Projection {
            direction: DVec3::NEG_Z,
            u: DVec3::X,
            v: DVec3::NEG_Y,
            origin: DVec3::ZERO,
            u_mm: 0.3,
            v_mm: 0.4,
            cols: 8,
            rows: 6,
            chosen_by: ChosenBy::Given,
        };
        let mut field = GapField {
            projection,
            class: vec![PixelClass::Clear; 48],
            gap_mm: vec![1.0; 48],
            upper_depth_mm: vec![0.0; 48],
            lower_depth_mm: vec![1.0; 48],
            upper_triangle: vec![0; 48],
            lower_triangle: vec![0; 48],
        };
        for (pixel, gap_mm) in interfering {
            (field.class[*pixel], field.gap_mm[*pixel]) = (PixelClass::Interfering, *gap_mm);
        }
        field
    }

    #[test]
    fn a_place_is_shown_by_pixels_beside_it_that_are_deep_enough() {
        // Column 3, row 2; a diagonal is 0.5 mm.
        let field = map(&[(2 * 8 + 3, -0.2)]);
        let view =
            MapGeometry { field: &field, map_from_world: field.projection.map_from_world_matrix(), diagonal_mm: 0.5 };
        let shows = |col: f64, row: f64, depth_mm: f64| {
            let at = view.place(field.projection.world_from_map(col, row, 7.0));
            assert!((at - DVec3::new(col, row, 7.0)).length() < 1e-12);
            view.shows(at, at, depth_mm)
        };
        for (col, row) in [(3.5, 2.5), (2.1, 1.1), (4.9, 3.9)] {
            assert!(shows(col, row, 0.0) && shows(col, row, 0.69) && !shows(col, row, 0.71), "{col}, {row}");
        }
        for (col, row) in [(1.9, 2.5), (5.1, 2.5), (3.5, 0.9), (3.5, 4.1), (-9.0, 2.0), (90.0, 2.0)] {
            assert!(!shows(col, row, 0.0), "{col}, {row}");
        }
        let unknown = map(&[(2 * 8 + 3, f32::NAN)]);
        assert!(MapGeometry { field: &unknown, ..view }.shows(DVec3::splat(2.5), DVec3::splat(2.5), 9.0));
    }

    #[test]
    fn the_zone_leaves_out_nothing_within_reach() {
        let tiles = |lo: DVec2, hi: DVec2| {
            let zone = Zone { tile_px: DVec2::new(2.0, 1.0), depths_mm: vec![], reach: DVec3::ZERO };
            zone.tiles(lo.extend(0.0), hi.extend(0.0)).collect::<Vec<_>>()
        };
        assert_eq!(tiles(DVec2::new(1.9, 0.2), DVec2::new(2.0, 1.5)), [0, 1, 64, 65]);
        assert_eq!(tiles(DVec2::new(-5.0, -5.0), DVec2::new(0.5, 0.5)), [0]);
        assert_eq!(tiles(DVec2::new(127.0, 63.5), DVec2::new(500.0, 500.0)), [64 * 64 - 1]);
        for (lo, hi) in [((-5.0, 3.0), (-0.1, 4.0)), ((128.0, 3.0), (130.0, 4.0)), ((3.0, -4.0), (4.0, -0.1))] {
            assert!(tiles(DVec2::from(lo), DVec2::from(hi)).is_empty());
        }
        // A jaw from 2 to 3 mm deep in the first tile alone.
        let mut depths_mm = vec![(f64::INFINITY, f64::NEG_INFINITY); 64 * 64];
        depths_mm[0] = (2.0, 3.0);
        let zone = Zone { tile_px: DVec2::ONE, depths_mm, reach: DVec3::new(0.5, 0.5, 0.2) };
        let holds = |x: f64, z: f64| zone.may_hold(&[DVec3::new(x, 0.1, z); 3]);
        assert!(holds(0.5, 2.5) && holds(1.4, 2.5) && holds(0.5, 1.81) && holds(0.5, 3.19));
        assert!(!holds(1.6, 2.5) && !holds(0.5, 1.79) && !holds(0.5, 3.21));
    }

    #[test]
    fn a_sliver_is_narrow_and_long() {
        let triangle = |length: f64, height: f64| {
            [DVec2::new(3.0, 4.0), DVec2::new(3.0 + length, 4.0), DVec2::new(3.0 + length / 3.0, 4.0 + height)]
        };
        assert!(is_sliver(triangle(30.0, 0.9)) && is_sliver(triangle(2.1, 0.0)));
        assert!(!is_sliver(triangle(30.0, 1.1)) && !is_sliver(triangle(1.9, 0.1)));
    }
}
