//! A record of `motion` recomputed: the same movement by the same articulator, what touches in every pose, and all figures held against
//! each other. Of a recorded movement the poses are the record's own, and what touches in them is computed again.
use super::args::VerifyArgs;
use super::hold::{NAMES, hold};
use super::scans::{self, Scans};
use super::stored;
use crate::base::Rigid;
use crate::base::json::{JsonLimits, members};
use crate::cli::args::{ScanArgs, UnitChoice};
use crate::cli::load::LoadedPair;
use crate::cli::motion::{Again, again};
use crate::cli::progress::Reporter;
use crate::export::compare::Comparison;
use crate::export::json::Inputs;
use crate::export::motion::articulator::ArticulatorRecord;
use crate::export::motion::record::{AskedRecord, SCHEMA};
use crate::export::png::{is_png, record_in};
use crate::jaw::motion::HingeFrame;
use anyhow::Context;
use glam::DVec3;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// The parts that are asked again.
#[derive(Deserialize)]
struct StoredMotion {
    guide: String,
    movement: StoredMovement,
    articulator: ArticulatorRecord,
    hinge: StoredHinge,
    tooth_guidance: Option<StoredGuidance>,
    inputs: Option<Inputs>,
    start_upper_from_lower: Option<[[f64; 4]; 4]>,
    scope: Option<String>,
    thresholds_mm: Option<Vec<f64>>,
    zone_threshold_mm: Option<f64>,
    steps: Vec<StoredStep>,
    asked: AskedRecord,
}

#[derive(Deserialize)]
struct StoredMovement {
    kind: String,
    amount_mm: Option<f64>,
    forward: Option<f64>,
}

#[derive(Deserialize)]
struct StoredHinge {
    world_from_hinge: Option<[[f64; 4]; 4]>,
    incisal: [f64; 3],
}

#[derive(Deserialize)]
struct StoredGuidance {
    start: String,
}

#[derive(Deserialize)]
struct StoredStep {
    s_mm: f64,
    six: Option<[f64; 6]>,
}

/// Longer records are none.
const LONGEST: usize = 256 << 20;
/// Two thousand steps with a dozen pairs and thresholds each.
const LIMITS: JsonLimits = JsonLimits { depth: 12, objects: 400_000, lists: 400_000, values: 8_000_000 };
/// Parts of a record that are no figures of it, or are of other questions.
const LEFT_OUT: [&str; 8] =
    ["seal", "timing_ms", "warnings", "version", "recorded", "residual_rms_mm", "fit", "sensitivity"];
/// Of a recorded movement what is the file's and not computed again.
const OF_RECORDS: [&str; 3] = ["movement", "hinge", "articulator"];
const OF_RECORDED_STEPS: [&str; 2] = ["incisal_way_mm", "time_s"];

/// The text of a record of `motion`; `None`: the file holds something else.
pub fn text_of(bytes: &[u8]) -> Option<String> {
    let text = if is_png(bytes) { record_in(bytes)? } else { std::str::from_utf8(bytes).ok()?.to_owned() };
    let is_one = text.len() <= LONGEST && LIMITS.check(text.as_bytes()).is_ok();
    let schema = members(&text).into_iter().find(|(name, _)| is_one && name == "schema")?.1;
    (serde_json::from_str::<String>(schema).ok()? == SCHEMA).then_some(text)
}

/// What was found, and what is to be said of it.
///
/// # Errors
/// When it is not whole, or a scan is not there.
pub fn verify(args: &VerifyArgs, text: &str) -> anyhow::Result<(Comparison, Vec<String>)> {
    let named = || args.snapshot.display().to_string();
    let stored: StoredMotion =
        serde_json::from_str(text).map_err(|error| stored::damaged(&args.snapshot, "a movement", &error))?;
    let mut notes =
        vec!["of a movement path and contacts are computed again; fits and tables of settings are not".to_owned()];
    let loaded = match &stored.inputs {
        None => None,
        Some(inputs) => match scans::find(args, inputs)? {
            Scans::Found(found) => Some(load(args, &stored, inputs, &found)?),
            Scans::Changed(differences) => {
                return Ok((Comparison { n_figures: differences.len(), differences }, notes));
            }
        },
    };
    let is_recorded = stored.guide == "recorded";
    if is_recorded {
        notes.push(
            "the movement was recorded: its poses are those of the record, and its file was not read again".into(),
        );
    }
    let before: Value = serde_json::from_str(text).with_context(named)?;
    let now = recomputed(&args.snapshot, stored, loaded.as_ref())?;
    let mut found = Comparison { n_figures: 0, differences: Vec::new() };
    let is_files_own = |key: &str| is_recorded && OF_RECORDED_STEPS.contains(&key) || NAMES.contains(&key);
    if let (Value::Object(before), Value::Object(now)) = (&before, &now) {
        for (name, value) in before {
            let is_files = is_recorded && OF_RECORDS.contains(&name.as_str());
            if !LEFT_OUT.contains(&name.as_str()) && !is_files {
                hold(name, value, now.get(name).unwrap_or(&Value::Null), &is_files_own, &mut found);
            }
        }
    }
    Ok((found, notes))
}

fn load(
    args: &VerifyArgs,
    stored: &StoredMotion,
    inputs: &Inputs,
    found: &[std::path::PathBuf; 2],
) -> anyhow::Result<LoadedPair> {
    let unit = UnitChoice::Given(inputs.upper.unit);
    let scan_args = ScanArgs { unit, no_close: !stored.asked.jaws.close, no_cache: args.no_cache, deadline: None };
    scans::load_as(found, false, &scan_args, stored.asked.jaws.directions.as_ref())
}

fn recomputed(name: &Path, stored: StoredMotion, loaded: Option<&LoadedPair>) -> anyhow::Result<Value> {
    let mut trim = crate::jaw::Trim::default();
    if let (Some(record), Some(loaded)) = (&stored.asked.jaws.trim, loaded) {
        trim = record.trim(&loaded.pair).with_context(|| name.display().to_string())?;
    }
    let pose = |rows: [[f64; 4]; 4]| Rigid::from_rows(rows).with_context(|| name.display().to_string());
    let recorded = (stored.guide == "recorded").then(|| {
        let world_from_hinge = stored.hinge.world_from_hinge.map_or(Ok(Rigid::IDENTITY), pose)?;
        let hinge = HingeFrame { world_from_hinge, incisal: DVec3::from_array(stored.hinge.incisal) };
        anyhow::Ok((hinge, stored.steps.iter().map(|step| (step.s_mm, step.six.map(Rigid::from_six))).collect()))
    });
    let question = Again {
        options: options(&stored),
        name,
        start: stored.start_upper_from_lower.map(pose).transpose()?,
        articulator: stored.articulator,
        loaded,
        trim,
        recorded: recorded.transpose()?,
    };
    let reporter = Reporter::start("motion");
    let record = again(question, &reporter.progress)?;
    Ok(serde_json::to_value(record)?)
}

/// As on the command line; what a file says goes through the same doors as what a person types.
fn options(stored: &StoredMotion) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: String| options.push(format!("--{name}={value}"));
    if let Some(mm) = stored.movement.amount_mm {
        add("movement", format!("{}:{mm}mm", stored.movement.kind));
        let mixed = stored.movement.forward.filter(|share| *share > 0.0);
        mixed.into_iter().for_each(|share| add("forward", share.to_string()));
        add("guide", stored.guide.clone());
    }
    stored.tooth_guidance.iter().for_each(|guidance| add("start", guidance.start.clone()));
    stored.asked.steps.iter().for_each(|n| add("steps", n.to_string()));
    stored.scope.iter().for_each(|scope| add("scope", scope.clone()));
    if let Some(all) = &stored.thresholds_mm {
        add("threshold-mm", all.iter().map(f64::to_string).collect::<Vec<_>>().join(","));
    }
    stored.zone_threshold_mm.iter().for_each(|mm| add("zone-threshold-mm", mm.to_string()));
    add("trim", "none".into());
    if !stored.asked.contacts {
        options.push("--no-contacts".into());
    }
    options
}
