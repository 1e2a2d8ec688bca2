//! Cards about case files: where to save, unsaved changes, a case to recover.
use crate::app::actions::{Action, CrashAnswer, FileAction, ProgramAction};
use crate::app::state::case::CaseId;
use crate::app::state::leave::LeaveAnswer;
use crate::app::state::save_as::target;
use crate::app::state::{Desk, Open};
use crate::app::widgets::area::{settle, sheet};
use crate::app::widgets::theme;
use crate::base::words::say;
use egui::{Align2, Area, Button, Frame, Id, Key, Margin, Order, Rect, RichText, Stroke, TextEdit, Ui, vec2};
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
    match desk.safety.offer() {
        Some(time) => recovery_ui(ui, desk, rect, &time),
        None => crashes_ui(ui, desk, rect),
    }
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
    let modal = sheet(ui, Id::unique("save as"), |ui| {
        ui.set_width(480.0);
        ui.label(RichText::new(say!("cases-save-case")).heading());
        ui.add_space(4.0);
        ui.label(RichText::new(say!("cases-file")).small().weak());
        let response = ui
            .horizontal(|ui| {
                let field = TextEdit::singleline(&mut card.path).desired_width(ui.available_width() - 90.0);
                let response = ui.add(field).accessible_name(say!("cases-file"));
                if ui.add_sized([80.0, 20.0], Button::new(say!("cases-browse"))).clicked() {
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
        let hint = if can_refer { say!("cases-scans-inside-one-file") } else { say!("cases-scans-not-files-their") };
        ui.add_enabled(can_refer, egui::Checkbox::new(&mut embed, say!("cases-scans-inside-file"))).on_hover_text(hint);
        card.embed = embed;
        let (target, taken) = (target(&card.path), card.is_taken(own));
        let colors = theme::colors(ui.ctx());
        let (note, color) = match (&target, taken) {
            (None, _) => (say!("cases-name-needed"), colors.touching),
            (_, true) => (say!("cases-file-this-name-would"), colors.touching),
            _ if !card.embed => (say!("cases-paths-both-scans-written"), colors.weak),
            _ => (say!("cases-names-scans-files-not"), colors.weak),
        };
        ui.label(RichText::new(note).small().color(color));
        ui.add_space(6.0);
        let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        ui.horizontal(|ui| {
            let label = if taken { say!("cases-replace") } else { say!("cases-save") };
            let save = ui.add_enabled(target.is_some(), Button::new(label).min_size(vec2(90.0, 24.0)));
            // A file that is there is not replaced by a mere Enter.
            if let Some(path) = target.filter(|_| save.clicked() || entered && !taken) {
                wish = Some(FileAction::SaveTo { path, refers: !card.embed });
            }
            if ui.add(Button::new(say!("cases-cancel")).min_size(vec2(90.0, 24.0))).clicked() {
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
        Action::Program(ProgramAction::Quit) => say!("cases-before-program-ends"),
        Action::File(FileAction::Close) => say!("cases-before-closed"),
        _ => say!("cases-before-another-case-opened"),
    };
    let name = open.name();
    let mut answer = None;
    let modal = sheet(ui, Id::unique("leaving"), |ui| {
        ui.set_width(420.0);
        ui.label(RichText::new(say!("cases-save-changes")).heading());
        ui.add_space(2.0);
        ui.add(egui::Label::new(say!("cases-has-changes-not-saved", name = name, question = question)).wrap());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            for (label, given) in [
                (say!("cases-save"), LeaveAnswer::Save),
                (say!("cases-do-not-save"), LeaveAnswer::Discard),
                (say!("cases-cancel"), LeaveAnswer::Stay),
            ] {
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

fn recovery_ui(ui: &Ui, desk: &Desk, rect: Rect, time: &str) {
    offer_ui(ui, "recovery", rect, |ui| {
        ui.label(RichText::new(say!("cases-program-ended-unsaved-changes")).strong());
        ui.horizontal_wrapped(|ui| {
            if ui.button(say!("cases-recover-case", time = time)).clicked() {
                desk.wish(FileAction::Recover);
            }
            if ui.button(say!("cases-discard")).on_hover_text(say!("cases-removes-good")).clicked() {
                desk.wish(FileAction::DiscardRecovery);
            }
            if ui.button(say!("cases-later")).on_hover_text(say!("cases-asks-again-next-start")).clicked() {
                desk.wish(FileAction::RecoverLater);
            }
        });
    });
}

/// The program had a fault of its own the last time, and wrote down where.
fn crashes_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    if desk.safety.crashes.is_empty() {
        return;
    }
    offer_ui(ui, "crashes", rect, |ui| {
        ui.label(RichText::new(say!("cases-program-met-fault")).strong());
        ui.add(egui::Label::new(RichText::new(say!("cases-what-report-holds")).small()).wrap());
        ui.horizontal_wrapped(|ui| {
            for (label, answer) in [
                (say!("cases-show-report"), CrashAnswer::Show),
                (say!("cases-remove-report"), CrashAnswer::Remove),
                (say!("cases-keep-report"), CrashAnswer::Keep),
            ] {
                if ui.button(label).clicked() {
                    desk.wish(FileAction::Crashes(answer));
                }
            }
        });
    });
}

/// Over the upper edge of the picture, until it is answered.
fn offer_ui(ui: &Ui, id: &str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let colors = theme::colors(ui.ctx());
    let width = (rect.width() - 24.0).min(460.0);
    let area = Area::new(Id::unique(id))
        .order(Order::Foreground)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(rect.center_top() + vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.accent)).corner_radius(6);
            frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
                ui.set_max_width(width);
                add(ui);
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
