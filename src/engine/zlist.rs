//! Engine `zlist` with its meshes: alone, or as the culling stage before the exact triangle test.
use super::analysis::{Analysis, Execution, Timing};
use super::between_pixels::HandOver;
use super::contract::{Engine, check};
use super::culled::{CulledPairs, ExactStage};
use super::error::EngineError;
use crate::base::{Cancelled, Progress, Warning};
use crate::exact::BvhEngine;
use crate::field::multi_projection::Tile;
use crate::field::{GapField, Metrics, Question};
use crate::gpu::{Context, FrameFigures, JawPairGpu, ZListEngine};
use crate::jaw::JawPair;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The engine of per-pixel lists on a GPU.
///
/// # Errors
/// [`EngineError::Gpu`] when the meshes do not fit the adapter.
pub fn open_zlist(context: &Context, pair: &JawPair) -> Result<Box<dyn Engine>, EngineError> {
    Ok(Box::new(ZList::open(context, pair)?))
}

/// Engine `zlist`: per-pixel lists of all faces (Shinya and Forgue 1991; ENGINES.md, "Engine zlist").
pub struct ZList {
    adapter: String,
    pair: JawPairGpu,
    engine: ZListEngine,
    hand_over: HandOver,
    /// Made when triangles that meet are first asked for.
    exact: Option<ExactStage>,
}

impl ZList {
    /// # Errors
    /// [`EngineError::Gpu`] when the meshes do not fit the adapter.
    pub fn open(context: &Context, pair: &JawPair) -> Result<Self, EngineError> {
        Self::with(context, pair, ZListEngine::new(context))
    }

    /// With other bounds on its memory: entries of all lists of one round, and pairs of faces that are gathered at once.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn with_room_for(
        context: &Context,
        pair: &JawPair,
        most_entries: u32,
        most_pairs: u32,
    ) -> Result<Self, EngineError> {
        Self::with(context, pair, ZListEngine::with_room_for(context, most_entries, most_pairs))
    }

    fn with(context: &Context, pair: &JawPair, engine: ZListEngine) -> Result<Self, EngineError> {
        Ok(Self {
            adapter: context.adapter_name.to_string(),
            hand_over: HandOver::new(pair),
            pair: JawPairGpu::new(context, pair)?,
            engine,
            exact: None,
        })
    }

    /// The faces of the last answer that bound, in some pixel, what is inside both solids: upper and lower triangles,
    /// ascending, each once. Faces that no pixel centre hits are not among them.
    ///
    /// # Errors
    /// When the GPU is lost.
    pub fn interfering_faces(&mut self) -> Result<[Vec<u32>; 2], EngineError> {
        Ok(self.engine.interfering_faces()?)
    }

    /// Pairs of faces that may cross within a pixel of a pixel's centre: what the exact test begins with.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn offered_pairs(&mut self, question: &Question) -> Result<Vec<[u32; 2]>, EngineError> {
        Ok(self.offered(question)?.0)
    }

    /// The triangles that meet, each pair decided exactly, looked for only where the lists offer faces that may cross:
    /// the paper's culling stage. A curve of intersection is found whole or, where no offered pair lies on it, not at
    /// all.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn meeting_pairs(&mut self, question: &Question) -> Result<CulledPairs, EngineError> {
        let (offered, warnings) = self.offered(question)?;
        let JawPair { upper, lower, .. } = self.hand_over.pair();
        let exact = self.exact.get_or_insert_with(|| ExactStage::new(&upper.mesh, &lower.mesh));
        Ok(CulledPairs { warnings, ..exact.meeting_pairs(&offered, &question.upper_from_lower) })
    }

    fn offered(&mut self, question: &Question) -> Result<(Vec<[u32; 2]>, Vec<Warning>), EngineError> {
        check(question)?;
        let (figures, pairs) = self.engine.run_with_pairs(&self.pair, question)?;
        Ok((pairs, figures.metrics.warnings))
    }

    /// Bytes of the lists on the GPU.
    pub fn list_bytes(&self) -> u64 {
        self.engine.list_bytes()
    }

    fn frame(&mut self, question: &Question) -> Result<(FrameFigures, f64), EngineError> {
        check(question)?;
        let begun = Instant::now();
        let figures = self.engine.run(&self.pair, question)?;
        Ok((figures, begun.elapsed().as_secs_f64() * 1e3))
    }
}

impl Engine for ZList {
    fn name(&self) -> &'static str {
        "zlist"
    }

    fn analyze_watched(&mut self, question: &Question, progress: &Progress) -> Result<Analysis, EngineError> {
        let (figures, frame) = self.frame(question)?;
        progress.check()?;
        let mut passes = BTreeMap::new();
        for (name, ms) in figures.passes_ms {
            // The same pass of several rounds.
            *passes.entry(name.to_owned()).or_default() += ms;
        }
        let mut analysis = Analysis {
            execution: Some(Execution::Raster),
            engine: self.name(),
            adapter: self.adapter.clone(),
            field: self.engine.read_maps()?,
            metrics: figures.metrics,
            timing: Timing { frame, passes },
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
        Ok((figures.metrics, Timing { frame, ..Timing::default() }))
    }
}
