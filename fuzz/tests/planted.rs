//! Would it be found? Faults planted in targets of their own are; where there is none, nothing is.
use std::path::PathBuf;
use std::process::{Command, Output};

fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_occluscope-fuzz")).args(arguments).output().expect("it starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What was found: number and file.
fn found(output: &Output) -> (String, PathBuf) {
    let text = said(output);
    let line = text.lines().find(|line| line.starts_with("FOUND")).unwrap_or_else(|| panic!("nothing: {text}"));
    let number = line.split("--only ").nth(1).and_then(|rest| rest.split(':').next()).expect("a number");
    (number.into(), line.rsplit("; ").next().expect("a file").into())
}

/// How many inputs the last row tells of, and how many of them were taken.
fn counts(output: &Output) -> [u64; 2] {
    let text = said(output);
    let row: Vec<_> = text.lines().last().expect("a row").split_whitespace().collect();
    [1, 2].map(|i| row[i].parse().unwrap_or_else(|_| panic!("no count: {text}")))
}

fn check(target: &str, why: &str, most_seconds: &str) {
    let bounds = ["--most-seconds", most_seconds, "--most-found", "1", "--seconds", "60"];
    let output = fuzz(&[&[target][..], &bounds].concat());
    assert_eq!(output.status.code(), Some(1), "{target}: {output:?}");
    assert!(said(&output).contains(&format!("ended with {why}")), "{target}: {}", said(&output));
    let (number, file) = found(&output);
    // It is kept as it was, and is the same when it is asked again, alone.
    let kept = std::fs::read(&file).expect("it is kept");
    assert!(kept.windows(5).any(|word| word == b"65536"), "{kept:?}");
    let again = fuzz(&[&[target, "--only", &number][..], &bounds].concat());
    assert_eq!(found(&again).0, number);
    assert_eq!(std::fs::read(file).expect("it is kept"), kept);
}

#[test]
fn a_panic_is_found() {
    check("planted-panic", "status 101", "0.1");
}

#[test]
fn an_input_that_takes_too_long_is_found() {
    check("planted-slow", "status 3", "0.1");
}

#[test]
fn an_input_that_waits_for_nothing_is_found() {
    check("planted-still", "status 3", "0.1");
}

#[test]
fn an_input_that_takes_too_much_memory_is_found() {
    // So much is not filled in a tenth of a second.
    check("planted-large", "status 4", "10");
}

#[cfg(unix)]
#[test]
fn an_end_by_the_system_is_found() {
    check("planted-deep", "a signal", "0.1");
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let output = fuzz(&["planted-nothing", "--runs", "20000"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let [n, hits] = counts(&output);
    // All were run, and on some of them the others would have shown their faults.
    assert!(n == 20000 && hits > 100, "{}", said(&output));
}

#[test]
fn seeds_are_other_inputs_and_add_up() {
    let counts_of = |seeds: &[&str]| {
        let output = fuzz(&[&["planted-nothing", "--runs", "5000"], seeds].concat());
        assert_eq!((output.status.code(), said(&output).lines().count()), (Some(0), 2), "{output:?}");
        counts(&output)
    };
    let [one, other] = [counts_of(&["--seed", "7"]), counts_of(&["--seed", "8"])];
    assert_ne!(one, other);
    assert_eq!(counts_of(&["--seed", "7", "--seeds", "2"]), [one[0] + other[0], one[1] + other[1]]);
}

#[test]
fn an_unknown_target_is_told() {
    let output = fuzz(&["no-such-target"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("records"), "{output:?}");
}
