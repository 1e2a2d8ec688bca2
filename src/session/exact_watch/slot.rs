//! What is known of one kind of figures: what is asked now, the last answer, the last failure.
use super::super::views::ViewsQuestion;
use super::super::zones::ZonesQuestion;
use super::answers::{Answered, ClearingAnswered, ClearingQuestion, SurenessAnswered, ViewsAnswered, ZonesAnswered};
use crate::engine::SurenessQuestion;
use crate::exact::ExactQuestion;

/// An answer that knows what it answers.
pub trait Reply {
    type Asked: PartialEq;

    fn asked(&self) -> &Self::Asked;

    fn is_complete(&self) -> bool {
        true
    }
}

impl Reply for Answered {
    type Asked = ExactQuestion;

    fn asked(&self) -> &ExactQuestion {
        &self.asked
    }
}

impl Reply for ZonesAnswered {
    type Asked = ZonesQuestion;

    fn asked(&self) -> &ZonesQuestion {
        &self.asked
    }
}

impl Reply for ViewsAnswered {
    type Asked = ViewsQuestion;

    fn asked(&self) -> &ViewsQuestion {
        &self.asked
    }

    fn is_complete(&self) -> bool {
        self.answer.is_complete
    }
}

impl Reply for ClearingAnswered {
    type Asked = ClearingQuestion;

    fn asked(&self) -> &ClearingQuestion {
        &self.asked
    }
}

impl Reply for SurenessAnswered {
    type Asked = SurenessQuestion;

    fn asked(&self) -> &SurenessQuestion {
        &self.asked
    }

    fn is_complete(&self) -> bool {
        self.found.is_complete()
    }
}

/// What is known of one kind of figures.
pub struct Slot<R: Reply> {
    /// What the pose and the settings now ask for; `None` while the live figures are on their way.
    pub now: Option<R::Asked>,
    /// The last answer, of whatever pose.
    pub last: Option<R>,
    /// What was asked in vain, and a sentence for people.
    pub failed: Option<(R::Asked, String)>,
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
    pub fn is_known(&self, asked: &R::Asked) -> bool {
        self.last.as_ref().is_some_and(|a| a.is_complete() && a.asked() == asked)
            || self.failed.as_ref().is_some_and(|f| f.0 == *asked)
    }

    /// What is asked now, where it is not known.
    pub fn missing(&self) -> Option<&R::Asked> {
        self.now.as_ref().filter(|asked| !self.is_known(asked))
    }

    /// Why there is no answer to what is asked now.
    pub fn failure(&self) -> Option<&String> {
        self.failed.as_ref().filter(|(asked, _)| Some(asked) == self.now.as_ref()).map(|(_, sentence)| sentence)
    }
}
