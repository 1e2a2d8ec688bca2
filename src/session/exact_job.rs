//! A worker thread that answers exact questions about one pair of jaws, one at a time: the figures of a pose, its contacts
//! by closest gap, its contact areas along several projections, or the first contact from it. The search trees are built there, with the first
//! question, and go when the worker does.
pub use super::exact_error::ExactError;
use super::exact_error::fault_in_multi_projection;
use super::exact_watch::SeparatingMotionQuestion;
use super::first_contact::ContactQuestion;
use super::multi_projection::{self, MultiProjectionAnswer, MultiProjectionQuestion};
use super::zones::{self, ZonesFound, ZonesQuestion};
use crate::base;
pub use crate::base::job::{Ended, Wake};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Worker};
use crate::engine::{NearbyGaps, PairForms, Uncertainty, UncertaintyQuestion, open_native_shared, uncertainty};
use crate::exact::{BvhEngine, ExactQuestion, FirstContact, SeparatingMotion};
use crate::field::{GapField, Metrics};
use crate::native::NativePair;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of positions nearby what is known is told after so many: each time a frame is drawn.
const TOLD_EVERY: usize = 10;

/// What the worker can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerQuestion {
    Figures(ExactQuestion),
    Zones(ZonesQuestion),
    SeparatingMotion(SeparatingMotionQuestion),
    MultiProjection(MultiProjectionQuestion),
    /// With the poses that are known already.
    Uncertainty(UncertaintyQuestion, Option<Arc<Uncertainty>>),
    FirstContact(ContactQuestion),
}

/// The answer to a [`WorkerQuestion`] of the same name.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerAnswer {
    Figures(Metrics),
    Zones(ZonesFound),
    SeparatingMotion(Option<SeparatingMotion>),
    MultiProjection(MultiProjectionAnswer),
    /// Complete or not.
    Uncertainty(Arc<Uncertainty>),
    FirstContact(FirstContact),
}

struct QueuedQuestion {
    id: u64,
    asked: WorkerQuestion,
    progress: Progress,
}

/// What became of a job, or what is known of its answer so far.
#[derive(Debug)]
pub struct WorkerReport {
    pub id: u64,
    pub result: Result<WorkerAnswer, ExactError>,
    /// The job has ended; else more will come of it.
    pub is_last: bool,
    pub took: Duration,
    /// If it is the last: from here on the worker is idle, or busy with the next job.
    pub ended: Instant,
}

/// The worker. Dropping it ends its thread and frees the trees, once the job at hand is done or cancelled.
pub struct ExactWorker(Worker<QueuedQuestion, WorkerReport>);

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
        mut work: impl FnMut(&WorkerQuestion, &Progress, &mut dyn FnMut(WorkerAnswer)) -> Result<WorkerAnswer, ExactError>
        + Send
        + 'static,
        wake: Wake,
    ) -> Self {
        let answer = move |job: &QueuedQuestion, tell: &base::job::Reply<'_, WorkerReport>| {
            let begun = Instant::now();
            let report = |result, is_last| {
                let ended = Instant::now();
                tell.say(WorkerReport { id: job.id, result, is_last, took: ended - begun, ended });
            };
            let result = work(&job.asked, &job.progress, &mut |answer| report(Ok(answer), false));
            report(result, true);
        };
        let fault = |job: &QueuedQuestion| WorkerReport {
            id: job.id,
            result: Err(fault(&job.asked)),
            is_last: true,
            took: Duration::ZERO,
            ended: Instant::now(),
        };
        Self(Worker::start("exact figures", wake, answer, fault))
    }

    /// Hands over a job; cancelled by the handle that is given back. `None` when the worker is gone.
    pub fn ask(&self, id: u64, asked: WorkerQuestion) -> Option<Progress> {
        let progress = Progress::default();
        self.0.ask(QueuedQuestion { id, asked, progress: progress.clone() }).then_some(progress)
    }

    /// The next report, if there is one.
    ///
    /// # Errors
    /// [`Ended`] when none will ever come.
    pub fn poll(&self) -> Result<Option<WorkerReport>, Ended> {
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
        asked: &WorkerQuestion,
        progress: &Progress,
        tell: &mut dyn FnMut(WorkerAnswer),
    ) -> Result<WorkerAnswer, ExactError> {
        match asked {
            WorkerQuestion::Figures(asked) => Ok(WorkerAnswer::Figures(self.figures(asked, progress)?)),
            WorkerQuestion::Zones(asked) => Ok(WorkerAnswer::Zones(zones::answer(&self.exact, asked, progress)?)),
            WorkerQuestion::SeparatingMotion(SeparatingMotionQuestion { upper_from_lower, centre, scope }) => {
                progress.enter(say!("stage-looking-for-way-out"), 0.0)?;
                Ok(WorkerAnswer::SeparatingMotion(self.exact.minimum_separating_motion(
                    &self.exact.scope(scope),
                    upper_from_lower,
                    *centre,
                    progress,
                )?))
            }
            WorkerQuestion::MultiProjection(asked) => self.multi_projection(asked, progress, tell),
            WorkerQuestion::Uncertainty(asked, so_far) => {
                progress.enter(say!("stage-trying-poses-nearby"), 0.0)?;
                let mut tell = |found: &Uncertainty| {
                    if found.n_runs().is_multiple_of(TOLD_EVERY) {
                        tell(WorkerAnswer::Uncertainty(Arc::new(found.clone())));
                    }
                };
                let found =
                    uncertainty(&self.exact, (asked, NearbyGaps::Measured), so_far.as_deref(), progress, &mut tell)?;
                Ok(WorkerAnswer::Uncertainty(Arc::new(found)))
            }
            WorkerQuestion::FirstContact(ContactQuestion { start, motion, limit_mm, scope }) => {
                let scope = self.exact.scope(scope);
                let found = self.exact.first_contact_of(&scope, start, (motion, *limit_mm), progress)?;
                Ok(WorkerAnswer::FirstContact(found))
            }
        }
    }

    fn figures(&mut self, asked: &ExactQuestion, progress: &Progress) -> Result<Metrics, Cancelled> {
        let (metrics, map) = self.exact.answer_with_map(asked, progress)?;
        self.last = map.map(|map| (asked.clone(), metrics.clone(), map));
        Ok(metrics)
    }

    fn multi_projection(
        &mut self,
        asked: &MultiProjectionQuestion,
        progress: &Progress,
        tell: &mut dyn FnMut(WorkerAnswer),
    ) -> Result<WorkerAnswer, ExactError> {
        if self.last.as_ref().is_none_or(|(of, ..)| *of != asked.asked) {
            self.figures(&asked.asked, progress)?;
        }
        let Some((_, metrics, map)) = &self.last else { return Err(fault_in_multi_projection()) };
        let mut tell = |answer| tell(WorkerAnswer::MultiProjection(answer));
        self.native = self.forms.native();
        // Its room for tiles is large, and goes with it.
        let mut mapper = open_native_shared(&self.forms).map_err(|_| fault_in_multi_projection())?;
        let (pair, principal) = (self.forms.pair(), (map, metrics));
        let found =
            multi_projection::answer(mapper.as_mut(), (pair, &self.exact), asked, principal, progress, &mut tell)?;
        self.last = None;
        Ok(WorkerAnswer::MultiProjection(found))
    }
}

/// The same sentence for a panic and for a thread that cannot be had.
pub fn fault(asked: &WorkerQuestion) -> ExactError {
    let sentence = match asked {
        WorkerQuestion::Figures(_) => {
            "The exact figures could not be computed (a fault in the program); the live ones stand"
        }
        WorkerQuestion::Zones(_) => {
            "The contacts by closest gap could not be found (a fault in the program); other figures stand"
        }
        WorkerQuestion::SeparatingMotion(_) => {
            "No move that frees the jaws could be looked for (a fault in the program)"
        }
        WorkerQuestion::MultiProjection(_) => return fault_in_multi_projection(),
        WorkerQuestion::Uncertainty(..) => {
            "How sure the contacts are could not be found out (a fault in the program); the figures stand"
        }
        WorkerQuestion::FirstContact(_) => {
            "The first contact could not be found (a fault in the program): nothing was moved"
        }
    };
    ExactError::Failed(sentence.into())
}
