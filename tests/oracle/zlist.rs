//! Engine `zlist` (Shinya and Forgue 1991), beyond what is run for every engine: many layers, bounded memory, interfering
//! faces, the culling stage before the exact test.
use crate::oracle::harness::{self, along, real_pair, sample};
use crate::oracle::shapes::{comb, cuboid, joined, sphere};
use crate::oracle::{exact, rays};
use glam::{DVec2, DVec3};
use occluscope::base::Rigid;
use occluscope::engine::{Analysis, Engine, ZList, open_stencil, open_zlist};
use occluscope::exact::{BvhEngine, TrianglePair};
use occluscope::field::{Counting, GapField, PixelClass, Question, Verdict};
use occluscope::jaw::JawPair;
use occluscope::mesh::TriMesh;
use std::collections::BTreeSet;

const DOWN: DVec3 = DVec3::NEG_Z;

/// Against rays and against the exact engine.
fn check(name: &str, pair: &JawPair, question: &Question) {
    let mut engine = open_zlist(harness::context(), pair).expect("the meshes fit");
    let answer = engine.analyze(question).expect("an answer");
    rays::check_answer(&answer, name, pair, question);
    exact::check_answer(answer, engine.as_mut(), name, question);
}

#[test]
fn the_sample_case_agrees_with_rays_and_with_the_exact_engine() {
    let pair = sample();
    let moved = Rigid::from_six([0.2, 0.4, -0.3, 0.8, -0.5, 0.7]);
    check("sample", &pair, &Question::default());
    check("sample, moved", &pair, &Question { upper_from_lower: moved, ..Question::default() });
    check("sample, from the side", &pair, &along(pair.frame.right + pair.frame.up * 0.3, 256));
}

#[test]
fn real_scans_agree_with_rays_and_with_the_exact_engine() {
    for case in ["case-1-full-resolution", "case-2-tight-contact", "case-5-closed-crowns"] {
        let Some(pair) = real_pair(case) else { continue };
        check(case, &pair, &Question::default());
        // Many layers: along the arch.
        check(&format!("{case} along 1,0,0"), &pair, &along(DVec3::X, 512));
    }
}

#[test]
fn nothing_is_left_to_a_layer_order_and_any_number_of_layers_is_read() {
    // 40 teeth of each comb between the other's: 160 faces a ray, far beyond what the raster engine lists; all of them
    // sorted as heaps. The teeth are 0.25 mm thick, one a millimetre: clear by 0.25 mm, or inside by 0.1 mm.
    let upper = comb(40, 0.0, 1.0, 0.25);
    for (z0, class, gap_mm) in [(0.5, PixelClass::Clear, 0.25), (0.15, PixelClass::Interfering, -0.1)] {
        // Down along the rays: the lower comb's teeth follow below the upper's.
        let lower = comb(40, -z0, 1.0, 0.25);
        for counting in [Counting::Winding, Counting::Parity, Counting::ParityThreeMasks] {
            let mut engine = ZList::open(harness::context(), &harness::pair(&upper, &lower)).expect("the meshes fit");
            let got = engine.analyze(&Question { counting, ..along(DOWN, 64) }).expect("an answer");
            let (pixels, field) = (got.metrics.pixels, got.field.expect("a map"));
            assert_eq!((pixels.unsolved, pixels.max_layers), (0, 160), "{counting:?}");
            assert!(pixels.overlap > 1500 && pixels.solved_layer_order == pixels.overlap, "{pixels:?}");
            let both = |c: &PixelClass| matches!(c, PixelClass::Clear | PixelClass::Interfering);
            assert!(field.class.iter().filter(|c| both(c)).all(|c| *c == class), "{counting:?}");
            // Single precision at 40 mm: a few times 4e-6 mm.
            let min_gap_mm = got.metrics.min_gap_mm.expect("a gap");
            assert!((min_gap_mm - gap_mm).abs() < 5e-5, "{min_gap_mm} is not {gap_mm}");
        }
    }
}

#[test]
fn an_open_jaw_is_unbalanced_and_never_guessed() {
    let ball = sphere(DVec3::Z * 4.7, 5.0, 5);
    let mut bowl = ball.clone();
    // Without the faces that look up.
    bowl.triangles.retain(|t| t.iter().all(|v| ball.positions[*v as usize].z < 4.5));
    bowl.n_scanned = bowl.triangles.len();
    let slab = cuboid(DVec3::new(-8.0, -8.0, -3.0), DVec3::new(8.0, 8.0, 0.0));
    let mut engine = ZList::open(harness::context(), &harness::pair(&bowl, &slab)).expect("the meshes fit");
    let got = engine.figures(&along(DOWN, 128)).expect("figures");
    assert!(got.pixels.overlap > 3000 && got.pixels.unbalanced == got.pixels.overlap, "{:?}", got.pixels);
    assert_eq!((got.pixels.unsolved, got.verdict), (got.pixels.overlap, Verdict::Undecided));
}

fn same(a: &Analysis, b: &Analysis) -> bool {
    let bits = |m: &[f32]| m.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let maps = |f: &GapField| {
        let numbers = [bits(&f.gap_mm), bits(&f.upper_depth_mm), bits(&f.lower_depth_mm)];
        (f.class.clone(), numbers, f.upper_triangle.clone(), f.lower_triangle.clone())
    };
    let (f, g) = (a.field.as_ref().expect("a map"), b.field.as_ref().expect("a map"));
    maps(f) == maps(g) && a.metrics.pixels == b.metrics.pixels && a.metrics.max_depth_mm == b.metrics.max_depth_mm
}

#[test]
fn a_tiny_buffer_takes_many_rounds_and_changes_no_bit() {
    // A ball through three upper teeth, and three lower teeth: 14 faces a ray where the ball is, 12 elsewhere.
    let upper = joined(&[sphere(DVec3::Z, 3.0, 3), comb(3, 0.0, 2.0, 0.8)]);
    let pair = harness::pair(&upper, &comb(3, 0.5, 2.0, 0.8));
    let question = along(DVec3::new(0.02, 0.01, -1.0), 40);
    let by = |most_entries: u32, most_pairs: u32, question: &Question| {
        let mut engine =
            ZList::with_room_for(harness::context(), &pair, most_entries, most_pairs).expect("the meshes fit");
        let answer = engine.analyze(question).expect("an answer");
        let faces = engine.interfering_faces().expect("faces");
        let bytes = engine.list_bytes();
        (answer, faces, engine.offered_pairs(question).expect("pairs"), bytes)
    };
    let whole = by(1 << 20, 1 << 20, &question);
    println!(
        "{:?}, {} pairs, {} and {} faces",
        whole.0.metrics.pixels,
        whole.2.len(),
        whole.1[0].len(),
        whole.1[1].len()
    );
    assert!(whole.0.metrics.warnings.is_empty(), "{:?}", whole.0.metrics.warnings);
    assert_eq!((whole.0.metrics.pixels.max_layers, whole.0.metrics.pixels.unsolved), (14, 0));
    assert!(whole.2.len() > 10 && whole.1[0].len() > 20);
    // 14 faces are at most 13 pairs of neighbours. The smallest buffer that holds every list: a round for every pixel, more rounds than are planned at once.
    for (most_entries, most_pairs) in [(14, 1 << 20), (200, 13), (5000, 20), (1 << 20, 13)] {
        let got = by(most_entries, most_pairs, &question);
        assert!(same(&got.0, &whole.0), "{most_entries} entries");
        assert_eq!((&got.1, &got.2), (&whole.1, &whole.2), "{most_entries} entries, {most_pairs} pairs");
        assert!(got.3 <= whole.3);
    }
    // The twins: the lower jaw a hair elsewhere; and room for one entry less, when the longest lists have no place.
    // Their pixels are counted, told, and not guessed.
    let moved = Question { upper_from_lower: Rigid::from_translation(DVec3::Z * 0.001), ..question.clone() };
    assert!(!same(&by(1 << 20, 1 << 20, &moved).0, &whole.0));
    let cut = by(13, 1 << 20, &question).0;
    assert!(!same(&cut, &whole.0));
    assert!(cut.metrics.warnings.iter().any(|w| w.to_string().contains("unsolved")), "{:?}", cut.metrics.warnings);
    let (a, b) = (cut.field.expect("a map"), whole.0.field.expect("a map"));
    let differ = (0..a.class.len()).filter(|i| a.class[*i] != b.class[*i]);
    assert!(differ.clone().count() > 300 && differ.clone().all(|i| a.class[i] == PixelClass::Unsolved));
}

#[test]
fn the_maps_of_both_raster_engines_agree() {
    let pair = sample();
    let question = Question::default();
    let [stencil, zlist] = [open_stencil, open_zlist]
        .map(|open| open(harness::context(), &pair).expect("the meshes fit").analyze(&question).expect("an answer"));
    let (a, b) = (stencil.field.expect("a map"), zlist.field.expect("a map"));
    assert_eq!(a.projection, b.projection);
    let mut compared = 0;
    for i in 0..a.class.len() {
        // The depth buffer rounds to 24 bits; the two find the same but for touching.
        let hair = a.gap_mm[i].abs() < 1e-4 || b.gap_mm[i].abs() < 1e-4;
        assert!(a.class[i] == b.class[i] || hair, "{i}: {:?} {:?}", a.class[i], b.class[i]);
        if !hair && !b.gap_mm[i].is_nan() {
            compared += 1;
            assert!((a.gap_mm[i] - b.gap_mm[i]).abs() < 1e-4, "{i}: {} {}", a.gap_mm[i], b.gap_mm[i]);
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// Depth, triangle, jaw, entered: what a ray through a pixel's centre crosses; `None` near an edge.
fn crossings(meshes: [&TriMesh; 2], field: &GapField, at: DVec2) -> Option<Vec<(f64, u32, usize, bool)>> {
    let mut found = Vec::new();
    for (side, mesh) in meshes.into_iter().enumerate() {
        for t in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(t).map(|p| field.projection.map_from_world(p.as_dvec3()));
            let area = (b.0 - a.0).perp_dot(c.0 - a.0);
            let edge = |s: DVec2, e: DVec2| (e - s).perp_dot(at - s);
            let weights = [edge(b.0, c.0), edge(c.0, a.0), edge(a.0, b.0)].map(|w| w / area);
            let sides = [c.0 - b.0, a.0 - c.0, b.0 - a.0].map(|s| s.length() / area.abs());
            let near = weights.iter().zip(sides).map(|(w, s)| w / s).fold(f64::MAX, f64::min);
            if near.abs() < 1.0 / 64.0 {
                return None;
            }
            if near > 0.0 {
                let depth = weights[0] * a.1 + weights[1] * b.1 + weights[2] * c.1;
                found.push((depth, t as u32, side, area < 0.0));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(found)
}

/// By brute force: the faces that bound what is inside both solids at pixel centres, sure ones and those of all pixels
/// with one that passes near an edge.
fn faces_by_brute_force(meshes: [&TriMesh; 2], field: &GapField) -> ([BTreeSet<u32>; 2], bool) {
    let (mut faces, mut is_sure) = ([BTreeSet::new(), BTreeSet::new()], true);
    for i in 0..field.class.len() {
        let (col, row) = (i % field.projection.cols as usize, i / field.projection.cols as usize);
        let Some(found) = crossings(meshes, field, DVec2::new(col as f64 + 0.5, row as f64 + 0.5)) else {
            is_sure &= field.class[i] != PixelClass::Interfering;
            continue;
        };
        let (mut winding, mut begun) = ([0; 2], None);
        for (_, triangle, side, entered) in found {
            let was_inside = winding[0] != 0 && winding[1] != 0;
            winding[side] += if entered { 1 } else { -1 };
            let is_inside = winding[0] != 0 && winding[1] != 0;
            if is_inside && !was_inside {
                begun = Some((side, triangle));
            } else if was_inside && !is_inside {
                faces[side].insert(triangle);
                let (side, triangle) = begun.take().expect("a stretch that ends has begun");
                faces[side].insert(triangle);
            }
        }
    }
    (faces, is_sure)
}

#[test]
fn interfering_faces_are_those_of_brute_force() {
    // Turned a little, so that no edge runs through a row of centres.
    let turn = Rigid::from_six([0.0, 0.0, 0.0, 11.0, -7.0, 31.0]);
    let turned = |m: TriMesh| crate::oracle::shapes::moved(&m, &turn);
    let two = joined(&[sphere(DVec3::new(-2.0, 0.0, 2.7), 3.0, 2), sphere(DVec3::new(2.5, 0.3, 2.9), 3.0, 2)]);
    let slab = cuboid(DVec3::new(-8.0, -8.0, -3.0), DVec3::new(8.0, 8.0, 0.0));
    let inside = sphere(DVec3::new(0.3, 0.1, -1.4), 0.8, 2);
    for (name, upper, lower) in [
        ("spheres in a slab", turned(two.clone()), turned(slab.clone())),
        ("ball inside", turned(inside.clone()), turned(slab.clone())),
        ("ball around", turned(slab), turned(inside)),
        ("apart", turned(two), turned(cuboid(DVec3::new(-8.0, -8.0, -3.0), DVec3::new(8.0, 8.0, -0.4)))),
    ] {
        let mut engine = ZList::open(harness::context(), &harness::pair(&upper, &lower)).expect("the meshes fit");
        let field = engine.analyze(&along(DVec3::new(0.1, 0.2, -1.0), 48)).expect("an answer").field.expect("a map");
        let got = engine.interfering_faces().expect("faces");
        let (truth, is_sure) = faces_by_brute_force([&upper, &lower], &field);
        println!(
            "{name}: {} and {} faces, {} and {} by rays",
            got[0].len(),
            got[1].len(),
            truth[0].len(),
            truth[1].len()
        );
        for side in 0..2 {
            assert!(got[side].is_sorted_by(|a, b| a < b), "{name}: listed twice");
            let got: BTreeSet<u32> = got[side].iter().copied().collect();
            // Pixels near an edge may add a face that no sure pixel has.
            assert!(truth[side].is_subset(&got), "{name}");
            assert!(got.len() <= truth[side].len() + if is_sure { 0 } else { 6 }, "{name}");
        }
        assert_eq!(name == "apart", got[0].is_empty() && got[1].is_empty());
        // The twin: the other jaw's faces are not these.
        assert!(name == "apart" || got[0] != got[1]);
    }
}

fn recall(found: &[TrianglePair], all: &[TrianglePair]) -> f64 {
    let found: BTreeSet<_> = found.iter().collect();
    let n_found = all.iter().filter(|p| found.contains(p)).count();
    assert_eq!(n_found, found.len(), "a pair that does not meet");
    n_found as f64 / all.len().max(1) as f64
}

#[test]
fn the_culling_stage_finds_the_curves_that_pixels_hit_and_says_nothing_wrong() {
    let mut cases = vec![("sample", sample())];
    for case in ["case-1-full-resolution", "case-2-tight-contact", "case-5-closed-crowns"] {
        cases.extend(real_pair(case).map(|pair| (case, pair)));
    }
    for (name, pair) in cases {
        let all = BvhEngine::new(&pair).intersecting_pairs(&Rigid::IDENTITY);
        let mut engine = ZList::open(harness::context(), &pair).expect("the meshes fit");
        for resolution in [128, 256, 512, 1024] {
            let question = Question { resolution, ..Question::default() };
            let offered = engine.offered_pairs(&question).expect("pairs");
            let direct = offered.iter().filter(|p| all.binary_search(p).is_ok()).count();
            let culled = engine.meeting_pairs(&question).expect("pairs");
            let recall = recall(&culled.pairs, &all);
            println!(
                "{name}, {resolution} pixels: {} pairs offered, {direct} of {} meet; with neighbours {} = {recall:.4} ({:?} faces, {} steps)",
                offered.len(),
                all.len(),
                culled.pairs.len(),
                culled.n_faces,
                culled.n_steps
            );
            // Every curve of these cases is wider than a pixel of 0.14 mm, or a neighbour of one that is: none may be lost.
            assert!(resolution < 512 || recall == 1.0, "{name}: {recall}");
            // Alone, the offered pairs are far from all: the neighbours are needed.
            assert!(direct < all.len(), "{name}");
        }
    }
}

#[test]
fn a_spike_between_the_pixels_is_missed_and_a_finer_map_finds_it() {
    // 0.02 mm thick, 0.3 mm into the slab: at 64 pixels of 0.25 mm no centre hits it. Recall is a matter of pixels.
    let spike = cuboid(DVec3::new(0.13, 0.13, -0.3), DVec3::new(0.15, 0.15, 2.0));
    let upper = joined(&[cuboid(DVec3::new(-8.0, -8.0, 1.0), DVec3::new(8.0, 8.0, 3.0)), spike]);
    let slab = cuboid(DVec3::new(-8.0, -8.0, -3.0), DVec3::new(8.0, 8.0, 0.0));
    let pair = harness::pair(&upper, &slab);
    let all = BvhEngine::new(&pair).intersecting_pairs(&Rigid::IDENTITY);
    assert!(!all.is_empty());
    let mut engine = ZList::open(harness::context(), &pair).expect("the meshes fit");
    let mut found = |resolution| engine.meeting_pairs(&along(DOWN, resolution)).expect("pairs").pairs;
    assert!(found(64).is_empty());
    assert_eq!(found(2048), all);
}

/// Both raster engines and the exact one about one question: no pixel that differs without a cause. Gives the verdicts, and
/// how many pixels both the lists and the exact engine have solved, alike and not.
fn check_three(name: &str, pair: &JawPair, question: &Question) -> ([Verdict; 3], [usize; 2]) {
    let exact = BvhEngine::new(pair);
    let mut truth = None;
    let mut alike = [0; 2];
    let rasters = [open_stencil, open_zlist].map(|open| {
        let answer = open(harness::context(), pair).expect("the meshes fit").analyze(question).expect("an answer");
        let field = answer.field.expect("a map");
        let (got, analysis) = harness::held_against(&exact, question, &field);
        let is_solved = |c: &PixelClass| matches!(c, PixelClass::Clear | PixelClass::Interfering);
        let both = field.class.iter().zip(&analysis.field.class).filter(|(a, b)| is_solved(a) && is_solved(b));
        let (same, other): (Vec<_>, Vec<_>) = both.partition(|(a, b)| a == b);
        alike = [same.len(), other.len()];
        println!("{name}, {}: {got:?}", answer.engine);
        assert_eq!(got.unexplained(), 0, "{name}, {}: {got:?}", answer.engine);
        truth = Some(analysis.metrics.verdict);
        answer.metrics.verdict
    });
    ([rasters[0], rasters[1], truth.expect("two were held against it")], alike)
}

#[test]
fn both_raster_engines_and_the_exact_one_agree_where_many_layers_lie_behind_each_other() {
    let upper = comb(40, 0.0, 1.0, 0.25);
    for (z0, expected) in [(0.5, Verdict::Apart), (0.125, Verdict::Interfering)] {
        let pair = harness::pair(&upper, &comb(40, -z0, 1.0, 0.25));
        let ([stencil, zlist, bvh], [alike, other]) = check_three(&format!("combs, {z0}"), &pair, &along(DOWN, 128));
        assert_eq!([zlist, bvh], [expected; 2], "combs, {z0}");
        // The combs' walls are silhouettes one behind another, so the pixels are compared one by one.
        assert!(alike > 5000 && other == 0, "combs, {z0}: {alike} pixels alike, {other} not");
        // It lists 32 layers and no more.
        assert!(stencil == expected || stencil == Verdict::Undecided, "combs, {z0}: {stencil:?}");
    }
    let Some(pair) = real_pair("case-5-closed-crowns") else { return };
    let (verdicts, _) = check_three("case 5 along 1,0,0", &pair, &along(DVec3::X, 512));
    assert_eq!(verdicts, [Verdict::Interfering; 3]);
    // The twin: another pose is another answer, and the exact engine says so.
    let moved = Question { upper_from_lower: Rigid::from_translation(DVec3::X * 0.05), ..along(DVec3::X, 512) };
    let field = open_zlist(harness::context(), &pair).expect("it fits").analyze(&moved).expect("an answer").field;
    let got = harness::held_against_rays(&BvhEngine::new(&pair), &along(DVec3::X, 512), &field.expect("a map"));
    assert!(got.unexplained() * 10 > got.compared, "a moved jaw went unnoticed: {got:?}");
}
