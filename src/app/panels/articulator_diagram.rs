//! The articulator as a drawing to scale: from the patient's right, and from above.
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use crate::jaw::motion::{Articulator, Course, HingeFrame, Movement, MovementKind, Side};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};
use glam::DVec3;

const HEIGHT: f32 = 92.0;
/// So much of each way is drawn, mm.
const WAY_MM: f64 = 14.0;

/// `hinge`: where the axis is in the scans; `None`: by the averages.
pub fn diagram_ui(ui: &mut Ui, articulator: &Articulator, hinge: Option<&HingeFrame>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let colors = theme::colors(ui.ctx());
    ui.painter().rect_filled(rect, 4.0, colors.card);
    let hinge = hinge.copied().unwrap_or_else(|| HingeFrame::alone(articulator));
    let split = rect.left() + 0.58 * rect.width();
    sagittal(ui, (articulator, &hinge), rect.with_max_x(split).shrink(6.0));
    from_above(ui, (articulator, &hinge), rect.with_min_x(split).shrink(6.0));
    response.on_hover_text(say!("articulator-diagram-hint"));
}

/// Places of a condyle through a movement, as far as its guide goes.
fn way((articulator, hinge): (&Articulator, &HingeFrame), kind: MovementKind, side: Side) -> Vec<DVec3> {
    let ends = articulator.guides.right.longest_mm().min(articulator.guides.left.longest_mm());
    let movement = Movement { kind, amount_mm: WAY_MM.min(ends) };
    let course = Course::new(articulator, hinge, movement);
    let place = |i: u32| {
        let condyles = course.at(course.length_mm() * f64::from(i) / 24.0).condyles;
        if side == Side::Right { condyles.right } else { condyles.left }
    };
    (0..=24).map(place).collect()
}

/// Hinge frame: front to the right, up is up.
fn sagittal(ui: &Ui, of: (&Articulator, &HingeFrame), rect: Rect) {
    let (articulator, hinge) = of;
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect.expand(4.0));
    let incisal = hinge.incisal;
    let scale = (f64::from(rect.width()) / (incisal.y + 12.0)).min(f64::from(rect.height()) / (-incisal.z + 26.0));
    let origin = rect.left_top() + vec2(6.0, 14.0);
    let at = |p: DVec3| origin + vec2((p.y * scale) as f32, (-p.z * scale) as f32);
    let line = |a: DVec3, b: DVec3, stroke: Stroke| {
        painter.line_segment([at(a), at(b)], stroke);
    };
    let weak = Stroke::new(1.0, colors.weak);
    line(DVec3::ZERO, DVec3::new(0.0, incisal.y + 8.0, 0.0), weak);
    line(DVec3::ZERO, incisal, Stroke::new(1.0, colors.line));
    // The occlusal plane, through the incisal point.
    let pitch = articulator.pitches.above_occlusal_deg(articulator.plane).to_radians();
    let back = DVec3::new(0.0, -pitch.cos(), pitch.sin()) * 45.0;
    dashed(&painter, [at(incisal), at(incisal + back)], colors.lower);
    if let Some(table) = articulator.incisal {
        let slope = table.sagittal_deg.to_radians();
        let front = DVec3::new(0.0, slope.cos(), -slope.sin()) * 12.0;
        line(incisal, incisal + front, Stroke::new(2.0, colors.apart));
    }
    for (side, width) in [(Side::Left, 1.0), (Side::Right, 2.0)] {
        let way = way(of, MovementKind::Protrusion, side).into_iter().map(&at).collect();
        painter.add(Shape::line(way, Stroke::new(width, colors.accent)));
    }
    painter.circle_filled(at(DVec3::ZERO), 3.5, colors.accent);
    painter.circle_filled(at(incisal), 3.0, colors.lower);
    let sci = format!("{}°", decimal(articulator.guides.right.sagittal_deg, 0));
    words(&painter, at(DVec3::new(0.0, WAY_MM + 3.0, -4.0)), Align2::LEFT_TOP, &sci, colors.accent);
}

/// Front is up; the patient's right is on the right hand, as one looks down on the axis from behind.
fn from_above(ui: &Ui, of: (&Articulator, &HingeFrame), rect: Rect) {
    let colors = theme::colors(ui.ctx());
    let painter = ui.painter_at(rect.expand(4.0));
    let half = of.0.half_width_mm();
    let scale = (f64::from(rect.width()) - 16.0) / (2.0 * half);
    let origin = pos2(rect.center().x, rect.bottom() - 22.0);
    let at = |p: DVec3| origin + vec2((p.x * scale) as f32, (-p.y * scale) as f32);
    painter.line_segment([at(DVec3::X * half), at(DVec3::NEG_X * half)], Stroke::new(1.0, colors.weak));
    for (side, working, x, name) in
        [(Side::Right, Side::Left, half, say!("motion-r")), (Side::Left, Side::Right, -half, say!("motion-l"))]
    {
        let kind = MovementKind::Lateral { working, forward: 0.0 };
        let way = way(of, kind, side).into_iter().map(&at).collect();
        painter.add(Shape::line(way, Stroke::new(2.0, colors.accent)));
        painter.circle_filled(at(DVec3::X * x), 3.5, colors.accent);
        words(&painter, at(DVec3::X * x) + vec2(0.0, 6.0), Align2::CENTER_TOP, name, colors.text);
    }
    let bennett = format!("{}°", decimal(of.0.guides.right.bennett_deg, 0));
    words(&painter, at(DVec3::new(half, WAY_MM, 0.0)) + vec2(0.0, -4.0), Align2::RIGHT_BOTTOM, &bennett, colors.accent);
}

fn words(painter: &Painter, at: Pos2, anchor: Align2, text: &str, color: Color32) {
    painter.text(at, anchor, text, FontId::proportional(10.0), color);
}

fn dashed(painter: &Painter, ends: [Pos2; 2], color: Color32) {
    painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, color), 4.0, 3.0));
}
