//! The deepest penetration by branch and bound over one surface's tree and then over parts of its triangles.
//!
//! The signed depth (distance to the other surface, negative outside the other solid) changes by at most 1 mm a mm, so
//! within a ball it exceeds that of the middle by no more than the radius. And no point of a triangle is farther from the
//! other surface than its farthest corner is from any one triangle of that surface (the distance to a convex set is convex),
//! which is the tighter bound where surfaces run side by side.
use super::super::bvh::Bvh;
use super::super::closest::{Hint, Searcher};
use super::super::closest_point_triangle::closest_point_triangle;
use super::super::intersect_triangle_triangle::Triangle;
use super::super::winding::Sides;
use super::{DeepestPenetration, Depth, Solid};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::jaw::JawSide;
use glam::DVec3;
use std::collections::BinaryHeap;

/// Points that are measured before the search is content with twice the error, which is told: bites of jaws take fewer. Along the edges
/// of flat walls that are equally far from each other everywhere no number of points would do.
const POINTS: u64 = 1 << 17;
/// The same, and a quarter of the triangles, for as long as nothing is found that is deeper than this, mm: walls that touch.
const POINTS_OF_SHALLOW: u64 = 1 << 14;
const SHALLOW_MM: f64 = 0.001;
/// And before each further time.
const MORE_POINTS: u64 = 1 << 14;

/// The deepest point of either surface inside the other solid, to `tolerance_mm` (above 0) where that takes no more points than jaws do,
/// else to what the answer says.
///
/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn deepest_penetration(
    upper: &Solid,
    lower: &Solid,
    upper_from_lower: &Rigid,
    tolerance_mm: f64,
    progress: &Progress,
) -> Result<Depth, Cancelled> {
    if upper.bvh.is_empty() || lower.bvh.is_empty() || !upper_from_lower.to_dmat4().is_finite() {
        return Ok(Depth { deepest: None, may_be_mm: tolerance_mm });
    }
    progress.enter(say!("stage-deepest-place-upper-jaw"), 0.0)?;
    let lower_from_upper = upper_from_lower.inverse();
    let first = DepthSearch::new(upper.bvh, lower, lower_from_upper, 0.0, tolerance_mm).run(progress)?;
    progress.enter(say!("stage-deepest-place-lower-jaw"), 0.5)?;
    let so_far = first.best.map_or(0.0, |b| b.depth_mm);
    let second = DepthSearch::new(lower.bvh, upper, *upper_from_lower, so_far, tolerance_mm).run(progress)?;

    let may_be_mm = first.may_be_mm.max(second.may_be_mm);
    let found = second.best.map(|deep| (JawSide::Lower, deep)).or(first.best.map(|deep| (JawSide::Upper, deep)));
    let deepest = found.map(|(of, deep)| {
        let world = |p: DVec3| if of == JawSide::Lower { p } else { upper_from_lower.transform_point(p) };
        let own = (world(deep.point), deep.own_triangle);
        let other = (world(deep.nearest), deep.other_triangle);
        let (upper, lower) = if of == JawSide::Upper { (own, other) } else { (other, own) };
        DeepestPenetration {
            depth_mm: deep.depth_mm,
            error_mm: (may_be_mm - deep.depth_mm).max(0.0),
            of,
            upper_point: upper.0,
            lower_point: lower.0,
            upper_triangle: upper.1,
            lower_triangle: lower.1,
        }
    });
    Ok(Depth { deepest, may_be_mm })
}

/// A point inside, in the other jaw's coordinates.
#[derive(Clone, Copy)]
struct Deep {
    depth_mm: f64,
    point: DVec3,
    nearest: DVec3,
    own_triangle: u32,
    other_triangle: u32,
}

/// A measured point, in the other jaw's coordinates.
#[derive(Clone, Copy)]
struct Known {
    at: DVec3,
    distance_mm: f64,
    inside: bool,
    hint: Hint,
}

/// A part of the surface that may hold something deeper.
#[derive(Clone, Copy)]
enum SurfacePiece {
    Node(u32),
    /// Corners in the other jaw's coordinates, place in the order of the leaves, whether it is a whole triangle.
    Piece(Triangle, u32, bool),
}

struct Open {
    /// No point of the part is deeper, mm.
    bound_mm: f64,
    part: SurfacePiece,
    middle: Known,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.bound_mm == other.bound_mm
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound_mm.total_cmp(&other.bound_mm)
    }
}

/// What one way of looking found.
struct Outcome {
    /// `None` when nothing is deeper than what was known before.
    best: Option<Deep>,
    /// Nothing is deeper than this, mm.
    may_be_mm: f64,
}

struct DepthSearch<'a> {
    own: &'a Bvh,
    other: &'a Bvh,
    sides: &'a Sides<'a>,
    searcher: Searcher<'a>,
    other_from_own: Rigid,
    open: BinaryHeap<Open>,
    best: Option<Deep>,
    deepest_mm: f64,
    /// The error that was asked for, and the one that will do by now.
    asked_mm: f64,
    tolerance_mm: f64,
    n_points: u64,
}

impl<'a> DepthSearch<'a> {
    fn new(own: &'a Bvh, other: &'a Solid, other_from_own: Rigid, deepest_mm: f64, tolerance_mm: f64) -> Self {
        Self {
            own,
            other: other.bvh,
            sides: &other.sides,
            searcher: Searcher::new(other.bvh),
            other_from_own,
            open: BinaryHeap::new(),
            best: None,
            deepest_mm,
            asked_mm: tolerance_mm,
            tolerance_mm,
            n_points: 0,
        }
    }

    fn run(mut self, progress: &Progress) -> Result<Outcome, Cancelled> {
        self.push_node(0, None);
        let mut n_opened = 0_u64;
        while let Some(next) = self.open.pop() {
            self.be_content();
            if next.bound_mm <= self.enough_mm() {
                break;
            }
            n_opened += 1;
            if n_opened.is_multiple_of(256) {
                progress.at(progress.fraction())?;
            }
            self.descend(&next);
        }
        Ok(Outcome { best: self.best, may_be_mm: self.enough_mm() })
    }

    /// Whether something is deeper than this is not asked.
    fn enough_mm(&self) -> f64 {
        self.deepest_mm + self.tolerance_mm
    }

    /// The longer it takes the more error will do; never less again, for what is left out stays so.
    fn be_content(&mut self) {
        let shallow = POINTS_OF_SHALLOW + self.own.n_triangles() as u64 / 4;
        let first = if self.deepest_mm > SHALLOW_MM { POINTS } else { shallow };
        if self.n_points >= first {
            let doublings = 1 + ((self.n_points - first) / MORE_POINTS).min(60);
            self.tolerance_mm = self.tolerance_mm.max(self.asked_mm * (1_u64 << doublings) as f64);
        }
    }

    fn descend(&mut self, open: &Open) {
        match open.part {
            SurfacePiece::Node(node) => {
                let link = self.own.link(node);
                if link.is_leaf() {
                    for place in link.triangles() {
                        let t = self.own.corners(place).map(|p| self.other_from_own.transform_point(p));
                        self.push_piece(t, place as u32, true, &open.middle);
                    }
                } else {
                    self.push_node(link.first, Some(&open.middle));
                    self.push_node(link.first + 1, Some(&open.middle));
                }
            }
            SurfacePiece::Piece(t, place, is_whole) => {
                if is_whole {
                    // Cusps are deepest at their corners: a good guess early spares many pieces.
                    for corner in t {
                        self.offer(corner, place, &open.middle);
                    }
                }
                let [a, b, c] = t;
                let [ab, bc, ca] = [(a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5];
                for piece in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
                    self.push_piece(piece, place, false, &open.middle);
                }
            }
        }
    }

    fn push_node(&mut self, node: u32, parent: Option<&Known>) {
        let node_box = self.own.node_box(node);
        let middle = self.other_from_own.transform_point(node_box.centre.as_dvec3());
        let Some(middle) = self.measure(middle, parent) else { return };
        // The half diagonal, a hair more for its single precision.
        let radius = f64::from(node_box.half.length()) * (1.0 + 1e-6);
        self.push(middle.signed_mm() + radius, SurfacePiece::Node(node), middle);
    }

    fn push_piece(&mut self, t: Triangle, place: u32, is_whole: bool, parent: &Known) {
        let Some(middle) = self.offer((t[0] + t[1] + t[2]) / 3.0, place, parent) else { return };
        let radius = t.iter().map(|p| p.distance(middle.at)).fold(0.0, f64::max);
        let beside = self.other.corners(middle.hint.0 as usize);
        let farthest = t.iter().map(|p| closest_point_triangle(*p, &beside).distance(*p)).fold(0.0, f64::max);
        self.push(farthest.min(middle.signed_mm() + radius), SurfacePiece::Piece(t, place, is_whole), middle);
    }

    fn push(&mut self, bound_mm: f64, part: SurfacePiece, middle: Known) {
        if bound_mm > self.enough_mm() {
            self.open.push(Open { bound_mm, part, middle });
        }
    }

    /// Measures a point of the surface and keeps it if it is the deepest.
    fn offer(&mut self, p: DVec3, place: u32, parent: &Known) -> Option<Known> {
        let known = self.measure(p, Some(parent))?;
        if known.inside && known.distance_mm > self.deepest_mm {
            self.deepest_mm = known.distance_mm;
            let other = known.hint.0 as usize;
            self.best = Some(Deep {
                depth_mm: known.distance_mm,
                point: p,
                nearest: closest_point_triangle(p, &self.other.corners(other)),
                own_triangle: self.own.triangle_id(place as usize),
                other_triangle: self.other.triangle_id(other),
            });
        }
        Some(known)
    }

    /// Distance and side of a point. Two points are on the same side of a closed surface when the way between them is
    /// shorter than both their distances together.
    fn measure(&mut self, p: DVec3, parent: Option<&Known>) -> Option<Known> {
        self.n_points += 1;
        let hint = parent.map_or(Hint::NONE, |k| k.hint);
        let nearest = self.searcher.nearest(p, f64::INFINITY, hint)?;
        let joined = |k: &&Known| {
            self.sides.cap().is_none() && p.distance(k.at) < (k.distance_mm + nearest.distance_mm) * (1.0 - 1e-9)
        };
        let inside = parent.filter(joined).map_or_else(|| self.sides.is_inside(p), |k| k.inside);
        Some(Known { at: p, distance_mm: nearest.distance_mm, inside, hint: nearest.hint })
    }
}

impl Known {
    /// Depth, negative outside, mm.
    fn signed_mm(&self) -> f64 {
        if self.inside { self.distance_mm } else { -self.distance_mm }
    }
}
