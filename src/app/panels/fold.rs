//! The button that folds a column at the side of the window.
use crate::app::actions::ProgramAction;
use crate::app::state::Desk;
use crate::app::widgets::icons::{Icon, icon_button};
use egui::Ui;

/// Folds a column, or unfolds it.
pub fn fold_ui(ui: &mut Ui, desk: &Desk, column: usize) {
    let is_folded = desk.habits.columns.is_folded(column, desk.meters.width);
    let icon = if (column == 0) == is_folded { Icon::Right } else { Icon::Left };
    let (verb, key) = (if is_folded { "Unfold" } else { "Fold" }, ["F10", "F11"][column]);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        if icon_button(ui, icon, false).on_hover_text(format!("{verb} this column ({key})")).clicked() {
            desk.wish(ProgramAction::ToggleColumn(column));
        }
    });
}
