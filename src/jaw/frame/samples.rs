//! Evenly spread points on a surface, and the nearest of them.
use crate::mesh::TriMesh;
use glam::DVec3;

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
pub struct NearestPoint {
    points: Vec<DVec3>,
}

impl NearestPoint {
    pub fn new(mut points: Vec<DVec3>) -> Self {
        build(&mut points, 0);
        Self { points }
    }

    /// The nearest point closer than `reach` mm.
    pub fn within(&self, p: DVec3, reach: f64) -> Option<(DVec3, f64)> {
        let mut best = (None, reach * reach);
        search(&self.points, 0, p, &mut best);
        best.0.map(|q| (q, best.1.sqrt()))
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

fn search(points: &[DVec3], depth: usize, p: DVec3, best: &mut (Option<DVec3>, f64)) {
    if points.is_empty() {
        return;
    }
    let (axis, mid) = (depth % 3, points.len() / 2);
    let node = points[mid];
    let d2 = node.distance_squared(p);
    if d2 < best.1 {
        *best = (Some(node), d2);
    }
    let offset = p[axis] - node[axis];
    let (near, far) =
        if offset < 0.0 { (&points[..mid], &points[mid + 1..]) } else { (&points[mid + 1..], &points[..mid]) };
    search(near, depth + 1, p, best);
    if offset * offset < best.1 {
        search(far, depth + 1, p, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_agrees_with_a_plain_loop() {
        let cloud: Vec<DVec3> = (0..500)
            .map(|i| {
                let k = f64::from(i);
                DVec3::new((k * 0.31).sin(), (k * 0.17).cos(), (k * 0.71).sin() * 0.5) * 10.0
            })
            .collect();
        let tree = NearestPoint::new(cloud.clone());
        for i in 0..50 {
            let p = DVec3::new(f64::from(i) * 0.4 - 10.0, 1.0, -2.0);
            let plain = cloud.iter().map(|q| q.distance(p)).fold(f64::INFINITY, f64::min);
            assert!((tree.within(p, 100.0).unwrap().1 - plain).abs() < 1e-12);
            assert!(tree.within(p, plain * 0.999).is_none());
        }
    }
}
