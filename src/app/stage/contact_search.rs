//! Who finds what is nearest while contact is followed: the processor's trees, or the GPU where a short measurement, while the hand
//! rests on teeth in contact, has found it clearly faster; that is remembered for the adapter. A software driver is never asked: it
//! runs on the same processors.
use crate::base::Progress;
use crate::base::job::{Job, Wake};
use crate::base::words::{decimal, say};
use crate::engine::{ContactQuestion, ContactSearch, ContactTimes, EngineError, measure_contact_search};
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::gpu::Context;
use std::sync::Arc;

type Measured = Result<ContactTimes, EngineError>;

#[derive(Default)]
pub struct ContactSearchChoice {
    known: Option<ContactSearch>,
    /// Nothing is measured: a software driver, or somebody asked for an execution.
    is_settled: bool,
    /// Of this session.
    times: Option<ContactTimes>,
    measuring: Option<Job<Measured>>,
    /// It could not be measured: not tried again.
    failed: bool,
}

impl Drop for ContactSearchChoice {
    /// Nothing may use the GPU when the program ends.
    fn drop(&mut self) {
        self.measuring.take().into_iter().for_each(Job::stop);
    }
}

impl ContactSearchChoice {
    pub fn new(remembered: Option<ContactSearch>, is_settled: bool) -> Self {
        let mut choice = Self::default();
        (choice.known, choice.is_settled) = (remembered.filter(|_| !is_settled), is_settled);
        choice
    }

    /// The device that is to find it; `None`: the processor does.
    pub fn gpu(&self, context: &Context) -> Option<Context> {
        (self.known == Some(ContactSearch::Gpu)).then(|| context.clone())
    }

    /// What to remember for this adapter.
    pub fn known(&self) -> Option<ContactSearch> {
        self.known
    }

    pub fn is_measuring(&self) -> bool {
        self.measuring.is_some()
    }

    /// Whether a measurement is wanted and not under way.
    pub fn wants_measurement(&self) -> bool {
        self.known.is_none() && !self.is_settled && self.measuring.is_none() && !self.failed
    }

    /// Begins to measure on a thread of its own, which calls `wake` when it is done.
    pub fn measure(
        &mut self,
        context: &Context,
        trees: Arc<BvhEngine>,
        (question, asked): (Question, ContactQuestion),
        wake: Wake,
    ) {
        let context = context.clone();
        let work = move |progress: &Progress| measure_contact_search(&context, &trees, (&question, &asked), progress);
        self.measuring = Some(Job::once("measuring contact", wake, work));
    }

    /// The hand needs the processors: it is measured another time.
    pub fn interrupt(&mut self) {
        self.measuring.iter().for_each(|job| job.progress().cancel());
    }

    /// What was being measured was measured on it.
    pub fn device_is_gone(&mut self) {
        self.measuring.take().into_iter().for_each(Job::stop);
    }

    /// Takes a measurement that is done; whether there was one.
    pub fn receive(&mut self) -> bool {
        let Some(answer) = self.measuring.as_ref().map(Job::poll) else { return false };
        match answer {
            Ok(None) => return false,
            Ok(Some(Ok(times))) => {
                tracing::info!(times.processor_ms, times.gpu_ms, "contact in motion was measured");
                (self.known, self.times) = (Some(times.fastest()), Some(times));
            }
            Ok(Some(Err(EngineError::Cancelled(_)))) => {}
            Ok(Some(Err(error))) => {
                tracing::warn!("contact in motion could not be measured: {error}");
                self.failed = true;
            }
            Err(_) => self.failed = true,
        }
        self.measuring = None;
        true
    }

    /// Why it is who it is: for the line's explanation.
    pub fn reason(&self) -> String {
        match (self.times, self.known) {
            (Some(ContactTimes { processor_ms, gpu_ms, .. }), _) => {
                say!(
                    "contact-search-frame-took-ms-processor",
                    processor_ms = decimal(processor_ms, 1),
                    gpu_ms = decimal(gpu_ms, 1)
                )
            }
            (None, Some(_)) => say!("contact-search-was-faster-one-when").into(),
            (None, None) if self.is_settled => say!("contact-search-software-driver-would-run").into(),
            (None, None) => say!("contact-search-whether-gpu-faster-measured").into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(measured: Measured) -> ContactSearchChoice {
        let mut choice = ContactSearchChoice::default();
        choice.measuring = Some(Job::once("a test", Arc::new(|| {}), |_| measured));
        while choice.is_measuring() {
            choice.receive();
            std::thread::yield_now();
        }
        choice
    }

    #[test]
    fn a_gpu_is_chosen_that_is_clearly_faster_and_no_other() {
        let of = |processor_ms, gpu_ms| measured(Ok(ContactTimes { processor_ms, gpu_ms, of_gpu_ms: gpu_ms }));
        assert_eq!(of(40.0, 20.0).known(), Some(ContactSearch::Gpu));
        assert_eq!(of(40.0, 39.0).known(), Some(ContactSearch::Processor), "within chance");
        assert_eq!(of(40.0, 80.0).known(), Some(ContactSearch::Processor));
        assert!(!of(40.0, 80.0).wants_measurement() && of(40.0, 20.0).reason().contains("20.0 ms"));
    }

    #[test]
    fn what_failed_is_not_tried_again_and_what_was_cancelled_is() {
        assert!(measured(Err(EngineError::Cancelled(crate::base::Cancelled))).wants_measurement());
        let failed = measured(Err(EngineError::NoSurface));
        assert!(!failed.wants_measurement() && failed.known().is_none());
    }

    #[test]
    fn what_is_remembered_is_used_but_never_on_a_software_driver() {
        let remembered = ContactSearchChoice::new(Some(ContactSearch::Gpu), false);
        assert!(remembered.known() == Some(ContactSearch::Gpu) && !remembered.wants_measurement());
        let software = ContactSearchChoice::new(Some(ContactSearch::Gpu), true);
        assert!(software.known().is_none() && !software.wants_measurement());
        assert!(ContactSearchChoice::new(None, false).wants_measurement());
    }
}
