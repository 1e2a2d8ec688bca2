//! The same tree with four children a node and four triangles a leaf, coordinate by coordinate, so that one instruction
//! measures four boxes or four triangles (Wald, Benthin and Boulos 2008; four lanes of single precision are what every
//! machine of ours has without asking).
//!
//! Corners are exact (they are single precision already), boxes but for a unit in the last place. What is measured here
//! is rounded, by less than [`super::Bvh::rounding_mm`]; whoever needs the last bit asks again in double precision.
use super::Link;
use super::NodeBox;
use glam::{BVec4A, Vec3, Vec3A, Vec4};

/// Three coordinates of four points.
pub type Points4 = [Vec4; 3];

/// The same point four times.
pub fn splat(p: Vec3A) -> Points4 {
    [Vec4::splat(p.x), Vec4::splat(p.y), Vec4::splat(p.z)]
}

fn sub(a: &Points4, b: &Points4) -> Points4 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: &Points4, b: &Points4) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a - b * t`.
fn less(a: &Points4, b: &Points4, t: Vec4) -> Points4 {
    [a[0] - b[0] * t, a[1] - b[1] * t, a[2] - b[2] * t]
}

/// A child: nothing, a node, or a leaf (a block of triangles).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(u32);

impl Child {
    const LEAF: u32 = 1 << 31;
    const NONE: Self = Self(u32::MAX);
    pub const ROOT: Self = Self(0);

    /// The node, or else the block.
    #[inline]
    pub fn node_or_block(self) -> Result<usize, usize> {
        if self.0 & Self::LEAF == 0 { Ok(self.0 as usize) } else { Err((self.0 & !Self::LEAF) as usize) }
    }
}

/// Four boxes, some of which may hold nothing (and are infinitely far from everything).
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct WideNode {
    pub lo: Points4,
    pub hi: Points4,
    pub children: [Child; 4],
}

impl WideNode {
    const EMPTY: Self = Self { lo: [Vec4::INFINITY; 3], hi: [Vec4::NEG_INFINITY; 3], children: [Child::NONE; 4] };

    /// Squares of the distances from a point to the boxes, mm²; infinite for nothing.
    #[inline]
    pub fn distances_squared(&self, p: &Points4) -> Vec4 {
        let gap = |axis: usize| (self.lo[axis] - p[axis]).max(p[axis] - self.hi[axis]).max(Vec4::ZERO);
        let d = [gap(0), gap(1), gap(2)];
        dot(&d, &d)
    }
}

/// Up to four triangles; lanes without one repeat the first.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    corners: [Points4; 3],
    /// Place of the first in the order of the leaves; the others follow it.
    pub first: u32,
    pub count: u32,
    /// Bit by bit the triangles too thin or too long for [`Self::distances_squared`].
    thin: u32,
}

impl Block {
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    fn new(triangles: &[[Vec3; 3]], first: u32, reach_mm: f32) -> Self {
        let of = |lane: usize| triangles.get(lane).unwrap_or(&triangles[0]);
        let lanes = |corner: usize, axis: usize| Vec4::from_array(std::array::from_fn(|lane| of(lane)[corner][axis]));
        let corners = std::array::from_fn(|corner| std::array::from_fn(|axis| lanes(corner, axis)));
        let thin = (0..triangles.len()).filter(|lane| is_thin(of(*lane), reach_mm)).map(|lane| 1 << lane).sum();
        Self { corners, first, count: triangles.len() as u32, thin }
    }

    /// The triangles that [`Self::distances_squared`] cannot measure, bit by bit.
    #[inline]
    pub fn thin(&self) -> u32 {
        self.thin
    }

    /// The triangles' boxes.
    #[inline]
    pub fn bounds(&self) -> (Points4, Points4) {
        let [a, b, c] = &self.corners;
        let lo = std::array::from_fn(|i| a[i].min(b[i]).min(c[i]));
        let hi = std::array::from_fn(|i| a[i].max(b[i]).max(c[i]));
        (lo, hi)
    }

    #[inline]
    pub fn corners(&self) -> &[Points4; 3] {
        &self.corners
    }

    /// Squares of the distances from a point, mm². Each is that of a point of the triangle, the nearest one but for
    /// rounding, except in lanes of [`Self::thin`], which may be too far.
    #[inline]
    pub fn distances_squared(&self, p: &Points4) -> Vec4 {
        let [a, b, c] = &self.corners;
        let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
        let (bc, bp) = (sub(c, b), sub(p, b));
        let (bb, bc_dot, cc) = (dot(&ab, &ab), dot(&ab, &ac), dot(&ac, &ac));
        let (pb, pc) = (dot(&ap, &ab), dot(&ap, &ac));
        // Above the face: both weights and their rest are not below 0.
        let (s, t) = (cc * pb - bc_dot * pc, bb * pc - bc_dot * pb);
        let area = bb * cc - bc_dot * bc_dot;
        let above = s.cmpge(Vec4::ZERO) & t.cmpge(Vec4::ZERO) & (s + t).cmple(area);
        let per_area = area.max(TINY).recip();
        let off_face = less(&less(&ap, &ab, s * per_area), &ac, t * per_area);
        let edge = |from: &Points4, along: &Points4, product: Vec4, length_squared: Vec4| {
            let way = (product / length_squared.max(TINY)).max(Vec4::ZERO).min(Vec4::ONE);
            let off = less(from, along, way);
            dot(&off, &off)
        };
        let near_edges =
            edge(&ap, &ab, pb, bb).min(edge(&ap, &ac, pc, cc)).min(edge(&bp, &bc, dot(&bp, &bc), dot(&bc, &bc)));
        Vec4::select(above, near_edges.min(dot(&off_face, &off_face)), near_edges)
    }
}

/// Smaller than any product of lengths that can be told from 0.
const TINY: Vec4 = Vec4::splat(f32::MIN_POSITIVE);

/// Whether rounding can move the foot of a perpendicular by more than it moves a coordinate.
///
/// With an edge `l`, the sine `s` of the angle at the first corner and a point `d` away, the foot is off by about
/// `eps (l + d) / s²`. On a triangle that is not thin, `s² > l / reach`, that is below `eps reach` for `d < l`. For a
/// larger `d` the distance is off by `(eps d / s²)² / 2 d` or, as an edge is no farther from the foot than `l s / 2`,
/// by `l² / 8 d`: the smaller of the two is always below `eps reach` as well.
fn is_thin(t: &[Vec3; 3], reach_mm: f32) -> bool {
    let [a, b, c] = t.map(|p| p.as_dvec3());
    let (ab, ac) = (b - a, c - a);
    let longest_squared = ab.length_squared().max(ac.length_squared()).max((c - b).length_squared());
    let (bb, cc) = (ab.length_squared(), ac.length_squared());
    let sine_squared = ab.cross(ac).length_squared() / (bb * cc);
    // Also false for a sine that is not a number.
    !(sine_squared * f64::from(reach_mm) > longest_squared.sqrt())
}

#[derive(Clone, Debug, Default)]
pub struct WideBvh {
    nodes: Vec<WideNode>,
    blocks: Vec<Block>,
}

impl WideBvh {
    /// From the tree with two children a node.
    pub fn new(boxes: &[NodeBox], links: &[Link], corners: &[[Vec3; 3]], reach_mm: f32) -> Self {
        let mut wide = Self::default();
        if links.is_empty() {
            return wide;
        }
        // Node to be filled, node of the narrow tree that it stands for.
        let mut open = vec![(0_usize, 0_u32)];
        wide.nodes.push(WideNode::EMPTY);
        while let Some((node, narrow)) = open.pop() {
            let (below, n) = four_below(boxes, links, narrow);
            for (lane, below) in below.into_iter().take(n).enumerate() {
                let link = links[below as usize];
                let child = if link.is_leaf() {
                    wide.blocks.push(Block::new(&corners[link.triangles()], link.first, reach_mm));
                    Child(Child::LEAF | (wide.blocks.len() - 1) as u32)
                } else {
                    open.push((wide.nodes.len(), below));
                    wide.nodes.push(WideNode::EMPTY);
                    Child(wide.nodes.len() as u32 - 1)
                };
                let b = boxes[below as usize];
                wide.nodes[node].set(lane, b.centre - b.half, b.centre + b.half, child);
            }
        }
        wide
    }

    #[inline]
    pub fn node(&self, node: usize) -> &WideNode {
        &self.nodes[node]
    }

    #[inline]
    pub fn block(&self, block: usize) -> &Block {
        &self.blocks[block]
    }

    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    pub fn n_blocks(&self) -> usize {
        self.blocks.len()
    }
}

impl WideNode {
    fn set(&mut self, lane: usize, lo: Vec3A, hi: Vec3A, child: Child) {
        for axis in 0..3 {
            self.lo[axis][lane] = lo[axis];
            self.hi[axis][lane] = hi[axis];
        }
        self.children[lane] = child;
    }
}

/// Up to four nodes that together hold what a node holds: of its children the largest are replaced by their own. A leaf
/// stands for itself (it has no children; only a root can be one here).
fn four_below(boxes: &[NodeBox], links: &[Link], node: u32) -> ([u32; 4], usize) {
    let mut below = [node; 4];
    let mut n = 1;
    while n < 4 {
        let size = |i: &usize| {
            let h = boxes[below[*i] as usize].half;
            h.x * h.y + h.y * h.z + h.z * h.x
        };
        let inner = (0..n).filter(|i| !links[below[*i] as usize].is_leaf());
        let Some(largest) = inner.max_by(|a, b| size(a).total_cmp(&size(b))) else { break };
        let first = links[below[largest] as usize].first;
        below[largest] = first;
        below[n] = first + 1;
        n += 1;
    }
    (below, n)
}

/// Bit by bit the lanes in which `a <= b`.
#[inline]
pub fn lanes_up_to(a: Vec4, b: f32) -> u32 {
    let mask: BVec4A = a.cmple(Vec4::splat(b));
    mask.bitmask()
}
