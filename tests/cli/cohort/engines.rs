//! The workflow of `docs/cohorts` under a real Snakemake, one of whose jobs is killed. Snakemake comes from the registry of Python's packages
//! into an environment of the tests' own. Without Python, or without the registry, this is left out, and said.
use super::cohort_case::Cohort;
use crate::cli::harness::NO_CACHE;
use crate::project::root;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SNAKEMAKE: &str = "snakemake>=9,<10";

/// An environment with Snakemake; `None` where there is none to be had.
fn snakemake() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("snakemake");
    let program = folder.join("bin/snakemake");
    let runs = |program: &PathBuf| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if runs(&program) {
        return Some(program);
    }
    let made =
        Command::new("python3").args(["-m", "venv"]).arg(&folder).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !made.is_ok_and(|status| status.success()) {
        return None;
    }
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20", SNAKEMAKE]).stdout(Stdio::null());
    let installed = pip.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    (installed && runs(&program)).then_some(program)
}

/// The first process whose command line has these words.
fn find(words: [&str; 2]) -> Option<u32> {
    let ids = fs::read_dir("/proc").expect("there").filter_map(|e| e.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let mut with_words = ids.filter(|id| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.starts_with(env!("CARGO_BIN_EXE_occluscope")) && words.iter().all(|word| line.contains(word))
    });
    with_words.next()
}

#[test]
fn snakemake_loses_nothing_when_a_job_is_killed() {
    let Some(snakemake) = snakemake().filter(|_| cfg!(target_os = "linux")) else {
        println!("LEFT OUT: the workflow under Snakemake (no Python 3 with venv, or {SNAKEMAKE} is not to be had)");
        return;
    };
    let cohort = Cohort::of_bodies(27);
    assert_eq!(cohort.run("calm", &[]).status, 0);
    let out = cohort.path("out").display().to_string();
    let mut engine = Command::new(snakemake);
    engine.arg("-s").arg(root().join("docs/cohorts/cohort.smk")).args(["--cores", "2", "--config"]);
    engine.arg(format!("program={}", env!("CARGO_BIN_EXE_occluscope")));
    engine.arg(format!("manifest={}", cohort.path("all.csv").display())).arg(format!("out={out}"));
    engine.args(["shards=3", "workers=1", "options=--resolution=64"]).env(NO_CACHE.0, NO_CACHE.1);
    engine
        .current_dir(cohort.folder.path())
        .env("XDG_CACHE_HOME", cohort.path("cache"))
        .env("HOME", cohort.folder.path());
    let log = fs::File::create(cohort.path("log")).expect("made");
    let mut running = engine.stdout(Stdio::null()).stderr(log).spawn().expect("it starts");
    let until = Instant::now() + Duration::from_secs(120);
    let job = loop {
        if let Some(job) = find([&out, "--shard"]) {
            break job;
        }
        assert!(Instant::now() < until && running.try_wait().expect("ours").is_none(), "no job was begun");
        std::thread::sleep(Duration::from_millis(5));
    };
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-9", &job.to_string()]).status().is_ok_and(|s| s.success()), "it still ran");
    let status = running.wait().expect("ours");
    let said = fs::read_to_string(cohort.path("log")).expect("read");
    assert!(status.success(), "{said}");
    assert!(said.contains("Trying to restart job"), "the killed job was noticed: {said}");
    cohort.is_like("out", "calm");
}
