//! From file names to raw meshes, and from two of them to a prepared pair of jaws.
use super::args::ScanArgs;
use super::progress::Reporter;
use crate::base::files::cache::CacheFolder;
use crate::base::{LengthUnit, RawMesh, Warning, files};
use crate::export::json::TimingRecord;
use crate::import::{self, JawGuess};
use crate::jaw::kept::PreparedPair;
use crate::jaw::{JawPair, PairOptions};
use crate::session::case_file::is_case_name;
use crate::session::load::{OpenedCase, open_case};
use crate::session::prepared::{self, Background, Content, Prepared};
use crate::session::{CaseSource, ScanSource};
use anyhow::{Context, ensure};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Fewer than this have no size and direction of their own; no solid has fewer than four.
const FEWEST_TRIANGLES: usize = 3;

/// One file as it was read.
pub struct ReadScan {
    /// The file as the user named it.
    pub file: String,
    /// Its name without the folder.
    pub name: String,
    /// BLAKE3 of its bytes, hex.
    pub blake3: String,
    pub raw: RawMesh,
    /// What was odd about the file.
    pub warnings: Vec<Warning>,
}

/// Reads one scan.
///
/// # Errors
/// One sentence that names the file.
pub fn read_scan(path: &Path) -> anyhow::Result<ReadScan> {
    let file = path.display().to_string();
    let name = name_of(path);
    let reporter = Reporter::start(name.as_str());
    let bytes = files::read_file(path)?;
    let blake3 = blake3::hash(&bytes).to_hex().to_string();
    let imported = import::read_mesh(&bytes, &reporter.progress).with_context(|| file.clone())?;
    Ok(ReadScan { file, name, blake3, raw: imported.raw, warnings: imported.warnings })
}

/// The jaws that an engine takes, with everything said on the way.
pub struct LoadedPair {
    pub pair: Arc<JawPair>,
    pub warnings: Vec<Warning>,
    pub timing_ms: TimingRecord,
    /// Writes what is worth keeping; waited for when it is dropped.
    pub keeping: Background,
}

/// Reads, welds, orients and closes both scans, or fetches what was prepared of them before. The order of the arguments
/// decides which is the upper jaw.
///
/// # Errors
/// One sentence that names the file.
pub fn load_pair(upper: &Path, lower: &Path, args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    let begun = Instant::now();
    if is_sample(upper, lower) {
        return load_sample(args);
    }
    let reporter = Reporter::start("the scans");
    let cache = args.cache();
    let sources = [upper, lower].map(source);
    let doubt = doubt_order(&sources[0].name, &sources[1].name);
    let contents = prepared::read_both(sources, &reporter.progress)?;
    let options = PairOptions { unit: args.unit.given(), close: !args.no_close, frame: None };
    let loaded = prepared::prepare(contents, &options, &cache, begun, &reporter.progress)?;
    let mut loaded = LoadedPair::of(loaded, &cache);
    let pair = &loaded.pair;
    for (file, jaw) in [upper, lower].iter().zip([&pair.upper, &pair.lower]) {
        let n = jaw.mesh.triangles.len();
        ensure!(
            n >= FEWEST_TRIANGLES,
            "{}: its surface has only {n} triangles; that is no scan of a jaw",
            file.display()
        );
    }
    loaded.warnings.splice(0..0, doubt);
    Ok(loaded)
}

impl LoadedPair {
    fn of(loaded: Prepared, cache: &CacheFolder) -> Self {
        let keeping = loaded.keeping(None).in_background(cache);
        let Prepared { prepared: PreparedPair { pair, warnings, .. }, times, .. } = loaded;
        let timing_ms = TimingRecord {
            import: Some(times.import),
            prepare: Some(times.prepare),
            cached: Some(times.cached),
            ..TimingRecord::default()
        };
        Self { pair, warnings, timing_ms, keeping }
    }
}

/// What stands in place of both scans for the built-in sample case.
pub const SAMPLE: &str = "sample";

/// Whether the built-in sample case is meant: a file of that name goes before it.
fn is_sample(upper: &Path, lower: &Path) -> bool {
    [upper, lower].iter().all(|p| p.as_os_str() == SAMPLE && !p.exists())
}

/// The built-in sample case.
///
/// # Errors
/// Cancelling.
pub fn load_sample(args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    let (reporter, cache) = (Reporter::start("sample case"), args.cache());
    Ok(LoadedPair::of(prepared::sample(&cache, &reporter.progress)?, &cache))
}

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
    };
    Ok(open_case(source, &Default::default())?)
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

fn source(path: &Path) -> ScanSource {
    let (label, file) = (path.display().to_string(), path.to_owned());
    let read = Box::new(move || scan_bytes(&file));
    ScanSource { name: name_of(path), label, read }
}

/// The case file that a scan is in, where its place is one in a case.
pub fn case_of(scan: &Path) -> Option<&Path> {
    scan.parent().filter(|case| is_case_name(case) && case.is_file())
}

/// A scan's bytes, from a file of its own or out of a case.
///
/// # Errors
/// One sentence that names the file.
pub fn scan_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let Some(case) = case_of(path) else { return files::read_file(path).map_err(|e| e.to_string()) };
    let opened = read_case(case).map_err(|e| format!("{e:#}"))?;
    let is_named = |content: &&Content| path.file_name().is_some_and(|name| name == content.name());
    let found = opened.contents.iter().find(is_named).map(|content| content.bytes().to_vec());
    found.ok_or_else(|| format!("{}: there is no such scan in the case", path.display()))
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// A doubt when the names say the opposite of the order.
fn doubt_order(upper: &str, lower: &str) -> Option<Warning> {
    let guess = import::side_from_name;
    let doubt = match (guess(upper), guess(lower)) {
        (Some(JawGuess::Lower), Some(JawGuess::Upper)) => format!(
            "By their names \"{upper}\" is the lower jaw and \"{lower}\" the upper one; the order given was kept (upper first)."
        ),
        (Some(JawGuess::Lower), _) => {
            format!("By its name \"{upper}\" is the lower jaw; the order given was kept (upper first).")
        }
        (_, Some(JawGuess::Upper)) => {
            format!("By its name \"{lower}\" is the upper jaw; the order given was kept (upper first).")
        }
        _ => return None,
    };
    Some(Warning::new(doubt))
}
