//! How far two maps of the same pixels agree, and why not where they do not.
use super::{GapField, PixelClass};

/// Depths carry four steps of a 24-bit depth buffer and four of the corners' single precision, together about 0.00003 mm
/// (METHOD.md, "Decision per pixel"); a gap has two of them, and this is a little more, mm. A gap below it is touching to
/// one engine and a hair of overlap to another.
pub const HAIR_MM: f64 = 1e-4;

/// What a ray passes nearer than 1/256 pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NearEdge {
    #[default]
    No,
    /// Edges across which the surface goes on: a raster may see the neighbour, whose depth is nearly the same.
    Plain,
    /// An edge where the surface ends or folds back, as seen along the ray: a raster may see another surface.
    Silhouette,
}

/// All that a judge finds within 1/256 pixel of a pixel's centre, where a raster's corners may be snapped to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nearby {
    classes: u8,
    /// Smallest and largest gap, mm; `None` without any.
    gap_mm: Option<[f64; 2]>,
    has_no_gap: bool,
}

impl Nearby {
    /// One more finding: class, and gap within the range.
    pub fn add(&mut self, class: PixelClass, gap_mm: Option<f64>) {
        self.classes |= 1 << class as u8;
        self.has_no_gap |= gap_mm.is_none();
        if let Some(gap) = gap_mm {
            let [lo, hi] = self.gap_mm.unwrap_or([gap; 2]);
            self.gap_mm = Some([lo.min(gap), hi.max(gap)]);
        }
    }

    /// Whether a map may say this here, rounding of the depths included.
    fn explains(&self, class: PixelClass, gap_mm: f32, range_mm: f64) -> bool {
        let gap = f64::from(gap_mm);
        let has = |c: PixelClass| self.classes >> c as u8 & 1 == 1;
        // Touching or overlapping by a hair is the same, as is a clearance at the very end of the range or beyond it.
        let is_hair = |c| matches!(c, PixelClass::Clear | PixelClass::Interfering) && gap.abs() < HAIR_MM;
        let touches = self.gap_mm.is_some_and(|[lo, hi]| lo < HAIR_MM && hi > -HAIR_MM);
        let class_fits = has(class) || is_hair(class) && touches;
        let gap_fits = match self.gap_mm {
            _ if gap.is_nan() => self.has_no_gap || self.gap_mm.is_some_and(|[_, hi]| hi > range_mm - HAIR_MM),
            Some([lo, hi]) => (lo - HAIR_MM..=hi + HAIR_MM).contains(&gap),
            None => false,
        };
        class_fits && (gap_fits || self.has_no_gap && gap > range_mm - HAIR_MM)
    }
}

/// A map that others are held against.
pub struct Judge<'a> {
    pub field: &'a GapField,
    /// Of every pixel.
    pub near_edge: &'a [NearEdge],
    /// Asked where a pixel differs.
    pub nearby: &'a dyn Fn(usize) -> Nearby,
    /// Largest clearance in the maps, mm.
    pub range_mm: f64,
}

/// Disagreements of a map with a judge's map of the same pixels, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Agreement {
    /// Pixels that both jaws cover in either map.
    pub pixels: u32,
    /// Left out: the ray passes within 1/256 pixel of a silhouette, where a raster's rounding may see another surface.
    pub near_silhouette: u32,
    /// Left out: one of the two leaves the pixel unsolved.
    pub unsolved: u32,
    /// Compared, within 1/256 pixel of an edge that is no silhouette.
    pub near_edge: u32,
    /// Compared, and different in class or by more than 0.0001 mm, as the judge itself is within 1/256 pixel.
    pub rounding: u32,
    /// Of another class, though no cause above applies.
    pub class_differs: u32,
    /// One has a gap within the range and the other none, likewise.
    pub gap_missing: u32,
    /// Gaps differ, likewise.
    pub gap_differs: u32,
    /// Column and row of the first pixel that differs without a cause.
    pub example: Option<[u32; 2]>,
    /// Pixels whose gaps were compared.
    pub compared: u32,
    /// Root mean square and largest difference of the compared gaps, mm; `None` when nothing was compared.
    pub gap_rms_mm: Option<f64>,
    pub gap_max_mm: Option<f64>,
}

impl Agreement {
    /// Disagreements without a cause.
    pub fn unexplained(&self) -> u32 {
        self.class_differs + self.gap_missing + self.gap_differs
    }

    /// Both together, as of two tiles of one pose; the example is the first one's.
    pub fn and(self, other: Self) -> Self {
        let squares = |a: &Self| f64::from(a.compared) * a.gap_rms_mm.unwrap_or(0.0).powi(2);
        let compared = self.compared + other.compared;
        let mean_square = (squares(&self) + squares(&other)) / f64::from(compared.max(1));
        Self {
            pixels: self.pixels + other.pixels,
            near_silhouette: self.near_silhouette + other.near_silhouette,
            unsolved: self.unsolved + other.unsolved,
            near_edge: self.near_edge + other.near_edge,
            rounding: self.rounding + other.rounding,
            class_differs: self.class_differs + other.class_differs,
            gap_missing: self.gap_missing + other.gap_missing,
            gap_differs: self.gap_differs + other.gap_differs,
            example: self.example.or(other.example),
            compared,
            gap_rms_mm: (compared > 0).then(|| mean_square.sqrt()),
            gap_max_mm: [self.gap_max_mm, other.gap_max_mm].into_iter().flatten().reduce(f64::max),
        }
    }
}

/// Holds `map` against a judge's of the same projection.
pub fn agreement(map: &GapField, judge: &Judge) -> Agreement {
    let mut found = Agreement::default();
    let mut differences = Differences::default();
    for i in 0..map.class.len().min(judge.field.class.len()) {
        let (a, b) = (map.class[i], judge.field.class[i]);
        let is_covered = covers_both(a) || covers_both(b);
        found.pixels += u32::from(is_covered);
        if judge.near_edge.get(i) == Some(&NearEdge::Silhouette) {
            found.near_silhouette += u32::from(is_covered);
        } else if a == PixelClass::Unsolved || b == PixelClass::Unsolved {
            found.unsolved += 1;
        } else if is_covered || a != b {
            found.near_edge += u32::from(judge.near_edge.get(i) == Some(&NearEdge::Plain));
            found.compare(map, judge, i);
            differences.add(map.gap_mm[i], judge.field.gap_mm[i]);
        }
    }
    found.compared = differences.n;
    (found.gap_rms_mm, found.gap_max_mm) = (differences.rms_mm(), differences.max_mm());
    found
}

impl Agreement {
    fn compare(&mut self, map: &GapField, judge: &Judge, i: usize) {
        let (a, b) = (map.class[i], judge.field.class[i]);
        let (gap, truth) = (map.gap_mm[i], judge.field.gap_mm[i]);
        let same_gap = gap.is_nan() && truth.is_nan() || f64::from((gap - truth).abs()) <= HAIR_MM;
        if a == b && same_gap {
            return;
        }
        let cause = if (judge.nearby)(i).explains(a, gap, judge.range_mm) {
            &mut self.rounding
        } else if a != b {
            &mut self.class_differs
        } else if gap.is_nan() != truth.is_nan() {
            &mut self.gap_missing
        } else {
            &mut self.gap_differs
        };
        *cause += 1;
        if self.unexplained() > 0 && self.example.is_none() {
            let cols = map.projection.cols.max(1);
            self.example = Some([i as u32 % cols, i as u32 / cols]);
        }
    }
}

/// Differences of a map's gaps from the means of several rays a pixel (Myszkowski et al. 1995, sect. 8). They measure
/// how much a surface bends within a pixel, not how exact the map is at the pixel's centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MeanDifference {
    pub rays_per_pixel: u32,
    pub compared: u32,
    /// Left out: pixels with a gap of which some ray has none within the range.
    pub partial: u32,
    pub rms_mm: Option<f64>,
    pub max_mm: Option<f64>,
}

/// `means_mm`: NaN where a ray has no gap.
pub fn mean_difference(map: &GapField, means_mm: &[f32], rays_per_pixel: u32) -> MeanDifference {
    let mut differences = Differences::default();
    map.gap_mm.iter().zip(means_mm).for_each(|(gap, mean)| differences.add(*gap, *mean));
    let facing = map.gap_mm.iter().filter(|gap| !gap.is_nan()).count() as u32;
    MeanDifference {
        rays_per_pixel,
        compared: differences.n,
        partial: facing - differences.n,
        rms_mm: differences.rms_mm(),
        max_mm: differences.max_mm(),
    }
}

/// Differences of gaps that both have.
#[derive(Default)]
struct Differences {
    n: u32,
    squares: f64,
    largest: f64,
}

impl Differences {
    fn add(&mut self, a: f32, b: f32) {
        let difference = f64::from((a - b).abs());
        if !difference.is_nan() {
            self.n += 1;
            self.squares += difference * difference;
            self.largest = self.largest.max(difference);
        }
    }

    fn rms_mm(&self) -> Option<f64> {
        (self.n > 0).then(|| (self.squares / f64::from(self.n)).sqrt())
    }

    fn max_mm(&self) -> Option<f64> {
        (self.n > 0).then_some(self.largest)
    }
}

fn covers_both(class: PixelClass) -> bool {
    matches!(class, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{ChosenBy, NO_TRIANGLE, Projection};
    use glam::DVec3;

    fn map(pixels: &[(PixelClass, f32)]) -> GapField {
        let n = pixels.len();
        let projection = Projection {
            direction: DVec3::Z,
            u: DVec3::X,
            v: DVec3::Y,
            origin: DVec3::ZERO,
            u_mm: 0.1,
            v_mm: 0.1,
            cols: n as u32,
            rows: 1,
            chosen_by: ChosenBy::Given,
        };
        GapField {
            projection,
            class: pixels.iter().map(|p| p.0).collect(),
            gap_mm: pixels.iter().map(|p| p.1).collect(),
            upper_depth_mm: vec![0.0; n],
            lower_depth_mm: vec![0.0; n],
            upper_triangle: vec![NO_TRIANGLE; n],
            lower_triangle: vec![NO_TRIANGLE; n],
        }
    }

    #[test]
    fn every_disagreement_has_its_cause() {
        use PixelClass::{Clear, Interfering, None, Unsolved, UpperOnly};
        const NAN: f32 = f32::NAN;
        const RANGE: f64 = 2.0;
        // Map, judge, edge, what else the judge finds nearby; and the cause as the count that it raises.
        let rows = [
            ((Clear, 0.5), (Clear, 0.5), NearEdge::No, (Clear, 0.5), ""),
            ((Clear, 0.5), (Clear, 0.50008), NearEdge::No, (Clear, 0.5), ""),
            ((Clear, 0.2), (Interfering, -0.1), NearEdge::No, (Interfering, -0.1), "class"),
            ((Clear, 0.2), (Interfering, -0.1), NearEdge::No, (Clear, 0.3), "rounding"),
            ((Clear, 0.0), (Interfering, -0.00005), NearEdge::No, (Interfering, -0.00005), "rounding"),
            ((UpperOnly, NAN), (Clear, 0.4), NearEdge::No, (Clear, 0.4), "class"),
            ((UpperOnly, NAN), (None, NAN), NearEdge::No, (None, NAN), "class"),
            ((Unsolved, NAN), (Clear, 0.5), NearEdge::No, (Clear, 0.5), "unsolved"),
            ((Clear, 0.1), (Clear, 0.4), NearEdge::Silhouette, (Clear, 0.4), "silhouette"),
            ((Clear, 0.1), (Clear, 0.4), NearEdge::Plain, (Clear, 0.39), "gap"),
            ((Clear, 0.395), (Clear, 0.4), NearEdge::Plain, (Clear, 0.39), "rounding"),
            ((Clear, NAN), (Clear, 1.9), NearEdge::No, (Clear, 1.9), "missing"),
            ((Clear, NAN), (Clear, 1.99995), NearEdge::No, (Clear, 1.99995), "rounding"),
            ((Clear, 1.99995), (Clear, NAN), NearEdge::No, (Clear, NAN), "rounding"),
            ((Clear, 1.9), (Clear, NAN), NearEdge::No, (Clear, NAN), "missing"),
        ];
        for (ours, judged, edge, other, cause) in rows {
            let (field, truth) = (map(&[ours]), map(&[judged]));
            let nearby = |_| {
                let mut nearby = Nearby::default();
                [judged, other].iter().for_each(|p| nearby.add(p.0, Some(f64::from(p.1)).filter(|g| *g <= RANGE)));
                nearby
            };
            let judge = Judge { field: &truth, near_edge: &[edge], nearby: &nearby, range_mm: RANGE };
            let got = agreement(&field, &judge);
            let counts = [
                ("class", got.class_differs),
                ("missing", got.gap_missing),
                ("gap", got.gap_differs),
                ("rounding", got.rounding),
                ("unsolved", got.unsolved),
                ("silhouette", got.near_silhouette),
            ];
            for (name, n) in counts {
                assert_eq!(n, u32::from(name == cause), "{ours:?} {judged:?}: {name}, {got:?}");
            }
            assert_eq!(got.example, (got.unexplained() > 0).then_some([0, 0]));
            assert_eq!(got.near_edge, u32::from(edge == NearEdge::Plain));
            assert_eq!(agreement(&truth, &judge).unexplained(), 0, "the same map has nothing to say");
        }
    }

    #[test]
    fn a_mean_is_compared_where_every_ray_has_a_gap() {
        use PixelClass::Clear;
        let got = mean_difference(&map(&[(Clear, 0.5), (Clear, 0.2), (Clear, f32::NAN)]), &[0.6, f32::NAN, 0.1], 16);
        assert_eq!((got.compared, got.partial), (1, 1));
        assert!((got.max_mm.unwrap() - 0.1).abs() < 1e-6 && got.max_mm == got.rms_mm, "{got:?}");
    }
}
