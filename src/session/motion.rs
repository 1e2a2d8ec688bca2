//! The ways in which a hand moves the lower jaw. World (= upper) coordinates, mm, radians; every function gives the
//! new `upper_from_lower`.
use crate::base::Rigid;
use crate::jaw::{HingeAxis, OcclusalFrame};
use glam::{DVec2, DVec3};

/// One step of opening or closing, degrees.
pub const HINGE_STEP_DEG: f64 = 0.2;
/// One step of raising or lowering, mm.
pub const RAISE_STEP_MM: f64 = 0.1;
/// One step of an arrow key, mm.
pub const NUDGE_STEP_MM: f64 = 0.05;
/// What Shift does to any step.
pub const FINE: f64 = 0.1;
/// Turn of the jaw for a drag over one logical point of the screen, degrees.
pub const TURN_PER_POINT_DEG: f64 = 0.1;

/// The axes of the view: unit vectors in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAxes {
    pub right: DVec3,
    pub up: DVec3,
    /// From the eye into the screen.
    pub forward: DVec3,
}

pub fn moved_by(pose: &Rigid, step_mm: DVec3) -> Rigid {
    Rigid { rotation: pose.rotation, translation: pose.translation + step_mm }
}

/// Positive opens.
pub fn opened(pose: &Rigid, hinge: &HingeAxis, angle_rad: f64) -> Rigid {
    hinge.opening(angle_rad) * *pose
}

/// Positive raises the lower jaw along the occlusal normal, towards the upper.
pub fn raised(pose: &Rigid, frame: &OcclusalFrame, step_mm: f64) -> Rigid {
    moved_by(pose, frame.up * step_mm)
}

/// Step in the view plane; `toward.x` to the right of the screen, `toward.y` up.
pub fn nudged(pose: &Rigid, axes: &ViewAxes, toward: DVec2, step_mm: f64) -> Rigid {
    moved_by(pose, (axes.right * toward.x + axes.up * toward.y) * step_mm)
}

/// Turn about a point that stays where it is: a drag to the right turns about the view's vertical axis, a drag down
/// about its horizontal axis, as if the front of the jaw followed the hand. `drag` in logical points, y down.
pub fn turned(pose: &Rigid, about: DVec3, axes: &ViewAxes, drag: DVec2, fine: bool) -> Rigid {
    let angle = |points: f64| (points * TURN_PER_POINT_DEG * if fine { FINE } else { 1.0 }).to_radians();
    let yaw = Rigid::from_axis_angle(about, axes.up, angle(drag.x));
    let pitch = Rigid::from_axis_angle(about, axes.right, angle(drag.y));
    pitch * yaw * *pose
}

/// The point of the plane through `anchor`, parallel to the screen, that a ray meets. `None` for a ray along the plane.
pub fn on_view_plane(anchor: DVec3, forward: DVec3, ray_origin: DVec3, ray_direction: DVec3) -> Option<DVec3> {
    let slope = ray_direction.dot(forward);
    (slope.abs() > 1e-9).then(|| ray_origin + ray_direction * ((anchor - ray_origin).dot(forward) / slope))
}

/// The pose in words a dentist uses: mm towards the patient's right, the front and up, and degrees about the same three
/// axes through the frame's origin, away from the position in which the scans were taken.
pub fn to_anatomical_six(pose: &Rigid, frame: &OcclusalFrame) -> [f64; 6] {
    let local = local_from_world(frame);
    (local * *pose * local.inverse()).to_six()
}

/// The inverse of [`to_anatomical_six`].
pub fn from_anatomical_six(six: [f64; 6], frame: &OcclusalFrame) -> Rigid {
    let local = local_from_world(frame);
    (local.inverse() * Rigid::from_six(six) * local).renormalized()
}

fn local_from_world(frame: &OcclusalFrame) -> Rigid {
    frame.world_from_own().inverse()
}
