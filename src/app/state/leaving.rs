//! The question before unsaved changes are lost.
use crate::app::actions::Action;

/// While it is open, and what is to be done after it.
#[derive(Clone, Debug)]
pub struct Leaving {
    pub then: Action,
    /// Saving was the answer: `then` follows when it has succeeded.
    pub saving: bool,
}
