//! One piece of work at a time.
use super::super::exact_job::Asked;
use super::super::first_contact::ContactQuestion;
use super::super::views::ViewsQuestion;
use super::super::zones::ZonesQuestion;
use super::answers::{ClearingQuestion, Wanted};
use crate::engine::{Sureness, SurenessQuestion};
use std::sync::Arc;

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

/// Work for the worker, with what its answer needs besides.
#[derive(Clone)]
pub enum Job {
    Figures(Box<Wanted>),
    Zones(ZonesQuestion),
    Clearing(ClearingQuestion),
    Views(Box<ViewsQuestion>),
    /// With the poses that were looked at before it was interrupted.
    Sureness(SurenessQuestion, Option<Arc<Sureness>>),
    FirstContact(ContactQuestion),
}

impl Job {
    pub fn kind(&self) -> JobKind {
        match self {
            Self::Figures(_) => JobKind::Figures,
            Self::Zones(_) => JobKind::Zones,
            Self::Clearing(_) => JobKind::Clearing,
            Self::Views(_) => JobKind::Views,
            Self::Sureness(..) => JobKind::Sureness,
            Self::FirstContact(_) => JobKind::FirstContact,
        }
    }

    pub fn asked(&self) -> Asked {
        match self {
            Self::Figures(wanted) => Asked::Figures(wanted.asked.clone()),
            Self::Zones(asked) => Asked::Zones(asked.clone()),
            Self::Clearing(asked) => Asked::Clearing(asked.clone()),
            Self::Views(asked) => Asked::Views((**asked).clone()),
            Self::Sureness(asked, so_far) => Asked::Sureness(asked.clone(), so_far.clone()),
            Self::FirstContact(asked) => Asked::FirstContact(asked.clone()),
        }
    }

    /// Whether its answer is still wanted; a search is followed by itself.
    pub fn is_wanted(&self, now: Option<&Wanted>) -> bool {
        match self {
            Self::Figures(runs) => now.is_some_and(|w| w.asked == runs.asked),
            Self::Zones(runs) => now.and_then(Wanted::zones).as_ref() == Some(runs),
            Self::Clearing(runs) => now.map(Wanted::clearing).as_ref() == Some(runs),
            Self::Sureness(runs, _) => now.and_then(Wanted::sureness).as_ref() == Some(runs),
            Self::Views(runs) => now.and_then(Wanted::views).as_ref() == Some(&**runs),
            Self::FirstContact(_) => true,
        }
    }
}
