//! `occluscope first-contact`: how far the lower jaw can close before the surfaces meet, where they do, and how far it
//! can, or must, open.
mod record;

use super::args::{self, DirectionChoice, HingeChoice, InputArgs, PoseArgs};
use super::deadline;
use super::judged::JudgedArgs;
use super::pose::scope;
use super::pose_answer::PoseAnswerArgs;
use super::{Answer, load, progress::Reporter, summary};
use crate::base::Rigid;
use crate::exact::{BvhEngine, Motion};
use crate::jaw::JawPair;
use crate::session::first_contact::LIMIT_MM;
use crate::session::{Directions, KeptMotion, hinge_of};
use anyhow::{Context, ensure};
use glam::DVec3;
use record::{FirstContactReport, MotionRecord};
use std::time::Instant;

const MOST_DEG: f64 = 60.0;
/// A hundred times as far as any head is wide. Farther away an angle that is told in 15 digits is no place any more.
const FARTHEST_HINGE_MM: f64 = 10_000.0;

#[derive(Debug, clap::Args)]
pub struct FirstContactArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub pose: PoseArgs,
    #[command(flatten)]
    pub judged: JudgedArgs,
    /// Closing is a translation of the lower jaw in this direction, in upper coordinates; auto (the default) is the
    /// occlusal normal, towards the upper jaw
    #[arg(long, value_name = "auto|X,Y,Z", allow_hyphen_values = true, value_parser = args::parse_direction)]
    pub along: Option<DirectionChoice>,
    /// Closing is a turn of the lower jaw about the axis through point P along D, by the right-hand rule (D towards the
    /// patient's right closes the mouth), in upper coordinates; auto is the axis of average anatomy
    #[arg(long, value_name = "auto|PX,PY,PZ,DX,DY,DZ", allow_hyphen_values = true, conflicts_with = "along",
          value_parser = args::parse_hinge)]
    pub hinge: Option<HingeChoice>,
    /// Farthest translation looked at either way, in mm [default: 50]
    #[arg(long, value_name = "R", allow_negative_numbers = true, conflicts_with = "hinge",
          value_parser = args::parse_positive)]
    pub max_mm: Option<f64>,
    /// Largest turn looked at either way, in degrees, up to 360 [default: 60]
    #[arg(long, value_name = "A", allow_negative_numbers = true, requires = "hinge", value_parser = parse_turn)]
    pub max_deg: Option<f64>,
    #[command(flatten)]
    pub answer: PoseAnswerArgs,
}

fn parse_turn(text: &str) -> Result<f64, String> {
    let degrees = args::parse_positive(text)?;
    if degrees <= 360.0 { Ok(degrees) } else { Err("at most 360 degrees are needed".into()) }
}

/// # Errors
/// Bad usage or input, or a result that cannot be written.
pub fn run(args: &FirstContactArgs) -> anyhow::Result<Answer> {
    let pose = args.pose.given()?;
    let judged = &args.judged;
    let inputs = args.inputs.files().chain(args.pose.pose_file.as_ref()).chain(judged.trim.file());
    args.answer.check(inputs)?;
    let loaded = load::open(&args.inputs, &judged.scans)?;
    let start = pose.unwrap_or_else(|| loaded.pose());
    let (motion, motion_record) = motion(args, &loaded)?;
    let reporter = Reporter::start("first contact");
    let limit = motion_record.limit_mm.unwrap_or_default() + motion_record.limit_deg.unwrap_or_default().to_radians();
    let trim = judged.trim.of(&loaded)?;
    let trimmed_area_mm2 = trim.area_mm2(&loaded.pair);
    let asked = scope(judged.scope, &judged.teeth, &loaded, trim, &reporter.progress)?;
    let begun = Instant::now();
    let exact = BvhEngine::new(&loaded.pair);
    let scope = exact.scope(&asked);
    let found = exact.first_contact_of(&scope, &start, (&motion, limit), &reporter.progress)?;
    let frame_ms = begun.elapsed().as_secs_f64() * 1e3;
    drop(reporter);
    let mut warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    warnings.extend(doubt_sense(&motion, &loaded.pair, &start));
    let files = loaded.scans.each_ref().map(|p| p.display().to_string());
    let mut report = FirstContactReport::new(&found, &loaded.pair, files, &start, &motion, motion_record, warnings);
    (report.scope, report.trimmed_area_mm2) = (scope.kind(), trimmed_area_mm2);
    report.timing_ms = record::Timing { frame: frame_ms, ..record::Timing::of(&loaded.timing_ms) };
    deadline::is_met();
    if let (Some(path), None) = (&args.answer.dump_pose, &report.contact.pose) {
        report.warnings.push(format!("{}: not written, there is no pose of contact.", path.display()));
    }
    args.answer.write(&report, &report.text(), report.contact.pose.as_ref())?;
    summary::warn(&report.warnings);
    Ok(Answer::Done)
}

/// The motion asked for, and what is said of it.
fn motion(args: &FirstContactArgs, loaded: &load::LoadedPair) -> anyhow::Result<(Motion, MotionRecord)> {
    let pair = &*loaded.pair;
    let (motion, chosen_by) = match (args.hinge, args.along) {
        (Some(HingeChoice(Some((point, axis)))), _) => (Motion::about(point, axis), "given"),
        (Some(HingeChoice(None)), _) => {
            let kept = loaded.case.as_ref().map_or_else(KeptMotion::default, |case| case.content.kept_motion());
            let directions = loaded.directions.unwrap_or_else(|| Directions::of(pair));
            let hinge = hinge_of(&directions, &kept, pair);
            let is_of_case = loaded.directions.is_some() || kept.facebow.is_some();
            (Motion::about(hinge.point, hinge.direction), if is_of_case { "case" } else { "average-anatomy" })
        }
        (None, Some(DirectionChoice(Some(direction)))) => (Motion::along(direction), "given"),
        (None, _) => (Motion::along(pair.frame.up), "occlusal-normal"),
    };
    let motion = motion.context("the motion needs a direction")?;
    if let Motion::About { point, .. } = motion {
        let away_mm = point.distance(pair.frame.origin);
        ensure!(
            away_mm <= FARTHEST_HINGE_MM,
            "the point of the hinge axis lies {away_mm:.3e} mm from the jaws; up to {FARTHEST_HINGE_MM} mm are taken: name one nearer \
             on the axis, and for an axis that is farther away --along"
        );
    }
    let limits = (args.max_mm.unwrap_or(LIMIT_MM), args.max_deg.unwrap_or(MOST_DEG));
    let record = MotionRecord::new(&motion, chosen_by, limits);
    Ok((motion, record))
}

/// Said when the motion takes the middle of the lower arch away from the upper jaw.
fn doubt_sense(motion: &Motion, pair: &JawPair, start: &Rigid) -> Option<String> {
    let middle = start.transform_point(pair.frame.origin);
    let towards: DVec3 = motion.moved(middle, 1e-3) - middle;
    (towards.dot(pair.frame.up) < 0.0).then(|| {
        "By the directions found in the scans this motion opens the mouth; the sense given was kept as closing.".into()
    })
}
