//! Records of `compare` and `vertical` recomputed: the same question of the same scans, and all figures held against each other.
use super::args::VerifyArgs;
use super::hold::{NAMES, hold};
use super::scans::{self, Scans};
use super::stored;
use crate::base::Rigid;
use crate::base::json::{JsonLimits, members};
use crate::cli::args::{ScanArgs, UnitChoice};
use crate::cli::compare::{BitesAgain, CasesAgain, bites_again, cases_again};
use crate::cli::load::LoadedPair;
use crate::cli::progress::Reporter;
use crate::cli::vertical::{Asked, VerticalAgain, vertical_again};
use crate::export::asked_jaws::AskedJaws;
use crate::export::compare::{Comparison, Difference};
use crate::export::comparison::BiteAsked;
use crate::export::json::Inputs;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::{changes, comparison, vertical};
use crate::field::contact::ScopeKind;
use crate::jaw::Trim;
use anyhow::Context;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Longer records are none.
const LONGEST: usize = 64 << 20;
/// Twenty bites with some fifty pairs; two thousand openings with a dozen pairs each.
const LIMITS: JsonLimits = JsonLimits { depth: 12, objects: 200_000, lists: 200_000, values: 2_000_000 };
/// Parts of a record that are no figures of it.
const LEFT_OUT: [&str; 4] = ["seal", "warnings", "version", "asked"];

/// How a pair of jaws was read, and what of it counts.
#[derive(Deserialize)]
struct StoredJaws {
    inputs: Inputs,
    scope: ScopeKind,
    asked: AskedJaws,
}

#[derive(Deserialize)]
struct StoredBites {
    #[serde(flatten)]
    jaws: StoredJaws,
    bites: Vec<BiteAsked>,
    base: usize,
    repeats: Vec<Vec<usize>>,
    threshold_mm: f64,
}

#[derive(Deserialize)]
struct StoredSide {
    #[serde(flatten)]
    jaws: StoredJaws,
    upper_from_lower: [[f64; 4]; 4],
}

#[derive(Deserialize)]
struct StoredCases {
    before: StoredSide,
    after: StoredSide,
    changed_mm: Option<f64>,
    contacts: Option<StoredThreshold>,
}

#[derive(Deserialize)]
struct StoredThreshold {
    threshold_mm: f64,
}

#[derive(Deserialize)]
struct StoredVertical {
    #[serde(flatten)]
    jaws: StoredJaws,
    start_upper_from_lower: [[f64; 4]; 4],
    articulator: ArticulatorRecord,
    hinge: StoredPin,
    thresholds_mm: Vec<f64>,
    zone_threshold_mm: f64,
    steps: Vec<StoredOpening>,
}

#[derive(Deserialize)]
struct StoredPin {
    pin_arm_mm: f64,
}

#[derive(Deserialize)]
struct StoredOpening {
    opening_mm: f64,
}

/// Text and schema of such a record; `None`: the file holds something else.
pub fn text_of(bytes: &[u8]) -> Option<(String, &'static str)> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST)?;
    LIMITS.check(bytes).ok()?;
    let schema = members(text).into_iter().find(|(name, _)| name == "schema")?.1;
    let schema: String = serde_json::from_str(schema).ok()?;
    let known = [comparison::SCHEMA, changes::SCHEMA, vertical::SCHEMA].into_iter().find(|known| *known == schema)?;
    Some((text.to_owned(), known))
}

/// What was found.
///
/// # Errors
/// When it is not whole, or a scan is not there.
pub fn verify(args: &VerifyArgs, (text, schema): (&str, &str)) -> anyhow::Result<Comparison> {
    let named = || args.snapshot.display().to_string();
    let now = match schema {
        comparison::SCHEMA => of_bites(args, read(args, "a comparison of bites", text)?)?,
        changes::SCHEMA => of_cases(args, read(args, "a comparison of jaws", text)?)?,
        _ => of_vertical(args, read(args, "a closing", text)?)?,
    };
    let now = match now {
        Ok(now) => now,
        Err(differences) => return Ok(Comparison { n_figures: differences.len(), differences }),
    };
    let before: Value = serde_json::from_str(text).with_context(named)?;
    let mut found = Comparison { n_figures: 0, differences: Vec::new() };
    let is_left_out = |key: &str| LEFT_OUT.contains(&key) || NAMES.contains(&key);
    if let (Value::Object(before), Value::Object(now)) = (&before, &now) {
        for (name, value) in before.iter().filter(|(name, _)| !is_left_out(name)) {
            hold(name, value, now.get(name).unwrap_or(&Value::Null), &is_left_out, &mut found);
        }
    }
    Ok(found)
}

fn read<T: DeserializeOwned>(args: &VerifyArgs, kind: &str, text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text).map_err(|error| stored::damaged(&args.snapshot, kind, &error))
}

/// A record as of now, or scans that are others.
type Now = Result<Value, Vec<Difference>>;

fn of_bites(args: &VerifyArgs, stored: StoredBites) -> anyhow::Result<Now> {
    let loaded = match load(args, &stored.jaws)? {
        Ok(loaded) => loaded,
        Err(changed) => return Ok(Err(changed)),
    };
    let reporter = Reporter::start("comparison");
    let question = BitesAgain {
        loaded: &loaded,
        trim: trim(&stored.jaws, &loaded)?,
        scope: stored.jaws.scope,
        no_close: !stored.jaws.asked.close,
        bites: stored.bites,
        base: stored.base,
        repeats: stored.repeats,
        threshold_mm: stored.threshold_mm,
    };
    Ok(Ok(serde_json::to_value(bites_again(question, &reporter.progress)?)?))
}

fn of_cases(args: &VerifyArgs, stored: StoredCases) -> anyhow::Result<Now> {
    let sides = [&stored.before, &stored.after];
    let (before, after) = match (load(args, &sides[0].jaws)?, load(args, &sides[1].jaws)?) {
        (Ok(before), Ok(after)) => (before, after),
        (before, after) => return Ok(Err([before.err(), after.err()].into_iter().flatten().flatten().collect())),
    };
    let reporter = Reporter::start("comparison");
    let pose = |side: &StoredSide| Rigid::from_rows(side.upper_from_lower).context("a pose of the record is none");
    let question = CasesAgain {
        loaded: [&before, &after],
        trims: [trim(&sides[0].jaws, &before)?, trim(&sides[1].jaws, &after)?],
        scopes: sides.map(|side| side.jaws.scope),
        no_close: sides.map(|side| !side.jaws.asked.close),
        poses: [pose(sides[0])?, pose(sides[1])?],
        // Of other patients' jaws nothing was compared, and no threshold is said.
        threshold_mm: stored.contacts.map_or(0.1, |contacts| contacts.threshold_mm),
        changed_mm: stored.changed_mm,
    };
    Ok(Ok(serde_json::to_value(cases_again(question, &reporter.progress)?)?))
}

fn of_vertical(args: &VerifyArgs, stored: StoredVertical) -> anyhow::Result<Now> {
    let loaded = match load(args, &stored.jaws)? {
        Ok(loaded) => loaded,
        Err(changed) => return Ok(Err(changed)),
    };
    let reporter = Reporter::start("vertical dimension");
    let question = VerticalAgain {
        loaded: &loaded,
        name: &args.snapshot,
        trim: trim(&stored.jaws, &loaded)?,
        scope: stored.jaws.scope,
        articulator: stored.articulator,
        asked: Asked {
            bite: Rigid::from_rows(stored.start_upper_from_lower).context("the pose of the record is none")?,
            openings_mm: stored.steps.iter().map(|step| step.opening_mm).collect(),
            thresholds_mm: stored.thresholds_mm,
            zone_threshold_mm: stored.zone_threshold_mm,
            pin_arm_mm: Some(stored.hinge.pin_arm_mm),
            no_close: !stored.jaws.asked.close,
        },
    };
    Ok(Ok(serde_json::to_value(vertical_again(question, &reporter.progress)?)?))
}

fn load(args: &VerifyArgs, jaws: &StoredJaws) -> anyhow::Result<Result<LoadedPair, Vec<Difference>>> {
    let found = match scans::find(args, &jaws.inputs)? {
        Scans::Found(found) => found,
        Scans::Changed(differences) => return Ok(Err(differences)),
    };
    let unit = UnitChoice::Given(jaws.inputs.upper.unit);
    let scan_args = ScanArgs { unit, no_close: !jaws.asked.close, no_cache: args.no_cache, deadline: None };
    scans::load_as(&found, false, &scan_args, jaws.asked.directions.as_ref()).map(Ok)
}

fn trim(jaws: &StoredJaws, loaded: &LoadedPair) -> anyhow::Result<Trim> {
    let trim = jaws.asked.trim.as_ref().map(|record| record.trim(&loaded.pair)).transpose();
    Ok(trim.context("what the record leaves out is of other scans")?.unwrap_or_default())
}
