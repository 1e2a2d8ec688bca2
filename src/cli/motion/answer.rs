//! The movement, and with scans what touches in it.
use super::movement::MovementAsked;
use super::record::{Told, record};
use super::{MotionArgs, Settings};
use crate::base::{Progress, Rigid};
use crate::cli::args::ScopeArg;
use crate::cli::load::LoadedPair;
use crate::cli::pose::TeethAsked;
use crate::engine::{Guided, SweptQuestion, ToothGuidance, swept_contact};
use crate::exact::BvhEngine;
use crate::export::motion::record::MotionRecord;
use crate::export::motion::track::Track;
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::jaw::hinge::AVERAGE_ANATOMY;
use crate::jaw::motion::{Course, Guide, HingeFrame, MotionPath, Movement, MovementKind, Refining};
use crate::jaw::{JawSide, Teeth};
use crate::session::Directions;
use anyhow::{anyhow, bail};
use glam::DVec3;
use std::time::Instant;

/// What a movement came to.
pub struct MotionAnswer {
    pub record: MotionRecord,
    pub track: Track,
    /// The lower incisal point at the start, hinge frame.
    pub incisal: DVec3,
}

/// Scans with all that is asked of them.
pub struct Jaws<'a> {
    pub loaded: &'a LoadedPair,
    pub exact: BvhEngine,
    pub teeth: Teeth,
    pub scope: ScopeAsked,
    /// `upper_from_lower` at the start.
    pub start: Rigid,
}

/// # Errors
/// Bad input, or cancelling.
pub fn answer(
    args: &MotionArgs,
    settings: Settings,
    loaded: Option<&LoadedPair>,
    pose: Option<Rigid>,
    progress: &Progress,
) -> anyhow::Result<MotionAnswer> {
    let jaws = loaded.map(|loaded| Jaws::new(args, loaded, pose, progress)).transpose()?;
    let hinge = hinge(&settings, jaws.as_ref())?;
    let MovementAsked::Computed(movement) = args.movement else {
        bail!("records are not read yet");
    };
    let movement = with_forward(movement, args.forward)?;
    let course = Course::new(&settings.articulator, &hinge, movement);
    if let Some(fault) = course.fault() {
        bail!("--movement: {fault}");
    }
    let begun = Instant::now();
    let found = path(args, &course, jaws.as_ref(), &progress.part(0.1, 0.5))?;
    let path_ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut told = Told::new(&settings, &hinge, jaws.as_ref(), path_ms);
    told.warn_of_movement(&movement);
    let (mut record, track) = record(args, told, &found);
    contacts(args, &mut record, Some(&movement), jaws.as_ref(), &progress.part(0.5, 1.0))?;
    Ok(MotionAnswer { record, track, incisal: hinge.incisal })
}

impl<'a> Jaws<'a> {
    fn new(
        args: &MotionArgs,
        loaded: &'a LoadedPair,
        pose: Option<Rigid>,
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let teeth = TeethAsked::new(&args.teeth, loaded)?.find(loaded, progress)?.teeth;
        let of_case = loaded.case.as_ref().map(|case| case.content.settings.scope);
        let kind: ScopeKind = args.scope.map(ScopeArg::kind).or(of_case).unwrap_or_default();
        let scope = ScopeAsked::new(kind, &teeth).trimmed(args.trim.of(loaded)?);
        let exact = BvhEngine::build(&loaded.pair, progress)?;
        Ok(Self { loaded, exact, teeth, scope, start: pose.unwrap_or_else(|| loaded.pose()) })
    }

    /// The lower incisal point at the start, world coordinates.
    fn incisal(&self) -> DVec3 {
        let directions = Directions { frame: self.loaded.pair.frame, occlusion: self.start, anatomy: AVERAGE_ANATOMY };
        directions.hinge(&self.loaded.pair).incisal
    }

    /// The middle of the lower first molar of each side at the start, hinge frame; where it is not known a place by the averages.
    fn molars(&self, hinge: &HingeFrame) -> [DVec3; 2] {
        let averages = hinge.molars();
        let (mesh, teeth) = (&self.loaded.pair.lower.mesh, self.teeth.jaw(JawSide::Lower));
        let hinge_from_lower = hinge.world_from_hinge.inverse() * self.start;
        let middle = |number: u8| {
            let region = teeth.regions.iter().position(|t| t.fdi.is_some_and(|fdi| fdi.number() == number))?;
            let of_tooth = (0..mesh.triangles.len() as u32).filter(|t| teeth.region_of(*t) == Some(region));
            let (mut sum, mut n) = (DVec3::ZERO, 0.0);
            for corner in of_tooth.flat_map(|t| mesh.corners(t as usize)) {
                (sum, n) = (sum + corner.as_dvec3(), n + 1.0);
            }
            (n > 0.0).then(|| hinge_from_lower.transform_point(sum / n))
        };
        [middle(46).unwrap_or(averages[0]), middle(36).unwrap_or(averages[1])]
    }
}

/// Where the axis is: as the articulator's file says, by the averages, or, without scans, in the frame itself.
fn hinge(settings: &Settings, jaws: Option<&Jaws>) -> anyhow::Result<HingeFrame> {
    let articulator = &settings.articulator;
    let Some(jaws) = jaws else { return Ok(HingeFrame::alone(articulator)) };
    let incisal = jaws.incisal();
    let facebow = settings.record.facebow()?;
    let measured = facebow.and_then(|facebow| facebow.world_from_hinge());
    let hinge = match measured {
        Some(world_from_hinge) => HingeFrame::measured(world_from_hinge, incisal),
        None => HingeFrame::average(&jaws.loaded.pair.frame, incisal, articulator),
    };
    if hinge.incisal.y < 10.0 {
        bail!(
            "the lower incisors lie {:.0} mm in front of the hinge axis that the articulator names; its axis must lie behind them",
            hinge.incisal.y
        );
    }
    Ok(hinge)
}

fn with_forward(movement: Movement, forward: Option<f64>) -> anyhow::Result<Movement> {
    match (movement.kind, forward) {
        (_, None) => Ok(movement),
        (MovementKind::Lateral { working, forward: mixed }, Some(forward)) if mixed > 0.0 => {
            Ok(Movement { kind: MovementKind::Lateral { working, forward }, ..movement })
        }
        _ => Err(anyhow!(
            "--forward is the share of protrusion in right-protrusion or left-protrusion, and this is another movement"
        )),
    }
}

/// The path; of teeth as guide with where they touched.
pub enum Found {
    Plain(MotionPath),
    Guided(Box<Guided>),
}

impl Found {
    pub fn path(&self) -> &MotionPath {
        match self {
            Self::Plain(path) => path,
            Self::Guided(guided) => &guided.path,
        }
    }
}

fn path(args: &MotionArgs, course: &Course, jaws: Option<&Jaws>, progress: &Progress) -> anyhow::Result<Found> {
    let molars = jaws.map_or_else(|| course.hinge.molars(), |jaws| jaws.molars(course.hinge));
    let refining = Refining { length_mm: course.length_mm(), molars, steps: args.steps.map(|n| n as usize) };
    let (guide, Some(jaws)) = (args.guide.guide(), jaws) else {
        return Ok(Found::Plain(MotionPath::without_teeth(course, args.guide.guide(), &refining, progress)?));
    };
    if guide != Guide::Teeth {
        return Ok(Found::Plain(MotionPath::without_teeth(course, guide, &refining, progress)?));
    }
    let counted = jaws.exact.counted(&jaws.exact.scope(&jaws.scope), progress)?;
    let guidance = ToothGuidance { jaws: &counted, course, bite: jaws.start, start: args.start.start() };
    Ok(Found::Guided(Box::new(guidance.path(&refining, progress)?)))
}

/// What touches in each step.
fn contacts(
    args: &MotionArgs,
    record: &mut MotionRecord,
    movement: Option<&Movement>,
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let Some(jaws) = jaws.filter(|_| !args.no_contacts) else { return Ok(()) };
    let pose = |rows: Option<[[f64; 4]; 4]>| rows.and_then(|rows| Rigid::from_rows(rows).ok());
    let poses: Vec<Option<Rigid>> = record.steps.iter().map(|step| pose(step.upper_from_lower)).collect();
    let at_mm: Vec<f64> = record.steps.iter().map(|step| step.s_mm + step.shift_mm).collect();
    let asked = SweptQuestion {
        thresholds_mm: args.threshold_mm.0.clone(),
        zone_threshold_mm: args.zone_threshold_mm,
        scope: jaws.scope.clone(),
    };
    let begun = Instant::now();
    let told_by = (&jaws.teeth, &jaws.loaded.pair.frame);
    let swept = swept_contact(&jaws.exact, &poses, &at_mm, &asked, told_by, progress)?;
    record.timing_ms.contacts = Some(begun.elapsed().as_secs_f64() * 1e3);
    record.add_contact(&swept, movement);
    (record.thresholds_mm, record.zone_threshold_mm) = (Some(asked.thresholds_mm), Some(asked.zone_threshold_mm));
    Ok(())
}
