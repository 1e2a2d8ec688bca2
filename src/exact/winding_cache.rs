//! Signs of many points one after the other, most of them from the points before.
//!
//! The winding of a surface with its cap ([`Sides::winding_with_cap`]) is the same at two points when the way between them is
//! shorter than the distances of both from mesh and cap together, for then two balls free of surface hold it. The
//! cap's own solid angle changes slowly: no faster than its area over `2 pi d³` at a distance `d` (a small surface of
//! area `a` is seen with `a / 4 pi d²` of the sphere at most, which changes by twice that over `d`).
use super::cap::Cap;
use super::closest::{Hint, Searcher};
use super::winding::Sides;
use glam::DVec3;
use std::f64::consts::PI;

/// How much of the half sphere that parts the sides is left to the rounding of far pieces ([`super::winding`]).
const LEFT_TO_ROUNDING: f64 = 0.05;

pub struct WindingCache<'a> {
    sides: &'a Sides<'a>,
    cap: Option<NearCap<'a>>,
    /// The last few points.
    seen: [Seen; 8],
    next: usize,
}

/// How far a cap is.
struct NearCap<'a> {
    cap: &'a Cap,
    searcher: Searcher<'a>,
    /// The last search: from where, how far, where it ended.
    last: (DVec3, f64, Hint),
}

impl NearCap<'_> {
    /// The cap is no nearer, mm; at most a fifth less than it is.
    fn at_least_mm(&mut self, p: DVec3) -> f64 {
        let (from, far_mm, hint) = self.last;
        let left_mm = far_mm - p.distance(from);
        if left_mm >= 0.8 * far_mm && hint != Hint::NONE {
            return left_mm;
        }
        // A cap without triangles is nowhere.
        let Some(near) = self.searcher.nearest(p, f64::INFINITY, hint) else { return f64::INFINITY };
        self.last = (p, near.distance_mm, near.hint);
        near.distance_mm
    }
}

/// A point with its side.
#[derive(Clone, Copy)]
struct Seen {
    p: DVec3,
    /// A ball of this radius touches neither mesh nor cap, mm.
    free_mm: f64,
    winding: i32,
    inside: bool,
    /// Points within a ball of the same winding are on the same side; without a cap everywhere.
    same: (DVec3, f64),
}

impl<'a> WindingCache<'a> {
    pub fn new(sides: &'a Sides<'a>) -> Self {
        // Not a number is near nothing.
        let none = Seen { p: DVec3::NAN, free_mm: 0.0, winding: 0, inside: false, same: (DVec3::NAN, 0.0) };
        let near =
            |cap: &'a Cap| NearCap { cap, searcher: Searcher::new(&cap.bvh), last: (DVec3::ZERO, 0.0, Hint::NONE) };
        Self { sides, cap: sides.cap().map(near), seen: [none; 8], next: 0 }
    }

    /// Whether a point lies inside; `distance_mm` is how far it is from the mesh.
    pub fn is_inside(&mut self, p: DVec3, distance_mm: f64) -> bool {
        let cap_mm = self.cap.as_mut().map_or(f64::INFINITY, |cap| cap.at_least_mm(p));
        let free_mm = distance_mm.min(cap_mm);
        // A hair less, for the rounding of the distances.
        let joined = |s: &&Seen| p.distance(s.p) < (free_mm + s.free_mm) * (1.0 - 1e-9);
        let same = |s: &&Seen| p.distance_squared(s.same.0) < s.same.1 * s.same.1;
        let now = if let Some(known) = self.seen.iter().find(|s| joined(s) && same(s)) {
            Seen { p, free_mm, ..*known }
        } else {
            let winding = self.seen.iter().find(joined).map(|s| s.winding);
            self.look(p, (free_mm, cap_mm), winding.unwrap_or_else(|| self.sides.winding_with_cap(p)))
        };
        self.seen[self.next] = now;
        self.next = (self.next + 1) % self.seen.len();
        now.inside
    }

    fn look(&self, p: DVec3, (free_mm, cap_mm): (f64, f64), winding: i32) -> Seen {
        let Some(NearCap { cap, .. }) = &self.cap else {
            return Seen { p, free_mm, winding, inside: winding != 0, same: (p, f64::INFINITY) };
        };
        let own = f64::from(winding) - cap.dipoles.winding(&cap.bvh, p);
        // Half way to the cap the solid angle may change eight times as fast.
        let half_mm = cap_mm / 2.0;
        let change_per_mm = cap.area_mm2 / (2.0 * PI * half_mm.powi(3));
        let margin = ((own - 0.5).abs() - LEFT_TO_ROUNDING).max(0.0);
        let radius_mm = (margin / change_per_mm).min(half_mm);
        Seen { p, free_mm, winding, inside: own > 0.5, same: (p, radius_mm) }
    }
}
