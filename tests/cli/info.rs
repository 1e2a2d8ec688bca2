//! `occluscope info` and `occluscope sample`.
use crate::cli::harness::{Run, coarse_sphere_in_slab, names_in, number, program, run};

#[test]
fn info_says_what_was_read() {
    let case = coarse_sphere_in_slab();
    let upper = case.path("upper.stl");
    let text = run(["info".as_ref(), upper.as_os_str()]);
    assert_eq!(text.status, 0, "{}", text.stderr);
    for wanted in ["STL, binary, mm", "closed as read", "upper (by its name)"] {
        assert!(text.stdout.contains(wanted), "{wanted}: {}", text.stdout);
    }
    let lower = case.path("lower.stl");
    let json = run(["info".as_ref(), "--json".as_ref(), upper.as_os_str(), lower.as_os_str()]).json();
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert_eq!(json[1]["guessed_side"], "lower");
    assert_eq!(json[1]["triangles"], 12);
    assert_eq!(json[1]["closed"], true);
    assert_eq!(number(&json[1], "/size_mm/0"), 16.0);
}

#[test]
fn the_sample_case_is_written_and_touches() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = folder.path().join("made");
    let run = run(["sample".as_ref(), made.as_os_str()]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(names_in(&made), ["case.occ", "lower.stl", "upper.stl"]);
    let scans = [made.join("upper.stl"), made.join("lower.stl")];
    let result = Run::of(program().arg("analyze").args(scans).args(["--json", "-"]).output().expect("starts")).json();
    assert_eq!(result["verdict"], "interfering");
    // sample-case: tens of mm² at 0.2 mm, depth under 0.1 mm.
    assert!(number(&result, "/interference/max_depth_mm") < 0.1, "{result:#}");
    let widest = result["contact"].as_array().and_then(|c| c.last()).expect("thresholds").clone();
    assert!((20.0..120.0).contains(&number(&widest, "/area_upper_mm2")), "{widest:#}");
}
