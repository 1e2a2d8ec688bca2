//! One quantity, one number: what the panel, the paint, a snapshot, a report and the command line say of a pose.
use super::harness::{FREE_BITE, Home, Window, run};
use super::screen::Screen;
use glam::{EulerRot, Quat, Vec3};
use occluscope::base::Progress;
use occluscope::export::stl::write_stl;
use occluscope::import::read_mesh;
use occluscope::jaw::sample::sample_case_of_cells;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is read of a pose, wherever it stands.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    headline: String,
    verdict: String,
    scope: String,
    /// Upper and lower jaw at the threshold that is shown, mm².
    areas_mm2: [f64; 2],
    /// Area and smallest gap of each contact but specks, the largest first; then how many specks and their area.
    rows: Vec<[f64; 2]>,
    specks: (usize, f64),
    /// Gap, and area of the upper and the lower jaw within it.
    curve: Vec<[f64; 3]>,
}

/// Less is a speck, mm².
const SPECK_MM2: f64 = 0.05;

impl Said {
    fn of_record(record: &Value) -> Self {
        let text = |name: &str| record[name].as_str().unwrap_or_else(|| panic!("no {name}: {record}")).to_owned();
        let contact = record["contact"].as_array().expect("areas");
        let shown = contact.iter().find(|c| c["threshold_mm"] == 0.1).expect("0.1 mm");
        assert_eq!((&shown["gap"], &record["verdict_by"]), (&Value::from("closest"), &Value::from("closest")));
        assert_eq!(record["verdict_threshold_mm"], record["settings"]["thresholds_mm"][0]);
        let zones = record["zones"].as_array().expect("zones");
        let all: Vec<[f64; 2]> =
            zones.iter().map(|z| ["area_mm2", "min_gap_mm"].map(|name| number(&z[name]))).collect();
        let (rows, specks): (Vec<_>, Vec<_>) = all.into_iter().partition(|[area, _]| *area >= SPECK_MM2);
        let curve = record["curve"].as_array().expect("a curve");
        Self {
            headline: text("headline"),
            verdict: text("verdict"),
            scope: text("scope"),
            areas_mm2: ["area_upper_mm2", "area_lower_mm2"].map(|name| shown[name].as_f64().expect("an area")),
            rows,
            specks: (specks.len(), specks.iter().fold(0.0, |sum, [area, _]| sum + area)),
            curve: curve.iter().map(|p| CURVE.map(|name| number(&p[name]))).collect(),
        }
    }

    /// As the panel has it. The verdict stands nowhere on the screen: it is another's.
    fn of_panel(panel: &Value, verdict: &str) -> Self {
        let text = |name: &str| panel[name].as_str().unwrap_or_else(|| panic!("no {name}: {panel}")).to_owned();
        let all = |name: &str| panel[name].as_array().expect("a list").iter();
        Self {
            headline: text("headline"),
            verdict: verdict.into(),
            scope: text("scope"),
            areas_mm2: [0, 1].map(|side| number(&panel["areas_mm2"][side])),
            rows: all("rows").map(|row| ["area_mm2", "least_gap_mm"].map(|name| number(&row[name]))).collect(),
            specks: (number(&panel["specks"]) as usize, number(&panel["specks_mm2"])),
            curve: all("curve").map(|p| [number(&p[0]), number(&p[1][0]), number(&p[1][1])]).collect(),
        }
    }

    /// The same but for the last digits of a pose that went through text.
    fn agrees(&self, other: &Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-6;
        let all = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(*a, *b));
        let figures = |said: &Self| {
            [&[said.specks.1], &said.areas_mm2[..], said.rows.as_flattened(), said.curve.as_flattened()].concat()
        };
        (&self.headline, &self.verdict, &self.scope, self.rows.len(), self.specks.0)
            == (&other.headline, &other.verdict, &other.scope, other.rows.len(), other.specks.0)
            && all(&figures(self), &figures(other))
    }
}

const CURVE: [&str; 3] = ["threshold_mm", "area_upper_mm2", "area_lower_mm2"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("written")).expect("JSON")
}

/// The command line about the same pose.
fn analyzed(home: &Home, scans: &[PathBuf; 2], pose: &Value) -> Said {
    std::fs::write(home.path("pose.json"), serde_json::json!({ "upper_from_lower": pose }).to_string())
        .expect("written");
    let mut program = home.program();
    program.current_dir(home.path("")).arg("analyze").args(scans).args(["--pose-file", "pose.json"]);
    program.args(["--adapter", "none", "--json", "-"]);
    Said::of_record(&serde_json::from_slice(&run(&mut program)).expect("JSON"))
}

/// Scans that a window has not been looked at with.
struct Jaws {
    name: &'static str,
    /// Upper and lower scan.
    files: fn(&Home) -> [PathBuf; 2],
    /// Keys from the scans' own pose on, and how the headline begins then.
    poses: &'static [(&'static [&'static str], &'static str)],
}

const DEEPER: &[&str] = &["F2", "Up Up Up Up"];
const OPEN: &[&str] = &["o o o o o o o o"];

const ALL: [Jaws; 3] = [
    Jaws {
        name: "sample",
        files: |home| SCANS.map(|name| home.path(name)),
        // As scanned; at the first contact; deeper; apart.
        poses: &[(&[], "Overlap"), (&["f"], "Contact"), (DEEPER, "Overlap"), (OPEN, "Apart")],
    },
    Jaws {
        name: "turned and mirrored",
        files: |home| SCANS.map(|name| turned_and_mirrored(home, name)),
        poses: &[(&[], "Overlap"), (&["f"], "Contact"), (OPEN, "Apart")],
    },
    Jaws { name: "coarse", files: coarse, poses: &[(&[], "Overlap"), (&["f"], "Contact"), (DEEPER, "Overlap")] },
];

const SCANS: [&str; 2] = ["case/upper.stl", "case/lower.stl"];

fn write(home: &Home, name: &str, corners: impl ExactSizeIterator<Item = [Vec3; 3]>) -> PathBuf {
    let mut bytes = Vec::new();
    write_stl(corners, &mut bytes).expect("written");
    std::fs::write(home.path(name), bytes).expect("written");
    home.path(name)
}

/// Right is left, and the axes are other ones.
fn turned_and_mirrored(home: &Home, name: &str) -> PathBuf {
    let bytes = std::fs::read(home.path(name)).expect("written");
    let mesh = read_mesh(&bytes, &Progress::default()).expect("a scan").raw;
    let turn = Quat::from_euler(EulerRot::XYZ, 0.9, -0.5, 0.3);
    let moved = |i: u32| turn * (mesh.positions[i as usize] * Vec3::new(-1.0, 1.0, 1.0)) + Vec3::new(40.0, 0.0, -15.0);
    let corners = mesh.triangles.iter().map(|[a, b, c]| [*a, *c, *b].map(moved));
    write(home, &format!("turned-{}", name.rsplit('/').next().unwrap_or(name)), corners)
}

/// Some 10,000 triangles a jaw.
fn coarse(home: &Home) -> [PathBuf; 2] {
    let (upper, lower) = sample_case_of_cells(0.8, &Progress::default()).expect("made");
    [("coarse-upper.stl", upper), ("coarse-lower.stl", lower)].map(|(name, mesh)| {
        let corners = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
        write(home, name, corners)
    })
}

#[test]
fn panel_paint_snapshot_report_and_command_line_say_the_same() {
    let screen = Screen::start();
    for jaws in &ALL {
        let mut all: Vec<Said> = Vec::new();
        for (keys, word) in jaws.poses {
            let shown = in_one_pose(&screen, jaws, keys);
            assert!(shown.headline.starts_with(word) && shown.scope == "teeth", "{}: {shown:?}", jaws.name);
            // The twin: no two of these poses say the same.
            assert!(all.iter().all(|other| !other.agrees(&shown)), "{}: {shown:?}", jaws.name);
            all.push(shown);
        }
    }
}

/// What everybody says of it.
fn in_one_pose(screen: &Screen, jaws: &Jaws, keys: &[&str]) -> Said {
    let home = Home::with_sample();
    let scans = (jaws.files)(&home);
    // What is due for the pose in the files gives way to the keys.
    let window = Window::open_at_once(screen, &home, &[&scans[0], &scans[1]]);
    [FREE_BITE].iter().chain(keys).for_each(|key| window.key(key));
    window.wait_until_idle();
    window.key("F12");
    let snapshot = json(&window.saved(".png").with_extension("json"));
    window.make_report();
    let report = json(&window.saved(".pdf").with_extension("json"));
    let left = window.close();
    let shown = Said::of_record(&snapshot);
    let wanted = analyzed(&home, &scans, &snapshot["upper_from_lower"]);
    assert!(shown.agrees(&wanted), "{}: snapshot {shown:?}, analyze {wanted:?}", jaws.name);
    let in_report = Said::of_record(&report);
    assert!(in_report.agrees(&shown), "{}: report {in_report:?}, snapshot {shown:?}", jaws.name);
    let panel = &left.exact()["contact"];
    let on_screen = Said::of_panel(panel, &shown.verdict);
    assert!(on_screen.agrees(&shown), "{}: panel {on_screen:?}, snapshot {shown:?}", jaws.name);
    // The curve and the area beside it are one.
    let at_shown = shown.curve.iter().find(|[mm, ..]| *mm == 0.1).expect("0.1 mm");
    assert_eq!(at_shown[1..], shown.areas_mm2);
    // The paint is as large as the area on the coarse jaws as well, whose vertices alone would paint a third less (EVIDENCE.md,
    // "Paint and area").
    for (side, name) in ["area_upper", "area_lower"].into_iter().enumerate() {
        let (area, painted) = (shown.areas_mm2[side], number(&panel["painted_mm2"][side]));
        assert!((painted - area).abs() <= 0.01 * area + 0.005, "{}, {name}: {area} mm², {painted} painted", jaws.name);
    }
    shown
}
