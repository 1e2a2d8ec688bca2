//! The exact figures of the case as it stands: asked for when the hand rests, cancelled when it moves, and dropped when
//! they answer a pose of the past. After them, in the same way, the contacts by closest gap ([`super::zones`]), of a deep bite
//! the smallest move that frees it, the contact areas of several projections ([`super::multi_projection`]), and where it is wanted how sure
//! the contacts are. And the first contact from there, asked for by hand: it goes before all, which wait until it is found
//! or cancelled.
//!
//! ```text
//!          rests, and the live map does          answer
//! Waiting ----------------------------> Running ---------> Done
//!    ^  ^--- moved, pressed, changed ------'  '--> Failed    |
//!    '-------------------------- changed --------------------'
//! ```
mod answers;
mod event;
mod events;
mod job;
mod slot;
mod state;

pub use answers::{
    Answered, ContactFound, MultiProjectionAnswered, SeparatingMotionAnswered, SeparatingMotionQuestion,
    UncertaintyAnswered, Wanted, WantedOfMap, ZonesAnswered,
};
pub use event::ExactEvent;
pub use job::JobKind;
pub use state::{ExactState, MultiProjectionState};

use super::at_rest::DOUBTFUL_DEPTH_MM;
use super::exact_job::{ExactError, ExactWorker, Wake, fault};
use super::first_contact::ContactQuestion;
use crate::base::Progress;
use crate::engine::PairForms;
use crate::exact::BvhEngine;
use crate::jaw::JawPair;
use job::WatchedJob;
use slot::Slot;
use std::sync::Arc;
use std::time::Instant;

struct Running {
    id: u64,
    job: WatchedJob,
    progress: Progress,
}

/// Makes the worker of a pair of jaws.
type MakeWorker = Box<dyn Fn(Arc<PairForms>) -> ExactWorker>;

pub struct ExactWatch {
    make: MakeWorker,
    enabled: bool,
    /// Of the pair that was followed last.
    forms: Option<Arc<PairForms>>,
    worker: Option<ExactWorker>,
    running: Option<Running>,
    /// Jobs that were cancelled and when; the worker has not yet said that it has stopped.
    cancelled: Vec<(u64, Instant)>,
    figures: Slot<Answered>,
    zones: Slot<ZonesAnswered>,
    separating_motion: Slot<SeparatingMotionAnswered>,
    multi_projection: Slot<MultiProjectionAnswered>,
    uncertainty: Slot<UncertaintyAnswered>,
    next_id: u64,
    events: Vec<ExactEvent>,
}

impl ExactWatch {
    pub fn new(wake: Wake) -> Self {
        Self::with_workers(Box::new(move |forms| ExactWorker::of_pair(forms, wake.clone())))
    }

    fn with_workers(make: MakeWorker) -> Self {
        Self {
            make,
            enabled: true,
            forms: None,
            worker: None,
            running: None,
            cancelled: Vec::new(),
            figures: Slot::default(),
            zones: Slot::default(),
            separating_motion: Slot::default(),
            multi_projection: Slot::default(),
            uncertainty: Slot::default(),
            next_id: 0,
            events: Vec::new(),
        }
    }

    /// With what was made of the pair already.
    pub fn with_forms(mut self, forms: Arc<PairForms>) -> Self {
        self.forms = Some(forms);
        self
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Whether the figures are wanted. Off: whatever runs is cancelled, and the trees are freed.
    pub fn enable(&mut self, on: bool) {
        if !on {
            // Who draws the pair goes on.
            let forms = self.forms.take();
            self.forget();
            self.forms = forms;
        }
        self.enabled = on;
    }

    /// The case is closed: nothing of it stays.
    pub fn forget(&mut self) {
        self.interrupt();
        (self.forms, self.worker) = (None, None);
        self.cancelled.clear();
        (self.figures, self.zones, self.separating_motion) = Default::default();
        (self.multi_projection, self.uncertainty) = Default::default();
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

    /// Takes in the pose and settings as they are now, and whether the hand rests: starts, keeps or cancels the work on the figures
    /// accordingly.
    pub fn follow(&mut self, pair: &Arc<JawPair>, now: Wanted, rests: bool) {
        self.change_pair(pair);
        if !self.enabled {
            return;
        }
        self.figures.now = now.figures().cloned();
        self.zones.now = now.zones();
        self.multi_projection.now = now.multi_projection();
        self.separating_motion.now = now.separating_motion().filter(|_| self.is_deep());
        self.uncertainty.now = now.uncertainty();
        if !rests || self.running.as_ref().is_some_and(|r| !r.job.is_wanted(&now)) {
            self.interrupt_figures();
        }
        if !rests || self.running.is_some() {
            return;
        }
        if let Some(job) = self.next_job(now) {
            self.start(pair, job);
        }
    }

    /// What is to be done for the pose as it is now: first the contacts, which say what is read first.
    fn next_kind(&self) -> Option<JobKind> {
        let all = [
            (JobKind::Zones, self.zones.missing().is_some()),
            (JobKind::SeparatingMotion, self.separating_motion.missing().is_some()),
            (JobKind::Figures, self.figures.missing().is_some()),
            // Its areas begin with the map of the figures.
            (JobKind::MultiProjection, self.figures.fresh().is_some() && self.multi_projection.missing().is_some()),
            (JobKind::Uncertainty, self.uncertainty.missing().is_some()),
        ];
        all.into_iter().find(|(_, is_missing)| *is_missing).map(|(kind, _)| kind)
    }

    fn next_job(&self, wanted: Wanted) -> Option<WatchedJob> {
        Some(match self.next_kind()? {
            JobKind::Figures => WatchedJob::Figures(Box::new(wanted.of_map?)),
            JobKind::Zones => WatchedJob::Zones(self.zones.missing()?.clone()),
            JobKind::SeparatingMotion => WatchedJob::SeparatingMotion(self.separating_motion.missing()?.clone()),
            JobKind::MultiProjection => WatchedJob::MultiProjection(Box::new(self.multi_projection.missing()?.clone())),
            JobKind::Uncertainty => WatchedJob::Uncertainty(
                self.uncertainty.missing()?.clone(),
                self.uncertainty.fresh().map(|s| s.found.clone()),
            ),
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
        self.start(pair, WatchedJob::FirstContact(asked));
    }

    /// Takes in what would be asked now (`None` while a hand is changing it): a search from elsewhere is cancelled.
    pub fn follow_contact(&mut self, now: Option<&ContactQuestion>) {
        // Teeth that are found meanwhile are no other place to search from.
        let is_same = |runs: &ContactQuestion| {
            now.is_some_and(|now| (&now.start, &now.motion, now.limit_mm) == (&runs.start, &runs.motion, runs.limit_mm))
        };
        if let Some(Running { job: WatchedJob::FirstContact(runs), .. }) = &self.running
            && !is_same(runs)
        {
            self.interrupt();
        }
    }

    /// A pair in the forms that the worker looks at it in, for others who look at it too.
    pub fn forms(&mut self, pair: &Arc<JawPair>) -> Arc<PairForms> {
        self.change_pair(pair);
        self.forms.get_or_insert_with(|| PairForms::new(pair.clone())).clone()
    }

    /// The search trees of a pair, if they are there.
    pub fn trees_there(&self, pair: &Arc<JawPair>) -> Option<Arc<BvhEngine>> {
        self.forms.as_ref().filter(|forms| Arc::ptr_eq(forms.pair(), pair))?.trees_there()
    }

    /// The trees are of one pair.
    fn change_pair(&mut self, pair: &Arc<JawPair>) {
        if self.forms.as_ref().is_some_and(|forms| !Arc::ptr_eq(forms.pair(), pair)) {
            self.forget();
        }
    }

    fn start(&mut self, pair: &Arc<JawPair>, job: WatchedJob) {
        let forms = self.forms(pair);
        let worker = self.worker.get_or_insert_with(|| (self.make)(forms));
        let id = self.next_id;
        self.next_id += 1;
        match job {
            WatchedJob::Figures(_) => self.figures.failed = None,
            WatchedJob::Zones(_) => self.zones.failed = None,
            WatchedJob::SeparatingMotion(_) => self.separating_motion.failed = None,
            WatchedJob::Uncertainty(..) => self.uncertainty.failed = None,
            WatchedJob::MultiProjection(_) => self.multi_projection.failed = None,
            WatchedJob::FirstContact(_) => {}
        }
        match worker.ask(id, job.asked()) {
            Some(progress) => self.running = Some(Running { id, job, progress }),
            None => self.fail(&job, fault(&job.asked())),
        }
    }

    /// There is no answer: the sentence is kept, and told.
    fn fail(&mut self, job: &WatchedJob, error: ExactError) {
        let ExactError::Failed(sentence) = error else { return };
        self.events.push(ExactEvent::Failed(job.kind(), sentence.clone()));
        match job {
            WatchedJob::Figures(wanted) => self.figures.failed = Some((wanted.asked.clone(), sentence)),
            WatchedJob::Zones(asked) => self.zones.failed = Some((asked.clone(), sentence)),
            WatchedJob::SeparatingMotion(asked) => self.separating_motion.failed = Some((asked.clone(), sentence)),
            WatchedJob::Uncertainty(asked, _) => self.uncertainty.failed = Some((asked.clone(), sentence)),
            WatchedJob::MultiProjection(asked) => self.multi_projection.failed = Some(((**asked).clone(), sentence)),
            WatchedJob::FirstContact(_) => {}
        }
        // A new one is made for the next question.
        self.worker = None;
    }

    fn running_kind(&self) -> Option<JobKind> {
        self.running.as_ref().map(|r| r.job.kind())
    }
}

impl Drop for ExactWatch {
    fn drop(&mut self) {
        self.interrupt();
    }
}

#[cfg(test)]
mod tests;
