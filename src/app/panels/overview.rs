//! What is said over the pictures of the jaws about what they are: which teeth, which side of the patient; and, until the first drag, what can
//! be done.
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::base::words::{Phrase, phrase, say};
use crate::jaw::JawSide;
use egui::{Align2, Rect, RichText, Ui, pos2, vec2};

/// Height of the caption over an arch, points.
pub const CAPTION: f64 = 30.0;
/// The patient's sides are named where they lie at least so far towards an edge (cosine).
const SIDEWAYS: f64 = 0.5;
/// In smaller pictures the letters would lie on the teeth.
const LEAST_WIDTH: f32 = 220.0;

/// "Upper teeth" over an arch; R and L at the edges towards the patient's right and left.
pub fn sides_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    if let Pane::Arch(side) = pane {
        let words = match side {
            JawSide::Upper => say!("overview-upper-teeth"),
            JawSide::Lower => say!("overview-lower-teeth"),
        };
        glass_text(ui, pos2(rect.center().x, rect.top() + 8.0), Align2::CENTER_TOP, words, 12.0);
    }
    letters_ui(ui, rect, open.view.camera_of(pane).right().dot(open.session.frame().right));
}

/// `along`: cosine between the picture's right and the patient's.
pub fn letters_ui(ui: &Ui, rect: Rect, along: f64) {
    if along.abs() < SIDEWAYS || rect.width() < LEAST_WIDTH {
        return;
    }
    let (right, left) = (say!("overview-r"), say!("overview-l"));
    let letters = if along < 0.0 { [right, left] } else { [left, right] };
    let ends = [(rect.left_center(), Align2::LEFT_CENTER, 6.0), (rect.right_center(), Align2::RIGHT_CENTER, -6.0)];
    for (letter, (at, anchor, inwards)) in letters.into_iter().zip(ends) {
        glass_text(ui, at + vec2(inwards, 0.0), anchor, letter, 12.0);
    }
}

const FIRST_STEPS: Phrase = phrase!("overview-drag-turns-view-wheel");

/// One quiet line, gone with the first drag.
pub fn first_steps_ui(ui: &mut Ui, open: &Open) {
    let is_new = !open.hand.has_dragged && !open.lock.is_free() && open.lock.asked().is_none();
    if is_new {
        ui.label(RichText::new(FIRST_STEPS.say()).small().weak());
    }
}
