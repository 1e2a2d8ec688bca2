//! One question, worked on by a thread; what it comes to, or one sentence why it comes to nothing.
use crate::base::words::say;
use crate::base::{Cancelled, Job, Progress, Wake, leave_one};

/// The work on one question; dropping it cancels it.
pub struct Work<T>(Job<Result<T, String>>);

impl<T: Send + 'static> Work<T> {
    /// Whoever cancels it waits for nothing, and hears nothing.
    pub fn start(
        name: &str,
        wake: Wake,
        work: impl FnOnce(&Progress) -> Result<Result<T, String>, Cancelled> + Send + 'static,
    ) -> Self {
        Self(Job::start(name, wake, move |progress, tell| {
            leave_one();
            work(progress).into_iter().for_each(|answer| tell.say(answer));
        }))
    }

    /// What it is at, and how far, 0 to 1.
    pub fn progress(&self) -> (&'static str, f64) {
        (self.0.progress().stage(), self.0.progress().fraction())
    }

    /// The answer, once.
    pub fn poll(&self) -> Option<Result<T, String>> {
        self.0.poll().unwrap_or_else(|_| Some(Err(say!("compare-fault-program").into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn answer<T: Send + 'static>(work: &Work<T>) -> Result<T, String> {
        loop {
            if let Some(answer) = work.poll() {
                return answer;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn work_answers_refuses_and_says_when_it_broke() {
        let wake: Wake = Arc::new(|| ());
        let done: Work<u8> = Work::start("done", wake.clone(), |_| Ok(Ok(3)));
        assert_eq!(answer(&done), Ok(3));
        let refused: Work<u8> = Work::start("refused", wake.clone(), |_| Ok(Err("another patient".into())));
        assert_eq!(answer(&refused), Err("another patient".into()));
        // The twin: a fault is none of its answers.
        let broken: Work<u8> = Work::start("broken", wake, |_| panic!("on purpose"));
        assert_eq!(answer(&broken), Err(say!("compare-fault-program").into()));
    }
}
