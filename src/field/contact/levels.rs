//! Areas at many levels of the gap at once.

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
}

impl<'a> Areas<'a> {
    pub fn new(levels: &'a Levels) -> Self {
        let n = levels.0.len();
        Self { levels, cut_mm2: vec![0.0; n], from_mm2: vec![0.0; n + 1] }
    }

    pub fn largest_mm(&self) -> f64 {
        self.levels.largest_mm()
    }

    /// Adds a triangle across which the gap runs straight from corner to corner.
    pub fn add(&mut self, gaps_mm: [f64; 3], area_mm2: f64) {
        let mut sorted = gaps_mm;
        sorted.sort_by(f64::total_cmp);
        let first = self.levels.0.partition_point(|l| *l < sorted[0]);
        let end = self.levels.0.partition_point(|l| *l < sorted[2]);
        for place in first..end {
            self.cut_mm2[place] += area_mm2 * share_within(sorted, self.levels.0[place]);
        }
        self.from_mm2[end] += area_mm2;
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

/// The share of a triangle where the gap, straight between ascending corner values, is at most `level`.
pub fn share_within([a, b, c]: [f64; 3], level: f64) -> f64 {
    if level >= c {
        1.0
    } else if level <= a {
        0.0
    } else if level <= b {
        (level - a) * (level - a) / ((b - a) * (c - a))
    } else {
        1.0 - (c - level) * (c - level) / ((c - b) * (c - a))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_where_the_level_runs() {
        // A gap that rises by 1 along x over the triangle (0,0) (1,0) (0,1): left of x lies 1 - (1 - x)² of it.
        for x in [0.0, 0.1, 0.5, 0.9, 1.0] {
            assert!((share_within([0.0, 0.0, 1.0], x) - (1.0 - (1.0 - x) * (1.0 - x))).abs() < 1e-15, "{x}");
            assert!((share_within([0.0, 1.0, 1.0], x) - x * x).abs() < 1e-15, "{x}");
        }
        assert_eq!([0.9, 1.0, 1.1].map(|l| share_within([1.0; 3], l)), [0.0, 1.0, 1.0], "what is level is in or out");
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
            assert!((share_within(gaps, level) - counted).abs() < 0.01, "{level}: {counted}");
        }
    }

    #[test]
    fn areas_add_up_at_every_level_and_nest() {
        let levels = Levels::new([0.2, 0.05, 0.1, 0.1]);
        assert_eq!(levels.mm(), [0.0, 0.05, 0.1, 0.2]);
        let mut areas = Areas::new(&levels);
        let triangles = [([-0.1, 0.3, 0.1], 2.0), ([-0.5, -0.4, -0.1], 1.0), ([0.05; 3], 4.0), ([0.21, 0.3, 0.9], 8.0)];
        for (gaps, area) in triangles {
            areas.add(gaps, area);
        }
        let got = areas.within_mm2();
        for (level, got) in levels.mm().iter().zip(&got) {
            let truth: f64 = triangles
                .iter()
                .map(|(gaps, area)| {
                    let mut sorted = *gaps;
                    sorted.sort_by(f64::total_cmp);
                    area * share_within(sorted, *level)
                })
                .sum();
            assert!((got - truth).abs() < 1e-12, "{level}: {got} and {truth}");
        }
        assert!(got.is_sorted());
        assert_eq!(levels.place(0.1), Some(2));
        assert_eq!(levels.place(0.15), None);
    }
}
