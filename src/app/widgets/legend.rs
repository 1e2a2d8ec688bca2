//! What the colours mean, in mm, and how long a millimetre is.
use super::sure_legend::sure_samples_ui;
use super::theme;
use crate::base::palette::{LegendTick, Palette};
use crate::base::words::{number, say};
use crate::render::Margins;
use crate::session::Settings;
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};

const BAR: Vec2 = vec2(216.0, 14.0);
const PLATE: Vec2 = vec2(312.0, 56.0);
const EDGE: f32 = 12.0;
/// Height of the scale bar and of the read-out above it.
const LINE: f32 = 26.0;
/// Of the picture's width a scale bar of usual length takes so much at its end.
const SCALE_BAR: f32 = 168.0;
/// Below this width the legend lies above the scale bar and not beside it.
const NARROW: f32 = 560.0;
/// A lower picture has no room for a legend above its scale bar.
pub const LOW: f32 = 300.0;
/// A lower one has none beside it either.
const LOWEST: f32 = 120.0;
/// Colour of a tooth under the paint, for the part of the scale that fades away.
const TOOTH: [f32; 3] = [232.0, 226.0, 212.0];
const BAR_LENGTHS_MM: [f64; 13] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// Where legend, scale bar and read-out lie along the lower edge of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    pub legend: Option<Rect>,
    /// Left end and middle of the scale bar's line.
    pub scale_bar: Pos2,
    /// Left end and middle of the read-out's line.
    pub read_out: Pos2,
    /// From the lower edge to the upper end of what lies there.
    pub height: f32,
}

impl Strip {
    pub fn new(rect: Rect, with_legend: bool) -> Self {
        let stacked = rect.width() < NARROW;
        let is_wide = rect.width() >= PLATE.x + 2.0 * EDGE;
        let fits = with_legend && is_wide && rect.height() >= if stacked { LOW } else { LOWEST };
        let stacked = fits && stacked;
        let bottom = rect.bottom() - EDGE;
        let line = |n: f32| pos2(rect.left() + EDGE, bottom - (n + 0.5) * LINE - n * 4.0);
        let legend_bottom = if stacked { bottom - 2.0 * LINE - 12.0 } else { bottom };
        let legend_left = if stacked { rect.left() + EDGE } else { rect.right() - EDGE - PLATE.x };
        let legend = fits.then(|| Rect::from_min_size(pos2(legend_left, legend_bottom - PLATE.y), PLATE));
        let top = legend.map_or(bottom - 2.0 * LINE - 4.0, |l| l.top());
        Self { legend, scale_bar: line(0.0), read_out: line(1.0), height: rect.bottom() - top }
    }

    /// What lies at the left and at the right end, from the edges: jaws between both are covered by neither. Nothing without a legend.
    pub fn ends(&self, rect: Rect) -> [f32; 2] {
        self.legend.map_or([0.0; 2], |legend| [SCALE_BAR, rect.right() - legend.left()])
    }

    /// What a view should leave free, physical pixels.
    pub fn margins(&self, pixels_per_point: f64) -> Margins {
        Margins { bottom: (f64::from(self.height) * pixels_per_point).round() as u32, ..Margins::default() }
    }
}

/// Whether the colours need an explanation at all.
pub fn has_legend(settings: &Settings) -> bool {
    settings.paint
}

/// Which gap the colours are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaintedGap {
    /// What the figures are of.
    Closest,
    /// The live map stands in for it while the jaw moves.
    Live,
    /// The map itself.
    Projected,
    /// None: how sure contact is.
    Sure,
}

impl PaintedGap {
    fn words(self) -> ([&'static str; 2], &'static str) {
        match self {
            Self::Closest => {
                ([say!("legend-closest"), say!("legend-gap-mm")], say!("legend-distance-nearest-point-other"))
            }
            Self::Live => ([say!("legend-along"), say!("legend-line-mm")], say!("legend-while-jaw-moves-gap")),
            Self::Projected => {
                ([say!("legend-projected"), say!("legend-gap-mm")], say!("legend-gap-along-direction-map"))
            }
            Self::Sure => ([say!("legend-how-sure"), say!("legend-contact")], say!("legend-how-many-positions-nearby")),
        }
    }
}

/// The scale of the gap: penetration on the left, contact in the middle, clearance on the right.
pub fn legend_ui(ui: &mut Ui, (settings, gap): (&Settings, PaintedGap), plate: Rect) {
    let (title, hint) = gap.words();
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter().clone();
    painter.rect_filled(plate, 6.0, colors.glass);
    let font = FontId::proportional(11.0);
    for (line, text) in title.into_iter().enumerate() {
        let at = plate.min + vec2(10.0, 14.0 + 15.0 * line as f32);
        painter.text(at, Align2::LEFT_TOP, text, font.clone(), colors.weak);
    }
    let bar = Rect::from_min_size(plate.min + vec2(76.0, 20.0), BAR);
    match gap {
        PaintedGap::Sure => sure_samples_ui(&painter, bar, settings.palette, [colors.text, colors.weak]),
        _ => scale_ui(&painter, (bar, plate), settings, [colors.text, colors.weak]),
    }
    let response = ui.interact(plate, ui.scope_id().with("legend"), egui::Sense::hover());
    response.on_hover_text(hint);
}

fn scale_ui(painter: &egui::Painter, (bar, plate): (Rect, Rect), settings: &Settings, [text, weak]: [Color32; 2]) {
    let (threshold, range) = (settings.threshold_mm as f32, settings.range_mm as f32);
    draw_scale(painter, bar, &settings.palette.lookup_table(threshold, range));
    hatch(&painter.with_clip_rect(part_of(bar, 0)), part_of(bar, 0));
    painter.rect_stroke(bar, 0.0, Stroke::new(1.0, weak), egui::StrokeKind::Outside);
    for tick in settings.palette.legend_ticks(threshold, range) {
        tick_ui(painter, bar, &tick, text);
    }
    for (part, name) in [say!("legend-inside"), say!("legend-near"), say!("legend-clear")].into_iter().enumerate() {
        let at = pos2(part_of(bar, part).center().x, plate.top() + 4.0);
        painter.text(at, Align2::CENTER_TOP, name, FontId::proportional(11.0), weak);
    }
}

/// A third of the scale: inside, near, clear.
fn part_of(bar: Rect, part: usize) -> Rect {
    let width = bar.width() / 3.0;
    Rect::from_min_size(pos2(bar.left() + part as f32 * width, bar.top()), vec2(width, bar.height()))
}

/// The largest clearance is on the right.
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
        let x = |k: usize| bar.left() + bar.width() * k as f32 / strips as f32;
        let strip = Rect::from_min_max(pos2(x(i), bar.top()), pos2(x(i + 1), bar.bottom()));
        painter.rect_filled(strip, 0.0, color);
    }
}

/// The form of penetration, besides its colour.
pub fn hatch(painter: &egui::Painter, area: Rect) {
    stripes(painter, area, 6.0, Stroke::new(1.2, Color32::from_rgba_unmultiplied(255, 255, 255, 110)));
}

/// Rising stripes, one every so many points; they go over the area's ends, where `painter` clips nothing.
pub fn stripes(painter: &egui::Painter, area: Rect, every: f32, stroke: Stroke) {
    let mut x = area.left() - area.height();
    while x < area.right() {
        painter.line_segment([pos2(x, area.bottom()), pos2(x + area.height(), area.top())], stroke);
        x += every;
    }
}

fn tick_ui(painter: &egui::Painter, bar: Rect, tick: &LegendTick, color: Color32) {
    let x = bar.left() + tick.position.clamp(0.0, 1.0) * bar.width();
    painter.vline(x, bar.bottom()..=bar.bottom() + 3.0, Stroke::new(1.0, color));
    painter.text(pos2(x, bar.bottom() + 4.0), Align2::CENTER_TOP, &tick.label, FontId::proportional(11.0), color);
}

/// A bar of a round length; `at` is the left end and the middle of its line.
pub fn scale_bar_ui(ui: &Ui, rect: Rect, at: Pos2, mm_per_point: f64) {
    let colors = theme::colors(ui.ctx());
    let most_mm = f64::from((0.2 * rect.width()).clamp(60.0, 130.0)) * mm_per_point;
    let length_mm = BAR_LENGTHS_MM.into_iter().rev().find(|l| *l <= most_mm).unwrap_or(BAR_LENGTHS_MM[0]);
    let length = (length_mm / mm_per_point) as f32;
    let painter = ui.painter_at(rect);
    let label = painter.layout_no_wrap(format!("{} mm", number(length_mm)), FontId::proportional(12.0), colors.text);
    let label_width = label.size().x;
    let plate = Rect::from_min_size(at - vec2(0.0, 0.5 * LINE), vec2(label_width + length + 30.0, LINE));
    painter.rect_filled(plate, 4.0, colors.glass);
    let y = at.y;
    painter.galley(pos2(plate.left() + 8.0, y - 0.5 * label.size().y), label, colors.text);
    let left = plate.left() + label_width + 16.0;
    let stroke = Stroke::new(2.0, colors.text);
    painter.hline(left..=left + length, y, stroke);
    let end = |x: f32| painter.line_segment([Pos2::new(x, y - 4.0), Pos2::new(x, y + 4.0)], stroke);
    end(left);
    end(left + length);
}
