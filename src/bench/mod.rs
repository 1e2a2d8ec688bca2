//! Floor 3: the scenes of `occluscope bench`, made by formula, so that anybody can measure what the documents say.
//!
//! [`catalogue`] lists them by name; [`polyhedra`] and [`paper`] make the test scenes of Myszkowski et al. 1995 (fig. 3,
//! table 1), [`jaws`] five teeth (fig. 5) and whole arches, [`interference`] those of Gress and Zachmann 2004. Pure geometry: lengths mm, no clock, no engine, no file.
pub mod catalogue;
pub mod interference;
pub mod jaws;
pub mod paper;
pub mod polyhedra;
pub mod published;

pub use catalogue::{Family, SceneSpec, Size, catalogue};
pub use interference::{PairsScene, PairsSpec, pairs_catalogue};
pub use jaws::TeethPose;
pub use paper::PaperScene;
pub use published::Published;

use crate::base::{LengthUnit, Rigid};
use crate::jaw::{Jaw, JawPair, OcclusalFrame};
use crate::mesh::clusters::order_triangles;
use crate::mesh::{RepairReport, TriMesh};
use glam::DVec3;

/// Two bodies in a pose, ready to be asked about.
#[derive(Clone, Debug)]
pub struct Scene {
    pub pair: JawPair,
    pub upper_from_lower: Rigid,
    /// Unit direction of the projection from the upper to the lower body; `None` = chosen by the engine.
    pub direction: Option<DVec3>,
}

/// Two closed bodies as a pair of jaws. `up` points from the lower to the upper one, `front` is square to it.
fn closed_pair([upper, lower]: [TriMesh; 2], up: DVec3, front: DVec3) -> JawPair {
    let frame = OcclusalFrame { origin: DVec3::ZERO, up, front, right: front.cross(up) };
    JawPair {
        upper: closed_jaw("upper", upper),
        lower: closed_jaw("lower", lower),
        frame,
        occlusion: Rigid::IDENTITY,
        told: Default::default(),
    }
}

/// A body that is closed and oriented by construction (the tests hold the makers to it): nothing is to be repaired.
fn closed_jaw(name: &str, mut mesh: TriMesh) -> Jaw {
    order_triangles(&mut mesh);
    let report = RepairReport {
        n_triangles_read: mesh.triangles.len(),
        n_vertices_read: mesh.positions.len(),
        n_components: 1,
        was_closed: true,
        closed: true,
        ..RepairReport::default()
    };
    Jaw { name: name.to_owned(), blake3: String::new(), unit: LengthUnit::Millimetre, mesh: mesh.into(), report }
}
