//! Whether the lower jaw may be moved. A bite is locked on opening: whoever wants to look must not move it by mistake.
use crate::app::actions::CaseAction;
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::jaw::OcclusalFrame;
use crate::session::command::turn_deg;
use crate::session::{Bites, Command, motion};
use glam::DVec3;
use std::collections::BTreeSet;

/// Which bites a hand has freed, and the question that is asked when somebody reaches for the jaw in one that is locked. Every bite has a lock
/// of its own: each is locked when its case is opened and when it is made, and free from when a hand frees it until one locks it again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BiteLock {
    /// Names of bites; as scanned has none.
    freed: BTreeSet<String>,
    /// The bite that the jaw is in, or has left last.
    of: String,
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
        self.freed.contains(&self.of)
    }

    /// The question that is open.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// Somebody reached for the jaw. The last one counts: what is typed changes while it is asked about.
    pub fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked).filter(|_| !self.is_free());
    }

    /// Lets the jaw move. Gives what was to be done with it.
    pub fn free(&mut self) -> Option<CaseAction> {
        self.freed.insert(self.of.clone());
        match self.asked.take() {
            Some(Asked::Step(action)) => Some(*action),
            Some(Asked::Drag) | None => None,
        }
    }

    /// Holds the jaw where it is.
    pub fn close(&mut self) {
        self.freed.remove(&self.of);
        self.asked = None;
    }

    /// The lock is that of the current bite; of bites that are gone nothing is known.
    pub fn turn_to(&mut self, bites: &Bites) {
        self.freed.retain(|name| bites.list().iter().any(|bite| bite.name == *name));
        let of = &bites.current().name;
        if self.of != *of {
            (self.of, self.asked) = (of.clone(), None);
        }
    }

    /// A bite that was free is so under its new name.
    pub fn rename(&mut self, old: &str, new: &str) {
        if self.freed.remove(old) {
            self.freed.insert(new.to_owned());
        }
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
    use crate::jaw::{Bite, BiteOrigin};
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
    fn every_bite_has_a_lock_of_its_own() {
        let named = |name: &str| Bite { name: name.into(), origin: BiteOrigin::Hand, ..Bite::as_scanned() };
        let bites = |names: &[&str], current| {
            let list = std::iter::once(Bite::as_scanned()).chain(names.iter().map(|name| named(name)));
            Bites::of(list.collect(), current, BiteOrigin::Hand).expect("a list")
        };
        let mut lock = BiteLock::default();
        lock.turn_to(&bites(&["left"], 1));
        lock.ask(Asked::Drag);
        lock.free();
        assert!(lock.is_free());
        lock.turn_to(&bites(&["left"], 0));
        assert!(!lock.is_free(), "as scanned is locked as before");
        lock.ask(Asked::Drag);
        lock.turn_to(&bites(&["left"], 1));
        assert_eq!((lock.is_free(), lock.asked()), (true, None), "still free, and nothing is asked of another bite");
        lock.rename("left", "first");
        lock.turn_to(&bites(&["first"], 1));
        assert!(lock.is_free());
        lock.turn_to(&bites(&["other"], 1));
        lock.turn_to(&bites(&["first"], 1));
        assert!(!lock.is_free(), "one that was gone is locked again");
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
