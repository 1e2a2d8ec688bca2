//! From settled to where nothing beside is better: uphill in contact, along the walls that touching surfaces are.
//!
//! A step is the one uphill that no surface forbids, as far as all are straight: a linear objective, linear constraints, a region of trust
//! (sequential linear programming; touching places are constraints in Chang et al. 2010, too). Steps along one axis after the other would end on
//! the first ridge where two walls meet.
use super::meeting::{ARM_MM, Faced, MET_MM, Meeting, Settled};
use super::points::{Parts, Points};
use super::spread::{PLACES, place_of};
use crate::base::six::{Six, motion};
use crate::base::{Cancelled, Progress, Rigid};

/// Spacing of the points, mm.
pub const FINE_MM: f64 = 0.25;
/// What is farther from the other jaw than this and the threshold takes no part, mm.
const MOST_POLISHED_MM: f64 = 0.16;
/// Edges farther from the other jaw than this are not where it meets, mm.
const PEAKS_MM: f64 = 0.1;
/// Width of the slope from contact to none, of the threshold: wide ones show the way, narrow ones the place.
const SLOPES: [f64; 3] = [0.4, 0.2, 0.1];
/// First and last length of a step, mm; how much longer one is that was better than all before, and shorter one that was not.
const STEP_MM: (f64, f64) = (0.05, 0.002);
const LONGER: f64 = 1.5;
const SHORTER: f64 = 0.5;
/// By what share a step must be better.
const WORTH_A_STEP: f64 = 1e-4;
/// A part of the arch without contact gains as if it had so much, mm²: the root's slope has no end there.
const LEAST_AREA_MM2: f64 = 0.01;
/// Opening and closing to where the jaws meet: rounds.
const MEETINGS: usize = 3;
/// Without walls a step would be so many times as long as it is trusted; rounds in which walls push it back, and how still they then are.
const BEYOND: f64 = 3.0;
const ROUNDS: usize = 100;
const STILL: f64 = 1e-3;

/// What is near to the other jaw, closely: evenly over the surface, and the edges.
pub struct Close<'a> {
    meeting: Meeting<'a>,
    points: Points,
    peaks: Points,
}

/// A pose in which the jaws meet, and what its points face.
struct Met {
    settled: Settled,
    faced: Vec<Faced>,
    areas: [f64; PLACES],
}

impl<'a> Close<'a> {
    /// `near`: triangles, `points`: of theirs.
    pub fn new(meeting: Meeting<'a>, near: &Parts, points: &Points, pose: &Rigid) -> Self {
        let close = |points: &Points, reach_mm: f64| points.near(meeting.targets, pose, reach_mm);
        Self {
            points: close(points, meeting.threshold_mm + MOST_POLISHED_MM),
            peaks: close(&Points::edges(meeting.targets, near), PEAKS_MM),
            meeting,
        }
    }

    /// The pose beside this one with the most contact spread over the arch, in which no more overlaps than is allowed.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn polished(&mut self, pose: &Rigid, progress: &Progress) -> Result<Settled, Cancelled> {
        let mut best = Settled { pose: *pose, spread_mm2: 0.0 };
        for slope in SLOPES {
            best = self.uphill(&best.pose, slope * self.meeting.threshold_mm, progress)?;
        }
        Ok(best)
    }

    fn uphill(&mut self, pose: &Rigid, slope_mm: f64, progress: &Progress) -> Result<Settled, Cancelled> {
        let (mut best, mut step_mm) = (self.met(pose, slope_mm), STEP_MM.0);
        let mut ahead = self.ahead(&best, slope_mm);
        while step_mm > STEP_MM.1 {
            progress.check()?;
            let (way, walls) = &ahead;
            let step = self.along_walls(way, walls, step_mm);
            let tried = self.met(&(motion(&step, self.meeting.frame.origin) * best.settled.pose), slope_mm);
            if tried.settled.spread_mm2 > best.settled.spread_mm2 * (1.0 + WORTH_A_STEP) {
                best = tried;
                ahead = self.ahead(&best, slope_mm);
                step_mm *= LONGER;
            } else {
                step_mm *= SHORTER;
            }
        }
        Ok(best.settled)
    }

    /// The steepest way uphill from a pose, and what stands in it.
    fn ahead(&mut self, met: &Met, slope_mm: f64) -> (Six, Vec<Faced>) {
        (self.steepest(met, slope_mm), self.meeting.faced(&mut self.peaks, &met.settled.pose, MET_MM))
    }

    /// The pose opened or closed along the occlusal normal until as much overlaps as is allowed.
    fn met(&mut self, pose: &Rigid, slope_mm: f64) -> Met {
        let (meeting, mut pose) = (self.meeting, *pose);
        for _ in 0..MEETINGS {
            let open_mm = meeting.opening_mm(&meeting.faced(&mut self.peaks, &pose, MET_MM));
            if !open_mm.is_finite() {
                break;
            }
            pose = Rigid::from_translation(-meeting.frame.up * open_mm) * pose;
        }
        let faced = meeting.faced(&mut self.points, &pose, MET_MM);
        let (spread_mm2, areas) = meeting.spread(&faced, self.points.spacing_mm, slope_mm);
        Met { settled: Settled { pose, spread_mm2 }, faced, areas }
    }

    /// How the spread grows with a turn (at the arm's length) and a shift, mm² a mm.
    fn steepest(&self, met: &Met, slope_mm: f64) -> Six {
        let roots: f64 = met.areas.iter().map(|area| area.sqrt()).sum();
        let of_place = met.areas.map(|area| roots / (PLACES as f64 * area.max(LEAST_AREA_MM2).sqrt()));
        let mut steepest = [0.0; 6];
        for f in &met.faced {
            let contact = self.meeting.contact(f.gap_mm, slope_mm);
            let lost = contact * (1.0 - contact) / slope_mm * self.points.spacing_mm.powi(2) / 2.0;
            let gain = -lost * of_place[place_of(self.meeting.frame, f.place)];
            let along = at_arms_length(self.meeting.along(f));
            (0..6).for_each(|i| steepest[i] += gain * along[i]);
        }
        steepest
    }

    /// The step that goes farthest that way, and closes nothing by more than its gap and what may overlap.
    fn along_walls(&self, way: &Six, faced: &[Faced], length_mm: f64) -> Six {
        let wall = |f: &Faced| {
            let along = at_arms_length(self.meeting.along(f));
            // Where it overlaps by more already, it must not by yet more.
            let least = (-self.meeting.tolerance_mm - f.gap_mm).min(0.0);
            (least > -BEYOND * length_mm * length(&along)).then_some((along, least))
        };
        let walls: Vec<(Six, f64)> = faced.iter().filter_map(wall).collect();
        at_arms_length(within_walls(way, &walls, length_mm))
    }
}

/// The step of at most a length that goes farthest along `way`; along each wall it goes at least so far (at most 0). By Hildreth's dual ascent:
/// each wall in turn pushes back what went into it, and never pulls.
fn within_walls(way: &Six, walls: &[(Six, f64)], longest: f64) -> Six {
    let mut step = way.map(|x| x * BEYOND * longest / length(way).max(f64::MIN_POSITIVE));
    let mut pushes = vec![0.0; walls.len()];
    for _ in 0..ROUNDS {
        let mut most = 0.0_f64;
        for ((along, least), push) in walls.iter().zip(&mut pushes) {
            let more = ((least - dot(along, &step)) / dot(along, along)).max(-*push);
            *push += more;
            (0..6).for_each(|i| step[i] += more * along[i]);
            most = most.max(more.abs());
        }
        if most < STILL * longest {
            break;
        }
    }
    let shorter = (longest / length(&step).max(f64::MIN_POSITIVE)).min(1.0);
    step.map(|x| x * shorter)
}

/// Turns are mm at the arm's length while steps are looked for: of a change of the gap per radian that per mm, of a step in mm that in radians.
fn at_arms_length(along: Six) -> Six {
    std::array::from_fn(|i| along[i] / if i < 3 { ARM_MM } else { 1.0 })
}

fn dot(a: &Six, b: &Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(a: &Six) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: f64 = 0.05;

    fn along(shift: [f64; 3]) -> Six {
        [0.0, 0.0, 0.0, shift[0], shift[1], shift[2]]
    }

    #[test]
    fn a_step_goes_uphill_where_nothing_stands_in_its_way() {
        let step = within_walls(&along([3.0, 0.0, 4.0]), &[], LONGEST);
        assert!((length(&step) - LONGEST).abs() < 1e-12 && (step[3] / step[5] - 0.75).abs() < 1e-12, "{step:?}");
        // A wall behind it changes nothing.
        assert_eq!(within_walls(&along([3.0, 0.0, 4.0]), &[(along([0.6, 0.0, 0.8]), 0.0)], LONGEST), step);
    }

    #[test]
    fn it_slides_along_the_ridge_of_two_walls() {
        // Uphill is down into a groove along y, and a little along it: along any axis but that of the groove a wall is met.
        let walls = [(along([0.6, 0.0, 0.8]), 0.0), (along([-0.6, 0.0, 0.8]), 0.0)];
        let step = within_walls(&along([0.0, 0.3, -1.0]), &walls, LONGEST);
        assert!((step[4] - 0.9 * LONGEST / 1.09_f64.sqrt()).abs() < 1e-3 * LONGEST, "along the groove: {step:?}");
        assert!(walls.iter().all(|(wall, least)| dot(wall, &step) > least - 1e-2 * LONGEST), "{step:?}");
        // The twin: a groove that runs up the other way lets nothing through.
        let closed = [&walls[..], &[(along([0.0, -1.0, 0.0]), 0.0)]].concat();
        assert!(length(&within_walls(&along([0.0, 0.3, -1.0]), &closed, LONGEST)) < 1e-2 * LONGEST);
    }

    #[test]
    fn it_goes_as_near_to_a_wall_as_its_gap() {
        let step = within_walls(&along([0.0, 0.0, -1.0]), &[(along([0.0, 0.0, 1.0]), -0.01)], LONGEST);
        assert!((step[5] + 0.01).abs() < 1e-4, "{step:?}");
    }
}
