//! `--time N`: wall time from a new pose to its figures on the CPU.
use crate::base::Progress;
use crate::engine::Engine;
use crate::export::json::{FrameSeries, TimingRecord};
use crate::field::Question;
use std::time::Instant;

const WARM_UP_FRAMES: u32 = 3;

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
    let poses = question.to_and_fro();
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
