//! Where the curve of area against threshold is drawn, the same in the window, in files and in the report.

/// The curve runs from 0 to here: twice the thickest paper in use, as far as virtual occlusion has been tested, mm.
pub const CURVE_TO_MM: f64 = 0.4;
/// Its points lie so far apart, mm.
pub const CURVE_STEP_MM: f64 = 0.005;

/// Points of the curve, ascending, both ends included, mm.
pub fn curve_points_mm() -> Vec<f64> {
    let n = (CURVE_TO_MM / CURVE_STEP_MM).round() as u32;
    (0..=n).map(|i| f64::from(i) * CURVE_STEP_MM).collect()
}

/// Place of a threshold on the curve's axis, 0 to 1: square roots, because thin foils lie close together.
pub fn curve_place(mm: f64) -> f64 {
    (mm / CURVE_TO_MM).max(0.0).sqrt()
}

/// The threshold at a place of the axis, mm.
pub fn curve_mm_at(place: f64) -> f64 {
    let place = place.clamp(0.0, 1.0);
    place * place * CURVE_TO_MM
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Question;

    #[test]
    fn the_curve_reaches_beyond_every_foil_and_paper() {
        let points = curve_points_mm();
        assert_eq!((points.len(), points[0]), (81, 0.0));
        assert!((points[80] - CURVE_TO_MM).abs() < 1e-12);
        assert!(Question::DEFAULT_THRESHOLDS_MM.iter().all(|mm| *mm < CURVE_TO_MM));
    }

    #[test]
    fn the_axis_begins_and_ends_with_the_curve() {
        assert_eq!([0.0, CURVE_TO_MM / 4.0, CURVE_TO_MM].map(curve_place), [0.0, 0.5, 1.0]);
        assert!(curve_place(CURVE_TO_MM + 0.001) > 1.0);
        for mm in [0.008, 0.05, 0.2, 0.4] {
            assert!((curve_mm_at(curve_place(mm)) - mm).abs() < 1e-12);
        }
    }
}
