//! `occluscope motion`: closed forms, teeth as guide, contacts against single analyses, records in and out, bad usage.
use crate::cli::harness::{Run, number, program, run};
use crate::project::root;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn motion(args: &[&str]) -> Run {
    run(["motion"].iter().chain(args))
}

fn answer(args: &[&str]) -> Value {
    let all: Vec<&str> = args.iter().chain(&["--json", "-"]).copied().collect();
    motion(&all).json()
}

fn last(answer: &Value) -> &Value {
    answer["steps"].as_array().and_then(|steps| steps.last()).expect("steps")
}

fn is_near(value: &Value, pointer: &str, wanted: &[f64], within: f64) -> bool {
    let list = value.pointer(pointer).and_then(Value::as_array).expect(pointer);
    let numbers = list.iter().map(|x| x.as_f64().expect("a number"));
    list.len() == wanted.len() && numbers.zip(wanted).all(|(a, b)| (a - b).abs() <= within)
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path.display().to_string()
}

fn sample(name: &str) -> String {
    root().join("tests/motion").join(name).display().to_string()
}

#[test]
fn without_scans_the_kinematics_alone_are_told() {
    let free = answer(&["--movement", "right:5mm"]);
    assert_eq!(
        (free["schema"].as_str(), free["guide"].as_str(), free["plane"].as_str()),
        (Some("occluscope/motion/1"), Some("free"), Some("camper"))
    );
    let six = [1.2639, 2.5, -1.4434, 0.0342, -1.5038, -2.6061];
    assert!(
        is_near(last(&free), "/six", &six, 1e-4)
            && is_near(last(&free), "/incisal_mm", &[6.2153, 2.3874, -1.3784], 1e-4)
    );
    assert!(is_near(last(&free), "/condyles_mm/left", &[1.3397, 5.0, -2.8868], 1e-4));
    assert!(last(&free)["upper_from_lower"].is_null() && free.get("pairs").is_none());
    assert_eq!(number(last(&free), "/s_mm"), 5.0);
    // A table with wings; the other side is the mirror image.
    let folder = folder();
    let wings = write(folder.path(), "wings.json", r#"{"incisal_deg":0,"wings_deg":[30,30]}"#);
    let args = ["--articulator", wings.as_str(), "--guide", "incisal"];
    let right = answer(&[&["--movement", "right:5mm"], &args[..]].concat());
    assert!((number(last(&right), "/opening_deg") - 1.4473).abs() < 1e-4);
    let left = answer(&[&["--movement", "left:5mm"], &args[..]].concat());
    assert!(is_near(last(&left), "/six", &[-1.2639, 2.5, -1.4434, -1.4131, 1.5038, 2.6061], 1e-4));
    assert!(!is_near(last(&right), "/six", &six, 1e-2), "the twin");
    let opened = answer(&["--movement", "opening:20mm", "--steps", "5"]);
    assert!((number(last(&opened), "/opening_deg") - 12.0512).abs() < 1e-4);
    assert_eq!(opened["steps"].as_array().map(Vec::len), Some(5));
    // Without a table a flat one is taken, and said.
    let flat = answer(&["--movement", "protrusion:5mm", "--guide", "incisal"]);
    assert!((number(last(&flat), "/opening_deg") - -1.8607).abs() < 1e-4);
    assert!(flat["warnings"][0].as_str().is_some_and(|w| w.contains("flat")), "{}", flat["warnings"]);
    let table = motion(&["--movement", "protrusion:5mm", "--articulator", "average-frankfurt"]);
    assert!(table.stdout.contains("to frankfurt: condylar inclination 40°"), "{}", table.stdout);
}

#[test]
fn bad_usage_is_one_line_and_writes_nothing() {
    let folder = folder();
    let bad = write(folder.path(), "bad.json", r#"{"sci_deg":[30,300]}"#);
    let (json, fork) = (folder.path().join("out.json"), sample("made_up_axis_orbital.jawMotion"));
    let json = json.to_str().expect("UTF-8");
    for (args, wanted) in [
        (&["--movement", "chewing"][..], "is no movement"),
        (&["--movement", "retrusion:5mm"], "at most 2 mm"),
        (&["--guide", "teeth"], "needs the scans"),
        (&["--articulator", &bad], "sci_deg is 300"),
        (&["--articulator", "sam"], "average-camper"),
        (&["--pose", "0,0,1,0,0,0"], "a pose is that of the lower scan"),
        (&["--movement", "right:2mm", "--forward", "0.5"], "--forward"),
        (&["--bite-at", "1"], "names no file"),
        (&["--movement", "missing.jawMotion"], "missing.jawMotion"),
        (&["--movement", &fork], "several movements"),
        (&["--movement", &format!("{fork}:chewing")], "no movement \"chewing\""),
        (&["--export", "a.txt"], "--export writes"),
        (&["--articulator", "artex-ct", "--movement", "protrusion:25mm"], "the curved condylar path ends"),
        (&["only.stl"], "lower jaw is missing"),
    ] {
        let all: Vec<&str> = args.iter().chain(&["--json", json]).copied().collect();
        let run = motion(&all);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(wanted) && run.stderr.trim_end().lines().count() == 1, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty() && !Path::new(json).exists(), "{args:?}");
    }
}

#[test]
fn records_are_read_or_asked_about() {
    let fork = sample("made_up_axis_orbital.jawMotion");
    let read = answer(&["--movement", &format!("{fork}:lateral_rt")]);
    assert_eq!((read["guide"].as_str(), read["steps"].as_array().map(Vec::len)), (Some("recorded"), Some(49)));
    assert!(number(&read, "/residual_rms_mm") < 1e-3 && number(&read["steps"][6], "/time_s") == 0.1);
    assert!(read["recorded"]["registered_by"].as_str().is_some_and(|s| s.contains("intercuspitation_max")));
    let trap = answer(&["--movement", &format!("{}:3", sample("trap_order_short_nobite_nons.jawMotion"))]);
    assert!(trap["warnings"].to_string().contains("mark_2 has 42 samples"), "{}", trap["warnings"]);
    let metres = answer(&["--movement", &sample("trap_jts_right_metres_scalar_last.csv")]);
    let mm = answer(&["--movement", &sample("made_up_jts_right.csv"), "--rate", "60"]);
    assert!(metres["recorded"]["read_as"].as_str().is_some_and(|s| s.contains("scalar last") && s.contains("metres")));
    assert!(metres["steps"][6]["time_s"].is_null() && number(&mm["steps"][6], "/time_s") == 0.1);
    let same = |a: &Value, b: &Value, within: f64| {
        let steps = |answer: &Value| answer["steps"].as_array().expect("steps").clone();
        let six = |step: &Value| {
            step["six"].as_array().expect("six").iter().map(|x| x.as_f64().expect("a number")).collect::<Vec<f64>>()
        };
        steps(a).len() == steps(b).len()
            && steps(a).iter().zip(steps(b)).all(|(a, b)| is_near(a, "/six", &six(&b), within))
    };
    assert!(same(&mm, &metres, 2e-4) && same(&mm, &read, 2e-3));
    assert!(!same(&mm, &answer(&["--movement", &format!("{fork}:protrusion")]), 2e-3), "the twin");
    let chew = sample("chew_1khz_5points.txt");
    let asked = motion(&["--movement", &chew]);
    assert!(asked.status == 2 && asked.stderr.contains("--bite-at"), "{}", asked.stderr);
    assert_eq!(answer(&["--movement", &chew, "--bite-at", "0"])["steps"].as_array().map(Vec::len), Some(545));
}

#[test]
fn what_is_written_is_read_again() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let articulator = write(
        folder.path(),
        "a.json",
        r#"{"iss_mm":[0.5,0.8],"fischer_deg":4,"incisal_deg":30,"wings_deg":[20,25],"path_radius_mm":15}"#,
    );
    let by = ["--movement", "left-protrusion:5mm", "--articulator", &articulator, "--guide", "incisal"];
    let written =
        answer(&[&by[..], &["--export", &path("m.jawMotion"), "--export-articulator", &path("b.json")]].concat());
    assert_eq!(motion(&[&by[..], &["--export", &path("m.csv")]].concat()).status, 0);
    for name in ["m.jawMotion", "m.csv"] {
        let read = answer(&["--movement", &path(name)]);
        let (a, b) = (written["steps"].as_array().expect("steps"), read["steps"].as_array().expect("steps"));
        assert_eq!(a.len(), b.len(), "{name}");
        let mut farthest = 0.0_f64;
        for (a, b) in a.iter().zip(b) {
            for pointer in ["/incisal_mm", "/condyles_mm/right", "/condyles_mm/left"] {
                for i in 0..3 {
                    let at = format!("{pointer}/{i}");
                    farthest = farthest.max((number(a, &at) - number(b, &at)).abs());
                }
            }
        }
        println!("{name}: read again to {farthest:.1e} mm");
        assert!(farthest <= 1e-3, "{name}: {farthest}");
    }
    let again = answer(&["--movement", "left-protrusion:5mm", "--articulator", &path("b.json"), "--guide", "incisal"]);
    assert_eq!((&again["steps"], &again["articulator"]), (&written["steps"], &written["articulator"]));
    let other = answer(&["--movement", "left-protrusion:5mm", "--guide", "incisal"]);
    assert_ne!(other["steps"], written["steps"], "the twin");
}

/// The built-in sample case in a folder.
fn sample_case() -> (TempDir, [PathBuf; 2]) {
    let folder = folder();
    let made = Run::of(program().arg("sample").arg(folder.path()).output().expect("the program starts"));
    assert_eq!(made.status, 0, "{}", made.stderr);
    let scans = ["upper.stl", "lower.stl"].map(|name| folder.path().join(name));
    (folder, scans)
}

fn rows(pose: &Value) -> String {
    serde_json::json!({ "upper_from_lower": pose }).to_string()
}

/// Whatever guides, in every step the contacts are those of an analysis of that pose; and guided by teeth the jaws touch and no more.
#[test]
fn contacts_along_a_path_are_those_of_its_poses() {
    let (folder, scans) = sample_case();
    let [upper, lower] = scans.each_ref().map(|path| path.to_str().expect("UTF-8"));
    for guide in ["free", "teeth"] {
        let found = answer(&[
            upper,
            lower,
            "--movement",
            "right:3mm",
            "--guide",
            guide,
            "--steps",
            "7",
            "--threshold-mm",
            "0.05,0.1,0.2",
        ]);
        let steps = found["steps"].as_array().expect("steps");
        assert_eq!(steps.len(), 7);
        let mut seen = Vec::new();
        for step in steps.iter().step_by(3) {
            let pose = write(folder.path(), "pose.json", &rows(&step["upper_from_lower"]));
            let single = run([
                "analyze",
                upper,
                lower,
                "--pose-file",
                &pose,
                "--threshold-mm",
                "0.05,0.1,0.2",
                "--adapter",
                "none",
                "--json",
                "-",
            ])
            .json();
            for (at, area) in single["contact"].as_array().expect("areas").iter().enumerate() {
                for name in ["area_upper_mm2", "area_lower_mm2"] {
                    let (a, b) =
                        (number(step, &format!("/contact/areas/{at}/{name}")), number(area, &format!("/{name}")));
                    assert!((a - b).abs() <= 0.01 * b + 0.01, "{guide} {at} {name}: {a} and {b}");
                    seen.push(b);
                }
            }
            if guide == "teeth" {
                assert_eq!(step["proven"], true);
                assert!(number(step, "/contact/max_depth_mm") < 1e-3, "{step}");
                assert!(number(step, "/contact/clearance_mm") <= number(step, "/touch/error_mm") + 1e-6);
            }
        }
        // The twin: the jaw moves, and its contacts are not the same all the way.
        assert!(seen.iter().any(|area| (area - seen[0]).abs() > 1.0), "{seen:?}");
        let pairs = found["pairs"].as_array().expect("pairs");
        let is_of = |role: &str| pairs.iter().any(|pair| pair["side"] == role);
        assert!(is_of("working") && is_of("intercuspal") && !is_of("protrusive"), "{pairs:?}");
    }
    // Subtracted, the path begins in the bite as it was scanned.
    let args = [upper, lower, "--movement", "protrusion:2mm", "--guide", "teeth", "--steps", "3", "--no-contacts"];
    let [seated, scanned] = ["seat", "subtract"].map(|start| answer(&[&args[..], &["--start", start]].concat()));
    assert_eq!(number(&scanned["steps"][0], "/opening_deg"), 0.0);
    let first = number(&seated, "/tooth_guidance/first_contact_deg");
    assert!(
        first > 0.01
            && (number(&seated["steps"][2], "/opening_deg") - number(&scanned["steps"][2], "/opening_deg") - first)
                .abs()
                < 1e-9
    );
    assert!(seated["steps"][0]["contact"].is_null());
}

/// The functionally generated path is a closed body, on the side of the teeth that it is for.
#[test]
fn a_functional_path_is_a_closed_body() {
    let (folder, [upper, lower]) = sample_case();
    let [upper, lower] = [&upper, &lower].map(|path| path.to_str().expect("UTF-8"));
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (name, side) in [("for-upper.stl", "upper"), ("for-lower.ply", "lower")] {
        let path = file(name);
        let args = [upper, lower, "--movement", "protrusion:1mm", "--steps", "5", "--no-contacts"];
        let fgp = ["--fgp", &path, "--fgp-for", side, "--fgp-cell-mm", "0.2"];
        let run = motion(&[&args[..], &fgp].concat());
        assert!(run.stderr.contains("no undercuts"), "{}", run.stderr);
        let info = self::run(["info", path.as_str()].iter());
        assert!(info.stdout.contains("closed as read") && info.stdout.contains("parts        1"), "{}", info.stdout);
    }
    // The twin: half of the body is open.
    let whole = fs::read(file("for-upper.stl")).expect("written");
    let n = u32::from_le_bytes(whole[80..84].try_into().expect("four bytes")) / 2;
    let half = [&whole[..80], &n.to_le_bytes(), &whole[84..84 + 50 * n as usize]].concat();
    fs::write(file("half.stl"), half).expect("written");
    let info = self::run(["info", file("half.stl").as_str()].iter());
    assert!(!info.stdout.contains("closed as read"), "{}", info.stdout);
}

/// A record that this program made has the settings that it was made with; smoothing is said wherever it was.
#[test]
fn settings_are_fitted_to_a_record_and_smoothing_is_named() {
    let folder = folder();
    let made = write(folder.path(), "made.json", r#"{"sci_deg":[36,36],"bennett_deg":[11,11],"iss_mm":[0.6,0.6]}"#);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let record = file("right.jawMotion");
    motion(&["--movement", "right:6mm", "--articulator", &made, "--steps", "60", "--export", &record]);
    let fitted = file("fitted.json");
    let found = answer(&["--movement", &record, "--fit", "--export-articulator", &fitted]);
    assert!((number(&found, "/fit/left/bennett_deg") - 11.0).abs() < 0.01, "{}", found["fit"]);
    assert!((number(&found, "/fit/left/iss_mm") - 0.6).abs() < 0.01);
    assert!(found["fit"]["right"]["bennett_deg"].is_null() && found["fit"]["hinge"].is_null());
    let again = answer(&["--movement", "right:6mm", "--articulator", &fitted]);
    assert!((number(&again, "/articulator/bennett_deg/1") - 11.0).abs() < 0.01, "what was fitted is read again");
    let plain = answer(&["--movement", &record]);
    assert!(plain.get("fit").is_none() && plain["recorded"].get("smoothed").is_none());
    let smooth = answer(&["--movement", &record, "--smooth", "11:3"]);
    assert!(smooth["recorded"]["smoothed"].as_str().is_some_and(|words| words.contains("degree 3, 11 samples")));
    let warned = smooth["warnings"].to_string();
    assert!(warned.contains("smoothed"), "{warned}");
    let table = motion(&["--movement", &record, "--fit"]);
    assert!(table.stdout.contains("Bennett 11.0°"), "{}", table.stdout);
}

/// Pictures, a movie and a page come out, and a folder with something in it is left alone.
#[test]
fn pictures_movies_and_pages_are_made() {
    let (folder, [upper, lower]) = sample_case();
    let [upper, lower] = [&upper, &lower].map(|path| path.to_str().expect("UTF-8"));
    let file = |name: &str| folder.path().join(name).display().to_string();
    let [png, frames, pdf, table, json] = ["p.png", "movie", "r.pdf", "s.csv", "m.json"].map(file);
    let moved = [upper, lower, "--movement", "right:1mm", "--steps", "3"];
    let made = ["--png", &png, "--paint", "movement", "--frames", &frames, "--report", &pdf, "--json", &json];
    motion(&[&moved[..], &made].concat());
    let names: Vec<String> = fs::read_dir(&frames)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    let size = |path: &str| image::open(path).expect("a picture").to_rgb8().dimensions();
    assert_eq!(size(&png).0, 1800);
    let first = fs::read(format!("{frames}/frame_0001.png")).expect("a frame");
    assert_ne!(first, fs::read(format!("{frames}/frame_0003.png")).expect("a frame"), "the jaw moves");
    assert!(fs::read(&pdf).expect("a page").starts_with(b"%PDF-"));
    let refused = motion(&[&moved[..], &["--frames", &frames]].concat());
    assert!(refused.status == 2 && refused.stderr.contains("not empty"), "{}", refused.stderr);
    // The record is recomputed from its file and from the picture; one figure more or less is found.
    for record in [&json, &png] {
        let verified = run(["verify", record.as_str()].iter());
        assert!(verified.status == 0 && verified.stdout.contains("figures hold"), "{}", verified.stdout);
    }
    let text = fs::read_to_string(&json).expect("a record");
    let first = serde_json::from_str::<Value>(&text).expect("JSON")["steps"][2]["incisal_mm"][0].to_string();
    let other = write(folder.path(), "other.json", &text.replace(&first, "0.123"));
    let verified = run(["verify", other.as_str()].iter());
    assert!(verified.status == 1 && verified.stdout.contains("incisal_mm[0]"), "{}", verified.stdout);
    // Without its seal its scans still say what they are; a part of another form, or a question that nobody can ask, is a sentence.
    let with = |change: &dyn Fn(&mut Value)| {
        let mut record: Value = serde_json::from_str(&text).expect("JSON");
        record.as_object_mut().expect("an object").remove("seal");
        change(&mut record);
        run(["verify", write(folder.path(), "changed.json", &record.to_string()).as_str()].iter())
    };
    let same = with(&|_| ());
    assert!(same.status == 0 && same.stdout.contains("the record has no seal"), "{}{}", same.stdout, same.stderr);
    let fewer = with(&|record| record["inputs"]["upper"]["triangles"] = 5.into());
    assert!(fewer.status == 1 && fewer.stdout.contains("inputs.upper.triangles: stored 5"), "{}", fewer.stdout);
    for (change, said) in [
        (
            &(|record: &mut Value| record["articulator"]["sci_deg"] = serde_json::json!([30])) as &dyn Fn(&mut Value),
            "no whole record of a movement",
        ),
        (&|record| record["guide"] = "freex".into(), "it asks for what cannot be asked for: invalid value 'freex'"),
        (&|record| _ = record.as_object_mut().expect("an object").remove("movement"), "(missing field `movement`)"),
    ] {
        let refused = with(change);
        assert!(refused.status == 2 && refused.stderr.contains(said), "{said}: {}", refused.stderr);
        assert!(refused.stderr.contains("changed.json") && !refused.stderr.contains("--help"), "{}", refused.stderr);
    }
    // Fifteen runs: which contacts depend on the settings.
    let settings = motion(&[&moved[..], &["--sensitivity", &table]].concat());
    assert!(settings.stdout.contains("15 runs"), "{}", settings.stdout);
    let rows = fs::read_to_string(&table).expect("a table");
    assert!(rows.lines().next().is_some_and(|row| row.ends_with("sci_45_bennett_15_mm")) && rows.lines().count() > 3);
}
