//! Engine `stencil` on the processor's threads: no driver needed.
use super::analysis::{Analysis, Execution, PROCESSOR, Timing};
use super::between_pixels::HandOver;
use super::contract::{Engine, Opened, check};
use super::error::EngineError;
use super::pair_forms::PairForms;
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question};
use crate::jaw::JawPair;
use crate::native::{NativeEngine, NativeFrame, NativePair};
use std::sync::Arc;
use std::time::Instant;

/// The raster method on threads.
///
/// # Errors
/// [`EngineError::NoSurface`].
pub fn open_native(pair: &JawPair) -> Opened {
    open_native_shared(&PairForms::new(Arc::new(pair.clone())))
}

/// The same with what others have of the pair.
///
/// # Errors
/// [`EngineError::NoSurface`].
pub fn open_native_shared(forms: &Arc<PairForms>) -> Opened {
    let pair = forms.native().ok_or(EngineError::NoSurface)?;
    Ok(Box::new(Native { pair, engine: NativeEngine::default(), hand_over: HandOver::of(forms.clone()) }))
}

struct Native {
    pair: Arc<NativePair>,
    engine: NativeEngine,
    hand_over: HandOver,
}

impl Native {
    fn frame(&mut self, question: &Question, progress: &Progress) -> Result<(NativeFrame, Timing), EngineError> {
        check(question)?;
        let begun = Instant::now();
        let frame = self.engine.watched_frame(&self.pair, question, progress)?;
        let timing = Timing {
            frame: begun.elapsed().as_secs_f64() * 1e3,
            passes: frame.passes_ms.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect(),
        };
        Ok((frame, timing))
    }
}

impl Engine for Native {
    fn name(&self) -> &'static str {
        "stencil"
    }

    fn analyze_watched(&mut self, question: &Question, progress: &Progress) -> Result<Analysis, EngineError> {
        let (frame, timing) = self.frame(question, progress)?;
        let mut analysis = Analysis {
            engine: self.name(),
            execution: Some(Execution::Native),
            adapter: PROCESSOR.into(),
            field: self.engine.maps(),
            metrics: frame.metrics,
            timing,
            multi_projection: None,
        };
        let seen = || Ok(self.engine.seen_triangles(&self.pair, question));
        self.hand_over.complete((question, progress), &mut analysis, seen)?;
        Ok(analysis)
    }

    fn map_tile(
        &mut self,
        question: &Question,
        tile: &Tile,
        progress: &Progress,
    ) -> Result<(GapField, Metrics), EngineError> {
        check(question)?;
        Ok(self.engine.run_tile(&self.pair, question, tile, progress)?)
    }

    fn trees(&mut self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled> {
        self.hand_over.trees(progress)
    }

    fn timed_figures(&mut self, question: &Question) -> Result<(Metrics, Timing), EngineError> {
        let (frame, timing) = self.frame(question, &Progress::default())?;
        Ok((frame.metrics, timing))
    }
}
