//! The letter box of the desk: whoever can read the desk may put a wish in, and only `update` takes them out.
use crate::app::actions::Action;
use std::cell::RefCell;

/// What is asked for, and whether by a key that is held down.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    pub action: Action,
    pub repeated: bool,
}

#[derive(Debug, Default)]
pub struct Wishes(RefCell<Vec<Wish>>);

impl Wishes {
    pub fn put(&self, action: impl Into<Action>, repeated: bool) {
        self.0.borrow_mut().push(Wish { action: action.into(), repeated });
    }

    pub fn take(&self) -> Vec<Wish> {
        self.0.take()
    }

    pub fn are_there(&self) -> bool {
        !self.0.borrow().is_empty()
    }
}
