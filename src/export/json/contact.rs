//! What is added to a record once it is known: contacts, curve, teeth, how sure it all is.
use super::super::contact::{PlaceRecord, curve_records, zone_records};
use super::super::headline::Judged;
use super::super::teeth::tooth_records;
use super::super::uncertainty::uncertainty_record;
use super::{AnalysisRecord, LabelsRecord};
use crate::base::Warning;
use crate::base::words::in_english;
use crate::engine::{Contact, Uncertainty};
use crate::field::contact::{GapKind, ScopeKind};
use crate::jaw::{OcclusalFrame, Teeth};

impl AnalysisRecord {
    /// Adds the zones at a threshold that they were asked for at, and the curve.
    pub fn add_contact(&mut self, contact: &Contact, zone_threshold_mm: f64) {
        self.zones = contact.zones(zone_threshold_mm).map(zone_records);
        self.zone_threshold_mm = Some(zone_threshold_mm);
        self.curve = curve_records(contact);
    }

    /// Adds what was judged by closest gap, after the contact. `asked`: what was to be judged.
    pub fn add_judged(&mut self, judged: &Judged, asked: ScopeKind) {
        let contact = judged.contact;
        let smallest_mm = self.settings.thresholds_mm.first().copied().unwrap_or_default();
        (self.verdict, self.verdict_by) = (contact.verdict(smallest_mm), Some(GapKind::Closest));
        self.verdict_threshold_mm = Some(smallest_mm);
        self.scope = Some(contact.scope);
        self.headline = Some(in_english(|| judged.headline().text()));
        self.headline_said = Some(judged.headline().text());
        self.not_on_teeth = Some(contact.beside(judged.threshold_mm).iter().map(PlaceRecord::new).collect());
        if asked != contact.scope {
            let whole = Warning::new("Whole scans are judged: the teeth of both jaws are not known.");
            self.warnings.push(whole.0);
        }
    }

    /// Adds how sure the contact is, after the contact itself, at the same threshold.
    pub fn add_uncertainty(&mut self, found: &Uncertainty, contact: &Contact, zone_threshold_mm: f64) {
        let thresholds = self.settings.thresholds_mm.clone();
        let zones = self.zones.as_deref_mut().unwrap_or_default();
        self.uncertainty = Some(uncertainty_record(found, contact, (&thresholds, zone_threshold_mm), zones));
        self.settings.uncertainty = Some(found.asked.settings.clone());
    }

    /// Adds the teeth, after the contact that they are to be told of, at the same threshold; `frame` in world coordinates.
    pub fn add_teeth(&mut self, contact: &Contact, zone_threshold_mm: f64, teeth: &Teeth, frame: &OcclusalFrame) {
        let Some(found) = contact.by_tooth(zone_threshold_mm, teeth, frame) else { return };
        let found = tooth_records(&found, teeth, self.zones.as_deref_mut().unwrap_or_default());
        self.teeth = Some(found.teeth);
        self.pairs = Some(found.pairs);
        self.balance = Some(found.balance);
    }

    /// Adds the label files that the upper and the lower teeth come from.
    pub fn add_labels(&mut self, [upper, lower]: [Option<LabelsRecord>; 2]) {
        (self.inputs.upper.labels, self.inputs.lower.labels) = (upper, lower);
    }

    /// Takes what another record of the same zones says of the teeth.
    pub fn take_teeth(&mut self, other: &Self) {
        self.teeth.clone_from(&other.teeth);
        self.pairs.clone_from(&other.pairs);
        self.balance.clone_from(&other.balance);
        let others = other.zones.iter().flatten();
        for (zone, other) in self.zones.iter_mut().flatten().zip(others) {
            (zone.tooth_upper, zone.tooth_lower) = (other.tooth_upper, other.tooth_lower);
            zone.tooth_share = other.tooth_share;
        }
    }
}
