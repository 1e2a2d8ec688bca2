//! Scans that stand in a case: read from it, and prepared as they were when it was saved.
use super::scan::ReadScan;
use crate::base::files::cache::CacheFolder;
use crate::base::{LengthUnit, files};
use crate::import;
use crate::session::CaseSource;
use crate::session::case_file::case_of;
use crate::session::load::{OpenedCase, open_case};
use crate::session::prepared::Content;
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a case with its scans' bytes.
///
/// # Errors
/// One sentence that names the file.
pub fn read_case(path: &Path) -> anyhow::Result<OpenedCase> {
    let source = CaseSource {
        label: path.display().to_string(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        read: Arc::new(|path| files::read_file(path).map_err(|e| e.to_string())),
        path: path.to_owned(),
        unit: None,
    };
    Ok(open_case(source, &CacheFolder::none(), &Default::default())?)
}

/// Both scans of a case, the upper one first, and their unit. They are named as if the case were a folder.
///
/// # Errors
/// One sentence that names the file.
pub fn read_case_scans(path: &Path) -> anyhow::Result<([ReadScan; 2], LengthUnit)> {
    let OpenedCase { contents, content, .. } = read_case(path)?;
    let read = |scan: &Content| {
        let file = path.join(scan.name()).display().to_string();
        let imported = import::read_mesh(scan.bytes(), &Default::default()).with_context(|| file.clone())?;
        let (name, blake3) = (scan.name().to_owned(), scan.blake3().to_owned());
        Ok(ReadScan { file, name, blake3, raw: imported.raw, warnings: imported.warnings })
    };
    let [upper, lower]: [anyhow::Result<ReadScan>; 2] = contents.each_ref().map(read);
    Ok(([upper?, lower?], content.unit))
}

/// The one case that both scans are in.
pub fn shared_case<'a>(upper: &'a Path, lower: &Path) -> Option<&'a Path> {
    case_of(upper).filter(|case| case_of(lower) == Some(case))
}

/// The scans of a case by their names in it.
///
/// # Errors
/// When it has none of such a name.
pub fn contents_named(opened: OpenedCase, scans: [&Path; 2]) -> anyhow::Result<[Content; 2]> {
    let mut contents = opened.contents.map(Some);
    let mut take = |scan: &Path| {
        let name = scan.file_name().unwrap_or_default();
        let found = contents.iter_mut().find(|c| c.as_ref().is_some_and(|c| name == c.name()));
        let found = found.and_then(Option::take);
        found.with_context(|| format!("{}: there is no such scan in the case", scan.display()))
    };
    let [upper, lower] = scans;
    Ok([take(upper)?, take(lower)?])
}

/// The scan of a case that has this content (BLAKE3, hex), as a place in it; else the hash of the one that has its name.
///
/// # Errors
/// When the case cannot be read; the sentence names it.
pub fn place_by_content(scan: &Path, case: &Path, blake3: &str) -> anyhow::Result<Result<PathBuf, Option<String>>> {
    let contents = read_case(case)?.contents;
    if let Some(found) = contents.iter().find(|c| c.blake3() == blake3) {
        return Ok(Ok(case.join(found.name())));
    }
    let named = contents.iter().find(|c| scan.file_name().is_some_and(|name| name == c.name()));
    Ok(Err(named.map(|c| c.blake3().to_owned())))
}
