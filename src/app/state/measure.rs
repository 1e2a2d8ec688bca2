//! The tool that measures: clicks on the jaws put marks, as many as the kind of measure takes.
use crate::base::Rigid;
use crate::exact::measured::{Measured, measured};
use crate::jaw::{Mark, Measure, MeasureKind};
use crate::session::Session;
use std::sync::Arc;

use super::section::Ready;

/// What a person asks of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureWish {
    Take(MeasureKind),
    Leave,
    /// Takes the tool that was in the hand last, or leaves it.
    Toggle,
}

#[derive(Default)]
pub struct MeasureTool {
    /// Clicks on the jaws put marks.
    pub is_in_hand: bool,
    pub kind: MeasureKind,
    /// Put so far; fewer than the kind takes.
    pub marks: Vec<Mark>,
    known: Option<(Arc<Vec<Measure>>, Rigid, Arc<Ready>)>,
    values: Vec<Option<Measured>>,
}

impl MeasureTool {
    pub fn leave(&mut self) {
        self.is_in_hand = false;
        self.marks.clear();
    }

    /// Whether anything needs to be measured.
    pub fn is_wanted(&self, session: &Session) -> bool {
        self.is_in_hand || !session.measures().is_empty()
    }

    /// What each measure of the session comes to in its pose; nothing until what that takes is there.
    pub fn values(&self) -> &[Option<Measured>] {
        &self.values
    }

    pub fn follow(&mut self, session: &Session, ready: Option<&Arc<Ready>>) {
        let Some(ready) = ready else {
            (self.known, self.values) = (None, Vec::new());
            return;
        };
        let (measures, pose) = (session.measures(), session.upper_from_lower());
        let is_known = self
            .known
            .as_ref()
            .is_some_and(|(of, at, by)| Arc::ptr_eq(of, measures) && *at == pose && Arc::ptr_eq(by, ready));
        if !is_known {
            self.values = measures.iter().map(|measure| measured(measure, &ready.runs, &pose)).collect();
            self.known = Some((measures.clone(), pose, ready.clone()));
        }
    }
}
