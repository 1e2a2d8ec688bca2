//! What undo brings back: the case as it is at one moment.
use super::bites::Bites;
use super::jaw_motion::KeptMotion;
use super::{Directions, NamedView, Settings};
use crate::base::{Rigid, rounded};
use crate::jaw::motion::Articulator;
use crate::jaw::teeth::landmarks::Landmark;
use crate::jaw::{Fdi, HingeAnatomy, HingeAxis, JawPair, JawSide, KeptSection, Measure, Pin, Teeth, Trim};
use std::sync::Arc;

/// Everything that undo brings back. Cheap to clone: the meshes are shared.
#[derive(Clone, Debug)]
pub struct State {
    pub pair: Arc<JawPair>,
    pub upper_from_lower: Rigid,
    /// Named poses, and which one the jaw is in or has left last.
    pub bites: Bites,
    pub directions: Directions,
    pub settings: Settings,
    /// The jaws have changed roles since the case was opened.
    pub swapped: bool,
    /// Numbers given to teeth by hand.
    pub named: NamedTeeth,
    /// Surface that is left out of every judgement.
    pub trim: Trim,
    /// What a person wrote down about the case.
    pub notes: Arc<str>,
    /// Views that were given a name, in world coordinates, in the order in which they were saved; each name once.
    pub views: Arc<Vec<NamedView>>,
    /// The section that stands where a hand has put it.
    pub section: Option<KeptSection>,
    /// What a hand has measured, in the order in which it did.
    pub measures: Arc<Vec<Measure>>,
    /// How the jaw moves.
    pub motion: KeptMotion,
    /// Notes that hang on the jaws.
    pub pins: Arc<Vec<Pin>>,
    /// Points of teeth that a hand has placed, each once.
    pub placed: Arc<Vec<Landmark>>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pair, &other.pair)
            && (&self.upper_from_lower, &self.bites) == (&other.upper_from_lower, &other.bites)
            && self.directions == other.directions
            && self.settings == other.settings
            && self.swapped == other.swapped
            && (&self.named, &self.trim) == (&other.named, &other.trim)
            && (&self.notes, &self.views) == (&other.notes, &other.views)
            && (&self.section, &self.measures) == (&other.section, &other.measures)
            && self.motion == other.motion
            && (&self.pins, &self.placed) == (&other.pins, &other.placed)
    }
}

impl State {
    /// Whether the case is the same as far as its figures and what was written down go: scans, pose, bites, directions, settings of the
    /// analysis, notes, named views, section, measures, motion, pins, points placed by hand. How it is looked at now (colours, transparency, what is hidden) is kept with a case, but is
    /// no change of it worth a question.
    pub fn same_case(&self, other: &Self) -> bool {
        let analysis = |s: &Settings| (s.threshold_mm, s.range_mm, s.resolution, s.direction, s.scope);
        (Arc::ptr_eq(&self.pair, &other.pair) || self.pair.hashes() == other.pair.hashes())
            && (&self.upper_from_lower, &self.bites) == (&other.upper_from_lower, &other.bites)
            && self.directions == other.directions
            && analysis(&self.settings) == analysis(&other.settings)
            && (self.swapped, &self.named, &self.trim) == (other.swapped, &other.named, &other.trim)
            && (&self.notes, &self.views) == (&other.notes, &other.views)
            && (&self.section, &self.measures) == (&other.section, &other.measures)
            && self.motion == other.motion
            && (&self.pins, &self.placed) == (&other.pins, &other.placed)
    }

    /// The axis that opening and closing turns about: where a facebow has it, else by the averages.
    pub fn hinge(&self) -> HingeAxis {
        hinge_of(&self.directions, &self.motion, &self.pair)
    }

    /// The articulator, which has the case's hinge axis; of condyles that were picked their distance.
    pub fn articulator(&self) -> Articulator {
        articulator_of(&self.directions.anatomy, &self.motion)
    }
}

/// The hinge axis of a case: where a facebow has it, else by the averages.
pub fn hinge_of(directions: &Directions, motion: &KeptMotion, pair: &JawPair) -> HingeAxis {
    let average = directions.hinge(pair);
    let Some(world) = motion.facebow.and_then(|facebow| facebow.world_from_hinge()) else { return average };
    let half_width_mm = articulator_of(&directions.anatomy, motion).half_width_mm();
    HingeAxis { point: world.translation, direction: world.rotation.x_axis, half_width_mm, ..average }
}

/// The articulator of a case, whose axis is that of its anatomy, or of its facebow.
pub fn articulator_of(anatomy: &HingeAnatomy, motion: &KeptMotion) -> Articulator {
    let HingeAnatomy { intercondylar_mm, incisal_to_condyle_mm, balkwill_angle_rad } = *anatomy;
    let picked_mm = motion.facebow.and_then(|facebow| facebow.intercondylar_mm());
    let intercondylar_mm = picked_mm.unwrap_or(intercondylar_mm);
    let arm_mm = incisal_to_condyle_mm.max(if picked_mm.is_some() { 0.5 * intercondylar_mm + 10.0 } else { 0.0 });
    let balkwill_deg = rounded(balkwill_angle_rad.to_degrees(), 9);
    Articulator { intercondylar_mm, arm_mm, balkwill_deg, ..motion.articulator }
}

/// Numbers given by hand, and the teeth that they were given to: others may be found later.
#[derive(Clone, Debug, Default)]
pub struct NamedTeeth {
    /// As they were found, as if the jaws had never been swapped.
    pub(super) of: Arc<Teeth>,
    /// Each tooth once.
    pub(super) numbers: Arc<Vec<NamedTooth>>,
}

impl PartialEq for NamedTeeth {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers && (self.numbers.is_empty() || Arc::ptr_eq(&self.of, &other.of))
    }
}

/// A number that a tooth got by hand, as if the jaws had never been swapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedTooth {
    pub side: JawSide,
    /// Its place in the jaw's regions.
    pub region: usize,
    /// `None`: it has no number.
    pub fdi: Option<Fdi>,
}
