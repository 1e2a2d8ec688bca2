//! Where cusps may fit fossae: the lower jaw in every turn and shift within reach, dropped onto the upper one, seen along the occlusal normal.
use super::spread::{PLACES, place_of, spread_of};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::bites::surface_points::surface_points;
use crate::jaw::OcclusalFrame;
use crate::mesh::TriMesh;
use glam::{DVec3, IVec2};
use std::collections::HashMap;

/// Cells of the map, and spacing of the points that are dropped, mm.
const CELL_MM: f64 = 0.4;
const DROPPED_MM: f64 = 1.2;
/// Surface that faces the other jaw less than this takes no part: cosine.
const FACING: f64 = 0.2;
/// Shifts in the occlusal plane, and turns about its normal and within it, that are tried either way.
const SHIFT_MM: (f64, i32) = (0.8, 5);
const TURN_DEG: (f64, i32) = (2.0, 3);
const LEAN_DEG: (f64, i32) = (2.0, 2);
/// So near counts as fitting, mm; and of so many points, in per mille, the map's cells may be wrong.
const FITS_MM: f64 = 0.5;
const MAY_BE_WRONG: usize = 10;

/// Both jaws along the occlusal normal.
pub struct Drop<'a> {
    frame: &'a OcclusalFrame,
    /// Lowest surface of the upper jaw in each cell, mm along the normal from the frame's origin.
    lowest: HashMap<IVec2, f64>,
    /// Of the lower jaw, its own coordinates, with their outward normals.
    points: Vec<(DVec3, DVec3)>,
}

/// How well a pose fits, and the pose.
pub type Fit = (f64, Rigid);

impl<'a> Drop<'a> {
    /// `counts`: whether a triangle of the upper (0) or lower jaw takes part.
    pub fn new([upper, lower]: [&TriMesh; 2], counts: &impl Fn(usize, u32) -> bool, frame: &'a OcclusalFrame) -> Self {
        let mut lowest: HashMap<IVec2, f64> = HashMap::new();
        for point in surface_points(upper, CELL_MM * 0.8, |t| counts(0, t)) {
            let (cell, height) = cell_and_height(frame, point.place);
            lowest.entry(cell).and_modify(|z| *z = z.min(height)).or_insert(height);
        }
        let points = surface_points(lower, DROPPED_MM, |t| counts(1, t));
        Self { frame, lowest, points: points.iter().map(|p| (p.place, p.normal)).collect() }
    }

    /// The poses near `start` in which most fits, no two alike, dropped to where they nearly touch.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn best(&self, start: &Rigid, most: usize, progress: &Progress) -> Result<Vec<Fit>, Cancelled> {
        let found = share_out(
            turns().into_iter(),
            || (),
            |(), [about, lean, tip]| {
                progress.check()?;
                let turn = self.turn(about, lean, tip) * *start;
                Ok(self.best_shifts(&turn))
            },
        );
        let mut all: Vec<Fit> = found.into_iter().collect::<Result<Vec<_>, Cancelled>>()?.concat();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Vec<Fit> = Vec::new();
        for (fit, pose) in all {
            if best.len() < most && best.iter().all(|(_, known)| self.differ(known, &pose)) {
                best.push((fit, pose));
            }
        }
        Ok(best)
    }

    fn differ(&self, a: &Rigid, b: &Rigid) -> bool {
        const ALIKE_MM: f64 = 1.2;
        let every = self.points.len().div_ceil(50).max(1);
        let far = |(p, _): &(DVec3, DVec3)| a.transform_point(*p).distance(b.transform_point(*p));
        self.points.iter().step_by(every).map(far).fold(0.0, f64::max) > ALIKE_MM
    }

    /// A turn about the frame's origin: about its normal, sidewards and to the front, degrees.
    fn turn(&self, about: f64, lean: f64, tip: f64) -> Rigid {
        let turn = |axis: DVec3, deg: f64| Rigid::from_axis_angle(self.frame.origin, axis, deg.to_radians());
        turn(self.frame.up, about) * turn(self.frame.front, lean) * turn(self.frame.right, tip)
    }

    /// Of one turn the three shifts that fit best.
    fn best_shifts(&self, turned: &Rigid) -> Vec<Fit> {
        let facing = |(place, normal): &(DVec3, DVec3)| {
            (turned.transform_vector(*normal).dot(self.frame.up) > FACING).then(|| turned.transform_point(*place))
        };
        let posed: Vec<DVec3> = self.points.iter().filter_map(facing).collect();
        let (step, n) = SHIFT_MM;
        let mut fits = Vec::new();
        for i in -n..=n {
            for j in -n..=n {
                let shift = (self.frame.right * f64::from(i) + self.frame.front * f64::from(j)) * step;
                fits.extend(
                    self.dropped(&posed, shift)
                        .map(|(fit, up)| (fit, Rigid::from_translation(shift + self.frame.up * up) * *turned)),
                );
            }
        }
        fits.sort_by(|a, b| b.0.total_cmp(&a.0));
        fits.truncate(3);
        fits
    }

    /// How well points fit that were shifted and dropped, and how far up they go; `None` where hardly any lies below the upper jaw.
    fn dropped(&self, points: &[DVec3], shift: DVec3) -> Option<(f64, f64)> {
        let over = |p: &DVec3| {
            let (cell, height) = cell_and_height(self.frame, *p + shift);
            Some((self.lowest.get(&cell)? - height, *p))
        };
        let mut gaps: Vec<(f64, DVec3)> = points.iter().filter_map(over).collect();
        if gaps.len() < points.len() / 4 {
            return None;
        }
        let wrong = gaps.len() * MAY_BE_WRONG / 1000;
        let (_, (least, _), _) = gaps.select_nth_unstable_by(wrong, |a, b| a.0.total_cmp(&b.0));
        let up = *least;
        let mut fitting = [0.0; PLACES];
        for (_, p) in gaps.iter().filter(|(gap, _)| gap - up < FITS_MM) {
            fitting[place_of(self.frame, *p + shift)] += 1.0;
        }
        Some((spread_of(&fitting), up))
    }
}

fn cell_and_height(frame: &OcclusalFrame, at: DVec3) -> (IVec2, f64) {
    let local = at - frame.origin;
    let cell = |along: f64| (along / CELL_MM).floor() as i32;
    (IVec2::new(cell(local.dot(frame.right)), cell(local.dot(frame.front))), local.dot(frame.up))
}

fn turns() -> Vec<[f64; 3]> {
    let steps = |(step, n): (f64, i32)| (-n..=n).map(move |i| f64::from(i) * step);
    let of = |about: f64| steps(LEAN_DEG).flat_map(move |lean| steps(LEAN_DEG).map(move |tip| [about, lean, tip]));
    steps(TURN_DEG).flat_map(of).collect()
}
