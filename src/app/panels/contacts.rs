//! What the analysis found: the headline, contacts, areas, how sure. Geometry only.
use super::arch::arch_ui;
use super::areas::areas_ui;
use super::curve::curve_ui;
use super::fold::fold_ui;
use super::headline::headline_ui;
use super::method::method_ui;
use super::ortho::{OrthoUi, ortho_ui};
use super::sure::sure_ui;
use super::zones::{ZonesUi, pairs_ui, zones_ui};
use crate::app::actions::ProgramAction;
use crate::app::state::{Desk, Open};
use crate::app::widgets::icons::warning_line_ui;
use crate::app::widgets::section::{divider_ui, title_ui};
use crate::app::widgets::text;
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use crate::field::{Metrics, PixelCounts, Question};
use crate::session::Command;
use egui::{Color32, RichText, Stroke, Ui, vec2};

pub fn contacts_ui(ui: &mut Ui, desk: &Desk, zones: &mut ZonesUi, ortho: &mut OrthoUi) {
    let Some(open) = &desk.open else { return };
    ui.horizontal(|ui| {
        title_ui(ui, say!("contacts-contacts"));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            fold_ui(ui, desk, 1);
            copy_ui(ui, desk, open);
            simple_ui(ui, desk);
        });
    });
    let (settings, metrics) = (open.settings(), open.figures.metrics.as_ref());
    let (threshold, range) = (settings.threshold_mm, settings.range_mm);
    headline_ui(ui, (desk, open));
    ui.add_space(4.0);
    thresholds_ui(ui, desk, threshold);
    divider_ui(ui);
    zones_ui(ui, (desk, open), zones);
    arch_ui(ui, (desk, open), zones);
    if desk.habits.columns.simple {
        return curve_ui(ui, (desk, open), threshold);
    }
    pairs_ui(ui, open);
    ortho_ui(ui, (desk, open), ortho);
    divider_ui(ui);
    areas_ui(ui, open, threshold);
    curve_ui(ui, (desk, open), threshold);
    divider_ui(ui);
    sure_ui(ui, (desk, open), threshold);
    divider_ui(ui);
    if let Some(metrics) = metrics {
        doubts_ui(ui, metrics);
    }
    method_ui(ui, (desk, open), (threshold, range));
}

/// Little, or everything.
fn simple_ui(ui: &mut Ui, desk: &Desk) {
    // German words fill the line.
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding.x = 5.0;
    let hint = say!("contacts-simple-headline-contacts-curve");
    for (label, simple) in [(say!("contacts-full"), false), (say!("contacts-simple"), true)] {
        let is_on = desk.habits.columns.simple == simple;
        if ui.selectable_label(is_on, RichText::new(label).small()).on_hover_text(hint).clicked() && !is_on {
            desk.wish(ProgramAction::Simple(simple));
        }
    }
}

/// Puts the figures on the clipboard.
fn copy_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let button = ui.add_enabled(open.figures.metrics.is_some(), egui::Button::new(say!("contacts-copy")).small());
    let hint = say!("contacts-figures-table-spreadsheet-areas");
    if button.on_hover_text(hint).clicked() {
        desk.wish(ProgramAction::CopyFigures);
    }
}

/// Why pixels are undecided, and how many.
fn unsolved_words(pixels: &PixelCounts) -> Option<String> {
    if pixels.unsolved == 0 {
        return None;
    }
    let count = |n: u32| text::thousands(n as usize);
    let percent = 100.0 * f64::from(pixels.unsolved) / f64::from(pixels.overlap.max(1));
    let mut words =
        say!("contacts-pixels-undecided-where-jaws", unsolved = count(pixels.unsolved), percent = decimal(percent, 2));
    if pixels.unbalanced > 0 {
        words += &say!("contacts-where-jaws-surface-has", unbalanced = count(pixels.unbalanced));
    }
    let layered = pixels.unsolved.saturating_sub(pixels.unbalanced);
    if layered > 0 {
        words += &say!("contacts-where-order-many-layers", layered = count(layered));
    }
    Some(words + say!("contacts-they-crossed-map-no"))
}

/// Crossed lines, as unsolved pixels have them on the map.
fn crossed_line_ui(ui: &mut Ui, words: &str) {
    let color = theme::colors(ui.ctx()).undecided;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (rect, _) = ui.allocate_exact_size(vec2(13.0, 13.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 1.0, Color32::from_rgb(140, 107, 191));
        let stroke = Stroke::new(1.5, Color32::from_rgb(40, 20, 60));
        ui.painter().line_segment([rect.left_top(), rect.right_bottom()], stroke);
        ui.painter().line_segment([rect.left_bottom(), rect.right_top()], stroke);
        ui.add(egui::Label::new(RichText::new(words).small().color(color)).wrap());
    });
}

fn thresholds_ui(ui: &mut Ui, desk: &Desk, threshold: f64) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("contacts-contact-threshold")).small());
        ui.label(RichText::new("µm").small().weak());
    })
    .response
    .on_hover_text(say!("contacts-contact-surface-whose-closest"));
    const GAP: f32 = 3.0;
    let n = Question::DEFAULT_THRESHOLDS_MM.len() as f32;
    let width = ((ui.available_width() - (n - 1.0) * GAP) / n).floor();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.spacing_mut().button_padding.x = 0.0;
        for (i, mm) in Question::DEFAULT_THRESHOLDS_MM.into_iter().enumerate() {
            let label = RichText::new(format!("{:.0}", mm * 1000.0)).small();
            let on = (mm - threshold).abs() < 1e-9;
            let chip = ui.add_sized([width, 22.0], egui::Button::new(label).selected(on));
            if chip.on_hover_text(say!("contacts-key", i = i + 1)).clicked() {
                desk.wish(Command::Threshold(mm));
            }
        }
    });
}

/// What limits the figures.
fn doubts_ui(ui: &mut Ui, metrics: &Metrics) {
    if let Some(words) = unsolved_words(&metrics.pixels) {
        crossed_line_ui(ui, &words);
    }
    for line in metrics.warnings.iter().map(ToString::to_string) {
        warning_line_ui(ui, &line);
    }
}
