//! What the Compare card shows, as a file among the person's pictures and reports.
use super::snapshot::scan_files;
use crate::app::state::Open;
use crate::app::state::compare::{CompareFormat, CompareTab};
use crate::base::files::write_file;
use crate::base::words::{self, Language};
use crate::export::changes::ChangesRecord;
use crate::export::comparison::ComparisonRecord;
use crate::export::now_text;
use crate::export::report::{TypedFields, write_changes_report, write_comparison_report, write_vertical_report};
use crate::export::seal::sealed;
use crate::export::vertical::VerticalRecord;
use crate::session::comparison::RecordOf;
use anyhow::Context;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What was compared and is wanted in a report.
#[derive(Default)]
pub struct ComparedPages {
    pub bites: Option<ComparisonRecord>,
    pub changes: Option<ChangesRecord>,
    pub vertical: Option<VerticalRecord>,
}

impl ComparedPages {
    pub fn of(open: &Open, typed: &TypedFields) -> Self {
        let is_there = open.compare.printable(open.pair());
        Self {
            bites: (typed.with_bites && is_there.bites).then(|| bites_record(open).ok()).flatten(),
            changes: (typed.with_changes && is_there.changes).then(|| changes_record(open).ok()).flatten(),
            vertical: (typed.with_vertical && is_there.vertical).then(|| vertical_record(open).ok()).flatten(),
        }
    }
}

/// Writes the file into a folder; gives its path.
///
/// # Errors
/// When nothing was compared, or the folder cannot be written to.
pub fn save(open: &Open, format: CompareFormat, folder: &Path) -> anyhow::Result<PathBuf> {
    // A name without anything about the patient.
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
    let file = |what| folder.join(format!("occluscope-{what}-{now}.{}", format.ending()));
    match open.compare.tab {
        CompareTab::Bites => {
            let to = (format, file("comparison"));
            write(
                to,
                &bites_record(open)?,
                |r, out| write_comparison_report(r, &now_text(), out),
                |r, out| r.write_csv(out),
            )
        }
        CompareTab::Earlier => {
            let to = (format, file("changes"));
            write(
                to,
                &changes_record(open)?,
                |r, out| write_changes_report(r, &now_text(), out),
                |r, out| r.write_csv(out),
            )
        }
        CompareTab::Vertical => {
            let to = (format, file("vertical"));
            write(
                to,
                &vertical_record(open)?,
                |r, out| write_vertical_report(r, &now_text(), out),
                |r, out| r.write_csv(out),
            )
        }
    }
}

/// Writes a record in its format; gives the file's path.
fn write<R: Serialize>(
    (format, path): (CompareFormat, PathBuf),
    record: &R,
    page: impl FnOnce(&R, &mut dyn Write) -> io::Result<()>,
    csv: impl FnOnce(&R, &mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<PathBuf> {
    write_file(&path, |out| match format {
        CompareFormat::Pdf => page(record, out),
        CompareFormat::Csv => in_english(|| csv(record, out)),
        CompareFormat::Json => write_json(record, out),
    })?;
    Ok(path.canonicalize().unwrap_or(path))
}

fn changes_record(open: &Open) -> anyhow::Result<ChangesRecord> {
    let found = open.compare.earlier.inquiry.found().filter(|found| found.is_of(open.pair()));
    Ok(found.context("no earlier case was compared yet")?.record(record_of(open)))
}

fn vertical_record(open: &Open) -> anyhow::Result<VerticalRecord> {
    let found = open.compare.vertical.inquiry.found().filter(|found| found.is_of(open.pair()));
    Ok(found.context("no vertical dimension was measured yet")?.record(record_of(open)))
}

fn bites_record(open: &Open) -> anyhow::Result<ComparisonRecord> {
    let bites = &open.compare.bites;
    let found = bites.inquiry.found().filter(|found| found.is_of(open.pair()));
    let found = found.context("no bites were compared yet")?;
    let record = found.record(record_of(open));
    // As the window calls them.
    let places = bites.places(found);
    Ok(record.called(places.as_ref().map_or(&[found.asked.question.base], |places| places)))
}

/// How the open case was read.
pub fn record_of(open: &Open) -> RecordOf {
    RecordOf::session(&open.session, scan_files(open).0, open.read_as.close)
}

/// Programs read it.
fn in_english<T>(write: impl FnOnce() -> T) -> T {
    let _english = words::speak(Language::English);
    write()
}

/// With its seal.
fn write_json(record: &impl Serialize, mut out: impl Write) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(record)?;
    writeln!(out, "{}", sealed(&text, None))
}
