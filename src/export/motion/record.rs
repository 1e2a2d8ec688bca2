//! The answer of `motion` as JSON, schema "occluscope/motion/1", and as a table for people. Lengths mm, angles degrees; unknown = null.
//! Poses of the jaw are in the hinge frame; `upper_from_lower` is that of the scans.
use super::articulator::ArticulatorRecord;
use super::fit::FitRecord;
use super::sensitivity::SensitivityRecord;
use crate::base::Rigid;
use crate::base::words::say;
use crate::engine::{PairSweep, StepContact, SweptContact};
use crate::export::asked_jaws::AskedJaws;
use crate::export::json::Inputs;
use crate::export::teeth::PairConfidence;
use crate::field::contact::ScopeKind;
use crate::field::{ContactArea, Verdict};
use crate::jaw::motion::{BothSides, Movement, MovementKind, ReferencePlane, Role};
use crate::jaw::teeth::doubt_mark;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

pub const SCHEMA: &str = "occluscope/motion/1";
/// Said of every pose.
pub const FRAME: &str = "x right, y front, z up, origin mid hinge axis";

#[derive(Debug, Serialize)]
pub struct MotionRecord {
    pub schema: &'static str,
    pub version: &'static str,
    pub frame: &'static str,
    /// What the frame's x-y plane is, and what all angles of guides are to.
    pub plane: ReferencePlane,
    /// "free", "incisal", "teeth"; of a record "recorded".
    pub guide: &'static str,
    pub movement: MovementRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedRecord>,
    pub articulator: ArticulatorRecord,
    pub hinge: HingePlaceRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tooth_guidance: Option<ToothGuidanceRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Inputs>,
    /// Where the lower jaw was at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_upper_from_lower: Option<[[f64; 4]; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds_mm: Option<Vec<f64>>,
    /// Bounds zones and pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone_threshold_mm: Option<f64>,
    pub steps: Vec<StepRecord>,
    /// Pairs of teeth in the order in which they come into contact; absent without scans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<PairSweepRecord>>,
    /// Of an imported record.
    pub residual_rms_mm: Option<f64>,
    /// An articulator's settings from the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<FitRecord>,
    /// Which contacts come and go over settings that nobody knows exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<SensitivityRecord>,
    /// What was asked beside what stands elsewhere: `verify` asks it again.
    pub asked: AskedRecord,
    pub timing_ms: MotionTiming,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedRecord {
    /// So many steps; `null`: as many as it takes.
    pub steps: Option<usize>,
    /// Whether it was asked what touches.
    pub contacts: bool,
    #[serde(flatten)]
    pub jaws: AskedJaws,
}

#[derive(Debug, Serialize)]
pub struct MovementRecord {
    pub kind: String,
    pub amount_mm: Option<f64>,
    /// Of a lateral movement: 0 a laterotrusion, 1 a protrusion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<f64>,
    /// What the amount is of.
    pub amount_of: &'static str,
}

impl MovementRecord {
    pub fn of(movement: &Movement) -> Self {
        let (forward, amount_of) = match movement.kind {
            MovementKind::Opening => (None, "chord at the incisal point"),
            MovementKind::Protrusion => (None, "condyles forward in the reference plane"),
            MovementKind::Retrusion => (None, "condyles backward in the reference plane"),
            MovementKind::Lateral { forward, .. } => {
                (Some(forward), "balancing condyle forward in the reference plane")
            }
        };
        Self { kind: movement.name(), amount_mm: Some(movement.amount_mm), forward, amount_of }
    }

    pub fn recorded(kind: &str) -> Self {
        Self { kind: kind.into(), amount_mm: None, forward: None, amount_of: "way of the incisal point" }
    }
}

/// Where a record came from and how it was taken.
#[derive(Debug, Serialize)]
pub struct RecordedRecord {
    pub file: String,
    pub format: &'static str,
    pub name: String,
    pub frequency_hz: Option<f64>,
    /// What was guessed or said of its order, unit and axes.
    pub read_as: String,
    /// How its poses were smoothed; absent: they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smoothed: Option<String>,
    /// What places it in the scans, and what its poses are told against.
    pub registered_by: String,
    /// Of poses against the marks at rest.
    pub residual_worst_mm: Option<f64>,
}

#[derive(Debug, Serialize)]
pub struct HingePlaceRecord {
    /// "average", "axis", "points", "facebow"; "none" without scans.
    pub placed_by: &'static str,
    pub world_from_hinge: Option<[[f64; 4]; 4]>,
    /// Of the lower jaw at the start, hinge frame.
    pub incisal: [f64; 3],
    pub condyles: BothSidesRecord,
}

#[derive(Debug, Serialize)]
pub struct BothSidesRecord {
    pub right: [f64; 3],
    pub left: [f64; 3],
}

#[derive(Debug, Serialize)]
pub struct ToothGuidanceRecord {
    /// "seat" or "subtract": what became of the bite's overlap.
    pub start: &'static str,
    /// From the bite as scanned to its first contact; positive opens.
    pub first_contact_deg: Option<f64>,
    pub all_proven: bool,
    pub holes: usize,
    pub jumps: usize,
}

#[derive(Debug, Serialize)]
pub struct StepRecord {
    pub s_mm: f64,
    /// Immediate side shift so far.
    pub shift_mm: f64,
    /// Way of the lower incisal point so far.
    pub incisal_way_mm: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_s: Option<f64>,
    pub opening_deg: Option<f64>,
    pub six: Option<[f64; 6]>,
    pub upper_from_lower: Option<[[f64; 4]; 4]>,
    /// By how much these points of the lower jaw have moved since the start.
    pub incisal_mm: Option<[f64; 3]>,
    pub condyles_mm: Option<BothSidesRecord>,
    pub contact: Option<StepContactRecord>,
    pub hole: bool,
    pub jump: bool,
    /// Of teeth as guide: no earlier touch is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<bool>,
    /// Of teeth as guide: where they touch first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touch: Option<TouchRecord>,
}

#[derive(Debug, Serialize)]
pub struct TouchRecord {
    /// World coordinates.
    pub place: [f64; 3],
    pub tooth_upper: Option<u8>,
    pub tooth_lower: Option<u8>,
    /// The surfaces meet, or are nearer than this, within this further closing.
    pub error_mm: f64,
}

#[derive(Debug, Serialize)]
pub struct StepContactRecord {
    pub verdict: Verdict,
    pub max_depth_mm: f64,
    pub clearance_mm: Option<f64>,
    pub zones: usize,
    /// By closest gap, as in an analysis.
    pub areas: Vec<StepAreaRecord>,
    pub pairs: Vec<StepPairRecord>,
}

#[derive(Debug, Serialize)]
pub struct StepAreaRecord {
    pub threshold_mm: f64,
    pub gap: &'static str,
    pub area_upper_mm2: f64,
    pub area_lower_mm2: f64,
    pub penetrating_area_upper_mm2: f64,
    pub penetrating_area_lower_mm2: f64,
}

#[derive(Debug, Serialize)]
pub struct StepPairRecord {
    pub upper: u8,
    pub lower: u8,
    pub area_mm2: f64,
    pub min_gap_mm: f64,
}

/// A role, in a table or a legend.
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::Working => say!("report-motion-working"),
        Role::Balancing => say!("report-motion-balancing"),
        Role::Protrusive => say!("report-motion-protrusive"),
        Role::Intercuspal => say!("report-motion-intercuspal"),
    }
}

#[derive(Debug, Serialize)]
pub struct PairSweepRecord {
    pub upper: u8,
    pub lower: u8,
    #[serde(flatten)]
    pub sure: PairConfidence,
    pub first_mm: f64,
    pub last_mm: f64,
    /// Way of the incisal point until the pair was last in contact: its disclusion path there.
    pub last_incisal_mm: f64,
    /// Of the path, 0 to 1.
    pub share: f64,
    pub order: usize,
    pub min_gap_mm: f64,
    pub max_depth_mm: f64,
    pub deepest_at_mm: f64,
    pub max_area_mm2: f64,
    pub largest_at_mm: f64,
    pub side: Option<Role>,
}

#[derive(Debug, Default, Serialize)]
pub struct MotionTiming {
    pub path: f64,
    /// Trees and all contacts.
    pub contacts: Option<f64>,
}

impl StepContactRecord {
    pub fn new(found: &StepContact) -> Self {
        let pair = |p: &crate::field::contact::ToothPair| StepPairRecord {
            upper: p.upper.number(),
            lower: p.lower.number(),
            area_mm2: p.area_mm2(),
            min_gap_mm: p.min_gap_mm,
        };
        Self {
            verdict: found.verdict,
            max_depth_mm: found.max_depth_mm,
            clearance_mm: found.clearance_mm,
            zones: found.n_zones,
            areas: found.areas.iter().map(StepAreaRecord::new).collect(),
            pairs: found.pairs.iter().map(pair).collect(),
        }
    }
}

impl StepAreaRecord {
    fn new(area: &ContactArea) -> Self {
        Self {
            threshold_mm: area.threshold_mm,
            gap: "closest",
            area_upper_mm2: area.area_upper_mm2,
            area_lower_mm2: area.area_lower_mm2,
            penetrating_area_upper_mm2: area.penetrating_area_upper_mm2,
            penetrating_area_lower_mm2: area.penetrating_area_lower_mm2,
        }
    }
}

impl MotionRecord {
    /// Adds what touches; `movement` is not known of records.
    pub fn add_contact(&mut self, swept: &SweptContact, movement: Option<&Movement>) {
        for (step, found) in self.steps.iter_mut().zip(&swept.steps) {
            step.contact = found.as_ref().map(StepContactRecord::new);
        }
        self.add_pairs(swept, &|step| step, movement);
    }

    /// Adds which teeth touch; `of_step`: the record's step that each of the sweep's is.
    pub fn add_pairs(&mut self, swept: &SweptContact, of_step: &dyn Fn(usize) -> usize, movement: Option<&Movement>) {
        let placed = |pair: &PairSweep| PairSweep {
            first_step: of_step(pair.first_step),
            last_step: of_step(pair.last_step),
            deepest_step: of_step(pair.deepest_step),
            largest_step: of_step(pair.largest_step),
            ..*pair
        };
        let pair = |pair: &PairSweep| self.pair(&placed(pair), movement);
        self.pairs = Some(swept.pairs.iter().map(pair).collect());
        self.scope = Some(swept.scope);
    }

    /// "?" behind the numbers of two teeth that are a guess, as far as they are among the pairs that meet.
    pub fn doubts_of(&self, [upper, lower]: [Option<u8>; 2]) -> [&'static str; 2] {
        let mut pairs = self.pairs.iter().flatten();
        let known = pairs.find(|pair| Some(pair.upper) == upper && Some(pair.lower) == lower);
        known.map_or([""; 2], |pair| pair.sure.of_each().map(doubt_mark))
    }

    fn pair(&self, pair: &PairSweep, movement: Option<&Movement>) -> PairSweepRecord {
        let at = |step: usize| self.steps[step].s_mm;
        let (first_mm, last_mm) = (at(pair.first_step), at(pair.last_step));
        PairSweepRecord {
            upper: pair.upper.number(),
            lower: pair.lower.number(),
            sure: PairConfidence::new(pair.confidences),
            first_mm,
            last_mm,
            last_incisal_mm: self.steps[pair.last_step].incisal_way_mm,
            share: pair.share,
            order: pair.order,
            min_gap_mm: pair.min_gap_mm,
            max_depth_mm: pair.max_depth_mm(),
            deepest_at_mm: at(pair.deepest_step),
            max_area_mm2: pair.max_area_mm2,
            largest_at_mm: at(pair.largest_step),
            side: Role::of(movement, pair.lower, first_mm, last_mm),
        }
    }

    /// One line a step, or, where contacts were looked for, a line a step and threshold.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(out);
        let pose =
            ["s_mm", "shift_mm", "time_s", "opening_deg", "tx_mm", "ty_mm", "tz_mm", "rx_deg", "ry_deg", "rz_deg"];
        let points = ["incisal_x_mm", "incisal_y_mm", "incisal_z_mm", "right_x_mm", "right_y_mm", "right_z_mm"];
        let rest = ["left_x_mm", "left_y_mm", "left_z_mm", "hole", "jump", "plane", "guide"];
        let contact = ["threshold_mm", "area_upper_mm2", "area_lower_mm2", "max_depth_mm", "clearance_mm"];
        let names = pose.iter().chain(&points).chain(&rest).chain(&contact);
        table.write_record(names).map_err(io::Error::other)?;
        for step in &self.steps {
            let areas = step.contact.as_ref().map_or(&[][..], |contact| &contact.areas);
            let empty = [None];
            let of_step: Vec<Option<&StepAreaRecord>> =
                if areas.is_empty() { empty.to_vec() } else { areas.iter().map(Some).collect() };
            for area in of_step {
                table.write_record(self.row(step, area)).map_err(io::Error::other)?;
            }
        }
        table.flush()
    }

    fn row(&self, step: &StepRecord, area: Option<&StepAreaRecord>) -> Vec<String> {
        let text = |x: Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
        let condyle = |pick: fn(&BothSidesRecord) -> [f64; 3]| step.condyles_mm.as_ref().map(pick);
        let mut row = vec![step.s_mm.to_string(), step.shift_mm.to_string(), text(step.time_s), text(step.opening_deg)];
        row.extend((0..6).map(|i| text(step.six.map(|six| six[i]))));
        for point in [step.incisal_mm, condyle(|c| c.right), condyle(|c| c.left)] {
            row.extend((0..3).map(|i| text(point.map(|p| p[i]))));
        }
        row.extend([step.hole.to_string(), step.jump.to_string(), self.plane.name().into(), self.guide.into()]);
        row.extend(
            [area.map(|a| a.threshold_mm), area.map(|a| a.area_upper_mm2), area.map(|a| a.area_lower_mm2)].map(text),
        );
        let contact = step.contact.as_ref();
        row.extend([text(contact.map(|c| c.max_depth_mm)), text(contact.and_then(|c| c.clearance_mm))]);
        row
    }
}

impl BothSidesRecord {
    /// Of two points of the lower jaw, where a motion has taken them since the start.
    pub fn moved(motion: &Rigid, points: BothSides<glam::DVec3>) -> Self {
        let moved = points.map(|p| (motion.transform_point(p) - p).to_array());
        Self { right: moved.right, left: moved.left }
    }
}
