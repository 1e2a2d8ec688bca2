//! The work on a movement: its poses, then what touches in them.
use super::asked::{ComputedPath, MotionQuestion, Moves, computed_path};
use super::found::{PathFound, PathStep, SweepFound};
use super::kept::KeptRecord;
use super::place::molars;
use super::recorded::{placed, ways_mm};
use super::track;
use crate::base::{Cancelled, Progress, Rigid};
use crate::engine::{BiteStart, Contact, PairForms, SweptQuestion, swept_contact_telling};
use crate::jaw::motion::{Course, Guide, Movement, Refining};
use glam::DVec3;
use std::sync::Arc;

/// The poses.
///
/// # Errors
/// [`Cancelled`] when they are no longer wanted.
pub fn path(asked: &Arc<MotionQuestion>, forms: &PairForms, progress: &Progress) -> Result<PathFound, Cancelled> {
    match &asked.moves {
        Moves::Computed { movement, guide, start } => computed(asked, forms, (*movement, *guide, *start), progress),
        Moves::Recorded(record) => Ok(recorded(asked, record)),
    }
}

fn computed(
    asked: &Arc<MotionQuestion>,
    forms: &PairForms,
    (movement, guide, start): (Movement, Guide, BiteStart),
    progress: &Progress,
) -> Result<PathFound, Cancelled> {
    let course = Course::new(&asked.articulator, &asked.hinge, movement);
    let molars = molars((forms.pair(), &asked.teeth), &asked.hinge, &asked.bite);
    let refining = Refining { length_mm: course.length_mm(), molars, steps: None };
    let exact = if guide == Guide::Teeth { Some(forms.trees(&progress.part(0.0, 0.2))?) } else { None };
    let jaws = exact.as_deref().map(|exact| (exact, &asked.scope, asked.bite));
    let found = computed_path(&course, (guide, start), jaws, &refining, &progress.part(0.2, 1.0))?;
    let step = |step: &crate::jaw::motion::Step| PathStep {
        at: step.s_mm + step.shift_mm,
        s_mm: step.s_mm,
        shift_mm: step.shift_mm,
        motion: step.motion(),
        upper_from_lower: step.motion().map(|motion| asked.hinge.upper_from_lower(&motion, &asked.bite)),
        opening_deg: step.opening_rad.map(f64::to_degrees),
        is_jump: step.is_jump,
        is_proven: step.is_proven,
    };
    let first_contact_deg = match &found {
        ComputedPath::Guided(guided) => guided.first_contact_rad.map(f64::to_degrees),
        ComputedPath::Plain(_) => None,
    };
    Ok(PathFound {
        asked: asked.clone(),
        hinge: asked.hinge,
        half_width_mm: asked.articulator.half_width_mm(),
        steps: found.path().steps.iter().map(step).collect(),
        first_contact_deg,
        track: track::of_path(&movement, &found.path().steps),
    })
}

fn recorded(asked: &Arc<MotionQuestion>, record: &KeptRecord) -> PathFound {
    let hinge = placed(record.world_from_hinge, record.incisal, &asked.hinge);
    let ways = ways_mm(&record.motions, hinge.incisal);
    let step = |(i, (motion, way)): (usize, (&Rigid, &f64))| PathStep {
        at: record.times_s.get(i).copied().unwrap_or(*way),
        s_mm: *way,
        shift_mm: 0.0,
        motion: Some(*motion),
        upper_from_lower: Some(hinge.upper_from_lower(motion, &asked.bite)),
        opening_deg: Some(-motion.to_six()[3]),
        is_jump: false,
        is_proven: true,
    };
    let steps = record.motions.iter().zip(&ways).enumerate().map(step).collect();
    let half_width_mm = record.half_width_mm.unwrap_or(asked.articulator.half_width_mm());
    let track = track::of_record(record, &ways);
    PathFound { asked: asked.clone(), hinge, half_width_mm, steps, first_contact_deg: None, track }
}

/// In more poses contact is not looked for, and none where no molar has moved so far since the last, mm.
const MOST_SWEPT: usize = 400;
const LEAST_WAY_MM: f64 = 0.05;
/// Contacts are kept up to so many bytes.
pub const MOST_BYTES: usize = 200 << 20;

/// What touches, pose by pose.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn sweep(path: &PathFound, forms: &PairForms, progress: &Progress) -> Result<SweepFound, Cancelled> {
    let asked = &path.asked;
    let exact = forms.trees(&progress.part(0.0, 0.2))?;
    let of_path = swept_steps(path, &molars((forms.pair(), &asked.teeth), &path.hinge, &asked.bite));
    let poses: Vec<_> = of_path.iter().map(|i| path.steps[*i].upper_from_lower).collect();
    let at: Vec<f64> = of_path.iter().map(|i| path.steps[*i].at).collect();
    let question = SweptQuestion {
        thresholds_mm: asked.thresholds_mm.clone(),
        zone_threshold_mm: asked.zone_threshold_mm,
        scope: asked.scope.clone(),
    };
    let (mut contacts, mut bytes) = (vec![None; of_path.len()], 0);
    let keep = &mut |i: usize, found: Contact| {
        bytes += size_of(&found);
        if bytes <= MOST_BYTES {
            contacts[i] = Some(Arc::new(found));
        }
    };
    let (told_by, progress) = ((&*asked.teeth, &asked.frame), progress.part(0.2, 1.0));
    let swept = swept_contact_telling(&exact, &poses, &at, &question, told_by, (&progress, keep))?;
    Ok(SweepFound::new(path, swept, (of_path, contacts), bytes))
}

/// What a contact takes at most: its triangles with what is known of them, and their places in zones and among partners.
fn size_of(contact: &Contact) -> usize {
    const PER_TRIANGLE: usize = 320;
    contact.sheet.sides.iter().map(|side| side.triangles.len()).sum::<usize>() * PER_TRIANGLE
}

/// Which poses of a path contact is looked for in: all of a computed one; of a record those that are apart.
fn swept_steps(path: &PathFound, molars: &[DVec3; 2]) -> Vec<usize> {
    let all = 0..path.steps.len();
    if let Moves::Computed { .. } = path.asked.moves {
        return all.collect();
    }
    let mut taken: Vec<usize> = Vec::new();
    for i in all {
        let far = taken.last().is_none_or(|last| molar_way_mm(path, (*last, i), molars) >= LEAST_WAY_MM);
        if far || i + 1 == path.steps.len() {
            taken.push(i);
        }
    }
    let every = taken.len().div_ceil(MOST_SWEPT).max(1);
    taken.into_iter().step_by(every).collect()
}

fn molar_way_mm(path: &PathFound, (a, b): (usize, usize), molars: &[DVec3; 2]) -> f64 {
    let (Some(a), Some(b)) = (path.steps[a].motion, path.steps[b].motion) else { return f64::INFINITY };
    molars.iter().map(|p| a.transform_point(*p).distance(b.transform_point(*p))).fold(0.0, f64::max)
}
