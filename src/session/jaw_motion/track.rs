//! Movements as tracks, which files are written from.
use super::kept::KeptRecord;
use crate::export::motion::track::{Track, TrackPlace};
use crate::jaw::motion::{Movement, MovementKind, Side, Step};

/// Of a computed movement; holes are left out.
pub fn of_path(movement: &Movement, steps: &[Step]) -> Track {
    let kind = match movement.kind {
        MovementKind::Opening => "opening",
        MovementKind::Protrusion => "protrusion",
        MovementKind::Lateral { working: Side::Right, forward: 0.0 } => "lateral_rt",
        MovementKind::Lateral { working: Side::Left, forward: 0.0 } => "lateral_lt",
        _ => "custom",
    };
    let place = |step: &Step| Some(TrackPlace { s_mm: step.s_mm, time_s: None, motion: step.motion()? });
    Track { kind: kind.into(), frequency: None, places: steps.iter().filter_map(place).collect() }
}

/// Of a record; `ways_mm`: of the incisal point.
pub fn of_record(record: &KeptRecord, ways_mm: &[f64]) -> Track {
    let place = |(i, (motion, s_mm)): (usize, (&crate::base::Rigid, &f64))| TrackPlace {
        s_mm: *s_mm,
        time_s: record.times_s.get(i).copied(),
        motion: *motion,
    };
    let places = record.motions.iter().zip(ways_mm).enumerate().map(place).collect();
    Track { kind: known_kind(&record.kind).into(), frequency: record.frequency(), places }
}

/// A name that other programs know.
pub fn known_kind(kind: &str) -> &'static str {
    const KNOWN: [&str; 5] = ["opening", "protrusion", "lateral_rt", "lateral_lt", "chewing"];
    KNOWN.into_iter().find(|known| kind == *known).unwrap_or("custom")
}
