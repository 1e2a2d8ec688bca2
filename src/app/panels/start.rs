//! What the middle of the window shows while there is no case, or one is being read.
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::theme;
use crate::jaw::JawSide;
use egui::{Align2, Frame, Margin, ProgressBar, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, vec2};

/// No case yet: drop area, open, sample case, recent cases.
pub fn start_ui(ui: &mut Ui, desk: &mut Desk, rect: Rect) {
    let colors = theme::colors(ui.ctx());
    let inner = Rect::from_center_size(rect.center(), vec2(420.0, 320.0).min(rect.size() - vec2(20.0, 20.0)));
    ui.painter().rect_stroke(inner, 10.0, Stroke::new(1.5, colors.line), StrokeKind::Inside);
    ui.scope_builder(UiBuilder::new().max_rect(inner.shrink(24.0)), |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(14.0);
            ui.label(RichText::new("Drop the two scans here").heading());
            ui.label(RichText::new("upper and lower jaw: STL, PLY or OBJ").weak());
            ui.add_space(14.0);
            if ui.add_sized([200.0, 30.0], egui::Button::new("Open two scans…")).clicked() {
                desk.wish(Action::OpenDialog(None));
            }
            if ui.add_sized([200.0, 30.0], egui::Button::new("Sample case")).clicked() {
                desk.wish(Action::OpenSample);
            }
            if desk.recent.cases.is_empty() {
                return;
            }
            ui.add_space(14.0);
            ui.label(RichText::new("RECENT").small().strong().color(colors.heading));
            for case in desk.recent.cases.iter().take(3).cloned().collect::<Vec<_>>() {
                if ui.link(format!("{}  ({})", case.label(), case.folder_name())).on_hover_text(case.folder()).clicked()
                {
                    desk.wish(Action::OpenRecent(case));
                }
            }
        });
    });
}

/// A bar with the stage and a cancel button, over whatever is shown.
pub fn loading_ui(ui: &Ui, desk: &mut Desk, rect: Rect) {
    let Some((stage, fraction, what)) = desk.loading_state() else { return };
    card_ui(ui, "loading", rect, |ui| {
        ui.label(RichText::new(format!("Opening {what}")).strong());
        ui.label(RichText::new(stage).small().weak());
        ui.add(ProgressBar::new(fraction as f32).desired_width(300.0).desired_height(8.0));
        ui.add_space(2.0);
        if ui.button("Cancel").clicked() {
            desk.wish(Action::CancelLoading);
        }
    });
}

/// One scan was given: the other one is needed.
pub fn pending_ui(ui: &Ui, desk: &mut Desk, rect: Rect) {
    let Some(pending) = desk.pending.clone() else { return };
    let (this, other) = match pending.side {
        JawSide::Upper => ("upper", "lower"),
        JawSide::Lower => ("lower", "upper"),
    };
    card_ui(ui, "pending", rect, |ui| {
        ui.label(RichText::new(format!("{} is taken as the {this} jaw", pending.name())).strong());
        ui.label(format!("Open or drop the scan of the {other} jaw to complete the case."));
        ui.horizontal(|ui| {
            if ui.button(format!("Open the {other} jaw…")).clicked() {
                desk.wish(Action::OpenDialog(Some(pending.side.other())));
            }
            if ui.button(format!("It is the {other} jaw")).clicked() {
                desk.pending = Some(pending.swapped());
            }
            if ui.button("Cancel").clicked() {
                desk.pending = None;
            }
        });
    });
}

fn card_ui(ui: &Ui, id: &str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let area = egui::Area::new(egui::Id::unique(id))
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_CENTER)
        .fixed_pos(rect.center())
        .show(ui.ctx(), |ui| {
            let colors = theme::colors(ui.ctx());
            let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.line)).corner_radius(8);
            frame.inner_margin(Margin::same(16)).show(ui, |ui| {
                ui.set_max_width(340.0);
                add(ui);
            });
        });
    super::messages::settle(ui, &area.response);
}

/// While files hang over the window.
pub fn hover_files_ui(ui: &Ui, rect: Rect) {
    let n = ui.input(|i| i.raw.hovered_files.len());
    if n == 0 {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop")));
    painter.rect_filled(rect, 0.0, colors.accent.gamma_multiply(0.15));
    painter.rect_stroke(rect.shrink(6.0), 8.0, Stroke::new(2.0, colors.accent), StrokeKind::Inside);
    let text = if n == 1 { "Drop the scan" } else { "Drop the scans of both jaws" };
    painter.text(rect.center(), Align2::CENTER_CENTER, text, egui::FontId::proportional(20.0), colors.text);
}
