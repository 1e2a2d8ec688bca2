//! The mesh that every engine and every picture uses, and the count of what was repaired on the way to it.
use crate::base::{Rigid, Warning};
use glam::{DVec3, Vec3};

/// An indexed triangle mesh in millimetres, welded, coherently oriented (counter-clockwise from outside).
///
/// `triangles[..n_scanned]` come from the scan; the ones after it were added by closing (hole fills, rim walls,
/// base) and never count as contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriMesh {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub n_scanned: usize,
    /// One RGBA colour per position where the scan has them (display only).
    pub colors: Option<Vec<[u8; 4]>>,
}

impl TriMesh {
    /// The three corners of a triangle, mm.
    #[inline]
    pub fn corners(&self, triangle_idx: usize) -> [Vec3; 3] {
        // One by one: asked for everywhere, and a closure for each stays a call of its own.
        let [a, b, c] = self.triangles[triangle_idx];
        [self.positions[a as usize], self.positions[b as usize], self.positions[c as usize]]
    }

    /// Cross product of two edges: the outward normal, twice the triangle's area (mm²) long.
    pub fn doubled_area_normal(&self, triangle_idx: usize) -> Vec3 {
        let [a, b, c] = self.corners(triangle_idx);
        (b - a).cross(c - a)
    }

    /// Outward unit normal in double precision; zero of a triangle without area.
    pub fn unit_normal(&self, triangle_idx: usize) -> DVec3 {
        let [a, b, c] = self.corners(triangle_idx).map(|p| p.as_dvec3());
        (b - a).cross(c - a).normalize_or_zero()
    }

    /// Some of the triangles, in the order given, as a mesh of their own that shares no corners.
    pub fn part(&self, triangles: &[u32]) -> TriMesh {
        let positions: Vec<Vec3> = triangles.iter().flat_map(|t| self.corners(*t as usize)).collect();
        let triangles: Vec<_> = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
    }

    /// Whether there is a triangle, every index is in range and every coordinate finite: what preparation gives.
    pub fn is_sound(&self) -> bool {
        let n = self.positions.len();
        !self.triangles.is_empty()
            && self.n_scanned <= self.triangles.len()
            && self.triangles.iter().flatten().all(|&i| (i as usize) < n)
            && self.positions.iter().all(|p| p.is_finite())
            && self.colors.as_ref().is_none_or(|c| c.len() == n)
    }

    /// Smallest and largest corner of the axis-aligned bounding box, `None` without positions.
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.positions.first()?;
        Some(self.positions.iter().fold((first, first), |(lo, hi), p| (lo.min(*p), hi.max(*p))))
    }

    /// The scanned surface alone, without what closing added, moved by a pose; without colours.
    pub fn scanned_in(&self, pose: &Rigid) -> Self {
        let positions = self.positions.iter().map(|p| pose.transform_point(p.as_dvec3()).as_vec3()).collect();
        let triangles: Vec<_> = self.triangles.iter().take(self.n_scanned).copied().collect();
        Self { positions, n_scanned: triangles.len(), triangles, colors: None }
    }

    /// The scanned surface without some of its triangles; every corner keeps its number.
    pub fn scanned_without(&self, is_left_out: &[bool]) -> Self {
        let kept = self.triangles[..self.n_scanned].iter().zip(is_left_out).filter(|(_, out)| !**out);
        let triangles: Vec<_> = kept.map(|(t, _)| *t).collect();
        Self { positions: self.positions.clone(), n_scanned: triangles.len(), triangles, colors: None }
    }

    /// No point of it moves by more between two poses, mm.
    pub fn motion_mm(&self, from: Rigid, to: Rigid) -> f64 {
        let Some((lo, hi)) = self.bounds() else { return 0.0 };
        let corner = |i: u32| {
            Vec3::new([lo, hi][i as usize & 1].x, [lo, hi][i as usize >> 1 & 1].y, [lo, hi][i as usize >> 2].z)
        };
        // The length of a linear motion is largest at a corner of the box.
        let moved = |p: DVec3| from.transform_point(p).distance(to.transform_point(p));
        (0..8).map(|i| moved(corner(i).as_dvec3())).fold(0.0, f64::max)
    }
}

/// What repair and closing did to one scan. All counts are of triangles unless the name says otherwise.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RepairReport {
    pub n_triangles_read: usize,
    pub n_vertices_read: usize,
    /// Vertices that became one with another at the same place.
    pub n_vertices_welded: usize,
    /// Within how many nanometres vertices along cracks became one; 0 where nothing was cracked.
    pub joined_within_nm: usize,
    /// Triangles that repeat a corner, and those without area (kept behind `n_scanned` for the sake of their edges).
    pub n_degenerate_dropped: usize,
    pub n_duplicate_dropped: usize,
    pub n_components: usize,
    /// Stray parts too small to be anatomy, and the triangles in them.
    pub n_components_dropped: usize,
    pub n_stray_dropped: usize,
    /// Triangles turned round so that the surface faces outwards.
    pub n_flipped: usize,
    /// Triangles of hidden inner walls (the base of a crown set into gum), without which the surface is whole.
    pub n_hidden_dropped: usize,
    pub n_non_manifold_edges: usize,
    /// Open edges before closing.
    pub n_open_edges_before: usize,
    /// Open edges after closing; 0 when `closed`.
    pub n_open_edges_after: usize,
    /// Loops that the open edges made; 0 when nothing was closed.
    pub n_open_loops: usize,
    pub n_holes_filled: usize,
    pub n_rims_extruded: usize,
    pub n_added_by_closing: usize,
    /// Whether the scan was closed as read.
    pub was_closed: bool,
    /// Whether the mesh is closed now.
    pub closed: bool,
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;

    #[test]
    fn no_point_moves_farther_than_the_box_and_some_do_nearly() {
        let mut random = Random::new(7);
        let point = |_| (random.vector() * DVec3::new(30.0, 20.0, 5.0)).as_vec3();
        let mesh = TriMesh { positions: (0..500).map(point).collect(), ..TriMesh::default() };
        let from = Rigid::from_six([0.1, 0.0, 0.0, 1.0, 2.0, -1.0]);
        let to = Rigid::from_six([0.0, 0.2, 0.0, 1.5, 1.0, -1.0]);
        let bound = mesh.motion_mm(from, to);
        let moved = |p: &Vec3| from.transform_point(p.as_dvec3()).distance(to.transform_point(p.as_dvec3()));
        let most = mesh.positions.iter().map(moved).fold(0.0, f64::max);
        assert!(most <= bound && most > 0.5 * bound, "{most} of {bound}");
        assert_eq!(mesh.motion_mm(to, to), 0.0);
    }
}
