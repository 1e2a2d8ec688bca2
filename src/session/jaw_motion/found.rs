//! What a movement has come to, as it is played.
use super::asked::{MotionQuestion, Moves};
use crate::base::Rigid;
use crate::engine::{Contact, PairSweep, SweptContact};
use crate::export::motion::track::Track;
use crate::jaw::motion::{HingeFrame, Role};
use crate::jaw::teeth::said_pair;
use glam::DVec3;
use std::sync::Arc;

/// One place of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathStep {
    /// Where on the path: mm of it, or s of a record that has times.
    pub at: f64,
    /// Of the movement's amount, mm; of a record the way of the incisal point.
    pub s_mm: f64,
    /// Immediate side shift so far, mm.
    pub shift_mm: f64,
    /// From the bite, hinge frame; `None`: a hole.
    pub motion: Option<Rigid>,
    pub upper_from_lower: Option<Rigid>,
    pub opening_deg: Option<f64>,
    /// The jaw has leapt here from the step before.
    pub is_jump: bool,
    pub is_proven: bool,
}

/// The poses of a movement.
#[derive(Clone, Debug, PartialEq)]
pub struct PathFound {
    pub asked: Arc<MotionQuestion>,
    pub hinge: HingeFrame,
    pub half_width_mm: f64,
    pub steps: Vec<PathStep>,
    /// Of teeth as guide: from the bite as scanned to its first contact, positive opens, degrees.
    pub first_contact_deg: Option<f64>,
    pub track: Track,
}

impl PathFound {
    /// From where to where it goes, as [`PathStep::at`].
    pub fn ends(&self) -> [f64; 2] {
        let at = |step: Option<&PathStep>| step.map_or(0.0, |step| step.at);
        [at(self.steps.first()), at(self.steps.last())]
    }

    /// Whether places on it are times.
    pub fn is_timed(&self) -> bool {
        matches!(&self.asked.moves, Moves::Recorded(record) if !record.times_s.is_empty())
    }

    /// The step at or before a place, and how far it is to the next, 0 to 1.
    pub fn place(&self, at: f64) -> (usize, f64) {
        let i = self.steps.partition_point(|step| step.at <= at).saturating_sub(1);
        let Some((here, next)) = self.steps.get(i).zip(self.steps.get(i + 1)) else { return (i, 0.0) };
        let long = next.at - here.at;
        (i, if long > 0.0 { ((at - here.at) / long).clamp(0.0, 1.0) } else { 0.0 })
    }

    /// The step nearest to a place.
    pub fn nearest(&self, at: f64) -> usize {
        let (i, t) = self.place(at);
        if t > 0.5 { i + 1 } else { i }
    }

    /// The lower incisal point, coordinates of the lower scan.
    pub fn incisal_in_lower(&self) -> DVec3 {
        let in_bite = self.hinge.world_from_hinge.transform_point(self.hinge.incisal);
        self.asked.bite.inverse().transform_point(in_bite)
    }

    /// Both condyles, right first, in the bite and in a motion, world coordinates.
    pub fn condyles(&self, motion: &Rigid) -> [DVec3; 2] {
        self.hinge.condyles(self.half_width_mm, motion)
    }

    pub fn n_holes(&self) -> usize {
        self.steps.iter().filter(|step| step.motion.is_none()).count()
    }

    pub fn n_jumps(&self) -> usize {
        self.steps.iter().filter(|step| step.is_jump).count()
    }
}

/// Two teeth that touch, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct PairLane {
    pub pair: PairSweep,
    pub role: Option<Role>,
    /// From where to where on the path, as [`PathStep::at`].
    pub spans: Vec<[f64; 2]>,
}

impl PairLane {
    /// "16–46", with a mark where a number is a guess.
    pub fn name(&self) -> String {
        said_pair([self.pair.upper.number(), self.pair.lower.number()], "–", self.pair.confidences)
    }
}

/// What touches along a path.
#[derive(Debug)]
pub struct SweepFound {
    pub swept: SweptContact,
    /// The path's step that each of the sweep's is of.
    pub of_path: Vec<usize>,
    /// Of each of the sweep's steps as long as there is room for them; `None`: a hole, or no room.
    pub contacts: Vec<Option<Arc<Contact>>>,
    pub lanes: Vec<PairLane>,
    /// What all contacts together take, bytes.
    pub bytes: usize,
}

impl SweepFound {
    pub fn new(
        path: &PathFound,
        swept: SweptContact,
        (of_path, contacts): (Vec<usize>, Vec<Option<Arc<Contact>>>),
        bytes: usize,
    ) -> Self {
        let lanes = swept.pairs.iter().map(|pair| lane(path, (&swept, &of_path), pair)).collect();
        Self { swept, of_path, contacts, lanes, bytes }
    }

    /// The same without the contacts of single instants.
    pub fn without_contacts(self) -> Self {
        Self { contacts: vec![None; self.of_path.len()], bytes: 0, ..self }
    }

    /// The sweep's step nearest to a place of its path.
    pub fn nearest(&self, path: &PathFound, at: f64) -> Option<usize> {
        let step = path.nearest(at);
        let after = self.of_path.partition_point(|of| *of < step);
        let near = [after.saturating_sub(1), after].into_iter().filter(|i| *i < self.of_path.len());
        near.min_by_key(|i| self.of_path[*i].abs_diff(step))
    }
}

fn lane(path: &PathFound, (swept, of_path): (&SweptContact, &[usize]), pair: &PairSweep) -> PairLane {
    let at = |i: usize| path.steps[of_path[i]].at;
    let mm = |i: usize| path.steps[of_path[i]].s_mm;
    let touches: Vec<bool> = swept
        .steps
        .iter()
        .map(|step| {
            let pairs = step.iter().flat_map(|step| &step.pairs);
            pairs.into_iter().any(|found| (found.upper, found.lower) == (pair.upper, pair.lower))
        })
        .collect();
    let mut spans: Vec<[f64; 2]> = Vec::new();
    for i in (0..touches.len()).filter(|i| touches[*i]) {
        match spans.last_mut().filter(|_| i > 0 && touches[i - 1]) {
            Some(span) => span[1] = at(i),
            None => spans.push([at(i), at(i)]),
        }
    }
    let role = Role::of(path.asked.moves.movement(), pair.lower, mm(pair.first_step), mm(pair.last_step));
    PairLane { pair: *pair, role, spans }
}

/// A movement with what touches in it, as far as it is known.
#[derive(Clone, Debug)]
pub struct MotionFound {
    pub path: Arc<PathFound>,
    pub sweep: Option<Arc<SweepFound>>,
}
