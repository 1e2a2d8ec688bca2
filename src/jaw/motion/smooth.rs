//! Smoothing of recorded movements by polynomials over a window of samples (Savitzky and Golay 1964, windows cut at the ends). Off unless
//! it is asked for, and named wherever it has touched a figure: it takes away noise and sharp turns alike.
use crate::base::Rigid;
use glam::{DMat3, DQuat, DVec3};

/// A window of so many samples, and the degree of its polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smoothing {
    samples: usize,
    degree: usize,
}

/// Larger windows are none, and higher degrees follow the noise.
const MOST_SAMPLES: usize = 201;
const MOST_DEGREE: usize = 4;

impl Smoothing {
    /// # Errors
    /// One sentence.
    pub fn new(samples: usize, degree: usize) -> Result<Self, String> {
        if degree == 0 || degree > MOST_DEGREE {
            return Err(format!("a degree from 1 to {MOST_DEGREE} is needed"));
        }
        if samples.is_multiple_of(2) || samples < degree + 3 || samples > MOST_SAMPLES {
            return Err(format!("an odd number of samples from {} to {MOST_SAMPLES} is needed", (degree + 3) | 1));
        }
        Ok(Self { samples, degree })
    }

    /// For people.
    pub fn words(&self) -> String {
        format!("smoothed (Savitzky-Golay, degree {}, {} samples)", self.degree, self.samples)
    }

    /// Motions smoothed: the way of a point, and the turn. Of samples without times each is as long as the others.
    ///
    /// # Errors
    /// When there are fewer samples than the window has.
    pub fn of_motions(&self, motions: &[Rigid], times_s: &[f64], about: DVec3) -> Result<Vec<Rigid>, String> {
        let n = motions.len();
        if n < self.samples {
            return Err(format!("it has {n} samples, and smoothing over {} was asked for", self.samples));
        }
        let places: Vec<f64> = if times_s.len() == n { times_s.to_vec() } else { (0..n).map(|i| i as f64).collect() };
        let channels: Vec<[f64; 6]> = motions.iter().map(|motion| channels(motion, about)).collect();
        let smooth = |i: usize| {
            let first = i.saturating_sub(self.samples / 2).min(n - self.samples);
            let window = first..first + self.samples;
            motion_of(self.at(places[i], &places[window.clone()], &channels[window]), about)
        };
        Ok((0..n).map(smooth).collect())
    }

    /// The values at a place of the polynomials that fit a window best.
    fn at(&self, here: f64, places: &[f64], values: &[[f64; 6]]) -> [f64; 6] {
        let reach = places.iter().map(|p| (p - here).abs()).fold(f64::MIN_POSITIVE, f64::max);
        let terms = self.degree + 1;
        // Sums of powers, and six right-hand sides.
        let mut rows = vec![[0.0; MOST_DEGREE + 1 + 6]; terms];
        for (place, value) in places.iter().zip(values) {
            let x = (place - here) / reach;
            let powers: Vec<f64> = (0..terms).map(|k| x.powi(k as i32)).collect();
            for (row, power) in rows.iter_mut().zip(&powers) {
                (0..terms).for_each(|k| row[k] += power * powers[k]);
                (0..6).for_each(|k| row[terms + k] += power * value[k]);
            }
        }
        eliminate(&mut rows);
        // At the place itself only the constant is left.
        std::array::from_fn(|k| rows[0][terms + k] / rows[0][0])
    }
}

/// Gauss and Jordan with the largest pivot; samples at one instant leave a singular row as it is.
fn eliminate<const N: usize>(rows: &mut [[f64; N]]) {
    for k in 0..rows.len() {
        let pivot = (k..rows.len()).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs())).unwrap_or(k);
        rows.swap(k, pivot);
        let row = rows[k];
        if row[k] == 0.0 {
            continue;
        }
        for (_, other) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = other[k] / row[k];
            other.iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
        }
    }
}

/// Where a point is, and the turn as its axis times its angle.
fn channels(motion: &Rigid, about: DVec3) -> [f64; 6] {
    let at = motion.transform_point(about);
    let turn = DQuat::from_mat3(&motion.rotation);
    let turn = if turn.w < 0.0 { -turn } else { turn }.to_scaled_axis();
    [at.x, at.y, at.z, turn.x, turn.y, turn.z]
}

fn motion_of([x, y, z, a, b, c]: [f64; 6], about: DVec3) -> Rigid {
    let rotation = DMat3::from_quat(DQuat::from_scaled_axis(DVec3::new(a, b, c)));
    Rigid { rotation, translation: DVec3::new(x, y, z) - rotation * about }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    const ABOUT: DVec3 = DVec3::new(0.0, 80.0, -35.0);

    /// Every channel a polynomial of time, of this degree.
    fn polynomial(degree: i32, times_s: &[f64]) -> Vec<Rigid> {
        let of = |t: &f64| {
            let x = t / times_s.last().expect("times");
            let value = |k: i32| (0..=degree).map(|p| 0.1 * f64::from(k + 1 - p) * x.powi(p)).sum::<f64>();
            motion_of(std::array::from_fn(|k| value(k as i32) * if k < 3 { 10.0 } else { 0.5 }), ABOUT)
        };
        times_s.iter().map(of).collect()
    }

    fn off_mm(a: &[Rigid], b: &[Rigid]) -> f64 {
        let off = |(a, b): (&Rigid, &Rigid)| {
            a.transform_point(ABOUT)
                .distance(b.transform_point(ABOUT))
                .max(a.transform_point(DVec3::ZERO).distance(b.transform_point(DVec3::ZERO)))
        };
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(off).fold(0.0, f64::max)
    }

    #[test]
    fn polynomials_up_to_its_degree_stay_as_they_are() {
        let even: Vec<f64> = (0..60).map(|i| f64::from(i) * 0.01).collect();
        let uneven: Vec<f64> = even.iter().map(|t| t + 0.5 * t * t).collect();
        for times_s in [&even, &uneven] {
            for degree in 1..=4 {
                let smoothing = Smoothing::new(11, degree).expect("a window");
                for of in 0..=degree as i32 {
                    let known = polynomial(of, times_s);
                    let found = smoothing.of_motions(&known, times_s, ABOUT).expect("samples");
                    assert!(off_mm(&found, &known) < 1e-9, "{degree} {of}: {}", off_mm(&found, &known));
                }
                // The twin: one degree more does not stay.
                let more = polynomial(degree as i32 + 2, times_s);
                let found = smoothing.of_motions(&more, times_s, ABOUT).expect("samples");
                assert!(off_mm(&found, &more) > 1e-6, "{degree}");
            }
        }
    }

    #[test]
    fn noise_becomes_less_and_too_short_a_record_is_told() {
        let times_s: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.01).collect();
        let known = polynomial(2, &times_s);
        let mut random = Random::new(3);
        let noisy: Vec<Rigid> = known.iter().map(|m| Rigid::from_translation(random.vector() * 0.1) * *m).collect();
        let found = Smoothing::new(21, 2).and_then(|s| s.of_motions(&noisy, &times_s, ABOUT)).expect("samples");
        let rms = |motions: &[Rigid]| {
            let square =
                |(a, b): (&Rigid, &Rigid)| (a.transform_point(ABOUT) - b.transform_point(ABOUT)).length_squared();
            (motions.iter().zip(&known).map(square).sum::<f64>() / 200.0).sqrt()
        };
        // Of 21 samples a square polynomial leaves a third of the noise in the middle (9 / (4 n) of its square), more at the ends.
        assert!(rms(&found) < 0.5 * rms(&noisy), "{} {}", rms(&found), rms(&noisy));
        assert!(Smoothing::new(21, 2).and_then(|s| s.of_motions(&known[..20], &[], ABOUT)).is_err());
        for (samples, degree) in [(4, 2), (3, 2), (1001, 2), (11, 0), (11, 9)] {
            assert!(Smoothing::new(samples, degree).is_err(), "{samples} {degree}");
        }
    }
}
