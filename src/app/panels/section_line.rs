//! Where the section lies, over the pictures of the jaws: its contours, as far as they are seen.
use crate::app::stage::place::size_of;
use crate::app::state::{Open, Pane};
use crate::app::widgets::theme;
use crate::exact::JawRuns;
use crate::exact::section::Edge;
use crate::export::section::SectionFound;
use crate::jaw::JawSide;
use egui::{Pos2, Rect, Shape, Stroke, Ui, vec2};
use glam::{DVec2, DVec3};

/// Whether something lies before a contour is looked up once in so much of it, mm.
const LOOKED_UP_MM: f64 = 1.0;
/// What lies nearer before it is the surface itself, mm.
const SURFACE_MM: f64 = 0.3;
/// Of larger meshes it is not looked up: it would take longer than a picture.
const MOST_RUNS: usize = 10_000;

pub fn section_line_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    let Some(found) = open.section.found() else { return };
    let view = View { open, found, pane, rect, ppp: ui.ctx().pixels_per_point() };
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect);
    for side in [JawSide::Upper, JawSide::Lower].into_iter().filter(|side| open.shows_in(pane, *side)) {
        for line in view.seen(side) {
            painter.add(Shape::line(line.clone(), Stroke::new(3.5, colors.glass)));
            let stroke = Stroke::new(1.5, colors.accent);
            let shapes = match side {
                JawSide::Upper => vec![Shape::line(line, stroke)],
                JawSide::Lower => Shape::dashed_line(&line, stroke, 6.0, 3.0),
            };
            painter.extend(shapes);
        }
    }
}

struct View<'a> {
    open: &'a Open,
    found: &'a SectionFound,
    pane: Pane,
    rect: Rect,
    ppp: f32,
}

impl View<'_> {
    fn size(&self) -> [u32; 2] {
        size_of(self.rect, f64::from(self.ppp))
    }

    fn pixel(&self, world: DVec3) -> Option<DVec2> {
        self.open.view.camera_of(self.pane).project(world, self.size())
    }

    fn on_screen(&self, place: DVec2) -> Option<Pos2> {
        let at = self.pixel(self.found.cut.plane.world_from_plane(place))?;
        Some(self.rect.min + vec2(at.x as f32, at.y as f32) / self.ppp)
    }

    /// What of a jaw's contour lies on surface that faces the viewer with nothing before it, as lines on the screen.
    fn seen(&self, side: JawSide) -> Vec<Vec<Pos2>> {
        let ready = self.open.section.ready(&self.open.session);
        let runs = ready.map(|ready| &ready.runs).filter(|runs| runs.runs(side).len() <= MOST_RUNS);
        let (mut lines, mut last): (Vec<Vec<Pos2>>, Option<DVec2>) = (Vec::new(), None);
        let mut known: Option<(DVec2, bool)> = None;
        for edge in self.found.cut.measured(side).filter(|edge| self.faces(side, edge)) {
            if known.is_none_or(|(at, _)| at.distance(edge.a) > LOOKED_UP_MM) {
                known = Some((edge.a, runs.is_some_and(|runs| self.is_hidden(runs, 0.5 * (edge.a + edge.b)))));
            }
            let ends = [edge.a, edge.b].map(|place| self.on_screen(place));
            let ([Some(a), Some(b)], Some((_, false))) = (ends, known) else { continue };
            match lines.last_mut() {
                Some(line) if last == Some(edge.a) => line.push(b),
                _ => lines.push(vec![a, b]),
            }
            last = Some(edge.b);
        }
        lines
    }

    fn faces(&self, side: JawSide, edge: &Edge) -> bool {
        let normal = self.open.pair().jaw(side).mesh.doubled_area_normal(edge.triangle as usize).as_dvec3();
        let pose = self.open.session.upper_from_lower();
        let normal = if side == JawSide::Lower { pose.transform_vector(normal) } else { normal };
        normal.dot(self.open.view.camera_of(self.pane).towards_viewer()) > 0.0
    }

    /// Whether a jaw that is shown lies between the place and the viewer.
    fn is_hidden(&self, runs: &JawRuns, place: DVec2) -> bool {
        let world = self.found.cut.plane.world_from_plane(place);
        let Some(pixel) = self.pixel(world) else { return true };
        let towards = -self.open.view.camera_of(self.pane).ray(pixel, self.size()).direction;
        let lower_from_upper = self.found.upper_from_lower.inverse();
        [JawSide::Upper, JawSide::Lower].into_iter().any(|side| {
            let [from, way] = match side {
                JawSide::Upper => [world, towards],
                JawSide::Lower => [lower_from_upper.transform_point(world), lower_from_upper.transform_vector(towards)],
            };
            self.open.shows_in(self.pane, side) && runs.is_on_way(side, from, way, SURFACE_MM)
        })
    }
}
