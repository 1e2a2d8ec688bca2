//! The raster method on the processor's threads: what it says is what raster hardware says, and what the exact engine says.
use crate::oracle::harness::{self, CASES, held_against_rays, real_pair, sample};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Analysis, Pace, map_projections, open_native, open_stencil};
use occluscope::field::{GapField, Metrics, PixelClass, Question};
use occluscope::jaw::JawPair;

fn pairs() -> Vec<(&'static str, JawPair)> {
    let mut pairs = vec![("sample", sample())];
    pairs.extend(CASES.iter().filter_map(|case| Some((*case, real_pair(case)?))));
    pairs
}

fn native(pair: &JawPair, question: &Question) -> Analysis {
    open_native(pair).expect("a surface").analyze(question).expect("an answer")
}

/// Pixels of another class.
fn other_classes(a: &GapField, b: &GapField) -> usize {
    a.class.iter().zip(&b.class).filter(|(a, b)| a != b).count()
}

/// Raster hardware has the same rule, but computes corners in its own way: pixels whose centre lies within its rounding of an
/// edge may differ. Of a silhouette of some 3,000 pixels those are a few.
#[test]
fn threads_count_what_raster_hardware_counts() {
    for (name, pair) in pairs() {
        for direction in [None, Some(DVec3::X)] {
            let question = Question { direction, resolution: 256, ..Question::default() };
            let mut raster = open_stencil(harness::context(), &pair).expect("the meshes fit");
            let raster = raster.analyze(&question).expect("an answer");
            let Some(map) = &raster.field else { continue };
            // The same pixels: both choose by what they see, which may differ by some hundredths of a degree.
            let question = Question { direction: Some(map.projection.direction), ..question };
            let native = native(&pair, &question);
            let field = native.field.expect("a map");
            let differ = other_classes(map, &field);
            let (a, b) = (raster.metrics.pixels, native.metrics.pixels);
            println!("{name} along {direction:?}: {differ} of {} pixels differ; {a:?} {b:?}", a.overlap);
            assert!(differ <= 30, "{name}: {differ}");
            assert!(a.unsolved.abs_diff(b.unsolved) <= 30 && a.overlap.abs_diff(b.overlap) <= 30, "{a:?} {b:?}");
            let depths = [raster.metrics.max_depth_mm, native.metrics.max_depth_mm].map(Option::unwrap_or_default);
            assert!((depths[0] - depths[1]).abs() < 0.002, "{name}: {depths:?}");
        }
    }
}

/// The twin of both: another pose has other classes.
#[test]
fn another_pose_is_noticed() {
    let pair = sample();
    let question = Question { direction: Some(-pair.frame.up), resolution: 256, ..Question::default() };
    let here = native(&pair, &question).field.expect("a map");
    let moved = Rigid::from_translation(pair.frame.up * 0.05);
    let there = native(&pair, &Question { upper_from_lower: moved, ..question }).field.expect("a map");
    assert!(other_classes(&here, &there) > 30);
}

/// What was drawn of the upper jaw is kept; what it says must be what an engine says that has seen nothing before.
#[test]
fn a_frame_does_not_depend_on_those_before_it() {
    let pair = sample();
    let mut kept = open_native(&pair).expect("a surface");
    let at = |i: i32| {
        let along = pair.frame.up * -0.2 * f64::from(i) + pair.frame.front * 0.1 * f64::from(i);
        Question {
            upper_from_lower: Rigid::from_translation(along),
            direction: Some(-pair.frame.up),
            resolution: 256,
            ..Question::default()
        }
    };
    let mut classes: Vec<Vec<PixelClass>> = Vec::new();
    for i in [0, 1, 2, 3, 2, 1, 0, 8, 0] {
        let question = at(i);
        let got = kept.analyze(&question).expect("an answer");
        let field = got.field.expect("a map");
        // On the very pixels: a kept viewport may be wider than that of an engine that begins here.
        let mut fresh = open_native(&pair).expect("a surface");
        let mut first = got.metrics.clone();
        first.between_pixels = None;
        let of_fresh = fresh.figures(&question).expect("figures");
        if of_fresh.projection == got.metrics.projection {
            same_figures(&first, &of_fresh);
        }
        let again = kept.analyze(&question).expect("an answer").field.expect("a map");
        assert_eq!(again.class, field.class);
        assert_eq!(bits(&again.gap_mm), bits(&field.gap_mm));
        classes.push(field.class);
    }
    assert_ne!(classes[0], classes[3], "the twin: other poses have other classes");
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

fn same_figures(a: &Metrics, b: &Metrics) {
    assert_eq!(
        (a.verdict, a.pixels, a.max_depth_mm, a.min_gap_mm),
        (b.verdict, b.pixels, b.max_depth_mm, b.min_gap_mm)
    );
    assert_eq!(a.contact, b.contact);
}

/// Gaps and classes of nearly every pixel of every tile that the sample case and the real scans call for, against rays along it.
#[test]
fn tiles_agree_with_rays() {
    for (name, pair) in pairs() {
        let question = Question { resolution: 256, ..Question::default() };
        let mut engine = open_native(&pair).expect("a surface");
        let principal = engine.analyze(&question).expect("an answer").field.expect("a map");
        let exact = engine.trees(&Progress::default()).expect("not cancelled");
        let got = held_against_rays(&exact, &question, &principal);
        assert_eq!(got.unexplained(), 0, "{name}: {got:?}");
        let progress = Progress::default();
        let mut pace = Pace { progress: &progress, is_late: &mut || false, tell: &mut |_| {} };
        let found = map_projections(engine.as_mut(), &pair, &question, (&principal, 8), &mut pace).expect("tiles");
        let tiles = found.expect("surface in the contact zone").tiles;
        assert!(tiles.len() > 8, "{name}: coarse and finer ones");
        let (mut compared, mut unexplained) = (0, 0);
        for map in &tiles {
            let got = held_against_rays(&exact, &question, &map.field);
            compared += got.compared;
            unexplained += got.unexplained();
            if got.unexplained() > 0 {
                println!("{name}, {:?}: {got:?}", map.tile.projection);
            }
        }
        println!("{name}: {unexplained} of {compared} gaps in {} tiles differ without a cause", tiles.len());
        // Seen from the side, a triangle on edge to the rays tells its depth at a pixel's centre as badly as it likes: one
        // such pixel in 100,000 is let pass.
        assert!(unexplained * 100_000 <= compared, "{name}: {unexplained} of {compared}");
    }
}
