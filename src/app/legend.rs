//! What the colours mean, in mm, and how long a millimetre is.
use super::theme;
use crate::base::palette::{LegendTick, Palette};
use crate::session::Settings;
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Ui, pos2, vec2};

const BAR_WIDTH: f32 = 16.0;
const PART_HEIGHT: f32 = 62.0;
/// Colour of a tooth under the paint, for the part of the scale that fades away.
const TOOTH: [f32; 3] = [232.0, 226.0, 212.0];
const BAR_LENGTHS_MM: [f64; 13] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// The scale of the gap in the upper right corner: clearance above, contact in the middle, penetration below.
pub fn legend_ui(ui: &mut Ui, settings: &Settings, rect: Rect) {
    if !settings.paint || rect.width() < 320.0 || rect.height() < 300.0 {
        return;
    }
    let colors = theme::colors(ui.ctx());
    let (threshold, range) = (settings.threshold_mm as f32, settings.range_mm as f32);
    let height = 3.0 * PART_HEIGHT;
    let plate = Rect::from_min_size(pos2(rect.right() - 138.0, rect.top() + 12.0), vec2(126.0, height + 46.0));
    let painter = ui.painter_at(rect);
    painter.rect_filled(plate, 6.0, colors.glass);
    let title = "projected gap, mm";
    painter.text(plate.min + vec2(10.0, 7.0), Align2::LEFT_TOP, title, FontId::proportional(11.0), colors.weak);
    let bar = Rect::from_min_size(plate.min + vec2(12.0, 30.0), vec2(BAR_WIDTH, height));
    draw_scale(&painter, bar, &settings.palette.lookup_table(threshold, range));
    hatch(&painter.with_clip_rect(inside_part(bar)), inside_part(bar));
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, colors.weak), egui::StrokeKind::Outside);
    for tick in settings.palette.legend_ticks(threshold, range) {
        tick_ui(&painter, bar, &tick, colors.text);
    }
    for (part, name) in ["clear", "near", "inside"].into_iter().enumerate() {
        let y = bar.top() + (part as f32 + 0.5) * PART_HEIGHT;
        painter.text(pos2(plate.right() - 9.0, y), Align2::RIGHT_CENTER, name, FontId::proportional(11.0), colors.weak);
    }
    let response = ui.interact(plate, ui.scope_id().with("legend"), egui::Sense::hover());
    response.on_hover_text(
        "Gap along the projection direction, painted on both jaws. Hatched: inside the other jaw. The dark line is the contact threshold.",
    );
}

fn inside_part(bar: Rect) -> Rect {
    Rect::from_min_max(pos2(bar.left(), bar.bottom() - PART_HEIGHT), bar.max)
}

/// The largest clearance is at the top.
fn draw_scale(painter: &egui::Painter, bar: Rect, table: &[[u8; 4]]) {
    const STRIPS: usize = 32;
    let strips = 3 * STRIPS;
    for i in 0..strips {
        let (part, within) = (i / STRIPS, i % STRIPS);
        let entry = part * Palette::PART + within * (Palette::PART - 1) / (STRIPS - 1);
        let [r, g, b, a] = table[entry];
        let weight = f32::from(a) / 255.0;
        let over = |c: u8, under: f32| (f32::from(c) * weight + under * (1.0 - weight)).round() as u8;
        let color = Color32::from_rgb(over(r, TOOTH[0]), over(g, TOOTH[1]), over(b, TOOTH[2]));
        let y = |k: usize| bar.bottom() - bar.height() * k as f32 / strips as f32;
        let strip = Rect::from_min_max(pos2(bar.left(), y(i + 1)), pos2(bar.right(), y(i)));
        painter.rect_filled(strip, 0.0, color);
    }
}

/// The form of penetration, besides its colour.
fn hatch(painter: &egui::Painter, area: Rect) {
    let stroke = Stroke::new(1.2, Color32::from_rgba_unmultiplied(255, 255, 255, 110));
    let mut y = area.top();
    while y < area.bottom() + area.width() {
        painter.line_segment([pos2(area.left(), y), pos2(area.right(), y - area.width())], stroke);
        y += 6.0;
    }
}

fn tick_ui(painter: &egui::Painter, bar: Rect, tick: &LegendTick, color: Color32) {
    let y = bar.bottom() - tick.position.clamp(0.0, 1.0) * bar.height();
    painter.hline(bar.right()..=bar.right() + 4.0, y, Stroke::new(1.0, color));
    painter.text(pos2(bar.right() + 7.0, y), Align2::LEFT_CENTER, &tick.label, FontId::proportional(11.0), color);
}

/// A bar of a round length in the lower left corner; gives the place that it takes.
pub fn scale_bar_ui(ui: &Ui, rect: Rect, mm_per_point: f64) -> Rect {
    let colors = theme::colors(ui.ctx());
    let most_mm = 130.0 * mm_per_point;
    let length_mm = BAR_LENGTHS_MM.into_iter().rev().find(|l| *l <= most_mm).unwrap_or(BAR_LENGTHS_MM[0]);
    let length = (length_mm / mm_per_point) as f32;
    let painter = ui.painter_at(rect);
    let label = painter.layout_no_wrap(format!("{length_mm} mm"), FontId::proportional(12.0), colors.text);
    let plate =
        Rect::from_min_size(pos2(rect.left() + 12.0, rect.bottom() - 40.0), vec2(label.size().x + length + 30.0, 28.0));
    painter.rect_filled(plate, 4.0, colors.glass);
    let y = plate.center().y;
    let label_width = label.size().x;
    painter.galley(pos2(plate.left() + 8.0, y - 0.5 * label.size().y), label, colors.text);
    let left = plate.left() + label_width + 16.0;
    let stroke = Stroke::new(2.0, colors.text);
    painter.hline(left..=left + length, y, stroke);
    let end = |x: f32| painter.line_segment([Pos2::new(x, y - 4.0), Pos2::new(x, y + 4.0)], stroke);
    end(left);
    end(left + length);
    plate
}
