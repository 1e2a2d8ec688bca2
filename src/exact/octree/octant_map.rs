//! Which octants of one level hold faces of two objects: a bit for each.
use super::steps::{Item, MAX_LEVELS};

/// 64 octants along each axis, a row of which fits a word: 1 mm in an arch, the scale on which two jaws part.
const LEVEL: u32 = 6;
const ROW: usize = 1 << LEVEL;

/// Octants, by the boxes of the faces, that hold faces of one object and of more than one.
#[derive(Clone, Debug)]
pub struct OctantMap {
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
    /// Marks the faces of one object, all that it has.
    pub fn add(&mut self, items: &[Item]) {
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

    /// Together with a map of other objects.
    pub fn joined(mut self, other: Self) -> Self {
        for (i, shared) in self.shared.iter_mut().enumerate() {
            *shared |= other.shared[i] | (self.once[i] & other.once[i]);
            self.once[i] |= other.once[i];
        }
        self
    }

    /// Whether a face is in an octant with faces of two objects.
    pub fn is_shared(&self, item: &Item) -> bool {
        let along_x = along_x(item);
        for_rows(item, |row| self.shared[row] & along_x != 0)
    }
}

fn octant(step: u16) -> usize {
    (step >> (MAX_LEVELS - LEVEL)).into()
}

/// The octants of a row that a face's box covers.
fn along_x(item: &Item) -> u64 {
    let (first, last) = (octant(item.lo.along(0)), octant(item.hi.along(0)));
    (u64::MAX << first) & (u64::MAX >> (ROW - 1 - last))
}

/// The rows that a face's box covers, until `f` says stop. Whether it did.
fn for_rows(item: &Item, mut f: impl FnMut(usize) -> bool) -> bool {
    let (y, last_y) = (octant(item.lo.along(1)), octant(item.hi.along(1)));
    for z in octant(item.lo.along(2))..=octant(item.hi.along(2)) {
        for y in y..=last_y {
            if f(z * ROW + y) {
                return true;
            }
        }
    }
    false
}
