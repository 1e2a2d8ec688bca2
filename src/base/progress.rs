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
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    per_mille: AtomicU32,
    cancelled: AtomicBool,
    stage: Mutex<&'static str>,
}

impl Progress {
    /// The worker enters a stage ("reading", "welding" ...) at a fraction (0 to 1) of the whole work.
    ///
    /// # Errors
    /// [`Cancelled`] when the work is no longer wanted; the worker returns it at once.
    pub fn enter(&self, stage: &'static str, fraction: f64) -> Result<(), Cancelled> {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
        self.at(fraction)
    }

    /// The worker has come to a fraction (0 to 1) of the whole work. Call it every few thousand elements.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn at(&self, fraction: f64) -> Result<(), Cancelled> {
        self.0.per_mille.store((fraction.clamp(0.0, 1.0) * 1000.0) as u32, Ordering::Relaxed);
        self.check()
    }

    /// Whether the work is still wanted, where its fraction has not changed.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.0.cancelled.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }

    /// Asks the worker to stop.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn fraction(&self) -> f64 {
        f64::from(self.0.per_mille.load(Ordering::Relaxed)) / 1000.0
    }

    pub fn stage(&self) -> &'static str {
        *self.0.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
