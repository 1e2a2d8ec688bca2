//! The projection's direction as an arrow in the picture, through the middle of the map.
use crate::app::stage::place::size_of;
use crate::app::state::Open;
use crate::app::widgets::glass::{draw_line, draw_tip, glass_text, outwards};
use crate::app::widgets::theme;
use crate::base::words::say;
use egui::{Align2, Color32, Rect, Stroke, Ui, pos2, vec2};

/// Half its length, mm.
const HALF_MM: f64 = 16.0;
/// Shorter than this on the screen it is seen from its end, points.
const END_ON: f32 = 14.0;

pub fn projection_arrow_ui(ui: &Ui, open: &Open, rect: Rect) {
    let Some(projection) = open.figures.metrics.as_ref().and_then(|m| m.projection) else { return };
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let (cols, rows) = (f64::from(projection.cols), f64::from(projection.rows));
    // Of the middle of the map the place at the height of the patient's occlusal plane.
    let on_map = projection.world_from_map(cols / 2.0, rows / 2.0, 0.0);
    let depth_mm = (open.session.frame().origin - on_map).dot(projection.direction);
    let middle = on_map + projection.direction * depth_mm;
    let ends = [-1.0, 1.0].map(|s| open.view.camera.project(middle + projection.direction * (s * HALF_MM), size));
    let [Some(from), Some(to)] = ends else { return };
    let [from, to] = [from, to].map(|p| rect.min + vec2(p.x as f32, p.y as f32) / ppp);
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let way = to - from;
    if way.length() < END_ON {
        // Seen from behind the cross of the feathers shows, from before the point.
        let at = pos2((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        painter.circle(at, 9.0, Color32::TRANSPARENT, Stroke::new(4.0, colors.glass));
        painter.circle(at, 9.0, Color32::TRANSPARENT, Stroke::new(2.0, colors.text));
        if open.view.camera.towards_viewer().dot(projection.direction) > 0.0 {
            painter.circle_filled(at, 3.0, colors.text);
        } else {
            for arm in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
                painter.line_segment([at - arm, at + arm], Stroke::new(2.0, colors.text));
            }
        }
        glass_text(ui, at + vec2(16.0, 0.0), Align2::LEFT_CENTER, say!("projection-arrow-projection"), 11.0);
        return;
    }
    draw_line(&painter, vec![from, to], 2.0, colors.text, colors.glass);
    let way = way.normalized();
    draw_tip(&painter, to, way, colors.text, colors.glass);
    glass_text(ui, to + way * 12.0, outwards(way), say!("projection-arrow-projection"), 11.0);
}
