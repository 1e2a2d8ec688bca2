//! The case file `.occ`: a ZIP with `case.json` ([`record`]) and, unless they were left out, both scans as their files held
//! them. Read whole or not at all, written whole or not at all (decision 013).
//!
//! Scans' own names often are patients' names: inside a case they are `upper.stl` and `lower.ply`.
mod archive;
mod content;
mod error;
mod migrate;
mod motion;
mod record;
mod scans;
mod schema;
mod teeth;
#[cfg(test)]
mod tests;

pub use content::{CaseContent, RecoveryRecord};
pub use error::CaseError;
pub use scans::{KeptScans, PackedScan, WaitingScan};
pub use schema::{EXTENSION, SCHEMA, case_of, is_case_name};

use crate::base::LengthUnit;
use crate::base::files::spill::Spill;
use crate::base::files::{FileError, places, write_file, write_own_file};
use crate::base::json::JsonLimits;
use crate::jaw::JawSide;
use archive::{Archive, Entry};
use record::{CaseRecord, ScanRecord, ScansRecord};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a scan of a case is.
#[derive(Clone, Debug)]
pub enum ScanPlace {
    Embedded(PackedScan),
    /// A file of its own: seen from the folder of the case, or whole.
    Beside(PathBuf),
}

/// A scan of a case: its bytes are those of `blake3`.
#[derive(Clone, Debug)]
pub struct CaseScan {
    /// Inside the case: "upper.stl".
    pub name: String,
    /// Hex.
    pub blake3: String,
    pub bytes: u64,
    pub place: ScanPlace,
}

/// A case file that was read, or is to be written. Upper scan first.
#[derive(Clone, Debug)]
pub struct CaseFile {
    pub content: CaseContent,
    pub scans: [CaseScan; 2],
}

const SIDES: [(JawSide, &str); 2] = [(JawSide::Upper, "upper"), (JawSide::Lower, "lower")];

impl CaseFile {
    /// A case with its scans inside.
    pub fn embedding(content: CaseContent, scans: [PackedScan; 2]) -> Self {
        Self {
            content,
            scans: named(scans).map(|(name, scan)| CaseScan::of(name, &scan, ScanPlace::Embedded(scan.clone()))),
        }
    }

    /// A case that names its scans, which are files at `paths` (whole paths), as seen from its own `folder`.
    pub fn referring(content: CaseContent, scans: [PackedScan; 2], paths: [PathBuf; 2], folder: &Path) -> Self {
        let [upper, lower] = named(scans);
        let folder = places::folder_of(&folder.join(archive::RECORD));
        let beside = |(name, scan): (String, PackedScan), path: &Path| {
            let place = places::place_from(path, Some(&folder)).map_or_else(|| path.to_owned(), PathBuf::from);
            CaseScan::of(name, &scan, ScanPlace::Beside(place))
        };
        Self { content, scans: [beside(upper, &paths[0]), beside(lower, &paths[1])] }
    }

    /// Whether a case in `folder` can name scans at `paths` and find them again: not on other machines, which no file makes the
    /// program contact.
    pub fn can_refer(paths: &[PathBuf; 2], folder: &Path) -> bool {
        let folder = places::folder_of(&folder.join(archive::RECORD));
        let place =
            |path: &PathBuf| places::place_from(path, Some(&folder)).unwrap_or_else(|| path.display().to_string());
        paths.iter().all(|path| !places::is_elsewhere(&place(path)))
    }

    /// Reads a case. Scans inside are only looked up; [`CaseScan::read`] unpacks and checks them.
    ///
    /// # Errors
    /// [`CaseError`] for anything but a case of this or an older schema.
    pub fn read(bytes: Vec<u8>) -> Result<Self, CaseError> {
        let text = String::from_utf8(Archive::open(&bytes)?.record()?).map_err(|_| CaseError::NotACase)?;
        JsonLimits::RECORD.check(text.as_bytes())?;
        let record = CaseRecord::read(&migrate::migrate(text)?)?;
        let archive = Arc::new(Spill::in_memory(bytes));
        let scan = |record: &ScanRecord| CaseScan::from_record(record, &archive);
        let scans = [scan(&record.scans.upper)?, scan(&record.scans.lower)?];
        Ok(Self { content: record.content()?, scans })
    }

    /// All bytes of the file.
    ///
    /// # Errors
    /// When scans that were put aside cannot be read again, and those of packing; none is known for memory.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let unit = self.content.unit;
        let [upper, lower] = self.scans.each_ref().map(|scan| scan.record(unit));
        let record = CaseRecord::of(&self.content, ScansRecord { upper, lower }).write()?;
        let mut archives = Vec::new();
        for scan in &self.scans {
            if let ScanPlace::Embedded(packed) = &scan.place {
                archives.push((&scan.name, packed.archive.read()?, &packed.entry));
            }
        }
        let mut entries = vec![(archive::RECORD.to_owned(), Entry::Content(record.as_bytes()))];
        entries.extend(archives.iter().map(|(name, bytes, inside)| ((*name).clone(), Entry::Packed(bytes, inside))));
        archive::write(&entries)
    }

    /// Writes the file whole, in place of what stood there, which is untouched until then.
    ///
    /// # Errors
    /// [`FileError`] naming `path`.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        write_file(path, |out| out.write_all(&self.to_bytes()?))
    }

    /// The same for the user alone, whoever may read what stood there: a file for recovery.
    ///
    /// # Errors
    /// [`FileError`] naming `path`.
    pub fn save_own(&self, path: &Path) -> Result<(), FileError> {
        write_own_file(path, |out| out.write_all(&self.to_bytes()?))
    }
}

/// Scans with their names inside a case.
fn named(scans: [PackedScan; 2]) -> [(String, PackedScan); 2] {
    let [upper, lower] = scans;
    let name = |side: usize, scan: &PackedScan| format!("{}.{}", SIDES[side].1, scan.extension);
    [(name(0, &upper), upper), (name(1, &lower), lower)]
}

impl CaseScan {
    fn of(name: String, scan: &PackedScan, place: ScanPlace) -> Self {
        Self { name, blake3: scan.blake3.clone(), bytes: scan.bytes, place }
    }

    fn record(&self, unit: LengthUnit) -> ScanRecord {
        let path = match &self.place {
            ScanPlace::Embedded(_) => None,
            ScanPlace::Beside(path) => Some(path.display().to_string()),
        };
        let embedded = path.is_none();
        ScanRecord { name: self.name.clone(), blake3: self.blake3.clone(), bytes: self.bytes, unit, embedded, path }
    }

    fn from_record(record: &ScanRecord, archive: &Arc<Spill>) -> Result<Self, CaseError> {
        let ScanRecord { name, blake3, bytes, .. } = record.clone();
        let is_name = name.len() < 100 && !name.contains(['/', '\\']) && name != archive::RECORD;
        if !is_name || blake3.len() != 2 * blake3::OUT_LEN {
            return Err(CaseError::Invalid("a scan".into()));
        }
        let place = match &record.path {
            _ if record.embedded => ScanPlace::Embedded(PackedScan {
                blake3: blake3.clone(),
                bytes,
                extension: extension_of_name(&name),
                archive: archive.clone(),
                entry: name.clone(),
            }),
            Some(path) if places::is_elsewhere(path) => {
                return Err(CaseError::Elsewhere(path.chars().take(200).collect()));
            }
            Some(path) => ScanPlace::Beside(path.into()),
            None => return Err(CaseError::Invalid("where a scan is".into())),
        };
        Ok(Self { name, blake3, bytes, place })
    }

    /// The scan's bytes, compared with its hash. `folder` is that of the case; `read_file` reads a scan beside it, or says
    /// in one sentence why it cannot.
    ///
    /// # Errors
    /// When they are not whole, not there, or not those of the case.
    pub fn read(
        &self,
        side: JawSide,
        folder: &Path,
        read_file: &dyn Fn(&Path) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<u8>, CaseError> {
        let side = SIDES.iter().find(|(s, _)| *s == side).map_or("", |(_, name)| name);
        let is_whole = |content: &[u8]| blake3::hash(content).to_hex().as_str() == self.blake3;
        match &self.place {
            ScanPlace::Embedded(packed) => {
                let bytes = packed.archive.read().map_err(|_| CaseError::Damaged("it cannot be read again"))?;
                let content = Archive::open(&bytes)?.read(&packed.entry, archive::LARGEST_SCAN)?;
                if is_whole(&content) { Ok(content) } else { Err(CaseError::Damaged("a scan is not what was saved")) }
            }
            ScanPlace::Beside(path) => {
                let path = folder.join(path);
                let content = read_file(&path).map_err(|reason| CaseError::ScanMissing { side, reason })?;
                if is_whole(&content) { Ok(content) } else { Err(CaseError::ScanChanged { side, path }) }
            }
        }
    }
}

fn extension_of_name(name: &str) -> &'static str {
    let known = ["stl", "ply", "obj"].into_iter().find(|e| name.ends_with(&format!(".{e}")));
    known.unwrap_or("stl")
}
