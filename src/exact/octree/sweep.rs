//! Broad phase: which objects' boxes overlap (sweep-and-prune, Real-Time Rendering, sect. 25.1.1).
//!
//! Along each axis the boxes' ends stand in one sorted list, which is kept from frame to frame. Objects move little
//! between two frames, so that insertion sort runs in about linear time; and only where it exchanges the start of one
//! box with the end of another can that pair have begun or ceased to overlap. This replaces the comparison of every box
//! with every other of Smith et al. 1995, sect. 3.3 (they name it as the improvement to be made).
use glam::DVec3;
use std::collections::BTreeSet;

/// A box along the axes, mm; closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub lo: DVec3,
    pub hi: DVec3,
}

impl Bounds {
    /// What two boxes share; touching boxes share a box without volume.
    pub fn common(&self, other: &Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        lo.cmple(hi).all().then_some(Self { lo, hi })
    }

    pub fn joined(&self, other: &Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

/// One end of a box along an axis.
#[derive(Clone, Copy, Debug)]
struct End {
    value: f64,
    object: u32,
    is_end: bool,
}

impl End {
    /// Equal starts come before equal ends, because touching is overlapping. Objects without a box stand at infinity one
    /// after the other: they overlap nothing, not even each other.
    fn after(&self, other: &Self) -> bool {
        let key = |e: &Self| (if e.value == f64::INFINITY { e.object } else { 0 }, e.is_end);
        self.value > other.value || (self.value == other.value && key(self) > key(other))
    }
}

/// The sorted lists and the pairs of boxes that overlap.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    boxes: Vec<Option<Bounds>>,
    ends: [Vec<End>; 3],
    pairs: BTreeSet<[u32; 2]>,
}

impl SweepAndPrune {
    /// A further object, without a box as yet.
    pub fn push(&mut self) {
        let object = self.boxes.len() as u32;
        self.boxes.push(None);
        for ends in &mut self.ends {
            ends.extend([false, true].map(|is_end| End { value: f64::INFINITY, object, is_end }));
        }
    }

    /// Moves an object's box; `None` takes it out. [`Self::update`] follows once all are moved.
    pub fn set(&mut self, object: usize, bounds: Option<Bounds>) {
        if let Some(place) = self.boxes.get_mut(object) {
            *place = bounds;
        }
    }

    /// Sorts anew. Returns how many ends changed places.
    pub fn update(&mut self) -> usize {
        (0..3).map(|axis| self.sort(axis)).sum()
    }

    /// Pairs of objects, the smaller number first, sorted.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.pairs.iter().copied()
    }

    fn sort(&mut self, axis: usize) -> usize {
        let ends = &mut self.ends[axis];
        for end in ends.iter_mut() {
            end.value = match &self.boxes[end.object as usize] {
                Some(b) if end.is_end => b.hi[axis],
                Some(b) => b.lo[axis],
                None => f64::INFINITY,
            };
        }
        let mut n_swaps = 0;
        for i in 1..ends.len() {
            let mut j = i;
            while j > 0 && ends[j - 1].after(&ends[j]) {
                ends.swap(j - 1, j);
                n_swaps += 1;
                passed(&self.boxes, &mut self.pairs, ends[j - 1], ends[j]);
                j -= 1;
            }
        }
        n_swaps
    }
}

/// `below` has just moved below `above`. A start below an end: they overlap along this axis now. An end below a start:
/// they no longer do. Two ends change places at most once per sort, so that the last word is that of the new boxes.
fn passed(boxes: &[Option<Bounds>], pairs: &mut BTreeSet<[u32; 2]>, below: End, above: End) {
    if below.is_end == above.is_end || below.object == above.object {
        return;
    }
    let pair = [below.object.min(above.object), below.object.max(above.object)];
    if below.is_end {
        pairs.remove(&pair);
    } else if let [Some(a), Some(b)] = pair.map(|object| boxes[object as usize])
        && a.common(&b).is_some()
    {
        pairs.insert(pair);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;

    fn brute_force(boxes: &[Option<Bounds>]) -> Vec<[u32; 2]> {
        let n = boxes.len();
        let all = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j]));
        let overlap = |p: &[usize; 2]| matches!(p.map(|i| boxes[i]), [Some(a), Some(b)] if a.common(&b).is_some());
        all.filter(overlap).map(|p| p.map(|i| i as u32)).collect()
    }

    /// Whole numbers: ends at the same place are common.
    fn some_box(random: &mut Random, size: u64) -> Option<Bounds> {
        let mut corner = |size| DVec3::from(std::array::from_fn(|_| random.below(size) as f64));
        let lo = corner(size);
        let bounds = Bounds { lo, hi: lo + corner(4) };
        (random.below(8) > 0).then_some(bounds)
    }

    #[test]
    fn pairs_are_those_of_every_box_with_every_other() {
        let mut random = Random::new(31);
        for size in [2, 6, 20] {
            let (mut sweep, mut boxes) = (SweepAndPrune::default(), Vec::new());
            let mut n_pairs = 0;
            for _ in 0..400 {
                if boxes.len() < 25 {
                    sweep.push();
                    boxes.push(None);
                }
                for (i, place) in boxes.iter_mut().enumerate().filter(|_| random.below(3) == 0).collect::<Vec<_>>() {
                    *place = some_box(&mut random, size);
                    sweep.set(i, *place);
                }
                sweep.update();
                assert_eq!(sweep.pairs().collect::<Vec<_>>(), brute_force(&boxes));
                n_pairs += sweep.pairs().count();
            }
            assert!(n_pairs > 100);
        }
    }

    #[test]
    fn a_small_motion_changes_few_places_and_a_forgotten_box_is_noticed() {
        let mut random = Random::new(32);
        let mut sweep = SweepAndPrune::default();
        let mut boxes: Vec<_> = (0..200)
            .map(|i| {
                sweep.push();
                let lo = random.vector() * 50.0;
                let bounds = Some(Bounds { lo, hi: lo + 5.0 });
                sweep.set(i, bounds);
                bounds
            })
            .collect();
        let n_first = sweep.update();
        assert_eq!(sweep.update(), 0, "nothing moved");
        for (i, place) in boxes.iter_mut().enumerate() {
            let bounds = place.as_mut().expect("a box");
            let by = random.vector() * 0.1;
            (bounds.lo, bounds.hi) = (bounds.lo + by, bounds.hi + by);
            sweep.set(i, *place);
        }
        let n_next = sweep.update();
        assert!(n_next > 0 && n_next * 20 < n_first, "{n_next} after {n_first}");
        assert_eq!(sweep.pairs().collect::<Vec<_>>(), brute_force(&boxes));
        boxes[0] = boxes[1];
        assert_ne!(sweep.pairs().collect::<Vec<_>>(), brute_force(&boxes), "the twin");
    }
}
