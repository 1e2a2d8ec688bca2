//! A worker thread that answers exact questions about one pair of jaws, one at a time: the figures of a pose, its contacts
//! by closest gap, its contact areas along several projections, or the first contact from it. The search trees are built there, with the first
//! question, and go when the worker does.
use super::exact_watch::ClearingQuestion;
use super::first_contact::ContactQuestion;
use super::views::{self, ViewsAnswer, ViewsQuestion};
use super::zones::{self, ZonesQuestion};
use crate::base::{Cancelled, Progress};
use crate::engine::{Contact, PairForms, Sureness, SurenessQuestion, open_native_shared, sureness};
use crate::exact::{BvhEngine, Clearing, ExactQuestion, FirstContact};
use crate::field::{GapField, Metrics};
use crate::native::NativePair;
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
    Zones(ZonesQuestion),
    Clearing(ClearingQuestion),
    Views(ViewsQuestion),
    /// With the poses that are known already.
    Sureness(SurenessQuestion, Option<Arc<Sureness>>),
    FirstContact(ContactQuestion),
}

/// The answer to an [`Asked`] of the same name.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Figures(Metrics),
    Zones(Arc<Contact>),
    Clearing(Option<Clearing>),
    Views(ViewsAnswer),
    /// Complete or not.
    Sureness(Arc<Sureness>),
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

/// What became of a job, or what is known of its answer so far.
#[derive(Debug)]
pub struct Report {
    pub id: u64,
    pub result: Result<Answer, ExactError>,
    /// The job has ended; else more will come of it.
    pub is_last: bool,
    pub took: Duration,
    /// If it is the last: from here on the worker is idle, or busy with the next job.
    pub ended: Instant,
}

/// The worker. Dropping it ends its thread and frees the trees, once the job at hand is done or cancelled.
pub struct ExactWorker {
    jobs: Sender<Job>,
    reports: Receiver<Report>,
}

impl ExactWorker {
    pub fn of_pair(forms: Arc<PairForms>, wake: Wake) -> Self {
        let mut trees = None;
        Self::start(
            move |asked, progress, tell| {
                let trees = match &mut trees {
                    Some(trees) => trees,
                    none => none.insert(Trees::build(&forms, progress)?),
                };
                trees.answer(asked, progress, tell)
            },
            wake,
        )
    }

    /// With any work, which may tell what it knows meanwhile; tests have slow and faulty ones.
    pub fn start(
        mut work: impl FnMut(&Asked, &Progress, &mut dyn FnMut(Answer)) -> Result<Answer, ExactError> + Send + 'static,
        wake: Wake,
    ) -> Self {
        let (jobs, asked) = channel::<Job>();
        let (told, reports) = channel();
        // Where no thread can be had, the channel is closed, which `ask` finds out.
        let thread = std::thread::Builder::new().name("exact figures".into());
        let spawned = thread.spawn(move || {
            while let Ok(job) = asked.recv() {
                let begun = Instant::now();
                let report = |result, is_last| {
                    let ended = Instant::now();
                    let heard = told.send(Report { id: job.id, result, is_last, took: ended - begun, ended });
                    wake();
                    heard.is_ok()
                };
                // Where nobody hears it any more, the last report finds it out.
                let mut tell = |answer| {
                    report(Ok(answer), false);
                };
                let caught = catch_unwind(AssertUnwindSafe(|| work(&job.asked, &job.progress, &mut tell)));
                if !report(caught.unwrap_or_else(|_| Err(fault(&job.asked))), true) {
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

/// What the worker keeps between jobs.
struct Trees {
    forms: Arc<PairForms>,
    exact: Arc<BvhEngine>,
    /// The pair as tiles of several projections are drawn from it; made when they are first wanted.
    native: Option<Arc<NativePair>>,
    /// The last figures with the map that they come from, until several projections have answered as well.
    last: Option<(ExactQuestion, Metrics, GapField)>,
}

impl Trees {
    fn build(forms: &Arc<PairForms>, progress: &Progress) -> Result<Self, Cancelled> {
        Ok(Self { forms: forms.clone(), exact: forms.trees(progress)?, native: None, last: None })
    }

    fn answer(
        &mut self,
        asked: &Asked,
        progress: &Progress,
        tell: &mut dyn FnMut(Answer),
    ) -> Result<Answer, ExactError> {
        match asked {
            Asked::Figures(asked) => Ok(Answer::Figures(self.figures(asked, progress)?)),
            Asked::Zones(asked) => Ok(Answer::Zones(zones::answer(&self.exact, asked, progress)?)),
            Asked::Clearing(ClearingQuestion { upper_from_lower, centre }) => {
                progress.enter("looking for a way out", 0.0)?;
                Ok(Answer::Clearing(self.exact.smallest_clearing(upper_from_lower, *centre, progress)?))
            }
            Asked::Views(asked) => self.views(asked, progress, tell),
            Asked::Sureness(asked, so_far) => {
                progress.enter("trying poses nearby", 0.0)?;
                let mut tell = |found: &Sureness| tell(Answer::Sureness(Arc::new(found.clone())));
                let found = sureness(&self.exact, asked, so_far.as_deref(), progress, &mut tell)?;
                Ok(Answer::Sureness(Arc::new(found)))
            }
            Asked::FirstContact(ContactQuestion { start, motion, limit_mm }) => {
                Ok(Answer::FirstContact(self.exact.first_contact(start, motion, *limit_mm, progress)?))
            }
        }
    }

    fn figures(&mut self, asked: &ExactQuestion, progress: &Progress) -> Result<Metrics, Cancelled> {
        let (metrics, map) = self.exact.answer_with_map(asked, progress)?;
        self.last = map.map(|map| (asked.clone(), metrics.clone(), map));
        Ok(metrics)
    }

    fn views(
        &mut self,
        asked: &ViewsQuestion,
        progress: &Progress,
        tell: &mut dyn FnMut(Answer),
    ) -> Result<Answer, ExactError> {
        if self.last.as_ref().is_none_or(|(of, ..)| *of != asked.asked) {
            self.figures(&asked.asked, progress)?;
        }
        let Some((_, metrics, map)) = &self.last else { return Err(fault_in_views()) };
        let mut tell = |answer| tell(Answer::Views(answer));
        self.native = self.forms.native();
        // Its room for tiles is large, and goes with it.
        let mut mapper = open_native_shared(&self.forms).map_err(|_| fault_in_views())?;
        let (pair, principal) = (self.forms.pair(), (map, metrics));
        let found = views::answer(mapper.as_mut(), (pair, &self.exact), asked, principal, progress, &mut tell)?;
        self.last = None;
        Ok(Answer::Views(found))
    }
}

/// The same sentence for a panic and for a thread that cannot be had.
pub fn fault(asked: &Asked) -> ExactError {
    let sentence = match asked {
        Asked::Figures(_) => "The exact figures could not be computed (a fault in the program); the live ones stand",
        Asked::Zones(_) => {
            "The contacts by closest gap could not be found (a fault in the program); other figures stand"
        }
        Asked::Clearing(_) => "No move that frees the jaws could be looked for (a fault in the program)",
        Asked::Views(_) => return fault_in_views(),
        Asked::Sureness(..) => {
            "How sure the contacts are could not be found out (a fault in the program); the figures stand"
        }
        Asked::FirstContact(_) => "The first contact could not be found (a fault in the program): nothing was moved",
    };
    ExactError::Failed(sentence.into())
}

/// The same where the engine has failed.
pub fn fault_in_views() -> ExactError {
    let sentence =
        "The contact areas of several views could not be computed (a fault in the program); those of one view stand";
    ExactError::Failed(sentence.into())
}
