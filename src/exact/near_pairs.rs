//! All triangles of two jaws that are within a distance of each other: both trees at once, as [`super::pairs`] does it.
use super::bvh::Bvh;
use super::bvh::wide::{Child, lanes, lanes_up_to};
use super::closest_point_triangle::closest_points_triangles;
use super::pairs::TrianglePair;
use super::wide_pose::{Boxes4, WidePose};
use crate::base::Rigid;
use glam::Vec4;

/// Every pair of triangles that are at most `distance_mm` apart under the pose (closed sets: 0 are those that meet), each
/// once, sorted by upper and then by lower triangle.
pub fn pairs_within(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid, distance_mm: f64) -> Vec<TrianglePair> {
    let Some(posed) = WidePose::new(upper, lower, upper_from_lower) else { return Vec::new() };
    let mut search = Search { posed, distance_mm, found: Vec::new() };
    search.run();
    search.found.sort_unstable();
    search.found
}

struct Search<'a> {
    posed: WidePose<'a>,
    distance_mm: f64,
    found: Vec<TrianglePair>,
}

impl Search<'_> {
    fn run(&mut self) {
        let mut open = vec![(Child::ROOT, Child::ROOT)];
        while let Some((u, l)) = open.pop() {
            match (u.node_or_block(), l.node_or_block()) {
                (Err(u), Err(l)) => self.leaves(u, l),
                _ => self.descend(u, l, &mut open),
            }
        }
    }

    /// Squares of distances up to this are near, mm²; upwards by more than their rounding. Boxes are padded already.
    fn limit_squared(&self) -> f32 {
        let limit = self.distance_mm as f32;
        limit * limit * (1.0 + 16.0 * f32::EPSILON) + f32::MIN_POSITIVE
    }

    /// A node is looked into where any of its boxes is near; a leaf stays what it is.
    fn descend(&self, u: Child, l: Child, open: &mut Vec<(Child, Child)>) {
        let (upper, lower) = (Boxes4::within(self.posed.upper, u), Boxes4::within(self.posed.lower, l));
        let apart = self.posed.measure(&upper, &lower, Boxes4::distances_squared, Vec4::max);
        let limit = self.limit_squared();
        let upper_children = |l: Child, apart: Vec4, open: &mut Vec<(Child, Child)>| match u.node_or_block() {
            Ok(node) => {
                let node = self.posed.upper.wide().node(node);
                open.extend(lanes(lanes_up_to(apart, limit) & node.lanes()).map(|i| (node.children[i], l)));
            }
            Err(_) if lanes_up_to(apart, limit) != 0 => open.push((u, l)),
            Err(_) => {}
        };
        match l.node_or_block() {
            Ok(node) => {
                let node = self.posed.lower.wide().node(node);
                lanes(node.lanes()).for_each(|j| upper_children(node.children[j], apart[j], open));
            }
            Err(_) => upper_children(l, apart[0].min(apart[1]).min(apart[2]).min(apart[3]), open),
        }
    }

    fn leaves(&mut self, u: usize, l: usize) {
        let (block, other) = (self.posed.upper.wide().block(u), self.posed.lower.wide().block(l));
        let (lo, hi) = block.bounds();
        for j in other.places() {
            let t = self.posed.posed_corners(j);
            let apart = Boxes4 { lo, hi }.distances_squared(&Boxes4::around(&t, self.posed.pad));
            for lane in lanes(lanes_up_to(apart, self.limit_squared()) & block.lanes()) {
                let i = block.first as usize + lane;
                let (p, q) = closest_points_triangles(&self.posed.upper.corners(i), &t);
                if p.distance(q) <= self.distance_mm {
                    self.found.push([self.posed.upper.triangle_id(i), self.posed.lower.triangle_id(j)]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::intersecting_pairs;
    use super::super::test_support::{Random, cut_out, sample, soup};
    use super::*;
    use crate::mesh::TriMesh;
    use glam::DVec3;

    /// All pairs that are no farther apart, and how far they are.
    fn by_trying_all(upper: &TriMesh, lower: &TriMesh, pose: &Rigid, most_mm: f64) -> Vec<(TrianglePair, f64)> {
        let corners = |mesh: &TriMesh, pose: &Rigid| -> Vec<[DVec3; 3]> {
            let of = |t| mesh.corners(t).map(|p| pose.transform_point(p.as_dvec3()));
            (0..mesh.triangles.len()).map(of).collect()
        };
        let (a, b) = (corners(upper, &Rigid::IDENTITY), corners(lower, pose));
        let mut found = Vec::new();
        for (i, t) in (0..).zip(&a) {
            for (j, o) in (0..).zip(&b) {
                let (p, q) = closest_points_triangles(t, o);
                if p.distance(q) <= most_mm {
                    found.push(([i, j], p.distance(q)));
                }
            }
        }
        found
    }

    #[test]
    fn pairs_are_those_of_trying_all() {
        let mut random = Random::new(61);
        let (upper, lower) = (&sample().upper.mesh, &sample().lower.mesh);
        // Where they meet.
        let meeting = intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), &Rigid::IDENTITY);
        let at = lower.corners(meeting[0][1] as usize)[0].as_dvec3();
        let jaws = [cut_out(upper, at, 9.0), cut_out(lower, at, 3.0)];
        let soups = [soup(&mut random, 300, 0.7), soup(&mut random, 300, 0.7)];
        for (meshes, at) in [(&jaws, at), (&soups, DVec3::ZERO)] {
            let [a, b] = meshes;
            let trees = [a, b].map(Bvh::new);
            let mut n_pairs = 0;
            for _ in 0..4 {
                let pose = random.pose(at, 0.3, 5.0);
                let mut last = intersecting_pairs(&trees[0], &trees[1], &pose);
                assert_eq!(pairs_within(&trees[0], &trees[1], &pose, 0.0), last);
                let all = by_trying_all(a, b, &pose, 1.0);
                for distance_mm in [0.05, 0.2, 1.0] {
                    let got = pairs_within(&trees[0], &trees[1], &pose, distance_mm);
                    let near = all.iter().filter(|(_, mm)| *mm <= distance_mm).map(|(pair, _)| *pair);
                    assert!(near.eq(got.iter().copied()), "{distance_mm}");
                    // The twin: another distance has others.
                    assert!(last.len() <= got.len() && last.iter().all(|pair| got.binary_search(pair).is_ok()));
                    n_pairs += got.len() - last.len();
                    last = got;
                }
            }
            assert!(n_pairs > 100, "{n_pairs}");
        }
        assert!(pairs_within(&Bvh::default(), &Bvh::new(&jaws[0]), &Rigid::IDENTITY, 1.0).is_empty());
    }
}
