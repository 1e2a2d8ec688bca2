//! The manifest: which pairs there are. All of it is looked at before anything is begun.
mod columns;
mod row;

pub use row::{CaseRow, Pose, Scans, place};

use crate::base::files::FileError;
use anyhow::{Context, ensure};
use columns::Columns;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

/// A row has about a hundred bytes: ten million of them.
const LARGEST: u64 = 1 << 30;
const MOST_COLUMNS: usize = 256;
/// Nobody's field is longer, bytes.
const LONGEST_FIELD: usize = 4096;

#[derive(Debug)]
pub struct Manifest {
    /// From where its files are seen.
    pub folder: PathBuf,
    /// BLAKE3 of its bytes.
    pub hash: blake3::Hash,
    /// Columns that go into the table as they are.
    pub others: Vec<String>,
    /// In its order.
    pub rows: Vec<CaseRow>,
    /// Rows by their case_id, ascending.
    pub sorted: Vec<u32>,
}

impl Manifest {
    /// # Errors
    /// One sentence that names the file, the line and what is wrong there.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let (mut file, hash) = open(path)?;
        let delimiter = delimiter_of(&mut file).with_context(|| path.display().to_string())?;
        let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).trim(csv::Trim::All).from_reader(file);
        let in_file = |e: csv::Error| anyhow::anyhow!("{}: {}", path.display(), said(&e));
        let header: Vec<String> = reader.headers().map_err(in_file)?.iter().map(str::to_owned).collect();
        ensure!(header.len() <= MOST_COLUMNS, "{}: it has more than {MOST_COLUMNS} columns", path.display());
        let columns = Columns::of(&header).with_context(|| path.display().to_string())?;
        let (mut rows, mut record) = (Vec::new(), csv::StringRecord::new());
        while reader.read_record(&mut record).map_err(in_file)? {
            let line = record.position().map_or(0, csv::Position::line);
            let at = || format!("{}, line {line}", path.display());
            ensure!(
                record.iter().all(|f| f.len() <= LONGEST_FIELD),
                "{}: a field is longer than {LONGEST_FIELD} bytes",
                at()
            );
            rows.push(CaseRow::of(&columns, &record, line).with_context(at)?);
        }
        ensure!(!rows.is_empty(), "{}: it has no row", path.display());
        ensure!(u32::try_from(rows.len()).is_ok(), "{}: it has too many rows", path.display());
        let sorted = sorted(&rows).with_context(|| path.display().to_string())?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { folder, hash, others: columns.other_names(&header), rows, sorted })
    }
}

/// What the reader of CSV says, on one line without its own numbering of bytes and records.
fn said(error: &csv::Error) -> String {
    let line = error.position().map_or(0, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line} has {len} fields and not {expected_len}, as the first line")
        }
        csv::ErrorKind::Utf8 { .. } => format!("line {line} is not written in UTF-8"),
        _ => format!("it cannot be read ({error})"),
    }
}

fn open(path: &Path) -> anyhow::Result<(BufReader<File>, blake3::Hash)> {
    let name = || path.display().to_string();
    let facts = std::fs::metadata(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => anyhow::Error::from(FileError::Missing(path.to_owned())),
        _ => anyhow::Error::from(e).context(name()),
    })?;
    ensure!(facts.is_file(), FileError::NotRegular(path.to_owned()));
    ensure!(facts.len() > 0, FileError::Empty(path.to_owned()));
    ensure!(facts.len() <= LARGEST, "{}: manifests above {} MiB are not read", name(), LARGEST >> 20);
    let mut file = File::open(path).with_context(name)?;
    let mut hasher = blake3::Hasher::new();
    std::io::copy(&mut (&mut file).take(LARGEST), &mut hasher).with_context(name)?;
    file.rewind().with_context(name)?;
    Ok((BufReader::new(file), hasher.finalize()))
}

/// Whichever of tab, semicolon and comma the first line has most of.
fn delimiter_of(file: &mut BufReader<File>) -> std::io::Result<u8> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let start = file.fill_buf()?;
    let mark = if start.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let line = start.split(|b| *b == b'\n').next().unwrap_or_default();
    let count = |delimiter: &u8| line.iter().filter(|b| *b == delimiter).count();
    let found = b",;\t".iter().copied().max_by_key(count);
    file.consume(mark);
    Ok(found.unwrap_or(b','))
}

/// The rows by their names, which no two may share.
fn sorted(rows: &[CaseRow]) -> anyhow::Result<Vec<u32>> {
    let mut sorted: Vec<u32> = (0..).take(rows.len()).collect();
    sorted.sort_unstable_by(|a, b| rows[*a as usize].id.cmp(&rows[*b as usize].id).then(a.cmp(b)));
    for pair in sorted.windows(2) {
        let [a, b] = [&rows[pair[0] as usize], &rows[pair[1] as usize]];
        ensure!(a.id != b.id, "lines {} and {} have the same case_id \"{}\"", a.line, b.line, a.id);
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests;
