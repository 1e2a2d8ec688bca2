//! Solids that are apart by a hair, with walls almost along the projection. Such a wall covers pixels by rounding alone, and what depth
//! it has there says nothing: now and then the bare map counts an overlap. Whatever it counts, nobody says that they interfere.
//! `OCCLUSCOPE_POSES` pairs (8 by default), at three resolutions, by every engine; `scripts/long` takes 1,000, and a quarter of them for
//! engines on a GPU, for which software stands in here. `OCCLUSCOPE_FIRST`: the first of them, by which a long run can be parted.
//!
//! Nothing in these shapes lies along the pixels' rows: walls that do cover no pixel's centre at all, and no map ever errs.
use super::harness::{along, context, every_engine, pair};
use super::pairs::{Random, first_pose, n_poses};
use super::shapes::{cuboid, joined, moved};
use glam::DVec3;
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Engine, EngineEntry, analysis_of_solids, open_native};
use occluscope::field::{Metrics, Question, Verdict};
use occluscope::jaw::JawPair;
use occluscope::mesh::TriMesh;
use occluscope::session::Settings;
use occluscope::session::at_rest::{Known, PoseAnswer, PoseQuestion, answer};
use std::sync::Arc;

const DEFAULT_PAIRS: usize = 8;
/// The twin overlaps by so much; a bite that is not doubtful needs no move out of it.
const PRESSED_MM: f64 = 0.05;
/// Seed of pairs of which a tile errs.
const OF_TILES: u64 = 76;
/// The verdict at rest is by closest gap, in which no engine has a part: it is asked of every so many pairs, and the twin as often.
const FULL_EVERY: usize = 8;
const RESOLUTIONS: [u32; 3] = [128, 512, 1024];
/// Corners up to 40 mm from the origin are single precision: half a step of it along each axis, and as much for the other jaw.
const ROUNDING_MM: f64 = 1e-5;

/// A jaw from `z` to `z + 4`, `side` x `side` large: one block, or plates with room between them, each with two walls.
fn plates(n: u64, side: f64, z: f64) -> TriMesh {
    let pitch = side / n as f64;
    let half = if n == 1 { pitch / 2.0 } else { 0.3 * pitch };
    let plate = |k: u64| {
        let y = (k as f64 + 0.5) * pitch - side / 2.0;
        cuboid(DVec3::new(-side / 2.0, y - half, z), DVec3::new(side / 2.0, y + half, z + 4.0))
    };
    joined(&(0..n).map(plate).collect::<Vec<_>>())
}

/// Where a pair stands: leaning so that the gap lies 60 to 89 degrees off the vertical, walls off it by 0.0000001 to 0.001 rad, turned
/// about it and moved anyhow.
fn place(random: &mut Random) -> Rigid {
    let lean_deg = 74.5 + 14.5 * random.unit();
    let off_rad = 10_f64.powf(-5.0 + 2.0 * random.unit());
    let DVec3 { x, y, z } = random.vector() * 20.0;
    let turn_deg = 180.0 * random.unit();
    Rigid::from_six([x, y, z, 0.0, 0.0, turn_deg])
        * Rigid::from_six([0.0, 0.0, 0.0, off_rad.to_degrees(), 0.0, 0.0])
        * Rigid::from_six([0.0, 0.0, 0.0, 0.0, -lean_deg, 0.0])
}

/// Two jaws of one to eight plates, `gap_mm` apart (below 0: that deep in each other).
fn leaning(random: &mut Random, gap_mm: f64) -> Arc<JawPair> {
    let (n, place) = (1 + random.below(8), place(random));
    let [upper, lower] = [plates(n, 10.0, gap_mm), plates(n, 9.0, -4.0)].map(|jaw| moved(&jaw, &place));
    let mut pair = pair(&upper, &lower);
    for jaw in [&mut pair.upper, &mut pair.lower] {
        jaw.report.closed = true;
    }
    Arc::new(pair)
}

fn opened(entry: &EngineEntry, pair: &JawPair) -> Box<dyn Engine> {
    entry.open(Some(context()), pair).expect("the meshes fit")
}

fn question(resolution: u32) -> Question {
    along(DVec3::NEG_Z, resolution)
}

/// All that is said of a pose at rest.
fn at_rest(engine: &mut dyn Engine, pair: &Arc<JawPair>, resolution: u32) -> PoseAnswer {
    // Along other projections as well.
    let asked = PoseQuestion::of_settings(question(resolution), &Settings::default(), DVec3::ZERO);
    answer(engine, (pair, pair.frame), &asked, Known::default(), &Progress::default()).expect("an answer")
}

/// Says what is wrong with the figures of solids that are apart.
fn wrong(metrics: &Metrics) -> Option<String> {
    let has_none = matches!(metrics.verdict, Verdict::Apart | Verdict::Touching)
        && metrics.max_depth_mm.is_none_or(|mm| mm <= 0.0)
        && metrics.pixels.interfering == 0
        && metrics.interference_volume_mm3 <= 0.0
        && metrics.min_gap_mm.is_none_or(|mm| mm >= 0.0)
        && metrics.contact.iter().all(|area| area.penetrating_area_upper_mm2 + area.penetrating_area_lower_mm2 <= 0.0);
    (!has_none).then(|| format!("{metrics:?}"))
}

/// Whether a wall's rounding makes a map say that solids touch that do not: its own verdict alone, never that of the pose.
fn is_too_near(metrics: &Metrics, gap_mm: f64) -> bool {
    metrics.verdict == Verdict::Touching && gap_mm > question(8).smallest_threshold_mm()
}

/// What is seen of one engine.
#[derive(Default)]
struct Seen {
    maps: usize,
    /// Bare maps that count an overlap.
    erring: usize,
    /// The deepest of them, mm.
    deepest_mm: f64,
    /// Maps whose own verdict is touching where nothing touches.
    too_near: usize,
}

impl Seen {
    /// One pair at every resolution; of some also all that is said at rest, at one of them.
    fn look_at(&mut self, entry: &EngineEntry, (k, pair): (usize, &Arc<JawPair>), gap_mm: f64) {
        let mut engine = opened(entry, pair);
        for resolution in RESOLUTIONS {
            let what = format!("{}, pair {k}, {gap_mm} mm apart, {resolution} pixels", entry.label());
            let asked = question(resolution);
            let found = analysis_of_solids(engine.as_mut(), &asked, &Progress::default());
            let (analysis, trees) = found.expect("an answer");
            let distance_mm = trees.distance_of_solids(&Rigid::IDENTITY).expect("surfaces");
            assert!((distance_mm - gap_mm).abs() < ROUNDING_MM, "{what}: {distance_mm}");
            assert_eq!(wrong(&analysis.metrics), None, "{what}");
            self.maps += 1;
            self.too_near += usize::from(is_too_near(&analysis.metrics, gap_mm));
            if analysis.metrics.warnings.iter().any(|w| w.0.contains("along walls")) {
                self.err(&engine.analyze(&asked).expect("an answer").metrics, &what);
            }
        }
        if k % FULL_EVERY == 0 {
            let resolution = RESOLUTIONS[k / FULL_EVERY % RESOLUTIONS.len()];
            let record = at_rest(engine.as_mut(), pair, resolution).record(Default::default());
            let is_near = gap_mm <= question(resolution).smallest_threshold_mm();
            assert_eq!(record.verdict, if is_near { Verdict::Touching } else { Verdict::Apart }, "{k}: {gap_mm}");
            assert!(record.projected_verdict.is_some_and(|verdict| verdict != Verdict::Interfering), "{k}: {gap_mm}");
        }
    }

    /// The twin of the rule: the bare map, which no one has held against the solids, is wrong.
    fn err(&mut self, bare: &Metrics, what: &str) {
        assert!(wrong(bare).is_some() && bare.verdict == Verdict::Interfering, "{what}: {bare:?}");
        self.erring += 1;
        self.deepest_mm = self.deepest_mm.max(bare.max_depth_mm.unwrap_or_default());
    }
}

/// Another pair, and how far apart its solids are, mm.
fn next_pair(random: &mut Random) -> (Arc<JawPair>, f64) {
    let gap_mm = 0.004 + 0.148 * (1.0 + random.unit());
    (leaning(random, gap_mm), gap_mm)
}

/// `n` pairs by the engines that are on a GPU, or by those that are not.
fn check(n: usize, on_gpu: bool) {
    every_engine(|asker| {
        if asker.0.needs_gpu() != on_gpu {
            return;
        }
        let (entry, mut random, mut seen) = (asker.0, Random::new(76), Seen::default());
        let first = first_pose() as usize;
        for k in 0..first + n {
            let (apart, gap_mm) = next_pair(&mut random);
            // The twin: solids that do overlap.
            let pressed = leaning(&mut random, -PRESSED_MM);
            if k < first {
                continue;
            }
            seen.look_at(entry, (k, &apart), gap_mm);
            if k % FULL_EVERY == 0 {
                let record = at_rest(opened(entry, &pressed).as_mut(), &pressed, 512).record(Default::default());
                let deep = record.interference.max_depth_mm.is_some_and(|mm| mm > PRESSED_MM);
                assert!(record.verdict == Verdict::Interfering && deep, "{}, pair {k}, pressed", entry.label());
            }
        }
        let Seen { maps, erring, deepest_mm, too_near } = seen;
        println!(
            "{}: {maps} maps, none wrong; {erring} bare ones were, by up to {deepest_mm:.3} mm; {too_near} too near",
            entry.label()
        );
        // Rays tell a wall's depth where they meet it.
        let is_raster = entry.execution.is_some();
        assert_eq!(erring > 0, is_raster, "{}: {erring} of {maps}", entry.label());
    });
}

#[test]
fn walls_along_the_view_make_no_overlap_on_the_processor() {
    check(n_poses(DEFAULT_PAIRS), false);
}

#[test]
fn walls_along_the_view_make_no_overlap_on_the_gpu() {
    let n = n_poses(DEFAULT_PAIRS);
    check(if n < 100 { n } else { n / 4 }, true);
}

/// Wherever else it is looked from, a wall may stand along that.
#[test]
fn walls_along_other_projections_make_no_overlap() {
    let mut random = Random::new(OF_TILES);
    let mut erring = 0;
    for k in 0..DEFAULT_PAIRS {
        let (apart, gap_mm) = next_pair(&mut random);
        let mut engine = open_native(&apart).expect("the meshes fit");
        let found = at_rest(engine.as_mut(), &apart, 512);
        assert_eq!(wrong(&found.analysis.metrics), None, "pair {k}, {gap_mm} mm apart");
        let tiles = found.analysis.multi_projection.expect("surface in the contact zone").tiles;
        // The twin: the bare maps.
        let mut bare = |tile: &_| engine.map_tile(&question(512), tile, &Progress::default()).expect("an answer").1;
        erring += tiles.iter().map(|map| bare(&map.tile)).filter(|m| m.pixels.interfering > 0).count();
    }
    println!("{erring} bare tiles were wrong");
    assert!(erring > 0, "no tile was in doubt");
}
