//! How long the exact engine takes: not a check, run by hand.
//!
//! `OCCLUSCOPE_MEASURE=UPPER.stl,LOWER.stl cargo test --release --test measure_exact -- --ignored --nocapture`
//!
//! The lower jaw is closed along +z to its first contact, then 0.3 mm beyond it and 2 mm before it.
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::exact::{Bvh, BvhEngine, Hint, OctreeEngine, Searcher, Sides, signed_nearest};
use occluscope::field::Question;
use occluscope::import::read_mesh;
use occluscope::jaw::{JawPair, JawSide, PairOptions, Scan, prepare_pair};
use std::time::Instant;

/// Runs some 15 times; prints the least and the middle wall time.
fn time<T>(name: &str, mut f: impl FnMut() -> T) -> T {
    let mut out = f();
    let mut times = Vec::new();
    for _ in 0..15 {
        let begun = Instant::now();
        out = f();
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("{name:28} least {:9.3} ms, median {:9.3} ms", times[0], times[7]);
    out
}

fn read() -> Option<JawPair> {
    let files = std::env::var("OCCLUSCOPE_MEASURE").ok()?;
    let (upper, lower) = files.split_once(',')?;
    let scan = |path: &str| {
        let bytes = std::fs::read(path).expect("a file");
        let raw = read_mesh(&bytes, &Progress::default()).expect("a scan").raw;
        Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() }
    };
    Some(prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).expect("a pair").0)
}

/// The height at which closing along +z first makes the surfaces meet, to 1e-6 mm; coarse steps first.
fn first_contact(engine: &BvhEngine) -> f64 {
    let meet = |z: f64| engine.surfaces_meet(&Rigid::from_translation(DVec3::Z * z));
    let step = 0.05;
    let first = (-1200..1200).map(|k| f64::from(k) * step).find(|z| meet(*z)).expect("the jaws meet somewhere");
    let (mut apart, mut meeting) = (first - step, first);
    while meeting - apart > 1e-6 {
        let middle = (apart + meeting) / 2.0;
        if meet(middle) { meeting = middle } else { apart = middle }
    }
    meeting
}

#[test]
#[ignore = "a measurement, run by hand"]
fn measure() {
    let Some(pair) = read() else {
        println!("LEFT OUT: OCCLUSCOPE_MEASURE names no jaws");
        return;
    };
    println!("{} and {} triangles", pair.upper.mesh.triangles.len(), pair.lower.mesh.triangles.len());
    time("build both trees", || (Bvh::new(&pair.upper.mesh), Bvh::new(&pair.lower.mesh)));
    let engine = BvhEngine::new(&pair);
    let contact = first_contact(&engine);
    println!("first contact at z = {contact}");
    let pose = Rigid::from_translation(DVec3::Z * (contact + 0.3));
    let meet = time("boolean, deep", || engine.surfaces_meet(&pose));
    let just_apart = Rigid::from_translation(DVec3::Z * (contact - 0.01));
    time("boolean, 0.01 mm apart", || engine.surfaces_meet(&just_apart));
    let pairs = time("pairs", || engine.intersecting_pairs(&pose));
    println!("    {meet}, {} pairs", pairs.len());
    octree(&engine, &pair, [("as in the files", &Rigid::IDENTITY), ("deep", &pose), ("0.01 mm apart", &just_apart)]);
    let curves = time("curves", || engine.curves(&pairs, &pose));
    println!("    {} curves", curves.len());
    let question = Question { upper_from_lower: pose, ..Question::default() };
    let projection = engine.projection_along(&pose, DVec3::NEG_Z, 512).expect("an overlap");
    time("map 512", || engine.gap_field(&question, &projection, &Progress::default()).expect("not cancelled"));
    let got = engine.analyze(&question, &projection, &Progress::default()).expect("not cancelled");
    println!("    {:?} depth {:?}", got.metrics.pixels, got.metrics.max_depth_mm);
    closest(&engine, &pair, &pose);
    let apart = Rigid::from_translation(DVec3::Z * (contact - 2.0));
    let distance = time("smallest distance", || engine.smallest_distance(&apart, None)).expect("a distance");
    println!("    {} mm", distance.distance_mm);
    time("smallest distance, hint", || engine.smallest_distance(&apart, Some(&distance)));
}

/// The vertices of the lower jaw within the boxes' overlap grown by 3 mm, as the peers are asked.
fn closest(engine: &BvhEngine, pair: &JawPair, pose: &Rigid) {
    let posed: Vec<DVec3> = pair.lower.mesh.positions.iter().map(|p| pose.transform_point(p.as_dvec3())).collect();
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let bounds = |points: &mut dyn Iterator<Item = DVec3>| points.fold(none, |(lo, hi), p| (lo.min(p), hi.max(p)));
    let upper = bounds(&mut pair.upper.mesh.positions.iter().map(|p| p.as_dvec3()));
    let lower = bounds(&mut posed.iter().copied());
    let (lo, hi) = (upper.0.max(lower.0) - 3.0, upper.1.min(lower.1) + 3.0);
    let zone: Vec<DVec3> = posed.into_iter().filter(|p| (p.cmpge(lo) & p.cmple(hi)).all()).collect();
    let bvh = engine.bvh(JawSide::Upper);
    let sides = Sides::new(bvh, pair.upper.report.closed);
    let mut hints = vec![Hint::NONE; zone.len()];
    let got = time("signed nearest, cold", || {
        hints.fill(Hint::NONE);
        signed_nearest(bvh, &sides, &zone, f64::INFINITY, &mut hints)
    });
    let inside = got.iter().flatten().filter(|s| s.signed_mm < 0.0).count();
    println!("    {} vertices, {inside} inside", zone.len());
    time("signed nearest, warm", || signed_nearest(bvh, &sides, &zone, f64::INFINITY, &mut hints));
    time("nearest, one thread, warm", || {
        let mut searcher = Searcher::new(bvh);
        zone.iter()
            .zip(&hints)
            .map(|(p, h)| searcher.nearest(*p, f64::INFINITY, *h))
            .map(|n| n.map_or(0.0, |n| n.distance_mm))
            .sum::<f64>()
    });
}

/// The octree against the trees, question by question in turn, the lower jaw moved a little each time.
fn octree(trees: &BvhEngine, pair: &JawPair, poses: [(&str, &Rigid); 3]) {
    let octree = OctreeEngine::new(pair);
    for (name, pose) in poses {
        let (mut by_trees, mut by_octree) = (Vec::new(), Vec::new());
        for k in 0..31 {
            let pose = Rigid::from_translation(DVec3::X * (0.001 * f64::from(k % 2))) * *pose;
            let begun = Instant::now();
            let expected = trees.intersecting_pairs(&pose);
            by_trees.push(begun.elapsed().as_secs_f64() * 1e3);
            let begun = Instant::now();
            let got = octree.intersecting_pairs(&pose);
            by_octree.push(begun.elapsed().as_secs_f64() * 1e3);
            assert_eq!(got, expected);
        }
        let of = |times: &mut Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[15]
        };
        let (a, b) = (of(&mut by_trees), of(&mut by_octree));
        let least = |times: &[f64]| times[0];
        let (c, d) = (least(&by_trees), least(&by_octree));
        println!("pairs, {name}: trees {c:.3} ms, octree {d:.3} ms ({:.2} times), medians {a:.3} and {b:.3} ms", d / c);
    }
}
