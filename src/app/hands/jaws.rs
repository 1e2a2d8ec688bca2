//! The hands on the jaws: they take hold of the lower jaw or of the view, and point.
use super::{axis, measure, ortho, pad, pins, trim};
use crate::app::actions::{CaseAction, ViewAction};
use crate::app::panels::over_jaws::margins;
use crate::app::panels::tooth_numbers::number_at;
use crate::app::stage::pictures::Pictures;
use crate::app::stage::place::Place;
use crate::app::state::drag::{Drag, Grip, Pointer};
use crate::app::state::lock::Asked;
use crate::app::state::motion::MotionWish;
use crate::app::state::section::SectionWish;
use crate::app::state::teeth::Naming;
use crate::app::state::{Desk, Open, Pane, Wishes};
use crate::base::words::say;
use crate::jaw::JawSide;
use crate::render::Hit;
use crate::session::motion;
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Sense, Ui};
use glam::{DVec2, DVec3};
use std::time::Instant;

/// Zoom for one line of the wheel.
const ZOOM_PER_LINE: f64 = 1.12;

/// True while the cursor is over the picture.
pub fn at_work(ui: &Ui, desk: &mut Desk, pictures: &mut Pictures, (pane, rect): (Pane, Rect)) -> bool {
    let number = number_under_cursor(ui, desk, (pane, rect));
    let Some((open, wishes)) = desk.open_and_wishes() else { return false };
    let ppp = f64::from(ui.ctx().pixels_per_point());
    let place = Place::new(rect, ppp, margins(open, (pane, rect), ppp));
    pictures.places.panes[pane.place()] = Some(place);
    let response = ui.interact(rect, ui.scope_id().with(("jaws", pane.place())), Sense::click_and_drag());
    let response = response.accessible_name(match pane {
        Pane::Jaws => say!("access-jaws"),
        Pane::Arch(JawSide::Upper) => say!("overview-upper-teeth"),
        Pane::Arch(JawSide::Lower) => say!("overview-lower-teeth"),
        Pane::Other => say!("compare-other-picture"),
    });
    hear_all(ui, (open, wishes), pictures, &response, &View { pane, rect, size: place.size, ppp, number });
    response.contains_pointer()
}

/// Where the picture is on the screen.
struct View {
    pane: Pane,
    rect: Rect,
    size: [u32; 2],
    ppp: f64,
    /// The tooth whose number is under the cursor.
    number: Option<(JawSide, usize)>,
}

/// A tooth's number is a button as long as nothing else is at hand. A press that may still be a click on it is nothing else.
fn number_under_cursor(ui: &Ui, desk: &Desk, place: (Pane, Rect)) -> Option<(JawSide, usize)> {
    let is_free = |open: &&Open| is_free(open) || matches!(open.hand.drag, Some(Drag::Press { .. }));
    let open = desk.open.as_ref().filter(is_free).filter(|open| !open.has_tool() && !open.teeth.is_naming)?;
    let cursor = ui.input(|i| i.pointer.latest_pos()).filter(|at| place.1.contains(*at))?;
    number_at(ui, (desk, open), place, cursor)
}

impl View {
    fn pointer(&self, at: Pos2, fine: bool) -> Pointer {
        let place = at - self.rect.min;
        let at = DVec2::new(f64::from(place.x), f64::from(place.y)) * self.ppp;
        Pointer { at, size: self.size, pixels_per_point: self.ppp, fine }
    }
}

fn hear_all(ui: &Ui, (open, wishes): (&mut Open, &Wishes), pictures: &mut Pictures, response: &Response, view: &View) {
    let (events, fine, latest) = ui.input(|i| (i.events.clone(), i.modifiers.shift, i.pointer.latest_pos()));
    // One by one and in order: on a slow machine a whole drag may happen between two frames.
    for event in &events {
        hear(ui, (open, wishes), pictures, view, event, fine);
    }
    let over = response.contains_pointer();
    if over && open.section.is_open && events.iter().any(|event| matches!(event, egui::Event::PointerMoved(_))) {
        open.section.led_to = None;
    }
    if let Some(at) = latest.filter(|_| over && is_free(open)) {
        let (pane, pointer) = (view.pane, view.pointer(at, fine));
        open.hand.pointed.pane = pane;
        let middle = pivot(open, pictures, &pointer);
        if !pad::hear(open, pane, &pointer, &pad::Gesture::of(&events), middle) {
            wheel(ui, open, wishes, (pane, &pointer));
        }
        // What lies beside is of another pose than all that is known.
        if pane != Pane::Other {
            pictures.ask_hover(pane, pointer.at);
        }
        if response.clicked() && open.teeth.is_naming {
            click_tooth(open, pictures.pick(pane, pointer.at), at);
        }
        // A frame may be laid out twice, with the same click: it is one.
        let is_first = ui.ctx().current_pass_index() == 0;
        if response.clicked() && is_first && !open.teeth.is_naming && !open.trim.is_in_hand {
            let hit = pictures.pick(pane, pointer.at);
            match view.number.filter(|_| hit.is_none() || !section_follows(open)) {
                _ if open.motion.picking.is_some() => pick_axis((open, wishes), hit, (pane, &pointer)),
                _ if open.pins.is_in_hand => pins::click(ui, open, hit, (pane, view.rect), at),
                Some((side, region)) => wishes.put(ViewAction::FlyToTooth(side, region), false),
                None if pane == Pane::Other => {}
                None => click_jaw((open, wishes), hit),
            }
        }
        if response.double_clicked()
            && !open.has_tool()
            && let Some(hit) = pictures.pick(pane, pointer.at)
        {
            open.view.camera_mut(pane).focus(hit.point);
            open.touch();
        }
    }
    if !over && open.hand.pointed.pane == view.pane {
        open.hand.pointed.hit = None;
    }
    // A button that was let go where nobody could hear it.
    if !is_free(open) && open.hand.pane == view.pane && !ui.input(|i| i.pointer.any_down()) {
        trim::let_go(open, view.size);
        ortho::let_go(open);
        let_go(open, wishes);
    }
    cursor(ui, open, over);
    if over && view.number.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
}

/// Whether the mouse is at nothing.
fn is_free(open: &Open) -> bool {
    open.hand.drag.is_none() && open.trim.stroke.is_none() && open.ortho.held.is_none()
}

/// Whether a press while teeth are named is the begin of such a click: on a tooth, or beside the open field.
fn would_name(open: &Open, hit: Option<Hit>) -> bool {
    open.teeth.naming.is_some() || hit.is_some_and(|hit| open.tooth_at(&hit).is_some())
}

/// A click in the picture while teeth are named: opens the field of the tooth there, or closes it.
fn click_tooth(open: &mut Open, hit: Option<Hit>, at: Pos2) {
    let tooth = hit.and_then(|hit| Some((hit.side, open.tooth_at(&hit)?)));
    open.teeth.naming = tooth.map(|(side, region)| Naming { side, region, at });
}

/// Whether a click on a jaw puts the section: a number that lies over the jaw does not take it then.
fn section_follows(open: &Open) -> bool {
    open.section.is_open && open.session.section().is_none()
}

/// A click on a jaw puts a mark of what is measured, or the section that follows the cursor.
fn click_jaw((open, wishes): (&mut Open, &Wishes), hit: Option<Hit>) {
    let Some(hit) = hit.filter(|hit| !hit.is_added) else { return };
    if open.measure.is_in_hand {
        measure::click(open, wishes, &hit);
        open.touch();
    } else if section_follows(open) {
        wishes.put(CaseAction::Section(SectionWish::Put), false);
    }
}

/// Of the pictures that one which shows both jaws shows the axis.
fn pick_axis((open, wishes): (&Open, &Wishes), hit: Option<Hit>, (pane, pointer): (Pane, &Pointer)) {
    if let Some(point) = open.motion.picking.filter(|_| pane == Pane::Jaws) {
        axis::click((open, wishes), point, hit, (open.view.camera_of(pane), pointer.at, pointer.size));
    }
}

fn hear(
    ui: &Ui,
    (open, wishes): (&mut Open, &Wishes),
    pictures: &Pictures,
    view: &View,
    event: &egui::Event,
    fine: bool,
) {
    match *event {
        egui::Event::PointerButton { pos, button, pressed: true, modifiers } if is_free(open) => {
            let on_top = ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
            if view.rect.contains(pos) && on_top {
                open.hand.pane = view.pane;
                let turn = modifiers.command || modifiers.ctrl;
                let pointer = view.pointer(pos, fine);
                let trims = button == PointerButton::Primary && open.trim.is_in_hand && !turn;
                if trims && trim::press(open, pictures, &pointer, modifiers.alt) {
                    return;
                }
                if button == PointerButton::Primary && !turn && ortho::press(open, view.pane, &pointer) {
                    return;
                }
                // The field opens when the button is let go: else that would take the keyboard from it again.
                let names = button == PointerButton::Primary && open.teeth.is_naming;
                if names && would_name(open, pictures.pick(view.pane, pointer.at)) {
                    return;
                }
                press(open, pictures, &pointer, button, turn);
            }
        }
        // What follows belongs to the picture in which it began.
        _ if open.hand.pane != view.pane => {}
        // It closes the sheet that lies over the picture, and nothing else.
        egui::Event::Key { key: Key::Escape, .. } if ui.memory(|m| m.top_modal_layer().is_some()) => {}
        egui::Event::PointerMoved(pos) if open.trim.stroke.is_some() => {
            trim::follow(open, pictures, &view.pointer(pos, fine));
        }
        egui::Event::PointerMoved(pos) if open.ortho.held.is_some() => {
            ortho::follow(open, pictures, &view.pointer(pos, fine));
        }
        egui::Event::PointerMoved(pos) => follow(open, &view.pointer(pos, fine)),
        egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, .. }
            if open.trim.stroke.is_some() =>
        {
            trim::follow(open, pictures, &view.pointer(pos, fine));
            trim::let_go(open, view.size);
        }
        egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, .. }
            if open.ortho.held.is_some() =>
        {
            ortho::follow(open, pictures, &view.pointer(pos, fine));
            ortho::let_go(open);
        }
        egui::Event::PointerButton { pos, pressed: false, .. } if open.hand.drag.is_some() => {
            follow(open, &view.pointer(pos, fine));
            let_go(open, wishes);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.trim.is_in_hand && open.hand.drag.is_none() =>
        {
            trim::escape(open);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.measure.is_in_hand && open.hand.drag.is_none() =>
        {
            measure::escape(open);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.pins.is_in_hand && open.hand.drag.is_none() =>
        {
            pins::escape(open);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.motion.picking.is_some() && open.hand.drag.is_none() =>
        {
            open.motion.picking = None;
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.motion.recording.is_on() && open.hand.drag.is_none() =>
        {
            open.motion.record(false);
            open.touch();
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. }
            if open.ortho.chosen.is_some() && open.hand.drag.is_none() =>
        {
            ortho::escape(open);
        }
        egui::Event::Key { key: Key::Escape, pressed: true, .. } => {
            if open.hand.drag.is_none() && open.view.fly_back() {
                (open.zones.chosen, open.zones.tooth) = (None, None);
                open.touch();
            }
            open.hand.selected &= open.hand.drag.is_some();
            open.lock.keep();
            if open.hand.drag.take().is_some_and(|d| d.holds_jaw()) {
                open.session.cancel_gesture();
                open.motion.recording.forget();
                open.touch();
            }
        }
        _ => {}
    }
}

/// A button went down over the picture: what it takes hold of.
fn press(open: &mut Open, pictures: &Pictures, pointer: &Pointer, button: PointerButton, turn: bool) {
    open.hand.drag = match button {
        PointerButton::Primary => Some(Drag::Press { at: pointer.at, grip: grip(open, pictures, pointer, turn) }),
        PointerButton::Middle | PointerButton::Secondary => {
            Some(Drag::Pan { last: pointer.at, grabbed: pictures.pick(open.hand.pane, pointer.at).map(|h| h.point) })
        }
        _ => None,
    };
}

/// A handle, the lower jaw's own surface where it may be moved, else the view. What closing added to a scan is nothing to hold on to.
fn grip(open: &Open, pictures: &Pictures, pointer: &Pointer, turn: bool) -> Grip {
    let handles = open.handles(open.hand.pane, pointer.size, pointer.pixels_per_point);
    if let Some((handle, handles)) = handles.and_then(|handles| Some((handles.at(pointer.at)?, handles))) {
        return Grip::Handle { handle, handles };
    }
    // While it trims or measures, the main button moves no jaw.
    match pictures.pick(open.hand.pane, pointer.at).filter(|hit| is_lower_jaw(*hit) && !open.has_tool()) {
        Some(hit) if may_be_moved(open) => Grip::Jaw { grabbed: hit.point, turn },
        hit => {
            let of_locked_jaw = hit.is_some() && !open.motion.is_open && !open.lock.is_free();
            Grip::View { pivot: pivot(open, pictures, pointer), of_locked_jaw }
        }
    }
}

/// In the Motion mode the jaw follows the movement; a drag that is recorded is no change of the bite.
fn may_be_moved(open: &Open) -> bool {
    if open.motion.is_open { open.motion.recording.is_on() } else { open.may_be_moved() }
}

fn is_lower_jaw(hit: Hit) -> bool {
    hit.side == JawSide::Lower && !hit.is_added
}

/// The middle of what is not covered: there the jaws are.
fn pivot(open: &Open, pictures: &Pictures, pointer: &Pointer) -> DVec3 {
    let (_, shift) = pictures.places.of(open.hand.pane).map(|p| p.margins.free(p.size)).unwrap_or_default();
    let middle = 0.5 * DVec2::new(f64::from(pointer.size[0]), f64::from(pointer.size[1])) + shift;
    open.view.camera_of(open.hand.pane).point_in_target_plane(middle, pointer.size)
}

fn follow(open: &mut Open, pointer: &Pointer) {
    let Some(mut drag) = open.hand.drag else { return };
    let pane = open.hand.pane;
    let before = (open.session.upper_from_lower(), *open.view.camera_of(pane));
    let was_on_locked_jaw = drag.is_on_locked_jaw();
    let held_jaw = drag.holds_jaw();
    drag.follow(&mut open.session, open.view.camera_mut(pane), pointer);
    open.hand.has_dragged |= !matches!(drag, Drag::Press { .. });
    if was_on_locked_jaw && !drag.is_on_locked_jaw() {
        open.lock.ask(Asked::Drag);
    }
    if before != (open.session.upper_from_lower(), *open.view.camera_of(pane)) {
        open.touch();
    }
    if drag.holds_jaw() {
        if !held_jaw {
            open.motion.recording.begin(Instant::now(), before.0);
        }
        open.motion.recording.sample(Instant::now(), open.session.upper_from_lower());
    }
    open.hand.drag = Some(drag);
}

fn let_go(open: &mut Open, wishes: &Wishes) {
    let Some(drag) = open.hand.drag.take() else { return };
    if drag.holds_jaw() && open.motion.recording.is_on() {
        open.session.cancel_gesture();
        open.touch();
        return wishes.put(CaseAction::Motion(MotionWish::Recorded), false);
    }
    if !open.has_tool() {
        open.hand.selected = drag.click().unwrap_or(open.hand.selected);
    }
    if drag.holds_jaw() {
        open.session.end_gesture();
    }
}

fn wheel(ui: &Ui, open: &mut Open, wishes: &Wishes, (pane, pointer): (Pane, &Pointer)) {
    // Raw events: a notch is a step, not a glide over several frames.
    let (lines, alt) = ui.input(|i| {
        let lines = i.events.iter().map(|e| match e {
            egui::Event::MouseWheel { unit, delta, .. } => {
                let amount = f64::from(if delta.y == 0.0 { delta.x } else { delta.y });
                amount
                    * match unit {
                        egui::MouseWheelUnit::Line => 1.0,
                        egui::MouseWheelUnit::Point => 0.02,
                        egui::MouseWheelUnit::Page => 10.0,
                    }
            }
            _ => 0.0,
        });
        (lines.sum::<f64>(), i.modifiers.alt)
    });
    if lines == 0.0 {
        return;
    }
    let factor = if pointer.fine { motion::FINE } else { 1.0 };
    open.touch();
    if alt {
        open.hand.wheel_rest += lines;
        let steps = open.hand.wheel_rest.trunc();
        open.hand.wheel_rest -= steps;
        if steps != 0.0 {
            wishes.put(CaseAction::Raise(steps * factor), false);
        }
    } else {
        open.view.camera_mut(pane).zoom(pointer.at, ZOOM_PER_LINE.powf(lines * factor), pointer.size);
    }
}

fn cursor(ui: &Ui, open: &Open, over: bool) {
    let icon = match open.hand.drag {
        Some(drag) if drag.holds_jaw() => CursorIcon::Grabbing,
        Some(Drag::Pan { .. }) => CursorIcon::Move,
        None if over && open.has_tool() => CursorIcon::Crosshair,
        None if over && may_be_moved(open) && open.hand.pointed.hit.is_some_and(is_lower_jaw) => CursorIcon::Grab,
        _ => return,
    };
    ui.ctx().set_cursor_icon(icon);
}
