//! What the command line says of a movement.
use super::further_args::FurtherArgs;
use super::movement::{MovementAsked, parse_movement};
use super::outputs::MotionOutputs;
use super::record_args::RecordArgs;
use super::settings::is_preset;
use crate::cli::args::{self, InputArgs, NotationArg, PoseArgs, ScanArgs, ScopeArg, TeethArgs, Thresholds};
use crate::cli::trim::TrimArgs;
use crate::engine::BiteStart;
use crate::jaw::motion::Guide;
use std::path::PathBuf;

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
    /// An articulator as a file, or by its name: average-camper (default), average-frankfurt, average-horizontal, artex-ct, average-100; a case brings its own
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
    #[command(flatten)]
    pub notation: NotationArg,
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
    pub record: RecordArgs,
    #[command(flatten)]
    pub further: FurtherArgs,
    #[command(flatten)]
    pub out: MotionOutputs,
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
    pub fn guide(self) -> Guide {
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
    pub fn start(self) -> BiteStart {
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

impl MotionArgs {
    /// The files that are read.
    pub fn files(&self) -> Vec<&PathBuf> {
        let articulator = self.articulator.iter().filter(|path| !is_preset(path));
        let scans = self.upper.iter().chain(&self.lower).chain(self.pose.pose_file.as_ref()).chain(self.trim.file());
        scans.chain(articulator).chain(self.movement.file()).collect()
    }

    /// Both scans or the case, if they are named.
    pub fn inputs(&self) -> Option<InputArgs> {
        Some(InputArgs { upper: self.upper.clone()?, lower: self.lower.clone() })
    }
}
