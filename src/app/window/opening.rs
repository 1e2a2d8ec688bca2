//! From a wish to open something to a case on the desk.
use super::{App, whole};
use crate::app::case::is_case;
use crate::app::opening::{OpenRequest, Opening, Plan, plan};
use crate::app::restore::{FoundSnapshot, read_snapshot};
use crate::base::files::cache::CacheFolder;
use crate::base::{LengthUnit, Rigid};
use crate::session::load::SideGuess;
use crate::session::recent::RecentCase;
use crate::session::{LoadError, LoadedCase};
use std::path::{Path, PathBuf};

impl App {
    /// What the command line names, else the sample case.
    pub(super) fn open_first(&mut self) {
        let pose = self.options.upper_from_lower;
        let files: Vec<PathBuf> = self.options.files.iter().map(|path| whole(path)).collect();
        match files.as_slice() {
            // On the command line the order rules.
            [upper, lower] => {
                let case = RecentCase::Scans { upper: upper.clone(), lower: lower.clone() };
                self.open(Some(case), None, self.options.unit, pose);
            }
            [] => self.open(None, None, None, pose),
            [case] if is_case(case) => {
                self.open(Some(RecentCase::File { case: case.clone() }), None, None, pose);
            }
            files => {
                self.open(None, None, None, None);
                let plan = plan(&self.desk, files, None);
                self.carry_out_plan(plan);
            }
        }
    }

    pub(super) fn open(
        &mut self,
        case: Option<RecentCase>,
        guessed: Option<SideGuess>,
        unit: Option<LengthUnit>,
        pose: Option<Rigid>,
    ) {
        let close = self.options.close;
        let request = OpenRequest { case, unit, close, pose, guessed, recovery: None, instead: false };
        self.start(request);
    }

    pub(super) fn start(&mut self, request: OpenRequest) {
        // One for a snapshot sets it anew.
        self.desk.awaited = None;
        self.desk.opening = Some(Opening::start(request, self.cache(), &self.proxy));
        self.dirty = true;
    }

    /// Where prepared scans are kept now.
    pub(super) fn cache(&self) -> CacheFolder {
        if self.desk.keeps_prepared { self.options.cache.clone() } else { CacheFolder::none() }
    }

    pub(super) fn carry_out_plan(&mut self, plan: Plan) {
        match plan {
            Plan::Open(case, guess) => self.open(Some(case), Some(guess), self.options.unit, None),
            Plan::OpenCase(case) => self.open(Some(case), None, None, None),
            Plan::Wait(pending) => self.desk.pending = Some(pending),
            Plan::Snapshot(path) => self.open_snapshot(&path),
            Plan::Refuse(text) => self.desk.messages.error(text),
        }
        self.dirty = true;
    }

    /// Brings a snapshot's state back, once its scans are open.
    fn open_snapshot(&mut self, path: &Path) {
        match read_snapshot(path) {
            Err(text) => self.desk.messages.error(format!("{text}.")),
            Ok(FoundSnapshot { record, .. }) if self.desk.restore(&record) => {
                self.desk.messages.info("The snapshot's position, settings and view are back.");
            }
            Ok(found) => {
                let case = found.case();
                // A case knows its own unit.
                let is_file = matches!(case, Some(RecentCase::File { .. }));
                let (unit, close) = (found.record.settings.unit.filter(|_| !is_file), found.record.settings.close);
                self.start(OpenRequest { case, unit, close, ..OpenRequest::sample() });
                self.desk.awaited = Some(found.record);
            }
        }
    }

    /// A worker may have finished.
    pub(super) fn receive(&mut self) {
        let Some(result) = self.desk.opening.as_ref().and_then(Opening::poll) else { return };
        let Some(opening) = self.desk.opening.take() else { return };
        self.dirty = true;
        match result {
            Ok(case) if self.asks_before_showing() => self.opened = Some(Box::new((case, opening))),
            Ok(case) => self.put_on_desk((case, opening)),
            Err(LoadError::Cancelled(_)) => self.desk.awaited = None,
            Err(LoadError::Failed(text)) => {
                self.desk.awaited = None;
                if let Some(case) = &opening.case {
                    self.desk.recent.remove(case);
                }
                let first = self.desk.session.is_none();
                let rest = if first { "The sample case is shown instead." } else { "The open case is as it was." };
                self.desk.messages.error(format!("{text}. {rest}"));
                if first && opening.case.is_some() {
                    self.start(OpenRequest { instead: true, ..OpenRequest::sample() });
                }
            }
        }
    }

    pub(super) fn put_on_desk(&mut self, (case, mut opening): (LoadedCase, Opening)) {
        (self.opened, self.given_up) = (None, None);
        self.keep_picture();
        self.desk.receive(case, &opening);
        self.desk.restore_awaited();
        self.desk.say_warnings();
        self.recovered(opening.recovery.take());
        self.follow_title();
        self.keep();
        self.dirty = true;
    }
}
