//! The frame on real cases (where they are at hand), turned cases and shapes that are no jaws.
use super::*;
use crate::base::{Progress, RawMesh, Rigid};
use crate::jaw::sample;
use glam::{DVec2, Vec3};
use std::path::PathBuf;

fn scans() -> PathBuf {
    std::env::var_os("OCCLUSCOPE_SCANS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/scans"), PathBuf::from)
}

fn soup(corners: Vec<Vec3>) -> TriMesh {
    let triangles = (0..corners.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect::<Vec<_>>();
    TriMesh { n_scanned: triangles.len(), positions: corners, triangles, colors: None }
}

fn read_stl(bytes: &[u8]) -> TriMesh {
    let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let n = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    let corner = |t: usize, c: usize| {
        let at = 84 + 50 * t + 12 + 12 * c;
        Vec3::new(float(at), float(at + 4), float(at + 8))
    };
    soup((0..3 * n).map(|i| corner(i / 3, i % 3)).collect())
}

/// Vertices and faces of an OBJ file in metres.
fn read_obj(text: &str) -> TriMesh {
    let mut mesh = TriMesh::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"v") => {
                let [x, y, z] = [1, 2, 3].map(|i| words[i].parse::<f32>().unwrap() * 1000.0);
                mesh.positions.push(Vec3::new(x, y, z));
            }
            Some(&"f") => {
                let corner = |w: &str| w.split('/').next().unwrap().parse::<u32>().unwrap() - 1;
                for i in 2..words.len() - 1 {
                    mesh.triangles.push([corner(words[1]), corner(words[i]), corner(words[i + 1])]);
                }
            }
            _ => {}
        }
    }
    mesh.n_scanned = mesh.triangles.len();
    mesh
}

/// Upper and lower mesh of a case, `None` (and a word on stdout) where the scans are absent.
fn case(name: &str) -> Option<(TriMesh, TriMesh)> {
    let folder = scans().join(name);
    let read = |jaw: &str| -> Option<TriMesh> {
        if let Ok(bytes) = std::fs::read(folder.join(format!("{jaw}.stl"))) {
            return Some(read_stl(&bytes));
        }
        std::fs::read_to_string(folder.join(format!("{jaw}_in_metres.obj"))).ok().map(|text| read_obj(&text))
    };
    let pair = read("upper").zip(read("lower"));
    if pair.is_none() {
        println!("left out: {name} is not there");
    }
    pair
}

fn moved(mesh: &TriMesh, by: &Rigid) -> TriMesh {
    let positions = mesh.positions.iter().map(|p| by.transform_point(p.as_dvec3()).as_vec3()).collect();
    TriMesh { positions, ..mesh.clone() }
}

fn degrees(a: DVec3, b: DVec3) -> f64 {
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

fn check_right_handed(f: &OcclusalFrame) {
    assert!((f.front.cross(f.up) - f.right).length() < 1e-9);
    assert!((f.up.length() - 1.0).abs() < 1e-9 && (f.front.length() - 1.0).abs() < 1e-9);
    assert!(f.up.dot(f.front).abs() < 1e-9 && f.origin.is_finite(), "{f:?}");
}

const CASES: [&str; 5] = [
    "case-1-full-resolution",
    "case-2-tight-contact",
    "case-3-light-contact",
    "case-4-jaws-with-condyles",
    "case-5-closed-crowns",
];

#[test]
fn real_jaws_give_their_frame_however_they_lie() {
    for name in CASES {
        let Some((upper, lower)) = case(name) else { continue };
        let start = std::time::Instant::now();
        let (frame, warnings) = OcclusalFrame::estimate(&upper, &lower);
        println!("{name}: {frame:.3?} {warnings:?} {:?}", start.elapsed());
        check_right_handed(&frame);
        for (k, six) in [[30.0, -70.0, 5.0, 100.0, 40.0, -75.0], [0.0, 9.0, 0.0, -20.0, 170.0, 65.0]].iter().enumerate()
        {
            let by = Rigid::from_six(*six);
            let (turned, _) = OcclusalFrame::estimate(&moved(&upper, &by), &moved(&lower, &by));
            let up = degrees(turned.up, by.transform_vector(frame.up));
            let front = degrees(turned.front, by.transform_vector(frame.front));
            let origin = turned.origin.distance(by.transform_point(frame.origin));
            println!("  turn {k}: up {up:.3} deg, front {front:.3} deg, origin {origin:.3} mm");
            assert!(up < 2.0 && front < 2.0 && origin < 2.0);
        }
        let mut inside_out = upper.clone();
        inside_out.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        let (other, _) = OcclusalFrame::estimate(&inside_out, &lower);
        assert!(degrees(other.up, frame.up) < 0.5 && degrees(other.front, frame.front) < 1.0);
    }
}

#[test]
fn real_jaws_point_where_people_see_them_point() {
    // In these three files the upper jaw is at +Y and the incisors at +Z (seen on pictures of the scans).
    for name in &CASES[..3] {
        let Some((upper, lower)) = case(name) else { continue };
        let (frame, warnings) = OcclusalFrame::estimate(&upper, &lower);
        assert!(degrees(frame.up, DVec3::Y) < 15.0, "{name}: up {}", frame.up);
        assert!(degrees(frame.front, DVec3::Z) < 20.0, "{name}: front {}", frame.front);
        assert!(degrees(frame.right, -DVec3::X) < 25.0, "{name}: right {}", frame.right);
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
}

fn mesh_of(raw: RawMesh) -> TriMesh {
    TriMesh { n_scanned: raw.triangles.len(), positions: raw.positions, triangles: raw.triangles, colors: None }
}

/// What lies beyond a line in the plan: farther than `mm` from the frame's origin towards `way` (right, front).
fn beyond(mesh: &TriMesh, frame: &OcclusalFrame, way: DVec2, mm: f64) -> TriMesh {
    let place = |t: &[u32; 3]| frame.local_from_world(mesh.positions[t[0] as usize].as_dvec3()).truncate();
    let triangles: Vec<[u32; 3]> = mesh.triangles.iter().filter(|t| place(t).dot(way) > mm).copied().collect();
    TriMesh { n_scanned: triangles.len(), triangles, ..mesh.clone() }
}

/// What lies farther than `mm` to the patient's left.
fn left_of(mesh: &TriMesh, frame: &OcclusalFrame, mm: f64) -> TriMesh {
    beyond(mesh, frame, -DVec2::X, mm)
}

#[test]
fn a_quadrant_in_occlusion_with_a_whole_arch_is_no_doubt() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let made_up = ("sample", mesh_of(upper), mesh_of(lower));
    let real = CASES[..3].iter().filter_map(|name| case(name).map(|(upper, lower)| (*name, upper, lower)));
    for (name, upper, lower) in std::iter::once(made_up).chain(real) {
        let (whole, _) = OcclusalFrame::estimate(&upper, &lower);
        let quadrant = left_of(&lower, &whole, 3.0);
        let jaws = |mm| [[upper.clone(), left_of(&lower, &whole, mm)], [left_of(&upper, &whole, mm), lower.clone()]];
        for (mm, [a, b]) in [3.0, -5.0].into_iter().flat_map(|mm| jaws(mm).map(|pair| (mm, pair))) {
            let (frame, warnings) = OcclusalFrame::estimate(&a, &b);
            let (up, front) = (degrees(frame.up, whole.up), degrees(frame.front, whole.front));
            println!("{name}, cut {mm} mm from the midline: up {up:.2}, front {front:.2} degrees off, {warnings:?}");
            assert!(warnings.is_empty(), "{name}, {mm}: {warnings:?}");
            assert!(up < 5.0 && front < 5.0, "{name}, {mm}: {up} {front}");
        }
        // The twin: opened by as much as a mouth.
        let open = moved(&quadrant, &Rigid::from_translation(-25.0 * whole.up));
        let (_, warnings) = OcclusalFrame::estimate(&upper, &open);
        assert!(!warnings.is_empty(), "{name}: open");
    }
}

/// A palate as broad as an upper arch, some millimetres above its teeth's tips.
fn with_palate(upper: &TriMesh, frame: &OcclusalFrame) -> TriMesh {
    let at = |i: i32, k: i32| frame.world_from_local(DVec3::new(f64::from(i), f64::from(k), 12.0)).as_vec3();
    let squares = (-20..20).flat_map(|i| (-20..12).map(move |k| (i, k)));
    let corners = squares.flat_map(|(i, k)| {
        let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
        [a, c, b, a, d, c]
    });
    let palate = soup(corners.collect());
    let first = upper.positions.len() as u32;
    let mut both = upper.clone();
    both.positions.extend(&palate.positions);
    both.triangles.extend(palate.triangles.iter().map(|t| t.map(|i| i + first)));
    TriMesh { n_scanned: both.triangles.len(), ..both }
}

/// Both jaws cut by one plane, from three quarters of an arch to a quadrant without its front teeth: the front is right or said to be a guess,
/// and of most it is right.
#[test]
fn jaws_cut_alike_have_their_front_or_a_doubt() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let (upper, lower) = (mesh_of(upper), mesh_of(lower));
    let (whole, _) = OcclusalFrame::estimate(&upper, &lower);
    let made_up = [("sample with a palate", with_palate(&upper, &whole), lower.clone()), ("sample", upper, lower)];
    let real = CASES[..3].iter().filter_map(|name| case(name).map(|(upper, lower)| (*name, upper, lower)));
    for (name, upper, lower) in made_up.into_iter().chain(real) {
        let (mut n_right, mut n_all) = (0, 0);
        for (side, lean, mm) in [-1.0, 1.0].into_iter().flat_map(|side| {
            [-0.3, 0.0, 0.3].into_iter().flat_map(move |lean| [-18.0, -8.0, -2.0, 3.0].map(|mm| (side, lean, mm)))
        }) {
            let way = DVec2::new(side * f64::cos(lean), f64::sin(lean));
            let (frame, doubts) =
                OcclusalFrame::estimate(&beyond(&upper, &whole, way, mm), &beyond(&lower, &whole, way, mm));
            check_right_handed(&frame);
            let off = [degrees(frame.up, whole.up), degrees(frame.front, whole.front)];
            let away_mm = frame.origin.distance(whole.origin);
            let is_right = off[0] < 25.0 && off[1] < 30.0 && away_mm < 15.0;
            println!(
                "{name} {side} {lean} {mm}: up {:.1}, front {:.1}, {away_mm:.1} mm off, {doubts:?}",
                off[0], off[1]
            );
            assert!(
                is_right || DirectionsTold::by(&doubts) != DirectionsTold::All,
                "{name} {side} {lean} {mm}: {off:?} {away_mm} {doubts:?}"
            );
            n_right += usize::from(is_right && doubts.is_empty());
            n_all += 1;
        }
        println!("{name}: {n_right} of {n_all}");
        assert!(3 * n_right >= n_all, "{name}: {n_right} of {n_all}");
    }
}

#[test]
fn swapped_jaws_are_told() {
    for name in CASES {
        let Some((upper, lower)) = case(name) else { continue };
        let (frame, warnings) = OcclusalFrame::estimate(&lower, &upper);
        check_right_handed(&frame);
        println!("{name} swapped: {warnings:?}");
        assert!(warnings.iter().any(|w| w.0.contains("swapped")), "{name}: {warnings:?}");
    }
}

fn sphere(centre: Vec3, radius: f32) -> TriMesh {
    let at = |i: u32, j: u32| {
        let (a, b) = (i as f32 / 24.0 * std::f32::consts::TAU, j as f32 / 12.0 * std::f32::consts::PI);
        centre + radius * Vec3::new(a.cos() * b.sin(), a.sin() * b.sin(), b.cos())
    };
    let mut corners = Vec::new();
    for i in 0..24 {
        for j in 0..12 {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            corners.extend([a, c, b, a, d, c]);
        }
    }
    soup(corners)
}

fn slab(half: Vec3, centre: Vec3) -> TriMesh {
    let corner = |k: u32| centre + half * Vec3::new(sign(k & 1), sign(k & 2), sign(k & 4));
    fn sign(bit: u32) -> f32 {
        if bit > 0 { 1.0 } else { -1.0 }
    }
    let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    soup(faces.iter().flat_map(|[a, b, c, d]| [*a, *b, *c, *a, *c, *d]).map(corner).collect())
}

#[test]
fn shapes_that_are_no_jaws_give_a_sane_frame_and_a_doubt() {
    let ball = sphere(Vec3::new(0.0, 0.0, 5.0), 5.0);
    let others = [
        (ball.clone(), slab(Vec3::new(8.0, 8.0, 2.0), Vec3::new(0.0, 0.0, -2.0))),
        (ball.clone(), sphere(Vec3::new(0.0, 0.0, -4.95), 5.0)),
        (ball.clone(), sphere(Vec3::new(0.0, 0.0, -400.0), 5.0)),
        (sphere(Vec3::new(0.0, 0.0, 40.0), 40.0), slab(Vec3::new(60.0, 60.0, 3.0), Vec3::new(0.0, 0.0, -3.0))),
        (slab(Vec3::new(30.0, 20.0, 2.0), Vec3::Z * 2.0), slab(Vec3::new(30.0, 20.0, 2.0), Vec3::Z * -2.0)),
    ];
    for (upper, lower) in &others {
        let (frame, warnings) = OcclusalFrame::estimate(upper, lower);
        check_right_handed(&frame);
        assert!(degrees(frame.up, DVec3::Z) < 1.0, "{frame:?}");
        assert!(!warnings.is_empty());
    }
}

#[test]
fn nothing_flat_or_huge_does_not_panic() {
    let point = soup(vec![Vec3::ONE; 3]);
    let huge = sphere(Vec3::splat(1e30), 1e30);
    let ball = sphere(Vec3::ZERO, 5.0);
    for a in [&TriMesh::default(), &point, &huge, &ball] {
        for b in [&TriMesh::default(), &point, &huge, &ball] {
            check_right_handed(&OcclusalFrame::estimate(a, b).0);
        }
    }
}

#[test]
fn a_frame_given_by_hand_is_made_square() {
    let frame = OcclusalFrame::from_up_and_front(DVec3::ONE, DVec3::Z * 3.0, DVec3::new(0.0, 2.0, 1.0)).unwrap();
    check_right_handed(&frame);
    assert!(degrees(frame.front, DVec3::Y) < 1e-9 && degrees(frame.right, DVec3::X) < 1e-9);
    let p = DVec3::new(3.0, -4.0, 5.0);
    assert!((frame.world_from_local(frame.local_from_world(p)) - p).length() < 1e-12);
    for (up, front) in [(DVec3::Z, DVec3::Z), (DVec3::ZERO, DVec3::X), (DVec3::Z, DVec3::NAN)] {
        assert!(OcclusalFrame::from_up_and_front(DVec3::ZERO, up, front).is_none());
    }
}

#[test]
fn the_hinge_axis_runs_through_real_condyles() {
    let Some((upper, lower)) = case("case-4-jaws-with-condyles") else { return };
    let (frame, _) = OcclusalFrame::estimate(&upper, &lower);
    let incisal = crate::jaw::incisal_point(&frame, &lower).unwrap();
    let axis = crate::jaw::HingeAxis::estimate(&frame, incisal);
    for (estimated, side) in axis.condyles().into_iter().zip([1.0, -1.0]) {
        let local = lower.positions.iter().map(|p| frame.local_from_world(p.as_dvec3()));
        let mut ramus: Vec<DVec3> = local.filter(|p| p.x * side > 30.0 && p.y < -45.0).collect();
        ramus.sort_by(|a, b| b.z.total_cmp(&a.z));
        let head = mean(&ramus[..ramus.len() / 40]).unwrap();
        let off = frame.local_from_world(estimated).distance(head);
        println!("condyle {head:.1}, estimate {:.1}, {off:.1} mm apart", frame.local_from_world(estimated));
        // Average anatomy misses a person's condyles by a few millimetres; a wrong sign or side misses by 60 or more.
        assert!(off < 10.0);
    }
}

#[test]
fn a_right_side_alone_is_told_from_a_left_one_and_from_a_whole_arch() {
    let (upper, lower) = sample::sample_case_of_cells(0.5, &Progress::default()).unwrap();
    let [upper, lower] = [upper, lower].map(mesh_of);
    let (frame, _) = OcclusalFrame::estimate(&upper, &lower);
    let all = upper.positions.iter().map(|p| p.as_dvec3());
    let whole: Vec<DVec3> = all.filter(|p| frame.local_from_world(*p).z.abs() < 4.0).collect();
    let side_of = |side: f64, farthest_mm: f64| -> Vec<DVec3> {
        let is_in = |p: DVec3| side * p.x > 0.0 && p.y < farthest_mm;
        whole.iter().copied().filter(|p| is_in(frame.local_from_world(*p))).collect()
    };
    // Halves, and quadrants that end at a canine.
    for farthest_mm in [f64::INFINITY, 5.0] {
        let [right, left] = [1.0, -1.0].map(|side| side_of(side, farthest_mm));
        assert!(right.len() > 500 && frame.is_right_side(&right), "to {farthest_mm} mm");
        assert!(!frame.is_right_side(&left), "to {farthest_mm} mm: the twin");
    }
    assert!(!frame.is_right_side(&whole) && !frame.is_right_side(&[]), "the twins");
}
