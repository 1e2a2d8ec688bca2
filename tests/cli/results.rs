//! The files that `analyze` writes, and where it does not write.
use crate::cli::harness::{Case, DOWN, RADIUS, coarse_sphere_in_slab, names_in, number};
use crate::shapes;
use serde_json::Value;
use std::fs;

#[test]
fn jaws_far_apart_still_have_every_result() {
    let case = Case::new(&shapes::sphere([0.0, 0.0, 300.0], RADIUS, 30), &shapes::sphere([0.0; 3], RADIUS, 30));
    let run = case.analyze(&["--json", "@a.json", "--png", "@a.png", "--gap-map", "@g.npy", "--class-map", "@c.npy"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let result: Value = serde_json::from_slice(&fs::read(case.path("a.json")).expect("written")).expect("JSON");
    assert_eq!(result["verdict"], "apart");
    assert!(result["gap"]["min_mm"].is_null());
    assert_eq!(case.names(), ["a.json", "a.png", "c.npy", "g.npy", "lower.stl", "upper.stl"]);
}

#[test]
fn every_result_is_written() {
    let case = coarse_sphere_in_slab();
    let files = ["--json", "@a.json", "--csv", "@a.csv", "--png", "@a.png", "--ply", "@a.ply"];
    let maps = ["--gap-map", "@gap.npy", "--class-map", "@class.npy", "--dump-prepared", "@prepared"];
    let rest = ["--pose", "0,0,0.1,0,0,0", "--resolution", "256", DOWN[0], DOWN[1]];
    let run = case.analyze(&[&files[..], &maps[..], &rest[..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("interfering"), "the summary is printed when stdout is free");
    let names = ["a.csv", "a.json", "a.ply", "a.png", "class.npy", "gap.npy", "lower.stl", "prepared", "upper.stl"];
    assert_eq!(case.names(), names);
    assert_eq!(names_in(&case.path("prepared")), ["lower.stl", "upper.stl"]);

    let result: Value = serde_json::from_slice(&fs::read(case.path("a.json")).expect("written")).expect("JSON");
    check_maps(&case, &result);
    // The dumped lower jaw stands where its pose put it.
    let dumped = fs::read(case.path("prepared/lower.stl")).expect("written");
    let heights = |bytes: &[u8]| {
        let z = |corner: &[u8]| f32::from_le_bytes(corner[8..12].try_into().expect("four bytes"));
        let corners = bytes[84..].chunks(50).flat_map(|t| t[12..48].chunks(12));
        corners.map(z).fold(f32::MIN, f32::max)
    };
    assert!((heights(&dumped) - 0.1).abs() < 1e-6);
    let csv = fs::read_to_string(case.path("a.csv")).expect("written");
    assert!(csv.lines().any(|l| l == "verdict,,interfering,"));
    assert!(fs::read(case.path("a.png")).expect("written").starts_with(b"\x89PNG"));
    assert!(fs::read(case.path("a.ply")).expect("written").starts_with(b"ply\nformat binary_little_endian"));
}

/// Shapes and values of the maps against the figures.
fn check_maps(case: &Case, result: &Value) {
    let (rows, cols) = (number(result, "/projection/rows") as u64, number(result, "/projection/cols") as u64);
    assert_eq!(rows.max(cols), 256);
    let read = |name: &str| fs::read(case.path(name)).expect("written");
    let (gap, class) = (read("gap.npy"), read("class.npy"));
    let gap = npyz::NpyFile::new(&gap[..]).expect("an npy file");
    let class = npyz::NpyFile::new(&class[..]).expect("an npy file");
    assert_eq!(gap.shape(), [rows, cols]);
    assert_eq!(class.shape(), [rows, cols]);
    let (gap, class) = (gap.into_vec::<f32>().expect("float32"), class.into_vec::<u8>().expect("uint8"));
    let smallest = gap.iter().copied().filter(|g| !g.is_nan()).fold(f32::INFINITY, f32::min);
    assert!((f64::from(smallest) - number(result, "/gap/min_mm")).abs() < 1e-6);
    let count = |wanted: u8| class.iter().filter(|c| **c == wanted).count() as f64;
    assert_eq!(count(4), number(result, "/pixels/interfering"));
    assert_eq!(count(3), number(result, "/pixels/clear"));
    assert!(class.iter().zip(&gap).all(|(c, g)| (*c == 4) == (*g < 0.0)), "interfering pixels have a negative gap");
    // The deepest pixel lies below the sphere's centre.
    let deepest = gap.iter().position(|g| *g == smallest).expect("there");
    let (col, row) = ((deepest as u64 % cols) as f64 + 0.5, (deepest as u64 / cols) as f64 + 0.5);
    let (u_mm, v_mm) = (number(result, "/projection/u_mm"), number(result, "/projection/v_mm"));
    for axis in 0..2 {
        let part = |name: &str| number(result, &format!("/projection/{name}/{axis}"));
        let place = part("origin") + col * u_mm * part("u") + row * v_mm * part("v");
        assert!(place.abs() < 3.0 * u_mm.max(v_mm) + 0.2, "the deepest pixel is off by {place} mm on axis {axis}");
    }
}

#[test]
fn stdout_holds_what_was_asked_for_and_nothing_else() {
    let case = coarse_sphere_in_slab();
    let csv = case.analyze(&["--csv", "-", "--resolution", "128"]);
    assert_eq!(csv.status, 0, "{}", csv.stderr);
    assert!(csv.stdout.starts_with("figure,threshold_mm,value,unit\n"));
    assert!(csv.stdout.lines().all(|l| l.matches(',').count() == 3));
    case.analyze(&["--json", "-", "--resolution", "128"]).json();
    assert_eq!(case.analyze(&["--json", "-", "--csv", "-"]).status, 2);
    assert_eq!(case.analyze(&["--png", "-"]).status, 2);
    assert_eq!(case.analyze(&["--teeth-csv", "-"]).status, 2);
    assert_eq!(case.names(), ["lower.stl", "upper.stl"]);
}

#[test]
fn results_are_not_put_where_they_do_harm() {
    let case = coarse_sphere_in_slab();
    let before = fs::read(case.path("upper.stl")).expect("there");
    let pose = r#"{"upper_from_lower": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}"#;
    fs::write(case.path("pose.json"), pose).expect("written");
    for args in [
        &["--json", "@upper.stl"][..],
        &["--dump-prepared", "@"],
        &["--json", "@none/a.json"],
        &["--csv", "@a", "--json", "@a"],
        &["--csv", "@a", "--json", "@./a"],
        &["--pose-file", "@pose.json", "--json", "@./pose.json"],
    ] {
        let run = case.analyze(args);
        assert_eq!(run.status, 2, "{args:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
    }
    assert_eq!(fs::read(case.path("upper.stl")).expect("there"), before);
    assert_eq!(fs::read_to_string(case.path("pose.json")).expect("there"), pose);
    assert_eq!(case.names(), ["lower.stl", "pose.json", "upper.stl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let case = coarse_sphere_in_slab();
    let run = case.analyze(&[
        "--csv",
        "@a.csv",
        "--json",
        "/dev/full",
        "--ply",
        "@a.ply",
        "--resolution",
        "64",
        "--dump-prepared",
        "@new/folder",
    ]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("/dev/full"), "{}", run.stderr);
    assert_eq!(case.names(), ["lower.stl", "upper.stl"]);
}
