//! What is asked of a pose at rest, and the answers with what they answer.
use super::super::first_contact::ContactQuestion;
use super::super::views::{ViewsAnswer, ViewsQuestion};
use super::super::zones::ZonesQuestion;
use crate::base::Rigid;
use crate::engine::{Contact, Sureness, SurenessQuestion, SurenessSettings};
use crate::exact::{Clearing, ExactQuestion, FirstContact};
use crate::field::{Metrics, Question};
use glam::DVec3;
use std::sync::Arc;

/// What is to be known exactly, and the live figures of the same pose and pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub asked: ExactQuestion,
    pub live: Metrics,
    /// How many projections the contact areas may come from; 1 where one is kept by hand.
    pub most_views: usize,
    /// It is wanted how sure the contacts are.
    pub sureness: Option<SurenessSettings>,
    /// Middle of the patient's occlusal plane (world), about which small motions turn.
    pub centre: DVec3,
}

impl Wanted {
    /// `None` where the jaws are far apart.
    pub fn zones(&self) -> Option<ZonesQuestion> {
        let Question { upper_from_lower, thresholds_mm, .. } = &self.asked.question;
        let asked = || ZonesQuestion { upper_from_lower: *upper_from_lower, thresholds_mm: thresholds_mm.clone() };
        self.asked.projection.is_some().then(asked)
    }

    /// The smallest move that frees the jaws, of the same pose.
    pub fn clearing(&self) -> ClearingQuestion {
        ClearingQuestion { upper_from_lower: self.asked.question.upper_from_lower, centre: self.centre }
    }

    /// How sure its contacts are; `None` where the jaws are far apart, or it is not wanted.
    pub fn sureness(&self) -> Option<SurenessQuestion> {
        let (ZonesQuestion { upper_from_lower, thresholds_mm }, settings) = (self.zones()?, self.sureness?);
        Some(SurenessQuestion { upper_from_lower, centre: self.centre, settings, thresholds_mm })
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

/// The smallest move that frees the jaws from each other is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearingQuestion {
    pub upper_from_lower: Rigid,
    /// World coordinates.
    pub centre: DVec3,
}

/// The smallest move that frees the jaws from each other.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearingAnswered {
    pub asked: ClearingQuestion,
    /// `None`: nothing is inside.
    pub found: Option<Clearing>,
}

/// How sure the contacts are, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct SurenessAnswered {
    pub asked: SurenessQuestion,
    pub found: Arc<Sureness>,
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
