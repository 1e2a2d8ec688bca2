//! The exact figures of the case as it stands: asked for when the hand rests, cancelled when it moves, and dropped when
//! they answer a pose of the past. After them, in the same way, the contacts by closest gap ([`super::zones`]) and the contact
//! areas of several views ([`super::views`]). And
//! the first contact from there, asked for by hand: it goes before all, which wait until it is found or cancelled.
//!
//! ```text
//!           rests, live figures there            answer
//! Waiting ----------------------------> Running ---------> Done
//!    ^  ^--- moved, pressed, changed ------'  '--> Failed    |
//!    '-------------------------- changed --------------------'
//! ```
use super::exact_job::{Answer, Asked, ExactError, ExactWorker, Report, Wake, fault};
use super::first_contact::ContactQuestion;
use super::views::{ViewsAnswer, ViewsQuestion};
use super::zones::ZonesQuestion;
use crate::base::Progress;
use crate::engine::Contact;
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
    /// How many projections the contact areas may come from; 1 where one is kept by hand.
    pub most_views: usize,
}

impl Wanted {
    /// `None` where the jaws are far apart.
    pub fn zones(&self) -> Option<ZonesQuestion> {
        let upper_from_lower = self.asked.question.upper_from_lower;
        self.asked.projection.is_some().then_some(ZonesQuestion { upper_from_lower })
    }

    /// `None` where the principal projection is all.
    pub fn views(&self) -> Option<ViewsQuestion> {
        let is_one = self.most_views < 2 || self.asked.projection.is_none();
        (!is_one).then(|| ViewsQuestion { asked: self.asked.clone(), most: self.most_views })
    }
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

/// The contacts by closest gap.
#[derive(Clone, Debug, PartialEq)]
pub struct ZonesAnswered {
    pub asked: ZonesQuestion,
    pub contact: Arc<Contact>,
    /// Wall time on the worker, ms.
    pub took_ms: f64,
}

/// Contact areas of several views.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewsAnswered {
    pub asked: ViewsQuestion,
    pub answer: ViewsAnswer,
    /// Wall time on the worker so far, ms.
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
    Zones,
    Views,
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

/// Where the contact areas of several views are.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewsState {
    Off,
    /// The hand moves, or the exact figures are still on their way.
    Waiting,
    /// As of [`ExactState::Running`]; what is known meanwhile is there already.
    Running(&'static str, f64),
    Done,
    /// The principal projection is all: it is kept by hand, or there is no map.
    OneView,
    Failed(String),
}

/// What has happened, for statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum ExactEvent {
    Answered(Box<Answered>),
    Zones(ZonesAnswered),
    /// Complete or not.
    Views(Box<ViewsAnswered>),
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
    Zones(ZonesQuestion),
    Views(Box<ViewsQuestion>),
    FirstContact(ContactQuestion),
}

impl Job {
    fn kind(&self) -> JobKind {
        match self {
            Self::Figures(_) => JobKind::Figures,
            Self::Zones(_) => JobKind::Zones,
            Self::Views(_) => JobKind::Views,
            Self::FirstContact(_) => JobKind::FirstContact,
        }
    }

    fn asked(&self) -> Asked {
        match self {
            Self::Figures(wanted) => Asked::Figures(wanted.asked.clone()),
            Self::Zones(asked) => Asked::Zones(asked.clone()),
            Self::Views(asked) => Asked::Views((**asked).clone()),
            Self::FirstContact(asked) => Asked::FirstContact(asked.clone()),
        }
    }

    /// Whether its answer is still wanted; a search is followed by itself.
    fn is_wanted(&self, now: Option<&Wanted>) -> bool {
        match self {
            Self::Figures(runs) => now.is_some_and(|w| w.asked == runs.asked),
            Self::Zones(runs) => now.and_then(Wanted::zones).as_ref() == Some(runs),
            Self::Views(runs) => now.and_then(Wanted::views).as_ref() == Some(&**runs),
            Self::FirstContact(_) => true,
        }
    }
}

/// An answer that knows what it answers.
trait Reply {
    type Asked: PartialEq;

    fn asked(&self) -> &Self::Asked;

    fn is_complete(&self) -> bool {
        true
    }
}

impl Reply for Answered {
    type Asked = ExactQuestion;

    fn asked(&self) -> &ExactQuestion {
        &self.asked
    }
}

impl Reply for ZonesAnswered {
    type Asked = ZonesQuestion;

    fn asked(&self) -> &ZonesQuestion {
        &self.asked
    }
}

impl Reply for ViewsAnswered {
    type Asked = ViewsQuestion;

    fn asked(&self) -> &ViewsQuestion {
        &self.asked
    }

    fn is_complete(&self) -> bool {
        self.answer.is_complete
    }
}

/// What is known of one kind of figures.
struct Slot<R: Reply> {
    /// What the pose and the settings now ask for; `None` while the live figures are on their way.
    now: Option<R::Asked>,
    /// The last answer, of whatever pose.
    last: Option<R>,
    /// What was asked in vain, and a sentence for people.
    failed: Option<(R::Asked, String)>,
}

impl<R: Reply> Default for Slot<R> {
    fn default() -> Self {
        Self { now: None, last: None, failed: None }
    }
}

impl<R: Reply> Slot<R> {
    /// The answer to what is asked now, complete or not.
    fn fresh(&self) -> Option<&R> {
        self.last.as_ref().filter(|a| Some(a.asked()) == self.now.as_ref())
    }

    /// Completely answered, or failed in vain.
    fn is_known(&self, asked: &R::Asked) -> bool {
        self.last.as_ref().is_some_and(|a| a.is_complete() && a.asked() == asked)
            || self.failed.as_ref().is_some_and(|f| f.0 == *asked)
    }

    /// What is asked now, where it is not known.
    fn missing(&self) -> Option<&R::Asked> {
        self.now.as_ref().filter(|asked| !self.is_known(asked))
    }

    /// Why there is no answer to what is asked now.
    fn failure(&self) -> Option<&String> {
        self.failed.as_ref().filter(|(asked, _)| Some(asked) == self.now.as_ref()).map(|(_, sentence)| sentence)
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
    figures: Slot<Answered>,
    zones: Slot<ZonesAnswered>,
    views: Slot<ViewsAnswered>,
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
            figures: Slot::default(),
            zones: Slot::default(),
            views: Slot::default(),
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
        (self.figures, self.zones, self.views) = Default::default();
    }

    /// Cancels what runs; true when something did. Figures are begun anew when the hand rests again.
    pub fn interrupt(&mut self) -> bool {
        let Some(running) = self.running.take() else { return false };
        running.progress.cancel();
        self.cancelled.push((running.id, Instant::now()));
        self.events.push(ExactEvent::Cancelled(running.job.kind()));
        true
    }

    /// The same for what nobody has asked for: a press may be the begin of a motion, but it is not one yet.
    pub fn interrupt_figures(&mut self) -> bool {
        matches!(self.running_kind(), Some(JobKind::Figures | JobKind::Zones | JobKind::Views)) && self.interrupt()
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
        self.figures.now = now.as_ref().map(|w| w.asked.clone());
        self.zones.now = now.as_ref().and_then(Wanted::zones);
        self.views.now = now.as_ref().and_then(Wanted::views);
        if !rests || self.running.as_ref().is_some_and(|r| !r.job.is_wanted(now.as_ref())) {
            self.interrupt_figures();
        }
        let Some(wanted) = now.filter(|_| rests && self.running.is_none()) else { return };
        if let Some(job) = self.next_job(wanted) {
            self.start(pair, job);
        }
    }

    /// The exact figures first; contacts of a pose without them would have nothing to stand beside.
    fn next_job(&self, wanted: Wanted) -> Option<Job> {
        if self.figures.missing().is_some() {
            return Some(Job::Figures(Box::new(wanted)));
        }
        self.fresh()?;
        let zones = || self.zones.missing().cloned().map(Job::Zones);
        let views = || self.views.missing().cloned().map(|asked| Job::Views(Box::new(asked)));
        zones().or_else(views)
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

    fn start(&mut self, pair: &Arc<JawPair>, job: Job) {
        let (_, worker) = self.worker.get_or_insert_with(|| (pair.clone(), (self.make)(pair.clone())));
        let id = self.next_id;
        self.next_id += 1;
        match job {
            Job::Figures(_) => self.figures.failed = None,
            Job::Zones(_) => self.zones.failed = None,
            Job::Views(_) => self.views.failed = None,
            Job::FirstContact(_) => {}
        }
        match worker.ask(id, job.asked()) {
            Some(progress) => self.running = Some(Running { id, job, progress }),
            None => self.fail(&job, fault(&job.asked())),
        }
    }

    fn fail(&mut self, job: &Job, error: ExactError) {
        let ExactError::Failed(sentence) = error else { return };
        self.events.push(ExactEvent::Failed(job.kind(), sentence.clone()));
        match job {
            Job::Figures(wanted) => self.figures.failed = Some((wanted.asked.clone(), sentence)),
            Job::Zones(asked) => self.zones.failed = Some((asked.clone(), sentence)),
            Job::Views(asked) => self.views.failed = Some(((**asked).clone(), sentence)),
            Job::FirstContact(_) => {}
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
            if !report.is_last {
                return;
            }
            let (_, at) = self.cancelled.remove(i);
            let ms = report.ended.saturating_duration_since(at).as_secs_f64() * 1e3;
            self.events.push(ExactEvent::Stopped(ms));
            return;
        }
        let took_ms = report.took.as_secs_f64() * 1e3;
        let running = self.running.as_ref().filter(|r| r.id == report.id);
        let Some(job) = running.map(|r| r.job.clone()) else { return };
        if report.is_last {
            self.running = None;
        }
        match (job, report.result) {
            (Job::Figures(wanted), Ok(Answer::Figures(exact))) => {
                let Wanted { asked, live, .. } = *wanted;
                let answered = Answered { asked, live, exact, took_ms };
                self.events.push(ExactEvent::Answered(Box::new(answered.clone())));
                self.figures.last = Some(answered);
            }
            (Job::Zones(asked), Ok(Answer::Zones(contact))) => {
                let answered = ZonesAnswered { asked, contact, took_ms };
                self.events.push(ExactEvent::Zones(answered.clone()));
                self.zones.last = Some(answered);
            }
            (Job::Views(asked), Ok(Answer::Views(answer))) => {
                self.take_views(ViewsAnswered { asked: *asked, answer, took_ms });
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

    fn take_views(&mut self, found: ViewsAnswered) {
        // Work that was cancelled and begun anew must not show coarser areas again.
        let is_finer =
            |a: &ViewsAnswered| a.asked == found.asked && a.answer.figures.n_tiles > found.answer.figures.n_tiles;
        if !found.answer.is_complete && self.views.last.as_ref().is_some_and(is_finer) {
            return;
        }
        self.events.push(ExactEvent::Views(Box::new(found.clone())));
        self.views.last = Some(found);
    }

    fn running_kind(&self) -> Option<JobKind> {
        self.running.as_ref().map(|r| r.job.kind())
    }

    /// What the search for the first contact does, and how far it is (0 to 1); `None` when there is none.
    pub fn contact_progress(&self) -> Option<(&'static str, f64)> {
        self.running(JobKind::FirstContact)
    }

    /// Whether the worker is busy with anything that is still wanted.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The answer to the pose and settings as they are now.
    pub fn fresh(&self) -> Option<&Answered> {
        self.figures.fresh()
    }

    /// The last answer, of whatever pose.
    pub fn last(&self) -> Option<&Answered> {
        self.figures.last.as_ref()
    }

    /// The contacts by closest gap of the pose as it is now.
    pub fn fresh_zones(&self) -> Option<&ZonesAnswered> {
        self.zones.fresh()
    }

    /// The last of them, of whatever pose.
    pub fn last_zones(&self) -> Option<&ZonesAnswered> {
        self.zones.last.as_ref()
    }

    /// What is known of the views of the pose and settings as they are now, complete or not.
    pub fn fresh_views(&self) -> Option<&ViewsAnswered> {
        self.views.fresh()
    }

    /// The last views, of whatever pose.
    pub fn last_views(&self) -> Option<&ViewsAnswered> {
        self.views.last.as_ref()
    }

    /// What the worker does on a kind of figures, and how far it is (0 to 1).
    fn running(&self, kind: JobKind) -> Option<(&'static str, f64)> {
        let running = self.running.as_ref().filter(|r| r.job.kind() == kind)?;
        Some((running.progress.stage(), running.progress.fraction()))
    }

    pub fn views_state(&self) -> ViewsState {
        if !self.enabled {
            return ViewsState::Off;
        }
        if let Some((stage, fraction)) = self.running(JobKind::Views) {
            return ViewsState::Running(stage, fraction);
        }
        if self.views.now.is_none() && self.figures.now.is_some() {
            return ViewsState::OneView;
        }
        match self.views.failure() {
            Some(sentence) => ViewsState::Failed(sentence.clone()),
            None if self.fresh_views().is_some_and(|a| a.answer.is_complete) => ViewsState::Done,
            None => ViewsState::Waiting,
        }
    }

    /// Where the contacts by closest gap are.
    pub fn zones_state(&self) -> ExactState {
        self.state_of(JobKind::Zones, &self.zones)
    }

    pub fn state(&self) -> ExactState {
        self.state_of(JobKind::Figures, &self.figures)
    }

    fn state_of<R: Reply>(&self, kind: JobKind, slot: &Slot<R>) -> ExactState {
        if !self.enabled {
            return ExactState::Off;
        }
        if let Some((stage, fraction)) = self.running(kind) {
            return ExactState::Running(stage, fraction);
        }
        match slot.failure() {
            Some(sentence) => ExactState::Failed(sentence.clone()),
            None if slot.fresh().is_some() => ExactState::Done,
            None => ExactState::Waiting,
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
