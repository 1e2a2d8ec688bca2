//! Floor 5: the engines behind one question. The same jaws, pose and settings in; the same plain [`Analysis`] out.
mod between_pixels;
mod contact;
mod culled;
mod fastest;
mod grid;
mod live;
mod native;
mod object_space;
mod pair_forms;
mod pair_shapes;
mod patched;
mod stencil;
mod sureness;
mod zlist;

pub use contact::{Contact, ContactQuestion, contact_by_closest, contact_by_maps, with_contact};
pub use culled::CulledPairs;
pub use fastest::measure_executions;
pub use grid::map_grid;
pub use live::LiveEngine;
pub use native::{open_native, open_native_shared};
pub use object_space::{PROCESSOR, open_bvh, open_octree};
pub use pair_forms::PairForms;
pub use patched::{Pace, Patched, TileFigures, map_tiles, patched, with_patches};
pub use stencil::{open_compute, open_stencil};
pub use sureness::{Spread, Sure, Sureness, SurenessQuestion, SurenessSettings, sureness};
pub use zlist::{ZList, open_zlist};

use crate::base::{Cancelled, Progress, Rigid};
use crate::exact::BvhEngine;
use crate::field::patches::Tile;
use crate::field::{GapField, Metrics, Penetration, Question};
use crate::gpu::{Context, GpuError};
use crate::jaw::JawPair;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an engine answers: maps, figures, times.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub engine: &'static str,
    /// `None`: no raster method.
    pub execution: Option<Execution>,
    pub adapter: String,
    /// `None` when the broad phase found that nothing can be within the range.
    pub field: Option<GapField>,
    pub metrics: Metrics,
    pub timing: Timing,
    /// `None`: one projection alone was analysed.
    pub patched: Option<Patched>,
}

/// Wall times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Timing {
    /// From the pose to the figures on the CPU.
    pub frame: f64,
    /// Of each pass: GPU time where the adapter has timestamps, wall time of an engine on the processor.
    pub passes: BTreeMap<String, f64>,
}

/// Why an engine gave no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Gpu(#[from] GpuError),
    #[error("{0}")]
    BadQuestion(String),
    #[error("a jaw has no triangles with an area")]
    NoSurface,
    #[error("the engine \"{0}\" is not built yet")]
    NotBuilt(&'static str),
    #[error("the engine \"{0}\" needs a GPU")]
    NeedsGpu(&'static str),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// An engine that holds a prepared pair of jaws and answers questions about it.
pub trait Engine: Send {
    fn name(&self) -> &'static str;

    /// Figures and maps of one pose at rest, and what no pixel shows ([`Metrics::between_pixels`]), which the verdict
    /// counts.
    ///
    /// # Errors
    /// When the GPU is lost or the question cannot be asked of it.
    fn analyze(&mut self, question: &Question) -> Result<Analysis, EngineError>;

    /// Map and figures of one tile, whatever its direction.
    ///
    /// # Errors
    /// As [`Engine::analyze`]; [`EngineError::Cancelled`] when it is no longer wanted: within milliseconds from engines
    /// on the processor, before the tile from those on a GPU.
    fn map_tile(
        &mut self,
        question: &Question,
        tile: &Tile,
        progress: &Progress,
    ) -> Result<(GapField, Metrics), EngineError>;

    /// Figures alone, as a live frame needs them: nothing else is read back, and what no pixel shows is not looked for.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    fn figures(&mut self, question: &Question) -> Result<Metrics, EngineError> {
        Ok(self.timed_figures(question)?.0)
    }

    /// The same with its times, those of the passes as far as the engine knows them.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    fn timed_figures(&mut self, question: &Question) -> Result<(Metrics, Timing), EngineError>;

    /// The search trees of the same pair; made now, unless they are there.
    ///
    /// # Errors
    /// [`Cancelled`] when they are no longer wanted.
    fn trees(&mut self, progress: &Progress) -> Result<Arc<BvhEngine>, Cancelled>;

    /// Depth and shared volume without pixels; `None` from engines that only see maps. No part of a frame.
    ///
    /// # Errors
    /// [`EngineError::Cancelled`] when it is no longer wanted.
    fn penetration(&self, _pose: &Rigid, _progress: &Progress) -> Result<Option<Penetration>, EngineError> {
        Ok(None)
    }
}

/// An engine that holds a pair, or why there is none.
pub type Opened = Result<Box<dyn Engine>, EngineError>;

/// How an engine is opened, by what it needs.
#[derive(Clone, Copy)]
pub enum Opener {
    Gpu(fn(&Context, &JawPair) -> Opened),
    Processor(fn(&JawPair) -> Opened),
}

/// How the raster method is executed: one meaning, several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Execution {
    /// By raster hardware, or a driver that stands in for it.
    Raster,
    /// By compute shaders on the GPU: no raster hardware.
    Compute,
    /// By the processor's own threads: no driver needed.
    Native,
}

/// An engine that the command line knows.
#[derive(Clone, Copy)]
pub struct EngineEntry {
    pub name: &'static str,
    /// `None`: no raster method.
    pub execution: Option<Execution>,
    /// `None`: not built yet.
    pub opener: Option<Opener>,
}

/// Every engine, the live one first; one that is executed in several ways stands here as often.
pub const ENGINES: [EngineEntry; 7] = [
    EngineEntry::new("stencil", Some(Execution::Raster), Some(Opener::Gpu(open_stencil))),
    EngineEntry::new("stencil", Some(Execution::Native), Some(Opener::Processor(open_native))),
    EngineEntry::new("stencil", Some(Execution::Compute), Some(Opener::Gpu(open_compute))),
    EngineEntry::new("zlist", Some(Execution::Raster), Some(Opener::Gpu(open_zlist))),
    EngineEntry::new("bvh", None, Some(Opener::Processor(open_bvh))),
    EngineEntry::new("octree", None, Some(Opener::Processor(open_octree))),
    EngineEntry::new("bvh-gpu", None, None),
];

/// The engines' names, each once.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = ENGINES.iter().map(|entry| entry.name).collect();
    names.dedup();
    names
}

/// An engine by its name, executed in the first way that it is.
pub fn find(name: &str) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// An engine by its name and the way that it is executed.
pub fn find_executed(name: &str, execution: Execution) -> Option<&'static EngineEntry> {
    ENGINES.iter().find(|entry| entry.name == name && entry.execution == Some(execution))
}

/// An engine's name for people, with the execution where it is not the usual one.
pub fn label(name: &str, execution: Option<Execution>) -> String {
    match execution {
        Some(Execution::Compute) => format!("{name} (compute)"),
        Some(Execution::Native) => format!("{name} (native)"),
        Some(Execution::Raster) | None => name.to_owned(),
    }
}

impl EngineEntry {
    const fn new(name: &'static str, execution: Option<Execution>, opener: Option<Opener>) -> Self {
        Self { name, execution, opener }
    }

    pub fn needs_gpu(&self) -> bool {
        matches!(self.opener, Some(Opener::Gpu(_)))
    }

    /// Name for people.
    pub fn label(&self) -> String {
        label(self.name, self.execution)
    }

    /// Opens the engine on a pair; `context` may be left out of one that needs no GPU.
    ///
    /// # Errors
    /// [`EngineError::NotBuilt`], [`EngineError::NeedsGpu`], or a pair that does not suit the engine.
    pub fn open(&self, context: Option<&Context>, pair: &JawPair) -> Opened {
        match (self.opener, context) {
            (None, _) => Err(EngineError::NotBuilt(self.name)),
            (Some(Opener::Gpu(_)), None) => Err(EngineError::NeedsGpu(self.name)),
            (Some(Opener::Gpu(open)), Some(context)) => open(context, pair),
            (Some(Opener::Processor(open)), _) => open(pair),
        }
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
