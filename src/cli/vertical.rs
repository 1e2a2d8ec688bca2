//! `occluscope vertical`: the jaw closes about its hinge axis; contact at each opening, and in which order pairs of teeth meet.
mod again;

pub use again::{VerticalAgain, vertical_again};

use super::args::{self, InputArgs, PoseArgs, Thresholds};
use super::judged::{Judged, JudgedArgs};
use super::motion::Settings;
use super::progress::Reporter;
use super::results::{self, sealed_json};
use super::{Answer, deadline, load, summary};
use crate::base::{Progress, Rigid};
use crate::engine::vertical::{VerticalQuestion, vertical};
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::vertical::{Provenance, VerticalRecord, write_svg};
use crate::jaw::motion::Guide;
use crate::session::comparison::vertical::{OPENINGS_MM, openings};
use crate::session::jaw_motion::place::{Incisal, hinge_frame};
use anyhow::ensure;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct VerticalArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Largest opening, with which closing begins: chord of the lower incisal point, in mm
    #[arg(long, value_name = "MM", default_value_t = 2.0, allow_negative_numbers = true, value_parser = args::parse_number)]
    pub from_mm: f64,
    /// Last opening; 0 is the bite, less is closed beyond it
    #[arg(long, value_name = "MM", default_value_t = 0.0, allow_negative_numbers = true, value_parser = args::parse_number)]
    pub to_mm: f64,
    /// So many openings, both ends included
    #[arg(long, value_name = "N", default_value_t = 41, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=2000))]
    pub steps: u32,
    /// From the hinge axis to the incisal pin, whose height is told [default: as far as the lower incisal point]
    #[arg(long, value_name = "MM", allow_negative_numbers = true, value_parser = args::parse_positive)]
    pub pin_arm_mm: Option<f64>,
    /// An articulator, whose axis is taken: a file, or a name as of `motion`; a case brings its own
    #[arg(long, value_name = "F.json|NAME")]
    pub articulator: Option<PathBuf>,
    /// The bite, at which the opening is 0
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub judged: JudgedArgs,
    /// Contact thresholds of the curves, in mm
    #[arg(long, value_name = "T[,T...]", default_value = "0.02,0.05,0.1,0.2", allow_hyphen_values = true, value_parser = args::parse_thresholds)]
    pub threshold_mm: Thresholds,
    /// Pairs of teeth are in contact within this, in mm
    #[arg(long, value_name = "T", default_value = "0.1", allow_negative_numbers = true, value_parser = args::parse_positive)]
    pub zone_threshold_mm: f64,
    #[command(flatten)]
    pub out: VerticalOutputs,
}

#[derive(Clone, Debug, Default, clap::Args)]
pub struct VerticalOutputs {
    /// Everything as JSON; "-" is stdout
    #[arg(long, value_name = "F")]
    pub json: Option<PathBuf>,
    /// One line an opening and pair of teeth, as CSV; "-" is stdout
    #[arg(long, value_name = "F")]
    pub csv: Option<PathBuf>,
    /// Contact area against opening, as a curve
    #[arg(long, value_name = "F.svg")]
    pub svg: Option<PathBuf>,
}

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &VerticalArgs) -> anyhow::Result<Answer> {
    args.judged.notation.take();
    let pose = args.pose.given()?;
    let articulator = args.articulator.iter().filter(|path| path.exists());
    let inputs =
        args.inputs.files().chain(args.pose.pose_file.as_ref()).chain(args.judged.trim.file()).chain(articulator);
    results::check([&args.out.json, &args.out.csv], &[&args.out.svg], inputs)?;
    let loaded = load::open(&args.inputs, &args.judged.scans)?;
    let of_case = loaded.case.as_ref().filter(|_| args.articulator.is_none());
    let of_case = of_case.map(|case| Settings::of_case(&case.content, Guide::Free)).transpose()?;
    let settings = of_case.map_or_else(|| Settings::of(args.articulator.as_deref(), Guide::Free), Ok)?;
    let reporter = Reporter::start("vertical dimension");
    let progress = &reporter.progress;
    let judged = Judged::of(&args.judged, &loaded, &progress.part(0.0, 0.2))?;
    let asked = Asked {
        bite: pose.unwrap_or_else(|| loaded.pose()),
        openings_mm: openings_of([args.from_mm, args.to_mm], args.steps)?,
        thresholds_mm: args.threshold_mm.0.clone(),
        zone_threshold_mm: args.zone_threshold_mm,
        pin_arm_mm: args.pin_arm_mm,
        no_close: args.judged.scans.no_close,
    };
    let mut record = record(&judged, &settings, asked, &progress.part(0.2, 1.0))?;
    drop(reporter);
    deadline::is_met();
    record.warnings = loaded.warnings.iter().map(ToString::to_string).chain(settings.warnings).collect();
    let (mut csv, mut svg) = (Vec::new(), Vec::new());
    record.write_csv(&mut csv)?;
    write_svg(&record, &mut svg)?;
    let (out, json) = (&args.out, sealed_json(&record)?);
    results::write([(&out.json, Some(json)), (&out.csv, Some(csv)), (&out.svg, Some(svg))], &record.text())?;
    summary::warn(&record.warnings);
    Ok(Answer::Done)
}

/// # Errors
/// When that is no range.
fn openings_of(range_mm: [f64; 2], steps: u32) -> anyhow::Result<Vec<f64>> {
    let ([from_mm, to_mm], [least, most]) = (range_mm, OPENINGS_MM);
    ensure!(
        from_mm > to_mm && from_mm <= most && to_mm >= least,
        "--from-mm and --to-mm: the jaw closes from an opening of at most {most} mm to a smaller one of at least {least} mm"
    );
    Ok(openings(range_mm, steps))
}

/// What is asked beside the jaws and the articulator.
pub struct Asked {
    pub bite: Rigid,
    pub openings_mm: Vec<f64>,
    pub thresholds_mm: Vec<f64>,
    pub zone_threshold_mm: f64,
    pub pin_arm_mm: Option<f64>,
    pub no_close: bool,
}

/// # Errors
/// When the axis lies nowhere that one can be, or cancelling.
fn record(judged: &Judged, settings: &Settings, asked: Asked, progress: &Progress) -> anyhow::Result<VerticalRecord> {
    let frame = &judged.loaded.pair.frame;
    let facebow = settings.record.facebow()?;
    let incisal = Incisal::same(judged.incisal(asked.bite));
    let hinge = hinge_frame(&settings.articulator, facebow.as_ref(), frame, &incisal)?;
    let mut thresholds_mm = asked.thresholds_mm;
    thresholds_mm.push(asked.zone_threshold_mm);
    thresholds_mm.sort_by(f64::total_cmp);
    thresholds_mm.dedup();
    let question = VerticalQuestion {
        hinge,
        bite: asked.bite,
        openings_mm: asked.openings_mm,
        thresholds_mm,
        zone_threshold_mm: asked.zone_threshold_mm,
        scope: judged.scope.clone(),
    };
    let found = vertical(&judged.exact, &question, (&judged.teeth, frame), progress)?;
    let articulator: ArticulatorRecord = settings.record.clone();
    let of = Provenance {
        inputs: judged.inputs(),
        scope: judged.scope_kind(),
        articulator,
        pin_arm_mm: asked.pin_arm_mm,
        asked: judged.asked(asked.no_close),
    };
    Ok(VerticalRecord::new(&found, &question, of))
}
