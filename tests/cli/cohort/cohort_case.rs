//! A folder with scans and a manifest, and what the tests of cohorts look at.
use crate::cli::harness::{NO_CACHE, PRESSED, RADIUS, Run, program};
use crate::shapes;
use occluscope::base::random::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

pub struct Cohort {
    pub folder: TempDir,
    n: usize,
}

/// The settings of all these cohorts: small maps take little time.
const SETTINGS: [&str; 2] = ["--resolution", "64"];
const BAD: &str = "bad-0,scans/maier_absent.stl,scans/maier_lower.stl,,,0\n\
                   bad-1,scans/maier_empty.stl,scans/maier_lower.stl,,,0\n\
                   bad-2,scans/maier_upper.stl,scans/maier_broken.ply,,,0\n";

impl Cohort {
    /// So many seeded poses of a sphere in a slab, and three bad rows in front of them.
    pub fn of_bodies(n: usize) -> Self {
        let sphere = shapes::sphere([0.0, 0.0, RADIUS - PRESSED], RADIUS, 24);
        let slab = shapes::cuboid([-8.0, -8.0, -4.0], [8.0, 8.0, 0.0]);
        Self::of([shapes::stl(&sphere), shapes::stl(&slab)], n)
    }

    /// The same of the built-in sample case.
    pub fn of_sample(n: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let out = program().arg("sample").arg(folder.path()).output().expect("it starts");
        assert!(out.status.success());
        let scan = |name: &str| fs::read(folder.path().join(name)).expect("read");
        Self::of([scan("upper.stl"), scan("lower.stl")], n)
    }

    fn of(scans: [Vec<u8>; 2], n: usize) -> Self {
        let cohort = Self { folder: tempfile::tempdir().expect("a folder"), n };
        fs::create_dir(cohort.path("scans")).expect("made");
        let [upper, lower] = scans;
        fs::write(cohort.path("scans/maier_upper.stl"), upper).expect("written");
        fs::write(cohort.path("scans/maier_lower.stl"), lower).expect("written");
        fs::write(cohort.path("scans/maier_empty.stl"), "").expect("written");
        fs::write(cohort.path("scans/maier_broken.ply"), "ply\nformat nonsense").expect("written");
        let head = "case_id,upper,lower,pose,group,age\n";
        let good: String = cohort.good_rows().iter().map(|(id, pose)| row(id, pose)).collect();
        fs::write(cohort.path("all.csv"), format!("{head}{BAD}{good}")).expect("written");
        fs::write(cohort.path("good.csv"), format!("{head}{good}")).expect("written");
        cohort
    }

    /// Names and poses, the same ones always.
    pub fn good_rows(&self) -> Vec<(String, String)> {
        let mut random = Random::new(22);
        let mut pose = || {
            let six: Vec<_> =
                [0.2, 0.2, 0.2, 1.0, 1.0, 1.0].iter().map(|most| (most * random.unit()).to_string()).collect();
            six.join(",")
        };
        (0..self.n).map(|i| (format!("pat-{i:03}"), pose())).collect()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, manifest: &str, out: &str, args: &[&str]) -> Command {
        let mut command = program();
        command.env(NO_CACHE.0, NO_CACHE.1).arg("cohort").arg(self.path(manifest)).arg("--out").arg(self.path(out));
        let settings = if args.contains(&"--resolution") { &[] } else { &SETTINGS[..] };
        command.args(settings).args(args);
        command
    }

    /// All rows, with what is left open.
    pub fn run(&self, out: &str, args: &[&str]) -> Run {
        Run::of(self.command("all.csv", out, args).output().expect("it starts"))
    }

    /// Without the bad rows.
    pub fn run_good(&self, out: &str, args: &[&str]) -> Run {
        Run::of(self.command("good.csv", out, args).output().expect("it starts"))
    }

    /// `cohort` with these arguments; "@name" is a file of the folder.
    pub fn ask(&self, args: &[&str]) -> Run {
        let place =
            |arg: &&str| arg.strip_prefix('@').map_or_else(|| (*arg).into(), |name| self.path(name).into_os_string());
        Run::of(program().arg("cohort").args(args.iter().map(place)).output().expect("it starts"))
    }

    /// A program of the shell.
    pub fn script(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
        #[cfg(unix)]
        std::os::unix::fs::PermissionsExt::set_mode(&mut fs::metadata(&path).expect("there").permissions(), 0o755);
        let mode = Command::new("chmod").arg("755").arg(&path).status();
        assert!(mode.is_ok_and(|status| status.success()));
        path.display().to_string()
    }

    /// Every row is there once, those that are good are ok, with the figures that another run has; `like`: the folder of that run.
    pub fn is_like(&self, out: &str, like: &str) {
        let [cases, others] = [out, like].map(|folder| table(&self.path(folder).join("cases.csv")));
        for name in others[0].iter().filter(|name| !["tries", "seconds", "peak_mb"].contains(&name.as_str())) {
            assert_eq!(column(&cases, name), column(&others, name), "{name}");
        }
        self.is_right(out);
        let contacts = [out, like].map(|folder| fs::read(self.path(folder).join("contacts.parquet")).expect("read"));
        assert!(contacts[0] == contacts[1], "contacts");
    }

    /// Every row is there once, and those that are good are ok.
    pub fn is_right(&self, out: &str) {
        let cases = table(&self.path(out).join("cases.csv"));
        let status = column(&cases, "status");
        let ok: Vec<_> =
            column(&cases, "case_id").into_iter().zip(&status).filter(|(_, s)| *s == "ok").map(|(id, _)| id).collect();
        assert!(ok.iter().eq(self.good_rows().iter().map(|(id, _)| id)), "{ok:?}");
        let (verdicts, areas) = (column(&cases, "verdict"), column(&cases, "area_upper_mm2_at_0.1"));
        for ((status, verdict), area) in status.iter().zip(verdicts).zip(areas) {
            assert_eq!((status == "ok", status == "ok"), (!verdict.is_empty(), area.parse::<f64>().is_ok()));
        }
    }
}

fn row(id: &str, pose: &str) -> String {
    let age = 40 + id.len() + usize::from(id.ends_with('0'));
    let age = if id.ends_with("01") { 41 } else { age };
    format!("{id},scans/maier_upper.stl,scans/maier_lower.stl,\"{pose}\",g,{age}\n")
}

pub fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).lines().map(str::to_owned).collect()
}

/// Lines of fields, the names of the columns first.
pub fn table(path: &Path) -> Vec<Vec<String>> {
    let reader = csv::ReaderBuilder::new().has_headers(false).from_path(path);
    let mut reader = reader.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    reader.records().map(|line| line.expect("a line").iter().map(str::to_owned).collect()).collect()
}

pub fn column(table: &[Vec<String>], name: &str) -> Vec<String> {
    let at = table[0].iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
    table[1..].iter().map(|line| line[at].clone()).collect()
}
