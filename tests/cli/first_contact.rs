//! `occluscope first-contact`: distances of analytic shapes, the pose that `analyze` takes, answers that are "no", bad usage.
use crate::cli::harness::{Case, RADIUS, number};
use crate::shapes;
use serde_json::Value;

const GAP: f64 = 1.25;
/// Corners are stored in single precision: half a unit in the last place of 6 mm, and the error that is promised.
const TOLERANCE_MM: f64 = 3e-7 + 2e-6;

fn contact(case: &Case, args: &[&str]) -> Value {
    let all: Vec<&str> = ["--json", "-"].iter().chain(args).copied().collect();
    case.run("first-contact", &all).json()
}

/// A sphere above a slab with its top at z = 0.
fn sphere_over_slab(gap: f64) -> Case {
    // Its lowest corner is the sphere's, however few triangles it has.
    let sphere = shapes::sphere([0.0, 0.0, RADIUS + gap], RADIUS, 40);
    Case::new(&sphere, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]))
}

fn is_near(value: &Value, pointer: &str, expected: f64) -> bool {
    (number(value, pointer) - expected).abs() <= TOLERANCE_MM
}

#[test]
fn a_slab_closes_to_a_sphere_and_analyze_takes_the_pose() {
    let case = sphere_over_slab(GAP);
    let up = ["--along", "0,0,1"];
    let result = contact(&case, &[up[0], up[1], "--dump-pose", "@pose.json"]);
    assert_eq!(result["schema"], "occluscope/first-contact/1");
    assert_eq!((&result["found"], &result["proven"]), (&Value::from(true), &Value::from(true)));
    assert_eq!(
        (result["start"]["state"].as_str(), result["motion"]["chosen_by"].as_str()),
        (Some("free"), Some("given"))
    );
    assert!(is_near(&result, "/travel_mm", GAP), "{result:#}");
    assert!(number(&result, "/error_mm") <= 5e-4);
    assert!(is_near(&result, "/pose/six/2", GAP) && is_near(&result, "/pose/upper_from_lower/2/3", GAP));
    // The lowest corner of the sphere.
    assert!(number(&result, "/place/upper/0").abs() < 1e-5 && is_near(&result, "/place/upper/2", GAP));
    assert!(number(&result, "/place/gap_mm") <= number(&result, "/error_mm"));
    assert!(result["teeth"]["upper"].is_null() && result["travel_deg"].is_null());
    assert_eq!(result["opening"]["found"], false);
    assert_eq!(result["inputs"]["lower"]["blake3"].as_str().map(str::len), Some(64));
    // Started 1 mm lower: the same contact. The twin: a sphere 0.01 mm lower is met that much earlier.
    let lower = contact(&case, &[up[0], up[1], "--pose", "0,0,-1,0,0,0"]);
    assert!(is_near(&lower, "/travel_mm", GAP + 1.0) && is_near(&lower, "/pose/six/2", GAP));
    assert!(is_near(&contact(&sphere_over_slab(GAP - 0.01), &up), "/travel_mm", GAP - 0.01));
    assert!(!is_near(&result, "/travel_mm", GAP - 0.01));

    // The pose file is one, for this command (closed already, to the last micrometre) and for `analyze`.
    let again = contact(&case, &[up[0], up[1], "--pose-file", "@pose.json"]);
    assert!(number(&again, "/travel_mm") < 2e-6 && again["start"]["state"] == "free");
    let analyzed = case.run("analyze", &["--pose-file", "@pose.json", "--json", "-", "--direction", "0,0,-1"]);
    let analyzed: Value = serde_json::from_str(&analyzed.stdout).expect("JSON");
    assert_eq!(analyzed["verdict"], "touching");
}

#[test]
fn a_hinge_turns_by_its_arc() {
    // The slab's right edge (8, 0) turns about (-12, -3): the sphere's is another height, so a box is what it meets.
    let box_above = shapes::cuboid([-20.0, -8.0, 2.0], [20.0, 8.0, 6.0]);
    let case = Case::new(&box_above, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]));
    // About -y x goes to z: up.
    let result = contact(&case, &["--hinge", "-12,0,-3,0,-1,0"]);
    let radius = 20.0_f64.hypot(3.0);
    let expected = (5.0 / radius).asin() - (3.0 / radius).asin();
    assert!((number(&result, "/travel_deg") - expected.to_degrees()).abs() < 1e-5, "{result:#}");
    assert!((number(&result, "/travel_mm") - expected * radius).abs() < 2.0 * TOLERANCE_MM);
    assert!(result["motion"]["limit_mm"].is_null() && result["motion"]["limit_deg"] == 60.0);
    // The twin: the other way round it opens, and the back edge comes up instead, later.
    let back = contact(&case, &["--hinge", "-12,0,-3,0,1,0", "--max-deg", "20"]);
    assert_eq!(back["found"], false);
    assert_eq!(back["opening"]["found"], true);
    assert!((number(&back, "/opening/travel_deg") + expected.to_degrees()).abs() < 1e-5);
    // The estimated axis is an answer too, whatever it is worth for boxes.
    assert_eq!(contact(&case, &["--hinge", "auto"])["motion"]["chosen_by"], "average-anatomy");
}

#[test]
fn an_interfering_start_opens_until_it_is_free() {
    let case = sphere_over_slab(-0.3);
    let result = contact(&case, &["--along", "0,0,1"]);
    assert_eq!(result["start"]["state"], "interfering");
    assert!(is_near(&result, "/travel_mm", -0.3) && is_near(&result, "/pose/six/2", -0.3), "{result:#}");
    assert!(result["opening"].is_null());
    let text = case.run("first-contact", &["--along", "0,0,1"]).stdout;
    assert!(text.contains("free after opening by 0.3000 mm"), "{text}");
    let text = case.run("first-contact", &["--along", "0,0,1", "--max-mm", "0.2"]).stdout;
    assert!(text.contains("not free within 0.2 mm"), "{text}");
    // A ball wholly inside a box: nothing touches, and yet it is not free.
    let ball = shapes::sphere([0.0; 3], 1.0, 20);
    let case = Case::new(&shapes::cuboid([-4.0; 3], [4.0; 3]), &ball);
    assert!(is_near(&contact(&case, &["--along", "0,0,1"]), "/travel_mm", -5.0));
}

#[test]
fn no_contact_within_the_limit_is_an_answer() {
    let case = sphere_over_slab(GAP);
    let run = case.run("first-contact", &["--along", "0,0,1", "--max-mm", "1.2", "--dump-pose", "@none.json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("no contact within 1.2 mm of closing"), "{}", run.stdout);
    assert!(run.stderr.contains("none.json: not written") && !case.path("none.json").exists(), "{}", run.stderr);
    let text = case.run("first-contact", &["--along", "0,0,1"]).stdout;
    assert!(text.contains("first contact after closing by 1.2500 mm"), "{text}");
    assert!(text.contains("nothing meets within 50 mm"), "{text}");
    // Without a direction it is the scans' own.
    assert_eq!(contact(&case, &[])["motion"]["chosen_by"], "occlusal-normal");
}

#[test]
fn bad_usage_is_status_2_in_one_line() {
    let case = sphere_over_slab(GAP);
    for args in [
        &["--along", "0,0,0"][..],
        &["--along", "1,2"],
        &["--hinge", "0,0,0,0,0,0"],
        &["--hinge", "0,0,0,1,0"],
        &["--along", "0,0,1", "--hinge", "auto"],
        &["--max-deg", "10"],
        &["--hinge", "auto", "--max-mm", "10"],
        &["--hinge", "auto", "--max-deg", "361"],
        &["--max-mm", "-1"],
        &["--max-mm", "0"],
        &["--pose", "1,2,3"],
        &["--dump-pose", "-"],
        &["--json", "@upper.stl"],
        &["--json", "@a", "--dump-pose", "@a"],
        &["--json", "@none/a.json"],
        &["--resolution", "512"],
        &["--engine", "bvh"],
    ] {
        let run = case.run("first-contact", args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty() && run.stderr.lines().count() == 1, "{args:?}: {}", run.stderr);
    }
    assert_eq!(case.names().len(), 2, "nothing was written");
}
