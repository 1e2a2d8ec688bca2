//! Results as files, all of them or none: JSON and CSV may go to stdout, all others are files.
use super::outputs::{check_files, is_stdout, print};
use crate::base::files::Staged;
use crate::export::seal::sealed;
use anyhow::{Context, ensure};
use serde::Serialize;
use std::path::PathBuf;

/// Where a result goes, and what it is.
pub type Result<'a> = (&'a Option<PathBuf>, Option<Vec<u8>>);

/// Looks before the work. `texts`: those that may go to stdout.
///
/// # Errors
/// When a result cannot be put where it is wanted.
pub fn check<'a>(
    texts: [&Option<PathBuf>; 2],
    others: &[&Option<PathBuf>],
    inputs: impl Iterator<Item = &'a PathBuf> + Clone,
) -> anyhow::Result<()> {
    let n_stdout = texts.into_iter().flatten().filter(|path| is_stdout(path)).count();
    ensure!(n_stdout < 2, "--json and --csv cannot both be written to stdout");
    for path in others.iter().copied().flatten() {
        ensure!(!is_stdout(path), "only --json and --csv can be written to stdout");
    }
    let all = texts.into_iter().chain(others.iter().copied()).flatten();
    let files: Vec<PathBuf> = all.filter(|path| !is_stdout(path)).cloned().collect();
    check_files(&files, None, inputs)
}

/// Writes every result that was asked for, or none of them. `text`: for people, where stdout has nothing else.
///
/// # Errors
/// When one cannot be written; the message names it.
pub fn write<const N: usize>(results: [Result; N], text: &str) -> anyhow::Result<()> {
    let (mut staged, mut stdout) = (Vec::new(), None);
    for (path, bytes) in results {
        let (Some(path), Some(bytes)) = (path, bytes) else { continue };
        match is_stdout(path) {
            true => stdout = Some(String::from_utf8_lossy(&bytes).into_owned()),
            false => staged.push(Staged::write(path, |out| out.write_all(&bytes))?),
        }
    }
    for file in staged {
        file.commit()?;
    }
    print(stdout.as_deref().unwrap_or(text))
}

/// A record as text, with its seal.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn sealed_json(record: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let json = serde_json::to_string_pretty(record).context("the record cannot be written as JSON")?;
    Ok((sealed(&json, None) + "\n").into_bytes())
}
