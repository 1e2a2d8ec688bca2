//! `--deadline`: work that is not done in time is given up, with a sentence that names where it was. Every question has one,
//! whether or not it was asked for, unless the jaws are so large that nobody expects the answer at once.
use super::stderr::complain;
use crate::base::Progress;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Seconds for a question, where nothing else is asked for.
const USUAL_S: f64 = 60.0;
/// Jaws of more triangles than this may take longer, unless a deadline is asked for.
const MOST_TRIANGLES: usize = 2_000_000;
/// Files of more bytes than this hold so many triangles, or text that takes as long to read.
const MOST_BYTES: u64 = 100_000_000;
/// Nobody waits longer.
const MOST_S: f64 = 1e6;
/// What does not stop so long after it was told to is ended with the program.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    seconds: f64,
    is_asked_for: bool,
}

#[derive(Debug)]
struct State {
    deadline: Option<Deadline>,
    /// What is under way.
    stage: &'static str,
    /// Something was told to stop.
    is_missed: bool,
}

impl State {
    const NONE: Self = Self { deadline: None, stage: "", is_missed: false };

    fn begin(&mut self, asked_for: Option<f64>, now: Instant) {
        let seconds = asked_for.unwrap_or(USUAL_S).min(MOST_S);
        let at = now + Duration::from_secs_f64(seconds);
        self.deadline = Some(Deadline { at, seconds, is_asked_for: asked_for.is_some() });
    }

    fn lift_usual_if(&mut self, is_large: bool) {
        if is_large && self.deadline.is_some_and(|d| !d.is_asked_for) {
            self.deadline = None;
        }
    }

    /// Whether a stage is to stop.
    fn look(&mut self, stage: &'static str, now: Instant) -> bool {
        if !self.is_missed {
            self.stage = stage;
        }
        self.is_missed |= self.deadline.is_some_and(|deadline| now > deadline.at);
        self.is_missed
    }

    fn said(&self) -> Option<String> {
        let Deadline { seconds, is_asked_for, .. } = self.deadline?;
        let stage = if self.stage.is_empty() { "preparing" } else { self.stage };
        let more = if is_asked_for { " (--deadline)" } else { "; --deadline allows more" };
        Some(format!("gave up after {seconds} s in \"{stage}\"{more}"))
    }
}

static STATE: Mutex<State> = Mutex::new(State::NONE);

fn with_state<T>(f: impl FnOnce(&mut State) -> T) -> T {
    f(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// From now on, for the program's one question.
pub fn begin(asked_for: Option<f64>) {
    with_state(|s| s.begin(asked_for, Instant::now()));
    // Where no thread is to be had, stages still see it when they look.
    let _ = std::thread::Builder::new().name("deadline".into()).spawn(end_what_does_not_stop);
}

/// The files that are about to be read: the usual deadline is not for large ones.
pub fn for_bytes(bytes: u64) {
    with_state(|s| s.lift_usual_if(bytes > MOST_BYTES));
}

/// The jaws that were read: likewise.
pub fn for_triangles(n: usize) {
    with_state(|s| s.lift_usual_if(n > MOST_TRIANGLES));
}

/// The answer is there; writing it down is not given up.
pub fn is_met() {
    with_state(|s| s.deadline = None);
}

/// Tells what is under way to stop if it is time.
pub fn look(progress: &Progress) {
    if with_state(|s| s.look(progress.stage(), Instant::now())) {
        progress.cancel();
    }
}

/// The sentence, once something was given up.
pub fn missed() -> Option<String> {
    with_state(|s| if s.is_missed { s.said() } else { None })
}

/// The last resort: a stage that does not look whether it is still wanted.
fn end_what_does_not_stop() {
    loop {
        let Some(deadline) = with_state(|s| s.deadline) else { return };
        match (deadline.at + GRACE).checked_duration_since(Instant::now()) {
            // It may be lifted meanwhile.
            Some(left) => std::thread::sleep(left.min(Duration::from_millis(500))),
            None => {
                if let Some(said) = with_state(|s| s.said()) {
                    complain(&format!("occluscope: {said}"));
                }
                std::process::exit(2);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_deadline_is_lifted_for_large_jaws_and_one_that_was_asked_for_is_not() {
        let now = Instant::now();
        let late = now + Duration::from_secs(61);
        for (asked_for, is_large, wanted) in [
            (None, false, Some("gave up after 60 s in \"welding\"; --deadline allows more")),
            (None, true, None),
            (Some(2.5), true, Some("gave up after 2.5 s in \"welding\" (--deadline)")),
            (Some(1e300), false, None),
        ] {
            let mut state = State::NONE;
            state.begin(asked_for, now);
            assert!(!state.look("reading", now), "there is time");
            state.lift_usual_if(is_large);
            let is_missed = state.look("welding", late);
            state.look("what stops now", late);
            let said = if is_missed { state.said() } else { None };
            assert_eq!(said.as_deref(), wanted, "{asked_for:?}, {is_large}");
        }
    }
}
