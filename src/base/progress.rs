//! Progress and cancelling of long work on a worker thread.
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

/// Returned by work that was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// A handle shared by a worker, which reports, and by a face, which shows and may cancel. Clones are the same handle.
#[derive(Clone, Debug)]
pub struct Progress {
    inner: Arc<Inner>,
    /// The part of the whole work that this handle's fractions are of.
    from: f64,
    to: f64,
}

impl Default for Progress {
    fn default() -> Self {
        Self { inner: Arc::default(), from: 0.0, to: 1.0 }
    }
}

#[derive(Debug, Default)]
struct Inner {
    per_mille: AtomicU32,
    cancelled: AtomicBool,
    stage: Mutex<&'static str>,
}

impl Progress {
    /// The same handle for a part of the work, which knows only its own fractions.
    pub fn part(&self, from: f64, to: f64) -> Self {
        let at = |fraction: f64| self.from + (self.to - self.from) * fraction;
        Self { inner: self.inner.clone(), from: at(from), to: at(to) }
    }

    /// The worker enters a stage ("reading", "welding" ...) at a fraction (0 to 1) of the whole work.
    ///
    /// # Errors
    /// [`Cancelled`] when the work is no longer wanted; the worker returns it at once.
    pub fn enter(&self, stage: &'static str, fraction: f64) -> Result<(), Cancelled> {
        *self.inner.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.at(fraction)
    }

    /// The worker has come to a fraction (0 to 1) of the whole work. Call it every few thousand elements.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn at(&self, fraction: f64) -> Result<(), Cancelled> {
        let whole = self.from + (self.to - self.from) * fraction.clamp(0.0, 1.0);
        self.inner.per_mille.store((whole * 1000.0) as u32, Ordering::Relaxed);
        self.check()
    }

    /// Whether the work is still wanted, where its fraction has not changed.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.inner.cancelled.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }

    /// Asks the worker to stop.
    pub fn cancel(&self) {
        self.inner.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn fraction(&self) -> f64 {
        f64::from(self.inner.per_mille.load(Ordering::Relaxed)) / 1000.0
    }

    pub fn stage(&self) -> &'static str {
        *self.inner.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_reports_within_the_whole_and_is_cancelled_with_it() {
        let whole = Progress::default();
        let part = whole.part(0.5, 0.9).part(0.0, 0.5);
        part.enter("half way", 0.5).unwrap();
        assert_eq!((whole.stage(), whole.fraction()), ("half way", 0.6));
        whole.at(0.25).unwrap();
        assert_eq!(whole.fraction(), 0.25, "the whole counts on as before");
        whole.cancel();
        assert_eq!(part.check(), Err(Cancelled));
    }
}
