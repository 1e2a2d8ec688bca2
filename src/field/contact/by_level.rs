//! A triangle's part in contact at many levels, without what repeats itself: tens of thousands of triangles have one.
use super::parts::Patch;

/// Surface within each level. Below the first level that reaches the triangle there is nothing, and from the last one that parts it
/// on it is always the same: neither is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatchByLevel {
    first: u32,
    patches: Box<[Patch]>,
}

impl PatchByLevel {
    /// `all`: at each of the levels.
    pub fn of(all: &[Patch]) -> Self {
        let first = all.iter().take_while(|patch| **patch == Patch::default()).count();
        let n_same = all[first..].iter().rev().take_while(|patch| Some(*patch) == all.last()).count();
        let end = all.len() - n_same.saturating_sub(1);
        Self { first: first as u32, patches: all[first..end].into() }
    }

    /// By a level's place among them.
    pub fn at(&self, level: usize) -> Patch {
        let Some(place) = level.checked_sub(self.first as usize) else { return Patch::default() };
        self.patches.get(place).or(self.patches.last()).copied().unwrap_or_default()
    }

    /// At the largest level.
    pub fn largest(&self) -> Patch {
        self.patches.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn what_repeats_itself_is_not_kept_and_nothing_is_lost() {
        let patch = |area_mm2: f64| Patch { area_mm2, moment: DVec3::splat(2.0 * area_mm2) };
        for (areas, n_kept) in [
            (&[0.0, 0.0, 0.0][..], 0),
            (&[0.0, 0.5, 0.7, 1.0, 1.0, 1.0], 3),
            (&[1.0, 1.0, 1.0], 1),
            (&[0.0, 0.0, 0.25], 1),
            (&[0.5, 0.5, 0.7, 0.7], 3),
            (&[], 0),
        ] {
            let all: Vec<Patch> = areas.iter().map(|a| patch(*a)).collect();
            let kept = PatchByLevel::of(&all);
            assert_eq!(kept.patches.len(), n_kept, "{areas:?}");
            assert!((0..all.len()).all(|level| kept.at(level) == all[level]), "{areas:?}");
            assert_eq!(kept.largest(), all.last().copied().unwrap_or_default());
        }
    }
}
