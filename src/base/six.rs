//! Small motions as six numbers, and the symmetric matrices of their sums of squares.
use super::Rigid;
use glam::{DQuat, DVec3};

/// A turn about a point (radians, its axis times its angle), then a shift (mm).
pub type Six = [f64; 6];

pub fn six(turn: DVec3, shift: DVec3) -> Six {
    [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
}

fn turn(six: &Six) -> DVec3 {
    DVec3::new(six[0], six[1], six[2])
}

fn shift(six: &Six) -> DVec3 {
    DVec3::new(six[3], six[4], six[5])
}

/// The motion of six numbers about a point.
pub fn motion(six: &Six, about: DVec3) -> Rigid {
    let angle = turn(six).length();
    let turned = match turn(six).try_normalize() {
        Some(axis) => Rigid::from_axis_angle(about, axis, angle),
        None => Rigid::IDENTITY,
    };
    Rigid::from_translation(shift(six)) * turned
}

/// The six numbers of a motion about a point.
pub fn six_of(motion: &Rigid, about: DVec3) -> Six {
    let turn = DQuat::from_mat3(&motion.rotation).normalize().to_scaled_axis();
    six(turn, motion.transform_point(about) - about)
}

/// Where shift and turn of a pose stand here: shift first.
const POSE_ORDER: [usize; 6] = [3, 4, 5, 0, 1, 2];

/// A matrix of six by six, by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix6(pub [[f64; 6]; 6]);

impl Matrix6 {
    pub const ZERO: Self = Self([[0.0; 6]; 6]);

    /// Adds `weight * a * aᵀ`.
    pub fn add_square(&mut self, weight: f64, a: &Six) {
        for i in 0..6 {
            for j in 0..6 {
                self.0[i][j] += weight * a[i] * a[j];
            }
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] + other.0[i][j])))
    }

    pub fn scaled(&self, by: f64) -> Self {
        Self(self.0.map(|row| row.map(|x| x * by)))
    }

    pub fn times(&self, v: &Six) -> Six {
        self.0.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
    }

    fn product(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| (0..6).map(|k| self.0[i][k] * other.0[k][j]).sum())))
    }

    fn transposed(&self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| self.0[j][i])))
    }

    /// `m * self * mᵀ`.
    fn carried_by(&self, m: &Self) -> Self {
        m.product(self).product(&m.transposed())
    }

    /// The lower triangle whose square this is (Cholesky); `None` unless every direction has a weight.
    fn root(&self) -> Option<Self> {
        let mut root = Self::ZERO;
        for i in 0..6 {
            for j in 0..=i {
                let rest = self.0[i][j] - (0..j).map(|k| root.0[i][k] * root.0[j][k]).sum::<f64>();
                root.0[i][j] = match i == j {
                    true if rest > 1e-12 * self.0[i][i].abs() && rest.is_finite() => rest.sqrt(),
                    true => return None,
                    false => rest / root.0[j][j],
                };
            }
        }
        Some(root)
    }

    /// `self⁻¹ * v`.
    pub fn solve(&self, v: &Six) -> Option<Six> {
        let root = self.root()?.0;
        let mut x = *v;
        for i in 0..6 {
            x[i] = (x[i] - (0..i).map(|k| root[i][k] * x[k]).sum::<f64>()) / root[i][i];
        }
        for i in (0..6).rev() {
            x[i] = (x[i] - (i + 1..6).map(|k| root[k][i] * x[k]).sum::<f64>()) / root[i][i];
        }
        Some(x)
    }

    /// `None` unless it is the matrix of a sum of squares in which every direction has a weight.
    pub fn inverse(&self) -> Option<Self> {
        let mut columns = [[0.0; 6]; 6];
        for (i, column) in columns.iter_mut().enumerate() {
            let mut unit = [0.0; 6];
            unit[i] = 1.0;
            *column = self.solve(&unit)?;
        }
        Some(Self(columns).transposed())
    }

    /// A matrix whose square (`m * mᵀ`) this is, also of one that leaves a direction without a weight.
    pub fn half_root(&self) -> Self {
        let mut root = Self::ZERO;
        for i in 0..6 {
            for j in 0..=i {
                let rest = self.0[i][j] - (0..j).map(|k| root.0[i][k] * root.0[j][k]).sum::<f64>();
                root.0[i][j] = match i == j {
                    true if rest > 1e-12 * self.0[i][i] => rest.sqrt(),
                    false if root.0[j][j] > 0.0 => rest / root.0[j][j],
                    _ => 0.0,
                };
            }
        }
        root
    }

    /// From turn (radians) and shift to shift and turn (degrees), the order of poses everywhere.
    pub fn in_degrees(&self) -> [[f64; 6]; 6] {
        let unit = |i: usize| if i < 3 { 1_f64.to_degrees() } else { 1.0 };
        POSE_ORDER.map(|i| POSE_ORDER.map(|j| self.0[i][j] * unit(i) * unit(j)))
    }

    /// The way back.
    pub fn of_degrees(rows: &[[f64; 6]; 6]) -> Self {
        let unit = |i: usize| if i < 3 { 1.0 } else { 1_f64.to_radians() };
        // The order is its own way back.
        Self(POSE_ORDER.map(|i| POSE_ORDER.map(|j| rows[i][j] * unit(i) * unit(j))))
    }

    /// Whether it can be a covariance whose figures are at most so large.
    pub fn is_covariance(&self, largest: f64) -> bool {
        let m = &self.0;
        let most = |i: usize, j: usize| (m[i][i] * m[j][j]).sqrt();
        // What varies with something else varies itself; and both ways alike.
        let is_possible =
            |i: usize, j: usize| m[i][j].abs() <= 1.001 * most(i, j) && (m[i][j] - m[j][i]).abs() <= 1e-3 * most(i, j);
        (0..6).all(|i| (0.0..=largest).contains(&m[i][i]) && (0..i).all(|j| is_possible(i, j)))
    }

    /// Of a covariance of motions about `from`, that of the same motions about `to`.
    pub fn about(&self, from: DVec3, to: DVec3) -> Self {
        self.carried_by(&leverage(to - from))
    }

    /// Of a covariance of motions about `at` in one system of coordinates, that of the same motions about where `at` lies in another.
    pub fn turned(&self, to: &Rigid) -> Self {
        let mut m = Self::ZERO;
        for column in 0..3 {
            for (row, x) in to.rotation.col(column).to_array().into_iter().enumerate() {
                (m.0[row][column], m.0[row + 3][column + 3]) = (x, x);
            }
        }
        self.carried_by(&m)
    }

    /// Standard deviation with which a place moves, of a covariance about `about`, mm (over all directions).
    pub fn spread_at(&self, about: DVec3, place: DVec3) -> f64 {
        let there = self.about(about, place);
        (3..6).map(|i| there.0[i][i]).sum::<f64>().max(0.0).sqrt()
    }
}

/// A motion about a point as one about another, `arm` away.
fn leverage(arm: DVec3) -> Matrix6 {
    let mut m = Matrix6::ZERO;
    (0..6).for_each(|i| m.0[i][i] = 1.0);
    // shift there = shift + turn x arm
    let columns = [DVec3::X.cross(arm), DVec3::Y.cross(arm), DVec3::Z.cross(arm)];
    for (j, column) in columns.iter().enumerate() {
        (m.0[3][j], m.0[4][j], m.0[5][j]) = (column.x, column.y, column.z);
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    fn some_matrix(random: &mut Random) -> Matrix6 {
        let mut m = Matrix6::ZERO;
        (0..20).for_each(|_| m.add_square(1.0, &std::array::from_fn(|_| random.unit())));
        m
    }

    #[test]
    fn what_is_solved_is_solved() {
        let mut random = Random::new(3);
        for _ in 0..50 {
            let (m, v) = (some_matrix(&mut random), std::array::from_fn(|_| random.unit()));
            let back = m.times(&m.solve(&v).expect("every direction has a weight"));
            let by_inverse = m.inverse().expect("likewise").times(&m.times(&v));
            for i in 0..6 {
                assert!((back[i] - v[i]).abs() < 1e-10 && (by_inverse[i] - v[i]).abs() < 1e-10);
            }
        }
        let mut flat = Matrix6::ZERO;
        (0..5).for_each(|_| flat.add_square(1.0, &std::array::from_fn(|i| if i == 4 { 0.0 } else { random.unit() })));
        assert!(flat.solve(&[1.0; 6]).is_none() && flat.inverse().is_none(), "the twin: a direction without weight");
    }

    #[test]
    fn a_covariance_has_half_a_root_and_comes_back_from_degrees() {
        let mut random = Random::new(5);
        for n in [3, 20] {
            let mut m = Matrix6::ZERO;
            (0..n).for_each(|_| m.add_square(1.0, &std::array::from_fn(|_| random.unit())));
            let root = m.half_root();
            let square = root.product(&root.transposed());
            let back = Matrix6::of_degrees(&m.in_degrees());
            for i in 0..36 {
                let of = |m: &Matrix6| m.0.as_flattened()[i];
                assert!((of(&square) - of(&m)).abs() < 1e-6 && (of(&back) - of(&m)).abs() < 1e-12, "{n} {i}");
            }
            assert!(m.is_covariance(100.0) && !m.is_covariance(0.1));
            assert!((m.in_degrees()[3][0] - m.0[0][3].to_degrees()).abs() < 1e-9);
            let mut spoilt = m;
            spoilt.0[1][4] *= -1.0;
            assert!(!spoilt.is_covariance(100.0), "not symmetric");
            spoilt = m;
            spoilt.0[2][2] = f64::NAN;
            assert!(!spoilt.is_covariance(100.0));
        }
    }

    #[test]
    fn a_motion_is_its_six_numbers_about_any_point() {
        let mut random = Random::new(4);
        for _ in 0..50 {
            let (about, to) = (random.vector() * 40.0, random.vector() * 40.0);
            let s: Six = std::array::from_fn(|_| random.unit());
            let back = six_of(&motion(&s, about), about);
            (0..6).for_each(|i| assert!((back[i] - s[i]).abs() < 1e-9));
            // A small motion about another point: the turn is the same, the shift has its arm.
            let small = s.map(|x| x * 1e-6);
            let there = six_of(&motion(&small, about), to);
            let mut square = Matrix6::ZERO;
            square.add_square(1.0, &small);
            let moved = square.about(about, to);
            for (i, there) in there.iter().enumerate() {
                assert!((moved.0[i][i] - there * there).abs() < 1e-13, "{i}");
            }
        }
    }
}
