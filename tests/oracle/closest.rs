//! Contact by closest gap: planes by formula, round shapes against the polyhedra's own area (sampled with parry3d's distances,
//! which share nothing with the program) and against the smooth shape, other triangles of the same shape, real scans.
use crate::oracle::harness::{self, CASES, real_pair, sample};
use crate::oracle::shapes::{cuboid, mesh, moved, sphere};
use glam::{DVec3, Vec3};
use occluscope::base::{Progress, Random, Rigid};
use occluscope::engine::{Contact, ContactQuestion, contact_by_closest};
use occluscope::exact::BvhEngine;
use occluscope::field::Question;
use occluscope::field::contact::GapKind;
use occluscope::jaw::JawPair;
use occluscope::mesh::TriMesh;
use parry3d_f64::math::Vector;
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape::TriMeshFlags;
use std::f64::consts::PI;

const LEVELS_MM: [f64; 4] = [0.02, 0.05, 0.1, 0.2];

fn closed_pair(upper: &TriMesh, lower: &TriMesh) -> JawPair {
    let mut pair = harness::pair(upper, lower);
    (pair.upper.report.closed, pair.lower.report.closed) = (true, true);
    pair
}

fn contact(pair: &JawPair, upper_from_lower: Rigid) -> Contact {
    let question = Question { upper_from_lower, ..Question::default() };
    let asked = ContactQuestion::new(GapKind::Closest, question.thresholds_mm.clone());
    let begun = std::time::Instant::now();
    let exact = BvhEngine::new(pair);
    let built = begun.elapsed();
    let found = contact_by_closest(&exact, (&question, &asked), &Progress::default()).expect("not cancelled");
    println!(
        "trees {:.0} ms, contact {:.0} ms",
        built.as_secs_f64() * 1e3,
        (begun.elapsed() - built).as_secs_f64() * 1e3
    );
    found
}

fn within(found: &Contact, side: usize, level: f64) -> f64 {
    found.sheet.within(side, level).expect("asked for")
}

/// Two planes at a degree; the triangles are ten times as large as the border of contact is wide.
#[test]
fn a_wedge_has_the_contact_of_its_angle() {
    let angle = 1f64.to_radians();
    let narrow = cuboid(DVec3::new(-28.5, -28.5, -10.0), DVec3::new(28.5, 28.5, 0.0));
    let wide = cuboid(DVec3::new(-40.0, -40.0, 0.0), DVec3::new(40.0, 40.0, 10.0));
    // About the line x = -3 of the common plane: the narrow one sinks towards +x.
    let turn = Rigid::from_six([0.0, 0.0, 0.0, 0.0, angle.to_degrees(), 0.0]);
    let tilted = Rigid::from_translation(DVec3::X * -3.0) * turn * Rigid::from_translation(DVec3::X * 3.0);
    let check = |found: &Contact, side: usize| {
        for level in LEVELS_MM.into_iter().chain([0.0]) {
            // How far the contact goes along the plane, and down the end's wall; both sides' walls have a triangle of it.
            let (along, down) = (25.5 + level / angle.sin(), (25.5 * angle.sin() + level) / angle.cos());
            let truth = 57.0 * (along + down) + along * down;
            let got = within(found, side, level);
            println!("{level}: {got} of {truth}");
            assert!((got / truth - 1.0).abs() < 0.0005, "{side}, {level}: {got} of {truth}");
        }
    };
    check(&contact(&closed_pair(&wide, &narrow), tilted), 1);
    check(&contact(&closed_pair(&narrow, &wide), tilted.inverse()), 0);
}

/// Signed distances to a closed mesh, by parry3d.
struct ByParry(parry3d_f64::shape::TriMesh);

impl ByParry {
    fn of(mesh: &TriMesh) -> Self {
        let positions = mesh.positions.iter().map(|p| Vector::new(f64::from(p.x), f64::from(p.y), f64::from(p.z)));
        let (positions, flags) = (positions.collect(), TriMeshFlags::ORIENTED);
        Self(parry3d_f64::shape::TriMesh::with_flags(positions, mesh.triangles.clone(), flags).expect("a mesh"))
    }

    fn gap(&self, p: DVec3) -> f64 {
        let found = self.0.project_local_point(Vector::new(p.x, p.y, p.z), false);
        let near = DVec3::new(found.point.x, found.point.y, found.point.z);
        if found.is_inside { -near.distance(p) } else { near.distance(p) }
    }
}

/// Pieces of the samples are at most so long, mm.
const PIECE_MM: f64 = 0.012;

/// Areas of a mesh within each level of another: triangles are cut as long as a border may run through them, and the last pieces
/// are in or out by their middle.
fn sampled(own: &TriMesh, other: &ByParry) -> [f64; LEVELS_MM.len()] {
    let mut areas = [0.0; LEVELS_MM.len()];
    for t in 0..own.triangles.len() {
        sample_triangle(own.corners(t).map(|p| p.as_dvec3()), other, &mut areas);
    }
    areas
}

fn sample_triangle([a, b, c]: [DVec3; 3], other: &ByParry, areas: &mut [f64; LEVELS_MM.len()]) {
    let (ab, bc, ca) = (a.distance(b), b.distance(c), c.distance(a));
    let longest = ab.max(bc).max(ca);
    // Beginning at the longest edge.
    let [a, b, c] = match () {
        () if ab == longest => [a, b, c],
        () if bc == longest => [b, c, a],
        () => [c, a, b],
    };
    let middle = (a + b + c) / 3.0;
    let gap = other.gap(middle);
    // No point of it is farther from its middle than a corner, and no gap changes faster than its place.
    let reach = [a, b, c].map(|p| p.distance(middle)).into_iter().fold(0.0, f64::max);
    let is_cut = LEVELS_MM.iter().any(|level| (gap - level).abs() <= reach);
    if is_cut && longest > PIECE_MM {
        // Quarters of a needle are needles, of which it would take thousands.
        let is_needle = longest > 2.0 * ab.min(bc).min(ca);
        let [ab, bc, ca] = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0];
        let halves = [[a, ab, c], [ab, b, c]];
        let quarters = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
        let parts = if is_needle { &halves[..] } else { &quarters[..] };
        parts.iter().for_each(|part| sample_triangle(*part, other, areas));
    } else {
        let area = (b - a).cross(c - a).length() / 2.0;
        areas.iter_mut().zip(LEVELS_MM).filter(|(_, level)| gap <= *level).for_each(|(sum, _)| *sum += area);
    }
}

/// Both jaws' areas against the polyhedra's own.
fn check_polyhedra(name: &str, upper: &TriMesh, lower: &TriMesh, sides: &[usize]) -> Contact {
    let found = contact(&closed_pair(upper, lower), Rigid::IDENTITY);
    let meshes = [upper, lower];
    for side in sides.iter().copied() {
        let truth = sampled(meshes[side], &ByParry::of(meshes[1 - side]));
        for (level, truth) in LEVELS_MM.iter().zip(truth) {
            let got = within(&found, side, *level);
            println!("{name}, {side}, {level}: {got:.4} of {truth:.4} ({:+.2} %)", 100.0 * (got / truth - 1.0));
            // The samples' own error: pieces of 0.012 mm along a border that is as long as twice the area's root.
            assert!((got - truth).abs() < 0.005 * truth + 0.001, "{name}, {side}, {level}: {got} of {truth}");
        }
        let nested = LEVELS_MM.map(|level| within(&found, side, level));
        assert!(nested.is_sorted());
    }
    // The twin: 30 µm deeper is another contact.
    let deeper = contact(&closed_pair(upper, lower), Rigid::from_translation(DVec3::Z * 0.03));
    let [a, b] = [&found, &deeper].map(|f| within(f, sides[0], 0.05));
    assert!(b > 1.02 * a, "{name}: {a} and {b}");
    found
}

#[test]
fn a_ball_on_a_plane_has_the_contact_of_the_polyhedron_and_nearly_that_of_the_ball() {
    let (radius, depth) = (5.0, 0.03);
    let slab = cuboid(DVec3::new(-9.0, -9.0, -6.0), DVec3::new(9.0, 9.0, 0.0));
    // Facets of 0.09 mm lie up to 0.3 µm inside the ball, those of 0.35 mm 4 µm: of 50 µm at the first level.
    for (levels, smooth) in [(4, 0.08), (6, 0.007)] {
        let ball = sphere(DVec3::Z * (radius - depth), radius, levels);
        // As the upper jaw.
        let found = check_polyhedra(&format!("ball of level {levels} on a plane"), &ball, &slab, &[0, 1]);
        for level in LEVELS_MM {
            let cap = 2.0 * PI * radius * (level + depth);
            let disc = PI * ((radius + level).powi(2) - (radius - depth).powi(2));
            for (side, truth) in [(0, cap), (1, disc)] {
                let got = within(&found, side, level);
                assert!((got / truth - 1.0).abs() < smooth, "{levels}, {side}, {level}: {got} of {truth}");
            }
        }
        let zones = found.zones(0.1).expect("asked for");
        assert!(zones.len() == 1 && zones[0].is_on_both(1.0), "{}", zones.len());
        assert!((zones[0].max_depth_mm() - depth).abs() < 0.006, "{}", zones[0].max_depth_mm());
    }
}

#[test]
fn a_ball_on_a_ball_has_the_contact_of_the_polyhedra() {
    let (upper, lower) = (sphere(DVec3::Z * 4.95, 5.0, 5), sphere(DVec3::Z * -8.0, 8.0, 5));
    let found = check_polyhedra("ball on ball", &upper, &lower, &[0, 1]);
    for level in LEVELS_MM {
        // On the upper ball: points within level of the lower one, whose middles are 12.95 apart.
        let cap = |r: f64, other: f64| {
            let d: f64 = 12.95;
            let cos = (r * r + d * d - (other + level) * (other + level)) / (2.0 * r * d);
            2.0 * PI * r * r * (1.0 - cos)
        };
        for (side, truth) in [(0, cap(5.0, 8.0)), (1, cap(8.0, 5.0))] {
            let got = within(&found, side, level);
            // Chords of 0.24 mm lie up to 0.0015 and 0.0024 mm within the balls: 4 µm of 70 at the first level.
            assert!((got / truth - 1.0).abs() < 0.05, "{side}, {level}: {got} of {truth}");
        }
    }
}

/// A block, 10 mm long in x, with a round groove along it: an arc of `radius` about the x axis, open by 2 * 75 degrees.
fn grooved(radius: f64) -> TriMesh {
    let n = 120;
    let arc = (0..=n).map(|i| (-75.0 + 150.0 * f64::from(i) / f64::from(n)).to_radians());
    let mut outline: Vec<(f64, f64)> = arc.map(|a| (radius * a.sin(), -radius * a.cos())).collect();
    let rim = outline[0].1;
    outline.extend([(6.0, rim), (6.0, -8.0), (-6.0, -8.0), (-6.0, rim)]);
    let m = outline.len() as u32;
    let end = |x: f64| outline.iter().map(move |(y, z)| DVec3::new(x, *y, *z).as_vec3());
    let mut positions: Vec<Vec3> = end(-5.0).chain(end(5.0)).collect();
    positions.extend([DVec3::new(-5.0, 0.0, -7.0).as_vec3(), DVec3::new(5.0, 0.0, -7.0).as_vec3()]);
    let mut triangles = Vec::new();
    for i in 0..m {
        let j = (i + 1) % m;
        triangles.extend([[i, m + i, m + j], [i, m + j, j]]);
        triangles.extend([[2 * m, i, j], [2 * m + 1, m + j, m + i]]);
    }
    mesh(positions, triangles)
}

fn volume(mesh: &TriMesh) -> f64 {
    let tetrahedron = |t: usize| {
        let [a, b, c] = mesh.corners(t).map(|p| p.as_dvec3());
        a.dot(b.cross(c)) / 6.0
    };
    (0..mesh.triangles.len()).map(tetrahedron).sum()
}

#[test]
fn a_cylinder_in_a_groove_has_the_contact_of_the_polyhedra() {
    let groove = grooved(3.075);
    let axis: Vec<DVec3> = (0..=20).map(|i| DVec3::X * (-2.0 + 0.2 * f64::from(i))).collect();
    let cylinder = crate::oracle::shapes::tube(&axis, 3.0, 160, false);
    assert!(volume(&groove) > 0.0 && volume(&cylinder) > 0.0, "outside out");
    let found = check_polyhedra("cylinder in a groove", &cylinder, &groove, &[0, 1]);
    // Nothing within 0.05 mm; within 0.1 nearly the arc of 150 degrees, along 4 mm, and a little beyond the rims.
    assert_eq!(within(&found, 0, 0.05), 0.0);
    let arc = 3.0 * 150f64.to_radians() * 4.0;
    let got = within(&found, 0, 0.1);
    assert!((1.0..1.05).contains(&(got / arc)), "{got} of {arc}");
}

/// Every triangle in four, in its own plane.
fn finer(coarse: &TriMesh) -> TriMesh {
    let mut positions = coarse.positions.clone();
    let mut triangles = Vec::new();
    for &[a, b, c] in &coarse.triangles {
        let first = positions.len() as u32;
        for (p, q) in [(a, b), (b, c), (c, a)] {
            positions.push((positions[p as usize] + positions[q as usize]) / 2.0);
        }
        let [ab, bc, ca] = [first, first + 1, first + 2];
        triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
    }
    mesh(positions, triangles)
}

#[test]
fn other_triangles_of_the_same_shape_have_the_same_contact() {
    let (ball, slab) =
        (sphere(DVec3::Z * 4.97, 5.0, 4), cuboid(DVec3::new(-9.0, -9.0, -6.0), DVec3::new(9.0, 9.0, 0.0)));
    let coarse = contact(&closed_pair(&ball, &slab), Rigid::IDENTITY);
    // Not welded: what lies in four planes along an edge is found all the same.
    let split = contact(&closed_pair(&finer(&ball), &finer(&finer(&slab))), Rigid::IDENTITY);
    let turn = Rigid::from_six([3.0, -2.0, 1.0, 25.0, -40.0, 60.0]);
    let turned = contact(&closed_pair(&moved(&ball, &turn), &moved(&slab, &turn)), Rigid::IDENTITY);
    for level in LEVELS_MM {
        for side in [0, 1] {
            let [a, b, c] = [&coarse, &split, &turned].map(|f| within(f, side, level));
            assert!((b / a - 1.0).abs() < 0.002, "{side}, {level}: {a} and {b}");
            assert!((c / a - 1.0).abs() < 0.002, "{side}, {level}: {a} and {c} turned");
        }
    }
}

/// What is wholly within the other jaw, its surface far away, is still contact.
#[test]
fn a_body_that_is_swallowed_is_in_contact() {
    let ball = sphere(DVec3::ZERO, 1.0, 3);
    let block = cuboid(DVec3::splat(-4.0), DVec3::splat(4.0));
    let found = contact(&closed_pair(&block, &ball), Rigid::IDENTITY);
    let whole: f64 = (0..ball.triangles.len()).map(|t| f64::from(ball.doubled_area_normal(t).length()) / 2.0).sum();
    assert!((within(&found, 1, 0.0) / whole - 1.0).abs() < 1e-6, "{} of {whole}", within(&found, 1, 0.0));
    let outside = contact(&closed_pair(&block, &ball), Rigid::from_translation(DVec3::X * 6.0));
    assert_eq!(within(&outside, 1, 0.2), 0.0, "the twin");
}

/// A block of which only the top was scanned, its triangles one after the other or not, their corners rolled or not.
fn block_of_scanned_top(turn: usize) -> TriMesh {
    let block = cuboid(DVec3::new(-9.0, -9.0, -6.0), DVec3::new(0.0, 9.0, 0.0));
    let is_top = |t: &[u32; 3]| t.iter().all(|v| block.positions[*v as usize].z == 0.0);
    let (mut top, mut added): (Vec<[u32; 3]>, Vec<[u32; 3]>) = block.triangles.iter().partition(|t| is_top(t));
    let (n_top, n_added) = (top.len(), added.len());
    top.rotate_left(turn % n_top);
    added.rotate_left(3 * turn % n_added);
    let mut triangles = [top, added].concat();
    triangles.iter_mut().for_each(|t| t.rotate_left(turn % 3));
    TriMesh { n_scanned: n_top, ..mesh(block.positions.clone(), triangles) }
}

/// The rim of a scan belongs to the scan, although the faces that close it have the same edges: beyond it the gap is that to the
/// rim, and it makes no difference which triangle comes first.
#[test]
fn the_rim_of_a_scan_belongs_to_it_whatever_the_order_of_triangles() {
    // A ball whose lowest point lies over the rim.
    let ball = sphere(DVec3::new(0.01, 0.02, 4.97), 5.0, 5);
    let truth = {
        let other = ByParry::of(&block_of_scanned_top(0));
        let mut rim = [0.0; 2];
        for t in 0..ball.triangles.len() {
            let corners = ball.corners(t).map(|p| p.as_dvec3());
            let n = 16;
            let piece = (corners[1] - corners[0]).cross(corners[2] - corners[0]).length() / 2.0 / f64::from(n * n);
            for (i, j, third) in (0..n).flat_map(|i| (0..n - i).flat_map(move |j| [(i, j, 1.0), (i, j, 2.0)])) {
                if third == 2.0 && i + j + 2 > n {
                    continue;
                }
                let [s, t] = [i, j].map(|k| (f64::from(k) + third / 3.0) / f64::from(n));
                let p = corners[0] + (corners[1] - corners[0]) * s + (corners[2] - corners[0]) * t;
                let near = other.0.project_local_point(Vector::new(p.x, p.y, p.z), false);
                let is_top = near.point.z.abs() < 1e-9;
                let is_within = is_top && other.gap(p) <= 0.1;
                rim[0] += if is_within { piece } else { 0.0 };
                rim[1] += if is_within && near.point.x.abs() > 1e-9 { piece } else { 0.0 };
            }
        }
        rim
    };
    let areas: Vec<f64> = (0..6)
        .map(|turn| within(&contact(&closed_pair(&ball, &block_of_scanned_top(turn)), Rigid::IDENTITY), 0, 0.1))
        .collect();
    println!("{areas:?} of {truth:?}");
    assert!(areas.iter().all(|a| (a - areas[0]).abs() < 0.005), "{areas:?}");
    assert!((areas[0] - truth[0]).abs() < 0.003 * truth[0] + 0.01, "{} of {}", areas[0], truth[0]);
    // The twin: without what is nearest to the rim itself it is another area.
    assert!((areas[0] - truth[1]).abs() > 0.1, "{} and {}", areas[0], truth[1]);
}

/// Large or small, a shape has the same parts: nothing is parted without end.
#[test]
fn shapes_a_thousand_times_as_large_are_answered_as_well() {
    let begun = std::time::Instant::now();
    let (low, high) = (DVec3::splat(-40_000.0), DVec3::new(40_000.0, 40_000.0, 0.0));
    let below = cuboid(low, high);
    let above = cuboid(DVec3::new(-20_000.0, -20_000.0, -0.05), DVec3::new(30_000.0, 10_000.0, 9_000.0));
    let found = contact(&closed_pair(&above, &below), Rigid::IDENTITY);
    let truth = 50_000.0 * 30_000.0;
    assert!((within(&found, 0, 0.0) / truth - 1.0).abs() < 0.001, "{} of {truth}", within(&found, 0, 0.0));
    // The twin: apart by more than any level.
    let apart = contact(&closed_pair(&above, &below), Rigid::from_translation(DVec3::Z * -1.0));
    assert_eq!(within(&apart, 0, 0.2), 0.0);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

fn describe(name: &str, found: &Contact) {
    for level in [0.0, 0.05, 0.1, 0.2] {
        println!(
            "{name}, closest gap <= {level}: upper {:.2}, lower {:.2} mm²",
            within(found, 0, level),
            within(found, 1, level)
        );
    }
    for zone in found.zones(0.1).expect("asked for").iter().take(24) {
        println!("{name}: {:.2?} mm², {:.3} mm, at {:.1}", zone.area_mm2, zone.min_gap_mm, zone.centroid);
    }
}

/// Zones at a smaller threshold lie within those at a larger one, and together they are the whole area.
fn check_zones(name: &str, found: &Contact) {
    for side in [0, 1] {
        assert!(found.sheet.sides[side].within_mm2.is_sorted(), "{name}");
        for level in LEVELS_MM {
            let zones = found.zones(level).expect("asked for");
            let sum: f64 = zones.iter().map(|z| z.area_mm2[side]).sum();
            let whole = within(found, side, level);
            assert!((sum - whole).abs() < 1e-6 * whole + 1e-9, "{name}: zones leave something out");
        }
        for pair in LEVELS_MM.windows(2) {
            let larger = found.zones(pair[1]).expect("asked for");
            for small in found.zones(pair[0]).expect("asked for") {
                let holds = |z: &&occluscope::field::contact::Zone| {
                    small.triangles[side].iter().all(|t| z.triangles[side].binary_search(t).is_ok())
                };
                assert!(larger.iter().any(|z| holds(&z)), "{name}: a zone is in no larger one");
            }
        }
    }
}

/// The depth of the zones is that of the deepest point of either surface in the other, mm.
fn check_depth(name: &str, pair: &JawPair, pose: Rigid, found: &Contact) -> bool {
    let exact = BvhEngine::new(pair);
    let deepest = exact.deepest_penetration(&pose, &Progress::default()).expect("not cancelled");
    let deepest = deepest.map_or(0.0, |d| d.depth_mm);
    let zones = found.zones(0.1).expect("asked for");
    let depth = zones.iter().map(|z| z.max_depth_mm()).fold(0.0, f64::max);
    println!("{name}: deepest zone {depth:.4} mm, deepest point {deepest:.4} mm; {} zones", zones.len());
    // Gaps are looked at 0.08 mm from each other; beside a deepest point they grow with the square of the way.
    (depth - deepest).abs() <= 0.001
}

#[test]
fn contact_of_the_sample_nests_and_its_depth_is_that_of_the_deepest_point() {
    let pair = sample();
    let found = contact(&pair, Rigid::IDENTITY);
    describe("sample", &found);
    check_zones("sample", &found);
    assert!(check_depth("sample", &pair, Rigid::IDENTITY, &found));
    assert!(!check_depth("the twin", &pair, Rigid::from_translation(DVec3::Z * 0.02), &found));
}

/// Areas of the sample within a level, from places that chance picks on the scanned surface and parry3d's distances.
#[test]
fn areas_of_the_sample_are_those_of_places_picked_by_chance() {
    let pair = sample();
    let found = contact(&pair, Rigid::IDENTITY);
    let (own, other) = (&pair.upper.mesh, ByParry::of(&pair.lower.mesh));
    // Only near what is in contact, or nearly all places would tell nothing: twice as far as the largest level, at least.
    let near: Vec<[DVec3; 3]> = (0..own.n_scanned)
        .map(|t| own.corners(t).map(|p| p.as_dvec3()))
        .filter(|[a, b, c]| other.gap((*a + *b + *c) / 3.0) < 0.5)
        .collect();
    assert!(near.len() > found.sheet.sides[0].triangles.len());
    let mut areas = [0.0; LEVELS_MM.len()];
    let mut random = Random::new(7);
    for [a, b, c] in &near {
        let area = (*b - *a).cross(*c - *a).length() / 2.0;
        for _ in 0..PLACES {
            let (mut s, mut t) = (random.unit().abs(), random.unit().abs());
            if s + t > 1.0 {
                (s, t) = (1.0 - s, 1.0 - t);
            }
            let gap = other.gap(*a + (*b - *a) * s + (*c - *a) * t);
            let here = areas.iter_mut().zip(LEVELS_MM).filter(|(_, level)| gap <= *level);
            here.for_each(|(sum, _)| *sum += area / PLACES as f64);
        }
    }
    for (level, truth) in LEVELS_MM.iter().zip(areas) {
        let got = within(&found, 0, *level);
        println!("{level}: {got:.3} of {truth:.3} ({:+.2} %)", 100.0 * (got / truth - 1.0));
        // Of some thousand cut triangles each is off by 0.15 of its area at most, by chance: 1 % of the whole is three times that.
        assert!((got / truth - 1.0).abs() < 0.01, "{level}: {got} of {truth}");
    }
    let deeper = contact(&pair, Rigid::from_translation(DVec3::Y * 0.01));
    assert!((within(&deeper, 0, 0.1) / areas[2] - 1.0).abs() > 0.01, "the twin: 10 µm deeper");
}

/// Places a triangle.
const PLACES: u32 = 12;

#[test]
fn contact_of_real_scans_nests_and_gum_rims_do_not_penetrate() {
    for case in CASES {
        let Some(pair) = real_pair(case) else { continue };
        let found = contact(&pair, Rigid::IDENTITY);
        describe(case, &found);
        check_zones(case, &found);
        // The naive sign of the nearest triangle gives up to 10 mm on the gum's rim in case 3.
        assert!(check_depth(case, &pair, Rigid::IDENTITY, &found), "{case}");
    }
}
