//! Bites against each other: which are chosen, which two are looked at, and what was found.
use super::inquiry::Inquiry;
use crate::base::Rigid;
use crate::base::words::{self, Manner, say};
use crate::export::motion::paint::Painted;
use crate::session::Session;
use crate::session::comparison::bites::{BitesAsked, BitesCompared, Entry, EntryKey, MOST_BITES, entries};
use crate::session::comparison::paint::painted_bites;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Both that are looked at: A, which the others are held against, and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Base,
    Other,
}

impl Role {
    /// By which both are called.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Base => say!("compare-a"),
            Self::Other => say!("compare-b"),
        }
    }
}

#[derive(Default)]
pub struct BitesTab {
    left_out: BTreeSet<EntryKey>,
    base: Option<EntryKey>,
    other: Option<EntryKey>,
    /// All chosen are one and the same bite, taken again.
    pub are_repeats: bool,
    /// B is seen where A would be.
    pub is_flipped: bool,
    pub inquiry: Inquiry<BitesCompared>,
    /// What was found is of what is asked for now.
    pub is_fresh: bool,
    painted: Option<PaintedBites>,
}

/// The jaws' paint, and what it was made of.
struct PaintedBites {
    of: (Arc<BitesCompared>, [usize; 2], Manner),
    painted: Arc<Painted>,
}

impl BitesTab {
    /// With the bite that the jaw is in and the first of the others. The one that stands first in the list is A: what the later one has
    /// not any more is lost. The jaw stays where it is.
    pub fn enter(&mut self, session: &Session) {
        let all = entries(session);
        let current = current(session, &all);
        let is_there = |key: &Option<EntryKey>| key.as_ref().is_some_and(|key| all.iter().any(|e| e.key == *key));
        if !is_there(&self.base) {
            // Beside the first bite the second one stands, beside any other the first.
            self.base = Some(all[0].key.clone());
            self.other = all.get(current.max(1)).map(|e| e.key.clone());
        }
        if !is_there(&self.other) || self.other == self.base {
            self.other = all.iter().find(|e| Some(&e.key) != self.base.as_ref()).map(|e| e.key.clone());
        }
        // Of many the first are chosen.
        if self.left_out.is_empty() {
            self.left_out.extend(all.iter().skip(MOST_BITES).map(|e| e.key.clone()));
        }
        // What is seen stays.
        self.is_flipped = self.other.as_ref() == Some(&all[current].key);
    }

    /// A and B always are.
    pub fn is_included(&self, key: &EntryKey) -> bool {
        self.has_role(key) || !self.left_out.contains(key)
    }

    pub fn has_role(&self, key: &EntryKey) -> bool {
        self.base.as_ref() == Some(key) || self.other.as_ref() == Some(key)
    }

    pub fn include(&mut self, key: EntryKey, on: bool) {
        if on {
            self.left_out.remove(&key)
        } else {
            self.left_out.insert(key)
        };
    }

    pub fn key_of(&self, role: Role) -> Option<&EntryKey> {
        match role {
            Role::Base => self.base.as_ref(),
            Role::Other => self.other.as_ref(),
        }
    }

    /// A bite becomes A or B; what was that becomes the other one. What is seen stays, as long as it is one of both.
    pub fn give(&mut self, role: Role, key: EntryKey) {
        self.left_out.remove(&key);
        let seen = self.key_of(self.shown()).cloned();
        let (mine, others) = match role {
            Role::Base => (&mut self.base, &mut self.other),
            Role::Other => (&mut self.other, &mut self.base),
        };
        if others.as_ref() == Some(&key) {
            *others = mine.take();
        }
        *mine = Some(key);
        if seen.is_some() && self.key_of(self.not_shown()) == seen.as_ref() {
            self.is_flipped = !self.is_flipped;
        }
    }

    fn chosen(&self, session: &Session) -> Vec<Entry> {
        entries(session).into_iter().filter(|entry| self.is_included(&entry.key)).collect()
    }

    /// What a person asks for now.
    ///
    /// # Errors
    /// Why it cannot be asked, in one sentence.
    pub fn asked(&self, session: &Session) -> Result<BitesAsked, String> {
        let chosen = self.chosen(session);
        let base = chosen.iter().position(|entry| Some(&entry.key) == self.base.as_ref()).unwrap_or(0);
        BitesAsked::of(session, chosen, base, self.are_repeats)
    }

    pub fn entry(&self, session: &Session, role: Role) -> Option<Entry> {
        let key = self.key_of(role)?;
        entries(session).into_iter().find(|entry| entry.key == *key)
    }

    /// Which of both is seen.
    pub fn shown(&self) -> Role {
        if self.is_flipped { Role::Other } else { Role::Base }
    }

    pub fn not_shown(&self) -> Role {
        if self.is_flipped { Role::Base } else { Role::Other }
    }

    /// "A  As scanned".
    pub fn words(&self, session: &Session, role: Role) -> String {
        let name = self.entry(session, role).map(|entry| entry.name).unwrap_or_default();
        format!("{}  {name}", role.letter())
    }

    pub fn pose(&self, session: &Session, role: Role) -> Option<Rigid> {
        self.entry(session, role).map(|entry| entry.upper_from_lower)
    }

    /// Places of A and B in what was found. Another A than was asked for is none.
    pub fn places(&self, found: &BitesCompared) -> Option<[usize; 2]> {
        let place = |key: &EntryKey| found.asked.entries.iter().position(|entry| entry.key == *key);
        let base = self.base.as_ref().and_then(place).filter(|at| *at == found.asked.question.base)?;
        Some([base, self.other.as_ref().and_then(place).filter(|at| *at != base)?])
    }

    pub fn painted(&self) -> Option<&Arc<Painted>> {
        self.painted.as_ref().map(|painted| &painted.painted)
    }

    /// Takes in what was found; what is of other jaws is forgotten.
    pub fn follow(&mut self, session: &Session, paints: bool) {
        self.inquiry.poll();
        if self.inquiry.found().is_some_and(|found| !found.is_of(session.pair())) {
            self.inquiry.forget();
        }
        let found = self.inquiry.found().cloned();
        self.is_fresh = found.as_ref().is_some_and(|found| self.asked(session).is_ok_and(|now| now == found.asked));
        let seen = found.filter(|_| paints && self.is_fresh);
        let seen = seen.and_then(|found| Some((self.places(&found)?, found)));
        let Some((places, found)) = seen else {
            self.painted = None;
            return;
        };
        let of = (found, places, words::manner());
        let is_same =
            |known: &PaintedBites| Arc::ptr_eq(&known.of.0, &of.0) && (known.of.1, known.of.2) == (of.1, of.2);
        if !self.painted.as_ref().is_some_and(is_same) {
            let marks = places.map(|place| &of.0.marks[place]);
            let names = places.map(|place| of.0.asked.entries[place].name.as_str());
            let painted = painted_bites(marks, names, of.0.asked.question.threshold_mm);
            self.painted = Some(PaintedBites { of, painted: Arc::new(painted) });
        }
    }
}

/// The place of what the jaw is in: a place of its own stands where it has left its bite.
fn current(session: &Session, all: &[Entry]) -> usize {
    all.iter().position(|entry| entry.key == EntryKey::Now).unwrap_or(session.bites().place())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::test_data;
    use crate::jaw::{Bite, BiteOrigin};
    use crate::session::{BiteChange, Command, Settings};
    use glam::DVec3;

    /// A case with two bites besides as scanned, in the second of them.
    fn session() -> Session {
        let mut session = Session::new(test_data::pair().into(), Rigid::IDENTITY, Settings::default());
        for (name, z) in [("one", -1.0), ("two", -2.0)] {
            let upper_from_lower = Rigid::from_translation(DVec3::Z * z);
            let bite = Bite { name: name.into(), origin: BiteOrigin::Hand, upper_from_lower, ..Bite::as_scanned() };
            session.apply(&Command::Bite(BiteChange::Keep { bite: bite.into(), choose: true }));
        }
        session
    }

    fn key(name: &str) -> EntryKey {
        EntryKey::Bite(name.into())
    }

    #[test]
    fn the_earlier_bite_is_a_what_is_seen_stays_and_roles_change_places() {
        let session = session();
        let mut tab = BitesTab::default();
        tab.enter(&session);
        assert_eq!((tab.key_of(Role::Base), tab.key_of(Role::Other)), (Some(&key("")), Some(&key("two"))));
        let seen = |tab: &BitesTab| tab.pose(&session, tab.shown());
        assert_eq!(seen(&tab), Some(session.bite()));
        let asked = tab.asked(&session).expect("three bites");
        assert_eq!((asked.entries.len(), asked.question.base, asked.question.repeats.len()), (3, 0, 0));
        tab.give(Role::Base, key("two"));
        assert_eq!((tab.key_of(Role::Base), tab.key_of(Role::Other)), (Some(&key("two")), Some(&key(""))));
        assert_eq!((tab.shown(), seen(&tab)), (Role::Base, Some(session.bite())));
        // The twin: of a bite that lost its role another one is seen.
        tab.give(Role::Base, key("one"));
        assert_eq!(seen(&tab), tab.pose(&session, Role::Base));
        tab.give(Role::Base, key(""));
        tab.give(Role::Other, key("two"));
        assert_eq!(tab.pose(&session, Role::Other), Some(session.bite()));
        // What is repeated is one group of all that is chosen.
        tab.are_repeats = true;
        tab.include(key("one"), false);
        let asked = tab.asked(&session).expect("two bites");
        assert_eq!(asked.question.repeats, [[0, 1]]);
        // The twins: what has a role cannot be left out, and one bite is no comparison.
        tab.include(key("two"), false);
        assert_eq!(tab.asked(&session).expect("A and B are always chosen").entries.len(), 2);
        tab.give(Role::Base, key("one"));
        tab.include(key(""), false);
        assert!(tab.is_included(&key("one")) && !tab.is_included(&key("")), "as scanned has no role any more");
        let alone = Session::new(test_data::pair().into(), Rigid::IDENTITY, Settings::default());
        tab.enter(&alone);
        assert!(tab.asked(&alone).is_err() && tab.key_of(Role::Other).is_none());
    }

    #[test]
    fn a_jaw_that_has_left_its_bite_is_one_more_and_a_bite_that_is_gone_is_none() {
        let mut session = session();
        session.apply(&Command::Move {
            motion: crate::session::Motion::Typed,
            upper_from_lower: Rigid::from_translation(DVec3::X),
        });
        let mut tab = BitesTab::default();
        tab.enter(&session);
        assert_eq!((tab.key_of(Role::Other), entries(&session).len()), (Some(&EntryKey::Now), 4));
        session.undo();
        assert_eq!((tab.pose(&session, Role::Other), entries(&session).len()), (None, 3), "the twin");
        tab.enter(&session);
        let poses = [Role::Base, Role::Other].map(|role| tab.pose(&session, role));
        assert!(poses.iter().all(Option::is_some) && poses[0] != poses[1]);
    }
}
