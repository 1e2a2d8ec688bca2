//! Exact figures while the hand rests: when they are asked for, and what of them goes into the statistics. The work
//! itself is done in [`crate::session::exact_watch`].
use super::desk::Desk;
use super::live::{Live, REST};
use super::stats::{Summary, Times};
use crate::exact::ExactQuestion;
use crate::export::exact::ExactRecord;
use crate::export::views::ViewsRecord;
use crate::field::patches::MAX_PATCHES;
use crate::field::{Figure, worst_difference};
use crate::session::{ContactQuestion, ExactEvent, ExactState, ViewsAnswered, ViewsState, Wanted};
use std::time::{Duration, Instant};

/// The hand rests when nothing has been moved for so long: a little more than [`REST`], after which the live engine
/// chooses its projection anew. On a software driver both would share the same processors.
const EXACT_REST: Duration = REST.saturating_add(Duration::from_millis(100));
/// How often progress is shown. A frame costs the work some time where a software driver draws it.
const PROGRESS_STEP: Duration = Duration::from_millis(250);
/// The same for what a person has asked for and waits for.
const CONTACT_STEP: Duration = Duration::from_millis(100);

/// What is to be known exactly: the settled live figures' pose, along their projection, on their pixels.
pub fn wanted(desk: &Desk, live: &Live) -> Option<Wanted> {
    let session = desk.session.as_ref()?;
    let (metrics, _) = live.settled()?;
    let projection = metrics.projection;
    let question = session.question(projection.map(|p| p.direction));
    // A direction that is kept by hand is exactly one.
    let most_views = if session.settings().direction.is_some() { 1 } else { MAX_PATCHES };
    let (centre, sureness) = (session.frame().origin, desk.sureness.wanted());
    Some(Wanted { asked: ExactQuestion { question, projection }, live: metrics.clone(), most_views, sureness, centre })
}

/// Starts, keeps or cancels the exact work. `pressed`: a mouse button is down.
pub fn follow(desk: &mut Desk, live: &Live, pressed: bool) {
    desk.exact_due = None;
    let Some(pair) = desk.session.as_ref().map(|s| s.pair().clone()) else { return };
    let changed_at = live.settled().map_or(desk.moved_at, |(_, at)| at.max(desk.moved_at));
    let rest_at = changed_at + EXACT_REST;
    let held = pressed || desk.drag.is_some() || desk.is_loading();
    let wanted = wanted(desk, live);
    let due = wanted.is_some() && !held;
    // A search from elsewhere, or under a hand that types, is not wanted any more.
    let from = desk.session.as_ref().filter(|s| !s.in_gesture()).and_then(ContactQuestion::of);
    desk.exact.follow_contact(from.as_ref());
    desk.exact.follow(&pair, wanted, due && Instant::now() >= rest_at);
    desk.exact_due = match () {
        () if desk.exact.contact_progress().is_some() => Some(Instant::now() + CONTACT_STEP),
        () if desk.exact.is_running() => Some(Instant::now() + PROGRESS_STEP),
        () if due && desk.exact.is_waiting() => Some(rest_at),
        () => None,
    };
}

/// The areas of several views as they go into files.
pub fn views_record(found: &ViewsAnswered) -> ViewsRecord {
    ViewsRecord::new(&found.answer.figures, found.answer.is_complete, found.took_ms)
}

/// What became of the exact jobs of a session.
#[derive(Debug, Default)]
pub struct Tally {
    took: Times,
    stopped: Times,
    cancelled: u64,
    failed: u64,
    contacts: Times,
    zones: Times,
    sureness: Times,
    views: Times,
    first_views: Times,
    verdicts_differ: u64,
    worst: Option<(Figure, f64)>,
}

/// Field `exact` of `--stats`.
#[derive(Debug, serde::Serialize)]
pub struct ExactStats {
    /// Jobs that were answered, and their times, ms; the first includes building the search trees.
    count: usize,
    median_ms: Option<f64>,
    ms: Summary,
    cancelled: u64,
    /// From cancelling to the worker's rest, ms.
    stop_ms: Summary,
    failed: u64,
    /// Searches for the first contact that came to an end; those given up count as cancelled.
    first_contact_ms: Summary,
    /// Of all answers and thresholds: live minus exact, in percent of the exact figure.
    worst_difference_percent: Option<f64>,
    worst_figure: Option<&'static str>,
    verdicts_differ: u64,
    state: &'static str,
    /// Contacts by closest gap.
    zones_ms: Summary,
    /// How sure the contacts are, all poses.
    sureness_ms: Summary,
    /// Contact areas of several views: complete ones, and the first, coarse ones before them.
    views_ms: Summary,
    first_views_ms: Summary,
    views_state: &'static str,
    /// The answer to the pose at the end, if there is one.
    fresh: Option<ExactRecord>,
}

impl Tally {
    pub fn take(&mut self, event: &ExactEvent) {
        match event {
            ExactEvent::Cancelled(_) => self.cancelled += 1,
            ExactEvent::Failed(..) => self.failed += 1,
            ExactEvent::FirstContact(found) => self.contacts.push(found.took_ms),
            ExactEvent::Zones(found) => self.zones.push(found.took_ms),
            ExactEvent::Views(found) if found.answer.is_complete => self.views.push(found.took_ms),
            ExactEvent::Views(found) if found.answer.figures.is_coarse() => self.first_views.push(found.took_ms),
            ExactEvent::Views(_) | ExactEvent::Clearing(_) => {}
            ExactEvent::Sureness(found, took_ms) => {
                if found.found.is_complete() {
                    self.sureness.push(*took_ms);
                }
            }
            ExactEvent::Stopped(ms) => self.stopped.push(*ms),
            ExactEvent::Answered(answer) => {
                self.took.push(answer.took_ms);
                let exact = &answer.exact;
                if exact.projection.is_none() {
                    return;
                }
                self.verdicts_differ += u64::from(exact.verdict != answer.live.verdict);
                let at = |mm: f64| worst_difference(&answer.live, exact, mm);
                let found = exact.contact.iter().filter_map(|c| at(c.threshold_mm));
                self.worst = found.chain(self.worst).max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
            }
        }
    }

    /// With how things stand at the end.
    pub fn record(&self, desk: &Desk) -> ExactStats {
        let ms = self.took.summary();
        let threshold_mm = desk.session.as_ref().map_or(0.0, |s| s.settings().threshold_mm);
        let record = |a: &crate::session::Answered| ExactRecord {
            views: desk.exact.fresh_views().map(views_record),
            ..ExactRecord::new(&a.live, &a.exact, threshold_mm, a.took_ms)
        };
        ExactStats {
            count: ms.count,
            median_ms: ms.median,
            ms,
            cancelled: self.cancelled,
            stop_ms: self.stopped.summary(),
            failed: self.failed,
            first_contact_ms: self.contacts.summary(),
            worst_difference_percent: self.worst.map(|w| w.1),
            worst_figure: self.worst.map(|w| w.0.name()),
            verdicts_differ: self.verdicts_differ,
            state: match desk.exact.state() {
                ExactState::Off => "off",
                ExactState::Waiting => "waiting",
                ExactState::Running(..) => "running",
                ExactState::Done => "done",
                ExactState::Failed(_) => "failed",
            },
            zones_ms: self.zones.summary(),
            sureness_ms: self.sureness.summary(),
            views_ms: self.views.summary(),
            first_views_ms: self.first_views.summary(),
            views_state: match desk.exact.views_state() {
                ViewsState::Off => "off",
                ViewsState::Waiting => "waiting",
                ViewsState::Running(..) => "running",
                ViewsState::Done => "done",
                ViewsState::OneView => "one view",
                ViewsState::Failed(_) => "failed",
            },
            fresh: desk.exact.fresh().map(record),
        }
    }
}
