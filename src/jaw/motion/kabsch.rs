//! The motion that takes points to where they are measured, with the least squares of what is left (Kabsch 1976, by Horn's quaternion).
use crate::base::Rigid;
use glam::{DMat3, DQuat, DVec3};

/// A fit, and what it leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub motion: Rigid,
    /// Root of the mean square, and the largest distance left, mm.
    pub rms_mm: f64,
    pub worst_mm: f64,
}

/// Triangles of marks lower than this tell no turn about their long side, mm.
const LOWEST_MM: f64 = 2.0;

/// Whether points are far enough from one line.
pub fn tell_a_turn(points: &[DVec3]) -> bool {
    let Some(first) = points.first() else { return false };
    let far = |a: &&DVec3, b: &&DVec3| a.distance(*first).total_cmp(&b.distance(*first));
    let Some(along) = points.iter().max_by(far).and_then(|p| (*p - *first).try_normalize()) else { return false };
    points.iter().any(|p| (*p - *first).reject_from_normalized(along).length() >= LOWEST_MM)
}

/// `to = motion * from`, point by point; `None` without three points that tell a turn.
pub fn fit(from: &[DVec3], to: &[DVec3]) -> Option<Fit> {
    if from.len() != to.len() || !tell_a_turn(from) || to.iter().any(|p| !p.is_finite()) {
        return None;
    }
    let middle = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
    let (a, b) = (middle(from), middle(to));
    let mut s = [[0.0; 3]; 3];
    for (p, q) in from.iter().zip(to) {
        let (p, q) = ((*p - a).to_array(), (*q - b).to_array());
        (0..9).for_each(|k| s[k / 3][k % 3] += p[k / 3] * q[k % 3]);
    }
    let rotation = DMat3::from_quat(largest_axis(horn(s)));
    let motion = Rigid { rotation, translation: b - rotation * a };
    let left = || from.iter().zip(to).map(|(p, q)| motion.transform_point(*p).distance(*q));
    let rms_mm = (left().map(|mm| mm * mm).sum::<f64>() / from.len() as f64).sqrt();
    Some(Fit { motion, rms_mm, worst_mm: left().fold(0.0, f64::max) })
}

/// Horn's matrix of the sums of products; its axis of the largest value is the turn.
fn horn(s: [[f64; 3]; 3]) -> [[f64; 4]; 4] {
    let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s;
    [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ]
}

/// By Jacobi's turns of a symmetric matrix.
fn largest_axis(mut m: [[f64; 4]; 4]) -> DQuat {
    let mut axes = [[0.0; 4]; 4];
    (0..4).for_each(|i| axes[i][i] = 1.0);
    for _ in 0..32 {
        for (p, q) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            if m[p][q] == 0.0 {
                continue;
            }
            let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
            let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
            let c = 1.0 / t.hypot(1.0);
            let s = t * c;
            for row in m.iter_mut().chain(&mut axes) {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (a, b) = (m[p], m[q]);
            m[p] = std::array::from_fn(|i| c * a[i] - s * b[i]);
            m[q] = std::array::from_fn(|i| s * a[i] + c * b[i]);
        }
    }
    let largest = (0..4).max_by(|a, b| m[*a][*a].total_cmp(&m[*b][*b])).unwrap_or(0);
    let [w, x, y, z] = [0, 1, 2, 3].map(|row| axes[row][largest]);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    #[test]
    fn a_motion_is_found_again_and_noise_is_told() {
        let mut random = Random::new(7);
        for n in [3, 5, 12] {
            for _ in 0..40 {
                let motion = random.pose(DVec3::ZERO, 30.0, 170.0);
                let from: Vec<DVec3> = (0..n).map(|_| random.vector() * 30.0).collect();
                let to: Vec<DVec3> = from.iter().map(|p| motion.transform_point(*p)).collect();
                let Some(found) = fit(&from, &to) else { continue };
                assert!(
                    (found.motion.to_dmat4() - motion.to_dmat4()).abs_diff_eq(glam::DMat4::ZERO, 1e-8),
                    "{motion:?}"
                );
                assert!(found.rms_mm < 1e-8 && found.worst_mm < 1e-8);
                let mut noisy = to.clone();
                noisy[0] += DVec3::X * 0.3;
                let noisy = fit(&from, &noisy).expect("the same marks");
                assert!(noisy.rms_mm > 0.01 && noisy.rms_mm < 0.3 && noisy.worst_mm >= noisy.rms_mm, "the twin");
            }
        }
    }

    #[test]
    fn marks_on_a_line_tell_no_turn() {
        let line = [DVec3::ZERO, DVec3::X * 20.0, DVec3::new(40.0, 1.0, 0.0)];
        assert_eq!(fit(&line, &line), None);
        let corner = [DVec3::ZERO, DVec3::X * 20.0, DVec3::new(40.0, 9.0, 0.0)];
        assert!(fit(&corner, &corner).is_some(), "the twin");
        assert!(fit(&[], &[]).is_none());
    }
}
