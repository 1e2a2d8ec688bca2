//! Notes that hang on a place of a jaw, and move with it.
use super::{JawSide, Mark};

/// A case has no more.
pub const MOST_PINS: usize = 200;
/// Longer texts are cut, characters.
pub const LONGEST_PIN: usize = 400;

#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    pub mark: Mark,
    pub text: String,
}

impl Pin {
    /// Whether there can be such a pin.
    pub fn is_sound(&self) -> bool {
        self.mark.is_sound() && tidy_text(&self.text).is_some_and(|text| text == self.text)
    }

    /// The jaws have changed roles; each keeps its coordinates.
    pub fn swapped(&self) -> Self {
        let side: JawSide = self.mark.side.other();
        Self { mark: Mark { side, ..self.mark }, text: self.text.clone() }
    }
}

/// The text as it is kept: no control characters but ends of lines, not too long; `None` where nothing is left of it.
pub fn tidy_text(text: &str) -> Option<String> {
    let is_kept = |c: &char| !c.is_control() || *c == '\n';
    let text: String = text.trim().chars().filter(is_kept).take(LONGEST_PIN).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn texts_are_bounded_and_places_are_places() {
        let mark = Mark { side: JawSide::Lower, at: DVec3::ONE };
        let pin = |text: &str| Pin { mark, text: text.into() };
        assert!(pin("high\nspot").is_sound());
        for bad in ["", " x", "x\u{7}", &"x".repeat(LONGEST_PIN + 1)] {
            assert!(!pin(bad).is_sound(), "{bad}");
        }
        assert_eq!(tidy_text(&format!(" \r{} ", "ä".repeat(1000))).map(|text| text.chars().count()), Some(LONGEST_PIN));
        assert_eq!((tidy_text(" a\u{7}b\n "), tidy_text("\n\t ")), (Some("ab".into()), None));
        assert!(!Pin { mark: Mark { at: DVec3::splat(f64::NAN), ..mark }, ..pin("x") }.is_sound());
        assert_eq!(pin("x").swapped().mark.side, JawSide::Upper);
        assert_eq!(pin("x").swapped().swapped(), pin("x"));
    }
}
