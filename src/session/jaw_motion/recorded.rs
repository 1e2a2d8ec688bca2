//! Records of movements: one of a file chosen, placed in the scans, and kept.
use super::kept::KeptRecord;
use super::track::known_kind;
use crate::base::Rigid;
use crate::import::motion::{MotionFile, Recorded};
use crate::jaw::motion::{HingeFrame, RecordedMotion};
use glam::DVec3;

/// The movement of a name, or of a number from 1; without a name the only one.
///
/// # Errors
/// What must be named.
pub fn chosen<'a>(file: &'a MotionFile, name: Option<&str>) -> Result<&'a Recorded, String> {
    let names = || {
        let all: Vec<String> = file.movements.iter().zip(1..).map(|(m, i)| format!("{i} {}", m.kind)).collect();
        all.join(", ")
    };
    let Some(name) = name else {
        let [only] = &file.movements[..] else {
            return Err(format!("it holds several movements; name one after a colon, by name or number: {}", names()));
        };
        return Ok(only);
    };
    let number = name.parse::<usize>().ok().and_then(|n| file.movements.get(n.checked_sub(1)?));
    let mut named = file.movements.iter().filter(|movement| movement.kind == name);
    match (number.or(named.next()), named.next()) {
        (Some(found), None) => Ok(found),
        (Some(_), Some(_)) => {
            Err(format!("it holds several movements \"{name}\"; name one by its number: {}", names()))
        }
        (None, _) => Err(format!("it holds no movement \"{name}\"; there are: {}", names())),
    }
}

/// Where a record's frame is in the scans: by its own marks, else where the articulator has the axis.
pub fn placed(world_from_hinge: Option<Rigid>, incisal: Option<DVec3>, hinge: &HingeFrame) -> HingeFrame {
    let incisal_in_world = hinge.world_from_hinge.transform_point(hinge.incisal);
    match (world_from_hinge, incisal) {
        (Some(world_from_hinge), _) => HingeFrame::measured(world_from_hinge, incisal_in_world),
        (None, Some(incisal)) => {
            // The record's own incisor lies on the scans' one.
            let world = hinge.world_from_hinge;
            let translation = incisal_in_world - world.rotation * incisal;
            HingeFrame { world_from_hinge: Rigid { translation, ..world }, incisal }
        }
        (None, None) => *hinge,
    }
}

/// Way of a point of the lower jaw (hinge frame, in the bite) to each pose, mm.
pub fn ways_mm(motions: &[Rigid], point: DVec3) -> Vec<f64> {
    let (mut way, mut last) = (0.0, None::<DVec3>);
    let mut go = |motion: &Rigid| {
        let here = motion.transform_point(point);
        way += last.map_or(0.0, |last| last.distance(here));
        last = Some(here);
        way
    };
    motions.iter().map(&mut go).collect()
}

/// What is kept of a record that was read; `name` and `source` are for people. `None`: a case does not hold it.
pub fn kept(movement: &Recorded, found: &RecordedMotion, (name, source): (&str, &str)) -> Option<KeptRecord> {
    let record = KeptRecord {
        name: name.into(),
        kind: known_kind(&movement.kind).into(),
        times_s: found.times_s.clone(),
        motions: found.motions.clone(),
        world_from_hinge: found.world_from_hinge,
        incisal: found.incisal,
        half_width_mm: found.half_width_mm,
        residual_rms_mm: found.residual_rms_mm,
        smoothed: None,
        source: source.into(),
    };
    record.tidy()
}
