//! Several bites of the open case against each other.
use super::marks::BiteMarks;
use super::work::Work;
use super::{RecordOf, lower_points};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, Wake};
use crate::bites::compare::pose_spread::{PoseSpread, pose_spread};
use crate::bites::compare::{BiteComparison, CompareQuestion, compare_bites_telling, published};
use crate::engine::PairForms;
use crate::export::comparison::{BiteAsked, ComparisonRecord, Provenance, SpreadRecord};
use crate::field::contact::ScopeKind;
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::session::Session;
use std::sync::Arc;

/// So many bites have room in a table, and nobody takes more of one patient.
pub const MOST_BITES: usize = 20;
pub const FEWEST_BITES: usize = 2;

/// By what something that can be compared is known from frame to frame.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKey {
    /// By its name; as scanned has none.
    Bite(String),
    /// Where the jaw is, having left its bite.
    Now,
}

/// A bite of the case, or where its jaw is beside all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: EntryKey,
    /// As people read it.
    pub name: String,
    pub origin: String,
    pub upper_from_lower: Rigid,
}

/// All that can be compared of a session, in the order of its bites.
pub fn entries(session: &Session) -> Vec<Entry> {
    let (bites, pose) = (session.bites(), session.bite());
    let of_bites = bites.list().iter().map(|bite| Entry {
        key: EntryKey::Bite(bite.name.clone()),
        name: bite.said_name().to_owned(),
        origin: bite.origin.say().to_owned(),
        upper_from_lower: bite.upper_from_lower,
    });
    let left = bites.at(&pose).is_none().then(|| Entry {
        key: EntryKey::Now,
        name: say!("compare-now").into(),
        origin: bites.origin_of(&pose).say().into(),
        upper_from_lower: pose,
    });
    of_bites.chain(left).collect()
}

/// What is asked of some of them.
#[derive(Clone, Debug)]
pub struct BitesAsked {
    pub entries: Vec<Entry>,
    pub question: CompareQuestion,
    pair: Arc<JawPair>,
    teeth: Arc<Teeth>,
    frame: OcclusalFrame,
}

impl PartialEq for BitesAsked {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
            && self.question == other.question
            && Arc::ptr_eq(&self.pair, &other.pair)
            && Arc::ptr_eq(&self.teeth, &other.teeth)
            && self.frame == other.frame
    }
}

impl BitesAsked {
    /// `base`: its place among them. `are_repeats`: all are one and the same bite, taken again.
    ///
    /// # Errors
    /// Why it cannot be asked, in one sentence.
    pub fn of(session: &Session, entries: Vec<Entry>, base: usize, are_repeats: bool) -> Result<Self, String> {
        if entries.len() < FEWEST_BITES || base >= entries.len() {
            return Err(say!("compare-too-few").into());
        }
        if entries.len() > MOST_BITES {
            return Err(say!("compare-too-many", n = MOST_BITES));
        }
        let question = CompareQuestion {
            poses: entries.iter().map(|entry| entry.upper_from_lower).collect(),
            base,
            repeats: if are_repeats { vec![(0..entries.len()).collect()] } else { Vec::new() },
            published: published(),
            threshold_mm: session.settings().threshold_mm,
            scope: session.scope(),
        };
        let (pair, teeth, frame) = (session.pair().clone(), session.teeth().clone(), *session.frame());
        Ok(Self { entries, question, pair, teeth, frame })
    }
}

/// What a comparison has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct BitesCompared {
    pub asked: BitesAsked,
    pub found: BiteComparison,
    /// Of all poses.
    pub spread: Option<PoseSpread>,
    /// Of each bite.
    pub marks: Vec<BiteMarks>,
    scope: ScopeKind,
}

/// Begins the work on a thread.
pub fn start(asked: BitesAsked, forms: Arc<PairForms>, wake: Wake) -> Work<BitesCompared> {
    Work::start("comparison of bites", wake, move |progress| compared(asked, &forms, progress).map(Ok))
}

fn compared(asked: BitesAsked, forms: &PairForms, progress: &Progress) -> Result<BitesCompared, Cancelled> {
    let exact = forms.trees(&progress.part(0.0, 0.1))?;
    let (mut marks, question) = (Vec::new(), &asked.question);
    let told_by = (&*asked.teeth, &asked.frame);
    let mut tell = |_, contact: &_| {
        marks.push(BiteMarks::of(contact, question.threshold_mm, told_by.0, told_by.1));
    };
    let found = compare_bites_telling(&exact, question, told_by, (&progress.part(0.1, 1.0), &mut tell))?;
    let spread = pose_spread(&question.poses, &asked.frame, &lower_points(&asked.pair, &asked.teeth));
    let scope = exact.scope(&question.scope).kind();
    Ok(BitesCompared { asked, found, spread, marks, scope })
}

impl BitesCompared {
    /// Of these jaws, in these roles.
    pub fn is_of(&self, pair: &Arc<JawPair>) -> bool {
        Arc::ptr_eq(&self.asked.pair, pair)
    }

    /// As files have it.
    pub fn record(&self, of: RecordOf) -> ComparisonRecord {
        let question = &self.asked.question;
        let bite = |entry: &Entry| BiteAsked {
            name: entry.name.clone(),
            origin: entry.origin.clone(),
            upper_from_lower: entry.upper_from_lower.to_rows(),
        };
        let spread = || {
            let of_all = (0..self.asked.entries.len()).collect();
            self.spread.as_ref().map(|spread| SpreadRecord::new(spread, of_all))
        };
        // All repeats are one group, which is all of them.
        let of_repeats = question.repeats.iter().filter_map(|_| spread()).collect();
        let of = Provenance {
            inputs: of.inputs,
            bites: self.asked.entries.iter().map(bite).collect(),
            scope: self.scope,
            asked: of.asked,
        };
        ComparisonRecord::new(&self.found, question, (spread(), of_repeats), of)
    }
}
