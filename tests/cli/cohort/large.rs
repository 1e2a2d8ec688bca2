//! A large cohort of a program that answers at once: what the parent takes of memory. `OCCLUSCOPE_COHORT_ROWS` is the number of rows.
use super::cohort_case::Cohort;
use crate::cli::harness::program;
use std::fmt::Write;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

const MOST_MIB: f64 = 200.0;

fn peak_mib(id: u32) -> Option<f64> {
    let facts = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = facts.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

#[test]
fn a_large_cohort_takes_little_memory() {
    let n: usize = std::env::var("OCCLUSCOPE_COHORT_ROWS").map_or(600, |text| text.parse().expect("a number"));
    let cohort = Cohort::of_bodies(1);
    let scans = [cohort.path("scans/maier_upper.stl"), cohort.path("scans/maier_lower.stl")];
    let record = program().arg("analyze").args(scans).args(["--json", "-", "--resolution", "64"]).output();
    fs::write(cohort.path("record"), record.expect("it starts").stdout).expect("written");
    let stub = cohort.script("stub", &format!("exec cat {}", cohort.path("record").display()));
    let mut rows = String::from("case_id,upper,lower,pose,group,session\n");
    for i in 0..n {
        let pose = format!("{},0,0,0,0,0", i as f64 * 1e-6);
        writeln!(rows, "pat-{i:07},scans/maier_upper.stl,scans/maier_lower.stl,\"{pose}\",control,first")
            .expect("text");
    }
    fs::write(cohort.path("large.csv"), rows).expect("written");
    let begun = Instant::now();
    let mut command = cohort.command("large.csv", "out", &["--child", &stub, "--workers", "2"]);
    let mut parent = command.stdout(Stdio::null()).spawn().expect("it starts");
    let mut peak = 0.0_f64;
    let status = loop {
        peak = peak.max(peak_mib(parent.id()).unwrap_or(0.0));
        if let Some(status) = parent.try_wait().expect("ours") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success());
    println!("{n} rows of a stub: {:.1} s, the parent's memory {peak:.1} MiB at most", begun.elapsed().as_secs_f64());
    assert!(peak < MOST_MIB, "{peak} MiB");
    assert!(!cfg!(target_os = "linux") || peak > 1.0, "the memory was looked at");
    let cases = fs::read_to_string(cohort.path("out/cases.csv")).expect("read");
    assert_eq!(cases.lines().count(), n + 1);
}
