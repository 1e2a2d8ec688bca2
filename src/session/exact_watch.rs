//! The exact figures of the case as it stands: asked for when the hand rests, cancelled when it moves, and dropped when
//! they answer a pose of the past. After them, in the same way, the contacts by closest gap ([`super::zones`]), of a deep bite
//! the smallest move that frees it, the contact areas of several views ([`super::views`]), and where it is wanted how sure
//! the contacts are. And the first contact from there, asked for by hand: it goes before all, which wait until it is found
//! or cancelled.
//!
//! ```text
//!           rests, live figures there            answer
//! Waiting ----------------------------> Running ---------> Done
//!    ^  ^--- moved, pressed, changed ------'  '--> Failed    |
//!    '-------------------------- changed --------------------'
//! ```
mod answers;
mod job;
mod slot;

pub use answers::{
    Answered, ClearingAnswered, ClearingQuestion, ContactFound, SurenessAnswered, ViewsAnswered, Wanted, ZonesAnswered,
};

use super::exact_job::{Answer, ExactError, ExactWorker, Report, Wake, fault};
use super::first_contact::ContactQuestion;
use crate::base::Progress;
use crate::jaw::JawPair;
use job::Job;
use slot::{Reply, Slot};
use std::sync::Arc;
use std::time::Instant;

/// Deeper bites are left out of studies as doubtful: the fit of the scans is off by more than what is measured, mm.
pub const DOUBTFUL_DEPTH_MM: f64 = 0.1;

/// What the worker is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    Figures,
    Zones,
    Clearing,
    Views,
    Sureness,
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
    Clearing(ClearingAnswered),
    /// Complete or not; with the time that it has taken since it was begun or taken up again, ms.
    Sureness(SurenessAnswered, f64),
    /// Complete or not.
    Views(Box<ViewsAnswered>),
    FirstContact(Box<ContactFound>),
    Cancelled(JobKind),
    /// The worker has stopped so long after it was told to, ms.
    Stopped(f64),
    /// With a sentence for people.
    Failed(JobKind, String),
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
    clearing: Slot<ClearingAnswered>,
    views: Slot<ViewsAnswered>,
    sureness: Slot<SurenessAnswered>,
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
            clearing: Slot::default(),
            views: Slot::default(),
            sureness: Slot::default(),
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
        (self.figures, self.zones, self.clearing) = Default::default();
        (self.views, self.sureness) = Default::default();
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
        self.running_kind().is_some_and(|kind| kind != JobKind::FirstContact) && self.interrupt()
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
        self.clearing.now = now.as_ref().filter(|_| self.is_deep()).map(Wanted::clearing);
        self.sureness.now = now.as_ref().and_then(Wanted::sureness);
        if !rests || self.running.as_ref().is_some_and(|r| !r.job.is_wanted(now.as_ref())) {
            self.interrupt_figures();
        }
        let Some(wanted) = now.filter(|_| rests && self.running.is_none()) else { return };
        if let Some(job) = self.next_job(wanted) {
            self.start(pair, job);
        }
    }

    /// What is to be done for the pose as it is now. The exact figures first; contacts of a pose without them would have nothing
    /// to stand beside.
    fn next_kind(&self) -> Option<JobKind> {
        if self.figures.missing().is_some() {
            return Some(JobKind::Figures);
        }
        self.fresh()?;
        let others = [
            (JobKind::Zones, self.zones.missing().is_some()),
            (JobKind::Clearing, self.clearing.missing().is_some()),
            (JobKind::Views, self.views.missing().is_some()),
            (JobKind::Sureness, self.sureness.missing().is_some()),
        ];
        others.into_iter().find(|(_, is_missing)| *is_missing).map(|(kind, _)| kind)
    }

    fn next_job(&self, wanted: Wanted) -> Option<Job> {
        Some(match self.next_kind()? {
            JobKind::Figures => Job::Figures(Box::new(wanted)),
            JobKind::Zones => Job::Zones(self.zones.missing()?.clone()),
            JobKind::Clearing => Job::Clearing(self.clearing.missing()?.clone()),
            JobKind::Views => Job::Views(Box::new(self.views.missing()?.clone())),
            JobKind::Sureness => {
                Job::Sureness(self.sureness.missing()?.clone(), self.sureness.fresh().map(|s| s.found.clone()))
            }
            // A hand asks for it.
            JobKind::FirstContact => return None,
        })
    }

    /// Whether the pose's contacts by closest gap are deeper than scans of a sound bite are.
    fn is_deep(&self) -> bool {
        self.zones.fresh().is_some_and(|z| z.contact.max_depth_mm() > DOUBTFUL_DEPTH_MM)
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
            Job::Clearing(_) => self.clearing.failed = None,
            Job::Sureness(..) => self.sureness.failed = None,
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
            Job::Clearing(asked) => self.clearing.failed = Some((asked.clone(), sentence)),
            Job::Sureness(asked, _) => self.sureness.failed = Some((asked.clone(), sentence)),
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
            (Job::Clearing(asked), Ok(Answer::Clearing(found))) => {
                let answered = ClearingAnswered { asked, found };
                self.events.push(ExactEvent::Clearing(answered.clone()));
                self.clearing.last = Some(answered);
            }
            (Job::Sureness(asked, _), Ok(Answer::Sureness(found))) => {
                let answered = SurenessAnswered { asked, found };
                self.events.push(ExactEvent::Sureness(answered.clone(), took_ms));
                self.sureness.last = Some(answered);
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

    /// The smallest move that frees the jaws, of the pose as it is now; asked for where the bite is doubtful.
    pub fn fresh_clearing(&self) -> Option<&ClearingAnswered> {
        self.clearing.fresh()
    }

    /// How sure the contacts of the pose as it is now are, complete or not.
    pub fn fresh_sureness(&self) -> Option<&SurenessAnswered> {
        self.sureness.fresh()
    }

    /// Where that is.
    pub fn sureness_state(&self) -> ExactState {
        match self.state_of(JobKind::Sureness, &self.sureness) {
            ExactState::Done if !self.fresh_sureness().is_some_and(Reply::is_complete) => ExactState::Waiting,
            state => state,
        }
    }

    /// Whether the pose has work left that waits for the hand to rest.
    pub fn is_waiting(&self) -> bool {
        self.enabled && self.next_kind().is_some()
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
