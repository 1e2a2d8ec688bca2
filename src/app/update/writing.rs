//! What is written of a pose: at once, or as soon as everything is known that it tells.
use super::Effect;
use crate::app::state::awaited::{Awaited, Writing};
use crate::app::state::{Desk, Open};
use crate::base::words::say;

/// Writes it, or lets it wait.
pub fn ask(desk: &mut Desk, what: Writing) -> Option<Effect> {
    let open = desk.open.as_mut()?;
    open.awaited.retain(|awaited| !awaited.what.is_same_kind(&what));
    if !open.is_coming(&what) {
        return Some(effect(open, what));
    }
    if let Some(name) = name(&what) {
        desk.messages.under_way(say!("file-waits", what = name));
    }
    open.awaited.push(Awaited { of: open.session.upper_from_lower(), what });
    None
}

/// What has waited long enough: all that it tells is known, or somebody has moved on. Then a picture is taken of what is seen now; nothing
/// else is made of another pose than the one that it was asked for.
pub fn due(desk: &mut Desk) -> Option<Effect> {
    let open = desk.open.as_mut()?;
    let now = open.session.upper_from_lower();
    let is_writing = desk.reporting;
    let is_due = |awaited: &Awaited| match awaited.what {
        _ if awaited.of == now && open.is_coming(&awaited.what) => false,
        Writing::Snapshot => true,
        // One after the other.
        Writing::Report(_) | Writing::Share(_) => awaited.of != now || !is_writing,
    };
    let place = open.awaited.iter().position(is_due)?;
    let Awaited { of, what } = open.awaited.remove(place);
    let Some(name) = name(&what) else { return Some(effect(open, what)) };
    desk.messages.ended();
    if of == now {
        return Some(effect(open, what));
    }
    desk.messages.error(say!("file-moved-on", what = name));
    None
}

/// What messages call it; a picture is awaited without a word.
fn name(what: &Writing) -> Option<&'static str> {
    match what {
        Writing::Snapshot => None,
        Writing::Report(_) => Some("report"),
        Writing::Share(share) => Some(share.name()),
    }
}

fn effect(open: &mut Open, what: Writing) -> Effect {
    match what {
        Writing::Snapshot => Effect::Snapshot,
        Writing::Report(typed) => Effect::Report(open.forms(), typed),
        Writing::Share(share) => Effect::Share(open.forms(), share),
    }
}
