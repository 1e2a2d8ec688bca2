//! Writers for tests: every format that can be read, from one mesh. Plain on purpose, and apart from the readers.
use crate::base::{MeshFormat, RawMesh};
use glam::Vec3;
use std::fmt::Write;

pub fn tetrahedron() -> RawMesh {
    RawMesh {
        format: MeshFormat::Generated,
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        colors: Some(vec![[255, 0, 0, 255], [0, 128, 0, 7], [0, 0, 64, 0], [1, 2, 3, 255]]),
    }
}

fn corners(mesh: &RawMesh) -> impl Iterator<Item = [Vec3; 3]> {
    mesh.triangles.iter().map(|t| t.map(|i| mesh.positions[i as usize]))
}

pub fn stl_binary(mesh: &RawMesh) -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in corners(mesh) {
        for vector in [Vec3::ZERO].into_iter().chain(triangle) {
            vector.to_array().iter().for_each(|x| out.extend(x.to_le_bytes()));
        }
        out.extend([0, 0]);
    }
    out
}

pub fn stl_ascii(mesh: &RawMesh) -> Vec<u8> {
    let mut out = "solid test\n".to_owned();
    for triangle in corners(mesh) {
        out += " facet normal 0 0 0\n  outer loop\n";
        for p in triangle {
            writeln!(out, "   vertex {} {} {}", p.x, p.y, p.z).unwrap();
        }
        out += "  endloop\n endfacet\n";
    }
    (out + "endsolid test\n").into_bytes()
}

pub fn obj(mesh: &RawMesh) -> Vec<u8> {
    let mut out = "# test\n".to_owned();
    for (i, p) in mesh.positions.iter().enumerate() {
        write!(out, "v {} {} {}", p.x, p.y, p.z).unwrap();
        if let Some(colors) = &mesh.colors {
            let [r, g, b, a] = colors[i].map(|c| f32::from(c) / 255.0);
            write!(out, " {r} {g} {b} {a}").unwrap();
        }
        out.push('\n');
    }
    for [a, b, c] in &mesh.triangles {
        writeln!(out, "f {} {}//1 {}/2/3", a + 1, b + 1, c + 1).unwrap();
    }
    out.into_bytes()
}

/// PLY with properties and elements that a reader has to pass over.
pub fn ply(mesh: &RawMesh, format: MeshFormat) -> Vec<u8> {
    let encoding = match format {
        MeshFormat::PlyAscii => "ascii",
        MeshFormat::PlyBinaryLittleEndian => "binary_little_endian",
        _ => "binary_big_endian",
    };
    let colored = mesh.colors.is_some();
    let mut header = format!("ply\nformat {encoding} 1.0\nelement extra 2\nproperty list ushort double values\n");
    write!(header, "element vertex {}\nproperty float x\nproperty short label\n", mesh.positions.len()).unwrap();
    header += "property double y\nproperty float z\n";
    if colored {
        header += "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n";
    }
    write!(header, "element face {}\nproperty list uchar float texcoord\n", mesh.triangles.len()).unwrap();
    header += "property list uint int vertex_indices\nproperty uchar flags\nend_header\n";

    let mut out = Out { bytes: header.into_bytes(), format };
    out.number(0_u16.to_le_bytes(), 0);
    out.number(1_u16.to_le_bytes(), 1);
    out.number(2.5_f64.to_le_bytes(), 2.5);
    for (i, p) in mesh.positions.iter().enumerate() {
        out.number(p.x.to_le_bytes(), p.x);
        out.number((-7_i16).to_le_bytes(), -7);
        out.number(f64::from(p.y).to_le_bytes(), p.y);
        out.number(p.z.to_le_bytes(), p.z);
        for c in mesh.colors.iter().flat_map(|colors| colors[i]) {
            out.number([c], c);
        }
    }
    for triangle in &mesh.triangles {
        out.number([2], 2);
        out.number(0.5_f32.to_le_bytes(), 0.5);
        out.number(f32::NAN.to_le_bytes(), "nan");
        out.number(3_u32.to_le_bytes(), 3);
        triangle.iter().for_each(|i| out.number(i.to_le_bytes(), i));
        out.number([9], 9);
    }
    out.bytes
}

struct Out {
    bytes: Vec<u8>,
    format: MeshFormat,
}

impl Out {
    fn number<const N: usize>(&mut self, little_endian: [u8; N], decimal: impl std::fmt::Display) {
        match self.format {
            MeshFormat::PlyAscii => self.bytes.extend(format!("{decimal}\n").bytes()),
            MeshFormat::PlyBinaryLittleEndian => self.bytes.extend(little_endian),
            _ => self.bytes.extend(little_endian.iter().rev()),
        }
    }
}

pub const PLY_FORMATS: [MeshFormat; 3] =
    [MeshFormat::PlyAscii, MeshFormat::PlyBinaryLittleEndian, MeshFormat::PlyBinaryBigEndian];

/// The mesh in every format, with the format that a reader must find.
pub fn all_formats(mesh: &RawMesh) -> Vec<(MeshFormat, Vec<u8>)> {
    let mut files = vec![
        (MeshFormat::StlBinary, stl_binary(mesh)),
        (MeshFormat::StlAscii, stl_ascii(mesh)),
        (MeshFormat::Obj, obj(mesh)),
    ];
    files.extend(PLY_FORMATS.map(|format| (format, ply(mesh, format))));
    files
}
