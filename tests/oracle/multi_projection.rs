//! Several projections at once: surfaces that no single direction sees well, and the sample case and real scans against
//! rays along every tile's own direction.
use crate::oracle::harness::{self, CASES, real_pair, sample};
use crate::oracle::shapes::{mesh, moved, sphere};
use glam::{DVec3, Vec3};
use occluscope::base::{Progress, Rigid};
use occluscope::engine::{Analysis, ENGINES, Engine, MultiProjection, map_tiles, with_multi_projection};
use occluscope::exact::BvhEngine;
use occluscope::field::multi_projection::{
    MAX_PROJECTIONS, PosedMeshes, TileMap, facing_clusters, merge, only_owned, tiles_of, zone_facets,
};
use occluscope::field::outline::Outline;
use occluscope::field::projection_choice::{JawShape, PosedShapes, ProjectionAxes, Volume};
use occluscope::field::{Agreement, ContactArea, GapField, Judge, Question, agreement};
use occluscope::jaw::JawPair;
use occluscope::mesh::TriMesh;
use std::f64::consts::TAU;

const RADIUS: f64 = 5.0;
const GAP: f64 = 0.05;
/// The bowl goes up to this angle from its lowest point.
const OPENING: f64 = 75.0;

/// A bowl with a spherical hollow of `radius` about the origin up to an angle, closed: a profile turned round the z axis.
pub fn bowl(radius: f64, opening_deg: f64) -> TriMesh {
    let n_arc = 160;
    let arc = (0..=n_arc).map(|i| (opening_deg * f64::from(i) / f64::from(n_arc)).to_radians());
    let mut profile: Vec<(f64, f64)> = arc.map(|a| (radius * a.sin(), -radius * a.cos())).collect();
    profile.extend([(8.0, profile[profile.len() - 1].1), (8.0, -8.0), (0.0, -8.0)]);
    turned(&profile, 512)
}

/// A closed body from a profile (radius, z) that begins and ends on the axis, from the top of the hollow's bottom outwards.
fn turned(profile: &[(f64, f64)], n: usize) -> TriMesh {
    let at = |(r, z): (f64, f64), i: usize| {
        let turn = TAU * i as f64 / n as f64;
        Vec3::new((r * turn.cos()) as f32, (r * turn.sin()) as f32, z as f32)
    };
    let rings = &profile[1..profile.len() - 1];
    let mut positions: Vec<Vec3> = rings.iter().flat_map(|p| (0..n).map(|i| at(*p, i))).collect();
    let (first, last) = (positions.len() as u32, positions.len() as u32 + 1);
    positions.extend([at(profile[0], 0), at(profile[profile.len() - 1], 0)]);
    let id = |ring: usize, i: usize| (ring * n + i % n) as u32;
    let mut triangles = Vec::new();
    for i in 0..n {
        triangles.push([first, id(0, i), id(0, i + 1)]);
        for ring in 0..rings.len() - 1 {
            let (a, b, c, d) = (id(ring, i), id(ring, i + 1), id(ring + 1, i), id(ring + 1, i + 1));
            triangles.extend([[a, c, d], [a, d, b]]);
        }
        triangles.push([last, id(rings.len() - 1, i + 1), id(rings.len() - 1, i)]);
    }
    mesh(positions, triangles)
}

/// Area of a spherical cap up to an angle from its middle.
pub fn zone_of(radius: f64, deg: f64) -> f64 {
    TAU * radius * radius * (1.0 - deg.to_radians().cos())
}

fn open(engine: &str, pair: &JawPair) -> Box<dyn Engine> {
    let entry = ENGINES.iter().find(|e| e.name == engine).expect("an engine");
    entry.open(Some(harness::context()), pair).expect("the meshes fit")
}

/// What an engine says by its principal projection, and areas by all of them.
fn one_and_many(
    engine: &mut dyn Engine,
    pair: &JawPair,
    question: &Question,
) -> (Analysis, Vec<ContactArea>, MultiProjection) {
    let one = engine.analyze(question).expect("an answer");
    let many = with_multi_projection(engine, pair, question, MAX_PROJECTIONS, one.clone(), &Progress::default())
        .expect("an answer");
    (one, many.metrics.contact, many.multi_projection.expect("several projections"))
}

/// A ball in a bowl, 0.05 mm apart everywhere: at 0.1 mm all of the bowl is in contact. Seen along its axis alone only the
/// part within 60 degrees is, where 0.05 / cos is at most 0.1.
#[test]
fn a_ball_in_a_bowl_touches_it_all_round() {
    let (ball, bowl) = (sphere(DVec3::ZERO, RADIUS, 6), bowl(RADIUS + GAP, OPENING));
    for turn in [Rigid::IDENTITY, Rigid::from_six([3.0, -2.0, 1.0, 25.0, -40.0, 60.0])] {
        let pair = harness::pair(&moved(&ball, &turn), &moved(&bowl, &turn));
        let question = Question { thresholds_mm: vec![0.1], resolution: 256, ..Question::default() };
        for engine in ["stencil", "bvh"] {
            let (one, many, found) = one_and_many(open(engine, &pair).as_mut(), &pair, &question);
            let one = one.metrics.contact;
            println!(
                "{engine}: {many:?} from {} projections in {} tiles; one: {one:?}",
                found.n_projections(),
                found.tiles.len()
            );
            let off = |got: f64, truth: f64| (got / truth - 1.0).abs();
            // The hollow's rim and the equal gaps beyond it: half a pixel (0.02 mm) of a rim of 31 mm is 0.3 mm² of 116.
            let lower = zone_of(RADIUS + GAP, OPENING);
            assert!(off(many[0].area_lower_mm2, lower) < 0.005, "{engine}: {} of {lower}", many[0].area_lower_mm2);
            // The ball is opposite the rim a little beyond or before it, by what the tile's tilt makes of 0.05 mm.
            let upper = zone_of(RADIUS, OPENING);
            assert!(off(many[0].area_upper_mm2, upper) < 0.015, "{engine}: {} of {upper}", many[0].area_upper_mm2);
            assert!(many[0].penetrating_area_upper_mm2 == 0.0 && many[0].penetrating_area_lower_mm2 == 0.0);
            // The single projection, which is not the bowl's axis to the last degree.
            let seen = zone_of(RADIUS + GAP, 60.0);
            assert!(off(one[0].area_lower_mm2, seen) < 0.03, "{engine}: {} of {seen}", one[0].area_lower_mm2);
            assert!(off(one[0].area_lower_mm2, lower) > 0.25, "one projection sees as much as several");
        }
    }
}

/// Areas by the tiles alone that the principal map calls for, without those that come to light by them.
fn by_first_tiles(
    engine: &mut dyn Engine,
    principal: &GapField,
    pair: &JawPair,
    question: &Question,
) -> Vec<ContactArea> {
    let jaws = PosedMeshes::of(pair, Rigid::IDENTITY);
    let progress = Progress::default();
    let facets = zone_facets(principal, &jaws, &question.thresholds_mm, true, &progress).expect("nobody cancels");
    let patches = facing_clusters(&facets, &ProjectionAxes::of(&principal.projection), MAX_PROJECTIONS);
    let volumes = [&pair.upper.mesh, &pair.lower.mesh].map(|m| Volume::of(m).expect("a surface"));
    let outlines = [&pair.upper.mesh, &pair.lower.mesh].map(Outline::of);
    let shape = |jaw: usize| JawShape { outline: &outlines[jaw], volume: &volumes[jaw] };
    let shapes = PosedShapes { upper: shape(0), lower: shape(1), upper_from_lower: Rigid::IDENTITY };
    let tiles = tiles_of(&patches, &facets, &shapes, principal.projection.u_mm, 4096);
    map_tiles(engine, pair, question, &tiles, &progress).expect("an answer").merged.contact
}

/// A ball held by a bowl that reaches round it, up to 120 degrees from the bottom: what lies beyond 90 degrees is an
/// undercut, of which the principal map shows nothing.
#[test]
fn an_undercut_comes_to_light_by_the_other_projections() {
    let opening = 120.0;
    let (ball, bowl) = (sphere(DVec3::ZERO, RADIUS, 6), bowl(RADIUS + GAP, opening));
    let turn = Rigid::from_six([3.0, -2.0, 1.0, 25.0, -40.0, 60.0]);
    let pair = harness::pair(&moved(&ball, &turn), &moved(&bowl, &turn));
    let question = Question { thresholds_mm: vec![0.1], resolution: 256, ..Question::default() };
    let truth = zone_of(RADIUS + GAP, opening);
    for engine in ["stencil", "bvh"] {
        let mut opened = open(engine, &pair);
        let (principal, many, found) = one_and_many(opened.as_mut(), &pair, &question);
        let first = by_first_tiles(opened.as_mut(), &principal.field.expect("a map"), &pair, &question);
        println!(
            "{engine}: {many:?} of {truth}, {} projections, {} tiles; first tiles alone: {first:?}",
            found.n_projections(),
            found.tiles.len()
        );
        let off = |got: f64| (got / truth - 1.0).abs();
        // Three quarters of a ball are more than eight projections see squarely (each the 10 % within 37 degrees, or 25 %
        // within 60, where 0.05 mm are 0.1): between those some is left out. Seen: 5.7 %.
        assert!(off(many[0].area_lower_mm2) < 0.08, "{engine}: {many:?} of {truth}");
        // The twin: without the tiles that come to light. Seen: 14.7 %.
        assert!(off(first[0].area_lower_mm2) > 0.12, "{engine}: {first:?} of {truth}");
    }
}

/// Every tile's map against rays through its own pixels, where it speaks for the surface.
fn held(pair: &JawPair, question: &Question, found: &MultiProjection, exact: &BvhEngine) -> Agreement {
    let progress = Progress::default();
    let jaws = PosedMeshes::of(pair, question.upper_from_lower);
    let rays = found.tiles.iter().map(|t| {
        let rays = exact.gap_field(question, &t.tile.projection, &progress).expect("not cancelled");
        (TileMap { tile: t.tile, field: rays.field }, rays.near_edge)
    });
    let (truth, near_edge): (Vec<TileMap>, Vec<_>) = rays.unzip();
    let owners = merge(&truth, &jaws, &question.thresholds_mm, &progress).expect("not cancelled").owners;
    let each = found.tiles.iter().zip(&found.merged.owners).enumerate().map(|(i, (tile, own))| {
        let either: Vec<_> = own.iter().zip(&owners[i]).map(|(a, b)| [a[0] || b[0], a[1] || b[1]]).collect();
        let judge = Judge {
            field: &only_owned(&truth[i].field, &either),
            near_edge: &near_edge[i],
            nearby: &|pixel| exact.nearby(question, &tile.tile.projection, pixel),
            range_mm: question.range_mm,
        };
        agreement(&only_owned(&tile.field, &either), &judge)
    });
    each.reduce(Agreement::and).expect("tiles")
}

/// The paper's validation (sect. 8: 0.0009 mm RMS, 0.06 mm at most) over the whole contact zone, its edges included.
fn check_gaps(name: &str, pair: &JawPair) {
    let question = Question::default();
    let Analysis { metrics, multi_projection, .. } = harness::along_all_projections_once("stencil", (name, pair));
    let (contact, mut found) = (metrics.contact, multi_projection.expect("several projections"));
    let exact = BvhEngine::new(pair);
    let got = held(pair, &question, &found, &exact);
    println!("{name}, {} projections, {} tiles: {got:?}", found.n_projections(), found.tiles.len());
    assert!(found.n_projections() > 1 && got.compared > 1000, "{name}: {got:?}");
    assert_eq!(got.unexplained(), 0, "{name}: {got:?}");
    assert!(got.gap_rms_mm.expect("gaps") <= 0.0005, "{name}: {got:?}");
    assert!(got.gap_max_mm.expect("gaps") <= 0.01, "{name}: {got:?}");
    // Counting a surface in every tile that sees it would be noticed.
    let first = found.figures.iter().take(found.n_projections());
    let all: f64 = first.filter_map(|f| f.metrics.contact.last()).map(|c| c.area_upper_mm2).sum();
    let once = contact.last().expect("a threshold").area_upper_mm2;
    assert!(all > 1.3 * once, "{name}: {all} and {once}");
    // The exact engine on tiles of its own choice: the same areas but for where pixels fall. Of the smallest threshold
    // the border is 8 µm pixels, of the larger ones their own size; 2 % of the area or 0.05 mm².
    let judged = harness::along_all_projections_once("bvh", (name, pair)).metrics.contact;
    for (a, b) in contact.iter().zip(&judged) {
        for (x, y) in [(a.area_upper_mm2, b.area_upper_mm2), (a.area_lower_mm2, b.area_lower_mm2)] {
            assert!((x - y).abs() <= 0.02 * y + 0.05, "{name}, {}: {x} and {y}", a.threshold_mm);
        }
    }
    let elsewhere = Rigid::from_translation(DVec3::splat(0.01));
    let moved = Question { upper_from_lower: elsewhere, ..question };
    // A tile for each projection is enough to show it.
    found.tiles.truncate(found.n_projections());
    let twin = held(pair, &moved, &found, &exact);
    assert!(twin.unexplained() * 5 > twin.compared, "{name}: a moved jaw went unnoticed: {twin:?}");
}

#[test]
fn gaps_agree_with_rays_along_each_tile_s_direction() {
    check_gaps("sample", &sample());
}

#[test]
fn gaps_of_real_scans_agree_with_rays_along_each_tile_s_direction() {
    for case in [CASES[0], CASES[4]] {
        let Some(pair) = real_pair(case) else { continue };
        check_gaps(case, &pair);
    }
}

/// Two slopes of a roof pressed into a matching valley, 0.04 mm apart: each belongs to one projection, and the ridge
/// between them is neither counted twice nor left out.
#[test]
fn slopes_that_meet_at_a_ridge_count_once() {
    let (half, long, tilt) = (4.0, 6.0, 50f64.to_radians());
    let rise = half * tilt.tan();
    // A prism along y: the ridge points down (upper jaw) or is a valley (lower jaw).
    let prism = |points: &[(f64, f64)]| {
        let n = points.len() as u32;
        let at = |y: f64| points.iter().map(move |(x, z)| DVec3::new(*x, y, *z).as_vec3());
        let positions: Vec<Vec3> = at(-long).chain(at(long)).collect();
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        for i in 0..n {
            let j = (i + 1) % n;
            triangles.extend([[i, n + j, j], [i, n + i, n + j]]);
        }
        // Fans from the ridge or the valley, the first point, which sees all others.
        for i in 1..n - 1 {
            triangles.extend([[0, i, i + 1], [n, n + i + 1, n + i]]);
        }
        mesh(positions, triangles)
    };
    let gap = 0.04 / tilt.cos();
    let upper = prism(&[(0.0, 0.0), (half, rise), (-half, rise)]);
    let lower = prism(&[(0.0, -gap), (-half, rise - gap), (-half, -3.0), (half, -3.0), (half, rise - gap)]);
    let pair = harness::pair(&upper, &lower);
    let truth = 2.0 * 2.0 * long * half / tilt.cos();
    for engine in ["stencil", "bvh"] {
        let question = Question { thresholds_mm: vec![0.05], resolution: 256, ..Question::default() };
        let (_, many, found) = one_and_many(open(engine, &pair).as_mut(), &pair, &question);
        println!("{engine}: {many:?} of {truth}, {} projections", found.n_projections());
        // The lower surface opposite the upper one's outer edge ends 0.04 tan(50°) off: 0.05 of 6.2 mm; else the outline.
        assert!((many[0].area_upper_mm2 / truth - 1.0).abs() < 0.01, "{engine}: {many:?} of {truth}");
        assert!((many[0].area_lower_mm2 / truth - 1.0).abs() < 0.015, "{engine}: {many:?} of {truth}");
        // Along the axis the gap is 0.062 mm: no contact at all at 0.05 mm.
        let along_axis = Question { direction: Some(DVec3::NEG_Z), ..question.clone() };
        let one = open(engine, &pair).analyze(&along_axis).expect("an answer").metrics.contact;
        assert_eq!(one[0].area_upper_mm2, 0.0, "{engine}");
    }
}
