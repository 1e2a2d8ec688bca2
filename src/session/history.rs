//! Undo and redo as two stacks of states with the name of the change that led away from each.

/// Steps kept; older ones are forgotten.
pub const MOST_STEPS: usize = 1000;

/// The way back and the way forward again.
#[derive(Clone, Debug)]
pub struct History<S> {
    undo: Vec<(String, S)>,
    redo: Vec<(String, S)>,
}

impl<S> Default for History<S> {
    fn default() -> Self {
        Self { undo: Vec::new(), redo: Vec::new() }
    }
}

impl<S> History<S> {
    /// Remembers the state before a change. What had been undone can no longer be done again.
    pub fn push(&mut self, name: String, before: S) {
        self.redo.clear();
        if self.undo.len() == MOST_STEPS {
            self.undo.remove(0);
        }
        self.undo.push((name, before));
    }

    /// Gives the newest step another name, made from the state before it.
    pub fn rename_last(&mut self, name: impl FnOnce(&S) -> String) {
        if let Some((old, before)) = self.undo.last_mut() {
            *old = name(before);
        }
    }

    /// The state before the last change, in exchange for the state now.
    pub fn undo(&mut self, now: S) -> Option<S> {
        let (name, before) = self.undo.pop()?;
        self.redo.push((name, now));
        Some(before)
    }

    /// The state after the change that was undone last, in exchange for the state now.
    pub fn redo(&mut self, now: S) -> Option<S> {
        let (name, after) = self.redo.pop()?;
        self.undo.push((name, now));
        Some(after)
    }

    pub fn undo_name(&self) -> Option<&str> {
        self.undo.last().map(|(name, _)| name.as_str())
    }

    pub fn redo_name(&self) -> Option<&str> {
        self.redo.last().map(|(name, _)| name.as_str())
    }

    /// Names of the changes that undo would take back, the newest first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.undo.iter().rev().map(|(name, _)| name.as_str())
    }
}
