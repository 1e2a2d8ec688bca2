//! Contact by closest gap with the GPU's nearest triangles: gaps of vertices, and all that is cut by them, are those of the trees.
use super::{Both, place, settings};
use crate::oracle::harness::{CASES, context, raw_sample, real_pair, sample};
use crate::oracle::pairs::{Random, n_poses};
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Contact, ContactQuestion, ContactTracker, NearestByGpu};
use occluscope::exact::{BvhEngine, KnownNearest};
use occluscope::field::Question;
use occluscope::field::contact::GapKind;
use occluscope::gpu::{AdapterChoice, Context};
use occluscope::jaw::{JawPair, JawSide, PairOptions, Scan, prepare_pair};

const JAWS: [JawSide; 2] = [JawSide::Upper, JawSide::Lower];

/// The sample case, and the real ones that are there.
fn pairs() -> Vec<(&'static str, JawPair)> {
    let mut pairs = vec![("sample", sample())];
    pairs.push(("sample, open", open_sample()));
    pairs.extend(CASES.into_iter().filter_map(|name| Some((name, real_pair(name)?))));
    pairs
}

/// Scans as they are: inside is a matter of the generalized winding number.
fn open_sample() -> JawPair {
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    let [upper, lower] = raw_sample().map(scan);
    let options = PairOptions { close: false, ..PairOptions::default() };
    prepare_pair(upper, lower, &options, &Progress::default()).expect("a pair").0
}

#[derive(Debug, Default)]
struct Gaps {
    measured: usize,
    inside: usize,
    /// By one side alone, by more than the GPU may be off.
    alone: usize,
    other_sign: usize,
    largest_mm: f64,
}

/// Signed gaps of both jaws' vertices by what is known, against a search.
fn held_against_a_search(exact: &BvhEngine, pose: &Rigid, known: &KnownNearest, within_mm: f64) -> Gaps {
    let mut gaps = Gaps::default();
    for jaw in JAWS {
        let truth = exact.closest_gaps(jaw, pose, within_mm, &mut Vec::new());
        let got = exact.closest_gaps_known(jaw, pose, known);
        assert_eq!(truth.len(), got.len());
        for (truth, got) in truth.iter().zip(&got) {
            match (truth, got) {
                (Some(truth), Some(got)) => {
                    gaps.measured += 1;
                    gaps.inside += usize::from(truth.signed_mm < 0.0);
                    gaps.other_sign += usize::from((truth.signed_mm < 0.0) != (got.signed_mm < 0.0));
                    gaps.largest_mm = gaps.largest_mm.max((truth.signed_mm - got.signed_mm).abs());
                }
                (Some(one), None) | (None, Some(one)) => {
                    gaps.alone += usize::from((one.nearest.distance_mm - within_mm).abs() > known.error_mm);
                }
                (None, None) => {}
            }
        }
    }
    gaps
}

/// Single precision names a triangle that is farther than the nearest by no more than it is off; the side is that of the search.
#[test]
fn signed_gaps_of_vertices_are_those_of_a_search() {
    let within_mm = 0.35;
    for (name, pair) in pairs().into_iter().take(4) {
        let exact = BvhEngine::new(&pair);
        let mut gpu = NearestByGpu::new(context(), &exact).expect("the meshes fit");
        let meshes = [&pair.upper.mesh, &pair.lower.mesh].map(Clone::clone);
        let at = place(&Both::new([&meshes[0], &meshes[1]], settings()), &meshes);
        let mut random = Random::new(231);
        for k in 0..n_poses(3).min(100) {
            let pose = if k == 0 { Rigid::IDENTITY } else { random.pose(at, 0.2, 1.0) };
            let known = gpu.find(&pose, within_mm).expect("the GPU is there");
            let gaps = held_against_a_search(&exact, &pose, &known, within_mm);
            println!("{name} {k}: {gaps:?}, at most {:.5} mm", known.error_mm);
            assert!(gaps.measured > 200 && gaps.alone == 0 && gaps.other_sign == 0, "{name}: {gaps:?}");
            // What is seen is far below what is promised.
            assert!(gaps.largest_mm <= known.error_mm && gaps.largest_mm < 2e-5, "{name}: {gaps:?}");
            // The twin: triangles that are nearest in another pose.
            let off = Rigid::from_translation(pair.frame.right * 0.1) * pose;
            let stale = gpu.find(&off, within_mm).expect("the GPU is there");
            assert!(held_against_a_search(&exact, &pose, &stale, within_mm).largest_mm > known.error_mm);
        }
    }
}

fn asked() -> ContactQuestion {
    ContactQuestion { curve_mm: Vec::new(), ..ContactQuestion::new(GapKind::Closest, vec![0.1]) }
}

fn followed(tracker: &mut ContactTracker, exact: &BvhEngine, pose: Rigid) -> Contact {
    let question = Question { upper_from_lower: pose, ..Question::default() };
    tracker.contact(exact, (&question, &asked()), &Progress::default()).expect("nobody cancels")
}

/// The largest difference of any area, mm².
fn difference_mm2(a: &Contact, b: &Contact) -> f64 {
    let areas = |c: &Contact| c.sheet.sides.iter().flat_map(|s| s.within_mm2.clone()).collect::<Vec<f64>>();
    areas(a).into_iter().zip(areas(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Areas, contacts, depth and smallest distance of a jaw that moves.
#[test]
fn contact_that_is_followed_with_the_gpu_is_that_of_the_trees() {
    for (name, pair) in pairs().into_iter().take(3) {
        let exact = BvhEngine::new(&pair);
        let gpu = NearestByGpu::new(context(), &exact).expect("the meshes fit");
        let mut by_gpu = ContactTracker::with_gpu(gpu);
        let (mut by_trees, mut random, mut pose) = (ContactTracker::default(), Random::new(232), Rigid::IDENTITY);
        let mut last: Option<Contact> = None;
        let mut largest_mm2 = 0.0_f64;
        for frame in 0..6 {
            let [truth, got] = [&mut by_trees, &mut by_gpu].map(|tracker| followed(tracker, &exact, pose));
            largest_mm2 = largest_mm2.max(difference_mm2(&truth, &got));
            assert_eq!(truth.zones(0.1).map(<[_]>::len), got.zones(0.1).map(<[_]>::len), "{name} {frame}");
            assert!((truth.max_depth_mm() - got.max_depth_mm()).abs() < 1e-5, "{name} {frame}");
            assert_eq!(truth.nearest, got.nearest, "{name} {frame}");
            // The twin: another frame's contact is another one.
            assert!(last.is_none_or(|last| difference_mm2(&last, &got) > 0.01), "{name} {frame}");
            last = Some(got);
            pose = random.pose(pair.frame.origin, if frame == 3 { 0.3 } else { 0.03 }, 0.05) * pose;
        }
        println!("{name}: areas differ by at most {largest_mm2:.7} mm²");
        assert!(largest_mm2 < 0.001, "{name}: {largest_mm2}");
        assert!(by_gpu.adapter().is_some() && by_trees.adapter().is_none());
    }
}

/// A GPU that is lost while the jaw moves: the next frame has the trees' contact, and nobody asks the GPU again.
#[test]
fn a_lost_gpu_leaves_contact_to_the_trees() {
    let pair = sample();
    let exact = BvhEngine::new(&pair);
    let own = Context::headless(&AdapterChoice::Cpu).expect("a software driver");
    let gpu = NearestByGpu::new(&own, &exact).expect("the meshes fit");
    let (mut by_gpu, mut by_trees) = (ContactTracker::with_gpu(gpu), ContactTracker::default());
    followed(&mut by_gpu, &exact, Rigid::IDENTITY);
    assert!(by_gpu.adapter().is_some(), "until then it is asked");
    own.device.destroy();
    let pose = Rigid::from_translation(pair.frame.up * 0.02);
    let [truth, got] = [&mut by_trees, &mut by_gpu].map(|tracker| followed(tracker, &exact, pose));
    assert!(by_gpu.adapter().is_none() && difference_mm2(&truth, &got) < 1e-9);
}
