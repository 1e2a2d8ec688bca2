//! What every live frame said: by it anybody can check that no figure jumps when the projection turns
//! (`scripts/drag-steps`).
use crate::gpu::FrameFigures;

/// Five minutes at 30 frames a second; the first are kept.
const MOST: usize = 10_000;

/// The figures of one live frame.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FrameRecord {
    pub frame: u64,
    /// tx, ty, tz in mm, rx, ry, rz in degrees.
    pub upper_from_lower: [f64; 6],
    /// `None` when nothing was within the range.
    pub direction: Option<[f64; 3]>,
    pub pixel_mm: Option<f64>,
    /// Along which the contact zone would be seen most squarely.
    pub zone_direction: Option<[f64; 3]>,
    pub max_depth_mm: Option<f64>,
    pub min_gap_mm: Option<f64>,
    pub volume_mm3: f64,
    /// At each threshold, upper and lower jaw.
    pub threshold_mm: Vec<f64>,
    pub area_upper_mm2: Vec<f64>,
    pub area_lower_mm2: Vec<f64>,
}

impl FrameRecord {
    pub fn of(figures: &FrameFigures) -> Self {
        let m = &figures.metrics;
        let each = |f: fn(&crate::field::ContactArea) -> f64| m.contact.iter().map(f).collect();
        Self {
            frame: figures.frame,
            upper_from_lower: figures.upper_from_lower.to_six(),
            direction: m.projection.map(|p| p.direction.to_array()),
            pixel_mm: m.projection.map(|p| p.u_mm),
            zone_direction: figures.zone_direction.map(|d| d.to_array()),
            max_depth_mm: m.max_depth_mm,
            min_gap_mm: m.min_gap_mm,
            volume_mm3: m.interference_volume_mm3,
            threshold_mm: each(|c| c.threshold_mm),
            area_upper_mm2: each(|c| c.area_upper_mm2),
            area_lower_mm2: each(|c| c.area_lower_mm2),
        }
    }
}

/// The frames so far.
#[derive(Debug, Default, serde::Serialize)]
pub struct FrameLog {
    frames: Vec<FrameRecord>,
    /// For which there was no room.
    n_left_out: usize,
}

impl FrameLog {
    pub fn push(&mut self, record: FrameRecord) {
        if self.frames.len() < MOST {
            self.frames.push(record);
        } else {
            self.n_left_out += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rigid;
    use crate::field::{Metrics, Question};

    #[test]
    fn the_log_is_bounded_and_says_so() {
        let figures = FrameFigures {
            frame: 7,
            upper_from_lower: Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            metrics: Metrics::apart(&Question::default()),
            zone_direction: None,
            latency_ms: 0.0,
            passes_ms: Vec::new(),
        };
        let record = FrameRecord::of(&figures);
        assert!((record.upper_from_lower[4] - 5.0).abs() < 1e-9 && record.area_upper_mm2.len() == 8, "{record:?}");
        let mut log = FrameLog::default();
        (0..MOST + 100).for_each(|_| log.push(record.clone()));
        assert_eq!((log.frames.len(), log.n_left_out), (MOST, 100));
    }
}
