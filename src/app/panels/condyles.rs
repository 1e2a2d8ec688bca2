//! The hinge axis with both condyles, over the pictures of the jaws while a movement is looked at: where they are in the bite, the way that they
//! go, and where they are now.
use crate::app::stage::place::size_of;
use crate::app::state::marks_seen::teeth_seen;
use crate::app::state::{Open, Pane};
use crate::app::widgets::glass::draw_line;
use crate::app::widgets::theme;
use crate::base::Rigid;
use crate::base::words::say;
use crate::jaw::motion::AxisPoint;
use crate::session::jaw_motion::PathFound;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2};
use glam::DVec3;
use std::f32::consts::{PI, TAU};

pub fn condyles_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    let Some(path) = open.motion.path().filter(|_| open.motion.is_open && pane == Pane::Jaws) else { return };
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let camera = open.view.camera_of(pane);
    let on_screen = |world: DVec3| {
        let at = camera.project(world, size)?;
        Some(rect.min + vec2(at.x as f32, at.y as f32) / ppp)
    };
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    let motion = path.hinge.motion(&open.session.upper_from_lower(), &path.asked.bite);
    let (rest, now) = (path.condyles(&Rigid::IDENTITY), path.condyles(&motion));
    for side in 0..2 {
        let way = way(path, side).filter_map(on_screen).collect::<Vec<_>>();
        if way.len() > 1 {
            draw_line(&painter, way, 1.0, colors.weak, Color32::TRANSPARENT);
        }
    }
    let [Some(right), Some(left)] = rest.map(on_screen) else { return };
    painter.line_segment([right, left], Stroke::new(1.0, colors.weak));
    let [Some(right), Some(left)] = now.map(on_screen) else { return };
    let teeth = TeethSeen::new(open, pane, &on_screen);
    let hidden = [0, 1].map(|i| teeth.hide(now[i], [right, left][i], camera.towards_viewer()));
    match hidden.contains(&true) {
        true => painter.extend(Shape::dashed_line(&[right, left], Stroke::new(1.0, colors.accent), 5.0, 4.0)),
        false => draw_line(&painter, vec![right, left], 1.5, colors.accent, colors.glass),
    }
    points_ui(&painter, open, (&on_screen, rest));
    let mut named = [(right, say!("motion-r"), hidden[0]), (left, say!("motion-l"), hidden[1])];
    // The nearer one is seen whole.
    if (now[0] - now[1]).dot(camera.towards_viewer()) > 0.0 {
        named.reverse();
    }
    for (at, name, is_hidden) in named {
        match is_hidden {
            true => hidden_condyle_ui(&painter, at, name, (colors.accent, colors.text)),
            false => condyle_ui(&painter, at, name, (colors.accent, colors.glass, colors.text)),
        }
    }
}

/// Where the teeth are on the screen: what lies behind them is drawn as such.
struct TeethSeen {
    places: Vec<Pos2>,
    /// World.
    middle: DVec3,
}

impl TeethSeen {
    fn new(open: &Open, pane: Pane, on_screen: &impl Fn(DVec3) -> Option<Pos2>) -> Self {
        let teeth: Vec<DVec3> = teeth_seen(open, pane).map(|tooth| tooth.at).collect();
        let middle = teeth.iter().sum::<DVec3>() / teeth.len().max(1) as f64;
        Self { places: teeth.into_iter().filter_map(on_screen).collect(), middle }
    }

    /// Whether a place of the world, at `at` on the screen, lies behind the arches.
    fn hide(&self, place: DVec3, at: Pos2, towards_viewer: DVec3) -> bool {
        (place - self.middle).dot(towards_viewer) < 0.0 && is_among(&self.places, at)
    }
}

/// Whether a place lies inside the convex hull of others: no half of the directions around it is free of them.
fn is_among(others: &[Pos2], at: Pos2) -> bool {
    let mut ways: Vec<f32> = others.iter().map(|other| (*other - at).angle()).collect();
    ways.sort_by(f32::total_cmp);
    let between = ways.windows(2).map(|pair| pair[1] - pair[0]);
    let (Some(first), Some(last)) = (ways.first(), ways.last()) else { return false };
    let widest = between.fold(first + TAU - last, f32::max);
    widest < PI
}

/// The plane of the three points by which the axis was placed, with the third of them; the one that is being picked has a ring.
fn points_ui(painter: &Painter, open: &Open, (on_screen, rest): (&impl Fn(DVec3) -> Option<Pos2>, [DVec3; 2])) {
    let Some([.., front]) = open.session.motion().facebow.and_then(|facebow| facebow.points()) else { return };
    let ([Some(right), Some(left)], Some(front)) = (rest.map(on_screen), on_screen(front)) else { return };
    let colors = theme::colors(&painter.ctx().clone());
    for end in [right, left] {
        painter.extend(Shape::dashed_line(&[end, front], Stroke::new(1.0, colors.weak), 4.0, 3.0));
    }
    let corners = [vec2(0.0, -7.0), vec2(7.0, 0.0), vec2(0.0, 7.0), vec2(-7.0, 0.0)].map(|corner| front + corner);
    painter.add(Shape::convex_polygon(corners.to_vec(), colors.glass, Stroke::new(2.0, colors.accent)));
    let picked = match open.motion.picking {
        Some(AxisPoint::RightCondyle) => right,
        Some(AxisPoint::LeftCondyle) => left,
        Some(AxisPoint::Front) => front,
        None => return,
    };
    painter.circle_stroke(picked, 12.0, Stroke::new(2.0, colors.text));
}

/// Where a condyle comes along on the path, not every pose of it.
fn way(path: &PathFound, side: usize) -> impl Iterator<Item = DVec3> + '_ {
    let every = path.steps.len().div_ceil(60).max(1);
    path.steps.iter().step_by(every).filter_map(move |step| Some(path.condyles(&step.motion?)[side]))
}

/// Without ground, in dashes.
fn hidden_condyle_ui(painter: &Painter, at: Pos2, name: &str, (color, text): (Color32, Color32)) {
    let ring: Vec<Pos2> = (0..=24).map(|i| at + 7.0 * Vec2::angled(i as f32 * TAU / 24.0)).collect();
    painter.extend(Shape::dashed_line(&ring, Stroke::new(1.5, color), 3.0, 3.0));
    painter.text(at, Align2::CENTER_CENTER, name, FontId::proportional(10.0), text);
}

fn condyle_ui(painter: &Painter, at: Pos2, name: &str, (color, under, text): (Color32, Color32, Color32)) {
    painter.circle_filled(at, 8.0, under);
    painter.circle_stroke(at, 7.0, Stroke::new(2.0, color));
    // At the picture's edge half a letter would be left.
    if painter.clip_rect().contains_rect(Rect::from_center_size(at, Vec2::splat(14.0))) {
        painter.text(at, Align2::CENTER_CENTER, name, FontId::proportional(10.0), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_place_is_among_others_inside_their_hull_alone() {
        let arch = [pos2(0.0, 0.0), pos2(100.0, 0.0), pos2(90.0, 60.0), pos2(50.0, 80.0), pos2(10.0, 60.0)];
        assert!(is_among(&arch, pos2(50.0, 40.0)) && is_among(&arch, pos2(5.0, 5.0)));
        assert!(
            !is_among(&arch, pos2(120.0, 10.0))
                && !is_among(&arch, pos2(50.0, -1.0))
                && !is_among(&arch, pos2(95.0, 70.0))
        );
        assert!(!is_among(&[], pos2(0.0, 0.0)) && !is_among(&arch[..2], pos2(50.0, 10.0)), "two are no hull");
    }
}
