//! Several bites of one pair of jaws against each other: schema "occluscope/comparison/1", and the same for people and for tables. Lengths mm,
//! angles degrees, areas mm² (mean of both jaws'); unknown = null.
mod csv;
mod text;

use super::asked_jaws::AskedJaws;
use super::json::Inputs;
use super::teeth::PairConfidence;
use crate::bites::compare::pose_spread::PoseSpread;
use crate::bites::compare::repeats::Within;
use crate::bites::compare::{BiteComparison, ChangeKind, CompareQuestion, Figures, PairRow, Row, ScatterFrom, Verdict};
use crate::engine::UncertaintySettings;
use crate::field::contact::ScopeKind;
use serde::{Deserialize, Serialize};

pub const SCHEMA: &str = "occluscope/comparison/1";

type Rows = [[f64; 4]; 4];

/// A bite as it is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BiteAsked {
    pub name: String,
    /// Where it comes from, in words.
    pub origin: String,
    pub upper_from_lower: Rows,
}

#[derive(Clone, Debug, Serialize)]
pub struct ComparisonRecord {
    schema: &'static str,
    version: &'static str,
    inputs: Inputs,
    pub scope: ScopeKind,
    pub threshold_mm: f64,
    pub bites: Vec<BiteAsked>,
    /// By what each of them is called in tables for people; [`Self::called`] changes it.
    #[serde(skip)]
    letters: Vec<char>,
    /// What the others are held against, by its place in `bites`.
    pub base: usize,
    /// Groups of bites that are repeats of one, by their places.
    pub repeats: Vec<Vec<usize>>,
    pub scatter: ScatterRecord,
    /// Of all bites; of each group of repeats.
    pub spread: Option<SpreadRecord>,
    pub repeats_spread: Vec<SpreadRecord>,
    /// Of each bite against the base: "no change", "possible", "changed".
    pub verdicts: Vec<&'static str>,
    pub whole: RowRecord,
    pub pairs: Vec<PairRecord>,
    pub asked: AskedJaws,
    pub warnings: Vec<String>,
}

/// How far repeated bites differ, and how that is known.
#[derive(Clone, Debug, Serialize)]
pub struct ScatterRecord {
    /// "repeats", or "published": the scatter that is known of bites stands in.
    pub from: &'static str,
    /// `null` where it is taken as known.
    pub freedoms: Option<usize>,
    /// Student's; smallest detectable change = factor x √2 x standard deviation within repeats.
    pub factor: f64,
    /// Poses that stand in.
    pub runs: Option<usize>,
    pub published: UncertaintySettings,
}

#[derive(Clone, Debug, Serialize)]
pub struct SpreadRecord {
    pub bites: Vec<usize>,
    pub mean_upper_from_lower: Rows,
    /// Standard deviations of the middle of the arch along the patient's right, front and up, mm.
    pub shift_mm: [f64; 3],
    /// About these directions, degrees.
    pub turn_deg: [f64; 3],
    /// The farthest that two of them take a place of the lower teeth apart, and which.
    pub largest_mm: f64,
    pub farthest: [usize; 2],
}

#[derive(Clone, Debug, Serialize)]
pub struct PairRecord {
    pub upper: u8,
    pub lower: u8,
    #[serde(flatten)]
    pub sure: PairConfidence,
    #[serde(flatten)]
    pub row: RowRecord,
}

#[derive(Clone, Debug, Serialize)]
pub struct RowRecord {
    /// Of the bites in which there is contact, 0 to 1.
    pub share: f64,
    /// Standard deviation within repeats.
    pub s_within_mm2: f64,
    /// Smallest detectable change: of this figure alone; with all pairs and the whole looked at together.
    pub sdc95_mm2: f64,
    pub sdc95_all_mm2: f64,
    /// In the order of the bites.
    pub in_bites: Vec<InBite>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct InBite {
    pub area_mm2: f64,
    pub penetrating_mm2: f64,
    pub near_mm2: f64,
    pub max_depth_mm: f64,
    /// Against the base.
    pub difference_mm2: f64,
    /// "none", "gained", "lost", "larger", "smaller": other than "none" only beyond what is detectable.
    pub change: &'static str,
    /// Also with all pairs and the whole looked at together.
    pub sure: bool,
}

fn kind_name(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Same => "none",
        ChangeKind::Gained => "gained",
        ChangeKind::Lost => "lost",
        ChangeKind::Larger => "larger",
        ChangeKind::Smaller => "smaller",
    }
}

impl SpreadRecord {
    /// `bites`: those that it is of, by their places.
    pub fn new(spread: &PoseSpread, bites: Vec<usize>) -> Self {
        Self {
            mean_upper_from_lower: spread.mean.to_rows(),
            shift_mm: spread.shift_mm.to_array(),
            turn_deg: spread.turn_deg.to_array(),
            largest_mm: spread.largest_mm,
            farthest: spread.farthest.map(|at| bites[at]),
            bites,
        }
    }
}

impl PairRecord {
    pub fn new(pair: &PairRow) -> Self {
        let (upper, lower) = (pair.upper.number(), pair.lower.number());
        Self { upper, lower, sure: PairConfidence::new(pair.confidences), row: RowRecord::new(&pair.row) }
    }
}

impl RowRecord {
    pub fn new(row: &Row) -> Self {
        let in_bite = |(i, f): (usize, &Figures)| {
            let change = row.changes[i];
            InBite {
                area_mm2: f.area_mm2,
                penetrating_mm2: f.penetrating_mm2,
                near_mm2: f.near_mm2(),
                max_depth_mm: f.max_depth_mm,
                difference_mm2: change.difference_mm2,
                change: kind_name(change.kind),
                sure: change.is_sure,
            }
        };
        Self {
            share: row.share(),
            s_within_mm2: row.within.deviation,
            sdc95_mm2: row.detectable_mm2,
            sdc95_all_mm2: row.detectable_of_all_mm2,
            in_bites: row.in_bites.iter().enumerate().map(in_bite).collect(),
        }
    }
}

/// What a record says beside the answer.
pub struct Provenance {
    pub inputs: Inputs,
    pub bites: Vec<BiteAsked>,
    pub scope: ScopeKind,
    pub asked: AskedJaws,
}

impl ComparisonRecord {
    pub fn new(
        found: &BiteComparison,
        asked: &CompareQuestion,
        (spread, repeats_spread): (Option<SpreadRecord>, Vec<SpreadRecord>),
        of: Provenance,
    ) -> Self {
        let Within { freedoms, .. } = found.whole.within;
        let (from, runs) = match found.scatter {
            ScatterFrom::Repeats => ("repeats", None),
            ScatterFrom::Published { runs } => ("published", Some(runs)),
        };
        let factor = found.whole.within.factor();
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            inputs: of.inputs,
            scope: of.scope,
            threshold_mm: asked.threshold_mm,
            letters: ('A'..='Z').cycle().take(of.bites.len()).collect(),
            bites: of.bites,
            base: asked.base,
            repeats: asked.repeats.clone(),
            scatter: ScatterRecord { from, freedoms, factor, runs, published: asked.published.clone() },
            spread,
            repeats_spread,
            verdicts: found.verdicts.iter().map(|v| Self::verdict_name(*v)).collect(),
            whole: RowRecord::new(&found.whole),
            pairs: found.pairs.iter().map(PairRecord::new).collect(),
            asked: of.asked,
            warnings: Vec::new(),
        }
    }

    /// The first of these places is called A, the next one B, and so on; the others after them, in their order.
    #[must_use]
    pub fn called(mut self, first: &[usize]) -> Self {
        let others = (0..self.bites.len()).filter(|at| !first.contains(at));
        let order: Vec<usize> = first.iter().copied().chain(others).collect();
        for (at, letter) in order.into_iter().zip(('A'..='Z').cycle()) {
            self.letters[at] = letter;
        }
        self
    }

    pub fn letter(&self, bite: usize) -> char {
        self.letters[bite]
    }

    /// The places of the bites as tables for people list them.
    pub fn listed(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.bites.len()).collect();
        places.sort_by_key(|at| self.letters[*at]);
        places
    }

    pub fn verdict_name(verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::NoChange => "no change",
            Verdict::Possible => "possible",
            Verdict::Changed => "changed",
        }
    }

    /// Pairs of a bite that differ from the base by more than is detectable; with all looked at together.
    pub fn n_changed(&self, bite: usize) -> [usize; 2] {
        let of = |pair: &&PairRecord| pair.row.in_bites[bite].change != "none";
        let sure = |pair: &&PairRecord| pair.row.in_bites[bite].sure;
        [self.pairs.iter().filter(of).count(), self.pairs.iter().filter(sure).count()]
    }
}
