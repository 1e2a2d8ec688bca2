//! Poses between those of a path.
use super::found::PathFound;
use crate::base::Rigid;
use glam::{DMat3, DQuat, DVec3};

/// Between two poses, `t` from 0 to 1: the turn in even steps, and a point of the moved jaw straight from place to place. `point` is
/// one at the teeth: about a far origin the jaw would leave its way by a tenth of a millimetre.
pub fn between(a: &Rigid, b: &Rigid, t: f64, point: DVec3) -> Rigid {
    let turn = |pose: &Rigid| DQuat::from_mat3(&pose.rotation);
    let rotation = DMat3::from_quat(turn(a).slerp(turn(b), t));
    let place = a.transform_point(point).lerp(b.transform_point(point), t);
    Rigid { rotation, translation: place - rotation * point }
}

/// The pose at a place of a path; `None` in a hole.
pub fn interpolated(path: &PathFound, at: f64) -> Option<Rigid> {
    let (i, t) = path.place(at);
    let here = path.steps.get(i)?.upper_from_lower;
    let Some(next) = path.steps.get(i + 1).filter(|_| t > 0.0) else { return here };
    match (here, next.upper_from_lower) {
        // A leap has no places between.
        (Some(here), Some(_)) if next.is_jump => Some(here),
        (Some(here), Some(next)) => Some(between(&here, &next, t, path.incisal_in_lower())),
        _ => None,
    }
}
