//! What can be wrong with a scan file, in one sentence each: what is wrong, and what to do.
use crate::base::Cancelled;

/// Why a file was refused. The file's name is not in it; a face puts it in front: `lower.stl: the file is empty ...`.
/// Vertices, faces and lines are counted from 1, as editors and modelling programs show them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ImportError {
    #[error("the file is empty; export the scan again")]
    Empty,
    #[error("this is {0}, not a mesh; give a scan in STL, PLY or OBJ format")]
    Foreign(&'static str),
    #[error("this is no STL, PLY or OBJ mesh; export the scan again in one of these formats")]
    Unrecognized,
    #[error(
        "the {format} file declares {declared} {what} but holds at most {held}; it was cut short or damaged \
         (or is no mesh at all), export the scan again"
    )]
    CountTooLarge { format: &'static str, what: String, declared: u64, held: u64 },
    #[error("the {format} file ends in the middle of its {what}; it was cut short, export or copy it again")]
    Truncated { format: &'static str, what: String },
    #[error("the {format} file holds no triangles; export the scan as a surface mesh")]
    NoTriangles { format: &'static str },
    #[error("vertex {vertex} has a coordinate that is not a finite number; repair the mesh or export the scan again")]
    NotFinite { vertex: usize },
    #[error(
        "face {face} refers to vertex {vertex}, but the file has {n_vertices} vertices; the file is damaged, \
         export the scan again"
    )]
    IndexOutOfRange { face: usize, vertex: i64, n_vertices: usize },
    #[error("line {line} of the {format} file: {problem}; the file is damaged, export the scan again")]
    Syntax { format: &'static str, line: usize, problem: String },
    #[error("the {format} file has {problem}; the file is damaged, export the scan again")]
    Corrupt { format: &'static str, problem: String },
    #[error("the header of the PLY file cannot be used: {0}; export the scan again")]
    PlyHeader(String),
    #[error("face {face} has {corners} corners, more than {limit}; triangulate the mesh before exporting it")]
    PolygonTooLarge { face: usize, corners: usize, limit: usize },
    #[error("the mesh has more vertices than 32-bit indices can number; reduce it before exporting it")]
    TooManyVertices,
    #[error("reading was cancelled")]
    Cancelled,
}

impl From<Cancelled> for ImportError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
