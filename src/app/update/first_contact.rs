//! The first contact from the hand's side: the wish, what the worker's answer does to the case, and the mark in the
//! picture. The search itself runs in [`crate::session::exact_watch`].
use crate::app::state::contact_mark::ContactMark;
use crate::app::state::{Desk, Kind, Messages, Open};
use crate::base::words::say;
use crate::session::first_contact::Outcome;
use crate::session::{ContactFound, ContactQuestion, ExactEvent, JobKind};

/// Begins the search, or gives up the one that is under way.
pub fn find(open: &mut Open, messages: &mut Messages) {
    if open.exact.interrupt_contact() {
        return;
    }
    match ContactQuestion::of(&open.session) {
        Some(question) => open.exact.find_contact(&open.session.pair().clone(), question),
        None => messages.error(say!("first-contact-case-has-no-occlusal")),
    }
}

/// What the worker of the exact figures says, as far as a person waits for it.
pub fn hear(desk: &mut Desk, event: ExactEvent) {
    let Desk { open: Some(open), messages, .. } = desk else { return };
    match event {
        ExactEvent::FirstContact(found) => move_there(open, messages, &found),
        ExactEvent::Cancelled(JobKind::FirstContact) => {
            messages.info(say!("first-contact-search-first-contact-was"));
        }
        ExactEvent::Failed(JobKind::FirstContact, sentence) => messages.error(format!("{sentence}.")),
        _ => {}
    }
}

fn move_there(open: &mut Open, messages: &mut Messages, found: &ContactFound) {
    // The pose may have changed since the worker was last told where the hand is.
    if open.session.in_gesture() || open.session.upper_from_lower() != found.asked.start {
        return;
    }
    let outcome = Outcome::new(&found.found, found.asked.limit_mm, (open.session.pair(), open.session.teeth()));
    if let Some(command) = &outcome.command {
        open.session.apply(command);
        open.touch();
    }
    let upper_from_lower = open.session.upper_from_lower();
    open.contact_mark = outcome.place.map(|place| ContactMark { place, upper_from_lower });
    messages.add(if outcome.is_doubtful { Kind::Warning } else { Kind::Info }, outcome.says);
}
