//! All that the exact engine says of one pose and one pixel grid.
use super::engine::BvhEngine;
use super::figures;
use super::gap_field::RayField;
use super::pairs::TrianglePair;
use super::segments::Curve;
use crate::base::words::say;
use crate::base::{Cancelled, Progress};
use crate::field::{GapField, Metrics, NearEdge, Projection, Question, Verdict};

/// What the exact engine answers.
#[derive(Clone, Debug)]
pub struct ExactAnalysis {
    pub metrics: Metrics,
    pub field: GapField,
    /// What rays pass within 1/256 pixel, row-major like the maps.
    pub near_edge: Vec<NearEdge>,
    /// Every pair of triangles that meet, sorted: upper, lower.
    pub pairs: Vec<TrianglePair>,
    /// Where the surfaces cut, world coordinates.
    pub curves: Vec<Curve>,
}

impl BvhEngine {
    /// Maps by rays, figures from them, pairs of triangles and curves, for one pose and one pixel grid.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn analyze(
        &self,
        question: &Question,
        projection: &Projection,
        progress: &Progress,
    ) -> Result<ExactAnalysis, Cancelled> {
        progress.enter(say!("stage-shooting-rays"), 0.0)?;
        let pairs = self.intersecting_pairs(&question.upper_from_lower);
        progress.check()?;
        let curves = self.curves(&pairs, &question.upper_from_lower);
        let rays = self.gap_field(question, projection, progress)?;
        let metrics = self.metrics(question, Some(&rays), &pairs, progress)?;
        Ok(ExactAnalysis { metrics, field: rays.field, near_edge: rays.near_edge, pairs, curves })
    }

    /// The figures of a pose: of its map (`None`: nothing is within the range), and of its pairs of triangles, from
    /// whatever engine they come.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn metrics(
        &self,
        question: &Question,
        rays: Option<&RayField>,
        pairs: &[TrianglePair],
        progress: &Progress,
    ) -> Result<Metrics, Cancelled> {
        let mut metrics = match rays {
            Some(rays) => self.map_figures(question, rays, progress)?,
            None => Metrics::apart(question),
        };
        progress.check()?;
        let meet = !pairs.is_empty() || metrics.verdict == Verdict::Interfering;
        metrics.triangle_pairs = Some(pairs.len() as u64);
        metrics.clearance_mm = if meet { Some(0.0) } else { self.distance_of_solids(&question.upper_from_lower) };
        if !pairs.is_empty() && metrics.verdict != Verdict::Interfering {
            match rays {
                Some(rays) => metrics.take_in(self.pairs_between_pixels(question, &rays.field, pairs), question),
                None => metrics.verdict = Verdict::Touching,
            }
        }
        Ok(metrics)
    }

    /// The figures of a map alone.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn map_figures(&self, question: &Question, rays: &RayField, progress: &Progress) -> Result<Metrics, Cancelled> {
        let (upper, lower) = self.meshes();
        figures::metrics(rays, upper, lower, question, progress)
    }
}
