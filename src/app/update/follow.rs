//! What follows from a frame's analysis: figures are shown, and whatever waits for the hand to rest is begun, kept or cancelled.
mod bites;
mod exact;
mod layers;
mod live_contact;
mod motion;
mod section;
mod teeth;
pub mod zones;

use crate::app::state::Desk;
use crate::app::state::figures::{FiguresShown, MapShown};
use crate::engine::PairForms;
use crate::gpu::Context;
use std::sync::Arc;
use std::time::Instant;

/// Before panels are laid out: they show what has been answered until now.
pub fn before_layout(desk: &mut Desk) {
    let Desk { open: Some(open), habits, wake, messages, .. } = desk else { return };
    bites::follow(open, messages, habits.less_motion);
    motion::follow(open, messages, wake);
    section::follow(open, wake);
    live_contact::is_at(open);
    zones::follow(open, habits);
}

/// Before the live engine needs the processors. Gives the pair in the forms that everybody shares who looks at it.
pub fn before_analysis(desk: &mut Desk) -> Option<Arc<PairForms>> {
    let open = desk.open.as_mut()?;
    if open.moves_jaw() {
        open.exact.interrupt();
        open.contact_mark = None;
    }
    Some(open.forms())
}

/// The newest figures are those that are shown.
pub fn show_figures(desk: &mut Desk, figures: FiguresShown) {
    if let Some(open) = &mut desk.open {
        open.figures = figures;
    }
}

/// Who finds what is nearest while contact is followed, and why; `None`: the processor.
pub fn search_contact_by(desk: &mut Desk, gpu: Option<Context>, reason: String) {
    if let Some(open) = &mut desk.open {
        open.live_contact.search_by(gpu, reason);
    }
}

/// At the end of the program, as if a hand were at it: nothing is begun any more.
pub fn at_the_end(desk: &mut Desk) {
    if let Desk { open: Some(open), habits, .. } = desk {
        exact::follow(open, habits, true);
    }
}

/// After it. `pressed`: a mouse button is down. Gives the pixel whose layers are to be asked for.
pub fn after_analysis(desk: &mut Desk, map: Option<MapShown>, pressed: bool) -> Option<[u32; 2]> {
    let (is_loading, layout) = (desk.is_loading(), desk.layout);
    let Desk { open: Some(open), messages, habits, wake, .. } = desk else { return None };
    let is_held = pressed || open.hand.drag.is_some() || is_loading;
    open.teeth.due = teeth::follow(open, messages, wake, (pressed, is_loading));
    // The memory does not hold all at once: first the teeth, which say what is judged.
    let waits = open.pair().is_huge() && !open.teeth.is_settled();
    exact::follow(open, habits, is_held || open.moves_jaw() || waits);
    live_contact::follow(open);
    let pair = open.pair().clone();
    open.trim.follow(&pair, wake);
    let map = map.filter(|_| layout.shows_map());
    layers::follow(open, map, is_held, Instant::now())
}
