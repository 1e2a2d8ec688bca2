//! All triangles of two jaws that meet under a pose: simultaneous traversal of both trees.
//!
//! After Gress and Zachmann 2004, sect. 4, on the CPU. A pair of boxes is tried with the walls' normals of both alone
//! ("SAT lite", their appendix A): of the 15 axes of two oriented boxes those 6 part nearly all that can be parted. Box
//! tests are in single precision, padded by what rounding can do; they only ever let too much through. What arrives at
//! the leaves is decided exactly on the posed vertices: the upper jaw's as they are, the lower jaw's moved in double
//! precision. A vertex is moved by the same operations wherever it appears, so that every pair, and
//! every other engine that calls [`Rigid::transform_point`], sees the same vertices.
use super::bvh::{Bvh, NodeBox};
use super::intersect_triangle_triangle::{Triangle, triangles_meet};
use crate::base::Rigid;
use glam::{DVec3, Mat3A, Vec3A};
use std::sync::atomic::{AtomicUsize, Ordering};

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

    /// A unit axis of the world, and the size of its parts along the lower jaw's axes.
    pub fn axis_in_both(&self, axis: DVec3) -> (Vec3A, Vec3A) {
        let axis = Vec3A::from(axis.as_vec3());
        (axis, (self.lower_from_upper * axis).abs())
    }

    /// How far the lower box lies beyond the upper one along an axis of [`Self::axis_in_both`], mm; padded.
    pub fn separation_along(&self, (axis, in_lower): (Vec3A, Vec3A), upper: &NodeBox, lower: &NodeBox) -> f32 {
        let d = self.upper_from_lower * lower.centre + self.translation - upper.centre;
        let reach = axis.abs().dot(upper.half) + in_lower.dot(lower.half);
        axis.dot(d) - reach - self.pad
    }

    /// Centre and half size of the lower jaw's box among the upper jaw's axes, padded.
    fn posed(&self, lower: &NodeBox) -> NodeBox {
        NodeBox {
            centre: self.upper_from_lower * lower.centre + self.translation,
            half: self.abs_upper_from_lower * lower.half + self.pad,
        }
    }

    /// The least overlap of two boxes along the six axes, mm, padded; `None` when an axis parts them.
    fn overlap_mm(&self, upper: &NodeBox, lower: &NodeBox, posed: &NodeBox) -> Option<f32> {
        let d = posed.centre - upper.centre;
        let along_upper = (upper.half + posed.half - d.abs()).min_element();
        if along_upper < 0.0 {
            return None;
        }
        let d = self.lower_from_upper * d;
        let along_lower = (lower.half + self.abs_lower_from_upper * upper.half + self.pad - d.abs()).min_element();
        (along_lower >= 0.0).then_some(along_upper.min(along_lower))
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

/// A node that is this much larger than the other is opened alone.
const MUCH_LARGER: f32 = 3.0;

impl Posed<'_> {
    /// Calls `overlap` with the pairs of children of two nodes that overlap, and by how much. Says whether both nodes are
    /// leaves and there are none.
    fn descend(&self, (u, l): NodePair, mut overlap: impl FnMut(f32, NodePair)) -> bool {
        let (link_u, link_l) = (self.upper.link(u), self.lower.link(l));
        if link_u.is_leaf() && link_l.is_leaf() {
            return true;
        }
        let size = |b: &NodeBox| b.half.element_sum();
        let (size_u, size_l) = (size(self.upper.node_box(u)), size(self.lower.node_box(l)));
        let open_u = !link_u.is_leaf() && (link_l.is_leaf() || size_u * MUCH_LARGER >= size_l);
        let open_l = !link_l.is_leaf() && (link_u.is_leaf() || size_l * MUCH_LARGER >= size_u);
        let nodes = |open: bool, node: u32, first: u32| if open { first..first + 2 } else { node..node + 1 };
        for l in nodes(open_l, l, link_l.first) {
            let lower = self.lower.node_box(l);
            let posed = self.boxes.posed(lower);
            for u in nodes(open_u, u, link_u.first) {
                if let Some(by_mm) = self.boxes.overlap_mm(self.upper.node_box(u), lower, &posed) {
                    overlap(by_mm, (u, l));
                }
            }
        }
        false
    }

    /// Calls `hit` with every pair of places (in the order of the leaves) of triangles that meet, until it says stop.
    fn leaf(&self, (u, l): NodePair, hit: &mut impl FnMut(usize, usize) -> bool) -> bool {
        let box_u = self.upper.node_box(u);
        let (centre, half) = (box_u.centre.as_dvec3(), box_u.half.as_dvec3());
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

    /// Goes down from a pair of nodes to all leaves.
    fn walk(&self, from: NodePair, hit: &mut impl FnMut(usize, usize) -> bool) {
        let mut open = vec![from];
        while let Some(pair) = open.pop() {
            if self.descend(pair, |_, pair| open.push(pair)) {
                self.leaf(pair, hit);
            }
        }
    }

    fn roots(&self) -> Vec<NodePair> {
        let meet = !self.upper.is_empty() && !self.lower.is_empty() && self.pose.to_dmat4().is_finite();
        if meet { vec![(0, 0)] } else { Vec::new() }
    }

    /// Level by level until there is enough work for several threads, or all that is left are leaves.
    fn frontier(&self) -> Vec<NodePair> {
        let mut frontier = self.roots();
        loop {
            let (mut next, mut leaves) = (Vec::with_capacity(4 * frontier.len()), Vec::new());
            for pair in &frontier {
                if self.descend(*pair, |_, pair| next.push(pair)) {
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

/// Whether any two triangles have a point in common; stops at the first. Where boxes overlap most is tried first.
pub fn surfaces_meet(upper: &Bvh, lower: &Bvh, upper_from_lower: &Rigid) -> bool {
    let posed = posed(upper, lower, upper_from_lower);
    let mut open = posed.roots();
    let mut children: Vec<(f32, NodePair)> = Vec::with_capacity(4);
    while let Some(pair) = open.pop() {
        children.clear();
        if posed.descend(pair, |by_mm, pair| children.push((by_mm, pair))) {
            if !posed.leaf(pair, &mut |_, _| false) {
                return true;
            }
        } else {
            children.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            open.extend(children.iter().map(|(_, pair)| *pair));
        }
    }
    false
}

#[cfg(test)]
mod tests;
