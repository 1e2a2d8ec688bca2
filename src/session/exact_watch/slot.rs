//! What is known of one kind of figures: what is asked now, the last answer, the last failure.
use super::super::multi_projection::MultiProjectionQuestion;
use super::super::zones::ZonesQuestion;
use super::answers::{
    Answered, MultiProjectionAnswered, SeparatingMotionAnswered, SeparatingMotionQuestion, UncertaintyAnswered,
    ZonesAnswered,
};
use crate::engine::UncertaintyQuestion;
use crate::exact::ExactQuestion;

/// An answer that knows what it answers.
pub trait Reply {
    type Query: PartialEq;

    fn asked(&self) -> &Self::Query;

    fn is_complete(&self) -> bool {
        true
    }
}

impl Reply for Answered {
    type Query = ExactQuestion;

    fn asked(&self) -> &ExactQuestion {
        &self.asked
    }
}

impl Reply for ZonesAnswered {
    type Query = ZonesQuestion;

    fn asked(&self) -> &ZonesQuestion {
        &self.asked
    }
}

impl Reply for MultiProjectionAnswered {
    type Query = MultiProjectionQuestion;

    fn asked(&self) -> &MultiProjectionQuestion {
        &self.asked
    }

    fn is_complete(&self) -> bool {
        self.answer.is_complete
    }
}

impl Reply for SeparatingMotionAnswered {
    type Query = SeparatingMotionQuestion;

    fn asked(&self) -> &SeparatingMotionQuestion {
        &self.asked
    }
}

impl Reply for UncertaintyAnswered {
    type Query = UncertaintyQuestion;

    fn asked(&self) -> &UncertaintyQuestion {
        &self.asked
    }

    fn is_complete(&self) -> bool {
        self.found.is_complete()
    }
}

/// What is known of one kind of figures.
pub struct Slot<R: Reply> {
    /// What the pose and the settings now ask for; `None` while what that depends on is on its way: the live map, or what counts.
    pub now: Option<R::Query>,
    /// The last answer, of whatever pose.
    pub last: Option<R>,
    /// What was asked in vain, and a sentence for people.
    pub failed: Option<(R::Query, String)>,
}

impl<R: Reply> Default for Slot<R> {
    fn default() -> Self {
        Self { now: None, last: None, failed: None }
    }
}

impl<R: Reply> Slot<R> {
    /// The answer to what is asked now, complete or not.
    pub fn fresh(&self) -> Option<&R> {
        self.last.as_ref().filter(|a| Some(a.asked()) == self.now.as_ref())
    }

    /// Completely answered, or failed in vain.
    pub fn is_known(&self, asked: &R::Query) -> bool {
        self.last.as_ref().is_some_and(|a| a.is_complete() && a.asked() == asked)
            || self.failed.as_ref().is_some_and(|f| f.0 == *asked)
    }

    /// What is asked now, where it is not known.
    pub fn missing(&self) -> Option<&R::Query> {
        self.now.as_ref().filter(|asked| !self.is_known(asked))
    }

    /// Why there is no answer to what is asked now.
    pub fn failure(&self) -> Option<&String> {
        self.failed.as_ref().filter(|(asked, _)| Some(asked) == self.now.as_ref()).map(|(_, sentence)| sentence)
    }
}
