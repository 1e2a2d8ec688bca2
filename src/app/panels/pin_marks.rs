//! Pins over the pictures of the jaws: a number each, and its text while it is pointed at.
use crate::app::stage::place::size_of;
use crate::app::state::marks_seen::{is_mark_hidden, mark_seen};
use crate::app::state::pins::PinOf;
use crate::app::state::{Open, Pane};
use crate::app::widgets::theme;
use crate::jaw::Mark;
use egui::{Align2, FontId, Pos2, Rect, Stroke, Ui, vec2};

const RADIUS: f32 = 8.0;
/// A text is no wider, points, and has no more lines over the picture: the whole of it stands in the list.
const WIDEST: f32 = 260.0;
const MOST_ROWS: usize = 6;

/// `pointed`: a pin that is pointed at in the list.
pub fn pin_marks_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), pointed: Option<usize>) {
    let painter = ui.painter_at(rect);
    let colors = theme::colors(ui.ctx());
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|at| rect.contains(*at) && open.hand.drag.is_none());
    let hovered = pointed.or_else(|| pin_at(ui, open, (pane, rect), cursor?));
    for (i, pin) in open.session.pins().iter().enumerate() {
        let Some(at) = place(ui, open, (pane, rect), &pin.mark) else { continue };
        let (number, font) = ((i + 1).to_string(), FontId::proportional(10.0));
        // Behind the surface a ring alone, that it is not taken for a pin on what lies before it.
        let is_behind = hovered != Some(i) && is_mark_hidden(open, pane, &pin.mark);
        if is_behind {
            painter.circle(at, RADIUS, colors.glass, Stroke::new(1.0, colors.accent));
            painter.text(at, Align2::CENTER_CENTER, number, font, colors.weak);
            continue;
        }
        let ring = if hovered == Some(i) { colors.text } else { colors.glass };
        painter.circle(at, RADIUS, colors.accent, Stroke::new(1.5, ring));
        painter.text(at, Align2::CENTER_CENTER, number, font, colors.card);
    }
    if let Some(PinOf::New(mark)) = open.pins.field.map(|field| field.of)
        && let Some(at) = place(ui, open, (pane, rect), &mark)
    {
        painter.circle(at, RADIUS, colors.glass, Stroke::new(2.0, colors.accent));
    }
    if let Some((pin, at)) = hovered.and_then(|i| {
        let pin = open.session.pins().get(i)?;
        Some((pin, place(ui, open, (pane, rect), &pin.mark)?))
    }) {
        text_ui(ui, rect, at, &pin.text);
    }
}

/// The pin whose number is under the cursor, the last one first: it is drawn over the others.
pub fn pin_at(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), cursor: Pos2) -> Option<usize> {
    let is_near =
        |mark: &Mark| place(ui, open, (pane, rect), mark).is_some_and(|at| at.distance(cursor) <= RADIUS + 1.0);
    open.session.pins().iter().rposition(|pin| is_near(&pin.mark))
}

/// Where it is on the screen, as far as its jaw is in the picture.
fn place(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), mark: &Mark) -> Option<Pos2> {
    let ppp = ui.ctx().pixels_per_point();
    let at = mark_seen(open, pane, size_of(rect, f64::from(ppp)), mark)?;
    let at = rect.min + vec2(at.x as f32, at.y as f32) / ppp;
    rect.contains(at).then_some(at)
}

/// On a plate beside the number, inside the picture.
fn text_ui(ui: &Ui, rect: Rect, at: Pos2, text: &str) {
    let colors = theme::colors(ui.ctx());
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        FontId::proportional(12.0),
        colors.text,
        WIDEST.min(rect.width() - 40.0),
    );
    job.wrap.max_rows = MOST_ROWS;
    let galley = ui.painter().layout_job(job);
    let size = galley.size() + vec2(14.0, 8.0);
    let right = at.x + RADIUS + 6.0 + size.x <= rect.right();
    let left = if right { at.x + RADIUS + 6.0 } else { at.x - RADIUS - 6.0 - size.x };
    let top = (at.y - 0.5 * size.y).clamp(rect.top(), (rect.bottom() - size.y).max(rect.top()));
    let plate = Rect::from_min_size(Pos2::new(left.max(rect.left()), top), size);
    ui.painter().rect_filled(plate, 4.0, colors.card);
    ui.painter().galley(plate.min + vec2(7.0, 4.0), galley, colors.text);
}
