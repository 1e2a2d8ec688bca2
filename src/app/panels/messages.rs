//! Messages and questions over the lower edge of the picture.
use crate::app::actions::{CaseAction, FileAction, ProgramAction};
use crate::app::state::messages::Message;
use crate::app::state::{Desk, Kind};
use crate::app::widgets::access::read_aloud;
use crate::app::widgets::area::settle;
use crate::app::widgets::icons::{Icon, icon_button, icon_ui};
use crate::app::widgets::theme;
use crate::base::LengthUnit;
use crate::base::words::{reword, say};
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
                let answer = bar_ui(ui, message, width);
                if answer.closed {
                    desk.wish(ProgramAction::CloseMessage(i));
                }
                if let Some(file) = message.file.clone().filter(|_| answer.shows_folder) {
                    desk.wish(FileAction::ShowInFolder(file));
                }
            }
        });
    settle(ui, &area.response);
}

/// What was clicked on a message.
struct BarAnswer {
    closed: bool,
    shows_folder: bool,
}

/// Left of the words and of what stands right of them.
const CROSS_WIDTH: f32 = 30.0;
const FOLDER_WIDTH: f32 = 112.0;

fn bar_ui(ui: &mut Ui, message: &Message, width: f32) -> BarAnswer {
    let colors = theme::colors(ui.ctx());
    let (icon, color) = match message.kind {
        Kind::Info => (Icon::Info, colors.accent),
        Kind::Warning => (Icon::Warning, colors.touching),
        Kind::Error => (Icon::Error, colors.interfering),
    };
    let frame = bar_frame(ui, color);
    let inner = frame.show(ui, |ui| {
        ui.set_width(width - 24.0);
        ui.horizontal(|ui| {
            icon_ui(ui, icon, 16.0, color);
            let beside = CROSS_WIDTH + if message.file.is_some() { FOLDER_WIDTH } else { 0.0 };
            let text_width = ui.available_width() - beside;
            ui.allocate_ui(vec2(text_width, 18.0), |ui| {
                ui.set_width(text_width);
                read_aloud(&ui.add(egui::Label::new(&message.text).wrap()));
            });
            let shows_folder = message.file.as_ref().is_some_and(|file| {
                let folder = file.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
                ui.button(say!("messages-show-folder")).on_hover_text(folder).clicked()
            });
            let closed = icon_button(ui, Icon::Cross, false).on_hover_text(say!("messages-close")).clicked();
            BarAnswer { closed, shows_folder }
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
            ui.label(RichText::new(say!("messages-please-check")).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                answered |= icon_button(ui, Icon::Cross, false).on_hover_text(say!("messages-leave")).clicked();
            });
        });
        if let Some(text) = &question.unit {
            ui.add(egui::Label::new(RichText::new(reword(text))).wrap());
            ui.horizontal(|ui| {
                for (unit, label) in [
                    (LengthUnit::Millimetre, say!("messages-millimetres")),
                    (LengthUnit::Metre, say!("messages-metres")),
                    (LengthUnit::Inch, say!("messages-inches")),
                ] {
                    let now = unit == question.unit_now;
                    let label = if now { say!("messages-read", label = label) } else { label.to_owned() };
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
            ui.add(egui::Label::new(RichText::new(reword(text))).wrap());
            ui.horizontal(|ui| {
                answered |= ui.button(say!("messages-right-so")).clicked();
                if ui.button(say!("messages-swap-upper-lower")).clicked() {
                    desk.wish(Command::SwapJaws);
                    answered = true;
                }
            });
        }
        if let Some(text) = &question.same {
            ui.add(egui::Label::new(RichText::new(reword(text))).wrap());
            ui.horizontal(|ui| {
                answered |= ui.button(say!("messages-right-so")).clicked();
                if ui.button(say!("top-open")).clicked() {
                    desk.wish(FileAction::OpenDialog(None));
                }
            });
        }
    });
    if answered {
        desk.wish(CaseAction::Answered);
    }
}
