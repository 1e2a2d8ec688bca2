//! Prepared scans that are kept between runs: the same answers, whatever the files on disk look like.
use crate::cli::harness::{Case, DOWN, Run, coarse_sphere_in_slab, program};
use crate::shapes;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn run(case: &Case, args: &[&str]) -> Run {
    let scans = [case.path("upper.stl"), case.path("lower.stl")];
    let mut command = program();
    command.env("OCCLUSCOPE_CACHE_DIR", case.path("kept")).arg("analyze").args(scans);
    let args = command.args(DOWN).args(["--adapter", "none", "--resolution", "64", "--json", "-"]).args(args);
    Run::of(args.output().expect("the program starts"))
}

/// The answer without its times, and whether the pair was kept.
fn analyze(case: &Case, args: &[&str]) -> (Value, bool) {
    let mut value = run(case, args).json();
    let cached = value["timing_ms"]["cached"].as_bool().expect("it is said");
    value.as_object_mut().expect("an object").remove("timing_ms");
    (value, cached)
}

fn kept_files(case: &Case) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(case.path("kept")) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

/// An open lower scan, so that there is something to close and to say.
fn open_case() -> Case {
    let case = coarse_sphere_in_slab();
    let mut slab = shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]);
    slab.retain(|t| t.iter().any(|p| p[2] > -3.9));
    fs::write(case.path("lower.stl"), shapes::stl(&slab)).expect("written");
    case
}

#[test]
fn the_second_answer_is_the_first_but_for_its_times() {
    let case = open_case();
    let (without, cached) = analyze(&case, &["--no-cache"]);
    assert!(!cached && kept_files(&case).is_empty());
    let (cold, cached) = analyze(&case, &[]);
    assert!(!cached && kept_files(&case).len() == 1, "{:?}", kept_files(&case));
    let (warm, cached) = analyze(&case, &[]);
    assert!(cached);
    assert!(!warm["warnings"].as_array().expect("warnings").is_empty(), "closing is said again");
    assert_eq!((&cold, &warm), (&without, &without));
    // The twin: another scan is another answer, and not that of the one kept.
    fs::write(case.path("upper.stl"), shapes::stl(&shapes::sphere([0.0, 0.0, 4.8], 5.0, 40))).expect("written");
    let (other, cached) = analyze(&case, &[]);
    assert!(!cached && other["gap"] != warm["gap"]);
}

#[test]
fn other_options_and_names_are_other_entries() {
    let case = open_case();
    for (n, args) in [&[][..], &["--no-close"], &["--unit", "mm"], &["--unit", "in"]].iter().enumerate() {
        assert!(!analyze(&case, args).1, "{args:?}");
        assert!(analyze(&case, args).1, "{args:?}");
        assert_eq!(kept_files(&case).len(), n + 1);
    }
    // Of the pose and the settings of the analysis no entry knows.
    assert!(analyze(&case, &["--pose", "0,0,1,0,0,0"]).1);
    // Names stand in what is said.
    fs::rename(case.path("lower.stl"), case.path("b.stl")).expect("renamed");
    fs::copy(case.path("b.stl"), case.path("lower.stl")).expect("copied");
    assert!(analyze(&case, &[]).1, "the same bytes");
}

fn spoil(path: &Path, spoil: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).expect("readable");
    spoil(&mut bytes);
    fs::write(path, bytes).expect("writable");
}

#[test]
fn damaged_entries_are_made_again() {
    let case = open_case();
    let (truth, _) = analyze(&case, &[]);
    let [file] = &kept_files(&case)[..] else { panic!("one file") };
    type Spoil = fn(&mut Vec<u8>);
    let spoils: [Spoil; 5] = [
        |b| {
            let middle = b.len() / 2;
            b[middle] ^= 1;
        },
        |b| b.truncate(b.len() / 3),
        Vec::clear,
        |b| b[..8].fill(0xff),
        |b| *b = vec![0; 100_000],
    ];
    for (i, damage) in spoils.into_iter().enumerate() {
        assert_eq!(analyze(&case, &[]), (truth.clone(), true), "{i}: whole before");
        spoil(file, damage);
        assert_eq!(analyze(&case, &[]), (truth.clone(), false), "{i}: damaged");
    }
    assert!(analyze(&case, &[]).1, "written again");
}

#[test]
fn without_a_folder_everything_is_as_ever() {
    let case = open_case();
    fs::write(case.path("kept"), b"in the way").expect("written");
    let (first, _) = analyze(&case, &[]);
    assert_eq!(analyze(&case, &[]), (first, false));
}

#[test]
fn the_cache_is_shown_and_cleared() {
    let case = open_case();
    let cache = |args: &[&str]| {
        let output = program().env("OCCLUSCOPE_CACHE_DIR", case.path("kept")).arg("cache").args(args).output();
        let run = Run::of(output.expect("the program starts"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    assert!(cache(&[]).contains("0 files kept"));
    analyze(&case, &[]);
    assert!(cache(&[]).contains("1 file kept"), "{}", cache(&[]));
    assert!(cache(&["--clear"]).contains("1 file removed"));
    assert!(kept_files(&case).is_empty() && !analyze(&case, &[]).1);
}
