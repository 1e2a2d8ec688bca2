//! What is judged: a flap of tissue behind the last molar, a stray rim beside it, a piece of bone, each deep in the other jaw, change
//! nothing that is said of the teeth.
use super::harness::{Case, run};
use glam::Vec3;
use occluscope::base::{MeshFormat, Progress, RawMesh};
use occluscope::export::stl::write_stl;
use occluscope::jaw::sample::sample_case_of_cells;
use occluscope::jaw::sample_case;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::f32::consts::PI;

/// Surface that hangs on a part of the lower scan's open rim.
struct Flap {
    /// Which of the rim.
    is_there: fn(Vec3) -> bool,
    /// Along which places it goes from a vertex of the rim on, raggedly by so many millimetres in the end.
    way: fn(rim: Vec3, ragged_mm: f32) -> [Vec3; 4],
}

/// On the patient's right, behind the last lower molar: out of the rim, up behind the molar, forwards into the upper jaw's gum.
const BEHIND: Flap = Flap {
    is_there: |p| p.x < -22.5 && p.z < -12.6,
    way: |rim, ragged_mm| {
        let up = 4.0 - rim.y;
        [[0.0, 0.0, 0.0], [0.0, 0.6, -0.9], [0.0, up, -0.9], [0.0, up + 0.8, 2.6 + ragged_mm]]
            .map(|step| rim + Vec3::from_array(step))
    },
};

/// Beside the molars, where the cheek was scanned: out of the rim, up, and into the upper jaw's gum from outside.
const BESIDE: Flap = Flap {
    is_there: |p| p.x < -24.0 && (0.0..8.0).contains(&p.z),
    way: |rim, ragged_mm| {
        let (out, up) = (-30.8 - rim.x, 7.6 - rim.y);
        [[0.0, 0.0, 0.0], [out, 0.3, 0.0], [out, up, 0.0], [out + 4.8 + ragged_mm, up + 0.4, 0.0]]
            .map(|step| rim + Vec3::from_array(step))
    },
};

/// Directed edges of a part of a scan's open rim.
fn rim(mesh: &RawMesh, is_there: fn(Vec3) -> bool) -> Vec<[u32; 2]> {
    let edges = mesh.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
    let all: HashSet<[u32; 2]> = edges.collect();
    let is_meant = |v: &u32| is_there(mesh.positions[*v as usize]);
    let mut rim: Vec<[u32; 2]> =
        all.iter().filter(|[a, b]| !all.contains(&[*b, *a]) && is_meant(a) && is_meant(b)).copied().collect();
    rim.sort_unstable();
    rim
}

/// Rows of triangles in a flap.
const ROWS: u32 = 45;

/// The lower jaw with a flap, and how many triangles it had before.
fn with_flap(lower: &RawMesh, flap: &Flap) -> (RawMesh, usize) {
    let (rim, mut mesh) = (rim(lower, flap.is_there), lower.clone());
    assert!(rim.len() > 10, "{}", rim.len());
    let mut rows: HashMap<(u32, u32), u32> = HashMap::new();
    let mut vertex = |mesh: &mut RawMesh, v: u32, k: u32| {
        if k == 0 {
            return v;
        }
        *rows.entry((v, k)).or_insert_with(|| {
            // Ragged by up to 0.3 mm.
            let ragged_mm = (v % 7) as f32 * 0.1 - 0.3;
            let way = (flap.way)(mesh.positions[v as usize], ragged_mm);
            let at = k as f32 * 3.0 / ROWS as f32;
            let leg = (at as usize).min(2);
            mesh.positions.push(way[leg].lerp(way[leg + 1], at - leg as f32));
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
    let (flapped, n_before) = with_flap(&lower, &BEHIND);
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

/// A ball, as far from the teeth as a joint is.
fn ball(centre: Vec3, radius: f32) -> RawMesh {
    const N: u32 = 24;
    let at = |i: u32, j: u32| {
        let (lat, lon) = (PI * i as f32 / N as f32, PI * j as f32 / N as f32);
        centre + Vec3::new(lat.sin() * lon.cos(), lat.sin() * lon.sin(), lat.cos()) * radius
    };
    let corners = |k: u32| {
        let (i, j) = (k / (2 * N), k % (2 * N));
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    let positions: Vec<Vec3> = (0..2 * N * N).flat_map(corners).flatten().collect();
    let triangles = (0..positions.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    RawMesh { format: MeshFormat::Generated, positions, triangles, colors: None }
}

fn with_part(jaw: &RawMesh, part: &RawMesh) -> RawMesh {
    let (mut mesh, n) = (jaw.clone(), jaw.positions.len() as u32);
    mesh.positions.extend(&part.positions);
    mesh.triangles.extend(part.triangles.iter().map(|t| t.map(|v| v + n)));
    mesh
}

/// Scans in other cells, with and without the label files of the plain ones.
#[test]
fn a_stray_rim_and_a_piece_of_bone_are_listed_apart_and_decide_nothing() {
    let (upper, lower) = sample_case_of_cells(0.5, &Progress::default()).expect("a sample case");
    let case = Case { folder: tempfile::tempdir().expect("a folder") };
    write(&case, "upper.stl", &upper);
    write(&case, "plain.stl", &lower);
    write(&case, "rim.stl", &with_flap(&lower, &BESIDE).0);
    // Condyle and fossa, 0.8 mm in each other, 60 mm behind the molars.
    write(&case, "skull.stl", &with_part(&upper, &ball(Vec3::new(0.0, 16.0, -70.0), 7.0)));
    write(&case, "condyle.stl", &with_part(&lower, &ball(Vec3::new(0.0, 4.8, -70.0), 5.0)));
    let of = |upper: &str, lower: &str, more: &[&str]| {
        let scans = [upper, lower].map(|name| case.path(name).into_os_string());
        let more = ["--adapter", "none", "--patches", "1", "--json", "-"].iter().chain(more);
        run(["analyze".into()].into_iter().chain(scans).chain(more.map(Into::into))).json()
    };
    let labels = case.path("labels");
    let plain = of("upper.stl", "plain.stl", &["--labels-out", labels.to_str().expect("a name")]);
    assert_eq!(plain["scope"], "teeth");
    for (upper, lower, least_mm) in [("upper.stl", "rim.stl", 1.0), ("skull.stl", "condyle.stl", 0.7)] {
        let with = of(upper, lower, &[]);
        says_the_same(&plain, &with, 0.03).unwrap_or_else(|why| panic!("{lower}: {why}"));
        assert!(number(&with, "/not_on_teeth/0/max_depth_mm") > least_mm, "{lower}: {}", with["not_on_teeth"]);
        // The twin: of whole scans it is what is said.
        let whole = of(upper, lower, &["--scope", "whole"]);
        assert!(says_the_same(&plain, &whole, 0.03).is_err(), "{lower}");
        assert!(number(&whole, "/bite/max_depth_mm") > least_mm && whole["bite"]["doubtful"] == true);
    }
    // With the plain scans' labels, and none for what was added.
    for (name, scan) in [("upper", "skull.stl"), ("lower", "rim.stl"), ("lower", "condyle.stl")] {
        let path = labels.join(name).with_extension("json");
        let mut of_jaw: Value = serde_json::from_slice(&std::fs::read(path).expect("written")).expect("JSON");
        let n = (std::fs::metadata(case.path(scan)).expect("written").len() as usize - 84) / 50;
        of_jaw["labels"].as_array_mut().expect("labels").resize(n, 0.into());
        std::fs::write(case.path(scan).with_extension("json"), of_jaw.to_string()).expect("written");
    }
    for name in ["upper", "lower"] {
        let to = if name == "upper" { "upper.json" } else { "plain.json" };
        std::fs::copy(labels.join(name).with_extension("json"), case.path(to)).expect("copied");
    }
    let plain = of("upper.stl", "plain.stl", &[]);
    for (upper, lower, least_mm) in [("upper.stl", "rim.stl", 1.0), ("skull.stl", "condyle.stl", 0.7)] {
        let with = of(upper, lower, &[]);
        assert_eq!(with["teeth"]["lower"][0]["source"], "labels", "{lower}");
        says_the_same(&plain, &with, 0.005).unwrap_or_else(|why| panic!("{lower}: {why}"));
        assert!(number(&with, "/not_on_teeth/0/max_depth_mm") > least_mm, "{lower}: {}", with["not_on_teeth"]);
    }
}
