//! Floor 1: from a raw mesh to a welded, oriented, closed triangle mesh with a report of every repair.
pub mod tri_mesh;

pub use tri_mesh::{RepairReport, TriMesh};
