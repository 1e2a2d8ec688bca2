//! From two scans that can be read to a prepared pair, with what both faces need in between: both jaws at once, and the
//! pair prepared before from the same bytes in the same way, if it was kept.
use super::source::{LoadError, ScanSource};
use crate::base::files::cache::{CacheFolder, CacheKey};
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Warning, both};
use crate::import::{ImportError, Imported, pair_unit, read_mesh};
use crate::jaw::glimpse::{Glimpse, glimpse};
use crate::jaw::kept::PreparedPair;
use crate::jaw::prepare::PrepareError;
use crate::jaw::{JawPair, JawSide, PairOptions, Scan, prepare_pair};
use crate::render::DisplayPair;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

/// Raised whenever what is kept is laid out otherwise. That it was prepared otherwise is told from the program itself.
const LAYOUT: &[u8] = b"3";
/// How much of the whole has been done when files are read, their meshes taken in, and both prepared; then the picture is made ready.
const READ: f64 = 0.04;
const IMPORTED: f64 = 0.14;
pub const PREPARED: f64 = 0.7;
const PAIR: &str = "pair";
const DISPLAY: &str = "display";

/// One scan as its file holds it.
pub struct Content {
    name: String,
    label: String,
    /// Hex.
    blake3: String,
    bytes: Arc<Vec<u8>>,
}

/// Wall times of opening a case, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct LoadTimes {
    /// Reading both files; their meshes too, unless the pair was kept.
    pub import: f64,
    /// Welding, turning and closing both, or fetching what was kept.
    pub prepare: f64,
    /// Making both ready to be drawn; 0 where nothing is drawn.
    pub display: f64,
    /// The prepared pair was kept from an earlier run.
    pub cached: bool,
}

/// A pair that is ready, and what it is kept by.
pub struct Prepared {
    pub prepared: PreparedPair,
    pub times: LoadTimes,
    key: CacheKey,
}

/// Reads both scans, each on a thread of its own.
///
/// # Errors
/// One sentence that names the file; the upper one's if both are wrong.
pub fn read_both([upper, lower]: [ScanSource; 2], progress: &Progress) -> Result<[Content; 2], LoadError> {
    progress.enter(say!("stage-reading"), 0.0)?;
    let (upper, lower) = both(|| Content::read(upper), || Content::read(lower));
    progress.at(READ)?;
    match (upper, lower) {
        (Ok(upper), Ok(lower)) => Ok([upper, lower]),
        (Err(error), Ok(lower)) => {
            Err(if lower.scan(progress).is_ok() { error.but_for(JawSide::Lower) } else { error })
        }
        // What is wrong with the upper one may be what is in it.
        (upper, Err(error)) => upper?.scan(progress).and(Err(error.but_for(JawSide::Upper))),
    }
}

/// What a scan looks like, in a picture of so many pixels.
///
/// # Errors
/// One sentence that names the file.
pub fn look_at_scan(source: ScanSource, size: [usize; 2], progress: &Progress) -> Result<Glimpse, LoadError> {
    let scan = Content::read(source)?.scan(progress)?;
    glimpse(&scan.raw, size, progress).map_err(LoadError::Cancelled)
}

/// Both scans, or what is wrong with one of them, the upper one first.
fn both_sound(scans: (Result<Scan, LoadError>, Result<Scan, LoadError>)) -> Result<[Scan; 2], LoadError> {
    match scans {
        (Ok(upper), Ok(lower)) => Ok([upper, lower]),
        (Err(error), Ok(_)) => Err(error.but_for(JawSide::Lower)),
        (Ok(_), Err(error)) => Err(error.but_for(JawSide::Upper)),
        (Err(error), Err(_)) => Err(error),
    }
}

impl Content {
    fn read(source: ScanSource) -> Result<Self, LoadError> {
        let bytes = (source.read)().map_err(LoadError::failed)?;
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        Ok(Self { name: source.name, label: source.label, blake3, bytes: Arc::new(bytes) })
    }

    /// File name for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Hex.
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// As the file has them; shared.
    pub fn bytes(&self) -> &Arc<Vec<u8>> {
        &self.bytes
    }

    fn scan(self, progress: &Progress) -> Result<Scan, LoadError> {
        let Imported { raw, warnings } = read_mesh(&self.bytes, progress).map_err(|error| match error {
            ImportError::Cancelled => LoadError::Cancelled(Cancelled),
            error => LoadError::failed(format!("{}: {error}", self.label)),
        })?;
        Ok(Scan { name: self.name, blake3: self.blake3, raw, warnings })
    }
}

/// What is wrong with one of two scans, if their names tell which.
fn about_one_of([upper, lower]: &[String; 2], error: PrepareError) -> LoadError {
    let side = match &error {
        PrepareError::Mesh { name, .. } | PrepareError::TooSmall { name, .. } if upper != lower => {
            Some(if name == upper { JawSide::Upper } else { JawSide::Lower })
        }
        _ => None,
    };
    match side {
        Some(side) => LoadError::from(error).but_for(side.other()),
        None => error.into(),
    }
}

/// Prepares a pair, or fetches it. `begun`: when reading did.
///
/// # Errors
/// When a scan is no mesh, or cannot be prepared; the sentence names it.
pub fn prepare(
    contents: [Content; 2],
    options: &PairOptions,
    cache: &CacheFolder,
    begun: Instant,
    progress: &Progress,
) -> Result<Prepared, LoadError> {
    let key = key_of(contents.each_ref().map(|c| [&c.blake3, &c.name]), options);
    let doubt = doubt_same(&contents);
    let scans = || {
        let [upper, lower] = contents;
        let [of_upper, of_lower] = progress.part(READ, IMPORTED).halves();
        both_sound(both(|| upper.scan(&of_upper), || lower.scan(&of_lower)))
    };
    let mut found = fetch_or_prepare(key, scans, options, cache, begun, progress)?;
    let warnings = &mut found.prepared.warnings;
    // What is fetched says it already.
    warnings.splice(0..0, doubt.filter(|doubt| !warnings.contains(doubt)).into_iter().collect::<Vec<_>>());
    Ok(found)
}

/// What is said of two scans that are one begins so.
pub const SAME_SCAN: &str = "Both jaws are the same scan (";

/// Two scans with the same bytes are one.
fn doubt_same([upper, lower]: &[Content; 2]) -> Option<Warning> {
    let said = || format!("{SAME_SCAN}{}): what is said of their contact is of one jaw with itself.", upper.name);
    (upper.blake3 == lower.blake3).then(|| Warning::new(said()))
}

/// The built-in sample case, in the same way.
///
/// # Errors
/// Cancelling.
pub fn sample(cache: &CacheFolder, progress: &Progress) -> Result<Prepared, LoadError> {
    let options = PairOptions::default();
    let key = key_of([["sample", "upper"], ["sample", "lower"]], &options);
    let scans = || {
        let (upper, lower) = crate::jaw::sample_case(progress)?;
        let scan = |name: &str, raw| {
            let blake3 = crate::jaw::sample::content_hash(&raw);
            Scan { name: name.into(), blake3, raw, warnings: Vec::new() }
        };
        Ok([scan("sample upper", upper), scan("sample lower", lower)])
    };
    fetch_or_prepare(key, scans, &options, cache, Instant::now(), progress)
}

fn key_of(scans: [[impl AsRef<str>; 2]; 2], options: &PairOptions) -> CacheKey {
    // Names stand in what is said about the scans.
    let scans = scans.each_ref().map(|s| s.each_ref().map(|text| text.as_ref().as_bytes()));
    let unit = format!("{:?} {}", options.unit, options.close);
    let frame = options.frame.iter().flat_map(|f| [f.origin, f.up, f.front, f.right]);
    let frame: Vec<u8> = frame.flat_map(|v| v.to_array()).flat_map(f64::to_ne_bytes).collect();
    CacheKey::of(&[LAYOUT, scans[0][0], scans[0][1], scans[1][0], scans[1][1], unit.as_bytes(), &frame])
}

fn fetch_or_prepare(
    key: CacheKey,
    scans: impl FnOnce() -> Result<[Scan; 2], LoadError>,
    options: &PairOptions,
    cache: &CacheFolder,
    begun: Instant,
    progress: &Progress,
) -> Result<Prepared, LoadError> {
    let (read_ms, fetching) = (milliseconds(begun), Instant::now());
    if let Some(prepared) = cache.get(&key, PAIR).and_then(|bytes| PreparedPair::read(&bytes)) {
        let times =
            LoadTimes { import: read_ms, prepare: milliseconds(fetching), cached: true, ..LoadTimes::default() };
        return Ok(Prepared { prepared, times, key });
    }
    let [upper, lower] = scans()?;
    let (import, preparing) = (milliseconds(begun), Instant::now());
    let unit_doubt = if options.unit.is_none() { pair_unit(&upper.raw, &lower.raw).1 } else { None };
    let names = [upper.name.clone(), lower.name.clone()];
    let (pair, warnings) = prepare_pair(upper, lower, options, &progress.part(IMPORTED, PREPARED))
        .map_err(|error| about_one_of(&names, error))?;
    let prepared = PreparedPair { pair: Arc::new(pair), warnings, unit_doubt };
    let times = LoadTimes { import, prepare: milliseconds(preparing), ..LoadTimes::default() };
    Ok(Prepared { prepared, times, key })
}

impl Prepared {
    /// Both jaws made ready to be drawn, and whether that was kept.
    ///
    /// # Errors
    /// Cancelling.
    pub fn display(&mut self, cache: &CacheFolder, progress: &Progress) -> Result<(Arc<DisplayPair>, bool), Cancelled> {
        let begun = Instant::now();
        let belongs = |display: &DisplayPair| display.is_of(&self.prepared.pair);
        let kept = cache.get(&self.key, DISPLAY).and_then(|bytes| DisplayPair::read(&bytes)).filter(belongs);
        let was_kept = kept.is_some();
        let display = match kept {
            Some(display) => display,
            None => DisplayPair::watched(&self.prepared.pair, progress)?,
        };
        self.times.display = milliseconds(begun);
        Ok((Arc::new(display), was_kept))
    }

    /// What is worth keeping of it, for [`Keeping::keep`].
    pub fn keeping(&self, display: Option<Arc<DisplayPair>>) -> Keeping {
        let pair = (!self.times.cached).then(|| self.prepared.clone());
        Keeping { key: self.key.clone(), pair, display }
    }
}

/// What is to be kept of a case.
pub struct Keeping {
    key: CacheKey,
    pair: Option<PreparedPair>,
    display: Option<Arc<DisplayPair>>,
}

impl Keeping {
    /// Writes it: for a thread that nobody waits for.
    pub fn keep(self, cache: &CacheFolder) {
        // The pair is in use; what is drawn lies on the GPU by now, and goes.
        if let Some(display) = self.display {
            cache.put(&self.key, DISPLAY, |out| display.write(out));
        }
        if let Some(pair) = &self.pair {
            cache.put(&self.key, PAIR, |out| pair.write(out));
        }
    }

    /// Writes it on a thread of its own, which is waited for when the answer is dropped.
    pub fn in_background(self, cache: &CacheFolder) -> Background {
        let cache = cache.clone();
        let is_needed = !cache.is_none() && (self.pair.is_some() || self.display.is_some());
        Background(is_needed.then(|| std::thread::spawn(move || self.keep(&cache))))
    }
}

/// A thread that writes.
pub struct Background(Option<JoinHandle<()>>);

impl Drop for Background {
    fn drop(&mut self) {
        // What it could not write is made again.
        self.0.take().map(JoinHandle::join);
    }
}

impl DisplayPair {
    /// Whether these are the meshes of this pair, as far as counts tell.
    fn is_of(&self, pair: &JawPair) -> bool {
        [(&self.upper, &pair.upper), (&self.lower, &pair.lower)].iter().all(|(display, jaw)| {
            display.vertices.len() == jaw.mesh.positions.len()
                && display.indices.len() == 3 * jaw.mesh.triangles.len()
                && display.n_scanned_indices as usize == 3 * jaw.mesh.n_scanned
        })
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::super::load::{LoadJob, LoadedCase};
    use super::super::source::CaseSources;
    use super::*;
    use crate::mesh::{TriMesh, shapes};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn source(name: &str, mesh: TriMesh) -> ScanSource {
        let mut bytes = Vec::new();
        crate::export::stl::write_stl((0..mesh.triangles.len()).map(|t| mesh.corners(t)), &mut bytes).unwrap();
        ScanSource { name: name.into(), label: name.into(), read: Box::new(move || Ok(bytes)) }
    }

    #[test]
    fn one_scan_for_both_jaws_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path());
        let prepare = |lower: TriMesh| {
            let sources = [source("a.stl", shapes::sphere(12, 5.0)), source("a.stl", lower)];
            let contents = read_both(sources, &Progress::default()).unwrap();
            let found =
                prepare(contents, &PairOptions::default(), &cache, Instant::now(), &Progress::default()).unwrap();
            found.keeping(None).keep(&cache);
            let said = found.prepared.warnings.iter().filter(|w| w.0.contains("the same scan"));
            (said.count(), found.times.cached)
        };
        assert_eq!(prepare(shapes::sphere(12, 5.0)), (1, false));
        assert_eq!(prepare(shapes::sphere(12, 5.0)), (1, true), "and of what was kept no more");
        assert_eq!(prepare(shapes::sphere(12, 6.0)), (0, false), "the twin: of one name, but two scans");
    }

    /// Opens two shapes as the window does, and waits until so many files are there.
    fn open(cache: &CacheFolder, close: bool, n_files: usize) -> LoadedCase {
        let upper = source("upper.stl", shapes::sphere(24, 5.0));
        let lower = source("lower.stl", shapes::patch(20));
        let sources = CaseSources::Scans { upper, lower, unit: None, close, paths: None };
        let (sender, woken) = channel();
        let job = LoadJob::start(sources, cache.clone(), move || _ = sender.send(()));
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        let since = Instant::now();
        while cache.size().0 < n_files && since.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(cache.size().0, n_files, "a pair and its pictures for each way of preparing");
        job.poll().unwrap().unwrap()
    }

    fn text(case: &LoadedCase) -> String {
        format!("{:?} {:?} {:?} {:?}", case.pair, case.display, case.warnings, case.unit_doubt)
    }

    #[test]
    fn a_case_opened_again_is_the_same_and_made_of_what_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::at(folder.path());
        let truth = open(&CacheFolder::none(), true, 0);
        assert!(!truth.warnings.is_empty() && !truth.display.upper.levels.is_empty());
        for cached in [false, true, true] {
            let case = open(&cache, true, 2);
            assert_eq!(case.times.cached, cached);
            assert_eq!(text(&case), text(&truth));
        }
        // The twin: other options are another case.
        let not_closed = open(&cache, false, 4);
        assert!(!not_closed.times.cached && text(&not_closed) != text(&truth));
    }

    #[test]
    fn every_option_is_part_of_the_key() {
        let key = |scans, options: &PairOptions| key_of(scans, options);
        let scans = [["a", "b"], ["c", "d"]];
        let options = PairOptions::default();
        let frame = crate::jaw::OcclusalFrame::from_up_and_front(glam::DVec3::ZERO, glam::DVec3::Z, glam::DVec3::Y);
        let mut keys = vec![
            key(scans, &options),
            key([["x", "b"], ["c", "d"]], &options),
            key([["a", "x"], ["c", "d"]], &options),
            key([["a", "b"], ["x", "d"]], &options),
            key([["a", "b"], ["c", "x"]], &options),
            key([["c", "d"], ["a", "b"]], &options),
            key(scans, &PairOptions { close: false, ..options }),
            key(scans, &PairOptions { unit: Some(crate::base::LengthUnit::Millimetre), ..options }),
            key(scans, &PairOptions { unit: Some(crate::base::LengthUnit::Inch), ..options }),
            key(scans, &PairOptions { frame, ..options }),
        ];
        assert_eq!(keys[0], key(scans, &options));
        let n = keys.len();
        keys.sort_by_key(|k| format!("{k:?}"));
        keys.dedup();
        assert_eq!(keys.len(), n);
    }
}
