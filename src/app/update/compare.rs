//! The Compare card is opened, asked and looked at.
use crate::app::state::compare::{CompareTab, CompareWish};
use crate::app::state::opening::case_source;
use crate::app::state::{Desk, Look, Messages, Open};
use crate::base::files::cache::CacheFolder;
use crate::base::words::say;
use crate::session::comparison::earlier::EarlierAsked;
use crate::session::comparison::vertical::VerticalAsked;
use crate::session::comparison::{bites, earlier, vertical};
use std::path::PathBuf;
use std::time::Instant;

pub fn update(open: &mut Open, wish: CompareWish) {
    let compare = &mut open.compare;
    match wish {
        CompareWish::Toggle if compare.is_open => leave(open),
        CompareWish::Toggle => enter(open),
        CompareWish::Tab(tab) => turn_to(open, tab),
        CompareWish::Include(key, on) => compare.bites.include(key, on),
        CompareWish::Give(role, key) => compare.bites.give(role, key),
        CompareWish::Repeats(on) => compare.bites.are_repeats = on,
        CompareWish::Start => start(open),
        CompareWish::GiveUp => match compare.tab {
            CompareTab::Bites => compare.bites.inquiry.give_up(),
            CompareTab::Earlier => compare.earlier.inquiry.give_up(),
            CompareTab::Vertical => compare.vertical.inquiry.give_up(),
        },
        CompareWish::Flip => compare.flip(),
        CompareWish::FlipKey(is_down) => compare.flip_key(is_down, Instant::now()),
        CompareWish::SideBySide(on) => {
            compare.put_side_by_side(on);
            open.view.look_after_layout = Some(Look::Fit);
        }
        CompareWish::Paint(on) => compare.paints = on,
        CompareWish::Range(range) => compare.vertical.range = range,
        CompareWish::Point(opening_mm) => compare.vertical.pointed_mm = opening_mm,
        CompareWish::Pin(opening_mm) => compare.vertical.pin(opening_mm),
    }
    open.touch();
}

/// A click means one thing at a time, and the jaw is seen where the compared bites have it.
fn enter(open: &mut Open) {
    if open.motion.is_open {
        super::motion::leave(open);
    }
    super::trim::put_away(open);
    open.measure.leave();
    open.pins.leave();
    open.hand.selected = false;
    open.leave_bites();
    open.lock.keep();
    open.compare.enter(&open.session);
}

/// The jaw is in its bite again.
fn leave(open: &mut Open) {
    if open.compare.is_side_by_side() {
        open.view.look_after_layout = Some(Look::Fit);
    }
    open.compare.leave();
    open.session.play(None);
}

/// Said where something would move a jaw whose bites are compared.
pub fn refuse(messages: &mut Messages) {
    messages.info(say!("compare-refused"));
}

fn turn_to(open: &mut Open, tab: CompareTab) {
    if open.compare.is_side_by_side() {
        open.view.look_after_layout = Some(Look::Fit);
    }
    open.compare.turn_to(tab);
}

fn start(open: &mut Open) {
    let (forms, wake) = (open.forms(), open.wake.clone());
    let (compare, session) = (&mut open.compare, &open.session);
    match compare.tab {
        CompareTab::Bites => match compare.bites.asked(session) {
            Ok(asked) => compare.bites.inquiry.ask(bites::start(asked, forms, wake)),
            Err(sentence) => compare.bites.inquiry.refuse(sentence),
        },
        // It is asked for with its file.
        CompareTab::Earlier => {}
        CompareTab::Vertical => match VerticalAsked::of(session, compare.vertical.range) {
            Ok(asked) => compare.vertical.inquiry.ask(vertical::start(asked, forms, wake)),
            Err(sentence) => compare.vertical.inquiry.refuse(sentence),
        },
    }
}

/// A case file is wanted to be held against the open case; its scans are read from where they were prepared before, if they were.
pub fn compare_with(desk: &mut Desk, path: PathBuf, cache: CacheFolder) {
    let Some(open) = &mut desk.open else { return };
    if !open.compare.is_open {
        enter(open);
    }
    turn_to(open, CompareTab::Earlier);
    let (forms, wake) = (open.forms(), open.wake.clone());
    let asked = EarlierAsked::of(&open.session, &path);
    let source = (case_source(&path, None), cache);
    open.compare.earlier.inquiry.ask(earlier::start(asked, source, forms, wake));
    open.compare.earlier.path = Some(path);
    open.touch();
}
