//! A record is verified with its question: what was changed in it or taken out of it afterwards is named, whatever it is, and a
//! picture that was painted over is told from the one that was written.
use crate::cli::harness::{Case, Run, program, sphere_in_slab};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn verify(snapshot: &Path) -> Run {
    Run::of(program().arg("verify").arg(snapshot).output().expect("the program starts"))
}

fn analyzed(more: &[&str]) -> (Case, Value) {
    let case = sphere_in_slab();
    let run = case.analyze(&[&["--json", "@a.json", "--resolution", "160", "--engine", "bvh"][..], more].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let record = serde_json::from_slice(&fs::read(case.path("a.json")).expect("there")).expect("JSON");
    (case, record)
}

/// What `verify` says of the record with something done to it.
fn changed(case: &Case, record: &Value, change: impl FnOnce(&mut Value)) -> Run {
    let mut record = record.clone();
    change(&mut record);
    fs::write(case.path("b.json"), record.to_string()).expect("written");
    verify(&case.path("b.json"))
}

fn put(pointer: &'static str, to: Value) -> impl FnOnce(&mut Value) {
    move |record| *record.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is not there")) = to
}

fn take(name: &'static str) -> impl FnOnce(&mut Value) {
    move |record| assert!(record.as_object_mut().expect("an object").remove(name).is_some(), "{name} is not there")
}

/// Each of them with a figure that another engine's tolerance would let pass.
#[test]
fn another_question_does_not_hold_and_is_named() {
    let (case, record) = analyzed(&[]);
    for (pointer, to, named) in [
        ("/engine", "octree".into(), "engine"),
        ("/execution", "native".into(), "execution"),
        ("/adapter", "some card".into(), "adapter"),
        ("/settings/range_mm", 3.0.into(), "settings.range_mm"),
        ("/settings/resolution", 161.into(), "settings.resolution"),
        ("/settings/close", false.into(), "settings.close"),
        ("/upper_from_lower/2/3", 0.001.into(), "upper_from_lower"),
        ("/inputs/upper/unit", "m".into(), "inputs.upper"),
    ] {
        let depth = record["interference"]["max_depth_mm"].as_f64().expect("a number");
        let run = changed(&case, &record, |record| {
            put(pointer, to)(record);
            put("/interference/max_depth_mm", (depth + 0.001).into())(record);
        });
        assert_eq!(run.status, 1, "{pointer}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(&format!("{named}: stored")), "{pointer}: {}", run.stdout);
    }
    // The twin: written otherwise by another program it holds, with other times and words beside it.
    let run = changed(&case, &record, |record| {
        put("/timing_ms/frame", 77.into())(record);
        put("/warnings", Value::Array(Vec::new()))(record);
    });
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("seal"), "{}", run.stdout);
}

#[test]
fn a_part_that_was_taken_out_is_named() {
    let (case, record) = analyzed(&[]);
    for name in ["bite", "verdict", "engine", "zones", "upper_from_lower", "settings", "object_space", "contact"] {
        let run = changed(&case, &record, take(name));
        assert_eq!(run.status, 1, "{name}: {}{}", run.stdout, run.stderr);
        let said = run.stdout.lines().find(|line| line.starts_with(name) && line.contains("stored null"));
        assert!(said.is_some(), "{name}: {}", run.stdout);
    }
    let run = changed(&case, &record, |r| _ = r["settings"].as_object_mut().expect("an object").remove("range_mm"));
    assert!(run.status == 1 && run.stdout.contains("settings.range_mm: stored null"), "{}", run.stdout);
    // Within a part, and within the tolerance of anything.
    let run = changed(&case, &record, put("/zones/0/triangles_upper", 0.into()));
    assert!(run.status == 1 && run.stdout.contains("zones[0].triangles_upper"), "{}", run.stdout);
}

/// They have no seal: what is computed again is held against them, the rest is said.
#[test]
fn a_record_of_before_holds_and_what_is_not_held_against_anything_is_said() {
    let (case, record) = analyzed(&[]);
    let old = |change: fn(&mut Value)| {
        changed(&case, &record, |record| {
            take("seal")(record);
            change(record);
        })
    };
    let run = old(|_| ());
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("has no seal"), "{}", run.stdout);
    let lacks_bite = |run: &Run| {
        run.stdout.lines().any(|line| line.contains("of that nothing is verified") && line.contains("bite"))
    };
    assert!(!lacks_bite(&run), "{}", run.stdout);
    let run = old(take_bite);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(lacks_bite(&run), "{}", run.stdout);
    // A field without which there is no question is missed by its name; a figure by computing it.
    let run = old(|record| take("verdict")(record));
    assert!(run.status == 1 && run.stdout.contains("verdict: stored null"), "{}", run.stdout);
    let run = old(|record| put("/gap/min_mm", 0.5.into())(record));
    assert!(run.status == 1 && run.stdout.contains("gap.min_mm: stored 0.5"), "{}", run.stdout);
}

fn take_bite(record: &mut Value) {
    take("bite")(record);
}

#[test]
fn a_picture_that_was_painted_over_does_not_hold() {
    let (case, _) = analyzed(&["--png", "@a.png"]);
    let run = verify(&case.path("a.png"));
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("pixels"), "{}", run.stdout);
    let bytes = fs::read(case.path("a.png")).expect("there");
    let text = occluscope::export::png::record_in(&bytes).expect("it carries one");
    let mut image = image::load_from_memory(&bytes).expect("a picture").to_rgba8();
    let with = |image: &image::RgbaImage, text: &str| {
        let mut bytes = Vec::new();
        occluscope::export::png::write_png_with(image, text, &mut bytes).expect("written");
        fs::write(case.path("b.png"), bytes).expect("written");
        verify(&case.path("b.png"))
    };
    // The twin: the same pixels, packed anew.
    assert_eq!(with(&image, &text).status, 0);
    // A picture of before: it is said.
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    take("seal")(&mut record);
    let run = with(&image, &record.to_string());
    assert!(run.status == 0 && run.stdout.contains("does not hold the picture's pixels"), "{}", run.stdout);
    image.get_pixel_mut(300, 200).0 = [255, 255, 255, 255];
    image.get_pixel_mut(301, 200).0 = [0, 0, 0, 255];
    let run = with(&image, &text);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("picture: stored"), "{}", run.stdout);
}
