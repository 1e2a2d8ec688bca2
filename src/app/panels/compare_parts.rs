//! What the tabs of the card of comparisons have in common.
use crate::app::actions::{CaseAction, FileAction};
use crate::app::state::compare::{CompareFormat, CompareWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::section::state_line_ui;
use crate::base::words::say;
use egui::{Button, Rect, RichText, Ui, UiBuilder};

pub fn wish(desk: &Desk, wish: CompareWish) {
    desk.wish(CaseAction::Compare(wish));
}

/// A part of the card, which is laid out by itself.
pub fn part(ui: &mut Ui, rect: Rect, name: &'static str) -> Ui {
    let mut part = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(("compare", name)));
    part.spacing_mut().item_spacing.y = 3.0;
    part
}

/// How far the work is, with a way to give it up; false where nothing is worked on.
pub fn progress_ui(ui: &mut Ui, desk: &Desk, progress: Option<(&'static str, f64)>) -> bool {
    if let Some((stage, fraction)) = progress {
        if ui.button(say!("bites-cancel")).clicked() {
            wish(desk, CompareWish::GiveUp);
        }
        state_line_ui(ui, stage, Some(fraction));
    }
    progress.is_some()
}

/// Whether the teeth are painted by what differs. It is not said that they are while what was found is of something else.
pub fn paint_ui(ui: &mut Ui, desk: &Desk, open: &Open, hint: &str) {
    let compare = &open.compare;
    let can_paint = compare.painted().is_some() || !compare.has_found();
    let button = Button::selectable(compare.paints && can_paint, RichText::new(say!("compare-paint-button")).small());
    if ui.add_enabled(can_paint || !compare.paints, button).on_hover_text(hint).clicked() {
        wish(desk, CompareWish::Paint(!compare.paints));
    }
}

/// Files of what was found.
pub fn save_ui(ui: &mut Ui, desk: &Desk) {
    ui.spacing_mut().item_spacing.x = 3.0;
    ui.label(RichText::new(say!("section-save-as")).small());
    for format in CompareFormat::ALL {
        if ui.add(Button::new(format.name()).small()).on_hover_text(say!("compare-save-hint")).clicked() {
            desk.wish(FileAction::SaveComparison(format));
        }
    }
}
