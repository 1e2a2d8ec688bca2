//! The smallest distance between two jaws under a pose: both trees at once, branch and bound (Real-Time Rendering,
//! sect. 25.3.2 and 25.4).
use super::bvh::Bvh;
use super::closest_point_triangle::closest_points_triangles;
use super::intersect_triangle_triangle::Triangle;
use super::pairs::{BoxesInPose, surfaces_meet};
use crate::base::Rigid;
use glam::{DVec3, Vec3A};

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
    if upper.is_empty() || lower.is_empty() || !upper_from_lower.to_dmat4().is_finite() {
        return None;
    }
    let boxes = BoxesInPose::new(upper, lower, upper_from_lower);
    let mut search = Search {
        upper,
        lower,
        pose: upper_from_lower,
        boxes,
        best: None,
        least: f64::INFINITY,
        axis: DVec3::ZERO,
        axis_f32: (Vec3A::ZERO, Vec3A::ZERO),
    };
    if let Some(DistanceHint(u, l)) = hint
        && (u as usize) < upper.n_triangles()
        && (l as usize) < lower.n_triangles()
    {
        search.offer(u as usize, &search.posed(l as usize), l as usize);
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

struct Search<'a> {
    upper: &'a Bvh,
    lower: &'a Bvh,
    pose: &'a Rigid,
    boxes: BoxesInPose,
    best: Option<SmallestDistance>,
    least: f64,
    /// From the upper to the lower one of the nearest points so far: the axis that parts most of what is left.
    axis: DVec3,
    axis_f32: (Vec3A, Vec3A),
}

impl Search<'_> {
    fn posed(&self, place: usize) -> Triangle {
        self.lower.corners(place).map(|p| self.pose.transform_point(p))
    }

    /// A distance that the nodes' triangles do not fall below, mm.
    fn bound(&self, u: u32, l: u32) -> f32 {
        let (along_upper, along_lower) = self.boxes.separations(self.upper.node_box(u), self.lower.node_box(l));
        let apart = |s: Vec3A| s.max(Vec3A::ZERO).length_squared();
        let by_walls = apart(along_upper).max(apart(along_lower)).sqrt() * (1.0 - 4.0 * f32::EPSILON);
        by_walls.max(self.boxes.separation_along(self.axis_f32, self.upper.node_box(u), self.lower.node_box(l)))
    }

    fn run(&mut self) {
        let mut open = vec![(self.bound(0, 0), 0_u32, 0_u32)];
        while let Some((bound, u, l)) = open.pop() {
            if f64::from(bound) >= self.least || self.least == 0.0 {
                continue;
            }
            let (link_u, link_l) = (self.upper.link(u), self.lower.link(l));
            if link_u.is_leaf() && link_l.is_leaf() {
                self.leaves(u, l);
                continue;
            }
            let size = |bvh: &Bvh, node| bvh.node_box(node).half.element_sum();
            let upper_first = link_l.is_leaf() || (!link_u.is_leaf() && size(self.upper, u) >= size(self.lower, l));
            let children = if upper_first {
                [(link_u.first, l), (link_u.first + 1, l)]
            } else {
                [(u, link_l.first), (u, link_l.first + 1)]
            };
            let [a, b] = children.map(|(u, l)| (self.bound(u, l), u, l));
            // The nearer one is taken first: it comes last onto the stack.
            let (near, far) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            open.extend([far, near].into_iter().filter(|c| f64::from(c.0) < self.least));
        }
    }

    fn leaves(&mut self, u: u32, l: u32) {
        for j in self.lower.link(l).triangles() {
            let other = self.posed(j);
            for i in self.upper.link(u).triangles() {
                self.offer(i, &other, j);
            }
        }
    }

    fn offer(&mut self, i: usize, other: &Triangle, j: usize) {
        let t = self.upper.corners(i);
        let lo_hi = |t: &Triangle| (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
        let ((lo, hi), (other_lo, other_hi)) = (lo_hi(&t), lo_hi(other));
        let apart = (lo - other_hi).max(other_lo - hi).max(DVec3::ZERO);
        if apart.length_squared() >= self.least * self.least || separation(&t, other, self.axis) >= self.least {
            return;
        }
        let (upper_point, lower_point) = closest_points_triangles(&t, other);
        let distance_mm = upper_point.distance(lower_point);
        if distance_mm < self.least {
            self.least = distance_mm;
            self.axis = (lower_point - upper_point).normalize_or_zero();
            self.axis_f32 = self.boxes.axis_in_both(self.axis);
            self.best = Some(SmallestDistance {
                distance_mm,
                upper_triangle: self.upper.triangle_id(i),
                lower_triangle: self.lower.triangle_id(j),
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
