//! Timing of one scene: warm-up, frames, medians.
use crate::engine::{Engine, EngineError, Timing};
use crate::export::json::FrameSeries;
use crate::field::{Metrics, Question};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long a series is.
#[derive(Clone, Copy, Debug)]
pub struct SeriesLength {
    /// Frames before it that do not count.
    pub warm_up: u32,
    pub frames: u32,
    /// The series may end earlier: after this time, if it has at least so many frames.
    pub may_end: Option<(Duration, u32)>,
}

/// Frames of one kind, milliseconds of wall time from the pose to the figures on the CPU.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    pub frames: FrameSeries,
    /// The fastest frame: what the machine can do while other work disturbs the median.
    pub fastest: f64,
    /// Median of each pass; empty where neither adapter nor engine tells.
    pub passes: BTreeMap<String, f64>,
    /// The passes summed up as the paper divides its frame; `null` without passes.
    pub phases: Option<Phases>,
}

/// A frame divided as in the paper's table 1, ms. The parts that the paper's frame does not have come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Phases {
    /// A's last surface, and B's faces counted against it.
    pub first_rendering: f64,
    /// Classification of the pixels after the first rendering.
    pub first_examination: f64,
    /// A's first surface and number of faces, and B's faces counted again, where pixels are left.
    pub second_rendering: f64,
    /// Order of the layers, where pixels are left.
    pub layer_order: f64,
    /// The map of the distance (the paper's fig. 6), with the surfaces that it alone needs.
    pub distance_map: f64,
    /// Reduction to figures.
    pub figures: f64,
    /// What no pass accounts for: planning and culling, encoding, waiting, reading back.
    pub rest: f64,
}

/// What was measured of one scene.
pub struct Measured {
    /// The lower body moves, as in a drag: what was drawn of the upper one stands.
    pub live: Series,
    /// Everything is drawn anew, as in the paper's frame.
    pub anew: Series,
    pub metrics: Metrics,
}

/// # Errors
/// When the engine fails.
pub fn measure(engine: &mut dyn Engine, question: &Question, asked: SeriesLength) -> Result<Measured, EngineError> {
    let (live, metrics) = series(engine, &question.to_and_fro(), asked)?;
    // A map of another size makes every surface stand no longer. One pixel less changes nothing else.
    let mut questions = question.to_and_fro();
    questions[0].resolution -= 1;
    let (anew, _) = series(engine, &questions, asked)?;
    Ok(Measured { live, anew, metrics })
}

/// Asks both questions in turn; the figures returned are the second one's.
fn series(
    engine: &mut dyn Engine,
    questions: &[Question; 2],
    asked: SeriesLength,
) -> Result<(Series, Metrics), EngineError> {
    let mut metrics = engine.figures(&questions[0])?;
    for frame in 1..asked.warm_up {
        metrics = engine.figures(&questions[frame as usize % 2])?;
    }
    let (begun, mut timings) = (Instant::now(), Vec::new());
    for frame in 0..asked.frames {
        if asked.may_end.is_some_and(|(after, fewest)| frame >= fewest && begun.elapsed() > after) {
            break;
        }
        let (figures, timing) = engine.timed_figures(&questions[frame as usize % 2])?;
        timings.push(timing);
        if frame % 2 == 1 {
            metrics = figures;
        }
    }
    Ok((summed_up(&timings), metrics))
}

fn summed_up(timings: &[Timing]) -> Series {
    let all = |times_ms: Vec<f64>| FrameSeries::of(times_ms).expect("a series has at least one frame");
    let fastest = timings.iter().map(|t| t.frame).fold(f64::INFINITY, f64::min);
    let frames = all(timings.iter().map(|t| t.frame).collect());
    let mut times_of: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (name, ms) in timings.iter().flat_map(|t| &t.passes) {
        times_of.entry(name).or_default().push(*ms);
    }
    let passes: BTreeMap<String, f64> =
        times_of.into_iter().map(|(name, times)| (name.to_owned(), all(times).median)).collect();
    let phases = (!passes.is_empty()).then(|| Phases::of(&passes, frames.median));
    Series { frames, fastest, passes, phases }
}

impl Phases {
    fn of(passes: &BTreeMap<String, f64>, frame_ms: f64) -> Self {
        let mut phases = Self::default();
        // The roles are swapped where the lower body is A: then its last surface is drawn.
        let swapped = passes.contains_key("lower last");
        let mut known = 0.0;
        for (name, ms) in passes {
            let phase = match (name.as_str(), swapped) {
                ("upper last", false) | ("lower last", true) | ("count, first pass", _) => &mut phases.first_rendering,
                ("classify", _) => &mut phases.first_examination,
                ("upper first", false) | ("lower first", true) | ("own counts" | "count, second pass", _) => {
                    &mut phases.second_rendering
                }
                ("reduce", _) => &mut phases.figures,
                (name, _) if name.contains("order") || name == "layers, select" => &mut phases.layer_order,
                (name, _) if is_of_map(name) => &mut phases.distance_map,
                _ => continue,
            };
            *phase += ms;
            known += ms;
        }
        phases.rest = (frame_ms - known).max(0.0);
        phases
    }
}

fn is_of_map(pass: &str) -> bool {
    ["upper", "lower", "gap map", "layers"].iter().any(|start| pass.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(of: &[(&str, f64)]) -> BTreeMap<String, f64> {
        of.iter().map(|(name, ms)| ((*name).to_owned(), *ms)).collect()
    }

    #[test]
    fn every_pass_has_its_phase_and_the_phases_add_up() {
        let live = passes(&[
            ("upper last", 1.0),
            ("upper before last", 2.0),
            ("upper first", 4.0),
            ("lower first", 8.0),
            ("own counts", 16.0),
            ("count, first pass", 32.0),
            ("classify", 64.0),
            ("count, second pass", 128.0),
            ("gap map", 256.0),
            ("layers, resolve", 512.0),
            ("reduce", 1024.0),
            ("layer order", 2048.0),
            ("something new", 4096.0),
        ]);
        let phases = Phases::of(&live, 10_000.0);
        let expected = Phases {
            first_rendering: 33.0,
            first_examination: 64.0,
            second_rendering: 148.0,
            layer_order: 2048.0,
            distance_map: 778.0,
            figures: 1024.0,
            rest: 10_000.0 - 4095.0,
        };
        assert_eq!(phases, expected);
        let swapped = Phases::of(&passes(&[("lower last", 1.0), ("lower first", 2.0), ("upper last", 4.0)]), 8.0);
        assert_eq!((swapped.first_rendering, swapped.second_rendering, swapped.distance_map), (1.0, 2.0, 4.0));
        assert_eq!(swapped.rest, 1.0);
    }

    #[test]
    fn medians_are_of_frames_and_of_each_pass() {
        let timing = |frame, reduce| Timing { frame, passes: passes(&[("reduce", reduce)]) };
        let series = summed_up(&[timing(5.0, 1.0), timing(9.0, 3.0), timing(7.0, 2.0)]);
        assert_eq!((series.frames.count, series.frames.median, series.frames.max), (3, 7.0, 9.0));
        assert_eq!((series.fastest, series.passes["reduce"]), (5.0, 2.0));
        let silent = summed_up(&[Timing { frame: 1.0, passes: BTreeMap::new() }]);
        assert!(silent.phases.is_none());
    }
}
