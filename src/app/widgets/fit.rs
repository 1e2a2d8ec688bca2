//! Whether buttons have room side by side.
use egui::{TextStyle, Ui, WidgetText};

/// Between groups of buttons, points.
const BESIDE: f32 = 16.0;

/// How wide buttons with these words are beside each other, with what stands between groups, points.
pub fn width_of_buttons(ui: &Ui, words: &[&str]) -> f32 {
    width_of(ui, words, &TextStyle::Button)
}

/// The same of buttons with small letters.
pub fn width_of_small_buttons(ui: &Ui, words: &[&str]) -> f32 {
    width_of(ui, words, &TextStyle::Small)
}

fn width_of(ui: &Ui, words: &[&str], style: &TextStyle) -> f32 {
    let (padding, between) = (2.0 * ui.spacing().button_padding.x, ui.spacing().item_spacing.x.max(2.0));
    let width = |words: &&str| {
        let words = WidgetText::from(*words);
        let galley = words.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, style.clone());
        galley.size().x + padding + between
    };
    words.iter().map(width).sum::<f32>() + BESIDE
}
