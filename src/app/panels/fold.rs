//! The button that folds a column at the side of the window.
use crate::app::actions::ProgramAction;
use crate::app::state::Desk;
use crate::app::widgets::icons::{Icon, icon_button};
use crate::base::words::say;
use egui::Ui;

/// Folds a column, or unfolds it.
pub fn fold_ui(ui: &mut Ui, desk: &Desk, column: usize) {
    let is_folded = desk.habits.columns.is_folded(column, desk.meters.width);
    let icon = if (column == 0) == is_folded { Icon::Right } else { Icon::Left };
    let (verb, key) = (if is_folded { say!("fold-unfold") } else { say!("fold-fold") }, ["F10", "F11"][column]);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        if icon_button(ui, icon, false).on_hover_text(say!("fold-this-column", verb = verb, key = key)).clicked() {
            desk.wish(ProgramAction::ToggleColumn(column));
        }
    });
}
