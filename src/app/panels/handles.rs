//! The lower jaw's handles, drawn over the picture.
use crate::app::state::handles::{Handle, Handles};
use crate::app::widgets::glass::{draw_line, draw_tip, glass_text, outwards};
use crate::app::widgets::theme;
use crate::base::words::say;
use egui::{Color32, Painter, Pos2, Rect, Ui, vec2};
use glam::DVec2;
use std::f64::consts::TAU;

/// Draws the handles; `held` is being dragged, `hot` lies under the cursor.
pub fn handles_ui(ui: &Ui, handles: &Handles, rect: Rect, held: Option<Handle>, hot: Option<Handle>) {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let tints = [colors.accent, colors.undecided, colors.apart];
    let on_screen = |p: DVec2| rect.min + vec2(p.x as f32, p.y as f32) / handles.pixels_per_point as f32;
    let shown = |handle: Handle| held.is_none_or(|h| h == handle);
    let strong = |handle: Handle| held.or(hot) == Some(handle);
    for (axis, tint) in tints.into_iter().enumerate() {
        if let Some(circle) = handles.circle(axis).filter(|_| shown(Handle::About(axis))) {
            let points = (0..=64).map(|i| {
                let angle = TAU * f64::from(i) / 64.0;
                on_screen(handles.center + circle * DVec2::from_angle(angle))
            });
            line(&painter, points.collect(), strong(Handle::About(axis)), tint, colors.glass);
        }
    }
    for (axis, name) in [say!("handles-right"), say!("handles-front"), say!("handles-up")].into_iter().enumerate() {
        if let Some([from, to]) = handles.arrow(axis).filter(|_| shown(Handle::Along(axis))) {
            let (from, to) = (on_screen(from), on_screen(to));
            line(&painter, vec![from, to], strong(Handle::Along(axis)), tints[axis], colors.glass);
            let way = (to - from).normalized();
            draw_tip(&painter, to, way, tints[axis], colors.glass);
            glass_text(ui, to + way * 12.0, outwards(way), name, 11.0);
        }
    }
}

fn line(painter: &Painter, points: Vec<Pos2>, strong: bool, color: Color32, under: Color32) {
    draw_line(painter, points, if strong { 4.0 } else { 2.0 }, color, under);
}
