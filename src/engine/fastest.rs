//! Which way of executing the raster method is the fastest here: by measurement, not by what an adapter is called.
use super::{ENGINES, EngineError, Execution};
use crate::base::Progress;
use crate::field::Question;
use crate::gpu::Context;
use crate::jaw::JawPair;

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
        let counted = &mut times[WARM_UP..];
        counted.sort_by(f64::total_cmp);
        measured.push((execution, counted[FRAMES / 2]));
    }
    measured.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ok(measured)
}
