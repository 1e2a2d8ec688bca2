//! How sure the contacts are: whether it is wanted, and what of it is shown in the picture.
use crate::engine::{Sure, Uncertainty, UncertaintySettings};
use crate::jaw::{JawPair, JawSide};
use crate::session::Session;
use std::sync::Arc;

/// Poses nearby are tried, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct UncertaintyWish {
    pub on: bool,
    pub settings: UncertaintySettings,
    /// What was found is shown in the picture.
    pub in_picture: bool,
}

impl Default for UncertaintyWish {
    /// They are tried by themselves, so that an area never stands without its range.
    fn default() -> Self {
        Self { on: true, settings: UncertaintySettings::default(), in_picture: false }
    }
}

impl UncertaintyWish {
    pub fn wanted(&self) -> Option<UncertaintySettings> {
        self.on.then_some(self.settings)
    }
}

/// Triangles of one jaw with how sure their contact is, and what that was made of.
#[derive(Clone, Debug, Default)]
pub struct SureMarks {
    of: Option<MarksOf>,
    found: Vec<(u32, Sure)>,
}

#[derive(Clone, Debug)]
struct MarksOf {
    pair: Arc<JawPair>,
    known: Arc<Uncertainty>,
    side: JawSide,
    threshold_mm: f64,
}

impl SureMarks {
    /// Takes in what is known of a jaw at the session's threshold; `None`: nothing is to be shown.
    pub fn follow(&mut self, known: Option<&Arc<Uncertainty>>, side: JawSide, session: &Session) {
        let (pair, threshold_mm) = (session.pair(), session.settings().threshold_mm);
        let Some(known) = known else { return *self = Self::default() };
        let is_same = |of: &MarksOf| {
            Arc::ptr_eq(&of.known, known)
                && Arc::ptr_eq(&of.pair, pair)
                && (of.side, of.threshold_mm) == (side, threshold_mm)
        };
        if !self.of.as_ref().is_some_and(is_same) {
            let shares = known.shares(side as usize, threshold_mm).into_iter();
            let found = shares.map(|(triangle, share)| (triangle, Sure::of(share))).filter(|(_, s)| *s != Sure::No);
            let of = MarksOf { pair: pair.clone(), known: known.clone(), side, threshold_mm };
            *self = Self { found: found.collect(), of: Some(of) };
        }
    }

    /// Triangles with certain or possible contact that are to be shown in pictures of these jaws, and of which jaw.
    pub fn shown(&self, pair: &Arc<JawPair>) -> Option<(JawSide, &[(u32, Sure)])> {
        let of = self.of.as_ref().filter(|of| Arc::ptr_eq(&of.pair, pair))?;
        Some((of.side, self.found.as_slice()))
    }
}
