//! Contact area against opening: a line for each threshold, a tick for each pair of teeth that meets; the jaw is where one points.
use super::compare_parts::wish;
use crate::app::state::compare::CompareWish;
use crate::app::state::{Desk, Open};
use crate::app::widgets::{text, theme};
use crate::base::rounded;
use crate::base::words::{decimal, number, say};
use crate::jaw::motion::diagrams::ticks;
use crate::session::comparison::vertical::VerticalMeasured;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// What lies around the plot: left, above, right, below, points.
const ROOM: [f32; 4] = [34.0, 30.0, 10.0, 26.0];
const FIGURES: f32 = 10.0;

/// From openings and areas to the screen.
struct Plot {
    rect: Rect,
    /// Openings at the left and at the right end, mm.
    ends_mm: [f64; 2],
    most_mm2: f64,
}

impl Plot {
    fn of(curves: &[(f64, Vec<[f64; 2]>)], rect: Rect) -> Self {
        let [left, above, right, below] = ROOM;
        let all = || curves.iter().flat_map(|(_, points)| points);
        let (least, most) = all().fold((f64::MAX, f64::MIN), |(least, most), p| (least.min(p[0]), most.max(p[0])));
        Self {
            rect: Rect::from_min_max(rect.min + vec2(left, above), rect.max - vec2(right, below)),
            ends_mm: [least, most.max(least + 1e-6)],
            most_mm2: all().map(|p| p[1]).fold(1e-3, f64::max),
        }
    }

    fn x(&self, opening_mm: f64) -> f32 {
        let [least, most] = self.ends_mm;
        self.rect.left() + self.rect.width() * ((opening_mm - least) / (most - least)) as f32
    }

    fn at(&self, [opening_mm, mm2]: [f64; 2]) -> Pos2 {
        pos2(self.x(opening_mm), self.rect.bottom() - self.rect.height() * (mm2 / self.most_mm2) as f32)
    }

    fn opening_at(&self, x: f32) -> f64 {
        let [least, most] = self.ends_mm;
        let share = f64::from((x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        least + (most - least) * share
    }
}

/// Gives the opening under the cursor.
pub fn curve_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), found: &VerticalMeasured, rect: Rect) -> Option<f64> {
    let colors = theme::colors(ui.ctx());
    let (curves, tab) = (found.curves(), &open.compare.vertical);
    let plot = Plot::of(&curves, rect);
    ui.painter().rect_filled(plot.rect, 0.0, colors.card);
    let top = axes(ui, &plot, found, [colors.line, colors.weak]);
    let bold_mm = found.asked.zone_threshold_mm;
    for (threshold_mm, points) in &curves {
        let is_bold = (threshold_mm - bold_mm).abs() < 1e-9;
        let (width, color) = if is_bold { (2.5, colors.accent) } else { (1.0, colors.weak) };
        let line: Vec<Pos2> = points.iter().map(|p| plot.at(*p)).collect();
        ui.painter().add(Shape::line(line, Stroke::new(width, color)));
    }
    meetings(ui, &plot, found, colors.touching);
    ui.painter().rect_stroke(plot.rect, 0.0, Stroke::new(1.0, colors.line), egui::StrokeKind::Inside);
    if let Some(mm) = tab.at_mm() {
        let exact_mm2 = open.contact().filter(|_| tab.is_fresh).and_then(|contact| contact.area(bold_mm));
        let exact_mm2 = exact_mm2.map(|area| area.mean_mm2());
        now(ui, (&plot, top), found, (mm, exact_mm2, &curves), [colors.text, colors.glass]);
    }
    hear(ui, desk, &plot)
}

/// The opening under the cursor, which a click keeps.
fn hear(ui: &mut Ui, desk: &Desk, plot: &Plot) -> Option<f64> {
    let area = ui.interact(plot.rect, ui.scope_id().with("vertical curve"), Sense::click());
    area.widget_info(|| WidgetInfo::labeled(Role::Button, true, say!("vertical-curve")));
    let pointed = area.hover_pos().map(|at| plot.opening_at(at.x));
    if let Some(mm) = pointed.filter(|_| area.clicked()) {
        wish(desk, CompareWish::Pin(mm));
    }
    pointed
}

/// Openings below, the pin above, areas at the left. Gives where what is written in the plot ends.
fn axes(ui: &Ui, plot: &Plot, found: &VerticalMeasured, [line, weak]: [Color32; 2]) -> f32 {
    let (painter, rect) = (ui.painter(), plot.rect);
    let font = || FontId::proportional(FIGURES);
    let fits = |length: f32, each: f32| (length / each).floor().max(2.0) as usize;
    let [least, most] = plot.ends_mm;
    for mm in ticks(least, most, fits(rect.width(), 50.0)) {
        let x = plot.x(mm);
        painter.vline(x, rect.y_range(), Stroke::new(if mm == 0.0 { 1.5 } else { 0.5 }, line));
        painter.text(pos2(x, rect.bottom() + 1.0), Align2::CENTER_TOP, number(rounded(mm, 6)), font(), weak);
        let pin = text::plain(found.pin_mm(mm), 2);
        painter.text(pos2(x, rect.top() - 1.0), Align2::CENTER_BOTTOM, pin, font(), weak);
    }
    for mm2 in ticks(0.0, plot.most_mm2, fits(rect.height(), 26.0)) {
        let y = plot.at([least, mm2]).y;
        painter.hline(rect.x_range(), y, Stroke::new(0.5, line));
        painter.text(pos2(rect.left() - 3.0, y), Align2::RIGHT_CENTER, number(rounded(mm2, 6)), font(), weak);
    }
    // Words that are longer than the plot end with "…".
    let words = |words: &str| {
        let mut job = LayoutJob::simple_singleline(words.to_owned(), font(), weak);
        job.wrap = TextWrapping::truncate_at_width(rect.width() + ROOM[0]);
        painter.layout_job(job)
    };
    let put = |galley: Arc<Galley>, anchor: Align2, at: Pos2| {
        painter.galley(anchor.anchor_size(at, galley.size()).min, galley, weak);
    };
    // The left edge has the figures' room as well.
    let middle = rect.center().x - 0.5 * ROOM[0];
    put(words(say!("vertical-across")), Align2::CENTER_TOP, pos2(middle, rect.bottom() + 13.0));
    put(words(say!("vertical-across-pin")), Align2::CENTER_BOTTOM, pos2(middle, rect.top() - 14.0));
    let mm = decimal(found.asked.zone_threshold_mm, 2);
    let mut up = LayoutJob::simple(say!("vertical-up", mm = mm), font(), weak, rect.width() - 8.0);
    up.halign = egui::Align::RIGHT;
    let (up, at) = (painter.layout_job(up), rect.right_top() + vec2(-4.0, 3.0));
    let bottom = at.y + up.size().y;
    painter.galley(at, up, weak);
    bottom
}

/// A tick where each pair comes within the threshold, with its place in the order as far as there is room.
fn meetings(ui: &Ui, plot: &Plot, found: &VerticalMeasured, color: Color32) {
    let (painter, mut last) = (ui.painter(), f32::INFINITY);
    for meeting in found.meetings() {
        let x = plot.x(meeting.within_mm);
        let bottom = plot.rect.bottom();
        painter.vline(x, bottom - 7.0..=bottom, Stroke::new(1.5, color));
        if last - x > 9.0 {
            let at = pos2(x, bottom - 8.0);
            painter.text(at, Align2::CENTER_BOTTOM, meeting.order.to_string(), FontId::proportional(FIGURES), color);
            last = x;
        }
    }
}

/// A threshold, and areas over openings.
type Curve = (f64, Vec<[f64; 2]>);

/// Where the jaw is, and its figures there; between two steps the area is that of the curve until it is known of the pose itself.
fn now(
    ui: &Ui,
    (plot, top): (&Plot, f32),
    found: &VerticalMeasured,
    (mm, exact_mm2, curves): (f64, Option<f64>, &[Curve]),
    [color, glass]: [Color32; 2],
) {
    let x = plot.x(mm);
    ui.painter().vline(x, plot.rect.y_range(), Stroke::new(1.5, color));
    let bold_mm = found.asked.zone_threshold_mm;
    let bold = curves.iter().find(|(threshold_mm, _)| (threshold_mm - bold_mm).abs() < 1e-9);
    let of_curve = || format!("≈ {}", text::plain(bold.map_or(0.0, |(_, points)| area_at(points, mm)), 1));
    let n = found.meetings().iter().filter(|meeting| meeting.within_mm >= mm).count();
    let words = say!(
        "vertical-now",
        opening = text::plain(mm, 2),
        pin = text::plain(found.pin_mm(mm), 2),
        area = exact_mm2.map_or_else(of_curve, |mm2| text::plain(mm2, 1)),
        n = n
    );
    let galley = ui.painter().layout(words, FontId::proportional(11.0), color, plot.rect.width() - 8.0);
    let left = (x + 6.0).min(plot.rect.right() - galley.size().x - 6.0).max(plot.rect.left() + 2.0);
    let at = pos2(left, top + 4.0);
    ui.painter().rect_filled(Rect::from_min_size(at, galley.size()).expand(3.0), 3.0, glass);
    ui.painter().galley(at, galley, color);
}

/// Between two steps evenly; the largest opening comes first.
fn area_at(points: &[[f64; 2]], mm: f64) -> f64 {
    let next = points.partition_point(|p| p[0] > mm);
    let (Some(after), Some(before)) = (points.get(next).or(points.last()), points.get(next.saturating_sub(1))) else {
        return 0.0;
    };
    let way = before[0] - after[0];
    let share = if way > 0.0 { ((before[0] - mm) / way).clamp(0.0, 1.0) } else { 0.0 };
    before[1] + (after[1] - before[1]) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_between_two_openings_lies_between_theirs() {
        let points = [[2.0, 0.0], [1.0, 10.0], [0.0, 30.0]];
        assert_eq!([2.0, 1.5, 1.0, 0.5, 0.0].map(|mm| area_at(&points, mm)), [0.0, 5.0, 10.0, 20.0, 30.0]);
        assert_eq!([5.0, -5.0].map(|mm| area_at(&points, mm)), [0.0, 30.0], "beyond both ends that of the end");
        assert_eq!(area_at(&[], 1.0), 0.0, "the twin: nothing is known");
    }

    #[test]
    fn a_place_of_the_plot_is_the_opening_that_is_drawn_there() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 200.0));
        let plot = Plot::of(&[(0.1, vec![[2.0, 0.0], [-1.0, 30.0]])], rect);
        for mm in [-1.0, 0.0, 0.7, 2.0] {
            assert!((plot.opening_at(plot.x(mm)) - mm).abs() < 1e-4, "{mm}");
        }
        assert!(plot.at([2.0, 0.0]).y > plot.at([-1.0, 30.0]).y, "more area lies higher");
        assert_eq!(plot.opening_at(plot.rect.right() + 50.0), 2.0, "the twin: beyond it there is nothing");
    }
}
