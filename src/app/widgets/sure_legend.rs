//! The three forms in which the paint says how sure contact is, as they are on the teeth: one colour, so that no eye needs to tell two.
use crate::base::Palette;
use crate::base::words::{Phrase, phrase};
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, pos2, vec2};

/// Draws a sample.
type Form = fn(&Painter, Rect, Color32);
/// What each means.
const SAMPLES: [(Form, (Phrase, &str)); 3] = [
    (full, (phrase!("sure-legend-certain"), "≥ 95 %")),
    (striped, (phrase!("sure-legend-possible"), "≥ 5 %")),
    (dotted, (phrase!("sure-legend-unlikely"), "< 5 %")),
];
/// Between samples, points.
const APART: f32 = 10.0;
/// Colour of a tooth.
const TOOTH: Color32 = Color32::from_rgb(232, 226, 212);

/// Side by side as wide as `bar`, with their words above and the share of positions below.
pub fn sure_samples_ui(painter: &Painter, bar: Rect, palette: Palette, [text, weak]: [Color32; 2]) {
    let [r, g, b, _] = palette.lookup_table(0.1, 2.0)[Palette::PART];
    let width = (bar.width() - 2.0 * APART) / 3.0;
    for (i, (form, (name, share))) in SAMPLES.into_iter().enumerate() {
        let left = bar.left() + i as f32 * (width + APART);
        let area = Rect::from_min_size(pos2(left, bar.top()), vec2(width, bar.height()));
        painter.rect_filled(area, 0.0, TOOTH);
        form(&painter.with_clip_rect(area), area, Color32::from_rgb(r, g, b));
        painter.rect_stroke(area, 0.0, Stroke::new(1.0, weak), egui::StrokeKind::Outside);
        let (x, font) = (area.center().x, FontId::proportional(11.0));
        painter.text(pos2(x, bar.top() - 2.0), Align2::CENTER_BOTTOM, name.say(), font.clone(), weak);
        painter.text(pos2(x, bar.bottom() + 4.0), Align2::CENTER_TOP, share, font, text);
    }
}

fn full(painter: &Painter, area: Rect, color: Color32) {
    painter.rect_filled(area, 0.0, color);
}

fn striped(painter: &Painter, area: Rect, color: Color32) {
    let stroke = Stroke::new(5.0, color);
    let mut x = area.left() - area.height();
    while x < area.right() + area.height() {
        painter.line_segment(
            [pos2(x - 4.0, area.top() - 4.0), pos2(x + area.height() + 4.0, area.bottom() + 4.0)],
            stroke,
        );
        x += 14.0;
    }
}

fn dotted(painter: &Painter, area: Rect, color: Color32) {
    const PITCH: f32 = 7.0;
    let n = |length: f32| (length / PITCH).round() as usize;
    for (i, j) in (0..n(area.width())).flat_map(|i| (0..n(area.height())).map(move |j| (i, j))) {
        let at = area.min + vec2((i as f32 + 0.5) * PITCH, (j as f32 + 0.5) * PITCH);
        painter.circle_filled(at, 1.7, color);
    }
}
