//! Properties of all readers together: what was written is read back, and no bytes at all break them.
use super::{ImportError, Imported, read_mesh, test_writers as write};
use crate::base::{MeshFormat, Progress, RawMesh};
use glam::Vec3;
use proptest::prelude::*;

/// The promise of [`read_mesh`] about whatever it accepts.
fn check_sound(result: &Result<Imported, ImportError>) {
    match result {
        Ok(Imported { raw, .. }) => {
            assert!(!raw.triangles.is_empty());
            assert!(raw.positions.iter().all(|p| p.is_finite()));
            assert!(raw.triangles.iter().flatten().all(|i| (*i as usize) < raw.positions.len()));
            assert!(raw.colors.as_ref().is_none_or(|colors| colors.len() == raw.positions.len()));
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.contains('\n') && text.len() < 400, "{text:?}");
        }
    }
}

fn read(bytes: &[u8]) -> Result<Imported, ImportError> {
    read_mesh(bytes, &Progress::default())
}

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    prop_oneof![4 => -100.0_f32..100.0, 1 => POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO]
}

fn mesh() -> impl Strategy<Value = RawMesh> {
    let vertex = (finite(), finite(), finite(), any::<[u8; 4]>());
    (prop::collection::vec(vertex, 1..40), any::<bool>()).prop_flat_map(|(vertices, colored)| {
        let index = 0..vertices.len() as u32;
        prop::collection::vec([index.clone(), index.clone(), index], 1..60).prop_map(move |triangles| {
            // One bright colour fixes the scale of colours that are written as fractions.
            let bright = |i: usize, c: [u8; 4]| if i == 0 { [255; 4] } else { c };
            let colors = vertices.iter().enumerate().map(|(i, v)| bright(i, v.3)).collect();
            RawMesh {
                format: MeshFormat::Generated,
                positions: vertices.iter().map(|v| Vec3::new(v.0, v.1, v.2)).collect(),
                triangles,
                colors: colored.then_some(colors),
            }
        })
    })
}

/// What must come out of a format: STL shares no vertices and has no colours.
fn expected(mesh: &RawMesh, format: MeshFormat) -> RawMesh {
    let mesh = RawMesh { format, ..mesh.clone() };
    if !matches!(format, MeshFormat::StlBinary | MeshFormat::StlAscii) {
        return mesh;
    }
    let positions = mesh.triangles.iter().flatten().map(|i| mesh.positions[*i as usize]).collect();
    let triangles = (0..mesh.triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    RawMesh { format, positions, triangles, colors: None }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read_back(mesh in mesh()) {
        for (format, bytes) in write::all_formats(&mesh) {
            let imported = read(&bytes).unwrap_or_else(|e| panic!("{format:?}: {e}"));
            prop_assert_eq!(&imported.raw, &expected(&mesh, format));
            prop_assert!(imported.warnings.is_empty(), "{:?}", imported.warnings);
        }
    }

    /// The negative twin: a mesh with one corner moved is another mesh.
    #[test]
    fn a_moved_corner_is_seen(mesh in mesh(), by in 1.0_f32..2.0) {
        let corner = mesh.triangles[0][0] as usize;
        let mut moved = mesh.clone();
        moved.positions[corner] = Vec3::splat(by);
        prop_assume!(mesh.positions[corner] != moved.positions[corner]);
        for (format, bytes) in write::all_formats(&moved) {
            prop_assert_ne!(read(&bytes).unwrap().raw, expected(&mesh, format));
        }
    }

    #[test]
    fn random_bytes_break_nothing(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check_sound(&read(&bytes));
    }

    #[test]
    fn random_words_break_nothing(start in 0..4_usize, words in prop::collection::vec(0..WORDS.len(), 0..80)) {
        let ply = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\n";
        let starts = ["", ply, "solid\nfacet normal 0 0 1\n", "v 0 0 0\n"];
        let text: String = words.iter().map(|i| WORDS[*i]).collect();
        check_sound(&read(format!("{}{text}", starts[start]).as_bytes()));
    }

    #[test]
    fn damaged_files_break_nothing(
        mesh in mesh(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        head_changes in prop::collection::vec((0..400_usize, prop::sample::select(&b"0123456789 -\n\xFFef."[..])), 0..4),
        kept in any::<prop::sample::Index>(),
        cut in any::<bool>(),
        tail in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        for (_, mut bytes) in write::all_formats(&mesh) {
            for (at, value) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *value;
            }
            for (at, value) in &head_changes {
                if let Some(byte) = bytes.get_mut(*at) {
                    *byte = *value;
                }
            }
            if cut {
                bytes.truncate(kept.index(bytes.len()));
            }
            bytes.extend(&tail);
            check_sound(&read(&bytes));
        }
    }
}

const WORDS: [&str; 40] = [
    "\n",
    "\n",
    "\n",
    " ",
    " ",
    "0 ",
    "1 ",
    "-1 ",
    "3 ",
    "1e39 ",
    "nan ",
    "4000000000 ",
    "18446744073709551615 ",
    "v ",
    "f ",
    "v 1 2 3\n",
    "f 1 2 3\n",
    "f 1/1/1 -1//2 1/ ",
    "\\\n",
    "# ",
    "facet normal 0 0 1 ",
    "outer loop ",
    "vertex 1 2 3 ",
    "endloop ",
    "endfacet ",
    "endsolid ",
    "solid ",
    "ply\n",
    "format ascii 1.0\n",
    "format binary_little_endian 1.0\n",
    "element vertex ",
    "element face ",
    "property float x\n",
    "property float y\nproperty float z\n",
    "property list uint int vertex_indices\n",
    "property list uchar uchar vertex_index\n",
    "property double z\n",
    "end_header\n",
    "comment ",
    "\r",
];
