//! A worker thread that answers exact questions about one pair of jaws, one at a time: the figures of a pose, its contacts
//! by closest gap, its contact areas along several projections, or the first contact from it. The search trees are built there, with the first
//! question, and go when the worker does.
pub use super::exact_error::ExactError;
use super::exact_error::fault_in_views;
use super::exact_watch::ClearingQuestion;
use super::first_contact::ContactQuestion;
use super::views::{self, ViewsAnswer, ViewsQuestion};
use super::zones::{self, ZonesQuestion};
use crate::base;
pub use crate::base::job::{Ended, Wake};
use crate::base::{Cancelled, Progress, Worker};
use crate::engine::{Contact, PairForms, Sureness, SurenessQuestion, open_native_shared, sureness};
use crate::exact::{BvhEngine, Clearing, ExactQuestion, FirstContact};
use crate::field::{GapField, Metrics};
use crate::native::NativePair;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
pub struct ExactWorker(Worker<Job, Report>);

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
        let answer = move |job: &Job, tell: &base::job::Reply<'_, Report>| {
            let begun = Instant::now();
            let report = |result, is_last| {
                let ended = Instant::now();
                tell.say(Report { id: job.id, result, is_last, took: ended - begun, ended });
            };
            let result = work(&job.asked, &job.progress, &mut |answer| report(Ok(answer), false));
            report(result, true);
        };
        let fault = |job: &Job| Report {
            id: job.id,
            result: Err(fault(&job.asked)),
            is_last: true,
            took: Duration::ZERO,
            ended: Instant::now(),
        };
        Self(Worker::start("exact figures", wake, answer, fault))
    }

    /// Hands over a job; cancelled by the handle that is given back. `None` when the worker is gone.
    pub fn ask(&self, id: u64, asked: Asked) -> Option<Progress> {
        let progress = Progress::default();
        self.0.ask(Job { id, asked, progress: progress.clone() }).then_some(progress)
    }

    /// The next report, if there is one.
    ///
    /// # Errors
    /// [`Ended`] when none will ever come.
    pub fn poll(&self) -> Result<Option<Report>, Ended> {
        self.0.poll()
    }
}

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
