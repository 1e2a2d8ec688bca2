//! A triangle's part in contact at many levels, without what repeats itself: tens of thousands of triangles have one.
use super::parts::ContactPart;

/// The patches of many triangles, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patches(Vec<ContactPart>);

/// Where a triangle's patches stand. Below the first level that reaches the triangle there is nothing, and from the last one that
/// parts it on it is always the same: neither is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatchRange {
    start: u32,
    n: u16,
    first_level: u16,
}

impl PatchRange {
    /// The same patches behind others.
    pub fn after(self, n_others: u32) -> Self {
        Self { start: self.start + n_others, ..self }
    }
}

impl Patches {
    /// `all`: of one triangle at each of the levels.
    pub fn add(&mut self, all: &[ContactPart]) -> PatchRange {
        let first = all.iter().take_while(|part| **part == ContactPart::default()).count();
        let n_same = all[first..].iter().rev().take_while(|part| Some(*part) == all.last()).count();
        let kept = &all[first..all.len() - n_same.saturating_sub(1)];
        let range = PatchRange { start: self.0.len() as u32, n: kept.len() as u16, first_level: first as u16 };
        self.0.extend_from_slice(kept);
        range
    }

    /// Adds those of others; they stand from the place that it gives on.
    pub fn append(&mut self, more: &Self) -> u32 {
        let place = self.0.len() as u32;
        self.0.extend_from_slice(&more.0);
        place
    }

    /// Adds those of one triangle of others; gives where they stand now.
    pub fn take_over(&mut self, others: &Self, range: PatchRange) -> PatchRange {
        let start = self.0.len() as u32;
        let first = range.start as usize;
        self.0.extend_from_slice(&others.0[first..first + usize::from(range.n)]);
        PatchRange { start, ..range }
    }

    /// By a level's place among them.
    pub fn at(&self, range: PatchRange, level: usize) -> ContactPart {
        match level.checked_sub(range.first_level.into()) {
            Some(place) if range.n > 0 => self.0[range.start as usize + place.min(usize::from(range.n) - 1)],
            _ => ContactPart::default(),
        }
    }

    /// At the largest level.
    pub fn largest(&self, range: PatchRange) -> ContactPart {
        self.at(range, usize::MAX)
    }

    pub fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn what_repeats_itself_is_not_kept_and_nothing_is_lost() {
        let part = |area_mm2: f64| ContactPart { area_mm2, moment: DVec3::splat(2.0 * area_mm2) };
        let mut kept = Patches::default();
        for (areas, n_kept) in [
            (&[0.0, 0.0, 0.0][..], 0),
            (&[0.0, 0.5, 0.7, 1.0, 1.0, 1.0], 3),
            (&[1.0, 1.0, 1.0], 1),
            (&[0.0, 0.0, 0.25], 1),
            (&[0.5, 0.5, 0.7, 0.7], 3),
            (&[], 0),
        ] {
            let all: Vec<ContactPart> = areas.iter().map(|a| part(*a)).collect();
            let (before, range) = (kept.0.len(), kept.add(&all));
            assert_eq!(kept.0.len() - before, n_kept, "{areas:?}");
            assert!((0..all.len()).all(|level| kept.at(range, level) == all[level]), "{areas:?}");
            assert_eq!(kept.largest(range), all.last().copied().unwrap_or_default());
        }
    }
}
