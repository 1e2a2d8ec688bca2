//! The hands on the section's picture: they zoom and move it, and put a ruler.
use crate::app::actions::CaseAction;
use crate::app::panels::section_picture::InPicture;
use crate::app::state::section::SectionWish;
use crate::app::state::{Desk, Open, Wishes};
use crate::base::words::say;
use crate::exact::section::{Edge, NearEdges, SectionCut};
use egui::{PointerButton, Pos2, Rect, Sense, Ui, Vec2};
use glam::DVec2;

/// Zoom for one line of the wheel.
const ZOOM_PER_LINE: f64 = 1.15;
/// A press becomes a drag so far from where it was, points.
const PULLED: f32 = 4.0;
/// An end of the ruler comes onto a contour that is so near, points.
const SNAP: f64 = 9.0;

pub fn at_work(ui: &Ui, desk: &mut Desk, rect: Rect) {
    let Some((open, wishes)) = desk.open_and_wishes() else { return };
    let response = ui.interact(rect, ui.scope_id().with("section"), Sense::click_and_drag());
    let response = response.accessible_name(say!("access-section"));
    let Some(found) = open.section.found().cloned() else { return };
    let picture = InPicture::of(&open.section, &found, rect);
    let pointer = ui.input(|i| i.pointer.latest_pos());
    let over = response.contains_pointer();
    open.section.pointed =
        pointer.filter(|_| over || open.section.new_ruler.is_some()).map(|at| picture.plane_from_screen(at));
    if over {
        zoom(ui, open, &picture);
    }
    if response.double_clicked() {
        open.section.view = None;
    }
    let by = response.drag_delta();
    if (response.dragged_by(PointerButton::Secondary) || response.dragged_by(PointerButton::Middle)) && by != Vec2::ZERO
    {
        open.section.view = Some(picture.view.panned(DVec2::new(f64::from(by.x), f64::from(by.y))));
    }
    rule(ui, (open, wishes), rect, (&found.cut, &picture));
}

fn zoom(ui: &Ui, open: &mut Open, picture: &InPicture) {
    let lines: f64 = ui.input(|i| {
        let lines = i.events.iter().map(|e| match e {
            egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Line, delta, .. } => f64::from(delta.y),
            egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => 0.02 * f64::from(delta.y),
            egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Page, delta, .. } => 10.0 * f64::from(delta.y),
            egui::Event::Zoom(pinched) if *pinched > 0.0 => f64::from(*pinched).ln() / ZOOM_PER_LINE.ln(),
            _ => 0.0,
        });
        lines.sum()
    });
    if let Some(at) = open.section.pointed.filter(|_| lines != 0.0) {
        open.section.view = Some(picture.view.zoomed(picture.view.picture_from_plane(at), ZOOM_PER_LINE.powf(lines)));
    }
}

/// A drag with the main button puts the ruler; a click takes it away. Event by event: on a slow machine all of it may happen between two frames.
fn rule(ui: &Ui, (open, wishes): (&mut Open, &Wishes), rect: Rect, (cut, picture): (&SectionCut, &InPicture)) {
    let (events, snaps) = ui.input(|i| (i.events.clone(), !i.modifiers.alt));
    let end = |at: Pos2| snapped(cut, picture, picture.plane_from_screen(at), snaps);
    for event in &events {
        match *event {
            egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => {
                let is_here = rect.contains(pos) && ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
                open.section.pressed_at = Some(pos).filter(|_| is_here);
            }
            egui::Event::PointerMoved(pos) => pull(open, pos, end),
            egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, .. } => {
                pull(open, pos, end);
                let was_pressed = open.section.pressed_at.take().is_some();
                if was_pressed {
                    let has_ruler = open.session.section().is_some_and(|section| section.ruler_mm.is_some());
                    let ruler = open.section.new_ruler.take();
                    if ruler.is_some() || has_ruler {
                        wishes.put(CaseAction::Section(SectionWish::Ruler(ruler)), false);
                    }
                }
            }
            _ => {}
        }
    }
    // A button that was let go where nobody could hear it.
    if !ui.input(|i| i.pointer.any_down()) {
        (open.section.pressed_at, open.section.new_ruler) = (None, None);
    }
}

/// The ruler that is being put ends where the cursor is, once that has left where it was pressed.
fn pull(open: &mut Open, to: Pos2, end: impl Fn(Pos2) -> DVec2) {
    let Some(from) = open.section.pressed_at else { return };
    match open.section.new_ruler {
        Some([from, _]) => open.section.new_ruler = Some([from, end(to)]),
        None if from.distance(to) >= PULLED => open.section.new_ruler = Some([end(from), end(to)]),
        None => {}
    }
}

/// The point of a contour near a place, unless Alt is held.
fn snapped(cut: &SectionCut, picture: &InPicture, place: DVec2, snaps: bool) -> DVec2 {
    let within_mm = if snaps { SNAP * picture.view.mm_per_point } else { 0.0 };
    let scanned = |edges: &[Edge]| NearEdges::of(edges.iter().filter(|edge| edge.is_scanned).copied());
    let nearest = cut.edges.iter().filter_map(|edges| scanned(edges).nearest(place, within_mm).map(|(on, _)| on));
    nearest.min_by(|a, b| a.distance_squared(place).total_cmp(&b.distance_squared(place))).unwrap_or(place)
}
