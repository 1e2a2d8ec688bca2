//! The live figures as the panels show them.
use crate::app::stats::times::Stages;
use crate::field::{Metrics, Projection};
use std::time::{Duration, Instant};

/// After so long without a change the live projection is chosen anew.
pub const REST: Duration = Duration::from_millis(150);

/// The map that is shown.
#[derive(Clone, Copy, Debug)]
pub struct MapShown {
    pub frame: u64,
    pub projection: Projection,
}

#[derive(Clone, Debug, Default)]
pub struct FiguresShown {
    pub metrics: Option<Metrics>,
    /// They belong to an earlier pose than the picture.
    pub stale: bool,
    pub passes_ms: Stages,
    /// When the pose last changed; only once the figures, the map and a projection of the pose's own are there, and nothing is under
    /// way on the GPU.
    pub settled: Option<Instant>,
}

impl FiguresShown {
    /// The figures once everything about their pose is there, and since when that is as it is.
    pub fn settled(&self) -> Option<(&Metrics, Instant)> {
        Some((self.metrics.as_ref()?, self.settled?))
    }
}
