//! Tooth numbers of the FDI scheme (ISO 3950).
use crate::jaw::JawSide;
use serde::{Deserialize, Serialize};

/// A tooth's number: the quadrant (1 upper right, 2 upper left, 3 lower left, 4 lower right of the patient; 5 to 8 the same of
/// milk teeth), then the place from the midline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Fdi(u8);

impl Fdi {
    /// `None` for what is no tooth, like 19, 40 or 56.
    pub fn new(number: u8) -> Option<Self> {
        let last = if number < 50 { 8 } else { 5 };
        ((1..=8).contains(&(number / 10)) && (1..=last).contains(&(number % 10))).then_some(Self(number))
    }

    /// The permanent tooth at a place (1 to 8) from the midline.
    pub fn permanent(side: JawSide, patients_right: bool, place: u8) -> Option<Self> {
        let quadrant = match (side, patients_right) {
            (JawSide::Upper, true) => 1,
            (JawSide::Upper, false) => 2,
            (JawSide::Lower, false) => 3,
            (JawSide::Lower, true) => 4,
        };
        if place > 8 { None } else { Self::new(quadrant * 10 + place) }
    }

    /// Places along the arch from the midline, towards the patient's left: -8 (right third molar) to 7.
    pub fn beside_midline(self) -> i32 {
        let place = i32::from(self.place());
        if self.is_patients_right() { -place } else { place - 1 }
    }

    fn is_permanent(self) -> bool {
        self.0 < 50
    }

    /// The permanent tooth so many places farther along the arch, towards the patient's left; `None` beyond third molars and of milk teeth.
    pub fn along(self, places: i32) -> Option<Self> {
        if !self.is_permanent() {
            return None;
        }
        let there = self.beside_midline() + places;
        let is_right = there < 0;
        let place = if is_right { -there } else { there + 1 };
        Self::permanent(self.side(), is_right, u8::try_from(place).ok()?)
    }

    /// How many places farther along the arch another permanent tooth stands.
    pub fn places_to(self, other: Self) -> Option<i32> {
        (self.is_permanent() && other.is_permanent()).then(|| other.beside_midline() - self.beside_midline())
    }

    pub fn number(self) -> u8 {
        self.0
    }

    /// From the midline, 1 (central incisor) to 8 (third molar).
    pub fn place(self) -> u8 {
        self.0 % 10
    }

    pub fn side(self) -> JawSide {
        if matches!(self.0 / 10, 1 | 2 | 5 | 6) { JawSide::Upper } else { JawSide::Lower }
    }

    pub fn is_patients_right(self) -> bool {
        matches!(self.0 / 10, 1 | 4 | 5 | 8)
    }

    /// Incisors and canines.
    pub fn is_front(self) -> bool {
        self.place() <= 3
    }

    /// The tooth that this one is when the jaws change roles: up is down, and with it right is left.
    #[must_use]
    pub fn in_other_jaw(self) -> Self {
        let quadrant = self.0 / 10;
        let other = if (quadrant - 1) % 4 < 2 { quadrant + 2 } else { quadrant - 2 };
        Self(other * 10 + self.place())
    }
}

impl std::fmt::Display for Fdi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Fdi {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("{number} is no tooth's number"))
    }
}

impl From<Fdi> for u8 {
    fn from(fdi: Fdi) -> u8 {
        fdi.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teeth_stand_along_the_arch_and_there_are_none_beyond_the_third_molars() {
        let along = |n: u8, places: i32| Fdi::new(n).and_then(|fdi| fdi.along(places)).map(Fdi::number);
        assert_eq!(
            (along(12, 1), along(11, 1), along(21, -1), along(31, -2)),
            (Some(11), Some(21), Some(11), Some(42))
        );
        assert_eq!((along(18, 15), along(48, 15)), (Some(28), Some(38)), "the whole arch");
        assert_eq!((along(18, -1), along(28, 1), along(38, 1), along(11, 400)), (None, None, None, None));
        assert_eq!(along(51, 1), None, "a milk tooth");
        for (a, b) in [(17, 25), (38, 41), (11, 11)] {
            let [from, to] = [a, b].map(|n| Fdi::new(n).expect("a tooth"));
            assert_eq!(from.places_to(to).and_then(|places| from.along(places)), Some(to));
        }
    }

    #[test]
    fn there_are_32_permanent_and_20_milk_teeth() {
        let all: Vec<Fdi> = (0..=255).filter_map(Fdi::new).collect();
        assert_eq!(all.len(), 52);
        assert_eq!(all.iter().filter(|t| t.number() < 50).count(), 32);
        for bad in [0, 9, 10, 19, 49, 56, 86, 91] {
            assert_eq!(Fdi::new(bad), None);
        }
        for tooth in all {
            assert_ne!(tooth.in_other_jaw().side(), tooth.side());
            assert_ne!(tooth.in_other_jaw().is_patients_right(), tooth.is_patients_right());
            assert_eq!(tooth.in_other_jaw().in_other_jaw(), tooth);
            if tooth.number() < 50 {
                assert_eq!(Fdi::permanent(tooth.side(), tooth.is_patients_right(), tooth.place()), Some(tooth));
            }
        }
        assert_eq!(Fdi::permanent(JawSide::Lower, true, 6).map(Fdi::number), Some(46));
        assert_eq!(Fdi::permanent(JawSide::Lower, true, 9), None);
        assert!(Fdi::new(13).is_some_and(Fdi::is_front) && !Fdi::new(14).is_some_and(Fdi::is_front));
    }
}
