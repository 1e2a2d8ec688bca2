//! Diagrams of the movement in the card of the Motion mode: ways of the incisal point and of the condyles over the border movements of the
//! articulator, the area of contact, and in all of them where the jaw is now.
use crate::app::actions::CaseAction;
use crate::app::state::motion::{DiagramGroup, DrawnDiagrams, MotionWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::theme;
use crate::base::rounded;
use crate::base::words::{decimal, number, say};
use crate::jaw::motion::Side;
use crate::jaw::motion::diagrams::{Diagram, DiagramKind, DiagramScale, LineKind, ticks};
use crate::session::jaw_motion::PathFound;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2};
use glam::DVec2;

/// Left of a plot stand its figures, above it its title, below it figures and what they are of; points.
const ROOM: [f32; 4] = [30.0, 18.0, 8.0, 28.0];
const TITLE: f32 = 11.5;
const FIGURES: f32 = 10.0;

/// The height of the row, where it is shown.
pub fn height(open: &Open, whole: Rect) -> f32 {
    open.motion.drawn.group.map_or(0.0, |_| (0.28 * whole.height()).clamp(150.0, 300.0))
}

/// Which of them are shown; a click on what is shown puts it away.
pub fn choice_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    let is_shown = open.motion.drawn.group.is_some();
    let label = RichText::new(say!("motion-diagrams")).small();
    let label = if is_shown { label.color(theme::colors(ui.ctx()).accent) } else { label };
    let menu = ui.menu_button(label, |ui| menu_ui(ui, desk, open));
    menu.response.on_hover_text(say!("motion-diagrams-hint"));
}

fn menu_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.set_min_width(180.0);
    let drawn = &open.motion.drawn;
    for group in DiagramGroup::ALL {
        let label = match group {
            DiagramGroup::Incisal => say!("motion-diagrams-incisal"),
            DiagramGroup::Condyles => say!("motion-diagrams-condyles"),
        };
        let is_shown = drawn.group == Some(group);
        if ui.selectable_label(is_shown, label).clicked() {
            desk.wish(CaseAction::Motion(MotionWish::Diagrams((!is_shown).then_some(group))));
            ui.close();
        }
    }
    let mut is_near = drawn.is_near;
    let near = ui.checkbox(&mut is_near, say!("motion-diagrams-near"));
    if near.on_hover_text(say!("motion-diagrams-near-hint")).changed() {
        desk.wish(CaseAction::Motion(MotionWish::DiagramsNear(is_near)));
        ui.close();
    }
}

pub fn diagrams_ui(ui: &mut Ui, open: &Open, rect: Rect) {
    let Some(group) = open.motion.drawn.group else { return };
    let drawn = open.motion.path().zip(open.motion.drawn.diagrams());
    let each = rect.width() / 3.0;
    for (i, kind) in group.kinds().into_iter().enumerate() {
        let left = rect.left() + each * i as f32;
        let cell = Rect::from_min_max(pos2(left, rect.top()), pos2(left + each - 6.0, rect.bottom()));
        match drawn.and_then(|(path, drawn)| Some((path, drawn, drawn.get(kind)?))) {
            Some((path, drawn, diagram)) => diagram_ui(ui, (open, path, drawn), diagram, cell),
            None => {
                let words = match kind {
                    DiagramKind::ContactAreas => say!("motion-contacts-on-their-way"),
                    _ => say!("motion-borders-on-their-way"),
                };
                let at = (cell.center(), Align2::CENTER_CENTER);
                fitting(ui.painter(), at, (words, TITLE, cell.width() - 12.0), theme::colors(ui.ctx()).weak);
            }
        }
    }
}

/// A plot on the screen.
struct Plot {
    rect: Rect,
    scale: DiagramScale,
}

impl Plot {
    fn of(diagram: &Diagram, cell: Rect, is_near: bool) -> Self {
        let [left, above, right, below] = ROOM;
        let rect = Rect::from_min_max(cell.min + vec2(left, above), cell.max - vec2(right, below));
        let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height())).max(DVec2::ONE);
        let is_near = is_near && diagram.kind != DiagramKind::ContactAreas;
        let scale = if is_near { DiagramScale::of_movement(diagram, size) } else { DiagramScale::of(diagram, size) };
        Self { rect, scale }
    }

    fn at(&self, p: DVec2) -> Pos2 {
        let place = self.scale.at(p);
        self.rect.min + vec2(place.x as f32, place.y as f32)
    }
}

fn diagram_ui(ui: &mut Ui, of: (&Open, &PathFound, &DrawnDiagrams), diagram: &Diagram, cell: Rect) {
    let colors = theme::colors(ui.ctx());
    let plot = Plot::of(diagram, cell, of.0.motion.drawn.is_near);
    let painter = ui.painter().clone();
    let title = diagram.kind.title().say();
    let left = pos2(plot.rect.left(), cell.top() + 1.0);
    fitting(&painter, (left, Align2::LEFT_TOP), (title, TITLE, plot.rect.width()), colors.text);
    painter.rect_filled(plot.rect, 0.0, colors.card);
    grid(&painter, diagram, &plot, [colors.line, colors.weak]);
    let within = painter.with_clip_rect(plot.rect);
    let bold_mm = of.0.settings().threshold_mm;
    // What encloses first, the movement over it.
    for is_movement in [false, true] {
        for line in diagram.lines.iter().filter(|line| line.kind.is_movement() == is_movement) {
            let points: Vec<Pos2> = line.points.iter().map(|p| plot.at(*p)).collect();
            draw_line(&within, &points, line.kind, (bold_mm, [colors.weak, colors.accent]));
        }
    }
    names(&painter, diagram, &plot, colors.weak);
    let now = marks(&within, of, diagram, &plot, [colors.text, colors.card]);
    painter.rect_stroke(plot.rect, 0.0, Stroke::new(1.0, colors.line), egui::StrokeKind::Inside);
    let hover = ui.interact(cell, ui.scope_id().with(("diagram", diagram.kind as u8)), Sense::hover());
    hover.on_hover_text(hint(diagram, &now));
}

/// Left sides are dashed; of areas the threshold that is shown is thick.
fn draw_line(painter: &Painter, points: &[Pos2], kind: LineKind, (bold_mm, [weak, accent]): (f64, [Color32; 2])) {
    let (width, color, is_dashed) = match kind {
        LineKind::Border(_) | LineKind::Condyle(Side::Right, _) => (1.0, weak, false),
        LineKind::Condyle(Side::Left, _) => (1.0, weak, true),
        LineKind::Movement | LineKind::MovementOfCondyle(Side::Right) => (2.5, accent, false),
        LineKind::MovementOfCondyle(Side::Left) => (2.5, accent, true),
        LineKind::AreaWithin { threshold_mm } if (threshold_mm - bold_mm).abs() < 1e-9 => (2.5, accent, false),
        LineKind::AreaWithin { .. } => (1.0, weak, false),
    };
    let stroke = Stroke::new(width, color);
    match is_dashed {
        true => painter.extend(Shape::dashed_line(points, stroke, 5.0, 3.0)),
        false => drop(painter.add(Shape::line(points.to_vec(), stroke))),
    }
}

/// Round numbers at both edges, with lines through the plot; through its origin a stronger one.
fn grid(painter: &Painter, diagram: &Diagram, plot: &Plot, [line, weak]: [Color32; 2]) {
    let font = FontId::proportional(FIGURES);
    let stroke = |at: f64| Stroke::new(if at == 0.0 { 1.5 } else { 0.5 }, line);
    let fits = |length: f32| (length / 44.0).floor().max(2.0) as usize;
    for x in ticks(plot.scale.least.x, plot.scale.most.x, fits(plot.rect.width())) {
        let at = plot.at(DVec2::new(x, 0.0)).x;
        painter.vline(at, plot.rect.y_range(), stroke(x));
        // To the patient's left as well as to the right one counts from the middle.
        let label = if diagram.across.ends.is_some() { x.abs() } else { x };
        let place = pos2(at, plot.rect.bottom() + 1.0);
        painter.text(place, Align2::CENTER_TOP, number(rounded(label, 6)), font.clone(), weak);
    }
    for y in ticks(plot.scale.least.y, plot.scale.most.y, fits(1.6 * plot.rect.height())) {
        let at = plot.at(DVec2::new(0.0, y)).y;
        painter.hline(plot.rect.x_range(), at, stroke(y));
        let place = pos2(plot.rect.left() - 3.0, at);
        painter.text(place, Align2::RIGHT_CENTER, number(rounded(y, 6)), font.clone(), weak);
    }
}

/// What is told along both axes, with its unit, and the patient's sides.
fn names(painter: &Painter, diagram: &Diagram, plot: &Plot, color: Color32) {
    let rect = plot.rect;
    let below = pos2(rect.center().x, rect.bottom() + 13.0);
    fitting(painter, (below, Align2::CENTER_TOP), (diagram.across.words.say(), FIGURES, rect.width()), color);
    let up = rect.min + vec2(4.0, 2.0);
    fitting(painter, (up, Align2::LEFT_TOP), (diagram.up.words.say(), FIGURES, rect.width() - 8.0), color);
    if let Some([low, high]) = diagram.across.ends {
        let font = FontId::proportional(TITLE);
        painter.text(rect.left_bottom() + vec2(4.0, -2.0), Align2::LEFT_BOTTOM, low.say(), font.clone(), color);
        painter.text(rect.right_bottom() - vec2(4.0, 2.0), Align2::RIGHT_BOTTOM, high.say(), font, color);
    }
}

/// Where the jaw is now: a dot, of the left condyle a ring, along a path a line; gives the words of it.
fn marks(
    painter: &Painter,
    (open, path, drawn): (&Open, &PathFound, &DrawnDiagrams),
    diagram: &Diagram,
    plot: &Plot,
    [color, ground]: [Color32; 2],
) -> Vec<String> {
    if diagram.kind == DiagramKind::ContactAreas {
        let x = plot.at(DVec2::new(open.motion.at(), 0.0)).x;
        painter.vline(x, plot.rect.y_range(), Stroke::new(1.5, color));
        let contact = open.motion.contact();
        let area = contact.and_then(|contact| contact.area(open.settings().threshold_mm));
        let mm = decimal(open.settings().threshold_mm, 3);
        return area
            .map(|a| say!("motion-diagram-area-now", mm = mm, area = decimal(a.area_upper_mm2, 2)))
            .into_iter()
            .collect();
    }
    let Some(pose) = open.motion.pose() else { return Vec::new() };
    let motion = path.hinge.motion(&pose, &path.asked.bite);
    let places = diagram.marks(&motion, &drawn.points);
    for (i, place) in places.iter().enumerate() {
        let at = plot.at(*place);
        painter.circle_filled(at, 4.0, color);
        painter.circle_filled(at, 2.5, if i == 0 { color } else { ground });
    }
    let side = |i: usize| match (places.len(), i) {
        (1, _) => say!("motion-diagram-now"),
        (_, 0) => say!("motion-diagram-right-now"),
        _ => say!("motion-diagram-left-now"),
    };
    let words = |(i, p): (usize, &DVec2)| format!("{}: {}; {} mm", side(i), decimal(p.x, 2), decimal(p.y, 2));
    places.iter().enumerate().map(words).collect()
}

/// The title whole, the plane, which lines there are, and where the jaw is.
fn hint(diagram: &Diagram, now: &[String]) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for line in &diagram.lines {
        let words = line.kind.words();
        if !kinds.contains(&words) {
            kinds.push(words);
        }
    }
    let mut lines = vec![diagram.kind.title().say().to_owned()];
    if diagram.is_to_scale {
        lines.push(say!("motion-diagram-plane", plane = diagram.plane.name()));
    }
    lines.extend(diagram.borders_words().map(|words| words.say().to_owned()));
    lines.push(kinds.join(" · "));
    lines.extend(now.iter().cloned());
    lines.join("\n")
}

/// In smaller letters where there is no room; languages have words of their own lengths.
fn fitting(painter: &Painter, (at, anchor): (Pos2, Align2), (words, size, most): (&str, f32, f32), color: Color32) {
    let width = painter.layout_no_wrap(words.to_owned(), FontId::proportional(size), color).size().x;
    let size = (size * (most / width.max(1.0)).min(1.0)).max(7.0);
    painter.text(at, anchor, words, FontId::proportional(size), color);
}
