//! A case on its way: what is to be opened, the worker that reads it, the questions afterwards.
use crate::base::files::cache::CacheFolder;
use crate::base::files::own::LeftOver;
use crate::base::progress::time_left;
use crate::base::words::say;
use crate::base::{Job, LengthUnit, Rigid, Wake, Warning, files};
use crate::export::json::AnalysisRecord;
use crate::jaw::JawSide;
use crate::jaw::frame::LOWER_OUTSIDE;
use crate::jaw::glimpse::Glimpse;
use crate::jaw::prepare::OPEN_TO_THE_OTHER;
use crate::session::load::SideGuess;
use crate::session::prepared::{SAME_SCAN, look_at_scan};
use crate::session::recent::RecentCase;
use crate::session::{CaseSource, CaseSources, LoadError, LoadJob, LoadedCase, ScanSource};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// How the open scans were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadAs {
    pub unit: Option<LengthUnit>,
    pub close: bool,
}

/// What is said of scans that seem to have each other's role.
pub const SWAPPED: [&str; 2] = [LOWER_OUTSIDE, OPEN_TO_THE_OTHER];

/// Asked after an import; the case is already there.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportQuestion {
    pub unit: Option<String>,
    pub unit_now: LengthUnit,
    /// The upper one may be the lower one.
    pub sides: Option<String>,
    /// Both are one.
    pub same: Option<String>,
}

/// A case that a worker reads.
pub struct Opening {
    pub case: Option<RecentCase>,
    /// The pose the lower jaw starts in; `None`: that of the case, or of the files.
    pub pose: Option<Rigid>,
    /// Open scans are closed.
    pub close: bool,
    /// A killed program has left it.
    pub recovery: Option<LeftOver>,
    /// Shown because something else could not be opened: what was said about that stays.
    pub instead: bool,
    /// A snapshot whose state comes back with it.
    pub snapshot: Option<Box<AnalysisRecord>>,
    /// Upper and lower were told from the names, and the person did not say which is which.
    guessed: Option<SideGuess>,
    unit: Option<LengthUnit>,
    unit_by_hand: bool,
    begun: Instant,
    job: LoadJob,
}

/// What is to be opened.
pub struct OpenRequest {
    /// `None` = the sample case.
    pub case: Option<RecentCase>,
    pub unit: Option<LengthUnit>,
    /// It was chosen in the window, for the open case.
    pub unit_by_hand: bool,
    pub close: bool,
    pub pose: Option<Rigid>,
    pub recovery: Option<LeftOver>,
    pub guessed: Option<SideGuess>,
    pub instead: bool,
    pub snapshot: Option<Box<AnalysisRecord>>,
}

impl OpenRequest {
    /// The built-in sample case.
    pub fn sample() -> Self {
        Self {
            case: None,
            unit: None,
            unit_by_hand: false,
            close: true,
            pose: None,
            recovery: None,
            guessed: None,
            instead: false,
            snapshot: None,
        }
    }
}

impl Opening {
    pub fn start(request: OpenRequest, cache: CacheFolder, wake: Wake) -> Self {
        let sources = match &request.case {
            None => CaseSources::Sample,
            Some(RecentCase::Scans { upper, lower }) => CaseSources::Scans {
                upper: source(upper),
                lower: source(lower),
                unit: request.unit,
                close: request.close,
                paths: Some([upper.clone(), lower.clone()]),
            },
            Some(RecentCase::File { case }) => CaseSources::File(case_source(case, request.unit)),
        };
        let job = LoadJob::start(sources, cache, move || wake());
        let OpenRequest { case, pose, guessed, instead, unit, unit_by_hand, close, recovery, snapshot } = request;
        let begun = Instant::now();
        Self { case, pose, close, recovery, instead, snapshot, guessed, unit, unit_by_hand, begun, job }
    }

    /// How the scans were read, for snapshots.
    pub fn read_as(&self, case: &LoadedCase) -> ReadAs {
        match &case.content {
            Some(content) => ReadAs { unit: Some(content.unit), close: content.closed },
            None => ReadAs { unit: self.unit, close: self.close },
        }
    }

    /// Whether a unit was asked for in place of a case's own.
    pub fn asked_for_unit(&self) -> bool {
        self.unit.is_some()
    }

    pub fn state(&self) -> (&'static str, f64) {
        self.job.state()
    }

    /// How long it will take still, once that can be told.
    pub fn time_left(&self) -> Option<String> {
        time_left(self.begun.elapsed(), self.state().1)
    }

    /// The result, once, when it is there.
    pub fn poll(&self) -> Option<Result<LoadedCase, LoadError>> {
        self.job.poll()
    }

    pub fn label(&self) -> String {
        if self.recovery.is_some() {
            return say!("opening-case-recovered").into();
        }
        self.case.as_ref().map_or_else(|| say!("opening-sample-case").to_owned(), RecentCase::label)
    }

    /// What is doubtful about the case now that it is there.
    pub fn question(&self, case: &LoadedCase) -> Option<ImportQuestion> {
        let sides = self
            .guessed
            .filter(|g| !g.certain)
            .map(|_| say!("opening-names-do-not-say", upper = case.pair.upper.name, lower = case.pair.lower.name));
        // A case that was saved says which is which.
        let is_new = case.content.is_none();
        let seems_swapped = |w: &&Warning| SWAPPED.iter().any(|words| w.0.ends_with(words));
        let sides = sides.or_else(|| Some(case.warnings.iter().find(seems_swapped).filter(|_| is_new)?.0.clone()));
        let is_same = |w: &&Warning| w.0.starts_with(SAME_SCAN);
        let same = case.warnings.iter().find(is_same).filter(|_| is_new).map(|w| w.0.clone());
        // One jaw with itself has no sides.
        let sides = sides.filter(|_| same.is_none());
        // Who has chosen a unit sees what came of it, and can choose again.
        let chosen = || self.unit_by_hand.then(|| say!("messages-unit-chosen").to_owned());
        let unit = case.unit_doubt.clone().or_else(chosen);
        let is_any = [&unit, &sides, &same].iter().any(|doubt| doubt.is_some());
        is_any.then(|| ImportQuestion { unit, unit_now: case.pair.upper.unit, sides, same })
    }
}

fn source(path: &Path) -> ScanSource {
    let (name, path) = (files::file_name(path), path.to_owned());
    ScanSource { label: name.clone(), name, read: Box::new(move || files::read_file(&path).map_err(|e| e.to_string())) }
}

/// A case file on the disk.
pub fn case_source(path: &Path, unit: Option<LengthUnit>) -> CaseSource {
    CaseSource {
        label: path.display().to_string(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        read: Arc::new(|path| files::read_file(path).map_err(|e| e.to_string())),
        path: path.to_owned(),
        unit,
    }
}

/// Pixels of the picture of a scan that waits for another one.
pub const GLIMPSE: [usize; 2] = [616, 400];

/// Reads a scan that waits for another one: what is wrong with it is told before the other one is chosen, and what it looks like is seen.
pub struct ScanLook {
    path: PathBuf,
    job: Job<Result<Glimpse, LoadError>>,
}

impl ScanLook {
    pub fn start(path: &Path, wake: Wake) -> Self {
        let scan = source(path);
        Self { path: path.to_owned(), job: Job::once("scan", wake, |progress| look_at_scan(scan, GLIMPSE, progress)) }
    }

    /// Once it has ended what this scan looks like, or what is wrong with it; nothing where it is no longer asked for.
    pub fn poll(&self, pending: &PendingScan) -> Option<Result<Option<Glimpse>, String>> {
        match self.job.poll() {
            Ok(None) => None,
            Ok(Some(found)) if self.path == pending.path => match found {
                Ok(glimpse) => Some(Ok(Some(glimpse))),
                Err(LoadError::Failed { sentence, .. }) => Some(Err(sentence)),
                Err(LoadError::Cancelled(_)) => Some(Ok(None)),
            },
            Ok(Some(_)) | Err(_) => Some(Ok(None)),
        }
    }
}

/// One scan of two: the other one is still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingScan {
    pub path: PathBuf,
    pub side: JawSide,
}

impl PendingScan {
    pub fn name(&self) -> String {
        files::file_name(&self.path)
    }

    pub fn swapped(self) -> Self {
        Self { side: self.side.other(), ..self }
    }
}
