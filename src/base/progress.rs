//! Progress and cancelling of long work on a worker thread.
use crate::base::words::{decimal, say};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU32, Ordering},
};
use std::time::Duration;

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
    /// Half of some work, whose other half is done at the same time, and which of both.
    half: Option<(Arc<Halves>, usize)>,
}

/// Two parts of a whole, each with how far it is, per mille.
#[derive(Debug)]
struct Halves {
    whole: Progress,
    at: [AtomicU32; 2],
}

impl Default for Progress {
    fn default() -> Self {
        Self { inner: Arc::default(), from: 0.0, to: 1.0, half: None }
    }
}

/// Work on long lists looks so often whether it is still wanted: every few milliseconds at most.
const LOOK_EVERY: usize = 1 << 14;

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
        Self { from: at(from), to: at(to), ..self.clone() }
    }

    /// Handles for two halves of the work that are done at the same time: the whole is as far as their mean.
    pub fn halves(&self) -> [Self; 2] {
        let halves = Arc::new(Halves { whole: self.clone(), at: Default::default() });
        let half = |i| Self { inner: self.inner.clone(), from: 0.0, to: 1.0, half: Some((halves.clone(), i)) };
        [half(0), half(1)]
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
        let here = self.from + (self.to - self.from) * fraction.clamp(0.0, 1.0);
        let per_mille = (here * 1000.0) as u32;
        match &self.half {
            None => self.inner.per_mille.store(per_mille, Ordering::Relaxed),
            Some((halves, i)) => {
                halves.at[*i].store(per_mille, Ordering::Relaxed);
                let sum: u32 = halves.at.iter().map(|at| at.load(Ordering::Relaxed)).sum();
                return halves.whole.at(f64::from(sum) / 2000.0);
            }
        }
        self.check()
    }

    /// Looks at the `i`-th element of a long list, now and then, whether the work is still wanted.
    ///
    /// # Errors
    /// [`Cancelled`], as above.
    pub fn look(&self, i: usize) -> Result<(), Cancelled> {
        if i.is_multiple_of(LOOK_EVERY) { self.check() } else { Ok(()) }
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

/// How long work will go on that has come so far (0 to 1) in this time, as people say it; nothing before that can be told.
pub fn time_left(elapsed: Duration, fraction: f64) -> Option<String> {
    const SOONEST: Duration = Duration::from_secs(2);
    const LEAST: f64 = 0.05;
    if elapsed < SOONEST || fraction < LEAST {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * (1.0 - fraction.min(1.0)) / fraction;
    Some(match seconds {
        s if s < 5.0 => say!("progress-few-seconds").to_owned(),
        s if s < 90.0 => say!("progress-seconds", s = decimal((s / 5.0).ceil() * 5.0, 0)),
        s => say!("progress-minutes", min = decimal((s / 60.0).ceil(), 0)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_said_once_it_can_be_told() {
        let left = |seconds, fraction| time_left(Duration::from_secs_f64(seconds), fraction);
        assert_eq!((left(1.0, 0.5), left(10.0, 0.01)), (None, None));
        assert_eq!(left(10.0, 0.5).as_deref(), Some("about 10 s left"));
        assert_eq!(left(10.0, 0.31).as_deref(), Some("about 25 s left"));
        assert_eq!(left(30.0, 0.2).as_deref(), Some("about 2 min left"));
        assert_eq!(left(20.0, 0.95).as_deref(), Some("a few seconds left"));
        assert_eq!(left(20.0, 1.0).as_deref(), Some("a few seconds left"));
    }

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
        assert_eq!((part.look(LOOK_EVERY), part.look(1)), (Err(Cancelled), Ok(())), "not at every element");
    }

    #[test]
    fn two_halves_are_one_whole() {
        let whole = Progress::default();
        let [upper, lower] = whole.part(0.2, 0.6).halves();
        upper.at(1.0).unwrap();
        assert_eq!(whole.fraction(), 0.4);
        lower.part(0.5, 1.0).enter("welding", 0.5).unwrap();
        assert_eq!((whole.stage(), whole.fraction()), ("welding", 0.55));
        upper.at(1.0).unwrap();
        assert_eq!(whole.fraction(), 0.55, "what is said twice is counted once");
        lower.cancel();
        assert_eq!(upper.at(1.0), Err(Cancelled));
    }
}
