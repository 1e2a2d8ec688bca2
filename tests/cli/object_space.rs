//! Depth and shared volume of object space in the results of the exact engines: known, known to be 0, and unknown.
use crate::cli::harness::{Case, PRESSED, RADIUS, number, run, sphere_in_slab};
use crate::shapes;
use serde_json::Value;

fn analyze(case: &Case, args: &[&str]) -> Value {
    case.analyze(&[&["--resolution", "128", "--json", "-"], args].concat()).json()
}

/// A cap of the sphere: its height, and `pi d² (3 r - d) / 3`. Chords lie 5e-5 r = 0.00025 mm inside, which takes up to
/// that from the depth and, over the cap's area of 2 pi r d = 9.4 mm², 0.0024 mm³ from the volume of 1.386.
fn is_cap(result: &Value, pressed: f64) -> bool {
    let volume = std::f64::consts::PI * pressed * pressed * (3.0 * RADIUS - pressed) / 3.0;
    (number(result, "/object_space/max_depth_mm") - pressed).abs() < 3e-4 + 1e-4
        && (number(result, "/object_space/volume_mm3") - volume).abs() < 0.003
}

#[test]
fn a_sphere_in_a_slab_has_its_depth_and_volume() {
    let case = sphere_in_slab();
    for engine in ["bvh", "octree", "stencil", "zlist"] {
        let pressed = analyze(&case, &["--engine", engine]);
        assert!(is_cap(&pressed, PRESSED) && !is_cap(&pressed, PRESSED + 0.001), "{pressed:#}");
        assert!(number(&pressed, "/object_space/depth_error_mm") <= 1e-4);
        assert!(number(&pressed, "/object_space/volume_error_mm3") < 1e-6);
        assert!(number(&pressed, "/timing_ms/object_space") > 0.0);
        assert_eq!(pressed["interference"]["solids_volume_mm3"], pressed["object_space"]["volume_mm3"]);
    }
    // Apart, both are known to be 0.
    let apart = analyze(&case, &["--engine", "bvh", "--pose", "0,0,-1,0,0,0"]);
    assert_eq!(apart["object_space"]["max_depth_mm"], 0.0);
    assert_eq!(apart["object_space"]["volume_mm3"], 0.0);
}

/// What lies on the other surface is near to it, and no part of it penetrates.
#[test]
fn boxes_that_share_a_face_touch_and_do_not_penetrate() {
    let lower = shapes::cuboid([-5.0, -5.0, -10.0], [5.0, 5.0, 0.0]);
    let at = |height: f64| Case::new(&shapes::cuboid([-5.0, -5.0, height], [5.0, 5.0, 10.0 + height]), &lower);
    let of = |height: f64| analyze(&at(height), &["--engine", "bvh"]);
    let areas = |result: &Value| {
        ["area_upper_mm2", "penetrating_area_upper_mm2", "penetrating_area_lower_mm2"]
            .map(|name| number(result, &format!("/contact/0/{name}")))
    };
    let touching = of(0.0);
    assert_eq!(touching["verdict"], "touching");
    let [all, inside_upper, inside_lower] = areas(&touching);
    assert!((all - 100.0).abs() < 1.0 && inside_upper == 0.0 && inside_lower == 0.0, "{touching:#}");
    // The twin: a thousandth of a millimetre deep.
    let inside = of(-0.001);
    assert_eq!(inside["verdict"], "interfering");
    let [_, inside_upper, inside_lower] = areas(&inside);
    assert!(inside_upper > 99.0 && inside_lower > 99.0, "{inside:#}");
}

#[test]
fn the_sample_case_says_both_and_an_open_scan_has_no_volume() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(run(["sample".as_ref(), folder.path().as_os_str()]).status, 0);
    // Object space knows of no projection: one is enough. The record, and what is said beside it.
    let analyze = |args: &[&str]| -> (Value, String) {
        let scans = ["upper.stl", "lower.stl"].map(|name| folder.path().join(name));
        let file = folder.path().join("a.json");
        let exact = ["--engine", "bvh", "--patches", "1"].into_iter().chain(args.iter().copied()).map(Into::into);
        let files = scans.map(std::ffi::OsString::from).into_iter().chain(exact);
        let run =
            run(["analyze".into()].into_iter().chain(files).chain(["--json".into(), file.clone().into_os_string()]));
        assert_eq!(run.status, 0, "{}", run.stderr);
        (serde_json::from_slice(&std::fs::read(file).expect("written")).expect("JSON"), run.stdout)
    };
    let (closed, said_of_closed) = analyze(&[]);
    // By rays, one a pixel of 0.014 mm², the volume is that of the map to a part in a hundred.
    let (volume, of_map) = (number(&closed, "/object_space/volume_mm3"), number(&closed, "/interference/volume_mm3"));
    assert!((volume / of_map - 1.0).abs() < 0.01 && volume > 0.1, "{volume} and {of_map} mm³");
    // The shortest way out is no longer than the way along the projection.
    let depth = number(&closed, "/object_space/max_depth_mm");
    assert!(depth > 0.05 && depth <= number(&closed, "/interference/max_depth_mm") + 1e-4, "{depth} mm");
    let (open, said_of_open) = analyze(&["--no-close"]);
    assert!(open["object_space"]["volume_mm3"].is_null() && open["object_space"]["volume_error_mm3"].is_null());
    assert!(
        (number(&open, "/object_space/max_depth_mm") - depth).abs() < 1e-3,
        "the missing base is far from the teeth"
    );
    assert!(
        said_of_open.contains("mm deep, the shortest way out; shared volume unknown: a jaw is open"),
        "{said_of_open}"
    );
    assert!(said_of_closed.contains("mm³ shared"), "{said_of_closed}");
    // By 2 mm along the normal (y of the sample case) they come apart.
    let (apart, _) = analyze(&["--pose", "0,-2,0,0,0,0"]);
    assert_eq!(
        (&apart["object_space"]["max_depth_mm"], &apart["object_space"]["volume_mm3"]),
        (&0.0.into(), &0.0.into())
    );
}
