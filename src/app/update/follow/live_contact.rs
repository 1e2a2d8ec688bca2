//! The contact while the jaw moves: when it is asked for. The work itself is done in [`crate::session::live_contact`].
use super::exact::EXACT_REST;
use crate::app::state::Open;
use crate::session::LiveContactQuestion;
use std::time::Instant;

/// The jaw is still where it was when the last frame was analysed.
pub fn is_at(open: &mut Open) {
    let (pair, here) = (open.pair().clone(), LiveContactQuestion::of(&open.session));
    open.live_contact.is_at(&pair, &here, Instant::now());
}

/// Asks about the newest pose while something moves, and gives that up for the exact work.
pub fn follow(open: &mut Open) {
    if !open.exact.is_enabled() {
        return open.live_contact.forget();
    }
    let moves = open.moves_jaw() || open.moved_at.elapsed() < EXACT_REST;
    if open.contact().is_some() || open.motion.contact().is_some() || open.exact.is_running() {
        open.live_contact.give_up();
    } else if moves && open.teeth.is_settled() {
        let (forms, wanted) = (open.forms(), LiveContactQuestion::of(&open.session));
        open.live_contact.follow(&forms, wanted, Instant::now());
    }
}
