//! `occluscope motion`: a movement of the lower jaw as poses, by an articulator's guides or as it was recorded; with scans what touches
//! when.
mod answer;
mod movement;
mod outputs;
mod record;
mod text;

use super::args::{self, InputArgs, PoseArgs, ScanArgs, ScopeArg, TeethArgs, Thresholds};
use super::progress::Reporter;
use super::trim::TrimArgs;
use super::{Answer, deadline, load, summary};
use crate::base::files;
use crate::engine::BiteStart;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::jaw::motion::{Articulator, BothSides, Guide, IncisalGuide, PRESETS};
use anyhow::{Context, bail, ensure};
use movement::{MovementAsked, parse_movement};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct MotionArgs {
    /// Scan of the upper jaw (STL, PLY, OBJ), or a case (.occ); without scans the kinematics alone
    #[arg(value_name = "UPPER|CASE.occ")]
    pub upper: Option<PathBuf>,
    /// Scan of the lower jaw
    pub lower: Option<PathBuf>,
    /// KIND[:AMOUNT], e.g. protrusion:5mm, or a recorded movement, FILE.jawMotion[:NAME], FILE.csv, FILE.txt. KIND is opening, protrusion,
    /// retrusion, right, left (laterotrusion), right-protrusion or left-protrusion. The amount is the condyle's travel forward in the
    /// reference plane (of right and left the balancing condyle's), of opening the chord at the incisal point
    #[arg(long, value_name = "MOVEMENT", default_value = "protrusion:5mm", value_parser = parse_movement)]
    pub movement: MovementAsked,
    /// Of right-protrusion and left-protrusion how much is protrusion: 0 (right or left alone) to 1 [default: 0.5]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = parse_share)]
    pub forward: Option<f64>,
    /// An articulator as a file, or by its name: average-camper (default), average-frankfurt, average-horizontal, artex-ct
    #[arg(long, value_name = "F.json|NAME")]
    pub articulator: Option<PathBuf>,
    /// What says how far the mouth is open while both condyles follow their guides
    #[arg(long, value_enum, default_value_t)]
    pub guide: GuideArg,
    /// Of teeth as guide: seat the bite at its first contact first, or begin as scanned and take the opening of that contact off every step
    #[arg(long, value_enum, default_value_t)]
    pub start: StartArg,
    /// So many steps, whatever teeth do between them [default: as many as it takes for no molar to move more than 0.2 mm a step]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=2000))]
    pub steps: Option<u32>,
    /// Where the lower jaw is at the start
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub scans: ScanArgs,
    #[command(flatten)]
    pub teeth: TeethArgs,
    /// What may touch [default: teeth]
    #[arg(long, value_enum)]
    pub scope: Option<ScopeArg>,
    #[command(flatten)]
    pub trim: TrimArgs,
    /// Contact thresholds in mm
    #[arg(long, value_name = "T[,T...]", default_value = "0.008,0.012,0.02,0.04,0.05,0.1,0.149,0.2", allow_hyphen_values = true,
          value_parser = args::parse_thresholds)]
    pub threshold_mm: Thresholds,
    /// Threshold of what counts as contact of two teeth, in mm
    #[arg(long, value_name = "T", default_value = "0.1", allow_negative_numbers = true, value_parser = args::parse_positive)]
    pub zone_threshold_mm: f64,
    /// The poses alone, not what touches in them
    #[arg(long)]
    pub no_contacts: bool,
    #[command(flatten)]
    pub out: outputs::MotionOutputs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum GuideArg {
    /// Nothing: the jaw turns no more than its axis
    #[default]
    Free,
    /// The articulator's incisal table
    Incisal,
    /// The teeth: closing about the condyles' line from clearly open until something touches
    Teeth,
}

impl GuideArg {
    fn guide(self) -> Guide {
        match self {
            Self::Free => Guide::Free,
            Self::Incisal => Guide::Incisal,
            Self::Teeth => Guide::Teeth,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum StartArg {
    #[default]
    Seat,
    Subtract,
}

impl StartArg {
    fn start(self) -> BiteStart {
        match self {
            Self::Seat => BiteStart::Seat,
            Self::Subtract => BiteStart::Subtract,
        }
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("a number from 0 to 1 is needed".into())
}

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &MotionArgs) -> anyhow::Result<Answer> {
    let pose = args.pose.given()?;
    args.out.check(args)?;
    let settings = Settings::of(args)?;
    let loaded = args.inputs()?.map(|inputs| load::open(&inputs, &args.scans)).transpose()?;
    ensure!(
        loaded.is_some() || args.guide != GuideArg::Teeth,
        "--guide teeth needs the scans whose teeth are to guide; name UPPER and LOWER, or a case"
    );
    ensure!(loaded.is_some() || pose.is_none(), "a pose is that of the lower scan; name UPPER and LOWER, or a case");
    let reporter = Reporter::start("motion");
    let mut answer = answer::answer(args, settings, loaded.as_ref(), pose, &reporter.progress)?;
    drop(reporter);
    deadline::is_met();
    answer.record.warnings.splice(0..0, loaded.iter().flat_map(|l| &l.warnings).map(ToString::to_string));
    args.out.write(&answer)?;
    summary::warn(&answer.record.warnings);
    Ok(Answer::Done)
}

impl MotionArgs {
    /// The files that are read.
    fn files(&self) -> Vec<&PathBuf> {
        let articulator = self.articulator.iter().filter(|path| preset(path).is_none());
        let scans = self.upper.iter().chain(&self.lower).chain(self.pose.pose_file.as_ref()).chain(self.trim.file());
        scans.chain(articulator).chain(self.movement.file()).collect()
    }

    fn inputs(&self) -> anyhow::Result<Option<InputArgs>> {
        match (&self.upper, &self.lower) {
            (None, _) => Ok(None),
            (Some(upper), lower) => Ok(Some(InputArgs { upper: upper.clone(), lower: lower.clone() })),
        }
    }
}

/// What the articulator says, and what is odd about it.
struct Settings {
    articulator: Articulator,
    record: ArticulatorRecord,
    warnings: Vec<String>,
}

impl Settings {
    fn of(args: &MotionArgs) -> anyhow::Result<Self> {
        let record = articulator_record(args.articulator.as_deref())?;
        let name = || args.articulator.as_deref().unwrap_or(Path::new("articulator")).display().to_string();
        let mut articulator = record.articulator().with_context(name)?;
        let mut warnings = Vec::new();
        if args.guide == GuideArg::Incisal && articulator.incisal.is_none() {
            let flat = IncisalGuide { plane: articulator.plane, sagittal_deg: 0.0, wings_deg: BothSides::same(0.0) };
            articulator.incisal = Some(flat);
            warnings.push(format!(
                "The articulator has no incisal table: a flat one was taken, parallel to the {} plane (incisal_deg 0).",
                articulator.plane.name()
            ));
        }
        if args.guide == GuideArg::Teeth && articulator.pin_mm != 0.0 {
            articulator.pin_mm = 0.0;
            warnings.push("With teeth as guide the incisal pin is out: pin_mm was taken as 0.".into());
        }
        if articulator.guides.right.progressive_deg.or(articulator.guides.left.progressive_deg).is_some() {
            warnings
                .push("pss_deg is given: it, and not bennett_deg, is the angle after the immediate side shift.".into());
        }
        let facebow = record.facebow().with_context(name)?;
        let told = ArticulatorRecord { name: record.name, ..ArticulatorRecord::new(&articulator, facebow.as_ref()) };
        Ok(Self { articulator, record: told, warnings })
    }
}

fn preset(path: &Path) -> Option<&'static crate::jaw::motion::Preset> {
    PRESETS.iter().find(|preset| path.as_os_str() == preset.name && !path.exists())
}

fn articulator_record(path: Option<&Path>) -> anyhow::Result<ArticulatorRecord> {
    let path = path.unwrap_or(Path::new(PRESETS[0].name));
    if let Some(preset) = preset(path) {
        let record = ArticulatorRecord::new(&(preset.make)(), None);
        return Ok(ArticulatorRecord { name: Some(preset.name.into()), ..record });
    }
    if !path.exists() && path.extension().is_none() {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        bail!(
            "{}: there is neither such a file nor an articulator of this name ({})",
            path.display(),
            names.join(", ")
        );
    }
    let bytes = files::read_file(path)?;
    ArticulatorRecord::read(&bytes).with_context(|| path.display().to_string())
}
