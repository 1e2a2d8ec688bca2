//! `occluscope verify`: a record's figures computed once more from its scans, and held against those that it states.
mod args;
mod bites;
mod hold;
mod motion;
mod recompute;
mod scans;
mod stored;
mod teeth;

use super::answer::{Answer, is_gpu_error};
use super::deadline;
use super::execution::{self, ExecutionArg};
use super::load::LoadedPair;
use super::outputs;
use crate::base::{Rigid, files};
use crate::engine::{self, EngineEntry, Execution};
use crate::export::compare::{Comparison, Difference, Likeness, compare};
use crate::export::json::AnalysisRecord;
use crate::gpu::Context;
use crate::jaw::{JawPair, Trim};
use crate::session::PoseQuestion;
use anyhow::{Context as _, bail};
pub use args::VerifyArgs;
use scans::Scans;
use serde::Serialize;
use std::path::Path;
use stored::Stored;
use teeth::TeethCheck;

/// What was found, schema "occluscope/verification/1".
#[derive(Debug, Serialize)]
struct VerificationReport {
    schema: &'static str,
    version: &'static str,
    snapshot: String,
    /// Whether every figure holds.
    holds: bool,
    /// Figures that were held against each other.
    figures: usize,
    differences: Vec<Difference>,
    /// What recomputed them; `null` where the scans are others already.
    engine: Option<String>,
    adapter: Option<String>,
    likeness: Option<Likeness>,
    notes: Vec<String>,
}

/// # Errors
/// When the file is no record, cannot be read, or a scan is missing; or no usable GPU.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Answer> {
    let mut report = VerificationReport::new(&args.snapshot);
    let bytes = files::read_file(&args.snapshot)?;
    if let Some(text) = motion::text_of(&bytes) {
        let (found, notes) = motion::verify(args, &text)?;
        report.notes.extend(notes);
        report.tell(found);
        report.hear_seal(&text, &bytes);
    } else if let Some((text, schema)) = bites::text_of(&bytes) {
        report.tell(bites::verify(args, (&text, schema))?);
        report.hear_seal(&text, &bytes);
    } else {
        let stored = Stored::read(&args.snapshot)?;
        report.notes.extend(stored.notes());
        match (&stored.record, stored.asks_otherwise()) {
            (Ok(record), false) => verify(args, record, &mut report)?,
            // Another question has other answers, and one that is not whole has none.
            _ => report.holds = true,
        }
        report.add(stored.differences());
    }
    deadline::is_met();
    if let Some(path) = &args.json {
        outputs::write_json(&report, path)?;
    }
    if args.json.as_deref().is_none_or(|path| !outputs::is_stdout(path)) {
        outputs::print(&text(&report))?;
    }
    Ok(if report.holds { Answer::Done } else { Answer::No })
}

/// Asks the record's question again, and tells how its answers differ.
fn verify(args: &VerifyArgs, stored: &AnalysisRecord, report: &mut VerificationReport) -> anyhow::Result<()> {
    if stored.version != report.version {
        let (theirs, ours) = (&stored.version, report.version);
        report.notes.push(format!("the record was written by version {theirs}, this is version {ours}"));
    }
    let mut asked = PoseQuestion::of_record(stored).with_context(|| report.snapshot.clone())?;
    let pose = asked.question.upper_from_lower;
    let scans = match scans::find(args, &stored.inputs)? {
        Scans::Found(scans) => scans,
        Scans::Changed(differences) => {
            report.tell(Comparison { n_figures: differences.len(), differences });
            return Ok(());
        }
    };
    let teeth = TeethCheck::new(args, stored, &scans, &mut report.notes);
    // After everything that can be wrong with the record: drivers print lines of their own on stderr.
    let (entry, context) = choose(args, stored, &mut report.notes)?;
    let loaded = scans::load(&scans, args.no_cache, stored)?;
    if loaded.case.as_ref().is_some_and(|case| !is_near(&case.content.upper_from_lower, &pose)) {
        report.notes.push("the case has another position than the record, whose own was recomputed".into());
    }
    report.notes.extend(bite_note(stored, &loaded));
    asked.trim = trim_of(stored, &loaded.pair, &mut report.notes);
    let adapter = context.as_ref().map_or(engine::PROCESSOR.to_owned(), |c| c.adapter_name.to_string());
    let likeness = if is_same(stored, entry, &adapter) { Likeness::Same } else { Likeness::Other };
    let now = recompute::record(stored, &asked, teeth, &loaded, (entry, context), &mut report.notes)?;
    report.tell(compare(stored, &now, likeness));
    report.engine = Some(entry.label());
    report.adapter = Some(adapter);
    report.likeness = Some(likeness);
    Ok(())
}

/// Said where the case has no such bite any more, or another pose of that name.
fn bite_note(stored: &AnalysisRecord, loaded: &LoadedPair) -> Option<String> {
    let bites = &loaded.case.as_ref()?.content.bites;
    let bite = stored.in_bite.as_ref()?.last()?.bite;
    let name = bite.said_name();
    match bites.place_of(name).map(|place| bites.list()[place].upper_from_lower) {
        None => Some(format!("the case has no bite \"{name}\" any more; the record's own was used")),
        Some(pose) if !is_near(&pose, &bite.upper_from_lower) => {
            Some(format!("the case's bite \"{name}\" is another one than in the record, whose own was used"))
        }
        Some(_) => None,
    }
}

/// What a record leaves out of its scans; what cannot be is not, and differs.
fn trim_of(stored: &AnalysisRecord, pair: &JawPair, notes: &mut Vec<String>) -> Trim {
    let stated = stored.trim.as_ref().map(|record| record.trim(pair));
    stated.transpose().map(Option::unwrap_or_default).unwrap_or_else(|error| {
        notes.push(format!("nothing is left out as trimmed: {error}"));
        Trim::default()
    })
}

impl VerificationReport {
    fn new(snapshot: &Path) -> Self {
        Self {
            schema: "occluscope/verification/1",
            version: env!("CARGO_PKG_VERSION"),
            snapshot: snapshot.display().to_string(),
            holds: false,
            figures: 0,
            differences: Vec::new(),
            engine: None,
            adapter: None,
            likeness: None,
            notes: Vec::new(),
        }
    }

    /// What the seal of a record says, or that there is none.
    fn hear_seal(&mut self, text: &str, bytes: &[u8]) {
        let (found, note) = stored::by_seal(text, bytes);
        self.notes.extend(note);
        self.add(found);
    }

    /// Adds what the record's seal has found, but for parts of which a figure is named already.
    fn add(&mut self, found: Vec<Difference>) {
        let is_part = |name: &str, of: &str| {
            name.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        for difference in found {
            if !self.differences.iter().any(|d| is_part(&d.name, &difference.name)) {
                self.figures += 1;
                self.holds = false;
                self.differences.push(difference);
            }
        }
    }

    fn tell(&mut self, found: Comparison) {
        self.holds = found.holds();
        self.figures = found.n_figures;
        self.differences = found.differences;
    }
}

/// The engine that was asked for, else the record's own, else, where its adapter is not there, the same by other means.
fn choose(
    args: &VerifyArgs,
    stored: &AnalysisRecord,
    notes: &mut Vec<String>,
) -> anyhow::Result<(&'static EngineEntry, Option<Context>)> {
    let name = args.engine.as_ref().unwrap_or(&stored.engine);
    if engine::find(name).is_none() {
        bail!("{}: it names the engine \"{name}\", which this program does not have", args.snapshot.display());
    }
    let of_record = if *name == stored.engine { stored.execution } else { None };
    let asked = args.execution.unwrap_or_else(|| of_record.map_or(ExecutionArg::Auto, ExecutionArg::from));
    let on_gpu = !matches!(asked, ExecutionArg::Native) && stored.adapter != engine::PROCESSOR;
    let own = if on_gpu { stored.adapter.as_str() } else { "auto" };
    let resolution = stored.settings.resolution;
    match execution::choose(name, asked, args.adapter.as_deref().unwrap_or(own), resolution) {
        Err(error) if args.adapter.is_none() && args.execution.is_none() && is_gpu_error(&error) => {
            notes.push(format!("the record's adapter \"{}\" cannot be used here", stored.adapter));
            execution::choose(name, ExecutionArg::Auto, "auto", resolution)
        }
        chosen => chosen,
    }
}

/// But for the last digits of a text.
fn is_near(a: &Rigid, b: &Rigid) -> bool {
    let numbers = |pose: &Rigid| pose.to_rows().concat();
    numbers(a).iter().zip(numbers(b)).all(|(a, b)| (a - b).abs() < 1e-9)
}

/// By threads and in object space no adapter has a part in the figures.
fn is_same(stored: &AnalysisRecord, entry: &EngineEntry, adapter: &str) -> bool {
    let on_adapter = matches!(entry.execution, Some(Execution::Raster | Execution::Compute));
    entry.name == stored.engine && entry.execution == stored.execution && (!on_adapter || adapter == stored.adapter)
}

fn text(report: &VerificationReport) -> String {
    let mut lines: Vec<String> = report.notes.iter().map(|note| format!("note: {note}")).collect();
    lines.extend(report.differences.iter().map(ToString::to_string));
    let by = match (&report.engine, report.likeness) {
        (Some(engine), Some(Likeness::Same)) => format!(" by {engine}, as it was made"),
        (Some(engine), _) => format!(" by {engine}, other than it was made: with the tolerances of another engine"),
        _ => String::new(),
    };
    let (n, differ) = (report.figures, report.differences.len());
    lines.push(match report.holds {
        true => format!("{}: all {n} figures hold, recomputed{by}", report.snapshot),
        false => format!("{}: {differ} of {n} figures do not hold{by}", report.snapshot),
    });
    lines.join("\n") + "\n"
}
