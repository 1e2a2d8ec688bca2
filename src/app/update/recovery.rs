//! Saving by itself, for the time after a crash, and bringing back what a killed program has left.
use super::effect::Effect;
use crate::app::actions::CrashAnswer;
use crate::app::jobs::saver::{Purpose, SaveJob};
use crate::app::state::opening::OpenRequest;
use crate::app::state::{Desk, Kind};
use crate::base::files::crash;
use crate::base::words::say;
use crate::session::State;
use crate::session::recent::RecentCase;
use std::time::Instant;

/// Saves by itself when it is time; else says when that will be.
pub fn autosave(desk: &mut Desk, now: Instant) -> (Option<Effect>, Option<Instant>) {
    let Desk { open: Some(open), safety, .. } = desk else { return (None, None) };
    if safety.folder.is_none() || safety.busy || open.session.in_gesture() {
        return (None, None);
    }
    if !open.is_unsaved() {
        // Taken back, or only looked at. What is done again is saved again.
        if safety.has_saved {
            open.case.autosave.begin(open.session.state());
            safety.clear();
        }
        return (None, None);
    }
    match open.case.autosave.due(open.session.state(), now) {
        Some(due) if due <= now => (save_for_recovery(desk, now), None),
        due => (None, due),
    }
}

pub fn save_for_recovery(desk: &mut Desk, now: Instant) -> Option<Effect> {
    let layout = desk.layout;
    let Desk { open: Some(open), safety, .. } = desk else { return None };
    open.case.autosave.saved(open.session.state(), now);
    match safety.own_file().map(|path| path.map(ToOwned::to_owned)) {
        Ok(path) => {
            let job = SaveJob::of(open, layout, Purpose::Recovery, path?, false)?;
            safety.busy = true;
            Some(Effect::Save(Box::new(job)))
        }
        Err(error) => {
            let state = open.session.state().clone();
            autosaved(desk, &state, Err(error));
            None
        }
    }
}

pub fn autosaved(desk: &mut Desk, state: &State, result: Result<(), String>) {
    let Desk { open: Some(open), safety, .. } = desk else { return };
    safety.busy = false;
    match result {
        Ok(()) => {
            // What was recovered is in a file of this window's now.
            safety.forget_recovered();
            (safety.has_saved, safety.failed) = (true, false);
            tracing::debug!("saved for recovery: {:?}", state.upper_from_lower.to_six());
        }
        Err(error) => {
            open.case.autosave.failed();
            tracing::warn!("not saved for recovery: {error}");
            if !std::mem::replace(&mut safety.failed, true) {
                let text = say!("recovery-changes-cannot-saved-recovery", error = error);
                desk.messages.add(Kind::Warning, text);
            }
        }
    }
}

/// Opens what a killed program has left.
pub fn recover(desk: &mut Desk) -> Option<Effect> {
    let left = desk.safety.take_offered()?;
    let case = Some(RecentCase::File { case: left.path.clone() });
    Some(Effect::Open(Box::new(OpenRequest { case, recovery: Some(left), ..OpenRequest::sample() })))
}

/// What becomes of reports of the program's own faults; nobody is asked about them again.
pub fn answer_crashes(desk: &mut Desk, answer: CrashAnswer) -> Option<Effect> {
    let reports = std::mem::take(&mut desk.safety.crashes);
    if answer == CrashAnswer::Remove {
        reports.iter().for_each(|report| crash::remove(report));
        return None;
    }
    let told: Vec<_> = reports.iter().map(|report| crash::told(report)).collect();
    let folder = told.last()?.parent().filter(|_| answer == CrashAnswer::Show)?;
    Some(Effect::ShowFolder(folder.to_owned()))
}

/// The program ends: changes that nobody was asked about, because the system ends it, are left to be recovered, else nothing is.
pub fn end(desk: &mut Desk, was_terminated: bool) {
    if !(was_terminated && desk.is_unsaved() && desk.safety.keeps_something()) {
        desk.safety.end();
    }
}
