//! Surface that is left out of every judgement although it was scanned: flaps of tissue, a retractor, the tongue. It stays where it
//! is and bounds the solid as before; only what is said of contact is said without it (decision 016).
use super::{Jaw, JawPair, JawSide};
use crate::mesh::TriMesh;
use std::sync::Arc;

/// Triangles in a row: the first, and how many.
pub type Run = (u32, u32);

/// What is trimmed of one jaw: scanned triangles, in runs. Clones share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JawTrim {
    /// Ascending, none empty, with a gap between any two: equal sets are equal.
    runs: Arc<Vec<Run>>,
}

impl JawTrim {
    /// Of triangles in any order.
    pub fn of(triangles: impl IntoIterator<Item = u32>) -> Self {
        let mut all: Vec<u32> = triangles.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        let runs = all.chunk_by(|a, b| a + 1 == *b).map(|run| (run[0], run.len() as u32));
        Self { runs: Arc::new(runs.collect()) }
    }

    /// Runs as a file has them; `None` of runs that are not ascending and apart, and of more triangles than `n_scanned`.
    pub fn from_runs(runs: Vec<Run>, n_scanned: usize) -> Option<Self> {
        let mut end = None;
        for (first, n) in &runs {
            let is_next = end.is_none_or(|end| u64::from(*first) > end);
            end = Some(u64::from(*first) + u64::from(*n));
            if *n == 0 || !is_next || end > Some(n_scanned as u64) {
                return None;
            }
        }
        Some(Self { runs: Arc::new(runs) })
    }

    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Ascending.
    pub fn triangles(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().flat_map(|(first, n)| *first..first + n)
    }

    pub fn has(&self, triangle: u32) -> bool {
        let after = self.runs.partition_point(|(first, _)| *first <= triangle);
        after > 0 && triangle - self.runs[after - 1].0 < self.runs[after - 1].1
    }

    /// With more triangles.
    pub fn with(&self, more: &[u32]) -> Self {
        Self::of(self.triangles().chain(more.iter().copied()))
    }

    /// Without some that are brought back.
    pub fn without(&self, back: &Self) -> Self {
        Self::of(self.triangles().filter(|t| !back.has(*t)))
    }

    /// Of each of the first triangles up to the last trimmed one whether it is trimmed.
    pub fn flags(&self) -> Vec<bool> {
        let mut flags = vec![false; self.runs.last().map_or(0, |(first, n)| (first + n) as usize)];
        self.triangles().for_each(|t| flags[t as usize] = true);
        flags
    }

    /// Of those that a mesh has, the vertices at their corners.
    pub fn corners(&self, mesh: &TriMesh) -> Vec<[u32; 3]> {
        self.triangles().filter_map(|t| mesh.triangles.get(t as usize).copied()).collect()
    }

    /// How much surface it is, mm².
    pub fn area_mm2(&self, mesh: &TriMesh) -> f64 {
        let area = |t: u32| f64::from(mesh.doubled_area_normal(t as usize).length()) / 2.0;
        self.triangles().filter(|t| (*t as usize) < mesh.triangles.len()).map(area).fold(0.0, |sum, mm2| sum + mm2)
    }
}

/// What is trimmed of both jaws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trim {
    pub upper: JawTrim,
    pub lower: JawTrim,
}

impl Trim {
    pub fn jaw(&self, side: JawSide) -> &JawTrim {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    pub fn jaw_mut(&mut self, side: JawSide) -> &mut JawTrim {
        match side {
            JawSide::Upper => &mut self.upper,
            JawSide::Lower => &mut self.lower,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.upper.is_empty() && self.lower.is_empty()
    }

    /// The scans have changed roles.
    pub fn swapped(&self) -> Self {
        Self { upper: self.lower.clone(), lower: self.upper.clone() }
    }

    /// Of the upper and the lower jaw, mm².
    pub fn areas_mm2(&self, pair: &JawPair) -> [f64; 2] {
        let area = |trim: &JawTrim, jaw: &Jaw| trim.area_mm2(&jaw.mesh);
        [area(&self.upper, &pair.upper), area(&self.lower, &pair.lower)]
    }

    /// Of both, mm².
    pub fn area_mm2(&self, pair: &JawPair) -> f64 {
        self.areas_mm2(pair).iter().fold(0.0, |sum, mm2| sum + mm2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn triangles_are_added_brought_back_and_counted_once() {
        let trim = JawTrim::of([7, 3, 4, 3, 5]);
        assert_eq!(trim.runs(), [(3, 3), (7, 1)]);
        assert_eq!([2, 3, 5, 6, 7, 8].map(|t| trim.has(t)), [false, true, true, false, true, false]);
        assert_eq!(trim.with(&[6, 3]).runs(), [(3, 5)]);
        assert_eq!(trim.without(&JawTrim::of([4, 9])).runs(), [(3, 1), (5, 1), (7, 1)]);
        assert_eq!(trim.flags(), [false, false, false, true, true, true, false, true]);
        assert!(trim.without(&trim).is_empty() && JawTrim::default().flags().is_empty() && !trim.is_empty());
    }

    #[test]
    fn runs_of_a_file_are_checked() {
        assert_eq!(JawTrim::from_runs(vec![(3, 3), (7, 1)], 8), Some(JawTrim::of([3, 4, 5, 7])));
        // Beyond the scan, empty, one in another, out of order, side by side, beyond all numbers.
        for bad in [
            vec![(7, 2)],
            vec![(3, 0)],
            vec![(0, 4), (2, 1)],
            vec![(4, 1), (1, 1)],
            vec![(1, 2), (3, 1)],
            vec![(u32::MAX, u32::MAX)],
        ] {
            assert_eq!(JawTrim::from_runs(bad.clone(), 8), None, "{bad:?}");
        }
    }

    #[test]
    fn the_area_is_that_of_the_triangles() {
        let mesh = shapes::sphere(80, 5.0);
        let all = JawTrim::of(0..mesh.triangles.len() as u32);
        let ball = 4.0 * std::f64::consts::PI * 25.0;
        // Facets lie inside the ball, and cut off less than 1 % of it.
        assert!((0.99..1.0).contains(&(all.area_mm2(&mesh) / ball)), "{}", all.area_mm2(&mesh));
        let half = JawTrim::of(0..mesh.triangles.len() as u32 / 2);
        let rest = all.without(&half);
        assert!((half.area_mm2(&mesh) + rest.area_mm2(&mesh) - all.area_mm2(&mesh)).abs() < 1e-6);
        assert!(half.area_mm2(&mesh) < 0.6 * ball);
    }
}
