//! Saving, saving by itself, recovering, and the question before unsaved changes go.
use super::App;
use crate::app::action::Action;
use crate::app::case::{LeaveAnswer, Leaving, SaveAs};
use crate::app::dialogs::ask_where_to_save;
use crate::app::messages::Kind;
use crate::app::opening::{OpenRequest, Plan, plan};
use crate::app::restore::read_snapshot;
use crate::app::saver::{Done, Job, Purpose, SaveJob, Saved, picture_path};
use crate::base::files::own::{LeftOver, Recovery, left_over};
use crate::session::recent::RecentCase;
use crate::session::{CaseContent, State};
use image::RgbaImage;
use std::path::{Path, PathBuf};
use std::time::Instant;
use winit::event_loop::ActiveEventLoop;

/// What is kept for the time after a crash.
#[derive(Default)]
pub struct Safety {
    /// This window's own file, made with the first saving.
    own: Option<Recovery>,
    /// What other windows left when they ended without order, not answered yet.
    offered: Vec<LeftOver>,
    /// The one that is open now, until it is saved again.
    recovered: Option<LeftOver>,
    /// A saving by itself is on its way.
    busy: bool,
    /// The last time it was not written, which was said.
    failed: bool,
    /// There is something in this window's own file.
    has_saved: bool,
}

impl App {
    /// Looks for cases that were open when their program was killed, and for pictures of recent ones.
    pub(super) fn look_for_left_over(&mut self) {
        if let Some(folder) = self.options.own.recovery() {
            self.safety.offered = left_over(&folder);
        }
        self.offer();
        self.ask_for_pictures();
    }

    fn offer(&mut self) {
        self.desk.left_over = self.safety.offered.first().map(|left| {
            let saved =
                jiff::Timestamp::try_from(left.saved).unwrap_or_default().to_zoned(jiff::tz::TimeZone::system());
            let today = saved.date() == jiff::Zoned::now().date();
            saved.strftime(if today { "%H:%M" } else { "%Y-%m-%d %H:%M" }).to_string()
        });
        self.dirty = true;
    }

    fn ask_for_pictures(&self) {
        if let Some(folder) = self.options.own.pictures() {
            let keys = self.desk.recent.cases.iter().map(RecentCase::key).collect();
            // A list without pictures is a list.
            let _ = self.saver.ask(Job::Pictures { folder, keys });
        }
    }

    /// Wishes about case files.
    pub(super) fn carry_out_of_case(&mut self, action: Action, event_loop: &ActiveEventLoop) {
        match action {
            Action::Save => match self.desk.case.file.clone() {
                Some(path) => self.save(path, self.desk.case.refers),
                None => self.desk.save_as = SaveAs::new(&self.desk),
            },
            Action::SaveAs => self.desk.save_as = SaveAs::new(&self.desk),
            Action::BrowseSave => {
                let suggested = self.desk.save_as.as_ref().and_then(SaveAs::target);
                ask_where_to_save(suggested, &self.proxy);
            }
            Action::SaveTo { path, refers } => {
                self.desk.save_as = None;
                let path = std::path::absolute(&path).unwrap_or(path);
                self.save(path, refers);
            }
            Action::CancelSave => {
                self.desk.save_as = None;
                self.stay();
            }
            Action::ShowOpened => {
                if let Some(opened) = self.opened.take() {
                    self.put_on_desk(*opened);
                }
            }
            Action::Leave(answer) => self.leave(answer, event_loop),
            Action::Recover => self.recover(),
            Action::DiscardRecovery => {
                if !self.safety.offered.is_empty() {
                    self.safety.offered.remove(0).remove();
                }
                self.offer();
            }
            Action::RecoverLater => self.desk.left_over = None,
            Action::CloseCase => self.close_case(),
            other => tracing::debug!("nothing is open for {other:?}"),
        }
        self.dirty = true;
    }

    /// True when the wish must wait for an answer about unsaved changes.
    pub(super) fn asks_first(&mut self, action: &Action) -> bool {
        if !self.desk.is_unsaved() {
            return false;
        }
        let leaves = match action {
            Action::Quit
            | Action::OpenRecent(_)
            | Action::OpenSample
            | Action::ReloadIn(_)
            | Action::CloseCase
            | Action::Recover => true,
            Action::Open(paths, side) => match plan(&self.desk, paths, *side) {
                Plan::Open(..) | Plan::OpenCase(_) => true,
                Plan::Snapshot(path) => read_snapshot(&path).is_ok_and(|f| !self.desk.shows_scans_of(&f.record)),
                Plan::Wait(_) | Plan::Refuse(_) => false,
            },
            _ => false,
        };
        if !leaves {
            return false;
        }
        self.desk.save_as = None;
        self.desk.leaving = Some(Leaving { then: action.clone(), saving: false });
        self.dirty = true;
        true
    }

    /// Asks about changes that nobody was asked about: those made since, or before something that was not known to replace the
    /// case. True when a case that was opened must wait for the answer.
    pub(super) fn asks_before_showing(&mut self) -> bool {
        let now = self.desk.session.as_ref().map(|s| s.state());
        if !self.desk.is_unsaved() || self.given_up.as_ref() == now {
            return false;
        }
        self.desk.save_as = None;
        self.desk.leaving = Some(Leaving { then: Action::ShowOpened, saving: false });
        true
    }

    /// The open case stays, and what was to come after it does not.
    fn stay(&mut self) {
        self.desk.leaving = None;
        self.opened = None;
        if self.desk.opening.is_none() {
            self.desk.awaited = None;
        }
    }

    fn leave(&mut self, answer: LeaveAnswer, event_loop: &ActiveEventLoop) {
        let Some(leaving) = self.desk.leaving.take() else { return };
        match answer {
            LeaveAnswer::Stay => self.stay(),
            LeaveAnswer::Discard => {
                self.given_up = self.desk.session.as_ref().map(|s| s.state().clone());
                self.carry_out(leaving.then, event_loop);
            }
            LeaveAnswer::Save => {
                self.desk.leaving = Some(Leaving { saving: true, ..leaving });
                self.carry_out_of_case(Action::Save, event_loop);
            }
        }
    }

    fn save(&mut self, path: PathBuf, refers: bool) {
        self.desk.case.saving = self.send(Purpose::ByHand, path, refers);
        if !self.desk.case.saving {
            self.stay();
            self.desk
                .messages
                .error("The case cannot be saved: the program's saving thread has ended. Take a snapshot.");
        }
    }

    /// False when nobody saves it.
    fn send(&mut self, purpose: Purpose, path: PathBuf, refers: bool) -> bool {
        let (Some(session), Some(scans), Some(content)) =
            (&self.desk.session, self.desk.case.scans.clone(), self.desk.case_content())
        else {
            return false;
        };
        let recovery = (purpose == Purpose::Recovery).then(|| self.desk.recovery_record());
        let content = CaseContent { recovery, ..content };
        let (pair, state) = (session.pair().clone(), session.state().clone());
        let case = self.desk.case.id;
        self.saver.ask(Job::Save(Box::new(SaveJob { purpose, case, path, content, pair, scans, refers, state })))
    }

    /// What the saving thread has done.
    pub(super) fn hear_saver(&mut self, event_loop: &ActiveEventLoop) {
        for done in self.saver.poll() {
            self.dirty = true;
            match done {
                Done::Saved(saved) => {
                    if self.take_saved(*saved)
                        && let Some(leaving) = self.desk.leaving.take_if(|l| l.saving)
                    {
                        self.carry_out(leaving.then, event_loop);
                    }
                }
                Done::Picture(key, picture) => self.desk.take_picture(key, &picture),
            }
        }
    }

    /// True when the open case is in a file of the person's now.
    fn take_saved(&mut self, saved: Saved) -> bool {
        let is_open = self.desk.session.is_some() && saved.case == self.desk.case.id;
        match (saved.purpose, is_open) {
            (Purpose::Recovery, true) => self.autosaved(&saved.state, saved.result.map(drop)),
            (Purpose::Recovery, false) => {
                // What it wrote belongs to a case that was left in order.
                self.safety.busy = false;
                self.safety.own.iter().for_each(Recovery::clear);
            }
            (Purpose::ByHand, true) => return self.saved(saved),
            (Purpose::ByHand, false) => self.saved_after_all(saved),
        }
        false
    }

    fn saved(&mut self, saved: Saved) -> bool {
        self.desk.case.saving = false;
        let names = match saved.result {
            Ok(names) => names,
            Err(error) => {
                self.stay();
                self.desk.messages.error(format!("The case was not saved: {error}."));
                return false;
            }
        };
        self.desk.saved = Some(jiff::Zoned::now().strftime("%H:%M").to_string());
        let recent = RecentCase::File { case: saved.path.clone() };
        self.desk.paths = Some(recent.clone());
        self.desk.recent.add(recent);
        self.desk.case.autosave.begin(&saved.state);
        self.desk.case.saved(saved.path, saved.refers, saved.state, names);
        self.clear_recovery();
        self.keep_picture();
        self.keep();
        true
    }

    /// A case that is no longer open was written.
    fn saved_after_all(&mut self, saved: Saved) {
        let path = saved.path;
        match saved.result {
            Ok(_) => {
                self.desk.messages.info(format!("Saved {}, the case that was open before.", path.display()));
                self.desk.recent.add(RecentCase::File { case: path });
                self.keep();
            }
            Err(error) => {
                let text = format!("The case that was open before was not saved as {}: {error}.", path.display());
                self.desk.messages.error(text);
            }
        }
    }

    fn autosaved(&mut self, state: &State, result: Result<(), String>) {
        self.safety.busy = false;
        match result {
            Ok(()) => {
                // What was recovered is in a file of this window's now.
                self.safety.recovered.take().into_iter().for_each(LeftOver::remove);
                (self.safety.has_saved, self.safety.failed) = (true, false);
                tracing::debug!("saved for recovery: {:?}", state.upper_from_lower.to_six());
            }
            Err(error) => {
                self.desk.case.autosave.failed();
                tracing::warn!("not saved for recovery: {error}");
                if !std::mem::replace(&mut self.safety.failed, true) {
                    let text =
                        format!("Changes cannot be saved for recovery after a crash: {error}; it is tried again.");
                    self.desk.messages.add(Kind::Warning, text);
                }
            }
        }
    }

    fn clear_recovery(&mut self) {
        self.safety.own.iter().for_each(Recovery::clear);
        self.safety.recovered.take().into_iter().for_each(LeftOver::remove);
        self.safety.has_saved = false;
    }

    /// Saves by itself when it is time; else says when that will be.
    pub(super) fn autosave(&mut self) -> Option<Instant> {
        self.options.own.recovery()?;
        let session = self.desk.session.as_ref().filter(|s| !s.in_gesture() && !self.safety.busy)?;
        let now = Instant::now();
        if !self.desk.is_unsaved() {
            // Taken back, or only looked at. What is done again is saved again.
            if self.safety.has_saved {
                self.desk.case.autosave.begin(session.state());
                self.clear_recovery();
            }
            return None;
        }
        let due = self.desk.case.autosave.due(session.state(), now)?;
        if due > now {
            return Some(due);
        }
        self.save_for_recovery(now);
        None
    }

    fn save_for_recovery(&mut self, now: Instant) {
        let (Some(folder), Some(session)) = (self.options.own.recovery(), &self.desk.session) else { return };
        let state = session.state().clone();
        self.desk.case.autosave.saved(&state, now);
        if self.safety.own.is_none() {
            match Recovery::begin(&folder) {
                Ok(own) => self.safety.own = Some(own),
                Err(error) => self.autosaved(&state, Err(format!("{}: {error}", folder.display()))),
            }
        }
        if let Some(own) = &self.safety.own {
            let path = own.path().to_owned();
            self.safety.busy = self.send(Purpose::Recovery, path, false);
        }
    }

    fn recover(&mut self) {
        if self.safety.offered.is_empty() {
            return;
        }
        let left = self.safety.offered.remove(0);
        let case = Some(RecentCase::File { case: left.path.clone() });
        self.offer();
        let request = OpenRequest { case, recovery: Some(left), ..OpenRequest::sample() };
        self.start(request);
    }

    /// The case that was recovered is on the desk: its file goes when another one has it.
    pub(super) fn recovered(&mut self, left: Option<LeftOver>) {
        self.clear_recovery();
        self.safety.recovered = left;
        if self.safety.recovered.is_some() {
            self.desk.messages.info("The case is as it was saved by itself; it is in no file of yours yet (Ctrl + S).");
        }
    }

    /// Back to the start: recent cases.
    fn close_case(&mut self) {
        self.keep_picture();
        self.clear_recovery();
        self.desk.close();
        self.keep();
    }

    /// Keeps a small picture of the open case for the list of recent ones.
    pub(super) fn keep_picture(&mut self) {
        let (Some(folder), Some(case), Some(gui)) = (self.options.own.pictures(), &self.desk.paths, &self.gui) else {
            return;
        };
        if gui.live.is_none() || !self.desk.recent.cases.contains(case) {
            return;
        }
        let begun = Instant::now();
        let Ok(picture) = gui.pictures.read(self.desk.layout) else { return };
        tracing::debug!("read the picture in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
        let [width, height] = picture.size;
        let Some(picture) = RgbaImage::from_raw(width, height, picture.rgba) else { return };
        // Without one the list has a case without a picture.
        let _ = self.saver.ask(Job::Picture { path: picture_path(&folder, &case.key()), picture });
    }

    /// An orderly end: everything asked for is written. Changes that nobody was asked about (the system ends the program)
    /// are left to be recovered, else nothing is.
    pub(super) fn finish_case(&mut self) {
        self.keep_picture();
        if self.was_terminated && self.desk.is_unsaved() {
            self.save_for_recovery(Instant::now());
        }
        for done in self.saver.finish() {
            if let Done::Saved(saved) = done {
                self.take_saved(*saved);
            }
        }
        let keeps = self.safety.has_saved || self.safety.recovered.is_some();
        if self.was_terminated && self.desk.is_unsaved() && keeps {
            return;
        }
        self.clear_recovery();
        self.safety.own.take().into_iter().for_each(Recovery::end);
    }

    /// The title of the window follows the case.
    pub(super) fn follow_title(&mut self) {
        let Some(gui) = &self.gui else { return };
        let title = match self.desk.title() {
            name if name.is_empty() => "Occluscope".to_owned(),
            name => format!("{name} - Occluscope"),
        };
        if title != self.title {
            gui.window.set_title(&title);
            self.title = title;
        }
    }

    /// Files from a dialog for saving.
    pub(super) fn chosen_to_save(&mut self, path: Option<&Path>) {
        if let (Some(card), Some(path)) = (&mut self.desk.save_as, path) {
            card.path = path.display().to_string();
        }
        self.dirty = true;
    }
}
