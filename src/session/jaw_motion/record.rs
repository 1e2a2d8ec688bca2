//! The motion of a case as it stands in `case.json` (decision 022). Lengths mm, angles degrees; a record's pose is where it has come to
//! (x, y, z) and its turn as a quaternion, scalar first, hinge frame.
use super::kept::{KeptMotion, KeptRecord, MOST_POSES, MOST_RECORDS};
use crate::base::json::RawJson;
use crate::base::{Rigid, rounded};
use crate::engine::BiteStart;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::jaw::motion::{Guide, Movement, MovementKind};
use glam::{DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Serialize, Deserialize)]
struct MotionRecord {
    articulator: ArticulatorRecord,
    #[serde(default)]
    movement: Option<MovementRecord>,
    #[serde(default = "teeth")]
    guide: Guide,
    /// "seat" or "subtract".
    #[serde(default)]
    start: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    records: Vec<RecordRecord>,
    /// The record that is chosen, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chosen: Option<usize>,
}

fn teeth() -> Guide {
    Guide::Teeth
}

#[derive(Debug, Serialize, Deserialize)]
struct MovementRecord {
    kind: String,
    amount_mm: f64,
    /// Of a lateral one: 0 a laterotrusion, 1 a protrusion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forward: Option<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecordRecord {
    name: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    source: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    times_s: Vec<f64>,
    poses: Vec<[f64; 7]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    world_from_hinge: Option<[[f64; 4]; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    incisal: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    half_width_mm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    residual_rms_mm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smoothed: Option<String>,
}

/// As text; `None` of a case in which nobody has said anything of motion.
pub fn to_json(motion: &KeptMotion) -> Option<RawJson> {
    if *motion == KeptMotion::default() {
        return None;
    }
    let record = MotionRecord {
        articulator: ArticulatorRecord::new(&motion.articulator, motion.facebow.as_ref()),
        movement: Some(MovementRecord::of(&motion.movement)),
        guide: motion.guide,
        start: motion.start.name().into(),
        records: motion.records.iter().map(|record| RecordRecord::of(record)).collect(),
        chosen: motion.chosen,
    };
    serde_json::to_string(&record).ok().map(|text| RawJson::new(&text))
}

/// What the text says.
///
/// # Errors
/// Why it is no motion of a jaw, without the case's name.
pub fn from_json(text: &RawJson) -> Result<KeptMotion, String> {
    let record: MotionRecord = serde_json::from_str(text.text()).map_err(|e| e.to_string())?;
    let n_poses: usize = record.records.iter().map(|record| record.poses.len()).sum();
    if record.records.len() > MOST_RECORDS || n_poses > MOST_POSES {
        return Err(format!("it holds more than {MOST_RECORDS} records or {MOST_POSES} poses"));
    }
    let usual = KeptMotion::default();
    let articulator = record.articulator.articulator().map_err(|e| e.to_string())?;
    let facebow = record.articulator.facebow().map_err(|e| e.to_string())?;
    let movement = match &record.movement {
        Some(movement) => movement.movement().ok_or("its movement is none")?,
        None => usual.movement,
    };
    let records: Option<Vec<_>> = record.records.iter().map(|record| record.record().map(Arc::new)).collect();
    let records = records.ok_or("a recorded movement is none of a jaw")?;
    let start = if record.start == BiteStart::Subtract.name() { BiteStart::Subtract } else { BiteStart::Seat };
    let chosen = record.chosen.filter(|place| *place < records.len());
    Ok(KeptMotion { articulator, facebow, movement, guide: record.guide, start, records: Arc::new(records), chosen })
}

impl MovementRecord {
    fn of(movement: &Movement) -> Self {
        let forward = match movement.kind {
            MovementKind::Lateral { forward, .. } => Some(forward),
            _ => None,
        };
        Self { kind: movement.name(), amount_mm: movement.amount_mm, forward }
    }

    fn movement(&self) -> Option<Movement> {
        let usual = Movement::named(&self.kind)?;
        let kind = match (usual.kind, self.forward) {
            (MovementKind::Lateral { working, .. }, Some(forward)) => MovementKind::Lateral { working, forward },
            (kind, _) => kind,
        };
        Some(Movement { kind, amount_mm: self.amount_mm }).filter(Movement::is_sound)
    }
}

/// A nanometre, and a turn that moves nothing of a head by as much.
const DECIMALS_MM: i32 = 6;
const DECIMALS_TURN: i32 = 10;

impl RecordRecord {
    fn of(record: &KeptRecord) -> Self {
        let pose = |motion: &Rigid| {
            let (t, q) = (motion.translation, DQuat::from_mat3(&motion.rotation));
            let mm = |x: f64| rounded(x, DECIMALS_MM);
            let turn = |x: f64| rounded(x, DECIMALS_TURN);
            [mm(t.x), mm(t.y), mm(t.z), turn(q.w), turn(q.x), turn(q.y), turn(q.z)]
        };
        Self {
            name: record.name.clone(),
            kind: record.kind.clone(),
            source: record.source.clone(),
            times_s: record.times_s.clone(),
            poses: record.motions.iter().map(pose).collect(),
            world_from_hinge: record.world_from_hinge.map(|frame| frame.to_rows()),
            incisal: record.incisal.map(|p| p.to_array()),
            half_width_mm: record.half_width_mm,
            residual_rms_mm: record.residual_rms_mm,
            smoothed: record.smoothed.clone(),
        }
    }

    fn record(&self) -> Option<KeptRecord> {
        let pose = |[x, y, z, qw, qx, qy, qz]: &[f64; 7]| {
            let turn = DQuat::from_xyzw(*qx, *qy, *qz, *qw);
            let is_turn = turn.is_finite() && (turn.length() - 1.0).abs() < 1e-3;
            let rotation = DMat3::from_quat(if is_turn { turn.normalize() } else { DQuat::IDENTITY });
            is_turn.then_some(Rigid { rotation, translation: DVec3::new(*x, *y, *z) })
        };
        let motions: Option<Vec<Rigid>> = self.poses.iter().map(pose).collect();
        let world_from_hinge = self.world_from_hinge.map(Rigid::from_rows).transpose().ok()?;
        let record = KeptRecord {
            name: self.name.clone(),
            kind: self.kind.clone(),
            times_s: self.times_s.clone(),
            motions: motions?,
            world_from_hinge,
            incisal: self.incisal.map(DVec3::from_array),
            half_width_mm: self.half_width_mm,
            residual_rms_mm: self.residual_rms_mm,
            smoothed: self.smoothed.clone(),
            source: self.source.clone(),
        };
        record.tidy()
    }
}
