//! The one place that changes the desk, besides the hands. An action, or what a job has answered, comes in; the desk is another one
//! then, and what must be done outside of it comes out as effects.
//!
//! ```text
//! hands, panels, keys -> Action -> update -> Effect -> window: jobs, pictures, files -> answer -> update
//! ```
pub mod answers;
pub mod bites;
pub mod case;
pub mod compare;
pub mod directions;
pub mod effect;
pub mod file;
pub mod first_contact;
pub mod follow;
pub mod leave;
pub mod measure;
pub mod motion;
pub mod opening;
pub mod ortho;
pub mod pins;
pub mod plan;
pub mod program;
pub mod recovery;
pub mod restore;
pub mod saving;
pub mod section;
pub mod trim;
pub mod view;
pub mod writing;

pub use effect::Effect;

use super::actions::Action;
use super::state::Desk;
use super::state::wishes::Wish;
use std::time::Instant;

/// A button or a key went down: it may be the begin of a motion, and the hand needs the processors. True when something was given up.
pub fn pressed(desk: &mut Desk) -> bool {
    desk.messages.went_on();
    desk.open.as_mut().is_some_and(|open| open.exact.interrupt_figures())
}

/// Time has passed: messages go by themselves. Gives when the next one goes, and whether one has gone.
pub fn tick(desk: &mut Desk) -> (Option<Instant>, bool) {
    let n_shown = desk.messages.shown().len();
    let due = desk.messages.expire();
    (due, desk.messages.shown().len() != n_shown)
}

/// Carries a wish out, unless unsaved changes must be asked about first.
pub fn update(desk: &mut Desk, wish: Wish) -> Vec<Effect> {
    if leave::asks_first(desk, &wish.action) {
        return Vec::new();
    }
    perform(desk, wish)
}

/// Carries a wish out; whatever it leaves behind has been asked about.
pub fn perform(desk: &mut Desk, Wish { action, repeated }: Wish) -> Vec<Effect> {
    match action {
        Action::Case(action) => {
            case::update(desk, action, repeated);
            Vec::new()
        }
        Action::View(action) => {
            view::update(desk, action);
            Vec::new()
        }
        Action::File(action) => file::update(desk, action),
        Action::Program(action) => program::update(desk, action),
    }
}
