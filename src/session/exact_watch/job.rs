//! One piece of work at a time.
use super::super::exact_job::WorkerQuestion;
use super::super::first_contact::ContactQuestion;
use super::super::multi_projection::MultiProjectionQuestion;
use super::super::zones::ZonesQuestion;
use super::answers::{SeparatingMotionQuestion, Wanted, WantedOfMap};
use crate::engine::{Uncertainty, UncertaintyQuestion};
use std::sync::Arc;

/// What the worker is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    Figures,
    Zones,
    SeparatingMotion,
    MultiProjection,
    Uncertainty,
    FirstContact,
}

/// Work for the worker, with what its answer needs besides.
#[derive(Clone)]
pub enum WatchedJob {
    Figures(Box<WantedOfMap>),
    Zones(ZonesQuestion),
    SeparatingMotion(SeparatingMotionQuestion),
    MultiProjection(Box<MultiProjectionQuestion>),
    /// With the poses that were looked at before it was interrupted.
    Uncertainty(UncertaintyQuestion, Option<Arc<Uncertainty>>),
    FirstContact(ContactQuestion),
}

impl WatchedJob {
    pub fn kind(&self) -> JobKind {
        match self {
            Self::Figures(_) => JobKind::Figures,
            Self::Zones(_) => JobKind::Zones,
            Self::SeparatingMotion(_) => JobKind::SeparatingMotion,
            Self::MultiProjection(_) => JobKind::MultiProjection,
            Self::Uncertainty(..) => JobKind::Uncertainty,
            Self::FirstContact(_) => JobKind::FirstContact,
        }
    }

    pub fn asked(&self) -> WorkerQuestion {
        match self {
            Self::Figures(wanted) => WorkerQuestion::Figures(wanted.asked.clone()),
            Self::Zones(asked) => WorkerQuestion::Zones(asked.clone()),
            Self::SeparatingMotion(asked) => WorkerQuestion::SeparatingMotion(asked.clone()),
            Self::MultiProjection(asked) => WorkerQuestion::MultiProjection((**asked).clone()),
            Self::Uncertainty(asked, so_far) => WorkerQuestion::Uncertainty(asked.clone(), so_far.clone()),
            Self::FirstContact(asked) => WorkerQuestion::FirstContact(asked.clone()),
        }
    }

    /// Whether its answer is still wanted; a search is followed by itself.
    pub fn is_wanted(&self, now: &Wanted) -> bool {
        match self {
            Self::Figures(runs) => now.figures() == Some(&runs.asked),
            Self::Zones(runs) => now.zones().as_ref() == Some(runs),
            Self::SeparatingMotion(runs) => now.separating_motion().as_ref() == Some(runs),
            Self::Uncertainty(runs, _) => now.uncertainty().as_ref() == Some(runs),
            Self::MultiProjection(runs) => now.multi_projection().as_ref() == Some(&**runs),
            Self::FirstContact(_) => true,
        }
    }
}
