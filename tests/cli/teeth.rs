//! Teeth: label files found and named, what is refused, and what stands in the results.
use crate::cli::harness::{Case, DOWN, coarse_sphere_in_slab, number, sphere_in_slab};
use serde_json::{Value, json};
use std::fs;

/// One label for each face of the case's scans: the sphere is tooth 16, the slab 46.
pub fn label(case: &Case) {
    label_by(case, "upper", |_| 16);
    label_by(case, "lower", |_| 46);
}

/// A label for each face by the x of its first corner.
fn label_by(case: &Case, jaw: &str, of: impl Fn(f32) -> u8) {
    let bytes = fs::read(case.path(&format!("{jaw}.stl"))).expect("written");
    let x = |face: &[u8]| f32::from_le_bytes(face[12..16].try_into().expect("four bytes"));
    let labels: Vec<u8> = bytes[84..].chunks_exact(50).map(|face| of(x(face))).collect();
    write(case, &format!("{jaw}.json"), &json!({ "jaw": jaw, "labels": labels }));
}

/// A ball of which one half is tooth 16 and the other 17, on one tooth 46.
#[test]
fn a_contact_that_spans_two_pairs_of_teeth_is_parted_and_says_so() {
    let case = sphere_in_slab();
    label(&case);
    label_by(&case, "upper", |x| if x < 0.0 { 16 } else { 17 });
    let result = analyze(&case, &["--teeth-csv", "@teeth.csv", "--zones-csv", "@zones.csv"]).json();
    let zones = result["zones"].as_array().expect("zones");
    assert_eq!(zones.len(), 1);
    assert!(number(&result, "/zones/0/tooth_share") < 0.8, "{}", zones[0]);
    let pairs = result["pairs"].as_array().expect("pairs");
    let sum = |name: &str| pairs.iter().map(|p| p[name].as_f64().expect("a number")).sum::<f64>();
    assert_eq!((pairs.len(), sum("contacts"), sum("parts")), (2, 1.0, 1.0), "{pairs:?}");
    // The ball's halves are alike but for the row of faces at the border: 2 pi / 160 wide, of a contact about 2 mm round.
    let [a, b] = [0, 1].map(|i| number(&result, &format!("/pairs/{i}/area_upper_mm2")));
    assert!((a - b).abs() < 0.08 * (a + b), "{a} and {b}");
    let whole = |name: &str| number(&result, &format!("/zones/0/{name}"));
    assert!((sum("area_upper_mm2") - whole("area_upper_mm2")).abs() < 1e-9);
    let rest = number(&result, "/balance/no_pair_mm2");
    assert!((sum("area_mm2") + rest - whole("area_mm2")).abs() < 1e-9, "with {rest} between no two teeth");
    check_table(&fs::read_to_string(case.path("teeth.csv")).expect("written"), &result);
    let text = fs::read_to_string(case.path("zones.csv")).expect("written");
    assert!(
        text.lines().all(|l| l.matches(',').count() == 15) && text.contains(",tooth_share,threshold_mm,gap\n"),
        "{text}"
    );
    assert!(text.lines().skip(1).all(|l| l.ends_with(",0.1,closest")), "{text}");
    // The twin: the whole ball is one tooth.
    label(&case);
    let result = analyze(&case, &[]).json();
    assert_eq!(number(&result, "/zones/0/tooth_share"), 1.0);
    assert_eq!((&result["pairs"][0]["parts"], result["pairs"].as_array().map(Vec::len)), (&json!(0), Some(1)));
}

/// The table of pairs and balance against the JSON.
fn check_table(text: &str, result: &Value) {
    let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["part", "threshold_mm", "tooth_upper", "tooth_lower"]);
    let parts: Vec<&str> = rows[1..].iter().map(|r| r[0]).collect();
    assert_eq!(parts, ["pair", "pair", "right", "left", "front", "back", "no_tooth", "no_pair"]);
    let column = |name: &str| rows[0].iter().position(|c| *c == name).expect("a column");
    // A reader of JSON may be off by the last bit.
    let is_same = |a: f64, b: f64| (a - b).abs() <= 4.0 * f64::EPSILON * a.abs();
    let at = |row: usize, name: &str| rows[row][column(name)].parse::<f64>().expect("a number");
    for (row, i) in [(1, 0), (2, 1)] {
        for name in ["area_mm2", "area_upper_mm2", "area_lower_mm2", "max_depth_mm", "min_gap_mm", "contacts", "parts"]
        {
            assert!(is_same(at(row, name), number(result, &format!("/pairs/{i}/{name}"))), "{name}");
        }
        assert_eq!(at(row, "tooth_upper"), number(result, &format!("/pairs/{i}/upper")));
    }
    for (row, name) in [(3, "right_mm2"), (4, "left_mm2"), (6, "back_mm2"), (8, "no_pair_mm2")] {
        assert!(is_same(at(row, "area_mm2"), number(result, &format!("/balance/{name}"))), "{name}");
        assert_eq!(rows[row].len(), rows[0].len());
    }
}

fn write(case: &Case, name: &str, value: &Value) {
    fs::write(case.path(name), value.to_string()).expect("written");
}

fn analyze(case: &Case, args: &[&str]) -> crate::cli::harness::Run {
    case.analyze(&[&["--json", "-", "--resolution", "128", "--patches", "1"], args].concat())
}

#[test]
fn labels_beside_the_scans_name_the_zones() {
    let case = coarse_sphere_in_slab();
    label(&case);
    let result = analyze(&case, &[]).json();
    assert_eq!(result["pairs"].as_array().map(Vec::len), Some(1), "{result:#}");
    assert_eq!((&result["pairs"][0]["upper"], &result["pairs"][0]["lower"]), (&json!(16), &json!(46)));
    assert_eq!((&result["zones"][0]["tooth_upper"], &result["zones"][0]["tooth_lower"]), (&json!(16), &json!(46)));
    assert_eq!(result["teeth"]["upper"][0]["source"], "labels");
    let area = number(&result, "/pairs/0/area_mm2");
    let zones: f64 =
        result["zones"].as_array().expect("zones").iter().map(|z| z["area_mm2"].as_f64().expect("area")).sum();
    let balance = |name: &str| number(&result, &format!("/balance/{name}"));
    for whole in [zones, balance("left_mm2") + balance("right_mm2"), balance("back_mm2")] {
        assert!((area - whole).abs() < 1e-9, "{area} and {whole}");
    }
    assert!(area > 1.0 && balance("front_mm2") == 0.0);
    let said = result["warnings"].to_string();
    assert!(said.contains("teeth from upper.json") && said.contains("teeth from lower.json"), "{said}");
    // The summary has the pair; without teeth nothing of it is there.
    let text = case.analyze(&[DOWN[0], DOWN[1], "--resolution", "128"]).stdout;
    assert!(text.contains("16-46 ") && text.contains("1 contact"), "{text}");
    let none = analyze(&case, &["--teeth", "none"]).json();
    assert!(none.get("pairs").is_none() && none["zones"][0]["tooth_upper"].is_null());
}

#[test]
fn labels_that_do_not_fit_are_refused_or_warned_of() {
    let case = coarse_sphere_in_slab();
    label(&case);
    write(&case, "upper.json", &json!({ "labels": [16, 16] }));
    let run = analyze(&case, &[]);
    let result = run.json();
    let said = result["warnings"].to_string();
    assert!(said.contains("upper.json") && said.contains("has 2 labels") && said.contains("shape instead"), "{said}");
    assert!(result["zones"][0]["tooth_upper"].is_null(), "a ball is no row of teeth");
    assert_eq!(result["zones"][0]["tooth_lower"], 46);
    write(&case, "named.json", &json!({ "labels": [300] }));
    let lower_as_upper = "@lower.json";
    for (args, wanted) in [
        (vec!["--teeth-upper", "@upper.json"], "has 2 labels"),
        (vec!["--teeth-upper", "@named.json"], "named.json: what stands at line 1"),
        (vec!["--teeth-upper", "@none.json"], "none.json"),
        (vec!["--teeth-lower", "@upper.json"], "upper.json"),
        (vec!["--teeth-upper", lower_as_upper], "teeth of the lower jaw"),
        (vec!["--teeth", "labels"], "has 2 labels"),
        (vec!["--teeth", "auto", "--teeth-lower", "@lower.json"], "leave out"),
    ] {
        let run = analyze(&case, &args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        // Before it stands how far the work was, on a slow machine.
        let last = run.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("occluscope: ") && last.contains(wanted), "{args:?}: {}", run.stderr);
    }
    // JSON that is something else is nobody's labels; asked for, there are none.
    write(&case, "upper.json", &json!({ "schema": "occluscope/analysis/1" }));
    assert!(!analyze(&case, &[]).json()["warnings"].to_string().contains("upper.json"));
    let run = analyze(&case, &["--teeth", "labels"]);
    assert!(run.status == 2 && run.stderr.contains("no label file"), "{}", run.stderr);
}

/// Number of each face of a scan, from a label file that the program wrote.
fn labels(case: &Case, name: &str) -> Vec<u8> {
    let text = fs::read_to_string(case.path(name)).expect("written");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    serde_json::from_value(file["labels"].clone()).expect("numbers")
}

#[test]
fn labels_that_were_written_are_those_of_the_files_faces() {
    let case = coarse_sphere_in_slab();
    label_by(&case, "upper", |x| if x < 0.0 { 16 } else { 0 });
    label_by(&case, "lower", |x| if x < 0.3 { 46 } else { 47 });
    let truth = [labels(&case, "upper.json"), labels(&case, "lower.json")];
    analyze(&case, &["--labels-out", "@out"]).json();
    let [upper, lower] = ["out/upper.json", "out/lower.json"].map(|name| labels(&case, name));
    // A face whose three corners differ has no part in it: labels by face come back as they were.
    assert!(upper == truth[0] && lower == truth[1], "{} and {} of {}", upper.len(), lower.len(), truth[0].len());
    // What was written is read again, and says the same.
    let again = ["--teeth-upper", "@out/upper.json", "--teeth-lower", "@out/lower.json", "--labels-out", "@both.json"];
    analyze(&case, &again).json();
    let both: Value =
        serde_json::from_str(&fs::read_to_string(case.path("both.json")).expect("written")).expect("JSON");
    assert_eq!((&both["upper"]["jaw"], &both["lower"]["jaw"]), (&json!("upper"), &json!("lower")));
    assert_eq!(both["upper"]["labels"], json!(truth[0]));
    assert_eq!(both["lower"]["labels"], json!(truth[1]));
    // The twin: without teeth all is gum.
    analyze(&case, &["--teeth", "none", "--labels-out", "@gum"]).json();
    assert_eq!(labels(&case, "gum/upper.json"), vec![0; truth[0].len()]);
}

#[test]
fn labels_replace_no_input_and_no_other_result() {
    let case = coarse_sphere_in_slab();
    label(&case);
    let before = fs::read(case.path("upper.json")).expect("written");
    for args in [
        vec!["--labels-out", "@."],
        vec!["--labels-out", "@upper.json"],
        vec!["--labels-out", "-"],
        vec!["--labels-out", "@all.json", "--csv", "@all.json"],
    ] {
        let run = analyze(&case, &args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}: {}", run.stderr);
        assert_eq!(fs::read(case.path("upper.json")).expect("still there"), before);
    }
    assert!(!case.path("all.json").exists());
}
