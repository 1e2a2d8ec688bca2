//! The exact figures beside the live ones in `occluscope/analysis/1`: field `exact`, present where they were computed.
use super::json::{ContactRecord, GapRecord, Interference, TrianglePairs, contacts, interference};
use crate::field::{Figure, Metrics, Verdict, difference_percent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the exact engine says of the same pose, along the same projection, on the same pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactRecord {
    pub engine: String,
    /// These three are `null` where the jaws are apart by more than the range.
    pub verdict: Option<Verdict>,
    pub interference: Option<Interference>,
    pub contact: Option<Vec<ContactRecord>>,
    /// `clearance_mm` is the smallest distance of the surfaces, 0 where they meet.
    pub gap: GapRecord,
    pub triangle_pairs: TrianglePairs,
    /// Wall time of the work, ms.
    pub frame_ms: f64,
    pub difference: DifferenceRecord,
    /// Contact areas of several projections, where they were computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<super::multi_projection::MultiProjectionRecord>,
}

/// How far the live figures are from the exact ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DifferenceRecord {
    /// Of the contact areas.
    pub threshold_mm: f64,
    pub same_verdict: Option<bool>,
    /// Live minus exact in percent of the exact figure, by figure; `null` where the exact one is 0 or missing.
    pub percent: BTreeMap<String, Option<f64>>,
}

impl ExactRecord {
    /// `live` are the figures of the same pose and pixels; contact areas are compared at `threshold_mm`.
    pub fn new(live: &Metrics, exact: &Metrics, threshold_mm: f64, frame_ms: f64) -> Self {
        // Without a map there is only the distance.
        let mapped = exact.projection.map(|_| exact);
        Self {
            engine: "bvh".into(),
            verdict: mapped.map(|m| m.verdict),
            interference: mapped.map(interference),
            contact: mapped.map(contacts),
            gap: GapRecord { min_mm: exact.min_gap_mm, clearance_mm: exact.clearance_mm },
            triangle_pairs: TrianglePairs { count: exact.triangle_pairs },
            frame_ms,
            difference: difference(live, mapped, threshold_mm),
            views: None,
        }
    }
}

fn difference(live: &Metrics, exact: Option<&Metrics>, threshold_mm: f64) -> DifferenceRecord {
    let percent = |figure: Figure| {
        let exact = exact.and_then(|e| figure.of(e, threshold_mm));
        (figure.name().to_owned(), difference_percent(figure.of(live, threshold_mm), exact))
    };
    DifferenceRecord {
        threshold_mm,
        same_verdict: exact.map(|e| e.verdict == live.verdict),
        percent: Figure::ALL.into_iter().map(percent).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;
    use crate::field::Question;

    fn exact(metrics: Metrics) -> Metrics {
        Metrics { triangle_pairs: Some(17), clearance_mm: Some(0.0), ..metrics }
    }

    #[test]
    fn equal_figures_differ_by_nothing_and_a_perturbed_one_is_told() {
        let live = test_data::metrics();
        let record = ExactRecord::new(&live, &exact(live.clone()), 0.1, 12.0);
        assert!(record.difference.percent.values().flatten().all(|d| *d == 0.0));
        assert_eq!((record.difference.same_verdict, record.triangle_pairs.count), (Some(true), Some(17)));
        let mut other = live.clone();
        other.max_depth_mm = other.max_depth_mm.map(|d| d * 2.0);
        other.verdict = Verdict::Undecided;
        let record = ExactRecord::new(&live, &exact(other), 0.1, 12.0);
        assert_eq!(record.difference.percent["max_depth"], Some(-50.0));
        assert_eq!(record.difference.same_verdict, Some(false));
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(serde_json::from_value::<ExactRecord>(value).unwrap(), record);
    }

    #[test]
    fn far_apart_only_the_distance_is_known() {
        let apart = Metrics::apart(&Question::default());
        let far = Metrics { triangle_pairs: Some(0), clearance_mm: Some(3.5), ..apart };
        let record = ExactRecord::new(&test_data::metrics(), &far, 0.1, 1.0);
        assert_eq!((record.verdict, record.gap.clearance_mm), (None, Some(3.5)));
        assert!(record.difference.percent.values().all(Option::is_none));
    }
}
