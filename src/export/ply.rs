//! Both jaws in world coordinates as one binary PLY, with gap, class and zone at each vertex: MeshLab shows `quality`,
//! CloudCompare what is called `scalar_...`.
use crate::base::{Palette, Rigid};
use crate::field::contact::Zone;
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

/// Vertex properties: x y z (mm); gap_mm, the projected gap (NaN where the map says nothing); quality, the same for MeshLab
/// (the range where it is larger or unknown: a histogram needs numbers); red green blue; jaw (0 upper, 1 lower); class
/// ([`VertexClass`]); zone (id of the contact, 0 outside; at its border that of an adjacent triangle); gap, class and zone once more under names that
/// CloudCompare takes as scalar fields without asking.
/// Face property: scanned (1 from the scan, 0 added by closing).
///
/// # Errors
/// What `out` reports.
pub fn write_ply(
    pair: &JawPair,
    field: Option<&GapField>,
    zones: &[Zone],
    settings: &PlySettings,
    mut out: impl Write,
) -> io::Result<()> {
    let (upper, lower) = (&*pair.upper.mesh, posed(&pair.lower.mesh, &settings.upper_from_lower));
    write_header(upper, &lower, &mut out)?;
    for (side, mesh) in [(JawSide::Upper, upper), (JawSide::Lower, &lower)] {
        let scalars = Scalars { gap_mm: vertex_gaps(side, mesh, field), zone: vertex_zones(side, mesh, zones) };
        write_vertices(side, mesh, &scalars, settings, &mut out)?;
    }
    write_faces(upper, 0, &mut out)?;
    write_faces(&lower, upper.positions.len() as u32, &mut out)
}

/// A mesh moved by a pose; corners are moved in double precision and rounded once.
pub fn posed(mesh: &TriMesh, pose: &Rigid) -> TriMesh {
    let positions = mesh.positions.iter().map(|p| pose.transform_point(p.as_dvec3()).as_vec3()).collect();
    TriMesh { positions, triangles: mesh.triangles.clone(), n_scanned: mesh.n_scanned, colors: mesh.colors.clone() }
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

const VERTEX_PROPERTIES: [&str; 14] = [
    "float x",
    "float y",
    "float z",
    "float gap_mm",
    "float quality",
    "uchar red",
    "uchar green",
    "uchar blue",
    "uchar jaw",
    "uchar class",
    "int zone",
    "float scalar_gap_mm",
    "float scalar_class",
    "float scalar_zone",
];

/// What the gap at a vertex is, by the settings' threshold and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexClass {
    /// Nothing faces it within the range.
    Unknown = 0,
    Clearance = 1,
    /// 0 to the threshold.
    Near = 2,
    Penetrating = 3,
}

impl VertexClass {
    fn of(gap_mm: f32, settings: &PlySettings) -> Self {
        match gap_mm {
            gap if gap.is_nan() || gap > settings.range_mm => Self::Unknown,
            gap if gap < 0.0 => Self::Penetrating,
            gap if gap <= settings.threshold_mm => Self::Near,
            _ => Self::Clearance,
        }
    }
}

/// Of each vertex of a jaw.
struct Scalars {
    gap_mm: Vec<f32>,
    zone: Vec<i32>,
}

/// Zone of each vertex, from 1, the largest first; of several the largest.
fn vertex_zones(side: JawSide, mesh: &TriMesh, zones: &[Zone]) -> Vec<i32> {
    let mut of_vertex = vec![0; mesh.positions.len()];
    for (id, zone) in (1..).zip(zones) {
        let triangles = &zone.triangles[usize::from(side == JawSide::Lower)];
        for corner in triangles.iter().filter_map(|t| mesh.triangles.get(*t as usize)).flatten() {
            let vertex = &mut of_vertex[*corner as usize];
            *vertex = if *vertex == 0 { id } else { *vertex };
        }
    }
    of_vertex
}

fn write_header(upper: &TriMesh, lower: &TriMesh, out: &mut impl Write) -> io::Result<()> {
    let n_vertices = upper.positions.len() + lower.positions.len();
    let n_faces = upper.triangles.len() + lower.triangles.len();
    writeln!(out, "ply\nformat binary_little_endian 1.0\ncomment {}; lengths in mm", super::program_text())?;
    writeln!(out, "element vertex {n_vertices}")?;
    for property in VERTEX_PROPERTIES {
        writeln!(out, "property {property}")?;
    }
    writeln!(out, "element face {n_faces}\nproperty list uchar uint vertex_indices\nproperty uchar scanned\nend_header")
}

fn write_vertices(
    side: JawSide,
    mesh: &TriMesh,
    scalars: &Scalars,
    settings: &PlySettings,
    out: &mut impl Write,
) -> io::Result<()> {
    for ((Vec3 { x, y, z }, gap), zone) in mesh.positions.iter().zip(&scalars.gap_mm).zip(&scalars.zone) {
        // The smaller of a number and none is the number.
        let quality = settings.range_mm.min(*gap);
        for value in [*x, *y, *z, *gap, quality] {
            out.write_all(&value.to_le_bytes())?;
        }
        out.write_all(&settings.palette.color(*gap, settings.threshold_mm, settings.range_mm))?;
        let class = VertexClass::of(*gap, settings) as u8;
        out.write_all(&[u8::from(side == JawSide::Lower), class])?;
        out.write_all(&zone.to_le_bytes())?;
        for value in [*gap, f32::from(class), *zone as f32] {
            out.write_all(&value.to_le_bytes())?;
        }
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

    /// Five floats, three colours, jaw, class, an int and three floats.
    const VERTEX_BYTES: usize = 5 * 4 + 3 + 2 + 4 + 3 * 4;

    #[test]
    fn a_vertex_on_the_border_has_its_zone_and_one_beside_it_has_none() {
        let mesh = TriMesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE],
            triangles: vec![[0, 1, 2], [1, 3, 2]],
            n_scanned: 2,
            colors: None,
        };
        let zone = |triangles: [Vec<u32>; 2]| Zone {
            centroid: glam::DVec3::ZERO,
            area_mm2: [1.0; 2],
            penetrating_mm2: [0.0; 2],
            min_gap_mm: 0.0,
            triangles,
        };
        assert_eq!(vertex_zones(JawSide::Upper, &mesh, &[zone([vec![0], vec![]])]), [1, 1, 1, 0]);
        assert_eq!(vertex_zones(JawSide::Lower, &mesh, &[zone([vec![0], vec![]])]), [0; 4]);
        let two = [zone([vec![1], vec![]]), zone([vec![0], vec![]])];
        assert_eq!(vertex_zones(JawSide::Upper, &mesh, &two), [2, 1, 1, 1]);
    }

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
        write_ply(&pair, Some(&field), &[], &settings, &mut bytes).unwrap();
        let end = b"end_header\n";
        let header = bytes.windows(end.len()).position(|w| w == end).unwrap() + end.len();
        let n_vertices = pair.upper.mesh.positions.len() + pair.lower.mesh.positions.len();
        let n_faces = pair.upper.mesh.triangles.len() + pair.lower.mesh.triangles.len();
        assert_eq!(bytes.len(), header + VERTEX_BYTES * n_vertices + 14 * n_faces);
        // The lower jaw stands where its pose puts it.
        let first_lower = header + VERTEX_BYTES * pair.upper.mesh.positions.len() + 8;
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
            ..TriMesh::clone(&pair.upper.mesh)
        };
        assert!(vertex_gaps(JawSide::Upper, &elsewhere, Some(&field)).iter().all(|g| g.is_nan()));
    }
}
