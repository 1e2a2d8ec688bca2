//! The traversal against trying every triangle with every other, and the exact decision against nothing but itself:
//! the boxes must never part what meets.
use super::super::test_support::{Random, centre, cut_out, real_mesh, real_pair, sample, soup};
use super::*;
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};

/// Every triangle with every other, on the same posed vertices; only the intervals along x spare some tests.
fn brute_force(upper: &TriMesh, lower: &TriMesh, pose: &Rigid) -> Vec<TrianglePair> {
    let spans = |t: &Triangle| (t[0].x.min(t[1].x).min(t[2].x), t[0].x.max(t[1].x).max(t[2].x));
    let place = |mesh: &TriMesh, pose: &Rigid| -> Vec<(Triangle, (f64, f64))> {
        let corners = |t| mesh.corners(t).map(|p| pose.transform_point(p.as_dvec3()));
        (0..mesh.triangles.len()).map(corners).map(|t| (t, spans(&t))).collect()
    };
    let (a, b) = (place(upper, &Rigid::IDENTITY), place(lower, pose));
    let mut pairs = Vec::new();
    for (i, (t, (lo, hi))) in a.iter().enumerate() {
        for (j, (other, (other_lo, other_hi))) in b.iter().enumerate() {
            if lo <= other_hi && other_lo <= hi && triangles_meet(t, other) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

/// Agreement in `n` poses about `at`; says how many pairs there were.
fn check(upper: &TriMesh, lower: &TriMesh, at: DVec3, (n, mm, degrees): (usize, f64, f64), seed: u64) -> usize {
    let (tree_upper, tree_lower) = (Bvh::new(upper), Bvh::new(lower));
    let mut random = Random::new(seed);
    let mut n_pairs = 0;
    for k in 0..n {
        let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, mm, degrees) };
        let expected = brute_force(upper, lower, &pose);
        let got = intersecting_pairs(&tree_upper, &tree_lower, &pose);
        assert_eq!(got, expected, "pose {k}");
        assert_eq!(surfaces_meet(&tree_upper, &tree_lower, &pose), !expected.is_empty());
        n_pairs += got.len();
    }
    n_pairs
}

/// Where two jaws come close: the middle of the pairs that meet in the pose of the files.
fn contact_place(upper: &TriMesh, lower: &TriMesh) -> DVec3 {
    let pairs = intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), &Rigid::IDENTITY);
    let places: Vec<DVec3> = pairs.iter().map(|[u, _]| upper.corners(*u as usize)[0].as_dvec3()).collect();
    places.get(places.len() / 2).copied().unwrap_or_else(|| centre(upper))
}

fn check_cut_outs(name: &str, upper: &TriMesh, lower: &TriMesh, n: usize) {
    let at = contact_place(upper, lower);
    let (upper, lower) = (cut_out(upper, at, 4.0), cut_out(lower, at, 4.0));
    let n_pairs = check(&upper, &lower, at, (n, 0.3, 3.0), 11);
    println!("{name}: {} and {} triangles, {n_pairs} pairs", upper.triangles.len(), lower.triangles.len());
    assert!(n_pairs > 100, "{name}: {n_pairs}");
}

#[test]
fn pairs_of_soups_are_those_of_brute_force() {
    let mut random = Random::new(3);
    for (n, size) in [(1, 5.0), (3, 5.0), (200, 1.0), (2000, 0.3)] {
        let (a, b) = (soup(&mut random, n, size), soup(&mut random, n, size));
        check(&a, &b, DVec3::ZERO, (10, 2.0, 180.0), 4);
    }
}

#[test]
fn pairs_of_a_mesh_with_itself_are_those_of_brute_force() {
    // All coplanar and touching: every triangle meets itself and its neighbours.
    let mesh = cut_out(&sample().upper.mesh, contact_place(&sample().upper.mesh, &sample().lower.mesh), 3.0);
    let tree = Bvh::new(&mesh);
    let got = intersecting_pairs(&tree, &tree, &Rigid::IDENTITY);
    assert_eq!(got, brute_force(&mesh, &mesh, &Rigid::IDENTITY));
    assert!(got.len() > 10 * mesh.triangles.len());
}

#[test]
fn pairs_of_the_sample_case_are_those_of_brute_force() {
    check_cut_outs("sample", &sample().upper.mesh, &sample().lower.mesh, 40);
}

#[test]
fn pairs_of_real_scans_are_those_of_brute_force() {
    for case in ["case-2-tight-contact", "case-5-closed-crowns"] {
        let Some(pair) = real_pair(case, true) else { continue };
        check_cut_outs(case, &pair.upper.mesh, &pair.lower.mesh, 30);
    }
}

#[test]
fn pairs_of_broken_meshes_are_those_of_brute_force() {
    for name in ["env.obj", "rob.obj", "thingi10k-58011.stl", "thingi10k-112932.stl", "thingi10k-72214.stl"] {
        let Some(mesh) = real_mesh(&format!("broken/{name}")) else { continue };
        let (lo, hi) = mesh.bounds().expect("a mesh");
        let size = f64::from((hi - lo).length());
        let at = mesh.positions[mesh.positions.len() / 3].as_dvec3();
        let radius = (1..40).map(|k| size * f64::from(k) / 40.0);
        let Some(part) = radius.map(|r| cut_out(&mesh, at, r)).find(|part| part.triangles.len() > 400) else {
            continue;
        };
        let n_pairs = check(&part, &part, at, (8, size / 50.0, 20.0), 12);
        println!("{name}: {} triangles, {n_pairs} pairs", part.triangles.len());
        assert!(n_pairs > 100, "{name}: {n_pairs}");
    }
}

/// Corners on one line are no longer on one once they are turned: what is left of an area is rounding, and so is its normal.
#[test]
fn pairs_with_lines_for_triangles_are_those_of_brute_force() {
    let mut random = Random::new(5);
    let jaw = &sample().upper.mesh;
    // On a grid, so that the middle of two corners is on their line to the last bit.
    let on_grid = |p: Vec3| (p * 128.0).round() / 128.0;
    let at = on_grid(jaw.positions[jaw.positions.len() / 2]);
    let mut lines = soup(&mut random, 300, 2.0);
    for corners in lines.positions.chunks_mut(3) {
        (corners[0], corners[1]) = (on_grid(corners[0]) + at, on_grid(corners[1]) + at);
        corners[2] = corners[0] + (corners[1] - corners[0]) * 0.5;
    }
    let (at, part) = (at.as_dvec3(), cut_out(jaw, at.as_dvec3(), 4.0));
    // Lines as the jaw that moves, as the one that stands, and as both.
    let mut n_pairs = check(&part, &lines, at, (20, 1.0, 180.0), 6);
    n_pairs += check(&lines, &part, at, (20, 1.0, 180.0), 7);
    check(&lines, &lines, at, (5, 1.0, 180.0), 8);
    assert!(n_pairs > 500, "{n_pairs}");
}

#[test]
fn a_moved_vertex_and_a_moved_pose_are_noticed() {
    let (upper, lower) = (&sample().upper.mesh, &sample().lower.mesh);
    let pairs = |upper: &TriMesh, pose: &Rigid| intersecting_pairs(&Bvh::new(upper), &Bvh::new(lower), pose);
    let truth = pairs(upper, &Rigid::IDENTITY);
    assert!(!truth.is_empty());
    assert_ne!(pairs(upper, &Rigid::from_translation(DVec3::splat(0.001))), truth);
    let mut moved = TriMesh::clone(upper);
    moved.positions[upper.triangles[truth[0][0] as usize][0] as usize].y += 1.0;
    assert_ne!(pairs(&moved, &Rigid::IDENTITY), truth);
}

#[test]
fn a_pose_that_is_not_a_number_meets_nothing() {
    let tree = Bvh::new(&sample().upper.mesh);
    let pose = Rigid::from_translation(DVec3::splat(f64::NAN));
    assert!(!surfaces_meet(&tree, &tree, &pose) && intersecting_pairs(&tree, &tree, &pose).is_empty());
}
