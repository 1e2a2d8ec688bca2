//! Reading and preparing a case on a worker thread, with progress and cancelling. The worker opens no file: a face
//! hands it a way to read the bytes. An error leaves whatever is open untouched.
use super::case_file::{CaseContent, CaseFile, KeptScans, PackedScan, ScanPlace, WaitingScan, case_of};
use super::prepared::{self, Content, Keeping, LoadTimes, Prepared};
use super::source::{CaseSource, CaseSources, LoadError, ScanSource};
use crate::base::files::cache::CacheFolder;
use crate::base::files::places::folder_of;
use crate::base::files::read_file;
use crate::base::files::spill::Spill;
use crate::base::words::say;
use crate::base::{Job, Progress, Warning, give_way};
use crate::engine::PairForms;
use crate::import::{JawGuess, side_from_name};
use crate::jaw::prepare::PairOptions;
use crate::jaw::{JawPair, JawSide};
use crate::render::DisplayPair;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A case that is ready to be shown.
pub struct LoadedCase {
    pub pair: Arc<JawPair>,
    /// The pair as engines want it; of huge scans as threads draw it, ahead.
    pub forms: Arc<PairForms>,
    /// Both meshes made ready to be drawn.
    pub display: Arc<DisplayPair>,
    pub warnings: Vec<Warning>,
    pub times: LoadTimes,
    /// Set when the unit was told from the size and is worth a question.
    pub unit_doubt: Option<String>,
    /// The scans as their files hold them, for saving.
    pub scans: KeptScans,
    /// What the case file says, if it was one.
    pub content: Option<Box<CaseContent>>,
}

/// Work on its way. Dropping it cancels it.
pub struct LoadJob(Job<Result<LoadedCase, LoadError>>);

impl LoadJob {
    /// Starts the work on a thread of its own. `wake` is called there once the result is ready, and once more at the end: what is worth
    /// keeping is written after the result.
    pub fn start(sources: CaseSources, cache: CacheFolder, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Job::start("opening", Arc::new(wake), move |progress, tell| {
            let (case, keeping) = match load(sources, &cache, progress) {
                Ok(loaded) => loaded,
                Err(error) => return tell.say(Err(error)),
            };
            let (scans, is_huge) = (case.scans.clone(), case.pair.is_huge());
            tell.say(Ok(case));
            if is_huge {
                // To pack so much takes seconds; teeth and figures, which somebody waits for, come first.
                give_way();
            }
            keeping.keep(&cache);
            // Packed and on the disk they take no memory.
            if scans.holds_bytes() {
                scans.pack();
            }
        }))
    }

    /// What the worker is doing, and how far it is (0 to 1).
    pub fn state(&self) -> (&'static str, f64) {
        (self.0.progress().stage(), self.0.progress().fraction())
    }

    /// The result, once, when it is there.
    pub fn poll(&self) -> Option<Result<LoadedCase, LoadError>> {
        let fault = || LoadError::failed("the scans could not be prepared (a fault in the program)".into());
        self.0.poll().unwrap_or_else(|_| Some(Err(fault())))
    }
}

fn load(sources: CaseSources, cache: &CacheFolder, progress: &Progress) -> Result<(LoadedCase, Keeping), LoadError> {
    let (mut prepared, scans, content) = match sources {
        CaseSources::Sample => {
            let prepared = prepared::sample(cache, progress)?;
            let scans = KeptScans::sample(prepared.prepared.pair.hashes());
            (prepared, scans, None)
        }
        CaseSources::Scans { upper, lower, unit, close, paths } => {
            let begun = Instant::now();
            let contents = prepared::read_both([upper, lower], progress)?;
            let scans = kept(&contents, paths, cache);
            let options = PairOptions { unit, close, ..PairOptions::default() };
            (prepared::prepare(contents, &options, cache, begun, progress)?, scans, None)
        }
        CaseSources::File(source) => {
            let begun = Instant::now();
            let OpenedCase { contents, scans, content } = open_case(source, cache, progress)?;
            let options = PairOptions { unit: Some(content.unit), close: content.closed, frame: None };
            (prepared::prepare(contents, &options, cache, begun, progress)?, scans, Some(Box::new(content)))
        }
    };
    progress.enter(say!("stage-making-picture-ready"), prepared::PREPARED)?;
    let (display, was_kept) = prepared.display(cache, &progress.part(prepared::PREPARED, 1.0))?;
    let forms = PairForms::new(prepared.prepared.pair.clone());
    if prepared.prepared.pair.is_huge() {
        // The window would wait for it for seconds.
        forms.make_native_ahead();
    }
    progress.at(1.0)?;
    let keeping = prepared.keeping((!was_kept).then(|| display.clone()));
    let Prepared { prepared, times, .. } = prepared;
    // The advice about the command line's option is no use to somebody who can press a button.
    let unit_doubt = prepared.unit_doubt.map(|w| before_option(&w.0));
    let (pair, mut warnings) = (prepared.pair, prepared.warnings);
    warnings.extend(content.iter().flat_map(|content| content.doubts(&pair)));
    Ok((LoadedCase { pair, forms, display, warnings, times, unit_doubt, scans, content }, keeping))
}

/// Larger scans wait for their packing on the disk, bytes: while they are prepared the memory is needed.
const LARGE: usize = 64 << 20;

/// The scans of files, to be packed and put aside, one after the other.
fn kept(contents: &[Content; 2], paths: Option<[PathBuf; 2]>, cache: &CacheFolder) -> KeptScans {
    let cache = cache.clone();
    let hashes = contents.each_ref().map(|c| c.blake3().to_owned());
    let waiting = contents.each_ref().map(|content| WaitingScan {
        content: until_packed(content.bytes(), &cache),
        blake3: content.blake3().to_owned(),
        extension: crate::import::extension_of(content.bytes()),
    });
    KeptScans::new(hashes, paths, move || {
        // One after the other; what has waited is given back before the next one is packed.
        let [upper, lower] = waiting.map(|scan| PackedScan::pack_waiting(&scan, cache.path()));
        Ok([upper?, lower?])
    })
}

fn until_packed(bytes: &Arc<Vec<u8>>, cache: &CacheFolder) -> Spill {
    let here = Spill::shared(bytes.clone());
    let folder = cache.path().filter(|_| bytes.len() > LARGE);
    let aside = folder.map(|folder| here.put_aside(folder)).transpose().unwrap_or_else(|error| {
        tracing::debug!("a scan waits for its packing in memory: {error}");
        None
    });
    aside.unwrap_or(here)
}

/// A case file with its scans' bytes.
pub struct OpenedCase {
    pub contents: [Content; 2],
    pub scans: KeptScans,
    pub content: CaseContent,
}

/// Reads a case file and the scans that it holds or names. What is kept of it for saving is put aside in `cache`.
///
/// # Errors
/// One sentence that names the file.
pub fn open_case(source: CaseSource, cache: &CacheFolder, progress: &Progress) -> Result<OpenedCase, LoadError> {
    let CaseSource { label, folder, read, path, unit } = source;
    progress.enter(say!("stage-reading-case"), 0.0)?;
    let failed = |error: super::case_file::CaseError| LoadError::failed(format!("{label}: {error}"));
    let bytes = read(&path).map_err(LoadError::failed)?;
    let CaseFile { mut content, scans: [upper, lower] } = CaseFile::read(bytes).map_err(failed)?;
    content.unit = unit.unwrap_or(content.unit);
    let sides = [(&upper, JawSide::Upper), (&lower, JawSide::Lower)];
    let sources = sides.map(|(scan, side)| {
        let (scan, folder, read, label) = (scan.clone(), folder.clone(), read.clone(), label.clone());
        let name = scan.name.clone();
        let within = format!("{label}: {name}");
        let content = move || scan.read(side, &folder, &*read).map_err(|e| format!("{label}: {e}"));
        ScanSource { label: within, name, read: Box::new(content) }
    });
    let contents = prepared::read_both(sources, progress)?;
    let scans = match (upper.place, lower.place) {
        (ScanPlace::Embedded(upper), ScanPlace::Embedded(lower)) => {
            let hashes = [upper.blake3.clone(), lower.blake3.clone()];
            let cache = cache.clone();
            KeptScans::new(hashes, None, move || Ok(PackedScan::put_both_aside([upper, lower], cache.path())))
        }
        (ScanPlace::Beside(upper), ScanPlace::Beside(lower)) => {
            kept(&contents, Some([upper, lower].map(|p| folder.join(p))), cache)
        }
        _ => kept(&contents, None, cache),
    };
    Ok(OpenedCase { contents, scans, content })
}

/// A scan's bytes, from a file of its own or, where its place is one in a case, out of that.
///
/// # Errors
/// One sentence that names the file.
pub fn bytes_of_scan(scan: &Path) -> Result<Vec<u8>, String> {
    let read = |path: &Path| read_file(path).map_err(|e| e.to_string());
    let Some(case) = case_of(scan) else { return read(scan) };
    let opened = CaseFile::read(read(case)?).map_err(|e| format!("{}: {e}", case.display()))?;
    let mut sides = [JawSide::Upper, JawSide::Lower].into_iter().zip(&opened.scans);
    let found = sides.find(|(_, kept)| scan.file_name().is_some_and(|name| name == kept.name.as_str()));
    let (side, kept) = found.ok_or_else(|| format!("{}: there is no such scan in the case", scan.display()))?;
    kept.read(side, &folder_of(case), &read).map_err(|e| format!("{}: {e}", case.display()))
}

/// The sentences before the one that names a command line option.
fn before_option(text: &str) -> String {
    let before = text.split("--unit").next().unwrap_or(text);
    let end = if before.len() < text.len() { before.rfind(". ").map_or(0, |i| i + 1) } else { before.len() };
    before[..end].trim_end().to_owned()
}

/// Which of two files is the upper jaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideGuess {
    /// The first file is the upper jaw.
    pub first_is_upper: bool,
    /// At least one of the names says so and none contradicts.
    pub certain: bool,
}

/// Guesses from the names of two files; in doubt the first is the upper jaw.
pub fn guess_sides(first: &str, second: &str) -> SideGuess {
    use JawGuess::{Lower, Upper};
    match (side_from_name(first), side_from_name(second)) {
        (Some(Upper), Some(Lower) | None) | (None, Some(Lower)) => SideGuess { first_is_upper: true, certain: true },
        (Some(Lower), Some(Upper) | None) | (None, Some(Upper)) => SideGuess { first_is_upper: false, certain: true },
        _ => SideGuess { first_is_upper: true, certain: false },
    }
}

/// Which jaw a single file seems to hold.
pub fn guess_side(name: &str) -> Option<JawSide> {
    side_from_name(name).map(|guess| match guess {
        JawGuess::Upper => JawSide::Upper,
        JawGuess::Lower => JawSide::Lower,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn source(name: &str, bytes: &'static [u8]) -> ScanSource {
        ScanSource { name: name.into(), label: name.into(), read: Box::new(move || Ok(bytes.to_vec())) }
    }

    fn run(upper: ScanSource, lower: ScanSource) -> Result<LoadedCase, LoadError> {
        let (sender, woken) = channel();
        let sources = CaseSources::Scans { upper, lower, unit: None, close: true, paths: None };
        let job = LoadJob::start(sources, CacheFolder::none(), move || _ = sender.send(()));
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        job.poll().unwrap()
    }

    #[test]
    fn errors_name_the_file() {
        let failed = |r: Result<LoadedCase, LoadError>| r.err().unwrap().to_string();
        let text = failed(run(source("upper.stl", b""), source("lower.stl", b"")));
        assert!(text.starts_with("upper.stl: "), "{text}");
        let unreadable =
            ScanSource { name: "u".into(), label: "u".into(), read: Box::new(|| Err("u: no permission".into())) };
        assert_eq!(failed(run(unreadable, source("l", b""))), "u: no permission");
    }

    /// Of a good and a bad scan the good one need not be chosen again.
    #[test]
    fn errors_say_which_scan_could_be_read() {
        const GOOD: &[u8] = b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid a\n";
        let missing =
            || ScanSource { name: "m".into(), label: "m".into(), read: Box::new(|| Err("m: is not there".into())) };
        let sound = |upper, lower| match run(upper, lower).err().expect("one is bad") {
            LoadError::Failed { sound, .. } => sound,
            LoadError::Cancelled(_) => panic!("nobody cancels"),
        };
        let (good, bad) = (|| source("g", GOOD), || source("b", b"no mesh"));
        assert_eq!(sound(bad(), good()), Some(JawSide::Lower));
        assert_eq!(sound(good(), bad()), Some(JawSide::Upper));
        assert_eq!(sound(missing(), good()), Some(JawSide::Lower));
        assert_eq!(sound(good(), missing()), Some(JawSide::Upper));
        let flat = || {
            source("flat", b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nendloop\nendfacet\nendsolid a\n")
        };
        assert_eq!(sound(flat(), good()), Some(JawSide::Lower), "a mesh without a surface");
        for (upper, lower) in [(bad(), bad()), (missing(), bad()), (bad(), missing()), (missing(), missing())] {
            assert_eq!(sound(upper, lower), None);
        }
    }

    #[test]
    fn a_question_ends_with_a_whole_sentence() {
        assert_eq!(
            before_option("They span 0.1. Taken as metres. If not, name it with --unit in."),
            "They span 0.1. Taken as metres."
        );
        assert_eq!(before_option("No option here, 0.5 mm"), "No option here, 0.5 mm");
    }

    #[test]
    fn a_dropped_job_is_cancelled() {
        let job = LoadJob::start(CaseSources::Sample, CacheFolder::none(), || ());
        let progress = job.0.progress().clone();
        drop(job);
        assert!(progress.at(0.5).is_err());
    }

    #[test]
    fn names_tell_the_sides() {
        let guess = |a, b| guess_sides(a, b);
        assert_eq!(guess("case_upper.stl", "case_lower.stl"), SideGuess { first_is_upper: true, certain: true });
        assert_eq!(guess("UK.stl", "OK.stl"), SideGuess { first_is_upper: false, certain: true });
        assert_eq!(guess("a.stl", "mandible.stl"), SideGuess { first_is_upper: true, certain: true });
        assert_eq!(guess("a.stl", "b.stl"), SideGuess { first_is_upper: true, certain: false });
        assert_eq!(guess("upper1.stl", "upper2.stl"), SideGuess { first_is_upper: true, certain: false });
        assert_eq!(guess_side("lower.stl"), Some(JawSide::Lower));
    }
}
