//! Where in a tree searches are going on: one follows the other nearby, and none needs what lies above.
use super::bvh::wide::{Points4, WideBvh, WideNode, lanes, lanes_up_to, splat};
use glam::Vec3A;

/// Nodes that together hold every triangle that comes into a ball.
pub struct Focus {
    middle: Vec3A,
    /// Of the ball, mm; below 0 before the first search.
    radius: f32,
    nodes: Vec<WideNode>,
    /// Room to make it in.
    level: Vec<ChildOf>,
    next: Vec<ChildOf>,
    /// Where the last search was, and how many there were since the ball was made.
    last: Vec3A,
    n_searches: u32,
}

/// So many children stand for a ball, or a few more: two or three times four boxes are measured in the time of one node's way.
const ENOUGH: usize = 9;
/// A ball is made anew when it was too large for so many searches.
const PATIENCE: u32 = 8;
/// It is too large when one of such a share would do.
const TOO_LARGE: f32 = 3.0;

impl Default for Focus {
    fn default() -> Self {
        let (nodes, level, next) = (Vec::new(), Vec::new(), Vec::new());
        Self { middle: Vec3A::NAN, radius: -1.0, nodes, level, next, last: Vec3A::NAN, n_searches: 0 }
    }
}

impl Focus {
    /// Goes to where a search for what is at most `reach` away (mm) begins.
    #[inline]
    pub fn turn_to(&mut self, wide: &WideBvh, p: Vec3A, reach: f32) {
        self.n_searches += 1;
        // As large as a few more steps like the last one, and searches like this one there, need. Without a last one: not a number.
        let wanted = 2.0 * reach + 4.0 * p.distance(self.last);
        self.last = p;
        let is_held = p.distance(self.middle) + reach <= self.radius;
        let is_too_large = self.n_searches > PATIENCE && wanted * TOO_LARGE < self.radius;
        if !is_held || is_too_large {
            self.make(wide, p, wanted);
        }
    }

    /// What holds all that is near.
    #[inline]
    pub fn nodes(&self) -> &[WideNode] {
        &self.nodes
    }

    fn make(&mut self, wide: &WideBvh, middle: Vec3A, radius: f32) {
        // What is beyond what numbers can say is everything.
        let radius = if radius < FARTHEST { radius } else { f32::INFINITY };
        (self.middle, self.radius, self.n_searches) = (middle, radius, 0);
        self.nodes.clear();
        if wide.n_nodes() == 0 {
            return;
        }
        // A hair more, for rounding.
        let ball = Ball { wide, at: splat(middle), squared: radius * radius * 1.0001 };
        self.level.clear();
        ball.children_of(0, &mut self.level);
        // Level by level, as long as few hold the ball.
        loop {
            self.next.clear();
            for child in &self.level {
                match wide.node(child.node as usize).children[child.lane as usize].node_or_block() {
                    Ok(node) => ball.children_of(node, &mut self.next),
                    Err(_) => self.next.push(*child),
                }
            }
            if self.next.len() > ENOUGH || self.next == self.level {
                break;
            }
            std::mem::swap(&mut self.level, &mut self.next);
        }
        let lane = |child: &ChildOf| (wide.node(child.node as usize), child.lane as usize);
        self.nodes.extend(self.level.chunks(4).map(|four| WideNode::gathered(four.iter().map(lane))));
    }
}

/// Beyond what can be squared, mm.
const FARTHEST: f32 = 1e15;

/// A child, by its node and its place there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ChildOf {
    node: u32,
    lane: u32,
}

/// What a focus is made for.
struct Ball<'a> {
    wide: &'a WideBvh,
    at: Points4,
    squared: f32,
}

impl Ball<'_> {
    fn children_of(&self, node: usize, into: &mut Vec<ChildOf>) {
        let wide = self.wide.node(node);
        let near = lanes_up_to(wide.distances_squared(&self.at), self.squared) & wide.lanes();
        into.extend(lanes(near).map(|lane| ChildOf { node: node as u32, lane: lane as u32 }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::bvh::Bvh;
    use super::super::closest::{Hint, Searcher};
    use super::super::closest_point_triangle::closest_point_triangle;
    use super::super::test_support::{Random, centre, cut_out, sample};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_walk_finds_what_trying_every_triangle_finds() {
        let whole = &sample().upper.mesh;
        let mesh = cut_out(whole, centre(whole) + DVec3::new(24.0, 0.0, 0.0), 9.0);
        assert!(mesh.triangles.len() > 500, "{}", mesh.triangles.len());
        let bvh = Bvh::new(&mesh);
        let corners = |t: usize| mesh.corners(t).map(|p| p.as_dvec3());
        let truth = |p: DVec3| {
            let all = (0..mesh.triangles.len()).map(|t| closest_point_triangle(p, &corners(t)).distance(p));
            all.fold(f64::MAX, f64::min)
        };
        let (mut searcher, mut random, mut hint) = (Searcher::new(&bvh), Random::new(19), Hint::NONE);
        let mut p = corners(0)[0];
        for k in 0..400 {
            // Small steps, now and then a leap; tens of them near the surface, then far from it.
            p += random.vector() * if k % 37 == 0 { 12.0 } else { 0.2 };
            let found = searcher.nearest(p, f64::INFINITY, hint).expect("a nearest point");
            assert!((found.distance_mm - truth(p)).abs() < 1e-12, "{k}: {} is not {}", found.distance_mm, truth(p));
            hint = found.hint;
        }
    }

    #[test]
    fn it_stays_for_small_steps_and_follows_a_leap() {
        let mesh = &sample().upper.mesh;
        let bvh = Bvh::new(mesh);
        let (mut focus, first) = (Focus::default(), Vec3A::from(mesh.positions[0]));
        // Nothing is known of the steps at first, and everything is near; after some searches the ball is as large as they are.
        for step in 0..12 {
            focus.turn_to(bvh.wide(), first + 0.01 * step as f32, 0.3);
        }
        assert!(focus.radius < 2.0, "{}", focus.radius);
        let (middle, n_nodes) = (focus.middle, focus.nodes().len());
        assert!((1..=ENOUGH).contains(&(4 * n_nodes - 3)), "{n_nodes} fours of boxes");
        focus.turn_to(bvh.wide(), first + 0.2, 0.3);
        assert_eq!(focus.middle, middle);
        // The twins: a leap, and a search that reaches farther than the ball.
        focus.turn_to(bvh.wide(), first + 20.0, 0.3);
        assert_eq!(focus.middle, first + 20.0);
        focus.turn_to(bvh.wide(), first + 20.0, 300.0);
        assert!(focus.radius >= 300.0);
    }
}
