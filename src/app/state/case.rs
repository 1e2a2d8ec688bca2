//! The open case as a file: where it is saved, what has changed since.
use crate::session::autosave::Autosave;
use crate::session::case_file::KeptScans;
use crate::session::recent::RecentCase;
use crate::session::{CaseContent, LoadedCase, Session, State};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Tells the cases apart that one window opens one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseId(u64);

impl CaseId {
    fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(1 + LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// What is known about the open case beside its session.
#[derive(Debug, Default)]
pub struct OpenCase {
    pub id: CaseId,
    /// Its own file, once it has one.
    pub file: Option<PathBuf>,
    /// The file names its scans and does not hold them.
    pub refers: bool,
    /// What the scans' files hold.
    pub scans: Option<KeptScans>,
    /// What it was opened with: notes, labels, views pass through.
    pub kept: CaseContent,
    /// As it was opened or saved by hand; `None`: recovered, and saved nowhere.
    saved: Option<State>,
    /// Names of the upper and the lower scan in the file, and whether the jaws had changed roles when it was written, if that was
    /// in this window.
    written: Option<([String; 2], bool)>,
    pub autosave: Autosave,
    /// It is being saved by hand.
    pub saving: bool,
}

impl OpenCase {
    /// A case that has just been put on the desk.
    pub fn opened(session: &Session, case: &LoadedCase, recent: Option<&RecentCase>, closed: bool) -> Self {
        let kept = case.content.as_deref().cloned().unwrap_or_else(|| CaseContent { closed, ..CaseContent::default() });
        let recovered = kept.recovery.clone();
        let file = match (&recovered, recent) {
            (Some(recovery), _) => recovery.case.as_ref().map(PathBuf::from),
            (None, Some(RecentCase::File { case })) => Some(case.clone()),
            _ => None,
        };
        let refers = recovered.is_none() && case.content.is_some() && case.scans.has_paths();
        let mut autosave = Autosave::default();
        match recovered {
            Some(_) => autosave.begin_unsaved(session.state(), Instant::now()),
            None => autosave.begin(session.state()),
        }
        Self {
            id: CaseId::next(),
            file,
            refers,
            scans: Some(case.scans.clone()),
            saved: recovered.is_none().then(|| session.state().clone()),
            kept: CaseContent { recovery: None, ..kept },
            autosave,
            written: None,
            saving: false,
        }
    }

    /// What the scans of these jaws are called in the case's file, and whether their roles are others than there.
    pub fn names_in_file(&self, session: &Session) -> ([String; 2], bool) {
        let pair = session.pair();
        let (mut names, is_swapped) = match &self.written {
            Some((names, then)) => (names.clone(), *then != session.is_swapped()),
            // As they were read from it, by their present roles.
            None => return ([pair.upper.name.clone(), pair.lower.name.clone()], session.is_swapped()),
        };
        if is_swapped {
            names.reverse();
        }
        (names, is_swapped)
    }

    /// It is in no file as it is now.
    pub fn forget_saved(&mut self) {
        self.saved = None;
    }

    pub fn is_unsaved(&self, session: &Session) -> bool {
        self.saved.as_ref().is_none_or(|saved| !saved.same_case(session.state()))
    }

    /// It was saved by hand as it was then.
    pub fn saved(&mut self, path: PathBuf, refers: bool, state: State, names: [String; 2]) {
        self.written = Some((names, state.swapped));
        (self.file, self.refers, self.saved) = (Some(path), refers, Some(state));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rigid;
    use crate::jaw::{Jaw, JawPair, OcclusalFrame};
    use crate::mesh::{RepairReport, shapes};
    use crate::session::{Command, Motion, Settings};
    use glam::DVec3;
    use std::sync::Arc;

    fn session() -> Session {
        let jaw = |name: &str| Jaw {
            name: name.into(),
            blake3: name.into(),
            unit: crate::base::LengthUnit::Millimetre,
            mesh: shapes::sphere(5, 3.0).into(),
            report: RepairReport::default(),
        };
        let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).unwrap();
        let pair =
            JawPair { upper: jaw("u"), lower: jaw("l"), frame, occlusion: Rigid::IDENTITY, told: Default::default() };
        Session::new(Arc::new(pair), Rigid::IDENTITY, Settings::default())
    }

    #[test]
    fn a_star_means_changes_that_are_in_no_file() {
        let mut session = session();
        let mut case = OpenCase { saved: Some(session.state().clone()), ..OpenCase::default() };
        let up = Command::Move { motion: Motion::Raise, upper_from_lower: Rigid::from_translation(DVec3::Z) };
        assert!(!case.is_unsaved(&session));
        session.apply(&up);
        assert!(case.is_unsaved(&session));
        session.undo();
        assert!(!case.is_unsaved(&session), "taken back");
        session.redo();
        let names = ["upper.stl", "lower.ply"].map(str::to_owned);
        case.saved("a.occ".into(), false, session.state().clone(), names.clone());
        assert_eq!(case.names_in_file(&session), (names.clone(), false));
        assert!(!case.is_unsaved(&session), "saved");
        session.undo();
        assert!(case.is_unsaved(&session), "the file has the later pose");
        session.redo();
        session.apply(&Command::SwapJaws);
        assert!(case.is_unsaved(&session), "another scan is the upper one");
        let [upper, lower] = names.clone();
        assert_eq!(case.names_in_file(&session), ([lower.clone(), upper.clone()], true));
        case.saved("a.occ".into(), false, session.state().clone(), names.clone());
        assert_eq!(case.names_in_file(&session), (names.clone(), false), "written in the other roles");
        session.undo();
        assert_eq!(case.names_in_file(&session), ([lower, upper], true));
        case.saved("a.occ".into(), false, session.state().clone(), names);
        assert!(!case.is_unsaved(&session));
        for looks in [Command::XRay(true), Command::Paint(false), Command::AddedFaces(false)] {
            session.apply(&looks);
        }
        assert!(!case.is_unsaved(&session), "how it is looked at is no question");
        session.apply(&Command::Threshold(0.02));
        assert!(case.is_unsaved(&session));
        let recovered = OpenCase::default();
        assert!(recovered.is_unsaved(&session), "what was recovered is in no file");
    }
}
