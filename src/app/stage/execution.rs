//! How the live analysis is executed: as it was asked for, as it was found to be fastest on this adapter before, or as a short
//! measurement finds while the hand rests. Until that is known the processor's threads do it: they always can. A software driver
//! runs on the same processors, by a longer way: there they always do it, and what the measurement would leave in memory (compiled
//! shaders, 140 MB with half a million triangles a jaw) is spared.
use super::checkups::Checkups;
use crate::base::Progress;
use crate::base::job::{Job, Wake};
use crate::base::words::say;
use crate::engine::doctor::Checkup;
use crate::engine::{EngineError, Execution, measure_executions};
use crate::field::Question;
use crate::gpu::Context;
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

type Measured = Result<Vec<(Execution, f64)>, EngineError>;

#[derive(Default)]
pub struct ExecutionChoice {
    forced: Option<Execution>,
    known: Option<Execution>,
    /// The adapter is a software driver.
    is_software: bool,
    /// Medians, ms, the fastest first; empty where they were not measured in this session.
    times: Vec<(Execution, f64)>,
    measuring: Option<Job<Measured>>,
    /// It could not be measured: not tried again.
    failed: bool,
    /// The adapter gives its shaders less than the passes need.
    is_too_small: bool,
    /// The GPU was lost: until then it is spared.
    spared_until: Option<Instant>,
    /// The smallest map, pixels of its longer side, that the GPU's memory did not hold.
    too_large: Option<u32>,
    /// What is asked for now is.
    is_large: bool,
    /// Which of them give the exact answers here.
    pub checkups: Checkups,
}

impl Drop for ExecutionChoice {
    /// Nothing may use the GPU when the program ends.
    fn drop(&mut self) {
        self.measuring.take().into_iter().for_each(Job::stop);
        self.checkups.stop();
    }
}

impl ExecutionChoice {
    pub fn new(forced: Option<Execution>, remembered: Option<Execution>, is_software: bool) -> Self {
        let mut choice = Self::default();
        (choice.forced, choice.known) = (forced, remembered.filter(|_| !is_software));
        choice.is_software = is_software;
        choice
    }

    /// With what is remembered of the adapter and its driver.
    pub fn with_checkup(mut self, remembered: Option<Checkup>) -> Self {
        self.checkups = Checkups::new(remembered);
        self
    }

    /// For an adapter that gives its shaders less than the passes need; pictures it draws all the same.
    pub fn on_small_adapter(mut self) -> Self {
        self.is_too_small = true;
        self
    }

    /// The device is gone: nothing goes on there, and another one has its memory free.
    pub fn device_is_gone(&mut self) {
        self.measuring.take().into_iter().for_each(Job::stop);
        self.too_large = None;
    }

    /// The GPU was lost and is there again, but analyses nothing until then.
    pub fn spare_until(&mut self, until: Option<Instant>) {
        self.spared_until = until;
    }

    /// The GPU's memory did not hold a map of so many pixels.
    pub fn memory_does_not_hold(&mut self, resolution: u32) {
        self.too_large = Some(self.too_large.map_or(resolution, |least| least.min(resolution)));
    }

    /// How a map of so many pixels is to be made now.
    pub fn choose(&mut self, resolution: u32, now: Instant) -> Execution {
        self.spared_until = self.spared_until.filter(|until| now < *until);
        self.is_large = self.too_large.is_some_and(|least| resolution >= least);
        self.now()
    }

    pub fn now(&self) -> Execution {
        match self.spared_until {
            None if !self.is_large && !self.is_too_small => self.wanted(),
            _ => Execution::Native,
        }
    }

    /// Where nothing stands in its way: what was asked for; the fastest, once it was held against exact answers; and never one that
    /// did not give them.
    fn wanted(&self) -> Execution {
        let fastest = self.known.filter(|_| self.checkups.known().is_some());
        let first = self.forced.or(fastest).unwrap_or(Execution::Native);
        let order = [first, Execution::Native, Execution::Raster, Execution::Compute];
        order.into_iter().find(|execution| !self.checkups.disagrees(*execution)).unwrap_or(Execution::Native)
    }

    /// When the GPU has its work back.
    pub fn due(&self) -> Option<Instant> {
        self.spared_until.filter(|_| self.wanted() != Execution::Native)
    }

    /// What to remember for this adapter.
    pub fn known(&self) -> Option<Execution> {
        self.known
    }

    /// Something is found out on a thread.
    pub fn is_busy(&self) -> bool {
        self.measuring.is_some() || self.checkups.is_looking()
    }

    /// Whether it is to be looked at whether executions are exact here. On a software driver none is chosen by itself.
    pub fn wants_checkup(&self) -> bool {
        let may_be_used = !self.is_software || self.forced.is_some_and(|forced| forced != Execution::Native);
        may_be_used && self.has_gpu() && self.checkups.are_wanted()
    }

    /// Whether a measurement is wanted and not under way.
    pub fn wants_measurement(&self) -> bool {
        let is_open = self.forced.is_none() && self.known.is_none() && !self.is_software && self.has_gpu();
        is_open && self.checkups.known().is_some() && self.measuring.is_none() && !self.failed
    }

    fn has_gpu(&self) -> bool {
        !self.is_too_small && self.spared_until.is_none()
    }

    /// Begins to measure on a thread of its own, which calls `wake` when it is done.
    pub fn measure(&mut self, context: &Context, pair: &Arc<JawPair>, question: Question, wake: Wake) {
        let (context, pair) = (context.clone(), pair.clone());
        let work = move |progress: &Progress| measure_executions(&context, &pair, &question, progress);
        self.measuring = Some(Job::once("measuring", wake, work));
    }

    /// The hand needs the processors: it is measured another time.
    pub fn interrupt(&mut self) {
        self.measuring.iter().for_each(|job| job.progress().cancel());
        self.checkups.interrupt();
    }

    /// Takes what was found out; whether there was anything.
    pub fn receive(&mut self) -> bool {
        self.checkups.receive() | self.receive_measurement()
    }

    fn receive_measurement(&mut self) -> bool {
        let Some(answer) = self.measuring.as_ref().map(Job::poll) else { return false };
        match answer {
            Ok(None) => return false,
            Ok(Some(Ok(times))) => {
                let is_exact = |(execution, _): &&(Execution, f64)| !self.checkups.disagrees(*execution);
                self.known = times.iter().find(is_exact).map(|(fastest, _)| *fastest);
                self.times = times;
            }
            Ok(Some(Err(EngineError::Cancelled(_)))) => {}
            Ok(Some(Err(error))) => {
                tracing::warn!("the executions could not be measured: {error}");
                self.failed = true;
            }
            Err(_) => self.failed = true,
        }
        self.measuring = None;
        true
    }

    /// Why: for the line's explanation.
    pub fn reason(&self) -> String {
        let name = |execution: Execution| match execution {
            Execution::Native => say!("execution-processor-threads"),
            Execution::Raster => say!("execution-raster-passes-graphics-driver"),
            Execution::Compute => say!("execution-compute-shaders"),
        };
        let times: Vec<_> = self.times.iter().map(|(e, ms)| format!("{} {ms:.1} ms", name(*e))).collect();
        if self.is_too_small {
            return say!("execution-adapter-gives-shaders-less").into();
        }
        if self.wanted() != Execution::Native && self.now() == Execution::Native {
            return match self.spared_until {
                Some(_) => say!("execution-gpu-was-lost-has").into(),
                None => say!("execution-gpus-memory-does-not").into(),
            };
        }
        if self.forced.is_some_and(|forced| self.checkups.disagrees(forced)) {
            return say!("execution-what-was-asked-execution").into();
        }
        if self.known.is_some() && self.forced.is_none() && self.checkups.known().is_none() {
            return say!("execution-gpu-held-against-exact").into();
        }
        match (self.forced, self.known) {
            (Some(_), _) => say!("execution-was-asked-execution").into(),
            (None, Some(_)) if times.is_empty() => say!("execution-was-fastest-when-this").into(),
            (None, Some(_)) => say!("execution-fastest-here-frame", times = times.join(", ")),
            (None, None) if self.is_software => say!("execution-software-driver-would-run").into(),
            (None, None) => say!("execution-which-fastest-measured-when").into(),
        }
    }
}

/// For the status line: what runs, and on what.
pub fn execution_text(execution: Execution, adapter: &str) -> String {
    match execution {
        Execution::Native => say!("execution-stencil-processor-threads-picture", adapter = adapter),
        Execution::Raster => say!("execution-stencil", adapter = adapter),
        Execution::Compute => say!("execution-stencil-compute", adapter = adapter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a real GPU, which was looked at.
    fn fastest_is_raster(disagree: Vec<Execution>) -> ExecutionChoice {
        let checkup = Checkup { version: env!("CARGO_PKG_VERSION").into(), disagree };
        ExecutionChoice::new(None, Some(Execution::Raster), false).with_checkup(Some(checkup))
    }

    #[test]
    fn an_execution_that_disagrees_is_not_used_and_none_before_it_was_looked_at() {
        let now = |disagree| fastest_is_raster(disagree).now();
        assert_eq!(now(vec![Execution::Compute]), Execution::Raster, "the twin: it agrees");
        assert_eq!(now(vec![Execution::Raster]), Execution::Native);
        assert_eq!(now(vec![Execution::Raster, Execution::Native]), Execution::Compute);
        assert_eq!(now(vec![Execution::Raster, Execution::Native, Execution::Compute]), Execution::Native);
        let unseen = ExecutionChoice::new(None, Some(Execution::Raster), false);
        assert!(
            unseen.now() == Execution::Native && unseen.wants_checkup() && unseen.known() == Some(Execution::Raster)
        );
        let fresh = ExecutionChoice::new(None, None, false);
        assert!(fresh.wants_checkup() && !fresh.wants_measurement(), "first whether it is right, then how fast");
        let software = |forced| ExecutionChoice::new(forced, None, true).wants_checkup();
        let wanted = [None, Some(Execution::Native), Some(Execution::Raster)].map(software);
        assert_eq!(wanted, [false, false, true]);
        let checkup = fastest_is_raster(vec![Execution::Compute]).checkups.known().cloned();
        let forced = ExecutionChoice::new(Some(Execution::Compute), None, true).with_checkup(checkup);
        assert!(forced.now() == Execution::Native && forced.reason().contains("exact answers"));
    }

    #[test]
    fn what_keeps_the_gpu_away_passes_by_itself() {
        let (mut choice, now) = (fastest_is_raster(Vec::new()), Instant::now());
        let at_first = choice.reason();
        assert_eq!((choice.choose(512, now), choice.due()), (Execution::Raster, None));
        let until = now + std::time::Duration::from_secs(5);
        choice.spare_until(Some(until));
        assert_eq!((choice.choose(512, now), choice.due()), (Execution::Native, Some(until)));
        assert_ne!(choice.reason(), at_first);
        assert_eq!((choice.choose(512, until), choice.due()), (Execution::Raster, None));
        choice.memory_does_not_hold(2048);
        choice.memory_does_not_hold(1024);
        let chosen = [2048, 1024, 512].map(|n| choice.choose(n, until));
        assert_eq!(chosen, [Execution::Native, Execution::Native, Execution::Raster]);
        assert_eq!(choice.reason(), at_first);
        choice.device_is_gone();
        assert_eq!(choice.choose(2048, until), Execution::Raster, "another device may hold it");
        let mut small = ExecutionChoice::new(Some(Execution::Raster), None, false).on_small_adapter();
        assert!(small.choose(512, now) == Execution::Native && !small.wants_measurement());
    }

    #[test]
    fn what_is_asked_for_comes_before_what_is_remembered_and_that_before_a_measurement() {
        let checkup = fastest_is_raster(Vec::new()).checkups.known().cloned();
        let nothing = ExecutionChoice::new(None, None, false).with_checkup(checkup.clone());
        assert!(nothing.wants_measurement() && nothing.now() == Execution::Native);
        let remembered = ExecutionChoice::new(None, Some(Execution::Raster), false).with_checkup(checkup);
        assert!(!remembered.wants_measurement() && remembered.now() == Execution::Raster);
        let forced = ExecutionChoice::new(Some(Execution::Native), Some(Execution::Raster), false);
        assert!(!forced.wants_measurement() && forced.now() == Execution::Native);
        assert_eq!(forced.known(), Some(Execution::Raster), "being asked once changes nothing that is remembered");
        let software = ExecutionChoice::new(None, Some(Execution::Raster), true);
        assert!(!software.wants_measurement() && software.now() == Execution::Native && software.known().is_none());
        assert_eq!(ExecutionChoice::new(Some(Execution::Raster), None, true).now(), Execution::Raster);
        assert_ne!(software.reason(), nothing.reason());
        let texts = [nothing.reason(), remembered.reason(), forced.reason()];
        assert!(texts[0] != texts[1] && texts[1] != texts[2]);
    }

    #[test]
    fn a_measurement_that_is_done_is_taken_and_one_that_was_cancelled_is_not() {
        let checkup = fastest_is_raster(vec![Execution::Compute]).checkups.known().cloned();
        let mut choice = ExecutionChoice::default().with_checkup(checkup);
        let done = |measured: Measured| Job::once("a test", Arc::new(|| {}), |_| measured);
        let wait = |choice: &mut ExecutionChoice| {
            while choice.is_busy() {
                choice.receive();
                std::thread::yield_now();
            }
        };
        choice.measuring = Some(done(Err(EngineError::Cancelled(crate::base::Cancelled))));
        wait(&mut choice);
        assert!(choice.wants_measurement(), "it is measured another time");
        let compute_first = vec![(Execution::Compute, 1.0), (Execution::Raster, 2.0), (Execution::Native, 5.0)];
        choice.measuring = Some(done(Ok(compute_first)));
        wait(&mut choice);
        assert_eq!((choice.now(), choice.known()), (Execution::Raster, Some(Execution::Raster)));
        assert!(choice.reason().contains("2.0 ms") && execution_text(choice.now(), "card").ends_with("card"));
    }
}
