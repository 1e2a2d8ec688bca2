//! Rigid transforms, named `target_from_source`. The jaw pose is `upper_from_lower`.
use glam::{DMat3, DMat4, DQuat, DVec3, Mat4};
use std::ops::Mul;

/// How far the rows of a matrix are from being unit vectors at right angles; infinite where one of its numbers is none.
pub fn off_rotation(matrix: &DMat3) -> f64 {
    let off = (*matrix * matrix.transpose() - DMat3::IDENTITY).to_cols_array();
    off.iter().map(|x| if x.is_nan() { f64::INFINITY } else { x.abs() }).fold(0.0, f64::max)
}

/// A rotation followed by a translation (mm): `p_target = rotation * p_source + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    pub rotation: DMat3,
    pub translation: DVec3,
}

/// Why a matrix is not a rigid transform.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RigidError {
    #[error("the matrix holds a number that is not finite")]
    NotFinite,
    #[error("the last row of the matrix is not 0 0 0 1")]
    NotAffine,
    #[error("the matrix scales, shears or mirrors; a rigid motion is needed (it is off by {0:.4})")]
    NotRigid(f64),
}

impl Rigid {
    pub const IDENTITY: Self = Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO };

    pub fn from_translation(translation: DVec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// `[tx, ty, tz]` in mm and `[rx, ry, rz]` in degrees, `R = Rz * Ry * Rx`, about the origin.
    pub fn from_six([tx, ty, tz, rx, ry, rz]: [f64; 6]) -> Self {
        let rotation = DMat3::from_rotation_z(rz.to_radians())
            * DMat3::from_rotation_y(ry.to_radians())
            * DMat3::from_rotation_x(rx.to_radians());
        Self { rotation, translation: DVec3::new(tx, ty, tz) }
    }

    /// The inverse of [`Rigid::from_six`]; at `ry = ±90°` the split between `rx` and `rz` is free and `rz` is 0.
    pub fn to_six(&self) -> [f64; 6] {
        let m = &self.rotation;
        let sin_y = -m.x_axis.z;
        let (rx, rz) = if sin_y.abs() < 1.0 - 1e-12 {
            (m.y_axis.z.atan2(m.z_axis.z), m.x_axis.y.atan2(m.x_axis.x))
        } else {
            ((-m.z_axis.y).atan2(m.y_axis.y), 0.0)
        };
        let ry = sin_y.clamp(-1.0, 1.0).asin();
        let t = self.translation;
        [t.x, t.y, t.z, rx.to_degrees(), ry.to_degrees(), rz.to_degrees()]
    }

    /// A turn by `angle_rad` about the line through `point` along the unit vector `axis`.
    pub fn from_axis_angle(point: DVec3, axis: DVec3, angle_rad: f64) -> Self {
        let rotation = DMat3::from_quat(DQuat::from_axis_angle(axis, angle_rad));
        Self { rotation, translation: point - rotation * point }
    }

    /// Reads four rows of four numbers.
    ///
    /// # Errors
    /// When a number is not finite, the last row is not `0 0 0 1`, or the upper 3 x 3 part is further than 1e-4
    /// from a rotation. A smaller deviation is removed.
    pub fn from_rows(rows: [[f64; 4]; 4]) -> Result<Self, RigidError> {
        if rows.iter().flatten().any(|x| !x.is_finite()) {
            return Err(RigidError::NotFinite);
        }
        if rows[3] != [0.0, 0.0, 0.0, 1.0] {
            return Err(RigidError::NotAffine);
        }
        let row = |i: usize| DVec3::new(rows[i][0], rows[i][1], rows[i][2]);
        let m = DMat3::from_cols(row(0), row(1), row(2)).transpose();
        let deviation = off_rotation(&m);
        if deviation > 1e-4 || m.determinant() < 0.0 {
            return Err(RigidError::NotRigid(deviation.max((1.0 - m.determinant()).abs())));
        }
        Ok(Self { rotation: m, translation: DVec3::new(rows[0][3], rows[1][3], rows[2][3]) }.renormalized())
    }

    /// Four rows of four numbers, as the JSON formats give a pose.
    pub fn to_rows(&self) -> [[f64; 4]; 4] {
        let (m, t) = (self.rotation.transpose(), self.translation);
        let row = |r: DVec3, t: f64| [r.x, r.y, r.z, t];
        [row(m.x_axis, t.x), row(m.y_axis, t.y), row(m.z_axis, t.z), [0.0, 0.0, 0.0, 1.0]]
    }

    pub fn transform_point(&self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }

    pub fn transform_vector(&self, v: DVec3) -> DVec3 {
        self.rotation * v
    }

    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, translation: -(rotation * self.translation) }
    }

    /// Removes the rounding drift of many small motions (keeps the rotation orthonormal).
    pub fn renormalized(&self) -> Self {
        let x = self.rotation.x_axis.normalize();
        let y = (self.rotation.y_axis - x * x.dot(self.rotation.y_axis)).normalize();
        Self { rotation: DMat3::from_cols(x, y, x.cross(y)), translation: self.translation }
    }

    pub fn to_dmat4(&self) -> DMat4 {
        let column = |v: DVec3| v.extend(0.0);
        let r = &self.rotation;
        DMat4::from_cols(column(r.x_axis), column(r.y_axis), column(r.z_axis), self.translation.extend(1.0))
    }

    pub fn to_mat4(&self) -> Mat4 {
        self.to_dmat4().as_mat4()
    }
}

impl Mul for Rigid {
    type Output = Self;
    /// `c_from_b * b_from_a = c_from_a`.
    fn mul(self, rhs: Self) -> Self {
        Self { rotation: self.rotation * rhs.rotation, translation: self.rotation * rhs.translation + self.translation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: [f64; 6], b: [f64; 6]) {
        for (x, y) in a.iter().zip(b) {
            assert!((x - y).abs() < 1e-9, "{a:?} is not {b:?}");
        }
    }

    #[test]
    fn six_numbers_survive_the_round_trip() {
        for six in [[0.0; 6], [1.0, -2.0, 3.0, 10.0, -20.0, 130.0], [0.0, 0.0, 0.0, 5.0, 89.0, -7.0]] {
            close(Rigid::from_six(six).to_six(), six);
        }
    }

    #[test]
    fn rotation_order_is_z_after_y_after_x() {
        let p = Rigid::from_six([0.0, 0.0, 0.0, 90.0, 0.0, 90.0]).transform_point(DVec3::Y);
        // Rx takes y to z, Rz leaves z alone.
        assert!((p - DVec3::Z).length() < 1e-12, "{p}");
    }

    #[test]
    fn inverse_undoes() {
        let r = Rigid::from_six([1.0, 2.0, 3.0, 40.0, 50.0, 60.0]);
        let p = DVec3::new(7.0, 8.0, 9.0);
        assert!(((r.inverse() * r).transform_point(p) - p).length() < 1e-12);
        assert!((r.inverse().transform_point(r.transform_point(p)) - p).length() < 1e-12);
    }

    #[test]
    fn rows_that_are_not_rigid_are_refused() {
        let rigid = Rigid::from_six([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        close(Rigid::from_rows(rigid.to_rows()).expect("rigid").to_six(), rigid.to_six());
        let mut scaled = rigid.to_rows();
        scaled[0][0] *= 2.0;
        assert!(matches!(Rigid::from_rows(scaled), Err(RigidError::NotRigid(_))));
        let mut infinite = rigid.to_rows();
        infinite[1][3] = f64::NAN;
        assert_eq!(Rigid::from_rows(infinite), Err(RigidError::NotFinite));
        let mirrored = [[-1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
        assert!(matches!(Rigid::from_rows(mirrored), Err(RigidError::NotRigid(_))));
    }
}
