//! What lies over the picture of the jaws: legend, scale, read-outs, marks, handles.
use super::Panels;
use super::apart::is_far;
use super::bite::BELOW_BADGE;
use super::compare::compared_ui;
use super::condyles::condyles_ui;
use super::facebow::pick_axis_ui;
use super::gizmo;
use super::handles::handles_ui;
use super::measure_marks::measure_marks_ui;
use super::measures::measure_tool_ui;
use super::motion_paint::{place_words, plate_ui};
use super::ortho::construction_ui;
use super::overview::{CAPTION, sides_ui};
use super::pin_marks::pin_marks_ui;
use super::pins::pin_tool_ui;
use super::projection_arrow::projection_arrow_ui;
use super::section_line::section_line_ui;
use super::tooth_numbers::tooth_numbers_ui;
use super::trim::trim_ui;
use super::zone_marks;
use crate::app::stage::place::size_of;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::glass::{gap_text, glass_text};
use crate::app::widgets::legend::{LOW, PaintedGap, Strip, has_legend, legend_ui, scale_bar_ui};
use crate::app::widgets::theme;
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::render::Margins;
use egui::{Align2, CursorIcon, Pos2, Rect, Stroke, Ui, vec2};
use glam::DVec2;

/// In a flat picture the jaws keep so far from its edges, points.
const BESIDE: f32 = 8.0;

/// Where legend, scale and read-out lie.
fn strip(open: &Open, pane: Pane, rect: Rect) -> Strip {
    Strip::new(rect, pane == Pane::Jaws && has_legend(open.settings()))
}

/// What the fitted jaws keep clear of.
pub fn margins(open: &Open, (pane, rect): (Pane, Rect), pixels_per_point: f64) -> Margins {
    // A condyle has a letter as a direction of the gizmo has; in a narrow picture the gizmo would stand on the last teeth.
    let is_close = open.motion.is_open || rect.width() < gizmo::NARROW;
    let right = if pane == Pane::Jaws && is_close { gizmo::width_in(rect) } else { 0.0 };
    let pixels = |points: f32| (f64::from(points) * pixels_per_point).round() as u32;
    let strip = strip(open, pane, rect);
    let above = pixels(upper_margin(open, pane));
    if !is_flat(rect) {
        let below = strip.margins(pixels_per_point);
        return Margins { top: above, right: pixels(right), ..below };
    }
    // While bites are compared the badge is short, as scale and read-out are, and the jaws stand beside all of them.
    let top = if open.compare.is_open { pixels(BESIDE) } else { above };
    // The condyles reach over the legend, and beside it the jaws would be stamps.
    let [left, at_right] = if open.motion.is_open { [0.0; 2] } else { strip.ends(rect) };
    Margins { left: pixels(left), top, right: pixels(right.max(at_right)), bottom: pixels(BESIDE) }
}

/// Much wider than the jaws, and so low that they would be stamps between what lies along both edges.
fn is_flat(rect: Rect) -> bool {
    rect.height() < LOW && rect.width() > 2.5 * rect.height()
}

/// Along the upper edge lies the badge of the bite, below it perhaps the notice that the jaws are far from each other, or instead of it the plate
/// of the tool that trims; over an arch its caption. Points.
fn upper_margin(open: &Open, pane: Pane) -> f32 {
    let far = open.figures.metrics.as_ref().is_some_and(is_far);
    match pane {
        // The plate of the axis is no higher than the badge.
        Pane::Jaws if far || (open.has_tool() && open.motion.picking.is_none()) => 130.0,
        Pane::Jaws => BELOW_BADGE,
        Pane::Arch(_) | Pane::Other => CAPTION,
    }
}

/// Where words about a place of the jaws may stand, clear of what lies along the upper and the lower edge.
fn room(open: &Open, (pane, rect): (Pane, Rect), strip: &Strip) -> Rect {
    Rect::from_min_max(rect.min + vec2(4.0, upper_margin(open, pane)), rect.max - vec2(4.0, strip.height))
}

/// `is_over`: the cursor is on the picture.
pub fn over_jaws_ui(ui: &mut Ui, desk: &Desk, panels: &Panels, (pane, rect): (Pane, Rect), is_over: bool) {
    let Some(open) = &desk.open else { return };
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let (size, strip) = (size_of(rect, ppp), strip(open, pane, rect));
    compared_ui(ui, open, (pane, rect));
    let mut taken = tooth_numbers_ui(ui, (desk, open), (pane, rect));
    sides_ui(ui, open, (pane, rect), &mut taken);
    // Marks are of the pose that the figures are of.
    let has_marks = pane != Pane::Other;
    if has_marks {
        section_line_ui(ui, open, (pane, rect));
        measure_marks_ui(ui, open, (pane, rect), &mut taken);
        condyles_ui(ui, open, (pane, rect));
        mark_ui(ui, open, (pane, rect));
        taken.extend(gizmo::plates(ui).chain(gizmo::own_place(ui)));
        let room = room(open, (pane, rect), &strip);
        zone_marks::in_view_ui(ui, open, panels.zones.hovered, (pane, rect), (room, &taken));
    }
    // Over the marks: nothing is read through them.
    if let Some(plate) = strip.legend {
        match open.classes() {
            Some(painted) => plate_ui(ui, painted, plate),
            None => legend_ui(ui, (open.settings(), painted_gap(open)), plate),
        }
    }
    scale_bar_ui(ui, rect, strip.scale_bar, open.view.camera_of(pane).mm_per_px(size) * ppp);
    if !has_marks {
        return;
    }
    if open.hand.pointed.pane == pane {
        read_out_ui(ui, open, strip.read_out);
    }
    construction_ui(ui, open, &panels.ortho, (pane, rect));
    pin_marks_ui(ui, open, (pane, rect), panels.pins.pointed);
    if panels.projection.is_open && pane == Pane::Jaws {
        projection_arrow_ui(ui, open, rect);
    }
    grips_ui(ui, open, (pane, rect, size), is_over);
    if open.hand.pane == pane {
        step_ui(ui, open, rect);
    }
    trim_ui(ui, desk, (pane, rect), is_over);
    measure_tool_ui(ui, desk, (pane, rect));
    pin_tool_ui(ui, desk, (pane, rect));
    pick_axis_ui(ui, desk, (pane, rect));
}

fn painted_gap(open: &Open) -> PaintedGap {
    match open.contact() {
        Some(_) if open.paints_sure() => PaintedGap::Sure,
        Some(_) => PaintedGap::Closest,
        None => PaintedGap::Live,
    }
}

/// The handles of the lower jaw.
fn grips_ui(ui: &Ui, open: &Open, (pane, rect, size): (Pane, Rect, [u32; 2]), is_over: bool) {
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let Some(handles) = open.handles(pane, size, ppp) else { return };
    let drag = open.hand.drag;
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|_| is_over && drag.is_none());
    let place = cursor.map(|p| DVec2::new(f64::from(p.x - rect.min.x), f64::from(p.y - rect.min.y)) * ppp);
    let hot = place.and_then(|p| handles.at(p));
    if hot.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    // While the jaw is moved otherwise they would only be in the way.
    let held = drag.and_then(|d| d.handle());
    if held.is_some() || !open.hand.moves_jaw() {
        handles_ui(ui, &handles, rect, held, hot);
    }
}

/// How far the jaw has gone in this drag: in a corner, where it covers no tooth.
fn step_ui(ui: &Ui, open: &Open, rect: Rect) {
    if let Some(text) = open.hand.drag.and_then(|d| d.read_out(&open.session)) {
        glass_text(ui, rect.min + vec2(12.0, BELOW_BADGE), Align2::LEFT_TOP, &text, 13.0);
    }
}

/// The place pointed at on the map, or that of the first contact. The picture has a ring on the surface; these arms are seen through the jaws.
fn mark_ui(ui: &Ui, open: &Open, (pane, rect): (Pane, Rect)) {
    let ppp = ui.ctx().pixels_per_point();
    let size = size_of(rect, f64::from(ppp));
    let Some(at) = open.marked().and_then(|world| open.view.camera_of(pane).project(world, size)) else { return };
    let at = rect.min + vec2(at.x as f32, at.y as f32) / ppp;
    let painter = ui.painter_at(rect);
    for (width, color) in [(3.5, theme::colors(ui.ctx()).glass), (1.5, theme::colors(ui.ctx()).accent)] {
        for arm in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
            painter.line_segment([at + arm * 12.0, at + arm * 22.0], Stroke::new(width, color));
        }
    }
}

/// Gap under the cursor, at a fixed place so that nothing jumps.
fn read_out_ui(ui: &Ui, open: &Open, at: Pos2) {
    let Some(hit) = open.hand.pointed.hit.filter(|_| open.hand.drag.is_none()) else { return };
    let jaw = match hit.side {
        JawSide::Upper => say!("over-jaws-upper"),
        JawSide::Lower => say!("over-jaws-lower"),
    };
    let tooth = open.teeth.name_at(&open.session, &hit);
    let place = tooth.map_or_else(|| jaw.to_owned(), |tooth| format!("{jaw} {tooth}"));
    let by_movement = open.paints_movement();
    let by_class = open.classes().filter(|_| !by_movement);
    let is_classed = by_movement || by_class.is_some();
    let triangle = open.teeth.triangle_at(&open.session, &hit).filter(|_| hit.gap_mm.is_none() || is_classed);
    let class = |triangle: &u32| by_class?.label_at(hit.side as usize, *triangle);
    let is_trimmed = triangle.is_some_and(|triangle| open.session.trim().jaw(hit.side).has(triangle));
    let words = match triangle {
        _ if is_trimmed => say!("over-jaws-trimmed").to_owned(),
        Some(triangle) if by_movement => place_words(open, (hit.side, triangle)),
        Some(triangle) if by_class.is_some() => class(&triangle).map_or_else(|| gap_text(hit.gap_mm), str::to_owned),
        _ => gap_text(hit.gap_mm),
    };
    // Of several movements there is a line for each, upwards from where one stands.
    let more = words.matches('\n').count() as f32;
    let at = at - vec2(0.0, 8.0 * more);
    glass_text(ui, at, Align2::LEFT_CENTER, &format!("{place}: {words}"), 13.0);
}
