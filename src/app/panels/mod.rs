//! The panels around the picture. Each shows the desk and collects wishes; none changes anything itself.
pub mod apart;
pub mod case;
pub mod changes;
pub mod contacts;
pub mod directions;
pub mod figures;
pub mod keys;
pub mod messages;
pub mod picture;
pub mod position;
pub mod projection;
pub mod start;
pub mod status;
pub mod table;
pub mod top;

use super::theme;
use egui::{Response, RichText, Ui};

/// A section's title in small capitals' stead.
pub fn title_ui(ui: &mut Ui, text: &str) {
    let color = theme::colors(ui.ctx()).heading;
    ui.add_space(2.0);
    ui.label(RichText::new(text).small().strong().color(color));
}

/// A thin line between sections.
pub fn divider_ui(ui: &mut Ui) {
    ui.add_space(3.0);
    ui.separator();
}

/// Right-aligned figure in a cell.
pub fn figure_ui(ui: &mut Ui, text: impl Into<String>, dim: bool) -> Response {
    let colors = theme::colors(ui.ctx());
    let color = if dim { colors.weak } else { colors.text };
    let text = RichText::new(text).text_style(theme::figures()).color(color);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(text)).inner
}
