//! Which clusters of a jaw a pass has to draw (design: "only clusters that can matter"; counts allow culling sideways,
//! and in depth only what of B lies wholly beyond A's farthest point).
use crate::mesh::clusters::Cluster;
use glam::{DMat4, DVec3, Vec3};
use std::ops::Range;

/// No depth is so small.
pub const NOWHERE: f64 = f64::MIN;

/// What of a jaw can matter to a pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Clusters wholly deeper than this cannot matter, mm.
    pub deepest_mm: Option<f64>,
    /// Clusters that rays along this direction (in the jaw's own coordinates) only leave can matter to this depth alone, mm.
    pub left_along: Option<(Vec3, f64)>,
}

/// Whether a box on the map touches its pixels, one pixel of margin included.
fn is_within((lo, hi): (DVec3, DVec3), [cols, rows]: [u32; 2]) -> bool {
    lo.x < f64::from(cols) + 1.0 && lo.y < f64::from(rows) + 1.0 && hi.x > -1.0 && hi.y > -1.0
}

/// Ranges of corners (three a triangle) to draw, neighbours joined.
pub fn visible_corners<'a>(
    clusters: impl IntoIterator<Item = &'a Cluster>,
    map_from_jaw: &DMat4,
    size: [u32; 2],
    limits: Limits,
) -> Vec<Range<u32>> {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for cluster in clusters {
        let at = cluster.on_map(map_from_jaw);
        let is_too_deep = limits.deepest_mm.is_some_and(|deepest| at.0.z > deepest);
        let is_left = |(direction, until_mm)| at.0.z > until_mm && cluster.is_left_along(direction);
        if is_too_deep || limits.left_along.is_some_and(is_left) || !is_within(at, size) {
            continue;
        }
        let range = 3 * cluster.first..3 * (cluster.first + cluster.n_triangles);
        match ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => ranges.push(range),
        }
    }
    ranges
}

/// The largest depth that a jaw's clusters on the map can reach, mm.
pub fn deepest_mm(clusters: &[Cluster], map_from_jaw: &DMat4, size: [u32; 2]) -> f64 {
    let on_map = clusters.iter().map(|c| c.on_map(map_from_jaw)).filter(|at| is_within(*at, size));
    on_map.map(|(_, hi)| hi.z).fold(f64::MIN, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(i: u32, lo: Vec3, hi: Vec3) -> Cluster {
        Cluster { first: i * 96, n_triangles: 96, lo, hi, cone_axis: Vec3::Z, cone_sine: 0.5 }
    }

    #[test]
    fn only_what_can_matter_is_drawn_and_neighbours_are_joined() {
        let at = |i: u32, x: f32, z: f32| cluster(i, Vec3::new(x, 4.0, z), Vec3::new(x + 1.0, 5.0, z + 1.0));
        let clusters = [at(0, 0.0, 0.0), at(1, 5.0, 0.0), at(2, 50.0, 0.0), at(3, 5.0, 9.0)];
        let draw = |limits| visible_corners(&clusters, &DMat4::IDENTITY, [10, 10], limits);
        assert_eq!(draw(Limits::default()), [0..576, 864..1152]);
        let shallow = Limits { deepest_mm: Some(8.0), ..Limits::default() };
        assert_eq!(draw(shallow), std::iter::once(0..576).collect::<Vec<_>>());
        let left = |d, until_mm| draw(Limits { left_along: Some((d, until_mm)), ..Limits::default() });
        assert!(left(Vec3::Z, NOWHERE).is_empty());
        assert_eq!(left(Vec3::NEG_Z, NOWHERE), [0..576, 864..1152]);
        assert_eq!(left(Vec3::Z, 8.0), std::iter::once(0..576).collect::<Vec<_>>());
        assert_eq!(deepest_mm(&clusters, &DMat4::IDENTITY, [10, 10]), 10.0);
    }

    #[test]
    fn a_turned_box_is_seen_whole() {
        let turn = DMat4::from_rotation_z(0.7) * DMat4::from_rotation_x(0.3);
        let c = cluster(0, Vec3::new(-1.0, -2.0, -3.0), Vec3::new(2.0, 1.0, 4.0));
        let (lo, hi) = c.on_map(&turn);
        for i in 0..8 {
            let pick = |bit: usize, a: f32, b: f32| f64::from(if i >> bit & 1 == 0 { a } else { b });
            let corner = DVec3::new(pick(0, c.lo.x, c.hi.x), pick(1, c.lo.y, c.hi.y), pick(2, c.lo.z, c.hi.z));
            let p = turn.transform_point3(corner);
            assert!(p.cmpge(lo - 1e-9).all() && p.cmple(hi + 1e-9).all());
        }
    }
}
