//! Several bites of one pair of jaws held against each other: which pairs of teeth meet in which, how far repeated bites differ, and which
//! differences are more than that.
//!
//! [`repeats`] (what repeats say of a figure) and [`pose_spread`] (how far poses lie apart) -> here (contacts by pairs of teeth);
//! [`gap_change`] is the map on the teeth.
pub mod gap_change;
pub mod pose_spread;
pub mod repeats;
#[cfg(test)]
mod tests;

use crate::base::words::say;
use crate::base::{Cancelled, Progress, Random, Rigid};
use crate::engine::{Contact, ContactQuestion, ContactTracker, UncertaintySettings, contact_by_closest};
use crate::exact::BvhEngine;
use crate::field::Question;
use crate::field::contact::{GapKind, ScopeAsked, ToothPair};
use crate::jaw::teeth::less_sure;
use crate::jaw::{Fdi, OcclusalFrame, Teeth};
use repeats::{Within, of_most_scattered, within};
use std::collections::BTreeMap;

/// What is asked of some bites.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareQuestion {
    /// `upper_from_lower` of each.
    pub poses: Vec<Rigid>,
    /// What the others are held against, by its place.
    pub base: usize,
    /// Bites that are repeats of one and the same, by their places; groups of fewer than two say nothing.
    pub repeats: Vec<Vec<usize>>,
    /// Where no bite is repeated: how far repeated bites are known to differ.
    pub published: UncertaintySettings,
    pub threshold_mm: f64,
    pub scope: ScopeAsked,
}

/// The contact of two teeth, or of all, in one bite; nothing of it where they do not meet. Areas are the mean of both jaws'.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    pub area_mm2: f64,
    /// Of it what lies inside the other jaw.
    pub penetrating_mm2: f64,
    pub max_depth_mm: f64,
}

impl Figures {
    pub fn is_there(&self) -> bool {
        self.area_mm2 > 0.0
    }

    /// Within the threshold and outside the other jaw, mm².
    pub fn near_mm2(&self) -> f64 {
        (self.area_mm2 - self.penetrating_mm2).max(0.0)
    }
}

/// What became of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// No more than repeated bites differ.
    Same,
    Gained,
    Lost,
    Larger,
    Smaller,
}

/// A bite against the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub difference_mm2: f64,
    pub kind: ChangeKind,
    /// Also beyond what is detectable when all pairs and the whole are looked at together.
    pub is_sure: bool,
}

/// Figures of each bite, and what their differences mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub in_bites: Vec<Figures>,
    pub within: Within,
    /// Smallest detectable change: of this figure alone, and with all pairs looked at together, mm².
    pub detectable_mm2: f64,
    pub detectable_of_all_mm2: f64,
    pub changes: Vec<Change>,
}

impl Row {
    /// Share of the bites in which there is contact, 0 to 1.
    pub fn share(&self) -> f64 {
        self.in_bites.iter().filter(|f| f.is_there()).count() as f64 / self.in_bites.len().max(1) as f64
    }
}

/// Two teeth that meet in at least one bite.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    pub upper: Fdi,
    pub lower: Fdi,
    /// How sure the upper and the lower number are where they are least sure, 0 to 1.
    pub confidences: [f64; 2],
    pub row: Row,
}

/// Where the scatter of repeated bites is known from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScatterFrom {
    Repeats,
    /// From so many poses about the bites, as far away as published bites are.
    Published {
        runs: usize,
    },
}

/// What a bite's comparison with the base comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No pair and not the whole is beyond what can be detected.
    NoChange,
    /// Some pairs are, but no more than chance alone makes of so many.
    Possible,
    /// A pair is when all are looked at together, or the whole is.
    Changed,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BiteComparison {
    pub scatter: ScatterFrom,
    pub whole: Row,
    /// The largest contact in any bite first.
    pub pairs: Vec<PairRow>,
    /// Of each bite against the base.
    pub verdicts: Vec<Verdict>,
}

/// So many poses about each of two bites stand in for repeats of them; about each of several as many as makes the same number together,
/// but no fewer than these.
pub const RUNS: usize = 60;
const FEWEST_RUNS: usize = 20;

/// How far repeated bites are known to differ.
pub fn published() -> UncertaintySettings {
    UncertaintySettings { runs: RUNS as u32, ..UncertaintySettings::default() }
}

/// Compares the contacts of bites. `teeth` and `frame` (world coordinates) tell the pairs.
///
/// # Errors
/// [`Cancelled`] within milliseconds.
pub fn compare_bites(
    exact: &BvhEngine,
    asked: &CompareQuestion,
    told_by: (&Teeth, &OcclusalFrame),
    progress: &Progress,
) -> Result<BiteComparison, Cancelled> {
    compare_bites_telling(exact, asked, told_by, (progress, &mut |_, _| {}))
}

/// Is handed the contact of a bite and the bite's place.
pub type Tell<'a> = &'a mut dyn FnMut(usize, &Contact);

/// The same; `tell` is handed the contact of every bite, with the bite's place.
///
/// # Errors
/// [`Cancelled`] within milliseconds.
pub fn compare_bites_telling(
    exact: &BvhEngine,
    asked: &CompareQuestion,
    told_by: (&Teeth, &OcclusalFrame),
    (progress, tell): (&Progress, Tell<'_>),
) -> Result<BiteComparison, Cancelled> {
    progress.enter(say!("stage-contact-of-bites"), 0.0)?;
    let is_repeated = asked.repeats.iter().any(|group| group.len() > 1);
    let (mut table, part) = (Table::default(), progress.part(0.0, if is_repeated { 1.0 } else { 0.5 }));
    for (i, pose) in asked.poses.iter().enumerate() {
        part.at(i as f64 / asked.poses.len() as f64)?;
        let found = contact(exact, (pose, &asked.scope, asked.threshold_mm), &part)?;
        table.add(&found, asked.threshold_mm, told_by);
        tell(i, &found);
    }
    if is_repeated {
        return Ok(table.compared(asked.base, ScatterFrom::Repeats, (&table, &asked.repeats)));
    }
    let bites: Vec<OfPair> =
        asked.poses.iter().map(|pose| OfPair { exact, pose: *pose, scope: &asked.scope, told_by }).collect();
    let nearby = nearby(&bites, (asked.threshold_mm, &asked.published), &progress.part(0.5, 1.0))?;
    Ok(table.compared_by_published(asked.base, nearby))
}

/// One pair of jaws in one bite, with what tells its teeth.
#[derive(Clone, Copy)]
pub struct OfPair<'a> {
    pub exact: &'a BvhEngine,
    pub pose: Rigid,
    pub scope: &'a ScopeAsked,
    pub told_by: (&'a Teeth, &'a OcclusalFrame),
}

/// Compares the contacts of the jaws before (first, the base) and after by the numbers of their teeth.
///
/// # Errors
/// [`Cancelled`] within milliseconds.
pub fn compare_pairs(
    both: [OfPair; 2],
    (threshold_mm, published): (f64, &UncertaintySettings),
    progress: &Progress,
) -> Result<BiteComparison, Cancelled> {
    progress.enter(say!("stage-contact-of-bites"), 0.0)?;
    let mut table = Table::default();
    for of in &both {
        table.add(&contact(of.exact, (&of.pose, of.scope, threshold_mm), progress)?, threshold_mm, of.told_by);
    }
    let nearby = nearby(&both, (threshold_mm, published), &progress.part(0.3, 1.0))?;
    Ok(table.compared_by_published(0, nearby))
}

fn question(pose: &Rigid, scope: &ScopeAsked, threshold_mm: f64) -> (Question, ContactQuestion) {
    let contacts = ContactQuestion::new(GapKind::Closest, vec![threshold_mm]).of(scope.clone());
    let question = Question { upper_from_lower: *pose, thresholds_mm: vec![threshold_mm], ..Question::default() };
    (question, ContactQuestion { curve_mm: Vec::new(), ..contacts })
}

/// As `analyze` has it.
fn contact(
    exact: &BvhEngine,
    (pose, scope, threshold_mm): (&Rigid, &ScopeAsked, f64),
    progress: &Progress,
) -> Result<Contact, Cancelled> {
    let (question, contacts) = question(pose, scope, threshold_mm);
    contact_by_closest(exact, (&question, &contacts), progress)
}

/// Poses about each bite that stand in for its repeats, and which are whose. All are tried: a bite that touches nothing differs by nothing
/// from repeat to repeat, and the one that it is held against may differ by much.
fn nearby(
    bites: &[OfPair],
    (threshold_mm, published): (f64, &UncertaintySettings),
    progress: &Progress,
) -> Result<(Table, Vec<Vec<usize>>), Cancelled> {
    let runs = (2 * RUNS / bites.len().max(1)).clamp(FEWEST_RUNS, RUNS);
    let mut table = Table::default();
    for (k, of) in bites.iter().enumerate() {
        // About each the same motions.
        let (mut tracker, mut random) = (ContactTracker::fine(), Random::new(published.seed));
        for i in 0..runs {
            progress.at((k * runs + i) as f64 / (bites.len() * runs) as f64)?;
            let pose = random.pose(of.told_by.1.origin, published.shift_mm, published.turn_deg) * of.pose;
            let (question, contacts) = question(&pose, of.scope, threshold_mm);
            table.add(&tracker.contact(of.exact, (&question, &contacts), progress)?, threshold_mm, of.told_by);
        }
    }
    Ok((table, (0..bites.len()).map(|k| (k * runs..(k + 1) * runs).collect()).collect()))
}

type PairKey = (Fdi, Fdi);

/// What was found in each bite.
#[derive(Default)]
struct Table {
    n: usize,
    whole: Vec<Figures>,
    pairs: BTreeMap<PairKey, ([f64; 2], Vec<Figures>)>,
}

impl Table {
    fn add(&mut self, contact: &Contact, threshold_mm: f64, (teeth, frame): (&Teeth, &OcclusalFrame)) {
        let mean = |of: Option<[f64; 2]>| of.map_or(0.0, |[upper, lower]| (upper + lower) / 2.0);
        let area = contact.area(threshold_mm);
        self.whole.push(Figures {
            area_mm2: mean(area.map(|a| [a.area_upper_mm2, a.area_lower_mm2])),
            penetrating_mm2: mean(area.map(|a| [a.penetrating_area_upper_mm2, a.penetrating_area_lower_mm2])),
            max_depth_mm: contact.max_depth_mm(),
        });
        self.n += 1;
        let by_tooth = |mm: f64| contact.by_tooth(mm, teeth, frame).map(|found| found.pairs).unwrap_or_default();
        for pair in by_tooth(threshold_mm) {
            let figures = self.figures(&pair);
            (figures.area_mm2, figures.max_depth_mm) = (pair.area_mm2(), pair.max_depth_mm());
        }
        for pair in by_tooth(0.0) {
            self.figures(&pair).penetrating_mm2 = pair.area_mm2();
        }
        self.pairs.values_mut().for_each(|(_, of)| of.resize(self.n, Figures::default()));
    }

    fn figures(&mut self, pair: &ToothPair) -> &mut Figures {
        let (confidences, of) = self.pairs.entry((pair.upper, pair.lower)).or_insert(([1.0; 2], Vec::new()));
        *confidences = less_sure(*confidences, pair.confidences);
        of.resize(self.n, Figures::default());
        &mut of[self.n - 1]
    }

    /// With poses that stand in for repeats ([`nearby`]).
    fn compared_by_published(&self, base: usize, (nearby, groups): (Self, Vec<Vec<usize>>)) -> BiteComparison {
        self.compared(base, ScatterFrom::Published { runs: nearby.n }, (&nearby, &groups))
    }

    /// `groups`: of repeats, by their places in the table that holds them.
    fn compared(&self, base: usize, scatter: ScatterFrom, (repeats, groups): (&Self, &[Vec<usize>])) -> BiteComparison {
        let scattered = match scatter {
            ScatterFrom::Repeats => within,
            ScatterFrom::Published { .. } => of_most_scattered,
        };
        let of = |figures: &[Figures]| scattered(&grouped(figures, groups)).unwrap_or(NOTHING);
        let own = |key: &PairKey| repeats.pairs.get(key).map(|(_, figures)| (of(figures), is_in_all(figures, groups)));
        let all: Vec<Within> = repeats.pairs.values().map(|(_, figures)| of(figures)).collect();
        // Of a pair that some repeat has not its own differences say too little.
        let pooled = pooled(&all);
        // The whole is looked at as well.
        let n = self.pairs.len() + 1;
        let row = |figures: &Vec<Figures>, within: Within| Row::new(figures, within, base, n);
        let mut pairs: Vec<PairRow> = self
            .pairs
            .iter()
            .map(|(key, (confidences, figures))| {
                let within = match own(key) {
                    Some((own, true)) => own,
                    Some((own, false)) => own.at_least(pooled),
                    None => pooled,
                };
                PairRow { upper: key.0, lower: key.1, confidences: *confidences, row: row(figures, within) }
            })
            .collect();
        pairs.sort_by(|a, b| largest(&b.row).total_cmp(&largest(&a.row)));
        let whole = row(&self.whole, of(&repeats.whole));
        let verdicts = (0..self.n).map(|bite| verdict(bite, &whole, &pairs)).collect();
        BiteComparison { scatter, whole, pairs, verdicts }
    }
}

/// Nothing was repeated: there is nothing to detect anything by.
const NOTHING: Within = Within { deviation: f64::INFINITY, freedoms: None };

fn grouped(figures: &[Figures], groups: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let area = |at: &usize| figures.get(*at).map_or(0.0, |f| f.area_mm2);
    groups.iter().map(|group| group.iter().map(area).collect()).collect()
}

fn is_in_all(figures: &[Figures], groups: &[Vec<usize>]) -> bool {
    groups.iter().flatten().all(|at| figures.get(*at).is_some_and(Figures::is_there))
}

/// The root of the mean square of all pairs' deviations.
fn pooled(all: &[Within]) -> Within {
    let Some(first) = all.first() else { return Within { deviation: 0.0, freedoms: None } };
    let squares: f64 = all.iter().map(|w| w.deviation * w.deviation).sum();
    Within { deviation: (squares / all.len() as f64).sqrt(), ..*first }
}

fn largest(row: &Row) -> f64 {
    row.in_bites.iter().map(|f| f.area_mm2).fold(0.0, f64::max)
}

impl Row {
    fn new(figures: &[Figures], within: Within, base: usize, n: usize) -> Self {
        let [alone, together] = [within.detectable(), within.detectable_of(n)];
        let before = figures[base];
        let change = |after: &Figures| {
            let difference_mm2 = after.area_mm2 - before.area_mm2;
            let kind = match difference_mm2 {
                d if d.abs() <= alone => ChangeKind::Same,
                _ if !before.is_there() => ChangeKind::Gained,
                _ if !after.is_there() => ChangeKind::Lost,
                d if d > 0.0 => ChangeKind::Larger,
                _ => ChangeKind::Smaller,
            };
            Change { difference_mm2, kind, is_sure: difference_mm2.abs() > together }
        };
        Self {
            in_bites: figures.to_vec(),
            within,
            detectable_mm2: alone,
            detectable_of_all_mm2: together,
            changes: figures.iter().map(change).collect(),
        }
    }
}

fn verdict(bite: usize, whole: &Row, pairs: &[PairRow]) -> Verdict {
    let all = || pairs.iter().map(|pair| &pair.row).chain([whole]).map(|row| &row.changes[bite]);
    match (all().any(|c| c.is_sure), all().any(|c| c.kind != ChangeKind::Same)) {
        (true, _) => Verdict::Changed,
        (false, true) => Verdict::Possible,
        (false, false) => Verdict::NoChange,
    }
}
