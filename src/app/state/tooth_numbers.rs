//! Where the teeth's numbers stand in a picture of the jaws.
use super::{Open, Pane};
use crate::base::Rigid;
use crate::jaw::JawSide;
use glam::DVec2;

/// A tooth that turns its outer side away from the viewer by more than this (cosine) has no number: it would stand on another one.
const TURNED_AWAY: f64 = -0.35;

/// A number that is seen.
pub struct NumberSeen {
    /// The jaw, and the region of its tooth.
    pub tooth: (JawSide, usize),
    pub name: String,
    /// Its middle, pixels from the picture's upper left; it may lie outside.
    pub at: DVec2,
}

/// Of a picture of this size, pixels.
pub fn numbers_seen(open: &Open, pane: Pane, size: [u32; 2]) -> Vec<NumberSeen> {
    let camera = open.view.camera_of(pane);
    let of_jaw = |side: JawSide| {
        let world_from_jaw = match side {
            JawSide::Upper => Rigid::IDENTITY,
            JawSide::Lower => open.upper_from_lower_in(pane),
        };
        let teeth = open.session.teeth().jaw(side);
        open.teeth.anchors(&open.session, side).iter().filter_map(move |anchor| {
            let name = teeth.number_in_pictures(anchor.region)?;
            let (at, outwards) = anchor.posed(&world_from_jaw);
            let faces = outwards.dot(camera.towards_viewer()) >= TURNED_AWAY;
            let at = camera.project(at, size).filter(|_| faces)?;
            Some(NumberSeen { tooth: (side, anchor.region), name, at })
        })
    };
    let shown = [JawSide::Upper, JawSide::Lower].into_iter().filter(|side| open.shows_in(pane, *side));
    shown.flat_map(of_jaw).collect()
}
