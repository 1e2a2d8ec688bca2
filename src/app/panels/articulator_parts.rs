//! What the parts of the articulator's card share.
use crate::app::actions::CaseAction;
use crate::app::state::Desk;
use crate::app::widgets::range_slider::Changed;
use crate::base::words::say;
use crate::jaw::motion::ReferencePlane;

pub fn plane_name(plane: ReferencePlane) -> &'static str {
    match plane {
        ReferencePlane::Camper => say!("articulator-camper"),
        ReferencePlane::Frankfurt => say!("articulator-frankfurt"),
        ReferencePlane::Horizontal => say!("articulator-horizontal"),
        ReferencePlane::Occlusal => say!("articulator-occlusal"),
    }
}

/// A slider's drag is one step of undo.
pub fn tell(desk: &Desk, changed: &Changed, name: &'static str, put: impl FnMut(f64)) {
    if changed.begins {
        desk.wish(CaseAction::BeginGesture(name));
    }
    changed.value.into_iter().for_each(put);
    if changed.ends {
        desk.wish(CaseAction::EndGesture);
    }
}
