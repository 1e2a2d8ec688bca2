//! How far two maps of the same pixels agree, and why not where they do not.
use super::{GapField, PixelClass};

/// Gaps of less than this, mm, are touching to one engine and a hair of overlap to another: rounding decides.
const HAIR_MM: f32 = 1e-4;

/// Disagreements of a map with a judge's map of the same pixels, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Agreement {
    /// Pixels that both jaws cover in either map.
    pub pixels: u32,
    /// Left out: the ray passes within 1/256 pixel of an edge, where a raster's rounding may see another face.
    pub near_edge: u32,
    /// Left out: one of the two leaves the pixel unsolved.
    pub unsolved: u32,
    /// One says interfering and the other does not, though neither cause above applies.
    pub class_differs: u32,
    /// One has a gap within the range and the other none, likewise.
    pub gap_missing: u32,
    /// Pixels whose gaps were compared.
    pub compared: u32,
    /// Root mean square and largest difference of the compared gaps, mm; `None` when nothing was compared.
    pub gap_rms_mm: Option<f64>,
    pub gap_max_mm: Option<f64>,
}

/// Holds `map` against `judge`; both must be of the same projection. `near_edge` is the judge's.
pub fn agreement(map: &GapField, judge: &GapField, near_edge: &[bool]) -> Agreement {
    let mut found = Agreement::default();
    let (mut sum, mut largest) = (0.0, 0.0_f64);
    for i in 0..map.class.len().min(judge.class.len()) {
        let (a, b) = (map.class[i], judge.class[i]);
        if !covers_both(a) && !covers_both(b) {
            continue;
        }
        found.pixels += 1;
        if near_edge.get(i) == Some(&true) {
            found.near_edge += 1;
        } else if a == PixelClass::Unsolved || b == PixelClass::Unsolved {
            found.unsolved += 1;
        } else {
            let (gap, truth) = (map.gap_mm[i], judge.gap_mm[i]);
            let is_hair = gap.abs() < HAIR_MM || truth.abs() < HAIR_MM;
            found.class_differs +=
                u32::from((a == PixelClass::Interfering) != (b == PixelClass::Interfering) && !is_hair);
            if gap.is_nan() != truth.is_nan() {
                found.gap_missing += 1;
            } else if !gap.is_nan() {
                let difference = f64::from((gap - truth).abs());
                found.compared += 1;
                sum += difference * difference;
                largest = largest.max(difference);
            }
        }
    }
    if found.compared > 0 {
        found.gap_rms_mm = Some((sum / f64::from(found.compared)).sqrt());
        found.gap_max_mm = Some(largest);
    }
    found
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
        use PixelClass::{Clear, Interfering, None, Unsolved};
        let judge =
            map(&[(Clear, 0.5), (Interfering, -0.1), (Clear, 0.5), (Clear, 0.4), (None, f32::NAN), (Clear, 1.9)]);
        let ours =
            map(&[(Clear, 0.5), (Clear, 0.2), (Unsolved, f32::NAN), (Clear, 0.1), (None, f32::NAN), (Clear, f32::NAN)]);
        let near = [false, false, false, true, false, false];
        let got = agreement(&ours, &judge, &near);
        assert_eq!((got.pixels, got.near_edge, got.unsolved), (5, 1, 1));
        assert_eq!((got.class_differs, got.gap_missing, got.compared), (1, 1, 2));
        assert!((got.gap_max_mm.unwrap() - 0.3).abs() < 1e-6, "{got:?}");
        // The same map against itself has nothing to say.
        let same = agreement(&judge, &judge, &[false; 6]);
        assert_eq!((same.class_differs, same.gap_missing, same.gap_max_mm), (0, 0, Some(0.0)));
    }
}
