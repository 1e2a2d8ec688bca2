//! The keys. They mean something unless a field takes them.
use crate::app::actions::keys::action_of_key;
use crate::app::actions::{Action, CaseAction, FileAction, ProgramAction};
use crate::app::state::Desk;
use crate::app::state::bites::{BitePlate, BiteWish};
use crate::app::state::compare::CompareWish;
use crate::app::state::motion::{Import, MotionWish};
use crate::app::widgets::slider;
use egui::{Event, Key, Modifiers, Popup, Ui};

pub fn hear(ui: &Ui, desk: &Desk) {
    let open = desk.open.as_ref();
    // A question is answered first.
    if desk.panes.report || open.is_some_and(|open| open.save_as.is_some() || open.leaving.is_some()) {
        return;
    }
    // A menu or a list to choose from has all keys but those of functions and those with Ctrl.
    let chooses = Popup::is_any_open(ui.ctx());
    // On the sheet of keys none is meant for what lies under it.
    let types = ui.ctx().text_edit_focused() || desk.panes.key_sheet;
    if !chooses && desk.arriving.pending.is_some() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
        desk.wish(FileAction::DropPending);
    }
    // Taken, so that it is not heard as a click on the button that has the focus as well.
    let is_free = !types && !chooses;
    let answers = is_free && open.is_some_and(|open| open.lock.asked().is_some());
    if answers && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
        desk.wish(CaseAction::FreeBite);
    }
    // A bite that was found is taken by Enter, and its plate left by Esc.
    let found = !types && open.is_some_and(|open| open.bites.preview().is_some());
    if found && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
        desk.wish(CaseAction::Bites(BiteWish::Accept));
    }
    // So is a recorded movement, unless a button or a box of its questions has the keyboard.
    let is_ready = is_free && open.is_some_and(|open| open.motion.import.as_ref().is_some_and(Import::is_ready));
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    if is_ready && !has_focus && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
        desk.wish(CaseAction::Motion(MotionWish::TakeImport));
    }
    // The tool in the hand, whose plate lies over it, is put down first.
    let has_plate = !types && open.is_some_and(|open| !matches!(open.bites.plate, BitePlate::None) && !open.has_tool());
    if has_plate && ui.input(|i| i.key_pressed(Key::Escape)) {
        desk.wish(CaseAction::Bites(BiteWish::Leave));
    }
    let plays = is_free && open.is_some_and(|open| open.motion.is_open);
    if plays && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Space)) {
        desk.wish(CaseAction::Motion(MotionWish::TogglePlay));
    }
    if is_free && open.is_some_and(|open| open.compare.can_flip()) {
        ui.input_mut(|i| i.events.retain(|event| !flips(desk, event)));
    }
    let pressed: Vec<_> = ui.input(|i| {
        let key = |e: &Event| match e {
            Event::Key { key, pressed: true, repeat, modifiers, .. } => Some((*key, *repeat, *modifiers)),
            _ => None,
        };
        i.events.iter().filter_map(key).collect()
    });
    let mut searches = open.is_some_and(|open| open.exact.contact_progress().is_some());
    let slides = slider::has_keyboard(ui.ctx());
    for (key, repeat, modifiers) in pressed {
        let is_chosen_by = chooses && !modifiers.command && !(Key::F1..=Key::F12).contains(&key);
        let is_slid_by = slides && modifiers.is_none() && matches!(key, Key::ArrowLeft | Key::ArrowRight);
        if is_chosen_by || is_slid_by {
            continue;
        }
        let action = action_of_key(key, modifiers);
        if types {
            // What is being typed is saved with the rest, and no function is typed; the key that opened the sheet closes it, though its
            // search is typed into.
            let is_function = !desk.panes.key_sheet && (Key::F2..=Key::F12).contains(&key);
            let saves = |a: &Action| matches!(a, Action::File(FileAction::Save | FileAction::SaveAs));
            let closes = |a: &Action| key == Key::F1 && *a == ProgramAction::ToggleKeySheet.into();
            action.filter(|a| is_function || saves(a) || closes(a)).into_iter().for_each(|action| desk.wish(action));
            continue;
        }
        // Any key gives up the search for the first contact; the one that began it does nothing else, held or not.
        let gives_up = !repeat && std::mem::take(&mut searches);
        if gives_up {
            desk.wish(CaseAction::GiveUpContact);
        }
        let is_done = |a: &Action| *a == CaseAction::FirstContact.into() && (gives_up || repeat);
        action.filter(|a| !is_done(a)).into_iter().for_each(|action| desk.wish_by_key(action, repeat));
    }
}

/// Space shows the other bite; true where that was heard, so that it is no click on the button that has the focus.
fn flips(desk: &Desk, event: &Event) -> bool {
    let Event::Key { key: Key::Space, pressed, repeat, modifiers: Modifiers::NONE, .. } = *event else { return false };
    if !repeat {
        desk.wish(CaseAction::Compare(CompareWish::FlipKey(pressed)));
    }
    true
}
