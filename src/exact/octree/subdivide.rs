//! The face octree (Smith et al. 1995, sect. 3.5): octants are split as long as they hold faces of two objects; nothing
//! is stored but the lists on the way down. Then the face pairs of its leaves (sect. 3.6).
//!
//! A face goes to the children that its box overlaps. An octant is a leaf at the resolution asked for, or earlier when
//! splitting no longer spares work: a short list, or faces so large that each stands in several children.
//!
//! Two faces may share several leaves. Their pair is tested once, in the leaf that holds the least corner of what their
//! boxes share: both boxes reach that leaf, so that it lists both, and no other leaf holds the corner. Nothing has to be
//! remembered, and all that has to be known of two boxes takes two differences of words ([`super::steps`]).
//!
//! The paper tests face and octant exactly. Then the least corner may lie where one of the two is not listed, and pairs
//! have to be collected and sorted to be tested once. Tried on three pairs of jaws, that took 1.2 to 2.0 times the
//! processor time: a scan's faces are small against the octants, and few are spared.
use super::super::intersect_triangle_triangle::triangles_meet;
use super::face_pair::FacePair;
use super::object::Object;
use super::steps::{Axes, Item, Octant, Steps, children_met};
use crate::base::{n_threads, on_threads};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    All,
    /// One pair is enough.
    Any,
}

/// A list this short is not split: comparing all its boxes is cheaper.
const SHORT: usize = 64;

/// A face in more children than this on average: splitting multiplies faces and spares few pairs.
const MOST_COPIES: usize = 3;

/// Listed faces from which a second thread is worth starting.
const WORTH_A_THREAD: usize = 4096;

/// Octants among which threads choose.
const TASKS: usize = 12;

pub struct FaceOctree<'a> {
    pub objects: &'a [Object],
    /// Sorted by object.
    pub items: &'a [Item],
    pub levels: u32,
    pub want: Want,
}

struct Task {
    octant: Octant,
    list: Vec<u32>,
}

/// Lists of the children of one octant.
type Children = [Vec<u32>; 8];

/// What a thread keeps: all the memory that the recursion needs.
struct Scratch {
    /// For each level.
    children: Vec<Children>,
    near: Vec<Near>,
    found: Vec<FacePair>,
}

/// A face of a leaf.
struct Near {
    lo: Steps,
    hi: Steps,
    /// Where its box begins in the leaf and not before.
    begins: Axes,
    item: u32,
}

impl FaceOctree<'_> {
    /// All pairs that meet, or one, in no order.
    pub fn pairs(&self) -> Vec<FacePair> {
        let threads = n_threads(if self.items.len() < WORTH_A_THREAD { 1 } else { usize::MAX });
        let tasks = self.tasks(if threads > 1 { TASKS } else { 1 });
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let found = on_threads(threads.min(tasks.len().max(1)), || {
            let children = vec![Children::default(); self.levels as usize];
            let mut scratch = Scratch { children, near: Vec::new(), found: Vec::new() };
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.descend(task.octant, &task.list, &mut scratch, &enough);
            }
            scratch.found
        });
        found.concat()
    }

    /// Whether a list, which is in the order of the items, holds faces of two objects.
    fn is_shared(&self, list: &[u32]) -> bool {
        let object = |i: &u32| self.items[*i as usize].object;
        matches!((list.first(), list.last()), (Some(first), Some(last)) if object(first) != object(last))
    }

    /// The first levels, level by level, until there are `enough` octants to share.
    fn tasks(&self, enough: usize) -> Vec<Task> {
        let list: Vec<u32> = (0..self.items.len() as u32).collect();
        let mut tasks = if self.is_shared(&list) { vec![Task { octant: Octant::ROOT, list }] } else { Vec::new() };
        let mut children = Children::default();
        for _ in 0..self.levels {
            if tasks.len() >= enough {
                break;
            }
            let mut next = Vec::new();
            for task in tasks {
                if !self.split(task.octant, &task.list, &mut children) {
                    next.push(task);
                    continue;
                }
                let shared = children.iter_mut().enumerate().filter(|(_, list)| self.is_shared(list));
                next.extend(shared.map(|(c, list)| Task { octant: task.octant.child(c), list: std::mem::take(list) }));
            }
            tasks = next;
        }
        // The longest first, so that no thread ends long after the others.
        tasks.sort_by_key(|task| std::cmp::Reverse(task.list.len()));
        tasks
    }

    fn descend(&self, octant: Octant, list: &[u32], scratch: &mut Scratch, enough: &AtomicBool) {
        if self.want == Want::Any && enough.load(Ordering::Relaxed) {
            return;
        }
        let level = octant.level as usize;
        let Some(children) = scratch.children.get_mut(level) else { return self.leaf(octant, list, scratch, enough) };
        if !self.split(octant, list, children) {
            return self.leaf(octant, list, scratch, enough);
        }
        let mut children = std::mem::take(children);
        for (c, list) in children.iter().enumerate().filter(|(_, list)| self.is_shared(list)) {
            self.descend(octant.child(c), list, scratch, enough);
        }
        // Back to where it came from, with its memory.
        std::mem::swap(&mut scratch.children[level], &mut children);
    }

    /// Hands a list on to the children. `false` when that is not worth while.
    fn split(&self, octant: Octant, list: &[u32], children: &mut Children) -> bool {
        if list.len() <= SHORT || octant.level >= self.levels {
            return false;
        }
        children.iter_mut().for_each(Vec::clear);
        let middle = octant.middle();
        let mut n_copies = 0;
        for i in list {
            let item = &self.items[*i as usize];
            let mut met = children_met(item.lo.at_least(middle), item.hi.at_least(middle));
            n_copies += met.count_ones() as usize;
            while met != 0 {
                children[met.trailing_zeros() as usize].push(*i);
                met &= met - 1;
            }
        }
        n_copies <= MOST_COPIES * list.len()
    }

    /// Tests the pairs of faces of different objects whose place is here.
    fn leaf(&self, octant: Octant, list: &[u32], scratch: &mut Scratch, enough: &AtomicBool) {
        let near = &mut scratch.near;
        near.clear();
        near.extend(list.iter().map(|i| {
            let Item { lo, hi, .. } = self.items[*i as usize];
            Near { lo, hi, begins: lo.at_least(octant.at), item: *i }
        }));
        let mut rest = near.as_slice();
        while let Some(first) = rest.first() {
            let object = self.items[first.item as usize].object;
            let n = rest.partition_point(|near| self.items[near.item as usize].object == object);
            let (own, others) = rest.split_at(n);
            if !self.test(own, others, &mut scratch.found) {
                return enough.store(true, Ordering::Relaxed);
            }
            rest = others;
        }
    }

    /// `false` when one was found that is enough.
    fn test(&self, own: &[Near], others: &[Near], found: &mut Vec<FacePair>) -> bool {
        for a in own {
            for b in others {
                let overlap = a.hi.at_least(b.lo) & b.hi.at_least(a.lo);
                if (overlap & (a.begins | b.begins)).all()
                    && let Some(pair) = self.meet(a.item, b.item)
                {
                    found.push(pair);
                    if self.want == Want::Any {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn meet(&self, a: u32, b: u32) -> Option<FacePair> {
        let (a, b) = (&self.items[a as usize], &self.items[b as usize]);
        let corners = |item: &Item| self.objects[item.object as usize].corners(item.face);
        let pair = FacePair { objects: [a.object, b.object], triangles: [a.face, b.face] };
        triangles_meet(&corners(a), &corners(b)).then_some(pair)
    }
}
