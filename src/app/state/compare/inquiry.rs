//! Something that is asked of a thread when a person wants it, and what it came to last.
use crate::session::comparison::work::Work;
use std::sync::Arc;

pub struct Inquiry<T> {
    work: Option<Work<T>>,
    found: Option<Arc<T>>,
    /// Why the last one came to nothing.
    fault: Option<String>,
}

impl<T> Default for Inquiry<T> {
    fn default() -> Self {
        Self { work: None, found: None, fault: None }
    }
}

impl<T: Send + 'static> Inquiry<T> {
    /// What was found before stands until there is something else.
    pub fn ask(&mut self, work: Work<T>) {
        (self.work, self.fault) = (Some(work), None);
    }

    /// Nothing could be asked.
    pub fn refuse(&mut self, sentence: String) {
        (self.work, self.fault) = (None, Some(sentence));
    }

    pub fn give_up(&mut self) {
        self.work = None;
    }

    /// Everything is of other jaws.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    pub fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// What it is at, and how far, 0 to 1.
    pub fn progress(&self) -> Option<(&'static str, f64)> {
        self.work.as_ref().map(Work::progress)
    }

    pub fn found(&self) -> Option<&Arc<T>> {
        self.found.as_ref()
    }

    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Takes in what the thread has found.
    pub fn poll(&mut self) {
        let Some(answer) = self.work.as_ref().and_then(Work::poll) else { return };
        self.work = None;
        match answer {
            Ok(found) => (self.found, self.fault) = (Some(Arc::new(found)), None),
            Err(sentence) => self.fault = Some(sentence),
        }
    }
}
