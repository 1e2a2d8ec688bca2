//! The same tree with four children a node and four triangles a leaf, coordinate by coordinate, so that one instruction
//! measures four boxes or four triangles (Wald, Benthin and Boulos 2008; four lanes of single precision are what every
//! machine of ours has without asking).
//!
//! Corners are exact (they are single precision already), boxes but for a unit in the last place. What is measured here
//! is rounded, by less than [`super::Bvh::rounding_mm`]; whoever needs the last bit asks again in double precision.
use super::collapse::Collapse;
use super::node::{Link, NodeBox};
use crate::base::share_out;
use glam::{BVec4A, Vec3, Vec3A, Vec4};

/// Three coordinates of four points.
pub type Points4 = [Vec4; 3];

/// The same point four times.
pub fn splat(p: Vec3A) -> Points4 {
    [Vec4::splat(p.x), Vec4::splat(p.y), Vec4::splat(p.z)]
}

/// By coordinates. (Arrays made by `from_fn` and `map` are not always taken apart into registers.)
#[inline(always)]
pub fn three(of: impl Fn(usize) -> Vec4) -> Points4 {
    [of(0), of(1), of(2)]
}

#[inline]
fn sub(a: &Points4, b: &Points4) -> Points4 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
pub fn dot(a: &Points4, b: &Points4) -> Vec4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a - b * t`.
#[inline]
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
    /// How many children there are; the first lanes hold them.
    n_children: u32,
    /// Whether any child has a disc.
    has_discs: bool,
}

impl WideNode {
    const EMPTY: Self = Self {
        lo: [Vec4::INFINITY; 3],
        hi: [Vec4::NEG_INFINITY; 3],
        children: [Child::NONE; 4],
        n_children: 0,
        has_discs: false,
    };

    /// Bit by bit the lanes that hold a child.
    #[inline]
    pub fn lanes(&self) -> u32 {
        (1 << self.n_children) - 1
    }

    /// Of children of several nodes.
    pub fn gathered<'a>(from: impl Iterator<Item = (&'a Self, usize)>) -> Self {
        let mut node = Self::EMPTY;
        for (to, (other, lane)) in from.enumerate().take(4) {
            for axis in 0..3 {
                node.lo[axis][to] = other.lo[axis][lane];
                node.hi[axis][to] = other.hi[axis][lane];
            }
            node.children[to] = other.children[lane];
            node.n_children = to as u32 + 1;
        }
        node
    }

    /// Squares of the distances from a point to the boxes, mm²; infinite for nothing.
    #[inline]
    pub fn distances_squared(&self, p: &Points4) -> Vec4 {
        let gap = |axis: usize| (self.lo[axis] - p[axis]).max(p[axis] - self.hi[axis]).max(Vec4::ZERO);
        let d = [gap(0), gap(1), gap(2)];
        dot(&d, &d)
    }
}

/// Around the triangles of each of four children a disc: within `radius` of an axis along `normal` through `centre`,
/// within `half` of the plane there. Patches of surface are nearly flat, and askew to the coordinate axes: seen from a few
/// millimetres away their discs are told apart far better than their boxes.
#[derive(Clone, Copy, Debug)]
pub struct Discs {
    centre: Points4,
    normal: Points4,
    half: Vec4,
    radius: Vec4,
}

impl Discs {
    /// Endless in every direction.
    const NONE: Self = Self { centre: [Vec4::ZERO; 3], normal: [Vec4::ZERO; 3], half: Vec4::MAX, radius: Vec4::MAX };

    /// Squares of the distances from a point, mm²; rounded.
    #[inline]
    pub fn distances_squared(&self, p: &Points4) -> Vec4 {
        let d = sub(p, &self.centre);
        let along = dot(&d, &self.normal);
        let across_squared = (dot(&d, &d) - along * along).max(Vec4::ZERO);
        let off_plane = (along.abs() - self.half).max(Vec4::ZERO);
        let off_axis = (across_squared.sqrt() - self.radius).max(Vec4::ZERO);
        off_plane * off_plane + off_axis * off_axis
    }

    fn set(&mut self, lane: usize, triangles: &[[Vec3; 3]]) {
        let (area, lo, hi) =
            triangles.iter().fold((Vec3::ZERO, Vec3::INFINITY, Vec3::NEG_INFINITY), |(area, lo, hi), [a, b, c]| {
                (area + (*b - *a).cross(*c - *a), lo.min(*a).min(*b).min(*c), hi.max(*a).max(*b).max(*c))
            });
        let (normal, centre) = (Vec3A::from(area.normalize_or_zero()), Vec3A::from((lo + hi) * 0.5));
        let (mut along, mut across_squared) = ((f32::MAX, f32::MIN), 0.0_f32);
        for p in triangles.iter().flatten() {
            let d = Vec3A::from(*p) - centre;
            let height = d.dot(normal);
            along = (along.0.min(height), along.1.max(height));
            across_squared = across_squared.max((d - normal * height).length_squared());
        }
        // The disc is moved to the middle of the heights.
        let centre = centre + normal * ((along.0 + along.1) * 0.5);
        for axis in 0..3 {
            self.centre[axis][lane] = centre[axis];
            self.normal[axis][lane] = normal[axis];
        }
        self.half[lane] = (along.1 - along.0) * 0.5;
        self.radius[lane] = across_squared.sqrt();
    }
}

/// Nodes of more triangles have no discs: they are not flat.
const MOST_IN_DISC: usize = 64;

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
        (three(|i| a[i].min(b[i]).min(c[i])), three(|i| a[i].max(b[i]).max(c[i])))
    }

    /// Places of the triangles in the order of the leaves.
    #[inline]
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// The corners of one of the triangles, by its place.
    #[inline]
    pub fn corners_at(&self, place: usize) -> [Vec3; 3] {
        let lane = (place - self.first as usize) % 4;
        let of = |lanes: &Vec4| lanes.as_ref()[lane];
        self.corners.each_ref().map(|[x, y, z]| Vec3::new(of(x), of(y), of(z)))
    }

    /// How far each corner is along an axis.
    #[inline]
    pub fn along(&self, axis: &Points4) -> [Vec4; 3] {
        [dot(&self.corners[0], axis), dot(&self.corners[1], axis), dot(&self.corners[2], axis)]
    }

    /// How far a triangle lies beyond these, along the ways from their middles to its middle, mm: never more than their
    /// distances but for rounding, and hardly less when they are small and far apart.
    #[inline]
    pub fn separations(&self, t: &[Points4; 3]) -> Vec4 {
        let [a, b, c] = &self.corners;
        let way = three(|i| t[0][i] + t[1][i] + t[2][i] - (a[i] + b[i] + c[i]));
        let ends = dot(a, &way).max(dot(b, &way)).max(dot(c, &way));
        let begins = dot(&t[0], &way).min(dot(&t[1], &way)).min(dot(&t[2], &way));
        (begins - ends) / dot(&way, &way).max(TINY).sqrt()
    }

    /// The heights of three points above the triangles' planes, times the length of the normals; and by how much that is
    /// off for every mm that a coordinate is off.
    #[inline]
    pub fn heights(&self, points: &[Points4; 3]) -> ([Vec4; 3], Vec4) {
        let [a, b, c] = &self.corners;
        let (ab, ac) = (sub(b, a), sub(c, a));
        let normal = [ab[1] * ac[2] - ab[2] * ac[1], ab[2] * ac[0] - ab[0] * ac[2], ab[0] * ac[1] - ab[1] * ac[0]];
        // Rounding of the normal grows with its factors, not with itself.
        let factors = dot(&ab, &ab).max(dot(&ac, &ac));
        let height = |p: &Points4| dot(&sub(p, a), &normal);
        ([height(&points[0]), height(&points[1]), height(&points[2])], factors)
    }

    /// Bit by bit the lanes that hold a triangle.
    #[inline]
    pub fn lanes(&self) -> u32 {
        (1 << self.count) - 1
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
    // Without an edge the sine is not a number.
    sine_squared.is_nan() || sine_squared * f64::from(reach_mm) <= longest_squared.sqrt()
}

#[derive(Clone, Debug, Default)]
pub struct WideBvh {
    nodes: Vec<WideNode>,
    /// As many as nodes.
    discs: Vec<Discs>,
    blocks: Vec<Block>,
}

impl WideBvh {
    /// From the tree with two children a node.
    pub fn new(boxes: &[NodeBox], links: &[Link], corners: &[[Vec3; 3]], reach_mm: f32, threads: usize) -> Self {
        if links.is_empty() {
            return Self::default();
        }
        let mut shape = Shape::default();
        shape.collapse(boxes, links);
        let block = |i: usize| {
            let link = shape.leaves[i];
            Block::new(&corners[link.triangles()], link.first, reach_mm)
        };
        let discs = |i: usize| {
            let mut discs = Discs::NONE;
            for (lane, triangles) in shape.below[i].iter().enumerate() {
                if (1..=MOST_IN_DISC).contains(&triangles.len()) {
                    discs.set(lane, &corners[triangles.clone()]);
                }
            }
            discs
        };
        let blocks = each(threads, shape.leaves.len(), block);
        let discs = each(threads, shape.nodes.len(), discs);
        shape.nodes.shrink_to_fit();
        Self { nodes: shape.nodes, discs, blocks }
    }

    /// Squares of the distances from a point to a node's children, mm²; not above the true ones but for rounding.
    #[inline]
    pub fn distances_squared(&self, node: usize, p: &Points4, limit: f32) -> Vec4 {
        let by_boxes = self.nodes[node].distances_squared(p);
        if !self.nodes[node].has_discs || lanes_up_to(by_boxes, limit) == 0 {
            return by_boxes;
        }
        by_boxes.max(self.discs[node].distances_squared(p))
    }

    #[inline]
    pub fn node(&self, node: usize) -> &WideNode {
        &self.nodes[node]
    }

    /// The block of each triangle, by its place in the order of the leaves.
    pub fn block_of_each(&self, n_triangles: usize) -> Vec<u32> {
        let mut of_each = vec![0; n_triangles];
        for (i, block) in self.blocks.iter().enumerate() {
            of_each[block.places()].fill(i as u32);
        }
        of_each
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

/// The nodes, what triangles each child holds, and the leaves.
#[derive(Default)]
struct Shape {
    nodes: Vec<WideNode>,
    below: Vec<[std::ops::Range<usize>; 4]>,
    leaves: Vec<Link>,
}

impl Shape {
    fn collapse(&mut self, boxes: &[NodeBox], links: &[Link]) {
        let wide = Collapse::new(boxes, links);
        self.push_node();
        // Node to be filled, node of the narrow tree that it stands for.
        let mut open = vec![(0_usize, 0_u32)];
        while let Some((node, narrow)) = open.pop() {
            let (below, n) = wide.children(narrow);
            for (lane, below) in below.into_iter().take(n).enumerate() {
                let link = links[below as usize];
                let child = if link.is_leaf() {
                    self.leaves.push(link);
                    Child(Child::LEAF | (self.leaves.len() - 1) as u32)
                } else {
                    open.push((self.nodes.len(), below));
                    self.push_node()
                };
                self.nodes[node].set(lane, &boxes[below as usize], child);
                let triangles = triangles_below(links, below);
                self.nodes[node].has_discs |= triangles.len() <= MOST_IN_DISC;
                self.below[node][lane] = triangles;
            }
        }
    }

    fn push_node(&mut self) -> Child {
        self.nodes.push(WideNode::EMPTY);
        self.below.push([0..0, 0..0, 0..0, 0..0]);
        Child(self.nodes.len() as u32 - 1)
    }
}

/// `make` of every number below `n`, in order, by several threads.
fn each<T: Send>(threads: usize, n: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let share = n.div_ceil(threads.max(1)).max(1);
    let some = |first: usize| (first..(first + share).min(n)).map(&make).collect::<Vec<T>>();
    let mut all = Vec::with_capacity(n);
    all.extend(share_out((0..n).step_by(share), || (), |(), first| some(first)).into_iter().flatten());
    all
}

impl WideNode {
    fn set(&mut self, lane: usize, own: &NodeBox, child: Child) {
        for axis in 0..3 {
            self.lo[axis][lane] = own.centre[axis] - own.half[axis];
            self.hi[axis][lane] = own.centre[axis] + own.half[axis];
        }
        self.children[lane] = child;
        self.n_children = self.n_children.max(lane as u32 + 1);
    }
}

/// The triangles of a node, in the order of the leaves.
fn triangles_below(links: &[Link], node: u32) -> std::ops::Range<usize> {
    let (mut first, mut last) = (links[node as usize], links[node as usize]);
    while !first.is_leaf() {
        first = links[first.first as usize];
    }
    while !last.is_leaf() {
        last = links[last.first as usize + 1];
    }
    first.triangles().start..last.triangles().end
}

/// The numbers of the bits that are set.
#[inline]
pub fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lane
    })
}

/// Bit by bit the lanes in which `a <= b`.
#[inline]
pub fn lanes_up_to(a: Vec4, b: f32) -> u32 {
    let mask: BVec4A = a.cmple(Vec4::splat(b));
    mask.bitmask()
}
