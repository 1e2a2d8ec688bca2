//! `--deadline`: work that is not done in time is given up, with a sentence that names where it was.
use crate::base::Progress;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    seconds: f64,
}

static DEADLINE: OnceLock<Deadline> = OnceLock::new();
/// What was under way when it had come.
static MISSED_IN: Mutex<Option<&'static str>> = Mutex::new(None);
/// Nobody waits longer.
const MOST_SECONDS: f64 = 1e6;

/// From now on; the first word counts.
pub fn set(seconds: Option<f64>) {
    let Some(seconds) = seconds.map(|s| s.min(MOST_SECONDS)) else { return };
    let at = Instant::now() + Duration::from_secs_f64(seconds);
    DEADLINE.get_or_init(|| Deadline { at, seconds });
}

/// Gives up what is under way if it is time.
pub fn look(progress: &Progress) {
    if DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline.at) {
        MISSED_IN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(progress.stage());
        progress.cancel();
    }
}

/// The sentence, once something was given up.
pub fn missed() -> Option<String> {
    let stage = (*MISSED_IN.lock().unwrap_or_else(PoisonError::into_inner))?;
    let seconds = DEADLINE.get()?.seconds;
    Some(format!("gave up after {seconds} s in \"{stage}\" (--deadline)"))
}
