//! Which way of executing the raster method is the fastest here, and who finds what is nearest while contact is followed: by
//! measurement, not by what an adapter is called.
use super::nearest_by_gpu::NearestByGpu;
use super::{ContactQuestion, ContactTracker, ENGINES, EngineError, Execution};
use crate::base::Progress;
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::gpu::Context;
use crate::jaw::JawPair;
use std::time::Instant;

/// Frames that only warm up, and frames that count.
const WARM_UP: usize = 2;
const FRAMES: usize = 5;

/// The median time of a live frame by each execution, ms, the fastest first.
///
/// # Errors
/// When an engine fails, or [`EngineError::Cancelled`].
pub fn measure_executions(
    context: &Context,
    pair: &JawPair,
    question: &Question,
    progress: &Progress,
) -> Result<Vec<(Execution, f64)>, EngineError> {
    let mut measured = Vec::new();
    for entry in ENGINES.iter().filter(|entry| entry.name == "stencil") {
        let Some(execution) = entry.execution else { continue };
        progress.check()?;
        let mut engine = entry.open(Some(context), pair)?;
        let questions = question.to_and_fro();
        let mut times = Vec::new();
        for frame in 0..WARM_UP + FRAMES {
            progress.check()?;
            times.push(engine.timed_figures(&questions[frame % 2])?.1.frame);
        }
        measured.push((execution, median(&mut times[WARM_UP..])));
    }
    measured.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ok(measured)
}

/// Who finds what is nearest to vertices while contact is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactSearch {
    /// The search trees, on all threads.
    #[default]
    Processor,
    /// The walk of engine `bvh-gpu` ([`NearestByGpu`]).
    Gpu,
}

/// Median times of a frame of contact, ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactTimes {
    pub processor_ms: f64,
    pub gpu_ms: f64,
    /// Of the latter, from asking the GPU to its answer: what is left the processor does.
    pub of_gpu_ms: f64,
}

/// What a GPU must take less than the processor, as a share: less is chance.
const WORTH_IT: f64 = 0.9;

impl ContactTimes {
    /// The GPU only where it is clearly faster.
    pub fn fastest(&self) -> ContactSearch {
        if self.gpu_ms < WORTH_IT * self.processor_ms { ContactSearch::Gpu } else { ContactSearch::Processor }
    }
}

/// Times the contact of a jaw that moves to and fro, by the processor alone and with the GPU, frame by frame in turn.
///
/// # Errors
/// [`EngineError::Gpu`], or [`EngineError::Cancelled`].
pub fn measure_contact_search(
    context: &Context,
    exact: &BvhEngine,
    (question, asked): (&Question, &ContactQuestion),
    progress: &Progress,
) -> Result<ContactTimes, EngineError> {
    progress.check()?;
    let gpu = NearestByGpu::new(context, exact)?;
    let mut trackers = [ContactTracker::default(), ContactTracker::with_gpu(gpu)];
    let (mut times_ms, mut asked_ms) = ([Vec::new(), Vec::new()], Vec::new());
    let questions = question.to_and_fro();
    for frame in 0..WARM_UP + FRAMES {
        for (tracker, times_ms) in trackers.iter_mut().zip(&mut times_ms) {
            let begun = Instant::now();
            tracker.contact(exact, (&questions[frame % 2], asked), progress)?;
            times_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        }
        asked_ms.push(trackers[1].asked_gpu().as_secs_f64() * 1e3);
    }
    if trackers[1].adapter().is_none() {
        return Err(crate::gpu::GpuError::Lost("while contact was measured".into()).into());
    }
    let [processor_ms, gpu_ms] = times_ms.map(|mut times| median(&mut times[WARM_UP..]));
    Ok(ContactTimes { processor_ms, gpu_ms, of_gpu_ms: median(&mut asked_ms[WARM_UP..]) })
}

fn median(times_ms: &mut [f64]) -> f64 {
    times_ms.sort_by(f64::total_cmp);
    times_ms[times_ms.len() / 2]
}
