//! The contact that is pointed at or was flown to, lit up over both pictures: seen through the jaws.
use crate::app::stage::place::size_of;
use crate::app::state::zones::NamedZone;
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::glass_text;
use crate::app::widgets::{text, theme};
use crate::base::words::say;
use crate::field::Projection;
use crate::field::contact::Zone;
use crate::field::multi_projection::PosedMeshes;
use crate::jaw::JawSide;
use crate::render::MapView;
use crate::session::Session;
use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Pos2, Rect, Shape, Stroke, Ui, vec2};
use glam::{DVec2, DVec3};
use std::collections::HashMap;

/// Over the picture of the jaws.
pub fn in_view_ui(ui: &Ui, open: &Open, hovered: Option<u32>, (pane, rect): (Pane, Rect)) {
    let Some(lit) = open.zones.lit(open.pair(), hovered) else { return };
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let place = |world: DVec3| open.view.camera_of(pane).project(world, size);
    mark_ui(ui, &open.session, (lit, open.front_jaw(pane)), rect, &place);
}

/// Over the flat map.
pub fn on_map_ui(ui: &Ui, open: &Open, hovered: Option<u32>, (view, projection): (&MapView, &Projection), rect: Rect) {
    let Some(lit) = open.zones.lit(open.pair(), hovered) else { return };
    let place = |world: DVec3| Some(view.view_from_map(projection, projection.map_from_world(world).0));
    mark_ui(ui, &open.session, (lit, open.front_jaw(Pane::Jaws)), rect, &place);
}

fn mark_ui(
    ui: &Ui,
    session: &Session,
    (lit, side): (&NamedZone, JawSide),
    rect: Rect,
    place: &dyn Fn(DVec3) -> Option<DVec2>,
) {
    let ppp = ui.ctx().pixels_per_point();
    let on_screen = |world: DVec3| place(world).map(|p| rect.min + vec2(p.x as f32, p.y as f32) / ppp);
    let meshes = PosedMeshes::of(session.pair(), session.upper_from_lower());
    // What one jaw alone has is shown where it is.
    let side = if lit.zone.triangles[side as usize].is_empty() { side.other() } else { side };
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let mut fill = Mesh::default();
    for triangle in &lit.zone.triangles[side as usize] {
        let corners = meshes.corners(side as usize, *triangle).map(on_screen);
        if let [Some(a), Some(b), Some(c)] = corners {
            let first = fill.vertices.len() as u32;
            let color = colors.accent.gamma_multiply(0.35);
            fill.vertices.extend([a, b, c].map(|pos| Vertex { pos, uv: egui::epaint::WHITE_UV, color }));
            fill.add_triangle(first, first + 1, first + 2);
        }
    }
    painter.add(Shape::mesh(fill));
    for edge in border(&meshes, side as usize, &lit.zone) {
        if let [Some(a), Some(b)] = edge.map(on_screen) {
            painter.line_segment([a, b], Stroke::new(3.5, colors.glass));
            painter.line_segment([a, b], Stroke::new(1.5, colors.accent));
        }
    }
    if let Some(at) = on_screen(lit.zone.centroid).filter(|at| rect.contains(*at)) {
        tag_ui(ui, rect, at, &tag_words(lit));
    }
}

/// "24–34, 5.21 mm²"; of a contact whose teeth are not known, its number.
fn tag_words(lit: &NamedZone) -> String {
    let what = match &lit.teeth {
        [None, None] => say!("zone-marks-contact", name = lit.name),
        _ => lit.teeth_text(),
    };
    format!("{what}, {} mm²", text::plain(lit.zone.mean_area_mm2(), 2))
}

/// What the contact is beside it, with a line to its middle.
fn tag_ui(ui: &Ui, rect: Rect, at: Pos2, words: &str) {
    let colors = theme::colors(ui.ctx());
    let right = at.x < rect.right() - 140.0;
    let end = at + vec2(if right { 44.0 } else { -44.0 }, -44.0);
    let painter = ui.painter_at(rect);
    painter.line_segment([at, end], Stroke::new(3.0, colors.glass));
    painter.line_segment([at, end], Stroke::new(1.5, colors.accent));
    let anchor = if right { Align2::LEFT_BOTTOM } else { Align2::RIGHT_BOTTOM };
    glass_text(ui, end, anchor, words, 12.0);
}

/// Edges that only one of a contact's triangles has, world coordinates.
fn border(meshes: &PosedMeshes, side: usize, zone: &Zone) -> Vec<[DVec3; 2]> {
    let mut edges: HashMap<[u32; 2], Option<[DVec3; 2]>> = HashMap::new();
    for triangle in &zone.triangles[side] {
        let ids = meshes.meshes[side].triangles[*triangle as usize];
        let corners = meshes.corners(side, *triangle);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let key = [ids[i].min(ids[j]), ids[i].max(ids[j])];
            edges.entry(key).and_modify(|e| *e = None).or_insert(Some([corners[i], corners[j]]));
        }
    }
    edges.into_values().flatten().collect()
}
