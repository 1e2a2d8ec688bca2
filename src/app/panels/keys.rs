//! The key sheet, searchable, with what the program is.
use crate::app::actions::ProgramAction;
use crate::app::actions::keys::KEY_SHEET;
use crate::app::state::Desk;
use crate::app::widgets::theme;
use egui::{Id, Modal, RichText, TextEdit, Ui};

/// What is looked for on the sheet.
#[derive(Default)]
pub struct KeysUi {
    search: String,
}

pub fn key_sheet_ui(ui: &Ui, desk: &Desk, state: &mut KeysUi) {
    if !desk.panes.key_sheet {
        state.search.clear();
        return;
    }
    let modal = Modal::new(Id::unique("key sheet")).show(ui.ctx(), |ui| {
        ui.set_width(560.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Keys and mouse").heading());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Close").clicked() {
                    desk.wish(ProgramAction::ToggleKeySheet);
                }
                let search = TextEdit::singleline(&mut state.search).hint_text("Search").desired_width(150.0);
                ui.add(search);
            });
        });
        ui.add_space(4.0);
        let height = (ui.ctx().content_rect().height() - 190.0).max(200.0);
        egui::ScrollArea::vertical()
            .min_scrolled_height(height)
            .max_height(height)
            .show(ui, |ui| lines_ui(ui, &state.search));
        ui.separator();
        ui.label(RichText::new(crate::export::program_text()).small().weak());
        ui.label(RichText::new(crate::export::DISCLAIMER).small());
    });
    if modal.should_close() {
        desk.wish(ProgramAction::ToggleKeySheet);
    }
}

fn lines_ui(ui: &mut Ui, search: &str) {
    let colors = theme::colors(ui.ctx());
    let wanted = search.trim().to_lowercase();
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    for (group, lines) in KEY_SHEET {
        let hits: Vec<_> = lines.iter().filter(|l| fits(l.keys) || fits(l.does) || fits(group)).collect();
        if hits.is_empty() {
            continue;
        }
        ui.label(RichText::new(*group).small().strong().color(colors.heading));
        egui::Grid::new(*group).num_columns(2).min_col_width(190.0).spacing([12.0, 3.0]).show(ui, |ui| {
            for line in hits {
                ui.label(RichText::new(line.keys).color(colors.accent));
                ui.label(line.does);
                ui.end_row();
            }
        });
        ui.add_space(4.0);
    }
}
