//! Pixels whose layers were read.
use super::times::{Summary, Times};
use crate::app::state::layers::class_text;
use crate::field::LayerReading;

/// Pixels read in a session.
#[derive(Debug, Default)]
pub struct LayerTally {
    took: Times,
    last: Option<LastReading>,
}

/// Field `layers` of `--stats`.
#[derive(Debug, serde::Serialize)]
pub struct LayerStats<'a> {
    count: usize,
    /// From the question to the answer.
    ms: Summary,
    last: Option<&'a LastReading>,
}

#[derive(Debug, serde::Serialize)]
struct LastReading {
    pixel: [u32; 2],
    sequence: String,
    n_layers: u32,
    confirmed: bool,
    class: &'static str,
    solved_by: String,
    /// From the first layer.
    depths_mm: Vec<f32>,
    /// Lengths of the stretches inside both jaws.
    inside_both_mm: Vec<f32>,
}

impl LayerTally {
    /// An answer, and how long it took if it was still wanted.
    pub fn take(&mut self, reading: &LayerReading, took_ms: Option<f64>) {
        let Some(ms) = took_ms else { return };
        self.took.push(ms);
        let sequence = &reading.sequence;
        self.last = Some(LastReading {
            pixel: reading.pixel,
            sequence: sequence.to_string(),
            n_layers: sequence.n_layers,
            confirmed: sequence.confirmed,
            class: class_text(reading.class),
            solved_by: format!("{:?}", reading.solved_by),
            depths_mm: (0..sequence.layers.len()).map(|i| sequence.depth_mm(i)).collect(),
            inside_both_mm: sequence.overlaps().iter().filter_map(|s| sequence.length_mm(s)).collect(),
        });
    }

    pub fn record(&self) -> LayerStats<'_> {
        let ms = self.took.summary();
        LayerStats { count: ms.count, ms, last: self.last.as_ref() }
    }
}
