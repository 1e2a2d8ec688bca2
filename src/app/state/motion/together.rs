//! Protrusion and both laterotrusions of a case beside the movement that is looked at, each with what touches in it: what is painted together.
use crate::base::Wake;
use crate::engine::PairForms;
use crate::session::Session;
use crate::session::jaw_motion::{MotionEvent, MotionJob, MotionQuestion, PathFound, SweepFound};
use std::sync::Arc;

/// A movement with what touches in it.
pub type Swept = (Arc<PathFound>, Arc<SweepFound>);

#[derive(Default)]
pub struct Together {
    /// What is asked for now; empty: nothing is.
    asked: Vec<MotionQuestion>,
    found: Vec<Swept>,
    path: Option<Arc<PathFound>>,
    job: Option<MotionJob>,
    fault: Option<String>,
}

impl Together {
    /// All of them, as soon as all are known.
    pub fn all(&self) -> Option<Vec<Swept>> {
        let of = |asked: &MotionQuestion| self.found.iter().find(|(path, _)| *path.asked == *asked).cloned();
        let all: Option<Vec<Swept>> = self.asked.iter().map(of).collect();
        all.filter(|all| !all.is_empty())
    }

    /// How many of them are known, of how many.
    pub fn progress(&self) -> (usize, usize) {
        let is_known = |asked: &&MotionQuestion| self.found.iter().any(|(path, _)| *path.asked == **asked);
        (self.asked.iter().filter(is_known).count(), self.asked.len())
    }

    /// Why there is nothing.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    pub fn is_computing(&self) -> bool {
        self.job.is_some()
    }

    pub fn leave(&mut self) {
        (self.job, self.path) = (None, None);
    }

    /// Nothing of other jaws is kept.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Asks for what is missing, one after the other. `known`: the movement that is looked at; `may_begin`: no other search is at work.
    pub fn follow(&mut self, session: &Session, known: Option<Swept>, may_begin: Option<&Arc<PairForms>>, wake: &Wake) {
        match MotionQuestion::together(session) {
            Ok(asked) => (self.asked, self.fault) = (asked, None),
            Err(sentence) => {
                (self.asked, self.fault) = (Vec::new(), Some(sentence));
                return self.leave();
            }
        }
        let is_asked = |question: &MotionQuestion| self.asked.contains(question);
        self.found.retain(|(path, _)| is_asked(&path.asked));
        let is_new = |(path, _): &Swept| !self.found.iter().any(|(known, _)| known.asked == path.asked);
        let known = known.filter(|known| is_asked(&known.0.asked) && is_new(known));
        self.found.extend(known);
        if self.job.as_ref().is_some_and(|job| !is_asked(job.asked())) {
            (self.job, self.path) = (None, None);
        }
        let missing = self.asked.iter().find(|asked| !self.found.iter().any(|(path, _)| *path.asked == **asked));
        if let (None, Some(missing), Some(forms)) = (&self.job, missing, may_begin) {
            self.job = Some(MotionJob::start(missing.clone(), forms.clone(), None, wake.clone()));
        }
    }

    /// Takes in what the thread has found. Contacts of single instants are not played back here, and leave their memory.
    pub fn poll(&mut self) {
        while let Some(job) = &self.job {
            match job.poll() {
                Ok(None) => return,
                Ok(Some(MotionEvent::Path(path))) => self.path = Some(path),
                Ok(Some(MotionEvent::Sweep(sweep))) => {
                    let without = Arc::try_unwrap(sweep).map(SweepFound::without_contacts).map(Arc::new);
                    let sweep = without.unwrap_or_else(|shared| shared);
                    self.found.extend(self.path.take().map(|path| (path, sweep)));
                    self.job = None;
                }
                Err(sentence) => {
                    self.fault = Some(sentence);
                    return self.leave();
                }
            }
        }
    }
}
