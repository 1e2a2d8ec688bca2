//! `occluscope doctor`, and what is said of a GPU that is too small or has too little memory.
use super::harness::{Run, coarse_sphere_in_slab, program, run};
use serde_json::Value;
use std::fs;
use std::process::Command;

#[test]
fn every_engine_is_held_against_exact_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("doctor.json");
    let args =
        ["doctor", "--adapter", "cpu", "--json"].map(Into::into).into_iter().chain([file.clone().into_os_string()]);
    let run = run(args.collect::<Vec<std::ffi::OsString>>());
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    println!("{}", run.stdout);
    let text = fs::read_to_string(&file).expect("written");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&report["schema"], &report["agrees"]), (&"occluscope/doctor/1".into(), &true.into()));
    let engines = report["engines"].as_array().expect("engines");
    assert_eq!(engines.len(), 7);
    for engine in engines {
        assert_eq!(engine["agrees"], true);
        let scenes = engine["scenes"].as_array().expect("scenes");
        assert!(scenes.len() == 5 && scenes.iter().all(|s| s["map"]["gaps_compared"].as_u64() > Some(100)));
        assert!(run.stdout.contains(engine["engine"].as_str().expect("a name")));
    }
    // Nothing of a file or a person is in it.
    let home = std::env::var("HOME").unwrap_or_default();
    for word in [folder.path().to_str().expect("a path"), home.as_str(), "upper.stl"] {
        assert!(word.len() < 2 || !text.contains(word), "{word}");
    }
}

#[test]
fn without_a_gpu_or_with_a_small_one_the_rest_is_held() {
    let agrees = |adapter: &str| -> Vec<Value> {
        let report = run(["doctor", "--adapter", adapter, "--json", "-"]).json();
        report["engines"].as_array().expect("engines").iter().map(|e| e["agrees"].clone()).collect()
    };
    let (none, small) = (agrees("none"), agrees("smallest"));
    let wanted = [Value::Null, true.into(), Value::Null, Value::Null, true.into(), true.into(), Value::Null];
    assert_eq!((none.as_slice(), small.as_slice()), (&wanted[..], &wanted[..]));
    assert_eq!(run(["doctor", "--adapter", "no such adapter"]).status, 3);
}

#[test]
fn a_small_adapter_is_passed_over_and_a_map_that_does_not_fit_is_refused() {
    let case = coarse_sphere_in_slab();
    let small = case.analyze(&["--adapter", "smallest", "--execution", "raster", "--resolution", "64"]);
    assert!(small.status == 3 && small.stderr.contains("storage buffers"), "{}", small.stderr);
    let threads = case.analyze(&["--adapter", "smallest", "--execution", "native", "--resolution", "64"]);
    assert_eq!(threads.status, 0, "the twin: {}", threads.stderr);
    // By as much address space as a small map takes, and a large one does not find.
    let limited = |resolution: &str| {
        let words = "ulimit -v 2000000; exec \"$0\" \"$@\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", words]).arg(program().get_program()).arg("analyze");
        shell.args([case.path("upper.stl"), case.path("lower.stl")]);
        shell.args(["--adapter", "cpu", "--execution", "raster", "--direction", "0,0,-1", "--resolution", resolution]);
        Run::of(shell.output().expect("a shell"))
    };
    let large = limited("4096");
    assert!(large.status == 3 && large.stderr.contains("does not hold a map of 4096 pixels"), "{}", large.stderr);
    let small = limited("128");
    assert_eq!(small.status, 0, "the twin: {}", small.stderr);
}
