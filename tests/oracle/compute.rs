//! The raster method by compute: pixel for pixel what the processor's threads say, for the sampling rule is the same. The
//! software driver neither fuses nor reorders what the rule is computed by, and divides exactly; so nothing is allowed to
//! differ but the gap's last bits.
use crate::oracle::harness::{self, CASES, along, real_pair, sample};
use crate::oracle::shapes::{comb, cuboid, joined, sphere};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::bench::{Size, catalogue};
use occluscope::engine::{Analysis, Engine, open_compute, open_native};
use occluscope::field::{Counting, GapField, LayerReading, Metrics, NO_TRIANGLE, Question, Verdict};
use occluscope::gpu::{ComputeEngine, JawPairGpu};
use occluscope::jaw::JawPair;
use occluscope::native::{NativeEngine, NativePair};
use std::sync::Arc;

/// Largest depth that any scene here has, mm.
const DEEPEST_MM: f32 = 256.0;

fn native(pair: &JawPair, question: &Question) -> Analysis {
    open_native(pair).expect("a surface").analyze(question).expect("an answer")
}

fn by_compute(pair: &JawPair) -> Box<dyn Engine> {
    open_compute(harness::context(), pair).expect("the meshes fit")
}

/// How two maps of the same pixels differ; empty where they do not.
fn differences(a: (&GapField, &Metrics), b: (&GapField, &Metrics)) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |what: &str, n: usize| {
        if n > 0 {
            found.push(format!("{n} {what}"));
        }
    };
    let ((a, of_a), (b, of_b)) = (a, b);
    note("grids", usize::from([a.projection.cols, a.projection.rows] != [b.projection.cols, b.projection.rows]));
    note("origins", usize::from(a.projection.origin != b.projection.origin));
    note("classes", a.class.iter().zip(&b.class).filter(|(a, b)| a != b).count());
    // Both subtract two depths and round: compute once, threads an open pixel's twice.
    let differ = |(a, b): &(&f32, &f32)| a.is_nan() != b.is_nan() || (**a - **b).abs() > DEEPEST_MM * f32::EPSILON;
    note("gaps", a.gap_mm.iter().zip(&b.gap_mm).filter(differ).count());
    note("upper triangles", a.upper_triangle.iter().zip(&b.upper_triangle).filter(|(a, b)| a != b).count());
    note("lower triangles", a.lower_triangle.iter().zip(&b.lower_triangle).filter(|(a, b)| a != b).count());
    // Faces counted, passes that solved a pixel, pixels left open.
    note("counts", usize::from(of_a.pixels != of_b.pixels));
    note("verdicts", usize::from(of_a.verdict != of_b.verdict));
    found
}

/// Both asked the same, at a resolution that few tests can afford more of.
fn agree(name: &str, pair: &JawPair, question: &Question) {
    let mut engine = by_compute(pair);
    // Both would choose the direction by what they see, and the viewport by what they saw before.
    let Some(chosen) = engine.figures(question).expect("figures").projection else { return };
    let question = Question { direction: Some(chosen.direction), ..question.clone() };
    let found = by_compute(pair).analyze(&question).expect("an answer");
    let threads = native(pair, &question);
    let (map, field) = (found.field.expect("a map"), threads.field.expect("a map"));
    println!("{name}: {:?}", found.metrics.pixels);
    let differ = differences((&map, &found.metrics), (&field, &threads.metrics));
    assert!(differ.is_empty(), "{name}: {differ:?}: {:?}, {:?}", found.metrics.pixels, threads.metrics.pixels);
    let depths = [found.metrics.max_depth_mm, threads.metrics.max_depth_mm].map(Option::unwrap_or_default);
    assert!((depths[0] - depths[1]).abs() <= f64::from(DEEPEST_MM * f32::EPSILON), "{name}: {depths:?}");
    assert_eq!(found.metrics.between_pixels, threads.metrics.between_pixels, "{name}: the same triangles are seen");
}

#[test]
fn compute_counts_what_threads_count() {
    for direction in [None, Some(DVec3::X)] {
        let question = Question { direction, resolution: 256, ..Question::default() };
        agree("sample", &sample(), &question);
        for case in CASES {
            if let Some(pair) = real_pair(case) {
                agree(case, &pair, &question);
            }
        }
    }
}

#[test]
fn the_papers_rules_count_alike_too() {
    for counting in [Counting::Parity, Counting::ParityThreeMasks] {
        let question = Question { counting, ..along(DVec3::X, 256) };
        agree(&format!("{counting:?}"), &sample(), &question);
    }
}

/// Concave bodies of many layers, whose order decides; and bodies that the pixels cut into the finest triangles.
#[test]
fn scenes_that_call_for_every_pass_agree() {
    for spec in catalogue(Size::Smallest) {
        let scene = spec.make(&Progress::default()).expect("the scene is made");
        let (upper_from_lower, direction) = (scene.upper_from_lower, scene.direction);
        let question =
            Question { upper_from_lower, direction, resolution: spec.resolution.min(256), ..Question::default() };
        agree(spec.name, &scene.pair, &question);
    }
}

/// Triangles over all of the map, whose sides take 64 bits, beside the finest: a box, a ball that is pressed into it, and a
/// ball inside of it.
fn boxed_balls() -> JawPair {
    let upper = cuboid(DVec3::new(-11.0, -9.0, 0.0), DVec3::new(11.0, 9.0, 8.0));
    let balls = [(DVec3::new(-5.0, 1.0, -0.4), 2.0), (DVec3::new(4.0, 0.5, 4.0), 2.5)];
    harness::pair(&upper, &joined(&balls.map(|(centre, radius)| sphere(centre, radius, 5))))
}

#[test]
fn no_triangle_is_too_large() {
    for direction in [DVec3::NEG_Z, DVec3::Z, DVec3::new(0.3, -0.2, -1.0)] {
        for resolution in [64, 500, 1024] {
            let name = format!("boxed balls along {direction} at {resolution}");
            agree(&name, &boxed_balls(), &along(direction, resolution));
        }
    }
}

/// Rays that enter a jaw and never leave it, or leave it without having entered.
#[test]
fn open_jaws_are_unbalanced_alike() {
    let mut pair = boxed_balls();
    let lower = Arc::make_mut(&mut pair.lower.mesh);
    let n = lower.triangles.len();
    lower.triangles.retain(|t| t[0] % 7 != 0);
    lower.n_scanned = lower.triangles.len();
    assert!(lower.triangles.len() < n);
    agree("torn balls", &pair, &along(DVec3::NEG_Z, 200));
    let got = by_compute(&pair).figures(&along(DVec3::NEG_Z, 200)).expect("figures");
    assert!(got.pixels.unbalanced > 1000, "{:?}", got.pixels);
    let whole = by_compute(&boxed_balls()).figures(&along(DVec3::NEG_Z, 200)).expect("figures");
    assert_eq!(whole.pixels.unbalanced, 0, "the twin");
}

/// A list holds forty layers; what has more is left unsolved, with its number, and not guessed.
#[test]
fn too_many_layers_are_left_unsolved() {
    let lower = comb(10, 1.0, 2.0, 0.8);
    let by = |n| {
        let pair = harness::pair(&comb(n, 0.0, 2.0, 0.8), &lower);
        by_compute(&pair).figures(&along(DVec3::NEG_Z, 64)).expect("figures")
    };
    let (fits, too_many) = (by(10), by(11));
    assert_eq!((fits.pixels.unsolved, fits.pixels.solved_layer_order), (0, fits.pixels.overlap), "{fits:?}");
    assert_eq!(too_many.pixels.unsolved, too_many.pixels.overlap, "{too_many:?}");
    assert_eq!((fits.verdict, too_many.verdict), (Verdict::Apart, Verdict::Undecided));
}

/// Pixels so fine that the box's corners lie a hundred thousand of them beside the map.
#[test]
fn corners_far_beside_the_map_agree() {
    let upper = cuboid(DVec3::new(-11.0, -9.0, 0.0), DVec3::new(11.0, 9.0, 8.0));
    for (radius, direction) in [(0.1, DVec3::NEG_Z), (0.005, DVec3::NEG_Z), (0.005, DVec3::new(0.1, 0.7, -1.0))] {
        let ball = sphere(DVec3::new(3.3, -2.7, -0.6 * radius), radius, 4);
        agree(&format!("a ball of {radius} mm"), &harness::pair(&upper, &ball), &along(direction, 128));
    }
}

/// The twin of all of these: a hair's motion of the lower jaw, and one corner that is moved, are noticed.
#[test]
fn another_pose_or_corner_is_noticed() {
    let pair = sample();
    let here = Question { direction: Some(-pair.frame.up), resolution: 256, ..Question::default() };
    let there = Question { upper_from_lower: Rigid::from_translation(pair.frame.up * 0.001), ..here.clone() };
    let found = by_compute(&pair).analyze(&here).expect("an answer");
    let of = |analysis: &Analysis| (analysis.field.clone().expect("a map"), analysis.metrics.clone());
    let (map, metrics) = of(&found);
    let (moved, of_moved) = of(&native(&pair, &there));
    assert!(!differences((&map, &metrics), (&moved, &of_moved)).is_empty());
    let mut bent = pair.clone();
    let seen = map.lower_triangle.iter().find(|t| **t != NO_TRIANGLE).expect("a gap");
    let corner = bent.lower.mesh.triangles[*seen as usize][0] as usize;
    Arc::make_mut(&mut bent.lower.mesh).positions[corner] += pair.frame.up.as_vec3() * 0.1;
    let (bent, of_bent) = of(&native(&bent, &here));
    assert!(!differences((&map, &metrics), (&bent, &of_bent)).is_empty());
}

/// What was drawn of the upper jaw is kept; what it says must be what an engine says that has seen nothing before.
#[test]
fn a_frame_does_not_depend_on_those_before_it() {
    let pair = sample();
    let mut kept = by_compute(&pair);
    let mut verdicts = Vec::new();
    for step in [0, 1, 3, 1, 0] {
        let pose = Rigid::from_translation(pair.frame.up * -0.2 * f64::from(step));
        let direction = Some(-pair.frame.up);
        let question = Question { upper_from_lower: pose, direction, resolution: 256, ..Question::default() };
        let got = kept.figures(&question).expect("figures");
        let fresh = by_compute(&pair).figures(&question).expect("figures");
        // A kept viewport may be wider than that of an engine that begins here.
        if got.projection == fresh.projection {
            assert_eq!((got.verdict, got.pixels, got.max_depth_mm), (fresh.verdict, fresh.pixels, fresh.max_depth_mm));
        }
        verdicts.push(got.pixels);
    }
    assert_eq!(verdicts[0], verdicts[4]);
    assert_ne!(verdicts[0], verdicts[2], "the twin: another pose has other pixels");
}

/// The layers of a pixel, and which triangles the map sees at all, by the engine itself.
#[test]
fn layers_and_seen_triangles_are_the_threads_own() {
    let (pair, question) = (boxed_balls(), along(DVec3::NEG_Z, 100));
    let meshes = JawPairGpu::new(harness::context(), &pair).expect("the meshes fit");
    let mut engine = ComputeEngine::new(harness::context());
    let maps = engine.run_frame(&meshes, &question).expect("a frame").expect("a map");
    engine.wait_figures().expect("figures");
    let (mut threads, of_threads) = (NativeEngine::default(), NativePair::new(&pair).expect("a surface"));
    threads.run_frame(&of_threads, &question);
    let mut most = 0;
    for pixel in (0..maps.projection.rows).step_by(7).flat_map(|row| [[20, row], [50, row], [80, row]]) {
        let found = engine.read_layers(&meshes, pixel).expect("no loss").expect("a pixel");
        let expected = threads.read_layers(&of_threads, pixel).expect("a pixel");
        assert_eq!(found, LayerReading { frame: found.frame, ..expected });
        most = most.max(found.sequence.n_layers);
    }
    assert_eq!(most, 4, "the box and a ball");
    let seen = engine.seen_triangles(&meshes, &question).expect("no loss").expect("a map");
    assert_eq!(seen, threads.seen_triangles(&of_threads, &question).expect("a map"));
    assert!(seen[1].contains(&true) && seen[1].contains(&false));
}
