//! A small window for notes about the case, and the button that opens it.
use crate::app::actions::ProgramAction;
use crate::app::state::Desk;
use crate::app::widgets::access::named_title;
use crate::app::widgets::theme;
use crate::base::words::{Phrase, phrase, say};
use crate::session::Command;
use egui::{Button, Key, Rect, RichText, ScrollArea, TextEdit, Ui, UiBuilder, Window, pos2, vec2};
use std::sync::Arc;

const HINT: Phrase = phrase!("notes-notes-about-case-they");
/// Where it opens: beside the left column.
const AT: (f32, f32) = (266.0, 52.0);

/// More is not typed, characters.
const MOST: usize = 50_000;

/// The field for the case's notes: what stands in it, and when it becomes a change of the case.
#[derive(Debug, Default)]
pub struct NotesUi {
    text: String,
    /// The case's notes as they were looked at last.
    seen: Arc<str>,
    was_shown: bool,
    /// Letters since it got the keyboard: they are one step of undo.
    has_typed: bool,
}

impl NotesUi {
    /// The field follows the case: another one, undo, redo.
    fn follow(&mut self, desk: &Desk) {
        let now = desk.session().map(|s| s.notes().clone()).unwrap_or_default();
        if now != self.seen {
            if *now != *self.text {
                self.text = now.to_string();
            }
            self.seen = now;
        }
    }

    /// The field was typed into.
    fn typed(&mut self, desk: &Desk) {
        let has_typed = std::mem::replace(&mut self.has_typed, true);
        desk.wish_by_key(Command::Notes(self.text.as_str().into()), has_typed);
    }
}

/// At the right end of a line that is there already.
pub fn notes_button_ui(ui: &mut Ui, desk: &Desk, line: Rect) {
    let Some(session) = desk.session() else { return };
    let colors = theme::colors(ui.ctx());
    let text = RichText::new(say!("notes-notes")).small();
    let text = if session.notes().is_empty() { text } else { text.color(colors.accent) };
    let small = egui::TextStyle::Small.resolve(ui.style());
    let words = ui.painter().layout_no_wrap(say!("notes-notes").to_owned(), small, colors.text).size();
    let size = vec2((words.x + 16.0).max(52.0), 18.0);
    let place = Rect::from_min_size(pos2(ui.max_rect().right() - size.x, line.center().y - 0.5 * size.y), size);
    let mut corner = ui.new_child(UiBuilder::new().max_rect(place).id_salt("notes button"));
    corner.spacing_mut().interact_size.y = size.y;
    corner.spacing_mut().button_padding.y = 1.0;
    if corner.add_sized(size, Button::new(text).selected(desk.panes.notes)).on_hover_text(HINT.say()).clicked() {
        desk.wish(ProgramAction::ToggleNotes);
    }
}

pub fn notes_ui(ui: &Ui, desk: &Desk, state: &mut NotesUi) {
    state.follow(desk);
    // The field has the keyboard when it is shown first.
    let wants_keyboard = desk.panes.notes && !std::mem::replace(&mut state.was_shown, desk.panes.notes);
    if wants_keyboard || !desk.panes.notes {
        state.has_typed = false;
    }
    if !desk.panes.notes || desk.open.is_none() {
        return;
    }
    let (mut open, mut is_left) = (true, false);
    let id = egui::Id::unique("notes");
    let window = Window::new(say!("notes-notes"))
        .id(id)
        .open(&mut open)
        .collapsible(false)
        .default_pos(AT)
        .default_size([300.0, 220.0]);
    window.show(ui.ctx(), |ui| {
        let height = (ui.available_height() - 24.0).max(60.0);
        let field = ScrollArea::vertical().max_height(height).min_scrolled_height(60.0).show(ui, |ui| {
            let notes = TextEdit::multiline(&mut state.text)
                .desired_width(f32::INFINITY)
                .desired_rows((height / 16.0) as usize)
                .hint_text(say!("notes-saved-case"))
                .char_limit(MOST);
            ui.add(notes)
        });
        if wants_keyboard {
            field.inner.request_focus();
        }
        if field.inner.changed() {
            state.typed(desk);
        }
        if field.inner.lost_focus() {
            // What is typed next is another step of undo.
            state.has_typed = false;
            // The key by which one leaves the field leaves the notes: N, which showed them, is a letter here.
            is_left = ui.input(|i| i.key_pressed(Key::Escape));
        }
        let said = RichText::new(say!("notes-no-picture-figure-report")).small().weak();
        ui.add(egui::Label::new(said).truncate().show_tooltip_when_elided(false)).on_hover_text(HINT.say());
    });
    named_title(ui.ctx(), id, say!("notes-notes"));
    if !open || is_left {
        desk.wish(ProgramAction::ToggleNotes);
    }
}
