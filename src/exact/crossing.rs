//! Whether parallel rays go through a triangle, decided so that a ray through a shared edge or corner goes through exactly
//! as many faces as one beside it: signs are exact, and ties are broken as if every ray were moved by the same
//! infinitesimal step. Along any ray the faces of a closed mesh then add up to zero.
use super::predicates::orient2d;
use glam::DVec2;

/// A triangle's corner as seen along the rays: across (any unit) and along (mm).
pub type Seen = (DVec2, f64);

/// A triangle prepared for many rays.
pub struct Crossing {
    edges: [Edge; 3],
    corners: [Seen; 3],
    area: f64,
}

/// An edge from its lexicographically smaller end, so that both its triangles compute the same.
struct Edge {
    from: DVec2,
    to: DVec2,
    upwards: bool,
    /// Beyond this, rounding cannot hide the sign.
    sure: f64,
}

impl Edge {
    fn new(a: DVec2, b: DVec2, reach: f64) -> Self {
        let upwards = (a.x, a.y) < (b.x, b.y);
        let (from, to) = if upwards { (a, b) } else { (b, a) };
        let d = (to - from).abs().max_element();
        Self { from, to, upwards, sure: 8.0 * f64::EPSILON * d * reach }
    }

    /// Whether `p` lies left of the way from the first to the second corner, and its doubled area with the edge.
    fn is_left(&self, p: DVec2) -> (bool, f64) {
        let plain = (self.to - self.from).perp_dot(p - self.from);
        let area = if plain.abs() > self.sure { plain } else { orient2d(self.from, self.to, p) };
        ((area >= 0.0) == self.upwards, area)
    }

    /// Whether `p`, whose doubled area with the edge is known, lies within `near` of the edge.
    fn is_near(&self, p: DVec2, area: f64, near: f64) -> bool {
        let d = self.to - self.from;
        let length_squared = d.length_squared();
        if area * area > near * near * length_squared {
            return false;
        }
        let along = (p - self.from).dot(d);
        let margin = near * length_squared.sqrt();
        along >= -margin && along <= length_squared + margin
    }
}

/// What a ray does at a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// Depth and whether the ray goes in, where it goes through.
    pub through: Option<(f64, bool)>,
    /// Whether it passes the edge from each corner to the next nearer than asked for.
    pub near_edges: [bool; 3],
}

impl Crossing {
    /// `reach`: no corner is farther than this from any ray that will be asked for. (right, down, along) is right-handed.
    pub fn new(corners: [Seen; 3], reach: f64) -> Self {
        let [a, b, c] = corners.map(|c| c.0);
        let edges = [Edge::new(a, b, reach), Edge::new(b, c, reach), Edge::new(c, a, reach)];
        Self { edges, corners, area: (b - a).perp_dot(c - a) }
    }

    /// The ray at `p`.
    pub fn at(&self, p: DVec2, near: f64) -> Crossed {
        let sides = [0, 1, 2].map(|i| self.edges[i].is_left(p));
        let near_edges = [0, 1, 2].map(|i| near > 0.0 && self.edges[i].is_near(p, sides[i].1, near));
        let [ab, bc, ca] = sides;
        // A triangle seen on edge has directions both up and down: never the same side of all three, unless it is a point.
        let inside = ab.0 == bc.0 && bc.0 == ca.0 && !self.is_a_point();
        // A face that looks towards the viewer appears clockwise.
        Crossed { through: inside.then(|| (self.depth_at(p), !ab.0)), near_edges }
    }

    fn is_a_point(&self) -> bool {
        let [a, b, c] = self.corners.map(|c| c.0);
        a == b && b == c
    }

    fn depth_at(&self, p: DVec2) -> f64 {
        let [a, b, c] = self.corners;
        let depths = [a.1, b.1, c.1];
        let (lo, hi) = (depths[0].min(depths[1]).min(depths[2]), depths[0].max(depths[1]).max(depths[2]));
        let wb = (p - a.0).perp_dot(c.0 - a.0) / self.area;
        let wc = (b.0 - a.0).perp_dot(p - a.0) / self.area;
        // On a triangle nearly on edge the weights are mostly rounding; its corners still bound the depth.
        let depth = a.1 + wb * (b.1 - a.1) + wc * (c.1 - a.1);
        if depth.is_finite() { depth.clamp(lo, hi) } else { lo }
    }
}
