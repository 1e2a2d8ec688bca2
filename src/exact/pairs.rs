//! All triangles of two jaws that meet under a pose: simultaneous traversal of both trees.
//!
//! After Gress and Zachmann 2004, sect. 4, on the CPU. A pair of boxes is tried with the walls' normals of both alone
//! ("SAT lite", their appendix A): of the 15 axes of two oriented boxes those 6 part nearly all that can be parted. Box
//! tests are in single precision, padded by what rounding can do; they only ever let too much through. What arrives at
//! the leaves is decided exactly on the posed vertices: the upper jaw's as they are, the lower jaw's moved in double
//! precision and rounded once. A vertex is moved by the same operations wherever it appears, so that every pair, and
//! every other engine that calls [`Rigid::transform_point`], sees the same vertices.
use super::bvh::{Bvh, NodeBox};
use super::intersect_triangle_triangle::{Triangle, triangles_meet};
use crate::base::Rigid;
use glam::{DVec3, Mat3A, Vec3A};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Triangle of the upper mesh, triangle of the lower mesh.
pub type TrianglePair = [u32; 2];

/// Pairs of nodes from which a second thread is worth starting (it costs about 0.05 ms).
const WORTH_A_THREAD: usize = 192;

/// A lower jaw's tree seen from the upper jaw's, in single precision.
#[derive(Clone, Copy, Debug)]
pub struct BoxesInPose {
    upper_from_lower: Mat3A,
    lower_from_upper: Mat3A,
    abs_upper_from_lower: Mat3A,
    abs_lower_from_upper: Mat3A,
    translation: Vec3A,
    /// No rounding of the tests moves a wall by more, mm.
    pub pad: f32,
}

impl BoxesInPose {
    pub fn new(upper: &Bvh, lower: &Bvh, pose: &Rigid) -> Self {
        let m = Mat3A::from(pose.rotation.as_mat3());
        let abs = |m: Mat3A| Mat3A::from_cols(m.x_axis.abs(), m.y_axis.abs(), m.z_axis.abs());
        let translation = Vec3A::from(pose.translation.as_vec3());
        // Some ten roundings of numbers of this size, over three coordinates.
        let scale = upper.reach_mm() + 2.0 * lower.reach_mm() + translation.abs().max_element();
        Self {
            upper_from_lower: m,
            lower_from_upper: m.transpose(),
            abs_upper_from_lower: abs(m),
            abs_lower_from_upper: abs(m.transpose()),
            translation,
            pad: 32.0 * f32::EPSILON * scale,
        }
    }

    /// How far apart two boxes are along the axes of the upper one and along those of the lower one, mm; an axis on
    /// which they overlap has a number below 0. Padded: not above the truth.
    pub fn separations(&self, upper: &NodeBox, lower: &NodeBox) -> (Vec3A, Vec3A) {
        let d = self.upper_from_lower * lower.centre + self.translation - upper.centre;
        let reach = upper.half + self.abs_upper_from_lower * lower.half + self.pad;
        let d_lower = self.lower_from_upper * d;
        let reach_lower = lower.half + self.abs_lower_from_upper * upper.half + self.pad;
        (d.abs() - reach, d_lower.abs() - reach_lower)
    }

    /// Whether two boxes may overlap. A pose that is not a number overlaps nothing.
    pub fn overlap(&self, upper: &NodeBox, lower: &NodeBox) -> bool {
        let d = self.upper_from_lower * lower.centre + self.translation - upper.centre;
        let reach = upper.half + self.abs_upper_from_lower * lower.half + self.pad;
        if !d.abs().cmple(reach).all() {
            return false;
        }
        let d = self.lower_from_upper * d;
        let reach = lower.half + self.abs_lower_from_upper * upper.half + self.pad;
        d.abs().cmple(reach).all()
    }
}

/// Two trees under a pose.
struct Posed<'a> {
    upper: &'a Bvh,
    lower: &'a Bvh,
    pose: &'a Rigid,
    boxes: BoxesInPose,
}

type NodePair = (u32, u32);

impl Posed<'_> {
    /// The pairs of children of two overlapping nodes that overlap; `leaves` if both are leaves.
    fn descend(&self, (u, l): NodePair, open: &mut impl Extend<NodePair>, leaves: &mut impl FnMut(NodePair)) {
        let (link_u, link_l) = (self.upper.link(u), self.lower.link(l));
        if link_u.is_leaf() && link_l.is_leaf() {
            leaves((u, l));
            return;
        }
        let larger = |b: &NodeBox| b.half.element_sum();
        let upper_first =
            link_l.is_leaf() || (!link_u.is_leaf() && larger(self.upper.node_box(u)) >= larger(self.lower.node_box(l)));
        let children = if upper_first {
            [(link_u.first, l), (link_u.first + 1, l)]
        } else {
            [(u, link_l.first), (u, link_l.first + 1)]
        };
        let overlap = |(u, l): &NodePair| self.boxes.overlap(self.upper.node_box(*u), self.lower.node_box(*l));
        open.extend(children.into_iter().filter(overlap));
    }

    /// Calls `hit` with every pair of places (in the order of the leaves) of triangles that meet, until it says stop.
    fn leaf(&self, (u, l): NodePair, hit: &mut impl FnMut(usize, usize) -> bool) -> bool {
        let box_u = self.upper.node_box(u);
        let (centre, half) = (DVec3::from(box_u.centre.as_dvec3()), DVec3::from(box_u.half.as_dvec3()));
        for j in self.lower.link(l).triangles() {
            let b: Triangle = self.lower.corners(j).map(|p| self.pose.transform_point(p));
            let (lo, hi) = (b[0].min(b[1]).min(b[2]), b[0].max(b[1]).max(b[2]));
            if (lo.cmpgt(centre + half) | hi.cmplt(centre - half)).any() {
                continue;
            }
            for i in self.upper.link(u).triangles() {
                if triangles_meet(&self.upper.corners(i), &b) && !hit(i, j) {
                    return false;
                }
            }
        }
        true
    }

    /// Goes down from a pair of nodes to all leaves, until `hit` says stop. Says whether it went to the end.
    fn walk(&self, from: NodePair, hit: &mut impl FnMut(usize, usize) -> bool) -> bool {
        let mut open = vec![from];
        while let Some(pair) = open.pop() {
            let mut go_on = true;
            self.descend(pair, &mut open, &mut |leaves| go_on = self.leaf(leaves, hit));
            if !go_on {
                return false;
            }
        }
        true
    }

    fn roots(&self) -> Vec<NodePair> {
        let meet = !self.upper.is_empty()
            && !self.lower.is_empty()
            && self.boxes.overlap(self.upper.node_box(0), self.lower.node_box(0));
        if meet { vec![(0, 0)] } else { Vec::new() }
    }

    /// Level by level until there is enough work for several threads, or all that is left are leaves.
    fn frontier(&self) -> Vec<NodePair> {
        let mut frontier = self.roots();
        loop {
            let (mut next, mut leaves) = (Vec::with_capacity(2 * frontier.len()), Vec::new());
            for pair in &frontier {
                self.descend(*pair, &mut next, &mut |pair| leaves.push(pair));
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

fn posed<'a>(upper: &'a Bvh, lower: &'a Bvh, pose: &'a Rigid) -> Posed<'a> {
    Posed { upper, lower, pose, boxes: BoxesInPose::new(upper, lower, pose) }
}

/// Every pair of triangles that have a point in common under the pose, each once, sorted by upper and then by lower
/// triangle. Uses all processors where there is enough to do.
pub fn intersecting_pairs(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid) -> Vec<TrianglePair> {
    let posed = posed(upper, lower, upper_from_lower);
    let frontier = posed.frontier();
    let threads = super::n_threads(if frontier.len() < WORTH_A_THREAD { 1 } else { usize::MAX });
    let next = AtomicUsize::new(0);
    // A few pairs of nodes at a time: neighbours share cache lines.
    let chunk = frontier.len().div_ceil(8 * threads).max(1);
    let found = super::on_threads(threads, || {
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
pub fn surfaces_meet(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid) -> bool {
    let posed = posed(upper, lower, upper_from_lower);
    let found = AtomicBool::new(false);
    for pair in posed.roots() {
        posed.walk(pair, &mut |_, _| {
            found.store(true, Ordering::Relaxed);
            false
        });
    }
    found.into_inner()
}

#[cfg(test)]
mod tests;
