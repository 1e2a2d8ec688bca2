//! The line at the bottom: what the figures are, when the case was saved, times.
use crate::app::state::Desk;
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use egui::{RichText, Ui};

pub fn status_ui(ui: &mut Ui, desk: &Desk) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let weak = theme::colors(ui.ctx()).weak;
        let small = |text: String| RichText::new(text).small().color(weak);
        ui.label(small(say!("status-geometry-only-not-medical").into()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| times_ui(ui, desk, small));
    });
}

fn times_ui(ui: &mut Ui, desk: &Desk, small: impl Fn(String) -> RichText) {
    let ms = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |ms| format!("{ms:.0} ms"));
    let open = desk.open.as_ref();
    let hover = |ui: &mut Ui| {
        ui.label(say!("status-frame-begin-gpus-end"));
        egui::Grid::new("passes").num_columns(2).show(ui, |ui| {
            for (name, ms) in open.into_iter().flat_map(|open| &open.figures.passes_ms) {
                ui.label(RichText::new(*name).small());
                ui.label(RichText::new(format!("{} ms", decimal(*ms, 2))).small());
                ui.end_row();
            }
        });
    };
    ui.label(small(say!("status-latency", latency_ms = ms(desk.meters.latency_ms)))).on_hover_ui(hover);
    ui.label(small(say!("status-frame", frame_ms = ms(desk.meters.frame_ms)))).on_hover_ui(hover);
    if open.is_some_and(|open| open.case.saving) {
        ui.separator();
        ui.label(small(say!("status-saving").into()));
    } else if let Some(saved) = open.and_then(|open| open.saved.as_ref()) {
        ui.separator();
        ui.label(small(say!("status-case-saved", saved = saved)));
    }
}
