//! What `occluscope bench` is asked.
use super::measure::SeriesLength;
use crate::bench::{Family, SceneSpec, Size, catalogue};
use crate::cli::execution::{self, ExecutionArg};
use anyhow::bail;
use std::path::PathBuf;
use std::time::Duration;

/// A series where the user does not say.
const STANDARD: SeriesLength = SeriesLength { warm_up: 2, frames: 15, may_end: Some((Duration::from_secs(2), 3)) };
const QUICK: SeriesLength = SeriesLength { warm_up: 1, frames: 5, may_end: Some((Duration::from_millis(400), 2)) };

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
    /// Measure pairs of triangles that meet instead of frames: engine bvh-gpu, with and without its front, and bvh
    #[arg(long, conflicts_with_all = ["engine", "execution"])]
    pub pairs: bool,
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
    pub fn size(&self) -> Size {
        match (self.smallest, self.quick) {
            (true, _) => Size::Smallest,
            (_, true) => Size::Quick,
            _ => Size::Standard,
        }
    }

    pub fn asked(&self) -> SeriesLength {
        let asked = if self.quick { QUICK } else { STANDARD };
        match self.frames {
            Some(frames) => SeriesLength { frames, may_end: None, ..asked },
            None => asked,
        }
    }

    /// Steps of each scene of `--pairs`.
    pub fn steps(&self) -> usize {
        self.frames.map_or(if self.quick || self.smallest { 24 } else { 80 }, |n| n as usize)
    }

    /// The scenes that are asked for.
    pub fn scenes(&self) -> anyhow::Result<Vec<SceneSpec>> {
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
