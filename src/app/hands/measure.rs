//! Clicks of the tool that measures, on the jaws.
use crate::app::state::zones::ListHabits;
use crate::app::state::{Open, Wishes};
use crate::base::Rigid;
use crate::jaw::measure::free_name;
use crate::jaw::{JawSide, Mark, Measure, MeasureKind};
use crate::render::Hit;
use crate::session::Command;
use glam::DVec3;

/// A contact is meant by a click so near to its middle, mm.
const REACH_MM: f64 = 4.0;

/// Puts a mark; the last one of a measure makes it one.
pub fn click(open: &mut Open, wishes: &Wishes, hit: &Hit) {
    let Some(at) = place(open, hit) else { return };
    let pose = open.session.upper_from_lower();
    let at = on_surface(open, hit.side, in_jaw(hit.side, at, &pose));
    open.measure.marks.push(Mark { side: hit.side, at });
    let kind = open.measure.kind;
    if open.measure.marks.len() == kind.n_marks() {
        let marks = std::mem::take(&mut open.measure.marks);
        let name = free_name(open.session.measures());
        wishes.put(Command::AddMeasure(Measure { kind, name, marks }), false);
    }
}

/// Takes the last mark back; without one puts the tool away.
pub fn escape(open: &mut Open) {
    if open.measure.marks.pop().is_none() {
        open.measure.leave();
    }
}

/// The place that is meant; of contacts the middle of the nearest one.
fn place(open: &Open, hit: &Hit) -> Option<DVec3> {
    if open.measure.kind != MeasureKind::Contacts {
        return Some(hit.point);
    }
    let (zones, _) = open.zones.shown(ListHabits::default());
    let away = |centroid: &DVec3| centroid.distance(hit.point);
    let near = zones.iter().map(|zone| zone.zone.centroid).filter(|centroid| away(centroid) <= REACH_MM);
    near.min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// A place in the jaw's own coordinates.
fn in_jaw(side: JawSide, world: DVec3, upper_from_lower: &Rigid) -> DVec3 {
    match side {
        JawSide::Upper => world,
        JawSide::Lower => upper_from_lower.inverse().transform_point(world),
    }
}

/// The place on the surface itself: what is clicked is known to a pixel's depth alone. The middle of a contact lies between both jaws.
fn on_surface(open: &Open, side: JawSide, at: DVec3) -> DVec3 {
    let ready = open.section.ready(&open.session).filter(|_| open.measure.kind != MeasureKind::Contacts);
    ready.and_then(|ready| ready.runs.nearest(side, at)).unwrap_or(at)
}
