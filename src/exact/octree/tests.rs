//! The octree against the trees and against trying every face with every other.
use super::super::test_support::{Random, ball, centre, sample, soup};
use super::super::{Bvh, intersecting_pairs as by_trees, triangles_meet};
use super::*;
use glam::DVec3;

fn scene(levels: u32, objects: &[(&TriMesh, Rigid)]) -> OctreeScene {
    let mut scene = OctreeScene::new(levels);
    for (mesh, pose) in objects {
        scene.add(mesh, *pose);
    }
    scene
}

/// Every face with every other of another object, on the same posed vertices. Without a finite corner: nothing.
fn brute_force(objects: &[(&TriMesh, Rigid)]) -> Vec<FacePair> {
    let place = |(mesh, pose): &(&TriMesh, Rigid)| -> Vec<[DVec3; 3]> {
        let corners = |t: &[u32; 3]| t.map(|i| pose.transform_point(mesh.positions[i as usize].as_dvec3()));
        mesh.triangles.iter().map(corners).collect()
    };
    let posed: Vec<_> = objects.iter().map(place).collect();
    let is_finite = |t: &[DVec3; 3]| t.iter().all(|p| p.is_finite());
    let mut pairs = Vec::new();
    for (i, a) in posed.iter().enumerate() {
        for (j, b) in posed.iter().enumerate().skip(i + 1) {
            for (k, t) in (0..).zip(a).filter(|(_, t)| is_finite(t)) {
                let meets = |(_, other): &(u32, &[DVec3; 3])| is_finite(other) && triangles_meet(t, other);
                let found = (0..).zip(b).filter(meets);
                pairs.extend(found.map(|(l, _)| FacePair { objects: [i as u32, j as u32], triangles: [k, l] }));
            }
        }
    }
    pairs
}

fn check(objects: &[(&TriMesh, Rigid)]) -> usize {
    let expected = brute_force(objects);
    for levels in [0, 1, 3, 10, 99] {
        let mut scene = scene(levels, objects);
        assert_eq!(scene.intersecting_pairs(), expected, "{levels} levels");
        assert_eq!(scene.surfaces_meet(), !expected.is_empty(), "{levels} levels");
    }
    expected.len()
}

/// Small whole coordinates: touching, flat, repeated and empty faces are common.
fn whole_soup(random: &mut Random, n: usize, size: u64) -> TriMesh {
    let mut mesh = soup(random, n, 1.0);
    mesh.positions.iter_mut().for_each(|p| *p = Vec3::from(std::array::from_fn(|_| random.below(size) as f32)));
    mesh
}

#[test]
fn pairs_of_soups_are_those_of_brute_force() {
    let mut random = Random::new(51);
    let mut n_pairs = 0;
    for (n, size) in [(1, 5.0), (40, 4.0), (300, 1.0), (900, 0.3)] {
        for _ in 0..4 {
            let (a, b) = (soup(&mut random, n, size), soup(&mut random, n, size));
            n_pairs += check(&[(&a, random.pose(DVec3::ZERO, 2.0, 180.0)), (&b, random.pose(DVec3::ZERO, 2.0, 180.0))]);
        }
    }
    assert!(n_pairs > 300, "{n_pairs}");
}

#[test]
fn touching_flat_and_empty_faces_are_found_once() {
    let mut random = Random::new(52);
    for size in [2, 4, 9] {
        let (a, b) = (whole_soup(&mut random, 150, size), whole_soup(&mut random, 150, size));
        assert!(check(&[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]) > 100);
    }
    // A mesh with itself: every face in the plane of another, and touching all its neighbours.
    let mesh = ball(Vec3::ZERO, 3.0, 6);
    let n_pairs = check(&[(&mesh, Rigid::IDENTITY), (&mesh, Rigid::IDENTITY)]);
    assert!(n_pairs > 10 * mesh.triangles.len());
    // One point each, and the same.
    let point = |x: f32| TriMesh { positions: vec![Vec3::X * x], triangles: vec![[0; 3]], n_scanned: 1, colors: None };
    assert_eq!(check(&[(&point(1.0), Rigid::IDENTITY), (&point(1.0), Rigid::IDENTITY)]), 1);
    assert_eq!(check(&[(&point(1.0), Rigid::IDENTITY), (&point(1.5), Rigid::IDENTITY)]), 0);
}

#[test]
fn many_faces_in_one_corner_of_a_large_world_are_parted() {
    // The octree has to go far down before anything is parted; large faces lie across all of it.
    let mut random = Random::new(53);
    let (mut a, mut b) = (soup(&mut random, 400, 0.02), soup(&mut random, 400, 0.02));
    for mesh in [&mut a, &mut b] {
        mesh.positions.iter_mut().for_each(|p| *p *= 0.05);
        for _ in 0..30 {
            let first = mesh.positions.len() as u32;
            mesh.positions.extend((0..3).map(|_| (random.vector() * 300.0).as_vec3()));
            mesh.triangles.push([first, first + 1, first + 2]);
        }
    }
    assert!(check(&[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]) > 50);
}

#[test]
fn pairs_of_many_objects_are_those_of_all_pairs_of_trees() {
    let mut random = Random::new(54);
    let mut scene = OctreeScene::default();
    let mut meshes: Vec<TriMesh> =
        (0..14).map(|_| ball((random.vector() * 6.0).as_vec3(), 1.5 + random.unit() as f32, 8)).collect();
    for mesh in &meshes {
        scene.add(mesh, Rigid::IDENTITY);
    }
    let mut n_pairs = 0;
    for _ in 0..12 {
        let trees: Vec<_> = meshes.iter().map(Bvh::new).collect();
        let mut expected = Vec::new();
        for a in 0..meshes.len() {
            for b in a + 1..meshes.len() {
                let pairs = by_trees(&trees[a], &trees[b], &Rigid::IDENTITY).into_iter();
                expected.extend(pairs.map(|triangles| FacePair { objects: [a as u32, b as u32], triangles }));
            }
        }
        assert_eq!(scene.intersecting_pairs(), expected);
        n_pairs += expected.len();
        // Some objects move and deform.
        for (i, mesh) in meshes.iter_mut().enumerate() {
            if random.below(3) == 0 {
                let by = (random.vector() * 0.5).as_vec3();
                mesh.positions.iter_mut().for_each(|p| *p = *p * (1.0 + 0.05 * p.x.sin()) + by);
                assert!(scene.set_positions(i, &mesh.positions));
            }
        }
        let moved = &meshes[3].positions;
        assert!(!scene.set_positions(3, &moved[1..]) && !scene.set_positions(99, moved));
    }
    assert!(n_pairs > 1000, "{n_pairs}");
}

#[test]
fn pairs_of_posed_objects_are_those_of_brute_force() {
    let mut random = Random::new(55);
    for _ in 0..6 {
        let meshes: Vec<_> = (0..6).map(|_| soup(&mut random, 60, 1.5)).collect();
        let objects: Vec<_> = meshes.iter().map(|mesh| (mesh, random.pose(DVec3::ZERO, 4.0, 180.0))).collect();
        assert!(check(&objects) > 0);
    }
}

#[test]
fn jaws_give_what_the_trees_give() {
    let pair = sample();
    let (upper, lower) = (Bvh::new(&pair.upper.mesh), Bvh::new(&pair.lower.mesh));
    let engine = OctreeEngine::new(pair);
    let mut random = Random::new(56);
    let at = centre(&pair.upper.mesh);
    let mut n_pairs = 0;
    for k in 0..12 {
        let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.5, 1.0) };
        let expected = by_trees(&upper, &lower, &pose);
        assert_eq!(engine.intersecting_pairs(&pose), expected);
        assert_eq!(engine.surfaces_meet(&pose), !expected.is_empty());
        n_pairs += expected.len();
    }
    assert!(n_pairs > 1000, "{n_pairs}");
    // The twin: a motion that was not told.
    let truth = by_trees(&upper, &lower, &Rigid::IDENTITY);
    assert_ne!(engine.intersecting_pairs(&Rigid::from_translation(DVec3::splat(0.001))), truth);
}

#[test]
fn what_is_not_finite_meets_nothing_and_nothing_breaks() {
    let mut random = Random::new(57);
    let (mut a, b) = (soup(&mut random, 200, 1.0), soup(&mut random, 200, 1.0));
    let engine = |a: &TriMesh, pose: Rigid| scene(10, &[(a, Rigid::IDENTITY), (&b, pose)]);
    for x in [f64::NAN, f64::INFINITY, -f64::INFINITY, f64::MAX, 1e300] {
        let mut pose = Rigid::from_translation(DVec3::new(0.0, x, 0.0));
        assert!(engine(&a, pose).intersecting_pairs().is_empty() && !engine(&a, pose).surfaces_meet());
        pose.translation = DVec3::ZERO;
        pose.rotation.y_axis.x = x;
        let _ = engine(&a, pose).intersecting_pairs();
    }
    // Single corners: the other faces are as they were.
    for (k, x) in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].into_iter().enumerate() {
        a.positions[7 + 90 * k].z = x;
    }
    assert!(check(&[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]) > 0);
    a.positions[10].x = f32::MAX;
    a.positions[11].x = f32::MIN;
    check(&[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]);
    // Faces of vertices that are not there.
    a.triangles.push([0, 1, 1 << 30]);
    let expected = engine(&b, Rigid::IDENTITY).intersecting_pairs().len();
    assert!(expected > 0);
    assert!(!engine(&a, Rigid::IDENTITY).intersecting_pairs().is_empty());
    // Nothing at all.
    let none = TriMesh::default();
    assert!(OctreeScene::default().intersecting_pairs().is_empty());
    assert!(scene(10, &[(&none, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]).intersecting_pairs().is_empty());
    assert!(!OctreeScene::default().set_pose(0, Rigid::IDENTITY));
}

#[test]
fn any_scale_gives_the_same_pairs() {
    let mut random = Random::new(58);
    let (a, b) = (whole_soup(&mut random, 120, 9), whole_soup(&mut random, 120, 9));
    let expected = brute_force(&[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]);
    // Powers of two, exact within what the predicates can hold.
    for scale in [2.0_f32.powi(-60), 2.0_f32.powi(-3), 2.0_f32.powi(60)] {
        let scaled = |mesh: &TriMesh| {
            let mut mesh = mesh.clone();
            mesh.positions.iter_mut().for_each(|p| *p *= scale);
            mesh
        };
        let (a, b) = (scaled(&a), scaled(&b));
        assert_eq!(scene(10, &[(&a, Rigid::IDENTITY), (&b, Rigid::IDENTITY)]).intersecting_pairs(), expected);
    }
}

#[test]
fn only_boxes_that_overlap_are_looked_at() {
    let mesh = ball(Vec3::ZERO, 1.0, 4);
    let at = |x: f64| Rigid::from_translation(DVec3::X * x);
    let mut scene = scene(10, &[(&mesh, at(0.0)), (&mesh, at(1.9)), (&mesh, at(5.0))]);
    assert_eq!(scene.overlapping_boxes(), [[0, 1]]);
    assert!(scene.set_pose(2, at(3.5)));
    assert_eq!(scene.overlapping_boxes(), [[0, 1], [1, 2]]);
    assert!(scene.set_pose(1, at(f64::NAN)));
    assert_eq!(scene.overlapping_boxes(), [[0_u32; 2]; 0]);
    assert_eq!(scene.n_objects(), 3);
}
