//! Vertical dimension: which openings are asked for, and at which one the jaw is looked at.
use super::inquiry::Inquiry;
use crate::base::Rigid;
use crate::session::Session;
use crate::session::comparison::vertical::{Range, VerticalAsked, VerticalMeasured};

#[derive(Default)]
pub struct VerticalTab {
    pub range: Range,
    pub inquiry: Inquiry<VerticalMeasured>,
    /// What was found is of what is asked for now.
    pub is_fresh: bool,
    /// The opening under the cursor.
    pub pointed_mm: Option<f64>,
    /// The one that a click has chosen.
    pub pinned_mm: Option<f64>,
}

impl VerticalTab {
    /// The jaw is in its bite again.
    pub fn leave(&mut self) {
        (self.pointed_mm, self.pinned_mm) = (None, None);
    }

    /// The opening that is looked at.
    pub fn at_mm(&self) -> Option<f64> {
        self.pointed_mm.or(self.pinned_mm).filter(|_| self.is_fresh)
    }

    pub fn pose(&self) -> Option<Rigid> {
        Some(self.inquiry.found()?.pose(self.at_mm()?))
    }

    /// Chosen once more it is chosen no longer.
    pub fn pin(&mut self, opening_mm: f64) {
        self.pinned_mm = Some(opening_mm).filter(|_| self.pinned_mm != Some(opening_mm));
    }

    /// Takes in what was found; what is of other jaws is forgotten.
    pub fn follow(&mut self, session: &Session) {
        self.inquiry.poll();
        if self.inquiry.found().is_some_and(|found| !found.is_of(session.pair())) {
            self.inquiry.forget();
        }
        let found = self.inquiry.found();
        let is_now =
            |found: &VerticalMeasured| VerticalAsked::of(session, self.range).is_ok_and(|asked| asked == found.asked);
        self.is_fresh = found.is_some_and(|found| is_now(found));
    }
}
