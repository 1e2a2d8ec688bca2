//! `occluscope analyze`: figures and verdicts of analytic shapes.
use crate::cli::harness::{
    Case, DOWN, PRESSED, RADIUS, Run, coarse_sphere_in_slab, number, program, sphere_in_slab, two_spheres_apart,
};
use crate::shapes;
use serde_json::Value;
use std::fs;

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
fn a_verdict_that_is_not_wanted_is_status_1() {
    let case = coarse_sphere_in_slab();
    let small = ["--resolution", "64"];
    let with = |verdict: &str| case.analyze(&["--fail-if", verdict, small[0], small[1]]).status;
    assert_eq!(with("interfering"), 1);
    assert_eq!(with("apart"), 0);
    assert_eq!(with("heavy"), 2);
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
    // Nothing is within 0.3 mm: the projection is the mean over the range, here 6 degrees another, and with it the area by 2.3 %.
    assert!(area(&narrow) > 1.0 && (area(&narrow) / area(&wide) - 1.0).abs() < 0.05, "{narrow} {wide}");
    let below = json("0.3", "0.2");
    assert_eq!(below["verdict"], "apart");
    // That it was raised is said.
    let says = |result: &Value| result["warnings"].to_string().contains("1 mm was used");
    assert!(says(&narrow) && !says(&wide) && !says(&below), "{narrow} {below}");
}

#[test]
fn frames_are_timed() {
    let case = coarse_sphere_in_slab();
    let result = case.analyze(&["--json", "-", "--time", "5", "--resolution", "64"]).json();
    assert_eq!(result["timing_ms"]["frames"]["count"], 5);
    assert!(number(&result, "/timing_ms/frame") > 0.0);
    assert_eq!(result["timing_ms"]["frame"], result["timing_ms"]["frames"]["median"]);
}

#[test]
fn swapped_names_are_a_warning_and_no_more() {
    let case = coarse_sphere_in_slab();
    let scans = [case.path("lower.stl"), case.path("upper.stl")];
    let run = Run::of(program().arg("analyze").args(scans).args(["--resolution", "64"]).output().expect("starts"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("By their names"), "{}", run.stderr);
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
        let by_map = |i: &serde_json::Map<String, Value>| {
            i.iter().filter(|(name, _)| *name != "solids_volume_mm3").all(|(_, value)| value.is_null())
        };
        assert!(result["interference"].as_object().is_some_and(by_map), "{result:#}");
        assert!((number(&result, "/gap/min_mm") - 1.0).abs() < 1e-3);
        assert!(number(&result, "/timing_ms/passes/between the pixels") > 0.0, "{result:#}");
        assert!(run.stderr.contains("an interference that no pixel shows, 0.4000 mm deep"), "{}", run.stderr);
    }
    let said = with(at, -0.4, &["--fail-if", "interfering"]);
    assert_eq!(said.status, 1, "{}", said.stderr);
    let words = ["Overlap 0.40 mm, beyond scan error", "0.400 mm deep where no pixel shows it"];
    assert!(words.iter().all(|words| said.stdout.contains(words)), "{}", said.stdout);
    let apart = with(at, 0.5, &["--json", "-"]).json();
    assert_eq!((apart["verdict"].as_str(), apart["interference"]["max_depth_mm"].as_f64()), (Some("apart"), Some(0.0)));
    assert!(apart["between_pixels"]["max_depth_mm"].is_null() && apart["between_pixels"]["place"].is_null());
}
