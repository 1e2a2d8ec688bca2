//! `occluscope register` and `occluscope seat`: on the sample case, whose pose is known, and what they refuse.
use crate::cli::harness::{number, program, run};
use crate::shapes;
use occluscope::base::Progress;
use occluscope::jaw::sample_case;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Outer surfaces of the sample's left teeth, the lower ones opened by so much, moved to coordinates of their own.
fn bite_scan(folder: &Path, name: &str, opened_mm: f32, jaws: [bool; 2]) -> PathBuf {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let mut band: Vec<shapes::Triangle> = Vec::new();
    for ((raw, down), _) in [(upper, 0.0_f32), (lower, opened_mm)].into_iter().zip(jaws).filter(|(_, shown)| *shown) {
        for corners in &raw.triangles {
            let [a, b, c] = corners.map(|i| raw.positions[i as usize]);
            let (middle, normal) = ((a + b + c) / 3.0, (b - a).cross(c - a));
            if middle.x > 8.0 && middle.z.abs() < 8.0 && normal.x > 0.0 {
                // A quarter turn and a shift: no other program's coordinates are ours.
                let moved = |p: glam::Vec3| [p.z - down + 7.0, p.y - 4.0, -p.x + 2.0].map(f64::from);
                band.push([a, b, c].map(moved));
            }
        }
    }
    assert!(band.len() > 10_000, "{} triangles", band.len());
    let path = folder.join(name);
    fs::write(&path, shapes::stl(&band)).expect("written");
    path
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn register(args: &[&str]) -> Value {
    run(["register", "sample", "sample", "--json", "-"].iter().chain(args)).json()
}

/// How far a pose takes a point in the middle of the arch from where another one does.
fn apart(found: &Value, opened_mm: f64) -> f64 {
    let entry = |row: usize, column: usize| number(found, &format!("/upper_from_lower/{row}/{column}"));
    let to = |row: usize| entry(row, 1) * 20.0 + entry(row, 3);
    let expected = [0.0, 20.0, -opened_mm];
    (0..3).map(|row| (to(row) - expected[row]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn a_bite_scan_gives_the_pose_with_how_sure_it_is() {
    let folder = TempDir::new().expect("a folder");
    let scan = text(&bite_scan(folder.path(), "bite.stl", 0.5, [true; 2]));
    let pose = folder.path().join("pose.json");
    let found = register(&["--bite", &scan, "--pose", "3,-2,1,4,-6,5", "--dump-pose", &text(&pose)]);
    assert_eq!((&found["schema"], &found["accepted"]), (&"occluscope/registration/1".into(), &true.into()));
    assert!(apart(&found, 0.5) < 0.003, "{}", apart(&found, 0.5));
    assert!(apart(&found, 0.4) > 0.09, "the twin: another bite");
    for jaw in ["upper", "lower"] {
        assert!(number(&found, &format!("/rms_mm/{jaw}")) < 0.003);
        assert!((0.3..0.7).contains(&number(&found, &format!("/overlap/{jaw}"))));
        assert!(number(&found, &format!("/scans/0/agreement/{jaw}")) > 0.7);
    }
    assert!((0..6).all(|i| number(&found, &format!("/covariance/{i}/{i}")) > 0.0));
    assert!(found["disagreement_mm"].is_null() && found["reason"].is_null());
    // The pose is one that others take.
    let read: Value = serde_json::from_slice(&fs::read(&pose).expect("written")).expect("JSON");
    assert_eq!(read["upper_from_lower"], found["upper_from_lower"]);
    let same = register(&["--bite", &scan, "--bite", &scan, "--pose-file", &text(&pose)]);
    assert!(number(&same, "/disagreement_mm") < 0.003);
}

#[test]
fn what_is_no_bite_scan_is_refused_with_one_sentence_and_status_one() {
    let folder = TempDir::new().expect("a folder");
    let one_jaw = text(&bite_scan(folder.path(), "upper-only.stl", 0.0, [true, false]));
    let refused = run(["register", "sample", "sample", "--bite", &one_jaw, "--json", "-"]);
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    let record: Value = serde_json::from_str(&refused.stdout).expect("JSON");
    assert_eq!((&record["accepted"], &record["upper_from_lower"]), (&false.into(), &Value::Null));
    let reason = record["reason"].as_str().expect("a sentence");
    assert!(reason.starts_with("upper-only.stl: ") && reason.contains("lower jaw"), "{reason}");
    let pose = folder.path().join("pose.json");
    let refused = run(["register", "sample", "sample", "--bite", &one_jaw, "--dump-pose", &text(&pose)]);
    assert!(refused.stdout.starts_with("No pose: ") && !pose.exists());
    for (bad, says) in [("none.stl", "none.stl"), ("sample", "sample")] {
        let run = run(["register", "sample", "sample", "--bite", bad]);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(says) && run.stderr.trim().lines().count() == 1, "{}", run.stderr);
    }
    assert_eq!(run(["register", "sample", "sample"]).status, 2, "no bite scan is named");
}

#[test]
fn a_jaw_is_seated_with_no_more_overlap_than_was_allowed() {
    let seat = |args: &[&str]| run(["seat", "sample", "sample", "--json", "-"].iter().chain(args)).json();
    let found = seat(&["--tolerance-mm", "0", "--pose", "0.4,-0.3,-0.5,1,0.5,-1"]);
    assert_eq!((&found["schema"], &found["found"]), (&"occluscope/seat/1".into(), &true.into()));
    let of = |found: &Value, pose: &str, what: &str| number(found, &format!("/objective/{pose}/{what}"));
    assert!(of(&found, "seated", "max_depth_mm") < 1e-4);
    assert!(of(&found, "as_scanned", "max_depth_mm") > 0.02, "the twin");
    assert!(of(&found, "seated", "spread_mm2") > of(&found, "at_start", "spread_mm2"));
    let pressed = seat(&["--tolerance-mm", "0.05"]);
    assert!(of(&pressed, "seated", "spread_mm2") > of(&found, "seated", "spread_mm2"));
    assert!(of(&pressed, "seated", "max_depth_mm") < 0.05 + 1e-6);
    let apart = run(["seat", "sample", "sample", "--pose", "90,90,90,0,0,0"]);
    assert_eq!(apart.status, 1, "{}", apart.stderr);
    assert!(apart.stdout.starts_with("Not seated: the teeth do not meet"), "{}", apart.stdout);
    for bad in [["--tolerance-mm", "0.2"], ["--tolerance-mm", "-1"], ["--threshold-mm", "0"]] {
        let run = run(["seat", "sample", "sample"].iter().chain(&bad));
        assert!(run.status == 2 && run.stderr.contains(bad[0]), "{}", run.stderr);
    }
    assert!(program().args(["seat", "--help"]).output().is_ok_and(|help| help.status.success()));
}

/// Both jaws of the sample as scans whose files know nothing of each other: the lower one turned over, and far away.
fn lone_jaws(folder: &Path) -> [String; 2] {
    let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
    let stays = |p: glam::Vec3| [p.x, p.y, p.z].map(f64::from);
    let moved = |p: glam::Vec3| [-p.y + 40.0, p.z - 90.0, -p.x + 15.0].map(f64::from);
    let write = |name: &str, raw: &occluscope::base::RawMesh, place: &dyn Fn(glam::Vec3) -> [f64; 3]| {
        let corners = |t: &[u32; 3]| t.map(|i| place(raw.positions[i as usize]));
        let triangles: Vec<shapes::Triangle> = raw.triangles.iter().map(corners).collect();
        let path = folder.join(name);
        fs::write(&path, shapes::stl(&triangles)).expect("written");
        text(&path)
    };
    [write("upper.stl", &upper, &stays), write("lower.stl", &lower, &moved)]
}

#[test]
fn two_arches_without_relation_are_seated_as_those_that_lie_in_their_bite() {
    let folder = TempDir::new().expect("a folder");
    let jaws = lone_jaws(folder.path());
    let seat = |more: &[&str]| {
        // However busy the machine is.
        let usual = ["seat", "--deadline", "600", "--json", "-"];
        run(usual.into_iter().chain(jaws.iter().map(String::as_str)).chain(more.iter().copied()))
    };
    let found = seat(&["--anywhere"]).json();
    // Where the middle of the arches is brought to, as far as a seat from the bite goes (0.05 mm here): from (x, y, z) to (-y + 40, z - 90, 15 - x).
    let entry = |row: usize, column: usize| number(&found, &format!("/upper_from_lower/{row}/{column}"));
    let to = |p: [f64; 3]| [0, 1, 2].map(|row| (0..3).map(|k| entry(row, k) * p[k]).sum::<f64>() + entry(row, 3));
    let back = to([40.0, -70.0, 15.0]);
    let off = (back[0].powi(2) + back[1].powi(2) + (back[2] - 20.0).powi(2)).sqrt();
    assert!(off < 0.1, "{off} mm off: {back:?}");
    assert!(
        number(&found, "/objective/seated/spread_mm2") > 15.0
            && number(&found, "/objective/as_scanned/spread_mm2") < 0.1
    );
    assert!(number(&found, "/objective/seated/max_depth_mm") < 0.02 + 1e-4);
    assert!(found["start"].is_null() && found["moved_mm"].is_null() && found["objective"]["at_start"].is_null());
    // Twins: nobody is laid anywhere unasked, and a pose and anywhere contradict each other.
    let apart = seat(&[]);
    assert_eq!(apart.status, 1, "{}", apart.stderr);
    let reason: Value = serde_json::from_str(&apart.stdout).expect("JSON");
    assert!(reason["reason"].as_str().is_some_and(|why| why.contains("--anywhere")), "{reason}");
    assert_eq!(seat(&["--anywhere", "--pose", "0,0,0,0,0,0"]).status, 2);
}
