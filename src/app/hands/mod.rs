//! Hands at work: the mouse on the pictures and the keys. They alone change the open case while a frame is laid out, so that the
//! picture of that frame shows what the hand has just made; everything else waits for `update`.
pub mod axis;
pub mod jaws;
pub mod keys;
pub mod map;
pub mod measure;
pub mod ortho;
mod pad;
pub mod pins;
pub mod section;
mod surface;
pub mod trim;

use super::panels::layout::{Middle, around_ui, over_ui, sheets_ui};
use super::panels::{
    Panels, compare as compare_card, map_panel, motion as motion_card, over_jaws, section as section_card,
};
use super::stage::live::Live;
use super::stage::pictures::Pictures;
use super::stage::place::Places;
use super::state::{Desk, Pane};
use super::widgets::theme;
use egui::{CentralPanel, Frame, Ui};

/// Lays the window out: the panels read the desk, and in the middle the hands change it.
pub fn lay_out(ui: &mut Ui, desk: &mut Desk, panels: &mut Panels, stage: (&mut Pictures, Option<&Live>)) {
    desk.meters.width = ui.ctx().content_rect().width();
    theme::move_less(ui.ctx(), desk.habits.less_motion);
    keys::hear(ui, desk);
    around_ui(ui, desk, panels);
    CentralPanel::default().frame(Frame::NONE).show(ui, |ui| middle_ui(ui, desk, panels, stage));
    sheets_ui(ui, desk, panels);
}

fn middle_ui(ui: &mut Ui, desk: &mut Desk, panels: &mut Panels, (pictures, live): (&mut Pictures, Option<&Live>)) {
    let middle = Middle::of(desk, ui.max_rect());
    pictures.places = Places::default();
    forget_what_is_not_shown(desk, &middle);
    for (pane, rect) in middle.panes() {
        let is_over = jaws::at_work(ui, desk, pictures, (pane, rect));
        over_jaws::over_jaws_ui(ui, desk, panels, (pane, rect), is_over);
    }
    if let Some(rect) = middle.map {
        let pointed = map::at_work(ui, desk, (pictures, live), rect);
        map_panel::over_map_ui(ui, desk, panels, (live, &pointed), rect);
    }
    if let Some(rect) = middle.section {
        section::at_work(ui, desk, section_card::picture_place(rect));
        section_card::section_ui(ui, desk, rect);
    }
    if let Some(rect) = middle.motion {
        motion_card::motion_ui(ui, desk, rect);
    }
    if let Some(rect) = middle.compare {
        compare_card::compare_ui(ui, desk, rect);
    }
    over_ui(ui, desk, panels, &middle);
}

fn forget_what_is_not_shown(desk: &mut Desk, middle: &Middle) {
    let Some(open) = &mut desk.open else { return };
    let pointed = &mut open.hand.pointed;
    if middle.map.is_none() {
        (pointed.map_place, pointed.world) = (None, None);
    }
    let is_shown = |pane: Pane| middle.panes().any(|(shown, _)| shown == pane);
    if !is_shown(pointed.pane) {
        (pointed.hit, pointed.pane) = (None, Pane::default());
    }
    if !is_shown(open.hand.pane) {
        open.hand.pane = Pane::default();
    }
}
