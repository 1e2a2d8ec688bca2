//! The boxes of two trees in coordinates in which the motion only shifts the last one: for a translation across, across
//! and along it (mm); for a turn distance from the axis, place on the axis (mm) and angle (radians). When two boxes
//! begin to overlap is then plain interval arithmetic, however close the jaws slide past each other.
use super::super::bvh::Bvh;
use super::super::closest_point_triangle::closest_point_triangle;
use super::super::intersect_triangle_triangle::Triangle;
use super::motion::Motion;
use crate::base::Rigid;
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Added to every comparison, mm and radians: far above the rounding of doubles, and letting too much through costs time
/// alone.
const PAD: f64 = 1e-6;
/// What comes nearer to the axis than this has no angle, mm.
const ON_AXIS_MM: f64 = 1e-6;

/// A box in the motion's coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    lo: DVec2,
    hi: DVec2,
    /// Along the motion from here on, by `width`.
    from: f64,
    width: f64,
}

impl Sweep {
    /// The first travel, not below 0, at which `self` (moving) may meet `other` (at rest); `None` when it never does.
    pub fn meets(&self, other: &Self, is_turn: bool) -> Option<f64> {
        if (self.lo.cmpgt(other.hi + PAD) | other.lo.cmpgt(self.hi + PAD)).any() {
            return None;
        }
        let stretch = self.width + other.width + 2.0 * PAD;
        let last = other.from + other.width - self.from + PAD;
        let last = if is_turn { last.rem_euclid(TAU) } else { last };
        if is_turn && stretch >= TAU {
            return Some(0.0);
        }
        (last >= 0.0).then_some((last - stretch).max(0.0))
    }

    fn joined(&self, other: &Self, is_turn: bool) -> Self {
        let (lo, hi) = (self.lo.min(other.lo), self.hi.max(other.hi));
        let (from, width) = if is_turn {
            // Of the two arcs that hold both, the shorter one.
            let arc = |a: &Self, b: &Self| (a.from, a.width.max((b.from - a.from).rem_euclid(TAU) + b.width));
            let (one, two) = (arc(self, other), arc(other, self));
            let (from, width) = if one.1 <= two.1 { one } else { two };
            (from, width.min(TAU))
        } else {
            let from = self.from.min(other.from);
            (from, (self.from + self.width).max(other.from + other.width) - from)
        };
        Self { lo, hi, from, width }
    }
}

/// The boxes of a tree's nodes and triangles (in the order of the leaves).
pub struct Sweeps {
    pub nodes: Vec<Sweep>,
    pub triangles: Vec<Sweep>,
    /// No point moves by more mm for a unit of travel.
    pub most_mm_per_unit: f64,
}

impl Sweeps {
    pub fn new(bvh: &Bvh, pose: &Rigid, motion: &Motion) -> Self {
        let sweep = |place| triangle_sweep(&bvh.corners(place).map(|p| pose.transform_point(p)), motion);
        let triangles: Vec<Sweep> = (0..bvh.n_triangles()).map(sweep).collect();
        let nothing = Sweep { lo: DVec2::ZERO, hi: DVec2::ZERO, from: 0.0, width: 0.0 };
        let mut nodes = vec![nothing; bvh.n_nodes()];
        let join = |a: Sweep, b: Sweep| a.joined(&b, motion.is_turn());
        for node in (0..bvh.n_nodes()).rev() {
            let link = bvh.link(node as u32);
            let first = link.first as usize;
            nodes[node] = if link.is_leaf() {
                triangles[link.triangles()].iter().copied().reduce(join).unwrap_or(nothing)
            } else {
                join(nodes[first], nodes[first + 1])
            };
        }
        let farthest = nodes.first().map_or(1.0, |root| root.hi.x);
        let most_mm_per_unit = if motion.is_turn() { farthest.max(1e-3) } else { 1.0 };
        Self { nodes, triangles, most_mm_per_unit }
    }
}

fn triangle_sweep(t: &Triangle, motion: &Motion) -> Sweep {
    match *motion {
        Motion::Along { direction } => {
            let (u, v) = direction.any_orthonormal_pair();
            let seen = t.map(|p| DVec3::new(u.dot(p), v.dot(p), direction.dot(p)));
            let (lo, hi) = (seen[0].min(seen[1]).min(seen[2]), seen[0].max(seen[1]).max(seen[2]));
            Sweep { lo: lo.truncate(), hi: hi.truncate(), from: lo.z, width: hi.z - lo.z }
        }
        Motion::About { point, axis } => {
            let (u, v) = axis.any_orthonormal_pair();
            let flat = t.map(|p| DVec3::new(u.dot(p - point), v.dot(p - point), 0.0));
            let on_axis = t.map(|p| axis.dot(p - point));
            let nearest = closest_point_triangle(DVec3::ZERO, &flat).length();
            let far = flat.map(DVec3::length);
            let (from, width) = if nearest < ON_AXIS_MM { (0.0, TAU) } else { arc(&flat) };
            Sweep {
                lo: DVec2::new(nearest, on_axis[0].min(on_axis[1]).min(on_axis[2])),
                hi: DVec2::new(far[0].max(far[1]).max(far[2]), on_axis[0].max(on_axis[1]).max(on_axis[2])),
                from,
                width,
            }
        }
    }
}

/// The angles of a triangle that the origin is not in: less than half a turn.
fn arc(t: &Triangle) -> (f64, f64) {
    // A positive turn about the axis takes u to v: (u, v, axis) is right-handed.
    let angle = t.map(|p| p.y.atan2(p.x));
    let offset = |i: usize| (angle[i] - angle[0] + PI).rem_euclid(TAU) - PI;
    let (a, b) = (offset(1), offset(2));
    let (lo, hi) = (a.min(b).min(0.0), a.max(b).max(0.0));
    (angle[0] + lo, hi - lo)
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;

    #[test]
    fn boxes_meet_no_later_than_what_is_in_them() {
        let mut random = Random::new(81);
        let (mut n_met, mut n_never) = (0, 0);
        for round in 0..12_000 {
            let motion = if round % 2 == 0 {
                Motion::along(random.vector())
            } else {
                Motion::about(random.vector() * 2.0, random.vector())
            };
            let motion = motion.expect("a motion");
            let mut triangle = |at: DVec3| [(); 3].map(|()| at + random.vector());
            let (t, o) = (triangle(DVec3::ZERO), triangle(DVec3::splat(1.5)));
            let (rest, moving) = (triangle_sweep(&t, &motion), triangle_sweep(&o, &motion));
            let first = moving.meets(&rest, motion.is_turn());
            for k in 0..60 {
                let s = f64::from(k) * 0.1;
                if super::super::super::triangles_meet(&t, &o.map(|p| motion.moved(p, s))) {
                    assert!(first.is_some_and(|first| first <= s), "{motion:?}: {first:?} is after {s}");
                    n_met += 1;
                    break;
                }
            }
            n_never += usize::from(first.is_none());
        }
        assert!(n_met > 300 && n_never > 300, "{n_met} {n_never}");
    }
}
