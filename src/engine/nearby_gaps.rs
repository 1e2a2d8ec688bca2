//! The gap at the vertices of contact in poses nearby, and by how much it differs there.
use super::poses_nearby::{CERTAIN, POSSIBLE, UncertaintyQuestion};
use crate::base::{Cancelled, Progress, Rigid, share_out};
use crate::exact::BvhEngine;
use crate::field::{GapSpread, NEVER_MM};
use glam::DVec3;

/// Gaps beyond this decide nothing, mm.
const RANGE_MM: f64 = 2.0;
/// However far poses may be: whose vertices are not looked at beyond, mm.
const FARTHEST_MM: f64 = 1.0;

/// The vertices that are looked at in every pose, and what they have in the pose in the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    vertices: [Vec<u32>; 2],
    /// mm.
    gaps_mm: [Vec<f32>; 2],
}

/// Of the upper and the lower jaw's watched vertices, in steps of [`STEP_MM`]: there are a hundred poses of them.
pub type WatchedGaps = [Vec<i16>; 2];

/// Far below what can be seen in the paint; 32,767 of them are twice [`RANGE_MM`].
const STEP_MM: f32 = 1.0 / 8192.0;
/// Beyond the range.
const FAR: i16 = i16::MAX;

fn packed(gap_mm: f32) -> i16 {
    // Beyond what the number can say it becomes its largest, and so is what is no number.
    if gap_mm.is_finite() { (gap_mm / STEP_MM).round() as i16 } else { FAR }
}

fn unpacked_mm(gap: i16) -> f32 {
    if gap == FAR { f32::INFINITY } else { f32::from(gap) * STEP_MM }
}

impl Watched {
    /// What may be in contact at any threshold in any of the poses.
    ///
    /// # Errors
    /// [`Cancelled`] when it is no longer wanted.
    pub fn find(exact: &BvhEngine, asked: &UncertaintyQuestion, progress: &Progress) -> Result<Self, Cancelled> {
        let largest_mm = asked.thresholds_mm.iter().copied().fold(0.0, f64::max);
        let vertices = exact.vertices_within(&asked.upper_from_lower, largest_mm + farthest_mm(exact, asked));
        progress.check()?;
        let gaps_mm = gaps_of(exact, &vertices, &asked.upper_from_lower);
        Ok(Self { vertices, gaps_mm })
    }

    /// Their gaps in another pose.
    pub fn gaps_in(&self, exact: &BvhEngine, pose: &Rigid) -> WatchedGaps {
        gaps_of(exact, &self.vertices, pose).map(|side| side.into_iter().map(packed).collect())
    }

    /// By how much the gap differs in these poses.
    pub fn spread(&self, poses: &[&WatchedGaps]) -> GapSpread {
        let of = |side: usize| self.spread_of(side, poses);
        GapSpread { vertices: self.vertices.clone(), larger_mm: [of(0), of(1)] }
    }

    fn spread_of(&self, side: usize, poses: &[&WatchedGaps]) -> Vec<[f32; 3]> {
        let places = [CERTAIN, POSSIBLE, 0.0].map(|share| place_of(share, poses.len()));
        let larger = |i: usize| {
            let mut gaps: Vec<i16> = poses.iter().map(|pose| pose[side][i]).collect();
            gaps.sort_unstable();
            places.map(|at| at.map_or(NEVER_MM, |at| difference(unpacked_mm(gaps[at]), self.gaps_mm[side][i])))
        };
        let n = self.vertices[side].len();
        let part = |(): &mut (), first: usize| (first..(first + 1024).min(n)).map(larger).collect::<Vec<_>>();
        share_out((0..n).step_by(1024), || (), part).concat()
    }
}

fn difference(gap_mm: f32, in_the_middle_mm: f32) -> f32 {
    let larger_mm = gap_mm - in_the_middle_mm;
    if larger_mm.is_finite() { larger_mm.clamp(-NEVER_MM, NEVER_MM) } else { NEVER_MM }
}

/// Among ascending gaps of so many poses the one up to which contact is there in so large a share of them; `None` without poses.
fn place_of(share: f64, n_poses: usize) -> Option<usize> {
    (0..n_poses).find(|at| (at + 1) as f64 / n_poses as f64 >= share)
}

fn gaps_of(exact: &BvhEngine, vertices: &[Vec<u32>; 2], pose: &Rigid) -> [Vec<f32>; 2] {
    [0, 1].map(|side| exact.gaps_at(side, &vertices[side], pose, RANGE_MM))
}

/// Farthest that any point of the lower jaw is moved by any pose, mm.
fn farthest_mm(exact: &BvhEngine, asked: &UncertaintyQuestion) -> f64 {
    let Some((low, high)) = exact.meshes().1.bounds() else { return 0.0 };
    let corner = |bits: usize| {
        let pick = |k: usize| f64::from(if bits >> k & 1 == 0 { low[k] } else { high[k] });
        DVec3::new(pick(0), pick(1), pick(2))
    };
    let from = &asked.upper_from_lower;
    let moved = |to: Rigid| {
        (0..8).map(corner).map(move |p| to.transform_point(p).distance(from.transform_point(p))).fold(0.0, f64::max)
    };
    asked.poses().map(moved).fold(0.0, f64::max).min(FARTHEST_MM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_told_by_how_many_poses_are_below_it() {
        let watched = Watched { vertices: [vec![7, 9], Vec::new()], gaps_mm: [vec![0.1, 0.5], Vec::new()] };
        let pose = |k: u32| {
            [[0.11 + 0.01 * k as f32, if k < 2 { 0.45 } else { f32::INFINITY }].map(packed).into(), Vec::new()]
        };
        let poses: Vec<WatchedGaps> = (0..20).map(pose).collect();
        let spread = watched.spread(&poses.iter().collect::<Vec<_>>());
        assert_eq!(spread.vertices[0], [7, 9]);
        // 19 of 20 are 95 %, one is 5 %.
        let near = |found: [f32; 3], wanted: [f32; 3]| {
            found.iter().zip(wanted).all(|(a, b)| (a - b).abs() <= STEP_MM / 2.0 + 1e-6)
        };
        assert!(near(spread.larger_mm[0][0], [0.19, 0.01, 0.01]), "{spread:?}");
        assert!(near(spread.larger_mm[0][1], [NEVER_MM, -0.05, -0.05]), "{spread:?}");
        // The twin: of forty poses 5 % are two.
        let twice: Vec<&WatchedGaps> = poses.iter().chain(&poses[10..]).chain(&poses[10..]).collect();
        assert!(near(watched.spread(&twice).larger_mm[0][0], [0.2, 0.02, 0.01]));
        assert_eq!(watched.spread(&[]).larger_mm[0], [[NEVER_MM; 3]; 2], "nothing is known yet");
    }

    #[test]
    fn gaps_are_packed_to_an_eighth_of_a_micrometre() {
        for mm in [-2.0, -0.0731, 0.0, 1e-5, 0.123_456, 2.0] {
            assert!((unpacked_mm(packed(mm)) - mm).abs() <= STEP_MM / 2.0, "{mm}");
        }
        for far in [f32::INFINITY, f32::NAN, 1e9] {
            assert_eq!(unpacked_mm(packed(far)), f32::INFINITY);
        }
        assert!(unpacked_mm(packed(0.1)) < unpacked_mm(packed(0.1003)), "the twin: they are told apart");
    }
}
