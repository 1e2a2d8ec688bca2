//! A tooth's number as people read and type it, in the notation of their thread ([`words::notation`]). Records have FDI numbers.
use super::{Fdi, doubt_mark};
use crate::base::words::{self, Notation};
use crate::jaw::JawSide;

/// Corners of the mouth as Palmer's notation is written in letters: upper and lower, the patient's right and left.
const CORNERS: [&str; 4] = ["UR", "UL", "LL", "LR"];

impl Fdi {
    /// In the notation of this thread: "16", "3", "UR6".
    pub fn said(self) -> String {
        self.in_notation(words::notation())
    }

    /// As [`Self::said`], where the lines of a diagram already say which quadrant it is: "16", "3", "6".
    pub fn said_in_quadrant(self) -> String {
        match words::notation() {
            Notation::Palmer => self.palmer_place(),
            notation => self.in_notation(notation),
        }
    }

    pub fn in_notation(self, notation: Notation) -> String {
        match notation {
            Notation::Fdi => self.to_string(),
            Notation::Universal if self.is_milk() => char::from(b'A' + self.along_the_mouth() - 1).to_string(),
            Notation::Universal => self.along_the_mouth().to_string(),
            Notation::Palmer => format!("{}{}", CORNERS[self.quadrant()], self.palmer_place()),
        }
    }

    /// The tooth that somebody means who writes in a notation; `None` where it is none.
    pub fn of_typed(text: &str, notation: Notation) -> Option<Self> {
        let text = text.trim().to_uppercase();
        (0..=u8::MAX).filter_map(Self::new).find(|tooth| tooth.in_notation(notation) == text)
    }

    fn is_milk(self) -> bool {
        self.number() >= 50
    }

    /// 0 upper right, 1 upper left, 2 lower left, 3 lower right of the patient.
    fn quadrant(self) -> usize {
        match (self.side(), self.is_patients_right()) {
            (JawSide::Upper, true) => 0,
            (JawSide::Upper, false) => 1,
            (JawSide::Lower, false) => 2,
            (JawSide::Lower, true) => 3,
        }
    }

    /// 1 to 8; of milk teeth A to E.
    fn palmer_place(self) -> String {
        if self.is_milk() { char::from(b'A' + self.place() - 1).to_string() } else { self.place().to_string() }
    }

    /// From the last upper right tooth clockwise, as the dentist sees the mouth, to the last lower right one: 1 to 32, of milk teeth 1 to 20.
    fn along_the_mouth(self) -> u8 {
        let last = if self.is_milk() { 5 } else { 8 };
        let before = self.quadrant() as u8 * last;
        // In the quadrants of the patient's upper right and lower left one comes towards the midline.
        before + if self.quadrant().is_multiple_of(2) { last + 1 - self.place() } else { self.place() }
    }
}

/// Of a number as it stands in a record.
pub fn said_number(number: u8) -> String {
    Fdi::new(number).map_or_else(|| number.to_string(), Fdi::said)
}

/// Two teeth that meet, "16/46", with a mark behind each number that is a guess: what is looked at has an en dash `between` them, tables
/// and paper a stroke or a hyphen.
pub fn said_pair(numbers: [u8; 2], between: &str, confidences: [f64; 2]) -> String {
    let [upper, lower] = [0, 1].map(|side| said_number(numbers[side]) + doubt_mark(confidences[side]));
    format!("{upper}{between}{lower}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of ISO 3950 beside those of the American Dental Association ("Universal/National") and of Palmer, quadrant by quadrant from
    /// the last tooth to the midline, as textbooks print them.
    const FDI: [[u8; 8]; 4] = [
        [18, 17, 16, 15, 14, 13, 12, 11],
        [21, 22, 23, 24, 25, 26, 27, 28],
        [38, 37, 36, 35, 34, 33, 32, 31],
        [41, 42, 43, 44, 45, 46, 47, 48],
    ];
    const UNIVERSAL: [[u8; 8]; 4] = [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [9, 10, 11, 12, 13, 14, 15, 16],
        [17, 18, 19, 20, 21, 22, 23, 24],
        [25, 26, 27, 28, 29, 30, 31, 32],
    ];
    const PALMER: [[&str; 8]; 4] = [
        ["UR8", "UR7", "UR6", "UR5", "UR4", "UR3", "UR2", "UR1"],
        ["UL1", "UL2", "UL3", "UL4", "UL5", "UL6", "UL7", "UL8"],
        ["LL8", "LL7", "LL6", "LL5", "LL4", "LL3", "LL2", "LL1"],
        ["LR1", "LR2", "LR3", "LR4", "LR5", "LR6", "LR7", "LR8"],
    ];
    const MILK: [(u8, &str, &str); 20] = [
        (55, "A", "URE"),
        (54, "B", "URD"),
        (53, "C", "URC"),
        (52, "D", "URB"),
        (51, "E", "URA"),
        (61, "F", "ULA"),
        (62, "G", "ULB"),
        (63, "H", "ULC"),
        (64, "I", "ULD"),
        (65, "J", "ULE"),
        (75, "K", "LLE"),
        (74, "L", "LLD"),
        (73, "M", "LLC"),
        (72, "N", "LLB"),
        (71, "O", "LLA"),
        (81, "P", "LRA"),
        (82, "Q", "LRB"),
        (83, "R", "LRC"),
        (84, "S", "LRD"),
        (85, "T", "LRE"),
    ];

    /// Every tooth with its three names, from the tables.
    fn table() -> Vec<(Fdi, [String; 3])> {
        let permanent =
            (0..4).flat_map(|q| (0..8).map(move |i| (FDI[q][i], UNIVERSAL[q][i].to_string(), PALMER[q][i])));
        let milk = MILK.iter().map(|(fdi, universal, palmer)| (*fdi, (*universal).to_owned(), *palmer));
        let named = |(fdi, universal, palmer): (u8, String, &str)| {
            (Fdi::new(fdi).expect("a tooth"), [fdi.to_string(), universal, palmer.to_owned()])
        };
        permanent.chain(milk).map(named).collect()
    }

    #[test]
    fn all_teeth_are_named_as_the_tables_have_them_and_come_back() {
        let table = table();
        assert_eq!(table.len(), 52);
        for (tooth, names) in &table {
            for (notation, name) in Notation::ALL.into_iter().zip(names) {
                assert_eq!(&tooth.in_notation(notation), name, "{tooth} {notation:?}");
                assert_eq!(Fdi::of_typed(&format!(" {} ", name.to_lowercase()), notation), Some(*tooth), "{name}");
            }
        }
        // The twin: a name of one notation is another tooth, or none, in another one.
        assert_eq!(Fdi::of_typed("16", Notation::Universal), Fdi::new(28));
        for (bad, notation) in [
            ("33", Notation::Universal),
            ("U", Notation::Universal),
            ("16", Notation::Palmer),
            ("UR9", Notation::Palmer),
        ] {
            assert_eq!(Fdi::of_typed(bad, notation), None, "{bad}");
        }
    }

    #[test]
    fn people_read_their_notation_and_records_have_fdi() {
        let tooth = Fdi::new(16).expect("a tooth");
        words::number_teeth(Notation::Palmer);
        assert_eq!((tooth.said(), tooth.said_in_quadrant(), said_number(46)), ("UR6".into(), "6".into(), "LR6".into()));
        assert_eq!((tooth.to_string().as_str(), words::in_english(|| tooth.said()).as_str()), ("16", "16"));
        assert_eq!(tooth.said(), "UR6", "the twin: only the record");
        // Whoever works for this thread writes as it does.
        assert!(crate::base::threads::on_threads(2, || tooth.said()).iter().all(|said| said == "UR6"));
        words::number_teeth(Notation::Fdi);
        assert_eq!((tooth.said_in_quadrant(), said_number(99)), ("16".into(), "99".into()));
    }

    #[test]
    fn a_pair_with_a_guess_has_a_mark() {
        assert_eq!(said_pair([16, 46], "–", [0.5; 2]), "16–46");
        assert_eq!(said_pair([16, 46], "/", [0.9, 0.49]), "16/46?", "the twin");
        assert_eq!(said_pair([17, 47], "–", [0.49, 0.9]), "17?–47", "behind the number that is meant");
    }
}
