//! How an engine is executed: as it was asked for, or whichever suits the machine.
use super::args;
use crate::engine::{self, EngineEntry, Execution};
use crate::gpu::{AdapterChoice, ComputeEngine, Context, GpuError};
use anyhow::{Context as _, bail};
use clap::ValueEnum;

/// What can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExecutionArg {
    /// By compute on a real GPU, else by the processor's threads, which give the same figures; by raster passes on a software driver that is named.
    #[default]
    Auto,
    Raster,
    Compute,
    Native,
}

impl ExecutionArg {
    /// The one that was asked for.
    pub fn forced(self) -> Option<Execution> {
        match self {
            Self::Auto => None,
            Self::Raster => Some(Execution::Raster),
            Self::Compute => Some(Execution::Compute),
            Self::Native => Some(Execution::Native),
        }
    }
}

impl From<Execution> for ExecutionArg {
    fn from(execution: Execution) -> Self {
        match execution {
            Execution::Raster => Self::Raster,
            Execution::Compute => Self::Compute,
            Execution::Native => Self::Native,
        }
    }
}

/// What `--engine` takes.
pub fn engine_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(engine::names())
}

/// # Errors
/// When what was asked for does not go together.
pub fn check(name: &str, asked: ExecutionArg, adapter: &str) -> anyhow::Result<()> {
    let entry = engine::find(name).with_context(|| format!("there is no engine \"{name}\""))?;
    let native = engine::find_executed(name, Execution::Native);
    let no_adapter = args::adapter_choice(adapter).is_none();
    match asked {
        ExecutionArg::Compute
            if entry.execution.is_some() && engine::find_executed(name, Execution::Compute).is_none() =>
        {
            bail!(
                "the engine \"{name}\" runs by raster passes only; --execution compute is there with --engine stencil"
            )
        }
        ExecutionArg::Native if entry.needs_gpu() && native.is_none() => {
            bail!("the engine \"{name}\" runs on a GPU only; --execution native is there with --engine stencil")
        }
        ExecutionArg::Raster | ExecutionArg::Compute if entry.needs_gpu() && no_adapter => {
            let word = if asked == ExecutionArg::Raster { "raster" } else { "compute" };
            bail!("--execution {word} needs an adapter; leave out --adapter none")
        }
        ExecutionArg::Auto if entry.needs_gpu() && native.is_none() && no_adapter => {
            bail!("the engine \"{name}\" needs an adapter; --engine stencil or bvh needs none")
        }
        _ => Ok(()),
    }
}

/// What suits an adapter that nobody has asked to be used otherwise. Compute was three to seven times as fast as raster passes on the real GPU
/// that was tried, and gives the digits of the processor's threads on any adapter, so they do what is too large for it. Software drivers have
/// nothing to compute with but these threads.
fn suited(is_software: bool, resolution: u32, largest_by_compute: u32) -> Execution {
    match (is_software, resolution > largest_by_compute) {
        (true, _) => Execution::Raster,
        (false, false) => Execution::Compute,
        (false, true) => Execution::Native,
    }
}

/// An engine, and what it runs on where that is a GPU.
pub type Chosen = (&'static EngineEntry, Option<Context>);

/// The engine and what it runs on. Where nobody named an adapter, a software driver is passed over for the processor's own
/// threads, which do the same faster.
///
/// # Errors
/// As [`check`], and when there is no such GPU.
pub fn choose(name: &str, asked: ExecutionArg, adapter: &str, resolution: u32) -> anyhow::Result<Chosen> {
    check(name, asked, adapter)?;
    let entry = engine::find(name).with_context(|| format!("there is no engine \"{name}\""))?;
    if !entry.needs_gpu() {
        return Ok((entry, None));
    }
    if let Some(forced @ (Execution::Raster | Execution::Compute)) = asked.forced() {
        let entry = engine::find_executed(name, forced).unwrap_or(entry);
        let choice =
            args::adapter_choice(adapter).with_context(|| format!("the engine \"{name}\" needs an adapter"))?;
        return Ok((entry, Some(Context::headless(&choice)?)));
    }
    let native = engine::find_executed(name, Execution::Native);
    let (choice, native) = match (args::adapter_choice(adapter), native) {
        (None, Some(native)) => return Ok((native, None)),
        (Some(_), Some(native)) if asked == ExecutionArg::Native => return Ok((native, None)),
        (choice, native) => (choice.with_context(|| format!("the engine \"{name}\" needs an adapter"))?, native),
    };
    match (Context::headless(&choice), native.filter(|_| choice == AdapterChoice::Auto)) {
        (Ok(context), Some(native)) if context.is_software || context.check_analysis().is_err() => Ok((native, None)),
        (Err(GpuError::NoAdapter { .. }), Some(native)) => Ok((native, None)),
        (context, _) => {
            let context = context?;
            let suited = suited(context.is_software, resolution, ComputeEngine::largest_map(&context));
            let entry = engine::find_executed(name, suited).unwrap_or(entry);
            Ok((entry, Some(context).filter(|_| entry.needs_gpu())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_gpu_computes_what_fits_and_a_software_driver_that_is_named_draws() {
        assert_eq!(suited(false, 2590, 2590), Execution::Compute);
        assert_eq!(suited(false, 2591, 2590), Execution::Native);
        assert_eq!(suited(true, 2591, 2590), Execution::Raster);
    }
}
