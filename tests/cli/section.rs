//! `occluscope section`: gaps and overlaps of analytic shapes, every kind of file, what a case keeps, bad usage.
use crate::cli::harness::{Case, RADIUS, number, program, run};
use crate::shapes;
use occluscope::base::Progress;
use occluscope::import::read_mesh;
use occluscope::jaw::{
    JawSide, KeptSection, Mark, Measure, MeasureKind, PairOptions, Scan, SectionKind, SectionPlace, prepare_pair,
};
use occluscope::session::case_file::PackedScan;
use occluscope::session::{CaseContent, CaseFile};
use serde_json::Value;
use std::fs;

const GAP: f64 = 0.75;
/// A plane through the middle of the shapes, given outright: these have no arch, and their directions are a guess.
const FREE: [&str; 2] = ["--plane", "free"];

/// A sphere above a slab with its top at z = 0.
fn sphere_over_slab(gap: f64) -> Case {
    let sphere = shapes::sphere([0.0, 0.0, RADIUS + gap], RADIUS, 80);
    Case::new(&sphere, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]))
}

fn section(case: &Case, args: &[&str]) -> Value {
    case.run("section", &[&FREE[..], args, &["--json", "-"]].concat()).json()
}

/// Of the whole program, chords and single precision: a sphere of 80 rings has them 2e-4 of its radius inside.
const TOLERANCE_MM: f64 = 2.5e-3;

#[test]
fn a_gap_and_an_overlap_are_as_wide_as_they_were_made() {
    let found = section(&sphere_over_slab(GAP), &[]);
    assert_eq!(found["schema"], "occluscope/section/1");
    assert!(found["overlap"].is_null());
    for how in ["closest", "occlusal"] {
        let mm = number(&found, &format!("/gap/{how}/mm"));
        assert!((mm - GAP).abs() < TOLERANCE_MM, "{how}: {mm}");
    }
    assert!(found["contours"]["upper"].as_array().is_some_and(|c| c.len() == 1 && c[0]["closed"] == true));
    // Lowered into it; the twin is 0.05 mm less deep.
    for deep in [0.4, 0.35] {
        let pose = format!("0,0,{},0,0,0", GAP + deep);
        let found = section(&sphere_over_slab(GAP), &["--pose", &pose]);
        let mm = number(&found, "/overlap/closest/mm");
        assert!((mm - deep).abs() < TOLERANCE_MM, "{mm} {deep}");
        // A segment of the circle that the plane cuts.
        let half = ((RADIUS - deep) / RADIUS).acos();
        let area = RADIUS * RADIUS * (half - half.sin() * half.cos());
        assert!((number(&found, "/overlap/area_mm2") - area).abs() < 0.02, "{area}");
    }
}

#[test]
fn a_ruler_says_how_thick_what_it_goes_through_is() {
    let case = sphere_over_slab(GAP);
    let found = section(&case, &[]);
    // From far below to far above through the middle of the sphere, in the plane's own coordinates.
    let place = |z: f64| {
        let origin: Vec<f64> = (0..3).map(|i| number(&found, &format!("/plane/origin/{i}"))).collect();
        let along = |axis: &str| {
            (0..3).map(|i| ([0.0, 0.0, z][i] - origin[i]) * number(&found, &format!("/plane/{axis}/{i}"))).sum::<f64>()
        };
        format!("{},{}", along("u"), along("v"))
    };
    let ruler = format!("{},{}", place(-10.0), place(20.0));
    let found = section(&case, &["--ruler", &ruler]);
    let off = |name: &str, mm: f64| (number(&found, &format!("/ruler/{name}")) - mm).abs();
    assert!(
        off("lower_mm", 4.0) < TOLERANCE_MM && off("upper_mm", 2.0 * RADIUS) < 2.0 * TOLERANCE_MM,
        "{}",
        found["ruler"]
    );
    assert!(off("both_mm", 0.0) < 1e-9 && off("length_mm", 30.0) < 0.01);
}

#[test]
fn every_file_is_written_and_none_where_one_cannot_be() {
    let case = sphere_over_slab(GAP);
    let files = ["--json", "@s.json", "--csv", "@s.csv", "--svg", "@s.svg", "--dxf", "@s.dxf", "--png", "@s.png"];
    let done = case.run("section", &[&FREE[..], &files].concat());
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("Gap 0.75 mm occlusal"), "{}", done.stdout);
    let read = |name: &str| fs::read(case.path(name)).expect("written");
    let text = |name: &str| String::from_utf8(read(name)).expect("text");
    assert!(text("s.svg").starts_with("<?xml") && text("s.dxf").contains("AC1009"));
    assert!(text("s.csv").starts_with("jaw,contour,closed,point,scanned,u_mm,v_mm,x_mm,y_mm,z_mm\n"));
    assert!(image::load_from_memory(&read("s.png")).is_ok_and(|picture| picture.width() > 300));
    let record: Value = serde_json::from_slice(&read("s.json")).expect("JSON");
    assert!(number(&record, "/timing_ms/cut") < 1000.0);
    let refused = case.run("section", &[&FREE[..], &["--svg", "@t.svg", "--dxf", "@missing/t.dxf"]].concat());
    assert_eq!((refused.status, case.path("t.svg").exists()), (2, false), "{}", refused.stderr);
}

#[test]
fn bad_usage_is_one_sentence() {
    // So small that no teeth stand along anything in it.
    let ball = shapes::sphere([0.0, 0.0, 3.0 + GAP], 3.0, 40);
    let case = Case::new(&ball, &shapes::cuboid([-5.0, -5.0, -4.0], [5.0, 5.0, 0.0]));
    for (args, wanted) in [
        (&["--plane", "arch"][..], "no line of teeth"),
        (&["--turn", "3"], "--plane free"),
        (&["--plane", "frontal", "--at", "1e9"], "500 mm"),
        (&["--plane", "free", "--svg", "-"], "--json and --csv"),
        (&["--plane", "free", "--ruler", "1,2,3"], "4 numbers"),
        (&["--plane", "coronal"], "frontal"),
    ] {
        let refused = case.run("section", args);
        assert_eq!(refused.status, 2, "{args:?}");
        assert!(refused.stderr.contains(wanted), "{args:?}: {}", refused.stderr);
    }
    // Beside both jaws there is nothing to cut: that is an answer.
    let beside = case.run("section", &["--plane", "free", "--at", "40", "--json", "-"]);
    assert_eq!(beside.status, 0);
    assert!(beside.json()["warnings"].as_array().is_some_and(|said| said.len() >= 2));
}

/// The case of both scans, with a section and a measure.
fn write_case(case: &Case) {
    let bytes = ["upper.stl", "lower.stl"].map(|name| fs::read(case.path(name)).expect("there"));
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
    let scan = |bytes: &[u8]| {
        let raw = read_mesh(bytes, &Progress::default()).expect("a scan").raw;
        Scan { name: String::new(), blake3: hash(bytes), raw, warnings: Vec::new() }
    };
    let pair = prepare_pair(scan(&bytes[0]), scan(&bytes[1]), &PairOptions::default(), &Progress::default())
        .expect("two scans")
        .0;
    assert!(pair.upper.report.closed);
    let place = SectionPlace { kind: SectionKind::Free, turn_deg: 20.0, ..SectionPlace::default() };
    let mark = Mark { side: JawSide::Lower, at: glam::DVec3::ZERO };
    let content = CaseContent {
        section: Some(KeptSection { place, ruler_mm: Some([[0.0, 0.0], [3.0, 4.0]]) }),
        measures: vec![Measure { kind: MeasureKind::Surface, name: "under the ball".into(), marks: vec![mark] }],
        ..CaseContent::default()
    };
    let packed = bytes.map(|bytes| PackedScan::pack(&bytes, hash(&bytes)).expect("packed"));
    let file = CaseFile::embedding(content, packed).to_bytes().expect("written");
    fs::write(case.path("case.occ"), file).expect("written");
}

#[test]
fn a_case_says_where_its_section_stands_and_what_was_measured() {
    let case = sphere_over_slab(GAP);
    write_case(&case);
    let of_case = |args: &[&str]| {
        let mut all = vec!["section".into(), case.path("case.occ").into_os_string()];
        all.extend(args.iter().map(|arg| (*arg).into()));
        run(all)
    };
    let found = of_case(&["--json", "-"]).json();
    assert_eq!((found["section"]["kind"].as_str(), number(&found, "/section/turn_deg")), (Some("free"), 20.0));
    assert_eq!(number(&found, "/ruler/length_mm"), 5.0);
    // The ball's lowest point is straight above the mark.
    assert_eq!(found["measures"][0]["name"], "under the ball");
    assert!((number(&found, "/measures/0/value_mm") - GAP).abs() < TOLERANCE_MM, "{}", found["measures"]);
    let said = of_case(&[]).stdout;
    assert!(said.contains("under the ball: point to other jaw, 0.75 mm"), "{said}");
    // Elsewhere it is another section, and the ruler is not its own.
    let elsewhere = of_case(&["--at", "1", "--json", "-"]).json();
    assert!(elsewhere["ruler"].is_null() && number(&elsewhere, "/section/turn_deg") == 20.0);
    // The measure moves with the pose, and stands in the record of an analysis.
    let mut analyze = program();
    analyze.arg("analyze").arg(case.path("case.occ")).args([
        "--adapter",
        "none",
        "--patches",
        "1",
        "--resolution",
        "64",
    ]);
    analyze.args(["--pose", "0,0,0.5,0,0,0", "--json", "-"]);
    let output = analyze.output().expect("run");
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!((number(&record, "/measures/0/value_mm") - (GAP - 0.5)).abs() < TOLERANCE_MM, "{}", record["measures"]);
    assert_eq!(record["section"]["kind"], "free");
    // It is computed again with the rest; the twin says another length, and another mark has another.
    let verified = |change: fn(&mut Value)| {
        let mut record = record.clone();
        record.as_object_mut().expect("an object").remove("seal");
        change(&mut record);
        fs::write(case.path("record.json"), record.to_string()).expect("written");
        run(["verify".into(), case.path("record.json").into_os_string()])
    };
    assert_eq!(verified(|_| {}).status, 0);
    for change in [(|record| record["measures"][0]["value_mm"] = 0.26.into()) as fn(&mut Value), |record| {
        record["measures"][0]["marks"][0]["at_mm"][2] = 0.01.into()
    }] {
        let run = verified(change);
        assert!(run.status == 1 && run.stdout.contains("measures[0].value_mm"), "{}{}", run.stdout, run.stderr);
    }
}
