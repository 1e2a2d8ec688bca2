//! A case with several bites on the command line: which one is analysed, how sure it is, and what `verify` says of it.
use crate::cli::harness::{Run, number, run};
use occluscope::base::Rigid;
use occluscope::base::six::Matrix6;
use occluscope::jaw::{Bite, BiteFound, BiteOrigin, FoundByScans};
use occluscope::session::{Bites, CaseFile};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn found() -> FoundByScans {
    let mut covariance = Matrix6::ZERO;
    for (i, sigma) in [2e-4, 2e-4, 3e-4, 0.01, 0.01, 0.02].into_iter().enumerate() {
        covariance.add_square(1.0, &std::array::from_fn(|j| if i == j { sigma } else { 0.0 }));
    }
    let about = glam::DVec3::new(0.0, 20.0, 0.0);
    FoundByScans {
        n_scans: 2,
        rms_mm: [0.02, 0.03],
        overlap: [0.4, 0.5],
        disagreement_mm: Some(0.03),
        covariance: covariance.into(),
        about,
    }
}

/// The sample with a bite that bite scans have measured; the jaw is in it.
fn case(folder: &Path) -> PathBuf {
    assert_eq!(run(["sample".as_ref(), folder.as_os_str()]).status, 0);
    let path = folder.join("case.occ");
    let mut case = CaseFile::read(fs::read(&path).expect("written")).expect("a case");
    let pose = Rigid::from_six([0.02, 0.0, -0.05, 0.0, 0.0, 0.0]);
    let measured = Bite {
        name: "left".into(),
        origin: BiteOrigin::BiteScan,
        upper_from_lower: pose,
        found: Some(BiteFound::Scans(found())),
        ..Bite::as_scanned()
    };
    case.content.bites = Bites::of(vec![Bite::as_scanned(), measured], 1, BiteOrigin::Hand).expect("a list");
    case.content.upper_from_lower = pose;
    let path = folder.join("bites.occ");
    case.save(&path).expect("saved");
    path
}

fn analyze(case: &Path, more: &[&str]) -> Value {
    let case = case.display().to_string();
    let args = ["analyze", &case, "--sureness", "5", "--resolution", "64", "--json", "-"];
    run(args.iter().chain(more)).json()
}

fn verify(json: &Path) -> Run {
    run(["verify".as_ref(), json.as_os_str()])
}

#[test]
fn a_bite_is_named_known_by_its_covariance_and_recomputed() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = case(folder.path());
    let json = folder.path().join("r.json");
    let args = ["analyze".as_ref(), case.as_os_str(), "--sureness".as_ref(), "5".as_ref(), "--json".as_ref()];
    assert_eq!(run(args.into_iter().chain([json.as_os_str()])).status, 0);
    let record: Value = serde_json::from_slice(&fs::read(&json).expect("written")).expect("JSON");
    assert_eq!((&record["in_bite"]["name"], &record["in_bite"]["origin"]), (&"left".into(), &"bite_scan".into()));
    assert!(record["in_bite"]["left_by"].is_null() && record["in_bite"]["found"]["by"] == "bite_scans");
    assert!((number(&record, "/sureness/shift_mm") - 6e-4_f64.sqrt()).abs() < 1e-9);
    assert!(record["sureness"]["of_bite"]["covariance"].is_array());

    let verified = verify(&json);
    assert_eq!(verified.status, 0, "{} {}", verified.stdout, verified.stderr);
    // The twins: how far from the scans it is, and a bite that it has not left.
    for (field, value) in [("from_scans_mm", 0.5.into()), ("left_by", Value::from("hand"))] {
        let mut spoilt = record.clone();
        spoilt["in_bite"][field] = value;
        fs::write(&json, serde_json::to_string(&spoilt).expect("JSON")).expect("written");
        let verified = verify(&json);
        assert_eq!(verified.status, 1, "{field}");
        assert!(verified.stdout.contains(&format!("in_bite.{field}")), "{}", verified.stdout);
    }

    // Another bite, another pose, and figures that somebody asks for: the published average.
    let scanned = analyze(&case, &["--bite", "As scanned"]);
    assert_eq!((&scanned["in_bite"]["name"], number(&scanned, "/in_bite/from_scans_mm")), (&"As scanned".into(), 0.0));
    assert!(scanned["sureness"]["of_bite"].is_null() && number(&scanned, "/sureness/shift_mm") == 0.05);
    let moved = analyze(&case, &["--pose", "0.1,0,-0.05,0,0,0"]);
    assert_eq!((&moved["in_bite"]["left_by"], &moved["sureness"]["of_bite"]), (&"typed".into(), &Value::Null));
    assert!((number(&moved, "/in_bite/from_bite_mm") - 0.08).abs() < 1e-9);
    assert!(analyze(&case, &["--sureness-mm", "0.05"])["sureness"]["of_bite"].is_null());
    let args = ["analyze".as_ref(), case.as_os_str(), "--bite".as_ref(), "right".as_ref()];
    let refused = run(args);
    assert!(refused.status == 2 && refused.stderr.contains("\"As scanned\", \"left\""), "{}", refused.stderr);
    let scans = run(["analyze", "sample", "sample", "--bite", "left"]);
    assert!(scans.status == 2 && scans.stderr.contains("bite of a case"), "{}", scans.stderr);
}
