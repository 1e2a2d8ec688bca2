//! Correcting the patient's directions by hand: from the view, by quarter turns, or estimated again.
use super::desk::{Desk, Look};
use super::messages::Kind;
use crate::render::StandardView;
use crate::session::{Command, Correction, directions};

impl Desk {
    /// Sets up, front and right; then shows the front, unless they were taken from what is seen.
    pub fn correct_directions(&mut self, correction: Correction) {
        let Some(session) = &mut self.session else { return };
        let now = *session.directions();
        let frame = match correction {
            Correction::Seen(view) => view.frame_seen(&self.camera, now.frame.origin),
            Correction::QuarterLeft => Some(now.quarter_left()),
            Correction::QuarterRight => Some(now.quarter_right()),
            Correction::UpsideDown => Some(now.upside_down()),
            Correction::Estimated => {
                let (frame, doubts) = directions::estimate(session.pair(), &session.upper_from_lower());
                doubts.into_iter().for_each(|w| self.messages.add(Kind::Warning, w.0));
                Some(frame)
            }
        };
        let Some(frame) = frame else { return };
        session.apply(&Command::SetFrame { correction, frame });
        self.map_moved = false;
        if !matches!(correction, Correction::Seen(_)) {
            self.solo = None;
            self.look = Some(Look::At(StandardView::Front));
        }
    }
}
