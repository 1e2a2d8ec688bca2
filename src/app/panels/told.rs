//! What is read aloud by itself as soon as it is another: the sentence about the contact of the pose at rest, and the contact that is
//! chosen. Messages are, too, where they stand. Of a jaw that moves nothing is: it would be old before it is said.
use super::{headline, zones};
use crate::app::state::Desk;
use crate::app::widgets::access::{Told, told};
use egui::Ui;

pub fn told_ui(ui: &Ui, desk: &Desk) {
    let Some(open) = desk.open.as_ref().filter(|open| open.contact_shown().is_at_rest()) else { return };
    told(ui, Told::Headline, || headline::sentence(open));
    if let Some(chosen) = open.zones.chosen.and_then(|name| open.zones.get(name)) {
        told(ui, Told::ChosenContact, || zones::row_words(chosen));
    }
}
