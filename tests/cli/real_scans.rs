//! Real scans, where they are.
use crate::cli::harness::{Run, number, program};
use serde_json::Value;
use std::path::{Path, PathBuf};

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
fn the_split_names_the_zones_of_case_1_as_its_labels_do() {
    let Some(scans) = scans() else { return };
    let folder = scans.join("case-1-full-resolution");
    let zones = |from: &str| {
        // Zones are by closest gap: one projection is enough.
        let result = analyze_scans(&folder, STL, &["--teeth", from, "--patches", "1"]);
        let tooth = |zone: &Value, side: &str| zone[format!("tooth_{side}")].as_u64();
        let zones = result["zones"].as_array().expect("zones").clone();
        zones
            .iter()
            .map(|z| (tooth(z, "upper"), tooth(z, "lower"), z["area_mm2"].as_f64().expect("area")))
            .collect::<Vec<_>>()
    };
    let (labels, shape) = (zones("labels"), zones("auto"));
    assert!(labels.len() == shape.len() && labels.len() > 10);
    let same = labels.iter().zip(&shape).filter(|(a, b)| a.0 == b.0 && a.1 == b.1).count();
    let area = |zones: &[(Option<u64>, Option<u64>, f64)]| zones.iter().map(|z| z.2).sum::<f64>();
    let same_area: f64 = labels.iter().zip(&shape).filter(|(a, b)| a.0 == b.0 && a.1 == b.1).map(|(a, _)| a.2).sum();
    println!(
        "case 1: {same} of {} zones, {:.1} of {:.1} mm2 have the labels' teeth",
        labels.len(),
        same_area,
        area(&labels)
    );
    // What was seen is every zone; a zone on a border may go the other way.
    assert!(same_area > 0.95 * area(&labels));
    assert!(labels.iter().filter(|z| z.0.is_some() && z.1.is_some()).count() * 10 >= labels.len() * 9);
}
