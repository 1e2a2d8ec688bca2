//! Floor 5: the engines behind one question. The same jaws, pose and settings in; the same plain [`Analysis`] out.
mod culled;
mod zlist;

pub use culled::CulledPairs;
pub use zlist::ZList;

use crate::field::{GapField, Metrics, Question};
use crate::gpu::{Context, FrameFigures, GpuError, JawPairGpu, StencilEngine};
use crate::jaw::JawPair;
use std::collections::BTreeMap;
use std::time::Instant;

/// What an engine answers: maps, figures, times.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub engine: &'static str,
    pub adapter: String,
    /// `None` when the broad phase found that nothing can be within the range.
    pub field: Option<GapField>,
    pub metrics: Metrics,
    pub timing: Timing,
}

/// Wall times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Timing {
    /// From the pose to the figures on the CPU.
    pub frame: f64,
    /// GPU time of each pass where the adapter has timestamps.
    pub passes: BTreeMap<String, f64>,
}

/// Why an engine gave no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error("{0}")]
    BadQuestion(String),
}

/// An engine that holds a prepared pair of jaws and answers questions about it.
pub trait Engine {
    fn name(&self) -> &'static str;

    /// Figures and maps of one pose.
    ///
    /// # Errors
    /// When the GPU is lost or the question cannot be asked of it.
    fn analyze(&mut self, question: &Question) -> Result<Analysis, EngineError>;

    /// Figures alone, as a live frame needs them: nothing else is read back.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    fn figures(&mut self, question: &Question) -> Result<Metrics, EngineError>;
}

/// The names that the command line knows, and whether each is built.
pub const ENGINES: [(&str, bool); 5] =
    [("stencil", true), ("zlist", true), ("bvh", false), ("octree", false), ("bvh-gpu", false)];

/// The live engine on a GPU.
///
/// # Errors
/// [`EngineError::Gpu`] when the meshes do not fit the adapter.
pub fn open_stencil(context: &Context, pair: &JawPair) -> Result<Box<dyn Engine>, EngineError> {
    let pair = JawPairGpu::new(context, pair)?;
    Ok(Box::new(Stencil { adapter: context.adapter_name.to_string(), pair, engine: StencilEngine::new(context) }))
}

/// The engine of per-pixel lists on a GPU.
///
/// # Errors
/// As [`open_stencil`].
pub fn open_zlist(context: &Context, pair: &JawPair) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(ZList::open(context, pair)?))
}

/// Engine `stencil` with its meshes.
struct Stencil {
    adapter: String,
    pair: JawPairGpu,
    engine: StencilEngine,
}

impl Stencil {
    fn frame(&mut self, question: &Question) -> Result<(FrameFigures, f64), EngineError> {
        check(question)?;
        let begun = Instant::now();
        self.engine.run_frame(&self.pair, question)?;
        let figures = self.engine.wait_figures()?;
        Ok((figures, begun.elapsed().as_secs_f64() * 1e3))
    }
}

impl Engine for Stencil {
    fn name(&self) -> &'static str {
        "stencil"
    }

    fn analyze(&mut self, question: &Question) -> Result<Analysis, EngineError> {
        let (figures, frame) = self.frame(question)?;
        let passes = figures.passes_ms.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect();
        Ok(Analysis {
            engine: self.name(),
            adapter: self.adapter.clone(),
            field: self.engine.read_maps()?,
            metrics: figures.metrics,
            timing: Timing { frame, passes },
        })
    }

    fn figures(&mut self, question: &Question) -> Result<Metrics, EngineError> {
        Ok(self.frame(question)?.0.metrics)
    }
}

/// What no engine can be asked.
fn check(question: &Question) -> Result<(), EngineError> {
    let bad = |text: String| Err(EngineError::BadQuestion(text));
    let thresholds = &question.thresholds_mm;
    if thresholds.is_empty() || thresholds.len() > Question::MAX_THRESHOLDS {
        return bad(format!("1 to {} thresholds can be asked for, not {}", Question::MAX_THRESHOLDS, thresholds.len()));
    }
    if !thresholds.iter().all(|t| t.is_finite() && *t >= 0.0) || !thresholds.is_sorted() {
        return bad("the thresholds must be finite, not negative, and ascending".into());
    }
    if !(question.range_mm.is_finite() && question.range_mm > 0.0) {
        return bad(format!("the range must be a length above 0 mm, not {}", question.range_mm));
    }
    if question.resolution < 8 {
        return bad(format!("the resolution must be at least 8 pixels, not {}", question.resolution));
    }
    if question.direction.is_some_and(|d| !d.is_normalized()) {
        return bad("the projection direction must be a unit vector".into());
    }
    Ok(())
}
