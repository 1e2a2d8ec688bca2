//! The raster engine against the exact one over seeded random poses: OCCLUSCOPE_POSES of them in all (16 by default: each pair
//! of meshes two or three times, each way of looking three or more times).
use crate::oracle::harness::{self, CASES, held_against, held_against_rays, real_pair, sample};
use crate::oracle::pairs::Random;
use glam::DVec3;
use occluscope::base::Rigid;
use occluscope::engine::open_stencil;
use occluscope::exact::BvhEngine;
use occluscope::field::agreement::HAIR_MM;
use occluscope::field::{Metrics, Question, Verdict};
use occluscope::jaw::JawPair;

const DEFAULT_POSES: usize = 16;

/// Opened by up to 3 mm, and up to 1 mm and 1.5 degrees along and about every axis through the jaw's middle.
fn pose(random: &mut Random, centre: DVec3, up: DVec3) -> Rigid {
    let opened = Rigid::from_translation(-up * 1.5 * (1.0 + random.unit()));
    opened * random.pose(centre, 1.0, 1.5)
}

/// The k-th question: every other one leaves the direction to the engine, the rest look from the jaw's own directions
/// or from anywhere.
fn question(random: &mut Random, pair: &JawPair, k: usize) -> Question {
    let (lo, hi) = pair.lower.mesh.bounds().expect("a mesh");
    let upper_from_lower = pose(random, ((lo + hi) * 0.5).as_dvec3(), pair.frame.up);
    let around = random.vector();
    let direction = match k % 4 {
        0 | 2 => None,
        1 => (around * 0.8 - pair.frame.up).try_normalize(),
        _ => around.try_normalize(),
    };
    Question { upper_from_lower, direction, resolution: 256, ..Question::default() }
}

/// The verdict of the map alone. The exact engine also knows that surfaces meet between the pixels.
fn of_map(metrics: &Metrics, question: &Question) -> Verdict {
    Verdict::of(&metrics.pixels, metrics.min_gap_mm, question.smallest_threshold_mm())
}

/// Whether two verdicts on the same pixels may differ: unsolved pixels, or a smallest gap within a hair of the border
/// between two verdicts.
fn verdicts_agree(raster: &Metrics, exact: &Metrics, question: &Question) -> bool {
    let (a, b) = (of_map(raster, question), of_map(exact, question));
    let at_border = |m: &Metrics| {
        let off = |border: f64| m.min_gap_mm.is_some_and(|gap| (gap - border).abs() < HAIR_MM);
        off(0.0) || off(question.smallest_threshold_mm())
    };
    a == b || a == Verdict::Undecided || b == Verdict::Undecided || at_border(raster) || at_border(exact)
}

#[derive(Debug, Default)]
struct Total {
    poses: usize,
    maps: usize,
    interfering: usize,
    compared: u64,
    near_silhouette: u64,
    unsolved: u64,
    rounding: u64,
    largest_mm: f64,
}

/// The i-th pair. Returns what is wrong, by pose.
fn run(name: &str, pair: &JawPair, i: usize, n_poses: usize, total: &mut Total) -> Vec<String> {
    let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
    let exact = BvhEngine::new(pair);
    let mut random = Random::new(1995 + i as u64);
    let mut wrong = Vec::new();
    // Each pair begins with another way of looking.
    for k in i..i + n_poses {
        let question = question(&mut random, pair, k);
        let what = format!("{name}, pose {k}: {:?} along {:?}", question.upper_from_lower.to_six(), question.direction);
        let raster = engine.analyze(&question).expect("an answer");
        total.poses += 1;
        let Some(field) = raster.field else { continue };
        let (got, truth) = held_against(&exact, &question, &field);
        if got.unexplained() > 0 {
            wrong.push(format!("{what}: {got:?}"));
        }
        if !verdicts_agree(&raster.metrics, &truth.metrics, &question) {
            wrong.push(format!("{what}: {:?} and {:?}", raster.metrics, truth.metrics));
        }
        total.maps += 1;
        total.interfering += usize::from(truth.metrics.verdict == Verdict::Interfering);
        total.compared += u64::from(got.compared);
        total.near_silhouette += u64::from(got.near_silhouette);
        total.unsolved += u64::from(got.unsolved);
        total.rounding += u64::from(got.rounding);
        total.largest_mm = total.largest_mm.max(got.gap_max_mm.unwrap_or(0.0));
    }
    wrong
}

#[test]
fn no_pose_is_found_on_which_the_engines_differ() {
    let n = std::env::var("OCCLUSCOPE_POSES")
        .ok()
        .map_or(DEFAULT_POSES, |n| n.parse().expect("OCCLUSCOPE_POSES is a number"));
    let mut pairs = vec![("sample", sample())];
    pairs.extend(CASES.iter().filter_map(|case| Some((*case, real_pair(case)?))));
    let (mut total, mut wrong) = (Total::default(), Vec::new());
    for (i, (name, pair)) in pairs.iter().enumerate() {
        // The sum over the cases is `n`.
        let share = (n * (i + 1)) / pairs.len() - (n * i) / pairs.len();
        wrong.extend(run(name, pair, i, share, &mut total));
    }
    println!("{total:?}");
    assert!(wrong.is_empty(), "{} of {n} poses:\n{}", wrong.len(), wrong.join("\n"));
    // Poses that nearly all interfere, or never, would say little.
    assert!(total.maps * 2 > n && total.interfering > 0 && total.interfering < total.maps, "{total:?}");
}

/// The twin: on a pose that one engine believes to be another by 0.02 mm along each axis, or by a tenth of a degree, the
/// engines must differ.
#[test]
fn a_pose_that_one_engine_mistakes_is_noticed() {
    let pair = sample();
    let mut engine = open_stencil(harness::context(), &pair).expect("the meshes fit");
    let exact = BvhEngine::new(&pair);
    let mut random = Random::new(7);
    for six in [[0.02, 0.02, 0.02, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.1, 0.0, 0.0]] {
        let question = question(&mut random, &pair, 1);
        let field = engine.analyze(&question).expect("an answer").field.expect("a map");
        let mistaken = Question { upper_from_lower: Rigid::from_six(six) * question.upper_from_lower, ..question };
        let got = held_against_rays(&exact, &mistaken, &field);
        assert!(got.unexplained() * 10 > got.compared && got.compared > 100, "{got:?}");
    }
}
