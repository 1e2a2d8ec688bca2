//! Case files on the command line: the sample's, and those that must be refused, in one line and before a window opens.
use crate::cli::harness::{names_in, number, program, run};
use std::fs;
use std::path::Path;

fn sample(folder: &Path) -> Vec<u8> {
    let made = run(["sample".as_ref(), folder.as_os_str()]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    fs::read(folder.join("case.occ")).expect("the sample writes a case")
}

#[test]
fn the_samples_case_holds_the_samples_scans() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    sample(folder.path());
    let info = |names: &[&str]| {
        let paths = names.iter().map(|n| folder.path().join(n).into_os_string());
        run(["info".into(), "--json".into()].into_iter().chain(paths)).json()
    };
    let (inside, beside) = (info(&["case.occ"]), info(&["upper.stl", "lower.stl"]));
    assert_eq!(inside.as_array().map(Vec::len), Some(2));
    for i in 0..2 {
        for field in ["blake3", "triangles", "vertices", "unit", "guessed_side"] {
            assert_eq!(inside[i][field], beside[i][field], "{field}");
        }
        assert!(number(&inside[i], "/triangles") > 1e5);
    }
    // The twin: the two scans are told apart.
    assert_ne!(inside[0]["blake3"], inside[1]["blake3"]);
}

#[test]
fn a_bad_case_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = sample(&folder.path().join("good"));
    let mut damaged = good.clone();
    let middle = good.len() / 2;
    damaged[middle] ^= 0x10;
    let cases: [(&str, Vec<u8>, &str); 4] = [
        ("empty.occ", vec![], "empty"),
        ("text.occ", b"Dear colleague,\n".to_vec(), "not a case of Occluscope"),
        ("cut.occ", good[..good.len() - 100].to_vec(), "damaged"),
        ("damaged.occ", damaged, "damaged"),
    ];
    let check = |args: &[&std::ffi::OsStr], name: &str, words: &str| {
        // No screen: a case that were not refused would end with another sentence.
        let mut command = program();
        let output =
            command.args(args).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("it starts");
        let (status, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(status, Some(2), "{name}: {said}");
        assert!(said.lines().count() == 1 && said.contains(name) && said.contains(words), "{name}: {said}");
    };
    for (name, bytes, words) in &cases {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        check(&[path.as_os_str()], name, words);
        for command in ["info", "analyze", "engines", "first-contact"] {
            check(&[command.as_ref(), path.as_os_str()], name, words);
        }
    }
    let (missing, fine) = (folder.path().join("none.occ"), folder.path().join("good/case.occ"));
    check(&[missing.as_os_str()], "none.occ", "no such file");
    check(&["analyze".as_ref(), missing.as_os_str()], "none.occ", "no such file");
    check(&[fine.as_os_str(), folder.path().join("good/upper.stl").as_os_str()], "case.occ", "alone");
    // The twin: a good one is only missing its screen.
    check(&[fine.as_os_str(), "--no-restore".as_ref()], "", "display");
    assert_eq!(names_in(&folder.path().join("good")).len(), 3);
}
