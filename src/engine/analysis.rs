//! What every engine answers.
use super::multi_projection::MultiProjection;
use crate::field::{GapField, Metrics};
use std::collections::BTreeMap;

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
    pub multi_projection: Option<MultiProjection>,
}

/// Wall times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Timing {
    /// From the pose to the figures on the CPU.
    pub frame: f64,
    /// Of each pass: GPU time where the adapter has timestamps, wall time of an engine on the processor.
    pub passes: BTreeMap<String, f64>,
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

/// What stands in an adapter's place where none is used.
pub const PROCESSOR: &str = "none (processor)";
