//! The field for the case's notes: what stands in it, and when it becomes a change of the case.
use super::action::Action;
use super::desk::Desk;
use crate::session::Command;
use std::sync::Arc;

/// More is not typed, characters.
pub const MOST: usize = 50_000;

#[derive(Debug, Default)]
pub struct NotesDesk {
    pub shown: bool,
    pub text: String,
    /// The case's notes as they were looked at last.
    seen: Arc<str>,
    /// The field is to have the keyboard.
    pub wants_keyboard: bool,
    /// Letters since it got the keyboard: they are one step of undo.
    has_typed: bool,
}

impl Desk {
    pub fn toggle_notes(&mut self) {
        self.notes.shown = !self.notes.shown && self.session.is_some();
        self.notes.wants_keyboard = self.notes.shown;
        self.notes.has_typed = false;
    }

    /// The field follows the case: another one, undo, redo.
    pub fn follow_notes(&mut self) {
        let now = self.session.as_ref().map(|s| s.notes().clone()).unwrap_or_default();
        if now != self.notes.seen {
            if *now != *self.notes.text {
                self.notes.text = now.to_string();
            }
            self.notes.seen = now;
        }
    }

    /// The field was typed into.
    pub fn notes_typed(&mut self) {
        let command = Command::Notes(self.notes.text.as_str().into());
        let has_typed = std::mem::replace(&mut self.notes.has_typed, true);
        self.wish_by_key(Action::Do(command), has_typed);
    }

    /// The keyboard has gone elsewhere: what is typed next is another step of undo.
    pub fn notes_left(&mut self) {
        self.notes.has_typed = false;
    }
}
