//! All that the exact engine says of one pose, for people: the same figures as a live frame's, on the same pixel grid,
//! and what only object space knows.
use super::distance::SmallestDistance;
use super::engine::BvhEngine;
use crate::base::{Cancelled, Progress};
use crate::field::{Metrics, Projection, Question};

/// A pose, the settings of its analysis, and the pixel grid whose rays answer. Equal questions have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactQuestion {
    pub question: Question,
    /// `None` where the jaws are apart by more than the range: there is no map then.
    pub projection: Option<Projection>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFigures {
    /// `None` without a projection.
    pub metrics: Option<Metrics>,
    /// Pairs of triangles that have a point in common.
    pub n_triangle_pairs: usize,
    /// Smallest distance of the surfaces, mm; 0 when they meet. `None` without triangles.
    pub smallest_distance_mm: Option<f64>,
}

impl BvhEngine {
    /// `nearest` is kept from pose to pose: it makes the search for the smallest distance quicker.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn answer(
        &self,
        asked: &ExactQuestion,
        nearest: &mut Option<SmallestDistance>,
        progress: &Progress,
    ) -> Result<ExactFigures, Cancelled> {
        let pose = &asked.question.upper_from_lower;
        let analysis = asked.projection.map(|p| self.analyze(&asked.question, &p, progress)).transpose()?;
        let n_triangle_pairs = match &analysis {
            Some(analysis) => analysis.pairs.len(),
            None => self.intersecting_pairs(pose).len(),
        };
        progress.check()?;
        let smallest_distance_mm = if n_triangle_pairs > 0 {
            Some(0.0)
        } else {
            *nearest = self.smallest_distance(pose, nearest.as_ref());
            nearest.map(|n| n.distance_mm)
        };
        Ok(ExactFigures { metrics: analysis.map(|a| a.metrics), n_triangle_pairs, smallest_distance_mm })
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::sample;
    use super::*;
    use crate::base::Rigid;
    use crate::field::Verdict;

    #[test]
    fn an_answer_has_the_figures_the_pairs_and_the_distance() {
        let engine = BvhEngine::new(sample());
        let up = sample().frame.up;
        let at = |mm: f64| {
            let question = Question { upper_from_lower: Rigid::from_translation(up * mm), ..Question::default() };
            let projection = engine.projection_along(&question.upper_from_lower, -up, 96);
            ExactQuestion { question, projection }
        };
        let (progress, mut nearest) = (Progress::default(), None);
        let deep = engine.answer(&at(0.3), &mut nearest, &progress).expect("not cancelled");
        assert_eq!(deep.metrics.as_ref().map(|m| m.verdict), Some(Verdict::Interfering));
        assert!(deep.n_triangle_pairs > 0 && deep.smallest_distance_mm == Some(0.0) && nearest.is_none());
        let open = engine.answer(&at(-1.5), &mut nearest, &progress).expect("not cancelled");
        assert_eq!((open.metrics.map(|m| m.verdict), open.n_triangle_pairs), (Some(Verdict::Apart), 0));
        // The surfaces meet at 0, and a motion of 1.5 mm brings them no further apart than that.
        assert!(open.smallest_distance_mm.is_some_and(|d| d > 0.0 && d <= 1.5), "{:?}", open.smallest_distance_mm);
        // Without a projection only the distance is left, and with the hint of the last pose it is the same.
        let apart = engine.answer(&ExactQuestion { projection: None, ..at(-1.5) }, &mut nearest, &progress);
        let apart = apart.expect("not cancelled");
        assert_eq!((apart.metrics, apart.smallest_distance_mm), (None, open.smallest_distance_mm));
        progress.cancel();
        assert_eq!(engine.answer(&at(0.3), &mut nearest, &progress), Err(Cancelled));
        assert!(BvhEngine::build(sample(), &progress).is_err(), "nor are trees built that nobody wants");
    }
}
