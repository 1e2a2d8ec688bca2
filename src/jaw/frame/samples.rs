//! Evenly spread points on a surface, and the nearest of them.
use crate::mesh::TriMesh;
use glam::{DMat3, DVec3};

/// Points of equal area on the triangles, about `n_wanted` of them, so that neither the density of the mesh nor
/// the winding of its triangles matters. Deterministic, and it turns along with the mesh.
pub fn sample_surface(mesh: &TriMesh, n_wanted: usize) -> Vec<DVec3> {
    let corners = |t: &[u32; 3]| t.map(|i| mesh.positions[i as usize].as_dvec3());
    let area = |[a, b, c]: [DVec3; 3]| 0.5 * (b - a).cross(c - a).length();
    let total: f64 = mesh.triangles.iter().map(|t| area(corners(t))).sum();
    let step = total / n_wanted as f64;
    let mut points = Vec::with_capacity(n_wanted + 1);
    if !(step.is_finite() && step > 0.0) {
        return points;
    }
    let mut owed = 0.5 * step;
    for t in &mesh.triangles {
        let [a, b, c] = corners(t);
        owed += area([a, b, c]);
        while owed >= step && points.len() <= n_wanted {
            owed -= step;
            // The R2 sequence spreads the points of one large triangle evenly.
            let k = points.len() as f64;
            let (u, v) = ((0.5 + k * 0.754_877_666_246_693).fract(), (0.5 + k * 0.569_840_290_998_053).fract());
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            points.push(a + (b - a) * u + (c - a) * v);
        }
    }
    points
}

/// A balanced k-d tree kept as a permutation of the points: the middle of each range is its node.
pub struct NearPoints {
    points: Vec<DVec3>,
    tilt: DMat3,
}

impl NearPoints {
    pub fn new(points: &[DVec3]) -> Self {
        // A fixed odd turn: a trimmed flat base would otherwise lie in a splitting plane and defeat the pruning.
        let tilt = DMat3::from_rotation_x(0.61) * DMat3::from_rotation_y(0.37) * DMat3::from_rotation_z(0.83);
        let mut points: Vec<DVec3> = points.iter().map(|p| tilt * *p).collect();
        build(&mut points, 0);
        Self { points, tilt }
    }

    /// Whether a point is closer than `reach` mm.
    pub fn any_within(&self, p: DVec3, reach: f64) -> bool {
        touches(&self.points, 0, self.tilt * p, reach, DVec3::ZERO)
    }
}

fn build(points: &mut [DVec3], depth: usize) {
    if points.len() < 2 {
        return;
    }
    let (axis, mid) = (depth % 3, points.len() / 2);
    points.select_nth_unstable_by(mid, |a, b| a[axis].total_cmp(&b[axis]));
    let (left, right) = points.split_at_mut(mid);
    build(left, depth + 1);
    build(&mut right[1..], depth + 1);
}

/// The node, the half on the point's side, the other half, and the distance to the plane between them.
fn split(points: &[DVec3], depth: usize, p: DVec3) -> (DVec3, &[DVec3], &[DVec3], f64) {
    let (axis, mid) = (depth % 3, points.len() / 2);
    let (left, right) = (&points[..mid], &points[mid + 1..]);
    let offset = p[axis] - points[mid][axis];
    if offset < 0.0 { (points[mid], left, right, -offset) } else { (points[mid], right, left, offset) }
}

/// `outside`: how far the point is from the box of these points along each axis, mm.
fn touches(points: &[DVec3], depth: usize, p: DVec3, reach: f64, outside: DVec3) -> bool {
    if points.is_empty() {
        return false;
    }
    let (node, near, far, offset) = split(points, depth, p);
    let mut beyond = outside;
    beyond[depth % 3] = offset;
    node.distance(p) < reach
        || touches(near, depth + 1, p, reach, outside)
        || (beyond.length() < reach && touches(far, depth + 1, p, reach, beyond))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn being_near_agrees_with_a_plain_loop() {
        let cloud: Vec<DVec3> = (0..500)
            .map(|i| {
                let k = f64::from(i);
                DVec3::new((k * 0.31).sin(), (k * 0.17).cos(), (k * 0.71).sin() * 0.5) * 10.0
            })
            .collect();
        let tree = NearPoints::new(&cloud);
        for i in 0..50 {
            let p = DVec3::new(f64::from(i) * 0.4 - 10.0, 1.0, -2.0);
            let plain = cloud.iter().map(|q| q.distance(p)).fold(f64::INFINITY, f64::min);
            assert!(tree.any_within(p, plain * 1.001) && !tree.any_within(p, plain * 0.999));
        }
    }
}
