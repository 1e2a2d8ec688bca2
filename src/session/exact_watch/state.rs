//! What is known of the pose as it is now, and where the work on the rest is.
use super::answers::{Answered, ClearingAnswered, SurenessAnswered, ViewsAnswered, ZonesAnswered};
use super::slot::{Reply, Slot};
use super::{ExactWatch, JobKind};

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

impl ExactWatch {
    /// What the search for the first contact does, and how far it is (0 to 1); `None` when there is none.
    pub fn contact_progress(&self) -> Option<(&'static str, f64)> {
        self.running(JobKind::FirstContact)
    }

    /// Whether the worker is busy with anything that is still wanted.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The same, or with something that was cancelled and has not stopped yet.
    pub fn is_busy(&self) -> bool {
        self.is_running() || !self.cancelled.is_empty()
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
