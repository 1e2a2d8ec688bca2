//! Correcting the patient's directions by hand: from the view, by quarter turns, or estimated again.
use crate::app::state::{Kind, Look, Messages, Open};
use crate::base::Rigid;
use crate::jaw::frame::is_apart;
use crate::render::StandardView;
use crate::session::{Command, Correction, directions};

/// Sets up, front and right; then shows the front, unless they were taken from what is seen.
pub fn correct(open: &mut Open, messages: &mut Messages, correction: Correction) {
    let now = *open.session.directions();
    let frame = match correction {
        Correction::Seen(view) => view.frame_seen(&open.view.camera, now.frame.origin),
        Correction::QuarterLeft => Some(now.quarter_left()),
        Correction::QuarterRight => Some(now.quarter_right()),
        Correction::UpsideDown => Some(now.upside_down()),
        Correction::Estimated => {
            let (frame, doubts) = directions::estimate(open.session.pair(), &open.session.upper_from_lower());
            // What lies between jaws that are apart says nothing; where each has told its own that is better.
            let is_worse = is_apart(&doubts) && open.pair().occlusion != Rigid::IDENTITY;
            doubts.into_iter().for_each(|w| messages.add(Kind::Warning, w.0));
            (!is_worse).then_some(frame)
        }
    };
    let Some(frame) = frame else { return };
    open.session.apply(&Command::SetFrame { correction, frame });
    open.view.map_moved = false;
    if !matches!(correction, Correction::Seen(_)) {
        open.view.solo = None;
        open.view.look = Some(Look::At(StandardView::Front));
    }
}
