//! What is trimmed of the open case.
use super::{Session, command};
use crate::jaw::Trim;

impl Session {
    /// What is left out of every judgement.
    pub fn trim(&self) -> &Trim {
        &self.now.trim
    }

    /// Leaves out what a case was saved without: for a session that was just begun.
    pub fn set_trim(&mut self, trim: Trim) {
        self.now.trim = trim;
    }

    /// Calls the running gesture after how much it has trimmed or brought back.
    pub fn name_trim_gesture(&mut self) {
        let Some(before) = self.gesture.as_ref().map(|g| &g.before) else { return };
        let more_mm2 = self.now.trim.area_mm2(&self.now.pair) - before.trim.area_mm2(&before.pair);
        self.name_gesture(command::trim_name(more_mm2));
    }
}
