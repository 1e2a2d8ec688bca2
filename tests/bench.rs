//! `occluscope bench` at its smallest sizes: a bench that measures nonsense is seen. No time is asserted.
//!
//! The paper's scenes are held against rays through convex pieces, given here once more and cut by hand: not by the
//! program's own code.
use occluscope::base::{Progress, Rigid};
use occluscope::bench::{SceneSpec, Size, catalogue};
use occluscope::engine::open_stencil;
use occluscope::field::{GapField, Metrics, PixelClass, Question, Verdict};
use occluscope::gpu::{AdapterChoice, Context};
use serde_json::Value;
use std::process::Command;

fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_occluscope")).arg("bench").args(args).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer} is no number in {value}"))
}

/// Name and verdict of each scene. The two combs interfere, which only the order of their layers tells for most pixels.
const EXPECTED: [(&str, &str); 12] = [
    ("paper-a", "interfering"),
    ("paper-b", "interfering"),
    ("paper-c", "interfering"),
    ("teeth-a", "apart"),
    ("teeth-b", "interfering"),
    ("teeth-c", "interfering"),
    ("teeth-d", "interfering"),
    ("polygons-1k", "interfering"),
    ("polygons-4k", "interfering"),
    ("pixels-64", "interfering"),
    ("pixels-128", "interfering"),
    ("jaws-8k", "interfering"),
];

#[test]
fn the_record_has_frames_passes_verdict_and_pixels_of_every_scene() {
    let (status, stdout, stderr) = run(&["--smallest", "--frames", "2", "--execution", "raster", "--json", "-"]);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).expect("stdout is JSON and nothing else");
    assert_eq!(report["schema"], "occluscope/bench/1");
    assert_eq!(report["engine"], "stencil");
    assert!(report["version"].is_string() && report["adapter"].is_string());
    let scenes = report["scenes"].as_array().expect("an array");
    let found: Vec<_> = scenes.iter().map(|s| (s["name"].as_str().unwrap(), s["verdict"].as_str().unwrap())).collect();
    assert_eq!(found, EXPECTED);
    for scene in scenes {
        check_scene(scene);
    }
    let slopes = report["slopes"].as_array().expect("an array");
    let named: Vec<_> =
        slopes.iter().map(|s| (s["against"].as_str().unwrap(), s["series"].as_str().unwrap())).collect();
    assert_eq!(named, [("polygons", "live"), ("polygons", "anew"), ("pixels", "live"), ("pixels", "anew")]);
    assert!(slopes.iter().all(|s| s["exponent"].is_f64() && s["points"].as_array().unwrap().len() == 2));
}

fn check_scene(scene: &Value) {
    for series in ["live", "anew"] {
        let series = &scene[series];
        assert_eq!(series["frames"]["count"], 2, "{scene}");
        assert!(number(series, "/fastest") > 0.0 && number(series, "/fastest") <= number(series, "/frames/median"));
        let passes = series["passes"].as_object().expect("an object");
        for pass in ["lower first", "count, first pass", "classify", "gap map", "reduce"] {
            assert!(passes.contains_key(pass), "{pass} is not in {scene}");
        }
        assert!(number(series, "/phases/first_rendering") >= 0.0);
    }
    // Only where everything is drawn anew is the upper body drawn at all.
    assert!(scene["anew"]["passes"].get("upper last").is_some() && scene["live"]["passes"].get("upper last").is_none());
    let pixels = &scene["pixels"];
    let classes = number(pixels, "/clear") + number(pixels, "/interfering") + number(pixels, "/unsolved");
    assert_eq!(classes, number(pixels, "/overlap"), "{scene}");
    assert!(number(pixels, "/overlap") > 100.0, "{scene}");
    assert_eq!(number(scene, "/triangles"), number(scene, "/triangles_upper") + number(scene, "/triangles_lower"));
    let has_paper = ["paper", "teeth"].contains(&scene["family"].as_str().expect("a text"));
    assert_eq!(scene["paper"].as_array().map(Vec::len), Some(if has_paper { 2 } else { 0 }));
}

/// Threads and compute have other passes, but the same verdicts and pixels.
#[test]
fn threads_and_compute_run_every_scene() {
    for (execution, pass) in [("native", "/live/passes/drawing"), ("compute", "/live/passes/count, first pass")] {
        let (status, stdout, stderr) = run(&["--smallest", "--frames", "2", "--execution", execution, "--json", "-"]);
        assert_eq!(status, 0, "{stderr}");
        let report: Value = serde_json::from_str(&stdout).expect("stdout is JSON and nothing else");
        let scenes = report["scenes"].as_array().expect("an array");
        let found: Vec<_> =
            scenes.iter().map(|s| (s["name"].as_str().unwrap(), s["verdict"].as_str().unwrap())).collect();
        assert_eq!(found, EXPECTED, "{execution}");
        for scene in scenes {
            assert!(number(scene, pass) > 0.0 && number(scene, "/pixels/unsolved") == 0.0, "{scene}");
        }
    }
}

#[test]
fn one_scene_gives_a_table_and_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bench.json");
    let name = file.to_str().expect("UTF-8");
    let (status, stdout, stderr) = run(&["--smallest", "--frames", "1", "--scene", "paper-b", "--json", name]);
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.contains("paper-b") && stdout.contains("770 / 1360") && !stdout.contains("paper-a"), "{stdout}");
    let report: Value = serde_json::from_slice(&std::fs::read(file).expect("written")).expect("JSON");
    assert_eq!(report["scenes"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["slopes"].as_array().map(Vec::len), Some(0));
}

/// The bench itself holds every list against the other engine's.
#[test]
fn pairs_are_measured_with_and_without_a_front() {
    let (status, stdout, stderr) = run(&["--pairs", "--smallest", "--frames", "12", "--adapter", "cpu", "--json", "-"]);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).expect("stdout is JSON and nothing else");
    assert_eq!(report["schema"], "occluscope/bench-pairs/1");
    let scenes = report["scenes"].as_array().expect("an array");
    let names: Vec<_> = scenes.iter().map(|s| s["name"].as_str().expect("a text")).collect();
    assert_eq!(names, ["sphere-1k-1.6", "sphere-4k-1.6", "sphere-1.99", "torus-1.4", "sheet-0.06", "jaws-8k"]);
    for scene in scenes {
        assert!(number(scene, "/pairs") > 0.0, "{scene}");
        assert_eq!((number(scene, "/steps"), number(scene, "/from_roots/n_from_front")), (12.0, 0.0), "{scene}");
        assert!(number(scene, "/coherent/n_from_front") > 0.0, "{scene}");
        let tested = scene["from_roots"]["tested_by_level"].as_array().expect("an array");
        let near = scene["from_roots"]["near_by_level"].as_array().expect("an array");
        assert!(tested.len() > 2 && tested.len() == near.len(), "{scene}");
        assert!(tested.iter().zip(near).all(|(t, n)| t.as_f64() >= n.as_f64()), "{scene}");
        assert!(number(scene, "/from_roots/candidates") >= number(scene, "/pairs"), "{scene}");
        assert!(number(scene, "/bytes_of_trees") > 0.0 && number(scene, "/bvh/median") > 0.0, "{scene}");
        // Single precision, 10 to 40 mm from the middle: see `oracle::bvh_gpu::distance`.
        assert!(number(scene, "/distance/largest_difference_mm") < 0.002, "{scene}");
        // Jaws alone have contact.
        let is_of_jaws = scene["name"] == "jaws-8k";
        assert_eq!(scene["contact"].is_null(), !is_of_jaws, "{scene}");
        if is_of_jaws {
            assert!(number(scene, "/contact/vertices") > 200.0 && number(scene, "/contact/inside") > 20.0, "{scene}");
            assert!(number(scene, "/contact/largest_difference_mm") < 0.0001, "{scene}");
            assert!(number(scene, "/contact/contact/gpu_ms") > number(scene, "/contact/contact/of_gpu_ms"), "{scene}");
        }
    }
    // In the last pose, in which some of them hardly meet.
    let all = |what: &str| scenes.iter().map(|scene| number(scene, what)).sum::<f64>();
    assert!(all("/distance/pairs") > all("/pairs") && all("/distance/vertices") > 200.0, "{scenes:?}");
    assert!(all("/distance/largest_difference_mm") > 0.0, "they are two answers");
    let (status, stdout, _) = run(&["--pairs", "--smallest", "--frames", "2", "--adapter", "cpu", "--scene", "torus"]);
    assert!(status == 0 && stdout.contains("torus-1.4") && !stdout.contains("sphere"), "{stdout}");
}

#[test]
fn bad_usage_is_status_2_and_says_what_there_is() {
    for (args, said) in [
        (&["--scene", "paper-z"][..], "paper-a"),
        (&["--engine", "octopus"], "stencil"),
        (&["--frames", "0"], "1..="),
        (&["--pairs", "--scene", "cube"], "sphere-10k-1.6"),
        (&["--pairs", "--adapter", "none"], "needs an adapter"),
        (&["--pairs", "--engine", "zlist"], "--engine"),
        (&["--smallest", "--scene", "paper-a", "--json", "/no/such/folder/a.json"], "does not exist"),
    ] {
        let (status, stdout, stderr) = run(args);
        assert_eq!(status, 2, "{args:?}: {stderr}");
        assert!(stdout.is_empty() && stderr.lines().count() == 1 && stderr.contains(said), "{args:?}: {stderr}");
    }
}

type Point = [f64; 3];
/// Half-spaces `normal . p <= offset`.
type Piece = Vec<(Point, f64)>;

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn octahedron(c: Point, r: Point) -> Piece {
    let signs = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { 1.0 } else { -1.0 } / r[k]);
    (0..8).map(signs).map(|n| (n, 1.0 + dot(n, c))).collect()
}

fn cuboid(low: Point, high: Point) -> Piece {
    let unit = |k: usize, sign: f64| [0, 1, 2].map(|i| if i == k { sign } else { 0.0 });
    (0..3).flat_map(|k| [(unit(k, 1.0), high[k]), (unit(k, -1.0), -low[k])]).collect()
}

/// Three bars through a spine 4 mm long, 24 x 20 mm.
fn comb(low: Point, spine_x: f64, bar: f64, gap: f64) -> Vec<Piece> {
    let [x, y, z] = low;
    let at = |i: f64| z + i * (bar + gap);
    let mut pieces: Vec<_> = [0.0, 1.0, 2.0].map(|i| cuboid([x, y, at(i)], [x + 24.0, y + 20.0, at(i) + bar])).to_vec();
    pieces.push(cuboid([x + spine_x, y, z], [x + spine_x + 4.0, y + 20.0, at(2.0) + bar]));
    pieces
}

/// A body as convex pieces, turned about the y axis by an angle and then moved.
struct Body {
    pieces: Vec<Piece>,
    turned_deg: f64,
    moved: Point,
}

impl Body {
    fn still(pieces: Vec<Piece>) -> Self {
        Self { pieces, turned_deg: 0.0, moved: [0.0; 3] }
    }

    /// Where a ray is inside, in order.
    fn stretches(&self, origin: Point, direction: Point) -> Vec<[f64; 2]> {
        let (sin, cos) = self.turned_deg.to_radians().sin_cos();
        let back = |[x, y, z]: Point| [cos * x - sin * z, y, sin * x + cos * z];
        let origin = back([0, 1, 2].map(|k| origin[k] - self.moved[k]));
        let direction = back(direction);
        let inside = |piece: &Piece| {
            let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
            for (normal, offset) in piece {
                let (speed, room) = (dot(*normal, direction), offset - dot(*normal, origin));
                if speed > 0.0 { to = to.min(room / speed) } else { from = from.max(room / speed) }
            }
            (from < to).then_some([from, to])
        };
        let mut found: Vec<_> = self.pieces.iter().filter_map(inside).collect();
        found.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut joined: Vec<[f64; 2]> = Vec::new();
        for stretch in found {
            match joined.last_mut() {
                Some(last) if stretch[0] <= last[1] + 1e-9 => last[1] = last[1].max(stretch[1]),
                _ => joined.push(stretch),
            }
        }
        joined
    }
}

/// The bodies of the paper's scenes, given once more.
fn bodies(name: &str) -> [Body; 2] {
    match name {
        "paper-a" => [
            Body::still(vec![octahedron([2.0, 0.0, 5.0], [8.0, 8.0, 12.0])]),
            Body::still(comb([-12.0, -10.0, -10.0], 0.0, 2.0, 2.0)),
        ],
        "paper-b" => [
            Body::still(vec![octahedron([0.0, 0.0, 1.5], [10.0; 3])]),
            Body::still(vec![octahedron([7.0, 3.0, -1.5], [10.0; 3])]),
        ],
        _ => [
            Body::still(comb([-14.0, -10.0, -4.6], 0.0, 1.2, 2.8)),
            Body { turned_deg: 5.0, ..Body::still(comb([-9.0, -10.0, -6.6], 20.0, 1.2, 2.8)) },
        ],
    }
}

/// Rounding of the raster moves a ray by 1/256 pixel (0.3 mm here); a wall at 3 degrees to the ray makes 0.02 mm of it.
/// Stretches and gaps shorter than this are not judged.
const UNSURE_MM: f64 = 0.05;

/// What a ray through both bodies says, `None` where it is too near an edge.
fn judged(upper: &[[f64; 2]], lower: &[[f64; 2]]) -> Option<PixelClass> {
    let overlap = |[a, b]: &[f64; 2], [c, d]: &[f64; 2]| b.min(*d) - a.max(*c);
    let deepest = upper.iter().flat_map(|u| lower.iter().map(move |l| overlap(u, l))).fold(f64::MIN, f64::max);
    let is_sure = |stretches: &[[f64; 2]]| stretches.iter().all(|s| s[1] - s[0] > UNSURE_MM);
    if !is_sure(upper) || !is_sure(lower) || deepest.abs() < UNSURE_MM || deepest == f64::MIN {
        return None;
    }
    Some(if deepest > 0.0 { PixelClass::Interfering } else { PixelClass::Clear })
}

/// Pixels of the map held against the rays.
#[derive(Debug, Default)]
struct Compared {
    interfering: usize,
    clear: usize,
    wrong: usize,
    /// Left undecided by the engine, interfering by the ray.
    unsolved_interfering: usize,
}

fn compare(field: &GapField, [upper, lower]: &[Body; 2]) -> Compared {
    let p = &field.projection;
    let mut found = Compared::default();
    for row in 0..p.rows {
        for col in 0..p.cols {
            let origin = p.world_from_map(f64::from(col) + 0.5, f64::from(row) + 0.5, 0.0).to_array();
            let direction = p.direction.to_array();
            let truth = judged(&upper.stretches(origin, direction), &lower.stretches(origin, direction));
            match (truth, field.class[(row * p.cols + col) as usize]) {
                (Some(PixelClass::Interfering), PixelClass::Unsolved) => found.unsolved_interfering += 1,
                (None, _) | (_, PixelClass::Unsolved) => {}
                (Some(PixelClass::Interfering), PixelClass::Interfering) => found.interfering += 1,
                (Some(PixelClass::Clear), PixelClass::Clear) => found.clear += 1,
                _ => found.wrong += 1,
            }
        }
    }
    found
}

fn spec(name: &str) -> SceneSpec {
    *catalogue(Size::Smallest).iter().find(|s| s.name == name).expect("the scene is listed")
}

/// The live engine on a scene whose lower body has been moved on, mm.
fn analyzed(name: &str, moved: Point) -> (Option<GapField>, Metrics) {
    let (spec, context) = (spec(name), Context::headless(&AdapterChoice::Cpu).expect("an adapter"));
    let scene = spec.make(&Progress::default()).expect("the scene can be made");
    let question = Question {
        upper_from_lower: Rigid::from_translation(moved.into()) * scene.upper_from_lower,
        direction: scene.direction,
        resolution: spec.resolution,
        ..Question::default()
    };
    let mut engine = open_stencil(&context, &scene.pair).expect("the engine opens");
    let answer = engine.analyze(&question).expect("the engine answers");
    (answer.field, answer.metrics)
}

#[test]
fn the_papers_scenes_are_what_they_are_meant_to_be() {
    for name in ["paper-a", "paper-b", "paper-c"] {
        let (field, metrics) = analyzed(name, [0.0; 3]);
        let found = compare(&field.expect("a map"), &bodies(name));
        let pixels = metrics.pixels;
        println!("{name}: {found:?} of {pixels:?}");
        assert_eq!(found.wrong, 0, "{name}");
        let judged = found.interfering + found.clear + pixels.unsolved as usize;
        assert!(judged as f64 > 0.85 * f64::from(pixels.overlap), "{name}: {judged} of {pixels:?}");
        assert!(found.interfering + found.unsolved_interfering > 100, "{name}");
        assert_eq!(metrics.verdict, Verdict::Interfering, "{name}");
        // "The worst case scenario": the second pass is called for, and by two concave bodies the order of layers too.
        assert!(pixels.solved_second_pass > 100, "{name}");
        if name == "paper-c" {
            assert!(pixels.unsolved + pixels.solved_layer_order > 1000, "{name}");
        } else {
            assert_eq!(pixels.unsolved, 0, "{name}");
        }
    }
}

/// The negative twins: bodies that stand elsewhere are noticed, and a scene moved apart is apart.
#[test]
fn a_scene_moved_is_another_scene() {
    for name in ["paper-a", "paper-b", "paper-c"] {
        let field = analyzed(name, [0.0; 3]).0.expect("a map");
        let still = compare(&field, &bodies(name));
        let [upper, lower] = bodies(name);
        let raised = compare(&field, &[upper, Body { moved: [0.0, 0.0, 3.0], ..lower }]);
        let differing = raised.wrong + raised.unsolved_interfering.abs_diff(still.unsolved_interfering);
        assert!(differing > 20, "{name}: {still:?}, {raised:?}");
        let (_, metrics) = analyzed(name, [0.0, 0.0, -40.0]);
        assert_eq!((metrics.verdict, metrics.pixels.interfering), (Verdict::Apart, 0), "{name}");
    }
}

/// Sizes that the documents quote. The larger arches follow by the square of the cell.
#[test]
fn scenes_have_the_polygons_they_say() {
    let standard = catalogue(Size::Standard);
    for (name, wanted, tolerance) in [
        ("paper-a", 160_000.0, 0.02),
        ("paper-b", 160_000.0, 0.02),
        ("paper-c", 160_000.0, 0.02),
        ("polygons-10k", 10_000.0, 0.05),
        ("teeth-b", 110_000.0, 0.03),
        ("jaws-55k", 110_000.0, 0.05),
    ] {
        let spec = standard.iter().find(|s| s.name == name).expect("the scene is listed");
        let pair = spec.make(&Progress::default()).expect("the scene can be made").pair;
        let n = pair.upper.mesh.triangles.len() + pair.lower.mesh.triangles.len();
        assert!((n as f64 / wanted - 1.0).abs() < tolerance, "{name}: {n}");
        assert!(pair.upper.report.closed && pair.lower.report.closed, "{name}");
    }
}

/// The bodies as they are written are the scene: analysed from the files they say the same.
#[test]
fn scenes_are_written_for_others_to_measure() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("scenes");
    let (status, _, stderr) = run(&["--smallest", "--scene", "teeth", "--write", target.to_str().expect("UTF-8")]);
    assert_eq!(status, 0, "{stderr}");
    let specs = catalogue(Size::Smallest);
    for spec in specs.iter().filter(|s| s.name.starts_with("teeth-")) {
        let scene = spec.make(&Progress::default()).expect("a scene");
        for (body, mesh, pose) in [
            ("upper", &scene.pair.upper.mesh, Rigid::IDENTITY),
            ("lower", &scene.pair.lower.mesh, scene.upper_from_lower),
        ] {
            let bytes = std::fs::read(target.join(format!("{}-{body}.stl", spec.name))).expect("it was written");
            let read = occluscope::import::read_mesh(&bytes, &Progress::default()).expect("an STL").raw;
            assert_eq!(read.triangles.len(), mesh.triangles.len());
            let first = pose.transform_point(mesh.corners(0)[0].as_dvec3()).as_vec3();
            assert!(read.positions[read.triangles[0][0] as usize].distance(first) < 1e-4);
        }
    }
    assert!(!target.join("paper-a-upper.stl").exists());
}
