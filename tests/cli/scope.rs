//! What is judged: a flap of tissue behind the last molar, deep in the other jaw, changes nothing that is said of the teeth.
use super::harness::{Case, run};
use glam::Vec3;
use occluscope::base::{Progress, RawMesh};
use occluscope::export::stl::write_stl;
use occluscope::jaw::sample_case;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Directed edges of a scan's open rim on the patient's right, behind the last lower molar.
fn rim_behind(mesh: &RawMesh) -> Vec<[u32; 2]> {
    let edges = mesh.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
    let all: HashSet<[u32; 2]> = edges.collect();
    let is_behind = |v: &u32| {
        let p = mesh.positions[*v as usize];
        p.x < -22.5 && p.z < -12.6
    };
    let mut rim: Vec<[u32; 2]> =
        all.iter().filter(|[a, b]| !all.contains(&[*b, *a]) && is_behind(a) && is_behind(b)).copied().collect();
    rim.sort_unstable();
    rim
}

/// Rows of the flap: out of the rim, up behind the molar, and forwards into the upper jaw's gum.
const ROWS: u32 = 45;

fn row(rim: Vec3, k: u32, ragged_mm: f32) -> Vec3 {
    let up = 4.0 - rim.y;
    let way =
        [Vec3::ZERO, Vec3::new(0.0, 0.6, -0.9), Vec3::new(0.0, up, -0.9), Vec3::new(0.0, up + 0.8, 2.6 + ragged_mm)];
    let at = k as f32 * 3.0 / ROWS as f32;
    let leg = (at as usize).min(2);
    rim + way[leg].lerp(way[leg + 1], at - leg as f32)
}

/// The lower jaw with a flap, and how many triangles it had before.
fn with_flap(lower: &RawMesh) -> (RawMesh, usize) {
    let (rim, mut mesh) = (rim_behind(lower), lower.clone());
    assert!(rim.len() > 10, "{}", rim.len());
    let mut rows: HashMap<(u32, u32), u32> = HashMap::new();
    let mut vertex = |mesh: &mut RawMesh, v: u32, k: u32| {
        if k == 0 {
            return v;
        }
        *rows.entry((v, k)).or_insert_with(|| {
            // Ragged by up to 0.3 mm.
            let ragged_mm = (v % 7) as f32 * 0.1 - 0.3;
            mesh.positions.push(row(mesh.positions[v as usize], k, ragged_mm));
            mesh.positions.len() as u32 - 1
        })
    };
    for [a, b] in rim {
        for k in 0..ROWS {
            let [a0, b0, a1, b1] = [(a, k), (b, k), (a, k + 1), (b, k + 1)].map(|(v, k)| vertex(&mut mesh, v, k));
            mesh.triangles.extend([[b0, a0, a1], [b0, a1, b1]]);
        }
    }
    (mesh, lower.triangles.len())
}

fn write(case: &Case, name: &str, mesh: &RawMesh) {
    let mut bytes = Vec::new();
    let corners = mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]));
    write_stl(corners, &mut bytes).expect("written");
    std::fs::write(case.path(name), bytes).expect("written");
}

fn json(case: &Case, command: &str, lower: &str, more: &[&str]) -> Value {
    let scans = ["upper.stl", lower].map(|name| case.path(name).into_os_string());
    let args = [command.into()].into_iter().chain(scans).chain(more.iter().map(Into::into));
    run(args.chain(["--json", "-"].map(Into::into))).json()
}

fn analyzed(case: &Case, lower: &str, more: &[&str]) -> Value {
    json(case, "analyze", lower, &[&["--adapter", "none", "--patches", "1"], more].concat())
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {pointer}"))
}

/// Everything that is said of the teeth is the same, but for a share of the areas: the teeth are told apart in another scan.
fn says_the_same(a: &Value, b: &Value, share: f64) -> Result<(), String> {
    for field in ["/headline", "/verdict", "/scope", "/bite/doubtful", "/bite/clearing"] {
        if a.pointer(field) != b.pointer(field) {
            return Err(format!("{field}: {:?} and {:?}", a.pointer(field), b.pointer(field)));
        }
    }
    let areas = (0..8).flat_map(|i| ["upper", "lower"].map(|jaw| format!("/contact/{i}/area_{jaw}_mm2")));
    let balance = ["left", "right", "front", "back"].map(|side| format!("/balance/{side}_mm2"));
    for field in areas.chain(balance) {
        let (x, y) = (number(a, &field), number(b, &field));
        if (x - y).abs() > share * x.max(y) + 1e-6 {
            return Err(format!("{field}: {x} and {y}"));
        }
    }
    Ok(())
}

#[test]
fn a_flap_of_tissue_is_listed_apart_and_decides_nothing() {
    let (upper, lower) = sample_case(&Progress::default()).expect("a sample case");
    let case = Case { folder: tempfile::tempdir().expect("a folder") };
    let (flapped, n_before) = with_flap(&lower);
    write(&case, "upper.stl", &upper);
    write(&case, "plain.stl", &lower);
    write(&case, "flapped.stl", &flapped);

    // Teeth by shape; those of the plain scan are written as labels besides.
    let labels = case.path("labels");
    let written = ["--labels-out", labels.to_str().expect("a name")];
    let (plain, with) = (analyzed(&case, "plain.stl", &written), analyzed(&case, "flapped.stl", &[]));
    assert_eq!(plain["scope"], "teeth");
    says_the_same(&plain, &with, 0.03).unwrap_or_else(|why| panic!("{why}"));
    assert!(number(&with, "/not_on_teeth/0/max_depth_mm") > 1.5, "{}", with["not_on_teeth"]);
    let flap_mm2 = number(&with, "/not_on_teeth/0/area_mm2");
    assert!(flap_mm2 > 3.0 && plain["not_on_teeth"].as_array().is_some_and(|all| all.len() < 3), "{flap_mm2}");
    // The twin: of whole scans the flap is what is said.
    let whole = analyzed(&case, "flapped.stl", &["--scope", "whole"]);
    assert!(says_the_same(&plain, &whole, 0.03).is_err());
    assert!(number(&whole, "/bite/max_depth_mm") > 1.5 && whole["bite"]["doubtful"] == true, "{}", whole["bite"]);

    // The first contact as well, along the same line.
    let along = ["--along", "0,1,0"];
    let contact = |lower: &str, more: &[&str]| json(&case, "first-contact", lower, &[&along, more].concat());
    let (plain, with) = (contact("plain.stl", &[]), contact("flapped.stl", &[]));
    let travel = |found: &Value| number(found, "/travel_mm");
    assert!((travel(&plain) - travel(&with)).abs() < 1e-5, "{} and {}", travel(&plain), travel(&with));
    let whole = contact("flapped.stl", &["--scope", "whole"]);
    assert!((travel(&whole) - travel(&plain)).abs() > 0.5, "{}", travel(&whole));

    // With label files: those of the plain scan, and gum for the flap.
    let mut of_lower: Value =
        serde_json::from_slice(&std::fs::read(labels.join("lower.json")).expect("written")).expect("JSON");
    let numbers = of_lower["labels"].as_array_mut().expect("labels");
    assert_eq!(numbers.len(), n_before);
    numbers.resize(flapped.triangles.len(), 0.into());
    std::fs::write(case.path("flapped.json"), of_lower.to_string()).expect("written");
    let [upper, lower, flap] = [labels.join("upper.json"), labels.join("lower.json"), case.path("flapped.json")]
        .map(|path| path.into_os_string().into_string().expect("a name"));
    let labelled = |scan: &str, lower: &str| analyzed(&case, scan, &["--teeth-upper", &upper, "--teeth-lower", lower]);
    let (plain, with) = (labelled("plain.stl", &lower), labelled("flapped.stl", &flap));
    assert_eq!(with["teeth"]["lower"][0]["source"], "labels");
    // The same teeth: but for what the other scan's preparing changes beside the flap.
    says_the_same(&plain, &with, 0.005).unwrap_or_else(|why| panic!("{why}"));
    assert!(number(&with, "/not_on_teeth/0/max_depth_mm") > 1.5);
}
