//! The contact by teeth, as it stands in the JSON of an analysis.
use super::contact::ZoneRecord;
use crate::base::rounded;
use crate::base::words::{decimal, say};
use crate::field::contact::{Balance, ByTooth, ToothPair};
use crate::jaw::teeth::{SURE, doubt_mark, said_pair};
use crate::jaw::{Fdi, JawTeeth, Teeth, ToothRegion, ToothSource};
use serde::{Deserialize, Serialize};

/// How [`BalanceRecord`] parts the contact.
const PARTED_BY: &str = "left and right of the patient: the midline plane of the occlusal frame; front: incisors and canines, back: \
                         premolars and molars, by the teeth's numbers; areas: the mean of both arches";

/// One tooth of a jaw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToothRecord {
    /// `null`: a tooth without a number.
    pub fdi: Option<u8>,
    /// How sure the number is, 0 to 1; below 0.5 it is a guess.
    pub confidence: f64,
    pub source: ToothSource,
    /// Its surface in contact at the zones' threshold, mm².
    pub contact_area_mm2: f64,
}

/// The teeth of both jaws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TeethRecord {
    pub upper: Vec<ToothRecord>,
    pub lower: Vec<ToothRecord>,
}

impl TeethRecord {
    /// "?" behind a number that is a guess.
    pub fn doubt_of(&self, number: u8) -> &'static str {
        let teeth = self.upper.iter().chain(&self.lower);
        teeth.filter(|tooth| tooth.fdi == Some(number)).map(|tooth| doubt_mark(tooth.confidence)).max().unwrap_or("")
    }
}

/// How sure the numbers of two teeth are, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairConfidence {
    /// The less sure of both.
    #[serde(rename = "confidence")]
    pub least: f64,
    /// `null` in older files, which do not say which of both it is.
    #[serde(default)]
    confidence_upper: Option<f64>,
    #[serde(default)]
    confidence_lower: Option<f64>,
}

impl PairConfidence {
    pub fn new([upper, lower]: [f64; 2]) -> Self {
        Self { least: upper.min(lower), confidence_upper: Some(upper), confidence_lower: Some(lower) }
    }

    /// As older files have it.
    pub fn of_both(&self) -> Self {
        Self { confidence_upper: None, confidence_lower: None, ..*self }
    }

    /// Whether it is known whose a doubt is.
    pub fn is_of_each(&self) -> bool {
        self.confidence_upper.is_some() && self.confidence_lower.is_some()
    }

    /// The upper and the lower number's; where it is not known whose a doubt is, it is both's.
    pub fn of_each(&self) -> [f64; 2] {
        [self.confidence_upper, self.confidence_lower].map(|sure| sure.unwrap_or(self.least))
    }
}

/// Two teeth that meet at the zones' threshold; mm and mm².
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairRecord {
    pub upper: u8,
    pub lower: u8,
    #[serde(flatten)]
    pub sure: PairConfidence,
    /// Contacts of which most lies between them.
    pub contacts: usize,
    /// Contacts that lie partly between them, and mostly elsewhere.
    #[serde(default)]
    pub parts: usize,
    /// The mean of both teeth's surface in contact with each other; the areas of all pairs and `balance.no_pair_mm2` add up to the
    /// whole.
    pub area_mm2: f64,
    /// `null` in older files, whose areas are those of whole contacts.
    #[serde(default)]
    pub area_upper_mm2: Option<f64>,
    #[serde(default)]
    pub area_lower_mm2: Option<f64>,
    pub max_depth_mm: f64,
    pub min_gap_mm: f64,
}

/// How the contact is spread over the mouth, mm².
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BalanceRecord {
    pub left_mm2: f64,
    pub right_mm2: f64,
    pub front_mm2: f64,
    pub back_mm2: f64,
    /// On what is no numbered tooth.
    pub no_tooth_mm2: f64,
    /// Not between two numbered teeth; `null` in older files.
    #[serde(default)]
    pub no_pair_mm2: Option<f64>,
    pub split: String,
}

/// The contact of a pose by teeth.
#[derive(Clone, Debug, PartialEq)]
pub struct ByToothRecords {
    pub teeth: TeethRecord,
    pub pairs: Vec<PairRecord>,
    pub balance: BalanceRecord,
}

/// What was found as it stands in files; each zone's record is told the teeth that it lies on.
pub fn tooth_records(found: &ByTooth, teeth: &Teeth, zones: &mut [ZoneRecord]) -> ByToothRecords {
    for (record, on) in zones.iter_mut().zip(&found.zones) {
        let [upper, lower] = on.mostly;
        record.tooth_upper = number(&teeth.upper, upper);
        record.tooth_lower = number(&teeth.lower, lower);
        record.tooth_share = on.share.filter(|_| record.tooth_upper.is_some() && record.tooth_lower.is_some());
    }
    ByToothRecords {
        teeth: TeethRecord { upper: jaw(&teeth.upper, found, 0), lower: jaw(&teeth.lower, found, 1) },
        pairs: found.pairs.iter().map(pair).collect(),
        balance: balance(&found.balance),
    }
}

fn number(jaw: &JawTeeth, region: Option<usize>) -> Option<u8> {
    Some(jaw.regions.get(region?)?.fdi?.number())
}

fn jaw(jaw: &JawTeeth, found: &ByTooth, side: usize) -> Vec<ToothRecord> {
    let record = |(tooth, area): (&ToothRegion, &f64)| ToothRecord {
        fdi: tooth.fdi.map(Fdi::number),
        confidence: rounded(tooth.confidence, 2),
        source: tooth.source,
        contact_area_mm2: *area,
    };
    jaw.regions.iter().zip(&found.areas_mm2[side]).map(record).collect()
}

fn pair(pair: &ToothPair) -> PairRecord {
    PairRecord {
        upper: pair.upper.number(),
        lower: pair.lower.number(),
        sure: PairConfidence::new(pair.confidences.map(|sure| rounded(sure, 2))),
        contacts: pair.contacts,
        parts: pair.parts,
        area_mm2: pair.area_mm2(),
        area_upper_mm2: Some(pair.areas_mm2[0]),
        area_lower_mm2: Some(pair.areas_mm2[1]),
        max_depth_mm: pair.max_depth_mm(),
        min_gap_mm: pair.min_gap_mm,
    }
}

fn balance(balance: &Balance) -> BalanceRecord {
    BalanceRecord {
        left_mm2: balance.left_mm2,
        right_mm2: balance.right_mm2,
        front_mm2: balance.front_mm2,
        back_mm2: balance.back_mm2,
        no_tooth_mm2: balance.no_tooth_mm2,
        no_pair_mm2: Some(balance.no_pair_mm2),
        split: PARTED_BY.into(),
    }
}

/// How many teeth there are and where they come from, e.g. "upper 14 from labels; lower 14 by shape, 2 of them not sure".
pub fn found(teeth: &TeethRecord) -> String {
    let jaw = |name: &str, teeth: &[ToothRecord]| {
        let from = match teeth.first().map(|t| t.source) {
            Some(ToothSource::Labels) => "labels",
            Some(ToothSource::Split | ToothSource::Hand) => "shape",
            None => "none",
        };
        let n_unsure = teeth.iter().filter(|t| t.fdi.is_none() || t.confidence < SURE).count();
        let unsure = if n_unsure > 0 { say!("report-teeth-not-sure", n = n_unsure) } else { String::new() };
        say!("report-teeth-found", side = name, n = teeth.len(), from = from) + &unsure
    };
    format!("{}; {}", jaw("upper", &teeth.upper), jaw("lower", &teeth.lower))
}

/// Lines of a name and its figures for people: pairs of teeth, the largest first, and how the contact is spread.
pub fn lines(pairs: &[PairRecord], balance: &BalanceRecord) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = pairs.iter().map(pair_line).collect();
    let share = |a: f64, b: f64| 100.0 * a / (a + b).max(f64::MIN_POSITIVE);
    let two = |[a, b]: [(&str, f64); 2]| {
        let (x, y) = (share(a.1, b.1), share(b.1, a.1));
        format!("{} {} mm² ({x:.0} %), {} {} mm² ({y:.0} %)", a.0, decimal(a.1, 1), b.0, decimal(b.1, 1))
    };
    if balance.left_mm2 + balance.right_mm2 > 0.0 {
        lines.push((
            say!("report-teeth-sides").into(),
            two([(say!("report-teeth-right"), balance.right_mm2), (say!("report-teeth-left"), balance.left_mm2)]),
        ));
    }
    if balance.front_mm2 + balance.back_mm2 > 0.0 {
        let mut text =
            two([(say!("report-teeth-front"), balance.front_mm2), (say!("report-teeth-back"), balance.back_mm2)]);
        if balance.no_tooth_mm2 >= 0.05 {
            text += &say!("report-teeth-no-number", mm2 = decimal(balance.no_tooth_mm2, 1));
        }
        lines.push((say!("report-teeth-front-and-back").into(), text));
    }
    lines
}

impl PairRecord {
    /// "3 contacts", "1 contact and a part of another", "part of a contact".
    pub fn contacts_text(&self) -> String {
        let whole = |n: usize| say!("report-teeth-contacts", n = n);
        match (self.contacts, self.parts) {
            (0, 0) => say!("report-teeth-no-contact").into(),
            (n, 0) => whole(n),
            (0, n) => say!("report-teeth-parts-alone", n = n),
            (contacts, n) => say!("report-teeth-whole-and-parts", whole = whole(contacts), n = n),
        }
    }
}

fn pair_line(pair: &PairRecord) -> (String, String) {
    let depth = match pair.max_depth_mm {
        depth if depth > 0.0 => say!("report-teeth-deepest", mm = decimal(depth, 3)),
        _ => say!("report-teeth-smallest-gap", mm = decimal(pair.min_gap_mm, 3)),
    };
    (
        said_pair([pair.upper, pair.lower], "-", pair.sure.of_each()),
        format!("{}, {} mm², {depth}", pair.contacts_text(), decimal(pair.area_mm2, 1)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of before this do not say whose the doubt is.
    #[test]
    fn a_doubt_is_of_the_number_that_it_is_about() {
        let written = serde_json::to_value(PairConfidence::new([0.3, 0.9])).expect("plain numbers");
        assert_eq!(written, serde_json::json!({ "confidence": 0.3, "confidence_upper": 0.3, "confidence_lower": 0.9 }));
        let read: PairConfidence = serde_json::from_value(written).expect("as it was written");
        assert_eq!(read.of_each(), [0.3, 0.9]);
        let old: PairConfidence = serde_json::from_str(r#"{ "confidence": 0.3 }"#).expect("an older file");
        assert_eq!(old.of_each(), [0.3, 0.3]);
        assert!(read.is_of_each() && !old.is_of_each());
        assert_eq!(read.of_both(), old, "what an older file is held against");
    }

    #[test]
    fn a_pair_reads_like_a_sentence() {
        let pair = PairRecord {
            upper: 16,
            lower: 46,
            sure: PairConfidence::new([0.9, 0.3]),
            contacts: 3,
            parts: 0,
            area_mm2: 4.21,
            area_upper_mm2: Some(4.2),
            area_lower_mm2: Some(4.22),
            max_depth_mm: 0.0214,
            min_gap_mm: -0.0214,
        };
        assert_eq!(pair_line(&pair), ("16-46?".into(), "3 contacts, 4.2 mm², deepest 0.021 mm".into()));
        let clear = PairRecord {
            sure: PairConfidence::new([0.9; 2]),
            contacts: 1,
            max_depth_mm: 0.0,
            min_gap_mm: 0.05,
            ..pair.clone()
        };
        assert_eq!(pair_line(&clear), ("16-46".into(), "1 contact, 4.2 mm², smallest gap 0.050 mm".into()));
        let texts = [(3, 1), (1, 2), (0, 1), (0, 2)]
            .map(|(contacts, parts)| PairRecord { contacts, parts, ..clear.clone() }.contacts_text());
        let wanted = [
            "3 contacts and a part of another",
            "1 contact and parts of 2 others",
            "part of a contact",
            "parts of 2 contacts",
        ];
        assert_eq!(texts, wanted);
        let none = BalanceRecord {
            left_mm2: 0.0,
            right_mm2: 0.0,
            front_mm2: 0.0,
            back_mm2: 0.0,
            no_tooth_mm2: 0.0,
            no_pair_mm2: Some(0.0),
            split: String::new(),
        };
        assert!(lines(&[], &none).is_empty());
        let some = BalanceRecord { left_mm2: 3.0, right_mm2: 1.0, back_mm2: 3.0, no_tooth_mm2: 1.0, ..none };
        let text: Vec<String> = lines(&[], &some).into_iter().map(|l| l.1).collect();
        assert_eq!(text[0], "right 1.0 mm² (25 %), left 3.0 mm² (75 %)");
        assert_eq!(text[1], "front 0.0 mm² (0 %), back 3.0 mm² (100 %); 1.0 mm² on no numbered tooth");
    }

    #[test]
    fn a_guess_is_told_by_its_number() {
        let tooth =
            |fdi, confidence| ToothRecord { fdi, confidence, source: ToothSource::Split, contact_area_mm2: 0.0 };
        let teeth = TeethRecord {
            upper: vec![tooth(Some(27), 0.9), tooth(None, 0.1)],
            lower: vec![tooth(Some(37), 0.49), tooth(Some(36), 0.5)],
        };
        assert_eq!([27, 36, 37, 11].map(|number| teeth.doubt_of(number)), ["", "", "?", ""]);
    }
}
