//! The triangles of one jaw that come near to the other, found from both trees.
use super::bvh::Bvh;
use super::closest::{Hint, Searcher};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use glam::DVec3;

/// Subtrees that the threads share, at least, where there are so many.
const SUBTREES: usize = 128;

/// A tree as what comes near to another one.
pub struct NearTriangles<'a> {
    pub own: &'a Bvh,
    /// Triangles from here on are left out.
    pub n_scanned: usize,
    pub other: &'a Bvh,
    pub other_from_own: Rigid,
    pub within_mm: f64,
}

impl NearTriangles<'_> {
    /// All triangles that come within the distance of the other surface, and some that nearly do, in the order of the leaves.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds when they are no longer wanted.
    pub fn find(&self, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
        let found = share_out(
            self.subtrees().into_iter(),
            || Searcher::new(self.other),
            |searcher, node| {
                progress.check()?;
                Ok(self.below(node, searcher))
            },
        );
        Ok(found.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat())
    }

    /// Nodes that together hold the tree, in the order of the leaves.
    fn subtrees(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = if self.own.is_empty() { Vec::new() } else { vec![0] };
        let below = |node: u32| {
            let link = self.own.link(node);
            if link.is_leaf() { vec![node] } else { vec![link.first, link.first + 1] }
        };
        while nodes.len() < SUBTREES {
            let next: Vec<u32> = nodes.iter().flat_map(|node| below(*node)).collect();
            if next.len() == nodes.len() {
                break;
            }
            nodes = next;
        }
        nodes
    }

    fn below(&self, node: u32, searcher: &mut Searcher) -> Vec<u32> {
        let (mut near, mut hint) = (Vec::new(), Hint::NONE);
        let mut is_near = |middle: DVec3, radius_mm: f64| {
            let middle = self.other_from_own.transform_point(middle);
            let found = searcher.any_within(middle, radius_mm + self.within_mm, hint, |_| true);
            hint = found.unwrap_or(hint);
            found.is_some()
        };
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let (own_box, link) = (self.own.node_box(node), self.own.link(node));
            if !is_near(own_box.centre.as_dvec3(), own_box.half.as_dvec3().length()) {
                continue;
            }
            if link.is_leaf() {
                let scanned = |place: &usize| (self.own.triangle_id(*place) as usize) < self.n_scanned;
                for place in link.triangles().filter(scanned) {
                    let (middle, radius_mm) = ball_around(self.own.corners(place));
                    if is_near(middle, radius_mm) {
                        near.push(self.own.triangle_id(place));
                    }
                }
            } else {
                // The first child is looked at first: its triangles come first.
                open.extend([link.first + 1, link.first]);
            }
        }
        near
    }
}

/// A ball that holds a triangle: its middle and radius, mm.
fn ball_around(corners: [DVec3; 3]) -> (DVec3, f64) {
    let middle = corners.iter().sum::<DVec3>() / 3.0;
    (middle, corners.iter().map(|c| c.distance(middle)).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::sample;
    use super::*;

    #[test]
    fn no_triangle_that_is_near_is_missed_and_few_others_are_found() {
        let pair = sample();
        let (own, other) = (&pair.lower.mesh, &pair.upper.mesh);
        let trees = [own, other].map(|mesh| Bvh::new(mesh));
        let pose = Rigid::from_six([0.2, -0.1, 0.1, 0.5, -0.4, 0.3]);
        let within_mm = 0.3;
        let near = NearTriangles {
            own: &trees[0],
            n_scanned: own.n_scanned,
            other: &trees[1],
            other_from_own: pose,
            within_mm,
        };
        let mut found = near.find(&Progress::default()).expect("nobody cancels");
        found.sort_unstable();
        let mut searcher = Searcher::new(&trees[1]);
        let mut at = |t: usize, more_mm: f64| {
            let corners = own.corners(t).map(|p| p.as_dvec3());
            let places = corners.into_iter().chain([(corners[0] + corners[1] + corners[2]) / 3.0]);
            let mut near = |p| searcher.nearest(pose.transform_point(p), within_mm + more_mm, Hint::NONE).is_some();
            places.into_iter().any(&mut near)
        };
        let mut n_near = 0;
        for t in 0..own.n_scanned {
            let is_found = found.binary_search(&(t as u32)).is_ok();
            let is_near = at(t, 0.0);
            assert!(is_found || !is_near, "{t} is missed");
            // The twin: none is found that is farther away than the triangles are large.
            assert!(!is_found || at(t, 2.0), "{t} is far away");
            n_near += usize::from(is_near);
        }
        assert!(n_near > 1000 && found.len() < 2 * n_near, "{n_near} of {}", found.len());
    }
}
