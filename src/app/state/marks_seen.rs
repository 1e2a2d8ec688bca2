//! Where the teeth's numbers and pins stand in a picture of the jaws.
use super::{Open, Pane};
use crate::base::Rigid;
use crate::exact::measured::world;
use crate::jaw::{JawSide, Mark};
use glam::{DVec2, DVec3};

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

/// Where a mark on a jaw is, as far as its jaw is in the picture; pixels, it may lie outside.
pub fn mark_seen(open: &Open, pane: Pane, size: [u32; 2], mark: &Mark) -> Option<DVec2> {
    let at = world(mark, &open.session.upper_from_lower());
    open.view.camera_of(pane).project(at, size).filter(|_| open.shows_in(pane, mark.side))
}

/// Of a picture of this size, pixels.
pub fn numbers_seen(open: &Open, pane: Pane, size: [u32; 2]) -> Vec<NumberSeen> {
    let camera = open.view.camera_of(pane);
    let number = |ToothSeen { tooth, at, outwards }: ToothSeen| {
        let (side, region) = tooth;
        let name = open.session.teeth().jaw(side).number_in_pictures(region)?;
        let faces = outwards.dot(camera.towards_viewer()) >= TURNED_AWAY;
        let at = camera.project(at, size).filter(|_| faces)?;
        Some(NumberSeen { tooth, name, at })
    };
    teeth_seen(open, pane).filter_map(number).collect()
}

/// A tooth of a jaw that is in the picture.
pub struct ToothSeen {
    pub tooth: (JawSide, usize),
    /// Where its number is written, world.
    pub at: DVec3,
    outwards: DVec3,
}

pub fn teeth_seen(open: &Open, pane: Pane) -> impl Iterator<Item = ToothSeen> + '_ {
    let shown = [(JawSide::Upper, Rigid::IDENTITY), (JawSide::Lower, open.upper_from_lower_in(pane))];
    let shown = shown.into_iter().filter(move |(side, _)| open.shows_in(pane, *side));
    shown.flat_map(|(side, world_from_jaw)| {
        open.teeth.anchors(&open.session, side).iter().map(move |anchor| {
            let (at, outwards) = anchor.posed(&world_from_jaw);
            ToothSeen { tooth: (side, anchor.region), at, outwards }
        })
    })
}
