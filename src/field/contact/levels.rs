//! Areas at many levels of the gap at once.
use std::hint::select_unpredictable;

/// Levels of the gap, ascending, mm: thresholds, points of a curve, and 0, which parts the penetrating from the near.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels(Vec<f64>);

/// Levels closer than this are one, mm.
const SAME_MM: f64 = 1e-9;

impl Levels {
    /// 0 and everything given, each once.
    pub fn new(levels_mm: impl IntoIterator<Item = f64>) -> Self {
        let mut all: Vec<f64> = levels_mm.into_iter().filter(|l| l.is_finite()).chain([0.0]).collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < SAME_MM);
        Self(all)
    }

    pub fn mm(&self) -> &[f64] {
        &self.0
    }

    pub fn largest_mm(&self) -> f64 {
        self.0.last().copied().unwrap_or(0.0)
    }

    /// Place of a level that is one of these.
    pub fn place(&self, level_mm: f64) -> Option<usize> {
        self.0.iter().position(|l| (l - level_mm).abs() < SAME_MM)
    }
}

/// Areas by level while they are summed up.
#[derive(Clone, Debug)]
pub struct Areas<'a> {
    levels: &'a Levels,
    /// Of parts that are cut at a level, mm².
    cut_mm2: Vec<f64>,
    /// From a level on: parts that lie below it and all later ones.
    from_mm2: Vec<f64>,
    /// The first level that the last part reached: the next one is seldom far from it.
    last: usize,
}

impl<'a> Areas<'a> {
    pub fn new(levels: &'a Levels) -> Self {
        let n = levels.0.len();
        Self { levels, cut_mm2: vec![0.0; n], from_mm2: vec![0.0; n + 1], last: 0 }
    }

    /// Adds a triangle across which the gap runs straight from corner to corner; their gaps ascend.
    pub fn add(&mut self, ascending_mm: [f64; 3], area_mm2: f64) {
        let first = self.first_from(ascending_mm[0]);
        let cut = CutTriangle::new(ascending_mm);
        let mut end = first;
        for (level, sum) in self.levels.0[first..].iter().zip(&mut self.cut_mm2[first..]) {
            if cut.is_within(*level) {
                break;
            }
            *sum += area_mm2 * cut.share_within(*level);
            end += 1;
        }
        self.from_mm2[end] += area_mm2;
    }

    /// Whether a level lies between two gaps, or is one of them.
    #[inline]
    pub fn any_between(&mut self, least_mm: f64, most_mm: f64) -> bool {
        let first = self.first_from(least_mm);
        self.levels.0.get(first).is_some_and(|level| *level <= most_mm)
    }

    /// The first level that is not below.
    #[inline]
    fn first_from(&mut self, lowest: f64) -> usize {
        let levels = &self.levels.0;
        while self.last > 0 && levels[self.last - 1] >= lowest {
            self.last -= 1;
        }
        while self.last < levels.len() && levels[self.last] < lowest {
            self.last += 1;
        }
        self.last
    }

    pub fn join(&mut self, other: &Self) {
        self.cut_mm2.iter_mut().zip(&other.cut_mm2).for_each(|(sum, a)| *sum += a);
        self.from_mm2.iter_mut().zip(&other.from_mm2).for_each(|(sum, a)| *sum += a);
    }

    /// Area with a gap of at most each level, mm².
    pub fn within_mm2(&self) -> Vec<f64> {
        let mut below = 0.0;
        let level = |(cut, from): (&f64, &f64)| {
            below += from;
            below + cut
        };
        self.cut_mm2.iter().zip(&self.from_mm2).map(level).collect()
    }
}

/// Puts three numbers in order.
#[inline]
pub fn ascend(numbers: &mut [f64; 3]) {
    for (i, j) in [(0, 1), (1, 2), (0, 1)] {
        let (a, b) = (numbers[i], numbers[j]);
        let swap = a > b;
        (numbers[i], numbers[j]) = (select_unpredictable(swap, b, a), select_unpredictable(swap, a, b));
    }
}

/// A triangle across which the gap runs straight, by the gaps at its corners.
#[derive(Clone, Copy, Debug)]
pub struct CutTriangle {
    ascending_mm: [f64; 3],
}

impl CutTriangle {
    #[inline]
    pub fn new(ascending_mm: [f64; 3]) -> Self {
        Self { ascending_mm }
    }

    /// Whether it lies within a level as a whole: penetrating is what has a gap below 0, and not what lies on the other surface.
    #[inline]
    pub fn is_within(&self, level: f64) -> bool {
        let [lowest, _, highest] = self.ascending_mm;
        level >= highest && (level != 0.0 || lowest < 0.0)
    }

    /// The share of it where the gap is at most `level`, or below 0 at 0.
    #[inline]
    pub fn share_within(&self, level: f64) -> f64 {
        let [a, b, c] = self.ascending_mm;
        if self.is_within(level) {
            1.0
        } else if level <= a {
            0.0
        } else if level <= b {
            (level - a) * (level - a) / ((b - a) * (c - a))
        } else {
            1.0 - (c - level) * (c - level) / ((c - b) * (c - a))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_where_the_level_runs() {
        // A gap that rises by 1 along x over the triangle (0,0) (1,0) (0,1): left of x lies 1 - (1 - x)² of it.
        for x in [0.0, 0.1, 0.5, 0.9, 1.0] {
            assert!(
                (CutTriangle::new([0.0, 0.0, 1.0]).share_within(x) - (1.0 - (1.0 - x) * (1.0 - x))).abs() < 1e-15,
                "{x}"
            );
            assert!((CutTriangle::new([0.0, 1.0, 1.0]).share_within(x) - x * x).abs() < 1e-15, "{x}");
        }
        assert_eq!(
            [0.9, 1.0, 1.1].map(|l| CutTriangle::new([1.0; 3]).share_within(l)),
            [0.0, 1.0, 1.0],
            "what is level is in or out"
        );
        // On the other surface is near, and does not penetrate; its twin does.
        assert_eq!([0.0, 1e-12].map(|l| CutTriangle::new([0.0; 3]).share_within(l)), [0.0, 1.0]);
        assert_eq!(CutTriangle::new([-1e-12, 0.0, 0.0]).share_within(0.0), 1.0);
        // Numerically against many small pieces.
        let (gaps, n) = ([-0.3, 0.2, 0.7], 400);
        for level in [-0.2, 0.0, 0.2, 0.5] {
            let mut inside = 0;
            for i in 0..n {
                for j in 0..n - i {
                    let (u, v) = ((f64::from(i) + 1.0 / 3.0) / f64::from(n), (f64::from(j) + 1.0 / 3.0) / f64::from(n));
                    inside += u32::from(gaps[0] + u * (gaps[1] - gaps[0]) + v * (gaps[2] - gaps[0]) <= level);
                }
            }
            let counted = f64::from(inside) / f64::from(n * (n + 1) / 2);
            assert!((CutTriangle::new(gaps).share_within(level) - counted).abs() < 0.01, "{level}: {counted}");
        }
    }

    #[test]
    fn areas_add_up_at_every_level_and_nest() {
        let levels = Levels::new([0.2, 0.05, 0.1, 0.1]);
        assert_eq!(levels.mm(), [0.0, 0.05, 0.1, 0.2]);
        let mut areas = Areas::new(&levels);
        let triangles = [
            ([0.0; 3], 16.0),
            ([-0.1, 0.3, 0.1], 2.0),
            ([-0.5, -0.4, -0.1], 1.0),
            ([0.05; 3], 4.0),
            ([0.21, 0.3, 0.9], 8.0),
        ];
        for (mut gaps, area) in triangles {
            ascend(&mut gaps);
            areas.add(gaps, area);
        }
        let got = areas.within_mm2();
        for (level, got) in levels.mm().iter().zip(&got) {
            let truth: f64 = triangles
                .iter()
                .map(|(gaps, area)| {
                    let mut sorted = *gaps;
                    sorted.sort_by(f64::total_cmp);
                    area * CutTriangle::new(sorted).share_within(*level)
                })
                .sum();
            assert!((got - truth).abs() < 1e-12, "{level}: {got} and {truth}");
        }
        assert!(got.is_sorted());
        assert_eq!(levels.place(0.1), Some(2));
        assert_eq!(levels.place(0.15), None);
    }
}
