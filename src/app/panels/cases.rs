//! Cards about case files: where to save, unsaved changes, a case to recover.
use crate::app::actions::{Action, FileAction, ProgramAction};
use crate::app::state::case::CaseId;
use crate::app::state::leave::LeaveAnswer;
use crate::app::state::save_as::target;
use crate::app::state::{Desk, Open};
use crate::app::widgets::area::settle;
use crate::app::widgets::theme;
use egui::{Align2, Area, Button, Frame, Id, Key, Margin, Modal, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};
use std::path::Path;

/// The card that asks where to save, while it is shown.
#[derive(Clone, Debug, Default)]
pub struct SaveAsUi {
    /// The card, and its edition, that the fields were filled from.
    of: Option<(CaseId, u32)>,
    path: String,
    embed: bool,
    /// The file that is there already and would be replaced, looked up for `path` as it was.
    taken: Option<(String, bool)>,
    /// The field has had the keyboard once.
    focused: bool,
}

impl SaveAsUi {
    /// The fields hold what is suggested, until a person types.
    fn follow(&mut self, open: &Open) {
        let Some(card) = &open.save_as else { return *self = Self::default() };
        let of = Some((open.case.id, card.edition));
        if self.of != of {
            let (embed, focused) = if self.of.is_some() { (self.embed, self.focused) } else { (card.embed, false) };
            *self = Self { of, path: card.path.clone(), embed, taken: None, focused };
        }
    }

    /// Whether a file would be replaced; the disk is asked once for each name.
    fn is_taken(&mut self, own: Option<&Path>) -> bool {
        if self.taken.as_ref().is_none_or(|(path, _)| *path != self.path) {
            let taken = target(&self.path).is_some_and(|t| t.exists() && Some(t.as_path()) != own);
            self.taken = Some((self.path.clone(), taken));
        }
        self.taken.as_ref().is_some_and(|(_, taken)| *taken)
    }
}

pub fn cases_ui(ui: &Ui, desk: &Desk, save_as: &mut SaveAsUi, rect: Rect) {
    recovery_ui(ui, desk, rect);
    let Some(open) = &desk.open else { return };
    save_as.follow(open);
    match &open.save_as {
        Some(card) => save_as_ui(ui, (desk, open), save_as, card.can_refer),
        None => leaving_ui(ui, desk, open),
    }
}

fn save_as_ui(ui: &Ui, (desk, open): (&Desk, &Open), card: &mut SaveAsUi, can_refer: bool) {
    let own = open.case.file.as_deref();
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
                    wish = Some(FileAction::BrowseSave(target(&card.path)));
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
        let hint = if can_refer {
            "With the scans inside, one file is the whole case. Without, it is small, and needs both scans where they are now."
        } else {
            "The scans are not files of their own: they go into the case."
        };
        ui.add_enabled(can_refer, egui::Checkbox::new(&mut embed, "Scans inside the file")).on_hover_text(hint);
        card.embed = embed;
        let (target, taken) = (target(&card.path), card.is_taken(own));
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
                wish = Some(FileAction::SaveTo { path, refers: !card.embed });
            }
            if ui.add(Button::new("Cancel").min_size(vec2(90.0, 24.0))).clicked() {
                wish = Some(FileAction::CancelSave);
            }
        });
    });
    if modal.should_close() {
        wish.get_or_insert(FileAction::CancelSave);
    }
    wish.into_iter().for_each(|w| desk.wish(w));
}

fn leaving_ui(ui: &Ui, desk: &Desk, open: &Open) {
    let Some(leaving) = &open.leaving else { return };
    if leaving.saving {
        return;
    }
    let question = match leaving.then {
        Action::Program(ProgramAction::Quit) => "before the program ends",
        Action::File(FileAction::Close) => "before it is closed",
        _ => "before another case is opened",
    };
    let name = open.name();
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
        desk.wish(FileAction::Leave(answer));
    }
}

/// Over the upper edge of the picture, until it is answered.
fn recovery_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let Some(time) = desk.safety.offer() else { return };
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
                        desk.wish(FileAction::Recover);
                    }
                    if ui.button("Discard").on_hover_text("Removes it for good").clicked() {
                        desk.wish(FileAction::DiscardRecovery);
                    }
                    if ui.button("Later").on_hover_text("Asks again at the next start").clicked() {
                        desk.wish(FileAction::RecoverLater);
                    }
                });
            });
        });
    settle(ui, &area.response);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_its_ending_and_replacing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut card = SaveAsUi { path: path.display().to_string(), ..SaveAsUi::default() };
        let target_of = |card: &SaveAsUi| target(&card.path);
        let target = target_of(&card).unwrap();
        assert_eq!(target, folder.path().join("a.occ"));
        assert!(!card.is_taken(None));
        std::fs::write(&target, b"x").unwrap();
        card.path = target.display().to_string();
        assert!(card.is_taken(None));
        card.taken = None;
        assert!(!card.is_taken(Some(&target)), "it is the case's own file");
        for nothing in ["", "  ", "/"] {
            assert_eq!(target_of(&SaveAsUi { path: nothing.into(), ..card.clone() }), None, "{nothing:?}");
        }
    }
}
