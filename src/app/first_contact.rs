//! The first contact from the hand's side: the wish, what the worker's answer does to the case, and the mark in the
//! picture. The search itself runs in [`crate::session::exact_watch`].
use super::desk::Desk;
use super::messages::Kind;
use crate::base::Rigid;
use crate::session::first_contact::Outcome;
use crate::session::{ContactFound, ContactQuestion, ExactEvent, JobKind};
use glam::DVec3;
use std::time::{Duration, Instant};

/// As long as the sentence about it is shown.
const MARKED: Duration = Duration::from_secs(8);

/// A place of contact, shown for a moment in the pose that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMark {
    place: DVec3,
    upper_from_lower: Rigid,
    pub until: Instant,
}

impl ContactMark {
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

impl Desk {
    /// Begins the search, or gives up the one that is under way.
    pub fn find_contact(&mut self) {
        let Some(session) = &self.session else { return };
        if self.exact.interrupt_contact() {
            return;
        }
        match ContactQuestion::of(session) {
            Some(question) => self.exact.find_contact(&session.pair().clone(), question),
            None => self.messages.error("The case has no occlusal normal: set the front and up by hand first."),
        }
    }

    /// What the worker of the exact figures says, as far as a person waits for it.
    pub fn hear(&mut self, event: ExactEvent) {
        match event {
            ExactEvent::FirstContact(found) => self.move_to_contact(&found),
            ExactEvent::Cancelled(JobKind::FirstContact) => {
                self.messages.info("The search for the first contact was given up: nothing was moved.");
            }
            ExactEvent::Failed(JobKind::FirstContact, sentence) => self.messages.error(format!("{sentence}.")),
            _ => {}
        }
    }

    fn move_to_contact(&mut self, found: &ContactFound) {
        let Some(session) = &mut self.session else { return };
        // The pose may have changed since the worker was last told where the hand is.
        if session.in_gesture() || session.upper_from_lower() != found.asked.start {
            return;
        }
        let outcome = Outcome::new(&found.found, found.asked.limit_mm, session.pair());
        if let Some(command) = &outcome.command {
            session.apply(command);
            self.moved_at = Instant::now();
        }
        let upper_from_lower = session.upper_from_lower();
        self.contact_mark =
            outcome.place.map(|place| ContactMark { place, upper_from_lower, until: Instant::now() + MARKED });
        self.messages.add(if outcome.is_doubtful { Kind::Warning } else { Kind::Info }, outcome.says);
    }

    /// The place to be marked in the picture: the one pointed at on the map, else that of the first contact.
    pub fn marked(&self) -> Option<DVec3> {
        let pose = self.session.as_ref()?.upper_from_lower();
        let contact = self.contact_mark.filter(|m| m.upper_from_lower == pose && !m.is_over());
        self.pointed.world.or(contact.map(|m| m.place))
    }
}
