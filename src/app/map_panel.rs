//! The flat map beside or instead of the jaws; pointing at one marks the place in the other.
use super::action::Action;
use super::desk::{Desk, ViewLayout};
use super::layer_card::card_ui;
use super::legend::{Strip, has_legend, legend_ui, scale_bar_ui};
use super::live::Live;
use super::pictures::{Pictures, Place};
use super::viewport::{gap_text, glass_text};
use super::{theme, zone_marks};
use crate::field::{PixelClass, Projection};
use crate::jaw::JawSide;
use crate::render::MapView;
use egui::{Align2, Button, Key, Pos2, Rect, Response, Sense, Stroke, Ui, pos2, vec2};
use glam::DVec2;

pub fn map_ui(ui: &mut Ui, desk: &mut Desk, pictures: &mut Pictures, live: Option<&Live>, rect: Rect) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    // Beside the jaws their legend is enough.
    let with_legend = desk.layout == ViewLayout::Map && desk.session.as_ref().is_some_and(|s| has_legend(s.settings()));
    let strip = Strip::new(rect, with_legend);
    pictures.places.map = Some(Place::new(rect, ppp, strip.margins(ppp)));
    let response = ui.interact(rect, ui.scope_id().with("map"), Sense::click_and_drag());
    let switch = Rect::from_min_size(pos2(rect.right() - 82.0, rect.top() + 10.0), vec2(70.0, 24.0));
    let on_map = |p: &Pos2| response.contains_pointer() && !switch.contains(*p);
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(on_map);
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
    if let Some(maps) = maps {
        zone_marks::on_map_ui(ui, desk, (&view, &maps.projection), rect);
    }
    switch_ui(ui, desk, switch);
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
        let text = probe.and_then(|probe| match probe.class {
            PixelClass::None => None,
            PixelClass::UpperOnly => Some("upper jaw only".to_owned()),
            PixelClass::LowerOnly => Some("lower jaw only".to_owned()),
            PixelClass::Unsolved => Some("undecided".to_owned()),
            PixelClass::Clear | PixelClass::Interfering => Some(gap_text(probe.gap_mm)),
        });
        if let Some(text) = text {
            glass_text(ui, strip.read_out, Align2::LEFT_CENTER, &text, 13.0);
        }
        if response.clicked() {
            desk.layers.toggle_kept(&maps.projection);
        }
    }
    if ui.input(|i| i.key_pressed(Key::Escape)) {
        desk.layers.let_go();
    }
    if let Some(maps) = maps {
        layers_ui(ui, desk, (&view, &maps.projection), (rect, strip.height, cursor));
    }
}

fn switch_ui(ui: &mut Ui, desk: &mut Desk, rect: Rect) {
    let on = desk.layers.is_enabled();
    ui.painter().rect_filled(rect, 4.0, theme::colors(ui.ctx()).glass);
    let response = ui.put(rect, Button::selectable(on, "Layers"));
    let hint = "Rest the pointer on the map: every surface that the ray of this pixel meets, in order. \
                A click keeps the ray while the jaw moves.";
    if response.on_hover_text(hint).clicked() {
        desk.wish(Action::ShowLayers(!on));
    }
}

/// The layers of the ray that is pointed at, or kept: then with a ring where it is.
fn layers_ui(
    ui: &Ui,
    desk: &Desk,
    (view, projection): (&MapView, &Projection),
    (rect, strip, cursor): (Rect, f32, Option<Pos2>),
) {
    let ppp = ui.ctx().pixels_per_point();
    let kept = desk.layers.kept().map(|world| {
        let at = view.view_from_map(projection, projection.map_from_world(world).0);
        rect.min + vec2(at.x as f32, at.y as f32) / ppp
    });
    if let Some(at) = kept {
        let painter = ui.painter_at(rect);
        painter.circle_stroke(at, 7.0, Stroke::new(3.5, theme::colors(ui.ctx()).glass));
        painter.circle_stroke(at, 7.0, Stroke::new(1.5, theme::colors(ui.ctx()).accent));
    }
    let (Some(at), Some(session), Some(shown)) = (kept.or(cursor), &desk.session, desk.layers.reading()) else {
        return;
    };
    card_ui(ui, (rect, strip, at), session.pair(), shown, kept.is_some());
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
