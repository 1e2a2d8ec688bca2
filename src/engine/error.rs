//! Why an engine gives no answer.
use crate::base::Cancelled;
use crate::gpu::GpuError;

/// Why an engine gave no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error("{0}")]
    BadQuestion(String),
    #[error("a jaw has no triangles with an area")]
    NoSurface,
    #[error("the engine \"{0}\" needs a GPU")]
    NeedsGpu(&'static str),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
