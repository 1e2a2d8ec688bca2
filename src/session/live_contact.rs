//! The contact by closest gap while the jaw moves: a worker follows the newest pose ([`ContactTracker`]). What it answers is of a
//! moment ago, and is shown as such, until the hand rests and the exact answer ([`super::exact_watch`]) takes its place.
//!
//! The worker gives way to the window ([`give_way`]), has no more than the newest pose in its letter box, and begins only once the
//! search trees are there, which the first rest builds.
use super::Session;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, Wake, Worker, give_way};
use crate::engine::{Contact, ContactQuestion, ContactTracker, NearestByGpu, PairForms};
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::field::contact::{GapKind, ScopeAsked, curve_points_mm};
use crate::gpu::Context;
use crate::jaw::JawPair;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An answer of where the jaw was longer ago is not shown any more.
pub const FRESH: Duration = Duration::from_millis(300);

/// What is asked while the jaw moves.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveContactQuestion {
    pub upper_from_lower: Rigid,
    /// Of areas and, up to the largest, of the curve.
    pub thresholds_mm: Vec<f64>,
    /// Bounds the zones.
    pub zone_threshold_mm: f64,
    pub scope: ScopeAsked,
}

impl LiveContactQuestion {
    /// About a session as it is now.
    pub fn of(session: &Session) -> Self {
        let Question { upper_from_lower, thresholds_mm, .. } = session.question(None);
        let zone_threshold_mm = session.settings().threshold_mm;
        Self { upper_from_lower, thresholds_mm, zone_threshold_mm, scope: session.scope() }
    }

    /// Whether answers to both say the same things, of whatever poses.
    fn is_like(&self, other: &Self) -> bool {
        (&self.thresholds_mm, self.zone_threshold_mm, &self.scope)
            == (&other.thresholds_mm, other.zone_threshold_mm, &other.scope)
    }

    /// As [`ContactTracker::contact`] takes it.
    pub fn asked(&self) -> (Question, ContactQuestion) {
        let (upper_from_lower, thresholds_mm) = (self.upper_from_lower, self.thresholds_mm.clone());
        let largest_mm = thresholds_mm.iter().copied().fold(self.zone_threshold_mm, f64::max);
        // What is farther away would cost more than all the rest.
        let curve_mm = curve_points_mm().into_iter().filter(|mm| *mm <= largest_mm).collect();
        let zones = ContactQuestion::new(GapKind::Closest, vec![self.zone_threshold_mm]).of(self.scope.clone());
        let question = Question { upper_from_lower, thresholds_mm, ..Question::default() };
        (question, ContactQuestion { curve_mm, ..zones })
    }

    fn answer(&self, tracker: &mut ContactTracker, trees: &BvhEngine, progress: &Progress) -> Found {
        let (question, asked) = self.asked();
        tracker.contact(trees, (&question, &asked), progress).map(Arc::new)
    }
}

type Found = Result<Arc<Contact>, Cancelled>;

/// The contact where the jaw was a moment ago.
#[derive(Clone, Debug)]
pub struct LiveContactAnswered {
    pub asked: LiveContactQuestion,
    pub contact: Arc<Contact>,
    /// A GPU found what is nearest to vertices, else the processor.
    pub by_gpu: bool,
    /// Wall time on the worker, ms.
    pub took_ms: f64,
    /// From asking until it was heard, ms.
    pub age_ms: f64,
    /// When the jaw was there last.
    left_at: Instant,
}

/// What the worker has said.
#[derive(Clone, Debug)]
pub enum LiveContactEvent {
    Answered(LiveContactAnswered),
    /// With a sentence for people.
    Failed(String),
}

struct Letter {
    id: u64,
    asked: LiveContactQuestion,
    progress: Progress,
}

struct Report {
    id: u64,
    /// `None`: a fault.
    found: Option<Found>,
    by_gpu: bool,
    took: Duration,
}

/// A question on its way.
struct Asked {
    id: u64,
    question: LiveContactQuestion,
    progress: Progress,
    asked_at: Instant,
    left_at: Instant,
}

struct Follower {
    forms: Arc<PairForms>,
    worker: Worker<Letter, Report>,
}

/// Has the contact of a moving jaw followed.
pub struct LiveContact {
    wake: Wake,
    /// Who finds what is nearest to vertices, and why.
    gpu: Option<Context>,
    reason: String,
    follower: Option<Follower>,
    /// The oldest first.
    asked: Vec<Asked>,
    last: Option<LiveContactAnswered>,
    /// Of this pair nothing more is asked.
    has_failed: bool,
    next_id: u64,
}

impl LiveContact {
    pub fn new(wake: Wake) -> Self {
        let (gpu, reason) = Default::default();
        Self { wake, gpu, reason, follower: None, asked: Vec::new(), last: None, has_failed: false, next_id: 0 }
    }

    /// From now on this device finds what is nearest to vertices (`None`: the processor does), for a reason that people are told.
    pub fn search_by(&mut self, gpu: Option<Context>, reason: String) {
        let is_same = match (&self.gpu, &gpu) {
            (Some(a), Some(b)) => a.is_device_of(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if !is_same {
            self.give_up();
            (self.gpu, self.follower) = (gpu, None);
        }
        self.reason = reason;
    }

    /// Who finds what is nearest, as the last answer says, or will; and why.
    pub fn search_words(&self) -> (String, &str) {
        let gpu = self.gpu.as_ref().filter(|_| self.last.as_ref().is_none_or(|last| last.by_gpu));
        (
            gpu.map_or_else(|| say!("execution-processor-threads").into(), |gpu| gpu.adapter_name.to_string()),
            &self.reason,
        )
    }

    /// Nothing of a pair stays.
    pub fn forget(&mut self) {
        self.give_up();
        (self.follower, self.last, self.has_failed) = (None, None, false);
    }

    /// What is under way is not wanted any more; the last answer stays.
    pub fn give_up(&mut self) {
        self.asked.drain(..).for_each(|asked| asked.progress.cancel());
    }

    /// Has a pose followed, unless that is under way or answered already. `forms`: of its pair.
    pub fn follow(&mut self, forms: &Arc<PairForms>, wanted: LiveContactQuestion, now: Instant) {
        if self.follower.as_ref().is_some_and(|f| !Arc::ptr_eq(&f.forms, forms)) {
            self.forget();
        }
        let newest = self.asked.last().map(|asked| &asked.question).or(self.last.as_ref().map(|last| &last.asked));
        if self.has_failed || newest == Some(&wanted) {
            return;
        }
        if self.follower.is_none() {
            let start = |trees| Follower::start(forms.clone(), trees, self.gpu.clone(), self.wake.clone());
            self.follower = forms.trees_there().map(start);
        }
        let Some(follower) = &self.follower else { return };
        let (id, progress) = (self.next_id, Progress::default());
        self.next_id += 1;
        if follower.worker.ask(Letter { id, asked: wanted.clone(), progress: progress.clone() }) {
            self.asked.push(Asked { id, question: wanted, progress, asked_at: now, left_at: now });
        }
    }

    /// Says what would be asked now: until now the jaw was there. What is known of another pair goes.
    pub fn is_at(&mut self, pair: &Arc<JawPair>, here: &LiveContactQuestion, now: Instant) {
        if self.follower.as_ref().is_some_and(|f| !Arc::ptr_eq(f.forms.pair(), pair)) {
            self.forget();
        }
        if let Some(asked) = self.asked.last_mut().filter(|asked| asked.question == *here) {
            asked.left_at = now;
        }
        if let Some(last) = self.last.as_mut().filter(|last| last.asked == *here) {
            last.left_at = now;
        }
    }

    /// Hears the worker, and gives what has happened since the last time.
    pub fn poll(&mut self, now: Instant) -> Vec<LiveContactEvent> {
        let mut events = Vec::new();
        while let Some(follower) = &self.follower {
            match follower.worker.poll() {
                Ok(Some(report)) => events.extend(self.hear(report, now)),
                Ok(None) => break,
                Err(_) => events.extend(self.fail()),
            }
        }
        events
    }

    fn hear(&mut self, report: Report, now: Instant) -> Option<LiveContactEvent> {
        let found = match report.found {
            None => return self.fail(),
            Some(found) => found.ok(),
        };
        // Older ones were left out.
        let at = self.asked.iter().position(|asked| asked.id == report.id)?;
        let asked = self.asked.drain(..=at).next_back()?;
        let answered = LiveContactAnswered {
            asked: asked.question,
            contact: found?,
            by_gpu: report.by_gpu,
            took_ms: report.took.as_secs_f64() * 1e3,
            age_ms: now.saturating_duration_since(asked.asked_at).as_secs_f64() * 1e3,
            left_at: asked.left_at,
        };
        self.last = Some(answered.clone());
        Some(LiveContactEvent::Answered(answered))
    }

    fn fail(&mut self) -> Option<LiveContactEvent> {
        self.give_up();
        (self.follower, self.last, self.has_failed) = (None, None, true);
        let sentence = "The contact cannot be followed while the jaw moves (a fault in the program)";
        Some(LiveContactEvent::Failed(sentence.into()))
    }

    /// The contact where the jaw is, or was a moment ago, to what would be asked now.
    pub fn shown(&self, here: &LiveContactQuestion, now: Instant) -> Option<&Arc<Contact>> {
        let last = self.last.as_ref().filter(|last| last.asked.is_like(here))?;
        (last.asked == *here || now < last.left_at + FRESH).then_some(&last.contact)
    }

    /// Somebody follows the jaw: what is not known now soon is.
    pub fn is_at_work(&self) -> bool {
        self.last.is_some()
    }

    /// Something that was asked is wanted and not answered.
    pub fn is_busy(&self) -> bool {
        !self.asked.is_empty()
    }

    /// When what is shown now must not be shown any more.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        self.last.as_ref().map(|last| last.left_at + FRESH).filter(|due| *due > now)
    }
}

impl Drop for LiveContact {
    fn drop(&mut self) {
        self.give_up();
    }
}

impl Follower {
    fn start(forms: Arc<PairForms>, trees: Arc<BvhEngine>, gpu: Option<Context>, wake: Wake) -> Self {
        let mut tracker = None;
        let work = move |letter: &Letter, tell: &crate::base::job::Reply<'_, Report>| {
            let tracker = tracker.get_or_insert_with(|| {
                give_way();
                tracker_by(gpu.as_ref(), &trees)
            });
            let begun = Instant::now();
            let found = letter.asked.answer(tracker, &trees, &letter.progress);
            let by_gpu = tracker.adapter().is_some();
            tell.say(Report { id: letter.id, found: Some(found), by_gpu, took: begun.elapsed() });
        };
        let fault = |letter: &Letter| Report { id: letter.id, found: None, by_gpu: false, took: Duration::ZERO };
        Self { forms, worker: Worker::of_newest("contact in motion", wake, work, fault) }
    }
}

/// With the GPU that was chosen; without it where it does not take the jaws.
fn tracker_by(gpu: Option<&Context>, trees: &BvhEngine) -> ContactTracker {
    match gpu.map(|context| NearestByGpu::new(context, trees)) {
        Some(Ok(gpu)) => ContactTracker::with_gpu(gpu),
        Some(Err(error)) => {
            tracing::warn!("nearest triangles are searched on the processor: {error}");
            ContactTracker::default()
        }
        None => ContactTracker::default(),
    }
}

#[cfg(test)]
mod tests;
