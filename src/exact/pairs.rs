//! All triangles of two jaws that meet under a pose: simultaneous traversal of both trees.
//!
//! After Gress and Zachmann 2004, sect. 4, on the CPU, four boxes at a time. A pair of boxes is tried with the walls' normals
//! alone ("SAT lite", their appendix A). Tests of boxes and of planes are in single precision, padded by what rounding
//! can do; they only ever let too much through. What arrives at the end is decided exactly on the posed vertices: the
//! upper jaw's as they are, the lower jaw's moved in double precision. A vertex is moved by the same operations wherever
//! it appears, so that every pair, and every other engine that calls [`Rigid::transform_point`], sees the same vertices.
use super::bvh::Bvh;
use super::bvh::wide::{Block, Child, dot, lanes, lanes_up_to, three};
use super::intersect_triangle_triangle::{Triangle, triangles_meet};
use super::wide_pose::{Boxes4, WidePose, splat};
use crate::base::{Rigid, n_threads, on_threads};
use glam::Vec4;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Triangle of the upper mesh, triangle of the lower mesh.
pub type TrianglePair = [u32; 2];

/// Pairs of nodes from which a second thread is worth starting (it costs about 0.05 ms).
const WORTH_A_THREAD: usize = 4096;

type ChildPair = (Child, Child);

/// Which pairs of boxes to look into first: those with the least of this.
trait Order {
    fn of(upper: &Boxes4, lower: &Boxes4) -> Vec4;
}

/// As they come.
struct Any;

impl Order for Any {
    #[inline(always)]
    fn of(_: &Boxes4, _: &Boxes4) -> Vec4 {
        Vec4::ZERO
    }
}

/// Those whose middles are nearest. (Not those that overlap most: in the midst of an interpenetration the surfaces lie
/// behind each other, and cross only at its outline.)
struct NearestMiddles;

impl Order for NearestMiddles {
    #[inline(always)]
    fn of(upper: &Boxes4, lower: &Boxes4) -> Vec4 {
        let d = three(|i| upper.lo[i] + upper.hi[i] - (lower.lo[i] + lower.hi[i]));
        dot(&d, &d)
    }
}

impl WidePose<'_> {
    /// Calls `found` with the pairs of children of two nodes that overlap, and with their order. Says whether both are
    /// leaves and there are none.
    #[inline]
    fn descend<O: Order>(&self, (u, l): ChildPair, mut found: impl FnMut(f32, ChildPair)) -> bool {
        let (node_u, node_l) = (u.node_or_block(), l.node_or_block());
        if node_u.is_err() && node_l.is_err() {
            return true;
        }
        let (upper, lower) = (Boxes4::within(self.upper, u), Boxes4::within(self.lower, l));
        // Infinite where boxes are apart.
        let of = |upper: &Boxes4, lower: &Boxes4| {
            Vec4::select(upper.overlaps(lower).cmpge(Vec4::ZERO), O::of(upper, lower), Vec4::INFINITY)
        };
        let order = self.measure(&upper, &lower, of, Vec4::max);
        match (node_u, node_l) {
            (Ok(u), Ok(l)) => {
                let (u, l) = (self.upper.wide().node(u), self.lower.wide().node(l));
                for j in lanes(l.lanes()) {
                    let meet = lanes_up_to(order[j], f32::MAX) & u.lanes();
                    let order = order[j].to_array();
                    for i in lanes(meet) {
                        found(order[i], (u.children[i], l.children[j]));
                    }
                }
            }
            // Of a leaf any triangle counts.
            (Ok(u), Err(_)) => {
                let u = self.upper.wide().node(u);
                let first = order[0].min(order[1]).min(order[2]).min(order[3]);
                for i in lanes(lanes_up_to(first, f32::MAX) & u.lanes()) {
                    found(first[i], (u.children[i], l));
                }
            }
            (Err(_), Ok(l)) => {
                let l = self.lower.wide().node(l);
                for j in lanes(l.lanes()) {
                    let first = order[j].min_element();
                    if first < f32::INFINITY {
                        found(first, (u, l.children[j]));
                    }
                }
            }
            (Err(_), Err(_)) => {}
        }
        false
    }

    /// Calls `hit` with every pair of places (in the order of the leaves) of triangles that meet, until it says stop.
    fn leaf(&self, (u, l): ChildPair, hit: &mut impl FnMut(usize, usize) -> bool) -> bool {
        let (Err(u), Err(l)) = (u.node_or_block(), l.node_or_block()) else { return true };
        let (block, other) = (self.upper.wide().block(u), self.lower.wide().block(l));
        let (lo, hi) = block.bounds();
        let boxes = Boxes4 { lo, hi };
        for j in other.places() {
            let b: Triangle = self.posed_corners(j);
            let boxes_meet = boxes.overlaps(&Boxes4::around(&b, self.pad)).cmpge(Vec4::ZERO).bitmask() & block.lanes();
            if boxes_meet == 0 {
                continue;
            }
            for lane in lanes(boxes_meet & !parted_by_planes(block, &b, self.pad)) {
                let i = block.first as usize + lane;
                if triangles_meet(&self.upper.corners(i), &b) && !hit(i, j) {
                    return false;
                }
            }
        }
        true
    }

    /// Goes down from a pair of nodes to all leaves.
    fn walk(&self, from: ChildPair, hit: &mut impl FnMut(usize, usize) -> bool) {
        let mut open = vec![from];
        while let Some(pair) = open.pop() {
            if self.descend::<Any>(pair, |_, pair| open.push(pair)) {
                self.leaf(pair, hit);
            }
        }
    }

    /// Level by level until there is enough work for several threads, or all that is left are leaves.
    fn frontier(&self) -> Vec<ChildPair> {
        let mut frontier = vec![(Child::ROOT, Child::ROOT)];
        loop {
            let (mut next, mut leaves) = (Vec::with_capacity(4 * frontier.len()), Vec::new());
            for pair in &frontier {
                if self.descend::<Any>(*pair, |_, pair| next.push(pair)) {
                    leaves.push(*pair);
                }
            }
            let done = next.is_empty();
            next.append(&mut leaves);
            if done || next.len() >= WORTH_A_THREAD {
                return next;
            }
            frontier = next;
        }
    }
}

/// Bit by bit the triangles that lie wholly on one side of the plane of `t`, or have `t` wholly on one side of theirs; by
/// more than `pad`, mm.
fn parted_by_planes(block: &Block, t: &Triangle, pad: f32) -> u32 {
    let one_side = |d: [Vec4; 3], pad: Vec4| {
        let (lo, hi) = (d[0].min(d[1]).min(d[2]), d[0].max(d[1]).max(d[2]));
        (lo.cmpgt(pad) | hi.cmplt(-pad)).bitmask()
    };
    // A triangle without area has no normal, and is on no side of itself. One that is almost a line has one that rounding has
    // turned: any axis parts what it parts, but the triangle is as long along it as its corners say.
    let n = (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
    let heights = t.map(|p| n.dot(p));
    let from = Vec4::splat((heights[0].min(heights[1]).min(heights[2]) as f32) - pad);
    let to = Vec4::splat((heights[0].max(heights[1]).max(heights[2]) as f32) + pad);
    let [a, b, c] = block.along(&splat(n.as_vec3()));
    let sides = (a.min(b).min(c).cmpgt(to) | a.max(b).max(c).cmplt(from)).bitmask();
    let corners = [splat(t[0].as_vec3()), splat(t[1].as_vec3()), splat(t[2].as_vec3())];
    let (heights, off_per_mm) = block.heights(&corners);
    sides | one_side(heights, off_per_mm * pad)
}

/// Every pair of triangles that have a point in common under the pose, each once, sorted by upper and then by lower
/// triangle. Uses all processors where there is enough to do.
pub fn intersecting_pairs(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid) -> Vec<TrianglePair> {
    let Some(posed) = WidePose::new(upper, lower, upper_from_lower) else { return Vec::new() };
    let frontier = posed.frontier();
    let threads = n_threads(if frontier.len() < WORTH_A_THREAD { 1 } else { usize::MAX });
    let next = AtomicUsize::new(0);
    // A few pairs of nodes at a time: neighbours share cache lines.
    let chunk = frontier.len().div_ceil(8 * threads).max(1);
    let found = on_threads(threads, || {
        let mut found = Vec::new();
        loop {
            let from = next.fetch_add(chunk, Ordering::Relaxed);
            let Some(some) = frontier.get(from..).filter(|rest| !rest.is_empty()) else { return found };
            for pair in &some[..chunk.min(some.len())] {
                posed.walk(*pair, &mut |i, j| {
                    found.push([upper.triangle_id(i), lower.triangle_id(j)]);
                    true
                });
            }
        }
    });
    let mut pairs = found.concat();
    pairs.sort_unstable();
    pairs
}

/// Whether any two triangles have a point in common; stops at the first.
///
/// Goes straight down to a pair of leaves and, if nothing meets there, begins anew as high up as possible: leaves beside
/// a pair that does not meet seldom meet either.
pub fn surfaces_meet(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid) -> bool {
    let Some(posed) = WidePose::new(upper, lower, upper_from_lower) else { return false };
    let mut open = VecDeque::from([(Child::ROOT, Child::ROOT)]);
    let mut children: Vec<(f32, ChildPair)> = Vec::with_capacity(16);
    let mut goes_down = true;
    while let Some(pair) = if goes_down { open.pop_back() } else { open.pop_front() } {
        children.clear();
        if posed.descend::<NearestMiddles>(pair, |order, pair| children.push((order, pair)))
            && !posed.leaf(pair, &mut |_, _| false)
        {
            return true;
        }
        // The first to be taken comes last.
        children.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        open.extend(children.iter().map(|(_, pair)| *pair));
        goes_down = !children.is_empty();
    }
    false
}

#[cfg(test)]
mod tests;
