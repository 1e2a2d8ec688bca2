//! Building the tree: binned surface area heuristic, first level by level down to tasks of even size, then each task on
//! whatever thread is free.
use super::node::{Link, NodeBox};
use crate::base::{Cancelled, Progress, on_threads};
use crate::mesh::TriMesh;
use glam::Vec3A;
use std::sync::Mutex;

/// Triangles in a leaf, at most. Of 1, 2 and 4 on jaws of 200,000 triangles 4 builds and answers fastest; pairs hardly care.
pub const MOST_IN_LEAF: usize = 4;
const MOST_BINS: usize = 16;
/// As many do for fewer triangles than this: most nodes are small, and bins cost more than triangles there.
const FEW: usize = 48;
const FEW_BINS: usize = 6;
/// So many are cut by whole leaves.
const FEW_LEAVES: usize = 32;
/// Beyond this depth nodes are cut in halves by count, so that no mesh can make the tree deep.
const MOST_DEPTH: u32 = 48;
/// Smallest number of triangles worth a task of its own.
const LEAST_TASK: usize = 4096;

#[derive(Clone, Copy)]
struct Prim {
    lo: Vec3A,
    hi: Vec3A,
    id: u32,
}

impl Prim {
    /// Twice the middle of the box.
    fn middle(&self) -> Vec3A {
        self.lo + self.hi
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    lo: Vec3A,
    hi: Vec3A,
}

impl Bounds {
    const NONE: Self = Self { lo: Vec3A::splat(f32::INFINITY), hi: Vec3A::splat(f32::NEG_INFINITY) };

    fn grow(&mut self, lo: Vec3A, hi: Vec3A) {
        self.lo = self.lo.min(lo);
        self.hi = self.hi.max(hi);
    }

    /// Half the surface, mm²; 0 for nothing.
    fn half_area(&self) -> f32 {
        let d = (self.hi - self.lo).max(Vec3A::ZERO);
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

/// A subtree still to be built: its node, its triangles with their place in the order of the leaves, its depth.
struct Task<'a> {
    node: usize,
    prims: &'a mut [Prim],
    at: usize,
    depth: u32,
}

/// A tree's nodes, and its triangles in the order of the leaves.
#[derive(Default)]
pub struct Nodes {
    pub boxes: Vec<NodeBox>,
    pub links: Vec<Link>,
    /// Of the whole tree alone: subtrees do without.
    pub triangle_ids: Vec<u32>,
}

impl Nodes {
    fn with_root() -> Self {
        let mut nodes = Self::default();
        nodes.add(1);
        nodes
    }

    fn add(&mut self, n: usize) {
        let empty = NodeBox { centre: Vec3A::ZERO, half: Vec3A::ZERO };
        self.boxes.resize(self.boxes.len() + n, empty);
        self.links.resize(self.links.len() + n, Link { first: 0, count: 0 });
    }

    /// Puts a finished subtree in the place of a node.
    fn graft(&mut self, node: usize, subtree: &Self) {
        // The subtree's node i >= 1 becomes base + i - 1; its root takes the place of the node.
        let base = self.links.len() as u32;
        let moved = |link: &Link| if link.is_leaf() { *link } else { Link { first: base + link.first - 1, ..*link } };
        self.boxes[node] = subtree.boxes[0];
        self.links[node] = moved(&subtree.links[0]);
        self.boxes.extend_from_slice(&subtree.boxes[1..]);
        self.links.extend(subtree.links[1..].iter().map(moved));
    }
}

pub fn build(mesh: &TriMesh, threads: usize, progress: &Progress) -> Result<Nodes, Cancelled> {
    let mut prims = prims_of(mesh);
    let n = prims.len();
    if n == 0 {
        return Ok(Nodes::default());
    }
    let mut nodes = Nodes::with_root();
    let largest_task = (n / (8 * threads)).max(LEAST_TASK);
    let mut done = Vec::new();
    let mut open = vec![Task { node: 0, prims: &mut prims, at: 0, depth: 0 }];
    while let Some(task) = open.pop() {
        progress.check()?;
        if task.prims.len() <= largest_task || threads == 1 {
            done.push(task);
        } else {
            open.extend(split(&mut nodes, task).into_iter().flatten());
        }
    }
    for (node, subtree) in run(done, threads, progress)? {
        nodes.graft(node, &subtree);
    }
    // They grew by doubling, and stay as long as the case is open.
    nodes.boxes.shrink_to_fit();
    nodes.links.shrink_to_fit();
    nodes.triangle_ids = prims.iter().map(|p| p.id).collect();
    Ok(nodes)
}

fn prims_of(mesh: &TriMesh) -> Vec<Prim> {
    let prim = |(id, triangle): (usize, &[u32; 3])| {
        let [a, b, c] = triangle.map(|i| Vec3A::from(mesh.positions[i as usize]));
        Prim { lo: a.min(b).min(c), hi: a.max(b).max(c), id: id as u32 }
    };
    mesh.triangles.iter().enumerate().map(prim).collect()
}

/// Builds the tasks' subtrees on `threads` threads, in no particular order of time but in the given order of results,
/// so that the tree does not depend on chance.
fn run(tasks: Vec<Task>, threads: usize, progress: &Progress) -> Result<Vec<(usize, Nodes)>, Cancelled> {
    let n = tasks.len();
    let waiting = Mutex::new(tasks.into_iter().enumerate());
    let work = || {
        let mut built = Vec::new();
        loop {
            // A thread that panics would take the whole build with it: the lock is never poisoned here.
            let wanted = progress.check().ok();
            let next = wanted.and_then(|()| waiting.lock().ok()?.next());
            let Some((i, task)) = next else { return built };
            let node = task.node;
            built.push((i, (node, subtree(task))));
        }
    };
    let mut all: Vec<_> = on_threads(threads.min(n), work).into_iter().flatten().collect();
    progress.check()?;
    all.sort_unstable_by_key(|(i, _)| *i);
    Ok(all.into_iter().map(|(_, built)| built).collect())
}

fn subtree(task: Task) -> Nodes {
    let mut nodes = Nodes::with_root();
    let mut open = vec![Task { node: 0, ..task }];
    while let Some(task) = open.pop() {
        let [left, right] = split(&mut nodes, task);
        // The left child is built first: it lies closer in memory.
        open.extend(right);
        open.extend(left);
    }
    nodes
}

/// Fills in a node; its children, if it has any, are new nodes that are still to be filled.
fn split<'a>(nodes: &mut Nodes, task: Task<'a>) -> [Option<Task<'a>>; 2] {
    let (mut bounds, mut middles) = (Bounds::NONE, Bounds::NONE);
    for p in task.prims.iter() {
        bounds.grow(p.lo, p.hi);
        middles.grow(p.middle(), p.middle());
    }
    nodes.boxes[task.node] = NodeBox::around(bounds.lo, bounds.hi);
    if task.prims.len() <= MOST_IN_LEAF {
        nodes.links[task.node] = Link { first: task.at as u32, count: task.prims.len() as u32 };
        return [None, None];
    }
    let n_left = (task.depth < MOST_DEPTH).then(|| partition_by_area(task.prims, &middles)).flatten();
    let n_left = n_left.unwrap_or_else(|| partition_by_count(task.prims, &middles));
    let first = nodes.links.len();
    nodes.links[task.node] = Link { first: first as u32, count: 0 };
    nodes.add(2);
    let (left, right) = task.prims.split_at_mut(n_left);
    let depth = task.depth + 1;
    [
        Some(Task { node: first, prims: left, at: task.at, depth }),
        Some(Task { node: first + 1, prims: right, at: task.at + n_left, depth }),
    ]
}

/// Halves, along the axis on which the middles lie furthest apart.
fn partition_by_count(prims: &mut [Prim], middles: &Bounds) -> usize {
    let axis = longest_axis(middles.hi - middles.lo);
    let half = prims.len() / 2;
    prims.select_nth_unstable_by(half, |a, b| a.middle()[axis].total_cmp(&b.middle()[axis]));
    half
}

fn longest_axis(d: Vec3A) -> usize {
    if d.x >= d.y && d.x >= d.z {
        0
    } else if d.y >= d.z {
        1
    } else {
        2
    }
}

/// Cuts where surface times number is least; `None` when the middles cannot be told apart.
fn partition_by_area(prims: &mut [Prim], middles: &Bounds) -> Option<usize> {
    if prims.len() <= FEW_LEAVES {
        return partition_in_leaves(prims);
    }
    if prims.len() < FEW {
        partition_in_bins::<FEW_BINS>(prims, middles)
    } else {
        partition_in_bins::<MOST_BINS>(prims, middles)
    }
}

fn partition_in_bins<const N: usize>(prims: &mut [Prim], middles: &Bounds) -> Option<usize> {
    let size = middles.hi - middles.lo;
    let scale = Vec3A::splat(N as f32 * 0.9999) / size;
    let mut bins = [[(Bounds::NONE, 0_u32); N]; 3];
    let bin_of = |p: &Prim| (p.middle() - middles.lo) * scale;
    for p in prims.iter() {
        let at = bin_of(p);
        for (axis, bins) in bins.iter_mut().enumerate() {
            // Without extent along an axis the number is not finite and lands in a bin of no consequence.
            let bin = &mut bins[(at[axis] as usize).min(N - 1)];
            bin.0.grow(p.lo, p.hi);
            bin.1 += 1;
        }
    }
    let usable = (0..3).filter(|axis| size[*axis] > 0.0 && scale[*axis].is_finite());
    let cuts = usable.filter_map(|axis| best_cut(&bins[axis]).map(|(cost, cut)| (cost, axis, cut)));
    let (_, axis, cut) = cuts.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let n_left = partition(prims, |p| (bin_of(p)[axis] as usize).min(N - 1) < cut);
    (n_left > 0 && n_left < prims.len()).then_some(n_left)
}

/// Cuts so that full leaves, or full nodes of four full leaves, lie on one side: binned cuts leave a quarter of all places empty, and a search takes
/// as long for three triangles as for four.
fn partition_in_leaves(prims: &mut [Prim]) -> Option<usize> {
    const NODE: usize = 4 * MOST_IN_LEAF;
    let n = prims.len();
    let whole = if n > NODE { NODE } else { MOST_IN_LEAF };
    let n_leaves = |n: usize| n.div_ceil(MOST_IN_LEAF) as f32;
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        sort_along(prims, axis);
        let mut right = [0.0; FEW_LEAVES];
        let mut bounds = Bounds::NONE;
        for i in (1..n).rev() {
            bounds.grow(prims[i].lo, prims[i].hi);
            right[i] = bounds.half_area();
        }
        let mut bounds = Bounds::NONE;
        for cut in 1..n {
            bounds.grow(prims[cut - 1].lo, prims[cut - 1].hi);
            if !cut.is_multiple_of(whole) && !(n - cut).is_multiple_of(whole) {
                continue;
            }
            let cost = bounds.half_area() * n_leaves(cut) + right[cut] * n_leaves(n - cut);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, axis, cut));
            }
        }
    }
    let (_, axis, cut) = best?;
    sort_along(prims, axis);
    Some(cut)
}

/// By their middles; of those in one place the first of the mesh comes first, so that the tree does not depend on how it was sorted before.
fn sort_along(prims: &mut [Prim], axis: usize) {
    prims.sort_unstable_by(|a, b| a.middle()[axis].total_cmp(&b.middle()[axis]).then(a.id.cmp(&b.id)));
}

/// Cost and place of the best cut between two bins, `None` when all triangles lie in one.
fn best_cut<const N: usize>(bins: &[(Bounds, u32); N]) -> Option<(f32, usize)> {
    let mut right_cost = [0.0; N];
    let (mut bounds, mut n) = (Bounds::NONE, 0);
    for i in (1..N).rev() {
        bounds.grow(bins[i].0.lo, bins[i].0.hi);
        n += bins[i].1;
        right_cost[i] = if n == 0 { f32::INFINITY } else { bounds.half_area() * n as f32 };
    }
    let (mut bounds, mut n) = (Bounds::NONE, 0);
    let mut best = None;
    for cut in 1..N {
        bounds.grow(bins[cut - 1].0.lo, bins[cut - 1].0.hi);
        n += bins[cut - 1].1;
        let cost = bounds.half_area() * n as f32 + right_cost[cut];
        if n > 0 && cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, cut));
        }
    }
    best
}

/// Moves what belongs to the left to the front and says how many those are.
fn partition(prims: &mut [Prim], is_left: impl Fn(&Prim) -> bool) -> usize {
    let (mut left, mut end) = (0, prims.len());
    while left < end {
        if is_left(&prims[left]) {
            left += 1;
        } else {
            end -= 1;
            prims.swap(left, end);
        }
    }
    left
}
