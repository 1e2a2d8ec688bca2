//! Whole coordinates within the root cube, three to a word, and the boxes and octants made of them.
//!
//! Three numbers of 15 bits stand in 16 bits each; the free bit above each takes the borrow of a difference, so that one
//! subtraction compares all three. Comparing boxes is most of what the octree does.
use std::ops::BitOr;

/// Subdivisions from the root to single steps.
pub const MAX_LEVELS: u32 = 15;

/// The free bits.
const GUARDS: u64 = 0x8000_8000_8000;

/// A place along each of the three axes, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps(u64);

/// A yes or no for each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes(u64);

impl Axes {
    pub fn all(self) -> bool {
        self.0 & GUARDS == GUARDS
    }

    /// Bits 0, 1, 2 for x, y, z.
    pub fn bits(self) -> usize {
        // The product moves bits 0, 16 and 32 to 34, 35 and 36; no other terms meet there.
        const GATHER: u64 = 1 << 34 | 1 << 19 | 1 << 4;
        (((self.0 & GUARDS) >> 15).wrapping_mul(GATHER) >> 34 & 7) as usize
    }
}

impl BitOr for Axes {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Axes {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Steps {
    /// Each below 2^15.
    pub fn new(x: u16, y: u16, z: u16) -> Self {
        debug_assert!((x | y | z) < 1 << MAX_LEVELS);
        Self(u64::from(x) | u64::from(y) << 16 | u64::from(z) << 32)
    }

    pub fn along(self, axis: usize) -> u16 {
        (self.0 >> (16 * axis)) as u16
    }

    /// Where this is not before the other.
    pub fn at_least(self, other: Self) -> Axes {
        Axes((self.0 | GUARDS) - other.0)
    }

    pub fn min(self, other: Self) -> Self {
        self.chosen(other, other.at_least(self))
    }

    pub fn max(self, other: Self) -> Self {
        self.chosen(other, self.at_least(other))
    }

    /// This one where `own`, else the other.
    fn chosen(self, other: Self, own: Axes) -> Self {
        let guards = own.0 & GUARDS;
        let whole = guards | (guards - (guards >> 15));
        Self(self.0 & whole | other.0 & !whole)
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

/// A cube of `2^(15 - level)` steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Octant {
    pub at: Steps,
    pub level: u32,
}

impl Octant {
    pub const ROOT: Self = Self { at: Steps(0), level: 0 };

    /// The first steps of the upper halves; the octant is more than a step wide.
    pub fn middle(&self) -> Steps {
        Steps(self.at.0 + (0x0001_0001_0001 << (MAX_LEVELS - 1 - self.level)))
    }

    /// Child `c`: bits 0, 1, 2 choose the upper half along x, y, z.
    pub fn child(&self, c: usize) -> Self {
        let middle = self.middle();
        let along = |axis: usize| if c >> axis & 1 == 1 { middle.along(axis) } else { self.at.along(axis) };
        Self { at: Steps::new(along(0), along(1), along(2)), level: self.level + 1 }
    }
}

/// The children of an octant that a box overlaps, a bit each, by where the box begins and ends in the upper half.
pub fn children_met(begins_above: Axes, ends_above: Axes) -> u8 {
    const MET: [u8; 64] = met_by_bits();
    MET[begins_above.bits() | ends_above.bits() << 3]
}

const fn met_by_bits() -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (begins, ends) = (i & 7, i >> 3);
        let mut c = 0;
        while c < 8 {
            // Upper halves need an end above, lower halves a beginning below.
            if c & !ends == 0 && begins & !c & 7 == 0 {
                table[i] |= 1 << c;
            }
            c += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::super::test_support::Random;
    use super::*;

    fn some(random: &mut Random) -> [u16; 3] {
        let most = [2, 4, 1 << 15][random.below(3) as usize];
        std::array::from_fn(|_| random.below(most) as u16)
    }

    fn steps([x, y, z]: [u16; 3]) -> Steps {
        Steps::new(x, y, z)
    }

    #[test]
    fn words_compare_as_numbers_do() {
        let mut random = Random::new(41);
        for _ in 0..20_000 {
            let (a, b) = (some(&mut random), some(&mut random));
            let at_least = (0..3).filter(|i| a[*i] >= b[*i]).fold(0, |bits, i| bits | 1 << i);
            let got = steps(a).at_least(steps(b));
            assert_eq!((got.bits(), got.all()), (at_least, at_least == 7), "{a:?} {b:?}");
            assert_eq!(steps(a).min(steps(b)), steps(std::array::from_fn(|i| a[i].min(b[i]))));
            assert_eq!(steps(a).max(steps(b)), steps(std::array::from_fn(|i| a[i].max(b[i]))));
            assert_eq!([0, 1, 2].map(|i| steps(a).along(i)), a);
        }
    }

    #[test]
    fn a_box_meets_the_children_that_hold_some_of_it() {
        let mut random = Random::new(42);
        for _ in 0..5_000 {
            let mut octant = Octant::ROOT;
            for _ in 0..random.below(14) {
                octant = octant.child(random.below(8) as usize);
            }
            let (a, b) = (some(&mut random), some(&mut random));
            let (lo, hi) = (steps(a).min(steps(b)), steps(a).max(steps(b)));
            let first = |octant: &Octant| [0, 1, 2].map(|i| octant.at.along(i));
            let side = |octant: &Octant| 1_u32 << (MAX_LEVELS - octant.level);
            let meets = |octant: &Octant| {
                let (at, side) = (first(octant), side(octant));
                (0..3).all(|i| lo.along(i) < (u32::from(at[i]) + side) as u16 && hi.along(i) >= at[i])
            };
            if !meets(&octant) {
                continue;
            }
            let middle = octant.middle();
            let got = children_met(lo.at_least(middle), hi.at_least(middle));
            let expected = (0..8).filter(|c| meets(&octant.child(*c))).fold(0, |met, c| met | 1 << c);
            assert_eq!(got, expected, "{octant:?} {lo:?} {hi:?}");
        }
    }
}
