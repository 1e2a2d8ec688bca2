//! The smallest distance between two jaws under a pose: both trees at once, branch and bound (Real-Time Rendering,
//! sect. 25.3.2 and 25.4).
use super::bvh::Bvh;
use super::bvh::wide::{Child, Points4, lanes, lanes_up_to};
use super::closest_point_triangle::closest_points_triangles;
use super::intersect_triangle_triangle::Triangle;
use super::pairs::surfaces_meet;
use super::wide_pose::{Boxes4, WidePose, splat};
use crate::base::Rigid;
use glam::{DVec3, Vec4};

/// Where two surfaces are nearest, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallestDistance {
    /// 0 when the surfaces meet.
    pub distance_mm: f64,
    pub upper_triangle: u32,
    pub lower_triangle: u32,
    pub upper_point: DVec3,
    pub lower_point: DVec3,
    /// For the next search nearby.
    pub hint: DistanceHint,
}

/// Places of the nearest triangles in the order of their trees' leaves. Any numbers are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistanceHint(u32, u32);

impl DistanceHint {
    /// Of the upper and of the lower triangle.
    pub fn places(self) -> (usize, usize) {
        (self.0 as usize, self.1 as usize)
    }
}

/// The smallest distance between the surfaces (not the solids: of a jaw wholly inside the other, how far it is from the
/// surface); `None` without triangles or with a pose that is not finite. Two triangles that meet end the search.
pub fn smallest_distance(
    upper: &Bvh,
    lower: &Bvh,
    upper_from_lower: &Rigid,
    hint: Option<DistanceHint>,
) -> Option<SmallestDistance> {
    smallest_distance_of(upper, lower, upper_from_lower, hint, &|_| true)
}

/// The same of pairs of triangles (upper, lower) that count alone; `None` where none does.
pub fn smallest_distance_of(
    upper: &Bvh,
    lower: &Bvh,
    upper_from_lower: &Rigid,
    hint: Option<DistanceHint>,
    counts: &dyn Fn([u32; 2]) -> bool,
) -> Option<SmallestDistance> {
    let mut search = DistanceSearch::new(WidePose::new(upper, lower, upper_from_lower)?, counts);
    if let Some(DistanceHint(u, l)) = hint
        && (u as usize) < upper.n_triangles()
        && (l as usize) < lower.n_triangles()
    {
        search.offer(u as usize, &search.posed.posed_corners(l as usize), l as usize);
    }
    search.run();
    search.best
}

/// Whether the surfaces are at least `distance_mm` apart; quicker than measuring.
pub fn is_clear_by(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid, distance_mm: f64) -> bool {
    if distance_mm <= 0.0 {
        return !surfaces_meet(upper, lower, upper_from_lower);
    }
    smallest_distance(upper, lower, upper_from_lower, None).is_none_or(|d| d.distance_mm >= distance_mm)
}

struct DistanceSearch<'a> {
    posed: WidePose<'a>,
    best: Option<SmallestDistance>,
    least: f64,
    axis: Axis,
    /// Whether a pair of triangles counts.
    counts: &'a dyn Fn([u32; 2]) -> bool,
}

/// From the upper to the lower one of the nearest points so far: the axis that parts most of what is left.
#[derive(Default)]
struct Axis {
    in_world: DVec3,
    in_upper: Points4,
    in_lower: Points4,
    /// Of the lower jaw's origin.
    offset: Vec4,
}

impl<'a> DistanceSearch<'a> {
    fn new(posed: WidePose<'a>, counts: &'a dyn Fn([u32; 2]) -> bool) -> Self {
        Self { posed, best: None, least: f64::INFINITY, axis: Axis::default(), counts }
    }

    /// What is farther holds nothing nearer, mm.
    fn limit(&self) -> f32 {
        ((self.least as f32) * (1.0 + 4.0 * f32::EPSILON)).min(f32::MAX)
    }

    fn run(&mut self) {
        let mut open = vec![(0.0_f32, Child::ROOT, Child::ROOT)];
        let mut children: Vec<(f32, Child, Child)> = Vec::with_capacity(16);
        while let Some((bound, u, l)) = open.pop() {
            if bound > self.limit() || self.least == 0.0 {
                continue;
            }
            match (u.node_or_block(), l.node_or_block()) {
                (Err(u), Err(l)) => self.leaves(u, l),
                _ => {
                    children.clear();
                    self.descend(u, l, &mut children);
                    // The nearest is taken first: it comes last onto the stack.
                    children.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
                    open.extend_from_slice(&children);
                }
            }
        }
    }

    /// The pairs of children that may hold something nearer, with distances that they do not fall below, mm.
    fn descend(&self, u: Child, l: Child, near: &mut Vec<(f32, Child, Child)>) {
        let (upper, lower) = (Boxes4::within(self.posed.upper, u), Boxes4::within(self.posed.lower, l));
        let by_walls = self.posed.measure(&upper, &lower, Boxes4::distances_squared, Vec4::max);
        let (_, upper_end) = upper.along(&self.axis.in_upper);
        let (lower_begin, _) = lower.along(&self.axis.in_lower);
        let limit = self.limit();
        let least = lower_begin + self.axis.offset - self.posed.pad;
        let bound = |j: usize| {
            let along = Vec4::splat(least[j]) - upper_end;
            (by_walls[j].sqrt() * (1.0 - 4.0 * f32::EPSILON)).max(along)
        };
        let bounds = [bound(0), bound(1), bound(2), bound(3)];
        match (u.node_or_block(), l.node_or_block()) {
            (Ok(u), Ok(l)) => {
                let (u, l) = (self.posed.upper.wide().node(u), self.posed.lower.wide().node(l));
                for j in lanes(l.lanes()) {
                    let some = lanes(lanes_up_to(bounds[j], limit) & u.lanes());
                    near.extend(some.map(|i| (bounds[j][i], u.children[i], l.children[j])));
                }
            }
            (Ok(u), Err(_)) => {
                let u = self.posed.upper.wide().node(u);
                let nearest = bounds[0].min(bounds[1]).min(bounds[2]).min(bounds[3]);
                near.extend(lanes(lanes_up_to(nearest, limit) & u.lanes()).map(|i| (nearest[i], u.children[i], l)));
            }
            (Err(_), Ok(l)) => {
                let l = self.posed.lower.wide().node(l);
                let all = lanes(l.lanes()).map(|j| (bounds[j].min_element(), u, l.children[j]));
                near.extend(all.filter(|(bound, ..)| *bound <= limit));
            }
            (Err(_), Err(_)) => {}
        }
    }

    fn leaves(&mut self, u: usize, l: usize) {
        let (block, other) = (self.posed.upper.wide().block(u), self.posed.lower.wide().block(l));
        let (lo, hi) = block.bounds();
        let (places, valid, pad) = (block.first as usize, block.lanes(), self.posed.pad);
        for j in other.places() {
            let t = self.posed.posed_corners(j);
            let by_walls = Boxes4 { lo, hi }.distances_squared(&Boxes4::around(&t, pad));
            let limit = self.limit();
            let near = lanes_up_to(by_walls * (1.0 - 8.0 * f32::EPSILON), limit * limit) & valid;
            if near == 0 {
                continue;
            }
            let corners = [splat(t[0].as_vec3()), splat(t[1].as_vec3()), splat(t[2].as_vec3())];
            for lane in lanes(near & lanes_up_to(block.separations(&corners), limit + pad)) {
                self.offer(places + lane, &t, j);
            }
        }
    }

    fn offer(&mut self, i: usize, other: &Triangle, j: usize) {
        let t = self.posed.upper.corners(i);
        let pair = [self.posed.upper.triangle_id(i), self.posed.lower.triangle_id(j)];
        if separation(&t, other, self.axis.in_world) >= self.least || !(self.counts)(pair) {
            return;
        }
        let (upper_point, lower_point) = closest_points_triangles(&t, other);
        let distance_mm = upper_point.distance(lower_point);
        if distance_mm < self.least {
            self.least = distance_mm;
            let axis = (lower_point - upper_point).normalize_or_zero();
            let (in_lower, offset) = self.posed.axis_in_lower(axis);
            self.axis = Axis {
                in_world: axis,
                in_upper: splat(axis.as_vec3()),
                in_lower: splat(in_lower),
                offset: Vec4::splat(offset),
            };
            self.best = Some(SmallestDistance {
                distance_mm,
                upper_triangle: pair[0],
                lower_triangle: pair[1],
                upper_point,
                lower_point,
                hint: DistanceHint(i as u32, j as u32),
            });
        }
    }
}

/// How far apart two triangles are along a unit axis, mm; below 0 when they are not.
fn separation(t: &Triangle, other: &Triangle, axis: DVec3) -> f64 {
    let (a, b) = (t.map(|p| axis.dot(p)), other.map(|p| axis.dot(p)));
    b[0].min(b[1]).min(b[2]) - a[0].max(a[1]).max(a[2])
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{Random, ball, centre, cut_out, sample};
    use super::*;
    use crate::mesh::TriMesh;
    use glam::Vec3;

    fn by_trying_all(upper: &TriMesh, lower: &TriMesh, pose: &Rigid) -> f64 {
        let posed: Vec<Triangle> =
            (0..lower.triangles.len()).map(|j| lower.corners(j).map(|p| pose.transform_point(p.as_dvec3()))).collect();
        let mut least = f64::MAX;
        for i in 0..upper.triangles.len() {
            let t = upper.corners(i).map(|p| p.as_dvec3());
            for other in &posed {
                let (a, b) = closest_points_triangles(&t, other);
                least = least.min(a.distance(b));
            }
        }
        least
    }

    #[test]
    fn distances_are_those_of_trying_every_pair() {
        let (upper, lower) = (&sample().upper.mesh, &sample().lower.mesh);
        let at = lower.corners(lower.n_scanned / 2)[0].as_dvec3();
        let (a, b) = (cut_out(upper, at, 12.0), cut_out(lower, at, 2.0));
        let (tree_a, tree_b) = (Bvh::new(&a), Bvh::new(&b));
        let (mut random, mut hint) = (Random::new(51), None);
        for k in 0..6 {
            let pose = Rigid::from_translation(-sample().frame.up * f64::from(k)) * random.pose(at, 1.0, 20.0);
            let got = smallest_distance(&tree_a, &tree_b, &pose, hint).expect("a distance");
            let expected = by_trying_all(&a, &b, &pose);
            assert!((got.distance_mm - expected).abs() < 1e-12, "{got:?} is not {expected}");
            assert!((got.upper_point.distance(got.lower_point) - expected).abs() < 1e-12);
            assert_eq!(got.distance_mm == 0.0, surfaces_meet(&tree_a, &tree_b, &pose));
            assert!(is_clear_by(&tree_a, &tree_b, &pose, expected * 0.999));
            assert!(expected == 0.0 || !is_clear_by(&tree_a, &tree_b, &pose, expected * 1.001));
            // The twin: a jaw a little off is told.
            let off = Rigid::from_translation(got.upper_point - got.lower_point) * pose;
            let touching = smallest_distance(&tree_a, &tree_b, &off, None).expect("a distance").distance_mm;
            assert!(touching < 1e-9, "moved along the distance they touch: {touching}");
            hint = Some(got.hint);
        }
    }

    #[test]
    fn two_balls_are_as_far_apart_as_their_middles_say() {
        let (a, b) = (Bvh::new(&ball(Vec3::ZERO, 3.0, 40)), Bvh::new(&ball(Vec3::ZERO, 2.0, 40)));
        let pose = Rigid::from_six([3.0, 4.0, 5.0, 10.0, 20.0, 30.0]);
        let expected = 50.0_f64.sqrt() - 5.0;
        let got = smallest_distance(&a, &b, &pose, None).expect("a distance").distance_mm;
        // The facets lie up to 0.004 mm inside each.
        assert!((0.0..0.02).contains(&(got - expected)), "{got} is not {expected}");
        assert_eq!(smallest_distance(&a, &b, &Rigid::from_translation(DVec3::NAN), None), None);
        assert!(centre(&ball(Vec3::X, 1.0, 4)).distance(DVec3::X) < 0.1);
    }
}
