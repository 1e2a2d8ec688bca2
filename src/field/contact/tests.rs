use super::*;
use crate::base::{Progress, Rigid};
use crate::field::multi_projection::PosedMeshes;
use crate::mesh::TriMesh;
use crate::mesh::topology::twins;
use glam::Vec3;
use std::f64::consts::PI;

/// A gap by formula, the same on both jaws.
struct ByFormula<F: Fn(DVec3) -> Option<f64> + Sync> {
    gap: F,
    detail_mm: f64,
}

impl<F: Fn(DVec3) -> Option<f64> + Sync> SurfaceGap for ByFormula<F> {
    fn probe(&self, _side: usize) -> Box<dyn GapProbe + '_> {
        Box::new(self)
    }
}

impl<F: Fn(DVec3) -> Option<f64> + Sync> GapProbe for &ByFormula<F> {
    fn turn_to(&mut self, _triangle: u32) -> Terrain {
        Terrain { detail_mm: self.detail_mm, steepest: f64::INFINITY }
    }

    fn gap(&mut self, place: DVec3) -> Option<f64> {
        (self.gap)(place)
    }
}

/// A square in the plane z = 0 from -`half` to `half`, of `n` x `n` cells of two triangles.
fn square(half: f32, n: u32) -> TriMesh {
    let at = |i: u32| -half + 2.0 * half * i as f32 / n as f32;
    let positions = (0..=n).flat_map(|j| (0..=n).map(move |i| Vec3::new(at(i), at(j), 0.0))).collect();
    let corner = |i: u32, j: u32| j * (n + 1) + i;
    let cell = |(i, j): (u32, u32)| {
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    let triangles: Vec<[u32; 3]> = (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).flat_map(cell).collect();
    TriMesh { n_scanned: triangles.len(), positions, triangles, colors: None }
}

const LEVELS_MM: [f64; 5] = [0.02, 0.05, 0.1, 0.149, 0.2];
const ZONE_MM: f64 = 0.1;
const ZONE_LEVELS_MM: [f64; 2] = [0.05, ZONE_MM];

fn sheet_of(mesh: &TriMesh, gap: &dyn SurfaceGap, seeds: &[u32]) -> ContactSheet {
    let jaws = PosedMeshes { meshes: [mesh, mesh], upper_from_lower: Rigid::IDENTITY };
    let twins = twins(&mesh.triangles, mesh.positions.len());
    let levels = Levels::new(LEVELS_MM);
    let zone_levels = Levels::new(ZONE_LEVELS_MM);
    let asked = (&levels, &zone_levels);
    contact_sheet(gap, &jaws, [&twins, &twins], [seeds, &[]], asked, &Progress::default()).expect("nobody cancels").0
}

fn all(mesh: &TriMesh) -> Vec<u32> {
    (0..mesh.triangles.len() as u32).collect()
}

#[test]
fn a_wedge_is_cut_within_triangles_ten_times_larger() {
    // Two planes at 1 degree that meet at x = -3: a contact of 0.1 mm is 5.7 mm wide, the triangles 57 mm.
    let tilt = 1f64.to_radians().tan();
    let gap = ByFormula { gap: |p: DVec3| Some((p.x + 3.0) * tilt), detail_mm: 1.0 };
    for n in [1, 3] {
        let mesh = square(28.5, n);
        let sheet = sheet_of(&mesh, &gap, &all(&mesh));
        for level in LEVELS_MM {
            let truth = 57.0 * (28.5 - 3.0 + level / tilt);
            let got = sheet.within(0, level).expect("it was asked for");
            assert!((got / truth - 1.0).abs() < 1e-6, "{n}, {level}: {got} of {truth}");
        }
        let penetrating = sheet.within(0, 0.0).expect("0 is always there");
        assert!((penetrating - 57.0 * 25.5).abs() < 0.01, "{penetrating}");
        // The twin: whole triangles, by their corners, would be off by far.
        let whole: f64 = sheet.sides[0]
            .triangles
            .iter()
            .map(|t| mesh.doubled_area_normal(t.triangle as usize).length() as f64 / 2.0)
            .sum();
        assert!(whole / sheet.within(0, ZONE_MM).expect("it was asked for") > 1.05);
    }
}

#[test]
fn a_ball_over_a_plane_is_found_by_parting() {
    // A ball of 5 mm pressed 0.03 mm into a plane of two large triangles: the gap bends across each.
    let (radius, depth) = (5.0, 0.03);
    let gap = |p: DVec3| {
        let square = p.x * p.x + p.y * p.y;
        (square < radius * radius).then(|| radius - (radius * radius - square).sqrt() - depth)
    };
    let circle = |level: f64| PI * (radius * radius - (radius - level - depth).powi(2));
    let sheet_with = |n: u32| {
        let mesh = square(6.0, n);
        let sheet = sheet_of(&mesh, &ByFormula { gap, detail_mm: 0.05 }, &all(&mesh));
        for level in LEVELS_MM.into_iter().chain([0.0]) {
            let got = sheet.within(0, level).expect("it was asked for");
            assert!((got / circle(level) - 1.0).abs() < 0.002, "{n}, {level}: {got} of {}", circle(level));
        }
        assert!(sheet.sides[0].within_mm2.is_sorted());
        sheet
    };
    // The same shape, other triangles.
    let sheets = [1, 2, 9, 40].map(sheet_with);
    for sheet in &sheets[1..] {
        let (a, b) = (sheet.within(0, 0.1).expect("a level"), sheets[0].within(0, 0.1).expect("a level"));
        assert!((a / b - 1.0).abs() < 0.002, "{a} and {b}");
    }
}

#[test]
fn contact_is_followed_from_one_triangle_over_the_surface() {
    let mesh = square(6.0, 40);
    let gap = ByFormula { gap: |p: DVec3| Some(p.length_squared() * 0.02), detail_mm: 0.1 };
    let whole = sheet_of(&mesh, &gap, &all(&mesh));
    // From a triangle at the middle everything is found, from one outside nothing is.
    let middle = 2 * (20 * 40 + 20);
    let spread = sheet_of(&mesh, &gap, &[middle]);
    assert_eq!(whole.sides[0].triangles, spread.sides[0].triangles);
    let (a, b) = (spread.within(0, 0.2).expect("a level"), whole.within(0, 0.2).expect("a level"));
    assert!((a - b).abs() < 1e-9 && (a / (PI * 10.0) - 1.0).abs() < 0.002, "{a} and {b}");
    assert_eq!(sheet_of(&mesh, &gap, &[0]).within(0, 0.2), Some(0.0));
}

#[test]
fn faces_that_closing_added_are_no_contact() {
    let mut mesh = square(6.0, 2);
    mesh.n_scanned = 4;
    let gap = ByFormula { gap: |_| Some(0.01), detail_mm: 1.0 };
    let sheet = sheet_of(&mesh, &gap, &all(&mesh));
    assert!((sheet.within(0, 0.1).expect("a level") - 72.0).abs() < 1e-4);
}

#[test]
fn contacts_that_hang_together_are_one_zone() {
    let mesh = square(6.0, 48);
    let edges = twins(&mesh.triangles, mesh.positions.len());
    // Two dents, 4 mm apart; at 0.1 mm each is 1.4 mm across.
    let dent = |p: DVec3, x: f64, depth: f64| (p - DVec3::X * x).length_squared() * 0.2 - depth;
    let two = ByFormula { gap: |p: DVec3| Some(dent(p, -2.0, 0.04).min(dent(p, 2.0, 0.0))), detail_mm: 0.1 };
    let sheet = sheet_of(&mesh, &two, &all(&mesh));
    let found = zones(&sheet, ZONE_MM, [&edges, &edges], &[]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!((found[0].centroid - DVec3::new(-2.0, 0.0, 0.0)).length() < 0.02, "{:?}", found[0].centroid);
    assert!((found[0].area_mm2[0] / (PI * 0.14 / 0.2) - 1.0).abs() < 0.01 && found[0].area_mm2[1] == 0.0);
    assert!((found[0].max_depth_mm() - 0.04).abs() < 0.002 && found[1].max_depth_mm() == 0.0);
    assert!((found[0].penetrating_mm2[0] / (PI * 0.04 / 0.2) - 1.0).abs() < 0.03);
    assert!(!found[0].is_on_both(0.01));
    // With a groove between them they are one.
    let joined = |p: DVec3| Some(dent(p, -2.0, 0.04).min(dent(p, 2.0, 0.0)).min(p.y.abs() + 0.02));
    let sheet = sheet_of(&mesh, &ByFormula { gap: joined, detail_mm: 0.1 }, &all(&mesh));
    assert_eq!(zones(&sheet, ZONE_MM, [&edges, &edges], &[]).len(), 1);
}

#[test]
fn both_jaws_surfaces_that_face_each_other_are_one_zone() {
    let mesh = square(6.0, 24);
    let edges = twins(&mesh.triangles, mesh.positions.len());
    let jaws = PosedMeshes { meshes: [&mesh, &mesh], upper_from_lower: Rigid::IDENTITY };
    let gap = ByFormula { gap: |p: DVec3| Some(p.length_squared() * 0.1), detail_mm: 0.1 };
    let (levels, every) = (Levels::new(LEVELS_MM), all(&mesh));
    let zone_levels = Levels::new(ZONE_LEVELS_MM);
    let asked = (&levels, &zone_levels);
    let sheet =
        contact_sheet(&gap, &jaws, [&edges; 2], [&every; 2], asked, &Progress::default()).expect("not cancelled").0;
    let middle = 2 * (12 * 24 + 12);
    assert_eq!(zones(&sheet, ZONE_MM, [&edges; 2], &[]).len(), 2, "nothing says that they face each other");
    let found = zones(&sheet, ZONE_MM, [&edges; 2], &[([middle, middle], 0.0), ([0, 0], 0.0)]);
    assert_eq!(found.len(), 1);
    assert!(found[0].is_on_both(3.0) && !found[0].is_on_both(4.0), "{:?}", found[0].area_mm2);
}

#[test]
fn it_is_given_up_when_nobody_wants_it() {
    let mesh = square(6.0, 24);
    let progress = Progress::default();
    progress.cancel();
    let edges = twins(&mesh.triangles, mesh.positions.len());
    let jaws = PosedMeshes { meshes: [&mesh, &mesh], upper_from_lower: Rigid::IDENTITY };
    let gap = ByFormula { gap: |_| Some(0.0), detail_mm: 1.0 };
    let (levels, every) = (Levels::new(LEVELS_MM), all(&mesh));
    assert!(contact_sheet(&gap, &jaws, [&edges; 2], [&every; 2], (&levels, &levels), &progress).is_err());
}

/// Work follows what is asked for and not the scale: a triangle of a kilometre takes no more than one of 41 mm.
#[test]
fn no_triangle_is_parted_into_more_pieces_than_its_edges_allow() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let n_read = AtomicUsize::new(0);
    // Rough at any scale, and never far from a level: nothing of it looks settled.
    let rough = |p: DVec3| {
        n_read.fetch_add(1, Ordering::Relaxed);
        let noise = (p.x * 12.9898 + p.y * 78.233).sin() * 43_758.545_3;
        Some(0.2 * noise.fract().abs())
    };
    let gap = ByFormula { gap: rough, detail_mm: 0.08 };
    let reads = |edge_mm: f32| {
        n_read.store(0, Ordering::Relaxed);
        let mesh = TriMesh { triangles: vec![[0, 1, 3]], n_scanned: 1, ..square(edge_mm / 8f32.sqrt(), 1) };
        drop(sheet_of(&mesh, &gap, &[0]));
        n_read.load(Ordering::Relaxed)
    };
    // Three corners, and three middles of every part until the pieces are 1/256 of an edge: the quarters of those are cut as they are.
    let most = 3 + 3 * (0..=8).map(|k| 4usize.pow(k)).sum::<usize>();
    let large = reads(1e6);
    assert!((most / 2..=most).contains(&large), "{large} of {most}");
    // The twin: below that it is the size that counts.
    let small = reads(5.0);
    assert!(3 * small < large, "{small} of {large}");
}
