//! The peer: parry3d in single precision, asked the way its documentation shows; what it leaves to its user (the test of
//! two triangles, threads) is as quick as we can make it.
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::mesh::TriMesh as Mesh;
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, PointQuery};
use parry3d::shape::{TriMesh, TriMeshFlags};

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x as f32, p.y as f32, p.z as f32)
}

/// `oriented`: with pseudonormals, for signs.
pub fn tree(mesh: &Mesh, oriented: bool) -> TriMesh {
    let positions = mesh.positions.iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    let flags = if oriented { TriMeshFlags::ORIENTED } else { TriMeshFlags::empty() };
    TriMesh::with_flags(positions, mesh.triangles.clone(), flags).expect("a mesh")
}

/// Only a translation is used here; parry is given a general pose all the same.
pub fn pose(pose: &Rigid) -> Pose {
    let t = vector(pose.translation);
    Pose::translation(t.x, t.y, t.z)
}

pub fn boolean(upper: &TriMesh, lower: &TriMesh, pose: &Pose) -> bool {
    query::intersection_test(&Pose::IDENTITY, upper, pose, lower).expect("two meshes").intersecting
}

pub fn distance(upper: &TriMesh, lower: &TriMesh, pose: &Pose) -> f32 {
    query::distance(&Pose::IDENTITY, upper, pose, lower).expect("two meshes").distance
}

/// Its tree, and a plain test of separating axes.
pub fn pairs(upper: &TriMesh, lower: &TriMesh, pose: &Pose) -> Vec<[u32; 2]> {
    let corners = |mesh: &TriMesh, i: u32| {
        let t = mesh.triangle(i);
        [t.a, t.b, t.c]
    };
    upper
        .bvh()
        .leaf_pairs(lower.bvh(), |a, b| a.aabb().intersects(&b.aabb().transform_by(pose)))
        .filter(|(i, j)| triangles_meet(&corners(upper, *i), &corners(lower, *j).map(|p| *pose * p)))
        .map(|(i, j)| [i, j])
        .collect()
}

/// 17 axes; touching counts.
fn triangles_meet(a: &[Vector; 3], b: &[Vector; 3]) -> bool {
    let ea = [a[1] - a[0], a[2] - a[1], a[0] - a[2]];
    let eb = [b[1] - b[0], b[2] - b[1], b[0] - b[2]];
    let (na, nb) = (ea[0].cross(ea[1]), eb[0].cross(eb[1]));
    let parts = |axis: Vector| {
        let (p, q) = (a.map(|p| (p - a[0]).dot(axis)), b.map(|p| (p - a[0]).dot(axis)));
        let lo = |x: [f32; 3]| x[0].min(x[1]).min(x[2]);
        let hi = |x: [f32; 3]| x[0].max(x[1]).max(x[2]);
        hi(p) < lo(q) || hi(q) < lo(p)
    };
    if parts(na) || parts(nb) {
        return false;
    }
    for (x, y) in ea.iter().flat_map(|x| eb.iter().map(move |y| (x, y))) {
        let axis = x.cross(*y);
        if axis.length_squared() > 1e-20 && parts(axis) {
            return false;
        }
    }
    !ea.iter().any(|x| parts(na.cross(*x))) && !eb.iter().any(|x| parts(nb.cross(*x)))
}

/// Signed distances by pseudonormals, on all processors.
pub fn signed_nearest(upper: &TriMesh, points: &[DVec3]) -> Vec<f32> {
    signed_within(upper, points, f32::MAX).into_iter().map(|d| d.expect("no bound")).collect()
}

/// Likewise, but of points within `radius_mm` alone.
pub fn signed_within(upper: &TriMesh, points: &[DVec3], radius_mm: f32) -> Vec<Option<f32>> {
    let mut out = vec![None; points.len()];
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Small chunks in turn, so that no thread waits for the other.
    let waiting = std::sync::Mutex::new(points.chunks(256).zip(out.chunks_mut(256)));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((points, out)) = { waiting.lock().expect("no panic").next() } {
                    for (p, out) in points.iter().zip(out) {
                        let p = vector(*p);
                        *out = upper.project_local_point_with_max_dist(p, false, radius_mm).map(|near| {
                            let d = (near.point - p).length();
                            if near.is_inside { -d } else { d }
                        });
                    }
                }
            });
        }
    });
    out
}
