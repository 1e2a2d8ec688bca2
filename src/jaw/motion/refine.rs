//! Steps close enough to each other: no molar moves farther than 0.2 mm from one to the next, unless the jaw leaps.
use super::step::Step;
use crate::base::{Cancelled, Progress};
use glam::DVec3;

pub const MOST_MOLAR_STEP_MM: f64 = 0.2;
/// Between steps so close the jaw leaps, mm of the movement.
const LEAP_MM: f64 = 0.01;
/// No path has more steps.
pub const MOST_STEPS: usize = 2000;

/// How a path is parted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refining {
    /// Of the whole movement, the immediate side shift included, mm.
    pub length_mm: f64,
    /// Points of the lower molars at the start, hinge frame, mm.
    pub molars: [DVec3; 2],
    /// So many steps, whatever the molars do; `None`: as many as it takes.
    pub steps: Option<usize>,
}

impl Refining {
    /// All steps; `answer` gives those at some places (mm of the movement, ascending), each with whatever else is known of it.
    ///
    /// # Errors
    /// What `answer` says.
    pub fn run<T>(
        &self,
        progress: &Progress,
        answer: impl Fn(&[f64], &Progress) -> Result<Vec<(Step, T)>, Cancelled>,
    ) -> Result<Vec<(Step, T)>, Cancelled> {
        let first = self.even_places();
        let share = if self.steps.is_some() { 1.0 } else { 0.7 };
        let mut all: Vec<(f64, (Step, T))> = Vec::new();
        all.extend(first.iter().copied().zip(answer(&first, &progress.part(0.0, share))?));
        while self.steps.is_none() && all.len() < MOST_STEPS {
            let between = self.wanted(&all);
            if between.is_empty() {
                break;
            }
            all.extend(between.iter().copied().zip(answer(&between, &progress.part(share, 0.98))?));
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        self.mark_jumps(&mut all);
        Ok(all.into_iter().map(|(_, step)| step).collect())
    }

    fn even_places(&self) -> Vec<f64> {
        let enough = (self.length_mm / MOST_MOLAR_STEP_MM - 1e-9).ceil().max(1.0) as usize + 1;
        let n = self.steps.unwrap_or(enough).clamp(2, MOST_STEPS);
        (0..n).map(|i| self.length_mm * i as f64 / (n - 1) as f64).collect()
    }

    /// Places between steps that are too far from each other.
    fn wanted<T>(&self, all: &[(f64, (Step, T))]) -> Vec<f64> {
        let places = all.windows(2).filter_map(|pair| {
            let [(from, (a, _)), (to, (b, _))] = [&pair[0], &pair[1]];
            (to - from > LEAP_MM && self.is_too_far(a, b)).then_some((from + to) / 2.0)
        });
        places.collect()
    }

    /// Never beside a hole.
    fn is_too_far(&self, a: &Step, b: &Step) -> bool {
        let (Some(a), Some(b)) = (a.motion(), b.motion()) else { return false };
        let moved = |p: DVec3| a.transform_point(p).distance(b.transform_point(p));
        self.molars.into_iter().map(moved).fold(0.0, f64::max) > MOST_MOLAR_STEP_MM
    }

    fn mark_jumps<T>(&self, all: &mut [(f64, (Step, T))]) {
        for i in 1..all.len() {
            let (from, to) = (all[i - 1].0, all[i].0);
            all[i].1.0.is_jump = to - from <= LEAP_MM && self.is_too_far(&all[i - 1].1.0, &all[i].1.0);
        }
    }
}
