//! How far poses of several bites lie from each other.
use crate::base::Rigid;
use crate::base::six::{Six, motion, six_of};
use crate::jaw::OcclusalFrame;
use glam::DVec3;

/// The spread of some poses of a lower jaw.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseSpread {
    /// The pose in their middle.
    pub mean: Rigid,
    /// Standard deviations to the patient's right, front and up, mm; of the middle of the arch.
    pub shift_mm: DVec3,
    /// About these directions, degrees.
    pub turn_deg: DVec3,
    /// The farthest that two of them take a place of the lower teeth apart, mm, and which two.
    pub largest_mm: f64,
    pub farthest: [usize; 2],
}

/// Of poses near each other; `points` of the lower teeth, lower coordinates. `None` of fewer than two.
pub fn pose_spread(poses: &[Rigid], frame: &OcclusalFrame, points: &[DVec3]) -> Option<PoseSpread> {
    if poses.len() < 2 {
        return None;
    }
    let mean = mean_pose(poses, frame.origin);
    let away: Vec<Six> = poses.iter().map(|pose| six_of(&(*pose * mean.inverse()), frame.origin)).collect();
    let deviations = |at: usize| {
        let along = |axis: DVec3| {
            let squares = away.iter().map(|s| DVec3::new(s[at], s[at + 1], s[at + 2]).dot(axis).powi(2)).sum::<f64>();
            (squares / (poses.len() - 1) as f64).sqrt()
        };
        DVec3::new(along(frame.right), along(frame.front), along(frame.up))
    };
    let (largest_mm, farthest) = largest(poses, points);
    Some(PoseSpread {
        mean,
        shift_mm: deviations(3),
        turn_deg: deviations(0) * 1_f64.to_degrees(),
        largest_mm,
        farthest,
    })
}

/// The pose from which all others are away by motions that add up to none.
fn mean_pose(poses: &[Rigid], about: DVec3) -> Rigid {
    let mut mean = poses[0];
    for _ in 0..20 {
        let mut sum = [0.0; 6];
        for pose in poses {
            let six = six_of(&(*pose * mean.inverse()), about);
            (0..6).for_each(|i| sum[i] += six[i] / poses.len() as f64);
        }
        mean = (motion(&sum, about) * mean).renormalized();
        if sum.iter().all(|x| x.abs() < 1e-13) {
            break;
        }
    }
    mean
}

fn largest(poses: &[Rigid], points: &[DVec3]) -> (f64, [usize; 2]) {
    let (mut largest_mm, mut farthest) = (0.0, [0, 1]);
    for (i, a) in poses.iter().enumerate() {
        for (j, b) in poses.iter().enumerate().skip(i + 1) {
            let apart =
                points.iter().map(|p| a.transform_point(*p).distance(b.transform_point(*p))).fold(0.0, f64::max);
            if apart > largest_mm {
                (largest_mm, farthest) = (apart, [i, j]);
            }
        }
    }
    (largest_mm, farthest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    fn frame() -> OcclusalFrame {
        OcclusalFrame { origin: DVec3::new(3.0, 20.0, 5.0), up: DVec3::Z, front: DVec3::Y, right: DVec3::X }
    }

    #[test]
    fn shifts_and_turns_of_known_size_are_found_about_the_middle() {
        let frame = frame();
        let base = Rigid::from_six([5.0, -3.0, 2.0, 10.0, 20.0, -30.0]);
        let about = |six: [f64; 6]| motion(&six, frame.origin) * base;
        let turn = 0.2_f64.to_radians();
        let poses = [about([0.0, 0.0, 0.0, 0.1, 0.0, 0.0]), about([0.0, 0.0, 0.0, -0.1, 0.0, 0.0])];
        let back = base.inverse().transform_point(frame.origin);
        let found = pose_spread(&poses, &frame, &[back]).expect("two");
        // Two values 0.2 apart: their deviation is 0.2 / √2.
        assert!((found.shift_mm - DVec3::X * 0.2 / 2.0_f64.sqrt()).length() < 1e-9, "{found:?}");
        assert!(found.turn_deg.length() < 1e-9 && (found.largest_mm - 0.2).abs() < 1e-9);
        let turned = [about([0.0, turn, 0.0, 0.0, 0.0, 0.0]), base];
        let away = back + base.inverse().transform_vector(DVec3::X * 30.0);
        let found = pose_spread(&turned, &frame, &[back, away]).expect("two");
        assert!((found.turn_deg.y - 0.2 / 2.0_f64.sqrt()).abs() < 1e-9 && found.shift_mm.length() < 1e-9, "{found:?}");
        assert!((found.largest_mm - 60.0 * (turn / 2.0).sin()).abs() < 1e-9, "at the end of the arch");
        assert!(pose_spread(&[base], &frame, &[back]).is_none());
    }

    #[test]
    fn the_mean_is_the_pose_that_they_scatter_about() {
        let (frame, mut random) = (frame(), Random::new(21));
        let truth = Rigid::from_six([1.0, 2.0, 3.0, -40.0, 5.0, 6.0]);
        let poses: Vec<Rigid> = (0..400).map(|_| random.pose(frame.origin, 0.05, 0.1) * truth).collect();
        let found = pose_spread(&poses, &frame, &[DVec3::ZERO]).expect("many");
        // Even numbers from -a to a have the deviation a / √3.
        let wanted = DVec3::new(0.05, 0.05, 0.05) / 3.0_f64.sqrt();
        assert!((found.shift_mm / wanted - 1.0).abs().max_element() < 0.1, "{found:?}");
        assert!((found.turn_deg / (2.0 * wanted) - 1.0).abs().max_element() < 0.1, "{found:?}");
        assert!(six_of(&(found.mean * truth.inverse()), frame.origin).iter().all(|x| x.abs() < 0.01));
    }
}
