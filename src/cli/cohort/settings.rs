//! What every row of a cohort is asked with: options of `analyze`, handed on as they are.
use super::manifest::Manifest;
use crate::cli::args::{
    DirectionChoice, ScopeArg, TeethArg, Thresholds, UncertaintyArgs, parse_direction, parse_positive, parse_thresholds,
};
use crate::cli::execution;
use crate::export::cohort::CaseColumns;
use crate::field::Question;
use anyhow::ensure;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, clap::Args)]
pub struct SettingsArgs {
    /// As of `analyze`: stencil, zlist, bvh, octree, bvh-gpu
    #[arg(long, value_name = "NAME", default_value = "stencil", value_parser = execution::engine_names())]
    pub engine: String,
    /// As of `analyze`; none is the processor's threads alone
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub adapter: String,
    /// Use and keep prepared scans on disk, which pays where many rows have the same scans
    #[arg(long)]
    pub cache: bool,
    /// Do not close open scans
    #[arg(long)]
    pub no_close: bool,
    /// Teeth from label files, from the arches' shape, or none; default: labels where they are, else the shape
    #[arg(long, value_name = "FROM", value_enum)]
    pub teeth: Option<TeethArg>,
    /// What is judged [default: teeth]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeArg>,
    /// Projection direction in upper coordinates [default: auto]
    #[arg(long, value_name = "auto|X,Y,Z", allow_hyphen_values = true, value_parser = parse_direction)]
    pub direction: Option<DirectionChoice>,
    /// Longer side of the map in pixels [default: 512]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(8..=65536))]
    pub resolution: Option<u32>,
    /// Largest gap of interest in mm [default: 2.0]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = parse_positive)]
    pub range_mm: Option<f64>,
    /// Contact thresholds in mm, each with columns of its own [default: 0.008,0.012,0.02,0.04,0.05,0.1,0.149,0.2]
    #[arg(long, value_name = "T[,T...]", allow_hyphen_values = true, value_parser = parse_thresholds)]
    pub threshold_mm: Option<Thresholds>,
    /// Threshold that bounds the contacts, in mm [default: 0.1]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = parse_positive)]
    pub zone_threshold_mm: Option<f64>,
    #[command(flatten)]
    pub uncertainty: UncertaintyArgs,
}

/// Settings as options of `analyze`, with a name for all of them together.
#[derive(Debug)]
pub struct Settings {
    /// What figures depend on.
    words: Vec<String>,
    cache: bool,
    pub program: PathBuf,
    pub thresholds_mm: Vec<f64>,
    /// BLAKE3, hex.
    pub hash: String,
}

fn value_name(value: impl clap::ValueEnum) -> String {
    value.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default()
}

fn words_of(args: &SettingsArgs) -> Vec<String> {
    let list = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let direction = args.direction.and_then(|d| d.0).map(|d| list(&d.to_array()));
    let sure = &args.uncertainty;
    let tried = |value: String| sure.uncertainty.map(|_| value);
    let options = [
        ("--engine", Some(args.engine.clone())),
        ("--adapter", Some(args.adapter.clone())),
        ("--teeth", args.teeth.map(value_name)),
        ("--scope", args.scope.map(value_name)),
        ("--direction", direction),
        ("--resolution", args.resolution.map(|n| n.to_string())),
        ("--range-mm", args.range_mm.map(|mm| mm.to_string())),
        ("--threshold-mm", args.threshold_mm.as_ref().map(|t| list(&t.0))),
        ("--zone-threshold-mm", args.zone_threshold_mm.map(|mm| mm.to_string())),
        ("--sureness", sure.uncertainty.map(|n| n.to_string())),
        ("--sureness-mm", sure.uncertainty_mm.and_then(|mm| tried(mm.to_string()))),
        ("--sureness-deg", sure.uncertainty_deg.and_then(|deg| tried(deg.to_string()))),
        ("--sureness-seed", tried(sure.uncertainty_seed.to_string())),
    ];
    let given = options.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    given.chain(args.no_close.then(|| "--no-close".to_owned())).collect()
}

impl Settings {
    /// # Errors
    /// When options do not go together, or this program does not know where it is.
    pub fn of(args: &SettingsArgs, child: Option<&Path>) -> anyhow::Result<Self> {
        execution::check(&args.engine, execution::ExecutionArg::Auto, &args.adapter)?;
        let words = words_of(args);
        let thresholds_mm =
            args.threshold_mm.as_ref().map_or_else(|| Question::default().thresholds_mm, |t| t.0.clone());
        // What another program says is no answer of this one.
        let named = words.iter().cloned().chain(child.map(|path| format!("program {}", path.display())));
        let hash = blake3::hash(named.collect::<Vec<_>>().join("\n").as_bytes()).to_hex().to_string();
        let program = match child {
            Some(path) => std::path::absolute(path)?,
            None => std::env::current_exe()?,
        };
        Ok(Self { words, cache: args.cache, program, thresholds_mm, hash })
    }

    /// The options that a child is given.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str).chain((!self.cache).then_some("--no-cache"))
    }

    pub fn columns(&self, manifest: &Manifest) -> CaseColumns {
        CaseColumns::new(&self.thresholds_mm, &manifest.others)
    }

    /// # Errors
    /// When a column would stand in the table twice.
    pub fn check_columns(&self, manifest: &Manifest) -> anyhow::Result<()> {
        let columns = self.columns(manifest).columns;
        let twice = columns.iter().enumerate().find(|(i, c)| columns[..*i].iter().any(|other| other.name == c.name));
        ensure!(
            twice.is_none(),
            "two columns of the table would have the name \"{}\"",
            twice.map_or("", |(_, c)| &c.name)
        );
        Ok(())
    }
}
