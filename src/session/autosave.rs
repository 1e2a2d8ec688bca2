//! When a case is saved by itself: a moment after its changes have come to rest, seldom enough not to be felt.
use super::State;
use std::time::{Duration, Instant};

/// Changes have come to rest when there was none for so long.
pub const REST: Duration = Duration::from_secs(3);
/// At most one saving in this time.
pub const PAUSE: Duration = Duration::from_secs(30);

/// Follows the state of one case.
#[derive(Debug, Default)]
pub struct Autosave {
    /// As it was last saved by itself, or opened.
    saved: Option<State>,
    saved_at: Option<Instant>,
    seen: Option<State>,
    changed_at: Option<Instant>,
    waits_since: Option<Instant>,
}

impl Autosave {
    /// A case was opened, or saved by hand: there is nothing to save by itself.
    pub fn begin(&mut self, state: &State) {
        *self =
            Self { saved: Some(state.clone()), saved_at: self.saved_at, seen: Some(state.clone()), ..Self::default() };
    }

    /// A case whose state is nowhere yet, such as one just recovered.
    pub fn begin_unsaved(&mut self, state: &State, now: Instant) {
        *self = Self { seen: Some(state.clone()), changed_at: Some(now), waits_since: Some(now), ..Self::default() };
    }

    /// Looks at the state; gives the moment at which it is to be saved, if it is.
    pub fn due(&mut self, state: &State, now: Instant) -> Option<Instant> {
        if self.saved.as_ref() == Some(state) {
            // Taken back, or nothing yet.
            (self.changed_at, self.waits_since) = (None, None);
            self.seen = None;
            return None;
        }
        if self.seen.as_ref() != Some(state) {
            self.seen = Some(state.clone());
            self.changed_at = Some(now);
        }
        let waits_since = *self.waits_since.get_or_insert(now);
        let rest = self.changed_at.unwrap_or(now) + REST;
        // Work that never rests is saved too.
        let due = rest.min(waits_since + PAUSE);
        Some(self.saved_at.map_or(due, |at| due.max(at + PAUSE)))
    }

    /// Nothing is saved after all: it is tried again, not at once.
    pub fn failed(&mut self) {
        self.saved = None;
    }

    /// It is being saved now.
    pub fn saved(&mut self, state: &State, now: Instant) {
        *self = Self { saved: Some(state.clone()), saved_at: Some(now), ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rigid;
    use crate::jaw::{Jaw, JawPair, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use crate::session::{Command, Motion, Session, Settings};
    use glam::DVec3;
    use std::sync::Arc;

    fn session() -> Session {
        let jaw = Jaw {
            name: String::new(),
            blake3: String::new(),
            unit: crate::base::LengthUnit::Millimetre,
            mesh: shapes::sphere(5, 3.0).into(),
            report: RepairReport::default(),
        };
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
        let pair =
            JawPair { upper: jaw.clone(), lower: jaw, frame, occlusion: Rigid::IDENTITY, told: Default::default() };
        Session::new(Arc::new(pair), Rigid::IDENTITY, Settings::default())
    }

    fn raise(session: &mut Session, mm: f64) {
        let upper_from_lower = Rigid::from_translation(DVec3::Z * mm);
        session.apply(&Command::Move { motion: Motion::Drag, upper_from_lower });
    }

    #[test]
    fn changes_at_rest_are_saved_and_not_too_often() {
        let (mut session, mut autosave) = (session(), Autosave::default());
        let begin = Instant::now();
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        autosave.begin(session.state());
        assert_eq!(autosave.due(session.state(), at(0)), None, "nothing has changed");
        raise(&mut session, 1.0);
        assert_eq!(autosave.due(session.state(), at(10)), Some(at(13)));
        raise(&mut session, 2.0);
        assert_eq!(autosave.due(session.state(), at(12)), Some(at(15)), "rest begins anew");
        assert_eq!(autosave.due(session.state(), at(14)), Some(at(15)));
        autosave.saved(session.state(), at(15));
        assert_eq!(autosave.due(session.state(), at(20)), None);
        raise(&mut session, 3.0);
        assert_eq!(autosave.due(session.state(), at(21)), Some(at(45)), "30 s after the last one");
        session.undo();
        assert_eq!(autosave.due(session.state(), at(22)), None, "it is as it was saved");
    }

    #[test]
    fn work_without_rest_is_saved_too() {
        let (mut session, mut autosave) = (session(), Autosave::default());
        let begin = Instant::now();
        autosave.begin(session.state());
        for second in 0..60 {
            raise(&mut session, 1.0 + second as f64);
            let now = begin + Duration::from_secs(second);
            let due = autosave.due(session.state(), now);
            if due.is_some_and(|at| at <= now) {
                assert_eq!(second, 30);
                return;
            }
        }
        panic!("never saved");
    }

    #[test]
    fn what_was_not_written_is_tried_again_later() {
        let (mut session, mut autosave) = (session(), Autosave::default());
        let begin = Instant::now();
        autosave.begin(session.state());
        raise(&mut session, 1.0);
        autosave.saved(session.state(), begin);
        assert_eq!(autosave.due(session.state(), begin + REST), None);
        autosave.failed();
        assert_eq!(autosave.due(session.state(), begin + REST), Some(begin + PAUSE));
    }

    #[test]
    fn what_was_recovered_is_saved_soon() {
        let (session, mut autosave) = (session(), Autosave::default());
        let now = Instant::now();
        autosave.begin_unsaved(session.state(), now);
        assert_eq!(autosave.due(session.state(), now), Some(now + REST));
    }
}
