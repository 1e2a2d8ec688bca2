//! In a corner of the picture: where the patient's right, left, front and back are as one looks now. A click on a letter looks from there.
use super::bite::BELOW_BADGE;
use crate::app::actions::ViewAction;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::theme;
use crate::base::words::say;
use crate::render::StandardView;
use egui::{
    Align2, Area, FontId, Id, LayerId, Order, Pos2, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};
use glam::DVec3;

/// From the middle to a letter that lies in the plane of the picture, points.
const REACH: f32 = 27.0;
const LETTER: f32 = 8.5;
/// Without its letters a direction is a dot.
const DOT: f32 = 4.5;
/// The areas that lie along the picture's upper edge.
const PLATES: [&str; 3] = ["measure", "pin", "trim"];
/// The badge may take two lines in pictures that are not so wide.
pub const NARROW: f32 = 640.0;
/// In smaller pictures it would cover teeth.
const LEAST: Vec2 = vec2(420.0, 260.0);

/// A direction from which one can look.
struct Way {
    /// Towards the viewer who looks from there, world coordinates.
    towards: DVec3,
    view: StandardView,
    letter: &'static str,
    hint: &'static str,
}

fn ways(open: &Open) -> [Way; 6] {
    let frame = open.session.frame();
    let way = |towards, view, letter, hint| Way { towards, view, letter, hint };
    [
        way(frame.right, StandardView::Right, say!("overview-r"), say!("views-patients-right-side-f")),
        way(-frame.right, StandardView::Left, say!("overview-l"), say!("views-patients-left-side-f")),
        way(frame.front, StandardView::Front, say!("gizmo-f"), say!("views-facing-patient-f")),
        way(-frame.front, StandardView::Back, say!("gizmo-b"), say!("gizmo-back")),
        way(-frame.up, StandardView::UpperOcclusal, "", say!("views-upper-teeth-below-f")),
        way(frame.up, StandardView::LowerOcclusal, "", say!("views-lower-teeth-above-f")),
    ]
}

fn has_room(rect: Rect) -> bool {
    rect.width() >= LEAST.x && rect.height() >= LEAST.y
}

/// What it takes of the width at the right edge of a picture, points.
pub fn width_in(rect: Rect) -> f32 {
    if has_room(rect) { 2.0 * (REACH + LETTER) + 8.0 } else { 0.0 }
}

/// Over the picture of both jaws.
pub fn gizmo_ui(ui: &Ui, desk: &Desk, rect: Rect) {
    let Some(open) = desk.open.as_ref().filter(|_| has_room(rect)) else { return };
    let half = REACH + LETTER;
    let Some(at) = place(ui, rect, Vec2::splat(2.0 * half)) else { return };
    // While the hand moves something the gizmo takes no click, and is seen all the same.
    let area = Area::new(Id::unique("gizmo")).order(Order::Middle).fixed_pos(at).interactable(open.hand.drag.is_none());
    area.show(ui.ctx(), |ui| {
        let (whole, _) = ui.allocate_exact_size(Vec2::splat(2.0 * half), Sense::hover());
        let camera = open.view.camera_of(Pane::Jaws);
        let (right, up, towards) = (camera.right(), camera.up(), camera.towards_viewer());
        let mut ways = ways(open);
        // What is nearest is drawn last.
        ways.sort_by(|a, b| a.towards.dot(towards).total_cmp(&b.towards.dot(towards)));
        for way in &ways {
            let offset = vec2(way.towards.dot(right) as f32, -way.towards.dot(up) as f32) * REACH;
            let depth = way.towards.dot(towards) as f32;
            if way_ui(ui, (whole, offset, depth), way).clicked() {
                desk.wish(ViewAction::Look(way.view));
            }
        }
    });
}

/// At the upper right, below the badge of the bite whatever that says, so that it does not jump; where the plate of a tool reaches so far, below
/// that. `None` where it would stand in the middle then.
fn place(ui: &Ui, rect: Rect, size: Vec2) -> Option<Pos2> {
    let badge = if rect.width() < NARROW { 2.0 * BELOW_BADGE - 16.0 } else { BELOW_BADGE };
    let corner = Rect::from_min_size(pos2(rect.right() - size.x - 10.0, rect.top() + badge), size);
    let below = |top: f32, plate: Rect| match plate.intersects(corner.with_min_y(top)) {
        true => top.max(plate.bottom() + 4.0),
        false => top,
    };
    let top = plates(ui).fold(corner.top(), below);
    (top + size.y < rect.center().y.max(rect.top() + LEAST.y)).then_some(pos2(corner.left(), top))
}

/// Where plates of tools are that are shown now.
pub fn plates(ui: &Ui) -> impl Iterator<Item = Rect> {
    PLATES.iter().filter_map(|id| seen(ui, LayerId::new(Order::Middle, Id::unique(*id))))
}

/// Where it stands itself.
pub fn own_place(ui: &Ui) -> Option<Rect> {
    seen(ui, LayerId::new(Order::Middle, Id::unique("gizmo")))
}

/// Where an area is that is shown now.
fn seen(ui: &Ui, layer: LayerId) -> Option<Rect> {
    ui.ctx().memory(|m| m.area_rect(layer.id).filter(|_| m.areas().is_visible(&layer)))
}

fn way_ui(ui: &mut Ui, (whole, offset, depth): (Rect, Vec2, f32), way: &Way) -> Response {
    let colors = theme::colors(ui.ctx());
    let at = whole.center() + offset;
    let response = ui.interact(
        Rect::from_center_size(at, Vec2::splat(2.0 * LETTER)),
        ui.scope_id().with(way.view as usize),
        Sense::click(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, way.hint));
    // Farther away is fainter; never so faint that it cannot be read.
    let near = 0.5 + 0.25 * (depth + 1.0);
    let is_hot = response.hovered() || response.has_focus();
    let (ink, plate) = if is_hot { (colors.card, colors.accent) } else { (colors.text, colors.card) };
    let painter = ui.painter();
    painter.line_segment([whole.center(), at], Stroke::new(1.0, colors.weak.gamma_multiply(0.5 * near)));
    if way.letter.is_empty() {
        painter.circle_filled(at, DOT, if is_hot { plate } else { colors.weak.gamma_multiply(near) });
    } else {
        // Two discs, which egui has as pictures: a circle with an outline is two hundred triangles.
        painter.circle_filled(at, LETTER + 0.5, colors.weak.gamma_multiply(near));
        painter.circle_filled(at, LETTER - 0.5, plate);
        painter.text(at, Align2::CENTER_CENTER, way.letter, FontId::proportional(11.0), ink.gamma_multiply(near));
    }
    response.on_hover_text(way.hint)
}
