//! Vertical dimension: schema "occluscope/vertical/1", and the same for people and for tables. Lengths mm, angles degrees, areas mm²;
//! unknown = null. Openings are chords of the lower incisal point, as the incisal pin of an articulator is set in `motion`.
mod svg;
mod tables;

use super::asked_jaws::AskedJaws;
use super::json::Inputs;
use super::motion::articulator::ArticulatorRecord;
use super::teeth::PairConfidence;
use crate::engine::vertical::{Meeting, RESOLUTION_MM, VerticalFound, VerticalQuestion, VerticalStep};
use crate::field::ContactArea;
use crate::field::contact::{ScopeKind, ToothPair};
use serde::Serialize;
pub use svg::write_svg;

pub const SCHEMA: &str = "occluscope/vertical/1";

#[derive(Clone, Debug, Serialize)]
pub struct VerticalRecord {
    schema: &'static str,
    version: &'static str,
    inputs: Inputs,
    pub scope: ScopeKind,
    pub start_upper_from_lower: [[f64; 4]; 4],
    pub articulator: ArticulatorRecord,
    pub hinge: HingeRecord,
    pub thresholds_mm: Vec<f64>,
    /// Bounds what counts as contact of a pair.
    pub zone_threshold_mm: f64,
    /// The jaw closes from step to step.
    pub steps: Vec<StepRecord>,
    /// Meetings are told so exactly, mm of opening.
    pub resolution_mm: f64,
    /// In the order in which pairs of teeth come within `zone_threshold_mm`.
    pub meetings: Vec<MeetingRecord>,
    /// Opening of the first contact of anything that counts, by the exact search from the largest opening on; `null`: none, or earlier.
    pub first_contact_mm: Option<f64>,
    pub asked: AskedJaws,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HingeRecord {
    pub world_from_hinge: [[f64; 4]; 4],
    /// The lower incisal point at opening 0, hinge frame.
    pub incisal: [f64; 3],
    pub radius_mm: f64,
    /// From the axis to the incisal pin.
    pub pin_arm_mm: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepRecord {
    pub opening_mm: f64,
    pub opening_deg: f64,
    /// Along the occlusal normal.
    pub incisal_down_mm: f64,
    /// By how much a pin at `pin_arm_mm` from the axis is longer.
    pub pin_mm: f64,
    pub upper_from_lower: [[f64; 4]; 4],
    pub areas: Vec<AreaRecord>,
    pub max_depth_mm: f64,
    pub clearance_mm: Option<f64>,
    pub contacts: usize,
    pub pairs: Vec<PairRecord>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct AreaRecord {
    pub threshold_mm: f64,
    pub area_upper_mm2: f64,
    pub area_lower_mm2: f64,
    pub penetrating_area_upper_mm2: f64,
    pub penetrating_area_lower_mm2: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairRecord {
    pub upper: u8,
    pub lower: u8,
    pub area_mm2: f64,
    pub min_gap_mm: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct MeetingRecord {
    pub order: usize,
    pub upper: u8,
    pub lower: u8,
    #[serde(flatten)]
    pub sure: PairConfidence,
    /// The largest opening at which the pair is within `zone_threshold_mm`, and at which it touches (`null`: nowhere on the way).
    pub within_mm: f64,
    pub meets_mm: Option<f64>,
    /// They were there already at the largest opening.
    pub earlier: bool,
}

impl AreaRecord {
    /// As [`ContactArea::mean_mm2`].
    pub fn mean_mm2(&self) -> f64 {
        (self.area_upper_mm2 + self.area_lower_mm2) / 2.0
    }

    fn new(area: &ContactArea) -> Self {
        Self {
            threshold_mm: area.threshold_mm,
            area_upper_mm2: area.area_upper_mm2,
            area_lower_mm2: area.area_lower_mm2,
            penetrating_area_upper_mm2: area.penetrating_area_upper_mm2,
            penetrating_area_lower_mm2: area.penetrating_area_lower_mm2,
        }
    }
}

impl StepRecord {
    fn new(step: &VerticalStep, pin_per_mm: f64) -> Self {
        let pair = |pair: &ToothPair| PairRecord {
            upper: pair.upper.number(),
            lower: pair.lower.number(),
            area_mm2: pair.area_mm2(),
            min_gap_mm: pair.min_gap_mm,
        };
        Self {
            opening_mm: step.opening_mm,
            opening_deg: step.opening_deg,
            incisal_down_mm: step.incisal_down_mm,
            pin_mm: step.opening_mm * pin_per_mm,
            upper_from_lower: step.upper_from_lower.to_rows(),
            areas: step.contact.areas.iter().map(AreaRecord::new).collect(),
            max_depth_mm: step.contact.max_depth_mm,
            clearance_mm: step.contact.clearance_mm,
            contacts: step.contact.n_zones,
            pairs: step.contact.pairs.iter().map(pair).collect(),
        }
    }
}

impl MeetingRecord {
    fn new(m: &Meeting) -> Self {
        let (upper, lower) = (m.upper.number(), m.lower.number());
        let Meeting { order, confidences, within_mm, meets_mm, is_earlier, .. } = *m;
        Self { order, upper, lower, sure: PairConfidence::new(confidences), within_mm, meets_mm, earlier: is_earlier }
    }
}

/// What a record says beside the answer.
pub struct Provenance {
    pub inputs: Inputs,
    pub scope: ScopeKind,
    pub articulator: ArticulatorRecord,
    /// From the axis to the incisal pin, mm; `None`: where the incisal point is.
    pub pin_arm_mm: Option<f64>,
    pub asked: AskedJaws,
}

impl VerticalRecord {
    /// Whether something is inside the other jaw already where the closing begins.
    pub fn begins_inside(&self) -> bool {
        self.steps.first().is_some_and(|step| step.max_depth_mm > 0.0)
    }

    pub fn new(found: &VerticalFound, asked: &VerticalQuestion, of: Provenance) -> Self {
        let radius_mm = asked.radius_mm();
        let pin_arm_mm = of.pin_arm_mm.unwrap_or(radius_mm);
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            inputs: of.inputs,
            scope: of.scope,
            start_upper_from_lower: asked.bite.to_rows(),
            articulator: of.articulator,
            hinge: HingeRecord {
                world_from_hinge: asked.hinge.world_from_hinge.to_rows(),
                incisal: asked.hinge.incisal.to_array(),
                radius_mm,
                pin_arm_mm,
            },
            thresholds_mm: asked.thresholds_mm.clone(),
            zone_threshold_mm: asked.zone_threshold_mm,
            steps: found.steps.iter().map(|step| StepRecord::new(step, pin_arm_mm / radius_mm)).collect(),
            resolution_mm: RESOLUTION_MM,
            meetings: found.meetings.iter().map(MeetingRecord::new).collect(),
            first_contact_mm: found.first_contact_mm,
            asked: of.asked,
            warnings: Vec::new(),
        }
    }
}
