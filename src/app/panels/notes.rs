//! A small window for notes about the case, and the button that opens it.
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::notes::MOST;
use crate::app::theme;
use egui::{Button, Rect, RichText, ScrollArea, TextEdit, Ui, UiBuilder, Window, pos2, vec2};

const HINT: &str = "Notes about the case. They are saved with it (Ctrl + S) and stand in no picture, figure or report: they may name the \
                    patient. Key N";
/// Where it opens: beside the left column.
const AT: (f32, f32) = (266.0, 52.0);

/// At the right end of a line that is there already.
pub fn notes_button_ui(ui: &mut Ui, desk: &mut Desk, line: Rect) {
    let Some(session) = &desk.session else { return };
    let colors = theme::colors(ui.ctx());
    let text = RichText::new("Notes").small();
    let text = if session.notes().is_empty() { text } else { text.color(colors.accent) };
    let size = vec2(52.0, 18.0);
    let place = Rect::from_min_size(pos2(ui.max_rect().right() - size.x, line.center().y - 0.5 * size.y), size);
    let mut corner = ui.new_child(UiBuilder::new().max_rect(place).id_salt("notes button"));
    corner.spacing_mut().interact_size.y = size.y;
    corner.spacing_mut().button_padding.y = 1.0;
    if corner.add_sized(size, Button::new(text).selected(desk.notes.shown)).on_hover_text(HINT).clicked() {
        desk.wish(Action::ToggleNotes);
    }
}

pub fn notes_ui(ui: &Ui, desk: &mut Desk) {
    desk.follow_notes();
    if !desk.notes.shown || desk.session.is_none() {
        return;
    }
    let mut open = true;
    let window = Window::new("Notes").open(&mut open).collapsible(false).default_pos(AT).default_size([300.0, 220.0]);
    window.show(ui.ctx(), |ui| {
        let height = (ui.available_height() - 24.0).max(60.0);
        let field = ScrollArea::vertical().max_height(height).min_scrolled_height(60.0).show(ui, |ui| {
            let notes = TextEdit::multiline(&mut desk.notes.text)
                .desired_width(f32::INFINITY)
                .desired_rows((height / 16.0) as usize)
                .hint_text("Saved with the case")
                .char_limit(MOST);
            ui.add(notes)
        });
        if std::mem::take(&mut desk.notes.wants_keyboard) {
            field.inner.request_focus();
        }
        if field.inner.changed() {
            desk.notes_typed();
        }
        if field.inner.lost_focus() {
            desk.notes_left();
        }
        let said = RichText::new("In no picture, figure or report.").small().weak();
        ui.add(egui::Label::new(said).truncate()).on_hover_text(HINT);
    });
    if !open {
        desk.wish(Action::ToggleNotes);
    }
}
