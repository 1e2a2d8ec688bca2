//! Where everything is: bars, columns, pictures, and what lies over them.
use super::*;
use crate::app::state::{Desk, ViewLayout};
use crate::app::widgets::section::divider_ui;
use crate::app::widgets::theme;
use egui::{Frame, Margin, Panel, Rect, ScrollArea, Ui, pos2};

const LEFT_WIDTH: f32 = 252.0;
const RIGHT_WIDTH: f32 = 274.0;
/// Left free for the bar that scrolls.
const SCROLL_BAR: i8 = 8;

/// The pictures that are shown, in the middle of the window.
#[derive(Clone, Copy, Debug)]
pub struct Middle {
    pub whole: Rect,
    pub jaws: Option<Rect>,
    pub map: Option<Rect>,
}

impl Middle {
    pub fn of(desk: &Desk, whole: Rect) -> Self {
        let middle = whole.center().x;
        let left = Rect::from_min_max(whole.min, pos2(middle - 0.5, whole.max.y));
        let right = Rect::from_min_max(pos2(middle + 0.5, whole.min.y), whole.max);
        let (jaws, map) = match desk.layout {
            ViewLayout::Jaws => (Some(whole), None),
            ViewLayout::Split => (Some(left), Some(right)),
            ViewLayout::Map => (None, Some(whole)),
        };
        let is_open = desk.open.is_some();
        Self { whole, jaws: jaws.filter(|_| is_open), map: map.filter(|_| is_open) }
    }
}

/// The bars above and below, the columns at the sides.
pub fn around_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    // The panels have no fill: the window is cleared to their colour, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(10, 0));
    let side = Frame::new().inner_margin(Margin::symmetric(10, 6));
    Panel::top("top").exact_size(38.0).frame(bar).show(ui, |ui| top::top_ui(ui, desk, &mut panels.views));
    Panel::bottom("status").exact_size(24.0).frame(bar).show(ui, |ui| status::status_ui(ui, desk));
    if desk.open.is_some() {
        let left = Panel::left("left").resizable(false).exact_size(LEFT_WIDTH).frame(side);
        left.show(ui, |ui| ScrollArea::vertical().show(ui, |ui| left_ui(ui, desk, panels)));
        let right = Panel::right("right").resizable(false).exact_size(RIGHT_WIDTH).frame(side);
        right.show(ui, |ui| ScrollArea::vertical().show(ui, |ui| right_ui(ui, desk, panels)));
    }
}

fn left_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    ui.set_width(ui.available_width());
    case::case_ui(ui, desk);
    divider_ui(ui);
    position::position_ui(ui, desk);
    directions::directions_ui(ui, desk, &mut panels.directions);
    projection::projection_ui(ui, desk, &mut panels.projection);
    divider_ui(ui);
    picture::picture_ui(ui, desk);
    divider_ui(ui);
    teeth::teeth_ui(ui, desk);
    divider_ui(ui);
    changes::changes_ui(ui, desk);
}

fn right_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    let margin = Margin { right: SCROLL_BAR, ..Margin::ZERO };
    Frame::new().inner_margin(margin).show(ui, |ui| contacts::contacts_ui(ui, desk, &mut panels.zones));
}

/// What lies over the pictures, or is there in their stead.
pub fn over_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels, middle: &Middle) {
    let rect = middle.whole;
    if desk.open.is_some() {
        teeth::naming_ui(ui, desk, &mut panels.naming);
        bite::bite_ui(ui, desk, middle.jaws.unwrap_or(rect));
        apart::apart_ui(ui, desk, middle.jaws.unwrap_or(rect));
        profile::profile_ui(ui, desk, middle.jaws.unwrap_or(rect));
    } else {
        let [r, g, b] = theme::colors(ui.ctx()).background;
        ui.painter().rect_filled(rect, 0.0, egui::Color32::from_rgb(r, g, b));
        if !desk.is_loading() {
            start::start_ui(ui, desk, rect);
        }
    }
    start::loading_ui(ui, desk, rect);
    if !desk.is_loading() {
        start::pending_ui(ui, desk, rect);
    }
    messages::messages_ui(ui, desk, rect);
    cases::cases_ui(ui, desk, &mut panels.save_as, rect);
    start::hover_files_ui(ui, rect);
}

/// Windows and sheets over everything.
pub fn sheets_ui(ui: &mut Ui, desk: &Desk, panels: &mut Panels) {
    notes::notes_ui(ui, desk, &mut panels.notes);
    keys::key_sheet_ui(ui, desk, &mut panels.keys);
}
