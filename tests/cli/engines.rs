//! The exact engines by themselves, and `occluscope engines`.
use crate::cli::harness::{coarse_sphere_in_slab, number, run, two_spheres_apart};
use serde_json::Value;
use std::fs;

#[test]
fn exact_engines_need_no_gpu_and_write_every_result() {
    let case = coarse_sphere_in_slab();
    for engine in ["bvh", "octree"] {
        let run = case.analyze(
            &[
                ["--engine", engine, "--adapter", "none", "--resolution", "128", "--time", "2"].as_slice(),
                &["--json", "@a.json", "--csv", "@a.csv", "--png", "@a.png", "--ply", "@a.ply"],
                &["--gap-map", "@gap.npy", "--class-map", "@class.npy", "--dump-prepared", "@prepared"],
                &["--fail-if", "interfering"],
            ]
            .concat(),
        );
        assert_eq!(run.status, 1, "{}", run.stderr);
        let result: Value =
            serde_json::from_slice(&fs::read(case.path("a.json")).expect("written")).expect("a JSON file");
        assert_eq!((&result["engine"], &result["adapter"]), (&engine.into(), &"none (processor)".into()));
        assert_eq!(result["projection"]["chosen_by"], "item-buffer");
        assert!(number(&result, "/triangle_pairs/count") > 0.0 && number(&result, "/gap/clearance_mm") == 0.0);
        assert_eq!(result["timing_ms"]["frames"]["count"], 2);
        for file in ["a.csv", "a.png", "a.ply", "gap.npy", "class.npy", "prepared/upper.stl", "prepared/lower.stl"] {
            assert!(fs::metadata(case.path(file)).is_ok_and(|m| m.len() > 100), "{engine}: {file}");
        }
        // An adapter that is not there is of no concern to an engine that needs none.
        let other = case.analyze(&["--engine", engine, "--adapter", "no such adapter", "--resolution", "64"]);
        assert!(other.status == 0 && other.stdout.contains("pairs of triangles meet"), "{}", other.stderr);
    }
    assert_eq!(case.analyze(&["--adapter", "no such adapter"]).status, 3, "the twin: the live engine needs one");
}

/// Contract: no GPU at all still analyses, by the processor's threads.
#[test]
fn the_live_engine_runs_on_threads() {
    let case = coarse_sphere_in_slab();
    let by = |args: &[&str]| case.analyze(&[args, &["--resolution", "256", "--json", "-"]].concat()).json();
    let raster = by(&["--adapter", "cpu"]);
    for args in [&["--adapter", "none"][..], &["--execution", "native"], &["--execution", "native", "--adapter", "cpu"]]
    {
        let native = by(args);
        assert_eq!((&native["engine"], &native["execution"]), (&"stencil".into(), &"native".into()), "{args:?}");
        assert_eq!((&native["adapter"], &native["verdict"]), (&"none (processor)".into(), &raster["verdict"]));
        for figure in ["/interference/max_depth_mm", "/contact/5/area_upper_mm2", "/interference/volume_mm3"] {
            let (a, b) = (number(&native, figure), number(&raster, figure));
            assert!((a - b).abs() < 0.001 * b, "{figure}: {a} and {b}");
        }
    }
    let compute = by(&["--execution", "compute", "--adapter", "cpu"]);
    assert_eq!((&compute["engine"], &compute["execution"]), (&"stencil".into(), &"compute".into()));
    let native = by(&["--adapter", "none"]);
    assert_eq!((&compute["pixels"], &compute["verdict"]), (&native["pixels"], &native["verdict"]), "the same rule");
    assert_eq!(raster["execution"], "raster", "the twin: an adapter that is named is used");
    let deeper = by(&["--adapter", "none", "--pose", "0,0,0.01,0,0,0"]);
    let depth = |r: &Value| number(r, "/interference/max_depth_mm");
    assert!((depth(&deeper) - depth(&raster)).abs() > 0.005, "the twin: a pose 0.01 mm aside is noticed");
}

/// Threads share a map's rows out in bands, of as many rows as they have enough bands of; two threads have others here than one.
#[test]
fn no_figure_depends_on_how_many_threads_there_are() {
    let case = coarse_sphere_in_slab();
    let by = |args: &[&str]| {
        let asked = ["--adapter", "none", "--direction", "0,0,-1", "--resolution", "320", "--json", "-"];
        let mut result = case.analyze(&[&asked, args].concat()).json();
        result.as_object_mut().and_then(|all| all.remove("timing_ms")).expect("times");
        result
    };
    let alone = by(&["--threads", "1"]);
    assert_eq!(by(&["--threads", "2"]), alone);
    assert_ne!(by(&["--threads", "2", "--pose", "0,0,0.0001,0,0,0"]), alone, "the twin: a hair deeper is noticed");
}

/// Contract: unknown is null to the live engine; an exact one knows the distance of jaws however far apart.
#[test]
fn exact_engines_know_the_clearance_of_jaws_far_apart() {
    let case = two_spheres_apart();
    let far = |engine: &str| case.analyze(&["--engine", engine, "--pose", "0,0,-30,0,0,0", "--json", "-"]).json();
    let (exact, live) = (far("bvh"), far("stencil"));
    // The facets of both spheres lie at most 0.0012 mm inside.
    assert!((number(&exact, "/gap/clearance_mm") - 30.5).abs() < 0.004, "{exact}");
    assert_eq!((exact["triangle_pairs"]["count"].as_u64(), exact["projection"].is_null()), (Some(0), true));
    assert_eq!((exact["verdict"].as_str(), live["verdict"].as_str()), (Some("apart"), Some("apart")));
    assert!(live["gap"]["clearance_mm"].is_null() && live["triangle_pairs"]["count"].is_null());
}

#[test]
fn engines_run_without_a_gpu_and_against_several_rays_a_pixel() {
    let case = coarse_sphere_in_slab();
    let (upper, lower) = (case.path("upper.stl"), case.path("lower.stl"));
    let engines = |more: &[&str]| {
        let scans = [upper.as_os_str(), lower.as_os_str()];
        let settings = ["--resolution", "128", "--adapter", "none"].map(std::ffi::OsStr::new);
        run(["engines".as_ref()].into_iter().chain(scans).chain(settings).chain(more.iter().map(|s| s.as_ref())))
    };
    let report = engines(&["--rays-per-pixel", "16", "--json", "-"]).json();
    assert_eq!(report["left_out"], serde_json::json!(["stencil", "stencil (compute)", "zlist", "bvh-gpu"]));
    let rows = report["engines"].as_array().expect("rows");
    let names: Vec<_> = rows.iter().map(|r| (r["engine"].as_str(), r["execution"].as_str())).collect();
    assert_eq!(names, [(Some("stencil"), Some("native")), (Some("bvh"), None), (Some("octree"), None)]);
    for row in rows {
        assert_eq!(row["mean_of_rays"]["rays_per_pixel"], 16);
        assert!(number(row, "/mean_of_rays/compared") > 100.0 && number(row, "/mean_of_rays/rms_mm") > 0.0, "{row}");
    }
    assert_eq!(rows[1]["triangle_pairs"], rows[2]["triangle_pairs"]);
    assert_eq!(number(&rows[2], "/agreement/gap_max_mm"), 0.0, "the same rays");
    // Single precision, and corners on steps of 1/256 pixel: never the very same as rays.
    let threads = number(&rows[0], "/agreement/gap_max_mm");
    assert!(threads > 0.0 && threads < 0.001, "{threads}");
    assert_eq!(engines(&["--rays-per-pixel", "5"]).status, 2);
}

#[test]
fn engines_agree_on_one_pose() {
    let case = coarse_sphere_in_slab();
    let (upper, lower) = (case.path("upper.stl"), case.path("lower.stl"));
    let args = |more: &[&str]| {
        let mut all = vec!["engines".to_owned(), upper.display().to_string(), lower.display().to_string()];
        all.extend(more.iter().map(|s| (*s).to_owned()));
        all
    };
    let report = run(args(&["--direction", "0,0,-1", "--resolution", "256", "--json", "-"]));
    assert_eq!(report.status, 0, "{}", report.stderr);
    let report = report.json();
    let engines = report["engines"].as_array().expect("engines");
    let named = |name| engines.iter().find(|e| e["engine"] == name).expect("an engine that is built");
    let [stencil, zlist, bvh, gpu] = ["stencil", "zlist", "bvh", "bvh-gpu"].map(named);
    assert_eq!(engines[0], *stencil);
    for engine in [stencil, zlist, bvh] {
        assert_eq!(engine["verdict"], "interfering");
        assert!((number(engine, "/max_depth_mm") - 0.3).abs() < 0.004, "{engine}");
    }
    assert!(number(bvh, "/triangle_pairs") > 0.0);
    assert_eq!(number(bvh, "/clearance_mm"), 0.0);
    assert_eq!((&bvh["triangle_pairs"], &bvh["verdict"]), (&gpu["triangle_pairs"], &gpu["verdict"]));
    assert_ne!(gpu["adapter"], bvh["adapter"]);
    assert_eq!(number(&report, "/agreement/class_differs"), 0.0, "{report}");
    assert_eq!(number(&report, "/agreement/gap_missing"), 0.0, "{report}");
    assert_eq!(number(&report, "/agreement/gap_differs"), 0.0, "{report}");
    assert_eq!(report["agreement"], stencil["agreement"]);
    assert!(number(&report, "/agreement/gap_max_mm") < 0.001, "{report}");
    // The table says the same to a person; other results belong to `analyze`.
    let table = run(args(&["--direction", "0,0,-1", "--resolution", "64"]));
    assert!(table.status == 0 && table.stdout.contains("stencil against bvh"), "{}", table.stdout);
    let file = case.path("engines.json").display().to_string();
    let both = run(args(&["--direction", "0,0,-1", "--resolution", "64", "--json", &file]));
    assert!(both.stdout.contains("stencil against bvh") && case.path("engines.json").exists(), "{}", both.stdout);
    assert_eq!(run(args(&["--csv", "-"])).status, 2);
}
