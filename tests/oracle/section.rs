//! Cuts by planes against every triangle by itself, which knows nothing of its neighbours.
use crate::oracle::harness::{CASES, real_pair, sample};
use crate::oracle::shapes::{screw, sphere, torus};
use glam::DVec3;
use occluscope::base::Random;
use occluscope::mesh::clusters::clusters;
use occluscope::mesh::{CutLine, Plane, TriMesh, cut};

fn lines_of(mesh: &TriMesh, plane: &Plane) -> Vec<CutLine> {
    cut(mesh, &clusters(mesh), plane)
}

fn length(lines: &[CutLine]) -> f64 {
    let of = |line: &CutLine| {
        let n = line.points.len();
        (0..line.triangles.len()).map(|i| line.points[i].distance(line.points[(i + 1) % n])).sum::<f64>()
    };
    lines.iter().map(of).sum()
}

/// Where the plane crosses each triangle, one by one, without a thought of its neighbours.
fn length_by_triangles(mesh: &TriMesh, plane: &Plane) -> f64 {
    let one = |t: usize| {
        let corners = mesh.corners(t).map(|p| p.as_dvec3());
        let heights = corners.map(|p| (p - plane.origin).dot(plane.normal));
        let crossed: Vec<DVec3> = (0..3)
            .map(|i| (i, (i + 1) % 3))
            .filter(|(i, k)| (heights[*i] >= 0.0) != (heights[*k] >= 0.0))
            .map(|(i, k)| corners[i].lerp(corners[k], heights[i] / (heights[i] - heights[k])))
            .collect();
        if let [a, b] = crossed[..] { a.distance(b) } else { 0.0 }
    };
    (0..mesh.triangles.len()).map(one).sum()
}

fn planes(mesh: &TriMesh, n: usize) -> Vec<Plane> {
    let (lo, hi) = mesh.bounds().expect("a mesh");
    let (middle, half) = (0.5 * (lo + hi).as_dvec3(), 0.4 * (hi - lo).as_dvec3());
    let mut random = Random::new(7);
    let mut plane = || Plane { origin: middle + half * random.vector(), normal: random.vector().normalize() };
    (0..n).map(|_| plane()).collect()
}

fn check(name: &str, mesh: &TriMesh, n: usize, is_closed: bool) {
    for (i, plane) in planes(mesh, n).iter().enumerate() {
        let lines = lines_of(mesh, plane);
        let (ours, one_by_one) = (length(&lines), length_by_triangles(mesh, plane));
        // Rounding of a few thousand sums.
        assert!((ours - one_by_one).abs() < 1e-6, "{name} {i}: {ours} {one_by_one}");
        assert!(!is_closed || lines.iter().all(|line| line.is_closed), "{name} {i}: a gap");
        if ours > 1.0 {
            let moved = Plane { origin: plane.origin + plane.normal * 0.01, ..*plane };
            assert!((length(&lines_of(mesh, &moved)) - one_by_one).abs() > 1e-6, "{name} {i}: the twin, 0.01 mm on");
        }
    }
}

#[test]
fn cuts_of_shapes_are_those_of_their_triangles() {
    check("ball", &sphere(DVec3::new(1.0, 2.0, 3.0), 5.0, 5), 20, true);
    check("torus", &torus(8.0, 2.0), 20, true);
    check("screw", &screw(3, 6.0, 3.0, 1.0), 20, true);
}

#[test]
fn cuts_of_jaws_are_those_of_their_triangles() {
    let cases = CASES.into_iter().filter_map(|case| Some((case, real_pair(case)?)));
    for (name, pair) in std::iter::once(("sample", sample())).chain(cases) {
        for jaw in [&pair.upper, &pair.lower] {
            check(name, &jaw.mesh, 4, jaw.report.closed);
        }
    }
}
