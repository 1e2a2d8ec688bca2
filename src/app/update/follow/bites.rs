//! What was looked for is shown as soon as it is there; the lock is that of the bite.
use crate::app::state::{Messages, Open};
use crate::app::update::bites::glide_from;

pub fn follow(open: &mut Open, messages: &mut Messages, less_motion: bool) {
    let pair = open.session.pair().clone();
    let from = open.session.upper_from_lower();
    match open.bites.follow(&pair) {
        Some(Ok(_)) => glide_from(open, from, less_motion),
        Some(Err(sentence)) => messages.error(sentence),
        None => {}
    }
    open.lock.turn_to(open.session.bites());
}
