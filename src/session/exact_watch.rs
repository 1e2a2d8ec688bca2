//! The exact figures of the case as it stands: asked for when the hand rests, cancelled when it moves, and dropped when
//! they answer a pose of the past. And the first contact from there, asked for by hand: it goes before the figures, which
//! wait until it is found or cancelled.
//!
//! ```text
//!           rests, live figures there            answer
//! Waiting ----------------------------> Running ---------> Done
//!    ^  ^--- moved, pressed, changed ------'  '--> Failed    |
//!    '-------------------------- changed --------------------'
//! ```
use super::exact_job::{Answer, Asked, ExactError, ExactWorker, Report, Wake, fault};
use super::first_contact::ContactQuestion;
use crate::base::Progress;
use crate::exact::{ExactQuestion, FirstContact};
use crate::field::Metrics;
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::Instant;

/// What is to be known exactly, and the live figures of the same pose and pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub asked: ExactQuestion,
    pub live: Metrics,
}

/// An exact answer beside the live figures it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    pub asked: ExactQuestion,
    pub live: Metrics,
    pub exact: Metrics,
    /// Wall time on the worker, building the trees included, ms.
    pub took_ms: f64,
}

/// A first contact, of a pose that was still the case's when it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFound {
    pub asked: ContactQuestion,
    pub found: FirstContact,
    /// Wall time on the worker, building the trees included, ms.
    pub took_ms: f64,
}

/// What the worker is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    Figures,
    FirstContact,
}

/// Where the exact figures are.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactState {
    Off,
    /// The hand moves, or the live figures are still on their way.
    Waiting,
    /// What the worker does, and how far it is (0 to 1).
    Running(&'static str, f64),
    Done,
    Failed(String),
}

/// What has happened, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactEvent {
    Answered(Box<Answered>),
    FirstContact(Box<ContactFound>),
    Cancelled(JobKind),
    /// The worker has stopped so long after it was told to, ms.
    Stopped(f64),
    /// With a sentence for people.
    Failed(JobKind, String),
}

#[derive(Clone)]
enum Job {
    Figures(Box<Wanted>),
    FirstContact(ContactQuestion),
}

impl Job {
    fn kind(&self) -> JobKind {
        match self {
            Self::Figures(_) => JobKind::Figures,
            Self::FirstContact(_) => JobKind::FirstContact,
        }
    }

    fn asked(&self) -> Asked {
        match self {
            Self::Figures(wanted) => Asked::Figures(wanted.asked.clone()),
            Self::FirstContact(asked) => Asked::FirstContact(asked.clone()),
        }
    }
}

struct Running {
    id: u64,
    job: Job,
    progress: Progress,
}

/// Makes the worker of a pair of jaws.
type MakeWorker = Box<dyn Fn(Arc<JawPair>) -> ExactWorker>;

pub struct ExactWatch {
    make: MakeWorker,
    enabled: bool,
    /// With the pair that its trees are of.
    worker: Option<(Arc<JawPair>, ExactWorker)>,
    running: Option<Running>,
    /// Jobs that were cancelled and when; the worker has not yet said that it has stopped.
    cancelled: Vec<(u64, Instant)>,
    last: Option<Answered>,
    failed: Option<(ExactQuestion, String)>,
    /// What the pose and the settings now ask for; `None` while the live figures are on their way.
    now: Option<ExactQuestion>,
    next_id: u64,
    events: Vec<ExactEvent>,
}

impl ExactWatch {
    pub fn new(wake: Wake) -> Self {
        Self::with_workers(Box::new(move |pair| ExactWorker::of_pair(pair, wake.clone())))
    }

    fn with_workers(make: MakeWorker) -> Self {
        Self {
            make,
            enabled: true,
            worker: None,
            running: None,
            cancelled: Vec::new(),
            last: None,
            failed: None,
            now: None,
            next_id: 0,
            events: Vec::new(),
        }
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Whether the figures are wanted. Off: whatever runs is cancelled, and the trees are freed.
    pub fn enable(&mut self, on: bool) {
        if !on {
            self.forget();
        }
        self.enabled = on;
    }

    /// The case is closed: nothing of it stays.
    pub fn forget(&mut self) {
        self.interrupt();
        self.worker = None;
        self.cancelled.clear();
        (self.last, self.failed, self.now) = (None, None, None);
    }

    /// Cancels what runs; true when something did. Figures are begun anew when the hand rests again.
    pub fn interrupt(&mut self) -> bool {
        let Some(running) = self.running.take() else { return false };
        running.progress.cancel();
        self.cancelled.push((running.id, Instant::now()));
        self.events.push(ExactEvent::Cancelled(running.job.kind()));
        true
    }

    /// The same for the figures alone: a press may be the begin of a motion, but it is not one yet.
    pub fn interrupt_figures(&mut self) -> bool {
        self.running_kind() == Some(JobKind::Figures) && self.interrupt()
    }

    /// The same for the search for the first contact alone.
    pub fn interrupt_contact(&mut self) -> bool {
        self.running_kind() == Some(JobKind::FirstContact) && self.interrupt()
    }

    /// Takes in the pose and settings as they are now (`None` while the live figures are on their way), and whether the
    /// hand rests: starts, keeps or cancels the work on the figures accordingly.
    pub fn follow(&mut self, pair: &Arc<JawPair>, now: Option<Wanted>, rests: bool) {
        self.change_pair(pair);
        if !self.enabled {
            return;
        }
        self.now = now.as_ref().map(|w| w.asked.clone());
        if let Some(Running { job: Job::Figures(runs), .. }) = &self.running
            && (!rests || self.now.as_ref() != Some(&runs.asked))
        {
            self.interrupt();
        }
        match now {
            Some(wanted) if rests && self.running.is_none() && !self.is_known(&wanted.asked) => {
                self.start(pair, Job::Figures(Box::new(wanted)));
            }
            _ => {}
        }
    }

    /// Searches for the first contact, at once and whether or not figures are wanted.
    pub fn find_contact(&mut self, pair: &Arc<JawPair>, asked: ContactQuestion) {
        self.change_pair(pair);
        self.interrupt();
        self.start(pair, Job::FirstContact(asked));
    }

    /// Takes in what would be asked now (`None` while a hand is changing it): a search from elsewhere is cancelled.
    pub fn follow_contact(&mut self, now: Option<&ContactQuestion>) {
        if let Some(Running { job: Job::FirstContact(runs), .. }) = &self.running
            && now != Some(runs)
        {
            self.interrupt();
        }
    }

    /// The trees are of one pair.
    fn change_pair(&mut self, pair: &Arc<JawPair>) {
        if self.worker.as_ref().is_some_and(|(p, _)| !Arc::ptr_eq(p, pair)) {
            self.forget();
        }
    }

    /// Answered, or failed in vain.
    fn is_known(&self, asked: &ExactQuestion) -> bool {
        self.last.as_ref().is_some_and(|a| a.asked == *asked) || self.failed.as_ref().is_some_and(|f| f.0 == *asked)
    }

    fn start(&mut self, pair: &Arc<JawPair>, job: Job) {
        let (_, worker) = self.worker.get_or_insert_with(|| (pair.clone(), (self.make)(pair.clone())));
        let id = self.next_id;
        self.next_id += 1;
        if job.kind() == JobKind::Figures {
            self.failed = None;
        }
        match worker.ask(id, job.asked()) {
            Some(progress) => self.running = Some(Running { id, job, progress }),
            None => self.fail(&job, fault(&job.asked())),
        }
    }

    fn fail(&mut self, job: &Job, error: ExactError) {
        let ExactError::Failed(sentence) = error else { return };
        self.events.push(ExactEvent::Failed(job.kind(), sentence.clone()));
        if let Job::Figures(wanted) = job {
            self.failed = Some((wanted.asked.clone(), sentence));
        }
        // A new one is made for the next question.
        self.worker = None;
    }

    /// Hears the worker, and gives what has happened since the last time.
    pub fn poll(&mut self) -> Vec<ExactEvent> {
        while let Some((_, worker)) = &self.worker {
            match worker.poll() {
                Ok(Some(report)) => self.hear(report),
                Ok(None) => break,
                Err(_) => {
                    match self.running.take() {
                        Some(running) => self.fail(&running.job, fault(&running.job.asked())),
                        None => self.worker = None,
                    }
                    break;
                }
            }
        }
        std::mem::take(&mut self.events)
    }

    fn hear(&mut self, report: Report) {
        // The answer to a pose of the past is dropped, even if it came just in time.
        if let Some(i) = self.cancelled.iter().position(|(id, _)| *id == report.id) {
            let (_, at) = self.cancelled.remove(i);
            let ms = report.ended.saturating_duration_since(at).as_secs_f64() * 1e3;
            self.events.push(ExactEvent::Stopped(ms));
            return;
        }
        let Some(Running { job, .. }) = self.running.take_if(|r| r.id == report.id) else { return };
        let took_ms = report.took.as_secs_f64() * 1e3;
        match (job, report.result) {
            (Job::Figures(wanted), Ok(Answer::Figures(exact))) => {
                let Wanted { asked, live } = *wanted;
                let answered = Answered { asked, live, exact, took_ms };
                self.events.push(ExactEvent::Answered(Box::new(answered.clone())));
                self.last = Some(answered);
            }
            (Job::FirstContact(asked), Ok(Answer::FirstContact(found))) => {
                self.events.push(ExactEvent::FirstContact(Box::new(ContactFound { asked, found, took_ms })));
                if !self.enabled {
                    // Nobody else needs the trees.
                    self.worker = None;
                }
            }
            (job, Ok(_)) => self.fail(&job, fault(&job.asked())),
            (job, Err(error)) => self.fail(&job, error),
        }
    }

    fn running_kind(&self) -> Option<JobKind> {
        self.running.as_ref().map(|r| r.job.kind())
    }

    /// What the search for the first contact does, and how far it is (0 to 1); `None` when there is none.
    pub fn contact_progress(&self) -> Option<(&'static str, f64)> {
        let running = self.running.as_ref().filter(|r| r.job.kind() == JobKind::FirstContact)?;
        Some((running.progress.stage(), running.progress.fraction()))
    }

    /// Whether the worker is busy with anything that is still wanted.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The answer to the pose and settings as they are now.
    pub fn fresh(&self) -> Option<&Answered> {
        self.last.as_ref().filter(|a| Some(&a.asked) == self.now.as_ref())
    }

    /// The last answer, of whatever pose.
    pub fn last(&self) -> Option<&Answered> {
        self.last.as_ref()
    }

    pub fn state(&self) -> ExactState {
        if !self.enabled {
            return ExactState::Off;
        }
        if let Some(running) = self.running.as_ref().filter(|r| r.job.kind() == JobKind::Figures) {
            return ExactState::Running(running.progress.stage(), running.progress.fraction());
        }
        match (&self.failed, &self.now) {
            (Some((asked, sentence)), Some(now)) if asked == now => ExactState::Failed(sentence.clone()),
            _ if self.fresh().is_some() => ExactState::Done,
            _ => ExactState::Waiting,
        }
    }
}

impl Drop for ExactWatch {
    fn drop(&mut self) {
        self.interrupt();
    }
}

#[cfg(test)]
mod tests;
