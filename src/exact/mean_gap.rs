//! The mean gap over each pixel's square, as Myszkowski et al. 1995, sect. 8, measured it: several rays a pixel.
use super::engine::BvhEngine;
use crate::base::{Cancelled, Progress};
use crate::field::{Projection, Question};

/// Rows of pixels that are shot at a time: bounds the memory.
const ROWS: u32 = 32;

/// The mean gap of every pixel, mm, row-major; NaN where one of its rays has none within the range.
impl BvhEngine {
    /// `side * side` rays a pixel, one in the middle of each of its equal squares.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn mean_gaps(
        &self,
        question: &Question,
        projection: &Projection,
        side: u32,
        progress: &Progress,
    ) -> Result<Vec<f32>, Cancelled> {
        let side = side.max(1);
        let mut means = Vec::with_capacity(projection.cols as usize * projection.rows as usize);
        for first in (0..projection.rows).step_by(ROWS as usize) {
            let fine = Projection {
                origin: projection.world_from_map(0.0, f64::from(first), 0.0),
                u_mm: projection.u_mm / f64::from(side),
                v_mm: projection.v_mm / f64::from(side),
                cols: projection.cols * side,
                rows: ROWS.min(projection.rows - first) * side,
                ..*projection
            };
            let gaps = self.gap_field(question, &fine, &Progress::default())?.field.gap_mm;
            for row in gaps.chunks(fine.cols as usize * side as usize) {
                means.extend((0..projection.cols).map(|col| mean_of_pixel(row, col as usize, side as usize)));
            }
            progress.at(f64::from(first) / f64::from(projection.rows))?;
        }
        Ok(means)
    }
}

/// `row`: as many rows of rays as a pixel is high.
fn mean_of_pixel(row: &[f32], col: usize, side: usize) -> f32 {
    let one_row = row.len() / side;
    let rays = (0..side).flat_map(|r| &row[r * one_row + col * side..][..side]);
    // Without a gap one ray is NaN, and so is the mean.
    (rays.map(|gap| f64::from(*gap)).sum::<f64>() / (side * side) as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::super::test_support::sample;
    use super::*;

    #[test]
    fn one_ray_a_pixel_is_the_map_and_more_are_its_mean() {
        let engine = BvhEngine::new(sample());
        let question = Question { resolution: 96, ..Question::default() };
        let shoot = |p: &Projection| engine.gap_field(&question, p, &Progress::default()).expect("not cancelled").field;
        let projection = engine.projection(&question, &Progress::default()).expect("not cancelled").expect("a grid");
        let single = engine.mean_gaps(&question, &projection, 1, &Progress::default()).expect("not cancelled");
        let same = |a: &[f32], b: &[f32]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5 || a.is_nan() && b.is_nan())
        };
        assert!(same(&single, &shoot(&projection).gap_mm));
        let means = engine.mean_gaps(&question, &projection, 2, &Progress::default()).expect("not cancelled");
        assert!(!same(&means, &single), "the twin");
        // A pixel's four rays, each shot as the centre of a grid of its own.
        let (col, row) =
            (0..means.len()).find(|i| !means[*i].is_nan()).map(|i| (i as u32 % 96, i as u32 / 96)).expect("a gap");
        let quarter = |c: f64, r: f64| {
            let origin = projection.world_from_map(f64::from(col) + c, f64::from(row) + r, 0.0);
            let one = Projection {
                origin,
                u_mm: projection.u_mm / 2.0,
                v_mm: projection.v_mm / 2.0,
                cols: 1,
                rows: 1,
                ..projection
            };
            shoot(&one).gap_mm[0]
        };
        let mean = (quarter(0.0, 0.0) + quarter(0.5, 0.0) + quarter(0.0, 0.5) + quarter(0.5, 0.5)) / 4.0;
        assert!((mean - means[(row * projection.cols + col) as usize]).abs() < 1e-5);
    }
}
