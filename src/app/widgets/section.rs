//! Titles, lines between sections, a line of state, a figure in its cell.
use super::theme;
use egui::{Align, Layout, Rect, Response, RichText, Sense, Ui, vec2};

/// A section's title in small capitals' stead.
pub fn title_ui(ui: &mut Ui, text: &str) -> Response {
    let color = theme::colors(ui.ctx()).heading;
    ui.add_space(2.0);
    ui.label(RichText::new(text).small().strong().color(color))
}

/// A thin line between sections.
pub fn divider_ui(ui: &mut Ui) {
    ui.add_space(3.0);
    ui.separator();
}

/// Of a line with a bar so much at least is the bar with its distance from the words, points.
const LEAST_BAR: f32 = 50.0;

/// What long work is at, with a bar where it runs: one line of the same height whatever it says.
pub fn state_line_ui(ui: &mut Ui, words: &str, fraction: Option<f64>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let room = if fraction.is_some() { rect.with_max_x(rect.right() - LEAST_BAR) } else { rect };
    let mut line = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    let words = line.add(egui::Label::new(RichText::new(words).small().weak()).truncate());
    if let Some(fraction) = fraction {
        // In the right half, or beside longer words.
        let track = rect.with_min_x(rect.center().x.max(words.rect.right() + 6.0));
        theme::bar_ui(ui, Rect::from_center_size(track.center(), vec2(track.width(), 4.0)), fraction);
    }
    response
}

/// Right-aligned figure in a cell.
pub fn figure_ui(ui: &mut Ui, text: impl Into<String>, dim: bool) -> Response {
    let colors = theme::colors(ui.ctx());
    let color = if dim { colors.weak } else { colors.text };
    let text = RichText::new(text).text_style(theme::figures()).color(color);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(text)).inner
}
