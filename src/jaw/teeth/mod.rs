//! Which tooth each triangle of a jaw belongs to: from labels that come with a scan ([`labels`]), or from a split of the
//! arch by its shape alone ([`split`]), which says how sure it is of each tooth and can be corrected by hand.
pub mod anchors;
pub mod arch_curve;
mod bridges;
mod curtains;
mod cuts;
mod faces;
mod fdi;
mod flaps;
mod grow;
pub mod labels;
pub mod landmarks;
mod notation;
pub mod numbering;
pub mod places;
mod row;
mod seeds;
pub mod split;
#[cfg(test)]
mod tests;

pub use fdi::Fdi;
pub use notation::{said_number, said_pair};
pub use split::{split, split_both};

use super::JawSide;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a tooth's place and number come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToothSource {
    /// Labels that came with the scan.
    Labels,
    /// The shape of the arch.
    Split,
    /// Its number was given by hand.
    Hand,
}

/// Below this a number is shown with a question mark.
pub const SURE: f64 = 0.5;

/// The mark behind what is known with this confidence: nothing where it is sure.
pub fn doubt_mark(confidence: f64) -> &'static str {
    if confidence < SURE { "?" } else { "" }
}

/// How sure two teeth's numbers are by two statements: of each the less sure one.
pub fn less_sure(confidences: [f64; 2], others: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|side| confidences[side].min(others[side]))
}

/// A part of a jaw that is one tooth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToothRegion {
    /// `None`: a tooth without a number.
    pub fdi: Option<Fdi>,
    /// 0 (a guess) to 1 (said by a person or by labels).
    pub confidence: f64,
    pub source: ToothSource,
}

impl ToothRegion {
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }

    /// "16", "16?" where it is not sure, "?" without a number; in the notation of this thread.
    pub fn name(&self) -> String {
        match self.fdi {
            Some(fdi) if self.is_sure() => fdi.said(),
            Some(fdi) => format!("{}?", fdi.said()),
            None => "?".into(),
        }
    }
}

/// The teeth of one jaw. Clones share the large list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JawTeeth {
    /// For each triangle of the jaw's mesh 0 (gum, added by closing, or not known) or a region's place plus 1; empty while nothing
    /// is known.
    pub of_triangle: Arc<Vec<u8>>,
    pub regions: Vec<ToothRegion>,
}

impl JawTeeth {
    /// The place in `regions` of a triangle's tooth.
    pub fn region_of(&self, triangle: u32) -> Option<usize> {
        let region = usize::from(*self.of_triangle.get(triangle as usize)?).checked_sub(1)?;
        (region < self.regions.len()).then_some(region)
    }

    /// The tooth of a triangle.
    pub fn at(&self, triangle: u32) -> Option<&ToothRegion> {
        self.regions.get(self.region_of(triangle)?)
    }

    /// What is written beside a tooth in pictures: "16", "16?"; nothing of one without a number.
    pub fn number_in_pictures(&self, region: usize) -> Option<String> {
        let tooth = self.regions.get(region).filter(|tooth| tooth.fdi.is_some())?;
        Some(tooth.name())
    }

    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Whether any other region has this number.
    pub fn is_taken(&self, fdi: Fdi, by_others_than: usize) -> bool {
        self.regions.iter().enumerate().any(|(region, tooth)| region != by_others_than && tooth.fdi == Some(fdi))
    }

    /// Numbers that several regions have, each once: given by hand, or by labels.
    pub fn numbers_twice(&self) -> Vec<Fdi> {
        let mut twice = Vec::new();
        for (region, tooth) in self.regions.iter().enumerate() {
            if let Some(fdi) = tooth.fdi.filter(|fdi| self.is_taken(*fdi, region) && !twice.contains(fdi)) {
                twice.push(fdi);
            }
        }
        twice
    }

    /// The numbers of all regions if this one has this number and the others keep their distance from it: of an arch that was read one tooth on.
    /// `None` where that is no change, some would have none, or a number is missing.
    pub fn row_along(&self, region: usize, fdi: Fdi) -> Option<Vec<Fdi>> {
        let places = self.regions.get(region)?.fdi?.places_to(fdi).filter(|places| *places != 0)?;
        self.regions.iter().map(|tooth| tooth.fdi?.along(places)).collect()
    }

    /// Gives a region its number by hand; a place that is none changes nothing.
    pub fn name(&mut self, region: usize, fdi: Option<Fdi>) {
        if let Some(tooth) = self.regions.get_mut(region) {
            *tooth = ToothRegion { fdi, confidence: 1.0, source: ToothSource::Hand };
        }
    }
}

/// The teeth of both jaws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Teeth {
    pub upper: JawTeeth,
    pub lower: JawTeeth,
}

impl Teeth {
    pub fn jaw(&self, side: JawSide) -> &JawTeeth {
        match side {
            JawSide::Upper => &self.upper,
            JawSide::Lower => &self.lower,
        }
    }

    pub fn jaw_mut(&mut self, side: JawSide) -> &mut JawTeeth {
        match side {
            JawSide::Upper => &mut self.upper,
            JawSide::Lower => &mut self.lower,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.upper.is_empty() && self.lower.is_empty()
    }

    /// The scans have changed roles: what was the patient's upper right is the lower left, seen from the same side.
    pub fn swapped(&self) -> Self {
        let other = |jaw: &JawTeeth| {
            let other = |t: &ToothRegion| ToothRegion { fdi: t.fdi.map(Fdi::in_other_jaw), ..*t };
            JawTeeth { of_triangle: jaw.of_triangle.clone(), regions: jaw.regions.iter().map(other).collect() }
        };
        Self { upper: other(&self.lower), lower: other(&self.upper) }
    }
}
