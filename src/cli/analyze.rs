//! `occluscope analyze`: one pose, without a window.
use super::args::{self, DirectionChoice, PatchesChoice, PoseArgs, ScanArgs, SurenessArgs, TeethArgs, Thresholds};
use super::execution::{self, ExecutionArg};
use super::{Answer, load, outputs, progress::Reporter, summary, timing};
use crate::base::{Progress, Rigid, Warning};
use crate::engine::{self, Analysis, Contact, ContactQuestion, EngineEntry, SurenessQuestion};
use crate::exact::BvhEngine;
use crate::export::json::{AnalysisRecord, TimingRecord};
use crate::export::sure::BiteRecord;
use crate::field::contact::GapKind;
use crate::field::{Counting, Question, Verdict};
use crate::gpu::Context;
use crate::jaw::JawPair;
use crate::session::exact_watch::DOUBTFUL_DEPTH_MM;
use crate::session::{TeethQuestion, find_teeth};
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

#[derive(Clone, Debug, clap::Args)]
pub struct AnalyzeArgs {
    /// Scan of the upper jaw (STL, PLY, OBJ)
    pub upper: PathBuf,
    /// Scan of the lower jaw
    pub lower: PathBuf,
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    /// Engine: stencil (live) or zlist on a GPU, bvh or octree (exact) on the processor; bvh-gpu is not built yet
    #[arg(long, value_name = "NAME", default_value = "stencil",
          value_parser = execution::engine_names())]
    pub engine: String,
    /// How the raster method is executed
    #[arg(long, value_enum, default_value_t)]
    pub execution: ExecutionArg,
    /// How a pixel's crossings are counted; parity is the rule of the 1995 paper
    #[arg(long, value_enum, default_value_t)]
    pub counting: CountingArg,
    /// Projection direction in upper coordinates, from the upper towards the lower jaw
    #[arg(long, value_name = "auto|X,Y,Z", default_value = "auto", allow_hyphen_values = true,
          value_parser = args::parse_direction)]
    pub direction: DirectionChoice,
    /// At most N projections, each for the surface that faces it; auto is up to 8, and 1 with --direction
    #[arg(long, value_name = "auto|N", default_value = "auto", allow_negative_numbers = true,
          value_parser = args::parse_patches)]
    pub patches: PatchesChoice,
    /// Longer side of the map in pixels
    #[arg(long, value_name = "N", default_value_t = 512, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(8..=65536))]
    pub resolution: u32,
    /// Largest gap of interest in mm
    #[arg(long, value_name = "R", default_value = "2.0", allow_negative_numbers = true,
          value_parser = args::parse_positive)]
    pub range_mm: f64,
    /// Contact thresholds in mm [default: 0.008,0.012,0.02,0.04,0.05,0.1,0.149,0.2]
    #[arg(long, value_name = "T[,T...]", allow_hyphen_values = true, value_parser = args::parse_thresholds)]
    pub threshold_mm: Option<Thresholds>,
    /// Threshold that bounds the zones and the contact in the picture, in mm
    #[arg(long, value_name = "T", default_value = "0.1", allow_negative_numbers = true,
          value_parser = args::parse_positive)]
    pub zone_threshold_mm: f64,
    /// Which gap the contact areas, zones and curve use
    #[arg(long, value_enum, default_value_t)]
    pub contact_gap: ContactGap,
    #[command(flatten)]
    pub sureness: SurenessArgs,
    /// GPU adapter: auto, cpu (a software driver), part of a name, or none for the processor's threads alone
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub adapter: String,
    /// Time N frames after warm-up, the lower jaw moved 0.001 mm to and fro
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub time: Option<u32>,
    /// Exit with status 1 when the verdict is this one
    #[arg(long, value_name = "VERDICT", value_parser = parse_verdict)]
    pub fail_if: Option<Verdict>,
    #[command(flatten)]
    pub outputs: outputs::OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CountingArg {
    #[default]
    Winding,
    Parity,
    ParityThreeMasks,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ContactGap {
    /// Along the projection; of several along the one that the surface faces most squarely
    Projected,
    /// To the nearest point of the other jaw
    #[default]
    Closest,
}

impl From<GapKind> for ContactGap {
    fn from(kind: GapKind) -> Self {
        match kind {
            GapKind::Projected => Self::Projected,
            GapKind::Closest => Self::Closest,
        }
    }
}

impl ContactGap {
    fn kind(self) -> GapKind {
        match self {
            Self::Projected => GapKind::Projected,
            Self::Closest => GapKind::Closest,
        }
    }
}

fn parse_verdict(text: &str) -> Result<Verdict, String> {
    serde_json::from_value(text.into()).map_err(|_| "one of apart, touching, interfering, undecided is needed".into())
}

/// What was analysed and how: everything that the results are written from.
pub struct Outcome {
    /// The scans' files.
    pub scans: [PathBuf; 2],
    pub pair: Arc<JawPair>,
    pub upper_from_lower: Rigid,
    pub analysis: Analysis,
    pub contact: Contact,
    pub record: AnalysisRecord,
}

/// # Errors
/// Bad usage or input, a missing GPU, or a result that cannot be written.
pub fn run(args: &AnalyzeArgs) -> anyhow::Result<Answer> {
    refuse_what_is_not_built(args)?;
    let upper_from_lower = args.pose.upper_from_lower()?;
    let labels = [args.teeth.teeth_upper.as_ref(), args.teeth.teeth_lower.as_ref()];
    let inputs = [Some(&args.upper), Some(&args.lower), args.pose.pose_file.as_ref()].into_iter().chain(labels);
    args.outputs.check(inputs.flatten())?;

    let loaded = load::load_pair(&args.upper, &args.lower, &args.scans)?;
    let question = question(args, upper_from_lower);
    let outcome = analyze(args, loaded, &question)?;

    args.outputs.write(&outcome, &args.shown())?;
    if !args.outputs.uses_stdout() {
        outputs::print(&summary::text(&outcome, args.zone_threshold_mm))?;
    }
    summary::warn(&outcome.record.warnings);
    Ok(if args.fail_if == Some(outcome.record.verdict) { Answer::No } else { Answer::Done })
}

impl AnalyzeArgs {
    fn shown(&self) -> outputs::Shown<'_> {
        let (range_mm, zone_threshold_mm) = (self.range_mm as f32, self.zone_threshold_mm as f32);
        outputs::Shown { adapter: &self.adapter, range_mm, zone_threshold_mm }
    }
}

pub fn refuse_what_is_not_built(args: &AnalyzeArgs) -> anyhow::Result<()> {
    execution::check(&args.engine, args.execution, &args.adapter)?;
    if args.direction.0.is_some() && args.patches.0.is_some_and(|n| n > 1) {
        bail!("--direction means exactly one projection; leave out --patches");
    }
    Ok(())
}

/// The GPU that was asked for; `None` when none was.
pub fn open_adapter(args: &AnalyzeArgs) -> anyhow::Result<Option<Context>> {
    Ok(args::adapter_choice(&args.adapter).map(|choice| Context::headless(&choice)).transpose()?)
}

/// What is asked of an engine.
pub fn question(args: &AnalyzeArgs, upper_from_lower: Rigid) -> Question {
    let default = Question::default();
    let thresholds_mm = args.threshold_mm.as_ref().map_or(default.thresholds_mm, |t| t.0.clone());
    Question {
        upper_from_lower,
        direction: args.direction.0,
        resolution: args.resolution,
        // A gap that is not looked for would be missing from the area below a threshold.
        range_mm: thresholds_mm.iter().copied().fold(args.range_mm, f64::max),
        thresholds_mm,
        counting: match args.counting {
            CountingArg::Winding => Counting::Winding,
            CountingArg::Parity => Counting::Parity,
            CountingArg::ParityThreeMasks => Counting::ParityThreeMasks,
        },
    }
}

fn analyze(args: &AnalyzeArgs, loaded: load::LoadedPair, question: &Question) -> anyhow::Result<Outcome> {
    // Bad labels are told before drivers print lines of their own on stderr.
    let asked = args.teeth.question([Some(&args.upper), Some(&args.lower)])?;
    let (entry, context) = execution::choose(&args.engine, args.execution, &args.adapter)?;
    analyze_by(args, loaded, (question, &asked), entry, context.as_ref())
}

/// The same by a certain engine.
///
/// # Errors
/// What the engine says.
pub fn analyze_by(
    args: &AnalyzeArgs,
    loaded: load::LoadedPair,
    (question, teeth): (&Question, &TeethQuestion),
    entry: &EngineEntry,
    context: Option<&Context>,
) -> anyhow::Result<Outcome> {
    let load::LoadedPair { pair, mut warnings, mut timing_ms, keeping: _keeping } = loaded;
    let reporter = Reporter::start("analysis");
    let begun = Instant::now();
    let found = find_teeth(&pair, &[pair.frame; 2], teeth, &reporter.progress)?;
    let teeth_ms = begun.elapsed().as_secs_f64() * 1e3;
    warnings.extend(found.warnings);
    reporter.progress.enter("building the engine", 0.0)?;
    let mut engine = entry.open(context, &pair)?;
    reporter.progress.enter("analysing the pose", 0.2)?;
    let mut analysis = engine.analyze(question)?;
    let patches = args.patches.most(args.direction);
    if patches > 1 {
        reporter.progress.enter("looking along other projections", 0.25)?;
        analysis = engine::with_patches(engine.as_mut(), &pair, question, patches, analysis)?;
    }
    reporter.progress.enter("cutting the contacts", 0.28)?;
    let asked = ContactQuestion::new(args.contact_gap.kind(), vec![args.zone_threshold_mm]);
    let built = engine.exact().is_none().then(|| BvhEngine::build(&pair, &reporter.progress)).transpose()?;
    let exact = engine.exact().or(built.as_ref()).context("the search trees have just been built")?;
    let contact = engine::with_contact(&pair, exact, (question, &asked), &mut analysis, &reporter.progress)?;
    let pose = &question.upper_from_lower;
    let bite = (contact.gap == GapKind::Closest).then(|| bite(exact, &contact, &pair, pose, &reporter.progress));
    let bite = bite.transpose()?;
    let sure = args.sureness.settings().map(|settings| {
        reporter.progress.enter("trying poses nearby", 0.3)?;
        let thresholds_mm = question.thresholds_mm.iter().copied().chain([args.zone_threshold_mm]).collect();
        let centre = args.sureness.centre.unwrap_or(pair.frame.origin);
        let asked = SurenessQuestion { upper_from_lower: *pose, centre, settings, thresholds_mm };
        engine::sureness(exact, &asked, None, &reporter.progress, &mut |_| {})
    });
    let sure = sure.transpose()?;
    let begun = Instant::now();
    let penetration = engine.penetration(&question.upper_from_lower, &reporter.progress)?;
    timing_ms.object_space = penetration.map(|_| begun.elapsed().as_secs_f64() * 1e3);
    if let Some(n) = args.time {
        reporter.progress.enter("timing frames", 0.3)?;
        timing::time_frames(engine.as_mut(), question, n, &mut timing_ms, &reporter.progress)?;
    }
    drop(reporter);
    analysis.timing.passes.insert("teeth".into(), teeth_ms);
    let mut record = record(args, &analysis, &pair, question, timing_ms, &warnings);
    record.object_space = penetration;
    record.add_contact(&contact, args.zone_threshold_mm);
    if !found.teeth.is_empty() {
        record.add_teeth(&contact, args.zone_threshold_mm, &found.teeth, &pair.frame);
        record.add_labels(found.labels);
    }
    if let Some(sure) = &sure {
        record.add_sureness(sure, &contact, args.zone_threshold_mm);
    }
    record.warnings.extend(bite.as_ref().and_then(BiteRecord::warning));
    record.bite = bite;
    let scans = [args.upper.clone(), args.lower.clone()];
    Ok(Outcome { scans, upper_from_lower: question.upper_from_lower, pair, analysis, contact, record })
}

/// Depth by closest gap, and of a bite that is doubtful the smallest move that frees it.
fn bite(
    exact: &BvhEngine,
    contact: &Contact,
    pair: &JawPair,
    pose: &Rigid,
    progress: &Progress,
) -> anyhow::Result<BiteRecord> {
    let depth_mm = contact.max_depth_mm();
    let doubtful = depth_mm > DOUBTFUL_DEPTH_MM;
    let clearing = match doubtful {
        true => exact.smallest_clearing(pose, pair.frame.origin, progress)?,
        false => None,
    };
    Ok(BiteRecord::new(depth_mm, doubtful, clearing.as_ref(), pose))
}

fn record(
    args: &AnalyzeArgs,
    analysis: &Analysis,
    pair: &JawPair,
    question: &Question,
    timing_ms: TimingRecord,
    warnings: &[Warning],
) -> AnalysisRecord {
    let files = [&args.upper, &args.lower].map(|p| p.display().to_string());
    let mut record = AnalysisRecord::new(analysis, pair, files, question, timing_ms, warnings);
    record.settings.patches = Some(args.patches.most(args.direction) as u32);
    record.settings.unit = args.scans.unit.given();
    record.settings.close = !args.scans.no_close;
    record
}
