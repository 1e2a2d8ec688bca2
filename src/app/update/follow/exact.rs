//! Exact figures while the hand rests: when they are asked for. The work itself is done in [`crate::session::exact_watch`].
use crate::app::state::figures::REST;
use crate::app::state::{Habits, Open};
use crate::session::ContactQuestion;
use std::time::{Duration, Instant};

/// The hand rests when nothing has been moved for so long: a little more than [`REST`], after which the live engine
/// chooses its projection anew. On a software driver both would share the same processors.
pub const EXACT_REST: Duration = REST.saturating_add(Duration::from_millis(100));
/// How often progress is shown. A frame costs the work some time where a software driver draws it.
const PROGRESS_STEP: Duration = Duration::from_millis(250);
/// The same for what a person has asked for and waits for.
const CONTACT_STEP: Duration = Duration::from_millis(100);

/// Starts, keeps or cancels the exact work.
pub fn follow(open: &mut Open, habits: &Habits, is_held: bool) {
    let pair = open.pair().clone();
    let changed_at = open.figures.settled().map_or(open.moved_at, |(_, at)| at.max(open.moved_at));
    let rest_at = changed_at + EXACT_REST;
    let wanted = open.wanted(habits);
    // A search from elsewhere, or under a hand that types, is not wanted any more.
    let from = Some(&open.session).filter(|s| !s.in_gesture()).and_then(ContactQuestion::of);
    open.exact.follow_contact(from.as_ref());
    open.exact.follow(&pair, wanted, !is_held && Instant::now() >= rest_at);
    open.exact_due = match () {
        () if open.exact.contact_progress().is_some() => Some(Instant::now() + CONTACT_STEP),
        () if open.exact.is_running_first() => Some(Instant::now() + PROGRESS_STEP),
        // Positions nearby tell of themselves.
        () if open.exact.is_running() => None,
        () if !is_held && open.exact.is_waiting() => Some(rest_at),
        () => None,
    };
}
