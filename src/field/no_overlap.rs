//! A map held against object space: where the solids are known to lie nowhere in each other, a pixel that counts an overlap has been
//! misled. A wall that stands almost along the projection covers pixels by rounding alone, and a face seen edge on has no plane to
//! tell its depth by.
use super::{GapField, Metrics, PixelClass, Question, Verdict};
use crate::base::Warning;

/// Takes back every overlap of a pose whose solids are apart: such pixels are clear, and their gap is not known. Nothing changes
/// where no pixel overlaps. Gives how many did.
pub fn take_back_overlap(field: &mut GapField, metrics: &mut Metrics, question: &Question) -> u32 {
    let n = field.take_back_overlap();
    if n == 0 {
        return 0;
    }
    metrics.pixels.clear += metrics.pixels.interfering;
    metrics.pixels.interfering = 0;
    (metrics.interference_projected_area_mm2, metrics.interference_volume_mm3) = (0.0, 0.0);
    metrics.max_depth_mm = None;
    metrics.min_gap_mm = field.gap_mm.iter().filter(|gap| !gap.is_nan()).copied().reduce(f32::min).map(f64::from);
    let pixel_mm2 = field.projection.pixel_area_mm2();
    for area in &mut metrics.contact {
        let n_within = field.gap_mm.iter().filter(|gap| f64::from(**gap) <= area.threshold_mm).count();
        area.projected_area_mm2 = n_within as f64 * pixel_mm2;
        area.area_upper_mm2 = (area.area_upper_mm2 - area.penetrating_area_upper_mm2).max(0.0);
        area.area_lower_mm2 = (area.area_lower_mm2 - area.penetrating_area_lower_mm2).max(0.0);
        (area.penetrating_area_upper_mm2, area.penetrating_area_lower_mm2) = (0.0, 0.0);
    }
    let smallest_threshold_mm = question.smallest_threshold_mm();
    let of_pixels = Verdict::of(&metrics.pixels, metrics.min_gap_mm, smallest_threshold_mm);
    // What no pixel shows counts as before.
    metrics.verdict = metrics.between_pixels.map_or(of_pixels, |found| found.verdict(of_pixels, smallest_threshold_mm));
    metrics.warnings.push(taken_back("the map", n));
    n
}

/// What is said of `n` pixels of a map, or of several, whose overlap was taken back.
pub fn taken_back(of: &str, n: u32) -> Warning {
    Warning::new(format!(
        "{n} pixels of {of} counted an overlap along walls that stand almost along the projection; in object space nothing \
         overlaps, and they count as clear"
    ))
}

impl GapField {
    /// How many pixels it changed.
    fn take_back_overlap(&mut self) -> u32 {
        let mut n = 0;
        for (class, gap) in self.class.iter_mut().zip(&mut self.gap_mm) {
            if *class == PixelClass::Interfering || *gap < 0.0 {
                (*class, *gap) = (PixelClass::Clear, f32::NAN);
                n += 1;
            }
        }
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{BetweenPixels, ChosenBy, ContactArea, HiddenPlace, PixelCounts, Projection};
    use glam::DVec3;

    fn field() -> GapField {
        let projection = Projection {
            direction: DVec3::NEG_Z,
            u: DVec3::X,
            v: DVec3::NEG_Y,
            origin: DVec3::ZERO,
            u_mm: 0.5,
            v_mm: 0.5,
            cols: 3,
            rows: 1,
            chosen_by: ChosenBy::Given,
        };
        let pixels = [(-5.6, PixelClass::Interfering), (0.05, PixelClass::Clear), (0.3, PixelClass::Clear)];
        GapField::of_painted(projection, pixels.into_iter().map(|(gap, class)| ([gap, 0.0, 0.0, 0.0], [0, 0], class)))
    }

    fn metrics(field: &GapField) -> Metrics {
        Metrics {
            projection: Some(field.projection),
            verdict: Verdict::Interfering,
            pixels: PixelCounts { overlap: 3, clear: 2, interfering: 1, ..PixelCounts::default() },
            max_depth_mm: Some(5.6),
            min_gap_mm: Some(-5.6),
            interference_projected_area_mm2: 0.25,
            interference_volume_mm3: 1.4,
            contact: vec![ContactArea {
                threshold_mm: 0.1,
                area_upper_mm2: 4.0,
                area_lower_mm2: 3.25,
                penetrating_area_upper_mm2: 3.5,
                penetrating_area_lower_mm2: 3.0,
                projected_area_mm2: 0.5,
            }],
            ..Metrics::apart(&Question::default())
        }
    }

    #[test]
    fn an_overlap_that_is_none_is_taken_back_and_told() {
        let mut field = field();
        let mut metrics = metrics(&field);
        assert_eq!(take_back_overlap(&mut field, &mut metrics, &Question::default()), 1);
        assert_eq!((metrics.pixels.clear, metrics.pixels.interfering, metrics.verdict), (3, 0, Verdict::Apart));
        assert_eq!((metrics.max_depth_mm, metrics.interference_volume_mm3), (None, 0.0));
        assert!((metrics.min_gap_mm.expect("a gap") - 0.05).abs() < 1e-6);
        assert_eq!(metrics.contact[0].projected_area_mm2, 0.25);
        assert!(field.gap_mm[0].is_nan() && field.class[0] == PixelClass::Clear);
        assert_eq!(metrics.warnings.len(), 1);
        assert_eq!((metrics.contact[0].area_upper_mm2, metrics.contact[0].area_lower_mm2), (0.5, 0.25));
        // Once more there is nothing to take back.
        let before = metrics.clone();
        assert_eq!(take_back_overlap(&mut field, &mut metrics, &Question::default()), 0);
        assert_eq!(metrics, before);
    }

    #[test]
    fn what_no_pixel_shows_still_touches() {
        let place = |gap_mm: f64| HiddenPlace {
            gap_mm,
            upper_point: DVec3::ZERO,
            lower_point: DVec3::ZERO,
            upper_triangle: 0,
            lower_triangle: 0,
        };
        let hidden = |gap_mm: f64| BetweenPixels { unseen: None, n_pairs: 0, smallest: Some(place(gap_mm)) };
        for (gap_mm, wanted) in [(0.006, Verdict::Touching), (0.01, Verdict::Apart)] {
            let mut field = field();
            let mut metrics = Metrics { between_pixels: Some(hidden(gap_mm)), ..metrics(&field) };
            take_back_overlap(&mut field, &mut metrics, &Question::default());
            assert_eq!(metrics.verdict, wanted, "{gap_mm}");
        }
    }
}
