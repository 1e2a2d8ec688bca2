//! How long the work took.
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Wall times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimingRecord {
    pub import: Option<f64>,
    pub prepare: Option<f64>,
    /// Whether the prepared scans were fetched from the cache on disk; absent where they were not opened for this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<bool>,
    /// From the pose to the figures on the CPU; the median with `--time`.
    pub frame: f64,
    pub passes: BTreeMap<String, f64>,
    /// Of `object_space`, which no frame holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_space: Option<f64>,
    /// Present with `--time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<FrameSeries>,
    /// Contacts by closest gap with zones and pairs of teeth, the trees built: as in motion, the lower jaw moved before each, and
    /// complete, at rest; medians, present with `--time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_frame: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_rest: Option<f64>,
}

/// Of the frames that were timed one by one, milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameSeries {
    pub count: usize,
    pub median: f64,
    pub p95: f64,
    pub max: f64,
}

impl FrameSeries {
    /// `None` of no times.
    pub fn of(mut times_ms: Vec<f64>) -> Option<Self> {
        times_ms.sort_by(f64::total_cmp);
        let at =
            |fraction: f64| times_ms.get(((times_ms.len().max(1) - 1) as f64 * fraction).round() as usize).copied();
        Some(Self { count: times_ms.len(), median: at(0.5)?, p95: at(0.95)?, max: at(1.0)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let series = FrameSeries::of(vec![5.0, 1.0, 3.0]).unwrap();
        assert_eq!((series.count, series.median, series.max), (3, 3.0, 5.0));
        assert_eq!(FrameSeries::of(vec![]), None);
    }
}
