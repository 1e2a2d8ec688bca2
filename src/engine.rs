//! Floor 5: the engines behind one question. The same jaws, pose and settings in; the same plain [`Analysis`] out.
use crate::field::{GapField, Metrics, Question};
use crate::gpu::{Context, GpuError};
use crate::jaw::JawPair;
use std::collections::BTreeMap;

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
    [("stencil", true), ("zlist", false), ("bvh", false), ("octree", false), ("bvh-gpu", false)];

/// The live engine on a GPU.
///
/// # Errors
/// [`EngineError::Gpu`] when the meshes do not fit the adapter.
pub fn open_stencil(context: &Context, pair: &JawPair) -> Result<Box<dyn Engine>, EngineError> {
    let _ = (context, pair);
    Err(EngineError::BadQuestion("the stencil engine is not here yet".into()))
}
