//! Points of an orthodontic figure, dragged over the teeth.
use super::surface::mark_of;
use crate::app::stage::pictures::Pictures;
use crate::app::state::drag::Pointer;
use crate::app::state::ortho::HeldPoint;
use crate::app::state::{Open, Pane};
use crate::exact::measured::world;
use crate::jaw::Mark;
use crate::jaw::teeth::landmarks::Landmark;
use crate::session::Command;
use crate::session::placed::PlacedChange;

/// A press means a point so near to it, points on the screen.
const REACH: f64 = 9.0;
/// A press becomes a drag from so many points on.
const THRESHOLD: f64 = 6.0;

/// Takes hold of the point under the cursor; false where there is none.
pub fn press(open: &mut Open, pane: Pane, pointer: &Pointer) -> bool {
    open.ortho.held = point_at(open, pane, pointer).map(|point| HeldPoint {
        point,
        from: pointer.at,
        is_dragged: false,
        has_moved: false,
    });
    open.ortho.held.is_some()
}

/// The point of the chosen figure that is under the cursor.
pub fn point_at(open: &Open, pane: Pane, pointer: &Pointer) -> Option<Landmark> {
    if open.has_tool() {
        return None;
    }
    let (camera, pose) = (open.view.camera_of(pane), open.session.upper_from_lower());
    let away = |point: &Landmark| {
        let side = point.tooth.side();
        let at = camera.project(world(&Mark { side, at: point.at }, &pose), pointer.size)?;
        open.shows_in(pane, side).then(|| at.distance(pointer.at))
    };
    let near = open.ortho.points().filter_map(|point| Some((*point, away(point)?)));
    let near = near.filter(|(_, away)| *away <= REACH * pointer.pixels_per_point);
    near.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(point, _)| point)
}

/// It follows the cursor over the surface of its own jaw.
pub fn follow(open: &mut Open, pictures: &Pictures, pointer: &Pointer) {
    let Some(mut held) = open.ortho.held else { return };
    held.is_dragged |= held.from.distance(pointer.at) >= THRESHOLD * pointer.pixels_per_point;
    let hit =
        pictures.pick(open.hand.pane, pointer.at).filter(|hit| hit.side == held.point.tooth.side() && !hit.is_added);
    if let Some(hit) = hit.filter(|_| held.is_dragged) {
        held.point.at = mark_of(open, &hit).at;
        held.has_moved = true;
    }
    open.ortho.held = Some(held);
    open.touch();
}

/// It stays there: one step of undo.
pub fn let_go(open: &mut Open) {
    if let Some(held) = open.ortho.held.take().filter(|held| held.has_moved) {
        open.session.apply(&Command::Place(PlacedChange::Put(held.point)));
    }
}

/// It is where it was; without one in the hand no figure is chosen any more.
pub fn escape(open: &mut Open) {
    if open.ortho.held.take().is_none() {
        open.ortho.chosen = None;
    }
}
