//! Real scans, where they are at hand: the triangle counts that their description states, and the time it takes.
use super::{read_mesh, test_writers};
use crate::base::{LengthUnit, Progress, RawMesh};
use std::{path::PathBuf, time::Instant};

const COUNTS: [(&str, usize); 23] = [
    ("case-1-full-resolution/upper.stl", 137_014),
    ("case-1-full-resolution/upper.ply", 137_014),
    ("case-1-full-resolution/lower.stl", 148_297),
    ("case-1-full-resolution/lower.ply", 148_297),
    ("case-2-tight-contact/upper.stl", 9_999),
    ("case-2-tight-contact/upper.ply", 9_999),
    ("case-2-tight-contact/lower.stl", 9_999),
    ("case-2-tight-contact/lower.ply", 9_999),
    ("case-3-light-contact/upper.stl", 10_000),
    ("case-3-light-contact/upper.ply", 10_000),
    ("case-3-light-contact/lower.stl", 10_000),
    ("case-3-light-contact/lower.ply", 10_000),
    ("case-4-jaws-with-condyles/upper_in_metres.obj", 43_214),
    ("case-4-jaws-with-condyles/lower_in_metres.obj", 41_760),
    ("case-5-closed-crowns/upper.stl", 85_464),
    ("case-5-closed-crowns/lower.stl", 84_250),
    // Two of these have a header that begins with "solid", and the OBJ files begin with a line of counts.
    ("broken/thingi10k-58011.stl", 26_430),
    ("broken/thingi10k-520644.stl", 7_834),
    ("broken/thingi10k-472042.stl", 3_632),
    ("broken/thingi10k-112932.stl", 7_880),
    ("broken/thingi10k-65004.stl", 1_466),
    ("broken/env.obj", 2_180),
    ("broken/rob.obj", 216),
];

/// The folder of the scans, or a word on stdout that the test named was left out.
fn scans(test: &str) -> Option<PathBuf> {
    let default = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/scans");
    let folder = std::env::var_os("OCCLUSCOPE_SCANS").map_or(default, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("left out: {test} (no folder of scans at {})", folder.display());
    None
}

#[test]
fn real_scans_have_the_stated_triangles() {
    let Some(folder) = scans("real_scans_have_the_stated_triangles") else { return };
    for (name, n_triangles) in COUNTS {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let started = Instant::now();
        let imported = read_mesh(&bytes, &Progress::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let ms = started.elapsed().as_secs_f64() * 1e3;
        println!("{ms:7.1} ms  {name}: {n_triangles} triangles {:?}", imported.warnings);
        assert_eq!(imported.raw.triangles.len(), n_triangles, "{name}");
        assert_eq!(
            imported.warnings.len(),
            usize::from(name.ends_with("env.obj") || name.ends_with("rob.obj")),
            "{name}"
        );
    }
}

#[test]
fn ply_and_stl_of_one_scan_agree() {
    let Some(folder) = scans("ply_and_stl_of_one_scan_agree") else { return };
    let corners = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let raw = read_mesh(&bytes, &Progress::default()).unwrap_or_else(|e| panic!("{name}: {e}")).raw;
        raw.triangles.iter().map(|t| t.map(|i| raw.positions[i as usize])).collect::<Vec<_>>()
    };
    let (stl, ply) = (corners("case-2-tight-contact/upper.stl"), corners("case-2-tight-contact/upper.ply"));
    assert_eq!(stl, ply);
    assert_ne!(stl, corners("case-2-tight-contact/lower.ply"), "two jaws must not agree");
}

#[test]
fn a_full_scan_in_every_format_is_the_same_scan() {
    let Some(folder) = scans("a_full_scan_in_every_format_is_the_same_scan") else { return };
    let bytes = std::fs::read(folder.join("case-1-full-resolution/lower.ply")).expect("the scan is at hand");
    let raw = read_mesh(&bytes, &Progress::default()).expect("the scan is readable").raw;
    for (format, bytes) in test_writers::all_formats(&raw) {
        let started = Instant::now();
        let found = read_mesh(&bytes, &Progress::default()).unwrap_or_else(|e| panic!("{format:?}: {e}")).raw;
        let ms = started.elapsed().as_secs_f64() * 1e3;
        println!("{ms:7.1} ms  case-1 lower jaw as {format:?}, {} bytes", bytes.len());
        let corners = |mesh: &RawMesh| -> Vec<_> {
            mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize])).collect()
        };
        assert!(corners(&found) == corners(&raw), "{format:?}");
    }
}

#[test]
fn only_the_case_in_metres_is_taken_for_metres() {
    let Some(folder) = scans("only_the_case_in_metres_is_taken_for_metres") else { return };
    for (upper, lower, unit) in [
        (
            "case-4-jaws-with-condyles/upper_in_metres.obj",
            "case-4-jaws-with-condyles/lower_in_metres.obj",
            LengthUnit::Metre,
        ),
        ("case-1-full-resolution/upper.ply", "case-1-full-resolution/lower.ply", LengthUnit::Millimetre),
        ("case-5-closed-crowns/upper.stl", "case-5-closed-crowns/lower.stl", LengthUnit::Millimetre),
    ] {
        let [a, b] = [upper, lower].map(|name| {
            let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            read_mesh(&bytes, &Progress::default()).unwrap_or_else(|e| panic!("{name}: {e}")).raw
        });
        let (found, warning) = super::pair_unit(&a, &b);
        assert_eq!(found, unit);
        assert_eq!(warning.is_some(), unit == LengthUnit::Metre, "{warning:?}");
    }
}
