//! What a file or an option may ask for has bounds: hostile records and cases, maps that no memory holds, shapes that are known to
//! be hard. Whatever is asked, the program answers or refuses in one sentence; it is never ended by the system.
use crate::cli::harness::{Case, RADIUS, Run, program, sphere_in_slab};
use crate::project::root;
use crate::shapes::sphere;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run took of the machine.
struct Taken {
    /// The most memory that it had, MiB.
    mib: f64,
    /// Processor time, s: a machine that has other things to do has no part in it.
    seconds: f64,
}

/// Runs the program and looks on.
fn measured(mut command: Command) -> (Run, Taken) {
    // Linux counts processor time in hundredths of a second.
    const TICK_S: f64 = 0.01;
    let folder = tempfile::tempdir().expect("a folder");
    let [out, err] = ["out", "err"].map(|name| folder.path().join(name));
    let file = |path: &Path| fs::File::create(path).expect("made");
    let mut child = command.stdout(file(&out)).stderr(file(&err)).spawn().expect("the program starts");
    let (id, mut taken) = (child.id(), Taken { mib: 0.0, seconds: 0.0 });
    let of_process = |name: &str| fs::read_to_string(format!("/proc/{id}/{name}")).unwrap_or_default();
    let status = loop {
        let facts = of_process("status");
        let peak = facts.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        taken.mib = taken.mib.max(peak.unwrap_or(0.0) / 1024.0);
        // Behind the program's name in brackets: the state, and so on; user and system time are the twelfth and thirteenth.
        let stat = of_process("stat");
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
        let ticks: f64 = fields.skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
        taken.seconds = taken.seconds.max(ticks * TICK_S);
        if let Some(status) = child.try_wait().expect("it is ours") {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    };
    let text = |path: &Path| fs::read_to_string(path).expect("UTF-8");
    let status = status.code().expect("it ends by itself");
    (Run { status, stdout: text(&out), stderr: text(&err) }, taken)
}

/// A small file that was hard for an earlier version: `tests/hard`.
fn hard(name: &str) -> PathBuf {
    root().join("tests/hard").join(name)
}

fn refused(run: &Run, wanted: &str) {
    assert_eq!(run.status, 2, "{}{}", run.stdout, run.stderr);
    let line = run.stderr.lines().last().unwrap_or_default();
    assert!(line.contains(wanted) && line.starts_with("occluscope: "), "{wanted}: {}", run.stderr);
}

/// The program with a command on a file.
fn on(command: &str, file: &Path) -> Command {
    let mut program = program();
    program.arg(command).arg(file);
    program
}

/// A picture of 95 kB that took 6 GB, a case of 36 kB that took 2 GB, and their kin.
#[test]
fn a_record_takes_no_more_memory_than_a_picture() {
    let case = sphere_in_slab();
    let list = |item: &str, n: usize| format!("[{}]", vec![item; n].join(","));
    let record = |more: &str| format!(r#"{{"schema":"occluscope/analysis/1","x":{more}}}"#);
    for (text, wanted) in [
        (record(&list(r#"{"":0}"#, 100_000)), "more objects"),
        (record(&list("[]", 550_000)), "more lists"),
        (record(&list("0", 1_600_000)), "more values"),
        (record(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))), "more levels"),
        (record(&list("0", 400_000)), "not complete"),
    ] {
        fs::write(case.path("bomb.json"), text).expect("written");
        let (run, taken) = measured(on("verify", &case.path("bomb.json")));
        refused(&run, wanted);
        assert!(taken.mib < 256.0, "{wanted}: {} MiB", taken.mib);
    }
    for (command, file, wanted) in [
        ("verify", "bomb_obj.png", "too large"),
        ("info", "b15.occ", "unpacks to 15 MiB"),
        ("analyze", "b15.occ", "MiB"),
    ] {
        let (run, taken) = measured(on(command, &hard(file)));
        refused(&run, wanted);
        assert!(taken.mib < 256.0, "{file}: {} MiB", taken.mib);
    }
    // Labels beside a scan are nobody's either.
    fs::write(case.path("upper.json"), list(r#"{"":0}"#, 120_000)).expect("written");
    let mut command = program();
    command.arg("analyze").args([case.path("upper.stl"), case.path("lower.stl")]).args(["--resolution", "64"]);
    let (run, taken) = measured(command);
    assert!(run.status == 0 && taken.mib < 256.0, "{} MiB: {}", taken.mib, run.stderr);
}

/// The window cannot set more than 2,048 pixels; by hand the command line may ask for what there is room for.
#[test]
fn a_map_that_does_not_fit_is_refused() {
    let case = sphere_in_slab();
    for engine in [&["--engine", "bvh"][..], &["--adapter", "none"]] {
        let mut command = program();
        command.arg("analyze").args([case.path("upper.stl"), case.path("lower.stl")]);
        command.args(["--resolution", "65536"]).args(engine);
        let (run, taken) = measured(command);
        refused(&run, "may take 320.0 GiB of memory");
        assert!(taken.mib < 256.0, "{engine:?}: {} MiB", taken.mib);
    }
    // A record asks for as much as a command line may, which is no more.
    let made = case.analyze(&["--json", "@a.json", "--resolution", "64"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let mut record: serde_json::Value =
        serde_json::from_slice(&fs::read(case.path("a.json")).expect("there")).expect("JSON");
    record.as_object_mut().expect("an object").remove("seal");
    record["settings"]["resolution"] = 65536.into();
    fs::write(case.path("a.json"), record.to_string()).expect("written");
    refused(&measured(on("verify", &case.path("a.json"))).0, "of memory");
}

#[test]
fn one_scan_given_twice_is_said() {
    let case = Case::new(&sphere([0.0, 0.0, 10.5], RADIUS, 24), &sphere([0.0; 3], RADIUS, 24));
    let upper = case.path("upper.stl");
    let run = |lower: &Path| {
        let out = program().arg("analyze").arg(&upper).arg(lower).args(["--resolution", "64"]).output();
        Run::of(out.expect("the program starts"))
    };
    fs::copy(&upper, case.path("again.stl")).expect("copied");
    for lower in ["upper.stl", "again.stl"] {
        let run = run(&case.path(lower));
        assert!(run.status == 0 && run.stderr.contains("the same scan (upper.stl)"), "{}", run.stderr);
    }
    let twin = run(&case.path("lower.stl"));
    assert!(twin.status == 0 && !twin.stderr.contains("the same scan"), "{}", twin.stderr);
}

/// On Windows the mere look at such a place hands a stranger the hash of a password.
#[test]
fn no_file_makes_the_program_contact_another_machine() {
    let case = sphere_in_slab();
    let made = case.analyze(&["--json", "@a.json", "--resolution", "64"]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    let mut record: serde_json::Value =
        serde_json::from_slice(&fs::read(case.path("a.json")).expect("there")).expect("JSON");
    record.as_object_mut().expect("an object").remove("seal");
    fs::create_dir(case.path("away")).expect("made");
    for (place, is_refused) in
        [("//host/share/u.stl", true), (r"\\host\share\u.stl", true), ("/dev/zero", true), ("../upper.stl", false)]
    {
        (record["inputs"]["upper"]["file"], record["inputs"]["upper"]["path"]) = (place.into(), place.into());
        fs::write(case.path("away/a.json"), record.to_string()).expect("written");
        let run = measured(on("verify", &case.path("away/a.json"))).0;
        match is_refused {
            true => refused(&run, "not contacted because a file asks for it"),
            false => assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr),
        }
    }
}

/// Shapes on which searches had no end: deep in each other, of no size.
#[test]
fn shapes_that_were_hard_are_answered_or_refused_in_time() {
    // Two processors for 60 s; a tenth of it is left for slower machines.
    const MOST_S: f64 = 108.0;
    let on_pair = |name: &str| {
        let mut command = program();
        command.arg("analyze").args(["u", "l"].map(|jaw| hard(&format!("{name}_{jaw}.ply"))));
        command.args(["--resolution", "64", "--adapter", "none"]);
        measured(command)
    };
    for name in ["slow-deep-2465", "slow-deep-33608", "slow-deep-16813"] {
        let (run, taken) = on_pair(name);
        assert_eq!(run.status, 0, "{name}: {}", run.stderr);
        assert!(taken.seconds < MOST_S && taken.mib < 512.0, "{name}: {} s, {} MiB", taken.seconds, taken.mib);
    }
    // Forty triangles of ten metres: what they share was counted along rays half a millimetre apart, in 2.4 GB.
    let mut metres = program();
    metres.arg("analyze").args(["u", "l"].map(|jaw| hard(&format!("slow-deep-2465_{jaw}.ply"))));
    metres.args(["--resolution", "64", "--adapter", "none", "--unit", "m"]);
    let (run, taken) = measured(metres);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(taken.seconds < MOST_S && taken.mib < 512.0, "as metres: {} s, {} MiB", taken.seconds, taken.mib);
    let (run, taken) = on_pair("slow-prep-36022");
    refused(&run, "that is no scan of a jaw");
    assert!(taken.seconds < 1.0, "{} s", taken.seconds);
}

#[test]
fn a_hinge_that_is_nowhere_is_refused() {
    let case = sphere_in_slab();
    // Far from the jaws, and far along an axis that runs through them.
    for (point, is_refused) in [
        ("1e15,0,0,0,1,0", true),
        ("1e15,0,0,1,0,0", true),
        ("1.8e19,0,0,1,0,0", true),
        ("1e300,0,0,0,1,0", true),
        ("2e4,0,0,0,1,0", true),
        ("9e3,0,0,0,1,0", false),
    ] {
        let mut command = program();
        command.arg("first-contact").args([case.path("upper.stl"), case.path("lower.stl")]);
        command.arg("--hinge").arg(point);
        let (run, taken) = measured(command);
        match is_refused {
            true => refused(&run, "mm from the jaws"),
            false => assert_eq!(run.status, 0, "{point}: {}", run.stderr),
        }
        assert!(taken.seconds < 30.0, "{point}: {} s", taken.seconds);
    }
}

#[test]
fn a_deadline_is_kept_and_its_stage_is_named() {
    let run = |seconds: &str| {
        let mut command = program();
        command.arg("analyze").args(["u", "l"].map(|jaw| hard(&format!("slow-deep-2465_{jaw}.ply"))));
        measured({
            command.args(["--resolution", "64", "--adapter", "none", "--deadline", seconds]);
            command
        })
        .0
    };
    refused(&run("0.3"), "gave up after 0.3 s in \"");
    // The twin: a day is enough.
    assert_eq!(run("86400").status, 0);
}
