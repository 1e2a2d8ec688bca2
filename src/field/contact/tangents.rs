//! What readings of the gap at two places tell of the way between them.
//!
//! Over a facet of the other surface the closest gap is straight, and where the nearest facet changes it has a kink: outwards
//! over a ridge, where of both straight pieces the larger holds, inwards over a groove, where the smaller does. So two readings
//! with their slopes tell all of a way with one kink, wherever it is. Straight from reading to reading would be too large a gap
//! over every ridge: areas of scans with large triangles came out up to 0.9 % too small.
use super::Reading;
use glam::DVec3;
use std::hint::select_unpredictable;
use std::ops::{Add, Div};

/// The way between two places with slopes.
#[derive(Clone, Copy)]
pub struct Way {
    mean_mm: f64,
    slopes: [DVec3; 2],
    opposite: Option<u32>,
    bend: Bend,
}

impl Way {
    /// `None` where a slope is not known.
    #[inline]
    pub fn between(from: &Reading, to: &Reading, way: DVec3) -> Option<Self> {
        let (slope, other) = (from.slope?, to.slope?);
        let bend = bend(slope.dot(way) / 2.0, -other.dot(way) / 2.0, to.gap_mm - from.gap_mm);
        let mean_mm = (from.gap_mm + to.gap_mm) / 2.0;
        Some(Self { mean_mm, slopes: [slope, other], opposite: from.opposite, bend })
    }

    /// By how much the gap half way departs from the mean of both ends.
    #[inline]
    pub fn bend_mm(&self) -> f64 {
        self.bend.mm
    }

    /// The reading half way.
    #[inline]
    pub fn middle(&self) -> Reading {
        let slope = self.bend.slope(self.slopes[0], self.slopes[1]);
        Reading { gap_mm: self.mean_mm + self.bend.mm, slope: Some(slope), opposite: self.opposite }
    }
}

/// The reading half way between two; straight from one to the other where a slope is not known.
pub fn middle_between(from: &Reading, to: &Reading, way: DVec3) -> Reading {
    let straight = || Reading { gap_mm: (from.gap_mm + to.gap_mm) / 2.0, slope: None, opposite: from.opposite };
    Way::between(from, to, way).map_or_else(straight, |way| way.middle())
}

/// How the gap half way between two places departs from the mean of both.
#[derive(Clone, Copy, Debug)]
pub struct Bend {
    pub mm: f64,
    /// The same, were it straight from the first and from the second end, mm.
    first: f64,
    second: f64,
}

impl Bend {
    /// The slope half way, by those at both ends.
    #[inline]
    pub fn slope<V: Copy + Add<Output = V> + Div<f64, Output = V>>(&self, first: V, second: V) -> V {
        if !self.is_one_way() {
            (first + second) / 2.0
        } else if self.is_first() {
            first
        } else {
            second
        }
    }

    /// Whether one kink, outwards or inwards, explains both ends.
    #[inline]
    fn is_one_way(&self) -> bool {
        self.first * self.second >= 0.0
    }

    /// Whether the middle then lies on the first end's straight piece: the one that departs less.
    #[inline]
    fn is_first(&self) -> bool {
        self.first.abs() <= self.second.abs()
    }
}

/// `up` and `down`: how much more than at the first and at the second end the gap would be half way, were it straight from
/// there; `rise`: how much larger it is at the second end than at the first.
#[inline]
pub fn bend(up: f64, down: f64, rise: f64) -> Bend {
    // Against the mean of both ends.
    let (first, second) = (up - rise / 2.0, down + rise / 2.0);
    let bend = Bend { mm: 0.0, first, second };
    // Which it is nobody foretells: both take less than a wrong guess. With a kink each way: the cubic with these ends and slopes.
    let on_piece = select_unpredictable(bend.is_first(), first, second);
    Bend { mm: select_unpredictable(bend.is_one_way(), on_piece, (first + second) / 4.0), ..bend }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(gap_mm: f64, slope: f64) -> Reading {
        Reading { gap_mm, slope: Some(DVec3::X * slope), opposite: None }
    }

    #[test]
    fn one_kink_between_two_places_is_found_wherever_it_is() {
        let way = DVec3::new(2.0, 1.0, 0.0);
        for outwards in [true, false] {
            for kink in [0.1, 0.5, 0.9, 1.0, 1.3, 2.0] {
                let (before, after) = if outwards { (0.1, 0.4) } else { (0.4, 0.1) };
                let gap = |x: f64| 0.05 + (x - kink) * if x < kink { before } else { after };
                let slope = |x: f64| if x < kink { before } else { after };
                let (from, to) = (reading(gap(0.0), slope(0.0)), reading(gap(2.0), slope(2.0)));
                let middle = middle_between(&from, &to, way);
                assert!((middle.gap_mm - gap(1.0)).abs() < 1e-12, "{kink}: {} is not {}", middle.gap_mm, gap(1.0));
                let mean = (gap(0.0) + gap(2.0)) / 2.0;
                let bend = Way::between(&from, &to, way).expect("slopes are known").bend_mm();
                assert!((mean + bend - gap(1.0)).abs() < 1e-12);
                // The twin: straight between both ends is another gap, and always too large over a ridge.
                let is_inner = kink < 2.0;
                assert_eq!((mean - gap(1.0)).abs() > 1e-3, is_inner, "{kink}");
                assert!(!is_inner || (mean > gap(1.0)) == outwards);
            }
        }
    }

    #[test]
    fn a_smooth_gap_is_that_of_the_cubic_and_one_without_slopes_is_straight() {
        // A cube, whose ends bend opposite ways.
        let (from, to) = (reading(-1.0, 3.0), reading(1.728, 4.32));
        let middle = middle_between(&from, &to, DVec3::X * 2.2);
        assert!((middle.gap_mm - 0.001).abs() < 1e-12, "{}", middle.gap_mm);
        let [from, to] = [&from, &to].map(|r| Reading::without_slope(r.gap_mm));
        assert_eq!(middle_between(&from, &to, DVec3::X).gap_mm, 0.364);
        assert!(Way::between(&from, &to, DVec3::X).is_none());
    }
}
