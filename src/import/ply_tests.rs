//! Tests of the PLY reader.
use super::*;
use crate::import::{read_mesh, test_writers as write};

fn read(bytes: &[u8]) -> Result<Imported, ImportError> {
    read_mesh(bytes, &Progress::default())
}

fn ascii(vertex: &str, face: &str, payload: &str) -> Vec<u8> {
    format!("ply\nformat ascii 1.0\nelement vertex 3\n{vertex}element face 1\n{face}end_header\n{payload}").into_bytes()
}

const XYZ: &str = "property float x\nproperty float y\nproperty float z\n";
const INDICES: &str = "property list uchar int vertex_index\n";

#[test]
fn all_encodings_give_the_same_mesh_and_colours() {
    let mesh = write::tetrahedron();
    for format in write::PLY_FORMATS {
        let imported = read(&write::ply(&mesh, format)).unwrap();
        assert_eq!(imported.raw, RawMesh { format, ..mesh.clone() });
        assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
    }
}

#[test]
fn the_crate_agrees() {
    // The same bytes through ply-rs-bw's own payload reader.
    use ply_rs_bw::{
        parser::Parser,
        ply::{DefaultElement, Property},
    };
    // The crate wants one line an element in ASCII, which the test's writer does not give.
    let triangle = ascii(XYZ, INDICES, "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    let triangle = String::from_utf8_lossy(&triangle).replace("vertex_index", "vertex_indices").into_bytes();
    let binary = [MeshFormat::PlyBinaryLittleEndian, MeshFormat::PlyBinaryBigEndian];
    let files = binary.map(|format| write::ply(&write::tetrahedron(), format));
    for bytes in files.into_iter().chain([triangle]) {
        let ply = Parser::<DefaultElement>::new().read_ply(&mut &bytes[..]).unwrap();
        let imported = read(&bytes).unwrap();
        assert_eq!(ply.payload["vertex"].len(), imported.raw.positions.len());
        for (element, position) in ply.payload["vertex"].iter().zip(&imported.raw.positions) {
            assert_eq!(element["x"], Property::Float(position.x));
            assert_eq!(element["z"], Property::Float(position.z));
        }
        for (element, triangle) in ply.payload["face"].iter().zip(&imported.raw.triangles) {
            assert_eq!(element["vertex_indices"], Property::ListInt(triangle.map(|i| i as i32).to_vec()));
        }
    }
}

#[test]
fn ascii_is_read_as_programs_write_it() {
    for payload in
        ["0 0 0\n1. 0 0\n0 .5 0\n3 0 1 2\n", "0 0 0 1 0 0 0 .5 0 3 0 1 2", "0 0 0\r\n\r\n1 0 0\r\n0 0.5 0\r\n3 0 1 2"]
    {
        let imported = read(&ascii(XYZ, INDICES, payload)).unwrap();
        assert_eq!(imported.raw.positions, [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 0.5, 0.0)], "{payload:?}");
        assert_eq!(imported.raw.triangles, [[0, 1, 2]]);
        assert!(imported.warnings.is_empty());
    }
    assert_eq!(read(&ascii(XYZ, INDICES, "0 0 0 1 0 0 0 1 0 3 0 1 2 77")).unwrap().warnings.len(), 1);
}

#[test]
fn colours_of_any_type() {
    for (kind, color) in
        [("float", "1 0.5 0"), ("float", "255 128 0"), ("uchar", "255 128 0"), ("ushort", "65535 32768 0")]
    {
        let colors = format!("property {kind} red\nproperty {kind} green\nproperty {kind} blue\n");
        let payload = format!("0 0 0 {color} 1 0 0 {color} 0 1 0 {color} 3 0 1 2");
        let imported = read(&ascii(&format!("{XYZ}{colors}"), INDICES, &payload)).unwrap();
        assert_eq!(imported.raw.colors, Some(vec![[255, 128, 0, 255]; 3]), "{kind} {color}");
    }
    // Half a colour is none.
    let half = format!("{XYZ}property uchar red\n");
    assert_eq!(read(&ascii(&half, INDICES, "0 0 0 1 1 0 0 1 0 1 0 1 3 0 1 2")).unwrap().raw.colors, None);
}

#[test]
fn faces_may_stand_before_vertices_and_have_many_corners() {
    let text = "ply\nformat ascii 1.0\nelement face 2\nproperty list uchar uint vertex_indices\nelement vertex 4\n";
    let text = format!("{text}{XYZ}end_header\n4 0 1 2 3\n2 0 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n");
    let imported = read(text.as_bytes()).unwrap();
    assert_eq!(imported.raw.triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(imported.warnings.len(), 1);
}

#[test]
fn bad_indices_coordinates_and_lengths_are_refused() {
    for (payload, variant) in [
        ("0 0 0 1 0 0 0 1 0 3 0 1 3", "vertex 4, but the file has 3"),
        ("0 0 0 1 0 0 0 1 0 3 0 1 -1", "vertex 0, but the file has 3"),
        ("0 0 0 1 0 0 0 1 0 3 0 1 1.5", "vertex 0, but the file has 3"),
        ("0 0 0 1 0 nan 0 1 0 3 0 1 2", "vertex 2 has a coordinate that is not a finite number"),
        ("0 0 0 1 0 1e300 0 1 0 3 0 1 2", "vertex 2 has a coordinate"),
        ("0 0 0 1 0 0 0 1 0 -3 0 1 2", "-3 where the length of a list should be"),
        ("0 0 0 1 0 0 0 1 0 nan 0 1 2", "NaN where the length"),
        ("0 0 0 1 0 0 0 1 0 250 0 1 2", "ends in the middle"),
        ("0 0 0 1 0 0 0 1 x 3 0 1 2", "line 10 of the PLY file: \"x\" where a number"),
        ("0 0 0 1 0 0 0 1 0 2 0 1", "no triangles"),
    ] {
        let error = read(&ascii(XYZ, INDICES, payload)).unwrap_err().to_string();
        assert!(error.contains(variant), "{payload}: {error}");
    }
    let flat = "property float x\nproperty float y\n";
    assert!(matches!(read(&ascii(flat, INDICES, "0 0 1 0 0 1 3 0 1 2")), Err(ImportError::PlyHeader(_))));
}

#[test]
fn nothing_declared_can_fill_memory_or_time() {
    // Elements without properties, of which any number fits into no bytes.
    for encoding in ["ascii", "binary_little_endian"] {
        for name in ["vertex", "face", "other"] {
            let text = format!("ply\nformat {encoding} 1.0\nelement {name} 18446744073709551615\nend_header\n");
            assert!(read(text.as_bytes()).is_err());
        }
    }
    // A list that says it is four thousand million long.
    let header =
        "ply\nformat binary_big_endian 1.0\nelement face 1\nproperty list uint int vertex_indices\nend_header\n";
    let bytes = [header.as_bytes(), &[0xFF; 16]].concat();
    assert_eq!(read(&bytes), Err(cut_short()));
    // One that is of negative length: a binary file has no lines to name.
    let bytes = [header.replace("list uint", "list int").as_bytes(), &[0xFF; 16]].concat();
    let error = read(&bytes).unwrap_err().to_string();
    assert!(error.contains("-1 where the length") && !error.contains("line"), "{error}");
}

#[test]
fn every_cut_of_a_file_is_refused() {
    for format in write::PLY_FORMATS {
        let bytes = write::ply(&write::tetrahedron(), format);
        // In ASCII the last line end may be missing; the last number ("9") is one digit long.
        let n_whole = if format == MeshFormat::PlyAscii { bytes.len() - 1 } else { bytes.len() };
        for n in 0..n_whole {
            assert!(read(&bytes[..n]).is_err(), "{n} of {} bytes, {format:?}", bytes.len());
        }
    }
}
