use super::*;
use crate::base::Progress;
use crate::exact::bvh::Bvh;
use crate::exact::closest::{Hint, Searcher};
use crate::jaw::{PairOptions, Scan, prepare_pair, sample_case};
use crate::render::DisplayMesh;
use crate::render::test_scene::{height_field, hill};
use std::path::PathBuf;

fn surface(display: &DisplayMesh, level: &Level) -> TriMesh {
    TriMesh {
        positions: display.vertices.iter().map(|v| Vec3::from_array(v.position)).collect(),
        triangles: level.indices.as_chunks::<3>().0.to_vec(),
        n_scanned: level.n_scanned_indices as usize / 3,
        colors: None,
    }
}

fn distances_mm(points: impl Iterator<Item = Vec3>, from: &TriMesh) -> Vec<f64> {
    let bvh = Bvh::new(from);
    let mut searcher = Searcher::new(&bvh);
    let mut hint = Hint::NONE;
    let nearest = points.map(|p| {
        let nearest = searcher.nearest(p.as_dvec3(), 1e3, hint).expect("there is a surface");
        hint = nearest.hint;
        nearest.distance_mm
    });
    nearest.collect()
}

fn middles(mesh: &TriMesh) -> impl Iterator<Item = Vec3> {
    mesh.triangles.iter().map(|t| t.iter().map(|i| mesh.positions[*i as usize]).sum::<Vec3>() / 3.0)
}

/// How far two surfaces are apart, mm: all but a thousandth of the finer one's triangles from the coarser, and the one
/// that is farthest, of either.
fn apart_mm(fine: &TriMesh, coarse: &TriMesh) -> [f64; 2] {
    let mut of_fine = distances_mm(middles(fine), coarse);
    of_fine.sort_by(f64::total_cmp);
    let of_coarse = distances_mm(middles(coarse), fine).into_iter().fold(0.0, f64::max);
    let at = |share: f64| of_fine[((of_fine.len() - 1) as f64 * share) as usize];
    [at(0.999), at(1.0).max(of_coarse)]
}

fn full(display: &DisplayMesh) -> Level {
    Level { indices: display.indices.clone(), n_scanned_indices: display.n_scanned_indices, ..Level::default() }
}

/// What no place of a level may be away from the mesh, mm, beyond the level's error: where one sheet of a scan lies on
/// another, a spike between them may go.
const FARTHEST_MM: f64 = 0.2;

fn is_within(level: &Level, [most, farthest]: [f64; 2]) -> bool {
    let error_mm = f64::from(level.error_mm);
    most <= error_mm && farthest <= error_mm + FARTHEST_MM
}

fn check(name: &str, mesh: &TriMesh) -> usize {
    let display = DisplayMesh::new(mesh);
    let fine = surface(&display, &full(&display));
    for level in &display.levels {
        let apart = apart_mm(&fine, &surface(&display, level));
        let (n, share) = (level.indices.len() / 3, level.indices.len() as f64 / display.indices.len() as f64);
        println!("{name}: {n} triangles, {:.1} %, {apart:.4?} mm of {:.3}", 100.0 * share, level.error_mm);
        assert!(is_within(level, apart), "{name}: {apart:?} mm, not within {}", level.error_mm);
    }
    display.levels.len()
}

#[test]
fn surfaces_stay_within_their_error() {
    let raw = sample_case(&Progress::default()).unwrap();
    let scan = |raw| Scan { name: "jaw".into(), blake3: String::new(), raw, warnings: Vec::new() };
    let prepare = |(upper, lower)| {
        prepare_pair(scan(upper), scan(lower), &PairOptions::default(), &Progress::default()).unwrap().0
    };
    let sample = prepare(raw);
    assert!(check("sample upper", &sample.upper.mesh) >= 3);
    check("sample lower", &sample.lower.mesh);
    let scans = std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from);
    for (case, format) in
        [("case-1-full-resolution", "stl"), ("case-2-tight-contact", "ply"), ("case-5-closed-crowns", "stl")]
    {
        let read = |jaw: &str| {
            let bytes = crate::base::files::read_file(&scans.join(case).join(format!("{jaw}.{format}"))).ok()?;
            Some(crate::import::read_mesh(&bytes, &Progress::default()).unwrap().raw)
        };
        let (Some(upper), Some(lower)) = (read("upper"), read("lower")) else {
            println!("left out: {case} is not here");
            continue;
        };
        let pair = prepare((upper, lower));
        check(&format!("{case} upper"), &pair.upper.mesh);
        check(&format!("{case} lower"), &pair.lower.mesh);
    }
    // The twins: a corner that lies off, and a whole level that is taken for a finer one, are told.
    let display = DisplayMesh::new(&sample.upper.mesh);
    let [first, .., last] = &display.levels[..] else { panic!("the sample case has several levels") };
    let fine = surface(&display, &full(&display));
    let mut moved = surface(&display, last);
    let used = moved.triangles[moved.triangles.len() / 2][0] as usize;
    moved.positions[used] += 1.0;
    assert!(!is_within(last, apart_mm(&fine, &moved)));
    assert!(!is_within(first, apart_mm(&fine, &surface(&display, last))));
}

#[test]
fn a_level_is_chosen_by_its_error() {
    let errors = [0.02, 0.04, 0.08];
    for (most_mm, wanted) in [(0.0, 0), (0.019, 0), (0.0201, 1), (0.05, 2), (7.0, 3), (f64::NAN, 0), (-1.0, 0)] {
        assert_eq!(choose(errors, most_mm), wanted, "{most_mm} mm");
    }
    assert_eq!(choose([], 1.0), 0, "a mesh without levels is drawn as it is");
}

#[test]
fn levels_shrink_keep_the_rim_and_leave_nothing_out() {
    let mesh = height_field(61, 0.2, hill);
    let display = DisplayMesh::new(&mesh);
    assert!(display.levels.len() >= 2);
    let mut n_before = display.indices.len();
    let edges = |level: &Level| {
        let part = |range: std::ops::Range<usize>| {
            let triangles = level.indices[range].as_chunks::<3>().0.iter();
            let mut edges: Vec<(u32, u32)> =
                triangles.flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).map(|(a, b)| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            edges
        };
        let n = level.n_scanned_indices as usize;
        (part(0..n), part(n..level.indices.len()))
    };
    // Edges that one scanned and one added triangle have: the rim, 4 x 60 of them.
    let rim = |level: &Level| {
        let (scanned, added) = edges(level);
        scanned.into_iter().filter(|e| added.binary_search(e).is_ok()).collect::<Vec<_>>()
    };
    let whole = rim(&full(&display));
    assert_eq!(whole.len(), 240);
    for level in &display.levels {
        assert!(level.indices.len() < n_before);
        n_before = level.indices.len();
        assert_eq!(rim(level), whole, "both sides end on the same line");
        let (scanned, added) = edges(level);
        let mut all = [scanned, added].concat();
        all.sort_unstable();
        assert!(all.chunk_by(|a, b| a == b).all(|c| c.len() == 2), "closed: every edge has two triangles");
        assert_eq!(level.clusters.iter().map(|c| 3 * c.n_triangles).sum::<u32>() as usize, level.indices.len());
    }
    assert!(levels(&[], &[], &[], &Progress::default()).unwrap().is_empty());
}

const HUGE: Bounds = Bounds { most_collapsed: 1000, ..BOUNDS };

/// Of a mesh that is too large to be collapsed at once; here one that is made out to be.
#[test]
fn a_large_mesh_is_collapsed_part_by_part() {
    let mesh = height_field(201, 0.06, hill);
    let display = DisplayMesh::new(&mesh);
    let (scanned, added) = bytemuck::cast_slice(&display.indices).split_at(display.n_scanned_indices as usize / 3);
    let fine = surface(&display, &full(&display));
    let bounds = Bounds { most_at_once: 10_000, at_a_time: 10_000, ..BOUNDS };
    let made = levels_of(&display.vertices, [scanned, added], &bounds, &Progress::default()).unwrap();
    assert_eq!(made.len(), display.levels.len());
    for (level, at_once) in made.iter().zip(&display.levels) {
        let apart = apart_mm(&fine, &surface(&display, level));
        println!(
            "{} indices ({} at once), {apart:.4?} mm of {}",
            level.indices.len(),
            at_once.indices.len(),
            level.error_mm
        );
        assert!(is_within(level, apart), "{apart:?} mm of {}", level.error_mm);
        // As coarse as at once: what parts share goes afterwards.
        assert!(level.indices.len() < at_once.indices.len() + at_once.indices.len() / 10);
    }
    // The twin: parts alone, whose borders stay.
    let source = |locks| Source {
        positions: VertexDataAdapter::new(bytemuck::cast_slice(&display.vertices), size_of::<DisplayVertex>(), 0)
            .unwrap(),
        attributes: attributes(&display.vertices),
        locks,
    };
    let source = source(rim(display.vertices.len(), scanned, added));
    let parts = |progress: &Progress| source.in_parts(scanned, QUADRIC_ERRORS_MM[0], 1000, progress);
    let at_once = source.simplified(scanned, QUADRIC_ERRORS_MM[0]);
    assert!(parts(&Progress::default()).unwrap().len() > at_once.len() + at_once.len() / 10);
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(parts(&cancelled).is_err());
}

/// Of a mesh that is too large to collapse every edge of it; here one that is made out to be.
#[test]
fn a_huge_mesh_is_thinned_first() {
    let mesh = height_field(401, 0.03, hill);
    let display = DisplayMesh::new(&mesh);
    let (scanned, added) = bytemuck::cast_slice(&display.indices).split_at(display.n_scanned_indices as usize / 3);
    let fine = surface(&display, &full(&display));
    let made = levels_of(&display.vertices, [scanned, added], &HUGE, &Progress::default()).unwrap();
    assert!(made.len() >= 2 && made[0].error_mm == CELL_ERROR_MM);
    let mut n_before = display.indices.len();
    for level in &made {
        assert!(level.indices.len() < n_before, "{} of {n_before}", level.indices.len());
        n_before = level.indices.len();
        let apart = apart_mm(&fine, &surface(&display, level));
        println!("{} indices, {apart:.4?} mm of {}", level.indices.len(), level.error_mm);
        assert!(apart.into_iter().all(|mm| mm <= f64::from(level.error_mm)), "{apart:?} mm of {}", level.error_mm);
    }
    assert!(3 * made[0].indices.len() < display.indices.len(), "{}", made[0].indices.len());
    // The twin: cells four times as large are told.
    let mut coarse = display.vertices.clone();
    coarse.iter_mut().for_each(|v| v.position = v.position.map(|x| x / 6.0));
    let [scanned, added] =
        thinned(&coarse, &vec![false; coarse.len()], [scanned, added], &Progress::default()).unwrap();
    let coarse = level(&display.vertices, &scanned, &added, CELL_ERROR_MM);
    let apart = apart_mm(&fine, &surface(&display, &coarse));
    assert!(apart.into_iter().any(|mm| mm > f64::from(CELL_ERROR_MM)), "{apart:?}");
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(levels(&display.vertices, &[[0, 1, 2]], &[], &cancelled).is_err());
}
