//! Repair of real scans: closed afterwards, and every ray's winding returns to zero. Left out, by name, where the
//! scans are not there. Run with `--nocapture` for the figures.
use glam::DVec3;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::import::read_mesh;
use occluscope::jaw::{Jaw, PairOptions, Scan, prepare_pair};
use occluscope::mesh::{finish, gum_side, n_open_edges, ray_report, weld_only};
use std::path::{Path, PathBuf};
use std::time::Instant;

const N_RAYS: usize = 256;

fn read(path: &str) -> Option<RawMesh> {
    let folder = std::env::var_os("OCCLUSCOPE_SCANS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/scans"), PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(path)) else {
        println!("LEFT OUT: {path} is not on this machine");
        return None;
    };
    Some(read_mesh(&bytes, &Progress::default()).expect("a readable scan").raw)
}

fn scan(path: &str) -> Option<Scan> {
    Some(Scan { name: path.to_owned(), blake3: String::new(), raw: read(path)?, warnings: Vec::new() })
}

/// Prepares a pair; asserts that both jaws are closed, that no ray is unbalanced (the crossings of a ray are counted
/// exactly, so none may be) and that at most `per_mille` of the rays along the occlusal normal pass below zero (a
/// ragged rim that doubles back under itself, seen from above).
fn check(upper: &str, lower: &str, unit: LengthUnit, per_mille: usize) -> Option<(Jaw, Jaw)> {
    let (upper, lower) = (scan(upper)?, scan(lower)?);
    let start = Instant::now();
    let raws = [upper.raw.clone(), lower.raw.clone()];
    let (pair, warnings) =
        prepare_pair(upper, lower, &PairOptions::default(), &Progress::default()).expect("a readable scan");
    println!("prepared in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    warnings.iter().for_each(|w| println!("  {w}"));
    for (jaw, raw) in [&pair.upper, &pair.lower].into_iter().zip(raws) {
        println!("{}: {}", jaw.name, serde_json::to_string(&jaw.report).expect("a readable scan"));
        assert_eq!(jaw.unit, unit);
        assert!(jaw.report.closed && n_open_edges(&jaw.mesh) == 0);
        let before = weld_only(raw, unit, &Progress::default()).expect("a readable scan").mesh;
        for direction in [-pair.frame.up, DVec3::new(0.3, 0.8, 0.5).normalize()] {
            let after = ray_report(&jaw.mesh, direction, N_RAYS);
            println!(
                "  along {direction:.2}\n    before {:?}\n    after  {after:?}",
                ray_report(&before, direction, N_RAYS)
            );
            assert_eq!(after.n_unbalanced, 0);
        }
        let along_normal = ray_report(&jaw.mesh, -pair.frame.up, N_RAYS);
        assert!(along_normal.n_negative * 1000 <= along_normal.n_hit * per_mille, "{along_normal:?}");
    }
    Some((pair.upper, pair.lower))
}

fn check_stl(folder: &str, per_mille: usize) -> Option<(Jaw, Jaw)> {
    check(&format!("{folder}/upper.stl"), &format!("{folder}/lower.stl"), LengthUnit::Millimetre, per_mille)
}

#[test]
fn case_1_crowns_set_into_gum() {
    let Some((upper, lower)) = check_stl("case-1-full-resolution", 0) else { return };
    for jaw in [upper, lower] {
        assert!(jaw.report.n_non_manifold_edges > 1000 && !jaw.report.was_closed);
        assert_eq!((jaw.report.n_rims_extruded, jaw.report.n_components_dropped), (0, 0), "the gum has its base");
    }
}

#[test]
fn case_2_ragged_open_scan() {
    let Some((upper, lower)) = check_stl("case-2-tight-contact", 5) else { return };
    assert_eq!((upper.report.n_rims_extruded, lower.report.n_rims_extruded), (1, 1));
    assert_eq!((upper.report.n_components_dropped, lower.report.n_components_dropped), (4, 1));
}

#[test]
fn case_3_open_scan() {
    let Some((upper, lower)) = check_stl("case-3-light-contact", 5) else { return };
    assert_eq!((upper.report.n_rims_extruded, lower.report.n_rims_extruded), (1, 1));
}

#[test]
fn case_4_in_metres() {
    let [upper, lower] = ["upper", "lower"].map(|jaw| format!("case-4-jaws-with-condyles/{jaw}_in_metres.obj"));
    let Some((upper, lower)) = check(&upper, &lower, LengthUnit::Metre, 1) else { return };
    assert!(upper.report.was_closed && lower.report.was_closed);
}

#[test]
fn case_5_closed_crowns() {
    let Some((upper, lower)) = check_stl("case-5-closed-crowns", 0) else { return };
    for jaw in [upper, lower] {
        assert!(jaw.report.was_closed && jaw.report.n_flipped == 0 && jaw.report.n_added_by_closing == 0);
    }
}

#[test]
fn one_lost_triangle_of_a_real_scan_is_noticed() {
    let Some(mut raw) = read("case-5-closed-crowns/upper.stl") else { return };
    raw.triangles.swap_remove(raw.triangles.len() / 2);
    let welded = weld_only(raw, LengthUnit::Millimetre, &Progress::default()).expect("a readable scan");
    let (mesh, report) = finish(welded, false, DVec3::Y, &Progress::default()).expect("a readable scan");
    assert_eq!((report.closed, report.n_open_edges_after, n_open_edges(&mesh)), (false, 3, 3));
}

#[test]
fn broken_meshes_never_panic_and_are_closed() {
    let stl = ["112932", "472042", "520644", "58011", "65004", "72214", "88566"].map(|n| format!("thingi10k-{n}.stl"));
    for name in stl.into_iter().chain(["env.obj".into(), "rob.obj".into()]) {
        let Some(raw) = read(&format!("broken/{name}")) else { continue };
        for unit in [LengthUnit::Millimetre, LengthUnit::Metre] {
            let welded = weld_only(raw.clone(), unit, &Progress::default()).expect("a readable scan");
            let away = gum_side(&welded.mesh, &Progress::default()).expect("nobody cancels it").away;
            let before = ray_report(&welded.mesh, away, N_RAYS);
            let (mesh, report) = finish(welded, true, away, &Progress::default()).expect("a readable scan");
            let after = ray_report(&mesh, away, N_RAYS);
            println!(
                "{name}: {}\n  before {before:?}\n  after  {after:?}",
                serde_json::to_string(&report).expect("a readable scan")
            );
            assert!(report.closed && n_open_edges(&mesh) == 0 && after.n_unbalanced == 0);
        }
    }
}
