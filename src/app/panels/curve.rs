//! Contact area against the threshold, from 0 to 0.4 mm, with foils and papers as ticks.
use crate::app::state::{ContactShown, Desk, Open};
use crate::app::widgets::glass::glass_text;
use crate::app::widgets::legend::stripes;
use crate::app::widgets::{text, theme};
use crate::base::words::{decimal, say};
use crate::engine::Contact;
use crate::field::Question;
use crate::field::contact::{CURVE_TO_MM, curve_mm_at, curve_place};
use crate::session::Command;
use egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Width of the histogram's bars.
const SLICE_MM: f64 = 0.02;
const HEIGHT: f32 = 128.0;
/// Of the axes' words.
const LEFT: f32 = 28.0;
const BOTTOM: f32 = 28.0;

pub fn curve_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), threshold_mm: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, say!("access-curve")));
    let plot = Rect::from_min_max(rect.min + vec2(LEFT, 6.0), rect.max - vec2(6.0, BOTTOM));
    let known = open.contact_shown();
    let shown = known.contact().map(|contact| Curve::of(contact));
    let stands_in = matches!(known, ContactShown::Map);
    let live: Vec<_> = open.figures.metrics.iter().filter(|_| stands_in).flat_map(|m| m.contact.clone()).collect();
    let live_most = live.iter().map(|c| c.area_upper_mm2.max(c.area_lower_mm2)).fold(0.0, f64::max);
    let most = shown.as_ref().map_or(live_most, Curve::most);
    // In motion the curve is shorter, and the axis stays.
    let last = open.exact.last_zones().filter(|_| matches!(known, ContactShown::Moment(_)));
    let most = last.map_or(most, |last| most.max(Curve::of(&last.contact).most()));
    let axes = Axes { plot, most_mm2: nice_above(most) };
    axes.draw(ui, threshold_mm);
    let colors = theme::colors(ui.ctx());
    if let Some(curve) = &shown {
        curve.draw_slices(ui, &axes);
        curve.draw(ui, &axes);
    }
    // One view: points until the closest gap is known.
    for c in &live {
        let at = axes.at(c.threshold_mm, c.mean_mm2());
        ui.painter().circle_stroke(at, 2.5, Stroke::new(1.5, colors.accent));
    }
    if !known.is_at_rest() && (shown.is_some() || !live.is_empty()) {
        let place = plot.right_top() + vec2(-4.0, 0.0);
        ui.painter().text(place, Align2::RIGHT_TOP, "≈", FontId::proportional(13.0), colors.weak);
    }
    let at = response.hover_pos().map(|p| axes.threshold_at(p.x));
    if let (Some(mm), Some(curve)) = (at, shown.as_ref().filter(|curve| at.is_some_and(|mm| mm <= curve.end_mm()))) {
        axes.line(ui, mm, Stroke::new(1.0, colors.weak));
        let [upper, lower] = curve.areas_at(mm);
        let [upper, lower] = [upper, lower].map(|mm2| known.mark(&text::plain(mm2, 1)));
        let words = say!("curve-m-upper-lower-mm", mm = decimal(mm * 1000.0, 0), upper = upper, lower = lower);
        let place = pos2(plot.left() + 6.0, plot.top() + 2.0);
        glass_text(ui, place, Align2::LEFT_TOP, &words, 11.0);
    }
    if response.clicked()
        && let Some(mm) = at
    {
        desk.wish(Command::Threshold(nearest_preset(mm)));
    }
    response.on_hover_text(say!("curve-surface-closest-gap-most"));
}

fn nearest_preset(mm: f64) -> f64 {
    let off = |preset: &f64| (preset.sqrt() - mm.sqrt()).abs();
    let presets = Question::DEFAULT_THRESHOLDS_MM.into_iter();
    presets.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(mm)
}

/// The least of some round numbers times a power of ten that is not below, and not below 1.
fn nice_above(mm2: f64) -> f64 {
    let power = 10f64.powf(mm2.max(1.0).log10().floor());
    [1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0].into_iter().map(|n| n * power).find(|n| *n >= mm2).unwrap_or(10.0 * power)
}

/// Areas of both jaws at ascending levels of the gap.
struct Curve {
    points: Vec<(f64, [f64; 2])>,
}

impl Curve {
    fn of(contact: &Contact) -> Self {
        Self { points: contact.curve().collect() }
    }

    fn most(&self) -> f64 {
        self.points.last().map_or(0.0, |(_, [u, l])| u.max(*l))
    }

    /// Nothing is known beyond.
    fn end_mm(&self) -> f64 {
        self.points.last().map_or(0.0, |(mm, _)| *mm)
    }

    fn areas_at(&self, mm: f64) -> [f64; 2] {
        let next = self.points.partition_point(|(level, _)| *level < mm).clamp(1, self.points.len().max(2) - 1);
        let [Some((a, low)), Some((b, high))] = [next - 1, next].map(|i| self.points.get(i)) else { return [0.0; 2] };
        let share = ((mm - a) / (b - a)).clamp(0.0, 1.0);
        [0, 1].map(|side| low[side] + (high[side] - low[side]) * share)
    }

    /// What each slice of the gap adds: the histogram, as bars from the axis.
    fn draw_slices(&self, ui: &Ui, axes: &Axes) {
        let color = theme::colors(ui.ctx()).accent.gamma_multiply(0.35);
        for (a, b) in self.slices() {
            let mm2 = b.1 - a.1;
            let bar = Rect::from_two_pos(axes.at(a.0, 0.0), axes.at(b.0, mm2));
            ui.painter().rect_filled(bar.shrink2(vec2(0.5, 0.0)), 0.0, color);
        }
    }

    /// Begin and end of every slice: gap and the mean of both jaws' area up to there.
    fn slices(&self) -> Vec<((f64, f64), (f64, f64))> {
        let mean = |mm: f64| self.areas_at(mm).iter().sum::<f64>() / 2.0;
        let n = (CURVE_TO_MM / SLICE_MM).round() as u32;
        let at = |i: u32| f64::from(i) * SLICE_MM;
        (0..n).map(|i| ((at(i), mean(at(i))), (at(i + 1), mean(at(i + 1))))).collect()
    }

    fn draw(&self, ui: &Ui, axes: &Axes) {
        let colors = theme::colors(ui.ctx());
        let painter = ui.painter_at(axes.plot.expand(2.0));
        let line =
            |side: usize| -> Vec<Pos2> { self.points.iter().map(|(mm, areas)| axes.at(*mm, areas[side])).collect() };
        if let Some((_, inside)) = self.points.first() {
            let top = axes.at(0.0, (inside[0] + inside[1]) / 2.0);
            hatch(&painter, axes.plot.with_min_y(top.y), colors.interfering);
        }
        painter.add(Shape::line(line(0), Stroke::new(2.0, colors.upper)));
        painter.extend(Shape::dashed_line(&line(1), Stroke::new(2.0, colors.lower), 6.0, 4.0));
    }
}

fn hatch(painter: &egui::Painter, rect: Rect, color: Color32) {
    let painter = painter.with_clip_rect(rect);
    let stroke = Stroke::new(1.0, color.gamma_multiply(0.6));
    stripes(&painter, rect, 6.0, stroke);
    painter.hline(rect.x_range(), rect.top(), stroke);
}

struct Axes {
    plot: Rect,
    most_mm2: f64,
}

impl Axes {
    fn at(&self, mm: f64, mm2: f64) -> Pos2 {
        let x = curve_place(mm) as f32;
        let y = (mm2 / self.most_mm2).clamp(0.0, 1.05) as f32;
        pos2(self.plot.left() + x * self.plot.width(), self.plot.bottom() - y * self.plot.height())
    }

    fn threshold_at(&self, x: f32) -> f64 {
        curve_mm_at(f64::from((x - self.plot.left()) / self.plot.width()))
    }

    fn line(&self, ui: &Ui, mm: f64, stroke: Stroke) {
        ui.painter().vline(self.at(mm, 0.0).x, self.plot.y_range(), stroke);
    }

    fn draw(&self, ui: &Ui, threshold_mm: f64) {
        let colors = theme::colors(ui.ctx());
        let (painter, font) = (ui.painter(), FontId::proportional(10.0));
        let thin = Stroke::new(1.0, colors.line);
        for part in [0.0, 0.5, 1.0] {
            let at = self.at(0.0, self.most_mm2 * part);
            painter.hline(self.plot.x_range(), at.y, thin);
            let words = text::plain(self.most_mm2 * part, usize::from(self.most_mm2 < 4.0 && part == 0.5));
            painter.text(at - vec2(4.0, 0.0), Align2::RIGHT_CENTER, words, font.clone(), colors.weak);
        }
        for (i, mm) in Question::DEFAULT_THRESHOLDS_MM.into_iter().chain([CURVE_TO_MM]).enumerate() {
            self.line(ui, mm, thin);
            // Neighbours in two rows, or they would run into each other.
            let place = self.at(mm, 0.0) + vec2(0.0, if i % 2 == 0 { 2.0 } else { 12.0 });
            let color = if (mm - threshold_mm).abs() < 1e-9 { colors.accent } else { colors.weak };
            painter.text(place, Align2::CENTER_TOP, format!("{:.0}", mm * 1000.0), font.clone(), color);
        }
        painter.text(
            pos2(self.plot.left() - 4.0, self.plot.bottom() + 12.0),
            Align2::RIGHT_TOP,
            "µm",
            font.clone(),
            colors.weak,
        );
        painter.text(pos2(self.plot.left() - 4.0, self.plot.top() + 10.0), Align2::RIGHT_TOP, "mm²", font, colors.weak);
        self.line(ui, threshold_mm, Stroke::new(1.5, colors.accent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_takes_the_nearest_preset_and_the_axis_ends_at_a_round_number() {
        assert_eq!(nearest_preset(0.09), 0.1);
        assert_eq!(nearest_preset(0.0), 0.008);
        assert_eq!(nearest_preset(0.39), 0.2);
        assert_eq!([0.0, 1.5, 2.0, 38.0, 51.0].map(nice_above), [1.0, 2.0, 2.0, 40.0, 80.0]);
    }

    #[test]
    fn between_two_levels_the_curve_runs_straight() {
        let curve = Curve { points: vec![(0.0, [1.0, 0.0]), (0.1, [3.0, 2.0]), (0.2, [3.0, 6.0])] };
        assert_eq!(curve.areas_at(0.05), [2.0, 1.0]);
        assert_eq!(curve.areas_at(0.2), [3.0, 6.0]);
        assert_eq!(curve.areas_at(0.9), [3.0, 6.0]);
        assert_eq!(curve.areas_at(0.0), [1.0, 0.0]);
        // Slices add up to what lies between their ends.
        let sum: f64 = curve.slices().iter().take(10).map(|(a, b)| b.1 - a.1).sum();
        assert!((sum - (4.5 - 0.5)).abs() < 1e-9, "{sum}");
    }
}
