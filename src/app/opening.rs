//! From file names to a case on its way: which file is which jaw, the worker, the questions afterwards.
use super::desk::{Desk, Question};
use super::restore::{ReadAs, is_snapshot};
use super::window::UserEvent;
use crate::base::files::cache::CacheFolder;
use crate::base::files::own::LeftOver;
use crate::base::{LengthUnit, Rigid, files};
use crate::jaw::JawSide;
use crate::session::load::{SideGuess, guess_side, guess_sides};
use crate::session::recent::RecentCase;
use crate::session::{CaseSource, CaseSources, LoadError, LoadJob, LoadedCase, ScanSource};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use winit::event_loop::EventLoopProxy;

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
    /// Upper and lower were told from the names, and the person did not say which is which.
    guessed: Option<SideGuess>,
    unit: Option<LengthUnit>,
    job: LoadJob,
}

/// What is to be opened.
#[derive(Debug)]
pub struct OpenRequest {
    /// `None` = the sample case.
    pub case: Option<RecentCase>,
    pub unit: Option<LengthUnit>,
    pub close: bool,
    pub pose: Option<Rigid>,
    pub recovery: Option<LeftOver>,
    pub guessed: Option<SideGuess>,
    pub instead: bool,
}

impl OpenRequest {
    /// The built-in sample case.
    pub fn sample() -> Self {
        Self { case: None, unit: None, close: true, pose: None, recovery: None, guessed: None, instead: false }
    }
}

impl Opening {
    pub fn start(request: OpenRequest, cache: CacheFolder, proxy: &EventLoopProxy<UserEvent>) -> Self {
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
        let proxy = proxy.clone();
        let job = LoadJob::start(sources, cache, move || drop(proxy.send_event(UserEvent::Wake)));
        let OpenRequest { case, pose, guessed, instead, unit, close, recovery, .. } = request;
        Self { case, pose, close, recovery, instead, guessed, unit, job }
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

    /// The result, once, when it is there.
    pub fn poll(&self) -> Option<Result<LoadedCase, LoadError>> {
        self.job.poll()
    }

    pub fn label(&self) -> String {
        if self.recovery.is_some() {
            return "the case to be recovered".into();
        }
        self.case.as_ref().map_or_else(|| "the sample case".to_owned(), RecentCase::label)
    }

    /// What is doubtful about the case now that it is there.
    pub fn question(&self, case: &LoadedCase) -> Option<Question> {
        let sides = self.guessed.filter(|g| !g.certain).map(|_| {
            format!(
                "The names do not say which jaw is which: {} was taken as the upper, {} as the lower jaw.",
                case.pair.upper.name, case.pair.lower.name
            )
        });
        let unit = case.unit_doubt.clone();
        (unit.is_some() || sides.is_some()).then(|| Question { unit, unit_now: case.pair.upper.unit, sides })
    }
}

fn source(path: &Path) -> ScanSource {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
    let path = path.to_owned();
    ScanSource { label: name.clone(), name, read: Box::new(move || files::read_file(&path).map_err(|e| e.to_string())) }
}

fn case_source(path: &Path, unit: Option<LengthUnit>) -> CaseSource {
    CaseSource {
        label: path.display().to_string(),
        folder: path.parent().map(Path::to_owned).unwrap_or_default(),
        read: Arc::new(|path| files::read_file(path).map_err(|e| e.to_string())),
        path: path.to_owned(),
        unit,
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
        file_name(&self.path)
    }

    pub fn swapped(self) -> Self {
        Self { side: self.side.other(), ..self }
    }
}

pub fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// What to do with files that were dropped or chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    Open(RecentCase, SideGuess),
    OpenCase(RecentCase),
    /// One scan alone.
    Wait(PendingScan),
    /// A snapshot: its state comes back.
    Snapshot(PathBuf),
    Refuse(String),
}

/// Which file is which jaw. `given` is the jaw that one file was asked for; a scan that waited joins a single one; a
/// single scan replaces its jaw of the open case.
pub fn plan(desk: &Desk, paths: &[PathBuf], given: Option<JawSide>) -> Plan {
    let is_case = |path: &PathBuf| super::case::is_case(path);
    match paths {
        [case] if is_case(case) => Plan::OpenCase(RecentCase::File { case: case.clone() }),
        several if several.iter().any(is_case) => {
            Plan::Refuse("A case file holds both scans already; open it alone.".into())
        }
        [first, second] => {
            let guess = guess_sides(&file_name(first), &file_name(second));
            let (upper, lower) = if guess.first_is_upper { (first, second) } else { (second, first) };
            Plan::Open(RecentCase::Scans { upper: upper.clone(), lower: lower.clone() }, guess)
        }
        [only] if is_snapshot(only) => Plan::Snapshot(only.clone()),
        [only] => plan_one(desk, only, given),
        [] => Plan::Refuse("No file was given; two scans are needed, upper and lower.".into()),
        _ => Plan::Refuse(format!("{} files were given; drop the two scans of one case.", paths.len())),
    }
}

fn plan_one(desk: &Desk, path: &Path, given: Option<JawSide>) -> Plan {
    let of = |side: JawSide, other: &Path| match side {
        JawSide::Upper => RecentCase::Scans { upper: path.to_owned(), lower: other.to_owned() },
        JawSide::Lower => RecentCase::Scans { upper: other.to_owned(), lower: path.to_owned() },
    };
    let certain = SideGuess { first_is_upper: true, certain: true };
    if let Some(pending) = &desk.pending {
        let side = given.or_else(|| guess_side(&file_name(path)));
        let same_side = side == Some(pending.side) && given.is_none();
        // A second scan of the same jaw takes the first one's place.
        return match same_side {
            true => Plan::Wait(PendingScan { path: path.to_owned(), side: pending.side }),
            false => {
                Plan::Open(of(pending.side.other(), &pending.path), SideGuess { certain: side.is_some(), ..certain })
            }
        };
    }
    let side = given.or_else(|| guess_side(&file_name(path)));
    match (desk.paths.as_ref().and_then(RecentCase::scans), side) {
        (Some([_, lower]), Some(JawSide::Upper)) => Plan::Open(of(JawSide::Upper, lower), certain),
        (Some([upper, _]), Some(JawSide::Lower)) => Plan::Open(of(JawSide::Lower, upper), certain),
        _ => Plan::Wait(PendingScan { path: path.to_owned(), side: side.unwrap_or(JawSide::Upper) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    fn opened(plan: Plan) -> (String, String) {
        match plan {
            Plan::Open(RecentCase::Scans { upper, lower }, _) => {
                (upper.display().to_string(), lower.display().to_string())
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn two_files_find_their_places() {
        let desk = Desk::new(Default::default(), Arc::new(|| {}));
        let found = opened(plan(&desk, &paths(&["d/lower.stl", "d/upper.stl"]), None));
        assert_eq!(found, ("d/upper.stl".into(), "d/lower.stl".into()));
        assert!(matches!(plan(&desk, &paths(&["a", "b", "c"]), None), Plan::Refuse(_)));
        assert!(matches!(plan(&desk, &[], None), Plan::Refuse(_)));
        assert!(matches!(plan(&desk, &paths(&["a.OCC"]), None), Plan::OpenCase(_)));
        assert!(matches!(plan(&desk, &paths(&["a.occ", "b.stl"]), None), Plan::Refuse(_)));
        assert!(matches!(plan(&desk, &paths(&["d/a.PNG"]), None), Plan::Snapshot(_)));
    }

    #[test]
    fn a_single_file_waits_joins_or_replaces() {
        let mut desk = Desk::new(Default::default(), Arc::new(|| {}));
        let waiting = plan(&desk, &paths(&["lower.stl"]), None);
        let pending = PendingScan { path: "lower.stl".into(), side: JawSide::Lower };
        assert_eq!(waiting, Plan::Wait(pending.clone()));
        desk.pending = Some(pending);
        assert_eq!(opened(plan(&desk, &paths(&["x.stl"]), None)), ("x.stl".into(), "lower.stl".into()));
        assert!(matches!(plan(&desk, &paths(&["lower2.stl"]), None), Plan::Wait(_)));
        desk.pending = None;
        desk.paths = Some(RecentCase::Scans { upper: "u.stl".into(), lower: "l.stl".into() });
        assert_eq!(opened(plan(&desk, &paths(&["new_lower.stl"]), None)), ("u.stl".into(), "new_lower.stl".into()));
    }
}
