//! Handles for single axes at the selected lower jaw: an arrow for each of the patient's directions and a ring for each
//! turn about them. Places are physical pixels from the top left corner of the view.
use crate::jaw::OcclusalFrame;
use crate::render::Camera;
use crate::session::Session;
use glam::{DMat2, DVec2, DVec3};
use std::f64::consts::TAU;

/// Logical points from the middle to the tip of an arrow across the line of sight, and radius of the rings.
const ARROW: f64 = 92.0;
const RING: f64 = 62.0;
/// Turn for a logical point along a ring, degrees.
const DEG_PER_POINT: f64 = 0.1;
/// How near the cursor must come, logical points.
const REACH: f64 = 8.0;
/// The middle lies so far below the occlusal plane, mm: the contacts stay in sight.
const BELOW_MM: f64 = 9.0;
/// An arrow seen more end-on, or a ring seen more from its edge, than this (cosine) cannot be dragged.
const FLATTEST: f64 = 0.3;

/// What a hand can take hold of; the number is the axis: 0 = right, 1 = front, 2 = up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Along(usize),
    About(usize),
}

/// The handles as they lie on the screen now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handles {
    /// World, mm.
    pub about: DVec3,
    pub axes: [DVec3; 3],
    pub center: DVec2,
    /// Screen vector of a unit vector along each axis, in units of a length across the line of sight.
    seen: [DVec2; 3],
    mm_per_px: f64,
    pub pixels_per_point: f64,
}

impl Handles {
    /// `None` behind the eye.
    pub fn new(session: &Session, camera: &Camera, size: [u32; 2], pixels_per_point: f64) -> Option<Self> {
        let directions = session.directions();
        let OcclusalFrame { origin, up, front, right } = directions.frame;
        let lower_from_world = directions.occlusion.inverse();
        let about =
            session.upper_from_lower().transform_point(lower_from_world.transform_point(origin - up * BELOW_MM));
        let axes = [right, front, up];
        let seen = axes.map(|a| DVec2::new(a.dot(camera.right()), -a.dot(camera.up())));
        let center = camera.project(about, size)?;
        Some(Self { about, axes, center, seen, mm_per_px: camera.mm_per_px(size), pixels_per_point })
    }

    /// The handle under the cursor; arrows come first.
    pub fn at(&self, cursor: DVec2) -> Option<Handle> {
        let reach = REACH * self.pixels_per_point;
        let arrow = (0..3).find(|i| self.arrow(*i).is_some_and(|[from, to]| to_segment(cursor, from, to) <= reach));
        arrow.map(Handle::Along).or_else(|| {
            let on_ring = |i: &usize| {
                self.circle(*i).is_some_and(|circle| {
                    let p = circle.inverse() * (cursor - self.center);
                    let nearest = circle * p.normalize_or(DVec2::X);
                    (self.center + nearest).distance(cursor) <= reach
                })
            };
            (0..3).find(on_ring).map(Handle::About)
        })
    }

    /// Millimetres along the axis for a motion of the cursor.
    pub fn along_mm(&self, axis: usize, delta: DVec2) -> f64 {
        let seen = self.seen[axis];
        delta.dot(seen) / seen.length_squared().max(1e-9) * self.mm_per_px
    }

    /// Turn about the axis, radians, for a motion of the cursor round the ring: 0.1° for each logical point along it. A jaw that turned with
    /// the cursor would leave the bite with the first pixel.
    pub fn about_rad(&self, axis: usize, from: DVec2, to: DVec2) -> f64 {
        let Some(circle) = self.circle(axis) else { return 0.0 };
        let angle = |at: DVec2| {
            let p = circle.inverse() * (at - self.center);
            p.y.atan2(p.x)
        };
        let turn = angle(to) - angle(from);
        (turn - TAU * (turn / TAU).round()) * RING * DEG_PER_POINT.to_radians()
    }

    /// The free part of an arrow, from the ring outwards.
    pub fn arrow(&self, axis: usize) -> Option<[DVec2; 2]> {
        let seen = self.seen[axis];
        let point = |length: f64| self.center + seen * length * self.pixels_per_point;
        (seen.length() >= FLATTEST).then(|| [point(0.25 * ARROW), point(ARROW)])
    }

    /// Takes the unit circle to the ring about an axis: from the next axis towards the one after it.
    pub fn circle(&self, axis: usize) -> Option<DMat2> {
        let circle = DMat2::from_cols(self.seen[(axis + 1) % 3], self.seen[(axis + 2) % 3]);
        (circle.determinant().abs() >= FLATTEST).then(|| circle * (RING * self.pixels_per_point))
    }
}

fn to_segment(p: DVec2, from: DVec2, to: DVec2) -> f64 {
    let along = to - from;
    let t = ((p - from).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
    p.distance(from + along * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looking from the front: right is to the left of the screen, up is up, the front comes towards the viewer.
    fn from_front() -> Handles {
        Handles {
            about: DVec3::ZERO,
            axes: [DVec3::X, DVec3::Y, DVec3::Z],
            center: DVec2::new(400.0, 300.0),
            seen: [DVec2::new(-1.0, 0.0), DVec2::ZERO, DVec2::new(0.0, -1.0)],
            mm_per_px: 0.1,
            pixels_per_point: 1.0,
        }
    }

    #[test]
    fn handles_are_found_where_they_are_drawn() {
        let handles = from_front();
        let at = |x: f64, y: f64| handles.at(handles.center + DVec2::new(x, y));
        assert_eq!(at(-80.0, 3.0), Some(Handle::Along(0)));
        assert_eq!(at(0.0, -80.0), Some(Handle::Along(2)));
        assert_eq!(at(RING * 0.6, RING * 0.8), Some(Handle::About(1)), "the ring that faces the viewer");
        assert_eq!(at(RING * 0.6 + 9.0, RING * 0.8 + 9.0), None);
        assert_eq!(at(0.0, 0.0), None, "neither the arrow nor the rings that are seen from their ends and edges");
    }

    #[test]
    fn a_drag_follows_the_cursor_along_one_axis() {
        let handles = from_front();
        assert!((handles.along_mm(2, DVec2::new(55.0, -20.0)) - 2.0).abs() < 1e-12, "sideways motion does not count");
        assert!((handles.along_mm(0, DVec2::new(-30.0, 7.0)) - 3.0).abs() < 1e-12);
        // Foreshortened to half: the point under the cursor still follows it.
        let mut slanted = handles;
        slanted.seen[2] = DVec2::new(0.0, -0.5);
        assert!((slanted.along_mm(2, DVec2::new(0.0, -20.0)) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn a_turn_follows_the_cursor_round_the_ring() {
        let handles = from_front();
        let on_ring = |deg: f64| handles.center + DVec2::from_angle(deg.to_radians()) * RING;
        // About the front, towards the viewer: counter-clockwise on the screen (y down) is positive.
        let turn = handles.about_rad(1, on_ring(10.0), on_ring(-20.0)).to_degrees();
        let wanted = 30.0_f64.to_radians() * RING * 0.1;
        assert!((turn.abs() - wanted).abs() < 1e-9, "a tenth of a degree for a point along the ring: {turn}");
        let up = DVec3::Z;
        let turned = glam::DQuat::from_axis_angle(DVec3::Y, 10.0 * turn.to_radians()) * up;
        // The screen's counter-clockwise takes up to the left of the screen, where the patient's right is.
        assert!(turned.x > 0.29, "{turned}");
        let over = handles.about_rad(1, on_ring(175.0), on_ring(-175.0)).to_degrees();
        assert!((over.abs() - wanted / 3.0).abs() < 1e-9, "no jump where the angle wraps: {over}");
        assert_eq!(handles.about_rad(0, on_ring(0.0), on_ring(90.0)), 0.0, "edge-on rings do nothing");
    }
}
