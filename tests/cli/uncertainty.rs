//! How sure the contacts are, and a bite that is doubtful.
use crate::cli::harness::{Case, PRESSED, coarse_sphere_in_slab, number, run, sphere_in_slab, two_spheres_apart};
use serde_json::Value;

fn record(case: &Case, more: &[&str]) -> Value {
    let usual = ["--resolution", "128", "--patches", "1", "--execution", "native", "--json", "-"];
    case.analyze(&[&usual[..], more].concat()).json()
}

#[test]
fn a_deep_bite_is_doubtful_and_the_way_out_of_it_is_its_depth() {
    let case = sphere_in_slab();
    let deep = record(&case, &[]);
    assert!((number(&deep, "/bite/max_depth_mm") - PRESSED).abs() < 0.002, "{}", deep["bite"]);
    assert_eq!(deep["bite"]["doubtful"], true);
    // The slab is the lower jaw: it goes down.
    let shift: Vec<f64> = (0..3).map(|i| number(&deep, &format!("/bite/clearing/shift_mm/{i}"))).collect();
    assert!((shift[2] + PRESSED).abs() < 0.01 && shift[0].abs() < 0.02 && shift[1].abs() < 0.02, "{shift:?}");
    assert!(number(&deep, "/bite/clearing/left_mm") <= 0.002);
    let warned = deep["warnings"].as_array().expect("a list").iter().any(|w| w.to_string().contains("doubtful"));
    assert!(warned, "{}", deep["warnings"]);
    // The twin: after that move it is not, and nothing is moved by the program itself.
    let pose = format!("{},{},{},0,0,0", shift[0], shift[1], shift[2]);
    let free = record(&case, &["--pose", &pose]);
    assert_eq!((free["bite"]["doubtful"].as_bool(), free["bite"]["clearing"].is_null()), (Some(false), true));
    assert_eq!(deep["upper_from_lower"][2][3], 0.0);
}

#[test]
fn poses_nearby_give_ranges_that_the_seed_repeats() {
    let case = coarse_sphere_in_slab();
    let ask = |more: &[&str]| record(&case, &[&["--sureness", "12"][..], more].concat());
    let found = ask(&[]);
    let areas = found["sureness"]["areas"].as_array().expect("areas");
    assert_eq!(areas.len(), found["contact"].as_array().expect("areas").len());
    for (place, area) in areas.iter().enumerate() {
        let of = |name: &str| number(area, &format!("/lower_mm2/{name}"));
        assert!(of("low") < of("median") && of("median") < of("high"), "{area}");
        // Raised and lowered by up to 0.05 mm, the area is about that much of the sphere's rim to and fro.
        let nominal = number(&found, &format!("/contact/{place}/area_lower_mm2"));
        assert!(of("low") < nominal && nominal < of("high"), "{nominal} in {area}");
    }
    assert_eq!(found["zones"][0]["sureness"]["sure"], "certain");
    assert_eq!(ask(&[])["sureness"], found["sureness"], "the same poses");
    assert_ne!(ask(&["--sureness-seed", "2"])["sureness"]["areas"], found["sureness"]["areas"], "the twin");
    assert!(record(&case, &[])["sureness"].is_null());
    // What is 0.5 mm apart comes into contact in no pose nearby.
    let apart = record(&two_spheres_apart(), &["--sureness", "12"]);
    assert_eq!(number(&apart, "/sureness/areas/0/upper_mm2/high"), 0.0);
}

#[test]
fn bad_numbers_of_poses_are_refused() {
    // The last two say how far about, but not of how many poses.
    for bad in [
        ["--sureness", "0"],
        ["--sureness", "-3"],
        ["--sureness-mm", "0"],
        ["--sureness-deg", "x"],
        ["--sureness-mm", "0.1"],
        ["--sureness-deg", "0.1"],
    ] {
        let args = [&["analyze", "a.stl", "b.stl"][..], &bad].concat();
        let refused = run(args);
        assert!(refused.status == 2 && refused.stderr.lines().count() == 1, "{bad:?}: {}", refused.stderr);
    }
}
