//! The face octree (Smith et al. 1995, sect. 3.5): octants are split as long as they hold faces of two objects; nothing
//! is stored but the lists on the way down. Then the face pairs of its leaves (sect. 3.6).
//!
//! A face goes to the children that it truly meets: by its box where that decides, else by
//! [`triangle_meets_box`]. An octant is a leaf at the resolution asked for, or earlier when splitting no longer spares
//! work: a short list, or faces so large that each stands in several children.
//!
//! A pair of faces may share several leaves and is tested once: if what their boxes share lies within one leaf, it is
//! tested there, because no other leaf can hold a common point. The others (boxes astride a wall, about a fifth of
//! those that touch) are put aside and tested after sorting and dropping what is there twice.
use super::super::intersect_triangle_triangle::triangles_meet;
use super::super::triangle_box::triangle_meets_box;
use super::FacePair;
use super::check_list::{Grid, Item, Octant};
use super::object::Object;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    All,
    /// One pair is enough.
    Any,
}

/// A list this short is not split: comparing all its boxes is cheaper.
const SHORT: usize = 24;

/// A face in more children than this on average: splitting multiplies faces and spares few pairs.
const MOST_COPIES: usize = 3;

/// Listed faces from which a second thread is worth starting.
const WORTH_A_THREAD: usize = 4096;

/// Octants to be shared among threads.
const TASKS: usize = 48;

pub struct FaceOctree<'a> {
    pub objects: &'a [Object],
    /// Sorted by object.
    pub items: &'a [Item],
    pub grid: Grid,
    pub levels: u32,
    pub want: Want,
}

/// Two places in `items`, the first of the object with the smaller number.
type ItemPair = [u32; 2];

#[derive(Default)]
struct Found {
    meeting: Vec<ItemPair>,
    astride: Vec<ItemPair>,
}

/// Lists of the children of one octant; one of these for each level is all the memory that the recursion needs.
type Children = [Vec<u32>; 8];

struct Task {
    octant: Octant,
    list: Vec<u32>,
}

impl FaceOctree<'_> {
    /// All pairs that meet, or one, in no order.
    pub fn pairs(&self) -> Vec<FacePair> {
        let threads = super::super::n_threads(if self.items.len() < WORTH_A_THREAD { 1 } else { usize::MAX });
        let tasks = self.tasks(if threads > 1 { TASKS } else { 1 });
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let found = super::super::on_threads(threads.min(tasks.len().max(1)), || {
            let mut found = Found::default();
            let mut scratch = vec![Children::default(); self.levels as usize];
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.descend(task.octant, &task.list, &mut scratch, &mut found, &enough);
            }
            found
        });
        let mut meeting = Vec::new();
        let mut astride = Vec::new();
        for mut one in found {
            meeting.append(&mut one.meeting);
            astride.append(&mut one.astride);
        }
        if self.want == Want::All || meeting.is_empty() {
            self.try_astride(astride, &mut meeting);
        }
        meeting.into_iter().map(|pair| self.face_pair(pair)).collect()
    }

    fn try_astride(&self, mut astride: Vec<ItemPair>, meeting: &mut Vec<ItemPair>) {
        astride.sort_unstable();
        astride.dedup();
        for pair in astride {
            if self.meet(pair) {
                meeting.push(pair);
                if self.want == Want::Any {
                    return;
                }
            }
        }
    }

    fn face_pair(&self, pair: ItemPair) -> FacePair {
        let [a, b] = pair.map(|i| self.items[i as usize]);
        FacePair { object_a: a.object, triangle_a: a.face, object_b: b.object, triangle_b: b.face }
    }

    fn meet(&self, pair: ItemPair) -> bool {
        let [a, b] = pair.map(|i| self.corners(i));
        triangles_meet(&a, &b)
    }

    fn corners(&self, item: u32) -> [glam::DVec3; 3] {
        let item = &self.items[item as usize];
        self.objects[item.object as usize].corners(item.face)
    }

    /// Whether a list, which is in the order of the items, holds faces of two objects.
    fn is_shared(&self, list: &[u32]) -> bool {
        let object = |i: &u32| self.items[*i as usize].object;
        matches!((list.first(), list.last()), (Some(first), Some(last)) if object(first) != object(last))
    }

    /// The octree's first levels, level by level, until there are `enough` octants to share.
    fn tasks(&self, enough: usize) -> Vec<Task> {
        let all: Vec<u32> = (0..self.items.len() as u32).collect();
        if !self.is_shared(&all) {
            return Vec::new();
        }
        let mut tasks = vec![Task { octant: Octant::ROOT, list: all }];
        let (mut level, mut children) = (0, Children::default());
        while tasks.len() < enough && level < self.levels.min(3) {
            let mut next = Vec::new();
            for task in tasks {
                if task.list.len() <= SHORT || !self.split(task.octant, &task.list, &mut children) {
                    next.push(task);
                    continue;
                }
                let shared = children.iter_mut().enumerate().filter(|(_, list)| self.is_shared(list));
                next.extend(shared.map(|(c, list)| Task { octant: task.octant.child(c), list: std::mem::take(list) }));
            }
            (tasks, level) = (next, level + 1);
        }
        // The longest first, so that no thread ends long after the others.
        tasks.sort_by_key(|task| std::cmp::Reverse(task.list.len()));
        tasks
    }

    fn descend(&self, octant: Octant, list: &[u32], scratch: &mut [Children], found: &mut Found, enough: &AtomicBool) {
        if self.want == Want::Any && enough.load(Ordering::Relaxed) {
            return;
        }
        let at_resolution = octant.level >= self.levels;
        let Some((children, deeper)) = scratch.split_first_mut().filter(|_| list.len() > SHORT && !at_resolution) else {
            return self.leaf(octant, list, found, enough);
        };
        if !self.split(octant, list, children) {
            return self.leaf(octant, list, found, enough);
        }
        for (c, list) in children.iter().enumerate() {
            if self.is_shared(list) {
                self.descend(octant.child(c), list, deeper, found, enough);
            }
        }
    }

    /// Hands a list on to the children. `false` when that is not worth while.
    fn split(&self, octant: Octant, list: &[u32], children: &mut Children) -> bool {
        children.iter_mut().for_each(Vec::clear);
        let (middle, last) = (octant.middle(), octant.last());
        let mut walls = None;
        let mut n_copies = 0;
        for i in list {
            let item = &self.items[*i as usize];
            let mut octants = octants(item, middle);
            if !box_decides(octants, item, &octant, last) {
                let walls = walls.get_or_insert_with(|| std::array::from_fn(|c| self.grid.walls(&octant.child(c))));
                octants = self.truly_met(*i, octants, walls);
            }
            n_copies += octants.count_ones() as usize;
            while octants != 0 {
                children[octants.trailing_zeros() as usize].push(*i);
                octants &= octants - 1;
            }
        }
        n_copies <= MOST_COPIES * list.len()
    }

    fn truly_met(&self, item: u32, octants: u8, walls: &[(glam::DVec3, glam::DVec3); 8]) -> u8 {
        let corners = self.corners(item);
        let met = |c: &usize| octants >> c & 1 == 1 && triangle_meets_box(&corners, walls[*c].0, walls[*c].1);
        (0..8).filter(met).fold(0, |met, c| met | 1 << c)
    }

    /// Tests the pairs of faces of different objects.
    fn leaf(&self, octant: Octant, list: &[u32], found: &mut Found, enough: &AtomicBool) {
        let (at, last) = (octant.at, octant.last());
        let mut others = 0;
        for (k, i) in list.iter().enumerate() {
            let a = &self.items[*i as usize];
            if others <= k {
                let same = |j: &u32| self.items[*j as usize].object == a.object;
                others = k + list[k..].iter().take_while(|j| same(j)).count();
            }
            for j in &list[others..] {
                match shared_part(a, &self.items[*j as usize], at, last) {
                    Part::Elsewhere => {}
                    Part::Astride => found.astride.push([*i, *j]),
                    Part::Here => {
                        if self.meet([*i, *j]) {
                            found.meeting.push([*i, *j]);
                            if self.want == Want::Any {
                                enough.store(true, Ordering::Relaxed);
                                return;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The children that a face's box overlaps, a bit each.
fn octants(item: &Item, middle: [i16; 3]) -> u8 {
    const LOWER_HALVES: [u8; 3] = [0b0101_0101, 0b0011_0011, 0b0000_1111];
    (0..3).fold(0xff, |octants, axis| {
        let lower = if item.lo[axis] < middle[axis] { LOWER_HALVES[axis] } else { 0 };
        let upper = if item.hi[axis] >= middle[axis] { !LOWER_HALVES[axis] } else { 0 };
        octants & (lower | upper)
    })
}

/// Whether a face that meets the octant is sure to meet all these children: there is but one, or the whole face lies in
/// the octant and is cut by one wall alone.
fn box_decides(octants: u8, item: &Item, octant: &Octant, last: [i16; 3]) -> bool {
    match octants.count_ones() {
        0 | 1 => true,
        2 => (0..3).all(|axis| item.lo[axis] >= octant.at[axis] && item.hi[axis] <= last[axis]),
        _ => false,
    }
}

/// Where what the boxes of two faces share lies.
enum Part {
    /// They share nothing, or nothing in this octant.
    Elsewhere,
    Here,
    Astride,
}

fn shared_part(a: &Item, b: &Item, at: [i16; 3], last: [i16; 3]) -> Part {
    let mut here = true;
    for axis in 0..3 {
        let (lo, hi) = (a.lo[axis].max(b.lo[axis]), a.hi[axis].min(b.hi[axis]));
        if lo > hi || lo > last[axis] || hi < at[axis] {
            return Part::Elsewhere;
        }
        here &= lo >= at[axis] && hi <= last[axis];
    }
    if here { Part::Here } else { Part::Astride }
}
