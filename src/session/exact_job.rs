//! A worker thread that answers exact questions about one pair of jaws, one at a time: the figures of a pose, or the first
//! contact from it. The search trees are built there, with the first question, and go when the worker does.
use super::first_contact::ContactQuestion;
use crate::base::{Cancelled, Progress};
use crate::exact::{BvhEngine, ExactQuestion, FirstContact};
use crate::field::Metrics;
use crate::jaw::JawPair;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

/// Tells the face's event loop that there is something to hear; called on the worker's thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What the worker can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Figures(ExactQuestion),
    FirstContact(ContactQuestion),
}

/// The answer to an [`Asked`] of the same name.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Figures(Metrics),
    FirstContact(FirstContact),
}

/// Why there is no answer. The sentence is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    #[error("{0}")]
    Failed(String),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

struct Job {
    id: u64,
    asked: Asked,
    progress: Progress,
}

/// What became of a job.
#[derive(Debug)]
pub struct Report {
    pub id: u64,
    pub result: Result<Answer, ExactError>,
    pub took: Duration,
    /// From here on the worker is idle, or busy with the next job.
    pub ended: Instant,
}

/// The worker. Dropping it ends its thread and frees the trees, once the job at hand is done or cancelled.
pub struct ExactWorker {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
}

impl ExactWorker {
    pub fn of_pair(pair: Arc<JawPair>, wake: Wake) -> Self {
        let mut engine = None;
        Self::start(
            move |asked, progress| {
                if engine.is_none() {
                    engine = Some(BvhEngine::build(&pair, progress)?);
                }
                let Some(engine) = &engine else { return Err(Cancelled) };
                answer(engine, asked, progress)
            },
            wake,
        )
    }

    /// With any work; tests have slow and faulty ones.
    pub fn start(
        mut work: impl FnMut(&Asked, &Progress) -> Result<Answer, Cancelled> + Send + 'static,
        wake: Wake,
    ) -> Self {
        let (jobs, asked) = channel::<Job>();
        let (told, reports) = channel();
        // Where no thread can be had, the channel is closed, which `ask` finds out.
        let thread = std::thread::Builder::new().name("exact figures".into());
        let spawned = thread.spawn(move || {
            while let Ok(job) = asked.recv() {
                let begun = Instant::now();
                let caught = catch_unwind(AssertUnwindSafe(|| work(&job.asked, &job.progress)));
                let result = caught.map_or_else(|_| Err(fault(&job.asked)), |result| result.map_err(ExactError::from));
                let ended = Instant::now();
                let heard = told.send(Report { id: job.id, result, took: ended - begun, ended });
                wake();
                if heard.is_err() {
                    return;
                }
            }
        });
        if let Err(error) = spawned {
            tracing::warn!("no thread for the exact figures: {error}");
        }
        Self { jobs, reports }
    }

    /// Hands over a job; cancelled by the handle that is given back. `None` when the worker is gone.
    pub fn ask(&self, id: u64, asked: Asked) -> Option<Progress> {
        let progress = Progress::default();
        self.jobs.send(Job { id, asked, progress: progress.clone() }).ok().map(|()| progress)
    }

    /// The next report, if there is one.
    ///
    /// # Errors
    /// [`WorkerGone`] when none will ever come.
    pub fn poll(&self) -> Result<Option<Report>, WorkerGone> {
        match self.reports.try_recv() {
            Ok(report) => Ok(Some(report)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(WorkerGone),
        }
    }
}

/// The worker's thread has ended, or could never be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the worker of the exact figures is gone")]
pub struct WorkerGone;

fn answer(engine: &BvhEngine, asked: &Asked, progress: &Progress) -> Result<Answer, Cancelled> {
    match asked {
        Asked::Figures(asked) => engine.answer(asked, progress).map(Answer::Figures),
        Asked::FirstContact(ContactQuestion { start, motion, limit_mm }) => {
            engine.first_contact(start, motion, *limit_mm, progress).map(Answer::FirstContact)
        }
    }
}

/// The same sentence for a panic and for a thread that cannot be had.
pub fn fault(asked: &Asked) -> ExactError {
    let sentence = match asked {
        Asked::Figures(_) => "The exact figures could not be computed (a fault in the program); the live ones stand",
        Asked::FirstContact(_) => "The first contact could not be found (a fault in the program): nothing was moved",
    };
    ExactError::Failed(sentence.into())
}
