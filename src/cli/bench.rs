//! `occluscope bench`: the standard scenes at standard sizes, so that the project's figures can be measured anywhere.
mod measure;
mod record;
mod table;

use super::execution::{self, ExecutionArg};
use super::{Answer, outputs, progress::Reporter};
use crate::base::Progress;
use crate::base::files::NewFolder;
use crate::bench::{Family, SceneSpec, Size, catalogue};
use crate::engine::EngineEntry;
use crate::export::ply;
use crate::field::Question;
use crate::gpu::Context;
use anyhow::{Context as _, bail};
use measure::Asked;
use record::{Report, SceneRecord};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A series where the user does not say.
const STANDARD: Asked = Asked { warm_up: 2, frames: 15, may_end: Some((Duration::from_secs(2), 3)) };
const QUICK: Asked = Asked { warm_up: 1, frames: 5, may_end: Some((Duration::from_millis(400), 2)) };

#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// One scene, or the family whose name it begins with: paper, teeth, polygons, pixels, jaws [default: all]
    #[arg(long, value_name = "NAME")]
    pub scene: Option<String>,
    /// Engine to be measured
    #[arg(long, value_name = "NAME", default_value = "stencil",
          value_parser = execution::engine_names())]
    pub engine: String,
    /// How the raster method is executed
    #[arg(long, value_enum, default_value_t)]
    pub execution: ExecutionArg,
    /// Frames of each series, after warm-up [default: 15, fewer (3 at least) where they take more than 2 s]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: Option<u32>,
    /// Fewer scenes and frames: about half a minute
    #[arg(long)]
    pub quick: bool,
    /// Sizes that say nothing about speed, for tests
    #[arg(long, hide = true, conflicts_with = "quick")]
    pub smallest: bool,
    /// GPU adapter: auto, cpu (a software driver) or part of a name; engines on the processor need none
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub adapter: String,
    /// Measure nothing and write the scenes' bodies, the lower one in its pose: NAME-upper.stl and NAME-lower.stl in a new folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "json")]
    pub write: Option<PathBuf>,
    /// Figures as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
}

impl BenchArgs {
    fn size(&self) -> Size {
        match (self.smallest, self.quick) {
            (true, _) => Size::Smallest,
            (_, true) => Size::Quick,
            _ => Size::Standard,
        }
    }

    fn asked(&self) -> Asked {
        let asked = if self.quick { QUICK } else { STANDARD };
        match self.frames {
            Some(frames) => Asked { frames, may_end: None, ..asked },
            None => asked,
        }
    }

    /// The scenes that are asked for.
    fn scenes(&self) -> anyhow::Result<Vec<SceneSpec>> {
        let all = catalogue(self.size());
        let Some(name) = &self.scene else { return Ok(all) };
        let wanted = |spec: &&SceneSpec| spec.name == name || spec.family.name() == name;
        let specs: Vec<_> = all.iter().filter(wanted).copied().collect();
        if specs.is_empty() {
            let families = Family::ALL.map(Family::name).join(", ");
            let names: Vec<_> = all.iter().map(|spec| spec.name).collect();
            bail!("--scene {name}: there is no such scene; families: {families}; scenes: {}", names.join(", "));
        }
        Ok(specs)
    }
}

/// # Errors
/// Bad usage, a missing GPU, or a report that cannot be written.
pub fn run(args: &BenchArgs) -> anyhow::Result<Answer> {
    execution::check(&args.engine, args.execution, &args.adapter)?;
    let specs = args.scenes()?;
    if let Some(folder) = &args.write {
        return write_scenes(&specs, folder);
    }
    let outputs = outputs::OutputArgs { json: args.json.clone(), ..outputs::OutputArgs::default() };
    outputs.check(std::iter::empty())?;
    let (entry, context) = execution::choose(&args.engine, args.execution, &args.adapter)?;
    let reporter = Reporter::start("bench");
    let mut scenes = Vec::with_capacity(specs.len());
    for (i, spec) in specs.iter().enumerate() {
        reporter.progress.enter(spec.name, i as f64 / specs.len() as f64)?;
        scenes.push(measure_scene(spec, args, (entry, context.as_ref())).with_context(|| spec.name)?);
    }
    drop(reporter);
    let report = Report::new(args, context.as_ref(), scenes);
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
