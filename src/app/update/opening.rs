//! From a wish to open something to a case on the desk.
use super::effect::Effect;
use super::plan::{Plan, There, plan};
use super::restore::restore;
use super::saving::keep_picture;
use super::{bites, leave, motion};
use crate::app::exports::snapshot_file::{FoundSnapshot, read_snapshot};
use crate::app::state::opening::{OpenRequest, Opening, PendingScan, ScanLook};
use crate::app::state::{Arriving, Desk, Kind, Open, ViewLayout};
use crate::base::files::own::LeftOver;
use crate::base::words::say;
use crate::base::{LengthUnit, Rigid};
use crate::jaw::JawSide;
use crate::jaw::glimpse::Glimpse;
use crate::session::case_file::is_case_name;
use crate::session::load::SideGuess;
use crate::session::recent::RecentCase;
use crate::session::{LoadError, LoadedCase};
use egui::ColorImage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the command line names, else the sample case.
pub fn open_first(desk: &mut Desk, files: &[PathBuf], pose: Option<Rigid>) -> Vec<Effect> {
    match files {
        // The command line has put the upper jaw first.
        [upper, lower] => {
            let case = RecentCase::Scans { upper: upper.clone(), lower: lower.clone() };
            vec![open(desk, Some(case), None, desk.command_line.unit, pose)]
        }
        [] => vec![open(desk, None, None, None, pose)],
        [case] if is_case_name(case) => {
            vec![open(desk, Some(RecentCase::File { case: case.clone() }), None, None, pose)]
        }
        files => {
            let effects = open_files(desk, files, None);
            // Whoever waits for the other jaw is not shown another mouth.
            let sample = desk.arriving.pending.is_none().then(|| open(desk, None, None, None, None));
            sample.into_iter().chain(effects).collect()
        }
    }
}

/// A case with what the command line says about all of them.
pub fn open(
    desk: &Desk,
    case: Option<RecentCase>,
    guessed: Option<SideGuess>,
    unit: Option<LengthUnit>,
    pose: Option<Rigid>,
) -> Effect {
    let close = desk.command_line.close;
    Effect::Open(Box::new(OpenRequest { case, unit, close, pose, guessed, ..OpenRequest::sample() }))
}

/// Files that were dropped, chosen or named; a single scan may be meant for one jaw.
pub fn open_files(desk: &mut Desk, files: &[PathBuf], side: Option<JawSide>) -> Vec<Effect> {
    match plan(&There::on(desk), files, side) {
        Plan::Open(case, guess) => return vec![open(desk, Some(case), Some(guess), desk.command_line.unit, None)],
        Plan::OpenCase(case) => return vec![open(desk, Some(case), None, None, None)],
        Plan::Wait(pending) => wait_with(desk, pending),
        Plan::Snapshot(path) => return open_snapshot(desk, &path),
        Plan::Earlier(case) => return vec![Effect::CompareWith(case)],
        Plan::BiteScans => bites::take_scans(desk, files),
        Plan::Motion(path) => motion::import_into(desk, &path),
        Plan::Refuse(text) => desk.messages.error(text),
    }
    Vec::new()
}

/// A scan waits for the other one; meanwhile it is looked at.
fn wait_with(desk: &mut Desk, pending: PendingScan) {
    desk.arriving.look = Some(ScanLook::start(&pending.path, desk.wake.clone()));
    (desk.arriving.pending, desk.arriving.glimpse) = (Some(pending), None);
}

/// Brings a snapshot's state back, once its scans are open.
fn open_snapshot(desk: &mut Desk, path: &Path) -> Vec<Effect> {
    match read_snapshot(path) {
        Err(text) => desk.messages.error(format!("{text}.")),
        Ok(FoundSnapshot { record, .. }) if restore(desk, &record) => {
            desk.messages.info(say!("opening-snapshots-position-settings-view"));
        }
        Ok(found) => {
            let case = found.case();
            // A case knows its own unit.
            let is_file = matches!(case, Some(RecentCase::File { .. }));
            let settings = &found.record.settings;
            let (unit, close) = (settings.unit.filter(|_| !is_file), settings.close);
            let snapshot = Some(found.record);
            return vec![Effect::Open(Box::new(OpenRequest { case, unit, close, snapshot, ..OpenRequest::sample() }))];
        }
    }
    Vec::new()
}

/// A worker has read a case, or failed.
pub fn loaded(desk: &mut Desk, opening: Opening, result: Result<LoadedCase, LoadError>) -> Vec<Effect> {
    match result {
        Ok(case) if leave::asks_before_showing(desk) => {
            desk.arriving.read = Some(Box::new((case, opening)));
            Vec::new()
        }
        Ok(case) => put_on_desk(desk, case, opening),
        Err(LoadError::Cancelled(_)) => Vec::new(),
        Err(LoadError::Failed { sentence, sound }) => failed(desk, &opening, &sentence, sound),
    }
}

/// `sound`: of two scans the one that could be read. It waits for another one to be with.
fn failed(desk: &mut Desk, opening: &Opening, text: &str, sound: Option<JawSide>) -> Vec<Effect> {
    let waiting = sound.zip(opening.case.as_ref()).and_then(|(side, case)| match case {
        RecentCase::Scans { upper, lower } => {
            Some(PendingScan { path: if side == JawSide::Upper { upper } else { lower }.clone(), side })
        }
        RecentCase::File { .. } => None,
    });
    opening.case.iter().for_each(|case| desk.recent.cases.remove(case));
    let first = desk.open.is_none();
    // Whoever waits for the other jaw is not shown another mouth.
    let shows_sample = first && waiting.is_none();
    let rest = match first {
        true if shows_sample => say!("opening-sample-case-shown-instead"),
        true => "",
        false => say!("opening-open-case-was"),
    };
    desk.messages.error(format!("{text}. {rest}").trim_end().to_owned());
    waiting.into_iter().for_each(|pending| wait_with(desk, pending));
    let instead =
        (shows_sample && opening.case.is_some()).then(|| OpenRequest { instead: true, ..OpenRequest::sample() });
    instead.into_iter().map(|request| Effect::Open(Box::new(request))).collect()
}

/// A scan that waits for another one was read; one that cannot be does not wait. True where there is news.
pub fn hear_look(desk: &mut Desk) -> bool {
    let Arriving { look, pending, glimpse, .. } = &mut desk.arriving;
    let found = match (&look, &pending) {
        (Some(look), Some(pending)) => look.poll(pending),
        _ => Some(Ok(None)),
    };
    let Some(found) = found else { return false };
    *look = None;
    match found {
        Ok(seen) => *glimpse = seen.map(|seen| Arc::new(picture_of(&seen))),
        Err(sentence) => {
            *pending = None;
            desk.messages.error(format!("{sentence}."));
        }
    }
    true
}

/// In greys; what is nothing lets the card be seen.
fn picture_of(seen: &Glimpse) -> ColorImage {
    let grey = |shade: &u8| [*shade, *shade, *shade, if *shade == 0 { 0 } else { u8::MAX }];
    let rgba: Vec<u8> = seen.shades.iter().flat_map(grey).collect();
    ColorImage::from_rgba_unmultiplied(seen.size, &rgba)
}

/// A case that waited for an answer about unsaved changes.
pub fn show_read(desk: &mut Desk) -> Vec<Effect> {
    let Some((case, opening)) = desk.arriving.read.take().map(|read| *read) else { return Vec::new() };
    put_on_desk(desk, case, opening)
}

fn put_on_desk(desk: &mut Desk, mut loaded: LoadedCase, mut opening: Opening) -> Vec<Effect> {
    // Where a case is saved to is not for a file to say, unless this program has put it aside itself.
    if let Some(content) = loaded.content.as_mut().filter(|_| opening.recovery.is_none()) {
        content.recovery = None;
    }
    (desk.arriving.read, desk.arriving.given_up) = (None, None);
    let picture = keep_picture(desk);
    let settings = desk.session().map(|s| s.settings().clone()).unwrap_or_default();
    let mut open = Open::new(&loaded, &opening, settings, &desk.command_line.teeth, desk.wake.clone());
    open.exact.enable(desk.habits.exact_at_rest);
    open.layers.enable(desk.habits.layers);
    if let Some(content) = loaded.content.as_deref().filter(|c| c.camera.is_some()) {
        desk.layout = desk.command_line.layout.take().unwrap_or_else(|| ViewLayout::of_key(&content.layout));
    }
    if opening.case.is_some() {
        desk.arriving.pending = None;
    }
    if !opening.instead {
        desk.messages.clear();
    }
    open.from.iter().for_each(|from| desk.recent.cases.add(from.clone()));
    desk.open = Some(open);
    if opening.snapshot.take().is_some_and(|record| !restore(desk, &record)) {
        desk.messages.error(say!("opening-scans-were-found-others"));
    }
    say_warnings(desk);
    recovered(desk, opening.recovery.take());
    picture.into_iter().chain([Effect::Show(loaded.pair, loaded.display), Effect::Keep]).collect()
}

/// Shows what is doubtful about the case just opened.
fn say_warnings(desk: &mut Desk) {
    let Desk { open: Some(open), messages, .. } = desk else { return };
    let pair = open.pair().clone();
    let of_jaw = |text: &str| [&pair.upper, &pair.lower].iter().any(|j| text.starts_with(&format!("{}: ", j.name)));
    // What was repaired on one scan stands with that scan; the rest concerns the case.
    for warning in &open.warnings {
        let questions = open.question.iter().flat_map(|q| [&q.unit, &q.sides, &q.same]).flatten();
        let asked = questions.into_iter().any(|question| warning.0.starts_with(question));
        if !asked && (!of_jaw(&warning.0) || warning.0.contains("swapped")) {
            messages.add(Kind::Warning, warning.0.clone());
            if warning.0.contains("by hand") {
                open.doubts_of_directions.push(warning.0.clone());
            }
        }
    }
}

/// The case that was recovered is on the desk: its file goes when another one has it.
fn recovered(desk: &mut Desk, left: Option<LeftOver>) {
    desk.safety.clear();
    desk.safety.recovered = left;
    if desk.safety.recovered.is_some() {
        desk.messages.info(say!("opening-case-was-saved-itself"));
    }
}

/// Back to the start: recent cases.
pub fn close(desk: &mut Desk) -> Vec<Effect> {
    let picture = keep_picture(desk);
    desk.safety.clear();
    desk.open = None;
    desk.arriving.pending = None;
    desk.messages.clear();
    picture.into_iter().chain([Effect::Keep]).collect()
}
