//! An earlier case of the same patient against the open one: read, laid under it, and told.
use super::RecordOf;
use super::cases::{CasesFound, OfCase, compared};
use super::work::Work;
use crate::base::files::cache::CacheFolder;
use crate::base::words::say;
use crate::base::{Cancelled, Progress, Rigid, Wake};
use crate::bites::change::Another;
use crate::bites::compare::OfPair;
use crate::engine::PairForms;
use crate::exact::BvhEngine;
use crate::export::changes::{ChangesRecord, SideRecord};
use crate::field::contact::{ScopeAsked, ScopeKind};
use crate::jaw::prepare::PairOptions;
use crate::jaw::{JawPair, OcclusalFrame, Teeth};
use crate::session::load::{OpenedCase, open_case};
use crate::session::prepared;
use crate::session::{CaseSource, LoadError, Session, TeethError, TeethQuestion, find_teeth};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// A case as it is judged, apart from its search trees.
#[derive(Clone, Debug)]
struct Side {
    pair: Arc<JawPair>,
    frames_of_scans: [OcclusalFrame; 2],
    frame: OcclusalFrame,
    pose: Rigid,
    teeth: Arc<Teeth>,
    scope: ScopeAsked,
}

impl Side {
    fn of(session: &Session) -> Self {
        Self {
            pair: session.pair().clone(),
            frames_of_scans: session.frames_of_scans(),
            frame: *session.frame(),
            pose: session.bite(),
            teeth: session.teeth().clone(),
            scope: session.scope(),
        }
    }

    fn case<'a>(&'a self, exact: &'a BvhEngine) -> OfCase<'a> {
        let judged = OfPair { exact, pose: self.pose, scope: &self.scope, told_by: (&self.teeth, &self.frame) };
        OfCase { pair: &self.pair, frames_of_scans: self.frames_of_scans, judged }
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct EarlierAsked {
    /// The case file.
    pub path: PathBuf,
    pub threshold_mm: f64,
    after: Side,
}

impl PartialEq for EarlierAsked {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.after, &other.after);
        (&self.path, self.threshold_mm, a.pose, &a.scope) == (&other.path, other.threshold_mm, b.pose, &b.scope)
            && Arc::ptr_eq(&a.pair, &b.pair)
            && Arc::ptr_eq(&a.teeth, &b.teeth)
            && a.frame == b.frame
    }
}

impl EarlierAsked {
    /// Of the bite that the jaw is in.
    pub fn of(session: &Session, path: &Path) -> Self {
        Self { path: path.to_owned(), threshold_mm: session.settings().threshold_mm, after: Side::of(session) }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct EarlierCompared {
    pub asked: EarlierAsked,
    pub found: CasesFound,
    before: SideRecord,
    scope_after: ScopeKind,
}

/// Begins the work on a thread. `source`: of the same file as is asked about.
pub fn start(
    asked: EarlierAsked,
    (source, cache): (CaseSource, CacheFolder),
    forms: Arc<PairForms>,
    wake: Wake,
) -> Work<EarlierCompared> {
    Work::start("earlier case", wake, move |progress| {
        let before = match session_of(source, &asked.path, &cache, &progress.part(0.0, 0.4)) {
            Ok(before) => before,
            Err(LoadError::Cancelled(cancelled)) => return Err(cancelled),
            Err(LoadError::Failed { sentence, .. }) => return Ok(Err(format!("{sentence}."))),
        };
        answer(asked, before, &forms, progress)
    })
}

fn answer(
    asked: EarlierAsked,
    (session, of): (Session, RecordOf),
    forms: &PairForms,
    progress: &Progress,
) -> Result<Result<EarlierCompared, String>, Cancelled> {
    let before = Side::of(&session);
    let old = BvhEngine::build(&before.pair, &progress.part(0.4, 0.45))?;
    let new = forms.trees(&progress.part(0.45, 0.5))?;
    progress.enter(say!("compare-laying"), 0.5)?;
    let both = [before.case(&old), asked.after.case(&new)];
    let found = match compared(both, (asked.threshold_mm, None), &progress.part(0.5, 1.0)) {
        Ok(found) => found,
        Err(Another::Cancelled(cancelled)) => return Err(cancelled),
        Err(another) => return Ok(Err(format!("{another}."))),
    };
    let scope_after = new.scope(&asked.after.scope).kind();
    let before = side_record(of, before.pose, old.scope(&before.scope).kind());
    Ok(Ok(EarlierCompared { asked, found, before, scope_after }))
}

fn side_record(of: RecordOf, pose: Rigid, scope: ScopeKind) -> SideRecord {
    SideRecord { inputs: of.inputs, upper_from_lower: pose.to_rows(), scope, asked: of.asked }
}

/// A case as it was saved, with its teeth, which are looked for where it has none.
fn session_of(
    source: CaseSource,
    path: &Path,
    cache: &CacheFolder,
    progress: &Progress,
) -> Result<(Session, RecordOf), LoadError> {
    let begun = Instant::now();
    let OpenedCase { contents, content, .. } = open_case(source, cache, &progress.part(0.0, 0.3))?;
    // A scan inside a case, as if the case were a folder.
    let files = contents.each_ref().map(|content| path.join(content.name()).display().to_string());
    let options = PairOptions { unit: Some(content.unit), close: content.closed, frame: None };
    let pair = prepared::prepare(contents, &options, cache, begun, &progress.part(0.3, 0.8))?.prepared.pair;
    let mut session = content.session(pair);
    if session.teeth().is_empty() {
        let (pair, frames) = (session.pair().clone(), session.frames_of_scans());
        match find_teeth(&pair, &frames, &TeethQuestion::default(), &progress.part(0.8, 1.0)) {
            Ok(found) => session.set_teeth(found.teeth),
            Err(TeethError::Cancelled(cancelled)) => return Err(cancelled.into()),
            // Without teeth whole jaws are compared.
            Err(TeethError::Failed(_)) => {}
        }
    }
    let of = RecordOf::session(&session, files, content.closed);
    Ok((session, of))
}

impl EarlierCompared {
    /// Of these jaws, in these roles.
    pub fn is_of(&self, pair: &Arc<JawPair>) -> bool {
        Arc::ptr_eq(&self.asked.after.pair, pair)
    }

    /// As files have it. `of`: of the open case.
    pub fn record(&self, of: RecordOf) -> ChangesRecord {
        let after = side_record(of, self.asked.after.pose, self.scope_after);
        let mut record = ChangesRecord::new([self.before.clone(), after], None);
        self.found.tell(&mut record);
        record
    }
}
