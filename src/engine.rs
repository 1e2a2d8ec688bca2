//! Floor 5: the engines behind one question. The same jaws, pose and settings in; the same plain [`Analysis`] out.
mod analysis;
mod between_pixels;
mod contact;
mod contact_tracker;
mod contract;
mod culled;
pub mod doctor;
mod error;
mod fastest;
pub mod functional_path;
mod gpu_scene;
mod grid;
mod live;
mod multi_projection;
mod native;
mod nearby_gaps;
mod nearest_by_gpu;
mod object_space;
mod pair_forms;
mod poses_nearby;
mod sensitivity;
mod solids;
mod stencil;
mod swept_contact;
mod tooth_guidance;
mod uncertainty;
pub mod vertical;
mod zlist;

pub use analysis::{Analysis, Execution, PROCESSOR, Timing};
pub use contact::{Contact, ContactQuestion, contact_by_closest, contact_by_maps, with_contact};
pub use contact_tracker::{ContactTracker, GPU_BEYOND_MM};
pub use contract::{Engine, Opened};
pub use culled::CulledPairs;
pub use error::EngineError;
pub use fastest::{ContactSearch, ContactTimes, measure_contact_search, measure_executions};
pub use gpu_scene::GpuScene;
pub use grid::map_grid;
pub use live::LiveEngine;
pub use multi_projection::{MultiProjection, Pace, TileFigures, map_projections, map_tiles, with_multi_projection};
pub use native::{open_native, open_native_shared};
pub use nearest_by_gpu::NearestByGpu;
pub use object_space::{open_bvh, open_bvh_gpu, open_octree};
pub use pair_forms::PairForms;
pub use poses_nearby::{PoseCovariance, Sure, UncertaintyQuestion, UncertaintySettings};
pub use sensitivity::{PairSensitivity, Run, Sensitivity, SettingsGrid, sensitivity};
pub use solids::analysis_of_solids;
pub use stencil::{open_compute, open_stencil};
pub use swept_contact::{
    PairSweep, PlaceSweep, StepContact, StepPlace, SweptContact, SweptQuestion, swept_contact, swept_contact_telling,
};
pub use tooth_guidance::{BiteStart, Guided, OPENINGS_DEG, ToothGuidance};
pub use uncertainty::{NearbyGaps, Spread, Uncertainty, uncertainty};
pub use zlist::{ZList, open_zlist};

use crate::gpu::Context;
use crate::jaw::JawPair;

/// How an engine is opened, by what it needs.
#[derive(Clone, Copy)]
pub enum Opener {
    Gpu(fn(&Context, &JawPair) -> Opened),
    Processor(fn(&JawPair) -> Opened),
}

/// An engine that the command line knows.
#[derive(Clone, Copy)]
pub struct EngineEntry {
    pub name: &'static str,
    /// `None`: no raster method.
    pub execution: Option<Execution>,
    pub opener: Opener,
}

/// Every engine, the live one first; one that is executed in several ways stands here as often.
pub const ENGINES: [EngineEntry; 7] = [
    EngineEntry::new("stencil", Some(Execution::Raster), Opener::Gpu(open_stencil)),
    EngineEntry::new("stencil", Some(Execution::Native), Opener::Processor(open_native)),
    EngineEntry::new("stencil", Some(Execution::Compute), Opener::Gpu(open_compute)),
    EngineEntry::new("zlist", Some(Execution::Raster), Opener::Gpu(open_zlist)),
    EngineEntry::new("bvh", None, Opener::Processor(open_bvh)),
    EngineEntry::new("octree", None, Opener::Processor(open_octree)),
    EngineEntry::new("bvh-gpu", None, Opener::Gpu(open_bvh_gpu)),
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
    const fn new(name: &'static str, execution: Option<Execution>, opener: Opener) -> Self {
        Self { name, execution, opener }
    }

    pub fn needs_gpu(&self) -> bool {
        matches!(self.opener, Opener::Gpu(_))
    }

    /// Name for people.
    pub fn label(&self) -> String {
        label(self.name, self.execution)
    }

    /// Opens the engine on a pair; `context` may be left out of one that needs no GPU.
    ///
    /// # Errors
    /// [`EngineError::NeedsGpu`], or a pair that does not suit the engine.
    pub fn open(&self, context: Option<&Context>, pair: &JawPair) -> Opened {
        match (self.opener, context) {
            (Opener::Gpu(_), None) => Err(EngineError::NeedsGpu(self.name)),
            (Opener::Gpu(open), Some(context)) => {
                context.check_analysis()?;
                open(context, pair)
            }
            (Opener::Processor(open), _) => open(pair),
        }
    }
}
