//! What is kept for the time after a crash: this window's own recovery file, and those that killed programs have left.
use crate::base::files::own::{LeftOver, Recovery, left_over};
use crate::base::words::day_and_time;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Safety {
    /// Where recovery files are kept; `None`: nowhere, nothing is saved by itself.
    pub folder: Option<PathBuf>,
    /// This window's own file, made with the first saving.
    own: Option<Recovery>,
    /// What other windows left when they ended without order, not answered yet.
    offered: Vec<LeftOver>,
    /// The first of them is not to be offered now.
    is_put_off: bool,
    /// The one that is open now, until it is saved again.
    pub recovered: Option<LeftOver>,
    /// A saving by itself is on its way.
    pub busy: bool,
    /// The last time it was not written, which was said.
    pub failed: bool,
    /// There is something in this window's own file.
    pub has_saved: bool,
    /// Reports of faults of the program's own, the newest last, that nobody was told of yet.
    pub crashes: Vec<PathBuf>,
}

impl Safety {
    /// Looks for cases that were open when their program was killed.
    pub fn look_in(folder: Option<PathBuf>) -> Self {
        let offered = folder.as_deref().map(left_over).unwrap_or_default();
        Self { folder, offered, ..Self::default() }
    }

    /// When the case that is offered was saved, as people say it.
    pub fn offer(&self) -> Option<String> {
        let left = self.offered.first().filter(|_| !self.is_put_off)?;
        let saved = jiff::Timestamp::try_from(left.saved).unwrap_or_default().to_zoned(jiff::tz::TimeZone::system());
        let today = saved.date() == jiff::Zoned::now().date();
        Some(if today { saved.strftime("%H:%M").to_string() } else { day_and_time(&saved) })
    }

    /// The case that is offered: it is opened or thrown away.
    pub fn take_offered(&mut self) -> Option<LeftOver> {
        (!self.offered.is_empty()).then(|| self.offered.remove(0))
    }

    /// Asks again at the next start.
    pub fn put_off(&mut self) {
        self.is_put_off = true;
    }

    /// The window's own file, begun where there is none.
    ///
    /// # Errors
    /// One sentence without its end: the folder, and what is wrong with it.
    pub fn own_file(&mut self) -> Result<Option<&Path>, String> {
        if let (None, Some(folder)) = (&self.own, &self.folder) {
            let own = Recovery::begin(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            self.own = Some(own);
        }
        Ok(self.own.as_ref().map(Recovery::path))
    }

    /// What a late saving wrote is of no case that is open.
    pub fn clear_own(&self) {
        self.own.iter().for_each(Recovery::clear);
    }

    /// What was recovered is in another file now.
    pub fn forget_recovered(&mut self) {
        self.recovered.take().into_iter().for_each(LeftOver::remove);
    }

    /// The case is in a file of the person's. What is being saved by itself meanwhile is newer, and stays.
    pub fn saved_by_hand(&mut self) {
        if self.busy {
            self.forget_recovered();
        } else {
            self.clear();
        }
    }

    /// There is nothing to be recovered any more.
    pub fn clear(&mut self) {
        self.clear_own();
        self.forget_recovered();
        self.has_saved = false;
    }

    /// Something would be there after a crash now.
    pub fn keeps_something(&self) -> bool {
        self.has_saved || self.recovered.is_some()
    }

    /// The program ends in order.
    pub fn end(&mut self) {
        self.clear();
        self.own.take().into_iter().for_each(Recovery::end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk is slow: what was asked for by hand is heard of when what is newer has been written for recovery already.
    #[test]
    fn a_late_answer_about_a_file_takes_away_nothing_that_is_newer() {
        let folder = tempfile::tempdir().unwrap();
        let mut safety = Safety::look_in(Some(folder.path().to_owned()));
        let path = safety.own_file().unwrap().unwrap().to_owned();
        std::fs::write(&path, "newer").unwrap();
        safety.busy = true;
        safety.saved_by_hand();
        assert!(path.exists());
        // The twin: once it was heard of, what is saved by hand is all there is.
        (safety.busy, safety.has_saved) = (false, true);
        safety.saved_by_hand();
        assert!(!path.exists() && !safety.keeps_something());
    }
}
