//! Repair of real scans: closed afterwards, and every ray's winding returns to zero. Left out, by name, where the
//! scans are not there.
use glam::{DVec3, Vec3};
use occluscope::base::{LengthUnit, MeshFormat, Progress, RawMesh};
use occluscope::mesh::{RepairReport, TriMesh, finish, gum_side, n_open_edges, ray_report, weld_only};
use std::path::{Path, PathBuf};
use std::time::Instant;

const N_RAYS: usize = 256;

fn scan(path: &str) -> Option<Vec<u8>> {
    let folder = std::env::var_os("OCCLUSCOPE_SCANS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/scans"), PathBuf::from);
    let bytes = std::fs::read(folder.join(path)).ok();
    if bytes.is_none() {
        println!("LEFT OUT: {path} is not on this machine");
    }
    bytes
}

fn read(path: &str) -> Option<RawMesh> {
    let bytes = scan(path)?;
    Some(if path.ends_with(".obj") { read_obj(&bytes) } else { read_stl(&bytes) })
}

/// Just enough of a reader to keep this test apart from the importers.
fn read_stl(bytes: &[u8]) -> RawMesh {
    let number = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let vector = |at: usize| Vec3::new(number(at), number(at + 4), number(at + 8));
    let n = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    let positions = (0..3 * n).map(|c| vector(84 + c / 3 * 50 + 12 + c % 3 * 12)).collect();
    let triangles = (0..n as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    RawMesh { format: MeshFormat::StlBinary, positions, triangles, colors: None }
}

fn read_obj(bytes: &[u8]) -> RawMesh {
    let mut mesh = RawMesh { format: MeshFormat::Obj, positions: vec![], triangles: vec![], colors: None };
    for line in String::from_utf8_lossy(bytes).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"v") => mesh.positions.push(Vec3::from_array([1, 2, 3].map(|i| words[i].parse().unwrap()))),
            Some(&"f") => {
                let corner = |w: &&str| w.split('/').next().unwrap().parse::<u32>().unwrap() - 1;
                let corners: Vec<u32> = words[1..].iter().map(corner).collect();
                mesh.triangles.extend(corners[1..].windows(2).map(|w| [corners[0], w[0], w[1]]));
            }
            _ => {}
        }
    }
    mesh
}

fn prepare(raw: &RawMesh, unit: LengthUnit, away: Option<DVec3>) -> Option<(TriMesh, TriMesh, RepairReport, DVec3)> {
    let start = Instant::now();
    let welded = weld_only(raw, unit, &Progress::default()).ok()?;
    let weld_ms = start.elapsed().as_secs_f64() * 1e3;
    let away = away.unwrap_or_else(|| gum_side(&welded.mesh).away);
    let before = welded.mesh.clone();
    let start = Instant::now();
    let (mesh, report) = finish(welded, true, away, &Progress::default()).ok()?;
    println!("  weld {weld_ms:.0} ms, finish {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    Some((before, mesh, report, away))
}

fn check(path: &str, unit: LengthUnit, away: DVec3, max_unbalanced: usize) {
    let Some(raw) = read(path) else { return };
    println!("{path}");
    let (before, mesh, report, _) = prepare(&raw, unit, Some(away)).unwrap();
    println!("  {report:?}");
    println!("  gum side {:?}", gum_side(&before));
    println!("  before {:?}", ray_report(&before, away, N_RAYS));
    let after = ray_report(&mesh, away, N_RAYS);
    println!("  after  {after:?}");
    assert!(report.closed && n_open_edges(&mesh) == 0);
    for direction in [away, DVec3::new(0.3, 0.8, 0.5).normalize()] {
        let rays = ray_report(&mesh, direction, N_RAYS);
        println!("  along {direction:.2}: {rays:?}");
        assert!(rays.n_unbalanced <= max_unbalanced, "{path}: {rays:?}");
    }
}

fn check_case(folder: &str) {
    check(&format!("{folder}/upper.stl"), LengthUnit::Millimetre, DVec3::Y, 0);
    check(&format!("{folder}/lower.stl"), LengthUnit::Millimetre, -DVec3::Y, 0);
}

#[test]
fn case_1_crowns_in_inverted_gum() {
    check_case("case-1-full-resolution");
}

#[test]
fn case_2_ragged_open_scan() {
    check_case("case-2-tight-contact");
}

#[test]
fn case_3_open_scan() {
    check_case("case-3-light-contact");
}

#[test]
fn case_4_in_metres() {
    check("case-4-jaws-with-condyles/upper_in_metres.obj", LengthUnit::Metre, DVec3::Y, 0);
    check("case-4-jaws-with-condyles/lower_in_metres.obj", LengthUnit::Metre, -DVec3::Y, 0);
}

#[test]
fn case_5_closed_crowns() {
    check_case("case-5-closed-crowns");
}

#[test]
fn broken_meshes_never_panic() {
    let stl = ["112932", "472042", "520644", "58011", "65004", "72214", "88566"].map(|n| format!("thingi10k-{n}.stl"));
    for name in stl.into_iter().chain(["env.obj".into(), "rob.obj".into()]) {
        let Some(raw) = read(&format!("broken/{name}")) else { continue };
        println!("{name}");
        let Some((before, mesh, report, away)) = prepare(&raw, LengthUnit::Millimetre, None) else { continue };
        println!("  {report:?}");
        println!("  before {:?}", ray_report(&before, away, N_RAYS));
        println!("  after  {:?}", ray_report(&mesh, away, N_RAYS));
        assert_eq!(n_open_edges(&mesh), 0);
    }
}
