//! `verify`: a record that holds, one that does not, and files that are none.
use crate::cli::harness::{Case, Run, coarse_sphere_in_slab, program, run};
use crate::shapes;
use serde_json::Value;
use std::fs;
use std::path::Path;

const SMALL: [&str; 2] = ["--resolution", "160"];

/// From another working directory than the case's.
fn verify(snapshot: &Path, more: &[&str]) -> Run {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut command = program();
    command.current_dir(elsewhere.path()).arg("verify").arg(snapshot).args(more);
    Run::of(command.output().expect("the program starts"))
}

fn analyze(case: &Case, more: &[&str]) {
    let run = case.analyze(&[&["--json", "@a.json"][..], &SMALL, more].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
}

/// Without the seal, as records of earlier versions are: what is changed in them is found by computing it again. What the seal
/// finds is in `seal`.
fn read(path: &Path) -> Value {
    let mut record: Value = serde_json::from_slice(&fs::read(path).expect("there")).expect("JSON");
    record.as_object_mut().expect("an object").remove("seal");
    record
}

fn holds(run: &Run) {
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(" figures hold"), "{}", run.stdout);
}

#[test]
fn a_record_holds_however_it_was_made() {
    let case = coarse_sphere_in_slab();
    for more in [
        &[][..],
        &["--direction", "0,0,-1", "--patches", "1"],
        &["--patches", "3", "--pose", "0.1,0,0.02,0,0.5,0"],
        &["--no-close", "--unit", "mm", "--zone-threshold-mm", "0.05"],
        &["--engine", "bvh", "--patches", "1"],
        &["--engine", "octree", "--patches", "1"],
        &["--engine", "bvh-gpu", "--adapter", "cpu", "--patches", "1"],
        &["--execution", "raster", "--adapter", "cpu"],
        &["--execution", "compute", "--adapter", "cpu"],
        &["--engine", "zlist", "--adapter", "cpu", "--patches", "1"],
        &["--counting", "parity", "--range-mm", "1.5", "--threshold-mm", "0.05,0.3"],
    ] {
        analyze(&case, more);
        let run = verify(&case.path("a.json"), &[]);
        holds(&run);
        assert!(run.stdout.contains("as it was made"), "{more:?}: {}", run.stdout);
    }
}

#[test]
fn another_engine_says_so_and_holds_within_its_tolerances() {
    let case = coarse_sphere_in_slab();
    analyze(&case, &["--direction", "0,0,-1"]);
    for more in [&["--engine", "bvh"][..], &["--execution", "raster", "--adapter", "cpu"]] {
        let run = verify(&case.path("a.json"), more);
        holds(&run);
        assert!(run.stdout.contains("tolerances of another engine"), "{}", run.stdout);
    }
    // The twin: a depth off by 5 %.
    change(&case, "/interference/max_depth_mm", |d| d * 1.05);
    assert_eq!(verify(&case.path("a.json"), &["--engine", "bvh"]).status, 1);
}

#[test]
fn the_sample_case_and_a_picture_are_verified_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let files = ["--json".into(), at("s.json").into_os_string(), "--png".into(), at("s.png").into_os_string()];
    let words = ["analyze", "sample", "sample", "--resolution", "256", "--patches", "1"].map(Into::into);
    let made = run(words.into_iter().chain(files));
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(read(&at("s.json"))["inputs"]["upper"]["path"].is_null());
    for name in ["s.json", "s.png"] {
        holds(&verify(&at(name), &[]));
    }
}

#[test]
fn the_folder_may_be_moved_as_a_whole() {
    let case = coarse_sphere_in_slab();
    fs::create_dir(case.path("results")).expect("made");
    let run = case.analyze(&[&["--json", "@results/a.json", "--png", "@results/a.png"][..], &SMALL].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let stored = read(&case.path("results/a.json"));
    assert_eq!(stored["inputs"]["upper"]["path"], "../upper.stl");
    assert!(stored["inputs"]["upper"]["file"].as_str().expect("text").ends_with("upper.stl"));
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::create_dir(elsewhere.path().join("results")).expect("made");
    for name in ["upper.stl", "lower.stl", "results/a.json", "results/a.png"] {
        fs::rename(case.path(name), elsewhere.path().join(name)).expect("moved");
    }
    holds(&verify(&elsewhere.path().join("results/a.json"), &[]));
    holds(&verify(&elsewhere.path().join("results/a.png"), &[]));
    // On stdout there is no folder to start from.
    let case = coarse_sphere_in_slab();
    let stdout = case.analyze(&[&["--json", "-"][..], &SMALL].concat()).json();
    assert!(Path::new(stdout["inputs"]["lower"]["path"].as_str().expect("text")).is_absolute());
}

/// Changes one number of the record.
fn change(case: &Case, pointer: &str, to: impl Fn(f64) -> f64) {
    let path = case.path("a.json");
    let mut record = read(&path);
    let leaf = record.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there"));
    *leaf = match leaf.as_u64() {
        Some(n) => (n + 1).into(),
        None => to(leaf.as_f64().unwrap_or_else(|| panic!("{pointer} is no number"))).into(),
    };
    fs::write(&path, record.to_string()).expect("written");
}

#[test]
fn any_one_figure_that_was_changed_is_named() {
    let case = coarse_sphere_in_slab();
    analyze(&case, &["--engine", "bvh"]);
    let before = fs::read(case.path("a.json")).expect("there");
    for pointer in [
        "/contact/3/area_upper_mm2",
        "/contact/0/penetrating_area_lower_mm2",
        "/curve/7/area_lower_mm2",
        "/zones/0/centroid/1",
        "/zones/0/area_mm2",
        "/zones/0/triangles_upper",
        "/interference/volume_mm3",
        "/gap/min_mm",
        "/object_space/max_depth_mm",
        "/triangle_pairs/count",
        "/pixels/interfering",
        "/projection/origin/0",
        "/patches/1/owned_area_mm2",
        "/inputs/upper/triangles",
    ] {
        fs::write(case.path("a.json"), &before).expect("written");
        change(&case, pointer, |x| x + 0.0001);
        let run = verify(&case.path("a.json"), &[]);
        assert_eq!(run.status, 1, "{pointer}: {}{}", run.stdout, run.stderr);
        let named = pointer[1..].split('/').next().expect("a name");
        let lines: Vec<_> = run.stdout.lines().filter(|l| l.contains("stored")).collect();
        assert_eq!(lines.len(), 1, "{pointer}: {}", run.stdout);
        assert!(lines[0].starts_with(named) && lines[0].contains("tolerance"), "{pointer}: {}", lines[0]);
    }
    // And a word.
    let text =
        String::from_utf8(before).expect("UTF-8").replace("\"verdict\": \"interfering\"", "\"verdict\": \"apart\"");
    fs::write(case.path("a.json"), text).expect("written");
    assert_eq!(verify(&case.path("a.json"), &[]).status, 1);
}

#[test]
fn another_pose_or_threshold_or_scan_does_not_hold() {
    let case = coarse_sphere_in_slab();
    analyze(&case, &[]);
    let before = fs::read(case.path("a.json")).expect("there");
    for (pointer, by) in
        [("/upper_from_lower/2/3", 0.001), ("/zone_threshold_mm", 0.01), ("/settings/thresholds_mm/4", 0.001)]
    {
        fs::write(case.path("a.json"), &before).expect("written");
        change(&case, pointer, |x| x + by);
        assert_eq!(verify(&case.path("a.json"), &[]).status, 1, "{pointer}");
    }
    fs::write(case.path("a.json"), &before).expect("written");
    holds(&verify(&case.path("a.json"), &[]));
    // One vertex of the upper scan, moved by a thousandth.
    let mut scan = fs::read(case.path("upper.stl")).expect("there");
    let z = f32::from_le_bytes(scan[104..108].try_into().expect("four bytes"));
    scan[104..108].copy_from_slice(&(z + 0.001).to_le_bytes());
    fs::write(case.path("other.stl"), &scan).expect("written");
    let report = case.path("report.json");
    let given = ["--upper", case.path("other.stl").to_str().expect("UTF-8"), "--json", report.to_str().expect("UTF-8")]
        .map(str::to_owned);
    let run = verify(&case.path("a.json"), &given.each_ref().map(String::as_str));
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("inputs.upper.blake3"), "{}", run.stdout);
    let report = read(&report);
    assert_eq!(report["holds"], false);
    assert_eq!(report["differences"][0]["name"], "inputs.upper.blake3");
    // With the right one by hand it holds, wherever it is.
    fs::rename(case.path("upper.stl"), case.path("renamed.stl")).expect("moved");
    assert_eq!(verify(&case.path("a.json"), &[]).status, 2, "the scan is not there");
    holds(&verify(&case.path("a.json"), &["--upper", case.path("renamed.stl").to_str().expect("UTF-8")]));
}

#[test]
fn what_is_no_snapshot_is_told_in_one_line() {
    let case = Case::new(&shapes::sphere([0.0; 3], 5.0, 20), &shapes::sphere([0.0, 0.0, -20.0], 5.0, 20));
    analyze(&case, &[]);
    let good = read(&case.path("a.json"));
    let changed = |pointer: &str, value: Value| {
        let mut record = good.clone();
        *record.pointer_mut(pointer).expect("there") = value;
        record.to_string()
    };
    let far = changed("/settings/resolution", 4_000_000_000u32.into());
    let bent = changed("/upper_from_lower/0/0", 2.into());
    let unknown = changed("/engine", "abacus".into());
    let no_range = changed("/settings/range_mm", (-1).into());
    for (text, wanted) in [
        ("", "empty"),
        ("not JSON", "no snapshot"),
        ("[1, 2]", "names no schema"),
        (r#"{"schema": "occluscope/engines/1"}"#, "occluscope/engines/1"),
        (r#"{"schema": "occluscope/seat/1"}"#, "those of analyze, motion, compare and vertical can"),
        (r#"{"schema": "occluscope/analysis/1"}"#, "not complete"),
        ("\u{89}PNG", "no snapshot"),
        ("PK\u{3}\u{4}", "this is a case"),
        (&far, "resolution"),
        (&bent, "pose"),
        (&unknown, "abacus"),
        (&no_range, "range"),
    ] {
        fs::write(case.path("b.json"), text).expect("written");
        let run = verify(&case.path("b.json"), &[]);
        assert_eq!(run.status, 2, "{wanted}: {}{}", run.stdout, run.stderr);
        let line = run.stderr.lines().last().unwrap_or_default();
        assert!(line.contains(wanted) && run.stdout.is_empty(), "{wanted}: {}", run.stderr);
    }
    let plain = [b"\x89PNG\r\n\x1a\n".as_slice(), b"cut off"].concat();
    fs::write(case.path("c.png"), plain).expect("written");
    assert_eq!(verify(&case.path("c.png"), &[]).status, 2);
    assert_eq!(verify(&case.path("none.json"), &[]).status, 2);
    assert_eq!(verify(&case.path("upper.stl"), &[]).status, 2);
}

const NOT_AGAIN: &str = "note: the teeth are not told apart again";

/// The same record with something else at one place.
fn put(case: &Case, pointer: &str, value: Value) {
    let mut record = read(&case.path("a.json"));
    *record.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
    fs::write(case.path("a.json"), record.to_string()).expect("written");
}

#[test]
fn teeth_from_label_files_are_read_again() {
    let case = coarse_sphere_in_slab();
    crate::cli::teeth::label(&case);
    analyze(&case, &["--png", "@a.png"]);
    let before = fs::read(case.path("a.json")).expect("there");
    let labels = fs::read_to_string(case.path("upper.json")).expect("there");
    assert_eq!(read(&case.path("a.json"))["inputs"]["upper"]["labels"]["path"], "upper.json");
    for name in ["a.json", "a.png"] {
        let run = verify(&case.path(name), &[]);
        holds(&run);
        assert!(!run.stdout.contains(NOT_AGAIN), "{name}: {}", run.stdout);
    }
    // Twins: another number in the record; another label in the file, on the gum's side of the ball.
    for (pointer, value) in [
        ("/pairs/0/upper", 17.into()),
        ("/zones/0/tooth_lower", 47.into()),
        ("/zones/0/tooth_share", 0.9.into()),
        ("/teeth/upper/0/contact_area_mm2", 1.into()),
        ("/balance/back_mm2", 1.into()),
    ] {
        put(&case, pointer, value);
        let run = verify(&case.path("a.json"), &[]);
        assert_eq!(run.status, 1, "{pointer}: {}", run.stdout);
        fs::write(case.path("a.json"), &before).expect("written");
    }
    fs::write(case.path("upper.json"), labels.replacen("16", "17", 1)).expect("written");
    let run = verify(&case.path("a.json"), &[]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("inputs.upper.labels.blake3: stored") && run.stdout.contains("has changed"),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.lines().filter(|l| l.contains("stored")).count(), 1, "{}", run.stdout);
    // Not there any more: it is said, and the teeth stay as they are. Named by hand it is there again.
    fs::remove_file(case.path("upper.json")).expect("there");
    let run = verify(&case.path("a.json"), &[]);
    holds(&run);
    assert_eq!(run.stdout.matches(NOT_AGAIN).count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains("not there any more") && run.stdout.contains("--teeth-upper"), "{}", run.stdout);
    let kept = case.path("kept.labels");
    fs::write(&kept, labels).expect("written");
    let run = verify(&case.path("a.json"), &["--teeth-upper", kept.to_str().expect("UTF-8")]);
    holds(&run);
    assert!(!run.stdout.contains(NOT_AGAIN), "{}", run.stdout);
}

#[test]
fn teeth_that_a_hand_has_named_stay_as_they_are() {
    let case = coarse_sphere_in_slab();
    crate::cli::teeth::label(&case);
    analyze(&case, &[]);
    put(&case, "/teeth/upper/0/source", "hand".into());
    put(&case, "/pairs/0/upper", 26.into());
    let run = verify(&case.path("a.json"), &[]);
    holds(&run);
    assert_eq!(run.stdout.matches("named by hand").count(), 1, "{}", run.stdout);
    // The labels below the names are still looked at.
    let labels = fs::read_to_string(case.path("lower.json")).expect("there");
    fs::write(case.path("lower.json"), labels.replacen("46", "47", 1)).expect("written");
    let run = verify(&case.path("a.json"), &[]);
    assert!(run.status == 1 && run.stdout.contains("inputs.lower.labels.blake3"), "{}", run.stdout);
    fs::write(case.path("lower.json"), labels).expect("written");
    // And those of older versions, whose pairs are of whole contacts.
    analyze(&case, &[]);
    let mut record = read(&case.path("a.json"));
    record["balance"].as_object_mut().expect("an object").remove("no_pair_mm2");
    fs::write(case.path("a.json"), record.to_string()).expect("written");
    let run = verify(&case.path("a.json"), &[]);
    holds(&run);
    assert!(run.stdout.contains("older versions"), "{}", run.stdout);
}

#[test]
fn teeth_from_the_arches_shape_are_told_apart_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("s.json");
    let words = ["analyze", "sample", "sample", "--resolution", "128", "--patches", "1", "--sureness", "3", "--json"];
    let made = run(words.map(Into::into).into_iter().chain([at.clone().into_os_string()]));
    assert_eq!(made.status, 0, "{}", made.stderr);
    let run = verify(&at, &[]);
    holds(&run);
    assert!(!run.stdout.contains(NOT_AGAIN), "{}", run.stdout);
    let good = read(&at);
    assert!(good["pairs"].as_array().is_some_and(|p| p.len() >= 12));
    for (pointer, value) in [
        ("/teeth/upper/3/fdi", Value::from(28)),
        ("/pairs/2/contacts", 9.into()),
        ("/balance/no_pair_mm2", 1.into()),
        ("/sureness/areas/2/upper_mm2/low", 1.into()),
    ] {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = value;
        fs::write(&at, changed.to_string()).expect("written");
        let run = verify(&at, &[]);
        assert_eq!(run.status, 1, "{pointer}: {}", run.stdout);
    }
}
