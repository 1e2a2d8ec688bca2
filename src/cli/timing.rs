//! `--time N`: wall time from a new pose to its figures on the CPU.
use crate::base::{Cancelled, Progress};
use crate::engine::{Contact, ContactQuestion, ContactTracker, Engine, contact_by_closest};
use crate::export::json::{FrameSeries, TimingRecord};
use crate::field::Question;
use crate::field::contact::GapKind;
use crate::session::at_rest::PoseAnswer;
use std::hint::black_box;
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

/// Times contacts by closest gap of `n` frames and, of a tenth of them, at rest, each with its pairs of teeth; the trees are there.
///
/// # Errors
/// When the engine fails.
pub fn time_contacts(
    engine: &mut dyn Engine,
    answer: &PoseAnswer,
    n: u32,
    timing_ms: &mut TimingRecord,
    progress: &Progress,
) -> anyhow::Result<()> {
    let exact = engine.trees(progress)?;
    let asked = answer.asked.contact(GapKind::Closest, &answer.teeth.teeth);
    let in_motion = ContactQuestion { curve_mm: Vec::new(), ..asked.clone() };
    let poses = answer.asked.question.to_and_fro();
    let mut tracker = ContactTracker::default();
    let frame = |i: u32| tracker.contact(&exact, (&poses[i as usize % 2], &in_motion), progress);
    timing_ms.contact_frame = median_ms(answer, (WARM_UP_FRAMES, n), frame)?;
    let rest = |i: u32| contact_by_closest(&exact, (&poses[i as usize % 2], &asked), progress);
    timing_ms.contact_rest = median_ms(answer, (0, n.div_ceil(10)), rest)?;
    Ok(())
}

/// The median time of `n` contacts, after some that do not count, with what is told of the teeth.
fn median_ms(
    answer: &PoseAnswer,
    (n_before, n): (u32, u32),
    mut contact: impl FnMut(u32) -> Result<Contact, Cancelled>,
) -> anyhow::Result<Option<f64>> {
    let mut times_ms = Vec::with_capacity(n as usize);
    for i in 0..n_before + n {
        let started = Instant::now();
        let found = contact(i)?;
        for mm in found.sheet.zone_levels.mm() {
            black_box(found.by_tooth(*mm, &answer.teeth.teeth, &answer.frame));
        }
        if i >= n_before {
            times_ms.push(started.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(FrameSeries::of(times_ms).map(|times| times.median))
}
