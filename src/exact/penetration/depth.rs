//! The deepest penetration by branch and bound over one surface's tree and then over parts of its triangles.
//!
//! The signed depth (distance to the other surface, negative outside the other solid) changes by at most 1 mm a mm, so
//! within a ball it exceeds that of the middle by no more than the radius. A part of a triangle is bounded from its corners: by how deep each
//! of them is and how far the others are from it, and by how far they are from the triangle nearest to each (the distance to any one
//! triangle of the other surface is no less than that to the surface). Both are convex: over the part they are at most what lies
//! linearly between the corners, and so is each weighted mean of two of them. That is exact along a ridge between two flat walls, and
//! says soon of a part that crosses the other surface how little of it can be deep. A part with a corner outside that meets a closed surface
//! nowhere is outside.
use super::super::bvh::Bvh;
use super::super::closest::{Hint, Searcher};
use super::super::closest_point_triangle::closest_point_triangle;
use super::super::intersect_triangle_triangle::{Triangle, triangles_meet};
use super::super::winding::Sides;
use super::{DeepestPenetration, Depth, Solid};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid};
use crate::jaw::JawSide;
use glam::DVec3;
use std::collections::BinaryHeap;

/// Points that are measured before the search is content with twice the error, which is told: bites of jaws take fewer.
const POINTS: u64 = 1 << 17;
/// The same, and a quarter of the triangles, for as long as nothing is found that is deeper than this, mm: walls that touch.
const POINTS_OF_SHALLOW: u64 = 1 << 14;
const SHALLOW_MM: f64 = 0.001;
/// And before each further time.
const MORE_POINTS: u64 = 1 << 14;
/// Surfaces of more triangles are not asked how thin they are; of the others so many normals at most.
const FOIL_TRIANGLES: usize = 1024;
const FOIL_NORMALS: usize = 64;
/// Of an edge, that goes to either side where it is parted.
const LEAST_PART: f64 = 0.25;
/// To find where.
const PARTING_STEPS: usize = 6;

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
        return Ok(Depth { deepest: None, may_be_mm: tolerance_mm, n_points: 0 });
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
    Ok(Depth { deepest, may_be_mm, n_points: first.n_points + second.n_points })
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
    /// With the middle of its box.
    Node(u32, Known),
    /// Corners in the other jaw's coordinates, place in the order of the leaves, the middle.
    Whole(Triangle, u32, Known),
    /// Of a triangle: corners, and the triangle's place.
    Part([Known; 3], u32),
}

struct Open {
    /// No point of the part is deeper, mm.
    bound_mm: f64,
    part: SurfacePiece,
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
    n_points: u64,
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
    /// No point inside is deeper, mm.
    most_mm: f64,
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
            most_mm: if other.sides.cap().is_none() { half_width_mm(other.bvh) } else { f64::INFINITY },
            n_points: 0,
        }
    }

    fn run(mut self, progress: &Progress) -> Result<Outcome, Cancelled> {
        self.look(progress)?;
        Ok(Outcome { best: self.best, may_be_mm: self.enough_mm(), n_points: self.n_points })
    }

    fn look(&mut self, progress: &Progress) -> Result<(), Cancelled> {
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
            self.descend(next.part);
        }
        Ok(())
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

    fn descend(&mut self, part: SurfacePiece) {
        match part {
            SurfacePiece::Node(node, middle) => {
                let link = self.own.link(node);
                if link.is_leaf() {
                    for place in link.triangles() {
                        let t = self.own.corners(place).map(|p| self.other_from_own.transform_point(p));
                        self.push_whole(t, place as u32, &middle);
                    }
                } else {
                    self.push_node(link.first, Some(&middle));
                    self.push_node(link.first + 1, Some(&middle));
                }
            }
            SurfacePiece::Whole(t, place, middle) => {
                let corners = t.map(|corner| self.offer(corner, place, &middle));
                if let [Some(a), Some(b), Some(c)] = corners {
                    self.push_part([a, b, c], place);
                }
            }
            SurfacePiece::Part(corners, place) => {
                let [p, q, opposite] = edge_to_part(corners);
                if let Some(between) = self.offer(self.parting_point(&p, &q), place, &p) {
                    self.push_part([p, between, opposite], place);
                    self.push_part([between, q, opposite], place);
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
        let bound_mm = middle.signed_mm() + radius;
        if bound_mm > self.enough_mm() {
            self.open.push(Open { bound_mm, part: SurfacePiece::Node(node, middle) });
        }
    }

    fn push_whole(&mut self, t: Triangle, place: u32, parent: &Known) {
        let Some(middle) = self.offer((t[0] + t[1] + t[2]) / 3.0, place, parent) else { return };
        let radius = t.iter().map(|p| p.distance(middle.at)).fold(0.0, f64::max);
        let farthest = self.distances(&t, middle.hint).into_iter().fold(0.0, f64::max);
        let bound_mm = farthest.min(middle.signed_mm() + radius).min(self.most_mm);
        if bound_mm > self.enough_mm() && (middle.inside || !self.stays_on_its_side(&t)) {
            self.open.push(Open { bound_mm, part: SurfacePiece::Whole(t, place, middle) });
        }
    }

    fn push_part(&mut self, corners: [Known; 3], place: u32) {
        let bound_mm = self.deepest_between(&corners).min(self.most_mm);
        let is_outside =
            || corners.iter().all(|corner| !corner.inside) && self.stays_on_its_side(&corners.map(|corner| corner.at));
        if bound_mm > self.enough_mm() && !is_outside() {
            self.open.push(Open { bound_mm, part: SurfacePiece::Part(corners, place) });
        }
    }

    /// Whether a part of the surface is known to meet the other one nowhere: it is outside, or inside, as one of its points is.
    fn stays_on_its_side(&self, t: &Triangle) -> bool {
        let is_closed = self.sides.cap().is_none();
        let meets = |place| triangles_meet(t, &self.other.corners(place));
        is_closed && !self.other.any_near_box((t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2])), meets)
    }

    /// No point between the corners is deeper, mm. Not as little as can be said once that is little enough.
    fn deepest_between(&self, corners: &[Known; 3]) -> f64 {
        let t = corners.map(|corner| corner.at);
        let apart = t.map(|p| t.map(|q| p.distance(q)));
        let longest = apart.as_flattened().iter().copied().fold(0.0, f64::max);
        // A point of a triangle sees two of its corners at 120 degrees or more: one of them is no farther than that.
        let by_nearest =
            corners.iter().map(Known::signed_mm).fold(f64::NEG_INFINITY, f64::max) + longest / 3_f64.sqrt();
        // Of every corner: what is so far from it is at most so much deeper.
        let by_corners = [0, 1, 2].map(|i| apart[i].map(|mm| corners[i].signed_mm() + mm));
        let bound_mm = by_nearest.min(least_of_means(&by_corners, 0));
        if bound_mm <= self.enough_mm() {
            return bound_mm;
        }
        let [a, b, c] = by_corners;
        let (mut rows, mut n) = ([a, b, c, a, a, a], 3);
        for (i, corner) in corners.iter().enumerate() {
            if corners[..i].iter().all(|before| before.hint != corner.hint) {
                rows[n] = self.distances(&t, corner.hint);
                n += 1;
            }
        }
        bound_mm.min(least_of_means(&rows[..n], by_corners.len()))
    }

    /// Where to part an edge: inside the other solid about where the triangle nearest to one end gives way to the one nearest to the other, as the
    /// parts on either side then have one nearest triangle each; else in the middle.
    fn parting_point(&self, p: &Known, q: &Known) -> DVec3 {
        if !p.sees_another_wall_than(q) {
            return (p.at + q.at) * 0.5;
        }
        let beside = [p.hint, q.hint].map(|hint| self.other.corners(hint.0 as usize));
        let nearer_to_second = |weight: f64| {
            let at = p.at.lerp(q.at, weight);
            let [first, second] = beside.map(|triangle| closest_point_triangle(at, &triangle).distance(at));
            first - second
        };
        p.at.lerp(q.at, sign_change(nearer_to_second).clamp(LEAST_PART, 1.0 - LEAST_PART))
    }

    /// Of the corners to one triangle of the other surface, mm.
    fn distances(&self, corners: &Triangle, to: Hint) -> [f64; 3] {
        let beside = self.other.corners(to.0 as usize);
        corners.map(|p| closest_point_triangle(p, &beside).distance(p))
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

/// Half the least width of a closed surface along normals of its own, mm: whoever goes both ways from a point inside leaves it on the nearer
/// one by then. Foils, whose walls no search tells apart; infinite for surfaces of so many triangles that they are none.
fn half_width_mm(surface: &Bvh) -> f64 {
    let n = surface.n_triangles();
    if n > FOIL_TRIANGLES {
        return f64::INFINITY;
    }
    let width = |place: usize| {
        let [a, b, c] = surface.corners(place);
        let along = (b - a).cross(c - a).try_normalize()?;
        let heights = (0..n).flat_map(|place| surface.corners(place)).map(|p| p.dot(along));
        let (lo, hi) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), h| (lo.min(h), hi.max(h)));
        Some(hi - lo)
    };
    (0..n).step_by(n.div_ceil(FOIL_NORMALS).max(1)).filter_map(width).fold(f64::INFINITY, f64::min) / 2.0
}

/// Where between 0 and 1 a function that grows from below 0 to above it has come to 0, about: by false position, whose end that stays counts
/// half (Illinois).
fn sign_change(f: impl Fn(f64) -> f64) -> f64 {
    let ([mut from, mut to], [mut under, mut over]) = ([0.0, 1.0], [f(0.0), f(1.0)]);
    let mut last = 0.5;
    for _ in 0..PARTING_STEPS {
        if !(under < 0.0 && over > 0.0) {
            break;
        }
        last = from + (to - from) * (under / (under - over));
        let here = f(last);
        if here < 0.0 {
            (from, under, over) = (last, here, over * 0.5);
        } else if here > 0.0 {
            (to, over, under) = (last, here, under * 0.5);
        } else {
            break;
        }
    }
    last
}

/// The ends of the edge by which a part is parted, and the corner opposite: the longest edge, one whose ends have other triangles nearest
/// before one that is twice as long.
fn edge_to_part([a, b, c]: [Known; 3]) -> [Known; 3] {
    let worth = |[p, q, _]: &[Known; 3]| p.at.distance(q.at) * if p.sees_another_wall_than(q) { 2.0 } else { 1.0 };
    let [ab, bc, ca] = [[a, b, c], [b, c, a], [c, a, b]];
    let longer = |one: [Known; 3], other: [Known; 3]| if worth(&one) >= worth(&other) { one } else { other };
    longer(longer(ab, bc), ca)
}

/// Each row bounds the same at three corners, and linearly between them. What is bounded by all rows is bounded by any weighted mean of two
/// at its greatest corner: the least that such a mean says, of those with a row that is not among the first `n_known`.
fn least_of_means(rows: &[[f64; 3]], n_known: usize) -> f64 {
    let pairs = (n_known..rows.len()).flat_map(|i| rows[..i].iter().map(move |first| [*first, rows[i]]));
    pairs.map(least_of_mean).fold(f64::INFINITY, f64::min)
}

/// The best mean has one corner as great as another, or is one row alone.
fn least_of_mean([first, second]: [[f64; 3]; 2]) -> f64 {
    let greatest = |weight: f64| {
        let mean = |j: usize| first[j] + weight * (second[j] - first[j]);
        mean(0).max(mean(1)).max(mean(2))
    };
    let equal = [(0, 1), (1, 2), (2, 0)].map(|(j, k)| {
        let over = first[j] - first[k];
        over / (over - (second[j] - second[k]))
    });
    let inner = equal.into_iter().filter(|weight| (0.0..=1.0).contains(weight));
    inner.chain([0.0, 1.0]).map(greatest).fold(f64::INFINITY, f64::min)
}

impl Known {
    fn sees_another_wall_than(&self, other: &Self) -> bool {
        self.inside && other.inside && self.hint != other.hint
    }

    /// Depth, negative outside, mm.
    fn signed_mm(&self) -> f64 {
        if self.inside { self.distance_mm } else { -self.distance_mm }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{TriMesh, shapes};
    use glam::Vec3;

    const TOLERANCE_MM: f64 = 1e-4;

    fn cuboid(half: Vec3) -> TriMesh {
        let mut cube = shapes::cube();
        cube.positions.iter_mut().for_each(|p| *p *= half);
        cube
    }

    /// What one way of looking finds, and how many points it measures.
    fn searched(own: &TriMesh, other: &TriMesh, other_from_own: Rigid) -> (Outcome, u64) {
        let (own, tree) = (Bvh::new(own), Bvh::new(other));
        let other = Solid::new(other, &tree, true);
        let search = DepthSearch::new(&own, &other, other_from_own, 0.0, TOLERANCE_MM);
        let found = search.run(&Progress::default()).expect("nobody cancels it");
        let n_points = found.n_points;
        (found, n_points)
    }

    #[test]
    fn between_flat_walls_few_points_do() {
        // A sheet that lies aslant between two walls 2 mm apart is as deep as can be all along a line.
        let aslant = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, 0.4);
        let (walls, sheet) = (cuboid(Vec3::new(30.0, 30.0, 1.0)), cuboid(Vec3::new(8.0, 2.0, 1e-3)));
        let (found, n_points) = searched(&sheet, &walls, aslant);
        let depth_mm = found.best.expect("it is inside").depth_mm;
        assert!((depth_mm - 1.0).abs() < TOLERANCE_MM && found.may_be_mm <= 1.0 + 2.0 * TOLERANCE_MM, "{depth_mm}");
        assert!(n_points < 1000, "{n_points}");
    }

    #[test]
    fn a_foil_is_no_deeper_than_half_its_width() {
        let foil = |half_width: f32| {
            let mut foil = shapes::sphere(12, 1.0);
            foil.positions.iter_mut().for_each(|p| p.z *= half_width);
            foil
        };
        let aslant = Rigid::from_axis_angle(DVec3::ZERO, DVec3::X, 0.8);
        let block = cuboid(Vec3::splat(0.4));
        let (found, n_points) = searched(&block, &foil(1e-6), aslant);
        assert!(found.may_be_mm <= 1e-6 + TOLERANCE_MM && n_points < 200, "{n_points}, {}", found.may_be_mm);
        // The twin: what is thicker than the tolerance is searched, and found.
        let (found, n_points) = searched(&block, &foil(0.01), aslant);
        let depth_mm = found.best.map_or(0.0, |deep| deep.depth_mm);
        assert!((0.009..=0.01).contains(&depth_mm) && n_points > 200, "{n_points}, {depth_mm}");
        assert!(found.may_be_mm >= depth_mm + TOLERANCE_MM - 1e-12);
        assert_eq!(half_width_mm(&Bvh::new(&shapes::sphere(80, 1.0))), f64::INFINITY);
    }

    #[test]
    fn a_mean_of_two_distances_bounds_both() {
        // A ridge between two walls: nearer to the one at the first corner, to the other at the others.
        assert!((least_of_mean([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]) - 0.5).abs() < 1e-15);
        // One is the nearer one everywhere.
        assert_eq!(least_of_mean([[0.1, 0.2, 0.3], [1.0, 2.0, 3.0]]), 0.3);
        assert_eq!(least_of_mean([[0.5; 3], [0.5; 3]]), 0.5);
        // The twin of no bound: no weight makes it less.
        let mut random = crate::base::Random::new(7);
        let mut some = || [0; 3].map(|_| random.below(1000) as f64 / 1000.0);
        for _ in 0..1000 {
            let [first, second] = [some(), some()];
            let farthest = |w: f64| (0..3).map(|j| (1.0 - w) * first[j] + w * second[j]).fold(0.0, f64::max);
            let least = (0..=1000).map(|k| farthest(f64::from(k) / 1000.0)).fold(f64::INFINITY, f64::min);
            let got = least_of_mean([first, second]);
            assert!(got <= least + 1e-12 && least <= got + 0.001, "{first:?} {second:?}: {got}, {least}");
        }
    }

    #[test]
    fn where_a_function_changes_its_sign() {
        assert!((sign_change(|x| x - 0.3) - 0.3).abs() < 1e-12);
        assert!((sign_change(|x| (x - 0.7) * (x - 0.7).abs()) - 0.7).abs() < 0.05);
        assert_eq!(sign_change(|_| 0.0), 0.5);
    }
}
