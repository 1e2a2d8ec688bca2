//! What is known of the pose as it is now, and where the work on the rest is.
use super::answers::{Answered, MultiProjectionAnswered, SeparatingMotionAnswered, UncertaintyAnswered, ZonesAnswered};
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

/// Where the contact areas of several projections are.
#[derive(Clone, Debug, PartialEq)]
pub enum MultiProjectionState {
    Off,
    /// The hand moves, or the exact figures are still on their way.
    Waiting,
    /// As of [`ExactState::Running`]; what is known meanwhile is there already.
    Running(&'static str, f64),
    Done,
    /// The principal projection is all: it is kept by hand, or there is no map.
    OneProjection,
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

    /// The same, but for positions nearby, which are tried after everything else for as long as the hand rests.
    pub fn is_running_first(&self) -> bool {
        self.running_kind().is_some_and(|kind| kind != JobKind::Uncertainty)
    }

    /// The same, or with something that was cancelled and has not stopped yet.
    pub fn is_busy(&self) -> bool {
        self.is_running_first() || !self.cancelled.is_empty()
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

    /// Whether they are on their way, or will be when the hand rests.
    pub fn are_zones_coming(&self) -> bool {
        self.enabled && self.zones.missing().is_some()
    }

    /// The last of them, of whatever pose.
    pub fn last_zones(&self) -> Option<&ZonesAnswered> {
        self.zones.last.as_ref()
    }

    /// The smallest move that frees the jaws, of the pose as it is now; asked for where the bite is doubtful.
    pub fn fresh_separating_motion(&self) -> Option<&SeparatingMotionAnswered> {
        self.separating_motion.fresh()
    }

    /// How sure the contacts of the pose as it is now are, complete or not.
    pub fn fresh_uncertainty(&self) -> Option<&UncertaintyAnswered> {
        self.uncertainty.fresh()
    }

    /// Where that is.
    pub fn uncertainty_state(&self) -> ExactState {
        match self.state_of(JobKind::Uncertainty, &self.uncertainty) {
            ExactState::Done if !self.fresh_uncertainty().is_some_and(Reply::is_complete) => ExactState::Waiting,
            state => state,
        }
    }

    /// Whether positions nearby are to be tried, or are being tried.
    pub fn is_uncertainty_coming(&self) -> bool {
        self.enabled && self.uncertainty.missing().is_some()
    }

    /// Whether the pose has work left that waits for the hand to rest.
    pub fn is_waiting(&self) -> bool {
        self.enabled && self.next_kind().is_some()
    }

    /// What is known of the projections of the pose and settings as they are now, complete or not.
    pub fn fresh_multi_projection(&self) -> Option<&MultiProjectionAnswered> {
        self.multi_projection.fresh()
    }

    /// The last projections, of whatever pose.
    pub fn last_multi_projection(&self) -> Option<&MultiProjectionAnswered> {
        self.multi_projection.last.as_ref()
    }

    /// What the worker does on a kind of figures, and how far it is (0 to 1).
    fn running(&self, kind: JobKind) -> Option<(&'static str, f64)> {
        let running = self.running.as_ref().filter(|r| r.job.kind() == kind)?;
        Some((running.progress.stage(), running.progress.fraction()))
    }

    pub fn multi_projection_state(&self) -> MultiProjectionState {
        if !self.enabled {
            return MultiProjectionState::Off;
        }
        if let Some((stage, fraction)) = self.running(JobKind::MultiProjection) {
            return MultiProjectionState::Running(stage, fraction);
        }
        if self.multi_projection.now.is_none() && self.figures.now.is_some() {
            return MultiProjectionState::OneProjection;
        }
        match self.multi_projection.failure() {
            Some(sentence) => MultiProjectionState::Failed(sentence.clone()),
            None if self.fresh_multi_projection().is_some_and(|a| a.answer.is_complete) => MultiProjectionState::Done,
            None => MultiProjectionState::Waiting,
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
