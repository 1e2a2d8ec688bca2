//! Engine `bvh-gpu`: its pairs must be those of engine `bvh`, one for one, whatever the pose, the lists' room and where the
//! walk begins. Engine `bvh` itself is held against what shares nothing with the program in [`super::pairs`].
//!
//! The number of poses is `OCCLUSCOPE_POSES`; `scripts/long` takes 1,000.
mod contact;
mod distance;

use super::harness::{CASES, context, real_pair, sample};
use super::pairs::{Random, cut_out, n_poses, soups};
use glam::{DVec3, Vec3};
use occluscope::base::Rigid;
use occluscope::engine::GpuScene;
use occluscope::exact::{Bvh, FacePair, TrianglePair, intersecting_pairs};
use occluscope::gpu::InterferenceSettings;
use occluscope::mesh::{TriMesh, balanced_order};
use std::sync::Arc;

/// Both engines on the same two meshes.
struct Both {
    meshes: [Arc<TriMesh>; 2],
    scene: GpuScene,
    trees: [Bvh; 2],
}

impl Both {
    fn new(meshes: [&Arc<TriMesh>; 2], settings: InterferenceSettings) -> Self {
        let objects = meshes.map(|mesh| (mesh.clone(), Rigid::IDENTITY));
        let scene = GpuScene::new(context(), &objects, settings).expect("the meshes fit");
        Self { meshes: meshes.map(Arc::clone), scene, trees: meshes.map(|mesh| Bvh::new(mesh)) }
    }

    fn truth(&self, pose: &Rigid) -> Vec<TrianglePair> {
        intersecting_pairs(&self.trees[0], &self.trees[1], pose)
    }

    fn by_gpu(&mut self, pose: &Rigid) -> Vec<TrianglePair> {
        assert!(self.scene.set_pose(1, *pose));
        triangles(self.scene.intersecting_pairs().expect("the GPU is there"))
    }
}

fn triangles(pairs: Vec<FacePair>) -> Vec<TrianglePair> {
    assert!(pairs.iter().all(|pair| pair.objects == [0, 1]));
    pairs.into_iter().map(|pair| pair.triangles).collect()
}

fn settings() -> InterferenceSettings {
    InterferenceSettings::default()
}

/// The sample case, and the real ones that are there.
fn cases() -> Vec<(&'static str, [Arc<TriMesh>; 2])> {
    let meshes = |pair: occluscope::jaw::JawPair| [pair.upper.mesh, pair.lower.mesh];
    let mut cases = vec![("sample", meshes(sample()))];
    cases.extend(CASES.into_iter().filter_map(|name| Some((name, meshes(real_pair(name)?)))));
    cases
}

/// A place where both meshes meet as they lie, else the middle of the second.
fn place(both: &Both, meshes: &[Arc<TriMesh>; 2]) -> DVec3 {
    let pairs = both.truth(&Rigid::IDENTITY);
    let corner = pairs.get(pairs.len() / 2).map(|[u, _]| meshes[0].corners(*u as usize)[0].as_dvec3());
    corner.unwrap_or_else(|| {
        let (lo, hi) = meshes[1].bounds().expect("a mesh");
        ((lo + hi) * 0.5).as_dvec3()
    })
}

#[derive(Debug, Default)]
struct Tally {
    poses: usize,
    poses_that_meet: usize,
    pairs: usize,
    candidates: u64,
    from_front: usize,
    differ: usize,
}

/// Random poses about a place, the first as the files lie, every other one a small step from the one before.
fn compare(both: &mut Both, at: DVec3, (n, mm, degrees): (usize, f64, f64), seed: u64) -> Tally {
    let (mut random, mut pose, mut tally) = (Random::new(seed), Rigid::IDENTITY, Tally::default());
    for k in 0..n {
        if k % 4 == 0 {
            pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, mm, degrees) };
        } else {
            pose = random.pose(at, mm / 20.0, degrees / 20.0) * pose;
        }
        let (truth, got) = (both.truth(&pose), both.by_gpu(&pose));
        let traversal = both.scene.last_traversal();
        tally.poses += 1;
        tally.poses_that_meet += usize::from(!truth.is_empty());
        tally.pairs += truth.len();
        tally.candidates += traversal.n_found;
        tally.from_front += usize::from(traversal.from_front);
        if truth != got {
            tally.differ += 1;
            tell_difference(both, k, &pose, [&truth, &got]);
        }
    }
    tally
}

/// What one side alone has.
fn tell_difference(both: &Both, k: usize, pose: &Rigid, [truth, got]: [&[TrianglePair]; 2]) {
    println!("pose {k}: {:?}", pose.to_rows());
    for (side, a, b) in [("bvh", truth, got), ("bvh-gpu", got, truth)] {
        for pair in a.iter().filter(|pair| b.binary_search(pair).is_err()) {
            let [upper, lower] = [&both.meshes[0], &both.meshes[1]];
            let posed = lower.corners(pair[1] as usize).map(|p| pose.transform_point(p.as_dvec3()));
            println!("{side} alone: {pair:?} {:?} and {posed:?}", upper.corners(pair[0] as usize));
        }
    }
}

#[test]
fn pairs_of_jaws_are_those_of_bvh() {
    for (name, meshes) in cases() {
        let mut both = Both::new([&meshes[0], &meshes[1]], settings());
        let at = place(&both, &meshes);
        let tally = compare(&mut both, at, (n_poses(24), 0.3, 2.0), 201);
        println!("{name}: {} and {} triangles, {tally:?}", meshes[0].triangles.len(), meshes[1].triangles.len());
        assert_eq!(tally.differ, 0, "{name}: {tally:?}");
        assert!(tally.poses_that_meet * 2 >= tally.poses && tally.pairs > tally.poses, "{name}: {tally:?}");
    }
}

#[test]
fn pairs_of_broken_meshes_are_those_of_bvh() {
    let soups: Vec<_> = soups().into_iter().map(|(name, mesh)| (name, Arc::new(mesh))).collect();
    for (k, (name, mesh)) in soups.iter().enumerate() {
        let (other, second) = &soups[(k + 1) % soups.len()];
        for (what, second, mm, degrees) in [(*other, second, 4.0, 180.0), ("itself", mesh, 0.3, 10.0)] {
            let mut both = Both::new([mesh, second], settings());
            let tally = compare(&mut both, DVec3::ZERO, (n_poses(12), mm, degrees), 210 + k as u64);
            println!("{name} and {what}: {tally:?}");
            assert_eq!(tally.differ, 0, "{name} and {what}: {tally:?}");
            assert!(tally.pairs > 0, "{name} and {what}: {tally:?}");
        }
    }
}

fn quad(at: Vec3, u: Vec3, v: Vec3, n: u32) -> TriMesh {
    let mut mesh = TriMesh::default();
    for i in 0..=n {
        for j in 0..=n {
            mesh.positions.push(at + u * (i as f32 / n as f32) + v * (j as f32 / n as f32));
        }
    }
    let corner = |i: u32, j: u32| i * (n + 1) + j;
    for i in 0..n {
        for j in 0..n {
            mesh.triangles.push([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)]);
            mesh.triangles.push([corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)]);
        }
    }
    mesh.n_scanned = mesh.triangles.len();
    mesh
}

/// Bodies that lie in each other, on each other and beside each other: one common point is enough.
#[test]
fn touching_is_decided_as_bvh_decides_it() {
    let flat = |at: Vec3| Arc::new(quad(at, Vec3::X * 8.0, Vec3::Y * 8.0, 12));
    let upright = |at: Vec3| Arc::new(quad(at, Vec3::X * 8.0, Vec3::Z * 8.0, 9));
    let ulp = f32::EPSILON * 8.0;
    let needle = Arc::new(TriMesh {
        positions: vec![Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, 1.0, 3.0), Vec3::new(1.0, 1.0, 3.0)],
        triangles: vec![[0, 1, 2]],
        n_scanned: 1,
        colors: None,
    });
    let upper = sample().upper.mesh;
    let tooth = &Arc::new(cut_out(&upper, upper.corners(upper.n_scanned / 2)[0].as_dvec3(), 8.0));
    let scenes: [(&str, [&Arc<TriMesh>; 2], Rigid, bool); 9] = [
        ("coincident planes", [&flat(Vec3::ZERO), &flat(Vec3::ZERO)], Rigid::IDENTITY, true),
        ("planes of one height, shifted", [&flat(Vec3::ZERO), &flat(Vec3::new(0.3, 0.7, 0.0))], Rigid::IDENTITY, true),
        ("planes that share an edge", [&flat(Vec3::ZERO), &flat(Vec3::X * 8.0)], Rigid::IDENTITY, true),
        ("planes that share a corner", [&flat(Vec3::ZERO), &flat(Vec3::new(8.0, 8.0, 0.0))], Rigid::IDENTITY, true),
        ("a plane on another", [&flat(Vec3::ZERO), &upright(Vec3::Y * 4.1)], Rigid::IDENTITY, true),
        ("a plane a hair above", [&flat(Vec3::ZERO), &upright(Vec3::new(0.0, 4.1, ulp))], Rigid::IDENTITY, false),
        ("a needle on a corner", [&flat(Vec3::new(1.0, 1.0, 0.0)), &needle], Rigid::IDENTITY, true),
        (
            "a plane turned into itself",
            [&flat(-Vec3::ONE), &flat(-Vec3::ONE)],
            Rigid::from_six([0.0, 0.0, 0.0, 0.0, 0.0, 90.0]),
            true,
        ),
        ("a piece of a jaw and itself", [tooth, tooth], Rigid::IDENTITY, true),
    ];
    for (name, meshes, pose, meets) in scenes {
        for coherent in [true, false] {
            let mut both = Both::new(meshes, InterferenceSettings { coherent, ..settings() });
            let truth = both.truth(&pose);
            for _ in 0..3 {
                assert!(both.by_gpu(&pose) == truth, "{name}");
            }
            println!("{name}: {} pairs of {} candidates", truth.len(), both.scene.last_traversal().n_found);
            assert_eq!(!truth.is_empty(), meets, "{name}");
        }
    }
}

/// Scanners put their origin anywhere, and units differ: what single precision rounds is a share of the object.
#[test]
fn far_origins_and_other_units_change_nothing() {
    let pair = sample();
    let at = pair.lower.mesh.corners(pair.lower.mesh.n_scanned / 2)[0].as_dvec3();
    let cut = [&pair.upper.mesh, &pair.lower.mesh].map(|mesh| cut_out(mesh, at, 12.0));
    for (scale, shift) in [(1.0, 3000.0), (1e-3, 0.0), (1e6, 1e7), (1e-12, 0.0), (1e15, 0.0)] {
        let moved = |mesh: &TriMesh| {
            let mut mesh = mesh.clone();
            mesh.positions.iter_mut().for_each(|p| *p = (p.as_dvec3() * scale + DVec3::splat(shift)).as_vec3());
            Arc::new(mesh)
        };
        let meshes = [moved(&cut[0]), moved(&cut[1])];
        let mut both = Both::new([&meshes[0], &meshes[1]], settings());
        let about = at * scale + DVec3::splat(shift);
        let tally = compare(&mut both, about, (n_poses(8), 0.3 * scale, 2.0), 203);
        println!("times {scale}, shifted by {shift}: {tally:?}");
        assert!(tally.differ == 0 && tally.pairs > 0, "{tally:?}");
        assert!(tally.candidates < 4 * tally.pairs as u64 + 400, "the margin is small: {tally:?}");
    }
}

/// A pose that is not a number and jaws that are far apart meet nothing, and the question after them is answered as before.
#[test]
fn what_is_nowhere_meets_nothing() {
    let pair = sample();
    let mut both = Both::new([&pair.upper.mesh, &pair.lower.mesh], settings());
    let truth = both.truth(&Rigid::IDENTITY);
    for nowhere in [f64::NAN, f64::INFINITY, 1e30, 500.0] {
        assert!(both.by_gpu(&Rigid::from_translation(DVec3::splat(nowhere))).is_empty(), "{nowhere}");
        assert_eq!(both.by_gpu(&Rigid::IDENTITY), truth);
    }
    assert!(!truth.is_empty());
}

/// Lists that are too short grow; lists that may not grow are walked in pieces; the pairs are the same.
#[test]
fn short_lists_lose_nothing() {
    let pair = sample();
    let meshes = [&pair.upper.mesh, &pair.lower.mesh];
    for (room, most_room) in [(16, 1 << 20), (16, 16), (16, 200), (64, 1000)] {
        for coherent in [true, false] {
            let mut both = Both::new(meshes, InterferenceSettings { room, most_room, coherent, ..settings() });
            let mut random = Random::new(204);
            let (mut n_grown, mut n_pieces, mut n_pairs) = (0, 0, 0);
            // The shortest lists are walked in ten thousand pieces.
            let n = n_poses(if most_room == room { 1 } else { 4 }).min(50);
            let at = place(&both, &[meshes[0].clone(), meshes[1].clone()]);
            for k in 0..n {
                let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.3, 2.0) };
                let truth = both.truth(&pose);
                assert!(both.by_gpu(&pose) == truth, "{room} {most_room} {k}");
                let traversal = both.scene.last_traversal();
                n_grown += traversal.n_grown;
                n_pieces += traversal.n_pieces;
                n_pairs += truth.len();
            }
            println!(
                "room {room} to {most_room}, coherent {coherent}: {n_grown} times longer, {n_pieces} pieces, {n_pairs} pairs"
            );
            assert!(n_pairs > 0 && n_grown > 0 || most_room == room);
            // Both ways were taken: longer lists alone, or pieces.
            assert_eq!(n_pieces > 4 * n as u32, most_room < 1000 || n_pieces > 200, "{n_pieces}");
        }
    }
}

/// The front of an earlier frame gives what the roots give, along paths of small steps and of leaps.
#[test]
fn a_kept_front_changes_nothing() {
    for (name, meshes) in cases().into_iter().take(2) {
        let objects = [&meshes[0], &meshes[1]];
        let mut fresh = Both::new(objects, InterferenceSettings { coherent: false, ..settings() });
        let mut kept = Both::new(objects, settings());
        let (at, mut random) = (place(&fresh, &meshes), Random::new(205));
        let (mut pose, mut from_front, mut tested) = (Rigid::IDENTITY, 0, [0_u64; 2]);
        let n = n_poses(60);
        for k in 0..n {
            let step = if k % 20 == 19 { 2.0 } else { 0.02 };
            pose = random.pose(at, step, step) * pose;
            if k % 20 == 0 {
                pose = Rigid::IDENTITY;
            }
            assert_eq!(fresh.by_gpu(&pose), kept.by_gpu(&pose), "{name} {k}");
            assert!(!fresh.scene.last_traversal().from_front);
            from_front += usize::from(kept.scene.last_traversal().from_front);
            for (sum, both) in tested.iter_mut().zip([&fresh, &kept]) {
                *sum += both.scene.last_traversal().n_tested.iter().sum::<u64>();
            }
        }
        println!("{name}: {from_front} of {n} walks from a front; pairs tried {tested:?}");
        assert!(from_front * 2 > n, "{from_front} of {n}");
    }
}

/// Balanced leaves, cut where the levels demand it, are as good as the leaves of engine `bvh`, which are cut where it is
/// cheapest, taken four by four as they come; and better than the mesh's own order.
#[test]
fn the_order_of_the_leaves_is_a_good_one() {
    for (name, meshes) in cases().into_iter().take(2) {
        let objects = meshes.each_ref().map(|mesh| (mesh.clone(), Rigid::IDENTITY));
        let tried = |order: &dyn Fn(&TriMesh) -> Vec<u32>| {
            let orders = meshes.each_ref().map(|mesh| order(mesh));
            let settings = InterferenceSettings { coherent: false, ..settings() };
            let mut scene = GpuScene::with_orders(context(), &objects, &orders, settings).expect("the meshes fit");
            let pairs = scene.intersecting_pairs().expect("the GPU is there");
            (pairs, scene.last_traversal().n_tested.iter().sum::<u64>())
        };
        let (pairs, balanced) = tried(&balanced_order);
        let (same, of_bvh) = tried(&|mesh| {
            let tree = Bvh::new(mesh);
            (0..tree.n_triangles()).map(|place| tree.triangle_id(place)).collect()
        });
        let (also, of_mesh) = tried(&|mesh| (0..mesh.triangles.len() as u32).collect());
        println!("{name}: pairs tried {balanced}, by the leaves of bvh {of_bvh}, by the mesh's own order {of_mesh}");
        assert!(pairs == same && pairs == also);
        assert!(balanced * 4 < of_bvh * 5 && balanced * 4 < of_mesh * 5);
    }
}

/// The same question twice has the same answer, and another instance has it as well.
#[test]
fn the_list_is_the_same_every_time() {
    let pair = sample();
    let meshes = [&pair.upper.mesh, &pair.lower.mesh];
    let (mut one, mut other) = (Both::new(meshes, settings()), Both::new(meshes, settings()));
    for dz in [0.0, 0.1, -0.1, 0.0] {
        let pose = Rigid::from_translation(DVec3::Z * dz);
        let first = one.by_gpu(&pose);
        assert_eq!(first, one.by_gpu(&pose));
        assert_eq!(first, other.by_gpu(&pose));
        assert!(first.is_sorted());
    }
}

/// Vertices that move are refitted where they are; trees built anew by the processor say the same.
#[test]
fn deformed_jaws_are_refitted() {
    let pair = sample();
    let (upper, mut lower) = (pair.upper.mesh, TriMesh::clone(&pair.lower.mesh));
    let objects = [(upper.clone(), Rigid::IDENTITY), (pair.lower.mesh.clone(), Rigid::IDENTITY)];
    let mut scene = GpuScene::new(context(), &objects, settings()).expect("the meshes fit");
    let (tree, mut random) = (Bvh::new(&upper), Random::new(207));
    let undeformed = triangles(scene.intersecting_pairs().expect("the GPU is there"));
    for _ in 0..4 {
        let (k, by) = (random.vector() * 0.5, (random.vector() * 0.2).as_vec3());
        lower.positions.iter_mut().for_each(|p| *p += by * (p.as_dvec3().dot(k).sin() as f32));
        assert!(scene.set_positions(1, &lower.positions));
        let got = triangles(scene.intersecting_pairs().expect("the GPU is there"));
        assert_eq!(got, intersecting_pairs(&tree, &Bvh::new(&lower), &Rigid::IDENTITY));
        assert!(!got.is_empty() && got != undeformed);
    }
    assert!(!scene.set_positions(1, &lower.positions[1..]) && !scene.set_positions(2, &lower.positions));
    lower.positions[0].x = f32::NAN;
    assert!(!scene.set_positions(1, &lower.positions));
}

/// Boxes that the GPU has refitted are the smallest that hold the vertices, to the last bit, in every slot.
#[test]
fn refitted_boxes_are_those_of_the_processor() {
    let mesh = sample().upper.mesh;
    let order = balanced_order(&mesh);
    let mut scene = GpuScene::new(context(), &[(mesh.clone(), Rigid::IDENTITY)], settings()).expect("the mesh fits");
    assert!(scene.intersecting_pairs().expect("the GPU is there").is_empty());
    let forest = &scene.gpu().forest;
    let (centre, unit) = (forest.trees[0].centre, forest.unit_mm);
    let own = |p: Vec3| ((p.as_dvec3() - centre) / unit).as_vec3();
    for slot in 1..=forest.root_slot {
        let boxes = forest.read_boxes(context(), 0, slot).expect("the GPU is there");
        let runs = order.chunks(4_usize.pow(slot as u32));
        assert_eq!(boxes.len(), runs.len());
        for (got, run) in boxes.iter().zip(runs) {
            let corners = run.iter().flat_map(|t| mesh.corners(*t as usize)).map(own);
            let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
            let (lo, hi) = corners.fold(none, |(lo, hi), p| (lo.min(p), hi.max(p)));
            assert_eq!(*got, [lo.x, lo.y, lo.z, hi.x, hi.y, hi.z], "slot {slot}");
        }
    }
    assert_eq!(forest.read_boxes(context(), 0, forest.root_slot).expect("the GPU is there").len(), 1);
}

/// Several objects in the same lists, with poses of their own, are those of every two.
#[test]
fn pairs_of_many_objects_are_those_of_every_two() {
    let pair = sample();
    let mesh = &pair.lower.mesh;
    let mut random = Random::new(208);
    let objects: Vec<_> = (0..24)
        .map(|k| {
            let at = mesh.corners(k * mesh.n_scanned / 24)[0].as_dvec3();
            (Arc::new(cut_out(mesh, at, 4.0 + k as f64 * 0.3)), at)
        })
        .collect();
    let mut poses: Vec<Rigid> = objects.iter().map(|_| Rigid::IDENTITY).collect();
    let in_scene: Vec<_> = objects.iter().map(|(mesh, _)| (mesh.clone(), Rigid::IDENTITY)).collect();
    let mut scene = GpuScene::new(context(), &in_scene, settings()).expect("the meshes fit");
    let (mut n_pairs, mut n_objects) = (0, 0);
    for round in 0..4 {
        for (k, (_, at)) in objects.iter().enumerate().filter(|(k, _)| round > 0 && (k + round) % 3 == 0) {
            poses[k] = random.pose(*at, 0.5, 20.0);
            assert!(scene.set_pose(k, poses[k]));
        }
        let mut octree = occluscope::exact::OctreeScene::default();
        for ((mesh, _), pose) in objects.iter().zip(&poses) {
            octree.add(mesh, *pose);
        }
        let (expected, got) = (octree.intersecting_pairs(), scene.intersecting_pairs().expect("the GPU is there"));
        assert!(got == expected, "{} pairs and not {}", got.len(), expected.len());
        n_pairs += got.len();
        let mut met: Vec<_> = got.iter().map(|pair| pair.objects).collect();
        met.dedup();
        n_objects += met.len();
    }
    println!("24 objects: {n_objects} times two of them met, {n_pairs} pairs");
    assert!(n_objects > 40 && n_pairs > 1000, "{n_objects} {n_pairs}");
}

/// The twins: a margin that is none, a triangle that stands in no leaf and a vertex that was not handed over must show.
#[test]
fn a_missing_margin_a_lost_leaf_and_a_stale_vertex_are_noticed() {
    let pair = sample();
    let meshes = [&pair.upper.mesh, &pair.lower.mesh];
    let at = place(&Both::new(meshes, settings()), &[meshes[0].clone(), meshes[1].clone()]);
    // Boxes and triangles that must overlap by 0.1 to 0.3 mm: what only just meets is lost.
    let mut spoilt = Both::new(meshes, InterferenceSettings { margin_times: -100.0, ..settings() });
    assert!(compare(&mut spoilt, at, (4, 0.3, 2.0), 209).differ > 0);
    // Touching planes need the margin itself.
    let flat = Arc::new(quad(Vec3::new(0.1, 0.2, 0.3), Vec3::new(7.0, 1.0, 2.0), Vec3::new(-1.0, 6.0, 3.0), 20));
    let turn = Rigid::from_six([0.0, 0.0, 0.0, 20.0, 30.0, 40.0]);
    let back = Arc::new(TriMesh {
        positions: flat.positions.iter().map(|p| turn.inverse().transform_point(p.as_dvec3()).as_vec3()).collect(),
        ..TriMesh::clone(&flat)
    });
    let differ = |margin_times| {
        let mut both = Both::new([&flat, &back], InterferenceSettings { margin_times, ..settings() });
        both.truth(&turn) != both.by_gpu(&turn)
    };
    assert!(!differ(1.0) && differ(0.0), "without a margin rounding parts what touches");
    let truth = Both::new(meshes, settings()).truth(&Rigid::IDENTITY);
    let objects = meshes.map(|mesh| (mesh.clone(), Rigid::IDENTITY));
    let mut orders = meshes.map(|mesh| balanced_order(mesh));
    orders[1].retain(|t| *t != truth[0][1]);
    let mut lost = GpuScene::with_orders(context(), &objects, &orders, settings()).expect("the meshes fit");
    let got = triangles(lost.intersecting_pairs().expect("the GPU is there"));
    let n_lost = truth.iter().filter(|pair| pair[1] == truth[0][1]).count();
    assert_eq!(got.len() + n_lost, truth.len());
    let mut moved = TriMesh::clone(meshes[1]);
    let vertex = moved.triangles[truth[0][1] as usize][0];
    moved.positions[vertex as usize] += Vec3::splat(0.5);
    let mut scene = GpuScene::new(context(), &objects, settings()).expect("the meshes fit");
    assert!(scene.set_positions(1, &moved.positions));
    assert_ne!(triangles(scene.intersecting_pairs().expect("the GPU is there")), truth);
}
