//! All that the exact engine says of one pose, for people: the same figures as a live frame's, on the same pixel grid,
//! and what only object space knows.
use super::engine::BvhEngine;
use crate::base::{Cancelled, Progress};
use crate::field::{GapField, Metrics, Projection, Question};

/// A pose, the settings of its analysis, and the pixel grid whose rays answer. Equal questions have equal answers.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactQuestion {
    pub question: Question,
    /// `None` where the jaws are apart by more than the range: there is no map then, and the answer has no projection.
    pub projection: Option<Projection>,
}

impl BvhEngine {
    /// The figures of a pose with the pairs of triangles and the smallest distance.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted, within milliseconds.
    pub fn answer(&self, asked: &ExactQuestion, progress: &Progress) -> Result<Metrics, Cancelled> {
        Ok(self.answer_with_map(asked, progress)?.0)
    }

    /// The same with the map that they come from, where there is one.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn answer_with_map(
        &self,
        asked: &ExactQuestion,
        progress: &Progress,
    ) -> Result<(Metrics, Option<GapField>), Cancelled> {
        match &asked.projection {
            Some(projection) => {
                let found = self.analyze(&asked.question, projection, progress)?;
                Ok((found.metrics, Some(found.field)))
            }
            None => {
                let pairs = self.intersecting_pairs(&asked.question.upper_from_lower);
                Ok((self.metrics(&asked.question, None, &pairs, progress)?, None))
            }
        }
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
        let progress = Progress::default();
        let deep = engine.answer(&at(0.3), &progress).expect("not cancelled");
        assert_eq!((deep.verdict, deep.clearance_mm), (Verdict::Interfering, Some(0.0)));
        assert!(deep.triangle_pairs > Some(0) && deep.projection == at(0.3).projection);
        let open = engine.answer(&at(-1.5), &progress).expect("not cancelled");
        assert_eq!((open.verdict, open.triangle_pairs), (Verdict::Apart, Some(0)));
        // The surfaces meet at 0, and a motion of 1.5 mm brings them no further apart than that.
        assert!(open.clearance_mm.is_some_and(|d| d > 0.0 && d <= 1.5), "{:?}", open.clearance_mm);
        // Without a projection the distance is left, and it is the same.
        let apart = engine.answer(&ExactQuestion { projection: None, ..at(-1.5) }, &progress).expect("not cancelled");
        assert_eq!((apart.projection, apart.clearance_mm), (None, open.clearance_mm));
        progress.cancel();
        assert_eq!(engine.answer(&at(0.3), &progress), Err(Cancelled));
        assert!(BvhEngine::build(sample(), &progress).is_err(), "nor are trees built that nobody wants");
    }
}
