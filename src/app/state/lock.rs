//! Whether the lower jaw may be moved. A bite is locked on opening: whoever wants to look must not move it by mistake.
use crate::app::actions::CaseAction;
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::jaw::OcclusalFrame;
use crate::session::command::turn_deg;
use crate::session::{Command, motion};
use glam::DVec3;

/// The bite, and the question that is asked when somebody reaches for it while it is locked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BiteLock {
    is_free: bool,
    asked: Option<Asked>,
}

/// What would have moved the lower jaw.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// A drag: it turned the view instead.
    Drag,
    /// A key, a button or a figure that was typed; done when the bite is freed.
    Step(Box<CaseAction>),
}

impl BiteLock {
    pub fn is_free(&self) -> bool {
        self.is_free
    }

    /// The question that is open.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// Somebody reached for the jaw. The last one counts: what is typed changes while it is asked about.
    pub fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked).filter(|_| !self.is_free);
    }

    /// Lets the jaw move. Gives what was to be done with it.
    pub fn free(&mut self) -> Option<CaseAction> {
        self.is_free = true;
        match self.asked.take() {
            Some(Asked::Step(action)) => Some(*action),
            Some(Asked::Drag) | None => None,
        }
    }

    /// Holds the jaw where it is.
    pub fn close(&mut self) {
        *self = Self::default();
    }

    /// Leaves the bite locked, and the question aside.
    pub fn keep(&mut self) {
        self.asked = None;
    }
}

/// Whether an action moves the lower jaw on purpose of a hand. To go back (undo, reset) is always allowed.
pub fn moves_jaw(action: &CaseAction) -> bool {
    matches!(
        action,
        CaseAction::Do(Command::Move { .. })
            | CaseAction::Hinge(_)
            | CaseAction::Raise(_)
            | CaseAction::Nudge(..)
            | CaseAction::FirstContact
    )
}

/// "moved by 0.31 mm, 0.20°": how far the lower jaw is from where the scans were taken, at the middle of the occlusal plane. `None`: it
/// is there.
pub fn moved_words(upper_from_lower: &Rigid, frame: &OcclusalFrame) -> Option<String> {
    if *upper_from_lower == Rigid::IDENTITY {
        return None;
    }
    let six = motion::to_anatomical_six(upper_from_lower, frame);
    let mm = DVec3::new(six[0], six[1], six[2]).length();
    let deg = turn_deg(&Rigid::IDENTITY, upper_from_lower);
    Some(match mm.max(deg) < 0.005 {
        true => say!("lock-moved-less-than-mm").into(),
        false => say!("lock-moved-mm", mm = decimal(mm, 2), deg = decimal(deg, 2)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Motion;

    #[test]
    fn a_locked_bite_asks_and_a_free_one_does_not() {
        let mut lock = BiteLock::default();
        lock.ask(Asked::Step(Box::new(CaseAction::Hinge(1.0))));
        lock.ask(Asked::Step(Box::new(CaseAction::Hinge(2.0))));
        assert_eq!(lock.free(), Some(CaseAction::Hinge(2.0)), "the last that was asked for is done");
        lock.ask(Asked::Drag);
        assert_eq!((lock.is_free(), lock.asked()), (true, None), "asked once");
        lock.close();
        lock.ask(Asked::Drag);
        assert_eq!((lock.is_free(), lock.asked()), (false, Some(&Asked::Drag)));
        lock.keep();
        assert_eq!((lock.is_free(), lock.asked()), (false, None));
    }

    #[test]
    fn what_moves_the_jaw_is_asked_about_and_what_takes_it_back_is_not() {
        let typed = Command::Move { motion: Motion::Typed, upper_from_lower: Rigid::IDENTITY };
        assert!(moves_jaw(&CaseAction::Do(typed)) && moves_jaw(&CaseAction::FirstContact));
        let allowed = [CaseAction::Undo, CaseAction::ResetPose, CaseAction::Do(Command::XRay(true))];
        assert!(!allowed.iter().any(moves_jaw));
    }

    #[test]
    fn how_far_the_bite_was_moved_is_said_in_mm_and_degrees() {
        let frame = OcclusalFrame { origin: DVec3::ZERO, up: DVec3::Z, front: DVec3::Y, right: DVec3::X };
        assert_eq!(moved_words(&Rigid::IDENTITY, &frame), None);
        let moved = Rigid { translation: DVec3::new(0.3, 0.0, -0.4), ..Rigid::IDENTITY };
        assert_eq!(moved_words(&moved, &frame).as_deref(), Some("moved by 0.50 mm, 0.00°"));
        let turned = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, 1.0_f64.to_radians());
        assert_eq!(moved_words(&turned, &frame).as_deref(), Some("moved by 0.00 mm, 1.00°"));
    }
}
