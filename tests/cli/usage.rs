//! Bad usage, no driver: the exit statuses and the one line on stderr.
use crate::cli::harness::{Run, coarse_sphere_in_slab, program, run};
use std::fs;
use std::process::Stdio;

/// Ways of executing that do not go with the rest of what was asked for.
#[test]
fn executions_that_do_not_go_together_are_refused() {
    let case = coarse_sphere_in_slab();
    for (args, words) in [
        (&["--execution", "raster", "--adapter", "none"][..], "needs an adapter"),
        (&["--engine", "zlist", "--adapter", "none"], "needs an adapter"),
        (&["--execution", "compute", "--adapter", "none"], "needs an adapter"),
        (&["--engine", "bvh-gpu", "--adapter", "none"], "needs an adapter"),
        (&["--engine", "bvh-gpu", "--execution", "native"], "on a GPU only"),
        (&["--engine", "zlist", "--execution", "native"], "on a GPU only"),
        (&["--engine", "zlist", "--execution", "compute"], "by raster passes only"),
    ] {
        let run = case.analyze(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.lines().count() == 1, "{args:?}: {}", run.stderr);
    }
}

#[test]
fn bad_usage_is_status_2() {
    let case = coarse_sphere_in_slab();
    for args in [
        &["--pose", "1,2,3"][..],
        &["--pose", "1,2,3,4,5,nan"],
        &["--pose", "0,0,0,0,0,0", "--pose-file", "a"],
        &["--pose-file", "@upper.stl"],
        &["--pose-file", "@none.json"],
        &["--direction", "0,0,0"],
        &["--direction", "up"],
        &["--resolution", "0"],
        &["--range-mm", "-1"],
        &["--threshold-mm", "a"],
        &["--unit", "feet"],
        &["--engine", "magic"],
        &["--resolution", "-1"],
        &["--threshold-mm", "-0.1,0.2"],
        &["--time", "0"],
        &["--time", "-1"],
        &["--nonsense"],
        &["third.stl"],
    ] {
        let run = case.analyze(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{args:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
        assert!(!run.stderr.contains("unexpected argument '-1"), "{args:?}: {}", run.stderr);
    }
    assert_eq!(run(["analyze"]).status, 2);
    assert_eq!(run(["info"]).status, 2);
    assert_eq!(run(["--help"]).status, 0);
    assert_eq!(run(["--version"]).stdout, format!("occluscope {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_pose_file_that_is_none_is_refused_in_plain_words() {
    let case = coarse_sphere_in_slab();
    for (text, wanted) in [
        ("[]", "no pose file"),
        ("{\"pose\": 1}", "no pose file"),
        ("{\"upper_from_lower\": [[1,0,0]]}", "no pose file"),
        ("{\"upper_from_lower\": [[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]]}", "rigid motion"),
        ("{\"upper_from_lower\": [[1,0,0,0],[0,1,0,0],[0,0,-1,0],[0,0,0,1]]}", "rigid motion"),
    ] {
        fs::write(case.path("pose.json"), text).expect("written");
        let run = case.analyze(&["--pose-file", "@pose.json"]);
        assert_eq!(run.status, 2, "{text}: {}", run.stderr);
        assert!(run.stderr.contains("pose.json") && run.stderr.contains(wanted), "{text}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{text}: {}", run.stderr);
    }
}

#[test]
fn what_others_wrote_is_told() {
    let run = run(["notices"]);
    assert_eq!((run.status, &*run.stderr), (0, ""));
    let written = crate::project::root().join("THIRD-PARTY-NOTICES.txt");
    assert!(run.stdout == fs::read_to_string(written).expect("the notices"), "the program is older than its notices");
    for words in ["egui 0.", "UBUNTU FONT LICENCE", "Permission is hereby granted"] {
        assert!(run.stdout.contains(words), "{words}");
    }
    assert_eq!(crate::cli::harness::run(["notices", "all"]).status, 2);
}

/// Without any driver the loader finds nothing; the sentence says what to install.
#[cfg(target_os = "linux")]
#[test]
fn without_a_driver_the_status_is_3() {
    let case = coarse_sphere_in_slab();
    let mut command = program();
    for variable in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        command.env(variable, case.path("no-such-driver.json"));
    }
    let scans = [case.path("upper.stl"), case.path("lower.stl")];
    command.arg("analyze").args(scans).args(["--json", "-"]);
    // Where nobody asks for a GPU, none is needed.
    let threads = Run::of(command.output().expect("the program starts"));
    assert_eq!((threads.status, &threads.json()["execution"]), (0, &"native".into()), "{}", threads.stderr);
    let run = Run::of(command.args(["--execution", "raster"]).output().expect("the program starts"));
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("apt-get install") && run.stdout.is_empty(), "{}", run.stderr);
    let mut pairs = program();
    for variable in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        pairs.env(variable, case.path("no-such-driver.json"));
    }
    let pairs =
        pairs.arg("analyze").args([case.path("upper.stl"), case.path("lower.stl")]).args(["--engine", "bvh-gpu"]);
    let pairs = Run::of(pairs.output().expect("the program starts"));
    assert_eq!(pairs.status, 3, "{}", pairs.stderr);
    assert!(pairs.stderr.contains("apt-get install") && pairs.stdout.is_empty(), "{}", pairs.stderr);
    let named = case.analyze(&["--adapter", "no such adapter"]);
    assert_eq!(named.status, 3, "{}", named.stderr);
}

/// What is said to somebody who has gone (`2>&1 | head`) changes nothing: the exit status is what it would have been.
#[test]
fn a_closed_stderr_is_no_failure() {
    let case = coarse_sphere_in_slab();
    let scans = [case.path("upper.stl"), case.path("lower.stl")];
    for (scans, status) in [(scans.clone(), 0), ([case.path("none.stl"), scans[1].clone()], 2)] {
        let mut analyze = program();
        analyze.args(["analyze", "--adapter", "none", "--resolution", "64"]).args(&scans);
        let mut child = analyze.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(status), "{scans:?}");
    }
}
