//! The hand-over from a raster engine to the exact one: what no pixel of the finished map shows is tested exactly
//! (ENGINES.md, "Between the pixels"). For an analysis at rest; live frames do without.
use super::analysis::Analysis;
use super::error::EngineError;
use super::pair_forms::PairForms;
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::field::{Counting, Question};
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

/// One pair's exact engine, made when it is first needed.
pub struct HandOver {
    forms: Arc<PairForms>,
    trees: Option<Arc<BvhEngine>>,
    /// How long that took, ms, for the next analysis to say.
    made_ms: Option<f64>,
}

impl HandOver {
    pub fn new(pair: &JawPair) -> Self {
        Self::of(PairForms::new(Arc::new(pair.clone())))
    }

    /// With what others have of the pair.
    pub fn of(forms: Arc<PairForms>) -> Self {
        Self { forms, trees: None, made_ms: None }
    }

    pub fn pair(&self) -> &JawPair {
        self.forms.pair()
    }

    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    pub fn trees(&mut self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled> {
        if let Some(trees) = &self.trees {
            return Ok(trees.clone());
        }
        let begun = Instant::now();
        let trees = self.forms.trees(progress)?;
        self.made_ms = Some(begun.elapsed().as_secs_f64() * 1e3);
        Ok(self.trees.insert(trees).clone())
    }

    /// Adds to an analysis what its map does not show. `seen` says of each triangle of the upper and of the lower jaw
    /// whether it holds a pixel's centre; `None` without a map. The times go to the passes, not to the frame's.
    ///
    /// The paper's rule of parity stays as it is, with what it gets wrong.
    ///
    /// # Errors
    /// Those of `seen`, and cancelling.
    pub fn complete(
        &mut self,
        (question, progress): (&Question, &Progress),
        analysis: &mut Analysis,
        seen: impl FnOnce() -> Result<Option<[Vec<bool>; 2]>, EngineError>,
    ) -> Result<(), EngineError> {
        let Some(field) = analysis.field.as_ref().filter(|_| question.counting == Counting::Winding) else {
            return Ok(());
        };
        let milliseconds = |begun: Instant| begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        let Some(seen) = seen()? else { return Ok(()) };
        let passes = &mut analysis.timing.passes;
        passes.insert("seen triangles".into(), milliseconds(begun));
        let trees = self.trees(progress)?;
        passes.extend(self.made_ms.take().map(|ms| ("search trees".into(), ms)));
        let begun = Instant::now();
        let found = trees.between_pixels(question, field, &seen, progress)?;
        passes.insert("between the pixels".into(), milliseconds(begun));
        analysis.metrics.take_in(found, question);
        Ok(())
    }
}
