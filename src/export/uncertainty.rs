//! How far the contacts can be trusted, as it stands in the JSON of an analysis: poses nearby, and a bite that is doubtful.
use super::contact::{ZoneRecord, ZoneUncertainty};
use crate::base::{Rigid, Warning};
use crate::engine::{Contact, Spread, Sure, Uncertainty, UncertaintySettings};
use crate::exact::{SeparatingMotion, is_small_way_out};
use crate::field::contact::GapKind;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Spread of both jaws' areas at a threshold, mm².
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaSpread {
    pub threshold_mm: f64,
    pub upper_mm2: Spread,
    pub lower_mm2: Spread,
}

/// The contact by closest gap in many poses nearby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncertaintyRecord {
    /// Which gap the areas are of, whatever the contact's.
    #[serde(default)]
    pub gap: GapKind,
    #[serde(flatten)]
    pub settings: UncertaintySettings,
    /// About which the poses turn, world coordinates; absent in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<[f64; 3]>,
    /// 5 % of the poses have less than `low`, 5 % more than `high`.
    pub areas: Vec<AreaSpread>,
}

/// Depth by closest gap, and the way out of a bite that is doubtful.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BiteRecord {
    pub max_depth_mm: f64,
    /// Deeper than sound scans of a sound bite are (0.1 mm).
    pub doubtful: bool,
    /// The smallest move that frees the jaws; `null` where the bite is not doubtful.
    #[serde(rename = "clearing")]
    pub separating_motion: Option<SeparatingMotionRecord>,
}

/// A move of the lower jaw: never made by the program itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeparatingMotionRecord {
    /// At the middle of the occlusal plane.
    pub shift_mm: [f64; 3],
    pub turn_deg: f64,
    /// What would still be inside after it, mm.
    pub left_mm: f64,
    /// The pose after it.
    pub upper_from_lower: [[f64; 4]; 4],
}

impl BiteRecord {
    pub fn new(max_depth_mm: f64, doubtful: bool, separating_motion: Option<&SeparatingMotion>, pose: &Rigid) -> Self {
        let separating_motion = separating_motion.map(|c| SeparatingMotionRecord {
            shift_mm: c.shift_mm.to_array(),
            turn_deg: c.turn_deg,
            left_mm: c.left_mm,
            upper_from_lower: (c.motion * *pose).to_rows(),
        });
        Self { max_depth_mm, doubtful, separating_motion }
    }

    /// The warning about a doubtful bite.
    pub fn warning(&self) -> Option<Warning> {
        let depth_mm = self.max_depth_mm;
        let is_small = |c: &&SeparatingMotionRecord| is_small_way_out(c.shift_mm.into(), c.turn_deg, c.left_mm);
        self.doubtful.then(|| match self.separating_motion.as_ref().filter(is_small) {
            Some(SeparatingMotionRecord { shift_mm, turn_deg, .. }) => {
                let shift_mm = DVec3::from(*shift_mm).length();
                Warning::new(format!(
                    "The bite is doubtful: {depth_mm:.2} mm deep by closest gap, more than 0.1 mm; the smallest move that would free it is \
                     {shift_mm:.2} mm and {turn_deg:.2} degrees."
                ))
            }
            None => Warning::new(format!(
                "The bite is doubtful: {depth_mm:.2} mm deep by closest gap, more than 0.1 mm; no small move was found that would free it."
            )),
        })
    }
}

/// Tells each zone's record how sure it is.
pub fn uncertainty_record(
    found: &Uncertainty,
    contact: &Contact,
    (thresholds_mm, zone_threshold_mm): (&[f64], f64),
    zones: &mut [ZoneRecord],
) -> UncertaintyRecord {
    // Contacts by another gap are other contacts.
    let of_zones = contact.zones(zone_threshold_mm).filter(|_| contact.gap == GapKind::Closest).unwrap_or_default();
    for (record, zone) in zones.iter_mut().zip(of_zones) {
        let share = found.share(zone, zone_threshold_mm);
        record.uncertainty = Some(ZoneUncertainty { share, sure: Sure::of(share) });
    }
    let spread = |threshold_mm: &f64| {
        let [upper_mm2, lower_mm2] = [0, 1].map(|side| found.area_mm2(side, *threshold_mm));
        Some(AreaSpread { threshold_mm: *threshold_mm, upper_mm2: upper_mm2?, lower_mm2: lower_mm2? })
    };
    UncertaintyRecord {
        gap: GapKind::Closest,
        settings: found.asked.settings.clone(),
        centre: Some(found.asked.centre.to_array()),
        areas: thresholds_mm.iter().filter_map(spread).collect(),
    }
}
