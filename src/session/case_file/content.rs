//! What is kept of a case, beside its scans.
use super::{motion, teeth};
use crate::base::json::RawJson;
use crate::base::{LengthUnit, Rigid, Warning};
use crate::export::trim::TrimRecord;
use crate::jaw::JawSide;
use crate::jaw::teeth::landmarks::Landmark;
use crate::jaw::{JawPair, KeptSection, Measure, Pin, Teeth, Trim};
use crate::render::Camera;
use crate::session::{Bites, Directions, KeptMotion, NamedView, Session, Settings};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is kept of a case, beside its scans.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseContent {
    /// Of the scans' coordinates.
    pub unit: LengthUnit,
    /// Whether holes were filled and bases added.
    pub closed: bool,
    pub upper_from_lower: Rigid,
    /// Named poses, and which one the jaw is in or has left last.
    pub bites: Bites,
    /// `None`: as they are estimated.
    pub directions: Option<Directions>,
    pub settings: Settings,
    pub notes: String,
    pub camera: Option<Camera>,
    /// The one jaw that the view shows.
    pub solo: Option<JawSide>,
    /// "overview", "3d", "split" or "map"; anything else is the first of them.
    pub layout: String,
    pub views: Vec<NamedView>,
    /// Labels of the teeth, in a form of their own.
    pub teeth: Option<RawJson>,
    /// What is left out of every judgement; `None`: nothing.
    pub trim: Option<TrimRecord>,
    /// The section that stands, if one does.
    pub section: Option<KeptSection>,
    pub measures: Vec<Measure>,
    /// How the jaw moves, in a form of its own; `None`: as by the averages.
    pub motion: Option<RawJson>,
    pub pins: Vec<Pin>,
    /// Points of teeth that a hand has placed.
    pub placed: Vec<Landmark>,
    pub recovery: Option<RecoveryRecord>,
    /// Local date and time of saving.
    pub saved: String,
    /// Fields of a later program with the same schema.
    pub others: Vec<(String, RawJson)>,
    /// What was read otherwise than it stands in the file; no part of it.
    pub doubt: Option<Warning>,
}

impl Default for CaseContent {
    fn default() -> Self {
        Self {
            unit: LengthUnit::Millimetre,
            closed: true,
            upper_from_lower: Rigid::IDENTITY,
            bites: Bites::default(),
            directions: None,
            settings: Settings::default(),
            notes: String::new(),
            camera: None,
            solo: None,
            layout: String::new(),
            views: Vec::new(),
            teeth: None,
            trim: None,
            section: None,
            measures: Vec::new(),
            motion: None,
            pins: Vec::new(),
            placed: Vec::new(),
            recovery: None,
            saved: String::new(),
            others: Vec::new(),
            doubt: None,
        }
    }
}

impl CaseContent {
    /// What a session has now; everything else as in `kept`, with which it was opened.
    pub fn of(session: &Session, kept: &Self) -> Self {
        Self {
            unit: session.pair().upper.unit,
            upper_from_lower: session.bite(),
            bites: session.bites().clone(),
            directions: Some(*session.directions()),
            settings: session.settings().clone(),
            notes: session.notes().to_string(),
            views: session.views().to_vec(),
            teeth: teeth::to_json(session.teeth(), session.pair()).or_else(|| kept.teeth.clone()),
            trim: TrimRecord::of(session.trim(), session.pair()).or_else(|| kept.unread_trim(session)),
            section: session.section().copied(),
            measures: session.measures().to_vec(),
            motion: motion::to_json(session).or_else(|| kept.unread_motion()),
            pins: session.pins().to_vec(),
            placed: session.placed().to_vec(),
            doubt: None,
            ..kept.clone()
        }
    }

    /// Trimmed surface of other triangles than a session's, by the roles that the jaws have there now. It stays in the case until
    /// something is trimmed anew: read as it was read then, the scans have those triangles again.
    fn unread_trim(&self, session: &Session) -> Option<TrimRecord> {
        let record = self.trim.as_ref()?;
        let record = if session.is_swapped() { record.swapped() } else { record.clone() };
        record.trim(session.pair()).is_err().then_some(record)
    }

    /// Motion that this program cannot read. It stays in the case until somebody says something of motion.
    fn unread_motion(&self) -> Option<RawJson> {
        self.motion.clone().filter(|text| motion::from_json(text).is_err())
    }

    /// How the jaw moves; by the averages where the case says nothing of it that this program reads.
    pub fn kept_motion(&self) -> KeptMotion {
        self.motion.as_ref().and_then(|text| motion::from_json(text).ok()).unwrap_or_default()
    }

    /// Said where motion is of a form that this program does not read.
    fn doubts_motion(&self) -> Option<Warning> {
        let why = motion::from_json(self.motion.as_ref()?).err()?;
        Some(Warning::new(format!(
            "The motion of the case is not used: {why}. The case keeps it until something of motion is changed."
        )))
    }

    /// A session of the pair that was prepared from this case's scans.
    pub fn session(&self, pair: Arc<JawPair>) -> Session {
        let mut session = Session::new(pair, self.upper_from_lower, self.settings.clone());
        if let Some(directions) = self.directions {
            session.set_directions(directions);
        }
        session.set_bites(self.bites.clone());
        session.set_written(&self.notes, self.views.clone());
        session.set_measured(self.section, self.measures.clone());
        session.set_motion(self.kept_motion());
        session.set_marked(self.pins.clone(), self.placed.clone());
        session.set_trim(self.trim_of(session.pair()));
        if let Some(teeth) = self.teeth_of(session.pair()) {
            session.set_teeth(teeth);
        }
        session
    }

    /// What is left out of a pair; nothing where it is of other triangles.
    pub fn trim_of(&self, pair: &JawPair) -> Trim {
        self.trim.as_ref().and_then(|record| record.trim(pair).ok()).unwrap_or_default()
    }

    /// What is to be said of the case once its scans are there.
    pub fn doubts(&self, pair: &JawPair) -> Vec<Warning> {
        self.doubt.iter().cloned().chain(self.doubts_trim(pair)).chain(self.doubts_motion()).collect()
    }

    /// Said where trimmed surface is of other triangles than the pair's.
    fn doubts_trim(&self, pair: &JawPair) -> Option<Warning> {
        let why = self.trim.as_ref()?.trim(pair).err()?;
        Some(Warning::new(format!(
            "The trimmed surface of the case is not left out: {why}. The case keeps it until something is trimmed anew."
        )))
    }

    /// The teeth that the case keeps; `None` where they are of other triangles than this pair's.
    pub fn teeth_of(&self, pair: &JawPair) -> Option<Teeth> {
        self.teeth.as_ref().and_then(|text| teeth::from_json(text, pair))
    }
}

/// What a recovery file belongs to: paths of this machine, for the list of recent cases and for saving.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecoveryRecord {
    /// The case file that was open.
    pub case: Option<String>,
    /// The scans that were opened by themselves.
    pub scans: Option<[String; 2]>,
    pub name: String,
}
