//! `analyze`, `engines`, `first-contact` and `verify` on a case file: as the case was left, unless the command line says otherwise.
use crate::cli::harness::{Case, Run, coarse_sphere_in_slab, number, program, run};
use crate::shapes;
use glam::DVec3;
use occluscope::base::files::cache::CacheFolder;
use occluscope::base::{LengthUnit, Rigid};
use occluscope::field::contact::ScopeKind;
use occluscope::jaw::hinge::AVERAGE_ANATOMY;
use occluscope::jaw::{Fdi, HingeAnatomy, JawTeeth, OcclusalFrame, Teeth, ToothRegion, ToothSource};
use occluscope::session::case_file::{CaseFile, PackedScan};
use occluscope::session::{CaseContent, CaseSources, Directions, LoadJob, ScanSource, Session, Settings};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

const POSE: [f64; 6] = [0.1, -0.05, 0.02, 0.0, 0.4, 0.0];

/// Nothing in it is as usual.
fn content() -> CaseContent {
    CaseContent {
        upper_from_lower: Rigid::from_six(POSE),
        closed: false,
        settings: Settings {
            threshold_mm: 0.05,
            range_mm: 1.5,
            resolution: 160,
            direction: Some(glam::DVec3::NEG_Z),
            scope: ScopeKind::Whole,
            ..Settings::default()
        },
        notes: "Kept beside the figures".into(),
        ..CaseContent::default()
    }
}

/// The same on the command line.
const AS_IN_CASE: [&str; 15] = [
    "--pose",
    "0.1,-0.05,0.02,0,0.4,0",
    "--no-close",
    "--zone-threshold-mm",
    "0.05",
    "--range-mm",
    "1.5",
    "--resolution",
    "160",
    "--direction",
    "0,0,-1",
    "--scope",
    "whole",
    "--unit",
    "mm",
];

fn packed(case: &Case) -> [PackedScan; 2] {
    ["upper.stl", "lower.stl"].map(|name| {
        let bytes = fs::read(case.path(name)).expect("there");
        PackedScan::pack(&bytes, blake3::hash(&bytes).to_hex().to_string()).expect("packed")
    })
}

/// Writes both scans and `content` into "a.occ".
fn embed(case: &Case, content: CaseContent) {
    CaseFile::embedding(content, packed(case)).save(&case.path("a.occ")).expect("saved");
}

fn refer(case: &Case, content: CaseContent) {
    let paths = ["upper.stl", "lower.stl"].map(|name| case.path(name));
    let file = CaseFile::referring(content, packed(case), paths, case.folder.path());
    file.save(&case.path("a.occ")).expect("saved");
}

/// A command on the case's file; "@name" stands for a file of that name in its folder.
fn on_case(case: &Case, command: &str, args: &[&str]) -> Run {
    let place = |arg: &str| match arg.strip_prefix('@') {
        Some(name) => case.path(name).into_os_string(),
        None => arg.into(),
    };
    run([command, "@a.occ"].iter().chain(args).map(|arg| place(arg)))
}

fn analyze(case: &Case, args: &[&str]) -> Value {
    on_case(case, "analyze", &[&["--json", "-"], args].concat()).json()
}

/// From another working directory.
fn verify(snapshot: &Path, more: &[&str]) -> Run {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut command = program();
    command.current_dir(elsewhere.path()).arg("verify").arg(snapshot).args(more);
    Run::of(command.output().expect("the program starts"))
}

fn holds(run: &Run) {
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
}

/// What two records say of a pose; JSON's last digits, and those of a pose made orthonormal again.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-9
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

const FIGURES: [&str; 10] = [
    "/upper_from_lower",
    "/settings",
    "/projection",
    "/verdict",
    "/pixels",
    "/interference",
    "/gap",
    "/contact",
    "/zones",
    "/zone_threshold_mm",
];

fn differing<'a>(a: &Value, b: &Value) -> Vec<&'a str> {
    let at = |value: &Value, pointer: &str| value.pointer(pointer).cloned().unwrap_or_default();
    FIGURES.into_iter().filter(|pointer| !same(&at(a, pointer), &at(b, pointer))).collect()
}

#[test]
fn a_case_is_analysed_as_it_was_left() {
    let case = coarse_sphere_in_slab();
    embed(&case, content());
    let truth = case.analyze(&[&["--json", "-"][..], &AS_IN_CASE].concat()).json();
    let found = analyze(&case, &[]);
    assert_eq!(differing(&found, &truth), Vec::<&str>::new(), "{found:#}");
    let inputs = &found["inputs"];
    assert!(inputs["upper"]["file"].as_str().is_some_and(|f| f.ends_with("a.occ/upper.stl")), "{inputs}");
    assert_eq!(inputs["lower"]["blake3"], truth["inputs"]["lower"]["blake3"]);
    assert_eq!((&found["settings"]["close"], &found["settings"]["unit"]), (&json!(false), &json!("mm")));
    // Named and not held, it is the same.
    refer(&case, content());
    assert_eq!(differing(&analyze(&case, &[]), &truth), Vec::<&str>::new());
    // The twin: the scans by themselves are looked at otherwise.
    let usual = case.analyze(&["--json", "-", "--resolution", "160"]).json();
    assert!(
        ["/settings", "/zones", "/contact", "/upper_from_lower"].iter().all(|p| differing(&usual, &truth).contains(p))
    );
    assert_eq!(on_case(&case, "analyze", &["--fail-if", "interfering"]).status, 1);
}

#[test]
fn every_option_goes_before_the_case() {
    let case = coarse_sphere_in_slab();
    embed(&case, content());
    let is = |args: &[&str], pointer: &str, wanted: Value| {
        let found = analyze(&case, args);
        let value = found.pointer(pointer).cloned().unwrap_or_default();
        assert!(same(&value, &wanted), "{args:?}: {pointer} is {value}");
    };
    is(&["--resolution", "96"], "/settings/resolution", json!(96));
    is(&["--range-mm", "1.0"], "/settings/range_mm", json!(1.0));
    is(&["--zone-threshold-mm", "0.2"], "/zone_threshold_mm", json!(0.2));
    is(&["--contact-gap", "closest"], "/contact/0/gap", json!("closest"));
    is(&["--direction", "auto", "--patches", "1"], "/settings/direction", Value::Null);
    is(&["--direction", "0,0.1,-1"], "/projection/direction/1", json!(0.1 / 1.01f64.sqrt()));
    is(&["--pose", "0,0,0.25,0,0,0"], "/upper_from_lower/2/3", json!(0.25));
    is(&["--unit", "in"], "/inputs/upper/unit", json!("in"));
    let refused = on_case(&case, "analyze", &["--patches", "3"]);
    assert!(refused.status == 2 && refused.stderr.contains("--direction auto"), "{}", refused.stderr);
    // A case in inches is read in inches; the twin is above.
    embed(&case, CaseContent { unit: LengthUnit::Inch, ..content() });
    is(&["--resolution", "64", "--range-mm", "20"], "/inputs/upper/unit", json!("in"));
}

#[test]
fn the_other_commands_take_the_case_in_its_pose() {
    let sphere = shapes::sphere([0.0, 0.0, 6.25], 5.0, 80);
    let case = Case::new(&sphere, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]));
    let pose = Rigid::from_translation(glam::DVec3::new(0.0, 0.0, -1.0));
    embed(&case, CaseContent { upper_from_lower: pose, ..content() });
    // 1.25 mm free in the files, and 1 mm lower in the case.
    let first = |args: &[&str]| {
        on_case(&case, "first-contact", &[&["--json", "-", "--along", "0,0,1"][..], args].concat()).json()
    };
    let found = first(&[]);
    assert!((number(&found, "/travel_mm") - 2.25).abs() < 3e-6, "{found:#}");
    assert!((number(&first(&["--pose", "0,0,0,0,0,0"]), "/travel_mm") - 1.25).abs() < 3e-6);
    let engines = on_case(&case, "engines", &["--json", "-", "--adapter", "none", "--resolution", "64"]).json();
    assert_eq!(engines["upper_from_lower"][2][3], -1.0);
    assert_eq!(engines["projection"]["direction"], json!([0.0, 0.0, -1.0]), "the case's own");
    let info = on_case(&case, "info", &["--json"]).json();
    assert_eq!(info.as_array().map(Vec::len), Some(2));
}

#[test]
fn what_is_no_pair_and_no_case_is_bad_usage() {
    let case = coarse_sphere_in_slab();
    embed(&case, content());
    for command in ["analyze", "engines", "first-contact"] {
        let beside = on_case(&case, command, &["@lower.stl"]);
        assert!(beside.status == 2 && beside.stderr.contains("alone"), "{command}: {}", beside.stderr);
        let one = run([command.into(), case.path("upper.stl").into_os_string()]);
        assert!(one.status == 2 && one.stderr.contains("lower jaw is missing"), "{command}: {}", one.stderr);
        assert_eq!(one.stderr.lines().count(), 1, "{}", one.stderr);
    }
    let onto = on_case(&case, "analyze", &["--json", "@a.occ"]);
    assert!(onto.status == 2 && onto.stderr.contains("one of the inputs"), "{}", onto.stderr);
    let labels = on_case(&case, "analyze", &["--teeth-upper", "@l.json"]);
    assert!(labels.status == 2 && labels.stderr.contains("holds its scans"), "{}", labels.stderr);
}

#[test]
fn a_record_of_a_case_is_verified_wherever_both_are() {
    let case = coarse_sphere_in_slab();
    embed(&case, content());
    fs::create_dir(case.path("results")).expect("made");
    let made = on_case(&case, "analyze", &["--json", "@results/a.json", "--png", "@results/a.png"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let record = case.path("results/a.json");
    let stored: Value = serde_json::from_slice(&fs::read(&record).expect("there")).expect("JSON");
    assert_eq!(stored["inputs"]["upper"]["path"], "../a.occ/upper.stl");
    let run = verify(&record, &[]);
    holds(&run);
    assert!(run.stdout.contains("as it was made"), "{}", run.stdout);
    // Moved as a whole; or the case alone beside the record.
    for (to, file) in
        [("a.occ", "results/a.json"), ("results/a.occ", "results/a.json"), ("results/a.occ", "results/a.png")]
    {
        let elsewhere = tempfile::tempdir().expect("a folder");
        fs::create_dir(elsewhere.path().join("results")).expect("made");
        fs::copy(case.path("a.occ"), elsewhere.path().join(to)).expect("copied");
        fs::copy(case.path(file), elsewhere.path().join(file)).expect("copied");
        if file.ends_with("png") {
            // A picture does not say what its case is called: it is found by what is in it.
            fs::rename(elsewhere.path().join(to), elsewhere.path().join("results/other.occ")).expect("moved");
        }
        holds(&verify(&elsewhere.path().join(file), &[]));
    }
    // Saved again in another pose, the record's own holds, and it is said; with the scans in other roles too.
    let moved = Rigid::from_translation(glam::DVec3::Z);
    embed(&case, CaseContent { upper_from_lower: moved, ..content() });
    let run = verify(&record, &[]);
    holds(&run);
    assert!(run.stdout.contains("another position"), "{}", run.stdout);
    let [upper, lower] = packed(&case);
    CaseFile::embedding(content(), [lower, upper]).save(&case.path("a.occ")).expect("saved");
    holds(&verify(&record, &[]));
    // A changed figure, a changed scan, a damaged case, none.
    let text =
        fs::read_to_string(&record).expect("there").replace("\"verdict\": \"interfering\"", "\"verdict\": \"apart\"");
    fs::write(case.path("results/b.json"), text).expect("written");
    assert_eq!(verify(&case.path("results/b.json"), &[]).status, 1);
    let scan = fs::read(case.path("upper.stl")).expect("there");
    let mut other = scan.clone();
    other[104] ^= 1;
    fs::write(case.path("upper.stl"), other).expect("written");
    embed(&case, content());
    let run = verify(&record, &[]);
    assert!(run.status == 1 && run.stdout.contains("inputs.upper.blake3"), "{}{}", run.stdout, run.stderr);
    fs::write(case.path("upper.stl"), scan).expect("written");
    embed(&case, content());
    let mut bytes = fs::read(case.path("a.occ")).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(case.path("a.occ"), bytes).expect("written");
    let run = verify(&record, &[]);
    assert!(run.status == 2 && run.stderr.contains("damaged") && run.stderr.lines().count() == 1, "{}", run.stderr);
    fs::remove_file(case.path("a.occ")).expect("removed");
    assert_eq!(verify(&record, &[]).status, 2);
    let by_hand = ["upper", "lower"].map(|side| (format!("--{side}"), case.path(&format!("{side}.stl"))));
    let by_hand = by_hand.iter().flat_map(|(option, path)| [option.as_str(), path.to_str().expect("UTF-8")]);
    holds(&verify(&record, &by_hand.collect::<Vec<_>>()));
}

#[test]
fn scans_that_a_case_only_names_are_found_by_place_and_hash() {
    let case = coarse_sphere_in_slab();
    refer(&case, content());
    let made = on_case(&case, "analyze", &["--json", "@a.json"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    holds(&verify(&case.path("a.json"), &[]));
    let scan = fs::read(case.path("lower.stl")).expect("there");
    let mut other = scan.clone();
    other[110] ^= 1;
    for (content, words) in [(Some(&other), "has changed"), (None, "cannot be read")] {
        match content {
            Some(content) => fs::write(case.path("lower.stl"), content).expect("written"),
            None => fs::remove_file(case.path("lower.stl")).expect("removed"),
        }
        for run in [on_case(&case, "analyze", &[]), verify(&case.path("a.json"), &[])] {
            assert!(run.status == 2 && run.stderr.contains(words) && run.stdout.is_empty(), "{words}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        }
    }
    fs::write(case.path("lower.stl"), scan).expect("written");
    holds(&verify(&case.path("a.json"), &[]));
}

/// The case's content with teeth that a hand has named: the sphere is tooth 16, the slab `lower`.
fn with_teeth(case: &Case, lower: u8) -> CaseContent {
    let source = |name: &str| {
        let bytes = fs::read(case.path(name)).expect("there");
        ScanSource { name: name.into(), label: name.into(), read: Box::new(move || Ok(bytes)) }
    };
    let (upper_scan, lower_scan) = (source("upper.stl"), source("lower.stl"));
    let unit = Some(LengthUnit::Millimetre);
    let sources = CaseSources::Scans { upper: upper_scan, lower: lower_scan, unit, close: false, paths: None };
    let (sender, woken) = channel();
    let job = LoadJob::start(sources, CacheFolder::none(), move || _ = sender.send(()));
    woken.recv_timeout(Duration::from_secs(60)).expect("it is woken");
    let pair = job.poll().expect("ready").expect("loaded").pair;
    let jaw = |n: usize, fdi: u8| JawTeeth {
        of_triangle: Arc::new(vec![1; n]),
        regions: vec![ToothRegion { fdi: Fdi::new(fdi), confidence: 1.0, source: ToothSource::Hand }],
    };
    let teeth =
        Teeth { upper: jaw(pair.upper.mesh.triangles.len(), 16), lower: jaw(pair.lower.mesh.triangles.len(), lower) };
    let mut session = Session::new(pair, Rigid::from_six(POSE), content().settings);
    session.set_teeth(teeth);
    // The file holds the frame that the window estimated; here one is given.
    CaseContent::of(&session, &content())
}

#[test]
fn teeth_and_directions_of_the_case_are_used_and_verified() {
    let case = coarse_sphere_in_slab();
    embed(&case, with_teeth(&case, 46));
    let made = on_case(&case, "analyze", &["--json", "@a.json"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let found: Value = serde_json::from_slice(&fs::read(case.path("a.json")).expect("there")).expect("JSON");
    assert_eq!((&found["pairs"][0]["upper"], &found["pairs"][0]["lower"]), (&json!(16), &json!(46)), "{found:#}");
    assert_eq!(found["settings"]["teeth_of_case"], true);
    let run = verify(&case.path("a.json"), &[]);
    holds(&run);
    assert!(!run.stdout.contains("not compared"), "{}", run.stdout);
    assert!(analyze(&case, &["--teeth", "none"])["pairs"].is_null());
    // The patient turned round: right is left.
    let mut turned = with_teeth(&case, 46);
    let directions = turned.directions.as_mut().expect("a session has some");
    (directions.frame.front, directions.frame.right) = (-directions.frame.front, -directions.frame.right);
    directions.frame.origin.x += 0.3;
    embed(&case, turned);
    let other = analyze(&case, &[]);
    assert!((number(&other, "/balance/left_mm2") - number(&found, "/balance/left_mm2")).abs() > 0.01, "{other:#}");
    let made = on_case(&case, "analyze", &["--json", "@b.json"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    holds(&verify(&case.path("b.json"), &[]));
    // The twin: another number in the case does not hold.
    embed(&case, with_teeth(&case, 36));
    let run = verify(&case.path("a.json"), &[]);
    assert!(run.status == 1 && run.stdout.contains("36"), "{}{}", run.stdout, run.stderr);
}

/// Names of bites are found however they are written.
#[test]
fn a_bite_is_found_by_its_name_in_small_letters_too() {
    let case = coarse_sphere_in_slab();
    embed(&case, content());
    let compare = |names: &str| on_case(&case, "compare", &["--bites", names, "--scope", "whole", "--json", "-"]);
    let unknown = compare("as scanned,as seated");
    assert!(unknown.status == 2 && unknown.stderr.contains("\"as seated\""), "{}", unknown.stderr);
    assert!(!unknown.stderr.contains("\"as scanned\""), "{}", unknown.stderr);
}

/// A case that says nothing of movements moves as the window moves it: its condyles are 100 mm apart. Scans alone have the averages of books.
#[test]
fn a_case_moves_on_the_command_line_as_in_the_window() {
    let case = coarse_sphere_in_slab();
    let anatomy = HingeAnatomy { intercondylar_mm: 104.0, ..AVERAGE_ANATOMY };
    let frame = OcclusalFrame::from_up_and_front(DVec3::ZERO, DVec3::Z, DVec3::Y).expect("a frame");
    let directions = Some(Directions { frame, occlusion: Rigid::IDENTITY, anatomy });
    embed(&case, CaseContent { directions, ..content() });
    let apart = |run: Run| number(&run.json(), "/articulator/intercondylar_mm");
    let asked = ["--movement", "protrusion:2mm", "--no-contacts", "--json", "-"];
    assert_eq!(apart(on_case(&case, "motion", &asked)), 104.0);
    assert_eq!(apart(run(["motion"].iter().chain(&asked))), 110.0, "the twin");
    let named = [&asked[..], &["--articulator", "average-camper"]].concat();
    assert_eq!(apart(on_case(&case, "motion", &named)), 110.0);
    // Where a case says nothing of it both take the one average.
    embed(&case, content());
    assert_eq!(apart(on_case(&case, "motion", &asked)), 110.0);
}
