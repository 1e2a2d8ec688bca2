//! What a hand changes of the case's motion.
use super::kept::{KeptMotion, KeptRecord, MOST_POSES, MOST_RECORDS};
use crate::base::words::{decimal, say};
use crate::engine::BiteStart;
use crate::jaw::motion::{Articulator, Facebow, Guide, Movement};
use std::sync::Arc;

/// A change of how the jaw of a case moves.
#[derive(Clone, Debug, PartialEq)]
pub enum MotionChange {
    /// All of its settings.
    Articulator(Box<Articulator>),
    /// The same by its name.
    Preset(&'static str, Box<Articulator>),
    /// Where the axis is; `None`: by the averages.
    Facebow(Option<Facebow>),
    /// This movement is chosen, and no record.
    Movement(Movement),
    Guide(Guide),
    Start(BiteStart),
    /// The record at this place is chosen.
    Choose(usize),
    /// A record is kept, and chosen.
    AddRecord(Arc<KeptRecord>),
    RemoveRecord(usize),
}

impl MotionChange {
    /// What there cannot be changes nothing.
    pub fn apply(&self, motion: &mut KeptMotion) {
        match self {
            Self::Articulator(articulator) | Self::Preset(_, articulator) if articulator.fault().is_none() => {
                // The axis lies where it lies, whatever plane angles are told to.
                let lower_deg = articulator.pitches.lower_deg(motion.articulator.plane, articulator.plane);
                motion.facebow = motion.facebow.map(|facebow| facebow.to_lower(lower_deg));
                motion.articulator = **articulator;
            }
            Self::Articulator(_) | Self::Preset(..) => {}
            Self::Facebow(facebow) if facebow.is_none_or(|facebow| facebow.is_sound()) => {
                motion.facebow = *facebow;
            }
            Self::Facebow(_) => {}
            Self::Movement(movement) if movement.is_sound() => {
                (motion.movement, motion.chosen) = (*movement, None);
            }
            Self::Movement(_) => {}
            Self::Guide(guide) => motion.guide = *guide,
            Self::Start(start) => motion.start = *start,
            Self::Choose(place) => motion.chosen = Some(*place).filter(|place| *place < motion.records.len()),
            Self::AddRecord(record) => add(motion, record),
            Self::RemoveRecord(place) => remove(motion, *place),
        }
    }

    /// The condyles' distance, the arm and the Balkwill angle, degrees, where they are given anew.
    pub fn articulator(&self) -> Option<&Articulator> {
        match self {
            Self::Articulator(articulator) | Self::Preset(_, articulator) => {
                Some(&**articulator).filter(|articulator| articulator.fault().is_none())
            }
            _ => None,
        }
    }

    /// What the list of changes calls it.
    pub fn name(&self, before: &KeptMotion) -> String {
        match self {
            Self::Articulator(_) => say!("motion-command-articulator").into(),
            Self::Preset(name, _) => say!("motion-command-preset", name = preset_name(name)),
            Self::Facebow(Some(_)) => say!("motion-command-axis-placed").into(),
            Self::Facebow(None) => say!("motion-command-axis-average").into(),
            Self::Movement(movement) => {
                say!("motion-command-movement", name = movement_name(movement), mm = decimal(movement.amount_mm, 1))
            }
            Self::Guide(guide) => say!("motion-command-guide", guide = guide_name(*guide)),
            Self::Start(BiteStart::Seat) => say!("motion-command-seat").into(),
            Self::Start(BiteStart::Subtract) => say!("motion-command-subtract").into(),
            Self::Choose(place) => {
                let name = before.records.get(*place).map_or("", |record| record.name.as_str());
                say!("motion-command-record-chosen", name = name)
            }
            Self::AddRecord(record) => say!("motion-command-record-added", name = record.name),
            Self::RemoveRecord(place) => {
                let name = before.records.get(*place).map_or("", |record| record.name.as_str());
                say!("motion-command-record-removed", name = name)
            }
        }
    }
}

fn add(motion: &mut KeptMotion, record: &Arc<KeptRecord>) {
    let fits = motion.records.len() < MOST_RECORDS && motion.n_poses() + record.motions.len() <= MOST_POSES;
    let Some(record) = (**record).clone().tidy().filter(|_| fits) else { return };
    let records = Arc::make_mut(&mut motion.records);
    records.push(Arc::new(record));
    motion.chosen = Some(records.len() - 1);
}

fn remove(motion: &mut KeptMotion, place: usize) {
    if place >= motion.records.len() {
        return;
    }
    Arc::make_mut(&mut motion.records).remove(place);
    motion.chosen = match motion.chosen {
        Some(chosen) if chosen == place => None,
        Some(chosen) if chosen > place => Some(chosen - 1),
        chosen => chosen,
    };
}

/// What people call a movement.
pub fn movement_name(movement: &Movement) -> &'static str {
    match movement.name().as_str() {
        "opening" => say!("motion-opening"),
        "protrusion" => say!("motion-protrusion"),
        "retrusion" => say!("motion-retrusion"),
        "right" => say!("motion-right"),
        "left" => say!("motion-left"),
        "right-protrusion" => say!("motion-right-protrusion"),
        _ => say!("motion-left-protrusion"),
    }
}

/// What people call a preset.
pub fn preset_name(name: &str) -> &'static str {
    match name {
        "average-camper" => say!("articulator-average-camper"),
        "average-frankfurt" => say!("articulator-average-frankfurt"),
        "average-horizontal" => say!("articulator-average-horizontal"),
        "average-100" => say!("articulator-average-100"),
        _ => "Artex CT",
    }
}

/// What guides the jaw.
pub fn guide_name(guide: Guide) -> &'static str {
    match guide {
        Guide::Free => say!("motion-free"),
        Guide::Incisal => say!("motion-incisal"),
        Guide::Teeth => say!("motion-teeth"),
    }
}
