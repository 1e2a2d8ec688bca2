//! Chance from a seed, cut-outs, and the scans that are there.
use crate::oracle::harness::{real_pair, sample};
use glam::DVec3;
pub use occluscope::base::Random;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::import::read_mesh;
use occluscope::jaw::JawPair;
use occluscope::mesh::{TriMesh, weld_only};
use std::path::PathBuf;

/// Poses of each comparison, from `OCCLUSCOPE_POSES`.
pub fn n_poses(by_default: usize) -> usize {
    match std::env::var("OCCLUSCOPE_POSES") {
        Ok(text) => text.parse().expect("OCCLUSCOPE_POSES is a whole number"),
        Err(_) => by_default,
    }
}

/// The number of the first pose, by which a long run can be parted.
pub fn first_pose() -> u64 {
    std::env::var("OCCLUSCOPE_FIRST").map_or(0, |text| text.parse().expect("OCCLUSCOPE_FIRST is a whole number"))
}

/// The triangles with a corner in a ball, and no other vertices.
pub fn cut_out(mesh: &TriMesh, centre: DVec3, radius: f64) -> TriMesh {
    let near = |t: &&[u32; 3]| t.iter().any(|i| mesh.positions[*i as usize].as_dvec3().distance(centre) < radius);
    let mut kept = vec![u32::MAX; mesh.positions.len()];
    let mut part = TriMesh::default();
    for t in mesh.triangles.iter().filter(near) {
        part.triangles.push(t.map(|i| {
            let place = &mut kept[i as usize];
            if *place == u32::MAX {
                *place = part.positions.len() as u32;
                part.positions.push(mesh.positions[i as usize]);
            }
            *place
        }));
    }
    part.n_scanned = part.triangles.len();
    part
}

/// The largest cut-out about a place with at most `most` triangles, to 3 %.
pub fn cut_out_of(mesh: &TriMesh, centre: DVec3, most: usize) -> TriMesh {
    let mut radius = 1.0;
    while cut_out(mesh, centre, radius).triangles.len() < most && radius < 1e4 {
        radius *= 1.5;
    }
    while cut_out(mesh, centre, radius).triangles.len() > most {
        radius /= 1.03;
    }
    cut_out(mesh, centre, radius)
}

fn read(path: &str) -> Option<RawMesh> {
    let root = std::env::var_os("OCCLUSCOPE_SCANS").map_or_else(|| PathBuf::from("../shared/scans"), PathBuf::from);
    let Ok(bytes) = std::fs::read(root.join(path)) else {
        println!("LEFT OUT: {path} is not on this machine");
        return None;
    };
    Some(read_mesh(&bytes, &Progress::default()).expect("a readable scan").raw)
}

/// The sample case, and the real cases that are there.
pub fn cases() -> Vec<(&'static str, JawPair)> {
    let mut cases = vec![("sample", sample())];
    let real = ["case-2-tight-contact", "case-5-closed-crowns"];
    cases.extend(real.into_iter().filter_map(|name| Some((name, real_pair(name)?))));
    cases
}

/// Broken meshes that are there, only welded, of one size (20 mm across) and about the origin.
pub fn soups() -> Vec<(&'static str, TriMesh)> {
    const NAMES: [&str; 9] = [
        "env.obj",
        "rob.obj",
        "thingi10k-112932.stl",
        "thingi10k-472042.stl",
        "thingi10k-520644.stl",
        "thingi10k-58011.stl",
        "thingi10k-65004.stl",
        "thingi10k-72214.stl",
        "thingi10k-88566.stl",
    ];
    let mesh = |name: &&'static str| {
        let raw = read(&format!("broken/{name}"))?;
        let welded = weld_only(raw, LengthUnit::Millimetre, &Progress::default()).expect("a readable mesh");
        let mut mesh = welded.mesh;
        let (lo, hi) = mesh.bounds().expect("a mesh");
        let (centre, scale) = ((lo + hi) * 0.5, 20.0 / (hi - lo).length());
        mesh.positions.iter_mut().for_each(|p| *p = (*p - centre) * scale);
        Some((*name, mesh))
    };
    NAMES.iter().filter_map(mesh).collect()
}
