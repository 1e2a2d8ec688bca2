//! Cards about case files: where to save, unsaved changes, a case to recover.
use super::messages::settle;
use crate::app::action::Action;
use crate::app::case::LeaveAnswer;
use crate::app::desk::Desk;
use crate::app::theme;
use egui::{Align2, Area, Button, Frame, Id, Key, Margin, Modal, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};

pub fn cases_ui(ui: &Ui, desk: &mut Desk, rect: Rect) {
    recovery_ui(ui, desk, rect);
    if desk.save_as.is_some() {
        save_as_ui(ui, desk);
    } else {
        leaving_ui(ui, desk);
    }
}

fn save_as_ui(ui: &Ui, desk: &mut Desk) {
    let own = desk.case.file.clone();
    let Some(card) = &mut desk.save_as else { return };
    let mut wish = None;
    let modal = Modal::new(Id::unique("save as")).show(ui.ctx(), |ui| {
        ui.set_width(480.0);
        ui.label(RichText::new("Save the case").heading());
        ui.add_space(4.0);
        ui.label(RichText::new("File").small().weak());
        let response = ui
            .horizontal(|ui| {
                let field = TextEdit::singleline(&mut card.path).desired_width(ui.available_width() - 90.0);
                let response = ui.add(field);
                if ui.add_sized([80.0, 20.0], Button::new("Browse…")).clicked() {
                    wish = Some(Action::BrowseSave);
                }
                response
            })
            .inner;
        if !card.focused {
            card.focused = true;
            response.request_focus();
        }
        ui.add_space(4.0);
        let mut embed = card.embed;
        let hint = if card.can_refer {
            "With the scans inside, one file is the whole case. Without, it is small, and needs both scans where they are now."
        } else {
            "The scans are not files of their own: they go into the case."
        };
        ui.add_enabled(card.can_refer, egui::Checkbox::new(&mut embed, "Scans inside the file")).on_hover_text(hint);
        card.embed = embed;
        let (target, taken) = (card.target(), card.is_taken(own.as_deref()));
        let colors = theme::colors(ui.ctx());
        let (note, color) = match (&target, taken) {
            (None, _) => ("A name is needed.", colors.touching),
            (_, true) => ("There is a file of this name; it would be replaced.", colors.touching),
            _ if !card.embed => ("The paths of both scans are written into the case.", colors.weak),
            _ => ("Names of the scans' files are not written into the case.", colors.weak),
        };
        ui.label(RichText::new(note).small().color(color));
        ui.add_space(6.0);
        let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            let label = if taken { "Replace" } else { "Save" };
            let save = ui.add_enabled(target.is_some(), Button::new(label).min_size(vec2(90.0, 24.0)));
            // A file that is there is not replaced by a mere Enter.
            if let Some(path) = target.filter(|_| save.clicked() || entered && !taken) {
                wish = Some(Action::SaveTo { path, refers: !card.embed });
            }
            if ui.add(Button::new("Cancel").min_size(vec2(90.0, 24.0))).clicked() {
                wish = Some(Action::CancelSave);
            }
        });
    });
    if modal.should_close() {
        wish.get_or_insert(Action::CancelSave);
    }
    wish.into_iter().for_each(|w| desk.wish(w));
}

fn leaving_ui(ui: &Ui, desk: &mut Desk) {
    let Some(leaving) = &desk.leaving else { return };
    if leaving.saving {
        return;
    }
    let question = match leaving.then {
        Action::Quit => "before the program ends",
        Action::CloseCase => "before it is closed",
        _ => "before another case is opened",
    };
    let name = desk.case_name();
    let mut answer = None;
    let modal = Modal::new(Id::unique("leaving")).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.label(RichText::new("Save the changes?").heading());
        ui.add_space(2.0);
        ui.add(egui::Label::new(format!("“{name}” has changes that are not saved. Save them {question}?")).wrap());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (label, given) in
                [("Save", LeaveAnswer::Save), ("Do not save", LeaveAnswer::Discard), ("Cancel", LeaveAnswer::Stay)]
            {
                if ui.add(Button::new(label).min_size(vec2(110.0, 26.0))).clicked() {
                    answer = Some(given);
                }
            }
        });
    });
    if ui.input(|i| i.key_pressed(Key::Enter)) {
        answer.get_or_insert(LeaveAnswer::Save);
    }
    if modal.should_close() {
        answer.get_or_insert(LeaveAnswer::Stay);
    }
    if let Some(answer) = answer {
        desk.wish(Action::Leave(answer));
    }
}

/// Over the upper edge of the picture, until it is answered.
fn recovery_ui(ui: &Ui, desk: &mut Desk, rect: Rect) {
    let Some(time) = desk.left_over.clone() else { return };
    let colors = theme::colors(ui.ctx());
    let width = (rect.width() - 24.0).min(460.0);
    let area = Area::new(Id::unique("recovery"))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(rect.center_top() + vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.accent)).corner_radius(6);
            frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
                ui.set_max_width(width);
                ui.label(RichText::new("The program ended with unsaved changes").strong());
                ui.horizontal_wrapped(|ui| {
                    if ui.button(format!("Recover the case of {time}")).clicked() {
                        desk.wish(Action::Recover);
                    }
                    if ui.button("Discard").on_hover_text("Removes it for good").clicked() {
                        desk.wish(Action::DiscardRecovery);
                    }
                    if ui.button("Later").on_hover_text("Asks again at the next start").clicked() {
                        desk.wish(Action::RecoverLater);
                    }
                });
            });
        });
    settle(ui, &area.response);
}
