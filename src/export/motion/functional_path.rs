//! The functionally generated path as a file: a closed mesh, STL or PLY by the file's ending.
use crate::export::stl::write_stl;
use crate::mesh::TriMesh;
use std::io::{self, Write};

/// # Errors
/// What `out` reports.
pub fn write_mesh(mesh: &TriMesh, is_ply: bool, out: impl Write) -> io::Result<()> {
    match is_ply {
        true => write_mesh_ply(mesh, out),
        false => write_stl((0..mesh.triangles.len()).map(|t| mesh.corners(t)), out),
    }
}

/// Binary, with shared corners.
fn write_mesh_ply(mesh: &TriMesh, mut out: impl Write) -> io::Result<()> {
    let (corners, triangles) = (mesh.positions.len(), mesh.triangles.len());
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment functionally generated path, mm; no undercuts\nelement vertex {corners}\n\
         property float x\nproperty float y\nproperty float z\nelement face {triangles}\n\
         property list uchar int vertex_indices\nend_header\n"
    )?;
    for p in &mesh.positions {
        p.to_array().iter().try_for_each(|x| out.write_all(&x.to_le_bytes()))?;
    }
    for corners in &mesh.triangles {
        out.write_all(&[3])?;
        corners.iter().try_for_each(|corner| out.write_all(&corner.to_le_bytes()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{LengthUnit, Progress};
    use crate::import::read_mesh;
    use crate::mesh::shapes::sphere;
    use crate::mesh::{PrepareOptions, n_open_edges, prepare};
    use glam::DVec3;

    #[test]
    fn both_files_are_read_again_as_the_same_closed_body() {
        let body = sphere(12, 3.0);
        for is_ply in [false, true] {
            let (mesh, is_closed) = read(&body, is_ply);
            let sizes = |mesh: &TriMesh| (mesh.triangles.len(), mesh.positions.len());
            assert_eq!((sizes(&mesh), is_closed), (sizes(&body), true));
            // The twin: a triangle less is no closed body.
            let torn = TriMesh { triangles: body.triangles[1..].to_vec(), ..body.clone() };
            assert!(!read(&torn, is_ply).1);
        }
    }

    fn read(body: &TriMesh, is_ply: bool) -> (TriMesh, bool) {
        let mut bytes = Vec::new();
        write_mesh(body, is_ply, &mut bytes).expect("written");
        let raw = read_mesh(&bytes, &Progress::default()).expect("a mesh").raw;
        let options = PrepareOptions { unit: LengthUnit::Millimetre, close: false, away: DVec3::Z };
        let (mesh, _) = prepare(raw, &options, &Progress::default()).expect("a mesh");
        let is_closed = n_open_edges(&mesh) == 0;
        (mesh, is_closed)
    }
}
