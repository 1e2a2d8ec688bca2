//! Teeth: label files found and named, what is refused, and what stands in the results.
use crate::harness::{Case, DOWN, number, sphere_in_slab};
use serde_json::{Value, json};
use std::fs;

/// One label for each face of the case's scans: the sphere is tooth 16, the slab 46.
fn label(case: &Case) {
    for (name, label) in [("upper", 16), ("lower", 46)] {
        let bytes = fs::read(case.path(&format!("{name}.stl"))).expect("written");
        let n = u32::from_le_bytes(bytes[80..84].try_into().expect("four bytes"));
        write(case, &format!("{name}.json"), &json!({ "jaw": name, "labels": vec![label; n as usize] }));
    }
}

fn write(case: &Case, name: &str, value: &Value) {
    fs::write(case.path(name), value.to_string()).expect("written");
}

fn analyze(case: &Case, args: &[&str]) -> crate::harness::Run {
    case.analyze(&[&["--json", "-", "--resolution", "128", "--patches", "1"], args].concat())
}

#[test]
fn labels_beside_the_scans_name_the_zones() {
    let case = sphere_in_slab();
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
    let case = sphere_in_slab();
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
