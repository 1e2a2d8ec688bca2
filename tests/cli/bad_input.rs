//! Scans that must be refused, in one line and in little memory, before anything is written.
use crate::cli::harness::{NO_CACHE, Run, coarse_sphere_in_slab, names_in, run};
use crate::shapes;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Every file that must be refused: its name and content.
fn bad_files() -> Vec<(&'static str, Vec<u8>)> {
    let good = shapes::stl(&shapes::cuboid([0.0; 3], [9.0; 3]));
    let with_first_coordinate = |x: f32| {
        let mut bytes = good.clone();
        bytes[96..100].copy_from_slice(&x.to_le_bytes());
        bytes
    };
    let mut huge_count = good.clone();
    huge_count[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let huge_ply = "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n\
        property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\nabc";
    vec![
        ("empty.stl", vec![]),
        ("truncated.stl", good[..good.len() - 30].to_vec()),
        ("text.stl", b"Dear colleague, the scans follow by mail.\n".to_vec()),
        ("nan.stl", with_first_coordinate(f32::NAN)),
        ("infinite.stl", with_first_coordinate(f32::INFINITY)),
        ("none.stl", shapes::stl(&[])),
        ("count.stl", huge_count),
        ("huge.ply", huge_ply.as_bytes().to_vec()),
        ("flat.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 7\n".to_vec()),
        ("header.stl", good[..70].to_vec()),
        ("cut.obj", b"v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3".to_vec()),
    ]
}

/// Runs with at most 2 GiB of address space, so that a giant allocation fails the test.
fn run_in_little_memory(args: &[&std::ffi::OsStr]) -> Run {
    if !cfg!(unix) {
        return run(args);
    }
    let script = "ulimit -v 2097152 && exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_occluscope")]).args(args).env(NO_CACHE.0, NO_CACHE.1);
    Run::of(command.output().expect("sh starts"))
}

fn check_refused(bad: &Path, good: &Path, out: &Path) {
    let name = bad.file_name().expect("a name").to_string_lossy().into_owned();
    let json = out.join("a.json");
    let rest = ["--json".as_ref(), json.as_os_str(), "--dump-prepared".as_ref(), out.as_os_str()];
    let as_upper = [&["analyze".as_ref(), bad.as_os_str(), good.as_os_str()][..], &rest].concat();
    let as_lower = [&["analyze".as_ref(), good.as_os_str(), bad.as_os_str()][..], &rest].concat();
    for args in [&as_upper[..], &as_lower, &["info".as_ref(), bad.as_os_str()]] {
        let run = run_in_little_memory(args);
        assert_eq!(run.status, 2, "{name}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&name), "{name}: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        assert!(run.stdout.is_empty(), "{name}: {}", run.stdout);
        assert_eq!(names_in(out), Vec::<String>::new(), "{name}: something was written");
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let case = coarse_sphere_in_slab();
    let out = case.path("out");
    fs::create_dir(&out).expect("made");
    for (name, content) in bad_files() {
        fs::write(case.path(name), content).expect("written");
        check_refused(&case.path(name), &case.path("lower.stl"), &out);
    }
    fs::create_dir(case.path("folder.stl")).expect("made");
    check_refused(&case.path("folder.stl"), &case.path("lower.stl"), &out);
    check_refused(&case.path("missing.stl"), &case.path("lower.stl"), &out);
}

#[cfg(unix)]
#[test]
fn a_scan_that_may_not_be_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let case = coarse_sphere_in_slab();
    let (locked, out) = (case.path("locked.stl"), case.path("out"));
    fs::copy(case.path("upper.stl"), &locked).expect("copied");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("set");
    fs::create_dir(&out).expect("made");
    if fs::read(&locked).is_ok() {
        println!("left out: this user (root) may read every file");
        return;
    }
    check_refused(&locked, &case.path("lower.stl"), &out);
}
