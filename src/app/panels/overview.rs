//! What is said over the pictures of the jaws about what they are: which teeth, which side of the patient; and, until the first drag, what can
//! be done.
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::base::words::{Phrase, phrase};
use egui::{Align2, Rect, RichText, Ui, Vec2, pos2, vec2};

/// Height of the caption over an arch, points.
pub const CAPTION: f32 = 30.0;
/// In smaller pictures the letters would lie on the teeth.
const LEAST_WIDTH: f32 = 220.0;
/// Room of a letter, points.
const LETTER: Vec2 = vec2(22.0, 24.0);

/// "Upper teeth" over an arch; R and L at the edges towards the patient's right and left, clear of what is `taken`, to which they are added.
pub fn sides_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), taken: &mut Vec<Rect>) {
    if let Some(words) = pane.caption() {
        // In the middle of an arch's picture are its front teeth, whose numbers stand above them.
        let (x, anchor) = match pane {
            Pane::Arch(_) => (rect.left() + 8.0, Align2::LEFT_TOP),
            Pane::Jaws | Pane::Other => (rect.center().x, Align2::CENTER_TOP),
        };
        glass_text(ui, pos2(x, rect.top() + 8.0), anchor, words, 12.0);
    }
    letters_ui(ui, rect, open.view.sides_of(pane, open.session.frame()), taken);
}

/// The patient's sides at the left and the right edge.
pub fn letters_ui(ui: &Ui, rect: Rect, letters: Option<[&str; 2]>, taken: &mut Vec<Rect>) {
    let Some(letters) = letters.filter(|_| rect.width() >= LEAST_WIDTH) else { return };
    let y = free_height(rect, taken);
    let ends = [(rect.left(), Align2::LEFT_CENTER, 6.0), (rect.right(), Align2::RIGHT_CENTER, -6.0)];
    for (letter, (x, anchor, inwards)) in letters.into_iter().zip(ends) {
        taken.push(glass_text(ui, pos2(x + inwards, y), anchor, letter, 12.0));
    }
}

/// Half way up, or as near to that as neither letter lies on what is taken.
fn free_height(rect: Rect, taken: &[Rect]) -> f32 {
    const STEP: f32 = 8.0;
    let room = vec2(2.0 * (6.0 + LETTER.x), LETTER.y);
    let is_free = |y: f32| {
        let ends = [rect.left(), rect.right()].map(|x| Rect::from_center_size(pos2(x, y), room));
        taken.iter().all(|plate| ends.iter().all(|end| !end.intersects(*plate)))
    };
    let most = ((0.3 * rect.height()) / STEP) as i32;
    // Below, where the scale is, there is less room than above.
    let heights = (0..=most).flat_map(|i| [-i, i]).map(|i| rect.center().y + STEP * i as f32);
    heights.into_iter().find(|y| is_free(*y)).unwrap_or(rect.center().y)
}

const FIRST_STEPS: Phrase = phrase!("overview-drag-turns-view-wheel");

/// One quiet line, gone with the first drag.
pub fn first_steps_ui(ui: &mut Ui, open: &Open) {
    let is_new = !open.hand.has_dragged && !open.lock.is_free() && open.lock.asked().is_none();
    if is_new {
        ui.label(RichText::new(FIRST_STEPS.say()).small().weak());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_give_way_to_numbers() {
        let rect = Rect::from_min_max(pos2(100.0, 50.0), pos2(350.0, 350.0));
        let number = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), vec2(17.0, 12.0));
        assert_eq!(free_height(rect, &[]), 200.0);
        assert_eq!(free_height(rect, &[number(150.0, 200.0), number(110.0, 150.0)]), 200.0, "beside and above");
        let taken = [number(112.0, 202.0), number(335.0, 180.0)];
        let y = free_height(rect, &taken);
        assert!(y > 210.0 && y < 240.0, "{y}: clear of both");
        let all: Vec<Rect> = (0..40).map(|i| number(112.0, 50.0 + 8.0 * i as f32)).collect();
        assert_eq!(free_height(rect, &all), 200.0, "nowhere");
    }
}
