//! Scans: STL, PLY, OBJ as files hold them, read; and, as a target of its own, repaired and closed.
use super::{corpus, refused};
use crate::Target;
use glam::DVec3;
use occluscope::base::{LengthUnit, Progress, RawMesh};
use occluscope::import::{extension_of, read_mesh};
use occluscope::mesh::{PrepareOptions, n_open_edges, prepare};

pub const TARGET: Target = Target { name: "scans", seeds, most_bytes: 20_000, run };

pub const REPAIRED: Target = Target { name: "repairs", seeds, most_bytes: 20_000, run: repair };

fn seeds() -> Vec<Vec<u8>> {
    corpus![
        "binary.stl",
        "text.stl",
        "text.ply",
        "little.ply",
        "big.ply",
        "colours.ply",
        "polygons.obj",
        "slow-deep.ply"
    ]
}

fn run(bytes: &[u8]) -> bool {
    read(bytes).is_some()
}

fn read(bytes: &[u8]) -> Option<RawMesh> {
    let _ = extension_of(bytes);
    match read_mesh(bytes, &Progress::default()) {
        Ok(read) => {
            let raw = read.raw;
            let n = raw.positions.len() as u32;
            assert!(raw.positions.iter().all(|p| p.is_finite()), "a coordinate is not finite");
            assert!(raw.triangles.iter().flatten().all(|v| *v < n), "a corner is none");
            Some(raw)
        }
        Err(why) => refused(why).then_some(None)?,
    }
}

fn repair(bytes: &[u8]) -> bool {
    let Some(raw) = read(bytes) else { return false };
    let options = PrepareOptions { unit: LengthUnit::Millimetre, close: true, away: DVec3::Z };
    match prepare(raw, &options, &Progress::default()) {
        Ok((mesh, report)) => {
            assert!(mesh.positions.iter().all(|p| p.is_finite()));
            // Triangles without area are kept behind the scanned ones, for the sake of their edges.
            let added = mesh.triangles.len() - mesh.n_scanned;
            assert!((0..=report.n_degenerate_dropped).contains(&(added - report.n_added_by_closing)), "{report:?}");
            assert!(!report.closed || n_open_edges(&mesh) == 0, "closed with open edges: {report:?}");
            true
        }
        Err(why) => refused(why),
    }
}
