//! `occluscope analyze`: one pose, without a window.
use super::args::{
    self, DirectionChoice, InputArgs, NotationArg, PoseArgs, ProjectionsChoice, ScanArgs, ScopeArg, TeethArgs,
    Thresholds, UncertaintyArgs,
};
use super::deadline;
use super::execution::{self, ExecutionArg};
use super::load::{self, LoadedPair};
use super::outcome::Outcome;
use super::pose::{self, Besides, TeethAsked};
use super::trim::TrimArgs;
use super::{Answer, outputs, summary};
use crate::base::{Rigid, Warning, threads};
use crate::field::contact::{GapKind, ScopeKind};
use crate::field::{Counting, Question, Verdict};
use crate::gpu::Context;
use crate::jaw::Trim;
use crate::session::{PoseQuestion, Provenance, Settings};
use anyhow::{Context as _, bail};
use clap::ValueEnum;

#[derive(Clone, Debug, clap::Args)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub pose: PoseArgs,
    /// A case's bite of this name, in place of the pose that the case has
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pose", "pose_file"])]
    pub bite: Option<String>,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    #[command(flatten)]
    pub notation: NotationArg,
    /// Engine: stencil (live) or zlist on a GPU, bvh or octree (exact) on the processor, bvh-gpu (exact pairs by a GPU)
    #[arg(long, value_name = "NAME", default_value = "stencil",
          value_parser = execution::engine_names())]
    pub engine: String,
    /// How the raster method is executed
    #[arg(long, value_enum, default_value_t)]
    pub execution: ExecutionArg,
    /// How a pixel's crossings are counted; parity is the rule of the 1995 paper
    #[arg(long, value_enum, default_value_t)]
    pub counting: CountingArg,
    /// Projection direction in upper coordinates, from the upper towards the lower jaw [default: auto]
    #[arg(long, value_name = "auto|X,Y,Z", allow_hyphen_values = true, value_parser = args::parse_direction)]
    pub direction: Option<DirectionChoice>,
    /// At most N projections, each for the surface that faces it; auto is up to 8, and 1 with --direction
    #[arg(long, value_name = "auto|N", default_value = "auto", allow_negative_numbers = true,
          value_parser = args::parse_projections)]
    pub patches: ProjectionsChoice,
    /// Longer side of the map in pixels [default: 512]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(8..=65536))]
    pub resolution: Option<u32>,
    /// Largest gap of interest in mm [default: 2.0]
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = args::parse_positive)]
    pub range_mm: Option<f64>,
    /// Contact thresholds in mm [default: 0.008,0.012,0.02,0.04,0.05,0.1,0.149,0.2]
    #[arg(long, value_name = "T[,T...]", allow_hyphen_values = true, value_parser = args::parse_thresholds)]
    pub threshold_mm: Option<Thresholds>,
    /// Threshold that bounds the zones and the contact in the picture, in mm [default: 0.1]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = args::parse_positive)]
    pub zone_threshold_mm: Option<f64>,
    /// Which gap the contact areas, zones and curve use [default: closest]
    #[arg(long, value_enum)]
    pub contact_gap: Option<ContactGap>,
    /// What is judged: teeth where those of both jaws are known, else whole scans; or whole scans always [default: teeth]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub trim: TrimArgs,
    #[command(flatten)]
    pub uncertainty: UncertaintyArgs,
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
    /// Share the work out to at most N threads of the processor [default: all processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// End when standard input does: whoever asked is no more
    #[arg(long, hide = true)]
    pub ends_with_stdin: bool,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactGap {
    /// Along the projection; of several along the one that the surface faces most squarely
    Projected,
    /// To the nearest point of the other jaw
    Closest,
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

/// # Errors
/// Bad usage or input, a missing GPU, or a result that cannot be written.
pub fn run(args: &AnalyzeArgs) -> anyhow::Result<Answer> {
    args.threads.into_iter().for_each(|n| threads::use_at_most(n as usize));
    if args.ends_with_stdin {
        std::thread::Builder::new().name("stdin".into()).spawn(end_with_stdin).context("no thread can be started")?;
    }
    args.notation.take();
    refuse_what_is_not_built(args)?;
    let pose = args.pose.given()?;
    let labels = [args.teeth.teeth_upper.as_ref(), args.teeth.teeth_lower.as_ref()];
    let beside = args.teeth.labels_beside(args.inputs.files());
    let inputs = args.inputs.files().chain(args.pose.pose_file.as_ref()).chain(labels.into_iter().flatten());
    let inputs = inputs.chain(args.trim.file());
    args.outputs.check(inputs.chain(&beside))?;

    let mut loaded = load::open(&args.inputs, &args.scans)?;
    args.bite.iter().try_for_each(|name| loaded.choose_bite(name))?;
    let args = &args.in_case(&loaded)?;
    let trim = args.trim.of(&loaded)?;
    let pose = pose.unwrap_or_else(|| loaded.pose());
    let bites = loaded.case.as_ref().map(|case| &case.content.bites);
    let uncertainty = args.uncertainty.settings_in(bites, &pose);
    let question = PoseQuestion { trim, uncertainty, ..question(args, pose) };
    let outcome = analyze(args, loaded, &question)?;

    deadline::is_met();
    args.outputs.write(&outcome, &args.shown())?;
    if !args.outputs.uses_stdout() {
        outputs::print(&summary::text(&outcome, args.zone_threshold_mm()))?;
    }
    summary::warn(&outcome.record.warnings);
    Ok(if args.fail_if == Some(outcome.record.verdict) { Answer::No } else { Answer::Done })
}

/// A cohort holds the other end of the pipe and writes nothing into it.
fn end_with_stdin() {
    let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    std::process::exit(2);
}

impl AnalyzeArgs {
    /// With what the command line leaves open as the case has it.
    ///
    /// # Errors
    /// When that contradicts what the command line says.
    pub fn in_case(&self, loaded: &LoadedPair) -> anyhow::Result<Self> {
        let Some(content) = loaded.case.as_ref().map(|case| &case.content) else { return Ok(self.clone()) };
        let settings = &content.settings;
        let kept = settings.direction.map(|d| DirectionChoice(Some(d)));
        if self.direction.is_none() && kept.is_some() && self.patches.0.is_some_and(|n| n > 1) {
            bail!("the case keeps one projection direction; leave out --patches, or add --direction auto");
        }
        let threshold_mm = Some(settings.threshold_mm).filter(|mm| *mm > 0.0);
        Ok(Self {
            scans: self.scans.in_case(content),
            direction: self.direction.or(kept),
            resolution: self.resolution.or(Some(settings.resolution)),
            range_mm: self.range_mm.or(Some(settings.range_mm)),
            zone_threshold_mm: self.zone_threshold_mm.or(threshold_mm),
            scope: self.scope.or(Some(settings.scope.into())),
            ..self.clone()
        })
    }

    /// Threshold of the zones, mm.
    pub fn zone_threshold_mm(&self) -> f64 {
        self.zone_threshold_mm.unwrap_or_else(|| Settings::default().threshold_mm)
    }

    fn range_mm(&self) -> f64 {
        self.range_mm.unwrap_or_else(|| Settings::default().range_mm)
    }

    /// The direction that was given, if one was.
    pub fn direction(&self) -> DirectionChoice {
        self.direction.unwrap_or(DirectionChoice(None))
    }

    fn contact_gap(&self) -> GapKind {
        self.contact_gap.map_or_else(GapKind::default, ContactGap::kind)
    }

    fn shown(&self) -> outputs::PictureSettings<'_> {
        let (range_mm, zone_threshold_mm) = (self.range_mm() as f32, self.zone_threshold_mm() as f32);
        outputs::PictureSettings { adapter: &self.adapter, range_mm, zone_threshold_mm }
    }
}

pub fn refuse_what_is_not_built(args: &AnalyzeArgs) -> anyhow::Result<()> {
    execution::check(&args.engine, args.execution, &args.adapter)?;
    if args.direction().0.is_some() && args.patches.0.is_some_and(|n| n > 1) {
        bail!("--direction means exactly one projection; leave out --patches");
    }
    Ok(())
}

/// The GPU that was asked for; `None` when none was.
pub fn open_adapter(args: &AnalyzeArgs) -> anyhow::Result<Option<Context>> {
    Ok(args::adapter_choice(&args.adapter).map(|choice| Context::headless(&choice)).transpose()?)
}

/// What is asked about a pose, of all that was scanned.
pub fn question(args: &AnalyzeArgs, upper_from_lower: Rigid) -> PoseQuestion {
    let default = Question::default();
    let thresholds_mm = args.threshold_mm.as_ref().map_or(default.thresholds_mm, |t| t.0.clone());
    let question = Question {
        upper_from_lower,
        direction: args.direction().0,
        resolution: args.resolution.unwrap_or(default.resolution),
        // A gap that is not looked for would be missing from the area below a threshold.
        range_mm: thresholds_mm.iter().copied().fold(args.range_mm(), f64::max),
        thresholds_mm,
        counting: match args.counting {
            CountingArg::Winding => Counting::Winding,
            CountingArg::Parity => Counting::Parity,
            CountingArg::ParityThreeMasks => Counting::ParityThreeMasks,
        },
    };
    PoseQuestion {
        question,
        most_projections: args.patches.most(args.direction()),
        contact_gap: args.contact_gap(),
        zone_threshold_mm: args.zone_threshold_mm(),
        scope: args.scope.map_or_else(ScopeKind::default, ScopeArg::kind),
        trim: Trim::default(),
        uncertainty: args.uncertainty.settings(),
        centre: None,
    }
}

/// Said where the range that was asked for is not the one that was used.
fn range_note(args: &AnalyzeArgs, asked: &PoseQuestion) -> Option<Warning> {
    let (wished, used) = (args.range_mm?, asked.question.range_mm);
    let note = || format!("The range of {wished} mm is less than the largest threshold: {used} mm was used.");
    (wished < used).then(|| Warning::new(note()))
}

fn analyze(args: &AnalyzeArgs, loaded: LoadedPair, asked: &PoseQuestion) -> anyhow::Result<Outcome> {
    // Bad labels are told before drivers print lines of their own on stderr.
    let teeth = TeethAsked::new(&args.teeth, &loaded)?;
    let (entry, context) = execution::choose(&args.engine, args.execution, &args.adapter, asked.question.resolution)?;
    let besides = Besides { paint: args.outputs.are_painted(), time: args.time };
    let (answer, timing_ms) = pose::answer(asked, (&loaded, &teeth), (entry, context.as_ref()), besides)?;
    let of_scans = loaded.provenance();
    let from = Provenance {
        warnings: of_scans.warnings.into_iter().chain(range_note(args, asked)).collect(),
        unit: args.scans.unit.given(),
        close: !args.scans.no_close,
        teeth_of_case: teeth.is_kept(),
        with_regions: teeth.is_kept(),
        timing_ms,
        last_bite: loaded.last_bite(&asked.question.upper_from_lower),
        ..of_scans
    };
    let record = answer.record(from);
    // Waits until what is worth keeping is written.
    drop(loaded.keeping);
    Ok(Outcome { scans: loaded.scans, answer, record })
}
