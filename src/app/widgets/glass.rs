//! Words, lines and hatching that are read over any picture.
use super::{text, theme};
use crate::base::words::say;
use crate::field::contact::overlaps;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};

/// From the edge of a plate to its text, points.
const INSET: Vec2 = vec2(7.0, 4.0);

/// Text on a plate that keeps it readable over any picture.
pub fn glass_text(ui: &Ui, at: Pos2, anchor: Align2, text: &str, size: f32) -> Rect {
    let colors = theme::colors(ui.ctx());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), colors.text);
    let rect = anchor.anchor_size(at, galley.size() + 2.0 * INSET);
    ui.painter().rect_filled(rect, 4.0, colors.glass);
    ui.painter().galley(rect.min + INSET, galley, colors.text);
    rect
}

/// How large the plate of `glass_text` is.
pub fn glass_size(ui: &Ui, text: &str, size: f32) -> Vec2 {
    ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), Color32::WHITE).size() + 2.0 * INSET
}

/// The one of these places that covers the least of what is taken, of several the first.
pub fn least_covering(places: impl IntoIterator<Item = Rect>, taken: &[Rect]) -> Option<Rect> {
    let covered = |place: &Rect| {
        taken.iter().map(|other| place.intersect(*other)).filter(Rect::is_positive).map(|r| r.area()).sum::<f32>()
    };
    places.into_iter().min_by(|a, b| covered(a).total_cmp(&covered(b)))
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
