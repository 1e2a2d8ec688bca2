//! What the tests of this floor share: chance from a seed, shapes, cases.
pub use crate::base::Random;
use crate::base::{Progress, Rigid};
use crate::field::Projection;
use crate::field::outline::Outline;
use crate::field::projection_choice::{JawShape, PosedShapes, Volume};
use crate::jaw::{JawPair, PairOptions, Scan, prepare_pair, sample_case};
use crate::mesh::TriMesh;
use glam::{DVec3, Vec3};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

pub fn centre(mesh: &TriMesh) -> DVec3 {
    let (lo, hi) = mesh.bounds().expect("a mesh");
    ((lo + hi) * 0.5).as_dvec3()
}

pub fn soup(random: &mut Random, n: usize, size: f64) -> TriMesh {
    let mut positions = Vec::new();
    for _ in 0..n {
        let at = random.vector() * 5.0;
        positions.extend((0..3).map(|_| (at + random.vector() * size).as_vec3()));
    }
    let triangles: Vec<[u32; 3]> = (0..n as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    TriMesh { positions, n_scanned: triangles.len(), triangles, colors: None }
}

fn prepared(raw: [crate::base::RawMesh; 2], close: bool) -> JawPair {
    let scan = |raw| Scan { name: "scan".into(), blake3: String::new(), raw, warnings: Vec::new() };
    let [upper, lower] = raw.map(scan);
    let options = PairOptions { close, ..PairOptions::default() };
    prepare_pair(upper, lower, &options, &Progress::default()).expect("a pair").0
}

pub fn sample() -> &'static JawPair {
    static SAMPLE: OnceLock<JawPair> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let (upper, lower) = sample_case(&Progress::default()).expect("the sample case");
        prepared([upper, lower], true)
    })
}

fn read(path: &str) -> Option<crate::base::RawMesh> {
    let folder = std::env::var_os("OCCLUSCOPE_SCANS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/scans"), PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(path)) else {
        println!("LEFT OUT: {path} is not on this machine");
        return None;
    };
    Some(crate::import::read_mesh(&bytes, &Progress::default()).expect("a readable scan").raw)
}

/// A real pair, where the scans are.
pub fn real_pair(folder: &str, close: bool) -> Option<JawPair> {
    let path = |jaw: &str| format!("{folder}/{jaw}.stl");
    real_pair_of([&path("upper"), &path("lower")], close)
}

/// The same where the files have other names.
pub fn real_pair_of([upper, lower]: [&str; 2], close: bool) -> Option<JawPair> {
    Some(prepared([read(upper)?, read(lower)?], close))
}

/// One mesh as read, only welded.
pub fn real_mesh(path: &str) -> Option<TriMesh> {
    let raw = read(path)?;
    let welded = crate::mesh::weld_only(raw, crate::base::LengthUnit::Millimetre, &Progress::default());
    Some(welded.expect("a readable scan").mesh)
}

/// A pixel grid over what both meshes cover.
pub fn projection_along(
    upper: &TriMesh,
    lower: &TriMesh,
    pose: &Rigid,
    along: DVec3,
    pixels: u32,
) -> Option<Projection> {
    let volumes = [upper, lower].map(|mesh| Volume::of(mesh).expect("a surface"));
    let outlines = [upper, lower].map(|mesh| Outline::of(&Arc::new(mesh.clone())));
    let shape = |jaw: usize| JawShape { outline: &outlines[jaw], volume: &volumes[jaw] };
    let (upper, lower) = (shape(0), shape(1));
    PosedShapes { upper, lower, upper_from_lower: *pose }.projection_along(along, pixels)
}

/// The triangles within a ball, with the vertices of the whole.
pub fn cut_out(mesh: &TriMesh, centre: DVec3, radius: f64) -> TriMesh {
    let near = |t: &&[u32; 3]| t.iter().any(|i| mesh.positions[*i as usize].as_dvec3().distance(centre) < radius);
    let triangles: Vec<_> = mesh.triangles.iter().filter(near).copied().collect();
    TriMesh { positions: mesh.positions.clone(), n_scanned: triangles.len(), triangles, colors: None }
}

/// A closed ball of `12 n²` triangles or so.
pub fn ball(centre: Vec3, radius: f32, n: usize) -> TriMesh {
    let mut mesh = crate::mesh::shapes::sphere(n, radius);
    mesh.positions.iter_mut().for_each(|p| *p += centre);
    mesh
}
