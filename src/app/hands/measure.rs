//! Clicks of the tool that measures, on the jaws.
use super::surface::{in_jaw, mark_of};
use crate::app::state::zones::ListHabits;
use crate::app::state::{Open, Wishes};
use crate::jaw::measure::free_name;
use crate::jaw::{Mark, Measure, MeasureKind};
use crate::render::Hit;
use crate::session::Command;
use glam::DVec3;

/// A contact is meant by a click so near to its middle, mm.
const REACH_MM: f64 = 4.0;

/// Puts a mark; the last one of a measure makes it one.
pub fn click(open: &mut Open, wishes: &Wishes, hit: &Hit) {
    let Some(mark) = mark(open, hit) else { return };
    open.measure.marks.push(mark);
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

/// The place that is meant; of contacts the middle of the nearest one, which lies between both jaws.
fn mark(open: &Open, hit: &Hit) -> Option<Mark> {
    if open.measure.kind != MeasureKind::Contacts {
        return Some(mark_of(open, hit));
    }
    let (zones, _) = open.zones.shown(ListHabits::default());
    let away = |centroid: &DVec3| centroid.distance(hit.point);
    let near = zones.iter().map(|zone| zone.zone.centroid).filter(|centroid| away(centroid) <= REACH_MM);
    let middle = near.min_by(|a, b| away(a).total_cmp(&away(b)))?;
    Some(Mark { side: hit.side, at: in_jaw(hit.side, middle, &open.session.upper_from_lower()) })
}
