//! What is asked of a pose at rest, and the answers with what they answer.
use super::super::first_contact::ContactQuestion;
use super::super::multi_projection::{MultiProjectionAnswer, MultiProjectionQuestion};
use super::super::zones::ZonesQuestion;
use crate::base::Rigid;
use crate::engine::{Contact, Uncertainty, UncertaintyQuestion, UncertaintySettings};
use crate::exact::{ExactQuestion, FirstContact, SeparatingMotion};
use crate::field::contact::ScopeAsked;
use crate::field::{Metrics, Question, SurfaceGaps};
use glam::DVec3;
use std::sync::Arc;

/// What is to be known exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The pose, and at which thresholds.
    pub question: Question,
    /// `None` while the live map of the pose is on its way to a projection of its own: contact does not wait for it.
    pub of_map: Option<WantedOfMap>,
    /// How many projections the contact areas may come from; 1 where one is kept by hand.
    pub most_projections: usize,
    /// It is wanted how sure the contacts are.
    pub uncertainty: Option<UncertaintySettings>,
    /// Middle of the patient's occlusal plane (world), about which small motions turn.
    pub centre: DVec3,
    /// What of the jaws counts; `None` while the teeth are being looked for: what is judged must not change by itself.
    pub scope: Option<ScopeAsked>,
}

/// What is to be known of the live map's pixels, and its own figures of the same.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedOfMap {
    pub asked: ExactQuestion,
    pub live: Metrics,
}

impl Wanted {
    /// Of the map's pixels.
    pub fn figures(&self) -> Option<&ExactQuestion> {
        self.of_map.as_ref().map(|map| &map.asked)
    }

    /// Of jaws far apart it is where they are nearest. `None` until it is known what counts.
    pub fn zones(&self) -> Option<ZonesQuestion> {
        let Question { upper_from_lower, thresholds_mm, range_mm, .. } = self.question.clone();
        Some(ZonesQuestion { upper_from_lower, thresholds_mm, scope: self.scope.clone()?, range_mm })
    }

    /// The smallest move that frees the jaws, of the same pose.
    pub fn separating_motion(&self) -> Option<SeparatingMotionQuestion> {
        let upper_from_lower = self.question.upper_from_lower;
        Some(SeparatingMotionQuestion { upper_from_lower, centre: self.centre, scope: self.scope.clone()? })
    }

    /// How sure its contacts are; `None` where the jaws are far apart, or it is not wanted.
    pub fn uncertainty(&self) -> Option<UncertaintyQuestion> {
        self.figures()?.projection?;
        let settings = self.uncertainty.clone()?;
        let ZonesQuestion { upper_from_lower, thresholds_mm, scope, .. } = self.zones()?;
        Some(UncertaintyQuestion { upper_from_lower, centre: self.centre, settings, thresholds_mm, scope })
    }

    /// `None` where the principal projection is all.
    pub fn multi_projection(&self) -> Option<MultiProjectionQuestion> {
        let asked = self.figures().filter(|asked| self.most_projections > 1 && asked.projection.is_some())?;
        Some(MultiProjectionQuestion { asked: asked.clone(), most: self.most_projections })
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
    /// What the teeth are painted by.
    pub gaps: Arc<SurfaceGaps>,
    /// Wall time on the worker, ms.
    pub took_ms: f64,
}

/// The smallest move that frees the jaws from each other is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparatingMotionQuestion {
    pub upper_from_lower: Rigid,
    /// World coordinates.
    pub centre: DVec3,
    /// What of the jaws is to be freed.
    pub scope: ScopeAsked,
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
