//! Parts of a triangle whose corners tell the gap all over them: cut where it runs straight, else halved by what they tell.
//!
//! A point is held by its coordinates within the part and the slopes along both of them: nothing is measured here, and most of all
//! parts are halved here.
use super::tangents::{Bend, bend};
use glam::DVec2;

/// Parts of so many of the gap's details are small enough to be cut.
const SMALL: f64 = 0.4;
/// The same where the lowest gap of the triangle may lie.
const SMALLEST: f64 = 0.1;
/// Between corners the gap may depart from straight by so many times the most that it does half way along an edge: twice along an
/// edge with a kink, and by another third in the middle of a part that bends along all three.
const FARTHEST: f64 = 3.0;

/// A point of a part.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Shares of the ways from the part's first corner to its second and to its third.
    pub at: DVec2,
    pub gap_mm: f64,
    /// By how much the gap rises along the whole of each of these ways, were it straight, mm.
    pub rise_mm: DVec2,
    /// Bit by bit the triangle's edges that it lies on.
    pub edges: u8,
}

/// Who takes what comes of a part.
pub trait Taker {
    /// By how much the gap may be off at a point, mm.
    fn straight_mm(&self, at: &Told) -> f64;

    /// Whether nothing that was measured on the triangle is as low, mm.
    fn is_lower(&self, gap_mm: f64) -> bool;

    /// Whether it matters how the gap runs within a part, as long as it stays between these, mm.
    fn is_cut(&mut self, least_mm: f64, most_mm: f64) -> bool;

    /// Looks at a point that was told; gives what is there, should it look closer.
    fn see(&mut self, told: Told) -> Told;

    /// Takes a part across which the gap runs straight.
    fn take(&mut self, corners: &[Told; 3], area_mm2: f64);
}

/// How the gap runs along the three edges of a part.
pub struct Edges {
    bends: [Bend; 3],
    is_straight: bool,
}

impl Edges {
    #[inline]
    pub fn of(corners: &[Told; 3], taker: &mut impl Taker) -> Self {
        let [a, b, c] = corners;
        let bends = [bend_between(a, b), bend_between(b, c), bend_between(c, a)];
        let is_straight = |edge: usize| bends[edge].mm.abs() <= taker.straight_mm(&corners[edge]);
        let is_straight = is_straight(0) & is_straight(1) & is_straight(2);
        Self { bends, is_straight }
    }

    /// Whether a part of so many of the gap's details may be taken as it is.
    #[inline]
    pub fn is_told(&self, corners: &[Told; 3], details: f64, taker: &mut impl Taker) -> bool {
        if self.is_straight || details <= SMALLEST {
            return true;
        }
        let [a, b, c] = corners.map(|p| p.gap_mm);
        let [ab, bc, ca] = self.bends.each_ref().map(|bend| bend.mm);
        let least_mm = a.min(b).min(c) + FARTHEST * ab.min(bc).min(ca).min(0.0);
        let most_mm = a.max(b).max(c) + FARTHEST * ab.max(bc).max(ca).max(0.0);
        !taker.is_lower(least_mm) && (details <= SMALL || !taker.is_cut(least_mm, most_mm))
    }

    #[inline]
    fn middles(&self, [a, b, c]: &[Told; 3]) -> [Told; 3] {
        let [ab, bc, ca] = &self.bends;
        [middle(a, b, ab), middle(b, c, bc), middle(c, a, ca)]
    }
}

/// Cuts a part of so many of the gap's details.
pub fn cut_bent(taker: &mut impl Taker, corners: &[Told; 3], area_mm2: f64, details: f64) {
    let edges = Edges::of(corners, taker);
    if edges.is_told(corners, details, taker) {
        taker.take(corners, area_mm2);
        return;
    }
    let [a, b, c] = *corners;
    let [ab, bc, ca] = edges.middles(corners).map(|middle| taker.see(middle));
    // (One after the other: four of them at once are a kilobyte to copy.)
    let mut cut_quarter = |quarter: &[Told; 3]| cut_bent(taker, quarter, area_mm2 / 4.0, details / 2.0);
    cut_quarter(&[a, ab, ca]);
    cut_quarter(&[ab, b, bc]);
    cut_quarter(&[ca, bc, c]);
    cut_quarter(&[ab, bc, ca]);
}

#[inline]
fn bend_between(from: &Told, to: &Told) -> Bend {
    let half = (to.at - from.at) / 2.0;
    bend(from.rise_mm.dot(half), -to.rise_mm.dot(half), to.gap_mm - from.gap_mm)
}

#[inline]
fn middle(from: &Told, to: &Told, bend: &Bend) -> Told {
    Told {
        at: (from.at + to.at) / 2.0,
        gap_mm: (from.gap_mm + to.gap_mm) / 2.0 + bend.mm,
        rise_mm: bend.slope(from.rise_mm, to.rise_mm),
        edges: from.edges & to.edges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums up what lies within a level, and counts the parts.
    struct Within {
        level_mm: f64,
        area_mm2: f64,
        n_parts: usize,
        lazy: bool,
    }

    impl Taker for Within {
        fn straight_mm(&self, _: &Told) -> f64 {
            1e-4
        }

        fn is_lower(&self, _: f64) -> bool {
            false
        }

        fn is_cut(&mut self, least_mm: f64, most_mm: f64) -> bool {
            !self.lazy || (least_mm..=most_mm).contains(&self.level_mm)
        }

        fn see(&mut self, told: Told) -> Told {
            told
        }

        fn take(&mut self, corners: &[Told; 3], area_mm2: f64) {
            let mut gaps = corners.map(|p| p.gap_mm);
            gaps.sort_by(f64::total_cmp);
            self.area_mm2 += area_mm2 * super::super::levels::CutTriangle::new(gaps).share_within(self.level_mm);
            self.n_parts += 1;
        }
    }

    /// Within `level_mm`, of the triangle (0,0) (1,0) (0,1).
    fn within(level_mm: f64, gap: impl Fn(DVec2) -> (f64, DVec2), lazy: bool) -> Within {
        let told = |at: DVec2| {
            let (gap_mm, rise_mm) = gap(at);
            Told { at, gap_mm, rise_mm, edges: 0 }
        };
        let mut taker = Within { level_mm, area_mm2: 0.0, n_parts: 0, lazy };
        cut_bent(&mut taker, &[told(DVec2::ZERO), told(DVec2::X), told(DVec2::Y)], 0.5, 8.0);
        taker
    }

    #[test]
    fn a_roof_is_cut_along_its_ridge_and_where_no_level_runs_it_is_left_whole() {
        // The larger of two planes.
        let planes = [(0.02, DVec2::new(0.1, 0.02)), (-0.06, DVec2::new(0.2, 0.3))];
        let roof = |at: DVec2| {
            let [a, b] = planes.map(|(mm, rise)| (mm + rise.dot(at), rise));
            if a.0 >= b.0 { a } else { b }
        };
        for level_mm in [0.05_f64, 0.09, 0.14] {
            let n = 1000;
            let place = |i: u32, j: u32| (DVec2::new(f64::from(i), f64::from(j)) + 1.0 / 3.0) / f64::from(n);
            let all = (0..n).flat_map(|i| (0..n - i).map(move |j| roof(place(i, j)).0));
            let area = all.filter(|mm| *mm <= level_mm).count() as f64 / f64::from(n * n);
            let eager = within(level_mm, roof, false);
            assert!((eager.area_mm2 - area).abs() < 0.01 * area, "{level_mm}: {} is not {area}", eager.area_mm2);
            let lazy = within(level_mm, roof, true);
            assert!((eager.area_mm2 - lazy.area_mm2).abs() < 1e-3 * area, "{level_mm}: {}", lazy.area_mm2);
            assert!(lazy.n_parts * 3 < eager.n_parts * 2, "{} of {}", lazy.n_parts, eager.n_parts);
            // The twin: straight between its corners it is another area.
            let corners = [DVec2::ZERO, DVec2::X, DVec2::Y].map(|at| roof(at).0);
            let rise_mm = DVec2::new(corners[1] - corners[0], corners[2] - corners[0]);
            let straight = within(level_mm, |at| (corners[0] + rise_mm.dot(at), rise_mm), false);
            assert!((straight.area_mm2 - area).abs() > 0.03 * area, "{} and {area}", straight.area_mm2);
        }
        assert_eq!(within(0.9, roof, true).n_parts, 1);
        assert_eq!(within(-0.1, roof, true).area_mm2, 0.0);
    }
}
