//! Face check lists (Smith et al. 1995, sect. 3.4) and the root of the octree.
//!
//! The root is the smallest cube around all overlap regions: octants of the paper's world cube outside it hold no listed
//! face. Along each axis it is cut into 2^15 steps. A coordinate's step is found by operations that never turn two
//! numbers round, rounding included: so a point lies in the steps of every box that holds it, without any padding, and
//! every point of the root lies in exactly one octant of a level.
//!
//! Which octants of a certain level hold faces of two objects is found first and for all of them at once
//! ([`OctantMap`]): only the faces in these go through the octree. The coarse octants, which hold nearly all faces but
//! part few, are dealt with by that.
use super::super::triangle_box::triangle_meets_box;
use super::object::Object;
use super::octant_map::OctantMap;
use super::steps::{Item, MAX_LEVELS, Steps};
use super::sweep::Bounds;
use crate::base::{n_threads, on_threads};
use glam::DVec3;
use std::sync::Mutex;

/// Faces from which a second thread is worth starting.
const WORTH_A_THREAD: usize = 8192;

/// The root cube.
#[derive(Clone, Copy, Debug)]
struct Root {
    origin: DVec3,
    steps_per_mm: f64,
}

impl Root {
    fn around(region: &Bounds) -> Self {
        // Not 0: a region may be a single point.
        let size = (region.hi - region.lo).max_element().max(f64::MIN_POSITIVE * LAST);
        Self { origin: region.lo, steps_per_mm: (LAST + 1.0) / size }
    }

    /// Steps beyond the root are its outermost; what is not a number becomes 0.
    fn steps(&self, p: DVec3) -> Steps {
        let step = |x: f64| x.clamp(0.0, LAST) as u16;
        let p = (p - self.origin) * self.steps_per_mm;
        Steps::new(step(p.x), step(p.y), step(p.z))
    }
}

const LAST: f64 = ((1_u32 << MAX_LEVELS) - 1) as f64;

/// A vertex's steps, and beyond which walls of its object's regions it lies (bits 0 to 5; 0 is inside).
#[derive(Clone, Copy, Debug)]
struct Placed {
    at: Steps,
    outside: u8,
}

/// Set where a vertex is not finite or is not there.
const NOWHERE: u8 = 64;

/// The lists of all objects. Memory is kept from frame to frame.
#[derive(Debug, Default)]
pub struct CheckLists {
    objects: Vec<ObjectList>,
    items: Vec<Item>,
}

#[derive(Debug, Default)]
struct ObjectList {
    placed: Vec<Placed>,
    items: Vec<Item>,
}

/// What a thread takes: an object, its regions, the list to be filled.
struct Work<'a> {
    number: u32,
    object: &'a Object,
    regions: &'a [Bounds],
    list: &'a mut ObjectList,
}

impl CheckLists {
    /// The faces that meet an overlap region of their object and share an octant of the map with another object's,
    /// sorted by object.
    pub fn fill(&mut self, objects: &[Object], regions: &[Vec<Bounds>]) -> &[Item] {
        self.items.clear();
        let Some(around) = regions.iter().flatten().copied().reduce(|a, b| a.joined(&b)) else { return &self.items };
        let root = Root::around(&around);
        self.objects.resize_with(objects.len(), ObjectList::default);
        let all = (0..).zip(objects).zip(regions).zip(&mut self.objects);
        let work = all.map(|(((number, object), regions), list)| Work { number, object, regions, list });
        let map = fill_all(work.filter(|work| !work.regions.is_empty()).collect(), &root);
        for (list, _) in self.objects.iter().zip(regions).filter(|(_, regions)| !regions.is_empty()) {
            self.items.extend(list.items.iter().filter(|item| map.is_shared(item)));
        }
        &self.items
    }
}

/// Fills the lists and marks their octants, an object at a time on each thread.
fn fill_all(work: Vec<Work>, root: &Root) -> OctantMap {
    let n_faces: usize = work.iter().map(|work| work.object.triangles.len()).sum();
    let threads = n_threads(if n_faces < WORTH_A_THREAD { 1 } else { work.len() });
    let open = Mutex::new(work.into_iter());
    let maps = on_threads(threads, || {
        let mut map = OctantMap::default();
        // A thread that panicked holds no lock: it has only taken the next out of the row.
        while let Some(work) = open.lock().ok().and_then(|mut open| open.next()) {
            work.list.fill(work.number, work.object, work.regions, root);
            map.add(&work.list.items);
        }
        map
    });
    maps.into_iter().reduce(OctantMap::joined).unwrap_or_default()
}

impl ObjectList {
    fn fill(&mut self, number: u32, object: &Object, regions: &[Bounds], root: &Root) {
        self.items.clear();
        let Some(around) = regions.iter().copied().reduce(|a, b| a.joined(&b)) else { return };
        self.placed.clear();
        self.placed.extend(object.world.iter().map(|p| placed(*p, &around, root)));
        let missing = Placed { at: Steps::default(), outside: NOWHERE };
        let at = |i: u32| *self.placed.get(i as usize).unwrap_or(&missing);
        for (face, corners) in (0..).zip(&object.triangles) {
            let (a, b, c) = (at(corners[0]), at(corners[1]), at(corners[2]));
            // All beyond one wall, or one of them nowhere.
            if a.outside & b.outside & c.outside != 0 || (a.outside | b.outside | c.outside) >= NOWHERE {
                continue;
            }
            // With one region, a corner inside decides.
            let sure = regions.len() == 1 && (a.outside == 0 || b.outside == 0 || c.outside == 0);
            if sure || meets_any(object, face, regions) {
                let (lo, hi) = (a.at.min(b.at).min(c.at), a.at.max(b.at).max(c.at));
                self.items.push(Item { lo, hi, object: number, face });
            }
        }
    }
}

fn placed(p: DVec3, around: &Bounds, root: &Root) -> Placed {
    let below = p.cmplt(around.lo).bitmask() as u8;
    let above = p.cmpgt(around.hi).bitmask() as u8;
    let nowhere = if p.is_finite() { 0 } else { NOWHERE };
    Placed { at: root.steps(p), outside: below | above << 3 | nowhere }
}

fn meets_any(object: &Object, face: u32, regions: &[Bounds]) -> bool {
    let corners = object.corners(face);
    regions.iter().any(|r| triangle_meets_box(&corners, r.lo, r.hi))
}
