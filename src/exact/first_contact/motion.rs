//! Motions of the lower jaw with one parameter, and when two features of two jaws come together under them, in closed
//! form.
//!
//! A corner meets a plane, and the lines of two edges meet, where a certain product vanishes. Both products are linear in
//! the matrix of the motion (that of two lines is Plücker's), so under a translation they are linear in the travel, and
//! under a turn they are `a cos s + b sin s + c`.
use crate::base::Rigid;
use glam::DVec3;
use std::f64::consts::TAU;

/// How the lower jaw moves, in world coordinates. The parameter `s` is the travel: mm for a translation, radians for a
/// turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Along a unit vector.
    Along { direction: DVec3 },
    /// About the line through `point` along the unit vector `axis`, by the right-hand rule.
    About { point: DVec3, axis: DVec3 },
}

impl Motion {
    /// `None` when the direction has no length.
    pub fn along(direction: DVec3) -> Option<Self> {
        direction.try_normalize().map(|direction| Self::Along { direction })
    }

    /// `None` when the axis has no length or the point is not finite.
    pub fn about(point: DVec3, axis: DVec3) -> Option<Self> {
        axis.try_normalize().filter(|_| point.is_finite()).map(|axis| Self::About { point, axis })
    }

    /// The way back.
    pub fn reversed(&self) -> Self {
        match *self {
            Self::Along { direction } => Self::Along { direction: -direction },
            Self::About { point, axis } => Self::About { point, axis: -axis },
        }
    }

    /// Whether it has a unit direction or axis, as [`Motion::along`] and [`Motion::about`] make it.
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Along { direction } => direction.is_normalized(),
            Self::About { point, axis } => point.is_finite() && axis.is_normalized(),
        }
    }

    pub fn is_turn(&self) -> bool {
        matches!(self, Self::About { .. })
    }

    /// The pose after the travel `s`.
    pub fn pose(&self, start: &Rigid, s: f64) -> Rigid {
        match *self {
            Self::Along { direction } => {
                Rigid { translation: start.translation + direction * s, rotation: start.rotation }
            }
            Self::About { point, axis } => Rigid::from_axis_angle(point, axis, s) * *start,
        }
    }

    /// Where a point is after the travel `s`.
    pub fn moved(&self, p: DVec3, s: f64) -> DVec3 {
        match *self {
            Self::Along { direction } => p + direction * s,
            Self::About { point, axis } => {
                let (sin, cos) = s.sin_cos();
                let q = p - point;
                let on_axis = axis * axis.dot(q);
                point + on_axis + (q - on_axis) * cos + axis.cross(q) * sin
            }
        }
    }

    /// How far a point is from the axis: its mm a radian; 1 for a translation, mm a mm.
    pub fn mm_per_unit(&self, p: DVec3) -> f64 {
        match *self {
            Self::Along { .. } => 1.0,
            Self::About { point, axis } => axis.cross(p - point).length(),
        }
    }

    /// When a moving point passes through the plane through `on_plane` with the normal `n`.
    pub fn when_in_plane(&self, moving: DVec3, on_plane: DVec3, n: DVec3) -> Roots {
        match *self {
            Self::Along { direction } => Roots::of_line(n.dot(direction), n.dot(moving - on_plane)),
            Self::About { point, axis } => {
                let [cos, sin, constant] = turned_dot(n, moving - point, axis);
                Roots::of_turn(cos, sin, constant - n.dot(on_plane - point))
            }
        }
    }

    /// When the line through `b` along `v`, moving, meets the line through `a` along `u`, or is parallel to it.
    pub fn when_lines_meet(&self, (a, u): (DVec3, DVec3), (b, v): (DVec3, DVec3)) -> Roots {
        match *self {
            Self::Along { direction } => {
                let n = u.cross(v);
                Roots::of_line(n.dot(direction), n.dot(b - a))
            }
            Self::About { point, axis } => {
                let (a, b) = (a - point, b - point);
                let first = turned_dot(u, b.cross(v), axis);
                let second = turned_dot(a.cross(u), v, axis);
                Roots::of_turn(first[0] + second[0], first[1] + second[1], first[2] + second[2])
            }
        }
    }
}

/// `g . R(s) w` for the turn `R(s)` about a unit axis through the origin, as factors of `cos s`, of `sin s` and of 1.
fn turned_dot(g: DVec3, w: DVec3, axis: DVec3) -> [f64; 3] {
    let constant = axis.dot(g) * axis.dot(w);
    [g.dot(w) - constant, g.dot(axis.cross(w)), constant]
}

/// The travels, at most two, at which something happens; those of a turn between 0 and 2 pi. NaN: none.
#[derive(Clone, Copy, Debug)]
pub struct Roots(pub [f64; 2]);

impl Roots {
    fn of_line(slope: f64, constant: f64) -> Self {
        // 0 / 0 is no root, and an infinite one lies beyond any limit.
        Self([-constant / slope, f64::NAN])
    }

    fn of_turn(cos: f64, sin: f64, constant: f64) -> Self {
        let size = cos.hypot(sin);
        let ratio = -constant / size;
        // Rounding must not lose a point that just comes up to a plane and goes again.
        if ratio.abs() > 1.0 + 1e-12 || ratio.is_nan() {
            return Self([f64::NAN; 2]);
        }
        let (middle, half) = (sin.atan2(cos), ratio.clamp(-1.0, 1.0).acos());
        Self([(middle - half).rem_euclid(TAU), (middle + half).rem_euclid(TAU)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;

    fn motions(random: &mut Random) -> [Motion; 2] {
        let direction = Motion::along(random.vector()).expect("a direction");
        [direction, Motion::about(random.vector() * 3.0, random.vector()).expect("an axis")]
    }

    #[test]
    fn moved_points_are_those_of_the_pose() {
        let mut random = Random::new(71);
        for _ in 0..50 {
            let start = random.pose(DVec3::ZERO, 2.0, 50.0);
            let (p, s) = (random.vector() * 5.0, random.unit() * 3.0);
            for motion in motions(&mut random) {
                let by_pose = motion.pose(&start, s).transform_point(p);
                let moved = motion.moved(start.transform_point(p), s);
                assert!(by_pose.distance(moved) < 1e-12, "{by_pose} {moved}");
                assert!(motion.reversed().moved(moved, s).distance(start.transform_point(p)) < 1e-12);
                assert!(motion.moved(moved, 0.1).distance(by_pose) > 1e-6, "the twin");
            }
        }
        assert_eq!((Motion::along(DVec3::ZERO), Motion::about(DVec3::NAN, DVec3::X)), (None, None));
    }

    #[test]
    fn at_the_roots_points_are_in_planes_and_lines_meet() {
        let mut random = Random::new(72);
        let mut n_roots = 0;
        for _ in 0..300 {
            let [p, q, n, a, u, b, v] = [(); 7].map(|()| random.vector());
            for motion in motions(&mut random) {
                for s in motion.when_in_plane(q, p, n).0.into_iter().filter(|s| s.abs() < 10.0) {
                    assert!(n.dot(motion.moved(q, s) - p).abs() < 1e-9);
                    n_roots += 1;
                }
                for s in motion.when_lines_meet((a, u), (b, v)).0.into_iter().filter(|s| s.abs() < 10.0) {
                    let volume = |s: f64| {
                        let moved = motion.moved(b, s);
                        u.cross(motion.moved(b + v, s) - moved).dot(moved - a)
                    };
                    assert!(volume(s).abs() < 1e-9, "{motion:?} {s}: {}", volume(s));
                    // The twin: elsewhere they do not meet, but for near tangents.
                    assert!(volume(s + 0.3).abs() > 1e-9 || volume(s - 0.3).abs() > 1e-9);
                    n_roots += 1;
                }
            }
        }
        assert!(n_roots > 800, "{n_roots}");
    }

    #[test]
    fn a_point_on_a_circle_reaches_a_plane_where_its_sine_says() {
        // From the lowest point of a circle of radius 2 about x up to z = 1: arcsin(1/2) past the horizontal.
        let motion = Motion::about(DVec3::ZERO, DVec3::X).expect("an axis");
        let [first, second] = motion.when_in_plane(DVec3::NEG_Z * 2.0, DVec3::Z, DVec3::Z).0;
        let (first, second) = (first.min(second), first.max(second));
        assert!(
            (first - (90.0_f64 + 30.0).to_radians()).abs() < 1e-12 && (second - 240.0_f64.to_radians()).abs() < 1e-12
        );
        assert!(motion.when_in_plane(DVec3::NEG_Z * 2.0, DVec3::Z * 2.01, DVec3::Z).0[0].is_nan());
    }
}
