//! The real program, run as a person or a script runs it: figures of analytic shapes, files, exit statuses, messages.
mod shapes;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What one run left.
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            status: output.status.code().expect("the program ends by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    fn json(&self) -> Value {
        assert_eq!(self.status, 0, "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("stdout is JSON and nothing else")
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_occluscope"))
}

fn run<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    Run::of(program().args(args).output().expect("the program starts"))
}

/// A folder with two scans in it.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(upper: &[shapes::Triangle], lower: &[shapes::Triangle]) -> Self {
        let case = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::write(case.path("upper.stl"), shapes::stl(upper)).expect("written");
        fs::write(case.path("lower.stl"), shapes::stl(lower)).expect("written");
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `analyze` on the two scans; "@name" stands for a file of that name in the case's folder.
    fn analyze(&self, args: &[&str]) -> Run {
        let place = |arg: &&str| match arg.strip_prefix('@') {
            Some(name) => self.path(name).into_os_string(),
            None => (*arg).into(),
        };
        let scans = ["@upper.stl", "@lower.stl"];
        run(["analyze".into()].into_iter().chain(scans.iter().map(place)).chain(args.iter().map(place)))
    }

    fn names(&self) -> Vec<String> {
        names_in(self.folder.path())
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let name = |e: std::io::Result<fs::DirEntry>| e.expect("an entry").file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = fs::read_dir(folder).expect("a folder").map(name).collect();
    names.sort();
    names
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer} is no number in {value}"))
}

const RADIUS: f64 = 5.0;
const PRESSED: f64 = 0.3;
const DOWN: [&str; 2] = ["--direction", "0,0,-1"];

/// A sphere pressed into the top of a slab; the slab's top is z = 0.
fn sphere_in_slab() -> Case {
    let sphere = shapes::sphere([0.0, 0.0, RADIUS - PRESSED], RADIUS, 160);
    Case::new(&sphere, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]))
}

#[test]
fn the_shapes_face_outwards() {
    let sphere = shapes::volume(&shapes::sphere([1.0, 2.0, 3.0], RADIUS, 160));
    let exact = 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3);
    assert!((sphere / exact - 1.0).abs() < 1e-3, "{sphere} is not {exact}");
    assert!((shapes::volume(&shapes::cuboid([0.0; 3], [1.0, 2.0, 3.0])) - 6.0).abs() < 1e-12);
}

/// Tolerances of the issue: area within 1 % of pi (2 R d - d²), depth within 0.004 mm.
fn check_sphere_in_slab(result: &Value, pressed: f64) -> bool {
    let area = std::f64::consts::PI * (2.0 * RADIUS * pressed - pressed * pressed);
    (number(result, "/interference/projected_area_mm2") / area - 1.0).abs() < 0.01
        && (number(result, "/interference/max_depth_mm") - pressed).abs() < 0.004
        && (number(result, "/gap/min_mm") + pressed).abs() < 0.004
}

#[test]
fn a_sphere_in_a_slab_has_its_area_and_depth() {
    let case = sphere_in_slab();
    let result = case.analyze(&["--json", "-", DOWN[0], DOWN[1]]).json();
    assert_eq!(result["schema"], "occluscope/analysis/1");
    assert_eq!(result["verdict"], "interfering");
    assert_eq!(result["projection"]["chosen_by"], "given");
    assert_eq!(result["inputs"]["upper"]["blake3"].as_str().map(str::len), Some(64));
    assert!(check_sphere_in_slab(&result, PRESSED), "{result:#}");
    // Negative twin: another depth is not what was found.
    assert!(!check_sphere_in_slab(&result, PRESSED + 0.02));
    let pixels = &result["pixels"];
    assert_eq!(pixels["unsolved"], 0);
    assert_eq!(number(pixels, "/clear") + number(pixels, "/interfering"), number(pixels, "/overlap"));
    let contact = result["contact"].as_array().expect("an array");
    assert_eq!(contact.len(), 8);
    let areas: Vec<_> = contact.iter().map(|c| number(c, "/area_upper_mm2")).collect();
    assert!(areas.windows(2).all(|w| w[0] <= w[1]), "a larger threshold never has less contact: {areas:?}");
}

#[test]
fn lowering_takes_the_jaws_apart() {
    let case = sphere_in_slab();
    let result = case.analyze(&["--json", "-", "--pose", "0,0,-1,0,0,0", DOWN[0], DOWN[1]]).json();
    assert_eq!(result["verdict"], "apart");
    assert!((number(&result, "/gap/min_mm") - (1.0 - PRESSED)).abs() < 0.004, "{result:#}");
    assert_eq!(number(&result, "/interference/projected_area_mm2"), 0.0);
    // The same pose from a file.
    let rows = r#"{"upper_from_lower": [[1,0,0,0],[0,1,0,0],[0,0,1,-1],[0,0,0,1]]}"#;
    fs::write(case.path("pose.json"), rows).expect("written");
    let from_file = case.analyze(&["--json", "-", "--pose-file", "@pose.json", DOWN[0], DOWN[1]]).json();
    assert_eq!(from_file["upper_from_lower"], result["upper_from_lower"]);
    assert_eq!(from_file["gap"], result["gap"]);
}

#[test]
fn two_spheres_apart_are_apart_by_their_gap() {
    let case = two_spheres_apart();
    let result = case.analyze(&["--json", "-", DOWN[0], DOWN[1]]).json();
    assert_eq!(result["verdict"], "apart");
    assert!((number(&result, "/gap/min_mm") - 0.5).abs() < 0.004, "{result:#}");
    assert!(result["gap"]["clearance_mm"].is_null(), "the projected method does not know the clearance");
}

#[test]
fn a_sphere_inside_a_box_interferes() {
    // As thick as the sphere along the projection: the longest stretch inside both.
    let (sphere, cube) = (shapes::sphere([0.0; 3], 2.0, 60), shapes::cuboid([-5.0; 3], [5.0; 3]));
    for (upper, lower) in [(&sphere, &cube), (&cube, &sphere)] {
        let result = Case::new(upper, lower).analyze(&["--json", "-", DOWN[0], DOWN[1]]).json();
        println!("{}", result["pixels"]);
        assert_eq!(result["verdict"], "interfering");
        assert_eq!(result["pixels"]["unsolved"], 0);
        assert!((number(&result, "/interference/max_depth_mm") - 4.0).abs() < 0.004, "{result:#}");
        let area = std::f64::consts::PI * 4.0;
        assert!((number(&result, "/interference/projected_area_mm2") / area - 1.0).abs() < 0.01, "{result:#}");
    }
}

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
    let case = sphere_in_slab();
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
    let case = sphere_in_slab();
    let csv = case.analyze(&["--csv", "-", "--resolution", "128"]);
    assert_eq!(csv.status, 0, "{}", csv.stderr);
    assert!(csv.stdout.starts_with("figure,threshold_mm,value,unit\n"));
    assert!(csv.stdout.lines().all(|l| l.matches(',').count() == 3));
    case.analyze(&["--json", "-", "--resolution", "128"]).json();
    assert_eq!(case.analyze(&["--json", "-", "--csv", "-"]).status, 2);
    assert_eq!(case.analyze(&["--png", "-"]).status, 2);
    assert_eq!(case.names(), ["lower.stl", "upper.stl"]);
}

#[test]
fn a_verdict_that_is_not_wanted_is_status_1() {
    let case = sphere_in_slab();
    let small = ["--resolution", "64"];
    let with = |verdict: &str| case.analyze(&["--fail-if", verdict, small[0], small[1]]).status;
    assert_eq!(with("interfering"), 1);
    assert_eq!(with("apart"), 0);
    assert_eq!(with("heavy"), 2);
}

fn two_spheres_apart() -> Case {
    Case::new(&shapes::sphere([0.0, 0.0, 10.5], RADIUS, 160), &shapes::sphere([0.0; 3], RADIUS, 160))
}

/// Area and verdict at a threshold above the range would be made up if the range cut them off.
#[test]
fn a_small_range_takes_nothing_from_the_figures() {
    let case = two_spheres_apart();
    let json = |range: &str, threshold: &str| {
        case.analyze(&["--range-mm", range, "--threshold-mm", threshold, "--resolution", "128", "--json", "-"]).json()
    };
    let (narrow, wide) = (json("0.3", "1"), json("3", "1"));
    assert_eq!(narrow["verdict"], "touching");
    let area = |result: &Value| number(result, "/contact/0/area_upper_mm2");
    assert!(area(&narrow) > 1.0 && (area(&narrow) / area(&wide) - 1.0).abs() < 0.02, "{narrow} {wide}");
    let below = json("0.3", "0.2");
    assert_eq!(below["verdict"], "apart");
}

#[test]
fn frames_are_timed() {
    let case = sphere_in_slab();
    let result = case.analyze(&["--json", "-", "--time", "5", "--resolution", "64"]).json();
    assert_eq!(result["timing_ms"]["frames"]["count"], 5);
    assert!(number(&result, "/timing_ms/frame") > 0.0);
    assert_eq!(result["timing_ms"]["frame"], result["timing_ms"]["frames"]["median"]);
}

/// A place on z = 0 where four of the map's pixels meet.
fn between_centres(result: &Value) -> [f64; 2] {
    let [cols, rows] = ["cols", "rows"].map(|n| (number(result, &format!("/projection/{n}")) / 2.0).floor());
    let at = |axis: &str, k: usize| number(result, &format!("/projection/{axis}/{k}"));
    let (u_mm, v_mm) = (number(result, "/projection/u_mm"), number(result, "/projection/v_mm"));
    [0, 1].map(|k| at("origin", k) + cols * u_mm * at("u", k) + rows * v_mm * at("v", k))
}

#[test]
fn a_spike_that_no_pixel_shows_is_found_and_told() {
    let slab = shapes::cuboid([-4.0, -3.0, -2.0], [4.0, 3.0, 0.0]);
    let coarse = ["--resolution", "64", DOWN[0], DOWN[1]];
    let with = |at: [f64; 2], tip_z: f64, more: &[&str]| {
        Case::new(&shapes::needled_slab(at, 0.01, tip_z), &slab).analyze(&[&coarse[..], more].concat())
    };
    let at = between_centres(&with([0.0; 2], 0.9, &["--json", "-"]).json());
    for engine in ["stencil", "zlist"] {
        let run = with(at, -0.4, &["--engine", engine, "--time", "1", "--json", "-"]);
        let result = run.json();
        assert_eq!(
            (result["verdict"].as_str(), result["pixels"]["interfering"].as_u64()),
            (Some("interfering"), Some(0))
        );
        // The scan's corners are in single precision.
        assert!((number(&result, "/between_pixels/max_depth_mm") - 0.4).abs() < 1e-6, "{result:#}");
        assert!((number(&result, "/between_pixels/place/upper/2") + 0.4).abs() < 1e-6, "{result:#}");
        assert!(number(&result, "/between_pixels/triangle_pairs") >= 4.0);
        // The map knows nothing of it: neither a depth nor 0.
        assert!(result["interference"].as_object().is_some_and(|i| i.values().all(Value::is_null)), "{result:#}");
        assert!((number(&result, "/gap/min_mm") - 1.0).abs() < 1e-3);
        assert!(number(&result, "/timing_ms/passes/between the pixels") > 0.0, "{result:#}");
        assert!(run.stderr.contains("an interference that no pixel shows, 0.4000 mm deep"), "{}", run.stderr);
    }
    let said = with(at, -0.4, &["--fail-if", "interfering"]);
    assert_eq!(said.status, 1, "{}", said.stderr);
    assert!(said.stdout.contains("interfering: 0.400 mm deep where no pixel shows it"), "{}", said.stdout);
    let apart = with(at, 0.5, &["--json", "-"]).json();
    assert_eq!((apart["verdict"].as_str(), apart["interference"]["max_depth_mm"].as_f64()), (Some("apart"), Some(0.0)));
    assert!(apart["between_pixels"]["max_depth_mm"].is_null() && apart["between_pixels"]["place"].is_null());
}

#[test]
fn what_is_not_built_yet_says_so() {
    let case = sphere_in_slab();
    for args in [
        &["--engine", "bvh-gpu"][..],
        &["--execution", "compute"],
        &["--execution", "native"],
        &["--adapter", "none"],
        &["--contact-gap", "closest"],
    ] {
        let run = case.analyze(args);
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.stderr.contains("not built yet") && run.stderr.lines().count() == 1, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    }
    let verify = run(["verify", "a"]);
    assert_eq!(verify.status, 2);
    assert!(verify.stderr.contains("not built yet"), "{}", verify.stderr);
}

#[test]
fn bad_usage_is_status_2() {
    let case = sphere_in_slab();
    for args in [
        &["--pose", "1,2,3"][..],
        &["--pose", "1,2,3,4,5,nan"],
        &["--pose", "0,0,0,0,0,0", "--pose-file", "a"],
        &["--pose-file", "@upper.stl"],
        &["--pose-file", "@none.json"],
        &["--direction", "0,0,0"],
        &["--direction", "up"],
        &["--resolution", "0"],
        &["--range-mm", "-1"],
        &["--threshold-mm", "a"],
        &["--unit", "feet"],
        &["--engine", "magic"],
        &["--resolution", "-1"],
        &["--threshold-mm", "-0.1,0.2"],
        &["--time", "0"],
        &["--time", "-1"],
        &["--nonsense"],
        &["third.stl"],
    ] {
        let run = case.analyze(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{args:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
        assert!(!run.stderr.contains("unexpected argument '-1"), "{args:?}: {}", run.stderr);
    }
    assert_eq!(run(["analyze"]).status, 2);
    assert_eq!(run(["info"]).status, 2);
    assert_eq!(run(["--help"]).status, 0);
    assert_eq!(run(["--version"]).stdout, format!("occluscope {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn results_are_not_put_where_they_do_harm() {
    let case = sphere_in_slab();
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

#[test]
fn a_pose_file_that_is_none_is_refused_in_plain_words() {
    let case = sphere_in_slab();
    for (text, wanted) in [
        ("[]", "no pose file"),
        ("{\"pose\": 1}", "no pose file"),
        ("{\"upper_from_lower\": [[1,0,0]]}", "no pose file"),
        ("{\"upper_from_lower\": [[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]]}", "rigid motion"),
        ("{\"upper_from_lower\": [[1,0,0,0],[0,1,0,0],[0,0,-1,0],[0,0,0,1]]}", "rigid motion"),
    ] {
        fs::write(case.path("pose.json"), text).expect("written");
        let run = case.analyze(&["--pose-file", "@pose.json"]);
        assert_eq!(run.status, 2, "{text}: {}", run.stderr);
        assert!(run.stderr.contains("pose.json") && run.stderr.contains(wanted), "{text}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{text}: {}", run.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let case = sphere_in_slab();
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

/// Without any driver the loader finds nothing; the sentence says what to install.
#[cfg(target_os = "linux")]
#[test]
fn without_a_driver_the_status_is_3() {
    let case = sphere_in_slab();
    let mut command = program();
    for variable in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        command.env(variable, case.path("no-such-driver.json"));
    }
    let scans = [case.path("upper.stl"), case.path("lower.stl")];
    let run = Run::of(command.arg("analyze").args(scans).args(["--json", "-"]).output().expect("the program starts"));
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("apt-get install") && run.stdout.is_empty(), "{}", run.stderr);
    let named = case.analyze(&["--adapter", "no such adapter"]);
    assert_eq!(named.status, 3, "{}", named.stderr);
}

/// Every file that must be refused: its name and content.
fn bad_files() -> Vec<(&'static str, Vec<u8>)> {
    let good = shapes::stl(&shapes::cuboid([0.0; 3], [9.0; 3]));
    let with_first_coordinate = |x: f32| {
        let mut bytes = good.clone();
        bytes[96..100].copy_from_slice(&x.to_le_bytes());
        bytes
    };
    let mut huge_count = good.clone();
    huge_count[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let huge_ply = "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n\
        property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\nabc";
    vec![
        ("empty.stl", vec![]),
        ("truncated.stl", good[..good.len() - 30].to_vec()),
        ("text.stl", b"Dear colleague, the scans follow by mail.\n".to_vec()),
        ("nan.stl", with_first_coordinate(f32::NAN)),
        ("infinite.stl", with_first_coordinate(f32::INFINITY)),
        ("none.stl", shapes::stl(&[])),
        ("count.stl", huge_count),
        ("huge.ply", huge_ply.as_bytes().to_vec()),
        ("flat.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n".to_vec()),
        ("header.stl", good[..70].to_vec()),
        ("cut.obj", b"v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3".to_vec()),
    ]
}

/// Runs with at most 2 GiB of address space, so that a giant allocation fails the test.
fn run_in_little_memory(args: &[&std::ffi::OsStr]) -> Run {
    if !cfg!(unix) {
        return run(args);
    }
    let script = "ulimit -v 2097152 && exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_occluscope")]).args(args);
    Run::of(command.output().expect("sh starts"))
}

fn check_refused(bad: &Path, good: &Path, out: &Path) {
    let name = bad.file_name().expect("a name").to_string_lossy().into_owned();
    let json = out.join("a.json");
    let rest = ["--json".as_ref(), json.as_os_str(), "--dump-prepared".as_ref(), out.as_os_str()];
    let as_upper = [&["analyze".as_ref(), bad.as_os_str(), good.as_os_str()][..], &rest].concat();
    let as_lower = [&["analyze".as_ref(), good.as_os_str(), bad.as_os_str()][..], &rest].concat();
    for args in [&as_upper[..], &as_lower, &["info".as_ref(), bad.as_os_str()]] {
        let run = run_in_little_memory(args);
        assert_eq!(run.status, 2, "{name}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&name), "{name}: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        assert!(run.stdout.is_empty(), "{name}: {}", run.stdout);
        assert_eq!(names_in(out), Vec::<String>::new(), "{name}: something was written");
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let case = sphere_in_slab();
    let out = case.path("out");
    fs::create_dir(&out).expect("made");
    for (name, content) in bad_files() {
        fs::write(case.path(name), content).expect("written");
        check_refused(&case.path(name), &case.path("lower.stl"), &out);
    }
    fs::create_dir(case.path("folder.stl")).expect("made");
    check_refused(&case.path("folder.stl"), &case.path("lower.stl"), &out);
    check_refused(&case.path("missing.stl"), &case.path("lower.stl"), &out);
}

#[cfg(unix)]
#[test]
fn a_scan_that_may_not_be_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let case = sphere_in_slab();
    let (locked, out) = (case.path("locked.stl"), case.path("out"));
    fs::copy(case.path("upper.stl"), &locked).expect("copied");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("set");
    fs::create_dir(&out).expect("made");
    if fs::read(&locked).is_ok() {
        println!("left out: this user (root) may read every file");
        return;
    }
    check_refused(&locked, &case.path("lower.stl"), &out);
}

#[test]
fn info_says_what_was_read() {
    let case = sphere_in_slab();
    let upper = case.path("upper.stl");
    let text = run(["info".as_ref(), upper.as_os_str()]);
    assert_eq!(text.status, 0, "{}", text.stderr);
    for wanted in ["STL, binary, mm", "closed as read", "upper (by its name)"] {
        assert!(text.stdout.contains(wanted), "{wanted}: {}", text.stdout);
    }
    let lower = case.path("lower.stl");
    let json = run(["info".as_ref(), "--json".as_ref(), upper.as_os_str(), lower.as_os_str()]).json();
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[1]["guessed_side"], "lower");
    assert_eq!(json[1]["triangles"], 12);
    assert_eq!(json[1]["closed"], true);
    assert_eq!(number(&json[1], "/size_mm/0"), 16.0);
}

#[test]
fn swapped_names_are_a_warning_and_no_more() {
    let case = sphere_in_slab();
    let scans = [case.path("lower.stl"), case.path("upper.stl")];
    let run = Run::of(program().arg("analyze").args(scans).args(["--resolution", "64"]).output().expect("starts"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("By their names"), "{}", run.stderr);
}

#[test]
fn the_sample_case_is_written_and_touches() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("made");
    let run = run(["sample".as_ref(), made.as_os_str()]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(names_in(&made), ["lower.stl", "upper.stl"]);
    let scans = [made.join("upper.stl"), made.join("lower.stl")];
    let result = Run::of(program().arg("analyze").args(scans).args(["--json", "-"]).output().expect("starts")).json();
    assert_eq!(result["verdict"], "interfering");
    // sample-case: tens of mm² at 0.2 mm, depth under 0.1 mm.
    assert!(number(&result, "/interference/max_depth_mm") < 0.1, "{result:#}");
    let widest = result["contact"].as_array().and_then(|c| c.last()).expect("thresholds").clone();
    assert!((20.0..120.0).contains(&number(&widest, "/area_upper_mm2")), "{widest:#}");
}

/// The folder of real scans, `None` (and a line that says so) where it is absent.
fn scans() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/scans");
    let folder = std::env::var_os("OCCLUSCOPE_SCANS").map_or(default, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("left out: cases 1 to 5, the scans are not in {}", folder.display());
    None
}

fn analyze_scans(folder: &Path, [upper, lower]: [&str; 2], args: &[&str]) -> Value {
    let scans = [folder.join(upper), folder.join(lower)];
    let mut command = program();
    command.arg("analyze").args(scans).args(["--json", "-"]).args(args);
    Run::of(command.output().expect("the program starts")).json()
}

const STL: [&str; 2] = ["upper.stl", "lower.stl"];

#[test]
fn real_scans_have_their_verdicts() {
    let Some(scans) = scans() else { return };
    // Name, files, and the least and largest depth that is plausible (scans' own description: smallest signed
    // vertex distance; a depth along the projection may be larger).
    for (name, files, depths) in [
        ("case-1-full-resolution", STL, 0.04..0.2),
        ("case-2-tight-contact", STL, 0.02..0.15),
        ("case-3-light-contact", STL, 0.01..0.15),
        ("case-4-jaws-with-condyles", ["upper_in_metres.obj", "lower_in_metres.obj"], 0.3..1.2),
        ("case-5-closed-crowns", STL, 0.3..1.5),
    ] {
        let result = analyze_scans(&scans.join(name), files, &[]);
        assert_eq!(result["verdict"], "interfering", "{name}");
        let depth = number(&result, "/interference/max_depth_mm");
        assert!(depths.contains(&depth), "{name}: {depth} mm");
        let (unsolved, overlap) = (number(&result, "/pixels/unsolved"), number(&result, "/pixels/overlap"));
        println!("{name}: depth {depth:.3} mm, {unsolved} of {overlap} pixels unsolved");
        assert!(unsolved <= 0.005 * overlap, "{name}: {unsolved} of {overlap} unsolved");
        if name.starts_with("case-4") {
            assert_eq!(result["inputs"]["upper"]["unit"], "m");
            assert!(result["warnings"].to_string().contains("metres"), "{name}");
        }
    }
}

#[test]
fn case_1_lowered_by_2_mm_is_apart() {
    let Some(scans) = scans() else { return };
    let result = analyze_scans(&scans.join("case-1-full-resolution"), STL, &["--pose", "0,-2,0,0,0,0"]);
    assert_eq!(result["verdict"], "apart");
    assert!(number(&result, "/gap/min_mm") > 0.5, "{result:#}");
}

#[test]
fn case_5_from_the_side_needs_more_than_the_first_pass() {
    let Some(scans) = scans() else { return };
    let result = analyze_scans(&scans.join("case-5-closed-crowns"), STL, &["--direction", "1,0,0"]);
    assert_eq!(result["verdict"], "interfering");
    let later = number(&result, "/pixels/overlap") - number(&result, "/pixels/solved_first_pass");
    assert!(later > 0.2 * number(&result, "/pixels/overlap"), "{result:#}");
}

#[test]
fn exact_engines_need_no_gpu_and_write_every_result() {
    let case = sphere_in_slab();
    for engine in ["bvh", "octree"] {
        let run = case.analyze(
            &[
                ["--engine", engine, "--adapter", "none", "--resolution", "128", "--time", "2"].as_slice(),
                &["--json", "@a.json", "--csv", "@a.csv", "--png", "@a.png", "--ply", "@a.ply"],
                &["--gap-map", "@gap.npy", "--class-map", "@class.npy", "--dump-prepared", "@prepared"],
                &["--fail-if", "interfering"],
            ]
            .concat(),
        );
        assert_eq!(run.status, 1, "{}", run.stderr);
        let result: Value =
            serde_json::from_slice(&fs::read(case.path("a.json")).expect("written")).expect("a JSON file");
        assert_eq!((&result["engine"], &result["adapter"]), (&engine.into(), &"none (processor)".into()));
        assert_eq!(result["projection"]["chosen_by"], "item-buffer");
        assert!(number(&result, "/triangle_pairs/count") > 0.0 && number(&result, "/gap/clearance_mm") == 0.0);
        assert_eq!(result["timing_ms"]["frames"]["count"], 2);
        for file in ["a.csv", "a.png", "a.ply", "gap.npy", "class.npy", "prepared/upper.stl", "prepared/lower.stl"] {
            assert!(fs::metadata(case.path(file)).is_ok_and(|m| m.len() > 100), "{engine}: {file}");
        }
        // An adapter that is not there is of no concern to an engine that needs none.
        let other = case.analyze(&["--engine", engine, "--adapter", "no such adapter", "--resolution", "64"]);
        assert!(other.status == 0 && other.stdout.contains("pairs of triangles meet"), "{}", other.stderr);
    }
    assert_eq!(case.analyze(&["--adapter", "no such adapter"]).status, 3, "the twin: the live engine needs one");
}

/// Contract: unknown is null to the live engine; an exact one knows the distance of jaws however far apart.
#[test]
fn exact_engines_know_the_clearance_of_jaws_far_apart() {
    let case = two_spheres_apart();
    let far = |engine: &str| case.analyze(&["--engine", engine, "--pose", "0,0,-30,0,0,0", "--json", "-"]).json();
    let (exact, live) = (far("bvh"), far("stencil"));
    // The facets of both spheres lie at most 0.002 mm inside.
    assert!((number(&exact, "/gap/clearance_mm") - 30.5).abs() < 0.004, "{exact}");
    assert_eq!((exact["triangle_pairs"]["count"].as_u64(), exact["projection"].is_null()), (Some(0), true));
    assert_eq!((exact["verdict"].as_str(), live["verdict"].as_str()), (Some("apart"), Some("apart")));
    assert!(live["gap"]["clearance_mm"].is_null() && live["triangle_pairs"]["count"].is_null());
}

#[test]
fn engines_run_without_a_gpu_and_against_several_rays_a_pixel() {
    let case = sphere_in_slab();
    let (upper, lower) = (case.path("upper.stl"), case.path("lower.stl"));
    let engines = |more: &[&str]| {
        let scans = [upper.as_os_str(), lower.as_os_str()];
        let settings = ["--resolution", "128", "--adapter", "none"].map(std::ffi::OsStr::new);
        run(["engines".as_ref()].into_iter().chain(scans).chain(settings).chain(more.iter().map(|s| s.as_ref())))
    };
    let report = engines(&["--rays-per-pixel", "16", "--json", "-"]).json();
    assert_eq!(report["left_out"], serde_json::json!(["stencil", "zlist"]));
    let rows = report["engines"].as_array().expect("rows");
    assert_eq!(rows.iter().map(|r| r["engine"].as_str()).collect::<Vec<_>>(), [Some("bvh"), Some("octree")]);
    for row in rows {
        assert_eq!(row["mean_of_rays"]["rays_per_pixel"], 16);
        assert!(number(row, "/mean_of_rays/compared") > 100.0 && number(row, "/mean_of_rays/rms_mm") > 0.0, "{row}");
        assert_eq!(row["triangle_pairs"], rows[0]["triangle_pairs"]);
    }
    assert_eq!(number(&report, "/agreement/gap_max_mm"), 0.0, "the same rays");
    assert_eq!(engines(&["--rays-per-pixel", "5"]).status, 2);
}

#[test]
fn engines_agree_on_one_pose() {
    let case = sphere_in_slab();
    let (upper, lower) = (case.path("upper.stl"), case.path("lower.stl"));
    let args = |more: &[&str]| {
        let mut all = vec!["engines".to_owned(), upper.display().to_string(), lower.display().to_string()];
        all.extend(more.iter().map(|s| (*s).to_owned()));
        all
    };
    let report = run(args(&["--direction", "0,0,-1", "--resolution", "256", "--json", "-"]));
    assert_eq!(report.status, 0, "{}", report.stderr);
    let report = report.json();
    let engines = report["engines"].as_array().expect("engines");
    let named = |name| engines.iter().find(|e| e["engine"] == name).expect("an engine that is built");
    let [stencil, zlist, bvh] = ["stencil", "zlist", "bvh"].map(named);
    assert_eq!(engines[0], *stencil);
    for engine in [stencil, zlist, bvh] {
        assert_eq!(engine["verdict"], "interfering");
        assert!((number(engine, "/max_depth_mm") - 0.3).abs() < 0.004, "{engine}");
    }
    assert!(number(bvh, "/triangle_pairs") > 0.0);
    assert_eq!(number(bvh, "/clearance_mm"), 0.0);
    assert_eq!(number(&report, "/agreement/class_differs"), 0.0, "{report}");
    assert_eq!(number(&report, "/agreement/gap_missing"), 0.0, "{report}");
    assert_eq!(number(&report, "/agreement/gap_differs"), 0.0, "{report}");
    assert_eq!(report["agreement"], stencil["agreement"]);
    assert!(number(&report, "/agreement/gap_max_mm") < 0.001, "{report}");
    // The table says the same to a person; other results belong to `analyze`.
    let table = run(args(&["--direction", "0,0,-1", "--resolution", "64"]));
    assert!(table.status == 0 && table.stdout.contains("stencil against bvh"), "{}", table.stdout);
    assert_eq!(run(args(&["--csv", "-"])).status, 2);
}
