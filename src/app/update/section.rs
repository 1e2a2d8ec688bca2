//! The section is opened, put, turned and measured along.
use crate::app::state::Open;
use crate::app::state::section::SectionWish;
use crate::jaw::{KeptSection, SectionKind, SectionPlace};
use crate::session::Command;
use glam::DVec2;

pub fn update(open: &mut Open, wish: SectionWish) {
    match wish {
        SectionWish::Toggle => {
            open.section.is_open = !open.section.is_open;
            open.section.new_ruler = None;
        }
        SectionWish::Put => put(open),
        SectionWish::Kind(kind) => change_kind(open, kind),
        SectionWish::Place(place) => stand(open, KeptSection { place, ruler_mm: None }),
        SectionWish::Step(mm) => {
            open.section.is_open = true;
            let place = open.section.place(&open.session);
            stand(open, KeptSection { place: SectionPlace { at_mm: place.at_mm + mm, ..place }, ruler_mm: None });
        }
        SectionWish::Ruler(ends) => {
            let ruler_mm = ends.map(|ends| ends.map(|end: DVec2| end.to_array()));
            stand(open, KeptSection { ruler_mm, ..open.section.as_kept(&open.session) });
        }
    }
    open.touch();
}

fn put(open: &mut Open) {
    match open.session.section().copied() {
        // There is nothing to put where none is shown.
        None if !open.section.is_open => {}
        None => stand(open, open.section.as_kept(&open.session)),
        Some(kept) => {
            open.section.following = kept.place;
            open.session.apply(&Command::Section(None));
        }
    }
}

/// Where it follows the cursor it goes on to do so.
fn change_kind(open: &mut Open, kind: SectionKind) {
    let place = open.section.place(&open.session);
    let arch = open.section.ready(&open.session).and_then(|ready| ready.arch.as_ref());
    let place: SectionPlace = place.of_kind(kind, open.session.frame(), arch);
    open.section.view = None;
    match open.session.section() {
        Some(_) => stand(open, KeptSection { place, ruler_mm: None }),
        None => open.section.following = place,
    }
}

fn stand(open: &mut Open, section: KeptSection) {
    if section.is_sound() {
        open.section.led_to = None;
        open.session.apply(&Command::Section(Some(section)));
    }
}
