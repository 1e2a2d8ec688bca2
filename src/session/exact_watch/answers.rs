//! What is asked of a pose at rest, and the answers with what they answer.
use super::super::first_contact::ContactQuestion;
use super::super::multi_projection::{MultiProjectionAnswer, MultiProjectionQuestion};
use super::super::zones::ZonesQuestion;
use crate::base::Rigid;
use crate::engine::{Contact, Uncertainty, UncertaintyQuestion, UncertaintySettings};
use crate::exact::{ExactQuestion, FirstContact, SeparatingMotion};
use crate::field::{Metrics, Question};
use glam::DVec3;
use std::sync::Arc;

/// What is to be known exactly, and the live figures of the same pose and pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub asked: ExactQuestion,
    pub live: Metrics,
    /// How many projections the contact areas may come from; 1 where one is kept by hand.
    pub most_projections: usize,
    /// It is wanted how sure the contacts are.
    pub uncertainty: Option<UncertaintySettings>,
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
    pub fn separating_motion(&self) -> SeparatingMotionQuestion {
        SeparatingMotionQuestion { upper_from_lower: self.asked.question.upper_from_lower, centre: self.centre }
    }

    /// How sure its contacts are; `None` where the jaws are far apart, or it is not wanted.
    pub fn uncertainty(&self) -> Option<UncertaintyQuestion> {
        let (ZonesQuestion { upper_from_lower, thresholds_mm }, settings) = (self.zones()?, self.uncertainty?);
        Some(UncertaintyQuestion { upper_from_lower, centre: self.centre, settings, thresholds_mm })
    }

    /// `None` where the principal projection is all.
    pub fn multi_projection(&self) -> Option<MultiProjectionQuestion> {
        let is_one = self.most_projections < 2 || self.asked.projection.is_none();
        (!is_one).then(|| MultiProjectionQuestion { asked: self.asked.clone(), most: self.most_projections })
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
pub struct SeparatingMotionQuestion {
    pub upper_from_lower: Rigid,
    /// World coordinates.
    pub centre: DVec3,
}

/// The smallest move that frees the jaws from each other.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparatingMotionAnswered {
    pub asked: SeparatingMotionQuestion,
    /// `None`: nothing is inside.
    pub found: Option<SeparatingMotion>,
}

/// How sure the contacts are, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct UncertaintyAnswered {
    pub asked: UncertaintyQuestion,
    pub found: Arc<Uncertainty>,
}

/// Contact areas of several projections.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiProjectionAnswered {
    pub asked: MultiProjectionQuestion,
    pub answer: MultiProjectionAnswer,
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
