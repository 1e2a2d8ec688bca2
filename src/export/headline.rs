//! What is read first: one sentence about contact by closest gap, at the threshold that is shown, of what is judged. Window, terminal,
//! records and reports have the same.
use super::contact::PlaceRecord;
use super::text::{self, plain_mm};
use super::trim::trimmed_words;
use crate::base::words::{Phrase, decimal, phrase, say};
use crate::engine::Contact;
use crate::field::contact::ScopeKind;
use crate::jaw::{JawSide, Teeth, ToothRegion};

/// What scans and bite registrations are off by, mm.
pub const SCAN_ERROR: Phrase = phrase!("report-headline-to");
/// Deeper is more than scans and bites are off by, mm.
const SCAN_ERROR_MM: f64 = 0.1;
/// A lesser depth makes a contact no overlap, mm.
const LEAST_DEPTH_MM: f64 = 0.005;

/// The contact that is judged, and what it is read by.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// By closest gap.
    pub contact: &'a Contact,
    pub teeth: &'a Teeth,
    /// Largest gap of a contact, mm.
    pub threshold_mm: f64,
    /// Surface of both jaws that was left out by hand.
    pub trimmed_mm2: f64,
}

/// Which of the three a pose is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadlineKind {
    Overlap,
    Contact,
    Apart,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Headline {
    pub kind: HeadlineKind,
    /// "Overlap 0.08 mm".
    pub lead: String,
    /// "at 23–33"; `None` where no tooth is known, and of many places.
    pub place: Option<String>,
    /// "within scan error (0.05 to 0.1)".
    pub rest: Option<String>,
    /// Of the deepest place, 0 where nothing overlaps, mm.
    pub depth_mm: f64,
    /// It is more than scans and bites are off by.
    pub is_beyond_error: bool,
}

impl Headline {
    /// "Overlap 0.08 mm at 23–33, within scan error (0.05 to 0.1)".
    pub fn text(&self) -> String {
        let with = |text: String, part: &Option<String>, between: &str| match part {
            Some(part) => format!("{text}{between}{part}"),
            None => text,
        };
        match self.kind {
            HeadlineKind::Apart => with(with(self.lead.clone(), &self.rest, ", "), &self.place, " "),
            _ => with(with(self.lead.clone(), &self.place, " "), &self.rest, ", "),
        }
    }
}

impl Judged<'_> {
    /// The sentence.
    pub fn headline(&self) -> Headline {
        let zones = self.contact.zones(self.threshold_mm).unwrap_or_default();
        let depth_mm = self.contact.max_depth_mm();
        let is_beyond_error = depth_mm > SCAN_ERROR_MM;
        let (kind, lead, rest) = if depth_mm >= LEAST_DEPTH_MM {
            let error = SCAN_ERROR.say();
            let rest = match is_beyond_error {
                true => say!("report-headline-beyond", error = error),
                false => say!("report-headline-within", error = error),
            };
            let lead = say!("report-headline-overlap-mm", depth_mm = plain_mm(depth_mm));
            (HeadlineKind::Overlap, lead, Some(rest))
        } else if !zones.is_empty() {
            (HeadlineKind::Contact, say!("report-headline-contact").to_owned(), Some(text::zones_in_words(zones)))
        } else {
            let distance = self.contact.nearest.map(|n| n.distance_mm);
            (
                HeadlineKind::Apart,
                say!("report-headline-apart").to_owned(),
                distance.map(|mm| say!("report-headline-nearest-mm", mm = plain_mm(mm))),
            )
        };
        let is_one = kind != HeadlineKind::Contact || zones.len() == 1;
        Headline { kind, lead, place: self.place().filter(|_| is_one), rest, depth_mm, is_beyond_error }
    }

    /// "teeth", "teeth; trimmed: 12.4 mm²; not on teeth: 1 place, 0.6 mm²", "whole scans".
    pub fn words(&self) -> String {
        let beside: Vec<PlaceRecord> = self.contact.beside(self.threshold_mm).iter().map(PlaceRecord::new).collect();
        judged_words(self.contact.scope, self.trimmed_mm2, &beside)
    }

    /// "at 23–33", "at 23" where one tooth alone is known, nothing where none is.
    fn place(&self) -> Option<String> {
        match self.names(self.contact.deepest()?) {
            [Some(upper), Some(lower)] => Some(say!("report-headline-at", upper = upper, lower = lower)),
            [Some(one), None] | [None, Some(one)] => Some(say!("report-headline-at-2", one = one)),
            [None, None] => None,
        }
    }

    fn names(&self, [upper, lower]: [Option<u32>; 2]) -> [Option<String>; 2] {
        let name = |side: JawSide, triangle: Option<u32>| {
            self.teeth.jaw(side).at(triangle?).filter(|t| t.fdi.is_some()).map(ToothRegion::name)
        };
        [name(JawSide::Upper, upper), name(JawSide::Lower, lower)]
    }
}

/// What was judged, and what was not: "teeth; trimmed: 12.4 mm²; not on teeth: 1 place, 0.6 mm², up to 1.72 mm deep", "whole scans".
pub fn judged_words(scope: ScopeKind, trimmed_mm2: f64, beside: &[PlaceRecord]) -> String {
    let trimmed = (trimmed_mm2 > 0.0).then(|| trimmed_words(trimmed_mm2));
    let beside = not_on_teeth(beside).filter(|_| scope == ScopeKind::Teeth);
    let words = [Some(scope.words().to_owned()), trimmed, beside];
    words.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// "not on teeth: 1 place, 0.6 mm², up to 1.72 mm deep"; `None` where there is nothing.
pub fn not_on_teeth(places: &[PlaceRecord]) -> Option<String> {
    places_beside(places).map(|places| say!("report-headline-not-teeth", places = places))
}

/// "1 place, 0.6 mm², up to 1.72 mm deep"; `None` where there is nothing.
pub fn places_beside(places: &[PlaceRecord]) -> Option<String> {
    if places.is_empty() {
        return None;
    }
    let area_mm2: f64 = places.iter().map(|place| place.area_mm2).sum();
    let depth_mm = places.iter().map(|place| place.max_depth_mm).fold(0.0, f64::max);
    let depth = if depth_mm >= LEAST_DEPTH_MM {
        say!("report-headline-up-mm-deep", depth_mm = plain_mm(depth_mm))
    } else {
        String::new()
    };
    let n = text::places_in_words(places.iter().map(|place| place.area_mm2));
    Some(format!("{n}, {} mm²{depth}", decimal(area_mm2, 1)))
}
