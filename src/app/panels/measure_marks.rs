//! Measures over the pictures of the jaws: marks, lines, and their values where they cover the least.
use crate::app::stage::place::size_of;
use crate::app::state::marks_seen::is_mark_hidden;
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::{draw_line, least_covering};
use crate::app::widgets::theme;
use crate::base::words::as_read;
use crate::exact::measured::world;
use crate::jaw::Mark;
use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};
use glam::DVec3;

/// Labels are tried at these places about the middle of their line, points.
const PLACES: [Vec2; 7] = [
    vec2(0.0, 0.0),
    vec2(0.0, -16.0),
    vec2(0.0, 16.0),
    vec2(30.0, -10.0),
    vec2(-30.0, -10.0),
    vec2(30.0, 12.0),
    vec2(-30.0, 12.0),
];

/// `taken`: what labels are to keep off, as far as they can; theirs are added.
pub fn measure_marks_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect), taken: &mut Vec<Rect>) {
    let (camera, ppp) = (open.view.camera_of(pane), ui.ctx().pixels_per_point());
    let size = size_of(rect, f64::from(ppp));
    let on_screen = |at: DVec3| camera.project(at, size).map(|at| rect.min + vec2(at.x as f32, at.y as f32) / ppp);
    let is_shown = |mark: &Mark| open.shows_in(pane, mark.side);
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    for (measure, value) in open.session.measures().iter().zip(open.measure.values()) {
        let Some(measured) = value.as_ref().filter(|_| measure.marks.iter().all(is_shown)) else { continue };
        let points: Vec<Pos2> = measured.points.iter().filter_map(|at| on_screen(*at)).collect();
        if points.len() != measured.points.len() {
            continue;
        }
        // On a surface that others hide it would seem to be on those.
        let is_hidden = measure.marks.iter().any(|mark| is_mark_hidden(open, pane, mark));
        line_ui(&painter, &points, is_hidden, (colors.accent, colors.glass));
        let about = if points.len() == 3 { points[1] } else { points[0] + 0.5 * (points[1] - points[0]) };
        label_ui(ui, rect, about, &format!("{}: {}", measure.name, as_read(&measured.value.text())), taken);
    }
    for mark in open.measure.marks.iter().filter(|mark| is_shown(mark)) {
        if let Some(at) = on_screen(world(mark, &open.session.upper_from_lower())) {
            painter.circle(at, 4.0, colors.accent, Stroke::new(1.5, colors.text));
        }
    }
}

/// Solid with full balls; dashed with hollow ones where its marks are behind what is seen.
fn line_ui(painter: &Painter, points: &[Pos2], is_hidden: bool, (color, halo): (Color32, Color32)) {
    if is_hidden {
        painter.extend(Shape::dashed_line(points, Stroke::new(1.5, color), 5.0, 4.0));
        points.iter().for_each(|at| _ = painter.circle_stroke(*at, 3.0, Stroke::new(1.5, color)));
        return;
    }
    draw_line(painter, points.to_vec(), 1.5, color, halo);
    points.iter().for_each(|at| _ = painter.circle(*at, 3.0, color, Stroke::new(1.0, halo)));
}

/// Where it covers the least of what is there already.
fn label_ui(ui: &Ui, rect: Rect, about: Pos2, words: &str, taken: &mut Vec<Rect>) {
    let colors = theme::colors(ui.ctx());
    let galley = ui.painter().layout_no_wrap(words.to_owned(), FontId::proportional(12.0), colors.text);
    let plate = |shift: &Vec2| Rect::from_center_size(about + *shift, galley.size() + vec2(10.0, 4.0));
    let Some(place) = least_covering(PLACES.iter().map(plate), taken).filter(|place| rect.intersects(*place)) else {
        return;
    };
    let painter = ui.painter_at(rect);
    painter.rect_filled(place, 3.0, colors.glass);
    painter.galley(place.center() - 0.5 * galley.size(), galley, colors.text);
    taken.push(place);
}
