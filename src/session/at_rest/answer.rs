//! All that is known of a pose at rest, and how it is written down.
use super::question::PoseQuestion;
use crate::base::{LengthUnit, Warning};
use crate::engine::{Analysis, Contact, Uncertainty};
use crate::exact::JawRuns;
use crate::export::exact::ExactRecord;
use crate::export::headline::Judged;
use crate::export::json::{AnalysisRecord, ContactRecord, TimingRecord};
use crate::export::measures::MeasureRecord;
use crate::export::named_bite::{InBiteRecord, LastBite};
use crate::export::pins::{PinRecord, PlacedRecord};
use crate::export::regions::RegionsRecord;
use crate::export::trim::TrimRecord;
use crate::export::uncertainty::BiteRecord;
use crate::export::view::{DirectionsRecord, ViewRecord};
use crate::field::contact::Zone;
use crate::field::{Penetration, SurfaceGaps};
use crate::jaw::teeth::landmarks::Landmark;
use crate::jaw::{JawPair, KeptSection, Measure, OcclusalFrame, Pin, ToothSource, orthodontics};
use crate::session::FoundTeeth;
use std::sync::Arc;

/// A pose and everything that was found about it.
#[derive(Clone, Debug)]
pub struct PoseAnswer {
    pub asked: PoseQuestion,
    pub pair: Arc<JawPair>,
    /// The patient's directions, world coordinates.
    pub frame: OcclusalFrame,
    /// Figures and maps.
    pub analysis: Analysis,
    /// The figures are a live frame's, of its very pixels.
    pub is_live: bool,
    /// By the gap that was asked for; `None`: it was not cut out.
    pub contact: Option<Arc<Contact>>,
    /// By closest gap: what the verdict is of. `None`: the verdict is that of the map.
    pub judged: Option<Arc<Contact>>,
    /// What the teeth are painted by; `None`: the map of the principal projection.
    pub gaps: Option<Arc<SurfaceGaps>>,
    pub teeth: FoundTeeth,
    pub bite: Option<BiteRecord>,
    pub uncertainty: Option<Uncertainty>,
    /// Depth and shared volume without pixels, and how long they took, ms.
    pub object_space: Option<(Penetration, f64)>,
    /// The exact figures beside live ones.
    pub exact: Option<ExactRecord>,
}

/// How an answer came about: what a record says beside it.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// Of the upper and of the lower jaw, as people named them.
    pub files: [String; 2],
    /// Unit that was asked for; `None`: told from the size.
    pub unit: Option<LengthUnit>,
    /// Open scans were closed.
    pub close: bool,
    /// The jaws have other roles than in their files.
    pub swapped: bool,
    /// The patient's, where a case keeps them.
    pub directions: Option<DirectionsRecord>,
    /// The teeth are those that a case keeps.
    pub teeth_of_case: bool,
    /// The record says which triangles are which tooth.
    pub with_regions: bool,
    /// Of reading and preparing the scans.
    pub timing_ms: TimingRecord,
    pub warnings: Vec<Warning>,
    /// How a window shows it.
    pub view: Option<ViewRecord>,
    pub section: Option<KeptSection>,
    pub measures: Arc<Vec<Measure>>,
    pub pins: Arc<Vec<Pin>>,
    /// Points of teeth that a hand has placed.
    pub placed: Arc<Vec<Landmark>>,
    /// The bite that the jaw is in, or has left last; `None` where a movement has it.
    pub last_bite: Option<LastBite>,
}

impl Default for Provenance {
    /// Scans of which nothing was said.
    fn default() -> Self {
        Self {
            files: Default::default(),
            unit: None,
            close: true,
            swapped: false,
            directions: None,
            teeth_of_case: false,
            with_regions: false,
            timing_ms: TimingRecord::default(),
            warnings: Vec::new(),
            view: None,
            section: None,
            measures: Arc::default(),
            pins: Arc::default(),
            placed: Arc::default(),
            last_bite: None,
        }
    }
}

impl PoseAnswer {
    /// An engine's answer alone; the rest is added where it is known.
    pub fn of(asked: PoseQuestion, pair: Arc<JawPair>, frame: OcclusalFrame, analysis: Analysis) -> Self {
        Self {
            asked,
            pair,
            frame,
            analysis,
            is_live: false,
            contact: None,
            judged: None,
            gaps: None,
            teeth: FoundTeeth::default(),
            bite: None,
            uncertainty: None,
            object_space: None,
            exact: None,
        }
    }

    /// The contacts one by one, the largest first.
    pub fn zones(&self) -> &[Zone] {
        let zones = self.contact.as_ref().and_then(|contact| contact.zones(self.asked.zone_threshold_mm));
        zones.unwrap_or_default()
    }

    /// What is read first, and what it is read by; `None` where the verdict is that of the map.
    pub fn judged(&self) -> Option<Judged<'_>> {
        let (teeth, threshold_mm) = (&self.teeth.teeth, self.asked.zone_threshold_mm);
        let trimmed_mm2 = self.asked.trim.area_mm2(&self.pair);
        Some(Judged { contact: self.judged.as_ref()?, teeth, threshold_mm, trimmed_mm2 })
    }

    /// What stands in files.
    pub fn record(&self, from: Provenance) -> AnalysisRecord {
        let mut timing_ms = from.timing_ms;
        timing_ms.object_space = self.object_space.as_ref().map(|(_, ms)| *ms);
        // A page has room for the first of them: numbers that are to be checked before repairs that were done.
        let warnings: Vec<Warning> = self.teeth.warnings.iter().cloned().chain(from.warnings).collect();
        let question = &self.asked.question;
        let mut record = AnalysisRecord::new(&self.analysis, &self.pair, from.files, question, timing_ms, &warnings);
        let settings = &mut record.settings;
        settings.patches = Some(self.asked.most_projections as u32);
        (settings.unit, settings.close) = (from.unit, from.close);
        (settings.swapped, settings.live) = (from.swapped, self.is_live);
        (settings.directions, settings.teeth_of_case) = (from.directions, from.teeth_of_case);
        record.object_space = self.object_space.as_ref().map(|(found, _)| *found);
        record.interference.solids_volume_mm3 = record.object_space.and_then(|solids| solids.volume_mm3);
        (record.exact, record.view) = (self.exact.clone(), from.view);
        // Label files may be changed or lost, and hands name what no shape tells.
        let jaws = [&self.teeth.teeth.upper, &self.teeth.teeth.lower];
        let by_shape = jaws.iter().flat_map(|jaw| &jaw.regions).all(|tooth| tooth.source == ToothSource::Split);
        if from.with_regions || !by_shape {
            record.regions = RegionsRecord::of(&self.teeth.teeth, &self.pair);
        }
        settings.scope = Some(self.asked.scope);
        record.trimmed_area_mm2 = self.asked.trim.area_mm2(&self.pair);
        record.trim = TrimRecord::of(&self.asked.trim, &self.pair);
        record.section = from.section;
        if !from.measures.is_empty() {
            let (jaws, pose) = (JawRuns::of(&self.pair), &question.upper_from_lower);
            record.measures = from.measures.iter().map(|m| MeasureRecord::in_pose(m, &jaws, pose)).collect();
        }
        self.record_contact(&mut record);
        let pose = (&self.frame, &question.upper_from_lower);
        // A record of a live frame whose contacts were not known yet tells no teeth, by which they could be taken again.
        if record.teeth.is_some() || !self.is_live {
            record.orthodontics = orthodontics::figures(&self.pair, &self.teeth.teeth, pose, &from.placed);
        }
        record.pins = from.pins.iter().map(PinRecord::of).collect();
        record.placed = from.placed.iter().map(PlacedRecord::of).collect();
        let lower = &self.pair.lower.mesh;
        record.in_bite = from.last_bite.map(|last| InBiteRecord::of(&last, &question.upper_from_lower, lower));
        if let Some(judged) = self.judged() {
            if self.is_live {
                // A live frame counts pixels; what is known by closest gap stands in their place.
                record.contact = self.areas_of(judged.contact);
            }
            record.add_judged(&judged, self.asked.scope);
        }
        record.warnings.extend(self.bite.as_ref().and_then(BiteRecord::warning).map(|warning| warning.0));
        record.bite = self.bite.clone();
        record
    }

    fn areas_of(&self, contact: &Contact) -> Vec<ContactRecord> {
        let mut areas = self.analysis.metrics.contact.clone();
        contact.tell(&mut areas);
        areas.into_iter().map(|area| ContactRecord { gap: contact.gap, area }).collect()
    }

    fn record_contact(&self, record: &mut AnalysisRecord) {
        let Some(contact) = &self.contact else { return };
        let zone_mm = self.asked.zone_threshold_mm;
        record.settings.contact_gap = contact.gap;
        record.add_contact(contact, zone_mm);
        if !self.teeth.teeth.is_empty() {
            record.add_teeth(contact, zone_mm, &self.teeth.teeth, &self.frame);
            record.add_labels(self.teeth.labels.clone());
        }
        if let Some(sure) = &self.uncertainty {
            record.add_uncertainty(sure, contact, zone_mm);
        }
    }
}
