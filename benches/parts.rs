//! The parts of the program that a person waits for, one by one, on the sample case's arches at some 200,000 triangles a
//! jaw (scene `jaws-200k` of `occluscope bench`). `cargo bench -p occluscope-benches --bench parts`, or `-- frame` for a part.
use criterion::{BatchSize, Criterion, SamplingMode};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::bench::{Scene, Size, catalogue};
use occluscope::engine::{Engine, map_tiles, open_native, with_multi_projection};
use occluscope::exact::{Bvh, BvhEngine};
use occluscope::export::stl::write_stl;
use occluscope::field::Question;
use occluscope::field::multi_projection::{MAX_PROJECTIONS, PosedMeshes, Tile, TileMap, merge};
use occluscope::import::read_mesh;
use occluscope::jaw::{JawPair, PairOptions, Scan, prepare_pair};
use occluscope::mesh::clusters::clusters;
use occluscope::native::{NativeEngine, NativePair};
use occluscope::render::DisplayMesh;
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .without_plots()
        .configure_from_args();
    let specs = catalogue(Size::Standard);
    let spec = specs.iter().find(|s| s.name == "jaws-200k").expect("a scene of the bench");
    let scene = spec.make(&Progress::default()).expect("nobody cancels");
    preparation(&mut criterion, &scene.pair);
    frames(&mut criterion, &scene);
    tiles(&mut criterion, &scene);
    criterion.final_summary();
}

/// From a file's bytes to what engines and pictures take.
fn preparation(criterion: &mut Criterion, pair: &JawPair) {
    let progress = Progress::default();
    let mut group = criterion.benchmark_group("preparation");
    group.sampling_mode(SamplingMode::Flat);
    let mesh = &pair.upper.mesh;
    let scan = |jaw: &occluscope::jaw::Jaw| {
        let mut bytes = Vec::new();
        let mesh = &jaw.mesh;
        write_stl((0..mesh.triangles.len()).map(|t| mesh.corners(t)), &mut bytes).expect("a vector takes everything");
        bytes
    };
    let files = [scan(&pair.upper), scan(&pair.lower)];
    group.bench_function("read a binary STL", |b| {
        b.iter(|| read_mesh(black_box(&files[0]), &progress).expect("a mesh"))
    });
    let raw = files.each_ref().map(|bytes| read_mesh(bytes, &progress).expect("a mesh").raw);
    let scans = || {
        raw.each_ref().map(|raw| Scan {
            name: "jaw".into(),
            blake3: String::new(),
            raw: raw.clone(),
            warnings: Vec::new(),
        })
    };
    group.bench_function("weld, turn, close both", |b| {
        let prepare = |[upper, lower]: [Scan; 2]| {
            prepare_pair(upper, lower, &PairOptions::default(), &progress).expect("two jaws")
        };
        b.iter_batched(scans, prepare, BatchSize::LargeInput);
    });
    group.bench_function("clusters", |b| b.iter(|| clusters(black_box(mesh))));
    group.bench_function("native jaws", |b| b.iter(|| NativePair::new(black_box(pair))));
    group.bench_function("tree", |b| b.iter(|| Bvh::new(black_box(mesh))));
    group.bench_function("levels for display", |b| b.iter(|| DisplayMesh::watched(black_box(mesh), true, &progress)));
    group.finish();
}

/// One analysed frame: the lower jaw moved, and everything drawn anew.
fn frames(criterion: &mut Criterion, scene: &Scene) {
    let mut group = criterion.benchmark_group("frame");
    let native = NativePair::new(&scene.pair).expect("a surface");
    let at = |mm: f64| Question {
        upper_from_lower: Rigid::from_translation(DVec3::Y * mm) * scene.upper_from_lower,
        direction: scene.direction,
        ..Question::default()
    };
    let (here, there) = (at(0.0), at(0.001));
    let mut engine = NativeEngine::default();
    group.bench_function("lower jaw moved to and fro, two frames", |b| {
        b.iter(|| (engine.run_frame(&native, &here), engine.run_frame(&native, &there)));
    });
    group.bench_function("anew", |b| b.iter(|| NativeEngine::default().run_frame(&native, black_box(&here))));
    group.finish();
}

/// Several projections at rest.
fn tiles(criterion: &mut Criterion, scene: &Scene) {
    let progress = Progress::default();
    let mut group = criterion.benchmark_group("rest");
    group.sampling_mode(SamplingMode::Flat);
    let question = Question { upper_from_lower: scene.upper_from_lower, ..Question::default() };
    let mut engine = open_native(&scene.pair).expect("a surface");
    let found = several(engine.as_mut(), &scene.pair, &question);
    let tiles: Vec<Tile> = found.iter().map(|t| t.tile).collect();
    group.bench_function("maps of all tiles", |b| {
        b.iter(|| map_tiles(engine.as_mut(), &scene.pair, &question, &tiles, &progress).expect("an answer"));
    });
    let jaws = PosedMeshes::of(&scene.pair, question.upper_from_lower);
    group.bench_function("their areas", |b| {
        b.iter(|| merge(black_box(&found), &jaws, &question.thresholds_mm, &progress).expect("nobody cancels"));
    });
    let exact = BvhEngine::new(&scene.pair);
    let projection = found[0].field.projection;
    group.bench_function("rays through a map", |b| {
        b.iter(|| exact.gap_field(&question, black_box(&projection), &progress).expect("nobody cancels"));
    });
    group.finish();
}

fn several(engine: &mut dyn Engine, pair: &JawPair, question: &Question) -> Vec<TileMap> {
    let principal = engine.analyze(question).expect("an answer");
    let analysis = with_multi_projection(engine, pair, question, MAX_PROJECTIONS, principal, &Progress::default())
        .expect("an answer");
    let figures = analysis.multi_projection.expect("the jaws are close");
    figures.tiles.into_iter().map(|t| TileMap { tile: t.tile, field: t.field }).collect()
}
