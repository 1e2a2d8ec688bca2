//! From a pose in which the solids overlap to the first one in which they do not. While any pair of triangles meets, the
//! motion goes on to where the last of those pairs parts: no clear pose is passed over.
use super::super::bvh::Bvh;
use super::super::distance::smallest_distance;
use super::super::pairs::intersecting_pairs;
use super::contact::{Ahead, MARGINS_MM, contact_at};
use super::jaws::Jaws;
use super::motion::Motion;
use super::time_of_impact::{Moving, TimeOfImpact, Touch, time_of_impact};
use super::touches::last_touch;
use crate::base::{Cancelled, Progress, Rigid};

/// Rounds of "on to where the last pair parts" before the search gives up; tens are usual.
const MOST_ROUNDS: usize = 20_000;

/// # Errors
/// [`Cancelled`] when it is no longer wanted.
pub fn until_free(
    jaws: &Jaws,
    start: &Rigid,
    motion: &Motion,
    limit: f64,
    progress: &Progress,
) -> Result<Ahead, Cancelled> {
    let moving = Moving::new(jaws, start, motion);
    let places = [places(jaws.upper), places(jaws.lower)];
    let per_unit = moving.lower_sweeps.most_mm_per_unit;
    let margin = MARGINS_MM[0] / per_unit;
    // Where the surfaces last met, and with which triangles.
    let mut last: Option<Touch> = None;
    let mut s = 0.0;
    for _ in 0..MOST_ROUNDS {
        if s > limit {
            return Ok(Ahead::Nothing);
        }
        progress.at(s / limit)?;
        let pose = motion.pose(start, s);
        let pairs = intersecting_pairs(jaws.upper, jaws.lower, &pose);
        if !pairs.is_empty() {
            let pairs = pairs.iter().map(|[u, l]| (places[0][*u as usize], places[1][*l as usize]));
            let parted = last_to_part(&moving, pairs, s, limit);
            // Where rounding hid the end of every pair: on by steps that do not shrink.
            let met = parted.map_or(s, |touch| touch.travel);
            s = if parted.is_some() { met + margin } else { s + margin.max(s * 1e-3) };
            last = parted.or(last);
            continue;
        }
        if !jaws.nesting.is_nested(&pose) {
            return Ok(found(&moving, last, s, margin));
        }
        // One solid lies wholly inside the other: on to where it begins to come out.
        match time_of_impact(&Moving::new(jaws, &pose, motion), limit - s, progress)? {
            TimeOfImpact::Touch(touch) => s += touch.travel + margin,
            TimeOfImpact::Nothing => return Ok(Ahead::Nothing),
            TimeOfImpact::GaveUp { clear_to } => return Ok(Ahead::Unknown { up_to: s + clear_to }),
        }
    }
    Ok(Ahead::Unknown { up_to: s })
}

/// Of pairs that meet at the travel `s`, the one that parts last.
fn last_to_part(moving: &Moving, pairs: impl Iterator<Item = (usize, usize)>, s: f64, limit: f64) -> Option<Touch> {
    let parts = |(i, j): (usize, usize)| {
        let at_start = moving.lower.corners(j).map(|p| moving.start.transform_point(p));
        let travel = last_touch(&moving.motion, &moving.upper.corners(i), &at_start, s, limit)?;
        Some(Touch { travel, upper_place: i, lower_place: j })
    };
    pairs.filter_map(parts).max_by(|a, b| a.travel.total_cmp(&b.travel))
}

fn found(moving: &Moving, last: Option<Touch>, s: f64, margin: f64) -> Ahead {
    // Without a pair that parts there is no place to name but the nearest.
    let nearest = || {
        let pose = moving.motion.pose(&moving.start, s);
        let d = smallest_distance(moving.upper, moving.lower, &pose, None)?;
        let (upper_place, lower_place) = d.hint.places();
        Some(Touch { travel: 0.0, upper_place, lower_place })
    };
    let Some(touch) = last.or_else(nearest) else { return Ahead::Unknown { up_to: s } };
    let error = s - touch.travel + margin;
    let is_proven = error <= 3.0 * margin;
    Ahead::Contact(contact_at(moving, &touch, s, error * moving.lower_sweeps.most_mm_per_unit, is_proven))
}

/// Where each triangle stands in the order of the leaves.
fn places(bvh: &Bvh) -> Vec<usize> {
    let mut places = vec![0; bvh.n_triangles()];
    (0..bvh.n_triangles()).for_each(|place| places[bvh.triangle_id(place) as usize] = place);
    places
}
