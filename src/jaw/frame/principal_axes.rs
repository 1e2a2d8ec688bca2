//! Centre and principal axes of a cloud of points.
use glam::{DMat3, DVec3};

/// Principal axes by falling spread; the axes are orthonormal and right-handed.
#[derive(Clone, Copy, Debug)]
pub struct PrincipalAxes {
    pub centre: DVec3,
    pub axes: [DVec3; 3],
    /// Variance along each axis, mm².
    pub variances: [f64; 3],
}

/// Axes of equally heavy points; `None` for fewer than three.
pub fn principal_axes(points: &[DVec3]) -> Option<PrincipalAxes> {
    weighted_principal_axes(points.iter().map(|p| (*p, 1.0)))
}

/// Axes of points with weights (a surface's triangles with their areas); `None` for fewer than three points or when
/// the weights do not add up to anything.
pub fn weighted_principal_axes(points: impl Iterator<Item = (DVec3, f64)> + Clone) -> Option<PrincipalAxes> {
    let (n_points, weight, sum) =
        points.clone().fold((0, 0.0, DVec3::ZERO), |(n, w, s), (p, pw)| (n + 1, w + pw, s + p * pw));
    if n_points < 3 || !(weight > 0.0 && weight.is_finite()) {
        return None;
    }
    let centre = sum / weight;
    let mut m = [[0.0; 3]; 3];
    for (p, pw) in points {
        let d = (p - centre).to_array();
        for (i, row) in m.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell += d[i] * d[j] * pw / weight;
            }
        }
    }
    let (variances, vectors) = eigen_symmetric(m);
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| variances[b].total_cmp(&variances[a]));
    let first = vectors.col(order[0]).normalize_or(DVec3::X);
    let second =
        (vectors.col(order[1]) - first * first.dot(vectors.col(order[1]))).normalize_or(first.any_orthonormal_vector());
    Some(PrincipalAxes { centre, axes: [first, second, first.cross(second)], variances: order.map(|i| variances[i]) })
}

/// Jacobi rotations: eigenvalues, and the eigenvectors as columns, of a symmetric matrix.
fn eigen_symmetric(mut m: [[f64; 3]; 3]) -> ([f64; 3], DMat3) {
    let mut v = DMat3::IDENTITY;
    for _ in 0..32 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if m[p][q].abs() <= 1e-14 * (m[p][p].abs() + m[q][q].abs()) {
                continue;
            }
            let theta = 0.5 * (2.0 * m[p][q]).atan2(m[q][q] - m[p][p]);
            let (s, c) = theta.sin_cos();
            for row in &mut m {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (row_p, row_q) = (m[p], m[q]);
            m[p] = std::array::from_fn(|k| c * row_p[k] - s * row_q[k]);
            m[q] = std::array::from_fn(|k| s * row_p[k] + c * row_q[k]);
            let (a, b) = (v.col(p), v.col(q));
            *v.col_mut(p) = a * c - b * s;
            *v.col_mut(q) = a * s + b * c;
        }
    }
    ([m[0][0], m[1][1], m[2][2]], v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_box_of_points_gives_its_own_axes() {
        let turn = DMat3::from_rotation_z(0.4) * DMat3::from_rotation_x(1.1);
        let mut points = Vec::new();
        for i in -9..=9 {
            for j in -5..=5 {
                for k in -2..=2 {
                    points.push(turn * DVec3::new(f64::from(i), f64::from(j), f64::from(k)) + DVec3::splat(40.0));
                }
            }
        }
        let got = principal_axes(&points).unwrap();
        assert!((got.centre - DVec3::splat(40.0)).length() < 1e-9);
        for (axis, want) in got.axes.iter().zip([turn.x_axis, turn.y_axis, turn.z_axis]) {
            assert!(axis.dot(want).abs() > 1.0 - 1e-9, "{axis} is not {want}");
        }
        assert!((got.variances[0] - 30.0).abs() < 1e-9 && (got.variances[2] - 2.0).abs() < 1e-9, "{:?}", got.variances);
    }

    #[test]
    fn too_few_points_and_one_place_do_not_panic() {
        assert!(principal_axes(&[DVec3::X, DVec3::Y]).is_none());
        let got = principal_axes(&[DVec3::X; 4]).unwrap();
        assert!(got.axes.iter().all(|a| a.is_finite()));
    }
}
