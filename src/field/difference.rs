//! How far the live engine's figures are from the exact ones, figure by figure, in percent of the exact one.
use super::{ContactArea, Metrics};

/// A figure that every engine gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Largest depth, mm.
    MaxDepth,
    /// Smallest projected gap, mm, negative inside.
    MinGap,
    /// Projected interference area, mm².
    InterferenceArea,
    /// Interference volume, mm³.
    InterferenceVolume,
    /// Contact area at a threshold, mm².
    ContactUpper,
    ContactLower,
    /// Its part with a negative gap, mm².
    PenetratingUpper,
    PenetratingLower,
    /// The rest of it, mm².
    NearUpper,
    NearLower,
}

impl Figure {
    pub const ALL: [Self; 10] = [
        Self::MaxDepth,
        Self::MinGap,
        Self::InterferenceArea,
        Self::InterferenceVolume,
        Self::ContactUpper,
        Self::PenetratingUpper,
        Self::NearUpper,
        Self::ContactLower,
        Self::PenetratingLower,
        Self::NearLower,
    ];

    /// Its name in files: the field of `occluscope/analysis/1` it belongs to, or is made from.
    pub fn name(self) -> &'static str {
        match self {
            Self::MaxDepth => "max_depth",
            Self::MinGap => "min_gap",
            Self::InterferenceArea => "interference_projected_area",
            Self::InterferenceVolume => "interference_volume",
            Self::ContactUpper => "area_upper",
            Self::PenetratingUpper => "penetrating_area_upper",
            Self::NearUpper => "near_area_upper",
            Self::ContactLower => "area_lower",
            Self::PenetratingLower => "penetrating_area_lower",
            Self::NearLower => "near_area_lower",
        }
    }

    /// The figure of an analysis; contact areas at a threshold that was asked for. `None` = unknown or not there.
    pub fn of(self, metrics: &Metrics, threshold_mm: f64) -> Option<f64> {
        let contact = || metrics.contact_at(threshold_mm);
        let area = |f: fn(&ContactArea) -> f64| contact().as_ref().map(f);
        match self {
            Self::MaxDepth => metrics.max_depth_mm,
            Self::MinGap => metrics.min_gap_mm,
            Self::InterferenceArea => Some(metrics.interference_projected_area_mm2),
            Self::InterferenceVolume => Some(metrics.interference_volume_mm3),
            Self::ContactUpper => area(|c| c.area_upper_mm2),
            Self::ContactLower => area(|c| c.area_lower_mm2),
            Self::PenetratingUpper => area(|c| c.penetrating_area_upper_mm2),
            Self::PenetratingLower => area(|c| c.penetrating_area_lower_mm2),
            Self::NearUpper => area(|c| c.area_upper_mm2 - c.penetrating_area_upper_mm2),
            Self::NearLower => area(|c| c.area_lower_mm2 - c.penetrating_area_lower_mm2),
        }
    }
}

/// Live minus exact in percent of the exact figure's size. Two zeros are 0 %; `None` where the exact figure alone is 0,
/// where either is missing, and where there is no number.
pub fn difference_percent(live: Option<f64>, exact: Option<f64>) -> Option<f64> {
    let (live, exact) = (live?, exact?);
    let percent = if live == exact { 0.0 } else { 100.0 * (live - exact) / exact.abs() };
    percent.is_finite().then_some(percent)
}

/// The figure that differs most, with its difference in percent; `None` when no figures can be compared.
pub fn worst_difference(live: &Metrics, exact: &Metrics, threshold_mm: f64) -> Option<(Figure, f64)> {
    let of = |figure: Figure| {
        difference_percent(figure.of(live, threshold_mm), figure.of(exact, threshold_mm)).map(|d| (figure, d))
    };
    Figure::ALL.into_iter().filter_map(of).max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
}

#[cfg(test)]
mod tests {
    use super::super::{PixelCounts, Verdict};
    use super::*;

    fn metrics() -> Metrics {
        let contact = ContactArea {
            threshold_mm: 0.1,
            area_upper_mm2: 12.0,
            area_lower_mm2: 11.0,
            penetrating_area_upper_mm2: 2.0,
            penetrating_area_lower_mm2: 1.5,
            projected_area_mm2: 10.0,
        };
        Metrics {
            projection: None,
            verdict: Verdict::Interfering,
            pixels: PixelCounts::default(),
            interference_projected_area_mm2: 1.25,
            interference_volume_mm3: 0.05,
            max_depth_mm: Some(0.08),
            min_gap_mm: Some(-0.08),
            contact: vec![contact],
            mean_cosine: None,
            triangle_pairs: None,
            clearance_mm: None,
            between_pixels: None,
            contact_gap: crate::field::contact::GapKind::Projected,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn a_difference_is_in_percent_of_the_exact_figure() {
        assert_eq!(difference_percent(Some(1.02), Some(1.0)).map(|d| (d * 1e6).round()), Some(2e6));
        // A gap is negative inside: what is deeper is below, whatever the sign of the reference.
        assert!(difference_percent(Some(-0.11), Some(-0.10)).is_some_and(|d| (d + 10.0).abs() < 1e-9));
        assert_eq!(difference_percent(Some(0.0), Some(0.0)), Some(0.0));
        for (live, exact) in [
            (Some(0.1), Some(0.0)),
            (None, Some(1.0)),
            (Some(1.0), None),
            (None, None),
            (Some(f64::NAN), Some(1.0)),
            (Some(1.0), Some(f64::INFINITY)),
        ] {
            assert_eq!(difference_percent(live, exact), None, "{live:?} {exact:?}");
        }
    }

    #[test]
    fn every_perturbed_figure_is_told_and_equal_ones_are_not() {
        let exact = metrics();
        assert_eq!(worst_difference(&exact, &exact, 0.1).map(|w| w.1), Some(0.0));
        type Change = fn(&mut Metrics);
        let changes: [(Change, Figure); 6] = [
            (|m| m.max_depth_mm = m.max_depth_mm.map(|d| d * 1.01), Figure::MaxDepth),
            (|m| m.min_gap_mm = m.min_gap_mm.map(|g| g * 1.01), Figure::MinGap),
            (|m| m.interference_projected_area_mm2 *= 1.01, Figure::InterferenceArea),
            (|m| m.interference_volume_mm3 *= 1.01, Figure::InterferenceVolume),
            (|m| m.contact[0].penetrating_area_lower_mm2 *= 1.01, Figure::PenetratingLower),
            (|m| m.contact[0].area_upper_mm2 += 0.1, Figure::NearUpper),
        ];
        for (change, figure) in changes {
            let mut live = exact.clone();
            change(&mut live);
            let (worst, by) = worst_difference(&live, &exact, 0.1).expect("they can be compared");
            assert_eq!((worst, (by.abs() * 1e6).round()), (figure, 1e6), "{by}");
        }
    }

    #[test]
    fn a_threshold_that_was_not_asked_for_has_no_areas() {
        assert_eq!(Figure::ContactUpper.of(&metrics(), 0.05), None);
        assert_eq!(Figure::NearLower.of(&metrics(), 0.1), Some(9.5));
    }
}
