//! The tables of a cohort, made row by row in the order of case_id: the same rows give the same bytes, whoever asked them.
use super::keys::Keys;
use super::manifest::Manifest;
use super::rows::Rows;
use super::settings::Settings;
use crate::base::files::{FileError, Staged, Unfinished, write_file};
use crate::export::cohort::{CaseOf, Column, RowRecord, Table, contact_columns, contact_lines};
use anyhow::Context;
use std::path::Path;

fn begin(out: &Path, name: &str, columns: Vec<Column>) -> anyhow::Result<Table<Unfinished>> {
    let [csv, parquet] = ["csv", "parquet"].map(|ending| Unfinished::new(&out.join(format!("{name}.{ending}"))));
    Ok(Table::new(columns, csv?, parquet?)?)
}

/// `cases` and `contacts`, as CSV and as Parquet; all four or none.
///
/// # Errors
/// When a result has gone, or a table cannot be written.
pub fn write(out: &Path, manifest: &Manifest, settings: &Settings, keys: &Keys, rows: &Rows) -> anyhow::Result<()> {
    let case_columns = settings.columns(manifest);
    let mut cases = begin(out, "cases", case_columns.columns.clone())?;
    let mut contacts = begin(out, "contacts", contact_columns())?;
    for row in &manifest.sorted {
        let case = &manifest.rows[*row as usize];
        let record = read(manifest, *row as usize, keys, rows)?;
        let named = case.named.each_ref().map(|word| &**word);
        cases.line(&case_columns.cells(&CaseOf { id: &case.id, named, others: &case.others }, &record))?;
        for line in contact_lines(&case.id, &record) {
            contacts.line(&line)?;
        }
    }
    let files = [cases.finish()?, contacts.finish()?];
    let staged: Result<Vec<Staged>, FileError> = files.into_iter().flatten().map(Unfinished::finish).collect();
    for file in staged? {
        file.commit()?;
    }
    Ok(())
}

fn read(manifest: &Manifest, row: usize, keys: &Keys, rows: &Rows) -> anyhow::Result<RowRecord> {
    let found = keys.of(row).and_then(|key| rows.read(&key));
    found.with_context(|| {
        format!("the result of case_id \"{}\" has gone while the cohort ran; start it again", manifest.rows[row].id)
    })
}

/// The rows that are not ok, by their case_id; a header alone where all are.
///
/// # Errors
/// When a result has gone, or the table cannot be written.
pub fn write_failures(
    path: &Path,
    manifest: &Manifest,
    failed: &[usize],
    keys: &Keys,
    rows: &Rows,
) -> anyhow::Result<()> {
    let mut failed = failed.to_vec();
    failed.sort_unstable_by_key(|row| &manifest.rows[*row].id);
    let mut wrong = None;
    write_file(path, |out| {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(["case_id", "key", "status", "tries", "error", "seconds", "peak_mb"])?;
        for row in failed {
            let record = match read(manifest, row, keys, rows) {
                Ok(record) => record,
                Err(e) => {
                    wrong = Some(e);
                    break;
                }
            };
            let peak = record.peak_mb.map_or(String::new(), |mb| mb.to_string());
            let [tries, seconds] = [f64::from(record.tries), record.seconds].map(|x| x.to_string());
            let error = record.error.unwrap_or_default();
            let id = &*manifest.rows[row].id;
            table.write_record([id, &record.key, record.status.name(), &tries, &error, &seconds, &peak])?;
        }
        table.flush()
    })?;
    wrong.map_or(Ok(()), Err)
}
