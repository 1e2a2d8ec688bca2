//! The key sheet, searchable, with what the program is, and what others wrote of it.
use super::about::about_ui;
use super::notices::notices_ui;
use crate::app::actions::ProgramAction;
use crate::app::actions::keys::{KEY_SHEET, KeyLine};
use crate::app::state::Desk;
use crate::app::widgets::area::sheet;
use crate::app::widgets::theme;
use crate::base::words::say;
use egui::{Color32, Id, RichText, TextEdit, Ui};

/// The column of the keys is at least so wide, points.
const NAMES: f32 = 190.0;

/// What stands on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Keys,
    About,
    /// The licences of others.
    Notices,
}

impl Page {
    fn title(self) -> &'static str {
        match self {
            Self::Keys => say!("keys-keys-mouse"),
            Self::About => say!("keys-about"),
            Self::Notices => say!("keys-third-party-notices"),
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Keys => say!("keys-back-keys"),
            Self::About => say!("keys-version-adapter-folders"),
            Self::Notices => say!("keys-works-others-program-fonts"),
        }
    }
}

/// What is looked for on the sheet, and which page of it is shown.
#[derive(Default)]
pub struct KeysUi {
    search: String,
    /// The field had the keyboard once.
    is_focused: bool,
    page: Page,
}

pub fn key_sheet_ui(ui: &Ui, desk: &Desk, state: &mut KeysUi) {
    if !desk.panes.key_sheet {
        *state = KeysUi::default();
        return;
    }
    let modal = sheet(ui, Id::unique("key sheet"), |ui| {
        let room = ui.ctx().content_rect().size();
        ui.set_width((room.x - 60.0).clamp(300.0, 800.0));
        head_ui(ui, desk, state);
        ui.add_space(4.0);
        let height = (room.y - 190.0).max(200.0);
        match state.page {
            Page::Notices => notices_ui(ui, height),
            page => {
                egui::ScrollArea::vertical()
                    .id_salt(page.title())
                    // As large as with all lines, whatever is found: nothing jumps while one types.
                    .auto_shrink(false)
                    .max_height(height)
                    .show(ui, |ui| if page == Page::About { about_ui(ui, desk) } else { lines_ui(ui, &state.search) });
            }
        }
        ui.separator();
        foot_ui(ui, state);
    });
    if modal.should_close() {
        desk.wish(ProgramAction::ToggleKeySheet);
    }
}

fn head_ui(ui: &mut Ui, desk: &Desk, state: &mut KeysUi) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(state.page.title()).heading());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button(say!("keys-close")).clicked() {
                desk.wish(ProgramAction::ToggleKeySheet);
            }
            if state.page == Page::Keys {
                let field =
                    ui.add(TextEdit::singleline(&mut state.search).hint_text(say!("keys-search")).desired_width(150.0));
                if !std::mem::replace(&mut state.is_focused, true) {
                    field.request_focus();
                }
            }
        });
    });
}

fn foot_ui(ui: &mut Ui, state: &mut KeysUi) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(crate::export::program_text()).small().weak());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for page in [Page::Notices, Page::About, Page::Keys] {
                let title = RichText::new(page.title()).small();
                if ui.add(egui::Button::selectable(page == state.page, title)).on_hover_text(page.hint()).clicked() {
                    state.page = page;
                }
            }
        });
    });
    ui.label(RichText::new(crate::export::DISCLAIMER.say()).small());
}

/// What is left of the width is the other column's.
fn widest_name(ui: &Ui, lines: &[&KeyLine]) -> f32 {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let width = |name: &str| ui.painter().layout_no_wrap(name.to_owned(), font.clone(), Color32::WHITE).size().x;
    lines.iter().map(|line| width(line.keys.say())).fold(NAMES, f32::max)
}

fn lines_ui(ui: &mut Ui, search: &str) {
    let colors = theme::colors(ui.ctx());
    let wanted = search.trim().to_lowercase();
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    for (group, lines) in KEY_SHEET {
        let hits: Vec<_> =
            lines.iter().filter(|l| fits(l.keys.say()) || fits(l.does.say()) || fits(group.say())).collect();
        if hits.is_empty() {
            continue;
        }
        let room = ui.available_width() - widest_name(ui, &hits) - 12.0;
        ui.label(RichText::new(group.say()).small().strong().color(colors.heading));
        egui::Grid::new(group.say()).num_columns(2).min_col_width(NAMES).spacing([12.0, 3.0]).show(ui, |ui| {
            for line in hits {
                ui.label(RichText::new(line.keys.say()).color(colors.accent));
                ui.scope(|ui| {
                    ui.set_max_width(room);
                    ui.add(egui::Label::new(line.does.say()).wrap());
                });
                ui.end_row();
            }
        });
        ui.add_space(4.0);
    }
}
