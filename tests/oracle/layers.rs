//! Pixels that counts cannot decide: many layers of both solids, nested, interlocked, wound through each other. The exact
//! engine judges every pixel of them; the order itself can be read.
use crate::harness::{self, along, analyze, prepared};
use crate::shapes::{comb, cuboid, joined, moved, screw, shell, sphere, spiral, torus};
use glam::{DQuat, DVec3};
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Analysis, open_stencil};
use occluscope::exact::{BvhEngine, RayField};
use occluscope::field::{Counting, GapField, LayerSequence, PixelClass, PixelCounts, Question, Verdict};
use occluscope::gpu::{JawPairGpu, StencilEngine};
use occluscope::import::read_mesh;
use occluscope::jaw::{JawPair, JawSide};
use occluscope::mesh::TriMesh;
use std::path::PathBuf;

const DOWN: DVec3 = DVec3::NEG_Z;

/// How the raster map differs from the judge's. Counts are of pixels that both solids cover in either map.
#[derive(Debug, Default)]
struct Difference {
    compared: usize,
    near_edge: usize,
    unsolved: usize,
    /// Another class, though the overlap is no hair.
    class: usize,
    /// Another class, the overlap a hair in both.
    hair: usize,
    gap: usize,
}

/// Rasters snap corners to 1/256 pixel: on a face of slope s the depth is off by s * pitch / 256. Here pixels are up to
/// 0.15 mm wide and both faces may have slope 17 (an angle of 3.4 degrees with the ray), beyond which the rim of a ring
/// is thinner than a pixel.
const HAIR_MM: f32 = 2.0 * 17.0 * 0.15 / 256.0;

struct Asked<'a> {
    pair: &'a JawPair,
    question: &'a Question,
    raster: Analysis,
}

impl<'a> Asked<'a> {
    fn new(pair: &'a JawPair, question: &'a Question) -> Self {
        let mut engine = open_stencil(harness::context(), pair).expect("the meshes fit");
        Self { pair, question, raster: engine.analyze(question).expect("an answer") }
    }

    /// Against a judge that believes the lower solid at `believed`.
    fn differ(&self, believed: &Rigid) -> Difference {
        let field = self.raster.field.as_ref().expect("a map");
        let judged = Question { upper_from_lower: *believed, ..self.question.clone() };
        let judge = BvhEngine::new(self.pair).gap_field(&judged, &field.projection, &Progress::default());
        differ(field, &judge.expect("not cancelled"))
    }
}

fn differ(field: &GapField, judge: &RayField) -> Difference {
    let mut d = Difference::default();
    for i in 0..field.class.len() {
        let (a, b) = (field.class[i], judge.field.class[i]);
        let covered = |c| matches!(c, PixelClass::Clear | PixelClass::Interfering | PixelClass::Unsolved);
        let (gap, truth) = (field.gap_mm[i], judge.field.gap_mm[i]);
        if !covered(a) && !covered(b) {
            continue;
        } else if judge.near_edge[i] {
            d.near_edge += 1;
        } else if a == PixelClass::Unsolved {
            d.unsolved += 1;
        } else {
            d.compared += 1;
            let is_hair = truth.abs() < HAIR_MM && gap.abs() < HAIR_MM || (gap - truth).abs() < HAIR_MM;
            d.class += usize::from(a != b && !is_hair);
            d.hair += usize::from(a != b && is_hair);
            let same_gap = gap.is_nan() && truth.is_nan() || (gap - truth).abs() < HAIR_MM;
            d.gap += usize::from(a == b && !same_gap);
        }
    }
    d
}

/// Every pixel off the edges has the judge's class and gap; a judge that believes the lower solid elsewhere objects.
fn check(name: &str, pair: &JawPair, question: &Question) -> PixelCounts {
    let asked = Asked::new(pair, question);
    let (d, pixels) = (asked.differ(&question.upper_from_lower), asked.raster.metrics.pixels);
    println!("{name}: {d:?}, {pixels:?}");
    assert!(d.compared > 50 && d.class == 0 && d.gap == 0, "{name}: {d:?}");
    assert!(d.hair * 100 <= d.compared, "{name}: {d:?}");
    let elsewhere = Rigid::from_translation(DVec3::new(0.21, 0.17, 0.13)) * question.upper_from_lower;
    let twin = asked.differ(&elsewhere);
    assert!((twin.class + twin.gap) * 50 > twin.compared, "{name}: a moved solid went unnoticed: {twin:?}");
    pixels
}

/// No clearance is too wide to be compared.
fn wide(question: Question) -> Question {
    Question { range_mm: 1000.0, ..question }
}

/// Hollow balls inside each other, `n` of each jaw by turns from the outside: upper, lower, upper, lower.
fn dolls(n: usize, shift: f64) -> (TriMesh, TriMesh) {
    let doll = |k: usize| {
        let outer = 5.0 - 0.5 * k as f64;
        shell(if k % 2 == 1 { DVec3::X * shift } else { DVec3::ZERO }, outer, outer - 0.3)
    };
    let of = |side: usize| joined(&(0..n).map(|k| doll(2 * k + side)).collect::<Vec<_>>());
    (of(0), of(1))
}

#[test]
fn nested_and_linked_solids_are_solved_as_rays_see_them() {
    use Verdict::{Apart, Interfering};
    let (ring, link) = (torus(3.0, 0.6), moved(&torus(3.0, 0.6), &Rigid::from_six([3.0, 0.0, 0.0, 90.0, 0.0, 0.0])));
    let near = moved(&link, &Rigid::from_translation(DVec3::X * 2.0));
    let ball = sphere(DVec3::ZERO, 1.5, 4);
    let hollow_box = {
        let mut cavity = cuboid(DVec3::splat(-2.0), DVec3::splat(2.0));
        cavity.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        joined(&[cuboid(DVec3::splat(-3.0), DVec3::splat(3.0)), cavity])
    };
    let (a, b) = dolls(3, 0.0);
    let (c, e) = dolls(3, 0.35);
    for (name, upper, lower, verdict) in [
        ("dolls", &a, &b, Apart),
        ("dolls, shifted", &c, &e, Interfering),
        ("a ball in a hollow box", &hollow_box, &ball, Apart),
        ("a ball with a hollow box round it", &ball, &hollow_box, Apart),
        ("linked rings", &ring, &link, Apart),
        ("linked rings, one through the other", &ring, &near, Interfering),
    ] {
        let question = wide(along(DVec3::new(0.13, 0.07, -1.0), 128));
        let pixels = check(name, &harness::pair(upper, lower), &question);
        let got = analyze(upper, lower, &question).metrics;
        assert_eq!((got.verdict, pixels.unsolved), (verdict, 0), "{name}: {pixels:?}");
    }
    let pixels = check("dolls, many", &harness::pair(&a, &b), &wide(along(DOWN, 128)));
    assert!(pixels.solved_layer_order > 100, "{pixels:?}");
}

#[test]
fn forty_layers_are_solved_and_one_pair_more_is_reported() {
    let lower = comb(10, 1.0, 2.0, 0.8);
    let by = |n: usize| analyze(&comb(n, 0.0, 2.0, 0.8), &lower, &along(DOWN, 64)).metrics;
    let full = by(10);
    assert_eq!((full.verdict, full.pixels.solved_layer_order), (Verdict::Apart, full.pixels.overlap), "{full:?}");
    assert!((full.min_gap_mm.expect("a gap") - 0.2).abs() < 1e-4, "{full:?}");
    assert!(full.warnings.is_empty(), "{:?}", full.warnings);
    let over = by(11);
    assert_eq!((over.verdict, over.pixels.unsolved), (Verdict::Undecided, over.pixels.overlap), "{over:?}");
    let warned = over.warnings.iter().any(|w| w.to_string().contains("more than 40 faces; they are left unsolved"));
    assert!(warned, "{:?}", over.warnings);
}

#[test]
fn faces_at_equal_depth_are_not_lost() {
    // Teeth that lie on each other, front and back: every inner depth is met by a face of both solids.
    let (upper, lower) = (comb(4, 0.0, 2.0, 1.0), comb(4, 1.0, 2.0, 1.0));
    for counting in [Counting::Winding, Counting::Parity, Counting::ParityThreeMasks] {
        let got = analyze(&upper, &lower, &Question { counting, ..along(DOWN, 64) }).metrics;
        assert_eq!((got.verdict, got.pixels.unsolved), (Verdict::Touching, 0), "{counting:?}: {got:?}");
        assert_eq!(got.pixels.solved_layer_order, got.pixels.overlap, "{counting:?}: {got:?}");
        assert_eq!(got.min_gap_mm, Some(0.0), "{counting:?}");
    }
    // The same solid three times over: six faces of one jaw at each depth, told apart by their triangles alone.
    let thrice = |mesh: &TriMesh| joined(&[mesh.clone(), mesh.clone(), mesh.clone()]);
    let (upper, lower) = (thrice(&comb(3, 0.0, 2.0, 1.0)), thrice(&comb(3, 1.0, 2.0, 1.0)));
    let got = analyze(&upper, &lower, &along(DOWN, 64)).metrics;
    assert_eq!((got.verdict, got.pixels.unsolved), (Verdict::Touching, 0), "{got:?}");
    // The twin: a tenth of a millimetre deeper they interfere by just that.
    let deeper = comb(4, 0.9, 2.0, 1.0);
    let got = analyze(&comb(4, 0.0, 2.0, 1.0), &deeper, &along(DOWN, 64)).metrics;
    assert!((got.max_depth_mm.expect("a depth") - 0.1).abs() < 1e-4, "{got:?}");
}

/// The layers of a pixel after a frame, by the engine itself.
fn layers_at(upper: &TriMesh, lower: &TriMesh, question: &Question, at: [f64; 2]) -> LayerSequence {
    let pair = JawPairGpu::new(harness::context(), &harness::pair(upper, lower)).expect("the meshes fit");
    let mut engine = StencilEngine::new(harness::context());
    let maps = engine.run_frame(&pair, question).expect("a frame").expect("a map");
    let before = engine.wait_figures().expect("figures").metrics;
    let place = maps.projection.map_from_world(DVec3::new(at[0], at[1], 0.0)).0;
    let [col, row] = [place.x as u32, place.y as u32];
    let found = engine.read_layers(&pair, col, row).expect("no loss").expect("a pixel");
    assert_eq!(engine.read_layers(&pair, maps.projection.cols, row).expect("no loss"), None);
    // Looking changes nothing.
    let field = engine.read_maps().expect("no loss").expect("a map");
    let count = |class| field.class.iter().filter(|c| **c == class).count() as u32;
    assert_eq!(
        count(PixelClass::Clear) + count(PixelClass::Interfering),
        before.pixels.overlap - before.pixels.unsolved
    );
    engine.run_frame(&pair, question).expect("a frame");
    assert_eq!(engine.wait_figures().expect("figures").metrics, before);
    found
}

#[test]
fn the_layers_of_any_pixel_can_be_read() {
    let (upper, lower) = (comb(2, 0.0, 2.0, 0.8), comb(2, 1.0, 2.0, 0.8));
    let found = layers_at(&upper, &lower, &along(DOWN, 64), [0.3, 0.4]);
    assert_eq!((found.to_string().as_str(), found.n_layers, found.confirmed), ("BBAABBAA", 8, true), "{found:?}");
    // From above: 3.8, 3.0 (lower), 2.8, 2.0 (upper) and so on.
    let depths: Vec<f32> = found.layers.iter().map(|l| l.depth_mm - found.layers[0].depth_mm).collect();
    for (got, want) in depths.iter().zip([0.0, 0.8, 1.0, 1.8, 2.0, 2.8, 3.0, 3.8]) {
        assert!((got - want).abs() < 1e-4, "{depths:?}");
    }
    assert!(
        found.layers.iter().zip([true, false].iter().cycle()).all(|(l, entered)| l.entered == *entered),
        "{found:?}"
    );
    // Twelve triangles a tooth; the ray meets the upper comb's second tooth first.
    let first_upper = found.layers.iter().find(|l| l.side == JawSide::Upper).expect("an upper layer");
    assert!((12..24).contains(&first_upper.triangle), "{found:?}");
    // A pixel that two surfaces decide has its layers all the same; one with too many says so.
    let simple = layers_at(&comb(1, 2.0, 2.0, 0.8), &comb(1, 0.0, 2.0, 0.8), &along(DOWN, 64), [0.3, 0.4]);
    assert_eq!((simple.to_string().as_str(), simple.confirmed), ("AABB", true));
    let nested = layers_at(&upper, &comb(1, 0.2, 2.0, 2.4), &along(DOWN, 64), [0.3, 0.4]);
    assert_eq!((nested.to_string().as_str(), nested.confirmed), ("ABAABA", true));
    let over = layers_at(&comb(11, 0.0, 2.0, 0.8), &comb(10, 1.0, 2.0, 0.8), &along(DOWN, 64), [0.3, 0.4]);
    assert_eq!((over.n_layers, over.layers.len(), over.confirmed), (42, 0, false));
}

/// Numbers from 0 to 1, the same on every run (Steele et al. 2014, SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as f64 / u64::MAX as f64
    }

    fn unit(&mut self) -> DVec3 {
        let (z, turn) = (2.0 * self.next() - 1.0, std::f64::consts::TAU * self.next());
        let across = (1.0 - z * z).sqrt();
        DVec3::new(across * turn.cos(), across * turn.sin(), z)
    }

    fn pose(&mut self, reach_mm: f64) -> Rigid {
        let turn = DQuat::from_axis_angle(self.unit(), std::f64::consts::PI * self.next());
        let [x, y, z] = [0, 1, 2].map(|_| reach_mm * (2.0 * self.next() - 1.0));
        Rigid { rotation: glam::DMat3::from_quat(turn), translation: DVec3::new(x, y, z) }
    }

    /// A nest of up to three solids with many layers, each turned its own way.
    fn nest(&mut self) -> TriMesh {
        let n = 1 + (self.next() * 3.0) as usize;
        let parts: Vec<TriMesh> = (0..n)
            .map(|_| {
                let solid = match (self.next() * 5.0) as usize {
                    0 => comb(3 + (self.next() * 6.0) as usize, -4.0, 1.0, 0.4),
                    1 => torus(2.0 + 2.0 * self.next(), 0.4 + 0.6 * self.next()),
                    2 => spiral(3 + (self.next() * 3.0) as usize, 0.8, 0.25),
                    3 => moved(&screw(8, 2.0, 0.8, 0.25), &Rigid::from_translation(DVec3::Z * -3.0)),
                    _ => shell(DVec3::ZERO, 2.0 + 2.0 * self.next(), 1.0 + 0.5 * self.next()),
                };
                moved(&solid, &self.pose(1.5))
            })
            .collect();
        joined(&parts)
    }
}

/// `OCCLUSCOPE_POSES` nests, few by default.
#[test]
fn random_nests_are_solved_as_rays_see_them() {
    let n = std::env::var("OCCLUSCOPE_POSES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let (mut compared, mut ordered, mut unsolved, mut most) = (0, 0, 0, 0);
    for seed in 0..n {
        let mut random = Random(seed);
        let pair = harness::pair(&random.nest(), &random.nest());
        let question = Question { upper_from_lower: random.pose(1.0), ..wide(along(random.unit(), 96)) };
        let asked = Asked::new(&pair, &question);
        let (d, metrics) = (asked.differ(&question.upper_from_lower), &asked.raster.metrics);
        let pixels = metrics.pixels;
        assert!(d.class == 0 && d.gap * 1000 <= d.compared, "seed {seed}: {d:?}, {pixels:?}");
        assert!(d.hair * 50 <= d.compared, "seed {seed}: {d:?}");
        let too_many = metrics.warnings.iter().any(|w| w.to_string().contains("more than 40 faces"));
        assert!(pixels.unsolved == pixels.unbalanced || too_many, "seed {seed}: {pixels:?} {:?}", metrics.warnings);
        compared += d.compared;
        ordered += pixels.solved_layer_order;
        unsolved += pixels.unsolved;
        most = most.max(pixels.max_layers);
    }
    println!(
        "{n} nests: {compared} pixels compared, {ordered} solved by the layer order, {unsolved} unsolved, up to {most} layers"
    );
    assert!(ordered > 0);
}

#[test]
fn real_scans_seen_from_the_side_leave_no_pixel_unsolved() {
    let root = std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from);
    for case in ["case-2-tight-contact", "case-5-closed-crowns"] {
        let read = |jaw: &str| std::fs::read(root.join(case).join(format!("{jaw}.stl"))).ok();
        let (Some(upper), Some(lower)) = (read("upper"), read("lower")) else {
            println!("left out, not here: {case}");
            continue;
        };
        let raw = [upper, lower].map(|bytes| read_mesh(&bytes, &Progress::default()).expect("a scan").raw);
        let pixels = check(case, &prepared(raw), &along(DVec3::X, 512));
        assert_eq!(pixels.unsolved, pixels.unbalanced, "{case}: {pixels:?}");
        assert!(pixels.solved_layer_order * 5 > pixels.overlap, "{case}: {pixels:?}");
    }
}
