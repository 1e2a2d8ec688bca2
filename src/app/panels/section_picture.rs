//! The picture of a section: both contours, what overlaps, what is measured, to scale.
use crate::app::state::Open;
use crate::app::state::section::{PlaneView, SectionView, fitted};
use crate::app::widgets::glass::{draw_line, glass_text};
use crate::app::widgets::legend::scale_bar_ui;
use crate::app::widgets::theme::{self, Colors};
use crate::base::words::{decimal, say};
use crate::exact::section::{Column, Edge, Reading};
use crate::export::section::{SectionFound, hatch_lines};
use crate::jaw::{JawSide, SectionKind};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};
use glam::DVec2;

/// From one hatching line to the next, points.
const HATCH: f64 = 6.0;

/// How places of the plane and of the screen belong together.
#[derive(Clone, Copy, Debug)]
pub struct InPicture {
    pub view: PlaneView,
    rect: Rect,
}

impl InPicture {
    pub fn of(section: &SectionView, found: &SectionFound, rect: Rect) -> Self {
        let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        Self { view: section.view.unwrap_or_else(|| fitted(found, size)), rect }
    }

    pub fn plane_from_screen(&self, at: Pos2) -> DVec2 {
        let at = at - self.rect.center();
        self.view.plane_from_picture(DVec2::new(f64::from(at.x), f64::from(at.y)))
    }

    pub fn screen_from_plane(&self, place: DVec2) -> Pos2 {
        let at = self.view.picture_from_plane(place);
        self.rect.center() + vec2(at.x as f32, at.y as f32)
    }

    /// Smallest and largest corner of what is seen.
    fn bounds(&self) -> [DVec2; 2] {
        let corners = [self.rect.left_bottom(), self.rect.right_top()];
        corners.map(|corner| self.plane_from_screen(corner))
    }
}

pub fn picture_ui(ui: &Ui, open: &Open, rect: Rect) {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let [r, g, b] = colors.background;
    painter.rect_filled(rect, 0.0, Color32::from_rgb(r, g, b));
    let Some(found) = open.section.found() else {
        let words = if open.section.is_getting_ready() { say!("section-making") } else { say!("section-nothing") };
        // Between two columns of a small window the picture is narrower than the words.
        let font = egui::FontId::proportional(13.0);
        let galley = painter.layout(words.to_owned(), font, colors.weak, (rect.width() - 8.0).max(1.0));
        painter.galley(rect.center() - 0.5 * galley.size(), galley, colors.weak);
        return;
    };
    let picture = InPicture::of(&open.section, found, rect);
    if found.between.is_overlapping() {
        let stroke = Stroke::new(1.2, colors.interfering);
        for ends in hatch_lines(&found.cut, picture.bounds(), HATCH * picture.view.mm_per_point) {
            painter.line_segment(ends.map(|end| picture.screen_from_plane(end)), stroke);
        }
    }
    contours_ui(&painter, found, &picture, colors);
    readings_ui(ui, &painter, found, &picture);
    column_ui(ui, &painter, open, found, &picture);
    ruler_ui(ui, &painter, open, found, &picture);
    ends_ui(ui, rect, found);
    scale_bar_ui(ui, rect, rect.left_bottom() + vec2(14.0, -16.0), picture.view.mm_per_point);
}

/// The upper jaw's is drawn through, the lower jaw's in dashes; what closing has added faintly.
fn contours_ui(painter: &Painter, found: &SectionFound, picture: &InPicture, colors: &Colors) {
    for (side, color) in [(JawSide::Upper, colors.upper), (JawSide::Lower, colors.lower)] {
        for (line, is_scanned) in visible(&found.cut.edges[side as usize], picture.bounds()) {
            let points: Vec<Pos2> = line.iter().map(|p| picture.screen_from_plane(*p)).collect();
            let shapes = match (is_scanned, side) {
                (false, _) => Shape::dashed_line(&points, Stroke::new(1.0, color.gamma_multiply(0.5)), 2.0, 4.0),
                (true, JawSide::Upper) => vec![Shape::line(points, Stroke::new(2.0, color))],
                (true, JawSide::Lower) => Shape::dashed_line(&points, Stroke::new(2.0, color), 8.0, 4.0),
            };
            painter.extend(shapes);
        }
    }
}

/// What of the edges is seen, joined where one goes on from another: at a large scale a contour is kilometres of screen long.
fn visible(edges: &[Edge], bounds: [DVec2; 2]) -> Vec<(Vec<DVec2>, bool)> {
    let mut lines: Vec<(Vec<DVec2>, bool)> = Vec::new();
    for edge in edges {
        let Some([a, b]) = clipped([edge.a, edge.b], bounds) else { continue };
        match lines.last_mut() {
            Some((line, is_scanned)) if *is_scanned == edge.is_scanned && line.last() == Some(&a) => line.push(b),
            _ => lines.push((vec![a, b], edge.is_scanned)),
        }
    }
    lines
}

/// After Liang and Barsky.
fn clipped([a, b]: [DVec2; 2], [lo, hi]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let way = b - a;
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for (step, room) in [(-way.x, a.x - lo.x), (way.x, hi.x - a.x), (-way.y, a.y - lo.y), (way.y, hi.y - a.y)] {
        let at = room / step;
        match step {
            0.0 if room < 0.0 => return None,
            0.0 => {}
            _ if step < 0.0 => first = first.max(at),
            _ => last = last.min(at),
        }
    }
    let end = |t: f64| {
        if t == 0.0 {
            a
        } else if t == 1.0 {
            b
        } else {
            a + way * t
        }
    };
    (first < last).then(|| [end(first), end(last)])
}

/// What is deepest, or narrowest where nothing overlaps.
fn readings_ui(ui: &Ui, painter: &Painter, found: &SectionFound, picture: &InPicture) {
    let between = &found.between;
    let readings = match between.is_overlapping() {
        true => [between.deepest_occlusal, between.deepest_closest],
        false => [between.smallest_occlusal, between.smallest_closest],
    };
    let colors = theme::colors(ui.ctx());
    for Reading { ends, .. } in readings.iter().flatten() {
        let points = ends.map(|end| picture.screen_from_plane(end));
        draw_line(painter, points.to_vec(), 1.5, colors.accent, colors.glass);
        for at in points {
            painter.circle_filled(at, 2.5, colors.accent);
        }
    }
}

/// What is between the contours where the cursor is, along the occlusal direction.
fn column_ui(ui: &Ui, painter: &Painter, open: &Open, found: &SectionFound, picture: &InPicture) {
    let Some(place) = open.section.pointed.filter(|_| open.section.new_ruler.is_none()) else { return };
    let Some((reading, words)) = column_at(found, place) else { return };
    let colors = theme::colors(ui.ctx());
    let points = reading.map(|end| picture.screen_from_plane(end));
    painter.extend(Shape::dashed_line(&points, Stroke::new(1.5, colors.text), 3.0, 2.0));
    let at = points[1] + vec2(10.0, 0.0);
    glass_text(ui, pos2(at.x, at.y.max(picture.rect.top() + 14.0)), Align2::LEFT_CENTER, &words, 12.0);
}

fn column_at(found: &SectionFound, place: DVec2) -> Option<([DVec2; 2], String)> {
    let columns = &found.between.columns;
    let all = columns.gap.iter().map(|c| (c, false)).chain(columns.overlap.iter().map(|c| (c, true)));
    let here = all.filter(|(c, _)| c.is_scanned && c.below[0].x <= place.x && place.x <= c.below[1].x);
    let at = |c: &Column| {
        let t = (place.x - c.below[0].x) / (c.below[1].x - c.below[0].x);
        [c.below[0].lerp(c.below[1], t), c.above[0].lerp(c.above[1], t)]
    };
    let away = |ends: &[DVec2; 2]| (ends[0].y - place.y).max(place.y - ends[1].y).max(0.0);
    let found = here.map(|(c, what)| (at(c), what)).min_by(|a, b| away(&a.0).total_cmp(&away(&b.0)));
    let words = |ends: &[DVec2; 2], overlaps: bool| {
        let mm = decimal(ends[1].y - ends[0].y, 3);
        if overlaps { say!("section-overlap-occlusal", mm = mm) } else { say!("section-gap-occlusal", mm = mm) }
    };
    found.map(|(ends, overlaps)| (ends, words(&ends, overlaps)))
}

fn ruler_ui(ui: &Ui, painter: &Painter, open: &Open, found: &SectionFound, picture: &InPicture) {
    let Some(ends) = open.section.new_ruler.or(found.ruler) else { return };
    let colors = theme::colors(ui.ctx());
    let points = ends.map(|end| picture.screen_from_plane(end));
    draw_line(painter, points.to_vec(), 1.5, colors.text, colors.glass);
    let across = (points[1] - points[0]).normalized().rot90() * 6.0;
    points.iter().for_each(|at| draw_line(painter, vec![*at - across, *at + across], 1.5, colors.text, colors.glass));
    let words = format!("{} mm", decimal(ends[0].distance(ends[1]), 2));
    glass_text(ui, points[0] + 0.5 * (points[1] - points[0]) + vec2(0.0, -12.0), Align2::CENTER_BOTTOM, &words, 13.0);
}

/// What is on the left and on the right.
fn ends_ui(ui: &Ui, rect: Rect, found: &SectionFound) {
    let [left, right] = match found.place.kind {
        SectionKind::Arch => [say!("section-inside"), say!("section-outside")],
        SectionKind::Sagittal => [say!("section-back"), say!("section-front")],
        SectionKind::Frontal => [say!("overview-r"), say!("overview-l")],
        SectionKind::Free => return,
    };
    glass_text(ui, rect.left_center() + vec2(6.0, 0.0), Align2::LEFT_CENTER, left, 12.0);
    glass_text(ui, rect.right_center() - vec2(6.0, 0.0), Align2::RIGHT_CENTER, right, 12.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_clipped_to_what_is_seen() {
        let bounds = [DVec2::ZERO, DVec2::new(10.0, 5.0)];
        let inside = [DVec2::ONE, DVec2::new(2.0, 3.0)];
        assert_eq!(clipped(inside, bounds), Some(inside), "to the last bit");
        let across = clipped([DVec2::new(-10.0, 2.0), DVec2::new(20.0, 2.0)], bounds).expect("seen");
        assert!(across[0].distance(DVec2::new(0.0, 2.0)) < 1e-12 && across[1].distance(DVec2::new(10.0, 2.0)) < 1e-12);
        assert_eq!(clipped([DVec2::new(-1.0, -1.0), DVec2::new(11.0, -1.0)], bounds), None);
        assert_eq!(clipped([DVec2::new(-3.0, 2.0), DVec2::new(2.0, 8.0)], bounds), None);
    }
}
