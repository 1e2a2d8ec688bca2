use super::super::closest::Hint;
use super::super::signed::signed_nearest;
use super::super::test_support::{ball, real_pair, real_pair_of, sample};
use super::super::{BvhEngine, closest_point_triangle::closest_point_triangle};
use super::ray_volume::volume_by_rays;
use super::*;
use crate::base::{Progress, Rigid};
use crate::jaw::JawPair;
use crate::mesh::shapes;
use glam::Vec3;
use std::f64::consts::PI;
use std::time::Instant;

const TOLERANCE_MM: f64 = 1e-4;

struct Two {
    meshes: [TriMesh; 2],
    trees: [Bvh; 2],
}

impl Two {
    fn new(upper: TriMesh, lower: TriMesh) -> Self {
        let trees = [Bvh::new(&upper), Bvh::new(&lower)];
        Self { meshes: [upper, lower], trees }
    }

    fn solids(&self) -> [Solid<'_>; 2] {
        [0, 1].map(|i| Solid::new(&self.meshes[i], &self.trees[i], true))
    }

    fn depth(&self, pose: &Rigid) -> Option<DeepestPenetration> {
        let [upper, lower] = self.solids();
        deepest_penetration(&upper, &lower, pose, TOLERANCE_MM, &Progress::default()).expect("not cancelled").deepest
    }

    fn volume(&self, pose: &Rigid) -> PenetrationVolume {
        let [upper, lower] = self.solids();
        penetration_volume(&upper, &lower, pose, &Progress::default()).expect("not cancelled").expect("closed")
    }

    fn by_rays(&self, pose: &Rigid) -> PenetrationVolume {
        let [upper, lower] = self.solids();
        volume_by_rays(&upper, &lower, pose, &Progress::default()).expect("not cancelled")
    }
}

fn moved(v: [f64; 3]) -> Rigid {
    Rigid::from_translation(DVec3::from_array(v))
}

/// A box from `lo` to `hi`.
fn cuboid(lo: Vec3, hi: Vec3) -> TriMesh {
    let mut cube = shapes::cube();
    cube.positions.iter_mut().for_each(|p| *p = lo + (*p + 1.0) * 0.5 * (hi - lo));
    cube
}

#[test]
fn boxes_share_the_box_between_their_corners() {
    let two = Two::new(cuboid(Vec3::ZERO, Vec3::new(4.0, 3.0, 2.0)), cuboid(Vec3::ZERO, Vec3::new(2.0, 5.0, 3.0)));
    for (at, expected, depth) in [
        // A corner in a corner: 1 x 1 x 0.5, nearest to the top.
        ([3.0, 2.0, 1.5], 0.5, 0.5),
        // Through and through: 2 x 3 x 1; the depth is half the width of what goes through.
        ([1.0, -1.0, 1.0], 6.0, 1.0),
        // Faces flush on two sides: parted by a hair's move.
        ([0.0, 0.0, 1.5], 3.0, 0.5),
        ([2.0, 0.0, -1.0], 12.0, 1.0),
    ] {
        let pose = moved(at);
        let got = two.volume(&pose);
        assert_eq!(got.method, VolumeMethod::Surface, "{at:?}");
        assert!((got.volume_mm3 - expected).abs() <= got.error_mm3.max(1e-12), "{at:?}: {got:?}");
        assert!(got.error_mm3 < 1e-4);
        let deep = two.depth(&pose).expect("deep");
        // Flush faces are not inside: the rest is.
        assert!(
            (deep.depth_mm - depth).abs() <= deep.error_mm && deep.error_mm <= 2.0 * TOLERANCE_MM,
            "{at:?}: {deep:?}"
        );
        assert!(deep.upper_point.distance(deep.lower_point) - deep.depth_mm < 1e-12);
        // The twin: a little farther in.
        let more = two.volume(&(moved([0.0, 0.0, -0.001]) * pose)).volume_mm3;
        assert!((more - got.volume_mm3).abs() > 4.0 * got.error_mm3 + 1e-4, "{at:?}");
    }
    let apart = moved([9.0, 0.0, 0.0]);
    assert_eq!((two.volume(&apart), two.depth(&apart)), (PenetrationVolume::NONE, None));
    let touching = moved([4.0, 0.0, 0.0]);
    assert!(two.volume(&touching).volume_mm3.abs() <= two.volume(&touching).error_mm3.max(1e-4));
}

/// Faces on each other, and a box in a box, equally far from it on all sides: no number of points would do.
#[test]
fn flat_walls_are_searched_to_what_the_answer_says() {
    let (large, small) = (cuboid(Vec3::ZERO, Vec3::splat(6.0)), cuboid(Vec3::ZERO, Vec3::splat(2.0)));
    let two = Two::new(large, small);
    let [upper, lower] = two.solids();
    let search = |at: [f64; 3], tolerance_mm| {
        deepest_penetration(&upper, &lower, &moved(at), tolerance_mm, &Progress::default()).expect("not cancelled")
    };
    for (at, depth_mm) in [([1.0, 2.0, 6.0], 0.0), ([2.0, 2.0, 2.0], 2.0), ([2.0, 2.0, 5.0], 1.0)] {
        let found = search(at, TOLERANCE_MM);
        let deepest_mm = found.deepest.map_or(0.0, |d| d.depth_mm);
        println!("{at:?}: {found:?}");
        assert!((0.0..0.01).contains(&(found.may_be_mm - deepest_mm)), "{at:?}: {found:?}");
        assert!(deepest_mm <= depth_mm + 1e-9 && depth_mm <= found.may_be_mm + 1e-9, "{at:?}: {found:?}");
        // The twin: what is asked for less is found to that, and it is not said to be better.
        let rough = search(at, 0.1);
        let rough_mm = rough.deepest.map_or(0.0, |d| d.depth_mm);
        assert!(rough.may_be_mm >= rough_mm + 0.1 - 1e-12 && depth_mm <= rough.may_be_mm, "{at:?}: {rough:?}");
    }
}

#[test]
fn two_balls_share_a_lens() {
    let (r, s, d) = (5.0_f64, 3.0_f64, 7.4_f64);
    // Weisstein, Sphere-Sphere Intersection.
    let lens = PI * (r + s - d).powi(2) * (d * d + 2.0 * d * (r + s) - 3.0 * (r - s).powi(2)) / (12.0 * d);
    let mut last = f64::MAX;
    for n in [20, 40, 80] {
        let two = Two::new(ball(Vec3::ZERO, 5.0, n), ball(Vec3::ZERO, 3.0, n));
        let pose = Rigid::from_six([0.0, 0.0, 0.0, 10.0, 40.0, 70.0]);
        let pose = Rigid::from_translation(DVec3::new(2.0, 3.0, 6.0).normalize() * d) * pose;
        let got = two.volume(&pose);
        let short = lens - got.volume_mm3;
        println!("{n}: {} of {lens}, {short} short", got.volume_mm3);
        // Facets lie inside: less, four times nearer with every doubling.
        assert!(short > 0.0 && short < last / 3.0, "{short} after {last}");
        last = short;
        let deep = two.depth(&pose).expect("deep");
        // Each surface's deepest point, r + s - d, less the facets' depth e² / (8 R) of both, e = R pi / n.
        let facet = |radius: f64| radius * (PI / n as f64).powi(2) / 4.0;
        let less = r + s - d - deep.depth_mm;
        assert!((-1e-6..facet(r) + facet(s) + deep.error_mm).contains(&less), "{deep:?}");
        // The same by rays, within twice what doubling them changed.
        let rays = two.by_rays(&pose);
        assert!((rays.volume_mm3 - got.volume_mm3).abs() < 2.0 * rays.error_mm3 + 1e-4 * lens, "{rays:?}");
        let nearer = two.volume(&(Rigid::from_translation(DVec3::Z * -0.002) * pose));
        assert!(nearer.volume_mm3 > got.volume_mm3 + 1e-3, "the twin");
        assert!(nearer.upper_area_mm2 > got.upper_area_mm2 && nearer.lower_area_mm2 > got.lower_area_mm2);
    }
}

#[test]
fn what_lies_inside_wholly_counts_wholly() {
    let two = Two::new(ball(Vec3::ZERO, 5.0, 30), ball(Vec3::ZERO, 1.0, 20));
    let own = |mesh: &TriMesh| {
        let volume =
            |i| mesh.corners(i)[0].as_dvec3().dot(mesh.corners(i)[1].as_dvec3().cross(mesh.corners(i)[2].as_dvec3()));
        (0..mesh.triangles.len()).map(volume).sum::<f64>() / 6.0
    };
    let got = two.volume(&moved([1.0, 2.0, 0.5]));
    assert!((got.volume_mm3 - own(&two.meshes[1])).abs() < 1e-9, "{got:?}");
    assert_eq!(got.upper_area_mm2, Some(0.0));
    let deep = two.depth(&moved([1.0, 0.0, 0.0])).expect("deep");
    // Its far side is 5 mm from the shell, less the facets' depth.
    assert!((4.97..=5.0).contains(&deep.depth_mm) && deep.of == JawSide::Lower, "{deep:?}");
}

#[test]
fn parts_that_overlap_are_counted_once() {
    // Two boxes in each other, as crowns in gum, into which a third is pressed.
    let upper = shapes::joined(&[
        cuboid(Vec3::ZERO, Vec3::new(3.0, 3.0, 3.0)),
        cuboid(Vec3::new(1.0, -1.0, 0.1), Vec3::new(2.0, 4.0, 2.0)),
    ]);
    let two = Two::new(upper, cuboid(Vec3::new(0.5, 0.5, -1.0), Vec3::new(2.5, 2.5, 1.0)));
    let got = two.volume(&Rigid::IDENTITY);
    assert_eq!(got.method, VolumeMethod::Rays);
    assert!((got.volume_mm3 - 4.0).abs() < got.error_mm3 + 0.02, "{got:?}");
    assert_eq!(got.upper_area_mm2, None);
    // The twin: beside the inner box the surfaces tell.
    let beside = two.volume(&moved([1.8, 0.0, 0.0]));
    assert!(beside.method == VolumeMethod::Surface && (beside.volume_mm3 - 0.7 * 2.0).abs() < 1e-4, "{beside:?}");
}

#[test]
fn rays_through_jaws_of_metres_are_no_more_than_can_be_paid() {
    let [upper, lower] = [ball(Vec3::ZERO, 2e4, 20), ball(Vec3::ZERO, 1e4, 20)];
    let two = Two::new(upper, lower);
    let (by_rays, exact) = (two.by_rays(&Rigid::IDENTITY), two.volume(&Rigid::IDENTITY).volume_mm3);
    assert!(by_rays.error_mm3 > 0.0 && by_rays.error_mm3 < 0.01 * exact, "{by_rays:?}");
    assert!((by_rays.volume_mm3 - exact).abs() < 2.0 * by_rays.error_mm3 + 1e-3 * exact, "{by_rays:?} of {exact}");
}

#[test]
fn open_jaws_share_no_known_volume_and_work_can_be_cancelled() {
    let two = Two::new(ball(Vec3::ZERO, 5.0, 20), ball(Vec3::ZERO, 3.0, 20));
    let open = Solid::new(&two.meshes[0], &two.trees[0], false);
    let closed = Solid::new(&two.meshes[1], &two.trees[1], true);
    let pose = moved([0.0, 0.0, 7.0]);
    assert_eq!(penetration_volume(&open, &closed, &pose, &Progress::default()), Ok(None));
    let stopped = Progress::default();
    stopped.cancel();
    assert!(penetration_volume(&closed, &closed, &pose, &stopped).is_err());
    assert!(deepest_penetration(&closed, &closed, &pose, TOLERANCE_MM, &stopped).is_err());
    let nowhere = Rigid::from_translation(DVec3::NAN);
    assert_eq!(two.depth(&nowhere), None);
}

/// The deepest vertex of either jaw.
fn deepest_vertex(two: &Two, pose: &Rigid) -> f64 {
    let solids = two.solids();
    let mut deepest = 0.0_f64;
    for (own, other, motion) in [(0, 1, pose.inverse()), (1, 0, *pose)] {
        let points: Vec<DVec3> =
            two.meshes[own].positions.iter().map(|p| motion.transform_point(p.as_dvec3())).collect();
        let mut hints = vec![Hint::NONE; points.len()];
        let signed = signed_nearest(solids[other].bvh, &solids[other].sides, &points, f64::INFINITY, &mut hints);
        deepest = signed.iter().flatten().fold(deepest, |deepest, s| deepest.max(-s.signed_mm));
    }
    deepest
}

/// Depth and volume of jaws pressed together: held against every vertex and against rays.
fn check_jaws(name: &str, pair: &JawPair) {
    let mut two = Two::new(TriMesh::clone(&pair.upper.mesh), TriMesh::clone(&pair.lower.mesh));
    for pressed in [0.0, 0.15] {
        let pose = Rigid::from_translation(pair.frame.up * pressed);
        let begun = Instant::now();
        let deep = two.depth(&pose).expect("they lie in each other");
        let depth_took = begun.elapsed();
        let begun = Instant::now();
        let volume = two.volume(&pose);
        let volume_took = begun.elapsed();
        let begun = Instant::now();
        let rays = two.by_rays(&pose);
        println!(
            "{name}, {pressed} mm: {deep:?} in {depth_took:?}\n    {volume:?} in {volume_took:?}\n    {rays:?} in {:?}",
            begun.elapsed()
        );
        assert!(deep.error_mm <= 2.0 * TOLERANCE_MM, "{deep:?}");
        let vertex = deepest_vertex(&two, &pose);
        assert!(vertex <= deep.depth_mm + deep.error_mm, "a vertex lies deeper: {vertex}");
        // Between vertices it is deeper by less than an edge.
        assert!(deep.depth_mm < vertex + 0.3, "{vertex}");
        let lower = two.meshes[1].corners(deep.lower_triangle as usize).map(|p| pose.transform_point(p.as_dvec3()));
        assert!(closest_point_triangle(deep.lower_point, &lower).distance(deep.lower_point) < 1e-6);
        assert!((deep.upper_point.distance(deep.lower_point) - deep.depth_mm).abs() < 1e-9);
        // Rays miss the rim of each contact by random signs: twice what doubling them changed, and a thousandth.
        let off = (volume.volume_mm3 - rays.volume_mm3).abs();
        assert!(off <= 2.0 * rays.error_mm3 + 1e-3 * rays.volume_mm3, "{volume:?} {rays:?}");
    }
    // The twin: without the deepest triangle's corners being where they are, neither figure stays.
    let pose = Rigid::from_translation(pair.frame.up * 0.15);
    let (deep, volume) = (two.depth(&pose).expect("deep"), two.volume(&pose));
    for v in two.meshes[1].triangles[deep.lower_triangle as usize] {
        two.meshes[1].positions[v as usize] += (pair.frame.up * 0.02).as_vec3();
    }
    two.trees[1] = Bvh::new(&two.meshes[1]);
    assert!(
        two.volume(&pose).volume_mm3
            > volume.volume_mm3 + 1e-4 * f64::from(u8::from(volume.method == VolumeMethod::Surface))
    );
    assert!((two.depth(&pose).expect("deep").depth_mm - deep.depth_mm).abs() > 1e-3);
}

#[test]
fn the_sample_case_has_its_depth_and_volume() {
    check_jaws("sample", sample());
    let engine = BvhEngine::new(sample());
    let pose = Rigid::from_translation(sample().frame.up * 0.15);
    let deep = engine.deepest_penetration(&pose, &Progress::default()).expect("not cancelled").expect("deep");
    let volume = engine.penetration_volume(&pose, &Progress::default()).expect("not cancelled").expect("closed");
    assert!(deep.depth_mm > 0.05 && volume.volume_mm3 > 0.1, "{deep:?} {volume:?}");
}

#[test]
fn real_scans_have_their_depth_and_volume() {
    for folder in ["case-1-full-resolution", "case-2-tight-contact", "case-5-closed-crowns"] {
        if let Some(pair) = real_pair(folder, true) {
            check_jaws(folder, &pair);
        }
    }
    let folder = "case-4-jaws-with-condyles";
    let paths = ["upper", "lower"].map(|jaw| format!("{folder}/{jaw}_in_metres.obj"));
    if let Some(pair) = real_pair_of([&paths[0], &paths[1]], true) {
        check_jaws(folder, &pair);
    }
}
