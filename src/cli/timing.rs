//! `--time N`: wall time from a new pose to its figures on the CPU.
use crate::base::{Progress, Rigid};
use crate::engine::Engine;
use crate::export::json::{FrameSeries, TimingRecord};
use crate::field::Question;
use glam::DVec3;
use std::time::Instant;

/// The lower jaw moves by this before each frame, so that nothing is served from the last one.
const STEP_MM: f64 = 0.001;
const WARM_UP_FRAMES: u32 = 3;

/// The question with the lower jaw a step aside, and as it is: asked in turn, each moves the jaw.
pub fn to_and_fro(question: &Question) -> [Question; 2] {
    let moved = |step: f64| Question {
        upper_from_lower: Rigid::from_translation(DVec3::Y * step) * question.upper_from_lower,
        ..question.clone()
    };
    [moved(STEP_MM), moved(0.0)]
}

/// Times `n` frames; the median becomes `timing_ms.frame`.
///
/// # Errors
/// When the engine fails.
pub fn time_frames(
    engine: &mut dyn Engine,
    question: &Question,
    n: u32,
    timing_ms: &mut TimingRecord,
    progress: &Progress,
) -> anyhow::Result<()> {
    let poses = to_and_fro(question);
    let mut times_ms = Vec::with_capacity(n as usize);
    for frame in 0..WARM_UP_FRAMES + n {
        let started = Instant::now();
        engine.figures(&poses[frame as usize % 2])?;
        if frame >= WARM_UP_FRAMES {
            times_ms.push(started.elapsed().as_secs_f64() * 1e3);
        }
        progress.at(f64::from(frame) / f64::from(WARM_UP_FRAMES + n))?;
    }
    timing_ms.frames = FrameSeries::of(times_ms);
    if let Some(frames) = &timing_ms.frames {
        timing_ms.frame = frames.median;
    }
    Ok(())
}
