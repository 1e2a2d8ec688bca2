//! A snapshot on the disk, and the scans that it was taken of.
use crate::base::files::{self, places};
use crate::base::words::say;
use crate::export::json::{AnalysisRecord, InputRecord, SAMPLE};
use crate::session::case_file::is_case_name;
use crate::session::recent::RecentCase;
use std::path::{Path, PathBuf};

/// A snapshot and the scans to be opened for it.
pub struct FoundSnapshot {
    pub record: Box<AnalysisRecord>,
    /// Upper and lower as they were prepared; `None`: the sample case.
    pub scans: Option<[PathBuf; 2]>,
}

impl FoundSnapshot {
    /// What is to be opened: the scans, or the case that holds both.
    pub fn case(&self) -> Option<RecentCase> {
        let [upper, lower] = self.scans.clone()?;
        let case = case_of(&upper).filter(|case| Some(*case) == case_of(&lower)).map(Path::to_owned);
        Some(case.map_or(RecentCase::Scans { upper, lower }, |case| RecentCase::File { case }))
    }
}

/// Reads a snapshot and looks for its scans.
///
/// # Errors
/// One sentence for people.
pub fn read_snapshot(path: &Path) -> Result<FoundSnapshot, String> {
    let bytes = files::read_file(path).map_err(|e| e.to_string())?;
    let mut record = AnalysisRecord::from_bytes(&bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    if record.lacks_names() {
        let beside = files::read_file(&path.with_extension("json")).ok();
        let beside = beside.and_then(|bytes| AnalysisRecord::from_bytes(&bytes).ok());
        beside.iter().for_each(|beside| record.take_names(beside));
    }
    let inputs = [&record.inputs.upper, &record.inputs.lower];
    if inputs.iter().all(|input| input.file == SAMPLE && input.path.is_none()) {
        return Ok(FoundSnapshot { record: Box::new(record), scans: None });
    }
    let folder = places::folder_of(path);
    let [upper, lower] = [("upper", inputs[0]), ("lower", inputs[1])].map(|(side, input)| find(side, input, &folder));
    let mut scans = [upper?, lower?];
    if record.settings.swapped {
        scans.reverse();
    }
    Ok(FoundSnapshot { record: Box::new(record), scans: Some(scans) })
}

/// The first file in any of the places that has the record's content.
fn find(side: &str, input: &InputRecord, folder: &Path) -> Result<PathBuf, String> {
    let mut changed = None;
    let places = places::candidates(input.path.as_deref(), &input.file, folder);
    for place in places.iter().filter(|p| p.is_file() || case_of(p).is_some()) {
        if case_of(place).is_some() {
            // What is in a case is checked when it is opened.
            return Ok(place.clone());
        }
        let content = files::read_file(place).map_err(|e| e.to_string())?;
        if blake3::hash(&content).to_hex().as_str() == input.blake3 {
            return Ok(place.clone());
        }
        changed.get_or_insert(place);
    }
    // A picture does not say what its scans are called.
    if let Some(place) = places::with_content(folder, &input.blake3).filter(|_| input.file.is_empty()) {
        return Ok(place);
    }
    Err(match (changed, places.first()) {
        _ if input.file.is_empty() => say!("snapshot-file-not-beside", side = side),
        (Some(place), _) => say!("snapshot-file-changed", place = place.display(), side = side),
        (None, _)
            if [input.path.as_ref(), Some(&input.file)].into_iter().flatten().any(|p| places::is_elsewhere(p)) =>
        {
            say!("snapshot-file-elsewhere", place = input.path.as_ref().unwrap_or(&input.file), side = side)
        }
        (None, place) => {
            let place = place.map_or_else(String::new, |p| p.display().to_string());
            say!("snapshot-file-gone", place = place, side = side)
        }
    })
}

/// The case file that a scan is in, where its place is one in a case.
fn case_of(scan: &Path) -> Option<&Path> {
    scan.parent().filter(|case| is_case_name(case) && case.is_file())
}
