//! Clicks that say where a point of the hinge axis is.
use super::surface::mark_of;
use crate::app::actions::CaseAction;
use crate::app::state::motion::MotionWish;
use crate::app::state::{Open, Wishes};
use crate::jaw::motion::AxisPoint;
use crate::render::{Camera, Hit};
use glam::{DVec2, DVec3};

/// On a scan the surface that was hit, where its jaw is in the bite; beside the scans the point keeps its depth.
pub fn click(
    (open, wishes): (&Open, &Wishes),
    point: AxisPoint,
    hit: Option<Hit>,
    (camera, at, size): (&Camera, DVec2, [u32; 2]),
) {
    let hit = hit.filter(|hit| !hit.is_added);
    let on_scan = hit.map(|hit| crate::exact::measured::world(&mark_of(open, &hit), &open.session.bite()));
    let place = on_scan.or_else(|| beside(open, point, (camera, at, size)));
    if let Some(place) = place {
        wishes.put(CaseAction::Motion(MotionWish::PlaceAxis(point, place)), false);
    }
}

/// Under the cursor, as far away as the point is now.
fn beside(open: &Open, point: AxisPoint, (camera, at, size): (&Camera, DVec2, [u32; 2])) -> Option<DVec3> {
    let now = open.session.motion().facebow?.points()?[point as usize];
    let from = camera.project(now, size)?;
    Some(now + camera.motion_in_view(from, at, now, size))
}
