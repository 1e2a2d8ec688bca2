//! Whether the executions of the analysis give the exact answers on this adapter and driver: looked at once, on a thread and a device of
//! its own, while the hand rests (`occluscope doctor`). One that does not is not used.
use crate::base::words::say;
use crate::base::{Job, Progress, Wake};
use crate::engine::doctor::{Checkup, check_up};
use crate::engine::{EngineError, Execution};
use crate::gpu::Context;

#[derive(Default)]
pub struct Checkups {
    known: Option<Checkup>,
    looking: Option<Job<Result<Checkup, EngineError>>>,
    /// It could not be looked at: not tried again.
    failed: bool,
}

impl Checkups {
    /// What another version of the program has found is not believed.
    pub fn new(remembered: Option<Checkup>) -> Self {
        Self { known: remembered.filter(|checkup| !checkup.is_outdated()), ..Self::default() }
    }

    /// What to remember for this adapter and driver.
    pub fn known(&self) -> Option<&Checkup> {
        self.known.as_ref()
    }

    pub fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    pub fn are_wanted(&self) -> bool {
        self.known.is_none() && self.looking.is_none() && !self.failed
    }

    pub fn disagrees(&self, execution: Execution) -> bool {
        self.known.as_ref().is_some_and(|checkup| checkup.disagree.contains(&execution))
    }

    pub fn look(&mut self, context: &Context, wake: Wake) {
        let context = context.clone();
        self.looking = Some(Job::once("checkup", wake, move |progress: &Progress| check_up(&context, progress)));
    }

    /// The hand needs the processors: it is looked another time.
    pub fn interrupt(&self) {
        self.looking.iter().for_each(|job| job.progress().cancel());
    }

    /// Takes what was found; whether there was anything.
    pub fn receive(&mut self) -> bool {
        let Some(answer) = self.looking.as_ref().map(Job::poll) else { return false };
        match answer {
            Ok(None) => return false,
            Ok(Some(Ok(checkup))) => self.known = Some(checkup),
            Ok(Some(Err(EngineError::Cancelled(_)))) => {}
            Ok(Some(Err(error))) => {
                tracing::warn!("the executions could not be held against exact answers: {error}");
                self.failed = true;
            }
            Err(_) => self.failed = true,
        }
        self.looking = None;
        true
    }

    /// Nothing of it goes on.
    pub fn stop(&mut self) {
        self.looking.take().into_iter().for_each(Job::stop);
    }

    /// What is to be said of it; `None` where all is well, or nothing is known.
    pub fn sentence(&self, adapter: &str) -> Option<String> {
        let name = |execution: &Execution| match execution {
            Execution::Native => say!("checkups-processors-threads").to_owned(),
            Execution::Raster => say!("checkups-raster-passes", adapter = adapter),
            Execution::Compute => say!("checkups-compute-shaders", adapter = adapter),
        };
        let names: Vec<_> = self.known.iter().flat_map(|checkup| &checkup.disagree).map(name).collect();
        (!names.is_empty()).then(|| say!("checkups-not-used-they-do", names = names.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn what_was_found_is_taken_and_what_was_cancelled_or_is_of_another_version_is_not() {
        let mut checkups = Checkups::new(Some(Checkup { disagree: vec![Execution::Raster], version: "0".into() }));
        assert!(
            checkups.are_wanted() && !checkups.disagrees(Execution::Raster) && checkups.sentence("a card").is_none()
        );
        let done = |found: Result<Checkup, EngineError>| Job::once("a test", Arc::new(|| {}), |_| found);
        let wait = |checkups: &mut Checkups| {
            while checkups.is_looking() {
                checkups.receive();
                std::thread::yield_now();
            }
        };
        checkups.looking = Some(done(Err(EngineError::Cancelled(crate::base::Cancelled))));
        wait(&mut checkups);
        assert!(checkups.are_wanted(), "it is looked another time");
        let found = Checkup { disagree: vec![Execution::Raster], version: env!("CARGO_PKG_VERSION").into() };
        checkups.looking = Some(done(Ok(found.clone())));
        wait(&mut checkups);
        assert!(!checkups.are_wanted() && checkups.known() == Some(&found));
        assert!(checkups.disagrees(Execution::Raster) && !checkups.disagrees(Execution::Compute));
        let sentence = checkups.sentence("a card").unwrap_or_default();
        assert!(sentence.contains("raster passes on a card") && !sentence.contains("compute"), "{sentence}");
        let looking = Some(done(Err(EngineError::NoSurface)));
        let mut broken = Checkups { looking, ..Checkups::default() };
        wait(&mut broken);
        assert!(!broken.are_wanted() && broken.known().is_none());
    }
}
