//! A map of change as one binary PLY: meshes with figures at each vertex, the first of which colours them. MeshLab shows `quality`,
//! CloudCompare what is called `scalar_...`.
use crate::mesh::TriMesh;
use std::io::{self, Write};

/// A mesh with as many lists of figures as there are names, one figure a vertex; not a number where it is not known.
pub struct ChangedMesh<'a> {
    pub mesh: &'a TriMesh,
    pub figures: Vec<Vec<f32>>,
}

/// Nearer to the other jaw, or added: orange; farther, or ground: blue. Everybody tells them apart.
const MORE: [f32; 3] = [213.0, 94.0, 0.0];
const SAME: [f32; 3] = [236.0, 234.0, 228.0];
const LESS: [f32; 3] = [0.0, 90.0, 178.0];
const UNKNOWN: [u8; 3] = [150, 150, 150];

/// What stands for the figures: their names, the first one's sign that is orange, and where its colours end, mm.
pub struct ChangeScale<'a> {
    pub names: &'a [&'a str],
    pub more_sign: f32,
    pub full_mm: f32,
}

/// Vertex properties: x y z (mm), quality (the first figure, 0 where it is not known), red green blue, mesh (0, 1), and every figure by its
/// name.
///
/// # Errors
/// What `out` reports.
pub fn write_change_ply(meshes: &[ChangedMesh], scale: &ChangeScale, mut out: impl Write) -> io::Result<()> {
    let n_vertices: usize = meshes.iter().map(|m| m.mesh.positions.len()).sum();
    let n_faces: usize = meshes.iter().map(|m| m.mesh.n_scanned).sum();
    writeln!(out, "ply\nformat binary_little_endian 1.0\ncomment {}; lengths in mm", super::program_text())?;
    writeln!(out, "element vertex {n_vertices}")?;
    writeln!(out, "property float x\nproperty float y\nproperty float z\nproperty float quality")?;
    writeln!(out, "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar mesh")?;
    for name in scale.names {
        writeln!(out, "property float scalar_{name}")?;
    }
    writeln!(out, "element face {n_faces}\nproperty list uchar uint vertex_indices\nend_header")?;
    for (at, part) in meshes.iter().enumerate() {
        for (i, p) in part.mesh.positions.iter().enumerate() {
            let first = part.figures[0][i];
            let quality = if first.is_finite() { first } else { 0.0 };
            for value in [p.x, p.y, p.z, quality] {
                out.write_all(&value.to_le_bytes())?;
            }
            out.write_all(&color(first, scale))?;
            out.write_all(&[at as u8])?;
            for of in &part.figures {
                out.write_all(&of[i].to_le_bytes())?;
            }
        }
    }
    let mut first_vertex = 0;
    for part in meshes {
        for triangle in &part.mesh.triangles[..part.mesh.n_scanned] {
            out.write_all(&[3])?;
            for corner in triangle {
                out.write_all(&(first_vertex + corner).to_le_bytes())?;
            }
        }
        first_vertex += part.mesh.positions.len() as u32;
    }
    Ok(())
}

fn color(mm: f32, scale: &ChangeScale) -> [u8; 3] {
    if !mm.is_finite() {
        return UNKNOWN;
    }
    let share = (scale.more_sign * mm / scale.full_mm).clamp(-1.0, 1.0);
    let to = if share > 0.0 { MORE } else { LESS };
    [0, 1, 2].map(|i| (SAME[i] + (to[i] - SAME[i]) * share.abs()).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;

    #[test]
    fn the_file_has_the_size_that_its_header_announces_and_colours_tell_more_from_less() {
        let mesh = shapes::sphere(8, 1.0);
        let n = mesh.positions.len();
        let figures = || vec![vec![0.1; n], vec![f32::NAN; n]];
        let scale = ChangeScale { names: &["change_mm", "before_mm"], more_sign: 1.0, full_mm: 0.2 };
        let mut bytes = Vec::new();
        let both = [ChangedMesh { mesh: &mesh, figures: figures() }, ChangedMesh { mesh: &mesh, figures: figures() }];
        write_change_ply(&both, &scale, &mut bytes).expect("written");
        let end = b"end_header\n";
        let header = bytes.windows(end.len()).position(|w| w == end).expect("a header") + end.len();
        assert_eq!(bytes.len(), header + 2 * n * (4 * 4 + 4 + 2 * 4) + 2 * mesh.n_scanned * 13);
        let [more, less] = [0.2, -0.2].map(|mm| color(mm, &scale));
        assert!(more[0] > more[2] && less[2] > less[0] && color(f32::NAN, &scale) == UNKNOWN);
        assert_eq!(color(0.2, &ChangeScale { more_sign: -1.0, ..scale }), less, "the twin: the other sign");
    }
}
