//! Face check lists (Smith et al. 1995, sect. 3.4) and the coordinates in which octants are counted.
//!
//! The root of the octree is the smallest cube around all overlap regions: octants of the paper's world cube outside it
//! hold no listed face. Along each axis it is cut into 2^15 steps. A coordinate's step is found by operations that never
//! turn two numbers round, rounding included. So a point lies in the steps of every box that holds it, without any
//! padding, and an octant is the set of points of certain steps: every point of the root lies in exactly one.
//!
//! A bit for each octant of level [`MAP_LEVEL`] says whether faces of two objects are in it (by their boxes), so that the
//! coarse octants, which hold nearly all faces but part few, need not be gone through one by one.
use super::super::triangle_box::triangle_meets_box;
use super::object::Object;
use super::sweep::Bounds;
use glam::DVec3;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Subdivisions from the root to single steps.
pub const MAX_LEVELS: u32 = 15;
const STEPS: f64 = (1_u32 << MAX_LEVELS) as f64;

/// Level of the octants that are marked in one go: 64 along each axis, a row of which fits a word.
const MAP_LEVEL: u32 = 6;
const ROW: usize = 1 << MAP_LEVEL;

/// Steps along the three axes.
pub type Steps = [i16; 3];

/// The root cube.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    origin: DVec3,
    step_mm: f64,
    steps_per_mm: f64,
    /// No rounding moves an octant's wall by more, mm.
    pad_mm: f64,
}

impl Grid {
    fn around(region: &Bounds) -> Self {
        // The smallest normal number: a region may be a single point.
        let size = (region.hi - region.lo).max_element().max(f64::MIN_POSITIVE * STEPS);
        // Three roundings: of the difference and the product that give a step, of the wall's place.
        let pad_mm = 4.0 * f64::EPSILON * (size + region.lo.abs().max_element());
        Self { origin: region.lo, step_mm: size / STEPS, steps_per_mm: STEPS / size, pad_mm }
    }

    /// Steps beyond the root are its outermost.
    fn steps(&self, p: DVec3) -> Steps {
        // The conversion cuts off and saturates; what is not a number becomes 0.
        ((p - self.origin) * self.steps_per_mm).max(DVec3::ZERO).to_array().map(|x| x as i16)
    }

    /// A box that holds every point of the octant, mm.
    pub fn walls(&self, octant: &Octant) -> (DVec3, DVec3) {
        let lo = self.origin + DVec3::from(octant.at.map(f64::from)) * self.step_mm;
        (lo - self.pad_mm, lo + f64::from(octant.side()) * self.step_mm + self.pad_mm)
    }
}

/// A cube of `2^(15 - level)` steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Octant {
    pub at: Steps,
    pub level: u32,
}

impl Octant {
    pub const ROOT: Self = Self { at: [0; 3], level: 0 };

    /// In steps; the root's, 2^15, does not fit an `i16`.
    pub fn side(&self) -> i32 {
        1 << (MAX_LEVELS - self.level)
    }

    /// The first step of the upper halves, along each axis.
    pub fn middle(&self) -> Steps {
        self.at.map(|at| at + (1 << (MAX_LEVELS - 1 - self.level)))
    }

    /// The last steps.
    pub fn last(&self) -> Steps {
        self.at.map(|at| (i32::from(at) + self.side() - 1) as i16)
    }

    /// Child `c`: bits 0, 1, 2 choose the upper half along x, y, z.
    pub fn child(&self, c: usize) -> Self {
        let middle = self.middle();
        let at = std::array::from_fn(|axis| if c >> axis & 1 == 1 { middle[axis] } else { self.at[axis] });
        Self { at, level: self.level + 1 }
    }
}

/// A face on its object's check list, with the steps of its box.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub lo: Steps,
    pub hi: Steps,
    pub object: u32,
    pub face: u32,
}

/// A vertex's steps, and beyond which walls of its object's regions it lies (bits 0 to 5; 0 is inside).
#[derive(Clone, Copy, Debug)]
struct Placed {
    at: Steps,
    outside: u16,
}

/// Set where a vertex is not finite or is not there.
const NOWHERE: u16 = 64;
const MISSING: Placed = Placed { at: [0; 3], outside: NOWHERE };

/// The lists of all objects, one after the other. Memory is kept from frame to frame.
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

impl CheckLists {
    /// Lists the faces that meet an overlap region of their object and share an octant of the map with another object's.
    /// Returns the root, `None` when no boxes overlap.
    pub fn fill(&mut self, objects: &[Object], regions: &[Vec<Bounds>]) -> Option<Grid> {
        let root = regions.iter().flatten().copied().reduce(|a, b| a.joined(&b))?;
        let grid = Grid::around(&root);
        self.objects.resize_with(objects.len(), ObjectList::default);
        let work: Vec<_> = (0..).zip(&mut self.objects).zip(objects.iter().zip(regions)).collect();
        let n_faces: usize = objects.iter().zip(regions).filter(|(_, r)| !r.is_empty()).map(|(o, _)| o.triangles.len()).sum();
        let threads = super::super::n_threads(if n_faces < WORTH_A_THREAD { 1 } else { objects.len() });
        let next = AtomicUsize::new(0);
        let work: Vec<_> = work.into_iter().map(|w| std::sync::Mutex::new(Some(w))).collect();
        let maps = super::super::on_threads(threads, || {
            let mut map = OctantMap::default();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = work.get(i) else { return map };
                let taken = slot.lock().ok().and_then(|mut slot| slot.take());
                let Some(((number, list), (object, regions))) = taken else { continue };
                list.fill(number, object, regions, &grid);
                map.add(&list.items);
            }
        });
        drop(work);
        let map = maps.into_iter().reduce(OctantMap::joined)?;
        self.items.clear();
        for list in &self.objects {
            self.items.extend(list.items.iter().filter(|item| map.is_shared(item)));
        }
        Some(grid)
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }
}

/// Faces from which a second thread is worth starting.
const WORTH_A_THREAD: usize = 8192;

impl ObjectList {
    fn fill(&mut self, number: u32, object: &Object, regions: &[Bounds], grid: &Grid) {
        self.items.clear();
        let Some(around) = regions.iter().copied().reduce(|a, b| a.joined(&b)) else { return };
        self.placed.clear();
        self.placed.extend(object.world.iter().map(|p| placed(*p, &around, grid)));
        for (face, corners) in (0..).zip(&object.triangles) {
            let [a, b, c] = corners.map(|i| self.placed.get(i as usize).copied().unwrap_or(MISSING));
            // All beyond one wall, or one of them nowhere.
            if a.outside & b.outside & c.outside != 0 || (a.outside | b.outside | c.outside) >= NOWHERE {
                continue;
            }
            let inside_the_only = regions.len() == 1 && (a.outside == 0 || b.outside == 0 || c.outside == 0);
            if inside_the_only || meets_any(object, face, regions) {
                let lo = std::array::from_fn(|k| a.at[k].min(b.at[k]).min(c.at[k]));
                let hi = std::array::from_fn(|k| a.at[k].max(b.at[k]).max(c.at[k]));
                self.items.push(Item { lo, hi, object: number, face });
            }
        }
    }
}

fn placed(p: DVec3, around: &Bounds, grid: &Grid) -> Placed {
    let below = p.cmplt(around.lo).bitmask() as u16;
    let above = p.cmpgt(around.hi).bitmask() as u16;
    let nowhere = if p.is_finite() { 0 } else { NOWHERE };
    Placed { at: grid.steps(p), outside: below | above << 3 | nowhere }
}

fn meets_any(object: &Object, face: u32, regions: &[Bounds]) -> bool {
    let corners = object.corners(face);
    regions.iter().any(|r| triangle_meets_box(&corners, r.lo, r.hi))
}

/// Which octants of [`MAP_LEVEL`] hold faces: of one object, and of more than one.
#[derive(Clone, Debug)]
struct OctantMap {
    once: Vec<u64>,
    shared: Vec<u64>,
    own: Vec<u64>,
}

impl Default for OctantMap {
    fn default() -> Self {
        let none = vec![0; ROW * ROW];
        Self { once: none.clone(), shared: none.clone(), own: none }
    }
}

impl OctantMap {
    /// Adds one object.
    fn add(&mut self, items: &[Item]) {
        if items.is_empty() {
            return;
        }
        for item in items {
            let along_x = along_x(item);
            for_rows(item, |row| {
                self.own[row] |= along_x;
                false
            });
        }
        for ((own, once), shared) in self.own.iter_mut().zip(&mut self.once).zip(&mut self.shared) {
            *shared |= *once & *own;
            *once |= *own;
            *own = 0;
        }
    }

    /// Of other objects.
    fn joined(mut self, other: Self) -> Self {
        for (i, shared) in self.shared.iter_mut().enumerate() {
            *shared |= other.shared[i] | (self.once[i] & other.once[i]);
            self.once[i] |= other.once[i];
        }
        self
    }

    fn is_shared(&self, item: &Item) -> bool {
        let along_x = along_x(item);
        for_rows(item, |row| self.shared[row] & along_x != 0)
    }
}

fn on_map(step: i16) -> usize {
    (step >> (MAX_LEVELS - MAP_LEVEL)) as usize
}

/// The octants of a row that a box covers.
fn along_x(item: &Item) -> u64 {
    let (first, last) = (on_map(item.lo[0]), on_map(item.hi[0]));
    (u64::MAX << first) & (u64::MAX >> (ROW - 1 - last))
}

/// The rows that a box covers, until `f` says stop; whether it did.
fn for_rows(item: &Item, mut f: impl FnMut(usize) -> bool) -> bool {
    (on_map(item.lo[2])..=on_map(item.hi[2]))
        .any(|z| (on_map(item.lo[1])..=on_map(item.hi[1])).any(|y| f(z * ROW + y)))
}
