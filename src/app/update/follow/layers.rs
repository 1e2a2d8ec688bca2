//! The layers of the map's pixel under a resting pointer.
use crate::app::state::Open;
use crate::app::state::figures::MapShown;
use crate::app::state::layers::Spot;
use std::time::Instant;

/// The pixel to be asked for now, once. `map`: the one that is shown.
pub fn follow(open: &mut Open, map: Option<MapShown>, is_held: bool, now: Instant) -> Option<[u32; 2]> {
    let spot = map.filter(|_| open.layers.is_enabled()).and_then(|map| spot(open, &map));
    open.layers.point(spot, now);
    open.layers.take_due(is_held, now)
}

/// The pixel of the map that is pointed at or kept.
fn spot(open: &Open, map: &MapShown) -> Option<Spot> {
    open.figures.settled()?;
    let projection = &map.projection;
    let kept = open.layers.kept().map(|world| projection.map_from_world(world).0);
    let place = kept.or(open.hand.pointed.map_place)?.floor();
    let on_map = place.x >= 0.0
        && place.y >= 0.0
        && place.x < f64::from(projection.cols)
        && place.y < f64::from(projection.rows);
    on_map.then_some(Spot { frame: map.frame, pixel: [place.x as u32, place.y as u32] })
}
