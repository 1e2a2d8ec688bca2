//! What no pixel's ray hits: found by the exact test, counted by the verdict, kept apart from the map's figures.
use crate::oracle::harness::{self, along, real_pair};
use crate::oracle::shapes::{cuboid, joined, mesh, needled_slab, sphere};
use glam::{DVec2, DVec3};
use occluscope::engine::{ENGINES, EngineEntry};
use occluscope::field::{BetweenPixels, Metrics, Projection, Question, Verdict};
use occluscope::mesh::TriMesh;

const DOWN: DVec3 = DVec3::NEG_Z;
/// Half the slabs' sides, mm: not a square, so that the map's axes are plain.
const HALF: DVec2 = DVec2::new(4.0, 3.0);
const RESOLUTION: u32 = 64;

fn question() -> Question {
    along(DOWN, RESOLUTION)
}

/// The lower slab: its top is z = 0.
fn slab() -> TriMesh {
    cuboid(DVec3::new(-HALF.x, -HALF.y, -2.0), DVec3::new(HALF.x, HALF.y, 0.0))
}

/// A slab whose bottom is z = 1 with a needle of 1/10 pixel at a place, its tip at height `tip_z`.
fn needle(at: DVec2, tip_z: f64, pixel_mm: f64) -> TriMesh {
    needled_slab(HALF, [1.0, 3.0], at, pixel_mm / 20.0, at.extend(tip_z))
}

/// The answers of a live frame and of an analysis at rest.
fn ask(entry: &EngineEntry, upper: &TriMesh, lower: &TriMesh) -> [Metrics; 2] {
    let mut engine = entry.open(Some(harness::context()), &harness::pair(upper, lower)).expect("the meshes fit");
    let live = engine.figures(&question()).expect("figures");
    [live, engine.analyze(&question()).expect("an answer").metrics]
}

fn engine(name: &str) -> &'static EngineEntry {
    occluscope::engine::find(name).expect("an engine")
}

fn is_raster_on_a_gpu(entry: &EngineEntry) -> bool {
    entry.needs_gpu() && entry.execution.is_some()
}

fn rasters() -> impl Iterator<Item = &'static EngineEntry> {
    ENGINES.iter().filter(|entry| is_raster_on_a_gpu(entry))
}

/// The pixel grid over both slabs; and a place where four pixels meet, as far from every centre as can be.
fn between_centres() -> (Projection, DVec2) {
    let upper = needle(DVec2::ZERO, 0.5, 0.1);
    let [live, _] = ask(engine("stencil"), &upper, &slab());
    let p = live.projection.expect("a projection");
    (p, p.world_from_map(f64::from(p.cols / 2), f64::from(p.rows / 2), 0.0).truncate())
}

/// How far a place is from the nearest pixel's centre, in pixels along an axis.
fn off_centre(p: &Projection, place: DVec3) -> f64 {
    let (at, _) = p.map_from_world(place);
    (at.fract() - 0.5).abs().max_element()
}

fn found(metrics: &Metrics) -> BetweenPixels {
    metrics.between_pixels.expect("an analysis at rest looks between the pixels")
}

#[test]
fn a_needle_between_the_pixels_is_found_with_its_depth() {
    let (p, at) = between_centres();
    const DEPTH: f64 = 0.4;
    let upper = needle(at, -DEPTH, p.u_mm);
    for entry in &ENGINES {
        let [live, rest] = ask(entry, &upper, &slab());
        let grid = rest.projection.expect("a projection");
        assert!(off_centre(&grid, at.extend(0.0)) > 0.4, "{}: the needle stands between the centres", entry.name);
        assert_eq!(rest.pixels.interfering, 0, "{}", entry.name);
        if is_raster_on_a_gpu(entry) {
            assert_eq!((live.verdict, live.between_pixels), (Verdict::Apart, None), "{}: without it", entry.name);
        }
        assert_eq!(rest.verdict, Verdict::Interfering, "{}", entry.name);
        let between = found(&rest);
        let place = between.smallest.expect("a place");
        // Corners are in single precision: half a unit in the last place of 3 mm.
        assert!((place.gap_mm + DEPTH).abs() < 1e-6, "{}: {place:?}", entry.name);
        assert!(place.upper_point.distance(at.extend(-DEPTH)) < 1e-6, "{}: {place:?}", entry.name);
        // All four sides go through the slab's top, each through one or both of its triangles.
        assert!((4..=8).contains(&between.n_pairs), "{}: {between:?}", entry.name);
        assert!(rest.warnings.iter().any(|w| w.to_string().contains("no pixel shows")), "{}", entry.name);
        // The map's own figures do not hold it.
        assert!(rest.max_depth_mm.is_none() && rest.min_gap_mm.is_some_and(|gap| (gap - 1.0).abs() < 1e-3));
        assert!(rest.contact.iter().all(|c| c.projected_area_mm2 == 0.0));
    }
}

#[test]
fn a_needle_that_does_not_reach_is_not_made_up() {
    let (p, at) = between_centres();
    for (tip_z, expected) in [(0.3, Verdict::Apart), (0.02, Verdict::Apart), (0.005, Verdict::Touching)] {
        let upper = needle(at, tip_z, p.u_mm);
        for entry in rasters() {
            let [live, rest] = ask(entry, &upper, &slab());
            let between = found(&rest);
            assert_eq!((live.verdict, rest.verdict), (Verdict::Apart, expected), "{} {tip_z}", entry.name);
            assert_eq!((between.n_pairs, between.depth_mm()), (0, None), "{} {tip_z}", entry.name);
            // Its four sides left no mark, and are looked at if they come within the largest threshold, 0.2 mm.
            let n_unseen = between.unseen.map(|u| u.n_in_zone[0]);
            assert_eq!(n_unseen, Some(if tip_z <= 0.2 { 4 } else { 0 }), "{}: {between:?}", entry.name);
            let gap = between.smallest.map(|s| s.gap_mm);
            let expected_gap = (tip_z <= 0.2).then_some(tip_z);
            assert_eq!(gap.is_some(), expected_gap.is_some(), "{} {tip_z}: {gap:?}", entry.name);
            assert!(gap.zip(expected_gap).is_none_or(|(a, b)| (a - b).abs() < 1e-6), "{} {tip_z}: {gap:?}", entry.name);
            assert_eq!(rest.warnings.len(), usize::from(expected != Verdict::Apart), "{:?}", rest.warnings);
        }
    }
}

#[test]
fn a_needle_amid_an_overlap_is_told_if_it_goes_deeper_than_its_surroundings() {
    // The slab's bottom lies 0.3 mm deep in the other one; around the needle every pixel interferes by that much. A
    // pixel's diagonal of 0.22 mm is the least by which a needle must go deeper to be told.
    let deep =
        |at: DVec2, tip_z: f64, pixel_mm: f64| needled_slab(HALF, [-0.3, 3.0], at, pixel_mm / 20.0, at.extend(tip_z));
    let [live, _] = ask(engine("stencil"), &deep(DVec2::ZERO, -0.4, 0.1), &slab());
    let p = live.projection.expect("a projection");
    let at = p.world_from_map(f64::from(p.cols / 2), f64::from(p.rows / 2), 0.0).truncate();
    assert!((0.2..0.23).contains(&(p.u_mm * 2f64.sqrt())), "{}", p.u_mm);
    for entry in rasters() {
        let told = |tip_z: f64| {
            let [_, rest] = ask(entry, &deep(at, tip_z, p.u_mm), &slab());
            assert_eq!(rest.verdict, Verdict::Interfering);
            assert!(
                (rest.max_depth_mm.expect("a depth") - 0.3).abs() < 1e-3,
                "{}: the map does not see it",
                entry.name
            );
            (found(&rest).depth_mm(), rest.warnings.len())
        };
        let (depth, n_warnings) = told(-0.9);
        assert!(depth.is_some_and(|d| (d - 0.9).abs() < 1e-6), "{}: {depth:?}", entry.name);
        assert_eq!(n_warnings, 1);
        assert_eq!(told(-0.4), (None, 0), "{}: the twin, no deeper than a slope may go", entry.name);
    }
}

/// The plate above the slab, its bottom z = 1, for small parts to be joined to: its map's axes hardly depend on them.
fn plate() -> TriMesh {
    cuboid(DVec3::new(-HALF.x, -HALF.y, 1.0), DVec3::new(HALF.x, HALF.y, 3.0))
}

/// The plate with a needle, whose foot is sunk in it: a square of `2 * r` about `foot` along the map's axes.
fn plate_with_needle(p: &Projection, foot: DVec3, tip: DVec3) -> TriMesh {
    let r = p.u_mm / 20.0;
    let corner = |u: f64, v: f64| foot + (p.u * u + p.v * v) * r;
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0), tip];
    // The map's axes are right-handed with the direction, which is down.
    let sides = [[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0], [0, 1, 2], [0, 2, 3]];
    joined(&[plate(), mesh(corners.map(|c| c.as_vec3()).to_vec(), sides.to_vec())])
}

#[test]
fn a_leaning_needle_that_some_pixels_hit_is_followed_to_its_tip() {
    let [live, _] = ask(engine("stencil"), &plate(), &slab());
    let p = live.projection.expect("a projection");
    // Its tip lies where four pixels meet, and it runs from there through twenty centres along the map's diagonal: of its
    // 28 pixels only the last 28 * 0.02 / 1.12 = 0.5 are inside the slab, short of the first centre at 0.71.
    let at = |pixels: f64, z: f64| {
        let (col, row) = (f64::from(p.cols / 2) - pixels, f64::from(p.rows / 2) - pixels);
        p.world_from_map(col, row, 0.0).truncate().extend(z)
    };
    for entry in rasters() {
        let reaching = |tip_z: f64| {
            let upper = plate_with_needle(&p, at(20.0, 1.1), at(0.0, tip_z));
            let mut engine = entry.open(Some(harness::context()), &harness::pair(&upper, &slab())).expect("it fits");
            let live = engine.figures(&question()).expect("figures").verdict;
            let rest = engine.analyze(&question()).expect("an answer");
            let n_plate = plate().triangles.len() as u32;
            let is_side = |t: &&u32| (n_plate..n_plate + 4).contains(*t);
            let n_pixels = rest.field.expect("a map").upper_triangle.iter().filter(is_side).count();
            assert!(n_pixels > 5, "{}: {n_pixels} pixels see it", entry.name);
            (live, rest.metrics.verdict, found(&rest.metrics).smallest.map(|s| s.gap_mm))
        };
        let (live, rest, gap) = reaching(-0.02);
        assert_eq!((live, rest), (Verdict::Apart, Verdict::Interfering), "{}", entry.name);
        assert!((gap.expect("a depth") + 0.02).abs() < 1e-6, "{}: {gap:?}", entry.name);
        let (_, rest, gap) = reaching(0.02);
        assert!(rest == Verdict::Apart && gap > Some(0.019), "{}: the twin that does not reach: {gap:?}", entry.name);
    }
}

#[test]
fn a_crumb_wholly_inside_is_found_without_any_pair() {
    let (p, at) = between_centres();
    let r = p.u_mm / 20.0;
    let crumb = |z: f64| {
        let corner = |x: f64, y: f64, h: f64| (at + DVec2::new(x, y) * r).extend(z + h * r).as_vec3();
        let corners =
            vec![corner(1.0, 0.0, 0.0), corner(-0.5, 0.8, 0.0), corner(-0.5, -0.8, 0.0), corner(0.0, 0.0, 1.0)];
        mesh(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    };
    for entry in rasters() {
        let at_depth = |z: f64| ask(entry, &joined(&[plate(), crumb(z)]), &slab()).map(|m| (m.verdict, m));
        let [(live, _), (rest, metrics)] = at_depth(-0.5);
        assert_eq!((live, rest), (Verdict::Apart, Verdict::Interfering), "{}", entry.name);
        let between = found(&metrics);
        // Its base lies 0.5 mm below the slab's top.
        assert!((between.depth_mm().expect("a depth") - 0.5).abs() < 1e-6, "{between:?}");
        assert_eq!(between.n_pairs, 0);
        let [_, (outside, metrics)] = at_depth(0.5);
        assert_eq!((outside, found(&metrics).depth_mm()), (Verdict::Apart, None), "{}: the twin", entry.name);
    }
}

/// A roof along `ridge`, its ridge through `at`, which slopes at 45 degrees: up from it if `up`.
fn roof(at: DVec3, ridge: DVec2, up: bool) -> TriMesh {
    let across = DVec2::new(-ridge.y, ridge.x);
    let z = if up { 1.0 } else { -1.0 };
    let point = |along: f64, aside: f64| (ridge * along + across * aside).extend(z * aside.abs());
    let corners = [(-2.5, 0.0), (2.5, 0.0), (2.5, 2.0), (-2.5, 2.0), (-2.5, -2.0), (2.5, -2.0)];
    let positions = corners.map(|(along, aside)| (at + point(along, aside)).as_vec3()).to_vec();
    let faces = [[0, 1, 2], [0, 2, 3], [0, 4, 5], [0, 5, 1], [2, 5, 4], [2, 4, 3], [0, 3, 4], [1, 5, 2]];
    // Counter-clockwise from outside where it slopes downwards; turned over where it slopes upwards.
    let turned = |t: [u32; 3]| if up { [t[0], t[2], t[1]] } else { t };
    mesh(positions, faces.map(turned).to_vec())
}

#[test]
fn two_edges_that_cross_between_the_pixels_interfere() {
    let both = |at: DVec2, deep: f64| (roof(at.extend(-deep), DVec2::X, true), roof(at.extend(0.0), DVec2::Y, false));
    // The map's pixels shift with the roofs: first see where they lie.
    let (upper, lower) = both(DVec2::ZERO, -0.3);
    let [live, _] = ask(engine("stencil"), &upper, &lower);
    let p = live.projection.expect("a projection");
    assert_eq!(live.verdict, Verdict::Apart);
    for entry in rasters() {
        // The overlap reaches 0.15 pixels from where they cross, in the middle of an even number of pixels.
        let deep = 0.15 * p.u_mm;
        let (upper, lower) = both(DVec2::ZERO, deep);
        let [live, rest] = ask(entry, &upper, &lower);
        println!("{}: {:.3} mm pixels, {:?}", entry.name, p.u_mm, rest.between_pixels);
        let grid = rest.projection.expect("a projection");
        assert!(off_centre(&grid, DVec3::ZERO) > 0.2, "{}: no pixel's centre lies where they cross", entry.name);
        assert_eq!((live.verdict, rest.verdict), (Verdict::Apart, Verdict::Interfering), "{}", entry.name);
        // A ridge lies at most `deep / √2` from the other roof's slopes. Single precision of 2.5 mm.
        let depth = found(&rest).depth_mm().expect("a depth");
        assert!(depth > deep / 4.0 && depth < deep / 2f64.sqrt() + 1e-6, "{}: {depth} of {deep}", entry.name);
        let (upper, lower) = both(DVec2::ZERO, -deep);
        let [_, apart] = ask(entry, &upper, &lower);
        assert_eq!((apart.verdict, found(&apart).n_pairs), (Verdict::Apart, 0), "{}: the twin", entry.name);
    }
}

#[test]
fn a_dense_scan_on_a_coarse_grid_shows_nothing_that_is_not_there() {
    // 82,000 triangles of 0.09 mm under pixels of 0.16 mm.
    let ball = |depth: f64| sphere(DVec3::Z * (5.0 - depth), 5.0, 6);
    for entry in rasters() {
        let [_, apart] = ask(entry, &ball(-0.05), &slab());
        let between = found(&apart);
        println!("{}: {between:?}", entry.name);
        assert_eq!((apart.verdict, between.n_pairs, between.depth_mm()), (Verdict::Apart, 0, None), "{}", entry.name);
        // Most triangles that no pixel hits are tested; the nearest lies within an edge (0.09 mm) of the pole, where
        // the ball rises by 0.09² / 10 mm.
        let gap = between.smallest.expect("a gap").gap_mm;
        assert!((0.05 - 1e-5..0.051).contains(&gap), "{}: {gap}", entry.name);
        assert!(between.unseen.is_some_and(|u| u.n_in_zone[0] > 300), "{between:?}");
        // Pressed in, all of it lies within a pixel of pixels that show it.
        let [_, pressed] = ask(entry, &ball(0.3), &slab());
        let between = found(&pressed);
        assert_eq!((pressed.verdict, between.n_pairs, between.depth_mm()), (Verdict::Interfering, 0, None));
        assert!(pressed.warnings.is_empty(), "{:?}", pressed.warnings);
    }
}

#[test]
fn real_scans_between_the_pixels() {
    for case in ["case-1-full-resolution", "case-5-closed-crowns"] {
        let Some(pair) = real_pair(case) else { continue };
        for name in ["stencil", "zlist"] {
            let mut engine = engine(name).open(Some(harness::context()), &pair).expect("the meshes fit");
            for resolution in [256, 512] {
                let question = Question { resolution, ..Question::default() };
                let analysis = engine.analyze(&question).expect("an answer");
                let between = found(&analysis.metrics);
                println!("{case} {name} {resolution}: {between:?}\n    {:?}", analysis.timing);
                assert_eq!(analysis.metrics.verdict, Verdict::Interfering);
                // What no pixel shows is at most a share of what all pairs are (141 and 1424).
                assert!(between.n_pairs < 100, "{between:?}");
            }
        }
    }
}
