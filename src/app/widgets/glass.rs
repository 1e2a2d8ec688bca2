//! Words, lines and hatching that are read over any picture.
use super::{text, theme};
use crate::base::words::say;
use crate::field::contact::overlaps;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};

/// Text on a plate that keeps it readable over any picture.
pub fn glass_text(ui: &Ui, at: Pos2, anchor: Align2, text: &str, size: f32) -> Rect {
    let colors = theme::colors(ui.ctx());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), colors.text);
    let rect = anchor.anchor_size(at, galley.size() + vec2(14.0, 8.0));
    ui.painter().rect_filled(rect, 4.0, colors.glass);
    ui.painter().galley(rect.min + vec2(7.0, 4.0), galley, colors.text);
    rect
}

/// "gap 0.043 mm", "gap −0.021 mm (inside)", "no gap within the range".
pub fn gap_text(gap_mm: Option<f64>) -> String {
    match gap_mm {
        Some(gap) if overlaps(gap) => say!("glass-gap-mm-inside", gap = text::plain(gap, 3)),
        Some(gap) => say!("glass-gap-mm", gap = text::plain(gap, 3)),
        None => say!("glass-no-gap-within-range").into(),
    }
}

/// A line that is seen on any picture.
pub fn draw_line(painter: &Painter, points: Vec<Pos2>, width: f32, color: Color32, under: Color32) {
    painter.add(Shape::line(points.clone(), Stroke::new(width + 2.0, under)));
    painter.add(Shape::line(points, Stroke::new(width, color)));
}

/// The head of an arrow whose line ends at `to`.
pub fn draw_tip(painter: &Painter, to: Pos2, way: Vec2, color: Color32, under: Color32) {
    let side = way.rot90() * 5.0;
    let tip = vec![to + way * 7.0, to + side - way * 4.0, to - side - way * 4.0];
    painter.add(Shape::convex_polygon(tip, color, Stroke::new(1.0, under)));
}

/// Which side of a text touches the end of an arrow.
pub fn outwards(way: Vec2) -> Align2 {
    match (way.x.abs() > way.y.abs(), way.x > 0.0, way.y > 0.0) {
        (true, true, _) => Align2::LEFT_CENTER,
        (true, false, _) => Align2::RIGHT_CENTER,
        (false, _, true) => Align2::CENTER_TOP,
        (false, _, false) => Align2::CENTER_BOTTOM,
    }
}
