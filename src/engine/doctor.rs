//! `occluscope doctor`: every engine and execution on one adapter, held against the exact answers on scenes made by formula. A driver
//! that computes something else is found here, before anybody believes it.
mod exact_pairs;
mod scene;
#[cfg(test)]
mod tests;

use super::{ENGINES, EngineEntry, EngineError, Execution, label};
use crate::base::{Cancelled, Progress};
use crate::gpu::{Context, GpuError};
use scene::Examined;
use serde::{Deserialize, Serialize};

pub use exact_pairs::PairsFinding;
pub use scene::{MapFinding, PassesFinding, SceneFinding, Timestamps};

/// What was found of one engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineFinding {
    pub engine: &'static str,
    pub execution: Option<Execution>,
    /// It gave the exact answers; `None`: it does not run on this adapter.
    pub agrees: Option<bool>,
    /// Why there is no answer.
    pub why: Option<String>,
    pub scenes: Vec<SceneFinding>,
}

impl EngineFinding {
    fn new(entry: &EngineEntry) -> Self {
        Self { engine: entry.name, execution: entry.execution, agrees: Some(true), why: None, scenes: Vec::new() }
    }

    pub fn label(&self) -> String {
        label(self.engine, self.execution)
    }

    fn take(&mut self, found: Result<SceneFinding, EngineError>) -> Result<(), Cancelled> {
        match found {
            Ok(finding) => {
                self.agrees = self.agrees.map(|agrees| agrees && finding.agrees());
                self.scenes.push(finding);
            }
            Err(EngineError::Cancelled(cancelled)) => return Err(cancelled),
            Err(error) => {
                let is_left_out =
                    matches!(error, EngineError::Gpu(GpuError::TooSmall { .. }) | EngineError::NeedsGpu(_));
                self.agrees = if is_left_out { None } else { Some(false) };
                self.why.get_or_insert(error.to_string());
            }
        }
        Ok(())
    }
}

/// What is remembered of a look at the executions of the live engine on one adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkup {
    /// Of the program that looked.
    pub version: String,
    /// Those that did not give the exact answers.
    pub disagree: Vec<Execution>,
}

impl Checkup {
    fn of(findings: &[EngineFinding]) -> Self {
        let disagree = findings.iter().filter(|f| f.agrees == Some(false)).filter_map(|f| f.execution).collect();
        Self { version: env!("CARGO_PKG_VERSION").into(), disagree }
    }

    /// Whether another program has looked, which may find something else.
    pub fn is_outdated(&self) -> bool {
        self.version != env!("CARGO_PKG_VERSION")
    }
}

/// Every engine, in the order of [`ENGINES`].
///
/// # Errors
/// [`Cancelled`].
pub fn examine(context: Option<&Context>, progress: &Progress) -> Result<Vec<EngineFinding>, Cancelled> {
    examine_some(context, &ENGINES.iter().collect::<Vec<_>>(), progress)
}

/// The executions of the live engine, on a device of their own: what they do to it, they do not do to the window's.
///
/// # Errors
/// [`Cancelled`]; a device that cannot be had.
pub fn check_up(context: &Context, progress: &Progress) -> Result<Checkup, EngineError> {
    let own = context.another()?;
    let live: Vec<_> = ENGINES.iter().filter(|entry| entry.name == ENGINES[0].name).collect();
    Ok(Checkup::of(&examine_some(Some(&own), &live, progress)?))
}

fn examine_some(
    context: Option<&Context>,
    entries: &[&'static EngineEntry],
    progress: &Progress,
) -> Result<Vec<EngineFinding>, Cancelled> {
    let mut context = context.cloned();
    let mut findings: Vec<_> = entries.iter().map(|entry| EngineFinding::new(entry)).collect();
    let n = scene::SCENES.len();
    for (i, name) in scene::SCENES.into_iter().enumerate() {
        progress.enter(name, i as f64 / n as f64)?;
        let Some(mut examined) = Examined::make(name, progress)? else { continue };
        for (entry, finding) in entries.iter().zip(&mut findings).filter(|(_, finding)| finding.why.is_none()) {
            progress.check()?;
            finding.take(examined.by(entry, context.as_ref(), progress))?;
            // Whoever breaks the device breaks it for nobody else.
            if let Some(broken) = context.as_ref().filter(|context| context.check().is_err()) {
                context = broken.another().ok();
            }
        }
    }
    Ok(findings)
}
