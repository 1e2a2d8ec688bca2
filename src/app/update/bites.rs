//! Bites are kept, chosen, looked for and taken.
use crate::app::state::bites::{BitePlate, BiteWish};
use crate::app::state::{Desk, Look, Messages, Open};
use crate::base::Rigid;
use crate::base::words::{in_english, say};
use crate::jaw::bite::MOST_BITES;
use crate::jaw::measure::tidy_name;
use crate::jaw::{Bite, BiteOrigin};
use crate::session::{BiteChange, BiteQuestion, Command};
use std::path::PathBuf;
use std::time::Instant;

/// `less_motion`: nothing glides.
pub fn update(open: &mut Open, messages: &mut Messages, wish: BiteWish, less_motion: bool) {
    match wish {
        BiteWish::Keep(name) => keep_seen(open, messages, name),
        BiteWish::Choose(place) => choose(open, messages, place, less_motion),
        BiteWish::Step(steps) => {
            let (n, now) = (open.session.bites().list().len() as i32, open.session.bites().place() as i32);
            choose(open, messages, (now + steps).rem_euclid(n) as usize, less_motion);
        }
        BiteWish::Put => open.session.apply(&Command::Bite(BiteChange::Put { made: Some(now()) })),
        BiteWish::Rename(place, name) => rename(open, place, name),
        BiteWish::AskForScans => ask(open, messages),
        BiteWish::FromScans(paths) => match BiteQuestion::of_scans(&open.session, paths) {
            Ok(question) => search(open, messages, question),
            Err(sentence) => messages.error(sentence),
        },
        BiteWish::Seat(tolerance_mm) => {
            open.bites.tolerance_mm = tolerance_mm;
            let question = BiteQuestion::of_seat(&open.session, tolerance_mm);
            search(open, messages, question);
        }
        BiteWish::Accept => accept(open, messages),
        BiteWish::Leave => {
            let from = open.session.upper_from_lower();
            open.leave_bites();
            fit_far(open, [from, open.session.upper_from_lower()]);
        }
    }
}

fn now() -> String {
    in_english(crate::export::now_text)
}

/// Said where something would move a jaw whose pose is only looked at.
pub fn refuse(messages: &mut Messages) {
    messages.info(say!("bites-refused"));
}

/// Where the jaw follows something else, said so.
fn is_refused(open: &Open, messages: &mut Messages) -> bool {
    if open.motion.is_open {
        messages.info(say!("motion-refused"));
    } else if open.compare.is_open {
        super::compare::refuse(messages);
    }
    open.motion.is_open || open.compare.is_open
}

/// What a hand does to the bites it does at rest.
fn is_busy(open: &Open) -> bool {
    open.hand.moves_jaw() || open.session.in_gesture() || open.trim.stroke.is_some()
}

fn choose(open: &mut Open, messages: &mut Messages, place: usize, less_motion: bool) {
    if is_refused(open, messages) {
        return;
    }
    if is_busy(open) {
        return;
    }
    let from = open.session.upper_from_lower();
    open.leave_bites();
    open.session.apply(&Command::Bite(BiteChange::Choose(place)));
    glide_from(open, from, less_motion);
}

/// What is free stays so.
fn rename(open: &mut Open, place: usize, name: String) {
    let name_of = |open: &Open| open.session.bites().list().get(place).map(|bite| bite.name.clone());
    let before = name_of(open);
    open.session.apply(&Command::Bite(BiteChange::Rename(place, name)));
    if let Some((old, new)) = before.zip(name_of(open)).filter(|(old, new)| old != new) {
        open.lock.rename(&old, &new);
    }
}

/// A jaw that comes from farther away than this was not in the pictures as one looked at them, mm.
const FAR_MM: f64 = 10.0;

/// Brings everything into the pictures where the jaw has come from far away; says whether it has.
fn fit_far(open: &mut Open, [from, to]: [Rigid; 2]) -> bool {
    let about = from.inverse().transform_point(open.session.frame().origin);
    let is_far = from.transform_point(about).distance(to.transform_point(about)) > FAR_MM;
    if is_far {
        open.view.look = Some(Look::Fit);
        open.view.look_at_arches();
    }
    is_far
}

/// The jaw is seen on its way from there to where it is to be seen; from far away it is there at once.
pub fn glide_from(open: &mut Open, from: Rigid, less_motion: bool) {
    let to = open.bites.preview().map_or(open.session.bite(), |found| found.upper_from_lower);
    if !fit_far(open, [from, to]) && !less_motion {
        open.bites.glide([from, to], open.session.frame().origin, Instant::now());
    }
    open.session.play(open.bites.pose());
    open.touch();
}

fn ask(open: &mut Open, messages: &mut Messages) {
    if is_refused(open, messages) {
        return;
    }
    open.leave_bites();
    open.bites.plate = BitePlate::AsksForScans;
}

fn search(open: &mut Open, messages: &mut Messages, question: BiteQuestion) {
    if is_refused(open, messages) {
        return;
    }
    if is_busy(open) || is_full(open, messages) {
        return;
    }
    open.leave_bites();
    let (forms, wake) = (open.forms(), open.wake.clone());
    open.bites.search(question, forms, wake);
}

fn is_full(open: &Open, messages: &mut Messages) -> bool {
    let is_full = open.session.bites().is_full();
    if is_full {
        messages.error(say!("bites-full", n = MOST_BITES));
    }
    is_full
}

/// The pose that is seen: of a movement, or where the jaw is.
fn keep_seen(open: &mut Open, messages: &mut Messages, name: Option<String>) {
    if is_busy(open) || is_full(open, messages) {
        return;
    }
    if open.bites.preview().is_some() {
        return accept(open, messages);
    }
    let (session, is_played) = (&open.session, open.motion.pose().is_some());
    let upper_from_lower = if is_played { session.upper_from_lower() } else { session.bite() };
    let (bites, at) = (session.bites(), session.bites().at(&session.bite()));
    let origin = if is_played { BiteOrigin::Motion } else { bites.origin_of(&upper_from_lower) };
    if origin == BiteOrigin::AsScanned {
        return messages.info(say!("bites-is-as-scanned"));
    }
    let found = at.filter(|_| !is_played).and_then(|bite| bite.found.clone());
    let bite = Bite { origin, upper_from_lower, found, ..new_bite(open, name, origin) };
    // The list of bites is not there to show it while a movement is played.
    if is_played {
        messages.info(say!("bites-kept", name = bite.name.trim()));
    }
    keep(open, bite, !is_played);
}

/// Without a pose; a name that is taken is not given twice.
fn new_bite(open: &Open, name: Option<String>, origin: BiteOrigin) -> Bite {
    let bites = open.session.bites();
    let name = name.and_then(|name| tidy_name(&name)).filter(|name| bites.place_of(name).is_none());
    let name = name.unwrap_or_else(|| bites.free_name(origin));
    Bite { name, origin, made: Some(now()), ..Bite::as_scanned() }
}

fn keep(open: &mut Open, bite: Bite, choose: bool) {
    open.session.apply(&Command::Bite(BiteChange::Keep { bite: bite.into(), choose }));
}

fn accept(open: &mut Open, messages: &mut Messages) {
    let Some(found) = open.bites.preview().cloned() else { return };
    if is_busy(open) || is_full(open, messages) {
        return;
    }
    open.leave_bites();
    let (origin, upper_from_lower) = (found.origin, found.upper_from_lower);
    let bite = Bite { upper_from_lower, found: Some(found.found), ..new_bite(open, None, origin) };
    keep(open, bite, true);
    open.touch();
}

/// Scans that were dropped while bite scans are asked for.
pub fn take_scans(desk: &mut Desk, files: &[PathBuf]) {
    if let Desk { open: Some(open), messages, .. } = desk {
        update(open, messages, BiteWish::FromScans(files.to_vec()), true);
    }
}
