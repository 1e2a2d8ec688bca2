//! What stops the preparation of a mesh. Dirt does not: it is repaired and counted.
use crate::base::Cancelled;

/// Why there is no prepared mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    #[error("the mesh has no triangle with an area")]
    Empty,
    #[error("triangle {triangle_idx} names a vertex that does not exist ({n_vertices} vertices)")]
    IndexOutOfRange { triangle_idx: usize, n_vertices: usize },
    #[error("a coordinate is not a finite number or is too large to compute with")]
    BadCoordinate,
    #[error("the mesh has {0} triangles, more than can be numbered")]
    TooManyTriangles(usize),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
