//! From file names to raw meshes, and from two of them, or a case, to a prepared pair of jaws.
mod case;
mod pair;
mod scan;

pub use crate::session::case_file::case_of;
pub use case::{place_by_content, read_case, read_case_scans};
pub use pair::LoadedPair;
pub use scan::{ReadScan, read_scan};

use super::args::{InputArgs, Inputs, ScanArgs};
use super::deadline;
use super::progress::Reporter;
use crate::base::{Progress, RawMesh, Warning, files};
use crate::import::{self, JawGuess};
use crate::jaw::{JawSide, PairOptions, sample_case};
use crate::session::ScanSource;
use crate::session::load::bytes_of_scan;
use crate::session::prepared::{self, Content};
use anyhow::{Context, ensure};
use pair::OfCase;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Fewer than this have no size and direction of their own; no solid has fewer than four.
const FEWEST_TRIANGLES: usize = 3;

/// Opens what the command line names.
///
/// # Errors
/// One sentence that names the file.
pub fn open(inputs: &InputArgs, args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    match inputs.which()? {
        Inputs::Case(path) => load_case(path, args),
        Inputs::Scans(upper, lower) => load_pair(upper, lower, args),
    }
}

/// Reads, welds, orients and closes both scans, or fetches what was prepared of them before. The order of the arguments
/// decides which is the upper jaw. Scans may be places in a case.
///
/// # Errors
/// One sentence that names the file.
pub fn load_pair(upper: &Path, lower: &Path, args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    let begun = Instant::now();
    if is_sample(upper, lower) {
        return load_sample(args);
    }
    let reporter = Reporter::start("the scans");
    let scans = [upper, lower];
    deadline::for_bytes(scans.iter().map(|path| files::size(path)).sum());
    let (contents, case) = match case::shared_case(upper, lower) {
        Some(path) => {
            let opened = read_case(path)?;
            let of_case = OfCase::of(&opened);
            (case::contents_named(opened, scans)?, Some(of_case))
        }
        None => (prepared::read_both(scans.map(source), &reporter.progress)?, None),
    };
    let doubt = doubt_order(contents[0].name(), contents[1].name());
    let mut loaded = prepare(scans.map(Path::to_owned), contents, (args, begun), &reporter)?;
    loaded.warnings.splice(0..0, doubt);
    loaded.case = case;
    Ok(loaded)
}

/// The scans of a case, prepared as they were, with the directions that it keeps.
///
/// # Errors
/// One sentence that names the file.
fn load_case(path: &Path, args: &ScanArgs) -> anyhow::Result<LoadedPair> {
    let begun = Instant::now();
    let reporter = Reporter::start("the case");
    deadline::for_bytes(files::size(path));
    let opened = read_case(path)?;
    let case = OfCase::of(&opened);
    let scans = opened.contents.each_ref().map(|scan| path.join(scan.name()));
    let mut loaded = prepare(scans, opened.contents, (&args.in_case(&case.content), begun), &reporter)?;
    if let Some(directions) = case.content.directions {
        loaded.set_directions(directions);
    }
    loaded.warnings.extend(case.content.doubts(&loaded.pair));
    loaded.case = Some(case);
    Ok(loaded)
}

fn prepare(
    scans: [PathBuf; 2],
    contents: [Content; 2],
    (args, begun): (&ScanArgs, Instant),
    reporter: &Reporter,
) -> anyhow::Result<LoadedPair> {
    let cache = args.cache();
    let options = PairOptions { unit: args.unit.given(), close: !args.no_close, frame: None };
    let loaded = prepared::prepare(contents, &options, &cache, begun, &reporter.progress)?;
    let loaded = LoadedPair::of(loaded, scans, &cache);
    deadline::for_triangles(loaded.pair.upper.mesh.triangles.len() + loaded.pair.lower.mesh.triangles.len());
    for (file, jaw) in loaded.scans.iter().zip([&loaded.pair.upper, &loaded.pair.lower]) {
        let n = jaw.mesh.n_scanned.min(jaw.mesh.triangles.len());
        ensure!(
            n >= FEWEST_TRIANGLES,
            "{}: its surface has only {n} triangles; that is no scan of a jaw",
            file.display()
        );
    }
    Ok(loaded)
}

/// What stands in place of both scans for the built-in sample case.
pub use crate::export::json::SAMPLE;

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
    Ok(LoadedPair::of(prepared::sample(&cache, &reporter.progress)?, [SAMPLE; 2].map(PathBuf::from), &cache))
}

fn source(path: &Path) -> ScanSource {
    let (label, file) = (path.display().to_string(), path.to_owned());
    let read = Box::new(move || bytes_of_scan(&file));
    ScanSource { name: files::file_name(path), label, read }
}

/// A scan as its file, its case or the sample case has it.
///
/// # Errors
/// One sentence that names the file.
pub fn raw_scan(path: &Path, side: JawSide) -> anyhow::Result<RawMesh> {
    if path.as_os_str() == SAMPLE && !path.exists() {
        let (upper, lower) = sample_case(&Progress::default())?;
        return Ok(if side == JawSide::Upper { upper } else { lower });
    }
    let bytes = bytes_of_scan(path).map_err(anyhow::Error::msg)?;
    Ok(import::read_mesh(&bytes, &Progress::default()).with_context(|| path.display().to_string())?.raw)
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
