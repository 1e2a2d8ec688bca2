//! Messages and questions over the lower edge of the picture.
use crate::app::actions::{CaseAction, FileAction, ProgramAction};
use crate::app::state::{Desk, Kind};
use crate::app::widgets::area::settle;
use crate::app::widgets::icons::{Icon, icon_button, icon_ui};
use crate::app::widgets::theme;
use crate::base::LengthUnit;
use crate::session::Command;
use egui::{Align, Align2, Area, Frame, Layout, Margin, Order, Rect, RichText, Stroke, Ui, vec2};

/// Stacks bars upwards from the bottom of `rect`.
pub fn messages_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let width = (rect.width() - 48.0).clamp(200.0, 620.0);
    let area = Area::new(egui::Id::unique("messages"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(rect.center_bottom() - vec2(0.0, 76.0))
        .show(ui.ctx(), |ui| {
            ui.set_max_width(width);
            question_ui(ui, desk, width);
            for (i, message) in desk.messages.shown().iter().enumerate() {
                if bar_ui(ui, message.kind, &message.text, width) {
                    desk.wish(ProgramAction::CloseMessage(i));
                }
            }
        });
    settle(ui, &area.response);
}

/// True when its cross was clicked.
fn bar_ui(ui: &mut Ui, kind: Kind, text: &str, width: f32) -> bool {
    let colors = theme::colors(ui.ctx());
    let (icon, color) = match kind {
        Kind::Info => (Icon::Info, colors.accent),
        Kind::Warning => (Icon::Warning, colors.touching),
        Kind::Error => (Icon::Error, colors.interfering),
    };
    let frame = bar_frame(ui, color);
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.horizontal(|ui| {
            icon_ui(ui, icon, 16.0, color);
            let text_width = ui.available_width() - 30.0;
            ui.allocate_ui(vec2(text_width, 18.0), |ui| {
                ui.set_width(text_width);
                ui.add(egui::Label::new(text).wrap());
            });
            icon_button(ui, Icon::Cross, false).on_hover_text("Close").clicked()
        })
        .inner
    });
    inner.inner
}

fn bar_frame(ui: &Ui, color: egui::Color32) -> Frame {
    Frame::new()
        .fill(theme::colors(ui.ctx()).card)
        .stroke(Stroke::new(1.0, color))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(12, 8))
}

/// Questions that are open after an import. The case is already there; an answer changes it.
fn question_ui(ui: &mut Ui, desk: &Desk, width: f32) {
    let colors = theme::colors(ui.ctx());
    let Some(question) = desk.open.as_ref().and_then(|open| open.question.as_ref()) else { return };
    let mut answered = false;
    bar_frame(ui, colors.accent).show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Please check").strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                answered |= icon_button(ui, Icon::Cross, false).on_hover_text("Leave it as it is").clicked();
            });
        });
        if let Some(text) = &question.unit {
            ui.add(egui::Label::new(RichText::new(text)).wrap());
            ui.horizontal(|ui| {
                for (unit, label) in [
                    (LengthUnit::Millimetre, "Millimetres"),
                    (LengthUnit::Metre, "Metres"),
                    (LengthUnit::Inch, "Inches"),
                ] {
                    let now = unit == question.unit_now;
                    let label = if now { format!("{label} (as read)") } else { label.to_owned() };
                    if ui.selectable_label(now, label).clicked() {
                        answered = true;
                        if !now {
                            desk.wish(FileAction::ReloadIn(unit));
                        }
                    }
                }
            });
        }
        if let Some(text) = &question.sides {
            ui.add(egui::Label::new(RichText::new(text)).wrap());
            ui.horizontal(|ui| {
                answered |= ui.button("Right so").clicked();
                if ui.button("Swap upper and lower").clicked() {
                    desk.wish(Command::SwapJaws);
                    answered = true;
                }
            });
        }
    });
    if answered {
        desk.wish(CaseAction::Answered);
    }
}
