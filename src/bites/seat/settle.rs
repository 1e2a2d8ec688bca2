//! From nearly fitting to settled: every place within reach pulls the lower jaw towards the surface that it faces, those that nearly touch
//! most, and places that overlap push it away, ever harder.
use super::meeting::{ARM_MM, Faced, MET_MM, Meeting, Settled};
use super::points::{Parts, Points};
use super::polish::{Close, FINE_MM};
use super::spread::{PLACES, place_of};
use crate::base::six::{Matrix6, Six, motion, six};
use crate::base::{Cancelled, Progress, Rigid};
use crate::jaw::OcclusalFrame;
use glam::DVec3;

/// Spacing of the points of a first settling, and of one that tells which of several places is best, mm.
pub const COARSE_MM: f64 = 1.0;
const CLOSE_MM: f64 = 0.5;
/// Points farther from the other jaw than this when it begins take no part in a first settling, mm.
const NEAR_MM: f64 = 4.0;
/// A step narrows the pull by so much; closely, it begins at so many thresholds.
const NARROWING: f64 = 0.85;
const CLOSELY: f64 = 2.0;
/// How hard overlap pushes against what the nearest pull, from the first step to the last; softly, as hard as they.
const PUSH: (f64, f64) = (10.0, 300.0);
const SOFT_PUSH: (f64, f64) = (1.0, 1.0);
/// A step moves nothing by more, mm at the arm's length.
const LONGEST_MM: f64 = 0.4;
/// Width of the slope from contact to none, of the threshold.
const SLOPE: f64 = 0.15;

/// How a jaw settles: how far it is pulled from, mm, from the first step to the last, how hard overlap pushes, and in how many steps.
#[derive(Clone, Copy)]
struct Descent {
    pull_mm: (f64, f64),
    push: (f64, f64),
    steps: usize,
}

/// Settles the lower jaw.
#[derive(Clone, Copy)]
pub struct Settling<'a>(pub Meeting<'a>);

impl Settling<'_> {
    /// The pose moved by so much either way along every freedom but opening, mm (of a turn: at the arm's length).
    pub fn hops(&self, from: &Rigid, mm: f64) -> Vec<Rigid> {
        let OcclusalFrame { up, front, right, origin } = *self.0.frame;
        let turn = |axis: DVec3| six(axis * mm / ARM_MM, DVec3::ZERO);
        let shift = |way: DVec3| six(DVec3::ZERO, way * mm);
        let freedoms = [shift(right), shift(front), turn(up), turn(front), turn(right)];
        freedoms.iter().flat_map(|by| [*by, by.map(|x| -x)]).map(|by| motion(&by, origin) * *from).collect()
    }

    /// To the middle of all places where it may settle, which lies in much the same place from wherever it begins.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn settle_softly(
        &self,
        coarse: &Points,
        start: &Rigid,
        progress: &Progress,
    ) -> Result<Option<Settled>, Cancelled> {
        let softly = Descent { pull_mm: (2.0, 2.0), push: SOFT_PUSH, steps: 40 };
        self.descend(&mut coarse.near(self.0.targets, start, NEAR_MM), start, &softly, progress)
    }

    /// Settles from a pose in which the jaws nearly touch; `None` where nothing faces anything.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn settle(&self, coarse: &Points, start: &Rigid, progress: &Progress) -> Result<Option<Settled>, Cancelled> {
        let first = Descent { pull_mm: (1.0, self.0.threshold_mm), push: PUSH, steps: 20 };
        self.descend(&mut coarse.near(self.0.targets, start, NEAR_MM), start, &first, progress)
    }

    /// Once more with more points, of the triangles that are near.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn settle_closely(
        &self,
        start: &Rigid,
        near: &Parts,
        progress: &Progress,
    ) -> Result<Option<Settled>, Cancelled> {
        self.descend(&mut Points::new(self.0.targets, near, CLOSE_MM), start, &self.closely(16), progress)
    }

    fn closely(&self, steps: usize) -> Descent {
        let threshold_mm = self.0.threshold_mm;
        Descent { pull_mm: (CLOSELY * threshold_mm, threshold_mm), push: PUSH, steps }
    }

    /// Once more with many points of the triangles that are near, and then to where nothing beside is better.
    ///
    /// # Errors
    /// [`Cancelled`] within milliseconds.
    pub fn finish(&self, start: &Rigid, near: &Parts, progress: &Progress) -> Result<Option<Settled>, Cancelled> {
        let mut points = Points::new(self.0.targets, near, FINE_MM);
        let Some(settled) = self.descend(&mut points, start, &self.closely(40), progress)? else { return Ok(None) };
        Close::new(self.0, near, &points, &settled.pose).polished(&settled.pose, progress).map(Some)
    }

    fn descend(
        &self,
        points: &mut Points,
        start: &Rigid,
        descent: &Descent,
        progress: &Progress,
    ) -> Result<Option<Settled>, Cancelled> {
        let meeting = self.0;
        let Descent { pull_mm: (from_mm, to_mm), push: (softest, hardest), steps } = *descent;
        let (mut pose, mut scale_mm) = (*start, from_mm.max(to_mm));
        for i in 0..steps {
            progress.check()?;
            let faced = meeting.faced(points, &pose, 3.0 * scale_mm);
            let hardness = (i as f64 / (steps - 1) as f64).powi(2);
            let push = softest * (hardest / softest).powf(hardness);
            let Some(step) = self.step(&faced, scale_mm, push) else { return Ok(None) };
            pose = (motion(&step, meeting.frame.origin) * pose).renormalized();
            scale_mm = (scale_mm * NARROWING).max(to_mm);
        }
        let faced = meeting.faced(points, &pose, MET_MM);
        let opened = Rigid::from_translation(-meeting.frame.up * meeting.opening_mm(&faced).max(0.0)) * pose;
        let faced = meeting.faced(points, &opened, MET_MM);
        let (spread_mm2, _) = meeting.spread(&faced, points.spacing_mm, SLOPE * meeting.threshold_mm);
        Ok(Some(Settled { pose: opened, spread_mm2 }))
    }

    /// Down the slope of pull and push; `None` where they leave a direction open.
    fn step(&self, faced: &[Faced], scale_mm: f64, push: f64) -> Option<Six> {
        let mut pulls = [0.0; PLACES];
        let pull = |f: &Faced| (1.0 + (f.gap_mm.max(0.0) / scale_mm).powi(2)).powi(-2);
        faced.iter().for_each(|f| pulls[place_of(self.0.frame, f.place)] += pull(f));
        let mean = pulls.iter().sum::<f64>() / PLACES as f64;
        let (mut system, mut slope) = (Matrix6::ZERO, [0.0; 6]);
        for f in faced {
            let (weight, left) = match f.gap_mm {
                gap if gap > 0.0 => {
                    // The slope of a root: what is rare on the arch pulls harder.
                    let rare = (mean / pulls[place_of(self.0.frame, f.place)].max(1e-9)).sqrt();
                    (pull(f) * rare, gap)
                }
                gap if gap < -self.0.tolerance_mm => (push, gap + self.0.tolerance_mm),
                _ => continue,
            };
            let along = self.0.along(f);
            system.add_square(weight, &along);
            (0..6).for_each(|i| slope[i] -= weight * left * along[i]);
        }
        // A little inertia: where hardly anything holds a direction it is not run along.
        let weight = system.0[3][3] + system.0[4][4] + system.0[5][5];
        for i in 0..6 {
            system.0[i][i] += 1e-3 * weight * if i < 3 { ARM_MM * ARM_MM } else { 1.0 } / 3.0;
        }
        let step = system.solve(&slope)?;
        let moved = |at: usize| DVec3::new(step[at], step[at + 1], step[at + 2]).length();
        let longest = moved(0) * ARM_MM + moved(3);
        let shorter = (LONGEST_MM / longest.max(1e-12)).min(1.0);
        Some(step.map(|x| x * shorter))
    }
}
