//! `cohort`: rows, failures, resuming, shards, limits, tables that name nobody. Kills are in `kills`, workflow engines in `engines`, a large
//! cohort of a stub in `large`.
mod cohort_case;
mod engines;
mod kills;
mod large;

use crate::cli::harness::{number, program, run};
use cohort_case::{Cohort, column, lines, table};
use serde_json::Value;
use std::fs;

/// A folder of 60 rows: the same two bodies in seeded poses, three of them bad.
#[test]
fn sixty_rows_of_which_three_are_bad() {
    let cohort = Cohort::of_bodies(57);
    let ran = cohort.run("out", &[]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("60 rows: 57 ok, 3 input_error"), "{}", ran.stdout);
    let cases = table(&cohort.path("out/cases.csv"));
    let (ids, status) = (column(&cases, "case_id"), column(&cases, "status"));
    assert!(ids.len() == 60 && ids.is_sorted(), "{ids:?}");
    let bad: Vec<_> =
        ids.iter().zip(&status).filter(|(_, s)| *s != "ok").map(|(id, s)| (id.as_str(), s.as_str())).collect();
    assert_eq!(bad, [("bad-0", "input_error"), ("bad-1", "input_error"), ("bad-2", "input_error")]);
    assert!(column(&cases, "tries").iter().all(|n| n == "1"), "bad input is not tried again");
    let failures = table(&cohort.path("out/failures.csv"));
    let errors = column(&failures, "error");
    assert_eq!(column(&failures, "case_id"), ["bad-0", "bad-1", "bad-2"]);
    assert!(errors[0].contains("upper: there is no such file"), "{errors:?}");
    let last: Vec<_> = ran.stderr.lines().rev().take(3).collect();
    assert!(last.iter().all(|line| line.starts_with("bad-") && line.contains("input_error")), "{}", ran.stderr);
    cohort.is_right("out");
    // Nothing of what is passed through is lost.
    assert!(column(&cases, "age").iter().any(|age| age == "41"));
    // The same rows as a check: exit 1, and nothing is asked again.
    let checked = cohort.run("out", &["--fail-if-any"]);
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    assert!(checked.stdout.contains("0 asked now, 60 there already"), "{}", checked.stdout);
}

/// The figures of a row are those of `analyze`, and a table that was tampered with is told from one that holds.
#[test]
fn a_row_says_what_analyze_says() {
    let cohort = Cohort::of_bodies(2);
    assert_eq!(cohort.run("out", &[]).status, 0);
    let cases = table(&cohort.path("out/cases.csv"));
    let rows = cohort.good_rows();
    let asked = |pose: &str| {
        let scans = [cohort.path("scans/maier_upper.stl"), cohort.path("scans/maier_lower.stl")];
        let mut command = program();
        command.arg("analyze").args(scans).args(["--json", "-", "--adapter", "none", "--resolution", "64"]);
        let out = command.arg(format!("--pose={pose}")).output().expect("it starts");
        serde_json::from_slice::<Value>(&out.stdout).expect("JSON")
    };
    for (id, pose) in &rows {
        let record = asked(pose);
        let at = column(&cases, "case_id").iter().position(|i| i == id).expect("a row");
        let of = |name: &str| column(&cases, name)[at].clone();
        let same = |name: &str, pointer: &str| of(name).parse::<f64>().is_ok_and(|x| x == number(&record, pointer));
        assert_eq!(of("verdict"), record["verdict"].as_str().expect("a word"));
        assert!(same("depth_mm", "/bite/max_depth_mm") && same("area_upper_mm2_at_0.1", "/contact/5/area_upper_mm2"));
        assert!(!same("depth_mm", "/contact/5/area_upper_mm2"), "the twin");
        assert_eq!(of("contacts"), record["zones"].as_array().expect("a list").len().to_string());
        let contacts = table(&cohort.path("out/contacts.csv"));
        let n = column(&contacts, "case_id").iter().filter(|i| *i == id).count();
        assert_eq!(of("contacts"), n.to_string());
    }
}

#[test]
fn no_name_of_a_file_is_in_any_result() {
    let cohort = Cohort::of_bodies(2);
    assert_eq!(cohort.run("out", &[]).status, 0);
    let mut n_files = 0;
    for file in crate::project::files_below(&cohort.path("out"), "csv").into_iter().chain(
        ["json", "parquet"].into_iter().flat_map(|ending| crate::project::files_below(&cohort.path("out"), ending)),
    ) {
        n_files += 1;
        let bytes = fs::read(&file).expect("read");
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains("maier") && !text.contains(".stl"), "{}", file.display());
    }
    assert!(n_files > 8, "{n_files}");
    // The twin: what `analyze` writes has them.
    let scans = [cohort.path("scans/maier_upper.stl"), cohort.path("scans/maier_lower.stl")];
    let scans = scans.map(|s| s.display().to_string());
    let said = run(["analyze", &scans[0], &scans[1], "--json", "-", "--resolution", "64"]);
    assert!(said.stdout.contains("maier"));
}

#[test]
fn shards_merge_to_the_bytes_of_one_run() {
    let cohort = Cohort::of_bodies(9);
    assert_eq!(cohort.run("one", &[]).status, 0);
    for i in ["2/3", "3/3", "1/3"] {
        let part = cohort.run("parts", &["--shard", i]);
        assert_eq!((part.status, part.stdout.contains(": 4 rows: ")), (0, true), "{}{}", part.stdout, part.stderr);
        let early = cohort.run("parts", &["--merge"]);
        assert_eq!(early.status, if i == "1/3" { 0 } else { 2 }, "{}", early.stderr);
        assert!(i == "1/3" || early.stderr.contains("rows have no result yet"), "{}", early.stderr);
    }
    // Times are no figures: of two computations they differ, and nothing else does.
    for name in ["cases.csv", "failures.csv"] {
        let without = |folder: &str| {
            let table = table(&cohort.path(folder).join(name));
            let timed = ["seconds", "peak_mb"];
            let kept: Vec<_> = table[0].iter().filter(|c| !timed.contains(&c.as_str())).cloned().collect();
            kept.into_iter().map(|c| (c.clone(), column(&table, &c))).collect::<Vec<_>>()
        };
        assert_eq!(without("one"), without("parts"), "{name}");
    }
    let bytes = |folder: &str, name: &str| fs::read(cohort.path(folder).join(name)).expect("read");
    for name in ["contacts.csv", "contacts.parquet"] {
        assert!(bytes("one", name) == bytes("parts", name), "{name}");
    }
    // Of the same rows every table has the same bytes: those of one run, merged with and without what shards told.
    for told in [true, false] {
        let before =
            ["cases.csv", "cases.parquet", "contacts.parquet", "failures.csv"].map(|name| (name, bytes("one", name)));
        before.iter().for_each(|(name, _)| fs::remove_file(cohort.path("one").join(name)).expect("removed"));
        if !told {
            fs::remove_dir_all(cohort.path("one/keys")).expect("removed");
        }
        assert_eq!(cohort.run("one", &["--merge"]).status, 0);
        before.iter().for_each(|(name, was)| assert!(bytes("one", name) == *was, "{name}, {told}"));
    }
}

#[test]
fn a_table_that_begins_with_a_failure_has_the_same_columns() {
    let cohort = Cohort::of_bodies(1);
    assert_eq!(cohort.run("out", &["--shard", "1/4"]).status, 0);
    let all = cohort.run("out", &[]);
    assert_eq!(all.status, 0, "{}", all.stderr);
    let only_bad = Cohort::of_bodies(0);
    assert_eq!(only_bad.run("out", &[]).status, 0);
    let heads =
        [&cohort, &only_bad].map(|c| ["cases.csv", "contacts.csv"].map(|n| lines(&c.path("out").join(n))[0].clone()));
    assert_eq!(heads[0], heads[1]);
    assert_eq!(lines(&only_bad.path("out/contacts.csv")).len(), 1);
    assert!(fs::metadata(only_bad.path("out/contacts.parquet")).expect("there").len() > 12);
}

#[test]
fn time_and_memory_are_limited_and_signals_are_tried_again() {
    let cohort = Cohort::of_bodies(1);
    let child = |script: &str| cohort.script("child", script);
    // A child that sleeps, one that grows, one that is killed once and then answers as the program does.
    let slow = cohort.run_good("slow", &["--child", &child("exec sleep 60"), "--timeout", "0.2"]);
    assert!(slow.status == 0 && slow.stdout.contains("1 timeout"), "{}{}", slow.stdout, slow.stderr);
    let cases = table(&cohort.path("slow/cases.csv"));
    assert_eq!(
        (column(&cases, "tries"), column(&cases, "error")),
        (vec!["3".into()], vec!["it took more than 0.2 s".into()])
    );
    if cfg!(target_os = "linux") {
        let grows = child("x=$(head -c 90000000 /dev/zero | tr '\\0' x); sleep 5");
        let large = cohort.run_good("large", &["--child", &grows, "--memory-mb", "60"]);
        assert!(large.stdout.contains("1 memory"), "{}{}", large.stdout, large.stderr);
        let peak = column(&table(&cohort.path("large/cases.csv")), "peak_mb")[0].parse::<f64>().expect("a number");
        assert!(peak > 60.0, "{peak}");
    }
    let mark = cohort.path("mark");
    let once = format!(
        "test -e {m} || {{ touch {m}; kill -9 $$; }}; exec {p} \"$@\"",
        m = mark.display(),
        p = env!("CARGO_BIN_EXE_occluscope")
    );
    let killed = cohort.run_good("killed", &["--child", &child(&once)]);
    assert!(killed.stdout.contains("1 ok"), "{}{}", killed.stdout, killed.stderr);
    assert_eq!(column(&table(&cohort.path("killed/cases.csv")), "tries"), ["2"]);
    let always = cohort.run_good("always", &["--child", &child("kill -9 $$")]);
    assert!(always.stdout.contains("1 crashed"), "{}{}", always.stdout, always.stderr);
    // What is there is done, until it is asked for anew.
    let kept = cohort.run_good("always", &["--child", &cohort.path("child").display().to_string()]);
    assert!(kept.stdout.contains("0 asked now"), "{}", kept.stdout);
    let again =
        cohort.run_good("always", &["--child", &cohort.path("child").display().to_string(), "--again", "crashed"]);
    assert!(again.stdout.contains("1 asked now"), "{}", again.stdout);
}

#[test]
fn an_answer_that_is_none_is_no_figure() {
    let cohort = Cohort::of_bodies(1);
    for (name, script) in
        [("silent", "exit 0"), ("nonsense", "echo '{}'"), ("loud", "yes | head -c 3000000"), ("panics", "exit 101")]
    {
        let ran = cohort.run_good(&format!("out-{name}"), &["--child", &cohort.script(name, script)]);
        assert!(ran.status == 0 && ran.stdout.contains("1 crashed"), "{name}: {}{}", ran.stdout, ran.stderr);
    }
    // A row that is not whole is asked again.
    assert_eq!(cohort.run_good("out", &[]).status, 0);
    let row = &crate::project::files_below(&cohort.path("out/rows"), "json")[0];
    let bytes = fs::read(row).expect("read");
    fs::write(row, &bytes[..bytes.len() / 2]).expect("written");
    let again = cohort.run_good("out", &[]);
    assert!(again.stdout.contains("1 ok") && again.stdout.contains("1 asked now"), "{}", again.stdout);
}

#[test]
fn a_key_is_of_bytes_pose_and_settings() {
    let cohort = Cohort::of_bodies(1);
    let asked = |args: &[&str]| {
        let ran = cohort.run_good("out", args);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout.contains("1 asked now")
    };
    assert!(asked(&[]) && !asked(&[]), "the second finds what is there");
    assert!(!asked(&["--workers", "1", "--threads", "2", "--timeout", "99"]), "how it is run is no part of it");
    assert!(asked(&["--resolution", "65"]) && asked(&["--scope", "whole"]));
    // Names are no part of it; bytes are.
    fs::rename(cohort.path("scans"), cohort.path("moved")).expect("renamed");
    let text = fs::read_to_string(cohort.path("good.csv")).expect("read");
    fs::write(cohort.path("good.csv"), text.replace("scans/", "moved/").replace("pat-000", "other")).expect("written");
    assert!(!asked(&[]));
    let mut bytes = fs::read(cohort.path("moved/maier_upper.stl")).expect("read");
    bytes[5] ^= 1;
    fs::write(cohort.path("moved/maier_upper.stl"), bytes).expect("written");
    assert!(asked(&[]));
    fs::write(cohort.path("moved/maier_upper.json"), "{\"labels\": [0]}").expect("written");
    assert!(asked(&[]), "labels beside a scan");
}

#[test]
fn a_bad_manifest_is_refused_before_anything_is_begun() {
    let cohort = Cohort::of_bodies(1);
    fs::write(cohort.path("twice.csv"), "case_id,upper,lower\n1,a.stl,b.stl\n1,a.stl,b.stl\n").expect("written");
    for (args, wanted) in [
        (vec!["@twice.csv", "--out", "@none"], "lines 2 and 3 have the same case_id"),
        (vec!["@absent.csv", "--out", "@none"], "there is no such file"),
        (vec!["@good.csv", "--out", "@good.csv"], "in the way of the folder"),
        (vec!["@good.csv", "--out", "@none", "--shard", "3/2"], "a part like 3/10"),
        (vec!["@good.csv", "--out", "@none", "--shard", "1/2", "--merge"], "--merge"),
        (vec!["@good.csv", "--out", "@none", "--engine", "bvh-gpu"], "needs an adapter"),
        (vec!["@good.csv", "--out", "@none", "--again", "ok"], "one of input_error"),
    ] {
        let ran = cohort.ask(&args);
        let line = ran.stderr.lines().last().unwrap_or_default();
        assert!(
            ran.status == 2 && line.contains(wanted) && line.starts_with("occluscope: "),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(!cohort.path("none").exists(), "{args:?}");
    }
}
