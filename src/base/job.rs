//! Work on a thread of its own: the one way in which the program does anything that takes time.
//!
//! A [`Job`] is a named thread with progress, whose answers are taken when its owner has time for them, whose panics are caught,
//! and which is cancelled when it is dropped. A [`Worker`] is a job with a letter box.
use super::{Progress, words};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

/// Tells the face's event loop that there is something to hear; called on the job's thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Work that answers with values of `T`, once or several times. One that ends without an answer has met a fault.
pub struct Job<T> {
    progress: Progress,
    answers: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// How the work says what it has found.
pub struct Tell<T> {
    answers: Sender<T>,
    wake: Wake,
}

impl<T> Tell<T> {
    pub fn say(&self, answer: T) {
        // An owner that is gone has lost interest.
        let _ = self.answers.send(answer);
        (self.wake)();
    }
}

/// The work has ended, or there never was a thread for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work has ended")]
pub struct Ended;

impl<T: Send + 'static> Job<T> {
    /// Starts `work` on a thread called `name`, in the language of this one. `wake` is called after every answer, and when the work has ended.
    pub fn start(name: &str, wake: Wake, work: impl FnOnce(&Progress, &Tell<T>) + Send + 'static) -> Self {
        let (sender, answers) = channel();
        let (progress, at_end) = (Progress::default(), wake.clone());
        let (theirs, tell) = (progress.clone(), Tell { answers: sender, wake });
        let manner = words::manner();
        let run = move || {
            let _manner = words::speak_as(manner);
            // The message of a panic is printed; that nothing was answered tells the owner.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&theirs, &tell)));
            drop(tell);
            at_end();
        };
        let thread = std::thread::Builder::new().name(name.into()).spawn(run);
        if let Err(error) = &thread {
            tracing::error!("no thread for {name}: {error}");
        }
        Self { progress, answers, thread: thread.ok() }
    }

    /// Starts work that has one answer.
    pub fn once(name: &str, wake: Wake, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        Self::start(name, wake, |progress, tell| tell.say(work(progress)))
    }

    /// The next answer, if there is one.
    ///
    /// # Errors
    /// [`Ended`] when none will ever come.
    pub fn poll(&self) -> Result<Option<T>, Ended> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Ended),
        }
    }

    /// What the work is at; cancels it, too.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Waits for the end of the work; gives what it has answered since.
    pub fn finish(mut self) -> Vec<T> {
        // A panic was caught on the thread.
        drop(self.thread.take().map(JoinHandle::join));
        self.answers.try_iter().collect()
    }

    /// Cancels the work and waits for its end: nothing of it goes on.
    pub fn stop(self) {
        self.progress.cancel();
        drop(self.finish());
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// A job that is asked again and again and answers one question after the other. Dropping it ends its thread with the question at
/// hand.
pub struct Worker<Q, T> {
    questions: Sender<Q>,
    /// `None`: a question was done with.
    job: Job<Option<T>>,
    /// Questions whose end was not heard.
    n_open: Cell<usize>,
}

/// How a worker says what it has found.
pub struct Reply<'a, T>(&'a Tell<Option<T>>);

impl<T> Reply<'_, T> {
    pub fn say(&self, answer: T) {
        self.0.say(Some(answer));
    }
}

impl<Q: Send + 'static, T: Send + 'static> Worker<Q, T> {
    /// `work` is called for each question. Where it panics, `fault` is the answer, and the next question is taken up.
    pub fn start(
        name: &str,
        wake: Wake,
        work: impl FnMut(&Q, &Reply<'_, T>) + Send + 'static,
        fault: impl Fn(&Q) -> T + Send + 'static,
    ) -> Self {
        Self::with_box(name, wake, work, fault, |_, question, _| question)
    }

    /// The same where only the newest question matters: the letter box holds one, and a newer one takes its place.
    pub fn of_newest(
        name: &str,
        wake: Wake,
        work: impl FnMut(&Q, &Reply<'_, T>) + Send + 'static,
        fault: impl Fn(&Q) -> T + Send + 'static,
    ) -> Self {
        Self::with_box(name, wake, work, fault, |asked, mut question, tell| {
            while let Ok(newer) = asked.try_recv() {
                question = newer;
                // The older one is done with.
                tell.say(None);
            }
            question
        })
    }

    /// `next`: which question is taken up when one was found in the box.
    fn with_box(
        name: &str,
        wake: Wake,
        mut work: impl FnMut(&Q, &Reply<'_, T>) + Send + 'static,
        fault: impl Fn(&Q) -> T + Send + 'static,
        next: impl Fn(&Receiver<Q>, Q, &Tell<Option<T>>) -> Q + Send + 'static,
    ) -> Self {
        let (questions, asked) = channel::<Q>();
        let job = Job::start(name, wake, move |_, tell| {
            for found in &asked {
                let question = next(&asked, found, tell);
                if catch_unwind(AssertUnwindSafe(|| work(&question, &Reply(tell)))).is_err() {
                    tell.say(Some(fault(&question)));
                }
                tell.say(None);
            }
        });
        Self { questions, job, n_open: Cell::new(0) }
    }

    /// False when there is nobody to answer.
    #[must_use]
    pub fn ask(&self, question: Q) -> bool {
        let is_asked = self.questions.send(question).is_ok();
        self.n_open.update(|n| n + usize::from(is_asked));
        is_asked
    }

    /// Something that was asked is not answered, or not heard.
    pub fn is_busy(&self) -> bool {
        self.n_open.get() > 0
    }

    /// The next answer, if there is one.
    ///
    /// # Errors
    /// [`Ended`] when none will ever come.
    pub fn poll(&self) -> Result<Option<T>, Ended> {
        loop {
            match self.job.poll()? {
                Some(None) => self.n_open.update(|n| n.saturating_sub(1)),
                answer => return Ok(answer.flatten()),
            }
        }
    }

    /// Waits until every question is answered; gives what was answered since.
    pub fn finish(self) -> Vec<T> {
        drop(self.questions);
        self.job.finish().into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn counting() -> (Wake, Arc<AtomicU32>) {
        let count = Arc::new(AtomicU32::new(0));
        let theirs = count.clone();
        (Arc::new(move || _ = theirs.fetch_add(1, Ordering::SeqCst)), count)
    }

    fn wait<T: Send + 'static>(job: &Job<T>) -> Result<T, Ended> {
        loop {
            match job.poll() {
                Ok(None) => std::thread::yield_now(),
                Ok(Some(answer)) => return Ok(answer),
                Err(ended) => return Err(ended),
            }
        }
    }

    #[test]
    fn a_job_answers_wakes_and_ends() {
        let (wake, n_wakes) = counting();
        let job = Job::start("a test", wake, |progress, tell| {
            progress.at(0.5).unwrap();
            assert_eq!(std::thread::current().name(), Some("a test"));
            tell.say(1);
            tell.say(2);
        });
        assert_eq!((wait(&job), wait(&job), wait(&job)), (Ok(1), Ok(2), Err(Ended)));
        assert_eq!(job.progress().fraction(), 0.5);
        assert!(job.finish().is_empty());
        assert_eq!(n_wakes.load(Ordering::SeqCst), 3, "two answers and the end");
    }

    #[test]
    fn a_panic_is_an_end_without_an_answer() {
        let (wake, n_wakes) = counting();
        let job: Job<u8> = Job::once("a fault", wake, |_| panic!("on purpose"));
        assert_eq!(wait(&job), Err(Ended));
        assert!(job.finish().is_empty());
        assert_eq!(n_wakes.load(Ordering::SeqCst), 1, "its owner is told to look");
    }

    #[test]
    fn dropping_and_stopping_cancel() {
        let (stopped, was_stopped) = channel();
        let endless = move |progress: &Progress, _: &Tell<()>| {
            while progress.check().is_ok() {
                std::thread::yield_now();
            }
            let _ = stopped.send(());
        };
        drop(Job::start("dropped", counting().0, endless.clone()));
        was_stopped.recv().expect("the work has seen it");
        Job::start("stopped", counting().0, endless).stop();
        was_stopped.try_recv().expect("it has ended already");
    }

    #[test]
    fn a_worker_outlives_its_faults_and_answers_everything_it_was_asked() {
        let half = |n: &u32, tell: &Reply<'_, Option<u32>>| {
            assert!(n.is_multiple_of(2), "on purpose");
            tell.say(Some(n / 2));
        };
        let worker = Worker::start("halves", counting().0, half, |_| None);
        assert!(!worker.is_busy() && (0..5).all(|n| worker.ask(n)) && worker.is_busy());
        assert_eq!(worker.finish(), [Some(0), None, Some(1), None, Some(2)]);
    }

    #[test]
    fn of_the_newest_question_alone_the_older_ones_are_done_with_unanswered() {
        let (let_go, held) = channel::<()>();
        let work = move |n: &u32, tell: &Reply<'_, u32>| {
            held.recv().expect("the test lets go");
            tell.say(*n);
        };
        let worker = Worker::of_newest("newest", counting().0, work, |_| 0);
        assert!(worker.ask(1));
        // The first is taken up before the others are asked.
        let_go.send(()).expect("it waits");
        let first = loop {
            if let Some(n) = worker.poll().expect("it lives") {
                break n;
            }
        };
        assert!((2..6).all(|n| worker.ask(n)));
        (0..4).for_each(|_| let_go.send(()).expect("it lives"));
        let answers = worker.finish();
        assert_eq!((first, answers.last()), (1, Some(&5)));
        assert!(answers.len() <= 2, "one that was taken up, and the newest: {answers:?}");
    }
}
