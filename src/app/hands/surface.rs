//! Places on a jaw's surface, as clicks mean them.
use crate::app::state::Open;
use crate::base::Rigid;
use crate::jaw::{JawSide, Mark};
use crate::render::Hit;
use glam::DVec3;

/// What was hit as a mark of its jaw, on the surface itself: what is clicked is known to a pixel's depth alone.
pub fn mark_of(open: &Open, hit: &Hit) -> Mark {
    let at = in_jaw(hit.side, hit.point, &open.session.upper_from_lower());
    let ready = open.section.ready(&open.session);
    let at = ready.and_then(|ready| ready.runs.nearest(hit.side, at)).unwrap_or(at);
    Mark { side: hit.side, at }
}

/// A place in the jaw's own coordinates.
pub fn in_jaw(side: JawSide, world: DVec3, upper_from_lower: &Rigid) -> DVec3 {
    match side {
        JawSide::Upper => world,
        JawSide::Lower => upper_from_lower.inverse().transform_point(world),
    }
}
