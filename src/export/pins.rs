//! Notes that hang on the jaws, and points that a hand has placed, as they stand in cases and records.
use super::measures::MarkRecord;
use crate::jaw::pin::{MOST_PINS, tidy_text};
use crate::jaw::teeth::Fdi;
use crate::jaw::teeth::landmarks::{Landmark, LandmarkKind};
use crate::jaw::{Mark, Pin};
use glam::DVec3;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PinRecord {
    #[serde(flatten)]
    pub mark: MarkRecord,
    pub text: String,
}

impl PinRecord {
    pub fn of(pin: &Pin) -> Self {
        let mark = MarkRecord { jaw: pin.mark.side, at_mm: pin.mark.at.to_array() };
        Self { mark, text: pin.text.clone() }
    }

    /// `None` where there can be no such place. A text is cut to what a pin holds.
    fn pin(&self) -> Option<Pin> {
        let mark = Mark { side: self.mark.jaw, at: DVec3::from_array(self.mark.at_mm) };
        let pin = Pin { mark, text: tidy_text(&self.text).unwrap_or_else(|| "?".into()) };
        pin.is_sound().then_some(pin)
    }
}

/// All pins of a list; `None` where one of them cannot be, or there are too many.
pub fn pins(records: &[PinRecord]) -> Option<Vec<Pin>> {
    if records.len() > MOST_PINS {
        return None;
    }
    records.iter().map(PinRecord::pin).collect()
}

/// A point of a tooth that a hand has placed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacedRecord {
    /// FDI number.
    pub tooth: Fdi,
    pub point: LandmarkKind,
    /// In the coordinates of the tooth's jaw.
    pub at_mm: [f64; 3],
}

impl PlacedRecord {
    pub fn of(point: &Landmark) -> Self {
        Self { tooth: point.tooth, point: point.kind, at_mm: point.at.to_array() }
    }

    fn landmark(&self) -> Option<Landmark> {
        let at = DVec3::from_array(self.at_mm);
        let is_place = (Mark { side: self.tooth.side(), at }).is_sound();
        is_place.then_some(Landmark { tooth: self.tooth, kind: self.point, at, confidence: 1.0 })
    }
}

/// All points of a list; `None` where one of them cannot be, or stands twice.
pub fn placed(records: &[PlacedRecord]) -> Option<Vec<Landmark>> {
    let all: Vec<Landmark> = records.iter().map(PlacedRecord::landmark).collect::<Option<_>>()?;
    let mut names: Vec<_> = all.iter().map(Landmark::name).collect();
    names.sort_unstable();
    names.windows(2).all(|two| two[0] != two[1]).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::JawSide;

    #[test]
    fn pins_and_points_come_back_and_hostile_ones_do_not() {
        let mark = Mark { side: JawSide::Lower, at: DVec3::new(0.1, -20.0, 3.0) };
        let pin = Pin { mark, text: "polish\nhere".into() };
        let record = PinRecord::of(&pin);
        let json = serde_json::to_string(&record).expect("JSON");
        assert_eq!(json, r#"{"jaw":"lower","at_mm":[0.1,-20.0,3.0],"text":"polish\nhere"}"#);
        let read = |json: &str| serde_json::from_str::<PinRecord>(json).ok();
        assert_eq!(read(&json).and_then(|r| r.pin()), Some(pin));
        let long = PinRecord { text: "x".repeat(1 << 20), ..record.clone() };
        assert_eq!(pins(std::slice::from_ref(&long)).map(|p| p[0].text.len()), Some(crate::jaw::pin::LONGEST_PIN));
        assert_eq!(pins(&vec![record.clone(); MOST_PINS + 1]), None, "too many");
        let far = PinRecord { mark: MarkRecord { at_mm: [1e30, 0.0, 0.0], ..record.mark }, ..record };
        assert_eq!(pins(&[far]), None, "no place");

        let point: PlacedRecord =
            serde_json::from_str(r#"{"tooth":16,"point":"mesio-buccal","at_mm":[1.0,2.0,3.0]}"#).expect("a point");
        assert_eq!(placed(&[point]).map(|p| PlacedRecord::of(&p[0])), Some(point));
        assert_eq!(placed(&[point, point]), None, "twice");
        assert_eq!(placed(&[PlacedRecord { at_mm: [f64::INFINITY, 0.0, 0.0], ..point }]), None);
        assert!(serde_json::from_str::<PlacedRecord>(r#"{"tooth":19,"point":"edge","at_mm":[1.0,2.0,3.0]}"#).is_err());
    }
}
