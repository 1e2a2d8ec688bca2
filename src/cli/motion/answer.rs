//! The movement that is asked for, and with scans what touches in it.
use super::args::MotionArgs;
use super::found::MotionAnswer;
use super::jaws::{Jaws, contacts};
use super::movement::MovementAsked;
use super::record::{Told, record};
use super::recorded;
use super::settings::Settings;
use crate::base::Progress;
use crate::jaw::motion::{Course, HingeFrame, Movement, MovementKind, Refining};
use crate::session::jaw_motion::place::{Incisal, hinge_frame};
use crate::session::jaw_motion::{ComputedPath, computed_path};
use anyhow::{anyhow, bail};
use std::time::Instant;

/// # Errors
/// Bad input, or cancelling.
pub fn answer(
    args: &MotionArgs,
    settings: &Settings,
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<MotionAnswer> {
    let hinge = hinge(settings, jaws)?;
    let movement = match &args.movement {
        MovementAsked::Computed(movement) => *movement,
        MovementAsked::Recorded { file, name } => {
            let whole = (file.as_path(), name.as_deref());
            return recorded::answer(args, settings, whole, jaws, &hinge, &progress.part(0.2, 1.0));
        }
    };
    let movement = with_forward(movement, args.forward)?;
    let course = Course::new(&settings.articulator, &hinge, movement);
    if let Some(fault) = course.fault() {
        bail!("--movement: {fault}");
    }
    let begun = Instant::now();
    let found = path(args, &course, jaws, &progress.part(0.1, 0.5))?;
    let path_ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut told = Told::new(settings, &hinge, jaws, path_ms);
    told.warn_of_movement(&movement);
    let (mut record, track) = record(args, told, &found);
    let swept = contacts(args, &mut record, Some(&movement), jaws, &progress.part(0.5, 1.0))?;
    Ok(MotionAnswer { record, track, incisal: hinge.incisal, hinge, movement: Some(movement), swept })
}

/// Where the axis is: as the articulator's file says, by the averages, or, without scans, in the frame itself.
fn hinge(settings: &Settings, jaws: Option<&Jaws>) -> anyhow::Result<HingeFrame> {
    let articulator = &settings.articulator;
    let Some(jaws) = jaws else { return Ok(HingeFrame::alone(articulator)) };
    let incisal = jaws.incisal();
    let facebow = settings.record.facebow()?;
    let incisal = Incisal::same(incisal);
    Ok(hinge_frame(articulator, facebow.as_ref(), &jaws.judged.loaded.pair.frame, &incisal)?)
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

pub fn path(
    args: &MotionArgs,
    course: &Course,
    jaws: Option<&Jaws>,
    progress: &Progress,
) -> anyhow::Result<ComputedPath> {
    let molars = jaws.map_or_else(|| course.hinge.molars(), |jaws| jaws.molars(course.hinge));
    let refining = Refining { length_mm: course.length_mm(), molars, steps: args.steps.map(|n| n as usize) };
    let touching = jaws.map(|jaws| (&jaws.judged.exact, &jaws.judged.scope, jaws.start));
    let by = (args.guide.guide(), args.start.start());
    Ok(computed_path(course, by, touching, &refining, progress)?)
}
