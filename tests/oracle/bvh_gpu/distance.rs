//! Distances by the same walk: all pairs of triangles within one, and of every vertex the nearest triangle.
use super::{Both, cases, n_poses, place, settings, triangles};
use crate::oracle::harness::context;
use crate::oracle::pairs::{Random, cut_out};
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::engine::GpuScene;
use occluscope::exact::closest_point_triangle::closest_point_triangle;
use occluscope::exact::{Bvh, Hint, Searcher, TrianglePair, pairs_within};
use occluscope::gpu::{InterferenceSettings, NearestOnGpu};
use occluscope::mesh::TriMesh;
use std::sync::Arc;

fn within_by_gpu(both: &mut Both, pose: &Rigid, distance_mm: f64) -> Vec<TrianglePair> {
    assert!(both.scene.set_pose(1, *pose));
    triangles(both.scene.pairs_within(distance_mm).expect("the GPU is there"))
}

/// All pairs within a distance are those of the processor.
#[test]
fn pairs_within_a_distance_are_those_of_bvh() {
    for (name, meshes) in cases().into_iter().take(3) {
        let mut both = Both::new([&meshes[0], &meshes[1]], settings());
        let (at, mut random) = (place(&both, &meshes), Random::new(206));
        for k in 0..n_poses(3).min(100) {
            let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.3, 2.0) };
            let mut last = both.by_gpu(&pose).len();
            for distance_mm in [0.0, 0.02, 0.2, 0.5] {
                let truth = pairs_within(&both.trees[0], &both.trees[1], &pose, distance_mm);
                let got = within_by_gpu(&mut both, &pose, distance_mm);
                assert!(got == truth, "{name} {k} {distance_mm}: {} and {}", got.len(), truth.len());
                let n_found = both.scene.last_traversal().n_found;
                println!("{name}, within {distance_mm} mm: {} pairs of {n_found} candidates", got.len());
                // The twin: a larger distance has more.
                assert!(got.len() > last || distance_mm == 0.0 && got.len() == last);
                last = got.len();
            }
        }
    }
}

/// Farther from the truth no distance in single precision may be, mm: the margin of the walk with `size` as there, three
/// times the half sizes of both, and twice the shift between the middles, which is no larger than both.
fn tolerance_mm(meshes: &[Arc<TriMesh>; 2]) -> f64 {
    let half = |mesh: &TriMesh| {
        let (lo, hi) = mesh.bounds().expect("a mesh");
        f64::from((hi - lo).max_element()) / 2.0
    };
    64.0 * f64::from(f32::EPSILON) * 5.0 * (half(&meshes[0]) + half(&meshes[1]))
}

#[derive(Debug, Default)]
struct Gaps {
    measured: usize,
    /// Within the distance by one side alone, by more than the tolerance.
    missing: usize,
    made_up: usize,
    largest_mm: f64,
    /// The triangle named is farther than the nearest one.
    other_mm: f64,
}

/// Every vertex of both jaws against the trees.
fn held_against_trees(
    got: &[Vec<Option<NearestOnGpu>>],
    meshes: &[Arc<TriMesh>; 2],
    (pose, within_mm, tolerance_mm): (&Rigid, f64, f64),
) -> Gaps {
    let mut gaps = Gaps::default();
    for own in [0, 1] {
        let other = 1 - own;
        let other_from_own = if own == 1 { *pose } else { pose.inverse() };
        let tree = Bvh::new(&meshes[other]);
        let mut searcher = Searcher::new(&tree);
        assert_eq!(got[own].len(), meshes[own].positions.len());
        for (p, got) in meshes[own].positions.iter().zip(&got[own]) {
            let p = other_from_own.transform_point(p.as_dvec3());
            let truth = searcher.nearest(p, within_mm + tolerance_mm, Hint::NONE).map(|n| n.point.distance(p));
            match (got, truth) {
                (Some(got), Some(truth)) => {
                    assert_eq!(got.triangle[0], other as u32);
                    let corners = meshes[other].corners(got.triangle[1] as usize).map(|c| c.as_dvec3());
                    gaps.measured += 1;
                    gaps.largest_mm = gaps.largest_mm.max((got.distance_mm - truth).abs());
                    gaps.other_mm = gaps.other_mm.max(closest_point_triangle(p, &corners).distance(p) - truth);
                }
                (None, Some(truth)) => gaps.missing += usize::from(truth < within_mm - tolerance_mm),
                (Some(_), None) => gaps.made_up += 1,
                (None, None) => {}
            }
        }
    }
    gaps
}

/// The nearest triangle of every vertex is the processor's within single precision; also where lists are short.
#[test]
fn nearest_triangles_of_vertices_are_those_of_the_trees() {
    for (name, meshes) in cases().into_iter().take(3) {
        let mut both = Both::new([&meshes[0], &meshes[1]], settings());
        let (at, mut random, tolerance) = (place(&both, &meshes), Random::new(221), tolerance_mm(&meshes));
        for (k, within_mm) in [0.2, 0.5].into_iter().enumerate() {
            let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.2, 1.0) };
            assert!(both.scene.set_pose(1, pose));
            let got = both.scene.nearest(within_mm).expect("the GPU is there");
            let gaps = held_against_trees(&got, &meshes, (&pose, within_mm, tolerance));
            println!("{name}, within {within_mm} mm: {gaps:?}, tolerance {tolerance:.5} mm");
            assert!(gaps.measured > 200 && gaps.missing == 0 && gaps.made_up == 0, "{name}: {gaps:?}");
            assert!(gaps.largest_mm < tolerance && gaps.other_mm < 2.0 * tolerance, "{name}: {gaps:?}");
            assert_eq!(got, both.scene.nearest(within_mm).expect("the GPU is there"), "the same every time");
            // The twin: a jaw a little off.
            let off = Rigid::from_translation(DVec3::splat(0.02)) * pose;
            assert!(held_against_trees(&got, &meshes, (&off, within_mm, tolerance)).largest_mm > tolerance);
        }
    }
}

#[test]
fn nearest_triangles_do_not_depend_on_the_lists() {
    let (_, meshes) = cases().remove(0);
    let at = place(&Both::new([&meshes[0], &meshes[1]], settings()), &meshes);
    let objects = meshes.each_ref().map(|mesh| (Arc::new(cut_out(mesh, at, 6.0)), Rigid::IDENTITY));
    let by = |room, most_room| {
        let settings = InterferenceSettings { room, most_room, ..settings() };
        let mut scene = GpuScene::new(context(), &objects, settings).expect("the meshes fit");
        let got = scene.nearest(0.2).expect("the GPU is there");
        (got, scene.last_traversal().n_grown, scene.last_traversal().n_pieces)
    };
    let (truth, ..) = by(1 << 20, 1 << 20);
    let (grown, n_grown, _) = by(16, 1 << 20);
    let (pieces, _, n_pieces) = by(64, 1000);
    assert!(truth == grown && truth == pieces && n_grown > 0 && n_pieces > 10, "{n_grown} {n_pieces}");
    assert!(truth.iter().flatten().flatten().count() > 500);
}

/// Distances of the frame before bound where the next ones are looked for: the answer is the same, found among fewer pairs.
#[test]
fn bounds_of_the_last_frame_lose_nothing() {
    let (_, meshes) = cases().remove(0);
    let at = place(&Both::new([&meshes[0], &meshes[1]], settings()), &meshes);
    let objects = meshes.each_ref().map(|mesh| (mesh.clone(), Rigid::IDENTITY));
    let scene = |coherent, bound_times| {
        let settings = InterferenceSettings { coherent, bound_times, ..settings() };
        GpuScene::new(context(), &objects, settings).expect("the meshes fit")
    };
    let (mut anew, mut bounded, mut spoiled) = (scene(false, 1.0), scene(true, 1.0), scene(true, 0.0));
    let (mut random, mut pose) = (Random::new(241), Rigid::IDENTITY);
    let (mut n_bounded, mut n_lost, mut measured) = (0, 0, [0, 0]);
    for frame in 0..n_poses(10).min(100) {
        let ask = |scene: &mut GpuScene| {
            assert!(scene.set_pose(1, pose));
            let found = scene.nearest(0.5).expect("the GPU is there");
            (found, scene.last_traversal().clone())
        };
        let ((truth, without), (got, with), (lost, _)) = (ask(&mut anew), ask(&mut bounded), ask(&mut spoiled));
        assert!(truth == got, "{frame}");
        assert!(!without.bounded && truth.iter().flatten().flatten().count() > 500);
        n_bounded += usize::from(with.bounded);
        if with.bounded {
            measured[0] += without.n_near[0];
            measured[1] += with.n_near[0];
        }
        // The twin: bounds that do not grow with what has moved.
        n_lost += usize::from(lost != truth);
        // Now and then a leap, after which nothing is bounded; mostly apart, so that distances grow.
        let leap = if frame % 7 == 6 { 1.0 } else { 0.004 };
        pose = Rigid::from_translation(DVec3::Y * -0.02) * random.pose(at, leap, leap) * pose;
    }
    println!(
        "{n_bounded} frames bounded, pairs measured {measured:?} without and with; the twin lost something in {n_lost}"
    );
    assert!(n_bounded > 5 && 5 * measured[1] < 4 * measured[0] && n_lost > 3, "{n_bounded} {measured:?} {n_lost}");
}
