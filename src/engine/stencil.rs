//! Engine `stencil`: the live one, on a GPU.
use super::analysis::{Analysis, Execution, Timing};
use super::between_pixels::HandOver;
use super::contract::{Engine, Opened, check};
use super::error::EngineError;
use crate::base::{Cancelled, Progress};
use crate::exact::BvhEngine;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question};
use crate::gpu::{ComputeEngine, Context, EngineOnGpu, FrameFigures, GpuExecution, JawPairGpu, StencilEngine};
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

/// The live engine on a GPU, by raster passes.
///
/// # Errors
/// [`EngineError::Gpu`] when the meshes do not fit the adapter.
pub fn open_stencil(context: &Context, pair: &JawPair) -> Opened {
    open(context, pair, StencilEngine::new(context), Execution::Raster)
}

/// The same by compute.
///
/// # Errors
/// As [`open_stencil`].
pub fn open_compute(context: &Context, pair: &JawPair) -> Opened {
    open(context, pair, ComputeEngine::new(context), Execution::Compute)
}

fn open<W: GpuExecution>(context: &Context, pair: &JawPair, engine: EngineOnGpu<W>, execution: Execution) -> Opened {
    Ok(Box::new(Stencil {
        execution,
        adapter: context.adapter_name.to_string(),
        pair: JawPairGpu::new(context, pair)?,
        engine,
        hand_over: HandOver::new(pair),
    }))
}

/// Engine `stencil` with its meshes.
struct Stencil<W: GpuExecution> {
    execution: Execution,
    adapter: String,
    pair: JawPairGpu,
    engine: EngineOnGpu<W>,
    hand_over: HandOver,
}

impl<W: GpuExecution> Stencil<W> {
    fn frame(&mut self, question: &Question) -> Result<(FrameFigures, f64), EngineError> {
        check(question)?;
        let begun = Instant::now();
        self.engine.run_frame(&self.pair, question)?;
        let figures = self.engine.wait_figures()?;
        Ok((figures, begun.elapsed().as_secs_f64() * 1e3))
    }
}

impl<W: GpuExecution> Engine for Stencil<W> {
    fn name(&self) -> &'static str {
        "stencil"
    }

    fn analyze_watched(&mut self, question: &Question, progress: &Progress) -> Result<Analysis, EngineError> {
        let (metrics, timing) = self.timed_figures(question)?;
        progress.check()?;
        let (engine, adapter) = (self.name(), self.adapter.clone());
        let mut analysis = Analysis {
            engine,
            execution: Some(self.execution),
            adapter,
            field: self.engine.read_maps()?,
            metrics,
            timing,
            multi_projection: None,
        };
        let seen = || Ok(self.engine.seen_triangles(&self.pair, question)?);
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
        progress.check()?;
        Ok(self.engine.run_tile(&self.pair, question, tile)?)
    }

    fn trees(&mut self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled> {
        self.hand_over.trees(progress)
    }

    fn timed_figures(&mut self, question: &Question) -> Result<(Metrics, Timing), EngineError> {
        let (figures, frame) = self.frame(question)?;
        let passes = figures.passes_ms.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect();
        Ok((figures.metrics, Timing { frame, passes }))
    }
}
