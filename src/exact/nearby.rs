//! What the pixels of a raster may say: the answers that rays find when each jaw is moved sideways by a hair.
//!
//! A raster snaps corners to 1/256 pixel. What it then draws at a pixel's centre lies, before the snapping, within
//! 1/256 pixel of it on the same triangle; so its map may show any upper surface of that neighbourhood with any lower one.
use super::engine::BvhEngine;
use super::layers::{self, Layer};
use super::ray_grid::NEAR_EDGE_PX;
use super::rays::line_hits;
use crate::base::Rigid;
use crate::field::{Nearby, Projection, Question};
use crate::jaw::JawSide;

impl BvhEngine {
    /// Everything that the pixel's neighbourhood of 1/256 pixel holds, read from its centre, corners and sides, every
    /// ray through the upper jaw with every ray through the lower one.
    pub fn nearby(&self, question: &Question, projection: &Projection, pixel: usize) -> Nearby {
        let upper = self.rays_around(JawSide::Upper, &Rigid::IDENTITY, projection, pixel);
        let lower = self.rays_around(JawSide::Lower, &question.upper_from_lower, projection, pixel);
        let mut nearby = Nearby::default();
        let mut all = Vec::new();
        for (a, b) in upper.iter().flat_map(|a| lower.iter().map(move |b| (a, b))) {
            all.clear();
            all.extend(a.iter().chain(b));
            layers::sort(&mut all);
            let reading = layers::read(&all, question.counting);
            nearby.add(reading.class, Some(reading.gap_mm).filter(|gap| *gap <= question.range_mm));
        }
        nearby
    }

    fn rays_around(
        &self,
        side: JawSide,
        upper_from_jaw: &Rigid,
        projection: &Projection,
        pixel: usize,
    ) -> [Vec<Layer>; 9] {
        let (col, row) = (pixel % projection.cols as usize, pixel / projection.cols as usize);
        let jaw_from_upper = upper_from_jaw.inverse();
        let direction = jaw_from_upper.transform_vector(projection.direction);
        std::array::from_fn(|i| {
            let step = |k: usize| 0.5 + NEAR_EDGE_PX * (k as f64 - 1.0);
            let world = projection.world_from_map(col as f64 + step(i % 3), row as f64 + step(i / 3), 0.0);
            let hits = line_hits(self.bvh(side), jaw_from_upper.transform_point(world), direction);
            let layer = |hit: super::rays::Hit| Layer {
                depth_mm: hit.distance_mm,
                triangle: hit.triangle,
                entered: hit.entered,
                lower: side == JawSide::Lower,
            };
            hits.into_iter().map(layer).collect()
        })
    }
}
