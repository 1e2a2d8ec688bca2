//! What the tests of the command line share: running the program, two scans in a folder, two shapes.
use crate::shapes;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What one run left.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            status: output.status.code().expect("the program ends by itself"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.status, 0, "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("stdout is JSON and nothing else")
    }
}

/// No folder can be made below a file: nothing is kept, and the user's own folder is left alone.
pub const NO_CACHE: (&str, &str) = ("OCCLUSCOPE_CACHE_DIR", concat!(env!("CARGO_BIN_EXE_occluscope"), "/none"));

/// Prepared scans are shared by all tests, as those of the window are: they depend on nothing but the scans and the program
/// (`cache.rs`), and most runs of a test are on the same scans.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_occluscope"));
    command.env("OCCLUSCOPE_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/prepared"));
    command
}

pub fn run<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    Run::of(program().args(args).output().expect("the program starts"))
}

/// A folder with two scans in it.
pub struct Case {
    pub folder: TempDir,
}

impl Case {
    pub fn new(upper: &[shapes::Triangle], lower: &[shapes::Triangle]) -> Self {
        let case = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::write(case.path("upper.stl"), shapes::stl(upper)).expect("written");
        fs::write(case.path("lower.stl"), shapes::stl(lower)).expect("written");
        case
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command on the two scans; "@name" stands for a file of that name in the case's folder.
    pub fn run(&self, command: &str, args: &[&str]) -> Run {
        let place = |arg: &&str| match arg.strip_prefix('@') {
            Some(name) => self.path(name).into_os_string(),
            None => (*arg).into(),
        };
        let scans = ["@upper.stl", "@lower.stl"];
        run([command.into()].into_iter().chain(scans.iter().map(place)).chain(args.iter().map(place)))
    }

    pub fn analyze(&self, args: &[&str]) -> Run {
        self.run("analyze", args)
    }

    pub fn names(&self) -> Vec<String> {
        names_in(self.folder.path())
    }
}

pub fn names_in(folder: &Path) -> Vec<String> {
    let name = |e: std::io::Result<fs::DirEntry>| e.expect("an entry").file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = fs::read_dir(folder).expect("a folder").map(name).collect();
    names.sort();
    names
}

pub fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer} is no number in {value}"))
}

pub const RADIUS: f64 = 5.0;
pub const PRESSED: f64 = 0.3;
pub const DOWN: [&str; 2] = ["--direction", "0,0,-1"];

/// A sphere pressed into the top of a slab; the slab's top is z = 0.
pub fn sphere_in_slab() -> Case {
    sphere_in_slab_of(160)
}

/// The same of 6,400 triangles and not of 102,400, where no figure is held against the sphere's own. Its lowest corner is the sphere's.
pub fn coarse_sphere_in_slab() -> Case {
    sphere_in_slab_of(40)
}

fn sphere_in_slab_of(n: usize) -> Case {
    let sphere = shapes::sphere([0.0, 0.0, RADIUS - PRESSED], RADIUS, n);
    Case::new(&sphere, &shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]))
}

/// Their chords lie 0.0012 mm inside, both together.
pub fn two_spheres_apart() -> Case {
    Case::new(&shapes::sphere([0.0, 0.0, 10.5], RADIUS, 100), &shapes::sphere([0.0; 3], RADIUS, 100))
}
