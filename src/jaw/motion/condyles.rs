//! From both condyles and an opening to a pose, and from a condition on the incisal point to the opening.
use crate::base::Rigid;
use glam::{DMat3, DVec3};
use std::f64::consts::{PI, TAU};

/// Where the condyles are, hinge frame, mm. Their distance never changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condyles {
    pub right: DVec3,
    pub left: DVec3,
}

impl Condyles {
    /// At the start.
    pub fn at_rest(half_width_mm: f64) -> Self {
        Self { right: DVec3::X * half_width_mm, left: DVec3::NEG_X * half_width_mm }
    }

    pub fn middle(&self) -> DVec3 {
        (self.right + self.left) / 2.0
    }

    /// Unit vector along the hinge axis as it lies now, to the right.
    pub fn axis(&self) -> DVec3 {
        (self.right - self.left).normalize()
    }

    /// The shortest turn that lays the axis where it is, then opening by `opening_rad` about it.
    pub fn pose(&self, opening_rad: f64) -> Rigid {
        let turn = DMat3::from_axis_angle(self.axis(), -opening_rad);
        Rigid { rotation: turn * from_x_to(self.axis()), translation: self.middle() }
    }

    /// Openings at which a point of the lower jaw (where it is at the start) lies in the plane through `on_plane` with the normal `n`.
    pub fn openings_in_plane(&self, point: DVec3, on_plane: DVec3, n: DVec3) -> Option<[f64; 2]> {
        let circle = self.circle(point);
        turns_to_zero(n.dot(circle.cos), n.dot(circle.sin), n.dot(circle.centre - on_plane))
    }

    /// Openings at which a point of the lower jaw is `distance_mm` away from a place.
    pub fn openings_at_distance(&self, point: DVec3, from: DVec3, distance_mm: f64) -> Option<[f64; 2]> {
        let circle = self.circle(point);
        let away = circle.centre - from;
        let constant = away.length_squared() + circle.cos.length_squared() - distance_mm.powi(2);
        turns_to_zero(2.0 * away.dot(circle.cos), 2.0 * away.dot(circle.sin), constant)
    }

    /// On which a point goes when the jaw opens: `centre + cos a * cos + sin a * sin` at the opening `a`.
    fn circle(&self, point: DVec3) -> Circle {
        let (axis, arm) = (self.axis(), from_x_to(self.axis()) * point);
        let along = axis * axis.dot(arm);
        Circle { centre: self.middle() + along, cos: arm - along, sin: -axis.cross(arm) }
    }
}

struct Circle {
    centre: DVec3,
    cos: DVec3,
    sin: DVec3,
}

/// The shortest turn from x to a unit vector that does not point against it.
fn from_x_to(u: DVec3) -> DMat3 {
    let v = DVec3::X.cross(u);
    let cross = DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0));
    DMat3::IDENTITY + cross + cross * cross * (1.0 / (1.0 + u.x))
}

/// Both angles from -pi to pi with `a cos + b sin + c = 0`.
fn turns_to_zero(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let size = a.hypot(b);
    let ratio = -c / size;
    // What only just comes there is there: rounding.
    if ratio.is_nan() || ratio.abs() > 1.0 + 1e-12 {
        return None;
    }
    let (middle, half) = (b.atan2(a), ratio.clamp(-1.0, 1.0).acos());
    Some([middle + half, middle - half].map(|angle| (angle + PI).rem_euclid(TAU) - PI))
}
