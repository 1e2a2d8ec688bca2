//! What is to stand in a report, asked before it is made.
use crate::app::actions::FileAction;
use crate::app::state::{Desk, Open};
use crate::app::widgets::area::sheet;
use crate::app::widgets::theme;
use crate::base::words::say;
use crate::export::report::TypedFields;
use egui::{Button, Grid, Id, Key, RichText, TextEdit, Ui, vec2};
use std::path::PathBuf;

/// The card's fields. They are typed for one report and forgotten with the card.
#[derive(Debug, Default)]
pub struct ReportUi {
    typed: TypedFields,
    with_notes: bool,
    with_pins: bool,
    with_motion: bool,
    /// Pages of bites, of an earlier case, of the vertical dimension.
    with_compared: [bool; 3],
    /// The first field has had the keyboard.
    focused: bool,
    folder: String,
    /// Where files go, and the choice that it was looked up for.
    folder_now: Option<(Option<PathBuf>, PathBuf)>,
    /// There is none of that name.
    is_no_folder: bool,
}

/// More is not typed into a field, characters.
const MOST: usize = 80;

pub fn report_ui(ui: &Ui, desk: &Desk, state: &mut ReportUi) {
    let Some(open) = desk.open.as_ref().filter(|_| desk.panes.report) else { return *state = ReportUi::default() };
    let mut wish = None;
    let modal = sheet(ui, Id::unique("report"), |ui| {
        ui.set_width(420.0);
        ui.label(RichText::new(say!("ask-report")).heading());
        ui.add_space(4.0);
        let entered = fields_ui(ui, state);
        ui.label(RichText::new(say!("ask-typed-alone")).small().weak());
        notes_ui(ui, open, state);
        compared_ui(ui, open, state);
        ui.add_space(4.0);
        let has_place = folder_ui(ui, desk, state);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let make = ui.add_enabled(has_place, Button::new(say!("ask-make")).min_size(vec2(120.0, 24.0)));
            if make.clicked() || entered && has_place {
                wish = Some(FileAction::Report(Box::new(state.take(open))));
            }
            if ui.add(Button::new(say!("ask-cancel")).min_size(vec2(90.0, 24.0))).clicked() {
                wish = Some(FileAction::AskReport);
            }
        });
    });
    // Esc closes it; a click beside it would lose what was typed.
    if modal.should_close() && !modal.backdrop_response.clicked() {
        wish.get_or_insert(FileAction::AskReport);
    }
    wish.into_iter().for_each(|wish| desk.wish(wish));
}

impl ReportUi {
    fn take(&mut self, open: &Open) -> TypedFields {
        let notes = if self.with_notes { open.session.notes().to_string() } else { String::new() };
        let (with_pins, with_motion) = (self.with_pins, self.with_motion);
        let [with_bites, with_changes, with_vertical] = self.with_compared;
        let typed = std::mem::take(&mut self.typed);
        TypedFields { notes, with_pins, with_motion, with_bites, with_changes, with_vertical, ..typed }
    }
}

/// True when Enter was pressed in one of them.
fn fields_ui(ui: &mut Ui, ReportUi { typed, focused, .. }: &mut ReportUi) -> bool {
    let fields = [
        (say!("report-report-patient"), &mut typed.patient),
        (say!("report-report-date-birth"), &mut typed.born),
        (say!("report-report-case"), &mut typed.case),
        (say!("report-report-examiner"), &mut typed.examiner),
    ];
    let grid = Grid::new("report fields").num_columns(2).spacing([10.0, 6.0]);
    let grid = grid.show(ui, |ui| {
        let mut entered = false;
        for (label, value) in fields {
            let name = ui.label(label);
            let field = TextEdit::singleline(value).desired_width(300.0).char_limit(MOST);
            let field = ui.add(field).labelled_by(name.id);
            ui.end_row();
            if !std::mem::replace(focused, true) {
                field.request_focus();
            }
            entered |= field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        }
        entered
    });
    grid.inner
}

/// Notes, pins and the movement go along when they are wanted.
fn notes_ui(ui: &mut Ui, open: &Open, state: &mut ReportUi) {
    if !open.session.notes().trim().is_empty() {
        ui.checkbox(&mut state.with_notes, say!("ask-with-notes"));
    }
    let n = open.session.pins().len();
    if n > 0 {
        ui.checkbox(&mut state.with_pins, say!("ask-with-pins", n = n));
    }
    if let Some(name) = open.motion.known_name(&open.session) {
        let with = ui.checkbox(&mut state.with_motion, say!("ask-with-motion", name = name));
        with.on_hover_text(say!("ask-with-motion-hint"));
    } else if open.motion.is_open && open.motion.is_computing() {
        ui.add_enabled(false, egui::Checkbox::new(&mut false, say!("ask-with-motion-soon")));
    }
}

/// What was compared goes along when it is wanted.
fn compared_ui(ui: &mut Ui, open: &Open, state: &mut ReportUi) {
    let is_there = open.compare.printable(open.pair());
    let pages = [
        (is_there.bites, say!("ask-with-bites")),
        (is_there.changes, say!("ask-with-changes")),
        (is_there.vertical, say!("ask-with-vertical")),
    ];
    for ((is_there, words), on) in pages.into_iter().zip(&mut state.with_compared) {
        if is_there {
            ui.checkbox(on, words).on_hover_text(say!("ask-with-compared-hint"));
        }
    }
}

/// The folder that pictures and reports go to, typed or chosen.
fn folder_ui(ui: &mut Ui, desk: &Desk, state: &mut ReportUi) -> bool {
    // The disk is asked when something was chosen or typed, not with every frame.
    if state.folder_now.as_ref().is_none_or(|(chosen, _)| *chosen != desk.habits.folder) {
        let now = desk.habits.folder_for_files();
        state.folder = now.display().to_string();
        state.folder_now = Some((desk.habits.folder.clone(), now));
    }
    ui.label(RichText::new(say!("ask-folder")).small().weak());
    let field = ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut state.folder).desired_width(ui.available_width() - 90.0);
        let field = ui.add(field).accessible_name(say!("ask-folder"));
        if ui.add_sized([80.0, 20.0], Button::new(say!("ask-browse"))).clicked() {
            desk.wish(FileAction::ChooseFolder);
        }
        field
    });
    let typed = PathBuf::from(state.folder.trim());
    if field.inner.changed() {
        state.is_no_folder = !typed.is_dir();
    }
    let is_other = state.folder_now.as_ref().is_some_and(|(_, now)| *now != typed);
    if field.inner.lost_focus() && !state.is_no_folder && is_other {
        desk.wish(FileAction::FilesGoTo(typed));
    }
    if state.is_no_folder {
        let color = theme::colors(ui.ctx()).touching;
        ui.label(RichText::new(say!("ask-no-folder")).small().color(color));
    }
    !state.is_no_folder
}
