//! Actions about the jaws: every change of the open case goes through its session.
use super::{
    bites, compare, directions, first_contact, measure, motion as motion_mode, ortho, pins, section, trim, view,
};
use crate::app::actions::CaseAction;
use crate::app::state::bites::BiteWish;
use crate::app::state::compare::CompareWish;
use crate::app::state::drag::view_axes;
use crate::app::state::lock::{self, Asked};
use crate::app::state::motion::MotionWish;
use crate::app::state::pins::PinWish;
use crate::app::state::section::SectionWish;
use crate::app::state::{Desk, Messages, Open, ViewLayout};
use crate::base::Rigid;
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::session::command::visible_name;
use crate::session::{Command, Motion, Settings, motion};
use glam::DVec2;

pub fn update(desk: &mut Desk, action: CaseAction, repeated: bool) {
    let has_found = |desk: &Desk| desk.open.as_ref().is_some_and(|open| open.bites.preview().is_some());
    // To keep it, to leave it and to look for another one are answers.
    let is_answer = match &action {
        CaseAction::Bites(wish) => !matches!(wish, BiteWish::Choose(_) | BiteWish::Step(_)),
        _ => false,
    };
    let may_leave = has_found(desk) && !is_answer;
    change(desk, action, repeated);
    if may_leave && !has_found(desk) {
        desk.messages.info(say!("bites-found-left"));
    }
}

fn change(desk: &mut Desk, action: CaseAction, repeated: bool) {
    let Desk { open: Some(open), messages, layout, habits, .. } = desk else { return };
    let is_card = matches!(action, CaseAction::Section(SectionWish::Toggle) | CaseAction::Compare(CompareWish::Toggle));
    if is_card && *layout == ViewLayout::Overview {
        view::fit_overview(open);
    }
    let action = match action {
        // In the Motion mode the arrow keys go along the movement.
        CaseAction::Nudge(right, _) if open.motion.is_open && right != 0.0 => {
            CaseAction::Motion(MotionWish::Step(if right > 0.0 { 1 } else { -1 }))
        }
        action => action,
    };
    if open.motion.is_open && (lock::moves_jaw(&action) || action == CaseAction::ResetPose) {
        return motion_mode::refuse(messages);
    }
    if lock::moves_jaw(&action) && open.bites.preview().is_some() {
        return bites::refuse(messages);
    }
    if open.compare.is_open && (lock::moves_jaw(&action) || action == CaseAction::ResetPose) {
        return compare::refuse(messages);
    }
    if lock::moves_jaw(&action) && !open.lock.is_free() {
        return open.lock.ask(Asked::Step(Box::new(action)));
    }
    if leaves_found(&action) {
        open.leave_bites();
    } else if lock::moves_jaw(&action) && open.bites.is_gliding() {
        open.bites.arrive();
        open.session.play(None);
    }
    let less_motion = habits.less_motion;
    if let CaseAction::Bites(wish) = action {
        return bites::update(open, messages, wish, less_motion);
    }
    let before = open.session.upper_from_lower();
    carry_out(open, messages, action, repeated);
    if open.session.upper_from_lower() != before {
        open.touch();
    }
}

/// What was found is of the jaws as they are; a jaw that glides has arrived before it is moved.
fn leaves_found(action: &CaseAction) -> bool {
    let goes_back = [CaseAction::Undo, CaseAction::Redo, CaseAction::ResetPose].contains(action);
    goes_back || *action == CaseAction::Do(Command::SwapJaws)
}

fn carry_out(open: &mut Open, messages: &mut Messages, action: CaseAction, repeated: bool) {
    match action {
        CaseAction::Do(command) => apply(open, &command, repeated),
        CaseAction::BeginGesture(name) => open.session.begin_gesture(name),
        CaseAction::EndGesture => open.session.end_gesture(),
        CaseAction::Undo => {
            open.hand.drag = None;
            // A stroke that is under way is what is taken back.
            open.trim.stroke = None;
            open.session.undo();
        }
        CaseAction::Redo => drop(open.session.redo()),
        CaseAction::Hinge(steps) => step(open, Motion::Hinge, repeated, |open| {
            let angle = (steps * motion::HINGE_STEP_DEG).to_radians();
            motion::opened(&open.session.upper_from_lower(), open.session.hinge(), angle)
        }),
        CaseAction::Raise(steps) => step(open, Motion::Raise, repeated, |open| {
            let mm = steps * motion::RAISE_STEP_MM;
            motion::raised(&open.session.upper_from_lower(), open.session.frame(), mm)
        }),
        CaseAction::Nudge(right, up) => step(open, Motion::Nudge, repeated, |open| {
            let axes = view_axes(open.view.camera_of(open.hand.pointed.pane));
            motion::nudged(&open.session.upper_from_lower(), &axes, DVec2::new(right, up), motion::NUDGE_STEP_MM)
        }),
        CaseAction::ResetPose => step(open, Motion::Reset, repeated, |_| Rigid::IDENTITY),
        CaseAction::FreeBite => free_bite(open, messages),
        CaseAction::KeepLocked => open.lock.keep(),
        CaseAction::ToggleLock if open.lock.is_free() => {
            open.hand.selected = false;
            open.lock.close();
        }
        CaseAction::ToggleLock => free_bite(open, messages),
        CaseAction::FirstContact if open.hand.moves_jaw() => {}
        CaseAction::FirstContact => first_contact::find(open, messages),
        CaseAction::GiveUpContact => drop(open.exact.interrupt_contact()),
        CaseAction::Correct(correction) => directions::correct(open, messages, correction),
        CaseAction::ToggleVisible(side) => toggle_visible(open, side),
        CaseAction::ToggleXRay => {
            let on = open.settings().x_ray;
            open.session.apply(&Command::XRay(!on));
        }
        CaseAction::FinerMap(steps) => finer_map(open, steps),
        CaseAction::NameTeeth(on) => {
            trim::put_away(open);
            open.measure.leave();
            open.pins.leave();
            (open.teeth.is_naming, open.teeth.naming) = (on, None);
        }
        CaseAction::CloseNaming => open.teeth.naming = None,
        CaseAction::Trim(wish) => {
            leave_motion(open);
            trim::update(open, wish);
        }
        CaseAction::Section(wish) => section::update(open, wish),
        CaseAction::Measure(wish) => {
            leave_motion(open);
            measure::update(open, wish);
        }
        CaseAction::Motion(wish) => motion_mode::update(open, messages, wish),
        CaseAction::Compare(wish) => compare::update(open, wish),
        CaseAction::Ortho(wish) => ortho::update(open, wish),
        CaseAction::Pins(wish) => {
            if wish == PinWish::Toggle {
                leave_motion(open);
            }
            pins::update(open, wish);
        }
        CaseAction::Answered => open.question = None,
        CaseAction::Bites(wish) => bites::update(open, messages, wish, true),
    }
}

/// Tools are of the jaw at rest.
fn leave_motion(open: &mut Open) {
    if open.motion.is_open {
        motion_mode::leave(open);
    }
}

fn free_bite(open: &mut Open, messages: &mut Messages) {
    if let Some(action) = open.lock.free() {
        carry_out(open, messages, action, false);
    }
}

/// To a neighbour in the list of resolutions; one of a case's own counts as the next coarser one of the list.
fn finer_map(open: &mut Open, steps: i32) {
    let (list, now) = (Settings::RESOLUTIONS, open.settings().resolution);
    let place = list.iter().rposition(|n| *n <= now).unwrap_or(0) as i32;
    let last = list.len() as i32 - 1;
    open.session.apply(&Command::Resolution(list[(place + steps).clamp(0, last) as usize]));
}

fn apply(open: &mut Open, command: &Command, repeated: bool) {
    if repeated { open.session.apply_repeated(command) } else { open.session.apply(command) }
}

/// A step of the lower jaw. During a drag or a stroke it would fight with the hand.
fn step(open: &mut Open, motion: Motion, repeated: bool, pose: impl FnOnce(&Open) -> Rigid) {
    if open.hand.moves_jaw() || open.trim.stroke.is_some() {
        return;
    }
    let command = Command::Move { motion, upper_from_lower: pose(open) };
    apply(open, &command, repeated);
}

/// Shows or hides a jaw; what an occlusal view left out becomes the person's own choice.
fn toggle_visible(open: &mut Open, side: JawSide) {
    let shown = [JawSide::Upper, JawSide::Lower].map(|s| (s, open.shows(s) != (s == side)));
    open.session.begin_gesture(visible_name(side, shown.contains(&(side, true))));
    for (side, visible) in shown {
        open.session.apply(&Command::Visible(side, visible));
    }
    open.session.end_gesture();
    open.view.solo = None;
}
