//! Changes of the notes that hang on the jaws.
use crate::base::words::say;
use crate::jaw::Pin;
use crate::jaw::pin::{MOST_PINS, tidy_text};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum PinChange {
    /// All at once, as a record had them.
    All(Arc<Vec<Pin>>),
    Add(Pin),
    /// The pin at this place says this; without any text it is taken away.
    Write(usize, String),
    Remove(usize),
}

impl PinChange {
    /// Changes a list; what cannot be changes nothing, and more than a case holds are not taken.
    pub fn apply(&self, pins: &mut Vec<Pin>) {
        match self {
            Self::All(all) => pins.clone_from(all),
            Self::Add(pin) if pins.len() < MOST_PINS && pin.is_sound() => pins.push(pin.clone()),
            Self::Add(_) => {}
            Self::Write(pin, text) => match (tidy_text(text), pins.get_mut(*pin)) {
                (Some(text), Some(pin)) => pin.text = text,
                (None, Some(_)) => drop(pins.remove(*pin)),
                (_, None) => {}
            },
            Self::Remove(pin) if *pin < pins.len() => drop(pins.remove(*pin)),
            Self::Remove(_) => {}
        }
    }

    /// What the list of changes and the undo button call it. The text of a pin is not repeated there.
    pub fn name(&self) -> String {
        match self {
            Self::All(_) => say!("pins-restored").into(),
            Self::Add(_) => say!("pins-put").into(),
            Self::Write(pin, _) => say!("pins-written", n = pin + 1),
            Self::Remove(pin) => say!("pins-removed", n = pin + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jaw::{JawSide, Mark};
    use glam::DVec3;

    #[test]
    fn a_list_takes_what_can_be_and_no_more_than_it_holds() {
        let mark = Mark { side: JawSide::Upper, at: DVec3::ZERO };
        let pin = Pin { mark, text: "check".into() };
        let mut pins = Vec::new();
        PinChange::Add(Pin { text: String::new(), ..pin.clone() }).apply(&mut pins);
        assert!(pins.is_empty(), "no text");
        (0..=MOST_PINS).for_each(|_| PinChange::Add(pin.clone()).apply(&mut pins));
        assert_eq!(pins.len(), MOST_PINS);
        PinChange::Write(3, " other\n".into()).apply(&mut pins);
        PinChange::Write(1000, "nobody".into()).apply(&mut pins);
        assert_eq!((pins[3].text.as_str(), pins[4].text.as_str()), ("other", "check"));
        PinChange::Write(3, " ".into()).apply(&mut pins);
        PinChange::Remove(1000).apply(&mut pins);
        PinChange::Remove(0).apply(&mut pins);
        assert!(pins.len() == MOST_PINS - 2 && pins.iter().all(|p| p.text == "check"));
    }
}
