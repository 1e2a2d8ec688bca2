//! What the pixels of a raster may say: the answers that rays find when each jaw is moved sideways by a hair.
//!
//! A raster snaps corners to 1/256 pixel. What it then draws at a pixel's centre lies, before the snapping, within
//! 1/256 pixel of it on the same triangle; so its map may show any upper surface of that neighbourhood with any lower one.
//! Depths are linear on the part of a triangle that lies in the neighbourhood, so its corners bound them. Of a triangle
//! nearly on edge to the ray the snapping changes the slope as well: its depth may lie anywhere between its own corners',
//! which is where the raster holds it (METHOD.md, "Decision per pixel"). A raster may also snap for the coverage alone and
//! take the depth from the triangle's plane as it was, at the centre: carried on past its edge by what was snapped.
use super::crossing::Seen;
use super::engine::BvhEngine;
use super::ray_grid::NEAR_EDGE_PX;
use super::rays::{Hit, line_hits};
use crate::base::Rigid;
use crate::field::layers::{self, Layer};
use crate::field::{Nearby, Projection, Question};
use crate::jaw::JawSide;
use crate::mesh::topology::NO_TWIN;
use glam::DVec2;

/// Where depth changes by more than this, mm a pixel, a triangle is a wall; the same number stands in the shaders.
pub(super) const WALL_SLOPE: f64 = 1.0;
/// Rays through one jaw that are looked at; where more corners lie so near to a ray the first ones stand for all.
const MOST_RAYS: usize = 64;

impl BvhEngine {
    /// Everything that the pixel's neighbourhood of 1/256 pixel holds, every ray through the upper jaw with every ray
    /// through the lower one.
    pub fn nearby(&self, question: &Question, projection: &Projection, pixel: usize) -> Nearby {
        let around =
            |side, upper_from_jaw: &Rigid| Around { engine: self, side, upper_from_jaw: *upper_from_jaw, projection };
        let upper = around(JawSide::Upper, &Rigid::IDENTITY).rays(pixel);
        let lower = around(JawSide::Lower, &question.upper_from_lower).rays(pixel);
        let mut nearby = Nearby::default();
        let mut all = Vec::new();
        for (a, b) in upper.iter().flat_map(|a| lower.iter().map(move |b| (a, b))) {
            all.clear();
            all.extend(a.iter().chain(b));
            layers::sort(&mut all);
            let reading = layers::read(&all, question.counting, layers::EQUAL_DEPTH_MM);
            nearby.add(reading.class, Some(reading.gap_mm).filter(|gap| *gap <= question.range_mm));
        }
        nearby
    }
}

/// One jaw around the pixels' centres.
struct Around<'a> {
    engine: &'a BvhEngine,
    side: JawSide,
    upper_from_jaw: Rigid,
    projection: &'a Projection,
}

impl Around<'_> {
    /// The layers at the neighbourhood's centre, corners and sides, and wherever the edges of what lies in it begin and end.
    fn rays(&self, pixel: usize) -> Vec<Vec<Layer>> {
        let (col, row) = (pixel % self.projection.cols as usize, pixel / self.projection.cols as usize);
        let centre = DVec2::new(col as f64 + 0.5, row as f64 + 0.5);
        let step = |k: usize| NEAR_EDGE_PX * (k as f64 - 1.0);
        let points: Vec<DVec2> = (0..9).map(|i| centre + DVec2::new(step(i % 3), step(i / 3))).collect();
        let mut rays: Vec<_> = points.iter().map(|p| self.ray(*p)).collect();
        let mut triangles: Vec<u32> = rays.iter().flatten().map(|layer| layer.triangle).collect();
        triangles.sort_unstable();
        triangles.dedup();
        rays.extend(self.ends_of_edges(centre, triangles).into_iter().take(MOST_RAYS).map(|p| self.ray(p)));
        for end in [f64::min, f64::max] {
            let moved: Vec<_> = rays[..9].iter().filter_map(|ray| self.with_walls_at(ray, end)).collect();
            rays.extend(moved);
        }
        let carried: Vec<_> = rays.iter().filter_map(|ray| self.with_planes_at(ray, centre)).collect();
        rays.extend(carried);
        rays
    }

    /// A ray's layers where their triangles' planes are at the centre; walls stay. `None` where that is all the same.
    fn with_planes_at(&self, ray: &[Layer], centre: DVec2) -> Option<Vec<Layer>> {
        let carried = ray.iter().map(|layer| {
            let plane = self.plane(layer.triangle);
            let depth_mm = if plane.is_wall() { layer.depth_mm } else { plane.depth_at(centre) };
            Layer { depth_mm, ..*layer }
        });
        let carried: Vec<Layer> = carried.collect();
        (carried != ray).then_some(carried)
    }

    fn plane(&self, triangle: u32) -> Plane {
        Plane { corners: self.engine.surface(self.side).mesh.triangles[triangle as usize].map(|i| self.see(i)) }
    }

    /// A ray's layers with those on walls moved to the nearest or farthest corner; `None` where there are no walls.
    fn with_walls_at(&self, ray: &[Layer], end: fn(f64, f64) -> f64) -> Option<Vec<Layer>> {
        let moved = ray.iter().map(|layer| {
            let plane = self.plane(layer.triangle);
            let [a, b, c] = plane.corners.map(|c| c.1);
            Layer { depth_mm: if plane.is_wall() { end(end(a, b), c) } else { layer.depth_mm }, ..*layer }
        });
        let moved: Vec<Layer> = moved.collect();
        (moved != ray).then_some(moved)
    }

    /// From the triangles that rays hit on to their neighbours, as far as edges run through the neighbourhood.
    fn ends_of_edges(&self, centre: DVec2, mut known: Vec<u32>) -> Vec<DVec2> {
        let surface = self.engine.surface(self.side);
        let (mut ends, mut next) = (Vec::new(), 0);
        while let Some(triangle) = known.get(next).copied().filter(|_| ends.len() < MOST_RAYS) {
            next += 1;
            let corners = surface.mesh.triangles[triangle as usize].map(|i| self.see(i).0);
            for k in 0..3 {
                let Some(clipped) = clip(corners[k], corners[(k + 1) % 3], centre) else { continue };
                ends.extend(clipped);
                let twin = surface.twins[3 * triangle as usize + k];
                if twin != NO_TWIN && !known.contains(&(twin / 3)) {
                    known.push(twin / 3);
                }
            }
        }
        ends
    }

    fn see(&self, vertex: u32) -> Seen {
        let point = self.engine.surface(self.side).mesh.positions[vertex as usize].as_dvec3();
        self.projection.map_from_world(self.upper_from_jaw.transform_point(point))
    }

    fn ray(&self, at: DVec2) -> Vec<Layer> {
        let jaw_from_upper = self.upper_from_jaw.inverse();
        let origin = jaw_from_upper.transform_point(self.projection.world_from_map(at.x, at.y, 0.0));
        let direction = jaw_from_upper.transform_vector(self.projection.direction);
        let lower = self.side == JawSide::Lower;
        let layer = |h: Hit| Layer { depth_mm: h.distance_mm, triangle: h.triangle, entered: h.entered, lower };
        line_hits(self.engine.bvh(self.side), origin, direction).into_iter().map(layer).collect()
    }
}

/// Of a jaw's triangles, which ones are walls.
pub(super) fn walls(engine: &BvhEngine, side: JawSide, upper_from_jaw: &Rigid, projection: &Projection) -> Vec<bool> {
    let around = Around { engine, side, upper_from_jaw: *upper_from_jaw, projection };
    (0..engine.surface(side).mesh.triangles.len() as u32).map(|triangle| around.plane(triangle).is_wall()).collect()
}

/// A triangle's plane as it is seen: columns, rows, depth.
struct Plane {
    corners: [Seen; 3],
}

impl Plane {
    /// Depth's change along columns and rows times the doubled area, and that.
    fn slope(&self) -> (DVec2, f64) {
        let [a, b, c] = self.corners;
        let (p, q) = (b.0 - a.0, c.0 - a.0);
        let slope = DVec2::new((b.1 - a.1) * q.y - (c.1 - a.1) * p.y, (c.1 - a.1) * p.x - (b.1 - a.1) * q.x);
        (slope, p.perp_dot(q))
    }

    fn is_wall(&self) -> bool {
        let (slope, area) = self.slope();
        // Also where both are 0.
        slope.abs().max_element() > WALL_SLOPE * area.abs() || area == 0.0
    }

    /// Of a plane that is no wall.
    fn depth_at(&self, place: DVec2) -> f64 {
        let (slope, area) = self.slope();
        self.corners[0].1 + slope.dot(place - self.corners[0].0) / area
    }
}

/// The part of an edge within 1/256 pixel of a centre along columns and rows.
fn clip(a: DVec2, b: DVec2, centre: DVec2) -> Option<[DVec2; 2]> {
    let (way, from) = (b - a, a - centre);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (start, step) in [(from.x, way.x), (from.y, way.y)] {
        if step == 0.0 {
            if start.abs() > NEAR_EDGE_PX {
                return None;
            }
            continue;
        }
        let (s, t) = ((-NEAR_EDGE_PX - start) / step, (NEAR_EDGE_PX - start) / step);
        begin = begin.max(s.min(t));
        end = end.min(s.max(t));
    }
    (begin <= end).then(|| [a + way * begin, a + way * end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_clipped_to_the_neighbourhood() {
        let (c, r) = (DVec2::new(3.5, 7.5), NEAR_EDGE_PX);
        let through = clip(c - DVec2::X, c + DVec2::X, c).expect("through the centre");
        assert!(through[0].distance(c - DVec2::X * r) < 1e-12 && through[1].distance(c + DVec2::X * r) < 1e-12);
        let begins = clip(c, c + DVec2::ONE, c).expect("from the centre");
        assert!(begins[0] == c && begins[1].distance(c + r) < 1e-12);
        for (a, b) in [(c + DVec2::Y * 2.0 * r, c + DVec2::new(1.0, 2.0 * r)), (c + 2.0 * r, c + DVec2::ONE)] {
            assert!(clip(a, b, c).is_none() && clip(b, a, c).is_none());
        }
    }
}
