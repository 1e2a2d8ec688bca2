//! Teeth as guide: both condyles are where their guides have them, and the jaw has closed about the line through them, from clearly
//! open, until the teeth first touch. That owes nothing to the way by which it came: every step is a search of its own, proven by the
//! exact test, so undercuts and thin edges cannot trap the jaw, and the way back is the same.
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::exact::{Ahead, Contact, CountedJaws, Motion};
use crate::jaw::motion::{Course, Guide, MotionPath, MovementKind, Refining, Step, Target, opened_from};

/// Openings between which teeth can guide, degrees from the bite: clearly open, and so far that nothing would be left to meet.
pub const OPENINGS_DEG: [f64; 2] = [-15.0, 25.0];

/// What becomes of what overlaps in the bite as it was scanned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BiteStart {
    /// The jaw is opened or closed to its first contact before it goes, and touches from then on.
    #[default]
    Seat,
    /// The path begins in the bite as scanned: the opening of its first contact is taken off every step, so as much overlaps as there.
    Subtract,
}

impl BiteStart {
    pub fn name(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Subtract => "subtract",
        }
    }
}

/// What teeth guide, and from where.
pub struct ToothGuidance<'a> {
    /// What may touch.
    pub jaws: &'a CountedJaws<'a>,
    pub course: &'a Course<'a>,
    /// `upper_from_lower` of the bite.
    pub bite: Rigid,
    pub start: BiteStart,
}

/// A path with teeth as guide.
#[derive(Clone, Debug, PartialEq)]
pub struct Guided {
    pub path: MotionPath,
    /// Of each step where it first touches, in the pose in which that was found; `None` in a hole, and of opening.
    pub touches: Vec<Option<Contact>>,
    /// From the bite as scanned to its first contact; positive opens. `None`: nothing touches there.
    pub first_contact_rad: Option<f64>,
    pub start: BiteStart,
}

impl ToothGuidance<'_> {
    /// The whole path. Steps are shared out to all processors.
    ///
    /// # Errors
    /// [`Cancelled`] after the step that is under way.
    pub fn path(&self, refining: &Refining, progress: &Progress) -> Result<Guided, Cancelled> {
        progress.enter(say!("stage-closing-until-teeth-touch"), 0.0)?;
        let first_contact_rad = self.touch(&self.course.at(0.0), progress)?.map(|(opening_rad, _)| opening_rad);
        let found = refining.run(&progress.part(0.02, 1.0), |places, progress| {
            let n = places.len() as f64;
            let answered = share_out(
                places.iter().enumerate(),
                || (),
                |(), (i, u_mm)| {
                    progress.at(i as f64 / n)?;
                    self.step(&self.course.at(*u_mm), first_contact_rad, progress)
                },
            );
            answered.into_iter().collect()
        })?;
        let (steps, touches) = found.into_iter().unzip();
        let path = MotionPath { movement: self.course.movement, guide: Guide::Teeth, steps };
        Ok(Guided { path, touches, first_contact_rad, start: self.start })
    }

    fn step(
        &self,
        target: &Target,
        first_contact_rad: Option<f64>,
        progress: &Progress,
    ) -> Result<(Step, Option<Contact>), Cancelled> {
        let off_rad = match self.start {
            BiteStart::Seat => 0.0,
            BiteStart::Subtract => first_contact_rad.unwrap_or(0.0),
        };
        if self.course.movement.kind == MovementKind::Opening {
            // No tooth guides a jaw that goes away from the others.
            let begin_rad = first_contact_rad.unwrap_or(0.0) - off_rad;
            return Ok((Step::new(target, opened_from(self.course, begin_rad, target)), None));
        }
        let touch = self.touch(target, progress)?;
        let step = Step::new(target, touch.map(|(opening_rad, _)| opening_rad - off_rad));
        let is_proven = touch.is_none_or(|(_, contact)| contact.is_proven);
        Ok((Step { is_proven, ..step }, touch.map(|(_, contact)| contact)))
    }

    /// The opening at which the jaw first touches; `None` where it does not between [`OPENINGS_DEG`], or touches when it is wide open.
    fn touch(&self, target: &Target, progress: &Progress) -> Result<Option<(f64, Contact)>, Cancelled> {
        progress.check()?;
        let [least, open] = OPENINGS_DEG.map(f64::to_radians);
        let (hinge, condyles) = (self.course.hinge, &target.condyles);
        let start = hinge.upper_from_lower(&condyles.pose(open), &self.bite);
        let world = &hinge.world_from_hinge;
        let (point, axis) = (world.transform_point(condyles.middle()), world.transform_vector(condyles.axis()));
        // About the patient's right the front goes up: that closes.
        let Some(motion) = Motion::about(point, axis) else { return Ok(None) };
        // Several searches at once have no common fraction to tell.
        let quiet = Progress::default();
        let found = self.jaws.closing(&start, (&motion, open - least), &quiet)?;
        Ok(match found {
            Some(Ahead::Contact(contact)) => Some((open - contact.travel, contact)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
