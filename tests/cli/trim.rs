//! What is trimmed is in no figure: a piece of tissue, left out of whole scans, leaves what the scans without it say.
use super::harness::{Case, PRESSED, RADIUS, Run, number, program, run};
use crate::shapes;
use occluscope::base::Progress;
use occluscope::export::trim::TrimRecord;
use occluscope::import::read_mesh;
use occluscope::jaw::{JawPair, JawTrim, PairOptions, Scan, Trim, prepare_pair};
use occluscope::session::case_file::PackedScan;
use occluscope::session::{CaseContent, CaseFile};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A ball pressed into a slab; the lower scan may have a ball of tissue beside it, 0.5 mm deep in the upper one.
fn case(with_flap: bool) -> Case {
    let mut lower = shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]);
    if with_flap {
        lower.extend(shapes::sphere([7.0, 0.0, 4.7], 2.5, 80));
    }
    Case::new(&shapes::sphere([0.0, 0.0, RADIUS - PRESSED], RADIUS, 60), &lower)
}

fn scan(path: &Path) -> Scan {
    let bytes = fs::read(path).expect("there");
    let raw = read_mesh(&bytes, &Progress::default()).expect("a scan").raw;
    Scan { name: String::new(), blake3: blake3::hash(&bytes).to_hex().to_string(), raw, warnings: Vec::new() }
}

/// All of the lower scan above the slab, as the window writes it.
fn flap(case: &Case) -> TrimRecord {
    let [upper, lower] = ["upper.stl", "lower.stl"].map(|name| scan(&case.path(name)));
    let prepared = prepare_pair(upper, lower, &PairOptions::default(), &Progress::default());
    let pair: JawPair = prepared.expect("two scans").0;
    let mesh = &pair.lower.mesh;
    let is_flap = |t: &u32| mesh.corners(*t as usize).iter().all(|p| p.z > 1.0);
    let lower = JawTrim::of((0..mesh.n_scanned as u32).filter(is_flap));
    TrimRecord::of(&Trim { upper: JawTrim::default(), lower }, &pair).expect("a flap")
}

fn write_trim(case: &Case) {
    let mut bytes = Vec::new();
    flap(case).write(&mut bytes).expect("written");
    fs::write(case.path("trim.json"), bytes).expect("written");
}

const QUICK: [&str; 6] = ["--adapter", "none", "--patches", "1", "--resolution", "160"];

fn analyzed(case: &Case, more: &[&str]) -> Value {
    case.analyze(&[&QUICK[..], more, &["--json", "-"]].concat()).json()
}

/// Everything by closest gap that both say.
fn says(found: &Value) -> Value {
    let names = ["headline", "verdict", "scope", "zones", "curve"];
    let mut said: serde_json::Map<String, Value> = names.iter().map(|n| ((*n).to_owned(), found[*n].clone())).collect();
    let depth = found["bite"]["max_depth_mm"].clone();
    let areas = found["contact"].as_array().expect("areas").iter();
    let areas = areas.map(|c| json!([c["threshold_mm"], c["area_upper_mm2"], c["area_lower_mm2"]]));
    said.insert("areas".into(), areas.collect());
    said.insert("depth".into(), depth);
    said.into()
}

/// The same but for the last digits.
fn agree(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b)),
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && a.iter().all(|(k, v)| agree(v, &b[k])),
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-9
        }
        _ => a == b,
    }
}

#[test]
fn a_flap_that_is_trimmed_is_in_no_figure() {
    let (plain, with) = (case(false), case(true));
    write_trim(&with);
    let without = analyzed(&plain, &[]);
    let trimmed = analyzed(&with, &["--trim", "@trim.json"]);
    assert_eq!(without["trimmed_area_mm2"], 0.0);
    // A ball of radius 2.5, but for its facets.
    let area = number(&trimmed, "/trimmed_area_mm2");
    assert!((area / (4.0 * std::f64::consts::PI * 6.25) - 1.0).abs() < 0.01, "{area}");
    assert!(agree(&says(&without), &says(&trimmed)), "{:#}\n{:#}", says(&without), says(&trimmed));
    assert_eq!(trimmed["not_on_teeth"], json!([]), "nor is it listed apart");
    // The twin: not trimmed it is the deepest place.
    let all = analyzed(&with, &[]);
    assert!(!agree(&says(&without), &says(&all)));
    assert!(number(&all, "/bite/max_depth_mm") > 0.45 && number(&without, "/bite/max_depth_mm") < 0.31);

    let text = with.analyze(&[&QUICK[..], &["--trim", "@trim.json"]].concat());
    let judged = text.stdout.lines().find(|line| line.starts_with("judged")).expect("what is judged");
    assert!(judged.ends_with(&format!("whole scans; trimmed: {area:.1} mm²")), "{judged}");

    // The first contact, straight down and up.
    let contact = |case: &Case, more: &[&str]| {
        let found = case.run("first-contact", &[&["--along", "0,0,1", "--json", "-"], more].concat()).json();
        (number(&found, "/travel_mm"), number(&found, "/trimmed_area_mm2"))
    };
    let (free, _) = contact(&plain, &[]);
    let (left, left_out) = contact(&with, &["--trim", "@trim.json"]);
    assert!((free - left).abs() < 1e-4 && (left_out - area).abs() < 1e-9, "{free}, {left}");
    assert!((contact(&with, &[]).0 - free).abs() > 0.5, "the twin");
}

fn verify(snapshot: &Path) -> Run {
    Run::of(program().arg("verify").arg(snapshot).output().expect("the program starts"))
}

#[test]
fn verify_leaves_out_what_the_record_leaves_out() {
    let case = case(true);
    write_trim(&case);
    let run = case.analyze(&[&QUICK[..], &["--trim", "@trim.json", "--json", "@a.json"]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let record = case.path("a.json");
    let holds = verify(&record);
    assert_eq!(holds.status, 0, "{}{}", holds.stdout, holds.stderr);
    let mut stored: Value = serde_json::from_slice(&fs::read(&record).expect("there")).expect("JSON");
    // What the seal would find, without being computed again.
    stored.as_object_mut().expect("an object").remove("seal");
    // Less is trimmed; as much but elsewhere; none; of another mesh; and the area alone.
    let last = stored["trim"]["lower"]["trimmed"].as_array().expect("runs").last().expect("a run").clone();
    let shorter = json!([[last[0], last[1].as_u64().expect("a number") / 2]]);
    let changes: [(&str, Value); 4] = [
        ("/trim/lower/trimmed", shorter),
        ("/trim/lower/trimmed", json!([])),
        ("/trim/lower/mesh", "00".into()),
        ("/trimmed_area_mm2", 12.4.into()),
    ];
    for (pointer, new) in changes {
        let mut altered = stored.clone();
        *altered.pointer_mut(pointer).expect(pointer) = new.clone();
        fs::write(case.path("b.json"), altered.to_string()).expect("written");
        let run = verify(&case.path("b.json"));
        assert_eq!(run.status, 1, "{pointer} {new}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("trim"), "{pointer}: {}", run.stdout);
    }
}

#[test]
fn a_case_leaves_out_what_it_was_saved_without() {
    let case = case(true);
    write_trim(&case);
    let trimmed = analyzed(&case, &["--trim", "@trim.json"]);
    let packed = ["upper.stl", "lower.stl"].map(|name| {
        let bytes = fs::read(case.path(name)).expect("there");
        let hash = blake3::hash(&bytes).to_hex().to_string();
        PackedScan::pack(&bytes, hash).expect("packed")
    });
    let content = CaseContent { trim: Some(flap(&case)), ..CaseContent::default() };
    CaseFile::embedding(content, packed).save(&case.path("case.occ")).expect("saved");
    let of_case = |more: &[&str]| {
        let file = case.path("case.occ").into_os_string();
        let more = more.iter().map(Into::into);
        run(["analyze".into(), file].into_iter().chain(QUICK.iter().map(Into::into)).chain(more)).json()
    };
    let found = of_case(&["--json", "-"]);
    assert_eq!(found["trim"], trimmed["trim"]);
    assert!(agree(&found["zones"], &trimmed["zones"]) && found["headline"] == trimmed["headline"]);
    // The twin: all of it; and the scans by themselves without what the case leaves out.
    assert_eq!(of_case(&["--trim", "none", "--json", "-"])["trimmed_area_mm2"], 0.0);
    assert_eq!(analyzed(&case, &["--trim", "@case.occ"])["trim"], trimmed["trim"]);
}

#[test]
fn trimmed_surface_of_other_scans_and_files_that_hold_none_are_refused() {
    let (with, plain) = (case(true), case(false));
    write_trim(&with);
    fs::copy(with.path("trim.json"), plain.path("trim.json")).expect("copied");
    fs::write(plain.path("other.json"), r#"{"schema": "occluscope/trim/2"}"#).expect("written");
    let mut hostile: Value = serde_json::from_slice(&fs::read(with.path("trim.json")).expect("there")).expect("JSON");
    hostile["lower"]["trimmed"] = json!([[0, 4_000_000_000_u32]]);
    fs::write(plain.path("hostile.json"), hostile.to_string()).expect("written");
    for (name, why) in [
        ("trim.json", "another lower scan"),
        ("other.json", "no trimmed surface"),
        ("hostile.json", "not in order"),
        ("upper.stl", "no trimmed surface"),
        ("nowhere.json", "nowhere.json"),
    ] {
        let run = plain.analyze(&[&QUICK[..], &["--trim", &format!("@{name}"), "--json", "@a.json"]].concat());
        assert_eq!(run.status, 2, "{name}: {}", run.stderr);
        let line = run.stderr.lines().find(|line| line.contains(name)).unwrap_or_default();
        assert!(line.contains(why), "{name}: {}", run.stderr);
        assert!(!plain.path("a.json").exists(), "nothing is written");
    }
}
