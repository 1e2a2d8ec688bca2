//! The plate below the badge: bite scans are waited for, a bite is looked for, or one was found and may be taken.
use crate::app::actions::{CaseAction, FileAction};
use crate::app::state::bites::{BitePlate, BiteWish};
use crate::app::state::{Desk, Open};
use crate::app::widgets::section::state_line_ui;
use crate::app::widgets::theme;
use crate::base::words::{decimal, say};
use crate::export::named_bite::found_words;
use crate::session::bite_search::FoundBite;
use crate::session::command::turn_deg;
use crate::session::motion::to_anatomical_six;
use egui::{RichText, Ui};
use glam::DVec3;

const WIDTH: f32 = 380.0;

pub fn has_plate(open: &Open) -> bool {
    !matches!(open.bites.plate, BitePlate::None)
}

fn wish(desk: &Desk, wish: BiteWish) {
    desk.wish(CaseAction::Bites(wish));
}

pub fn found_ui(ui: &mut Ui, desk: &Desk, open: &Open) {
    ui.set_max_width(WIDTH.min(ui.available_width()));
    match &open.bites.plate {
        BitePlate::None => {}
        BitePlate::AsksForScans => asks_ui(ui, desk),
        BitePlate::Searches(search) => {
            let (stage, fraction) = search.progress();
            ui.label(RichText::new(say!("bites-searching")).small());
            state_line_ui(ui, stage, Some(fraction));
            if ui.button(say!("bites-cancel")).clicked() {
                wish(desk, BiteWish::Leave);
            }
        }
        BitePlate::Shows(_, found) => shows_ui(ui, (desk, open), found),
    }
}

fn asks_ui(ui: &mut Ui, desk: &Desk) {
    ui.label(RichText::new(say!("bites-drop-scans")).small());
    ui.horizontal(|ui| {
        if ui.button(say!("bites-choose-files")).clicked() {
            desk.wish(FileAction::AskForBiteScans);
        }
        if ui.button(say!("bites-cancel")).clicked() {
            wish(desk, BiteWish::Leave);
        }
    });
}

/// What was found, with its figures; nothing is taken unasked.
fn shows_ui(ui: &mut Ui, (desk, open): (&Desk, &Open), found: &FoundBite) {
    let heading = theme::colors(ui.ctx()).heading;
    let origin = say!("bites-found", origin = found.origin.say());
    ui.label(RichText::new(origin).small().strong().color(heading));
    let from = found.upper_from_lower * open.session.bite().inverse();
    let six = to_anatomical_six(&from, open.session.frame());
    let mm = DVec3::new(six[0], six[1], six[2]).length();
    let deg = turn_deg(&open.session.bite(), &found.upper_from_lower);
    ui.label(RichText::new(say!("bites-found-away", mm = decimal(mm, 3), deg = decimal(deg, 3))).small());
    ui.label(RichText::new(found_words(&found.found)).small().weak());
    ui.horizontal(|ui| {
        if ui.button(say!("bites-accept")).on_hover_text(say!("bites-accept-hint")).clicked() {
            wish(desk, BiteWish::Accept);
        }
        if ui.button(say!("bites-discard")).on_hover_text(say!("bites-discard-hint")).clicked() {
            wish(desk, BiteWish::Leave);
        }
    });
}
