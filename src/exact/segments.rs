//! Where two jaws' surfaces cut: the common segment of each pair of triangles, and the segments joined into curves.
//!
//! The ends of a segment are points where an edge of one jaw goes through a triangle of the other. The two triangles at
//! that edge find the same point from the same numbers in the same order, bit for bit, so curves are joined by the points
//! themselves. Where an edge passes exactly through another edge or a corner (not on real scans), rounding may tell
//! neighbours' points apart; the curve then ends there and begins anew.
use super::intersect_triangle_triangle::{Meeting, Triangle, edge_points, meeting};
use super::pairs::TrianglePair;
use crate::base::Rigid;
use crate::mesh::TriMesh;
use glam::DVec3;
use std::collections::HashMap;

/// What the two triangles of a pair share, in world coordinates, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub pair: TrianglePair,
    /// Both the same where the triangles touch in a point.
    pub ends: [DVec3; 2],
}

/// A polyline along which the surfaces cut, in world coordinates, mm.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub points: Vec<DVec3>,
    /// Whether the last point joins the first (which is not repeated).
    pub closed: bool,
}

impl Curve {
    pub fn length_mm(&self) -> f64 {
        let way: f64 = self.points.windows(2).map(|w| w[0].distance(w[1])).sum();
        match (self.closed, self.points.first(), self.points.last()) {
            (true, Some(first), Some(last)) => way + first.distance(*last),
            _ => way,
        }
    }
}

/// The segments of pairs that meet. Pairs in one plane, and triangles without area, share no single segment and have
/// none here; nor have pairs that do not meet.
pub fn segments(pairs: &[TrianglePair], upper: &TriMesh, lower: &TriMesh, upper_from_lower: &Rigid) -> Vec<Segment> {
    pairs.iter().filter_map(|pair| segment(*pair, upper, lower, upper_from_lower)).collect()
}

/// The same of one pair.
pub(super) fn segment(pair: TrianglePair, upper: &TriMesh, lower: &TriMesh, pose: &Rigid) -> Option<Segment> {
    let [i, j] = pair.map(|i| i as usize);
    let a: Triangle = upper.corners(i).map(|p| p.as_dvec3());
    let b: Triangle = lower.corners(j).map(|p| pose.transform_point(p.as_dvec3()));
    if meeting(&a, &b) != Meeting::Crossing {
        return None;
    }
    let normal = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]);
    let along = normal(&a).cross(normal(&b));
    let mut ends: Option<[DVec3; 2]> = None;
    let mut take = |p: DVec3| {
        let [first, last] = ends.unwrap_or([p, p]);
        ends = Some([
            if along.dot(p - first) < 0.0 { p } else { first },
            if along.dot(p - last) > 0.0 { p } else { last },
        ]);
    };
    edge_points(&a, upper.triangles[i], &b, &mut take);
    edge_points(&b, lower.triangles[j], &a, &mut take);
    ends.map(|ends| Segment { pair, ends })
}

/// Joins segments at common ends. Segments without length are left out. Where more than two segments meet, curves end.
pub fn curves(segments: &[Segment]) -> Vec<Curve> {
    let links: Vec<[DVec3; 2]> = segments.iter().map(|s| s.ends).filter(|[a, b]| key(*a) != key(*b)).collect();
    let mut at: HashMap<[u64; 3], Vec<usize>> = HashMap::with_capacity(links.len());
    for (i, ends) in links.iter().enumerate() {
        for end in ends {
            at.entry(key(*end)).or_default().push(i);
        }
    }
    let mut joiner = Joiner { used: vec![false; links.len()], links, at };
    let mut found = Vec::new();
    // Ends and forks first, so that open curves are whole; what is left are closed ones.
    for i in 0..joiner.links.len() {
        let [a, b] = joiner.links[i];
        for (from, to) in [(a, b), (b, a)] {
            if !joiner.used[i] && joiner.degree(from) != 2 {
                found.push(joiner.follow(i, from, to));
            }
        }
    }
    for i in 0..joiner.links.len() {
        if !joiner.used[i] {
            let [a, b] = joiner.links[i];
            found.push(joiner.follow(i, a, b));
        }
    }
    found
}

/// The bits of a point; both zeros are the same.
fn key(p: DVec3) -> [u64; 3] {
    (p + DVec3::ZERO).to_array().map(f64::to_bits)
}

struct Joiner {
    links: Vec<[DVec3; 2]>,
    used: Vec<bool>,
    at: HashMap<[u64; 3], Vec<usize>>,
}

impl Joiner {
    fn degree(&self, p: DVec3) -> usize {
        self.at.get(&key(p)).map_or(0, Vec::len)
    }

    fn next(&self, p: DVec3) -> Option<usize> {
        let here = self.at.get(&key(p))?;
        (here.len() == 2).then(|| here.iter().copied().find(|i| !self.used[*i])).flatten()
    }

    /// From link `i`, entered at `from`, as far as it goes.
    fn follow(&mut self, mut i: usize, from: DVec3, to: DVec3) -> Curve {
        let mut points = vec![from, to];
        self.used[i] = true;
        let mut last = to;
        while let Some(next) = self.next(last) {
            i = next;
            self.used[i] = true;
            let [a, b] = self.links[i];
            last = if key(a) == key(last) { b } else { a };
            points.push(last);
        }
        let closed = points.len() > 3 && key(last) == key(from);
        if closed {
            points.pop();
        }
        Curve { points, closed }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{ball, sample};
    use super::super::{Bvh, intersecting_pairs};
    use super::*;
    use glam::Vec3;

    fn cut(upper: &TriMesh, lower: &TriMesh, pose: &Rigid) -> (usize, Vec<Curve>) {
        let pairs = intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), pose);
        let segments = segments(&pairs, upper, lower, pose);
        assert_eq!(segments.len(), pairs.len(), "every pair crosses");
        (pairs.len(), curves(&segments))
    }

    #[test]
    fn two_balls_cut_in_one_circle() {
        let (a, b) = (ball(Vec3::ZERO, 5.0, 40), ball(Vec3::new(0.013, 0.027, 0.0), 5.0, 40));
        let pose = Rigid::from_six([0.0, 0.0, 6.0, 10.0, 20.0, 30.0]);
        let (n_pairs, curves) = cut(&a, &b, &pose);
        assert_eq!((curves.len(), curves[0].closed, curves[0].points.len()), (1, true, n_pairs));
        // Radius 4 and a little less: the facets lie inside by up to e² / (8 R), e = 0.4 mm, 0.004 mm of 5 mm.
        let length = curves[0].length_mm();
        assert!((length / (8.0 * std::f64::consts::PI) - 1.0).abs() < 0.01, "{length}");
    }

    #[test]
    fn closed_jaws_cut_in_closed_curves_and_a_lost_pair_opens_one() {
        let (upper, lower) = (&sample().upper.mesh, &sample().lower.mesh);
        let pose = Rigid::from_six([0.05, 0.1, -0.02, 0.3, 0.1, -0.2]);
        let (n_pairs, all) = cut(upper, lower, &pose);
        assert!(n_pairs > 50 && all.iter().all(|c| c.closed), "{n_pairs} pairs, {} curves", all.len());
        assert_eq!(all.iter().map(|c| c.points.len()).sum::<usize>(), n_pairs);
        let pairs = intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), &pose);
        let open = curves(&segments(&pairs[1..], upper, lower, &pose));
        assert_eq!(open.iter().filter(|c| !c.closed).count(), 1);
    }

    #[test]
    fn triangles_in_one_plane_share_no_segment() {
        let cube = crate::mesh::shapes::cube();
        let pairs = intersecting_pairs(&Bvh::new(&cube), &Bvh::new(&cube), &Rigid::IDENTITY);
        let all = segments(&pairs, &cube, &cube, &Rigid::IDENTITY);
        assert!(!all.is_empty() && all.len() < pairs.len());
        assert!(all.iter().flat_map(|s| s.ends).all(|p| p.is_finite()));
    }
}
