//! Both jaws in world coordinates as one binary PLY, with the projected gap at each vertex.
use crate::base::{Palette, Rigid};
use crate::field::{GapField, NO_TRIANGLE};
use crate::jaw::{JawPair, JawSide};
use crate::mesh::TriMesh;
use glam::{DVec2, Vec3};
use std::io::{self, Write};

/// How far (in pixels) the pixel may lie from the vertex that takes its gap.
const REACH_PIXELS: f64 = 1.5;

/// What is written besides the meshes.
#[derive(Clone, Copy, Debug)]
pub struct PlySettings {
    pub upper_from_lower: Rigid,
    pub palette: Palette,
    pub threshold_mm: f32,
    pub range_mm: f32,
}

/// Vertex properties: x y z (mm), gap_mm (NaN where the map says nothing), red green blue, jaw (0 upper, 1 lower).
/// Face property: scanned (1 from the scan, 0 added by closing).
///
/// # Errors
/// What `out` reports.
pub fn write_ply(
    pair: &JawPair,
    field: Option<&GapField>,
    settings: &PlySettings,
    mut out: impl Write,
) -> io::Result<()> {
    let (upper, lower) = (&pair.upper.mesh, posed(&pair.lower.mesh, &settings.upper_from_lower));
    write_header(upper, &lower, &mut out)?;
    for (side, mesh) in [(JawSide::Upper, upper), (JawSide::Lower, &lower)] {
        write_vertices(side, mesh, &vertex_gaps(side, mesh, field), settings, &mut out)?;
    }
    write_faces(upper, 0, &mut out)?;
    write_faces(&lower, upper.positions.len() as u32, &mut out)
}

/// A mesh moved by a pose; corners are moved in double precision and rounded once.
pub fn posed(mesh: &TriMesh, pose: &Rigid) -> TriMesh {
    let positions = mesh.positions.iter().map(|p| pose.transform_point(p.as_dvec3()).as_vec3()).collect();
    TriMesh { positions, ..mesh.clone() }
}

/// Gap of each vertex: that of the nearest pixel whose triangle has the vertex as a corner, NaN without one.
fn vertex_gaps(side: JawSide, mesh: &TriMesh, field: Option<&GapField>) -> Vec<f32> {
    let mut gaps = vec![f32::NAN; mesh.positions.len()];
    let Some(field) = field else { return gaps };
    let triangles = match side {
        JawSide::Upper => &field.upper_triangle,
        JawSide::Lower => &field.lower_triangle,
    };
    let mut nearest = vec![REACH_PIXELS * REACH_PIXELS; mesh.positions.len()];
    let cols = field.projection.cols.max(1) as usize;
    for (idx, (&triangle, &gap)) in triangles.iter().zip(&field.gap_mm).enumerate() {
        if triangle == NO_TRIANGLE || gap.is_nan() {
            continue;
        }
        let Some(corners) = mesh.triangles.get(triangle as usize) else { continue };
        let center = DVec2::new((idx % cols) as f64 + 0.5, (idx / cols) as f64 + 0.5);
        for &corner in corners {
            let (place, _) = field.projection.map_from_world(mesh.positions[corner as usize].as_dvec3());
            let distance = place.distance_squared(center);
            if distance < nearest[corner as usize] {
                nearest[corner as usize] = distance;
                gaps[corner as usize] = gap;
            }
        }
    }
    gaps
}

fn write_header(upper: &TriMesh, lower: &TriMesh, out: &mut impl Write) -> io::Result<()> {
    let n_vertices = upper.positions.len() + lower.positions.len();
    let n_faces = upper.triangles.len() + lower.triangles.len();
    writeln!(out, "ply\nformat binary_little_endian 1.0\ncomment {}; lengths in mm", super::program_text())?;
    writeln!(out, "element vertex {n_vertices}")?;
    for property in
        ["float x", "float y", "float z", "float gap_mm", "uchar red", "uchar green", "uchar blue", "uchar jaw"]
    {
        writeln!(out, "property {property}")?;
    }
    writeln!(out, "element face {n_faces}\nproperty list uchar uint vertex_indices\nproperty uchar scanned\nend_header")
}

fn write_vertices(
    side: JawSide,
    mesh: &TriMesh,
    gaps: &[f32],
    settings: &PlySettings,
    out: &mut impl Write,
) -> io::Result<()> {
    for (Vec3 { x, y, z }, gap) in mesh.positions.iter().zip(gaps) {
        for value in [x, y, z, gap] {
            out.write_all(&value.to_le_bytes())?;
        }
        out.write_all(&settings.palette.color(*gap, settings.threshold_mm, settings.range_mm))?;
        out.write_all(&[u8::from(side == JawSide::Lower)])?;
    }
    Ok(())
}

fn write_faces(mesh: &TriMesh, first_vertex: u32, out: &mut impl Write) -> io::Result<()> {
    for (i, triangle) in mesh.triangles.iter().enumerate() {
        out.write_all(&[3])?;
        for corner in triangle {
            out.write_all(&(first_vertex + corner).to_le_bytes())?;
        }
        out.write_all(&[u8::from(i < mesh.n_scanned)])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::test_data;
    use super::*;

    #[test]
    fn the_file_has_the_size_that_its_header_announces() {
        let (pair, field) = (test_data::pair(), test_data::field());
        let settings = PlySettings {
            upper_from_lower: Rigid::from_six([0.0, 0.0, -1.0, 0.0, 0.0, 0.0]),
            palette: Palette::Default,
            threshold_mm: 0.1,
            range_mm: 2.0,
        };
        let mut bytes = Vec::new();
        write_ply(&pair, Some(&field), &settings, &mut bytes).unwrap();
        let end = b"end_header\n";
        let header = bytes.windows(end.len()).position(|w| w == end).unwrap() + end.len();
        let n_vertices = pair.upper.mesh.positions.len() + pair.lower.mesh.positions.len();
        let n_faces = pair.upper.mesh.triangles.len() + pair.lower.mesh.triangles.len();
        assert_eq!(bytes.len(), header + 20 * n_vertices + 14 * n_faces);
        // The lower jaw stands where its pose puts it.
        let first_lower = header + 20 * pair.upper.mesh.positions.len() + 8;
        let z = f32::from_le_bytes(bytes[first_lower..first_lower + 4].try_into().unwrap());
        assert_eq!(z, pair.lower.mesh.positions[0].z - 1.0);
    }

    #[test]
    fn a_vertex_takes_the_gap_of_its_own_triangle() {
        let (pair, field) = (test_data::pair(), test_data::field());
        let gaps = vertex_gaps(JawSide::Upper, &pair.upper.mesh, Some(&field));
        assert!(gaps.iter().any(|g| !g.is_nan()), "no vertex has a gap");
        let elsewhere = TriMesh {
            positions: pair.upper.mesh.positions.iter().map(|p| p + Vec3::X * 1000.0).collect(),
            ..pair.upper.mesh.clone()
        };
        assert!(vertex_gaps(JawSide::Upper, &elsewhere, Some(&field)).iter().all(|g| g.is_nan()));
    }
}
