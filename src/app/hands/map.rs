//! The hands on the flat map: they move and zoom it, and point.
use super::pad::Gesture;
use crate::app::panels::map_panel::{PointedAt, strip};
use crate::app::stage::live::Live;
use crate::app::stage::pictures::Pictures;
use crate::app::stage::place::Place;
use crate::app::state::{Desk, Open, Pane};
use crate::base::words::say;
use crate::jaw::JawSide;
use egui::{Key, Pos2, Rect, Response, Sense, Ui};
use glam::DVec2;

pub fn at_work(ui: &Ui, desk: &mut Desk, (pictures, live): (&mut Pictures, Option<&Live>), rect: Rect) -> PointedAt {
    let layout = desk.layout;
    let Some(open) = &mut desk.open else { return PointedAt::default() };
    let ppp = f64::from(ui.ctx().pixels_per_point());
    pictures.places.map = Some(Place::new(rect, ppp, strip(open, layout, rect).margins(ppp)));
    let response = ui.interact(rect, ui.scope_id().with("map"), Sense::click_and_drag());
    let response = response.accessible_name(say!("access-map"));
    let on_map = |_: &Pos2| response.contains_pointer();
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(on_map);
    let at = cursor.map(|p| DVec2::new(f64::from(p.x - rect.min.x), f64::from(p.y - rect.min.y)) * ppp);
    move_map(ui, open, &response, at, ppp);
    let mut pointed = PointedAt { cursor, probe: None };
    point(open, live, at, response.clicked(), &mut pointed);
    if ui.input(|i| i.key_pressed(Key::Escape)) {
        open.layers.let_go();
    }
    pointed
}

/// What the cursor is on, here and in the world.
fn point(open: &mut Open, live: Option<&Live>, at: Option<DVec2>, clicked: bool, pointed: &mut PointedAt) {
    (open.hand.pointed.map_place, open.hand.pointed.world) = (None, None);
    let maps = live.and_then(Live::maps);
    let (Some(at), Some(maps), Some(live), Some(view)) = (at, maps, live, &open.view.map) else { return };
    let place = view.map_from_view(&maps.projection, at);
    pointed.probe = live.probe_map(place.x, place.y);
    open.hand.pointed.map_place = Some(place);
    open.hand.pointed.world = pointed.probe.and_then(|p| match open.front_jaw(Pane::Jaws) {
        JawSide::Upper => p.upper.or(p.lower),
        JawSide::Lower => p.lower.or(p.upper),
    });
    if clicked {
        open.layers.toggle_kept(&maps.projection);
    }
}

fn move_map(ui: &Ui, open: &mut Open, response: &Response, at: Option<DVec2>, ppp: f64) {
    let Some(view) = &mut open.view.map else { return };
    let moved = response.drag_delta();
    if response.dragged() && moved != egui::Vec2::ZERO {
        view.pan(DVec2::new(f64::from(moved.x), f64::from(moved.y)) * ppp);
        open.view.map_moved = true;
    }
    if response.double_clicked() {
        open.view.map_moved = false;
    }
    let Some(at) = at else { return };
    let scroll = ui.input(|i| f64::from(i.smooth_scroll_delta().y));
    let pinched = ui.input(|i| Gesture::of(&i.events).zoom);
    if scroll != 0.0 || pinched != 1.0 {
        view.zoom(at, (scroll * 0.004).exp() * pinched);
        open.view.map_moved = true;
    }
}
