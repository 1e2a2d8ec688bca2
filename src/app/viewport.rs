//! The jaws in the middle of the window: the picture, the hands on it, the read-outs over it.
use super::action::Action;
use super::desk::Desk;
use super::handles::handles_ui;
use super::hands::{Drag, Pointer};
use super::legend::{Strip, has_legend, legend_ui, scale_bar_ui};
use super::panels::apart::is_far;
use super::pictures::{Pictures, Place};
use super::projection_arrow::projection_arrow_ui;
use super::{text, theme, zone_marks};
use crate::jaw::JawSide;
use crate::render::Margins;
use crate::session::motion;
use egui::{Align2, CursorIcon, FontId, Key, PointerButton, Pos2, Rect, Response, Sense, Stroke, Ui, vec2};
use glam::DVec2;
use std::time::Instant;

/// Zoom for one line of the wheel.
const ZOOM_PER_LINE: f64 = 1.12;

pub fn viewport_ui(ui: &mut Ui, desk: &mut Desk, pictures: &mut Pictures, rect: Rect) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let with_legend = desk.session.as_ref().is_some_and(|s| has_legend(s.settings()));
    let strip = Strip::new(rect, with_legend);
    // The notice that the jaws are far from each other lies along the upper edge.
    let far = desk.figures.metrics.as_ref().is_some_and(is_far);
    let top = if far { (100.0 * ppp).round() as u32 } else { 0 };
    let place = Place::new(rect, ppp, Margins { top, ..strip.margins(ppp) });
    let size = place.size;
    pictures.places.jaws = Some(place);
    let response = ui.interact(rect, ui.scope_id().with("jaws"), Sense::click_and_drag());
    let view = View { rect, size, ppp };
    hands_ui(ui, desk, pictures, &response, &view);
    overlays_ui(ui, desk, rect, &strip, response.contains_pointer());
}

/// Where the picture is on the screen.
struct View {
    rect: Rect,
    size: [u32; 2],
    ppp: f64,
}

impl View {
    fn pointer(&self, at: Pos2, fine: bool) -> Pointer {
        let place = at - self.rect.min;
        let at = DVec2::new(f64::from(place.x), f64::from(place.y)) * self.ppp;
        Pointer { at, size: self.size, pixels_per_point: self.ppp, fine }
    }
}

fn hands_ui(ui: &Ui, desk: &mut Desk, pictures: &mut Pictures, response: &Response, view: &View) {
    let (events, fine, latest) = ui.input(|i| (i.events.clone(), i.modifiers.shift, i.pointer.latest_pos()));
    // One by one and in order: on a slow machine a whole drag may happen between two frames.
    for event in &events {
        hear(ui, desk, pictures, view, event, fine);
    }
    let over = response.contains_pointer();
    if let Some(at) = latest.filter(|_| over && desk.drag.is_none()) {
        let pointer = view.pointer(at, fine);
        wheel(ui, desk, &pointer);
        pictures.ask_hover(pointer.at);
        if response.clicked() && desk.teeth.is_naming {
            desk.click_tooth(pictures.pick(pointer.at), at);
        }
        if response.double_clicked()
            && let Some(hit) = pictures.pick(pointer.at)
        {
            desk.camera.focus(hit.point);
            desk.moved_at = Instant::now();
        }
    }
    if !over {
        desk.pointed.hit = None;
    }
    // A button that was let go where nobody could hear it.
    if desk.drag.is_some() && !ui.input(|i| i.pointer.any_down()) {
        let_go(desk);
    }
    cursor(ui, desk, over);
}

fn hear(ui: &Ui, desk: &mut Desk, pictures: &Pictures, view: &View, event: &egui::Event, fine: bool) {
    match *event {
        egui::Event::PointerButton { pos, button, pressed: true, modifiers } if desk.drag.is_none() => {
            let on_top = ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
            if view.rect.contains(pos) && on_top {
                let turn = modifiers.command || modifiers.ctrl;
                let pointer = view.pointer(pos, fine);
                // The field opens when the button is let go: else that would take the keyboard from it again.
                let names = button == PointerButton::Primary && desk.teeth.is_naming;
                if names && desk.would_name(pictures.pick(pointer.at)) {
                    return;
                }
                press(desk, pictures, &pointer, button, turn);
            }
        }
        egui::Event::PointerMoved(pos) => follow(desk, &view.pointer(pos, fine)),
        egui::Event::PointerButton { pos, pressed: false, .. } if desk.drag.is_some() => {
            follow(desk, &view.pointer(pos, fine));
            let_go(desk);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. } => {
            desk.selected &= desk.drag.is_some();
            let held = desk.drag.take().is_some_and(|d| d.holds_jaw());
            if let Some(session) = desk.session.as_mut().filter(|_| held) {
                session.cancel_gesture();
                desk.moved_at = Instant::now();
            }
        }
        _ => {}
    }
}

/// A button went down over the picture: what it takes hold of.
fn press(desk: &mut Desk, pictures: &Pictures, pointer: &Pointer, button: PointerButton, turn: bool) {
    let handles = desk.handles(pointer.size, pointer.pixels_per_point);
    let Some(session) = &mut desk.session else { return };
    if let (PointerButton::Primary, Some(handles)) = (button, handles)
        && let Some(handle) = handles.at(pointer.at)
    {
        desk.drag = Some(Drag::grab_handle(session, pointer, handle, handles));
        return;
    }
    let hit = pictures.pick(pointer.at);
    desk.drag = match (button, hit) {
        (PointerButton::Primary, Some(hit)) if hit.side == JawSide::Lower => {
            Some(Drag::grab_jaw(session, pointer, hit.point, turn))
        }
        (PointerButton::Primary, _) => {
            // The middle of what is not covered: there the jaws are.
            let (_, shift) = pictures.places.jaws.map(|p| p.margins.free(p.size)).unwrap_or_default();
            let middle = 0.5 * DVec2::new(f64::from(pointer.size[0]), f64::from(pointer.size[1])) + shift;
            let pivot = desk.camera.point_in_target_plane(middle, pointer.size);
            Some(Drag::Orbit { last: pointer.at, pivot, moved: false })
        }
        (PointerButton::Middle | PointerButton::Secondary, hit) => {
            Some(Drag::Pan { last: pointer.at, grabbed: hit.map(|h| h.point) })
        }
        _ => None,
    };
}

fn follow(desk: &mut Desk, pointer: &Pointer) {
    let (Some(mut drag), Some(session)) = (desk.drag, &mut desk.session) else { return };
    let before = (session.upper_from_lower(), desk.camera);
    drag.follow(session, &mut desk.camera, pointer);
    if before != (session.upper_from_lower(), desk.camera) {
        desk.moved_at = Instant::now();
    }
    desk.drag = Some(drag);
}

fn let_go(desk: &mut Desk) {
    let Some(drag) = desk.drag.take() else { return };
    desk.selected = drag.click().unwrap_or(desk.selected);
    if let Some(session) = desk.session.as_mut().filter(|_| drag.holds_jaw()) {
        session.end_gesture();
    }
}

fn wheel(ui: &Ui, desk: &mut Desk, pointer: &Pointer) {
    // Raw events: a notch is a step, not a glide over several frames.
    let (lines, alt) = ui.input(|i| {
        let lines = i.events.iter().map(|e| match e {
            egui::Event::MouseWheel { unit, delta, .. } => {
                let amount = f64::from(if delta.y == 0.0 { delta.x } else { delta.y });
                amount
                    * match unit {
                        egui::MouseWheelUnit::Line => 1.0,
                        egui::MouseWheelUnit::Point => 0.02,
                        egui::MouseWheelUnit::Page => 10.0,
                    }
            }
            _ => 0.0,
        });
        (lines.sum::<f64>(), i.modifiers.alt)
    });
    if lines == 0.0 || desk.session.is_none() {
        return;
    }
    let factor = if pointer.fine { motion::FINE } else { 1.0 };
    desk.moved_at = Instant::now();
    if alt {
        desk.wheel_rest += lines;
        let steps = desk.wheel_rest.trunc();
        desk.wheel_rest -= steps;
        if steps != 0.0 {
            desk.wish(Action::Raise(steps * factor));
        }
    } else {
        desk.camera.zoom(pointer.at, ZOOM_PER_LINE.powf(lines * factor), pointer.size);
    }
}

fn cursor(ui: &Ui, desk: &Desk, over: bool) {
    let icon = match desk.drag {
        Some(drag) if drag.holds_jaw() => CursorIcon::Grabbing,
        Some(Drag::Pan { .. }) => CursorIcon::Move,
        None if over && desk.pointed.hit.is_some_and(|h| h.side == JawSide::Lower) => CursorIcon::Grab,
        _ => return,
    };
    ui.ctx().set_cursor_icon(icon);
}

fn overlays_ui(ui: &mut Ui, desk: &Desk, rect: Rect, strip: &Strip, over: bool) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let size = Place::new(rect, ppp, Margins::default()).size;
    let mm_per_point = desk.mm_per_px(size) * ppp;
    let Some(session) = &desk.session else { return };
    if let Some(plate) = strip.legend {
        legend_ui(ui, session.settings(), plate);
    }
    scale_bar_ui(ui, rect, strip.scale_bar, mm_per_point);
    read_out_ui(ui, desk, strip.read_out);
    mark_ui(ui, desk, rect);
    zone_marks::in_view_ui(ui, desk, rect);
    if desk.show_projection {
        projection_arrow_ui(ui, desk, rect);
    }
    if let Some(handles) = desk.handles(size, ppp) {
        let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|_| over && desk.drag.is_none());
        let place = cursor.map(|p| DVec2::new(f64::from(p.x - rect.min.x), f64::from(p.y - rect.min.y)) * ppp);
        let hot = place.and_then(|p| handles.at(p));
        if hot.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        // While the jaw is moved otherwise they would only be in the way.
        let held = desk.drag.and_then(|d| d.handle());
        if held.is_some() || !desk.moves_jaw() {
            handles_ui(ui, &handles, rect, held, hot);
        }
    }
    if let Some(text) = desk.drag.and_then(|d| d.read_out(session))
        && let Some(at) = ui.input(|i| i.pointer.latest_pos())
    {
        let right = at.x < rect.right() - 190.0;
        let (anchor, shift) = if right { (Align2::LEFT_TOP, 18.0) } else { (Align2::RIGHT_TOP, -18.0) };
        glass_text(ui, at + vec2(shift, 16.0), anchor, &text, 13.0);
    }
}

/// The place pointed at on the map, or that of the first contact. The picture has a ring on the surface; these arms are seen through the jaws.
fn mark_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let ppp = ui.ctx().pixels_per_point();
    let size = Place::new(rect, f64::from(ppp), Margins::default()).size;
    let Some(at) = desk.marked().and_then(|world| desk.camera.project(world, size)) else { return };
    let at = rect.min + vec2(at.x as f32, at.y as f32) / ppp;
    let painter = ui.painter_at(rect);
    for (width, color) in [(3.5, theme::colors(ui.ctx()).glass), (1.5, theme::colors(ui.ctx()).accent)] {
        for arm in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
            painter.line_segment([at + arm * 12.0, at + arm * 22.0], Stroke::new(width, color));
        }
    }
}

/// Gap under the cursor, at a fixed place so that nothing jumps.
fn read_out_ui(ui: &Ui, desk: &Desk, at: Pos2) {
    let Some(hit) = desk.pointed.hit.filter(|_| desk.drag.is_none()) else { return };
    let jaw = match hit.side {
        JawSide::Upper => "upper",
        JawSide::Lower => "lower",
    };
    let tooth = desk.session.as_ref().and_then(|session| desk.teeth.name_at(session, &hit));
    let place = tooth.map_or_else(|| jaw.to_owned(), |tooth| format!("{jaw} {tooth}"));
    glass_text(ui, at, Align2::LEFT_CENTER, &format!("{place}: {}", gap_text(hit.gap_mm)), 13.0);
}

/// "gap 0.043 mm", "depth 0.021 mm", "no gap within the range".
pub fn gap_text(gap_mm: Option<f64>) -> String {
    match gap_mm {
        Some(gap) if gap < 0.0 => format!("gap {} mm (inside)", text::plain(gap, 3)),
        Some(gap) => format!("gap {} mm", text::plain(gap, 3)),
        None => "no gap within the range".into(),
    }
}

/// Text on a plate that keeps it readable over any picture.
pub fn glass_text(ui: &Ui, at: Pos2, anchor: Align2, text: &str, size: f32) -> Rect {
    let colors = theme::colors(ui.ctx());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), colors.text);
    let rect = anchor.anchor_size(at, galley.size() + vec2(14.0, 8.0));
    ui.painter().rect_filled(rect, 4.0, colors.glass);
    ui.painter().galley(rect.min + vec2(7.0, 4.0), galley, colors.text);
    rect
}
