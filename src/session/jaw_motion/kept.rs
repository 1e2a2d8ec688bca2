//! What of a case's motion is kept: plain data that undo brings back and a case file holds.
use crate::base::Rigid;
use crate::engine::BiteStart;
use crate::jaw::motion::{Articulator, Facebow, Guide, Movement, MovementKind};
use glam::{DMat3, DVec3};
use std::sync::Arc;

/// How the jaw of a case moves.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptMotion {
    /// Its condyles' distance, arm and Balkwill angle are those of the case's hinge axis, whatever stands here
    /// ([`crate::session::Session::articulator`]).
    pub articulator: Articulator,
    /// Where the axis is in the scans; `None`: by the averages.
    pub facebow: Option<Facebow>,
    /// The movement that is chosen, unless a record is.
    pub movement: Movement,
    pub guide: Guide,
    pub start: BiteStart,
    /// Movements that were recorded, here or elsewhere.
    pub records: Arc<Vec<Arc<KeptRecord>>>,
    /// The record that is chosen, by its place.
    pub chosen: Option<usize>,
}

/// Average values, and a protrusion that the teeth guide.
impl Default for KeptMotion {
    fn default() -> Self {
        Self {
            articulator: Articulator::default(),
            facebow: None,
            movement: Movement { kind: MovementKind::Protrusion, amount_mm: 5.0 },
            guide: Guide::Teeth,
            start: BiteStart::Seat,
            records: Arc::default(),
            chosen: None,
        }
    }
}

/// More records a case does not hold.
pub const MOST_RECORDS: usize = 32;
/// Poses of all its records together: some eight minutes at 100 a second.
pub const MOST_POSES: usize = 50_000;
/// Characters.
const LONGEST_NAME: usize = 60;
const LONGEST_SOURCE: usize = 1000;
/// Nothing of a jaw is so far from anything, mm.
const FARTHEST_MM: f64 = 10_000.0;

/// A movement that was recorded.
#[derive(Clone, Debug)]
pub struct KeptRecord {
    pub name: String,
    /// As files call it: opening, protrusion, lateral_rt, lateral_lt, chewing, custom.
    pub kind: String,
    /// Of each pose, s, ascending; empty: not known.
    pub times_s: Vec<f64>,
    /// Against the bite, hinge frame.
    pub motions: Vec<Rigid>,
    /// Where that frame is in the scans; `None`: where the articulator has its axis.
    pub world_from_hinge: Option<Rigid>,
    /// The record's own lower incisor in the bite, hinge frame.
    pub incisal: Option<DVec3>,
    /// Half the distance of the record's own condyles, mm.
    pub half_width_mm: Option<f64>,
    /// Of marks against a rigid jaw, mm.
    pub residual_rms_mm: Option<f64>,
    /// How its poses were smoothed; `None`: they are as they were recorded.
    pub smoothed: Option<String>,
    /// Where it came from and how it was read, for people.
    pub source: String,
}

/// A record is compared with itself in every frame, and may be long.
impl PartialEq for KeptRecord {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (&self.name, &self.kind, &self.source) == (&other.name, &other.kind, &other.source)
                && (&self.times_s, &self.motions) == (&other.times_s, &other.motions)
                && (self.world_from_hinge, self.incisal) == (other.world_from_hinge, other.incisal)
                && (self.half_width_mm, self.residual_rms_mm) == (other.half_width_mm, other.residual_rms_mm)
                && self.smoothed == other.smoothed
    }
}

impl KeptRecord {
    /// As it may be kept: names that fit, numbers of a jaw. `None`: it can be none.
    pub fn tidy(mut self) -> Option<Self> {
        let cut = |text: &str, most: usize| text.trim().chars().filter(|c| !c.is_control()).take(most).collect();
        self.name = cut(&self.name, LONGEST_NAME);
        self.kind = cut(&self.kind, LONGEST_NAME);
        self.source = cut(&self.source, LONGEST_SOURCE);
        self.smoothed = self.smoothed.map(|words| cut(&words, LONGEST_SOURCE));
        self.is_sound().then_some(self)
    }

    fn is_sound(&self) -> bool {
        let is_near = |p: DVec3| p.is_finite() && p.abs().max_element() <= FARTHEST_MM;
        let frames = self.world_from_hinge.iter().chain(&self.motions);
        let times_fit = self.times_s.is_empty() || self.times_s.len() == self.motions.len();
        (2..=MOST_POSES).contains(&self.motions.len())
            && times_fit
            && self.times_s.iter().all(|t| t.is_finite() && t.abs() < 1e6)
            && self.times_s.windows(2).all(|pair| pair[0] < pair[1])
            && frames.into_iter().all(|frame| is_near(frame.translation))
            && self.incisal.is_none_or(is_near)
            && self.half_width_mm.is_none_or(|mm| (10.0..200.0).contains(&mm))
            && self.residual_rms_mm.is_none_or(|mm| (0.0..FARTHEST_MM).contains(&mm))
            && !self.name.is_empty()
    }

    /// Samples a second, where it has times.
    pub fn frequency(&self) -> Option<f64> {
        let (first, last) = (self.times_s.first()?, self.times_s.last()?);
        Some((self.times_s.len() - 1) as f64 / (last - first)).filter(|hz| hz.is_finite())
    }
}

impl KeptMotion {
    /// The record that is chosen.
    pub fn record(&self) -> Option<&Arc<KeptRecord>> {
        self.records.get(self.chosen?)
    }

    pub fn n_poses(&self) -> usize {
        self.records.iter().map(|record| record.motions.len()).sum()
    }

    /// The same with the jaws' roles changed: the upper moves against the lower, the other way round. `bite`: `upper_from_lower`
    /// before.
    pub fn swapped(&self, bite: &Rigid) -> Self {
        let turned = Rigid { rotation: DMat3::from_diagonal(DVec3::new(-1.0, 1.0, -1.0)), translation: DVec3::ZERO };
        let frame = |world_from_hinge: Rigid| bite.inverse() * world_from_hinge * turned;
        let record = |record: &Arc<KeptRecord>| {
            let motions = record.motions.iter().map(|motion| turned * motion.inverse() * turned).collect();
            let world_from_hinge = record.world_from_hinge.map(frame);
            Arc::new(KeptRecord { motions, world_from_hinge, incisal: None, ..(**record).clone() })
        };
        let facebow = self.facebow.map(|facebow| facebow.swapped(&bite.inverse()));
        Self { facebow, records: Arc::new(self.records.iter().map(record).collect()), ..self.clone() }
    }
}
