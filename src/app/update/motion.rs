//! The Motion mode is opened, played, and fed with records.
use crate::app::state::motion::{DiagramGroup, Import, MotionWish};
use crate::app::state::{Desk, Kind, Look, Messages, Open};
use crate::base::files::{self, file_name};
use crate::base::words::{decimal, say};
use crate::export::view::MotionViewRecord;
use crate::jaw::motion::{AxisPoint, CONDYLES_APART_MM};
use crate::session::jaw_motion::{MOST_POSES, MotionQuestion};
use crate::session::{Command, KeptRecord, MotionChange};
use glam::DVec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub fn update(open: &mut Open, messages: &mut Messages, wish: MotionWish) {
    if is_of_path(&wish) && open.motion.recording.is_on() {
        if open.hand.moves_jaw() {
            return;
        }
        // Who looks at the movement again records no drag.
        open.motion.record(false);
    }
    let motion = &mut open.motion;
    match wish {
        MotionWish::Toggle if motion.is_open => leave(open),
        MotionWish::Toggle => enter(open),
        MotionWish::GoTo(at) => motion.go_to(at),
        MotionWish::Step(steps) => motion.step_by(steps),
        MotionWish::Hold(on) => (motion.is_held, motion.is_playing) = (on, motion.is_playing && !on),
        MotionWish::TogglePlay => motion.play(!motion.is_playing),
        MotionWish::Loop(on) => motion.loops = on,
        MotionWish::Speed(times) => motion.speed = times.clamp(0.1, 4.0),
        MotionWish::Record(on) => {
            motion.record(on);
            open.session.play(None);
        }
        MotionWish::PickAxis(point) => pick_axis(open, point),
        MotionWish::PlaceAxis(point, at) => place_axis(open, messages, (point, at)),
        MotionWish::Diagrams(group) => show_diagrams(open, group),
        MotionWish::DiagramsNear(on) => motion.drawn.is_near = on,
        MotionWish::Paint(paint) => motion.drawn.paint = paint,
        MotionWish::Recorded => keep_recorded(open, messages),
        MotionWish::Import(path) => import(open, messages, path),
        MotionWish::Answer(answer) => {
            if let Some(import) = &mut motion.import {
                import.answer(answer);
            }
        }
        MotionWish::TakeImport => take_import(open, messages),
        MotionWish::DropImport => motion.import = None,
    }
    open.touch();
}

/// Takes the jaw along the path.
fn is_of_path(wish: &MotionWish) -> bool {
    matches!(wish, MotionWish::GoTo(_) | MotionWish::Step(_) | MotionWish::Hold(true) | MotionWish::TogglePlay)
}

/// All of the axis is brought into the picture.
fn pick_axis(open: &mut Open, point: Option<AxisPoint>) {
    if open.motion.picking.is_none() && point.is_some() {
        open.view.look_after_layout = Some(Look::Fit);
        open.motion.record(false);
    }
    open.motion.picking = point.filter(|_| open.motion.is_open);
}

/// Where no head has it, it stays where it is.
fn place_axis(open: &mut Open, messages: &mut Messages, (point, at): (AxisPoint, DVec3)) {
    let Some(facebow) = open.session.motion().facebow else { return };
    let facebow = facebow.with_point(point, at);
    if !facebow.is_sound() {
        let [least, most] = [CONDYLES_APART_MM.start(), CONDYLES_APART_MM.end()].map(|mm| decimal(*mm, 0));
        return messages.info(say!("axis-refused", least = least, most = most));
    }
    open.session.apply(&Command::JawMotion(MotionChange::Facebow(Some(facebow))));
}

/// The pictures have another shape beside them, and are looked at whole.
fn show_diagrams(open: &mut Open, group: Option<DiagramGroup>) {
    if open.motion.drawn.group.is_some() != group.is_some() {
        open.view.look_at_arches_after_layout = true;
        open.view.look_after_layout = Some(Look::Fit);
    }
    open.motion.drawn.group = group;
}

/// A click means one thing at a time, and tools are of the jaw at rest.
fn enter(open: &mut Open) {
    super::trim::put_away(open);
    open.measure.leave();
    open.pins.leave();
    open.hand.selected = false;
    open.compare.leave();
    open.leave_bites();
    open.lock.keep();
    open.motion.enter();
}

/// To an instant of a snapshot's movement, as soon as that is computed.
pub fn come_back(open: &mut Open, motion: &MotionViewRecord) {
    if !open.motion.is_open {
        enter(open);
        // One looks as the snapshot does.
        open.view.had_motion_card = true;
    }
    open.motion.go_to_when_known(motion.at);
}

/// The jaw is in its bite again.
pub fn leave(open: &mut Open) {
    if open.motion.recording.is_on() && open.hand.moves_jaw() {
        open.session.cancel_gesture();
        open.hand.drag = None;
    }
    open.motion.leave();
    open.session.play(None);
}

/// Said where a hand would move a jaw that follows a movement.
pub fn refuse(messages: &mut Messages) {
    messages.info(say!("motion-refused"));
}

fn keep_recorded(open: &mut Open, messages: &mut Messages) {
    let Ok(asked) = MotionQuestion::of(&open.session) else { return open.motion.recording.turn(false) };
    let name = free_name(open, say!("motion-drag-name"));
    let source = say!("motion-drag-source", date = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string());
    match open.motion.recording.take(&asked, (name, source)) {
        Some(record) => add(open, messages, record),
        None => messages.info(say!("motion-drag-none")),
    }
}

fn add(open: &mut Open, messages: &mut Messages, record: KeptRecord) {
    let n_before = open.session.motion().records.len();
    open.session.apply(&Command::JawMotion(MotionChange::AddRecord(Arc::new(record))));
    if open.session.motion().records.len() == n_before {
        messages.error(say!("motion-too-many", most = MOST_POSES));
    }
}

/// With a number behind it where there is one of this name.
fn free_name(open: &Open, name: &str) -> String {
    let records = &open.session.motion().records;
    let is_free = |name: &String| records.iter().all(|record| record.name != *name);
    let numbered = (2..).map(|i| format!("{name} {i}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// A file that was chosen or dropped.
pub fn import_into(desk: &mut Desk, path: &Path) {
    let Desk { open: Some(open), messages, .. } = desk else {
        return desk.messages.add(Kind::Warning, say!("motion-import-needs-case"));
    };
    if !open.motion.is_open {
        enter(open);
    }
    update(open, messages, MotionWish::Import(path.to_owned()));
}

fn import(open: &mut Open, messages: &mut Messages, path: PathBuf) {
    match files::read_file(&path) {
        Ok(bytes) => open.motion.import = Some(Import::new(path, bytes, open.wake.clone())),
        Err(error) => messages.error(format!("{error}.")),
    }
}

fn take_import(open: &mut Open, messages: &mut Messages) {
    let Some(import) = open.motion.import.take() else { return };
    let stem = import.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = free_name(open, &stem);
    let read_as = import.file().and_then(|file| file.as_ref().ok()).map_or("", |file| file.read_as.as_str());
    let bite = import.found().and_then(|found| found.as_ref().ok()).map_or("", |found| found.bite.as_str());
    let smoothing = match import.answers.smoothed_over {
        Some(samples) => say!("record-smoothed-over", n = samples),
        None => say!("record-not-smoothed").to_owned(),
    };
    let source = say!(
        "motion-import-source",
        file = file_name(&import.path),
        read_as = read_as,
        bite = bite,
        smoothing = smoothing
    );
    match import.record((&name, &source)) {
        Some(record) => add(open, messages, record),
        None => messages.error(say!("motion-too-many", most = MOST_POSES)),
    }
}
