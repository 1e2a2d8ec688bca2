//! What is said over the pictures of the jaws about what they are: which teeth, which side of the patient; and, until the first drag, what can
//! be done.
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::base::words::{Phrase, phrase};
use egui::{Align2, Rect, RichText, Ui, pos2, vec2};

/// Height of the caption over an arch, points.
pub const CAPTION: f64 = 30.0;
/// In smaller pictures the letters would lie on the teeth.
const LEAST_WIDTH: f32 = 220.0;

/// "Upper teeth" over an arch; R and L at the edges towards the patient's right and left.
pub fn sides_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    if let Some(words) = pane.caption() {
        glass_text(ui, pos2(rect.center().x, rect.top() + 8.0), Align2::CENTER_TOP, words, 12.0);
    }
    letters_ui(ui, rect, open.view.sides_of(pane, open.session.frame()));
}

/// The patient's sides at the left and the right edge.
pub fn letters_ui(ui: &Ui, rect: Rect, letters: Option<[&str; 2]>) {
    let Some(letters) = letters.filter(|_| rect.width() >= LEAST_WIDTH) else { return };
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
