//! The list of contacts, and how sure they are, follow the answers.
use crate::app::state::{Habits, Open};

pub fn follow(open: &mut Open, habits: &Habits) {
    let shown = open.contact_shown();
    let (contact, at_rest) = (shown.contact().cloned(), shown.is_at_rest());
    let known = open.exact.fresh_uncertainty().map(|s| s.found.clone());
    open.zones.follow((contact.as_ref(), at_rest), known.as_ref(), &open.session);
    let is_painted = habits.uncertainty.on && habits.uncertainty.in_picture;
    open.sure = known.as_ref().filter(|_| is_painted).and_then(|known| known.spread().cloned());
}
