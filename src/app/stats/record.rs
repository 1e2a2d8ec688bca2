//! Frame times, pass times and the latency from a hand's motion to the picture that shows it.
use super::controls::Controls;
use super::exact::{ExactStats, Tally};
use super::frame_log::{FrameLog, FrameRecord};
use super::layers::{LayerStats, LayerTally};
use super::live_contact::{LiveContactStats, LiveContactTally};
use super::texts::Texts;
use super::times::{Stages, Summary, Times};
use crate::app::stage::surface::SurfaceTally;
use crate::base::Rigid;
use crate::gpu::FrameFigures;
use std::collections::BTreeMap;

/// Times of frames during a drag, of the jaw or of the view.
#[derive(Debug, Default)]
pub struct DragTimes {
    pub frame: Times,
    pub latency: Times,
    /// All stages of a frame together but the analysis.
    pub painting: Times,
    /// `layout` (egui, wishes), `analysis` (until the pictures begin: with a GPU's passes only their encoding), `jaws` and
    /// `map` (the two pictures), `window` (egui painted); and `rest`, what a frame took besides: presenting, waiting.
    pub stages: BTreeMap<&'static str, Times>,
}

#[derive(serde::Serialize)]
struct DragRecord<'a> {
    frame_ms: Summary,
    latency_ms: Summary,
    painting_ms: Summary,
    stages_ms: BTreeMap<&'a str, Summary>,
}

impl DragTimes {
    fn record(&self) -> DragRecord<'_> {
        DragRecord {
            frame_ms: self.frame.summary(),
            latency_ms: self.latency.summary(),
            painting_ms: self.painting.summary(),
            stages_ms: self.stages.iter().map(|(name, t)| (*name, t.summary())).collect(),
        }
    }

    /// `stages_ms` begins with the whole frame.
    pub fn push(&mut self, stages_ms: &Stages, latency_ms: Option<f64>) {
        let Some(((_, frame_ms), stages)) = stages_ms.split_first() else { return };
        self.frame.push(*frame_ms);
        self.painting.push(stages.iter().filter(|s| !NOT_PAINTING.contains(&s.0)).map(|s| s.1).sum());
        latency_ms.into_iter().for_each(|ms| self.latency.push(ms));
        for (name, ms) in stages {
            self.stages.entry(name).or_default().push(*ms);
        }
    }
}

pub const ANALYSIS: &str = "analysis";
pub const REST: &str = "rest";
/// Stages that paint nothing.
const NOT_PAINTING: [&str; 2] = [ANALYSIS, REST];

/// Everything that `--stats` writes.
#[derive(Debug, Default)]
pub struct Stats {
    /// Begin of a frame to the GPU's end of it, for every frame presented while a case is shown.
    pub frame: Times,
    /// The same for frames in which the pose was analysed anew.
    pub analysed_frame: Times,
    /// Arrival of the first mouse or key event that a frame shows to the GPU's end of that frame, while the pose or
    /// the view changed.
    pub latency: Times,
    /// A pose to its figures on the CPU.
    pub figures: Times,
    pub passes: BTreeMap<&'static str, Times>,
    /// Frames that a hand was holding something in.
    pub drag: DragTimes,
    pub n_frames: u64,
    pub n_analysed: u64,
    /// The exact jobs.
    pub exact: Tally,
    /// The contact while the jaw moved.
    pub live_contact: LiveContactTally,
    /// Pixels whose layers were read.
    pub layers: LayerTally,
    /// What every live frame said.
    pub log: FrameLog,
    /// Of all frames in which nothing fades, with `--watch-texts`.
    pub texts: Texts,
    /// Of all frames, with `--watch-texts`.
    pub controls: Controls,
}

#[derive(serde::Serialize)]
struct StatsRecord<'a> {
    schema: &'static str,
    version: &'static str,
    adapter: &'a str,
    frames: u64,
    analysed_frames: u64,
    frame_ms: Summary,
    analysed_frame_ms: Summary,
    latency_ms: Summary,
    figures_ms: Summary,
    passes_ms: BTreeMap<&'a str, Summary>,
    drag: DragRecord<'a>,
    upper_from_lower: [[f64; 4]; 4],
    view: serde_json::Value,
    verdict: Option<crate::field::Verdict>,
    exact: &'a ExactStats,
    live_contact: LiveContactStats<'a>,
    layers: LayerStats<'a>,
    threshold_mm: Option<f64>,
    case: &'a str,
    opening_ms: crate::session::LoadTimes,
    resident_mb: Option<ResidentMb>,
    message: Option<&'a str>,
    said: Option<&'a str>,
    gpu_losses: u64,
    surface: SurfaceTally,
    not_used: Option<&'a str>,
    teeth: [Vec<String>; 2],
    texts: &'a Texts,
    controls: &'a Controls,
    live_frames: &'a FrameLog,
}

/// Memory of the program that is in use, MB of 2^20 bytes: at the end, and the most there was.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct ResidentMb {
    pub now: u64,
    pub peak: u64,
}

/// `None` where the system does not say it as Linux does.
pub fn resident_mb() -> Option<ResidentMb> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mb = |name: &str| {
        let line = status.lines().find_map(|l| l.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
    };
    Some(ResidentMb { now: mb("VmRSS:")?, peak: mb("VmHWM:")? })
}

/// What else belongs into the file, besides the times.
pub struct Ending<'a> {
    pub adapter: &'a str,
    pub pose: Rigid,
    pub view: serde_json::Value,
    pub verdict: Option<crate::field::Verdict>,
    pub exact: ExactStats,
    pub threshold_mm: Option<f64>,
    pub case: &'a str,
    pub opening_ms: crate::session::LoadTimes,
    pub resident_mb: Option<ResidentMb>,
    /// The last error, and the last sentence of any kind.
    pub message: Option<&'a str>,
    pub said: Option<&'a str>,
    /// How often the GPU was lost.
    pub gpu_losses: u64,
    /// Of the device that there is.
    pub surface: SurfaceTally,
    /// Executions that do not give the exact answers here, as the window says it.
    pub not_used: Option<&'a str>,
    /// Names of the teeth of the upper and the lower jaw, along the arch from the patient's right.
    pub teeth: [Vec<String>; 2],
}

impl Stats {
    /// Figures of a live frame.
    pub fn hear(&mut self, figures: &FrameFigures) {
        self.figures.push(figures.latency_ms);
        for (name, ms) in &figures.passes_ms {
            self.passes.entry(name).or_default().push(*ms);
        }
        self.log.push(FrameRecord::of(figures));
    }

    /// The whole file.
    ///
    /// # Errors
    /// Never for these numbers, all of which are finite.
    pub fn to_json(&self, ending: &Ending<'_>) -> serde_json::Result<Vec<u8>> {
        let record = StatsRecord {
            schema: "occluscope/window-stats/1",
            version: env!("CARGO_PKG_VERSION"),
            adapter: ending.adapter,
            frames: self.n_frames,
            analysed_frames: self.n_analysed,
            frame_ms: self.frame.summary(),
            analysed_frame_ms: self.analysed_frame.summary(),
            latency_ms: self.latency.summary(),
            figures_ms: self.figures.summary(),
            passes_ms: self.passes.iter().map(|(name, t)| (*name, t.summary())).collect(),
            drag: self.drag.record(),
            upper_from_lower: ending.pose.to_rows(),
            view: ending.view.clone(),
            verdict: ending.verdict,
            exact: &ending.exact,
            live_contact: self.live_contact.record(),
            layers: self.layers.record(),
            threshold_mm: ending.threshold_mm,
            case: ending.case,
            opening_ms: ending.opening_ms,
            resident_mb: ending.resident_mb,
            message: ending.message,
            said: ending.said,
            gpu_losses: ending.gpu_losses,
            surface: ending.surface,
            not_used: ending.not_used,
            teeth: ending.teeth.clone(),
            texts: &self.texts,
            controls: &self.controls,
            live_frames: &self.log,
        };
        let mut bytes = serde_json::to_vec_pretty(&record)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_the_pose_and_the_times() {
        let mut stats = Stats::default();
        stats.hear(&FrameFigures {
            frame: 1,
            upper_from_lower: Rigid::IDENTITY,
            metrics: crate::field::Metrics::apart(&crate::field::Question::default()),
            zone_direction: None,
            latency_ms: 2.5,
            passes_ms: vec![("classify", 1.5)],
        });
        stats.exact.take(&crate::session::ExactEvent::Cancelled(crate::session::JobKind::Figures));
        let ending = Ending {
            adapter: "a",
            pose: Rigid::from_translation(glam::DVec3::new(1.0, 2.0, 3.0)),
            view: serde_json::Value::Null,
            verdict: None,
            exact: stats.exact.record(None),
            threshold_mm: Some(0.1),
            case: "sample",
            opening_ms: Default::default(),
            resident_mb: resident_mb(),
            message: None,
            said: None,
            gpu_losses: 2,
            surface: SurfaceTally { lost: 3, outdated: 0 },
            not_used: None,
            teeth: Default::default(),
        };
        let value: serde_json::Value = serde_json::from_slice(&stats.to_json(&ending).unwrap()).unwrap();
        assert_eq!(value["upper_from_lower"][1][3], 2.0);
        assert_eq!(value["gpu_losses"], 2);
        assert_eq!(value["surface"]["lost"], 3);
        assert_eq!(value["passes_ms"]["classify"]["median"], 1.5);
        assert_eq!(value["figures_ms"]["max"], 2.5);
        assert_eq!(value["live_frames"]["frames"].as_array().map(Vec::len), Some(1));
        assert_eq!(value["frame_ms"]["count"], 0);
        assert!(value["latency_ms"]["p95"].is_null());
        assert_eq!((value["exact"]["count"].as_u64(), value["exact"]["cancelled"].as_u64()), (Some(0), Some(1)));
        assert_eq!(value["exact"]["state"], "waiting");
    }
}
