//! Floor 1: from a raw mesh to a welded, oriented, closed triangle mesh with a report of every repair.
//!
//! In the order of the work: [`weld`] (with [`cracks`]) -> [`topology`] (edges, patches) -> [`orient`] (turn round, hidden walls)
//! -> [`components`] (stray parts) -> [`boundary`] (directed loops of what is open) -> [`close`] (holes, rims, base).
//! [`border`] and [`spikes`] say what of it shows no anatomy. [`rays`] is the referee: on a closed mesh every ray's winding returns to zero.
pub mod balanced;
pub mod border;
pub mod boundary;
pub mod close;
pub mod clusters;
pub mod components;
pub mod cracks;
pub mod cut;
pub mod error;
pub mod gum_side;
pub mod nearby_surface;
pub mod orient;
pub mod prepare;
pub mod rays;
pub mod seam_gaps;
pub mod spikes;
pub mod topology;
pub mod tri_mesh;
pub mod triangulate;
pub mod weld;

pub use balanced::balanced_order;
pub use cut::{CutLine, Plane, cut};
pub use error::MeshError;
pub use gum_side::{GumSide, gum_side};
pub use prepare::{PrepareOptions, Welded, finish, prepare, weld_only};
pub use rays::{N_INSIDE_OUT_RAYS, RayReport, inside_out, ray_report, ray_winding};
pub use topology::n_open_edges;
pub use tri_mesh::{RepairReport, TriMesh};

#[cfg(test)]
mod property_tests;
#[cfg(test)]
pub(crate) mod shapes;
