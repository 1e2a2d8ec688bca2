//! Memory given back at rest. Opening, exact figures and poses nearby leave much that is free between small blocks, and glibc
//! keeps that: a sixth of what the window has with large scans (decision 034).
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A shorter rest may be the pause between two movements of a hand.
const PAUSE: Duration = Duration::from_secs(2);
/// What leaves little behind.
const LIGHT: [&str; 3] = ["frame", "animation", "edges"];

/// Tells a thread of its own when the window rests after work. It ends with this.
pub struct GiveBack {
    /// `None` where nothing is kept, or no thread can be had.
    rests: Option<Sender<bool>>,
    told: bool,
    /// There was work since memory was given back.
    is_owed: Arc<AtomicBool>,
}

impl GiveBack {
    pub fn start() -> Self {
        Self::with(PAUSE, || {
            let begun = Instant::now();
            let found = occluscope_heap::give_back();
            tracing::debug!("free memory given back ({found}) in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
        })
    }

    fn with(pause: Duration, give_back: impl Fn() + Send + 'static) -> Self {
        let is_owed = Arc::new(AtomicBool::new(false));
        let (rests, news) = channel();
        let theirs = is_owed.clone();
        let run = move || {
            wait(&news, pause, || {
                theirs.store(false, Ordering::Relaxed);
                give_back();
            })
        };
        let thread = occluscope_heap::KEEPS_FREED.then(|| std::thread::Builder::new().name("memory".into()).spawn(run));
        Self { rests: thread.is_some_and(|t| t.is_ok()).then_some(rests), told: false, is_owed }
    }

    /// Hears what is under way, by the names of `under_way`: nothing is rest.
    pub fn hear(&mut self, under_way: &[&str]) {
        let Some(tell) = &self.rests else { return };
        if under_way.iter().any(|what| !LIGHT.contains(what)) {
            self.is_owed.store(true, Ordering::Relaxed);
        }
        let rests = under_way.is_empty() && self.is_owed.load(Ordering::Relaxed);
        if rests != std::mem::replace(&mut self.told, rests) {
            // A thread that is gone gives nothing back.
            let _ = tell.send(rests);
        }
    }
}

/// Gives back once a rest has lasted for `pause`.
fn wait(news: &Receiver<bool>, pause: Duration, give_back: impl Fn()) {
    while let Ok(mut rests) = news.recv() {
        while rests {
            rests = match news.recv_timeout(pause) {
                Ok(rests) => rests,
                Err(RecvTimeoutError::Timeout) => {
                    give_back();
                    false
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
        }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    /// Who hears that memory is given back, after no pause or after one that no test waits for.
    fn heard(pause: Duration) -> (GiveBack, Receiver<()>) {
        let (sender, given) = channel();
        (GiveBack::with(pause, move || sender.send(()).expect("the test listens")), given)
    }

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn memory_is_given_back_once_after_work() {
        let (mut give_back, given) = heard(Duration::ZERO);
        for _ in 0..2 {
            give_back.hear(&["frame", "exact"]);
            give_back.hear(&[]);
            given.recv_timeout(LONG).expect("given back");
            // Frames alone owe nothing.
            give_back.hear(&["frame"]);
            give_back.hear(&[]);
        }
        drop(give_back);
        assert!(given.recv_timeout(LONG).is_err(), "the thread has ended, and gave back nothing more");
    }

    #[test]
    fn a_pause_of_the_hand_is_no_rest() {
        let (mut give_back, given) = heard(LONG);
        give_back.hear(&["exact"]);
        give_back.hear(&[]);
        give_back.hear(&["frame"]);
        give_back.hear(&[]);
        drop(give_back);
        assert!(given.recv_timeout(LONG).is_err(), "the thread has ended, and gave back nothing");
    }
}
