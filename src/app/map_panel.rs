//! The flat map beside or instead of the jaws; pointing at one marks the place in the other.
use super::desk::{Desk, ViewLayout};
use super::legend::{Strip, has_legend, legend_ui, scale_bar_ui};
use super::live::Live;
use super::pictures::{Pictures, Place};
use super::theme;
use super::viewport::{gap_text, glass_text};
use crate::field::PixelClass;
use crate::jaw::JawSide;
use egui::{Align2, Rect, Response, Sense, Ui};
use glam::DVec2;

pub fn map_ui(ui: &mut Ui, desk: &mut Desk, pictures: &mut Pictures, live: Option<&Live>, rect: Rect) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    // Beside the jaws their legend is enough.
    let with_legend = desk.layout == ViewLayout::Map && desk.session.as_ref().is_some_and(|s| has_legend(s.settings()));
    let strip = Strip::new(rect, with_legend);
    pictures.places.map = Some(Place::new(rect, ppp, strip.margins(ppp)));
    let response = ui.interact(rect, ui.scope_id().with("map"), Sense::click_and_drag());
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|_| response.contains_pointer());
    let at = cursor.map(|p| DVec2::new(f64::from(p.x - rect.min.x), f64::from(p.y - rect.min.y)) * ppp);
    hands_ui(ui, desk, &response, at, ppp);
    let maps = live.and_then(Live::maps);
    let Some(view) = desk.map_view.clone().filter(|_| maps.is_some()) else {
        let colors = theme::colors(ui.ctx());
        let text = "Nothing is within the range: there is no map.";
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, egui::FontId::proportional(13.0), colors.weak);
        return;
    };
    scale_bar_ui(ui, rect, strip.scale_bar, view.mm_per_px * ppp);
    if let (Some(plate), Some(session)) = (strip.legend, &desk.session) {
        legend_ui(ui, session.settings(), plate);
    }
    desk.pointed.map_place = None;
    desk.pointed.world = None;
    if let (Some(at), Some(maps), Some(live)) = (at, maps, live) {
        let place = view.map_from_view(&maps.projection, at);
        desk.pointed.map_place = Some(place);
        let probe = live.probe_map(place.x, place.y);
        desk.pointed.world = probe.and_then(|p| match desk.front_jaw() {
            JawSide::Upper => p.upper.or(p.lower),
            JawSide::Lower => p.lower.or(p.upper),
        });
        if let Some(probe) = probe {
            let text = match probe.class {
                PixelClass::None => return,
                PixelClass::UpperOnly => "upper jaw only".to_owned(),
                PixelClass::LowerOnly => "lower jaw only".to_owned(),
                PixelClass::Unsolved => "undecided".to_owned(),
                PixelClass::Clear | PixelClass::Interfering => gap_text(probe.gap_mm),
            };
            glass_text(ui, strip.read_out, Align2::LEFT_CENTER, &text, 13.0);
        }
    }
}

fn hands_ui(ui: &Ui, desk: &mut Desk, response: &Response, at: Option<DVec2>, ppp: f64) {
    let Some(view) = &mut desk.map_view else { return };
    let moved = response.drag_delta();
    if response.dragged() && moved != egui::Vec2::ZERO {
        view.pan(DVec2::new(f64::from(moved.x), f64::from(moved.y)) * ppp);
        desk.map_moved = true;
    }
    if response.double_clicked() {
        desk.map_moved = false;
    }
    let Some(at) = at else { return };
    let scroll = ui.input(|i| f64::from(i.smooth_scroll_delta().y));
    if scroll != 0.0 {
        view.zoom(at, (scroll * 0.004).exp());
        desk.map_moved = true;
    }
}
