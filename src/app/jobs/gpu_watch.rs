//! While another adapter draws than the one that was lost: whether that one is there again, asked every few seconds on a thread.
use crate::base::{Job, Wake};
use std::sync::Arc;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_secs(10);

/// Whether the lost adapter gives a device.
type Look = Arc<dyn Fn() -> bool + Send + Sync>;

pub struct GpuWatch {
    /// The one that was lost.
    pub adapter: String,
    look: Look,
    wake: Wake,
    looking: Option<Job<bool>>,
    next: Instant,
}

impl GpuWatch {
    pub fn new(adapter: String, now: Instant, wake: Wake, look: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { adapter, look: Arc::new(look), wake, looking: None, next: now + STEP }
    }

    /// When it is to be looked again; nobody waits while a thread does.
    pub fn due(&self) -> Option<Instant> {
        self.looking.is_none().then_some(self.next)
    }

    /// Looks when it is time to, and hears what was seen: whether it is back.
    pub fn is_back(&mut self, now: Instant) -> bool {
        match self.looking.as_ref().map(Job::poll) {
            None if now >= self.next => {
                let look = self.look.clone();
                self.looking = Some(Job::once("looking for the GPU", self.wake.clone(), move |_| look()));
                false
            }
            None | Some(Ok(None)) => false,
            Some(answer) => {
                (self.looking, self.next) = (None, now + STEP);
                answer == Ok(Some(true))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn it_is_looked_for_now_and_then_until_it_is_back() {
        let (is_there, n_looks) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (there, looks, mut now) = (is_there.clone(), n_looks.clone(), Instant::now());
        let look = move || {
            looks.fetch_add(1, Ordering::Relaxed);
            there.load(Ordering::Relaxed)
        };
        let mut watch = GpuWatch::new("a card".into(), now, Arc::new(|| {}), look);
        let mut seen = |now: Instant| {
            let is_back = watch.is_back(now);
            while watch.due().is_none() {
                std::thread::yield_now();
                if watch.is_back(now) {
                    return true;
                }
            }
            is_back
        };
        assert!(!seen(now) && n_looks.load(Ordering::Relaxed) == 0, "not at once");
        now += STEP;
        assert!(!seen(now) && n_looks.load(Ordering::Relaxed) == 1);
        assert!(!seen(now + STEP / 2) && n_looks.load(Ordering::Relaxed) == 1, "only now and then");
        is_there.store(true, Ordering::Relaxed);
        assert!(seen(now + STEP) && n_looks.load(Ordering::Relaxed) == 2);
    }
}
