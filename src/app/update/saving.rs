//! Saving the open case: by hand, and what the saving thread says about it.
use super::effect::Effect;
use super::recovery;
use crate::app::jobs::saver::{Purpose, SaveJob, Saved};
use crate::app::state::Desk;
use crate::app::state::save_as::SaveAs;
use crate::base::words::say;
use crate::session::recent::RecentCase;
use std::path::PathBuf;

/// To the case's own file; without one, asks for it.
pub fn save(desk: &mut Desk) -> Vec<Effect> {
    let own = desk.open.as_ref().and_then(|open| Some((open.case.file.clone()?, open.case.refers)));
    match own {
        Some((path, refers)) => save_to(desk, path, refers),
        None => {
            ask_where(desk);
            Vec::new()
        }
    }
}

pub fn ask_where(desk: &mut Desk) {
    if let Some(open) = &mut desk.open {
        open.save_as = Some(SaveAs::new(&open.session, &open.case, open.from.as_ref()));
    }
}

pub fn save_to(desk: &mut Desk, path: PathBuf, refers: bool) -> Vec<Effect> {
    let layout = desk.layout;
    let Some(open) = &mut desk.open else { return Vec::new() };
    open.save_as = None;
    let Some(job) = SaveJob::of(open, layout, Purpose::ByHand, path, refers) else {
        nobody_saves(desk, Purpose::ByHand);
        return Vec::new();
    };
    open.case.saving = true;
    vec![Effect::Save(Box::new(job))]
}

/// There is no thread that would do it.
pub fn nobody_saves(desk: &mut Desk, purpose: Purpose) {
    if purpose == Purpose::Recovery {
        desk.safety.busy = false;
        return;
    }
    desk.open.iter_mut().for_each(|open| open.case.saving = false);
    stay(desk);
    desk.messages.error(say!("saving-case-cannot-saved-programs"));
}

/// The open case stays, and what was to come after it does not.
pub fn stay(desk: &mut Desk) {
    desk.open.iter_mut().for_each(|open| open.leaving = None);
    desk.arriving.read = None;
}

/// What became of a case that was to be written.
pub fn saved(desk: &mut Desk, saved: Saved) -> Vec<Effect> {
    let is_open = desk.open.as_ref().is_some_and(|open| saved.case == open.case.id);
    match (saved.purpose, is_open) {
        (Purpose::Recovery, true) => recovery::autosaved(desk, &saved.state, saved.result.map(drop)),
        (Purpose::Recovery, false) => {
            // What it wrote belongs to a case that was left in order.
            desk.safety.busy = false;
            desk.safety.clear_own();
        }
        (Purpose::ByHand, true) => return saved_by_hand(desk, saved),
        (Purpose::ByHand, false) => return saved_after_all(desk, saved),
    }
    Vec::new()
}

fn saved_by_hand(desk: &mut Desk, saved: Saved) -> Vec<Effect> {
    let Some(open) = &mut desk.open else { return Vec::new() };
    open.case.saving = false;
    let names = match saved.result {
        Ok(names) => names,
        Err(error) => {
            stay(desk);
            desk.messages.error(say!("saving-case-was-not-saved", error = error));
            return Vec::new();
        }
    };
    let recent = RecentCase::File { case: saved.path.clone() };
    open.was_saved();
    open.from = Some(recent.clone());
    open.case.autosave.begin(&saved.state);
    open.case.saved(saved.path, saved.refers, saved.state, names);
    let then = open.leaving.take_if(|l| l.saving).map(|l| Effect::Do(l.then));
    desk.recent.cases.add(recent);
    desk.safety.saved_by_hand();
    keep_picture(desk).into_iter().chain([Effect::Keep]).chain(then).collect()
}

/// A case that is no longer open was written.
fn saved_after_all(desk: &mut Desk, saved: Saved) -> Vec<Effect> {
    let path = saved.path;
    match saved.result {
        Ok(_) => {
            desk.messages.info(say!("saving-saved-case-was-open", path = path.display()));
            desk.recent.cases.add(RecentCase::File { case: path });
            vec![Effect::Keep]
        }
        Err(error) => {
            let text = say!("saving-case-was-open-before", path = path.display(), error = error);
            desk.messages.error(text);
            Vec::new()
        }
    }
}

/// A small picture of the open case for the list of recent ones.
pub fn keep_picture(desk: &Desk) -> Option<Effect> {
    let from = desk.open.as_ref()?.from.as_ref().filter(|from| desk.recent.cases.cases.contains(from))?;
    Some(Effect::KeepPicture { key: from.key(), layout: desk.layout })
}
