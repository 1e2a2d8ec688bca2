//! One quantity, one number: what the panel, the paint, a snapshot, a report and the command line say of a pose.
use super::harness::{Home, Window, run};
use super::screen::Screen;
use serde_json::Value;
use std::path::Path;

/// What is read of a pose, wherever it stands.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    headline: String,
    verdict: String,
    scope: String,
    /// Upper and lower jaw at the threshold that is shown, mm².
    areas_mm2: [f64; 2],
    zones: usize,
    least_gap_mm: Option<f64>,
}

impl Said {
    fn of_record(record: &Value) -> Self {
        let text = |name: &str| record[name].as_str().unwrap_or_else(|| panic!("no {name}: {record}")).to_owned();
        let contact = record["contact"].as_array().expect("areas");
        let shown = contact.iter().find(|c| c["threshold_mm"] == 0.1).expect("0.1 mm");
        assert_eq!((&shown["gap"], &record["verdict_by"]), (&Value::from("closest"), &Value::from("closest")));
        let zones = record["zones"].as_array().expect("zones");
        let gaps = zones.iter().map(|z| z["min_gap_mm"].as_f64().expect("a gap"));
        Self {
            headline: text("headline"),
            verdict: text("verdict"),
            scope: text("scope"),
            areas_mm2: ["area_upper_mm2", "area_lower_mm2"].map(|name| shown[name].as_f64().expect("an area")),
            zones: zones.len(),
            least_gap_mm: gaps.reduce(f64::min),
        }
    }

    /// The same but for the last digits of a pose that went through text.
    fn agrees(&self, other: &Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) + 1e-7;
        let gaps = self.least_gap_mm.unwrap_or_default() - other.least_gap_mm.unwrap_or_default();
        (&self.headline, &self.verdict, &self.scope, self.zones)
            == (&other.headline, &other.verdict, &other.scope, other.zones)
            && self.areas_mm2.iter().zip(&other.areas_mm2).all(|(a, b)| near(*a, *b))
            && gaps.abs() < 1e-6
    }
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("written")).expect("JSON")
}

/// The command line about the same pose.
fn analyzed(home: &Home, pose: &Value) -> Said {
    std::fs::write(home.path("pose.json"), serde_json::json!({ "upper_from_lower": pose }).to_string())
        .expect("written");
    let mut program = home.program();
    program.current_dir(home.path("")).args([
        "analyze",
        "case/upper.stl",
        "case/lower.stl",
        "--pose-file",
        "pose.json",
    ]);
    program.args(["--adapter", "none", "--json", "-"]);
    Said::of_record(&serde_json::from_slice(&run(&mut program)).expect("JSON"))
}

#[test]
fn panel_paint_snapshot_report_and_command_line_say_the_same() {
    let screen = Screen::start();
    // As scanned; at the first contact; deeper; apart.
    let poses: [(&[&str], &str); 4] =
        [(&[], "Overlap"), (&["f"], "Contact"), (&["F2", "Up", "Up", "Up", "Up"], "Overlap"), (&["o"; 8], "Apart")];
    let mut all: Vec<Said> = Vec::new();
    for (keys, word) in poses {
        let home = Home::with_sample();
        let scans = ["case/upper.stl", "case/lower.stl"].map(|name| home.path(name));
        let window = Window::open_in(&screen, &home, &[&scans[0], &scans[1]]);
        keys.iter().for_each(|key| window.key(key));
        window.key("F12");
        let snapshot = json(&window.saved(".png").with_extension("json"));
        window.key("shift+F12");
        let report = json(&window.saved(".pdf").with_extension("json"));
        let left = window.close();
        let shown = Said::of_record(&snapshot);
        assert!(shown.headline.starts_with(word) && shown.scope == "teeth", "{shown:?}");
        let wanted = analyzed(&home, &snapshot["upper_from_lower"]);
        assert!(shown.agrees(&wanted), "snapshot {shown:?}, analyze {wanted:?}");
        let in_report = Said::of_record(&report);
        assert!(in_report.agrees(&shown), "report {in_report:?}, snapshot {shown:?}");
        let panel = &left.exact()["contact"];
        assert_eq!(panel["headline"], shown.headline.as_str());
        let n = |name: &str| panel[name].as_u64().expect("a number") as usize;
        assert_eq!(n("places") + n("specks"), shown.zones, "{panel}");
        // The paint runs straight between the vertices, the area bends with the gap: on the sample, whose triangles are 0.4 mm
        // large, ridges in contact lose some percent (EVIDENCE.md, "Paint and area").
        for (side, name) in ["area_upper", "area_lower"].into_iter().enumerate() {
            let [area, painted] = ["areas_mm2", "painted_mm2"].map(|of| panel[of][side].as_f64().expect("an area"));
            assert!((area - shown.areas_mm2[side]).abs() < 1e-6, "{name}: {area}");
            assert!((painted - area).abs() <= 0.08 * area + 0.01, "{name}: {area} mm², {painted} painted");
        }
        // The twin: no two of these poses say the same.
        assert!(all.iter().all(|other| !other.agrees(&shown)), "{shown:?}");
        all.push(shown);
    }
}
