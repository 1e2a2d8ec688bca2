//! Where the hinge axis is in the scans: by the averages, through both condyles and a third point, which are typed or clicked in the picture, or by
//! a transform.
use super::articulator_parts::{plane_name, tell};
use super::motion::wish;
use crate::app::state::motion::MotionWish;
use crate::app::state::{Desk, Open, Pane};
use crate::app::widgets::area::settle;
use crate::app::widgets::number_field::number_field;
use crate::app::widgets::range_slider::Changed;
use crate::app::widgets::text;
use crate::app::widgets::theme;
use crate::app::widgets::transform_field::{TransformField, TransformWords};
use crate::base::Rigid;
use crate::base::words::{decimal, say};
use crate::jaw::motion::{AxisPoint, Facebow};
use crate::session::{Command, MotionChange};
use egui::{Align, Area, Button, CollapsingHeader, Frame, Id, Layout, Margin, Order, Rect};
use egui::{RichText, Stroke, Ui, vec2};
use glam::DVec3;

pub fn point_name(point: AxisPoint) -> &'static str {
    match point {
        AxisPoint::RightCondyle => say!("axis-right"),
        AxisPoint::LeftCondyle => say!("axis-left"),
        AxisPoint::Front => say!("axis-front"),
    }
}

fn place(desk: &Desk, facebow: Option<Facebow>) {
    desk.wish(Command::JawMotion(MotionChange::Facebow(facebow)));
}

pub fn facebow_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), transform: &mut TransformField) {
    let facebow = open.session.motion().facebow;
    let heading = RichText::new(say!("axis-title")).small();
    let header = CollapsingHeader::new(heading).id_salt("articulator axis").show_unindented(ui, |ui| {
        kinds_ui(ui, (desk, open), facebow.as_ref());
        if let Some((facebow, points)) = facebow.and_then(|facebow| Some((facebow, facebow.points()?))) {
            for (point, at) in AxisPoint::ALL.into_iter().zip(points) {
                point_ui(ui, (desk, open), (facebow, point, at));
            }
            if open.motion.picking.is_some() {
                ui.label(RichText::new(say!("axis-next")).small());
            }
        }
        if let Some(Facebow::Typed { hinge_from_world }) = &facebow {
            transform_ui(ui, desk, (transform, hinge_from_world));
        }
        measured_ui(ui, open);
    });
    header.header_response.on_hover_text(say!("axis-hint"));
}

/// By what it is placed. What a file alone can say is there as long as it is said.
fn kinds_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), facebow: Option<&Facebow>) {
    let label = |words: &str| RichText::new(words.to_owned()).small();
    if ui.radio(facebow.is_none(), label(say!("axis-by-averages"))).clicked() && facebow.is_some() {
        wish(desk, MotionWish::PickAxis(None));
        place(desk, None);
    }
    let has_points = facebow.is_some_and(|facebow| facebow.points().is_some());
    let by_points = ui.radio(has_points, label(say!("axis-by-points"))).on_hover_text(say!("axis-by-points-hint"));
    // They begin where the axis is: nothing moves until one of them does.
    if by_points.clicked()
        && !has_points
        && let Some(hinge) = open.motion.hinge()
    {
        place(desk, Some(Facebow::points_of(hinge, open.session.articulator().half_width_mm())));
    }
    let has_transform = matches!(facebow, Some(Facebow::Typed { .. }));
    let by_transform = ui.radio(has_transform, label(say!("axis-by-transform")));
    if by_transform.on_hover_text(say!("axis-by-transform-hint")).clicked()
        && !has_transform
        && let Some(hinge) = open.motion.hinge()
    {
        wish(desk, MotionWish::PickAxis(None));
        place(desk, Some(Facebow::Typed { hinge_from_world: hinge.world_from_hinge.inverse() }));
    }
    if matches!(facebow, Some(Facebow::Axis { .. })) {
        let _ = ui.radio(true, label(say!("axis-as-file")));
    }
}

/// What a facebow gave, as a matrix.
fn transform_ui(ui: &mut Ui, desk: &Desk, (field, hinge_from_world): (&mut TransformField, &Rigid)) {
    let told = |typed: &Rigid| {
        let is_sound = Facebow::Typed { hinge_from_world: *typed }.is_sound();
        if is_sound { Ok(say!("axis-transform-new").to_owned()) } else { Err(say!("axis-transform-far").to_owned()) }
    };
    let (of, hint, take) = (say!("axis-by-transform"), say!("axis-by-transform-hint"), say!("axis-transform-take"));
    if let Some(hinge_from_world) = field.ui(ui, &TransformWords { of, hint, take }, hinge_from_world, told) {
        place(desk, Some(Facebow::Typed { hinge_from_world }));
    }
}

/// Its name, the button with which it is clicked, its three coordinates.
fn point_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), (facebow, point, at): (Facebow, AxisPoint, DVec3)) {
    let is_picked = open.motion.picking == Some(point);
    ui.horizontal(|ui| {
        let hint = match point {
            AxisPoint::Front => say!("axis-front-hint", plane = plane_name(open.session.articulator().plane)),
            AxisPoint::RightCondyle | AxisPoint::LeftCondyle => say!("axis-condyle-hint").to_owned(),
        };
        ui.label(RichText::new(point_name(point)).small()).on_hover_text(hint);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = Button::selectable(is_picked, RichText::new(say!("axis-pick")).small());
            let button = ui.add(button).accessible_name(say!("axis-pick-point", point = point_name(point)));
            if button.on_hover_text(say!("axis-pick-hint")).clicked() {
                wish(desk, MotionWish::PickAxis((!is_picked).then_some(point)));
            }
        });
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let width = (ui.available_width() - 6.0) / 3.0;
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let mut now = at;
            let name = format!("{} {axis}", point_name(point));
            let changed = coordinate_ui(ui, (&name, width), &mut now[i]);
            tell(desk, &changed, say!("motion-command-axis-placed"), |value| {
                now[i] = value;
                place(desk, Some(facebow.with_point(point, now)));
            });
        }
    });
}

fn coordinate_ui(ui: &mut Ui, (name, width): (&str, f32), mm: &mut f64) -> Changed {
    let before = *mm;
    let field = number_field(mm).speed(0.1).custom_formatter(|mm, _| text::plain(mm, 2)).update_while_editing(false);
    let field = ui.add_sized([width, 18.0], field).accessible_name(name).on_hover_text(say!("axis-coordinate-hint"));
    Changed {
        begins: field.drag_started(),
        value: (field.changed() && *mm != before).then_some(*mm),
        ends: field.drag_stopped(),
    }
}

/// What comes of it, which says at once whether points are where they should be.
fn measured_ui(ui: &mut Ui, open: &Open) {
    let Some(hinge) = open.motion.hinge() else { return };
    let words = say!(
        "axis-measured",
        apart = decimal(open.session.articulator().intercondylar_mm, 1),
        front = decimal(hinge.incisal.y, 1),
        below = decimal(-hinge.incisal.z, 1)
    );
    ui.label(RichText::new(words).small().weak());
}

/// The plate over the picture while a point is clicked: one line, as low pictures have no room for more.
pub fn pick_axis_ui(ui: &Ui, desk: &Desk, (pane, rect): (Pane, Rect)) {
    let picking = desk.open.as_ref().and_then(|open| open.motion.picking).filter(|_| pane == Pane::Jaws);
    let Some(point) = picking else { return };
    let colors = theme::colors(ui.ctx());
    let frame = Frame::new().fill(colors.card).stroke(Stroke::new(1.0, colors.accent)).corner_radius(6);
    let area = Area::new(Id::unique("pick axis")).order(Order::Middle).fixed_pos(rect.min + vec2(12.0, 12.0));
    let area = area.show(ui.ctx(), |ui| {
        frame.inner_margin(Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.set_max_width((rect.width() - 48.0).max(160.0));
            ui.horizontal(|ui| {
                for other in AxisPoint::ALL {
                    let label = RichText::new(point_name(other)).small();
                    if ui.selectable_label(other == point, label).clicked() && other != point {
                        wish(desk, MotionWish::PickAxis(Some(other)));
                    }
                }
                let done = ui.add(Button::new(say!("measures-done")).small());
                if done.on_hover_text(say!("axis-done-hint")).clicked() {
                    wish(desk, MotionWish::PickAxis(None));
                }
            });
        });
    });
    settle(ui, &area.response);
}
