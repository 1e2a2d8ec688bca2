//! What a hand has measured: marks on the jaws, each fixed to its jaw, so that they move with it.
use super::JawSide;
use crate::base::words::say;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A case has no more.
pub const MOST_MEASURES: usize = 200;
/// Longer names are cut, characters.
pub const LONGEST_NAME: usize = 60;
/// No mark is farther off, mm.
const FARTHEST_MM: f64 = 10_000.0;

/// A place on a jaw, in the jaw's own coordinates, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub side: JawSide,
    pub at: DVec3,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureKind {
    /// From point to point.
    #[default]
    Points,
    /// From a point to the nearest point of the other jaw.
    Surface,
    /// At the second of three points.
    Angle,
    /// From the middle of one contact to that of another.
    Contacts,
}

impl Mark {
    /// Whether there can be such a place.
    pub fn is_sound(&self) -> bool {
        self.at.is_finite() && self.at.abs().max_element() <= FARTHEST_MM
    }
}

impl MeasureKind {
    pub const ALL: [Self; 4] = [Self::Points, Self::Surface, Self::Angle, Self::Contacts];

    pub fn n_marks(self) -> usize {
        match self {
            Self::Surface => 1,
            Self::Points | Self::Contacts => 2,
            Self::Angle => 3,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Points => say!("measures-kind-points"),
            Self::Surface => say!("measures-kind-surface"),
            Self::Angle => say!("measures-kind-angle"),
            Self::Contacts => say!("measures-kind-contacts"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub kind: MeasureKind,
    pub name: String,
    /// As many as its kind takes.
    pub marks: Vec<Mark>,
}

impl Measure {
    /// Whether there can be such a measure.
    pub fn is_sound(&self) -> bool {
        self.marks.len() == self.kind.n_marks() && self.marks.iter().all(Mark::is_sound)
    }

    /// The jaws have changed roles; each keeps its coordinates.
    pub fn swapped(&self) -> Self {
        let swapped = |mark: &Mark| Mark { side: mark.side.other(), ..*mark };
        Self { marks: self.marks.iter().map(swapped).collect(), ..self.clone() }
    }
}

/// The name as it is kept: one line, not too long; `None` where nothing is left of it.
pub fn tidy_name(name: &str) -> Option<String> {
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = words.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// "1", or the first such name that is free.
pub fn free_name(measures: &[Measure]) -> String {
    let names = (1..).map(|n: u32| n.to_string());
    names.into_iter().find(|name| measures.iter().all(|m| m.name != *name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(kind: MeasureKind, n: usize) -> Measure {
        let mark = |i: usize| Mark { side: JawSide::Upper, at: DVec3::splat(i as f64) };
        Measure { kind, name: "1".into(), marks: (0..n).map(mark).collect() }
    }

    #[test]
    fn a_measure_has_the_marks_of_its_kind() {
        for kind in MeasureKind::ALL {
            assert!(measure(kind, kind.n_marks()).is_sound());
            assert!(!measure(kind, kind.n_marks() - 1).is_sound() && !measure(kind, kind.n_marks() + 1).is_sound());
        }
        let mut far = measure(MeasureKind::Points, 2);
        far.marks[1].at.x = f64::NAN;
        assert!(!far.is_sound());
        far.marks[1].at.x = 1e7;
        assert!(!far.is_sound());
    }

    #[test]
    fn names_are_free_and_tidy() {
        let mut measures = vec![measure(MeasureKind::Points, 2)];
        assert_eq!(free_name(&measures), "2");
        measures[0].name = "2".into();
        assert_eq!(free_name(&measures), "1");
        assert_eq!(tidy_name(" a\n b \u{7} "), Some("a b".into()));
        assert_eq!(tidy_name("\n "), None);
        assert_eq!(tidy_name(&"x".repeat(100)).map(|name| name.len()), Some(LONGEST_NAME));
        assert_eq!(measures[0].swapped().marks[0].side, JawSide::Lower);
        assert_eq!(measures[0].swapped().swapped(), measures[0]);
    }
}
