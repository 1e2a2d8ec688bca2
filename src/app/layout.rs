//! Where everything is: bars, panels, pictures. Also hears the keys.
use super::action::{Action, action_of_key};
use super::desk::{Desk, ViewLayout};
use super::live::Live;
use super::map_panel::map_ui;
use super::panels;
use super::pictures::{Pictures, Places};
use super::theme;
use super::viewport::viewport_ui;
use egui::{CentralPanel, Frame, Margin, Panel, Rect, ScrollArea, Ui, pos2};

const LEFT_WIDTH: f32 = 252.0;
const RIGHT_WIDTH: f32 = 274.0;
/// Left free for the bar that scrolls.
const SCROLL_BAR: i8 = 8;

pub fn layout_ui(ui: &mut Ui, desk: &mut Desk, pictures: &mut Pictures, live: Option<&Live>) {
    keys(ui, desk);
    // The panels have no fill: the window is cleared to their colour, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(10, 0));
    let side = Frame::new().inner_margin(Margin::symmetric(10, 6));
    Panel::top("top").exact_size(38.0).frame(bar).show(ui, |ui| panels::top::top_ui(ui, desk));
    Panel::bottom("status").exact_size(24.0).frame(bar).show(ui, |ui| panels::status::status_ui(ui, desk));
    if desk.session.is_some() {
        let left = Panel::left("left").resizable(false).exact_size(LEFT_WIDTH).frame(side);
        left.show(ui, |ui| ScrollArea::vertical().show(ui, |ui| left_ui(ui, desk)));
        let right = Panel::right("right").resizable(false).exact_size(RIGHT_WIDTH).frame(side);
        right.show(ui, |ui| ScrollArea::vertical().show(ui, |ui| right_ui(ui, desk)));
    }
    CentralPanel::default().frame(Frame::NONE).show(ui, |ui| middle_ui(ui, desk, pictures, live));
    panels::notes::notes_ui(ui, desk);
    panels::keys::key_sheet_ui(ui, desk);
}

fn left_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.set_width(ui.available_width());
    panels::case::case_ui(ui, desk);
    panels::divider_ui(ui);
    panels::position::position_ui(ui, desk);
    panels::directions::directions_ui(ui, desk);
    panels::projection::projection_ui(ui, desk);
    panels::divider_ui(ui);
    panels::picture::picture_ui(ui, desk);
    panels::divider_ui(ui);
    panels::teeth::teeth_ui(ui, desk);
    panels::divider_ui(ui);
    panels::changes::changes_ui(ui, desk);
}

fn right_ui(ui: &mut Ui, desk: &mut Desk) {
    let margin = Margin { right: SCROLL_BAR, ..Margin::ZERO };
    Frame::new().inner_margin(margin).show(ui, |ui| panels::contacts::contacts_ui(ui, desk));
}

fn middle_ui(ui: &mut Ui, desk: &mut Desk, pictures: &mut Pictures, live: Option<&Live>) {
    let rect = ui.max_rect();
    pictures.places = Places::default();
    if desk.session.is_some() {
        let middle = rect.center().x;
        let (left, right) = (
            Rect::from_min_max(rect.min, pos2(middle - 0.5, rect.max.y)),
            Rect::from_min_max(pos2(middle + 0.5, rect.min.y), rect.max),
        );
        let (jaws, map) = match desk.layout {
            ViewLayout::Jaws => (Some(rect), None),
            ViewLayout::Split => (Some(left), Some(right)),
            ViewLayout::Map => (None, Some(rect)),
        };
        if map.is_none() {
            desk.pointed.map_place = None;
            desk.pointed.world = None;
        }
        if !desk.layout.shows_jaws() {
            desk.pointed.hit = None;
        }
        if let Some(rect) = jaws {
            viewport_ui(ui, desk, pictures, rect);
        }
        if let Some(rect) = map {
            map_ui(ui, desk, pictures, live, rect);
        }
        panels::teeth::naming_ui(ui, desk);
        panels::apart::apart_ui(ui, desk, jaws.unwrap_or(rect));
        panels::profile::profile_ui(ui, desk, jaws.unwrap_or(rect));
    } else {
        let [r, g, b] = theme::colors(ui.ctx()).background;
        ui.painter().rect_filled(rect, 0.0, egui::Color32::from_rgb(r, g, b));
        if !desk.is_loading() {
            panels::start::start_ui(ui, desk, rect);
        }
    }
    panels::start::loading_ui(ui, desk, rect);
    if !desk.is_loading() {
        panels::start::pending_ui(ui, desk, rect);
    }
    panels::messages::messages_ui(ui, desk, rect);
    panels::cases::cases_ui(ui, desk, rect);
    panels::start::hover_files_ui(ui, rect);
}

/// Keys mean something unless a field takes them.
fn keys(ui: &Ui, desk: &mut Desk) {
    // A question is answered first.
    if desk.save_as.is_some() || desk.leaving.is_some() {
        return;
    }
    let types = ui.ctx().text_edit_focused();
    let pressed: Vec<_> = ui.input(|i| {
        let key = |e: &egui::Event| match e {
            egui::Event::Key { key, pressed: true, repeat, modifiers, .. } => Some((*key, *repeat, *modifiers)),
            _ => None,
        };
        i.events.iter().filter_map(key).collect()
    });
    for (key, repeat, modifiers) in pressed {
        if types {
            // What is being typed is saved with the rest.
            let saves = action_of_key(key, modifiers).filter(|a| matches!(a, Action::Save | Action::SaveAs));
            saves.into_iter().for_each(|action| desk.wish(action));
            continue;
        }
        // Any key gives up the search for the first contact; the one that began it does nothing else, held or not.
        let gave_up = !repeat && desk.exact.interrupt_contact();
        if let Some(action) = action_of_key(key, modifiers)
            && (action != Action::FirstContact || !(gave_up || repeat))
        {
            desk.wish_by_key(action, repeat);
        }
    }
}
