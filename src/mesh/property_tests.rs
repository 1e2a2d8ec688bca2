//! Whatever is done to a closed shape, it comes back closed, right way out, and with its own triangles untouched.
use super::{PrepareOptions, TriMesh, n_open_edges, prepare, ray_report, shapes};
use crate::base::{LengthUnit, MeshFormat, Progress, RawMesh};
use glam::{DVec3, Vec3};
use proptest::prelude::*;
use std::collections::HashMap;

/// A triangle by its corners' places, in any order.
fn key(corners: [Vec3; 3]) -> [[u32; 3]; 3] {
    let mut key = corners.map(|p| (p + 0.0).to_array().map(f32::to_bits));
    key.sort_unstable();
    key
}

/// What happens to each triangle on its way into the file.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Kept,
    Flipped,
    Lost,
    Twice,
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate = prop_oneof![
        90 => Just(Fate::Kept), 5 => Just(Fate::Flipped), 2 => Just(Fate::Lost), 3 => Just(Fate::Twice)
    ];
    proptest::collection::vec(fate, 512)
}

fn shape() -> impl Strategy<Value = TriMesh> {
    prop_oneof![
        (3_usize..14, 0.5_f32..30.0).prop_map(|(n, radius)| shapes::sphere(n, radius)),
        Just(shapes::cube()),
        (2_usize..12).prop_map(|n| shapes::without(&shapes::sphere(2 * n, 5.0), |p| p.z < -0.2)),
        (2_usize..12).prop_map(shapes::patch),
        (4_usize..10)
            .prop_map(|n| shapes::joined(&[shapes::sphere(n, 3.0), shapes::moved(&shapes::sphere(n, 1.0), 5.5, 2.0)])),
        (3_usize..9).prop_map(|n| shapes::crown_in_inverted_gum(n).0),
    ]
}

/// Corners unshared as in an STL file, triangles in a stirred order.
fn damaged(from: &TriMesh, fates: &[Fate], stir: usize) -> RawMesh {
    let n = from.triangles.len();
    let mut positions: Vec<Vec3> = Vec::new();
    for i in 0..n {
        let t = (i * 7919 + stir) % n;
        let [a, b, c] = from.corners(t);
        match fates[t % fates.len()] {
            Fate::Kept => positions.extend([a, b, c]),
            Fate::Flipped => positions.extend([a, c, b]),
            Fate::Lost => {}
            Fate::Twice => positions.extend([a, b, c, b, c, a]),
        }
    }
    let triangles = (0..positions.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    RawMesh { format: MeshFormat::Generated, positions, triangles, colors: None }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_shapes_come_back_closed(shape in shape(), fates in fates(), stir in 0_usize..1000, down in any::<bool>()) {
        let raw = damaged(&shape, &fates, stir);
        let away = if down { -DVec3::Z } else { DVec3::new(0.2, -0.1, -1.0).normalize() };
        let options = PrepareOptions { unit: LengthUnit::Millimetre, close: true, away };
        let Ok((mesh, report)) = prepare(raw.clone(), &options, &Progress::default()) else { return Ok(()) };
        prop_assert!(report.closed && n_open_edges(&mesh) == 0, "{report:?}");
        prop_assert_eq!(mesh.triangles.len(), mesh.n_scanned + report.n_added_by_closing);
        prop_assert!(shapes::volume_mm3(&mesh) > 0.0);
        let rays = ray_report(&mesh, DVec3::new(0.1, 0.3, 0.9).normalize(), 48);
        prop_assert_eq!(rays.n_unbalanced, 0);
        // The scan's own triangles: each where it was, each once, none invented.
        let mut given: HashMap<_, usize> = HashMap::new();
        for t in &raw.triangles {
            *given.entry(key(t.map(|i| raw.positions[i as usize]))).or_default() += 1;
        }
        for t in 0..mesh.n_scanned {
            prop_assert!(given.remove(&key(mesh.corners(t))).is_some(), "triangle {t} is not in the file, or twice");
        }
        prop_assert_eq!(given.len(), report.n_stray_dropped + report.n_hidden_dropped);
    }

    #[test]
    fn any_soup_is_closed(corners in proptest::collection::vec((0_u32..12, 0_u32..12, 0_u32..12), 1..60), seed in 0_u32..99) {
        let place = |i: u32| Vec3::new((i * 7 + seed) as f32 % 5.0, (i * 3) as f32 % 4.0, (i * i + seed) as f32 % 3.0);
        let raw = RawMesh {
            format: MeshFormat::Generated,
            positions: (0..12).map(place).collect(),
            triangles: corners.iter().map(|&(a, b, c)| [a, b, c]).collect(),
            colors: Some(vec![[1, 2, 3, 255]; 12]),
        };
        let options = PrepareOptions { unit: LengthUnit::Millimetre, close: true, away: DVec3::Z };
        if let Ok((mesh, report)) = prepare(raw.clone(), &options, &Progress::default()) {
            prop_assert!(report.closed && n_open_edges(&mesh) == 0, "{report:?}");
            prop_assert_eq!(mesh.colors.as_ref().map(Vec::len), Some(mesh.positions.len()));
            prop_assert_eq!(ray_report(&mesh, DVec3::new(0.3, 0.5, 0.8).normalize(), 32).n_unbalanced, 0);
        }
    }
}

#[test]
fn one_triangle_lost_or_turned_is_not_overlooked() {
    let whole = shapes::sphere(10, 4.0);
    let mut fates = vec![Fate::Kept; whole.triangles.len()];
    let options = |close| PrepareOptions { unit: LengthUnit::Millimetre, close, away: DVec3::Z };
    let report_of =
        |fates: &[Fate], close| prepare(damaged(&whole, fates, 3), &options(close), &Progress::default()).unwrap().1;
    assert!(report_of(&fates, false).was_closed);
    fates[17] = Fate::Lost;
    let open = report_of(&fates, false);
    assert!(!open.closed && open.n_open_edges_after == 3 && !open.warnings.is_empty());
    let closed = report_of(&fates, true);
    assert!(closed.closed && !closed.was_closed && closed.n_holes_filled == 1 && closed.n_added_by_closing == 1);
    fates[17] = Fate::Flipped;
    let turned = report_of(&fates, true);
    assert!(turned.was_closed && turned.n_flipped == 1);
    // A scan that is inside out as a whole is not open for that; one that is open has as many open edges as the right way round.
    let inside_out = report_of(&vec![Fate::Flipped; whole.triangles.len()], true);
    assert_eq!((inside_out.n_flipped, inside_out.n_open_edges_before), (whole.triangles.len(), 0));
    assert!(!inside_out.warnings.iter().any(|warning| warning.0.contains("open")), "{:?}", inside_out.warnings);
    let mut fates = vec![Fate::Flipped; whole.triangles.len()];
    fates[17] = Fate::Lost;
    assert_eq!(report_of(&fates, true).n_open_edges_before, 3);
}

#[test]
fn one_turned_part_among_others_is_caught() {
    let turned = shapes::turned(&shapes::moved(&shapes::sphere(8, 2.0), 9.0, 1.0));
    let both = shapes::joined(&[shapes::sphere(8, 2.0), turned.clone()]);
    assert!(ray_report(&both, DVec3::Z, 64).n_negative > 100, "before");
    let options = PrepareOptions { unit: LengthUnit::Millimetre, close: true, away: DVec3::Z };
    let (mesh, report) = prepare(damaged(&both, &[Fate::Kept], 0), &options, &Progress::default()).unwrap();
    assert_eq!(report.n_flipped, turned.triangles.len());
    assert_eq!(ray_report(&mesh, DVec3::Z, 64).n_negative, 0);
}
