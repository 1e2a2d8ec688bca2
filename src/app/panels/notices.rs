//! What others wrote of the program: a long text, of which only the lines in sight are laid out.
use egui::{RichText, ScrollArea, Ui};
use std::sync::LazyLock;

static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| crate::export::NOTICES.lines().collect());

const SIZE: f32 = 11.5;

pub fn notices_ui(ui: &mut Ui, height: f32) {
    let line = |text: &str| RichText::new(text).monospace().size(SIZE);
    let line_height = ui.fonts_mut(|fonts| fonts.row_height(&egui::FontId::monospace(SIZE)));
    ui.spacing_mut().item_spacing.y = 1.0;
    let area = ScrollArea::both().id_salt("notices").auto_shrink(false).min_scrolled_height(height).max_height(height);
    area.show_rows(ui, line_height, LINES.len(), |ui, rows| {
        for text in &LINES[rows] {
            ui.add(egui::Label::new(line(text)).extend());
        }
    });
}
