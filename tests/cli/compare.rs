//! `occluscope compare` and `occluscope vertical` on the sample case, and what they refuse.
use crate::cli::harness::{number, run};
use crate::shapes;
use glam::Vec3Swizzles;
use occluscope::base::Progress;
use occluscope::jaw::sample_case;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// A bite as a file: shifted by so much along x, y, z.
fn pose(folder: &Path, name: &str, [x, y, z]: [f64; 3]) -> String {
    let path = folder.join(format!("{name}.json"));
    let rows = [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z], [0.0, 0.0, 0.0, 1.0]];
    fs::write(&path, serde_json::json!({ "upper_from_lower": rows }).to_string()).expect("written");
    text(&path)
}

/// Five repeats within some µm, and one that is opened.
fn bites(folder: &Path) -> Vec<String> {
    let files = [
        pose(folder, "a", [0.0, 0.0, 0.0]),
        pose(folder, "b", [0.004, -0.003, 0.005]),
        pose(folder, "c", [-0.005, 0.002, -0.004]),
        pose(folder, "d", [0.002, 0.005, 0.003]),
        pose(folder, "open", [0.0, -0.3, 0.0]),
    ];
    files.into_iter().flat_map(|file| ["--pose-file".to_owned(), file]).collect()
}

fn compare(args: &[&str], more: &[String]) -> crate::cli::harness::Run {
    run(["compare", "sample", "sample"]
        .iter()
        .copied()
        .chain(args.iter().copied())
        .chain(more.iter().map(String::as_str)))
}

#[test]
fn bites_are_compared_and_what_is_beyond_repeats_is_said() {
    let folder = TempDir::new().expect("a folder");
    let files = bites(folder.path());
    let [csv, ply, pdf, json] =
        ["out.csv", "out.ply", "out.pdf", "out.json"].map(|name| text(&folder.path().join(name)));
    let outputs = ["--repeats", "a,b,c,d", "--csv", &csv, "--ply", &ply, "--report", &pdf, "--map-of", "open"];
    let found = compare(&[&outputs[..], &["--json", "-"]].concat(), &files).json();
    assert_eq!(found["schema"], "occluscope/comparison/1");
    assert_eq!(found["scatter"]["from"], "repeats");
    assert_eq!(found["verdicts"][4], "changed");
    for repeat in 1..4 {
        assert_ne!(found["verdicts"][repeat], "changed", "the twin");
    }
    // By hand from the same areas; 3.1824 is Student's for three degrees of freedom.
    let area = |i: usize| number(&found, &format!("/whole/in_bites/{i}/area_mm2"));
    let mean = (0..4).map(area).sum::<f64>() / 4.0;
    let s = ((0..4).map(|i| (area(i) - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
    let sdc = number(&found, "/whole/sdc95_mm2");
    assert!((sdc - 3.18245 * 2.0_f64.sqrt() * s).abs() < 1e-4 * sdc, "{sdc}");
    assert!((number(&found, "/spread/largest_mm") - 0.305).abs() < 0.001, "d and open, 0.305 along y");
    let single = run(["analyze", "sample", "sample", "--json", "-", "--adapter", "none"]).json();
    let of_analyze =
        single["contact"].as_array().expect("areas").iter().find(|c| c["threshold_mm"] == 0.1).expect("0.1 mm");
    let both = (number(of_analyze, "/area_upper_mm2") + number(of_analyze, "/area_lower_mm2")) / 2.0;
    assert!((area(0) - both).abs() < 1e-9, "as analyze has it: {} and {both}", area(0));
    let lines = fs::read_to_string(&csv).expect("written").lines().count();
    assert_eq!(lines, 1 + 5 * (1 + found["pairs"].as_array().expect("pairs").len()));
    assert!(
        fs::read(&pdf).expect("written").starts_with(b"%PDF") && fs::read(&ply).expect("written").starts_with(b"ply\n")
    );
    // The record is asked again, and one that was changed does not hold.
    assert_eq!(compare(&["--repeats", "a,b,c,d", "--json", &json], &files).status, 0);
    assert_eq!(run(["verify", &json]).status, 0);
    let changed = fs::read_to_string(&json)
        .expect("written")
        .replace("\"verdicts\": [\n    \"no change\"", "\"verdicts\": [\n    \"changed\"");
    fs::write(&json, changed).expect("written");
    assert_eq!(run(["verify", &json]).status, 1, "the twin");
}

#[test]
fn without_repeats_what_is_published_stands_in_and_it_is_said() {
    let folder = TempDir::new().expect("a folder");
    let open = pose(folder.path(), "open", [0.0, -0.05, 0.0]);
    let said = compare(&["--pose-file", &open], &[]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert!(said.stdout.contains("published of bites") && said.stdout.contains("As scanned"), "{}", said.stdout);
    for (bad, says) in [
        (vec!["--pose-file", &open, "--base", "none"], "no bite is called"),
        (vec!["--pose-file", &open, "--repeats", "open"], "two bites at least"),
        (vec!["--pose-file", &open, "--pose-file", &open], "two bites are called"),
        (vec![], "one bite only"),
        (vec!["--pose-file", &open, "--changed-mm", "0.1"], "--changed-mm"),
    ] {
        let run = compare(&bad, &[]);
        assert!(run.status == 2 && run.stderr.contains(says), "{bad:?}: {}", run.stderr);
    }
}

/// The sample's jaws with a hill on a lower tooth, or without.
fn jaws(folder: &Path, name: &str, hill_mm: f32) -> [String; 2] {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let top = lower.positions.iter().filter(|p| (p.x - 20.0).abs() < 8.0).max_by(|a, b| a.y.total_cmp(&b.y));
    let top = *top.expect("teeth");
    let write = |jaw: &str, raw: &occluscope::base::RawMesh, hill_mm: f32| {
        let lifted = |p: glam::Vec3| {
            let share = (1.0 - (p.xz().distance(top.xz()) / 1.5).powi(2)).max(0.0);
            let is_near = p.distance(top) < 2.5;
            p + glam::Vec3::Y * if is_near { hill_mm * share * share } else { 0.0 }
        };
        let corners = |t: &[u32; 3]| t.map(|i| lifted(raw.positions[i as usize]).to_array().map(f64::from));
        let triangles: Vec<shapes::Triangle> = raw.triangles.iter().map(corners).collect();
        let path: PathBuf = folder.join(format!("{name}-{jaw}.stl"));
        fs::write(&path, shapes::stl(&triangles)).expect("written");
        text(&path)
    };
    [write("upper", &upper, 0.0), write("lower", &lower, hill_mm)]
}

#[test]
fn what_was_ground_is_found_on_its_jaw_alone() {
    let folder = TempDir::new().expect("a folder");
    let [[u1, l1], [u2, l2]] = [jaws(folder.path(), "before", 0.15), jaws(folder.path(), "after", 0.0)];
    let [ply, record] = ["c.ply", "changes.json"].map(|name| folder.path().join(name));
    let compared = run(["compare", &u1, &l1, &u2, &l2, "--json", &text(&record), "--ply", &text(&ply)]);
    assert_eq!(compared.status, 0, "{}", compared.stderr);
    let found: Value = serde_json::from_slice(&fs::read(&record).expect("written")).expect("JSON");
    assert_eq!((&found["schema"], &found["accepted"]), (&"occluscope/changes/1".into(), &true.into()));
    let max = |jaw: &str, what: &str| number(&found, &format!("/jaws/{jaw}/{what}/max_mm"));
    // The hill stands on a cusp: what is nearest to its top is the flank, not what lies straight below.
    let ground_mm = max("lower", "ground");
    assert!((-0.151..-0.12).contains(&ground_mm), "{ground_mm}");
    assert_eq!([max("lower", "added"), max("upper", "ground"), max("upper", "added")], [0.0; 3], "nothing else");
    assert_eq!(found["jaws"]["lower"]["places"].as_array().expect("places").len(), 1);
    assert!(number(&found, "/bite/moved_mm") < 0.002 && fs::read(&ply).expect("written").starts_with(b"ply\n"));
    let holds = run(["verify", &text(&record)]);
    assert_eq!(holds.status, 0, "{}", holds.stdout);
    // Jaws in each other's roles are nobody's.
    let refused = run(["compare", &u1, &l1, &l2, &u2, "--json", "-"]);
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    let record: Value = serde_json::from_str(&refused.stdout).expect("JSON");
    assert!(
        record["reason"].as_str().is_some_and(|reason| reason.contains("not of one patient"))
            && record["jaws"].is_null()
    );
}

#[test]
fn the_order_in_which_pairs_meet_follows_the_opening() {
    let folder = TempDir::new().expect("a folder");
    let [json, svg] = ["v.json", "v.svg"].map(|name| text(&folder.path().join(name)));
    let asked = ["vertical", "sample", "sample", "--from-mm", "0.5", "--steps", "11", "--pin-arm-mm", "150"];
    let opened = run(asked.iter().chain(&["--json", &json, "--svg", &svg]));
    assert_eq!(opened.status, 0, "{}", opened.stderr);
    let found: Value = serde_json::from_slice(&fs::read(&json).expect("written")).expect("JSON");
    assert_eq!(found["schema"], "occluscope/vertical/1");
    let meetings = found["meetings"].as_array().expect("meetings");
    let within: Vec<f64> = meetings.iter().map(|m| number(m, "/within_mm")).collect();
    assert!(within.len() > 8 && within.windows(2).all(|w| w[0] >= w[1]), "{within:?}");
    let touches = meetings.iter().filter_map(|m| m["meets_mm"].as_f64()).fold(f64::NEG_INFINITY, f64::max);
    assert!((touches - number(&found, "/first_contact_mm")).abs() < 0.003, "{touches}");
    let (opening, pin, radius) =
        (number(&found, "/steps/0/opening_mm"), number(&found, "/steps/0/pin_mm"), number(&found, "/hinge/radius_mm"));
    assert!((pin - opening * 150.0 / radius).abs() < 1e-9 && (opening - 0.5).abs() < 1e-12);
    assert!(fs::read_to_string(&svg).expect("written").contains("class=\"meeting\""));
    let holds = run(["verify", &json]);
    assert_eq!(holds.status, 0, "{}", holds.stdout);
    let changed = fs::read_to_string(&json).expect("written").replacen("\"within_mm\": ", "\"within_mm\": 1", 1);
    fs::write(&json, changed).expect("written");
    assert_eq!(run(["verify", &json]).status, 1, "the twin");
    let bad = run(["vertical", "sample", "sample", "--from-mm", "0", "--to-mm", "1"]);
    assert!(bad.status == 2 && bad.stderr.contains("--from-mm"), "{}", bad.stderr);
}
