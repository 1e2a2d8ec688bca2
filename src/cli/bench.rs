//! `occluscope bench`: the standard scenes at standard sizes, so that the project's figures can be measured anywhere.
mod args;
mod measure;
mod pair_contact;
mod pair_distance;
mod pairs;
mod record;
mod table;

use super::execution::{self};
use super::{Answer, outputs, progress::Reporter};
use crate::base::Progress;
use crate::base::files::NewFolder;
use crate::bench::SceneSpec;
use crate::engine::EngineEntry;
use crate::export::ply;
use crate::field::Question;
use crate::gpu::Context;
use anyhow::Context as _;
pub use args::BenchArgs;
use record::{BenchReport, SceneRecord};
use std::path::Path;
use std::time::Instant;

/// # Errors
/// Bad usage, a missing GPU, or a report that cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<Answer> {
    if args.pairs {
        return pairs::run(args);
    }
    execution::check(&args.engine, args.execution, &args.adapter)?;
    let specs = args.scenes()?;
    if let Some(folder) = &args.write {
        return write_scenes(&specs, folder);
    }
    let outputs = outputs::OutputArgs { json: args.json.clone(), ..outputs::OutputArgs::default() };
    outputs.check(std::iter::empty())?;
    let largest = specs.iter().map(|spec| spec.resolution).max().unwrap_or_default();
    let (entry, context) = execution::choose(&args.engine, args.execution, &args.adapter, largest)?;
    let reporter = Reporter::start("bench");
    let mut scenes = Vec::with_capacity(specs.len());
    for (i, spec) in specs.iter().enumerate() {
        reporter.progress.enter(spec.name, i as f64 / specs.len() as f64)?;
        scenes.push(measure_scene(spec, args, (entry, context.as_ref())).with_context(|| spec.name)?);
    }
    drop(reporter);
    let report = BenchReport::new(args, context.as_ref(), scenes);
    if let Some(path) = &args.json {
        outputs::write_json(&report, path)?;
    }
    if !outputs.uses_stdout() {
        outputs::print(&table::text(&report))?;
    }
    Ok(Answer::Done)
}

/// For whoever wants to measure something else on them.
fn write_scenes(specs: &[SceneSpec], folder: &Path) -> anyhow::Result<Answer> {
    let new_folder = NewFolder::make(folder)?;
    let reporter = Reporter::start("bench");
    for (i, spec) in specs.iter().enumerate() {
        reporter.progress.enter(spec.name, i as f64 / specs.len() as f64)?;
        let scene = spec.make(&Progress::default())?;
        let lower = ply::posed(&scene.pair.lower.mesh, &scene.upper_from_lower);
        for (body, mesh) in [("upper", &*scene.pair.upper.mesh), ("lower", &lower)] {
            outputs::stage_mesh(&folder.join(format!("{}-{body}.stl", spec.name)), mesh)?.commit()?;
        }
    }
    new_folder.keep();
    Ok(Answer::Done)
}

fn measure_scene(
    spec: &SceneSpec,
    args: &BenchArgs,
    (entry, context): (&EngineEntry, Option<&Context>),
) -> anyhow::Result<SceneRecord> {
    let begun = Instant::now();
    let scene = spec.make(&Progress::default())?;
    let make_ms = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    let mut engine = entry.open(context, &scene.pair)?;
    let open_ms = begun.elapsed().as_secs_f64() * 1e3;
    let question = Question {
        upper_from_lower: scene.upper_from_lower,
        direction: scene.direction,
        resolution: spec.resolution,
        ..Question::default()
    };
    let measured = measure::measure(engine.as_mut(), &question, args.asked())?;
    Ok(SceneRecord::new(spec, &scene, [make_ms, open_ms], measured))
}
