//! Clusters: runs of neighbouring triangles with a box, so that a frame draws only what can matter to it.
use super::TriMesh;
use glam::{DMat4, DVec3, Vec3};
use std::ops::Range;

/// Triangles in a cluster: small enough for a tight box, large enough to be worth one test.
pub const CLUSTER_TRIANGLES: usize = 96;

/// A run of triangles and the box that holds them, in the mesh's own coordinates, mm.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Cluster {
    pub first: u32,
    pub n_triangles: u32,
    pub lo: Vec3,
    pub hi: Vec3,
    /// Every triangle's outward normal is within the angle of this sine from the axis; above 1: no such cone.
    pub cone_axis: Vec3,
    pub cone_sine: f32,
}

impl Cluster {
    /// Where the box lies on a map: (col, row, depth) of its lowest and of its highest corner.
    pub fn on_map(&self, map_from_jaw: &DMat4) -> (DVec3, DVec3) {
        let (lo, hi) = (self.lo.as_dvec3(), self.hi.as_dvec3());
        let (centre, half) = ((lo + hi) / 2.0, (hi - lo) / 2.0);
        let middle = map_from_jaw.transform_point3(centre);
        let axes = [map_from_jaw.x_axis, map_from_jaw.y_axis, map_from_jaw.z_axis].map(|a| a.truncate().abs());
        let reach = axes[0] * half.x + axes[1] * half.y + axes[2] * half.z;
        (middle - reach, middle + reach)
    }

    /// Whether every triangle faces along `direction` (a unit vector): rays along it leave the solid there.
    pub fn is_left_along(&self, direction: Vec3) -> bool {
        // The margin covers triangles seen edge on, which a raster may take either way.
        self.cone_axis.dot(direction) > self.cone_sine + 0.02
    }
}

/// Orders the triangles along a space-filling curve, so that runs of them are neighbours. The scanned ones stay before
/// the added ones.
pub fn order_triangles(mesh: &mut TriMesh) {
    let Some((lo, hi)) = mesh.bounds() else { return };
    let scale = 1023.0 / (hi - lo).max_element().max(f32::MIN_POSITIVE);
    let code = |t: &[u32; 3]| {
        let centre = t.iter().map(|i| mesh.positions[*i as usize]).sum::<Vec3>() / 3.0;
        let cell = ((centre - lo) * scale).as_uvec3().min(glam::UVec3::splat(1023));
        spread(cell.x) | spread(cell.y) << 1 | spread(cell.z) << 2
    };
    let order = |triangles: &[[u32; 3]]| {
        let mut keyed: Vec<_> = triangles.iter().map(|t| (code(t), *t)).collect();
        keyed.sort_by_key(|(code, _)| *code);
        keyed.into_iter().map(|(_, t)| t).collect::<Vec<_>>()
    };
    let (scanned, added) = mesh.triangles.split_at(mesh.n_scanned.min(mesh.triangles.len()));
    mesh.triangles = [order(scanned), order(added)].concat();
}

/// The runs of a mesh in order; every triangle is in exactly one, and none holds both scanned and added ones.
pub fn clusters(mesh: &TriMesh) -> Vec<Cluster> {
    clusters_of(mesh, CLUSTER_TRIANGLES)
}

/// The same, of `most` triangles each.
pub fn clusters_of(mesh: &TriMesh, most: usize) -> Vec<Cluster> {
    runs_of(mesh, most).map(|run| cluster(mesh, run)).collect()
}

/// The triangles of each cluster.
pub fn runs(mesh: &TriMesh) -> impl Iterator<Item = Range<usize>> {
    runs_of(mesh, CLUSTER_TRIANGLES)
}

fn runs_of(mesh: &TriMesh, most: usize) -> impl Iterator<Item = Range<usize>> {
    let n = mesh.triangles.len();
    let n_scanned = mesh.n_scanned.min(n);
    let firsts = (0..n_scanned).step_by(most).map(move |first| (first, n_scanned));
    let firsts = firsts.chain((n_scanned..n).step_by(most).map(move |first| (first, n)));
    firsts.map(move |(first, end)| first..end.min(first + most))
}

/// The box that holds some of a mesh's triangles: its lowest and its highest corner.
pub fn box_of(mesh: &TriMesh, triangles: Range<usize>) -> (Vec3, Vec3) {
    let corners = mesh.triangles[triangles].iter().flatten().map(|i| mesh.positions[*i as usize]);
    corners.fold((Vec3::MAX, Vec3::MIN), |(lo, hi), p| (lo.min(p), hi.max(p)))
}

fn cluster(mesh: &TriMesh, run: Range<usize>) -> Cluster {
    let (lo, hi) = box_of(mesh, run.clone());
    let (cone_axis, cone_sine) = normal_cone(mesh, run.clone());
    Cluster { first: run.start as u32, n_triangles: run.len() as u32, lo, hi, cone_axis, cone_sine }
}

/// Axis and sine of the half angle of the cone that holds all normals; a sine of 2 when they span half a turn or more.
fn normal_cone(mesh: &TriMesh, triangles: Range<usize>) -> (Vec3, f32) {
    let normals = triangles.map(|t| mesh.doubled_area_normal(t).normalize_or_zero());
    let normals: Vec<Vec3> = normals.filter(|n| *n != Vec3::ZERO).collect();
    let axis = normals.iter().sum::<Vec3>().normalize_or_zero();
    let cosine = normals.iter().map(|n| n.dot(axis)).fold(1.0, f32::min);
    let sine = if cosine > 0.0 { (1.0 - cosine * cosine).max(0.0).sqrt() } else { 2.0 };
    (axis, sine)
}

/// Ten bits, each followed by two zeros.
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn ordering_keeps_the_triangles_and_tightens_the_clusters() {
        let mut mesh = shapes::sphere(40, 5.0);
        // A bad order to begin with: every 37th triangle.
        let n = mesh.triangles.len();
        mesh.triangles = (0..n).map(|i| mesh.triangles[i * 37 % n]).collect();
        mesh.n_scanned = n - 100;
        let volume = |m: &TriMesh| clusters(m).iter().map(|c| (c.hi - c.lo).element_product()).sum::<f32>();
        let before = mesh.clone();
        order_triangles(&mut mesh);
        assert!(volume(&mesh) < 0.2 * volume(&before), "{} of {}", volume(&mesh), volume(&before));
        for range in [0..mesh.n_scanned, mesh.n_scanned..n] {
            let sorted = |m: &TriMesh| {
                let mut part = m.triangles[range.clone()].to_vec();
                part.sort_unstable();
                part
            };
            assert_eq!(sorted(&mesh), sorted(&before));
        }
        assert_eq!(clusters(&mesh).iter().map(|c| c.n_triangles as usize).sum::<usize>(), n);
    }

    #[test]
    fn a_cone_tells_what_every_triangle_does() {
        let mut mesh = shapes::sphere(40, 5.0);
        order_triangles(&mut mesh);
        let mut n_left = 0;
        for c in clusters(&mesh) {
            let each = (c.first..c.first + c.n_triangles).map(|t| mesh.doubled_area_normal(t as usize).dot(Vec3::Z));
            if c.is_left_along(Vec3::Z) {
                n_left += 1;
                assert!(each.clone().all(|d| d > 0.0), "{c:?}");
            }
            assert!(!(c.is_left_along(Vec3::Z) && c.is_left_along(Vec3::NEG_Z)));
        }
        assert!(n_left * 4 > clusters(&mesh).len(), "{n_left}");
    }

    #[test]
    fn spreading_interleaves() {
        assert_eq!(spread(0b11), 0b1001);
        assert_eq!(spread(1023), 0x0924_9249);
    }
}
