//! What a hand has measured, as it stands in cases and records.
use crate::base::Rigid;
use crate::exact::JawRuns;
use crate::exact::measured::{MeasuredValue, measured};
use crate::jaw::measure::{MOST_MEASURES, tidy_name};
use crate::jaw::{JawSide, Mark, Measure, MeasureKind};
use glam::DVec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureRecord {
    pub kind: MeasureKind,
    pub name: String,
    pub marks: Vec<MarkRecord>,
    /// In the record's pose; neither stands in cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_mm: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_deg: Option<f64>,
}

/// A place on a jaw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkRecord {
    pub jaw: JawSide,
    /// In the jaw's own coordinates.
    pub at_mm: [f64; 3],
}

impl MeasureRecord {
    pub fn of(measure: &Measure) -> Self {
        let mark = |mark: &Mark| MarkRecord { jaw: mark.side, at_mm: mark.at.to_array() };
        let (kind, name) = (measure.kind, measure.name.clone());
        Self { kind, name, marks: measure.marks.iter().map(mark).collect(), value_mm: None, value_deg: None }
    }

    /// With what it comes to in a pose.
    pub fn in_pose(measure: &Measure, jaws: &JawRuns, upper_from_lower: &Rigid) -> Self {
        let mut record = Self::of(measure);
        match measured(measure, jaws, upper_from_lower).map(|measured| measured.value) {
            Some(MeasuredValue::Mm(mm)) => record.value_mm = Some(mm),
            Some(MeasuredValue::Degrees(degrees)) => record.value_deg = Some(degrees),
            None => {}
        }
        record
    }

    /// `None` where there can be no such measure.
    pub fn measure(&self) -> Option<Measure> {
        let mark = |mark: &MarkRecord| Mark { side: mark.jaw, at: DVec3::from_array(mark.at_mm) };
        let name = tidy_name(&self.name).unwrap_or_else(|| "?".into());
        let measure = Measure { kind: self.kind, name, marks: self.marks.iter().map(mark).collect() };
        measure.is_sound().then_some(measure)
    }

    /// "1.23 mm", "45.6°", or a dash.
    pub fn value_text(&self) -> String {
        let mm = self.value_mm.map(MeasuredValue::Mm);
        mm.or(self.value_deg.map(MeasuredValue::Degrees)).map_or_else(|| "–".into(), MeasuredValue::text)
    }
}

/// All measures of a list; `None` where one of them cannot be, or there are too many.
pub fn measures(records: &[MeasureRecord]) -> Option<Vec<Measure>> {
    if records.len() > MOST_MEASURES {
        return None;
    }
    records.iter().map(MeasureRecord::measure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_no_measure() {
        let mark = MarkRecord { jaw: JawSide::Upper, at_mm: [1.0, 2.0, 3.0] };
        let sound = MeasureRecord {
            kind: MeasureKind::Points,
            name: " a\n ".into(),
            marks: vec![mark; 2],
            value_mm: None,
            value_deg: None,
        };
        let read = measures(std::slice::from_ref(&sound)).expect("sound");
        assert_eq!((read[0].name.as_str(), read[0].marks.len()), ("a", 2));
        let far = MarkRecord { at_mm: [1e9, 0.0, 0.0], ..mark };
        for bad in [vec![mark], vec![mark; 3], vec![mark, far]] {
            assert_eq!(measures(&[MeasureRecord { marks: bad, ..sound.clone() }]), None);
        }
        assert!(measures(&vec![sound.clone(); MOST_MEASURES]).is_some());
        assert!(measures(&vec![sound; MOST_MEASURES + 1]).is_none());
    }
}
