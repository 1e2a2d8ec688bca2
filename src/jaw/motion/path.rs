//! A movement as poses over the length of its path.
use super::condyles::Condyles;
use super::course::{Course, Movement, MovementKind, Target};
use super::refine::Refining;
use super::sides::Side;
use super::step::Step;
use crate::base::{Cancelled, Progress};
use glam::DVec3;

/// What says how far the mouth is open while both condyles follow their guides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guide {
    /// Nothing: the jaw turns no more than its axis.
    Free,
    /// The incisal table.
    Incisal,
    /// The teeth.
    Teeth,
}

impl Guide {
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Incisal => "incisal",
            Self::Teeth => "teeth",
        }
    }
}

/// A computed movement.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionPath {
    pub movement: Movement,
    pub guide: Guide,
    pub steps: Vec<Step>,
}

impl MotionPath {
    /// Way of a point of the lower jaw (hinge frame, at the start) to each step, mm; over a hole it goes straight.
    pub fn ways_mm(&self, point: DVec3) -> Vec<f64> {
        let (mut way, mut last) = (0.0, None::<DVec3>);
        let mut ways = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            if let Some(here) = step.motion().map(|motion| motion.transform_point(point)) {
                way += last.map_or(0.0, |last| last.distance(here));
                last = Some(here);
            }
            ways.push(way);
        }
        ways
    }
}

impl MotionPath {
    /// By the condyles alone, or by the incisal table: without teeth.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn without_teeth(
        course: &Course,
        guide: Guide,
        refining: &Refining,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let step = |u_mm: &f64| {
            let target = course.at(*u_mm);
            (Step::new(&target, opening_rad(course, guide, &target)), ())
        };
        let steps = refining.run(progress, |places, progress| {
            progress.at(1.0)?;
            Ok(places.iter().map(step).collect())
        })?;
        Ok(Self { movement: course.movement, guide, steps: steps.into_iter().map(|(step, ())| step).collect() })
    }
}

/// The opening of a target without teeth: free, or by the incisal table; `None` where the table is out of reach.
pub fn opening_rad(course: &Course, guide: Guide, target: &Target) -> Option<f64> {
    let (articulator, incisal) = (course.articulator, course.hinge.incisal);
    let pin_rad = articulator.pin_opening_rad(incisal);
    if course.movement.kind == MovementKind::Opening {
        return opened_from(course, pin_rad, target);
    }
    let begin = Condyles::at_rest(articulator.half_width_mm()).pose(pin_rad).transform_point(incisal);
    let nearest = |both: [f64; 2]| both.into_iter().min_by(|a, b| (a - pin_rad).abs().total_cmp(&(b - pin_rad).abs()));
    match (guide, &articulator.incisal) {
        (Guide::Incisal, Some(table)) => {
            // The point stays below both faces: the one that opens more holds it.
            let on = |side| nearest(target.condyles.openings_in_plane(incisal, begin, table.normal(side))?);
            Some(on(Side::Right)?.max(on(Side::Left)?))
        }
        _ => Some(pin_rad),
    }
}

/// The opening at which the incisal point is as far as the movement says from where it was at the opening `begin_rad`.
pub fn opened_from(course: &Course, begin_rad: f64, target: &Target) -> Option<f64> {
    let incisal = course.hinge.incisal;
    let begin = Condyles::at_rest(course.articulator.half_width_mm()).pose(begin_rad).transform_point(incisal);
    let both = target.condyles.openings_at_distance(incisal, begin, target.s_mm)?;
    both.into_iter().reduce(f64::max)
}
