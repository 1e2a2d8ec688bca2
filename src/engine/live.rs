//! The raster method as the window asks it: a frame is begun, its maps are painted, its figures follow; however it is executed.
use super::{Execution, PairForms};
use crate::field::{GapField, LayerReading, Question};
use crate::gpu::{ComputeEngine, Context, FrameFigures, FrameMaps, GpuError, JawPairGpu, StencilEngine, UploadedMaps};
use crate::native::{NativeEngine, NativePair};
use glam::DVec3;
use std::sync::Arc;
use std::time::Instant;

/// One pair of jaws and the engine that looks at them in every frame.
pub struct LiveEngine(LiveExecution);

enum LiveExecution {
    Raster(Box<(StencilEngine, JawPairGpu)>),
    Compute(Box<(ComputeEngine, JawPairGpu)>),
    Native(Box<OnThreads>),
}

struct OnThreads {
    engine: NativeEngine,
    pair: Arc<NativePair>,
    uploaded: UploadedMaps,
    frame: u64,
    /// Of the last frame, until they are fetched: they are there as soon as its maps are.
    figures: Option<FrameFigures>,
    layers: Option<LayerReading>,
}

impl LiveEngine {
    /// # Errors
    /// When a jaw has no surface, or does not fit the adapter.
    pub fn new(context: &Context, forms: &PairForms, execution: Execution) -> Result<Self, GpuError> {
        let pair = forms.pair();
        if execution != Execution::Native {
            context.check_analysis()?;
            forms.let_go();
        }
        Ok(Self(match execution {
            Execution::Raster => {
                LiveExecution::Raster(Box::new((StencilEngine::new(context), JawPairGpu::new(context, pair)?)))
            }
            Execution::Compute => {
                LiveExecution::Compute(Box::new((ComputeEngine::new(context), JawPairGpu::new(context, pair)?)))
            }
            Execution::Native => LiveExecution::Native(Box::new(OnThreads {
                engine: NativeEngine::default(),
                pair: forms.native().ok_or(GpuError::EmptyMesh)?,
                uploaded: UploadedMaps::new(context),
                frame: 0,
                figures: None,
                layers: None,
            })),
        }))
    }

    pub fn execution(&self) -> Execution {
        match self.0 {
            LiveExecution::Raster(_) => Execution::Raster,
            LiveExecution::Compute(_) => Execution::Compute,
            LiveExecution::Native(_) => Execution::Native,
        }
    }

    /// As [`crate::gpu::EngineOnGpu::run_frame`].
    ///
    /// # Errors
    /// When the GPU is lost or the map is too large for it.
    pub fn run_frame(&mut self, question: &Question) -> Result<Option<FrameMaps>, GpuError> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.run_frame(&raster.1, question),
            LiveExecution::Compute(compute) => compute.0.run_frame(&compute.1, question),
            LiveExecution::Native(native) => native.run_frame(question),
        }
    }

    /// The direction that a frame of this question chooses by itself; `None`: nothing is within the range. What is shown of the
    /// last frame may be overwritten: the next one must follow at once.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn own_direction(&mut self, question: &Question) -> Result<Option<DVec3>, GpuError> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.own_direction(&raster.1, question),
            LiveExecution::Compute(compute) => compute.0.own_direction(&compute.1, question),
            LiveExecution::Native(native) => Ok(native.engine.own_direction(&native.pair, question)),
        }
    }

    /// The newest figures that have arrived since the last call; never waits.
    pub fn poll_figures(&mut self) -> Option<FrameFigures> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.poll_figures(),
            LiveExecution::Compute(compute) => compute.0.poll_figures(),
            LiveExecution::Native(native) => native.figures.take(),
        }
    }

    /// Waits for the figures of the last frame.
    ///
    /// # Errors
    /// When no frame was run or the GPU is lost.
    pub fn wait_figures(&mut self) -> Result<FrameFigures, GpuError> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.wait_figures(),
            LiveExecution::Compute(compute) => compute.0.wait_figures(),
            LiveExecution::Native(native) => {
                native.figures.take().ok_or_else(|| GpuError::Lost("no frame's figures are awaited".into()))
            }
        }
    }

    /// The last frame's maps; `None` when it had none. Waits for a GPU.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn read_maps(&mut self) -> Result<Option<GapField>, GpuError> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.read_maps(),
            LiveExecution::Compute(compute) => compute.0.read_maps(),
            LiveExecution::Native(native) => Ok(native.engine.maps()),
        }
    }

    /// Asks for the layers over one pixel of the last frame without waiting; false when there is no such pixel.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn ask_layers(&mut self, pixel: [u32; 2]) -> Result<bool, GpuError> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.ask_layers(&raster.1, pixel),
            LiveExecution::Compute(compute) => compute.0.ask_layers(&compute.1, pixel),
            LiveExecution::Native(native) => {
                native.layers =
                    native.engine.read_layers(&native.pair, pixel).map(|r| LayerReading { frame: native.frame, ..r });
                Ok(native.layers.is_some())
            }
        }
    }

    pub fn waits_for_layers(&self) -> bool {
        match &self.0 {
            LiveExecution::Raster(raster) => raster.0.waits_for_layers(),
            LiveExecution::Compute(compute) => compute.0.waits_for_layers(),
            LiveExecution::Native(native) => native.layers.is_some(),
        }
    }

    /// The layers asked for last, once, when they are there; never waits.
    pub fn poll_layers(&mut self) -> Option<LayerReading> {
        match &mut self.0 {
            LiveExecution::Raster(raster) => raster.0.poll_layers(),
            LiveExecution::Compute(compute) => compute.0.poll_layers(),
            LiveExecution::Native(native) => native.layers.take(),
        }
    }
}

impl OnThreads {
    fn run_frame(&mut self, question: &Question) -> Result<Option<FrameMaps>, GpuError> {
        let begun = Instant::now();
        self.frame += 1;
        let found = self.engine.run_frame(&self.pair, question);
        self.figures = Some(FrameFigures {
            frame: self.frame,
            upper_from_lower: question.upper_from_lower,
            metrics: found.metrics,
            zone_direction: found.zone_direction,
            latency_ms: begun.elapsed().as_secs_f64() * 1e3,
            passes_ms: found.passes_ms,
        });
        found.projection.map(|p| self.uploaded.write(p, self.frame, self.engine.rows_of_maps())).transpose()
    }
}
